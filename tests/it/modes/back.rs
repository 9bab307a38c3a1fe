//! Answers of systems come back as runs of their mode, and the rows that they were given as nothing.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{SLUGS, export, laid, lines};
use crate::support::Home;

/// What `score` says of every run: name, system, input mode, hits of acc@1.
pub(super) fn scored(home: &Home, ws: &Path) -> Vec<(String, String, String)> {
    let text = home.ok(&["score", "-w", ws.to_str().unwrap(), "--level", "file", "--json"]);
    let all: Value = serde_json::from_str(&text).unwrap();
    let mut out = Vec::new();
    runs(&all, &mut out);
    out.sort();
    out.dedup();
    out
}

fn runs(value: &Value, out: &mut Vec<(String, String, String)>) {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    match value {
        Value::Array(all) => all.iter().for_each(|v| runs(v, out)),
        Value::Object(map) => {
            if let (Some(run), Some(system), Some(input)) = (map.get("run"), map.get("system"), map.get("input")) {
                out.push((text(run), text(system), text(input)));
            }
            map.values().for_each(|v| runs(v, out));
        }
        _ => {}
    }
}

#[test]
fn answers_come_back_as_runs_of_their_mode() {
    let home = Home::new();
    let ws = laid(&home);
    let dir = ws.to_str().unwrap();
    let (out, _) = export(&home, &ws, "out", &[]);
    // Three systems: one carries the mode in its rows and its files are named like the export, one names its files so and
    // says nothing in the rows, one writes everything into one file.
    let mut whole = String::new();
    let mut files = Vec::new();
    for (slug, _) in SLUGS {
        let (mut told, mut named) = (String::new(), String::new());
        for row in lines(&out.join(format!("{slug}.jsonl"))) {
            let answer = json!({"instance_id": row["instance_id"], "file_level": ["web/src/TideChart.tsx"]});
            let mut with = answer.clone();
            with["mode"] = row["mode"].clone();
            told.push_str(&format!("{with}\n"));
            named.push_str(&format!("{answer}\n"));
        }
        whole.push_str(&told);
        for (system, text) in [("teller", &told), ("namer", &named)] {
            let path = home.path().join(format!("{system}-{slug}.jsonl"));
            fs::write(&path, text).unwrap();
            files.push(path.display().to_string());
        }
    }
    let path = home.path().join("allinone.jsonl");
    fs::write(&path, whole).unwrap();
    files.push(path.display().to_string());
    let args: Vec<&str> = ["import", "-w", dir]
        .into_iter()
        .chain(files.iter().map(String::as_str))
        .collect();
    home.ok(&args);

    let runs = scored(&home, &ws);
    for (slug, word) in SLUGS {
        for system in ["teller", "namer"] {
            let want = (format!("{system}-{slug}"), system.to_owned(), word.to_owned());
            assert!(runs.contains(&want), "{want:?} in {runs:?}");
        }
        let modes = runs
            .iter()
            .filter(|(name, _, input)| name.starts_with("allinone") && input == word);
        assert_eq!(modes.count(), 1, "{word}: {runs:?}");
    }
    // Side by side: every mode of a system in its column, with the same hits, as the answers are the same.
    let text = home.ok(&["compare", "-w", dir, "--level", "file", "--json"]);
    let all: Value = serde_json::from_str(&text).unwrap();
    let found = all.to_string();
    for (slug, _) in SLUGS {
        assert!(
            found.contains(&format!("teller-{slug}")) && found.contains(&format!("namer-{slug}")),
            "{found}"
        );
    }
    let grid = find(&all, "teller").expect("a grid of the system");
    let names: Vec<&str> = grid["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r.as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "teller-text-only",
            "teller-with-image",
            "teller-vce",
            "teller-vce-image"
        ]
    );
    // The same again changes nothing.
    let before = fs::read_to_string(ws.join("runs/namer-vce/run.toml")).unwrap();
    home.ok(&args);
    assert_eq!(fs::read_to_string(ws.join("runs/namer-vce/run.toml")).unwrap(), before);
    assert!(
        before.contains("input = \"VCE\"") && before.contains("system = \"namer\""),
        "{before}"
    );
}

/// The object of a system that has runs.
fn find<'a>(value: &'a Value, system: &str) -> Option<&'a Value> {
    match value {
        Value::Array(all) => all.iter().find_map(|v| find(v, system)),
        Value::Object(map) if map.get("system").is_some_and(|s| s == system) && map.contains_key("runs") => Some(value),
        Value::Object(map) => map.values().find_map(|v| find(v, system)),
        _ => None,
    }
}

#[test]
fn rows_of_a_mode_are_no_cases() {
    let home = Home::new();
    let ws = laid(&home);
    let (out, _) = export(&home, &ws, "out", &[]);
    let before = fs::read_to_string(ws.join("cases.jsonl")).unwrap();
    let file = out.join("vce.jsonl").display().to_string();
    let done = home
        .casefile()
        .args(["import", "-w", ws.to_str().unwrap(), &file])
        .output()
        .unwrap();
    assert!(!done.status.success(), "it is told that nobody reads them");
    assert_eq!(
        fs::read_to_string(ws.join("cases.jsonl")).unwrap(),
        before,
        "the text of cases stays"
    );
}

#[test]
fn an_answer_written_into_the_exported_row_comes_back_as_well() {
    let home = Home::new();
    let ws = laid(&home);
    let dir = ws.to_str().unwrap();
    let (out, _) = export(&home, &ws, "out", &[]);
    let mut text = String::new();
    for mut row in lines(&out.join("vce.jsonl")) {
        row["response"] = "Here: {\"file_level\": [\"web/src/TideChart.tsx\"]}".into();
        text.push_str(&format!("{row}\n"));
    }
    let before = fs::read(ws.join("cases.jsonl")).unwrap();
    let file = home.path().join("filler-vce.jsonl");
    fs::write(&file, text).unwrap();
    home.ok(&["import", file.to_str().unwrap(), "-w", dir]);
    let found = scored(&home, &ws);
    assert!(
        found
            .iter()
            .any(|(_, system, input)| system == "filler" && input == "VCE"),
        "{found:?}"
    );
    assert_eq!(
        fs::read(ws.join("cases.jsonl")).unwrap(),
        before,
        "no case is made of it"
    );
}
