//! Poisoned text in every field that a screen or a pipe can show.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use crate::study::{Study, clean, lines};

/// Steers terminals, reorders or hides text: escapes, C0, C1, bidi, zero width, tags, private use, tabs.
const BAD: &str = "p\x1b[31mA\x1b]0;own\x07B\u{9b}2JC\u{9d}0;x\u{9c}D\u{202e}E\u{2066}F\u{200b}G\u{10eeee}H\tI\0J\x08K\x7fL\u{85}M\u{2028}N\u{feff}O\u{e0041}P\u{ad}Q\u{3164}R\rS\x1bPq~\x1b\\T\x1b_Gi=1;AAAA\x1b\\U\u{e000}V";

/// The same without what a file name or git cannot hold.
fn name() -> String {
    BAD.replace(['\0', '/'], "")
}

/// More than any screen: one line of tenths of a megabyte, and a letter under tenths of 100,000 marks.
fn vast(tenths: usize) -> String {
    format!(
        "{}\n\ne{}",
        "x\u{202e}y ".repeat(tenths * 17_000),
        "\u{301}".repeat(tenths * 10_000)
    )
}

/// A repository whose file has a poisoned name, content, author and message; gives the commit.
fn repository(study: &Study) -> String {
    let dir = study.home.path().join("r.git");
    let repo = git2::Repository::init_bare(&dir).unwrap();
    // A NUL would make it a binary file.
    let words = BAD.replace('\0', "");
    let text = format!(
        "function a() {{\n{words}\n{}\n}}\n// {}\n",
        vast(10),
        "z".repeat(1 << 20)
    );
    let blob = repo.blob(text.as_bytes()).unwrap();
    let mut tree = repo.treebuilder(None).unwrap();
    tree.insert(format!("{}.js", name()), blob, 0o100_644).unwrap();
    let tree = repo.find_tree(tree.write().unwrap()).unwrap();
    let who = git2::Signature::new(&name(), "a@example.org", &git2::Time::new(0, 0)).unwrap();
    let commit = repo.commit(Some("HEAD"), &who, &who, &name(), &tree, &[]).unwrap();
    study.ok(&["import", "--repo", &format!("o/r={}", dir.display())]);
    commit.to_string()
}

fn case(id: &str, repo: &str, commit: &str, words: &str) -> Value {
    let path = format!("{}.js", name());
    json!({
        "v": 1, "id": id, "benchmark": words, "repo": repo, "base_commit": commit, "language": words,
        "title": words, "created_at": words,
        "body": format!("{words}\n\n# {words}\n\n- {words}\n\n`{words}` ![{words}](https://h/{id}) [{words}](http://{words})\n\n```js\n{words}\n```\n\n|{words}|b|\n|---|---|\n|{words}|d|\n\n<b>{words}</b> &#27;[31m &#x9b;2J &#8238; :{words}:\n"),
        "comments": [{"by": words, "at": words, "body": words}],
        "exhibits": [
            {"id": "e1", "source": format!("https://h/{id}"), "alt": words, "place": "body", "image": null, "fault": words},
            {"id": "e2", "source": words, "alt": words, "place": "attached", "image": {
                "sha256": "00", "format": words, "width": 9, "height": 9, "frames": 1, "bytes": 9}},
        ],
        "patch": format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@ {words}\n {words}\n-{words}\n+{words}\n"),
        "gold": {"files": [path, words], "functions": [format!("{path}:{words}"), words], "origin": "dataset"},
        "labels": {"category": words, "relevance": 1, "difficulty": words, "annotation_by": words},
        "extra": {"x": words}, "novel": words,
    })
}

fn evidence(case: &str, exhibit: &str, words: &str) -> Value {
    json!({
        "v": 1, "case": case, "exhibit": exhibit, "producer": words, "at": words, "ocr_text": words,
        "error_signal": {"kind": words, "type": words, "message": words, "stack_hint": [format!("{}.js:1", name()), words]},
        "ui_elements": [words, words], "user_action": words,
        "code_hint": {"function_names": [words], "file_patterns": [words, "a/b.js"], "frameworks": [words]},
        "visual_saliency": words, "confidence": 0.5, "notes": words, "raw": words,
    })
}

