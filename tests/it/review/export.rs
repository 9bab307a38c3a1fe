//! From the review of a candidate to a case of relevance −1.

use std::fs;

use serde_json::{Value, json};

use super::{play, study};
use crate::support::Home;

/// Answers to everything; Q5 and the decision are the reviewer's.
fn review(q5: u8, decision: &str) -> String {
    format!(
        "g h enter n \"No file is named\" enter 4 \"Both show a board\" enter enter \"the alarms\" enter \"it shows alarms\" \
         enter 5 \"other module\" enter {q5} \"hours lost\" enter 3 \"much\" enter - \"misleads\" enter {decision}"
    )
}

fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn cases(ws: &std::path::Path) -> Vec<casefile::domain::case::Case> {
    let text = fs::read_to_string(ws.join("cases.jsonl")).unwrap();
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

#[test]
fn two_reviewers_make_a_harmful_case_and_one_alone_does_not() {
    let home = Home::new();
    let ws = study(&home);
    let dir = ws.to_str().unwrap();
    let out = home.path().join("out");
    let export = |what: &str| {
        home.ok(&[
            "export",
            "-w",
            dir,
            "--what",
            what,
            "--out",
            out.to_str().unwrap(),
            "--reveal",
        ]);
        lines(&out.join(format!("{}.jsonl", what.split(',').next().unwrap())))
    };
    play(&home, &ws, "ann", &review(4, "A"));
    assert_eq!(export("candidates")[0]["state"], "under review");
    assert!(export("harmful").is_empty(), "one reviewer is not enough");
    let err = home.fails(2, &["export", "-w", dir, "--what", "harmful"]);
    assert!(
        err.contains("--reveal") && err.contains("blind"),
        "the round is open: {err}"
    );

    // Within 1 on Q5: 4 and 5.
    play(&home, &ws, "bob", &review(5, "A"));
    let candidates = export("candidates");
    assert_eq!(
        (&candidates[0]["state"], &candidates[0]["relevance"]),
        (&json!("accepted"), &json!(-1))
    );
    let harmful = export("harmful");
    assert_eq!(harmful.len(), 1);
    let case = &harmful[0];
    assert_eq!(case["instance_id"], "a-1~0123456789ab");
    assert_eq!(case["relevance"], -1);
    assert_eq!(
        case["diff_files"],
        json!(["src/axis.ts"]),
        "gold stays that of the text"
    );
    let body = case["body"].as_str().unwrap();
    assert!(
        body.contains("https://x.example/b-2.png") && !body.contains("a-1.png"),
        "{body}"
    );
    let made = &case["synthesis"];
    assert_eq!(
        (&made["strategy"], &made["donor"], &made["similarity"]),
        (&json!("similar"), &json!("b-2"), &json!(0.31))
    );
    assert_eq!(made["accepted_by"], json!(["ann", "bob"]));
    assert_eq!(made["reviews"][1]["answers"]["q5"], 5);
    assert_eq!(made["reviews"][0]["answers"]["q7.why"], "misleads");

    // It is a case like any other for another workspace.
    let other = home.path().join("other");
    home.ok(&["init", other.to_str().unwrap()]);
    home.ok(&[
        "import",
        out.join("harmful.jsonl").to_str().unwrap(),
        "-w",
        other.to_str().unwrap(),
    ]);
    let there = lines(&other.join("cases.jsonl"));
    assert_eq!(there[0]["id"], "a-1~0123456789ab");
    assert_eq!(there[0]["labels"]["relevance"], -1);
}

#[test]
fn reviewers_too_far_apart_are_a_dispute() {
    let home = Home::new();
    let ws = study(&home);
    let out = home.path().join("out");
    play(&home, &ws, "ann", &review(3, "A"));
    play(&home, &ws, "bob", &review(5, "A"));
    let args = [
        "export",
        "-w",
        ws.to_str().unwrap(),
        "--what",
        "candidates,harmful",
        "--out",
    ];
    home.ok(&[&args[..], &[out.to_str().unwrap(), "--reveal"]].concat());
    assert_eq!(lines(&out.join("candidates.jsonl"))[0]["state"], "disputed");
    assert!(lines(&out.join("harmful.jsonl")).is_empty());
}

#[test]
fn exported_candidates_and_agreed_labels_change_nothing_when_they_come_back() {
    let home = Home::new();
    let ws = study(&home);
    let dir = ws.to_str().unwrap();
    // Both answer the exhibit alone: the case follows by the declared rule.
    for who in ["ann", "bob"] {
        play(&home, &ws, who, "enter e 2");
    }
    let before = cases(&ws);
    let candidates = fs::read(ws.join("candidates.jsonl")).unwrap();
    for form in ["jsonl", "csv", "parquet"] {
        let out = home.path().join(form);
        home.ok(&[
            "export",
            "-w",
            dir,
            "--as",
            form,
            "--out",
            out.to_str().unwrap(),
            "--reveal",
        ]);
        if form == "jsonl" {
            let case = &lines(&out.join("cases.jsonl"))[0];
            assert_eq!(
                (&case["category"], &case["relevance"]),
                (&json!("error_message"), &json!(2))
            );
            let source = &case["casefile"]["agreed"]["relevance"]["source"];
            assert!(source.to_string().contains("any-least-else-max"), "{source}");
        }
        let other = home.path().join(format!("copy-{form}"));
        home.ok(&["init", other.to_str().unwrap()]);
        for name in ["cases", "candidates", "judgements"] {
            let file = out.join(format!("{name}.{form}"));
            home.ok(&["import", file.to_str().unwrap(), "-w", other.to_str().unwrap()]);
        }
        assert_eq!(cases(&other), before, "{form}");
        let back: Vec<Value> = lines(&other.join("candidates.jsonl"));
        let had: Vec<Value> = candidates
            .split(|b| *b == b'\n')
            .filter(|l| !l.is_empty())
            .map(|l| serde_json::from_slice(l).unwrap())
            .collect();
        assert_eq!(back, had, "{form}");
        let told = home.ok(&[
            "import",
            out.join(format!("judgements.{form}")).to_str().unwrap(),
            "-w",
            dir,
        ]);
        assert!(!told.contains("new") || told.contains("nothing new"), "{told}");
        assert_eq!(cases(&ws), before);
    }
}
