//! Several writers of one person, copies of a workspace, files that roll.

use std::fs;

use std::sync::mpsc::channel;

use casefile::store::disk::RealDisk;
use casefile::store::journal::{Journal, ROLL};
use casefile::store::replay::Whose;
use casefile::work::job::Event;
use casefile::work::journal_lane::{JournalEvent, JournalLane, Start};
use serde_json::{Value, json};

use super::{copy, entry, files, heads, id, ledger, open, read, write};
use crate::support::Home;

#[test]
fn two_windows_of_one_person_write_two_files_and_a_later_answer_settles_their_conflict() {
    let dir = tempfile::tempdir().unwrap();
    let (mut one, first) = open(dir.path());
    let (mut two, second) = open(dir.path());
    assert_ne!(first.writer, second.writer);
    // By turns, and the answer that came first has the later clock.
    for seq in 1..=20 {
        let mut e = entry(seq, &format!("one{seq}"), 1);
        if seq == 20 {
            e = entry(seq, "both", 1);
            e.at = "2031-01-01T00:00:00Z".to_owned();
        }
        one.append(e).unwrap();
        let case = if seq == 20 {
            "both".to_owned()
        } else {
            format!("two{seq}")
        };
        two.append(entry(seq, &case, 2)).unwrap();
    }
    assert_eq!(files(dir.path()).len(), 2);
    for path in files(dir.path()) {
        let text = fs::read_to_string(&path).unwrap();
        let writers: Vec<Value> = text
            .lines()
            .map(|l| serde_json::from_str::<Value>(l).unwrap()["writer"].clone())
            .collect();
        assert_eq!(writers.len(), 20);
        assert!(writers.iter().all(|w| *w == writers[0]), "no line of another writer");
    }
    let (all, found) = read(dir.path());
    assert_eq!((all.len(), found.damage.len()), (40, 0));
    let before = ledger(dir.path());
    assert_eq!(
        heads(&before, "both"),
        [json!(1), json!(2)],
        "both hold; the clock does not decide"
    );

    let mut last = entry(21, "both", 0);
    last.supersedes = vec![id(&first.writer, 20), id(&second.writer, 20)];
    one.append(last).unwrap();
    assert_eq!(heads(&ledger(dir.path()), "both"), [json!(0)]);
}

#[test]
fn a_closed_window_gives_its_file_back() {
    let dir = tempfile::tempdir().unwrap();
    let (one, first) = open(dir.path());
    let (_two, second) = open(dir.path());
    drop(one);
    let (_three, third) = open(dir.path());
    assert_eq!(third.writer, first.writer);
    assert_ne!(third.writer, second.writer);
}

#[test]
fn two_people_on_one_clone_are_both_heard() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[json!(1)]);
    let (mut journal, _) = Journal::open(dir.path(), "bob", "salt", Box::new(RealDisk)).unwrap();
    let mut e = entry(1, "c1", 2);
    e.by = "bob".to_owned();
    journal.append(e).unwrap();
    let ledger = ledger(dir.path());
    let subject = entry(1, "c1", 0).subject;
    assert_eq!(ledger.value("ann", &subject, "relevance"), Some(&json!(1)));
    assert_eq!(ledger.value("bob", &subject, "relevance"), Some(&json!(2)));
}

