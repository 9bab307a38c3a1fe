//! Real issues, images and predictions, where they lie beside the project.

mod exchange;
mod see;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::study::{Study, clean};
use crate::support::shared;

/// A study with the real cases, images and runs, and what the import said; nothing when they are not there.
fn study() -> Option<(Study, Value)> {
    let study = Study::new();
    let said = import(&study)?;
    Some((study, said))
}

fn import(study: &Study) -> Option<Value> {
    let real = shared()?.join("data/real");
    let at = |name: &str| real.join(name).display().to_string();
    let files = [
        at("cases.swe-bench-m.jsonl"),
        at("images.jsonl"),
        at("predictions/claude-swe-agent.preds.json"),
        at("predictions/claude-swe-agent-m.preds.json"),
        at("predictions/gpt-4o-swe-agent.preds.json"),
        at("predictions/gpt-4o-swe-agent-m.preds.json"),
    ];
    let mut args = vec!["import", "--json"];
    args.extend(files.iter().map(String::as_str));
    Some(serde_json::from_str(&study.ok(&args)).expect("a report"))
}

/// All files under `dir` with their bytes.
fn files(dir: &Path, out: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else {
            out.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
}

#[test]
fn everything_is_imported_once() {
    let Some((study, said)) = study() else { return };
    assert_eq!(said["cases"], json!({"new": 20, "changed": 0, "same": 0}));
    assert_eq!(said["images"], json!({"new": 30, "changed": 0, "same": 0}));
    assert_eq!(said["runs"], json!({"new": 4, "changed": 0, "same": 0}));
    // An address that one issue wrote wrongly and that the dataset lists all the same.
    assert_eq!(said["missing_images"], 1);
    assert_eq!(said["faulty_images"], json!([]));
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    files(study.path(), &mut before);
    let said = import(&study).unwrap();
    assert_eq!(said["cases"], json!({"new": 0, "changed": 0, "same": 20}));
    assert_eq!(said["images"], json!({"new": 0, "changed": 0, "same": 30}));
    assert_eq!(said["runs"], json!({"new": 0, "changed": 0, "same": 4}));
    files(study.path(), &mut after);
    assert!(before == after, "the second import changed files");
    assert!(study.ok(&["doctor"]).ends_with("nothing is wrong\n"));
}

#[test]
fn every_case_shows_title_images_gold_and_suspects() {
    let Some((study, _)) = study() else { return };
    let cases: Vec<Value> = study
        .read("cases.jsonl")
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(cases.len(), 20);
    for (n, case) in cases.iter().enumerate() {
        let id = case["id"].as_str().unwrap();
        let screen = study.play(&format!("{} enter", "j ".repeat(n)), "160x48");
        clean(id, &screen);
        let head = screen.lines().next().unwrap();
        assert!(head.contains(id), "{id}: {head}");
        for word in case["title"].as_str().unwrap().split_whitespace().take(2) {
            assert!(head.contains(word), "{id}: '{word}' in {head}");
        }
        assert!(screen.contains(['▀', '▄']), "{id}: no image cells\n{screen}");
        let gold = case["gold"]["files"][0].as_str().unwrap();
        let last = gold.rsplit('/').next().unwrap();
        // Long paths are cut; their start or their end stands.
        let start: String = gold.chars().take(16).collect();
        assert!(
            screen.contains(last) || screen.contains(&start),
            "{id}: {gold}\n{screen}"
        );
        let told = ["  1 ", "empty", "no_submission", "invalid_json", "missing"];
        assert!(
            told.iter().any(|w| screen.contains(w)),
            "{id}: neither suspects nor a status\n{screen}"
        );
    }
}

#[test]
fn the_development_rows_are_imported() {
    let Some(shared) = shared() else { return };
    let study = Study::new();
    let file = shared.join("data/swe-bench-m.dev.jsonl").display().to_string();
    let said: Value = serde_json::from_str(&study.ok(&["import", "--json", &file])).unwrap();
    assert_eq!(said["cases"], json!({"new": 100, "changed": 0, "same": 0}));
    assert_eq!(said["refused"], json!([]));
    let list = study.ok(&["show"]);
    assert_eq!(list.lines().count(), 100);
    clean("the list", &list);
    clean("the screen", &study.play("", "160x48"));
}

#[test]
fn labels_given_by_keys_are_there_for_the_next_process() {
    let Some((study, _)) = study() else { return };
    let screen = study.play("j j enter 2 b", "160x48");
    assert!(
        screen.contains("relevance 2 vital ✓") && screen.contains("category behavior_demo ✓"),
        "{screen}"
    );
    let screen = study.play("j j enter", "160x48");
    assert!(
        screen.contains("relevance 2 vital ✓") && screen.contains("category behavior_demo ✓"),
        "{screen}"
    );
    assert!(study.play("", "160x48").contains('◐'));
}

/// Paths that a diff names in its `diff --git` lines; none of the real ones holds a blank.
fn touched(patch: &str) -> Vec<&str> {
    let heads = patch.lines().filter_map(|l| l.strip_prefix("diff --git a/"));
    heads.filter_map(|l| l.split(" b/").next()).collect()
}

#[test]
fn file_gold_of_the_real_cases_is_what_the_fix_touches() {
    let Some((study, _)) = study() else { return };
    study.partly(&["gold"]);
    let patches: BTreeMap<String, Value> =
        fs::read_to_string(shared().unwrap().join("data/real/cases.swe-bench-m.jsonl"))
            .unwrap()
            .lines()
            .map(|l| serde_json::from_str::<Value>(l).unwrap())
            .map(|row| (row["instance_id"].as_str().unwrap().to_owned(), row["patch"].clone()))
            .collect();
    let records = study.read("gold.jsonl");
    assert_eq!(records.lines().count(), 20);
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let id = record["case"].as_str().unwrap();
        let files: Vec<&str> = record["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|f| f["path"].as_str().unwrap())
            .collect();
        assert_eq!(files, touched(patches[id].as_str().unwrap()), "{id}");
        let level = match files.len() {
            1 => "easy",
            2 | 3 => "medium",
            _ => "hard",
        };
        assert_eq!(record["difficulty"], level, "{id}");
    }
}

/// Needs clones of the nine repositories as `OWNER__NAME.git` in the folder that `CASEFILE_CLONES` names. The snapshot
/// was read beside the diff of each case, but for react-pdf-1285 with its 165 functions: that one was compared with
/// the spans of the TypeScript compiler alone, as were all others.
#[test]
#[expect(clippy::disallowed_methods, reason = "clones lie where the developer has them")]
fn function_gold_of_the_real_cases() {
    let (Some((study, _)), Ok(clones)) = (study(), std::env::var("CASEFILE_CLONES")) else {
        eprintln!("skipped: CASEFILE_CLONES names no folder of clones");
        return;
    };
    study.ok(&["import", &clones]);
    insta::assert_snapshot!("real_gold", study.ok(&["gold", "--list"]));
}
