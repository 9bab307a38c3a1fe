//! The screen of agreement: differences without names, decisions with their reason, verdicts of a round.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::review::{play, study};
use crate::support::Home;

/// Ann and bob differ on the relevance of the first exhibit, with a note of ann's.
fn differing(home: &Home) -> PathBuf {
    let ws = study(home);
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    play(home, &ws, "ann", "enter t u 2 i \"it shows the axis\" esc");
    play(home, &ws, "bob", "enter t u 0");
    ws
}

/// Values in the journals of `who` under `question`, in order.
fn said(ws: &Path, who: &str, question: &str) -> Vec<Value> {
    let all = crate::review::entries(ws, who);
    all.into_iter()
        .filter(|(_, q, _)| q == question)
        .map(|(.., v)| v)
        .collect()
}

/// The part of a screen below the heading of the differences.
fn below(screen: &str) -> String {
    let from = screen.lines().position(|l| l.contains("differences on")).unwrap();
    screen
        .lines()
        .skip(from)
        .take_while(|l| !l.contains("decided"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn differences_stand_without_names_and_are_settled_with_a_reason() {
    let home = Home::new();
    let ws = differing(&home);
    let screen = play(&home, &ws, "eve", "g a j tab tab");
    // Both say the same category; what they say differs on relevance alone.
    assert!(
        screen.contains("category (case)") && screen.contains("relevance (case)"),
        "{screen}"
    );
    assert!(screen.contains("undefined (no variation)"), "{screen}");
    assert!(screen.contains("differences on relevance: 1 of 1, open"), "{screen}");
    let part = below(&screen);
    assert!(part.contains("A 0  B 2") || part.contains("A 2  B 0"), "{part}");
    assert!(part.contains("note: it shows the axis"), "{part}");
    assert!(!part.contains("ann") && !part.contains("bob"), "{part}");

    // No reason, no decision.
    let empty = play(&home, &ws, "eve", "g a j enter 2 enter");
    assert!(empty.contains("a decision needs its reason"), "{empty}");
    assert!(!ws.join("journal/eve").exists() || said(&ws, "eve", "adjudicated/relevance").is_empty());

    // The keys are those of the sheet: 2 is 2.
    let done = play(&home, &ws, "eve", "g a j enter 2 \"the axis is the bug\" enter");
    assert!(done.contains("differences on relevance: 0 of 1, open"), "{done}");
    let decisions = said(&ws, "eve", "adjudicated/relevance");
    assert_eq!(decisions.len(), 1);
    assert_eq!(
        (&decisions[0]["value"], &decisions[0]["reason"]),
        (&2.into(), &"the axis is the bug".into())
    );
    assert_eq!(decisions[0]["heads"].as_array().unwrap().len(), 2);
    let all = play(&home, &ws, "eve", "g a j f");
    assert!(all.contains("settled 2 by eve: the axis is the bug"), "{all}");

    // Bob changes his answer: the decision is stale, and open again.
    play(&home, &ws, "bob", "enter t 1");
    let stale = play(&home, &ws, "eve", "g a j");
    assert!(
        stale.contains("STALE") && stale.contains("relevance: 1 of 1, open"),
        "{stale}"
    );

    // By the menu, then undone: stale as before.
    let again = play(&home, &ws, "eve", "g a j enter a j j enter \"between\" enter f f");
    assert!(again.contains("settled 1 by eve: between"), "{again}");
    let undone = play(&home, &ws, "eve", "z g a j");
    assert!(
        undone.contains("STALE") && undone.contains("settled 2 by eve"),
        "{undone}"
    );
}

#[test]
fn from_a_difference_to_its_case_and_back() {
    let home = Home::new();
    let ws = differing(&home);
    let desk = play(&home, &ws, "eve", "g a j enter enter");
    assert!(desk.contains("body of a-1"), "{desk}");
    let back = play(&home, &ws, "eve", "g a j enter enter q");
    assert!(back.contains("differences on relevance"), "{back}");
    let list = play(&home, &ws, "eve", "g a j enter enter q q q");
    assert!(
        !list.contains("differences on") && list.contains("Alarm silent"),
        "{list}"
    );
}

#[test]
fn a_difference_about_an_exhibit_opens_that_exhibit() {
    let home = Home::new();
    let ws = study(&home);
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    let path = ws.join("cases.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let second = r#""exhibits":[{"id":"e-other","image":null,"source":"https://x.example/other.png"},"#;
    fs::write(&path, text.replace(r#""exhibits":["#, second)).unwrap();
    play(&home, &ws, "ann", "enter n . 2");
    play(&home, &ws, "bob", "enter n . 1");
    let plain = play(&home, &ws, "eve", "j enter");
    assert!(
        plain.contains("body of b-2") && plain.contains("exhibit 1/2"),
        "{plain}"
    );
    let desk = play(&home, &ws, "eve", "g a enter enter");
    assert!(desk.contains("body of b-2") && desk.contains("exhibit 2/2"), "{desk}");
}

#[test]
fn a_difference_about_a_candidate_opens_its_sheet() {
    let home = Home::new();
    let ws = study(&home);
    play(&home, &ws, "ann", "g h enter n \"no file is named\" enter");
    play(&home, &ws, "bob", "g h enter y \"the text has it all\" enter");
    config(&ws, "[round]\nclosed = true\n");
    let screen = play(&home, &ws, "eve", "g a");
    assert!(
        screen.contains("no file is named") && screen.contains("the text has it all"),
        "{screen}"
    );
    assert!(
        !below(&screen).contains("ann") && !below(&screen).contains("bob"),
        "{screen}"
    );
    let sheet = play(&home, &ws, "eve", "g a enter enter");
    assert!(
        sheet.contains("candidate 1/1") && sheet.contains("0123456789ab"),
        "{sheet}"
    );
    let back = play(&home, &ws, "eve", "g a enter enter q");
    assert!(back.contains("differences on"), "{back}");
    // y and n answer here as on the sheet.
    let asked = play(&home, &ws, "eve", "g a enter n");
    assert!(asked.contains("= no: why"), "{asked}");
}

#[test]
fn who_is_no_auditor_settles_nothing() {
    let home = Home::new();
    let ws = differing(&home);
    config(&ws, "[round]\nauditors = [\"zoe\"]\n");
    let refused = play(&home, &ws, "eve", "g a j enter 2");
    assert!(refused.contains("only zoe may settle"), "{refused}");
    let refused = play(&home, &ws, "eve", "g a j enter a");
    assert!(refused.contains("only zoe may settle"), "{refused}");
    let done = play(&home, &ws, "zoe", "g a j enter 2 \"seen\" enter");
    assert!(done.contains("relevance: 0 of 1, open"), "{done}");
}

/// Puts `text` at the end of the settings.
fn config(ws: &Path, text: &str) {
    let path = ws.join("casefile.toml");
    let old = fs::read_to_string(&path).unwrap();
    let head = old.split("\n[round]").next().unwrap();
    fs::write(&path, format!("{head}\n{text}")).unwrap();
}

#[test]
fn a_secret_round_reads_nothing() {
    let home = Home::new();
    let ws = differing(&home);
    let path = ws.join("casefile.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("blind = false", "blind = true")).unwrap();
    for keys in ["g a", "g a d", "g a j enter 2", "g a a f tab ctrl-r"] {
        let screen = play(&home, &ws, "eve", keys);
        assert!(
            screen.contains("others' answers are not read until it is"),
            "{keys}: {screen}"
        );
        assert!(
            !screen.contains("it shows the axis") && !screen.contains("differences on"),
            "{screen}"
        );
    }
}

#[test]
fn labels_of_the_dataset_are_one_more_rater() {
    let home = Home::new();
    let ws = study(&home);
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    let path = ws.join("cases.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let labelled: Vec<String> = text
        .lines()
        .map(|l| {
            let mut case: Value = serde_json::from_str(l).unwrap();
            case["labels"] = serde_json::json!({"relevance": 2, "annotation_by": "ai"});
            case.to_string()
        })
        .collect();
    fs::write(&path, labelled.join("\n") + "\n").unwrap();
    play(&home, &ws, "ann", "enter t 0");
    let alone = play(&home, &ws, "eve", "g a");
    assert!(alone.contains("relevance: 0 of 0"), "{alone}");
    let both = play(&home, &ws, "eve", "g a d");
    assert!(both.contains("with the dataset's labels"), "{both}");
    assert!(both.contains("differences on relevance: 1 of 1, open"), "{both}");
    assert!(!below(&both).contains("dataset"), "{both}");
}

/// Says that the case under the cursor is a `DomainFix`, all criteria met, and what the veto is: `1` none, `3` leakage.
fn domain_fix(home: &Home, ws: &Path, who: &str, open: &str, veto: &str) {
    play(home, ws, who, &format!("{open} A 2 1 1 1 {veto}"));
}

#[test]
fn a_verification_round_ends_as_its_rule_says() {
    let home = Home::new();
    let ws = study(&home);
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    let path = ws.join("casefile.toml");
    let text = fs::read_to_string(&path).unwrap();
    let round = |closed: bool| {
        let round = format!("annotators = [\"ann\", \"bob\", \"cyd\"]\nauditors = [\"zoe\"]\nclosed = {closed}\n");
        let head = text.split("\n[round]").next().unwrap();
        fs::write(&path, format!("{head}\nforms = [\"verification\"]\n[round]\n{round}")).unwrap();
    };
    round(false);
    for (who, veto) in [("ann", "1"), ("bob", "3"), ("cyd", "1")] {
        domain_fix(&home, &ws, who, "enter", "1");
        domain_fix(&home, &ws, who, "j enter", veto);
        let screen = play(&home, &ws, who, "g a");
        assert!(screen.contains("others' answers are not read"), "{screen}");
    }
    round(true);
    let screen = play(&home, &ws, "zoe", "g a G f");
    assert!(
        screen.contains("verification verdicts: 1 rejected · 1 awaiting audit"),
        "{screen}"
    );
    assert!(screen.contains("rejected: veto: solution leakage"), "{screen}");
    // After the task come three criteria and the veto, then the audit.
    play(&home, &ws, "zoe", "enter A 2 j j j j 1");
    let screen = play(&home, &ws, "zoe", "g a G f");
    assert!(
        screen.contains("verification verdicts: 1 retained · 1 rejected"),
        "{screen}"
    );
    assert!(
        screen.contains("retained: by ann, bob, cyd; audited by zoe"),
        "{screen}"
    );
}

#[test]
fn small_and_large_screens_do_not_crash() {
    let home = Home::new();
    let ws = differing(&home);
    for size in ["1x1", "20x6", "30x8", "80x24", "109x12", "164x20", "300x100"] {
        for keys in [
            "g a",
            "g a tab",
            "g a j tab tab a",
            "g a j enter 2",
            "g a ?",
            "g a G space space k",
        ] {
            home.ok(&["play", keys, "--size", size, "--as", "eve", "-w", ws.to_str().unwrap()]);
        }
    }
}
