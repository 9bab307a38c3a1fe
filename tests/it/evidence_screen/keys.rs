//! Keys into judgements, without threads: what is on its way, the editor, the mouse, the end of a session.

use casefile::app::cmd::Cmd;
use casefile::app::model::Screen;
use casefile::app::model::review::Saved;
use casefile::app::msg::{MouseKind, Msg};
use casefile::base::ticket::Ticket;
use casefile::domain::seen::field::{Part, Say};
use casefile::work::index;
use casefile::work::job::{Job, Reply};
use casefile::work::journal_lane::JournalEvent;
use casefile::work::office::Office;
use serde_json::json;

use crate::update::{Bench, appended};

/// What is said about a part of the record in a column, and its state.
fn mine(b: &Bench, column: usize, part: Part) -> (Option<Say>, Saved) {
    let records = b.m.records();
    let judged = b.m.judged(records[b.m.seen.shown[column]].record, part);
    (judged.mine, judged.saved)
}

/// Case 118 of the sample has two producers: tesseract-demo reads text alone, vce-demo-model has most parts.
fn open() -> Bench {
    let mut b = Bench::new(false);
    b.keys("/ 1 1 8 enter enter C");
    assert_eq!((b.m.screen, b.m.records().len()), (Screen::Evidence, 2));
    b
}

#[test]
fn a_judgement_is_pending_until_the_journal_says_so() {
    let mut b = open();
    let cmds = b.keys("a");
    let entry = appended(&cmds).remove(0);
    assert_eq!(entry.question, "vce/tesseract-demo/ocr_text");
    assert_eq!(mine(&b, 0, Part::Text), (Some(Say::Accept), Saved::Pending));
    assert!(
        b.m.seen.sayings.all().next().is_none(),
        "nothing is said before the disk has it"
    );
    b.journal(JournalEvent::Appended(entry.id()));
    assert_eq!(mine(&b, 0, Part::Text), (Some(Say::Accept), Saved::Yes));
    assert_eq!(b.m.seen.sayings.all().count(), 1);
    // The reader of text has nothing after it: the cursor stays.
    assert_eq!(b.m.seen.row, 0);
    // Undo goes back past the judgement in one step, redo brings it back.
    b.saved("z");
    assert_eq!(mine(&b, 0, Part::Text).0, None);
    assert!(b.m.seen.sayings.all().next().is_none());
    b.saved("Z");
    assert_eq!(mine(&b, 0, Part::Text).0, Some(Say::Accept));
}

#[test]
fn the_cursor_goes_on_to_the_next_part_with_a_value_unless_it_shall_stay() {
    let mut b = open();
    // Of vce-demo-model: no interface, no action; after the stack come the functions.
    b.saved("tab j j j j a");
    assert_eq!(Part::ALL[b.m.seen.row], Part::Functions);
    b.m.settings.stay = true;
    b.saved("a");
    assert_eq!(Part::ALL[b.m.seen.row], Part::Functions);
}

