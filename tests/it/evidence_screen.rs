//! The screen of evidence: two producers side by side, judgements about parts, a record of one's own, the +VCE text.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::review::{entries, play, study, write_lines};
use crate::support::Home;

mod apart;
mod keys;
mod own;

/// Two cases; the exhibit of the first was read by `modela` and `ocr`, that of the second by nobody.
///
/// `ocr` reads "Save failed" and "disk ful1"; `modela` has the first line, a type that stands in no reading, one slip.
pub(crate) fn ready(home: &Home) -> PathBuf {
    let ws = study(home);
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    put(&ws, "modela", &[modela()]);
    put(&ws, "ocr", &[ocr()]);
    ws
}

fn modela() -> Value {
    json!({"v": 1, "case": "a-1", "exhibit": "e-a-1", "producer": "modela", "ocr_text": "Save failed\ndisk full",
        "error_signal": {"kind": "exception", "type": "KeyError", "message": "disk full", "stack_hint": ["save.ts:41"]},
        "ui_elements": ["Save button", "menu"], "user_action": "clicks Save", "code_hint": null,
        "visual_saliency": null, "confidence": 0.42, "notes": "none", "raw": null})
}

fn ocr() -> Value {
    json!({"v": 1, "case": "a-1", "exhibit": "e-a-1", "producer": "ocr", "ocr_text": "Save failed\ndisk ful1",
        "error_signal": null, "ui_elements": null, "user_action": null, "code_hint": null, "visual_saliency": null,
        "confidence": 0.9, "notes": null, "raw": null})
}

pub(crate) fn put(ws: &Path, producer: &str, records: &[Value]) {
    fs::create_dir_all(ws.join("evidence")).unwrap();
    write_lines(&ws.join(format!("evidence/{producer}.jsonl")), records);
}

/// The line of a screen that has `text`.
pub(crate) fn line<'a>(screen: &'a str, text: &str) -> &'a str {
    screen
        .lines()
        .find(|l| l.contains(text))
        .unwrap_or_else(|| panic!("'{text}' is not on the screen:\n{screen}"))
}

/// Everything `who` said about parts of records, in order.
pub(crate) fn said(ws: &Path, who: &str) -> Vec<(String, Value)> {
    let all = entries(ws, who).into_iter();
    all.filter(|(_, q, _)| q.starts_with("vce/"))
        .map(|(kind, q, v)| {
            assert_eq!(kind, "exhibit", "{q}");
            (q, v)
        })
        .collect()
}

#[test]
fn two_producers_stand_side_by_side_with_what_differs_and_what_is_doubtful() {
    let home = Home::new();
    let ws = ready(&home);
    let screen = play(&home, &ws, "ann", "enter C");
    let head = line(&screen, "A modela");
    assert!(
        head.contains("confidence 0.42") && head.contains("B ocr") && head.contains("confidence 0.90"),
        "{screen}"
    );
    // Unsure, and three values that ocr did not read: the type, the line of the stack, the menu. "disk full" is one slip
    // away from what it read, and of "Save button" one word stands there.
    assert!(
        head.contains("? confidence 0.42") && !head.contains("? confidence 0.90"),
        "{head}"
    );
    let why = line(&screen, "no other reading");
    assert!(why.contains("? 3 values in no other reading"), "{why}");
    assert_eq!(
        screen.matches("no other reading").count(),
        1,
        "nothing is doubtful about ocr: {screen}"
    );
    let desk = play(&home, &ws, "ann", "enter");
    let why = line(&desk, "doubtful:");
    assert!(why.contains("doubtful: confidence 0.42 · 3 values"), "{why}");
    assert!(
        desk.contains("? at save.ts:41") && desk.contains("? exception · KeyError"),
        "{desk}"
    );
    assert!(line(&screen, "ocr_text").contains("≠ ocr_text"), "{screen}");
    assert!(
        !line(&screen, "Save failed").contains('+'),
        "both have this line: {screen}"
    );
    let apart = line(&screen, "disk ful1");
    assert!(
        apart.contains("+  disk full") && apart.contains("+  disk ful1"),
        "{apart}"
    );
    assert!(line(&screen, "KeyError").contains("+? KeyError"), "{screen}");
    assert!(
        line(&screen, "clicks Save").contains("+  clicks Save"),
        "nothing that is copied: {screen}"
    );
    assert!(
        line(&screen, "code_hint.frameworks").contains("  code_hint"),
        "both lack it: {screen}"
    );
    assert!(!line(&screen, "code_hint.frameworks").contains('≠'), "{screen}");
    // A part that is not under the cursor keeps to a few lines; with the cursor on it all are there.
    let far = play(&home, &ws, "ann", "enter C j j j");
    assert!(far.contains("disk full") && far.contains("KeyError"), "{far}");
}

