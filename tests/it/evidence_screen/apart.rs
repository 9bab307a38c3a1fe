//! What is not for everybody or everywhere: secret rounds, records that are faults, hostile text, other commands.

use std::fs;

use serde_json::{Value, json};

use super::{line, put, ready, said};
use crate::review::play;
use crate::support::Home;

#[test]
fn others_judgements_count_but_not_in_a_secret_round() {
    let home = Home::new();
    let ws = ready(&home);
    play(&home, &ws, "ann", "enter C a j c ctrl-u \"OSError\" enter");
    play(&home, &ws, "bob", "enter C a");
    let open = play(&home, &ws, "eve", "enter C");
    assert!(line(&open, "ocr_text").contains("others ✓2"), "{open}");
    assert!(line(&open, "error_signal.type").contains("others ✎1"), "{open}");
    assert!(open.contains("KeyError"), "the value stays the producer's: {open}");
    let on_it = play(&home, &ws, "eve", "enter C j j");
    assert!(on_it.contains("another has: OSError"), "{on_it}");
    // My own is not one of the others'.
    let bob = play(&home, &ws, "bob", "enter C");
    assert!(line(&bob, "ocr_text").contains("✓ others ✓1"), "{bob}");

    let path = ws.join("casefile.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("blind = false", "blind = true")).unwrap();
    for keys in [
        "enter C",
        "enter C j j",
        "enter C v",
        "enter",
        "enter X C j j",
        "enter X C v",
    ] {
        let screen = play(&home, &ws, "eve", keys);
        assert!(
            !screen.contains("others ") || screen.contains("others' "),
            "{keys}: {screen}"
        );
        assert!(
            !screen.contains("OSError") && !screen.contains('✓') && !screen.contains('✎'),
            "{keys}: {screen}"
        );
        assert!(
            screen.contains("KeyError"),
            "evidence itself is not hidden: {keys}: {screen}"
        );
    }
    let own = play(&home, &ws, "ann", "enter C");
    assert!(line(&own, "ocr_text").contains('✓') && own.contains("OSError"), "{own}");
    let shown = home.ok(&["show", "a-1", "-w", ws.to_str().unwrap()]);
    assert!(!shown.contains("OSError"), "{shown}");
}

#[test]
fn where_people_differ_the_part_is_marked_and_a_value_that_all_refused_is_gone() {
    let home = Home::new();
    let ws = ready(&home);
    play(&home, &ws, "ann", "enter C j j c ctrl-u \"OSError\" enter");
    let one = play(&home, &ws, "eve", "enter C");
    assert!(!line(&one, "error_signal.type").contains('!'), "{one}");
    play(&home, &ws, "bob", "enter C j j x");
    let screen = play(&home, &ws, "eve", "enter C");
    assert!(
        line(&screen, "error_signal.type").contains("! others differ ✎1 ✗1"),
        "{screen}"
    );
    assert_eq!(screen.matches("others").count(), 1, "{screen}");
    // Each of the two sees one other, who does not differ from anybody else.
    let ann = play(&home, &ws, "ann", "enter C");
    assert!(line(&ann, "error_signal.type").contains("! ✎ others ✗1"), "{ann}");
    let desk = play(&home, &ws, "ann", "enter");
    assert!(line(&desk, "error_signal").contains("!✎"), "{desk}");
    // Nobody takes KeyError for right: it does not come back because they refuse it differently.
    let text = play(&home, &ws, "eve", "enter C v");
    assert!(text.contains("1 part as people settled it · 1 part disputed"), "{text}");
    assert!(!text.contains("KeyError") && !text.contains("OSError"), "{text}");
    let dir = ws.to_str().unwrap();
    let shown = home.ok(&["show", "a-1", "-w", dir]);
    assert!(
        shown.contains("by modela, 1 part as people settled it, 1 part disputed"),
        "{shown}"
    );
    assert!(shown.contains("by ocr\n"), "{shown}");
    let report = home.ok(&["see", "--report", "-w", dir]);
    assert!(report.contains("modela: people differ about 1 part\n"), "{report}");
    assert!(!report.contains("ocr: people differ"), "{report}");
    let report: Value = serde_json::from_str(&home.ok(&["see", "--report", "--json", "-w", dir])).unwrap();
    let counts = report["producers"].as_array().unwrap().iter();
    let counts: Vec<(&str, u64)> = counts
        .map(|p| (p["producer"].as_str().unwrap(), p["disputed"].as_u64().unwrap()))
        .collect();
    assert_eq!(counts, [("modela", 1), ("ocr", 0)]);
    // A third makes it two of three.
    play(&home, &ws, "eve", "enter C j j c ctrl-u \"OSError\" enter");
    let text = play(&home, &ws, "eve", "enter C v");
    assert!(
        text.contains("| OSError |") && text.contains("1 part disputed"),
        "{text}"
    );
    let bob = play(&home, &ws, "bob", "enter C");
    assert!(line(&bob, "error_signal.type").contains("! ✗ others ✎2"), "{bob}");
}

#[test]
fn a_record_without_evidence_gives_its_reason() {
    let home = Home::new();
    let ws = ready(&home);
    put(
        &ws,
        "broken",
        &[json!({"v": 1, "case": "a-1", "exhibit": "e-a-1", "producer": "broken",
            "fault": "the reply was cut off", "raw": "I see a dialog.\n```json\n{\"ocr_text\": \"Sav"})],
    );
    // Producers stand in the order of their names: broken, modela, ocr.
    let screen = play(&home, &ws, "ann", "enter C");
    assert!(line(&screen, "A broken").contains("B modela"), "{screen}");
    assert!(screen.contains("no evidence: the reply was cut off"), "{screen}");
    assert!(
        screen.contains("I see a dialog.") && screen.contains("{\"ocr_text\": \"Sav"),
        "{screen}"
    );
    let desk = play(&home, &ws, "ann", "enter");
    assert!(desk.contains("no evidence: the reply was cut off"), "{desk}");
    let shown = home.ok(&["show", "a-1", "-w", ws.to_str().unwrap()]);
    assert!(shown.contains("none: the reply was cut off"), "{shown}");
}

#[test]
fn text_with_escape_sequences_is_clean() {
    let home = Home::new();
    let ws = ready(&home);
    let evil = "\u{1b}[2Jgone\u{7}\u{202e}\u{9b}31m";
    put(
        &ws,
        "modela",
        &[
            json!({"v": 1, "case": "a-1", "exhibit": "e-a-1", "producer": "modela", "ocr_text": evil,
            "ui_elements": [evil, "menu"], "user_action": evil, "fault": evil, "raw": evil, "notes": evil}),
        ],
    );
    for keys in [
        "enter",
        "enter C",
        "enter C v",
        "enter C c",
        "enter C j j j j j c",
        "enter C G c",
        "enter C G a",
    ] {
        let screen = play(&home, &ws, "ann", keys);
        for bad in ['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}'] {
            assert!(!screen.contains(bad), "{keys}: {screen:?}");
        }
        assert!(screen.contains("gone"), "{keys}: {screen}");
    }
}

#[test]
fn other_commands_take_no_judgement_of_evidence_for_a_label() {
    let home = Home::new();
    let ws = ready(&home);
    let dir = ws.to_str().unwrap();
    let args: [&[&str]; 3] = [
        &["export", "--what", "cases", "--out", "-", "-w", dir],
        &["audit", "-w", dir],
        &["queue", "-w", dir],
    ];
    let all = || args.map(|args| told(&home, args));
    let (before, screen) = (all(), play(&home, &ws, "ann", ""));
    play(&home, &ws, "ann", "enter C a x c ctrl-u \"OSError\" enter");
    play(&home, &ws, "bob", "enter C x");
    assert_eq!(said(&ws, "ann").len(), 3);
    // Ann and bob differ on a part: no label, no progress, no difference on the screen of agreement.
    assert_eq!(play(&home, &ws, "ann", ""), screen);
    assert_eq!(all(), before);
    let agree = play(&home, &ws, "ann", "g a");
    assert!(
        agree.contains("no answers to the questions of the forms in use yet"),
        "{agree}"
    );
    let agree = told(&home, &["agree", "-w", dir]);
    assert!(
        agree.contains("4 entries by 2 annotators: ann, bob\nno answers to the questions"),
        "{agree}"
    );
    let doctor = told(&home, &["doctor", "-w", dir]);
    assert!(!doctor.contains("vce/"), "{doctor}");
    // As judgements they go out whole, and can be brought in again.
    let out = home.path().join("out");
    home.ok(&["export", "--out", out.to_str().unwrap(), "-w", dir]);
    let copy = home.path().join("copy");
    home.ok(&["init", copy.to_str().unwrap()]);
    let files = ["cases.jsonl", "judgements.jsonl"].map(|f| out.join(f).display().to_string());
    home.ok(&["import", &files[0], &files[1], "-w", copy.to_str().unwrap()]);
    assert_eq!(said(&copy, "ann"), said(&ws, "ann"));
    let shown = home.ok(&["show", "a-1", "-w", dir]);
    assert!(shown.contains("by modela, 2 parts as people settled them"), "{shown}");
    assert!(shown.contains("OSError") && !shown.contains("KeyError"), "{shown}");
}

/// What a command prints, whatever its exit code.
fn told(home: &Home, args: &[&str]) -> String {
    let out = home.casefile().args(args).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(!text.contains("panicked"), "{args:?}: {text}");
    text
}
