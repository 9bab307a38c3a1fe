//! The lenient rules on the acceptance cases, on saved predictions, and on the desk.

use std::fs;

use casefile::domain::case::Gold;
use casefile::domain::ladder::{Ground, NameStep, Rules, Step, file_finds, function_finds, match_file, match_function};
use casefile::domain::matching::{self, complete_rank};
use casefile::domain::normal;
use casefile::domain::normal::chain::chain;
use casefile::domain::run::{Sample, Suspect, What};
use casefile::domain::snapshot::Snapshot;
use serde_json::{Value, json};

use crate::study::{Study, git, lines, row};
use crate::support::shared;

fn texts(value: &Value) -> Vec<String> {
    let all = value.as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(|v| v.as_str().unwrap().to_owned()).collect()
}

/// Suspects with the raw text as their path: what an exact scorer compares.
fn raw(texts: &[String], functions: bool) -> Vec<Suspect> {
    let one = |(n, text): (usize, &String)| {
        let parts = if functions {
            normal::function(text)
        } else {
            normal::Parts::default()
        };
        Suspect {
            raw: text.clone(),
            path: if functions { parts.path } else { text.as_str().into() },
            name: parts.name,
            rank: u32::try_from(n + 1).unwrap(),
            ..Suspect::default()
        }
    };
    texts.iter().enumerate().map(one).collect()
}

fn within(ranks: impl Iterator<Item = Option<u32>>, k: u32) -> bool {
    complete_rank(&ranks.collect::<Vec<_>>()).is_some_and(|r| r <= k)
}

#[test]
fn acceptance_cases_match_on_their_step_or_not_at_all() {
    let Some(dir) = shared() else { return };
    let cases: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(dir.join("data/vectors/taxonomy_cases.json")).unwrap()).unwrap();
    let mut seen = [0; 4];
    for case in &cases {
        let (name, instance) = (case["name"].as_str().unwrap(), &case["instance"]);
        let tree = Snapshot::new(texts(&instance["snapshot"]));
        let functions = case["level"] == "func";
        let key = if functions { "funcs" } else { "files" };
        let gold = texts(&instance[&format!("gold_{key}")]);
        let suspects = raw(&texts(&case["prediction"][key]), functions);
        let k = u32::try_from(case["K"].as_u64().unwrap()).unwrap();
        let index: std::collections::HashMap<String, Vec<String>> =
            serde_json::from_value(instance["func_index"].clone()).unwrap();
        let ground = Ground {
            repo: instance["repo"].as_str().unwrap().to_owned(),
            tree: Some(tree.clone()),
            names: index.clone(),
        };
        let found = |rules| {
            if functions {
                function_finds(rules, &gold, &suspects, &ground)
            } else {
                let gold: Vec<_> = gold.iter().map(|g| g.as_str().into()).collect();
                file_finds(rules, &gold, &suspects, &ground)
            }
        };
        let rank = |rules| found(rules).into_iter().map(|f| f.map(|f| f.rank));
        let (strict, lenient) = (within(rank(Rules::Strict), k), within(rank(Rules::Lenient), k));
        match case["expected_primary"].as_str().unwrap() {
            "OK" => {
                let keeps = case["scorer_dedupes"] == json!(true) && name.contains("dedupes");
                assert!(strict || keeps, "{name}");
                assert!(lenient, "{name}");
                seen[0] += 1;
            }
            primary @ ("F_PATH_FORMAT" | "F_NAME_FORMAT" | "F_QUALIFIER") => {
                assert!(!strict && lenient, "{name}");
                let hit = found(Rules::Lenient)[0].unwrap();
                let step = match (primary, case["repair"][0].as_str().unwrap()) {
                    ("F_PATH_FORMAT", "dot_slash") => (Step::DotSlash, NameStep::Exact),
                    ("F_PATH_FORMAT", "prefix:repo/") => (Step::Prefix, NameStep::Exact),
                    ("F_PATH_FORMAT", "backslash") => (Step::Backslash, NameStep::Exact),
                    ("F_PATH_FORMAT", "line_suffix") => (Step::Line, NameStep::Exact),
                    ("F_PATH_FORMAT", "case") => (Step::Case, NameStep::Exact),
                    ("F_PATH_FORMAT", "suffix_missing_dirs") => (Step::Missing, NameStep::Exact),
                    ("F_PATH_FORMAT", "suffix_extra_dirs") => (Step::Extra, NameStep::Exact),
                    ("F_NAME_FORMAT", "name_format") => (Step::Exact, NameStep::Format),
                    ("F_QUALIFIER", "qualifier") => (Step::Exact, NameStep::Qualifier),
                    other => panic!("{name}: {other:?}"),
                };
                assert_eq!(((hit.path, hit.name), hit.unverified), (step, false), "{name}");
                seen[1] += 1;
            }
            "R_DUPLICATES" => {
                assert!(!strict && lenient, "{name}");
                seen[2] += 1;
            }
            primary if primary.starts_with("L_") || primary.starts_with("N_") || primary.starts_with("H_") => {
                for (suspect, id) in suspects.iter().flat_map(|s| gold.iter().map(move |g| (s, g))) {
                    if functions {
                        let names = index.get(matching::split_function(id).0).map(Vec::as_slice);
                        let got = match_function(suspect, id, Some(&tree), names, &ground.repo);
                        assert!(got.is_none_or(|m| !m.name.hit()), "{name}: {got:?}");
                        let blind = match_function(suspect, id, None, None, &ground.repo);
                        assert!(blind.is_none_or(|m| !m.name.hit()), "{name}: {blind:?}");
                    } else {
                        let gold = id.as_str().into();
                        assert_eq!(match_file(suspect, &gold, Some(&tree), &ground.repo), None, "{name}");
                        assert_eq!(match_file(suspect, &gold, None, &ground.repo), None, "{name}");
                    }
                }
                assert!(!strict && !lenient, "{name}");
                seen[3] += 1;
            }
            _ => {}
        }
    }
    assert_eq!(cases.len(), 45);
    assert_eq!(
        seen,
        [2, 10, 1, 15],
        "OK, format and qualifier, duplicates, other files and functions"
    );
}

