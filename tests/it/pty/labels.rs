//! Answers survive: kill -9, two processes, undo in a later session, a blind round, a note from an editor.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::Value;

use super::session::{Session, Start, patiently};
use crate::support::Home;

/// All entries of `me` in the sample, file by file.
fn journal(home: &Home, me: &str) -> Vec<Vec<Value>> {
    let dir = home.path().join("data/casefile/sample/journal").join(me);
    let mut files: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|f| f.path())
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    let lines = |p: &PathBuf| {
        let text = fs::read_to_string(p).expect("a journal");
        text.lines()
            .map(|l| serde_json::from_str(l).expect("an entry"))
            .collect()
    };
    files.iter().map(lines).collect()
}

#[test]
fn the_sample_opens_without_an_argument() {
    let home = Home::new();
    let s = Session::casefile(
        &home,
        &Start {
            args: &[],
            ..Start::default()
        },
    );
    s.see("harbour__tidewatch-101").see("12 cases").see("tester");
    s.quit();
}

#[test]
fn saved_answers_survive_kill_9_and_undo_works_after_it() {
    let home = Home::new();
    let s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-101").keys("\r").see("relevance —");
    s.keys("2u").see("relevance 2 vital ✓").see("category ui_screenshot ✓");
    s.see("· saved ·");
    s.kill();
    let on_disk: Vec<(String, Value)> = journal(&home, "me")
        .concat()
        .iter()
        .map(|e| (e["question"].as_str().unwrap().to_owned(), e["value"].clone()))
        .collect();
    assert_eq!(
        on_disk,
        [
            ("relevance".to_owned(), Value::from(2)),
            ("category".to_owned(), Value::from("ui_screenshot"))
        ]
    );

    let s = Session::casefile(&home, &Start::default());
    s.see("◐")
        .keys("\r")
        .see("relevance 2 vital ✓")
        .see("category ui_screenshot ✓");
    s.keys("z")
        .see("undone: category")
        .see("category —")
        .see("relevance 2 vital ✓");
    s.see("· saved ·");
    s.kill();

    let s = Session::casefile(&home, &Start::default());
    s.see("◐").keys("\r").see("relevance 2 vital ✓").see("category —");
    s.keys("Z").see("redone: category").see("category ui_screenshot ✓");
    s.quit();
}

#[test]
fn two_processes_at_once_both_save() {
    let home = Home::new();
    let one = Session::casefile(&home, &Start::default());
    one.see("harbour__tidewatch-101").keys("\r").see("relevance —");
    let two = Session::casefile(&home, &Start::default());
    two.see("harbour__tidewatch-101")
        .keys("j\r")
        .see("2/12")
        .see("relevance —");
    one.keys("2").see("relevance 2 vital ✓");
    two.keys("1").see("relevance 1 helpful ✓");
    one.keys("c").see("category code_screenshot ✓");
    two.keys("e").see("category error_message ✓");
    one.quit();
    two.quit();
    let files = journal(&home, "me");
    assert_eq!(files.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    // Each file holds the answers of one process alone.
    for file in &files {
        assert_eq!(file[0]["subject"]["case"], file[1]["subject"]["case"]);
        assert_eq!(file[0]["writer"], file[1]["writer"]);
    }
    assert_ne!(files[0][0]["writer"], files[1][0]["writer"]);
    let s = Session::casefile(&home, &Start::default());
    s.until("both cases begun", |s| s.text().matches('◐').count() == 2);
    s.quit();
}

#[test]
fn a_note_from_the_editor_is_saved() {
    let home = Home::new();
    let editor = home.path().join("editor.sh");
    fs::write(
        &editor,
        "#!/bin/sh\nprintf 'seen from the harbour\\nlate\\n' > \"$1\"\n",
    )
    .unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let path = editor.display().to_string();
    let s = Session::casefile(
        &home,
        &Start {
            env: &[("EDITOR", &path)],
            ..Start::default()
        },
    );
    s.see("harbour__tidewatch-101").keys("\r").see("note —").keys("I");
    s.see("seen from the harbour").see("· saved ·");
    // The screen is whole again and takes keys.
    s.see("What I see").keys("1").see("relevance 1 helpful ✓");
    s.quit();
    let all = journal(&home, "me").concat();
    assert_eq!(all[0]["question"], "note");
    assert_eq!(all[0]["value"], "seen from the harbour\nlate");
}

#[test]
fn a_failing_editor_changes_nothing() {
    let home = Home::new();
    let s = Session::casefile(
        &home,
        &Start {
            env: &[("EDITOR", "/bin/false")],
            ..Start::default()
        },
    );
    s.see("harbour__tidewatch-101").keys("\r").see("note —").keys("I");
    s.see("the note is as it was").see("note —");
    s.quit();
    assert!(journal(&home, "me").concat().is_empty());
}

#[test]
fn a_blind_round_hides_until_revealed_and_records_it() {
    let home = Home::new();
    let s = Session::casefile(
        &home,
        &Start {
            args: &["--as", "me", "--blind"],
            size: (160, 48),
            ..Start::default()
        },
    );
    s.see("harbour__tidewatch-101")
        .see("blind")
        .keys("\r")
        .see("relevance —");
    s.keys("1").see("relevance 1 helpful ✓");
    s.look(|s| {
        let text = s.text();
        assert!(!text.contains("TideChart.tsx"), "gold or suspects show:\n{text}");
        assert!(!text.contains("rank 1"), "{text}");
    });
    s.keys("gd").see("hidden in this blind round");
    s.keys("X").see("web/src/TideChart.tsx").see("revealed");
    s.keys("2").see("relevance 2 vital ✓");
    s.quit();
    let mut all = Vec::new();
    patiently("three entries", || {
        all = journal(&home, "me").concat();
        all.len() == 3
    });
    let facts: Vec<(&str, &str)> = all
        .iter()
        .map(|e| (e["op"].as_str().unwrap(), e["sight"].as_str().unwrap()))
        .collect();
    assert_eq!(facts[0], ("set", "blind"));
    assert_eq!(facts[1].0, "reveal");
    assert_eq!(facts[2], ("set", "revealed"));
}