fn suspects(case: &str, words: &str) -> Value {
    let path = format!("{}.js", name());
    json!({
        "v": 1, "case": case, "status": "ok", "raw_text": words, "patch": words, "exit_status": words,
        "files": [
            {"raw": words, "path": path, "rank": 1, "score": 0.5, "flags": [words]},
            {"raw": words, "path": words, "rank": 2, "score": null, "flags": [words, words]},
        ],
        "functions": [{"raw": words, "path": path, "name": words, "rank": 1, "score": 1e300, "flags": [words]}],
    })
}

/// Cases: one with a repository, one whose id is poison itself and, when asked for, one with fields of a megabyte.
fn study(large: bool) -> Study {
    let study = Study::new();
    let commit = repository(&study);
    let words = vast(1);
    let mut all = vec![("bad-1", BAD), (BAD, BAD)];
    let mut cases = vec![case("bad-1", "o/r", &commit, BAD), case(BAD, BAD, BAD, BAD)];
    if large {
        all.push(("vast-1", &words));
        // The record takes a megabyte in every field; a tenth is enough in the forty of evidence and suspects.
        let mut case = case("vast-1", "o/r", &commit, &vast(10));
        case["body"] = vast(10).into();
        cases.push(case);
    }
    study.lay("cases.jsonl", lines(&cases));
    let found: Vec<Value> = all
        .iter()
        .flat_map(|(id, words)| [evidence(id, "e1", words), evidence(id, "e2", words)])
        .collect();
    study.lay("evidence/eve.jsonl", lines(&found));
    let ranked: Vec<Value> = all.iter().map(|(id, words)| suspects(id, words)).collect();
    for run in ["plain".to_owned(), name()] {
        study.lay(&format!("runs/{run}/suspects.jsonl"), lines(&ranked));
        let info: toml::Table = ["system", "model", "input", "made", "note", "imported_from"]
            .into_iter()
            .map(|k| (k.to_owned(), toml::Value::from(BAD)))
            .collect();
        study.lay(&format!("runs/{run}/run.toml"), info.to_string());
    }
    // A note that somebody wrote by hand into a journal.
    let note = json!({
        "v": 1, "seq": 1, "prev": "", "writer": "w1", "at": BAD, "by": "me",
        "subject": {"kind": "case", "case": "bad-1"}, "question": "note", "op": "set", "value": BAD,
        "supersedes": [], "form_hash": BAD, "sight": "open", "took_ms": 1,
    });
    study.lay("journal/me/w1-0001.jsonl", lines(&[note]));
    study
}

/// Plays with a deadline; the screen must be clean.
fn screen(study: &Study, keys: &str, size: &str) -> String {
    let dir = study.path().display().to_string();
    let out = study
        .home
        .casefile()
        .args(["play", keys, "--as", "me", "--size", size, "-w", &dir])
        .timeout(Duration::from_mins(1))
        .output()
        .expect("the binary runs");
    let said = String::from_utf8(out.stdout).expect("text");
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "play {keys}: {err}");
    clean(&format!("play {keys} {size}"), &said);
    said
}

const SIZES: [&str; 2] = ["160x48", "80x24"];

#[test]
fn no_list_and_no_desk_lets_poison_through() {
    let study = study(false);
    let list = ["", "o o o o", "R", "/ \"x\"", "?", "v", "G"];
    let desk = [
        "",
        "tab",
        "tab tab",
        "tab tab tab",
        "tab tab tab tab",
        "i",
        "t i",
        "m",
        "D",
        "F",
        ". P",
        "g e",
        "g d",
        "g s",
        "R",
        "/ \"A\" enter",
        "end",
    ];
    for size in SIZES {
        for keys in list {
            screen(&study, keys, size);
        }
        for keys in desk {
            screen(&study, &format!("enter {keys}"), size);
            screen(&study, &format!("j enter {keys}"), size);
        }
    }
    // Poison was on screen, so the checks above looked at it.
    assert!(screen(&study, "enter", "160x48").contains("␛[31m"));
}