/// Functions of a record of the Agentless family: order of keys, then of lines; `function:` and `class:` only.
fn entries(record: &Value) -> Vec<Suspect> {
    let mut out = Sample::default();
    for (path, texts) in record["found_related_locs"].as_object().unwrap() {
        let text = texts.as_array().unwrap().iter().filter_map(Value::as_str);
        for line in text.flat_map(str::lines) {
            let parts = normal::function(line);
            let shown = line.starts_with("function:") || line.starts_with("class:");
            if let (true, Some(name)) = (shown, &parts.name) {
                out.add_named(line, path, parts.what, Some(name), None);
            }
        }
    }
    out.functions
}

#[test]
fn leaf_names_lift_saved_predictions_as_published() {
    let Some(dir) = shared() else { return };
    let read = |name: &str| fs::read_to_string(dir.join("data/predictions/cosil").join(name)).unwrap();
    let gold: Value = serde_json::from_str(&read("gt.lite.json")).unwrap();
    let rows: Vec<Value> = read("loc_qwen_coder_32b_func.lite.jsonl")
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let (mut n, mut exact, mut leaf, mut lenient, mut files) = (0, 0, 0, 0, 0);
    for (id, ids) in gold.as_object().unwrap() {
        let ids = texts(ids);
        let functions: Vec<String> = ids.iter().filter(|g| g.contains("::")).cloned().collect();
        let record = rows.iter().find(|r| r["instance_id"] == id.as_str());
        let suspects = record.map(entries).unwrap_or_default();
        let mut listed = Sample::default();
        for path in record.map(|r| texts(&r["found_files"])).unwrap_or_default() {
            listed.add_file(&path, None);
        }
        let mut paths: Vec<_> = ids.iter().map(|g| matching::split_function(g).0.into()).collect();
        paths.dedup();
        let gold_files = Gold {
            files: paths,
            ..Gold::default()
        };
        files += i32::from(within(matching::file_ranks(&gold_files, &listed.files).into_iter(), 5));
        if functions.is_empty() {
            continue;
        }
        n += 1;
        exact += i32::from(within(matching::function_ranks(&functions, &suspects).into_iter(), 5));
        let by_leaf = functions.iter().map(|g| {
            let (path, name) = matching::split_function(g);
            let same = |s: &&Suspect| {
                let own = chain(s.name.as_deref().unwrap_or(""));
                s.path.as_str() == path && own.leaf() == chain(name).leaf()
            };
            suspects.iter().find(same).map(|s| s.rank)
        });
        leaf += i32::from(within(by_leaf, 5));
        let found = function_finds(Rules::Lenient, &functions, &suspects, &Ground::default());
        let hit = within(found.into_iter().map(|f| f.map(|f| f.rank)), 5);
        let strict = within(matching::function_ranks(&functions, &suspects).into_iter(), 5);
        assert!(hit || !strict, "{id}: what is strict is lenient too");
        lenient += i32::from(hit);
    }
    assert_eq!((gold.as_object().unwrap().len(), n), (300, 293));
    assert_eq!((exact, files), (153, 251), "52.2 % of functions, 251 of 300 files");
    assert_eq!(leaf, 159, "54.3 %");
    eprintln!("lenient: {lenient} of {n}");
    assert!(lenient >= exact, "{lenient}");
}