#[test]
fn the_editor_corrects_a_list_entry_by_entry() {
    let mut b = open();
    b.keys("tab j j j j j j j j");
    assert_eq!(Part::ALL[b.m.seen.row], Part::Files);
    let cmds = b.keys("C");
    let text = cmds.iter().find_map(|c| match c {
        Cmd::Edit(text) => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(text, Some("server/feed/hub.go\nserver/api/stream.go"));
    let cmds = b.send(Msg::Edited(Ok("server/feed/hub.go\r\n\nserver/api/api.go\n".into())));
    let entry = appended(&cmds).remove(0);
    assert_eq!(entry.question, "vce/vce-demo-model/code_hint.file_patterns");
    assert_eq!(
        entry.value,
        json!({"correct": ["server/feed/hub.go", "server/api/api.go"]})
    );
    // An editor that was left without saving changes nothing; nor does the next note become a correction.
    b.keys("k C");
    b.send(Msg::Edited(Err("the editor said no".into())));
    assert!(b.m.seen.editing.is_none());
    b.keys("C");
    let cmds = b.send(Msg::Edited(Ok(String::new())));
    assert!(appended(&cmds).is_empty());
    assert!(
        b.m.message
            .as_ref()
            .unwrap()
            .text
            .contains("nothing would stand in its place")
    );
}

#[test]
fn what_is_being_written_is_kept_when_the_session_ends_from_outside() {
    let mut b = open();
    b.keys("tab j c space t w i c e");
    let cmds = b.send(Msg::Terminate);
    let entry = appended(&cmds).remove(0);
    assert_eq!(entry.value, json!({"correct": "panic twice"}));
}

#[test]
fn a_failed_write_says_so_and_changes_nothing() {
    let mut b = open();
    let entry = appended(&b.keys("x")).remove(0);
    b.journal(JournalEvent::Failed(
        entry.seq,
        casefile::base::error::Problem::environment("disk full"),
    ));
    assert_eq!(mine(&b, 0, Part::Text), (None, Saved::Failed));
    let text = &b.m.seen.laid.lines[0].cells[0];
    assert!(text.iter().any(|bit| bit.text.contains("NOT SAVED")), "{text:?}");
}

/// Reads the workspace again, up to the end of the rows: what the runtime and a lane do. Gives the ticket of the rows.
fn again(b: &mut Bench) -> Ticket {
    let cmds = b.keys("ctrl-r");
    assert!(cmds.iter().any(|c| matches!(c, Cmd::Reload)));
    let ticket = cmds.iter().find_map(|c| match c {
        Cmd::Run(ticket, Job::Rows) => Some(*ticket),
        _ => None,
    });
    let ticket = ticket.unwrap();
    b.office = Office::new(b.office.ws.clone());
    let mut rows = Vec::new();
    index::rows(&b.office.ws, &mut |more| {
        rows.extend(more);
        true
    });
    b.reply(ticket, Reply::Rows(rows));
    ticket
}

#[test]
fn reading_the_workspace_again_reads_evidence_again() {
    let mut b = open();
    let names = |b: &Bench| -> Vec<String> {
        let all = b.m.records();
        all.iter().map(|l| l.record.producer.clone()).collect()
    };
    assert_eq!(names(&b), ["tesseract-demo", "vce-demo-model"]);
    let ws = b.office.ws.clone();
    let (row, file) = (b.m.desk.row, ws.root.join("evidence/tesseract-demo.jsonl"));
    let lines = std::fs::read_to_string(&file).unwrap();
    // Taken away while the screen is open, then put back while the list is.
    for (keys, back, want) in [
        ("tab", "tab", vec!["vce-demo-model"]),
        ("q q", "enter C", vec!["tesseract-demo", "vce-demo-model"]),
    ] {
        if want.len() == 1 {
            std::fs::remove_file(&file).unwrap();
        } else {
            std::fs::write(&file, &lines).unwrap();
        }
        b.keys(keys);
        let ticket = again(&mut b);
        b.reply(ticket, Reply::RowsDone(Vec::new()));
        b.keys(back);
        assert_eq!((b.m.screen, b.m.desk.row), (Screen::Evidence, row));
        assert_eq!(names(&b), want);
        assert!(b.m.seen.shown.iter().all(|n| *n < want.len()) && b.m.desk.producer < want.len());
    }
    // A case that is left before it was read again is not kept as it was.
    let mut b = Bench::new(false);
    b.keys("enter C");
    let id = b.m.desk.id().unwrap().to_owned();
    again(&mut b);
    b.keys("n");
    assert!(b.m.desk.id() != Some(&id), "this is another case");
    assert!(b.m.desk.kept.iter().all(|k| k.case.id != id));
}

#[test]
fn the_mouse_chooses_part_and_column_and_the_wheel_moves() {
    let mut b = open();
    let places = casefile::app::update::seen::places(&b.m);
    let second = b.m.seen.laid.lines.iter().position(|l| l.row == Some(1)).unwrap();
    let y = places.table.y + u16::try_from(second - b.m.seen.top).unwrap();
    b.send(Msg::Mouse(MouseKind::Click, places.columns[1].x + 3, y));
    assert_eq!((b.m.seen.row, b.m.seen.side), (1, 1));
    b.send(Msg::Mouse(MouseKind::WheelDown, 100, 10));
    assert_eq!(b.m.seen.row, 2);
    b.send(Msg::Mouse(MouseKind::WheelUp, 100, 10));
    assert_eq!(b.m.seen.row, 1);
}

#[test]
fn the_row_under_the_cursor_is_on_the_screen_at_every_size() {
    let mut b = open();
    for (w, h) in [(20, 6), (40, 8), (80, 24), (80, 40), (120, 20), (160, 48), (300, 100)] {
        b.send(Msg::Resize(w, h));
        b.keys("g g");
        for keys in [
            "j", "j", "pagedown", "tab", "G", "k", "pageup", "k k k", "v", "pagedown", "v",
        ] {
            b.keys(keys);
            let rows = usize::from(casefile::app::update::seen::places(&b.m).table.h).max(1);
            let shown = b.m.seen.laid.lines.iter().skip(b.m.seen.top).take(rows);
            let mut shown = shown.filter(|l| l.row == Some(b.m.seen.row));
            assert!(b.m.seen.block || shown.next().is_some(), "{w}x{h} {keys}");
        }
    }
}
