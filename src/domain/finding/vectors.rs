//! The acceptance cases of the taxonomy, where the shared data are at hand.

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use serde_json::Value;

    use crate::base::path::RepoPath;
    use crate::domain::finding::*;
    use crate::domain::run::{Sample, Status, Suspects};
    use crate::domain::snapshot::Snapshot;
    use crate::domain::trajectory::{Event, Kind, Trajectory};

    fn texts(value: &Value) -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.map(|v| v.as_str().unwrap().to_owned()).collect()
    }

    fn sorted(mut all: Vec<String>) -> Vec<String> {
        all.sort();
        all.dedup();
        all
    }

    /// The row of a case through the readers' own constructors, so that flags are real.
    fn suspects(prediction: &Value) -> Option<Suspects> {
        if prediction.is_null() {
            return None;
        }
        let mut sample = Sample::default();
        for raw in texts(&prediction["files"]) {
            sample.add_file(&raw, None);
        }
        for raw in texts(&prediction["funcs"]) {
            sample.add_function(&raw, None);
        }
        let mut out = Suspects::answer("c", sample);
        match (prediction["status"].as_str().unwrap(), prediction["parsed"].as_bool()) {
            (_, Some(false)) => out.status = Status::InvalidJson,
            ("ok", _) => {}
            (status, _) => {
                out.status = Status::NoSubmission;
                out.exit_status = Some(status.to_owned());
            }
        }
        Some(out)
    }

    fn trajectory(prediction: &Value) -> Option<Trajectory> {
        let visited = prediction["visited"].as_object()?;
        let view = |(path, step): (&String, &Value)| Event {
            step: u32::try_from(step.as_u64().unwrap()).unwrap(),
            kind: Kind::View,
            path: Some(path.clone()),
            ..Event::default()
        };
        Some(Trajectory {
            events: visited.iter().map(view).collect(),
            ..Trajectory::default()
        })
    }

    fn check(case: &Value) -> Result<(), String> {
        let instance = &case["instance"];
        let gold_files: Vec<RepoPath> = texts(&instance["gold_files"]).into_iter().map(RepoPath::new).collect();
        let functions = texts(&instance["gold_funcs"]);
        let index = instance["func_index"].as_object().unwrap();
        let ground = Ground {
            repo: instance["repo"].as_str().unwrap().to_owned(),
            tree: Some(Snapshot::new(texts(&instance["snapshot"]))),
            names: index.iter().map(|(f, names)| (f.clone(), texts(names))).collect(),
        };
        let text = format!(
            "{}\n{}",
            instance["title"].as_str().unwrap(),
            instance["body"].as_str().unwrap()
        );
        let row = suspects(&case["prediction"]);
        let walk = trajectory(&case["prediction"]);
        let found = finding(&Input {
            level: Level::parse(case["level"].as_str().unwrap()).unwrap(),
            k: u32::try_from(case["K"].as_u64().unwrap()).unwrap(),
            dedupes: case["scorer_dedupes"].as_bool().unwrap(),
            gold_files: &gold_files,
            gold_functions: Some(&functions),
            text: &text,
            vce: instance["vce"].as_str(),
            ground: &ground,
            suspects: row.as_ref(),
            trajectory: walk.as_ref(),
            relevance: None,
        });
        let same = |what: &str, got: String, want: String| {
            let name = &case["name"];
            if got == want {
                Ok(())
            } else {
                Err(format!("{name}: {what} is {got}, not {want}; {}", found.why))
            }
        };
        let word = |v: &Value, none: &str| v.as_str().unwrap_or(none).to_owned();
        same("primary", found.code.to_string(), word(&case["expected_primary"], ""))?;
        let detail = found.detail.map_or(String::new(), |d| d.to_string());
        same("detail", detail, word(&case["detail"], ""))?;
        same("repair", found.repairs.join(" "), texts(&case["repair"]).join(" "))?;
        same(
            "coverage",
            found.coverage.as_str().to_owned(),
            word(&case["coverage"], "na"),
        )?;
        let evidence = sorted(found.evidence.iter().map(|e| e.facet.to_string()).collect());
        same(
            "evidence",
            evidence.join(" "),
            sorted(texts(&case["evidence"])).join(" "),
        )?;
        same("search", found.search.to_string(), word(&case["search"], "NA"))?;
        let signals = sorted(found.signals.iter().map(ToString::to_string).collect());
        same("signals", signals.join(" "), sorted(texts(&case["signals"])).join(" "))?;
        if !found.why.starts_with(found.code.code()) || found.why.ends_with(": ") {
            return Err(format!("{}: the line says nothing: '{}'", case["name"], found.why));
        }
        Ok(())
    }

    /// The lines of a file of predictions, where the shared data are at hand.
    fn shared(rel: &str) -> Option<String> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(rel);
        let text = std::fs::read_to_string(&file).ok();
        if text.is_none() {
            println!("skipped: no ../shared/data/{rel}");
        }
        text
    }

    /// Number of rows of each code at file level, K = 5, over the files of the gold functions of 300 Lite rows.
    fn counts(rel: &str, gold: &Value) -> Option<HashMap<Code, usize>> {
        let text = shared(rel)?;
        let mut rows = HashMap::new();
        for row in text.lines().map(|l| serde_json::from_str::<Value>(l).unwrap()) {
            let id = row["instance_id"].as_str().unwrap().to_owned();
            let mut sample = Sample::default();
            for raw in texts(&row["found_files"]) {
                sample.add_file(&raw, None);
            }
            rows.insert(id.clone(), Suspects::answer(&id, sample));
        }
        let mut out = HashMap::new();
        for (id, functions) in gold.as_object().unwrap() {
            let files = texts(functions)
                .into_iter()
                .map(|f| f.split("::").next().unwrap().to_owned());
            let files: Vec<RepoPath> = sorted(files.collect()).into_iter().map(RepoPath::new).collect();
            let found = finding(&Input {
                level: Level::File,
                k: 5,
                dedupes: true,
                gold_files: &files,
                gold_functions: None,
                text: "",
                vce: None,
                ground: &Ground::default(),
                suspects: rows.get(id),
                trajectory: None,
                relevance: None,
            });
            *out.entry(found.code).or_insert(0) += 1;
        }
        Some(out)
    }

    /// Section 6 of the taxonomy. Its counts of invented paths and of what lies elsewhere were made with trees.
    #[test]
    fn real_runs_come_out_as_the_taxonomy_has_them() {
        let Some(gold) = shared("predictions/cosil/gt.lite.json") else {
            return;
        };
        let gold: Value = serde_json::from_str(&gold).unwrap();
        let runs: [(&str, &[(Code, usize)]); 3] = [
            (
                "predictions/cosil/loc_qwen_coder_32b_func.lite.jsonl",
                &[
                    (Code::Ok, 251),
                    (Code::SameDir, 31),
                    (Code::SameSubtree, 8),
                    (Code::Elsewhere, 7),
                    (Code::SameName, 3),
                ],
            ),
            (
                "predictions/locagent/found_related_locs.qwen_coder_32b.lite.jsonl",
                &[
                    (Code::Ok, 225),
                    (Code::EmptyLevel, 34),
                    (Code::NotRun, 2),
                    (Code::SameDir, 23),
                ],
            ),
            (
                "predictions/orcaloca/orca_qwen_coder_32b_func.lite.jsonl",
                &[(Code::Ok, 192), (Code::PathFormat, 11), (Code::SameDir, 30)],
            ),
        ];
        for (rel, want) in runs {
            let Some(got) = counts(rel, &gold) else { continue };
            assert_eq!(got.values().sum::<usize>(), 300, "{rel}: each row has one code");
            for (code, n) in want {
                assert_eq!(got.get(code), Some(n), "{rel}: {code}");
            }
        }
    }

    #[test]
    fn every_case_of_the_taxonomy_comes_out() {
        let Some(text) = shared("vectors/taxonomy_cases.json") else {
            return;
        };
        let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
        let wrong: Vec<String> = cases.iter().filter_map(|c| check(c).err()).collect();
        assert!(
            wrong.is_empty(),
            "{} of {} differ:\n{}",
            wrong.len(),
            cases.len(),
            wrong.join("\n")
        );
        assert_eq!(cases.len(), 45);
    }
}
