//! Help, key tables, completions, doctor.

use serde_json::Value;

use crate::study::{Study, row};
use crate::support::Home;

#[test]
fn help_says_what_matters() {
    let home = Home::new();
    for (args, words) in [
        (
            &[][..],
            &[
                "sample",
                "Press ?",
                "ctrl-c",
                "no save key",
                "Exit codes: 0 done",
                "casefile import",
                "--blind",
                "--protocol",
            ][..],
        ),
        (&["init"], &["empty folder"]),
        (
            &["import"],
            &[
                "OWNER/NAME=DIR",
                "--strict",
                "--as",
                "--json",
                "changes nothing",
                "swe-bench",
                "text-only",
                "never copied",
            ],
        ),
        (&["show"], &["--json", "--width", "--protocol", "the ids are listed"]),
        (
            &["play"],
            &["--size", "--out", ".svg", "double quotes", "saved", "160x48"],
        ),
        (&["keys"], &["--markdown", "--json", "--keymap"]),
        (&["doctor"], &["--workspace", "--json"]),
        (&["completions"], &["bash", "zsh", "fish"]),
    ] {
        let text = home.ok(&[args, &["--help"]].concat());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            assert!(text.contains(word), "{args:?} lacks '{word}':\n{text}");
        }
    }
    assert!(home.ok(&["--version"]).starts_with("casefile "));
    home.fails(2, &["--nonsense"]);
    let err = home.fails(2, &["nowhere"]);
    assert!(
        err.contains("no workspace here") && err.contains("casefile init nowhere"),
        "{err}"
    );
}

#[test]
fn every_action_is_in_the_key_table() {
    let home = Home::new();
    let text = home.ok(&["keys"]);
    for context in [
        "[global]",
        "[list]",
        "[desk]",
        "[source]",
        "[zoom]",
        "actions without a key:",
    ] {
        assert!(text.contains(context), "{context}");
    }
    let json: Value = serde_json::from_str(&home.ok(&["keys", "--json"])).unwrap();
    for (context, key, action) in [
        ("global", "ctrl-c", "quit"),
        ("list", "/", "filter"),
        ("desk", "2", "answer relevance 2"),
        ("source", "]", "next hunk"),
        ("zoom", "+", "zoom in"),
    ] {
        let rows = json[context].as_array().unwrap();
        let hit = rows
            .iter()
            .find(|r| r["action"] == action)
            .unwrap_or_else(|| panic!("{action}"));
        assert!(hit["keys"].as_array().unwrap().contains(&key.into()), "{hit}");
        assert!(!hit["doc"].as_str().unwrap().is_empty());
    }
    let table = home.ok(&["keys", "--markdown"]);
    for line in table.lines().filter(|l| l.starts_with('|')) {
        let bars = line.replace("\\|", "").matches('|').count();
        assert_eq!(bars, 3, "{line}");
    }
    assert!(table.contains("**Desk**") && table.contains("`ctrl-c`"));
    home.fails(2, &["keys", "--json", "--markdown"]);
}

#[test]
fn completions_know_the_subcommands() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let text = home.ok(&["completions", shell]);
        for word in ["import", "doctor", "strict"] {
            assert!(text.contains(word), "{shell} lacks {word}");
        }
    }
    let err = home.fails(2, &["completions", "csh"]);
    assert!(err.contains("fish"), "{err}");
}

#[test]
fn doctor_finds_damage() {
    let study = Study::with(&[row("o__r-1")]);
    assert!(study.ok(&["doctor"]).ends_with("nothing is wrong\n"));
    study.play("enter 2 u", "100x30");
    let said = study.ok(&["doctor"]);
    assert!(said.contains("2 entries in 1 files"), "{said}");
    let dir = study.path().join("journal/me");
    let file = std::fs::read_dir(dir).unwrap().next().unwrap().unwrap().path();
    let sound = std::fs::read_to_string(&file).unwrap();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let first = sound.lines().next().unwrap();
    for (text, words) in [
        (format!("<<<<<<< ours\n{sound}"), format!("{name}:1: conflict mark")),
        (sound.replacen("\"seq\":2", "\"seq\":3", 1), format!("{name}:2: gap")),
        (
            sound.replacen("\"value\":2", "\"value\":1", 1),
            format!("{name}:2: the chain is broken"),
        ),
        (
            sound.replacen("\"by\":\"me\"", "\"by\":\"you\"", 1),
            format!("{name}:1: entry of 'you'"),
        ),
        (format!("{first}\nnonsense\n"), format!("{name}:2: not a journal entry")),
    ] {
        std::fs::write(&file, &text).unwrap();
        let out = study.run(&["doctor"]);
        let said = String::from_utf8_lossy(&out.stdout).into_owned();
        assert_eq!(out.status.code(), Some(1), "{said}");
        assert!(said.contains(&words), "expected: {words}\n{said}");
        let json: Value = serde_json::from_slice(&study.run(&["doctor", "--json"]).stdout).unwrap();
        assert!(
            json.as_array()
                .unwrap()
                .iter()
                .any(|f| f["ok"] == false && f["about"] == "journal")
        );
    }
    // A torn last line is no damage: its writer may be at work.
    std::fs::write(&file, format!("{sound}{{\"v\":1,\"se")).unwrap();
    let said = study.ok(&["doctor"]);
    assert!(said.contains("the last line is unfinished"), "{said}");
}
