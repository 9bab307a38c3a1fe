//! A form of one's own needs one file; a broken one is refused with line and caret.

use std::fs;

use serde_json::json;

use super::{entries, play, study};
use crate::support::Home;

const FIVE: &str = r#"
id = "triage"
title = "Triage"
guide = "Read the whole issue first."

[[question]]
id = "area"
label = "area"
answer = "choice"
on = ["case"]
required = true
[[question.option]]
value = "web"
key = "W"
[[question.option]]
value = "server"

[[question]]
id = "pain"
label = "pain"
answer = "ordinal"
on = ["case"]
required = true
[[question.option]]
value = "low"
[[question.option]]
value = "high"

[[question]]
id = "clarity"
label = "clarity"
answer = "scale"
min = 0
max = 3
ends = ["opaque", "plain"]
on = ["case"]
required = true
reason = true

[[question]]
id = "again"
label = "can be reproduced"
answer = "yes_no"
on = ["case"]
required = true

[[question]]
id = "steps"
label = "steps"
answer = "text"
on = ["case"]
required = true
when = "again == yes"

[[check]]
when = "pain == high and clarity == 0"
says = "painful, yet nothing is clear?"
"#;

#[test]
fn one_file_makes_a_form_with_five_question_types() {
    let home = Home::new();
    let ws = study(&home);
    fs::create_dir_all(ws.join("forms")).unwrap();
    fs::write(ws.join("forms/triage.toml"), FIVE).unwrap();

    let keys = "enter A W 2 0 \"who knows\" enter y enter \"open it\" enter";
    let screen = play(&home, &ws, "ann", keys);
    assert!(screen.contains("Triage"), "{screen}");
    assert!(screen.contains("painful, yet nothing is clear?"), "{screen}");
    assert_eq!(
        entries(&ws, "ann"),
        [
            ("case".to_owned(), "area".to_owned(), json!("web")),
            ("case".to_owned(), "pain".to_owned(), json!("high")),
            ("case".to_owned(), "clarity".to_owned(), json!(0)),
            ("case".to_owned(), "clarity.why".to_owned(), json!("who knows")),
            ("case".to_owned(), "again".to_owned(), json!(true)),
            ("case".to_owned(), "steps".to_owned(), json!("open it")),
        ]
    );
    // The text is asked for only where the problem can be reproduced.
    let other = play(&home, &ws, "bob", "enter A W 1 3 \"clear\" enter n");
    assert!(
        other.contains("can be reproduced") && !other.contains("steps"),
        "{other}"
    );
    assert!(other.contains("all questions are answered"), "{other}");
}

#[test]
fn a_broken_form_is_refused_with_line_and_caret() {
    let home = Home::new();
    let ws = study(&home);
    fs::create_dir_all(ws.join("forms")).unwrap();
    let path = ws.join("forms/triage.toml");
    fs::write(&path, FIVE.replace("pain == high", "pain == hihg")).unwrap();
    let line = FIVE.lines().position(|l| l.starts_with("when = \"pain")).unwrap() + 1;
    for args in [
        vec!["play", "enter", "-w", ws.to_str().unwrap()],
        vec!["forms", path.to_str().unwrap()],
    ] {
        let err = home.fails(2, &args);
        assert!(err.contains(&format!("triage.toml:{line}: ")), "{err}");
        assert!(
            err.contains("'hihg' is no answer") && err.contains("low, high"),
            "{err}"
        );
        let mark = err
            .lines()
            .find(|l| l.trim_start_matches([' ', '|']).starts_with('^'))
            .unwrap();
        let code = err.lines().find(|l| l.contains("when = ")).unwrap();
        let at = mark.find('^').unwrap();
        assert!(code[at..].starts_with("pain == hihg"), "{err}");
    }
    assert!(!ws.join("journal/tester").exists(), "nothing was written");
}

#[test]
fn a_key_that_means_something_else_is_refused() {
    let home = Home::new();
    let ws = study(&home);
    fs::create_dir_all(ws.join("forms")).unwrap();
    fs::write(ws.join("forms/triage.toml"), FIVE.replace("key = \"W\"", "key = \"x\"")).unwrap();
    let err = home.fails(2, &["play", "enter", "-w", ws.to_str().unwrap()]);
    assert!(
        err.contains("'x'") && err.contains("'area'") && err.contains("take the answer"),
        "{err}"
    );
}

#[test]
fn an_answer_to_an_older_form_stays_and_is_marked() {
    let home = Home::new();
    let ws = study(&home);
    fs::create_dir_all(ws.join("forms")).unwrap();
    let path = ws.join("forms/triage.toml");
    fs::write(&path, FIVE).unwrap();
    play(&home, &ws, "ann", "enter A W 2");
    let newer = FIVE
        .replace("value = \"web\"\n", "value = \"client\"\nformer = [\"web\"]\n")
        .replace("value = \"high\"\n", "value = \"severe\"\n")
        .replace("pain == high", "pain == severe");
    fs::write(&path, newer).unwrap();
    let screen = play(&home, &ws, "ann", "enter A");
    assert!(screen.contains("client ✓ ° older form"), "renamed: {screen}");
    assert!(screen.contains("high (no longer an answer)"), "gone: {screen}");
}
