//! The journal's promise: no answer shown as saved is ever lost. Cut lines, kill -9, failing disks, several writers,
//! damage, copies. Helpers here; one file per threat.

mod damage;
mod disk;
mod kill;
mod merge;
mod screen;
mod six;
mod torn;
mod writers;

use std::fs;
use std::path::{Path, PathBuf};

use casefile::domain::entry::{Entry, EntryId, Op, Sight, Subject};
use casefile::domain::ledger::{Key, Ledger};
use casefile::store::disk::RealDisk;
use casefile::store::journal::{Journal, Opened};
use casefile::store::replay::{Found, Whose, replay};
use serde_json::Value;

/// An answer to `relevance` of the case `case`; the journal fills in writer and chain.
fn entry(seq: u64, case: &str, value: impl Into<Value>) -> Entry {
    Entry {
        v: 1,
        seq,
        prev: String::new(),
        writer: String::new(),
        at: "2026-03-01T10:00:00Z".to_owned(),
        by: "ann".to_owned(),
        subject: Subject::Case { case: case.to_owned() },
        question: "relevance".to_owned(),
        op: Op::Set,
        value: value.into(),
        supersedes: Vec::new(),
        about: None,
        form_hash: "labelling@0123456789ab".to_owned(),
        sight: Sight::Open,
        took_ms: 1200,
        saw: String::new(),
        imported: None,
    }
}

/// Opens the journal of `ann` on the real disk.
fn open(root: &Path) -> (Journal, Opened) {
    Journal::open(root, "ann", "salt", Box::new(RealDisk)).unwrap()
}

/// Opens, and appends `values`, each about a case of its own (`c1`, `c2`, …).
fn write(root: &Path, values: &[Value]) -> Opened {
    let (mut journal, opened) = open(root);
    for (n, value) in values.iter().enumerate() {
        let seq = opened.next + n as u64;
        journal.append(entry(seq, &format!("c{seq}"), value.clone())).unwrap();
    }
    opened
}

/// Everything in the journals of everybody, with the chain checked.
fn read(root: &Path) -> (Vec<Entry>, Found) {
    let mut all = Vec::new();
    let found = replay(root, &Whose::All, true, &mut |e| all.push(e));
    (all, found)
}

/// What the journals say, replayed.
fn ledger(root: &Path) -> Ledger {
    let mut ledger = Ledger::default();
    for entry in read(root).0 {
        ledger.apply(&entry);
    }
    ledger
}

/// Values that hold for `ann`'s relevance of `case`, sorted by their text.
fn heads(ledger: &Ledger, case: &str) -> Vec<Value> {
    let key = Key {
        by: "ann".to_owned(),
        subject: Subject::Case { case: case.to_owned() },
        question: "relevance".to_owned(),
    };
    let mut out: Vec<Value> = ledger.heads(&key).iter().map(|h| h.value.clone()).collect();
    out.sort_by_key(ToString::to_string);
    out
}

fn id(writer: &str, seq: u64) -> EntryId {
    EntryId {
        writer: writer.to_owned(),
        seq,
    }
}

/// Journal files of `ann`, sorted.
fn files(root: &Path) -> Vec<PathBuf> {
    casefile::store::whole::lines_in(&root.join("journal/ann"))
}

/// The one journal file of `ann`.
fn file(root: &Path) -> PathBuf {
    let all = files(root);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

/// First file of a writer of `ann`.
fn file_of(root: &Path, writer: &str) -> PathBuf {
    root.join(format!("journal/ann/{writer}-0001.jsonl"))
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for found in fs::read_dir(from).unwrap() {
        let found = found.unwrap();
        let target = to.join(found.file_name());
        if found.path().is_dir() {
            copy(&found.path(), &target);
        } else {
            fs::copy(found.path(), target).unwrap();
        }
    }
}
