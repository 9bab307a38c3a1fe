//! `casefile gate` on recorded replies: what each way to pass and to fail comes to, worked out by hand.

use std::fs;

use serde_json::{Value, json};

use crate::study::{Study, clean, lines, row};

mod labels;
mod model;
mod table;

use table::{replies, table};

const UI: &str = "ui_screenshot";

/// A workspace with a case for each row, and the replies taken in.
fn study() -> Study {
    let names: Vec<Value> = table().iter().map(|r| row(r.name)).collect();
    let study = Study::with(&names);
    let file = study.write("replies.jsonl", lines(&replies()));
    study.ok(&["gate", "--replies", &file]);
    study
}

fn gate(study: &Study, more: &[&str]) -> Value {
    let text = study.ok(&[&["gate", "--json"], more].concat());
    clean("gate --json", &text);
    serde_json::from_str(&text).unwrap()
}

fn letters(image: &Value) -> String {
    let steps = image["steps"].as_array().unwrap().iter();
    steps
        .map(|s| match s["verdict"].as_str() {
            None => '?',
            Some("skipped") => 's',
            Some(word) => word.chars().next().unwrap(),
        })
        .collect()
}

/// Verdicts of an image after a run of the gate.
fn of(report: &Value, case: &str) -> String {
    let list = report["list"].as_array().unwrap();
    letters(list.iter().find(|i| i["case"] == case).unwrap())
}

#[test]
fn recorded_replies_come_to_the_verdicts_worked_out_by_hand() {
    let study = study();
    let report = gate(&study, &[]);
    let list = report["list"].as_array().unwrap();
    assert_eq!(list.len(), table().len());
    for row in table() {
        let image = list.iter().find(|i| i["case"] == row.name).unwrap();
        assert_eq!(letters(image), row.want, "{}: {image:#}", row.name);
        assert_eq!(image["flagged"], row.name == "flagged", "{}", row.name);
        let decided = row.want.rfind(['p', 'f', 'e']).unwrap();
        let reason = image["steps"][decided]["reason"].as_str().unwrap();
        assert!(reason.contains(row.why), "{}: {reason}", row.name);
        let labels = &image["labels"];
        if row.want == "pppp" {
            let relevance = if row.name == "vital" { 2 } else { 1 };
            assert_eq!(
                labels,
                &json!({"category": UI, "relevance": relevance, "annotation_by": "ai"}),
                "{}",
                row.name
            );
        } else {
            assert_eq!(labels, &Value::Null, "{}", row.name);
        }
    }
    let fenced = list.iter().find(|i| i["case"] == "fenced").unwrap();
    assert_eq!(fenced["steps"][0]["mends"], json!(["fence"]));
    // Of 25 images: A passes 17, fails neutral, harmful, asked-anyway, has no answer 5 times; and so on down the table.
    let stage = |n: usize| {
        let s = &report["stages"][n];
        ["asked", "passed", "failed", "error", "open"].map(|k| s[k].as_u64().unwrap())
    };
    assert_eq!(stage(0), [25, 17, 3, 5, 0]);
    assert_eq!(stage(1), [17, 13, 2, 2, 0]);
    assert_eq!(stage(2), [12, 9, 2, 1, 1]);
    assert_eq!(stage(3), [9, 5, 2, 2, 1]);
    assert_eq!((&report["accepted"], &report["flagged"]), (&json!(5), &json!(1)));
    // 25 A, 18 B, 13 C, 10 D: the model that gave D twice is `one`.
    assert_eq!(report["models"][0]["records"], 25 + 18 + 13 + 1);
    assert_eq!(report["models"][1]["records"], 9);
    assert_eq!(report["models"][1]["prompt_tokens"], 900);
    let text = study.ok(&["gate"]);
    assert!(text.contains("25 images in the gate, 0 never asked about"), "{text}");
    clean("gate", &text);
}