#[test]
fn judgements_are_saved_one_by_one_and_taken_back() {
    let home = Home::new();
    let ws = ready(&home);
    // Text accepted, kind rejected, type corrected: the cursor goes on by itself.
    let screen = play(&home, &ws, "ann", "enter C a x c ctrl-u \"OSError\" enter");
    let want = [
        ("vce/modela/ocr_text", json!("accept")),
        ("vce/modela/error_signal.kind", json!("reject")),
        ("vce/modela/error_signal.type", json!({"correct": "OSError"})),
    ];
    let want: Vec<(String, Value)> = want.into_iter().map(|(q, v)| (q.to_owned(), v)).collect();
    assert_eq!(said(&ws, "ann"), want);
    for (name, sign) in [
        ("ocr_text", "✓"),
        ("error_signal.kind", "✗"),
        ("error_signal.type", "✎"),
    ] {
        assert!(line(&screen, name).contains(sign), "{name}: {screen}");
    }
    assert!(
        !screen.contains("NOT SAVED") && screen.contains("ann · saved"),
        "{screen}"
    );
    assert!(screen.contains("OSError") && !screen.contains("KeyError"), "{screen}");
    // In a later session, and with the old value where the cursor is.
    let later = play(&home, &ws, "ann", "enter C j j");
    assert!(line(&later, "error_signal.type").contains('✎'), "{later}");
    assert!(
        later.contains("OSError") && line(&later, "was: ").contains("was: KeyError"),
        "{later}"
    );
    let desk = play(&home, &ws, "ann", "enter");
    assert!(
        line(&desk, "error_signal").contains("✗✎") && line(&desk, "ocr_text").contains('✓'),
        "{desk}"
    );
    // Undone, and brought back.
    let undone = play(&home, &ws, "ann", "enter C z");
    assert!(
        line(&undone, "error_signal.type").contains("≠ error_signal.type  "),
        "{undone}"
    );
    assert!(!undone.contains('✎') && undone.contains("KeyError"), "{undone}");
    assert!(
        undone.contains("undone: error_signal.type by modela: no answer"),
        "{undone}"
    );
    let redone = play(&home, &ws, "ann", "enter C Z");
    assert!(line(&redone, "error_signal.type").contains('✎'), "{redone}");
    // The same key takes a judgement back.
    let off = play(&home, &ws, "ann", "enter C a");
    assert!(
        off.contains("ocr_text of modela: no longer accepted") && !off.contains('✓'),
        "{off}"
    );
    assert_eq!(said(&ws, "ann").last().unwrap().1, Value::Null);
}

#[test]
fn all_that_is_not_judged_is_accepted_at_once() {
    let home = Home::new();
    let ws = ready(&home);
    // Of modela's eight parts with a value one is rejected first.
    let screen = play(&home, &ws, "ann", "enter C j x A");
    assert!(screen.contains("7 parts of modela accepted"), "{screen}");
    let all = said(&ws, "ann");
    assert_eq!(all.len(), 8);
    assert_eq!(all.iter().filter(|(_, v)| *v == json!("accept")).count(), 7);
    let again = play(&home, &ws, "ann", "enter C space");
    assert!(again.contains("every part of modela is judged"), "{again}");
    assert_eq!(said(&ws, "ann").len(), 8);
    // The other column is another record.
    let other = play(&home, &ws, "ann", "enter C tab A");
    assert!(other.contains("1 part of ocr accepted"), "{other}");
    assert_eq!(said(&ws, "ann").last().unwrap().0, "vce/ocr/ocr_text");
}

#[test]
fn corrections_need_a_text_and_lists_are_written_line_by_line() {
    let home = Home::new();
    let ws = ready(&home);
    let elements = "enter C j j j j j";
    let same = play(&home, &ws, "ann", &format!("{elements} c esc"));
    assert!(same.contains("nothing changed"), "{same}");
    let empty = play(&home, &ws, "ann", "enter C j c ctrl-u enter");
    assert!(empty.contains("nothing would stand in its place"), "{empty}");
    let nothing = play(&home, &ws, "ann", "enter C tab j a");
    assert!(nothing.contains("ocr has no error_signal.kind"), "{nothing}");
    assert!(!ws.join("journal/ann").exists() || said(&ws, "ann").is_empty());
    // A field of one line keeps what changed on esc, too; ctrl-c asks once.
    let one = play(&home, &ws, "ann", "enter C j j c esc");
    assert!(
        one.contains("nothing changed") && !one.contains("ctrl-c does not"),
        "{one}"
    );
    let title = play(&home, &ws, "ann", "enter C j j c");
    assert!(
        line(&title, "error_signal.type of modela").contains("esc keeps it, ctrl-c does not"),
        "{title}"
    );
    let asked = play(&home, &ws, "ann", "enter C j j c \"x\" ctrl-c");
    assert!(asked.contains("ctrl-c again throws these changes away"), "{asked}");
    let left = play(&home, &ws, "ann", "enter C j j c \"x\" ctrl-c ctrl-c");
    assert!(left.contains("KeyError") && !left.contains("KeyErrorx"), "{left}");
    assert!(!play(&home, &ws, "ann", "enter C j j c ctrl-c").contains("throws these"));
    assert!(!ws.join("journal/ann").exists() || said(&ws, "ann").is_empty());
    play(&home, &ws, "eve", "enter C j j c \": 'id'\" esc");
    let want = (
        "vce/modela/error_signal.type".to_owned(),
        json!({"correct": "KeyError: 'id'"}),
    );
    assert_eq!(said(&ws, "eve"), [want]);
    // A third entry below the two; what the producer lacks can be written, too.
    play(&home, &ws, "ann", &format!("{elements} c enter \"Cancel button\" esc"));
    play(&home, &ws, "ann", "enter C tab j c \"log\" enter");
    let want = vec![
        (
            "vce/modela/ui_elements".to_owned(),
            json!({"correct": ["Save button", "menu", "Cancel button"]}),
        ),
        ("vce/ocr/error_signal.kind".to_owned(), json!({"correct": "log"})),
    ];
    assert_eq!(said(&ws, "ann"), want);
}