#[test]
fn no_source_lets_poison_through() {
    let study = study(false);
    for size in SIZES {
        for keys in ["", "o", "b", "D", "tab", "end", "/ \"A\" enter", "n ] ["] {
            // The first entry of either menu is the poisoned file.
            screen(&study, &format!("enter g d enter {keys}"), size);
        }
        screen(&study, "enter g s enter", size);
    }
    let shown = screen(&study, "enter g d enter", "160x48");
    assert!(shown.contains("function a()") && shown.contains("␛[31m"), "{shown}");
}

#[test]
fn fields_of_a_megabyte_and_a_hundred_thousand_marks() {
    let study = study(true);
    for keys in ["", "G enter", "G enter tab tab", "G enter D"] {
        screen(&study, keys, "160x48");
    }
    screen(&study, "G enter", "80x24");
    let text = study.ok(&["show", "vast-1"]);
    clean("show", &text);
    let marks = text.chars().filter(|c| *c == '\u{301}').count();
    assert!(marks < 1000, "{marks} combining marks");
}

#[test]
fn no_pipe_lets_poison_through() {
    let study = study(false);
    clean("show", &study.ok(&["show"]));
    clean("bad-1", &study.ok(&["show", "bad-1"]));
    // The list names all ids; one with a NUL cannot be asked for on a command line.
    let out = study.run(&["doctor"]);
    clean("doctor", &String::from_utf8(out.stdout).unwrap());
    // Messages about poisoned input, on standard output and standard error.
    for id in ["bad", "zzz"] {
        let err = study.fails(2, &["show", id]);
        clean("show, unknown id", &err);
    }
}

#[test]
fn messages_of_imports_are_clean() {
    let study = Study::new();
    let bad_row = json!({"instance_id": BAD, "problem_statement": BAD, "repo": BAD});
    let bad_field = json!({"instance_id": "a", "problem_statement": BAD, "repo": {"x": BAD}});
    let rows = study.write(
        "rows.jsonl",
        format!("{}{{\"{}\u{9b}2J\n", lines(&[bad_row, bad_field]), "\u{202e}".repeat(4)),
    );
    clean("rows", &study.partly(&["import", &rows, "--as", "swe-bench"]));
    let mapping = study.write(
        "images.jsonl",
        lines(&[json!({"instance_id": BAD, "url": BAD, "file": BAD})]),
    );
    clean("mapping", &study.partly(&["import", &mapping]));
    let keys = study.write("keys.jsonl", lines(&[json!({BAD: 1, "b": BAD})]));
    clean("unknown keys", &study.fails(2, &["import", &keys]));
    let odd = study.home.path().join(name());
    fs::write(&odd, "{\"a\":1}").unwrap();
    clean("file name", &study.fails(2, &["import", &odd.display().to_string()]));
    let preds = study.write(
        "p.preds.json",
        lines(&[json!({"instance_id": BAD, "model_patch": BAD, "model_name_or_path": BAD})]),
    );
    clean("predictions", &study.ok(&["import", &preds]));
    clean("list of runs", &study.play("R", "100x30"));
    // Broken files of a workspace are told on the screens, too.
    study.lay("cases.jsonl", format!("{{\"v\":1,\"id\":\"x\",\"title\":{{\"{BAD}\n"));
    clean("banner", &study.play("", "100x30"));
    clean("doctor", &String::from_utf8(study.run(&["doctor"]).stdout).unwrap());
    study.lay("casefile.toml", format!("\"{BAD}\" = 1\n"));
    clean("settings", &study.fails(2, &["show"]));
}
