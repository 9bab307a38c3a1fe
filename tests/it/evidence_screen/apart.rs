//! What is not for everybody or everywhere: secret rounds, records that are faults, hostile text, other commands.

use std::fs;

use serde_json::json;

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
    let before = play(&home, &ws, "ann", "");
    let list = home.ok(&["list", "-w", dir]);
    play(&home, &ws, "ann", "enter C a x c ctrl-u \"OSError\" enter");
    play(&home, &ws, "bob", "enter C x");
    assert_eq!(said(&ws, "ann").len(), 3);
    // Ann and bob differ on a part: no label, no progress, no difference on the screen of agreement.
    assert_eq!(play(&home, &ws, "ann", ""), before);
    assert_eq!(home.ok(&["list", "-w", dir]), list);
    let agree = play(&home, &ws, "ann", "g a");
    assert!(
        agree.contains("no answers to the questions of the forms in use yet"),
        "{agree}"
    );
    let out = home.casefile().args(["agree", "-w", dir]).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(!text.contains("vce/") && !text.contains("panicked"), "{text}");
    for args in [&["audit", "-w", dir][..], &["doctor", "-w", dir]] {
        let out = home.casefile().args(args).output().unwrap();
        let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        assert!(!text.contains("panicked") && !text.contains("vce/"), "{args:?}: {text}");
    }
    let shown = home.ok(&["show", "a-1", "-w", dir]);
    assert!(shown.contains("by modela, 2 parts as people settled them"), "{shown}");
    assert!(shown.contains("OSError") && !shown.contains("KeyError"), "{shown}");
}