#[test]
fn the_text_for_a_model_has_the_corrections() {
    let home = Home::new();
    let ws = ready(&home);
    let before = play(&home, &ws, "ann", "enter C v");
    for text in [
        "[Visual evidence]",
        "Image 1 of 1:",
        "- text: Save failed disk full",
        "- error: exception | KeyError | disk full",
    ] {
        assert!(before.contains(text), "{text}: {before}");
    }
    // The block is written out by hand: its words, and a quarter of its bytes.
    let block = "[Visual evidence]\nImage 1 of 1:\n- text: Save failed disk full\n- error: exception | KeyError | disk full\n\
        - stack: save.ts:41\n- interface: Save button; menu\n- action: clicks Save\n- notes: none\n- confidence: 0.42";
    let (words, tokens) = (block.split_whitespace().count(), block.len().div_ceil(4));
    assert!(
        before.contains(&format!("{words} words · about {tokens} tokens")),
        "{before}"
    );
    play(&home, &ws, "ann", "enter C j j c ctrl-u \"OSError\" enter j x");
    let after = play(&home, &ws, "ann", "enter C v");
    assert!(after.contains("- error: exception | OSError | disk full"), "{after}");
    assert!(
        after.contains("2 parts as people settled them") && !after.contains("- stack"),
        "{after}"
    );
    // The other producer, and the table again.
    assert!(play(&home, &ws, "ann", "enter C tab v").contains("- text: Save failed disk ful1"));
    assert!(play(&home, &ws, "ann", "enter C v v").contains("A modela"));
    let refused = play(&home, &ws, "ann", "enter C v a");
    assert!(refused.contains("brings the table back"), "{refused}");
}

#[test]
fn the_way_there_and_back() {
    let home = Home::new();
    let ws = ready(&home);
    assert!(play(&home, &ws, "ann", "enter C q").contains("body of a-1"));
    assert!(play(&home, &ws, "ann", "enter C m q").contains("A modela"));
    assert!(play(&home, &ws, "ann", "enter m C").contains("A modela"));
    assert!(
        play(&home, &ws, "ann", "enter C m C q").contains("body of a-1"),
        "no circle"
    );
    assert!(play(&home, &ws, "ann", "enter P C tab a").contains("A modela"));
    let next = play(&home, &ws, "ann", "enter C n");
    assert!(
        next.contains("b-2") && next.contains("no evidence for this exhibit"),
        "{next}"
    );
    let back = play(&home, &ws, "ann", "enter C n p");
    assert!(back.contains("A modela"), "{back}");
    let only = play(&home, &ws, "ann", "enter C P");
    assert!(only.contains("there is no further producer"), "{only}");
    put(
        &ws,
        "third",
        &[json!({"v": 1, "case": "a-1", "exhibit": "e-a-1", "producer": "third", "notes": "mine"})],
    );
    let third = play(&home, &ws, "ann", "enter C P");
    assert!(line(&third, "B ocr").contains("A third"), "{third}");
}

#[test]
fn small_and_large_screens_do_not_crash() {
    let home = Home::new();
    let ws = ready(&home);
    for size in [
        "1x1", "20x6", "30x8", "49x20", "80x24", "80x40", "120x12", "164x20", "300x100",
    ] {
        for keys in [
            "enter C",
            "enter C tab G pagedown",
            "enter C v",
            "enter C c",
            "enter C j j j j j c",
            "enter C n",
            "enter C ?",
        ] {
            home.ok(&["play", keys, "--size", size, "--as", "eve", "-w", ws.to_str().unwrap()]);
        }
    }
}