/// A study whose one run spells gold in other ways; `base` is the commit of its repository.
fn spelled() -> Study {
    let study = Study::new();
    study.write("source/src/x.ts", "class Store {\n  get() { return 1 }\n}\nlet a = 1\n");
    study.write("source/lib/y.ts", "let b = 1\n");
    let source = study.home.path().join("source");
    git(&study, &source, &["init", "-q", "-b", "main", "."]);
    git(&study, &source, &["add", "."]);
    git(&study, &source, &["commit", "-qm", "one"]);
    let mut case = row("o__r-1");
    case["base_commit"] = git(&study, &source, &["rev-parse", "HEAD"]).into();
    let file = study.write("rows.jsonl", lines(&[case]));
    study.ok(&["import", &file]);
    let mut record: Value = serde_json::from_str(study.read("cases.jsonl").lines().next().unwrap()).unwrap();
    record["gold"]["functions"] = json!(["src/x.ts:Store.get"]);
    study.lay("cases.jsonl", lines(&[record]));
    let mut sample = Sample::default();
    for path in ["lib/y.ts", "repo/src/x.ts", "./src/x.ts", "src/X.ts", "lib/src/x.ts:4"] {
        sample.add_file(path, None);
    }
    for entry in [
        "src/x.ts:Store.get(): number",
        "src/x.ts:get",
        "src/x.ts:Cache.get",
        "src/x.ts:Store.get",
    ] {
        sample.add_function(entry, None);
    }
    sample.add_named("class: Store", "src/x.ts", What::Class, Some("Store"), None);
    let record = casefile::domain::run::Suspects::answer("o__r-1", sample);
    study.lay("runs/spelled/run.toml", "system = \"s\"\n");
    study.lay(
        "runs/spelled/suspects.jsonl",
        format!("{}\n", serde_json::to_string(&record).unwrap()),
    );
    study
}

#[test]
fn the_desk_marks_what_is_gold_but_for_its_spelling() {
    let study = spelled();
    let blind = study.play("enter", "160x48");
    let of = |screen: &str, start: &str| {
        let line = screen
            .lines()
            .find(|l| l.contains(start))
            .unwrap_or_else(|| panic!("no {start}:\n{screen}"));
        line.split(start).nth(1).unwrap().to_owned()
    };
    assert!(
        of(&blind, "2 ≃ repo/src/x.ts").contains("via prefix, unverified"),
        "{blind}"
    );
    assert!(of(&blind, "3 ≃ src/x.ts").contains("./  via ./"), "{blind}");
    assert!(of(&blind, "4 ≃ src/X.ts").contains("via case, unverified"), "{blind}");
    assert!(of(&blind, "1 · lib/y.ts").contains("elsewhere"), "{blind}");
    let source = study.home.path().join("source").display().to_string();
    study.ok(&["import", "--repo", &format!("o/r={source}")]);
    let known = study.play("enter", "160x48");
    assert!(!known.contains("unverified"), "{known}");
    assert!(of(&known, "2 ≃ repo/src/x.ts").contains("via prefix"), "{known}");
    assert!(of(&known, "5 ≃ ").contains("via extra folders"), "{known}");
    let functions = study.play("enter F", "160x48");
    assert!(
        of(&functions, "1 ≃ src/x.ts:Store.get(): number").contains("via name format"),
        "{functions}"
    );
    assert!(
        of(&functions, "2 ≃ src/x.ts:get").contains("via qualifier"),
        "{functions}"
    );
    assert!(
        of(&functions, "3 ◐ src/x.ts:Cache.get").contains("same file"),
        "{functions}"
    );
    assert!(
        of(&functions, "4 ● src/x.ts:Store.get").contains("exact"),
        "{functions}"
    );
    assert!(
        of(&functions, "5 ◐ src/x.ts:Store").contains("same file"),
        "{functions}"
    );
    // Jumping to a suspect goes to the file that it stands for.
    let jumped = study.play("enter tab tab tab tab j enter", "160x48");
    assert!(jumped.contains("get() { return 1 }"), "{jumped}");
}