#[test]
fn another_limit_needs_no_call_and_changes_no_file() {
    let study = study();
    let before = study.read("gate.jsonl");
    let lower = gate(&study, &["--relevance", "0"]);
    assert_eq!(of(&lower, "asked-anyway"), "pppp");
    assert_eq!(of(&lower, "neutral"), "p???");
    let higher = gate(&study, &["--min-confidence", "0.61"]);
    assert_eq!(
        (of(&higher, "at-the-limit"), of(&higher, "all-pass")),
        ("pfss".into(), "pppp".into())
    );
    assert_eq!(of(&gate(&study, &["--min-confidence", "0.5"]), "below"), "pp??");
    let close = gate(&study, &["--apart", "0"]);
    assert_eq!(
        (of(&close, "vital"), of(&close, "all-pass")),
        ("pppf".into(), "pppp".into())
    );
    assert_eq!(of(&gate(&study, &["--apart", "2"]), "two-apart"), "pppp");
    assert_eq!(study.read("gate.jsonl"), before);
    assert!(
        study
            .fails(2, &["gate", "--min-confidence", "1.5"])
            .contains("--min-confidence")
    );
}

#[test]
fn images_are_listed_by_where_they_stand() {
    let study = study();
    let listed = |more: &[&str]| -> Vec<String> {
        let report = gate(&study, more);
        let list = report["list"].as_array().unwrap().iter();
        list.map(|i| i["case"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed(&["--state", "failed:D"]), ["other-category", "two-apart"]);
    assert_eq!(listed(&["--state", "error:C"]), ["fix-unsaid"]);
    assert_eq!(listed(&["--state", "open"]), ["half-way"]);
    assert_eq!(listed(&["--state", "flagged"]), ["flagged"]);
    assert_eq!(
        listed(&["--state", "accepted"]),
        ["all-pass", "at-the-limit", "fenced", "flagged", "vital"]
    );
    assert_eq!(listed(&["--state", "failed", "--confidence", ".55..=.60"]), ["below"]);
    assert_eq!(listed(&["--confidence", ".6..0.65"]), ["at-the-limit"]);
    assert_eq!(listed(&["neutral", "vital"]), ["neutral", "vital"]);
    let text = study.ok(&["gate", "--list", "--state", "failed:C"]);
    let want = "fix-elsewhere ";
    let line = text.lines().find(|l| l.starts_with(want)).unwrap();
    assert!(
        line.contains("(image 1 of 1) failed C: A pass, relevance +1 [one]; B pass, ui_screenshot"),
        "{line}"
    );
    assert!(line.ends_with("C fail, plausible: no [one]"), "{line}");
    assert!(text.contains("2 images listed"), "{text}");
    for (field, args) in [
        ("--state", ["gate", "--state", "lost"]),
        ("--confidence", ["gate", "--confidence", "2"]),
    ] {
        assert!(study.fails(2, &args).contains(field));
    }
    assert!(study.fails(2, &["gate", "nowhere"]).contains("no case 'nowhere'"));
}

#[test]
fn the_same_replies_again_change_nothing() {
    let study = study();
    let before = study.read("gate.jsonl");
    let all = replies().len();
    assert_eq!(before.lines().count(), all);
    let file = study.write("again.json", serde_json::to_string_pretty(&replies()).unwrap());
    let report = gate(&study, &["--replies", &file]);
    assert_eq!(report["replies"]["same"], all);
    assert_eq!(report["replies"]["new"], 0);
    // Its own log is a file of replies like any other.
    let own = study.path().join("gate.jsonl").display().to_string();
    assert_eq!(gate(&study, &["--replies", &own])["replies"]["new"], 0);
    assert_eq!(study.read("gate.jsonl"), before);
    // And makes the same verdicts elsewhere.
    let names: Vec<Value> = table().iter().map(|r| row(r.name)).collect();
    let other = Study::with(&names);
    assert_eq!(gate(&other, &["--replies", &own])["list"], gate(&study, &[])["list"]);
}

#[test]
fn a_row_that_is_none_is_named_and_the_others_are_taken() {
    let study = Study::with(&[row("c-1"), row("c-2")]);
    let good = json!({"case": "c-1", "stage": "A", "model": "m", "reply": "{\"relevance\": 1}"});
    let with = |key: &str, value: Value| {
        let mut out = good.clone();
        out[key] = value;
        out.to_string()
    };
    let rows = [
        good.to_string(),
        "{\"case\": \"c-1\", ".to_owned(),
        with("case", "c-9".into()),
        with("exhibit", "nowhere.png".into()),
        with("stage", "E".into()),
        with("model", Value::Null),
        with("reply", Value::Null),
        with("usage", "dear".into()),
        with("stage", "b".into()),
    ];
    let file = study.write("bad.jsonl", rows.join("\n"));
    let strict = study.fails(2, &["gate", "--strict", "--replies", &file]);
    assert!(strict.contains("bad.jsonl:2: "), "{strict}");
    assert!(!study.path().join("gate.jsonl").exists());
    let out = study.run(&["gate", "--replies", &file]);
    let err = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1));
    for told in [
        "bad.jsonl:2: not JSON",
        "bad.jsonl:3: field 'case': no case 'c-9' in the workspace",
        "bad.jsonl:4: field 'exhibit': case 'c-1' shows no image 'nowhere.png'; it shows 1",
        "bad.jsonl:5: field 'stage': expected a stage, A to D",
        "bad.jsonl:6: field 'model': expected the name of the model that answered",
        "bad.jsonl:7: field 'reply': there is neither a reply nor a verdict",
        "bad.jsonl:8: field 'usage': expected prompt_tokens and completion_tokens",
    ] {
        assert!(err.contains(told), "{told}\n{err}");
    }
    // The first, and the last: B's answer is of another shape, which is an error of the model, not of the file.
    assert_eq!(of(&gate(&study, &[]), "c-1"), "pess");
    let log = study.read("gate.jsonl");
    assert_eq!(log.lines().count(), 2);
    // A line of the log that is damaged stays as it is, is named, and stops nothing.
    study.lay("gate.jsonl", format!("{log}{{broken\n"));
    let more = study.write(
        "more.jsonl",
        json!({"case": "c-2", "stage": "A", "model": "m", "reply": "{\"relevance\": 0}"}).to_string(),
    );
    let out = study.run(&["gate", "--replies", &more]);
    assert!(String::from_utf8_lossy(&out.stderr).contains("gate.jsonl:3: not a record of the gate"));
    assert!(study.read("gate.jsonl").starts_with(&format!("{log}{{broken\n")));
    assert_eq!(of(&gate(&study, &[]), "c-2"), "fsss");
}

