//! Damage: an own file that is damaged is never written to; a reader names file and line and uses the rest.

use std::fs;
use std::path::Path;

use casefile::base::error::Problem;
use casefile::store::disk::RealDisk;
use casefile::store::journal::Journal;
use serde_json::json;

use super::{entry, file, files, ledger, open, read, write};

/// A journal of five entries, and its lines.
fn five(root: &Path) -> Vec<String> {
    write(root, &[json!(1), json!(2), json!("three"), json!(0), json!(-1)]);
    let text = fs::read_to_string(file(root)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn put(root: &Path, lines: &[String]) {
    fs::write(file(root), lines.join("\n") + "\n").unwrap();
}

/// What opening for writing says; nothing may change on the disk.
fn refusal(root: &Path) -> Problem {
    let before: Vec<Vec<u8>> = files(root).iter().map(|f| fs::read(f).unwrap()).collect();
    let why = Journal::open(root, "ann", "salt", Box::new(RealDisk)).unwrap_err();
    let after: Vec<Vec<u8>> = files(root).iter().map(|f| fs::read(f).unwrap()).collect();
    assert_eq!(before, after);
    why
}

/// Damages line 3 of five with `how`, and gives what the writer and the reader say. Line 4 is `after` lines later.
fn damaged(how: impl FnOnce(&mut Vec<String>)) -> (Problem, Vec<Problem>, usize) {
    let dir = tempfile::tempdir().unwrap();
    let mut lines = five(dir.path());
    how(&mut lines);
    put(dir.path(), &lines);
    let why = refusal(dir.path());
    assert_eq!(why.file.as_deref(), Some(&*file(dir.path())));
    assert!(why.mend.is_some(), "{why}");
    let (all, found) = read(dir.path());
    (why, found.damage, all.len())
}

fn lines_of(all: &[Problem]) -> Vec<usize> {
    all.iter().filter_map(|p| p.line).collect()
}

#[test]
fn a_damaged_line_refuses_writing_and_is_named_while_the_others_are_read() {
    let (why, found, read) = damaged(|lines| lines[2] = "{\"v\":1,\"seq\":3".to_owned());
    assert_eq!(why.line, Some(3));
    // The line itself, and the number that is missing with it.
    assert_eq!((lines_of(&found), read), (vec![3, 4], 4), "{found:?}");
    assert!(found[0].what.contains("not a journal entry"), "{}", found[0]);
    assert!(found[1].what.contains("gap"), "{}", found[1]);
}

#[test]
fn a_missing_line_is_a_gap() {
    let (why, found, read) = damaged(|lines| drop(lines.remove(2)));
    assert_eq!((why.line, lines_of(&found), read), (Some(3), vec![3], 4));
    assert!(found[0].what.contains("/4: the last one was 2"), "{}", found[0]);
}

#[test]
fn an_edited_line_breaks_the_chain_at_the_next_one() {
    let (why, found, read) = damaged(|lines| lines[2] = lines[2].replace("three", "four"));
    assert_eq!((why.line, lines_of(&found), read), (Some(4), vec![4], 5));
    assert!(found[0].what.contains("chain is broken"), "{}", found[0]);
}

#[test]
fn marks_of_a_merge_are_called_that() {
    let (why, found, read) = damaged(|lines| {
        lines.insert(2, "<<<<<<< HEAD".to_owned());
        lines.insert(4, "=======".to_owned());
        lines.insert(5, ">>>>>>> theirs".to_owned());
    });
    assert_eq!((why.line, lines_of(&found), read), (Some(3), vec![3, 5, 6], 5));
    assert!(found.iter().all(|p| p.what == "conflict mark of a merge"), "{found:?}");
}

#[test]
fn bytes_that_are_no_text_are_damage_and_nothing_worse() {
    let dir = tempfile::tempdir().unwrap();
    five(dir.path());
    let path = file(dir.path());
    let mut raw = fs::read(&path).unwrap();
    raw.splice(10..14, [0xff, 0x00, 0xc3, 0x28]);
    fs::write(&path, raw).unwrap();
    assert_eq!(refusal(dir.path()).line, Some(1));
    let (all, found) = read(dir.path());
    assert_eq!((all.len(), found.damage[0].line), (4, Some(1)));
}

#[test]
fn an_entry_in_the_folder_of_another_is_not_counted_for_either() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[json!(1)]);
    let bob = dir.path().join("journal/bob");
    fs::create_dir(&bob).unwrap();
    fs::copy(file(dir.path()), bob.join("x-0001.jsonl")).unwrap();
    let (all, found) = read(dir.path());
    assert_eq!(all.len(), 1);
    assert_eq!(found.damage.len(), 1);
    assert!(found.damage[0].what.contains("entry of 'ann' in the journal of 'bob'"));
    assert_eq!(
        found.damage[0].place(),
        format!("{}:1", bob.join("x-0001.jsonl").display())
    );
}