#[test]
fn two_processes_at_once_lose_nothing() {
    let home = Home::new();
    let root = home.path().join("data/casefile/sample");
    home.ok(&["play", "", "--as", "ann", "--protocol", "none"]);
    // Each answers relevance 24 times; the later answers replace the earlier ones of the same process.
    let play = |value: &str, not: &str| {
        let keys = format!("enter {}", format!("{not} {value} ").repeat(12));
        let mut cmd = std::process::Command::new(env!("CARGO_BIN_EXE_casefile"));
        cmd.env_clear()
            .envs(home.env())
            .args(["play", &keys, "--as", "ann", "--protocol", "none"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut both = [play("2", "1"), play("0", "-")];
    for child in &mut both {
        assert!(child.wait().unwrap().success());
    }
    let (all, found) = read(&root);
    assert_eq!(found.damage, []);
    assert_eq!(all.len(), 48, "every answer of both");
    let mut last: Vec<(String, u64)> = all.iter().map(|e| (e.writer.clone(), e.seq)).collect();
    last.dedup_by(|b, a| {
        a.0 == b.0 && {
            a.1 = b.1;
            true
        }
    });
    assert!(matches!(last.len(), 1 | 2), "{last:?}");
    assert_eq!(last.iter().map(|(_, seq)| seq).sum::<u64>(), 48, "numbers without gaps");
}

#[test]
fn a_copied_and_a_moved_workspace_get_a_writer_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let (here, there) = (dir.path().join("here"), dir.path().join("there"));
    fs::create_dir(&here).unwrap();
    let first = write(&here, &[json!(1)]);
    let old = fs::read(&files(&here)[0]).unwrap();

    copy(&here, &there);
    let second = write(&there, &[json!(2)]);
    assert_ne!(second.writer, first.writer);
    assert_eq!(second.next, 1);
    assert_eq!(files(&there).len(), 2);

    let moved = dir.path().join("moved");
    fs::rename(&here, &moved).unwrap();
    let third = write(&moved, &[json!(3)]);
    assert_ne!(third.writer, first.writer);
    assert!(
        files(&moved).iter().any(|f| fs::read(f).unwrap() == old),
        "the old file is untouched"
    );
    assert_eq!(
        write(&moved, &[json!(4)]).writer,
        third.writer,
        "and then stays the same"
    );

    // Bringing everything together is copying files.
    for path in files(&there) {
        fs::copy(&path, moved.join("journal/ann").join(path.file_name().unwrap())).unwrap();
    }
    let (all, found) = read(&moved);
    assert_eq!((all.len(), found.damage.len()), (4, 0));
}

#[test]
fn a_full_file_is_never_touched_again_and_the_chain_goes_on_in_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let note = json!("n".repeat(100_000));
    let count = usize::try_from(ROLL / 100_000 + 1).unwrap();
    write(dir.path(), &vec![note; count]);
    let full = super::file(dir.path());
    let bytes = fs::read(&full).unwrap();
    assert!(bytes.len() as u64 >= ROLL, "{}", bytes.len());
    let touched = || fs::metadata(&full).unwrap().modified().unwrap();
    let before = touched();

    // In a new session, then again in the same one, then in one that opens on the second file.
    let (mut journal, opened) = open(dir.path());
    let next = opened.next;
    assert_eq!(next, count as u64 + 1);
    for seq in next..next + 2 {
        journal.append(entry(seq, "late", seq)).unwrap();
    }
    drop(journal);
    let (mut journal, opened) = open(dir.path());
    journal.append(entry(opened.next, "late", opened.next)).unwrap();
    assert_eq!((fs::read(&full).unwrap() == bytes, touched()), (true, before));
    let all = files(dir.path());
    assert_eq!(all.len(), 2);
    assert!(all[1].to_str().unwrap().ends_with("-0002.jsonl"), "{all:?}");
    let (entries, found) = read(dir.path());
    assert_eq!(
        (entries.len(), found.damage.len()),
        (count + 3, 0),
        "one chain over both files"
    );
    assert_eq!(fs::read_to_string(&all[1]).unwrap().lines().count(), 3);
}

#[test]
fn undo_after_a_restart_goes_on_with_what_was_done_here() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("w");
    fs::create_dir(&root).unwrap();
    // Other windows of the same person, whose files are read before and after the own one.
    let here = write(&root, &[json!(1), json!(2)]).writer;
    for other in ["00000000.1", "zzzzzzzz.1"] {
        let text = fs::read_to_string(super::file_of(&root, &here))
            .unwrap()
            .replace(&here, other);
        let first = text.lines().next().unwrap().replace("\"c1\"", "\"elsewhere\"");
        fs::write(root.join(format!("journal/ann/{other}-0001.jsonl")), first + "\n").unwrap();
    }
    let (out, inbox) = channel();
    let start = Start {
        root,
        by: "ann".to_owned(),
        whose: Whose::All,
        salt: "salt".to_owned(),
        disk: Box::new(RealDisk),
    };
    let _lane = JournalLane::start(start, move |event| drop(out.send(event))).unwrap();
    let Event::Journal(JournalEvent::Replayed(ledger, found)) = inbox.recv().unwrap() else {
        panic!("the ledger comes first");
    };
    assert_eq!((found.damage.len(), ledger.len()), (0, 4));
    assert_eq!(ledger.last_done("ann").unwrap().id, id(&here, 2));
}
