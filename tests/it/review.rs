//! Forms as data, and the review of candidates on the sheet.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::Home;

mod attack;
mod blind;
mod export;
mod form;

/// A workspace with two cases and one candidate, without images.
pub(crate) fn study(home: &Home) -> std::path::PathBuf {
    let ws = home.path().join("study");
    home.ok(&["init", ws.to_str().unwrap()]);
    let case = |id: &str, title: &str, gold: &str| {
        json!({"v": 1, "id": id, "repo": "o/n", "title": title, "body": format!("body of {id}\n\n![](https://x.example/{id}.png)"),
            "exhibits": [{"id": format!("e-{id}"), "source": format!("https://x.example/{id}.png"), "place": "body", "image": null}],
            "gold": {"files": [gold], "functions": null}})
    };
    let lines = [
        case("a-1", "Axis drifts", "src/axis.ts"),
        case("b-2", "Alarm silent", "src/alarm.ts"),
    ];
    write_lines(&ws.join("cases.jsonl"), &lines);
    let candidate = json!({"v": 1, "id": "0123456789ab", "strategy": "similar", "case": "a-1", "donor": "b-2",
        "donor_title": "Alarm silent", "donor_gold": ["src/alarm.ts"], "replaces": "e-a-1",
        "swapped": {"exhibit": "e-b-2", "source": "https://x.example/b-2.png", "image": null, "phash": ""},
        "similarity": 0.31, "seed": 1, "made_by": "test"});
    write_lines(&ws.join("candidates.jsonl"), &[candidate]);
    ws
}

pub(crate) fn write_lines(path: &Path, lines: &[Value]) {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(path, text.join("\n") + "\n").unwrap();
}

/// The last screen after typing `keys` as `who`.
pub(crate) fn play(home: &Home, ws: &Path, who: &str, keys: &str) -> String {
    home.ok(&[
        "play",
        keys,
        "-w",
        ws.to_str().unwrap(),
        "--as",
        who,
        "--size",
        "150x44",
    ])
}

/// All entries of an annotator as `(subject kind, question, value)`.
pub(crate) fn entries(ws: &Path, who: &str) -> Vec<(String, String, Value)> {
    let mut out = Vec::new();
    let mut files: Vec<_> = fs::read_dir(ws.join("journal").join(who))
        .unwrap()
        .map(|d| d.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        for line in fs::read_to_string(file).unwrap().lines() {
            let e: Value = serde_json::from_str(line).unwrap();
            let text = |v: &Value| v.as_str().unwrap().to_owned();
            out.push((text(&e["subject"]["kind"]), text(&e["question"]), e["value"].clone()));
        }
    }
    out
}