#[test]
fn an_entry_of_a_later_version_is_told_and_not_guessed_at() {
    let dir = tempfile::tempdir().unwrap();
    let lines = five(dir.path());
    let later: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(n, l)| {
            if n == 3 {
                l.replacen("\"v\":1", "\"v\":2", 1)
            } else {
                l.clone()
            }
        })
        .collect();
    fs::write(file(dir.path()), later.join("\n") + "\n").unwrap();
    let (all, found) = read(dir.path());
    assert_eq!(all.len(), 4);
    assert!(found.damage[0].what.contains("version 2"), "{:?}", found.damage);
    assert_eq!(found.damage[0].line, Some(4));
}

#[test]
fn damage_in_the_file_of_another_does_not_stop_the_own_work() {
    let dir = tempfile::tempdir().unwrap();
    let (mut journal, _) = Journal::open(dir.path(), "bob", "salt", Box::new(RealDisk)).unwrap();
    for seq in 1..=5 {
        let mut e = entry(seq, "c1", seq);
        e.by = "bob".to_owned();
        journal.append(e).unwrap();
    }
    drop(journal);
    let at = casefile::store::whole::lines_in(&dir.path().join("journal/bob")).remove(0);
    let text = fs::read_to_string(&at).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(n, l)| if n == 2 { "oops" } else { l })
        .collect();
    fs::write(&at, lines.join("\n") + "\n").unwrap();
    five(dir.path());
    let (mut journal, opened) = open(dir.path());
    journal.append(entry(opened.next, "c9", 1)).unwrap();
    let (all, found) = read(dir.path());
    assert_eq!(all.len(), 6 + 4);
    assert!(
        found.damage.iter().all(|p| p.file.as_deref() == Some(&at)),
        "{:?}",
        found.damage
    );
    assert_eq!(found.damage[0].line, Some(3));
}

#[test]
fn a_copy_of_a_file_under_another_name_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    five(dir.path());
    let once = ledger(dir.path());
    let path = file(dir.path());
    for name in ["copy.jsonl", "zz (2).jsonl"] {
        fs::copy(&path, path.with_file_name(name)).unwrap();
    }
    let (all, found) = read(dir.path());
    assert_eq!((all.len(), found.damage.len()), (15, 0));
    let twice = ledger(dir.path());
    assert_eq!(twice.len(), once.len());
    for n in 1..=5 {
        let case = format!("c{n}");
        assert_eq!(super::heads(&twice, &case), super::heads(&once, &case));
    }
}

#[test]
fn two_different_entries_of_one_name_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let mut lines = five(dir.path());
    lines[4] = lines[4].replace("-1", "2");
    let other = file(dir.path()).with_file_name("zz.jsonl");
    fs::write(&other, lines.join("\n") + "\n").unwrap();
    let (_, found) = read(dir.path());
    assert_eq!(found.damage.len(), 1, "{:?}", found.damage);
    assert_eq!(found.damage[0].place(), format!("{}:5", other.display()));
    assert!(
        found.damage[0].what.contains("two different entries"),
        "{}",
        found.damage[0]
    );
}

#[test]
fn a_missing_file_in_the_middle_refuses_writing() {
    let dir = tempfile::tempdir().unwrap();
    let note = json!("n".repeat(600_000));
    write(dir.path(), &vec![note; 5]);
    let all = files(dir.path());
    assert_eq!(all.len(), 3);
    fs::remove_file(&all[1]).unwrap();
    // Numbers 3 and 4 would otherwise be given a second time.
    let why = refusal(dir.path());
    assert_eq!(why.file.as_ref(), Some(&all[1]), "{why}");
    let (_, found) = read(dir.path());
    assert_eq!(found.damage[0].place(), format!("{}:1", all[2].display()));
}