#[test]
fn nothing_from_a_reply_steers_a_terminal() {
    let study = Study::with(&[row("c-1")]);
    let reply =
        json!({"case": "c-1", "stage": "A", "model": "m\u{1b}[2J", "reply": "\u{1b}]0;x\u{7} no JSON \u{202e}"});
    let file = study.write("r.jsonl", reply.to_string());
    let out = study.ok(&["gate", "--list", "--replies", &file]);
    clean("gate --list", &out);
    assert!(out.contains("no JSON"), "{out}");
    gate(&study, &[]);
}

#[test]
fn other_commands_take_no_harm_from_the_log() {
    let study = study();
    labels::says(&study, "ann", &[("all-pass", "gate/C", json!("fail"))]);
    for args in [&["audit"][..], &["show"], &["agree"], &["agree", "--json"]] {
        let out = study.run(args);
        let err = String::from_utf8_lossy(&out.stderr);
        assert!(
            !err.contains("gate") && out.status.code().unwrap() < 2,
            "{args:?}: {err}"
        );
    }
    let doctor = study.run(&["doctor"]);
    let said = String::from_utf8_lossy(&doctor.stdout);
    assert!(!said.contains("gate.jsonl") || !said.contains("unknown"), "{said}");
    fs::remove_file(study.path().join("gate.jsonl")).unwrap();
    assert_eq!(gate(&study, &[])["images"], 1, "what ann said is still there");
}
