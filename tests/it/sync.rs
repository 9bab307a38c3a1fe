//! Exchange through git: a bare remote and clones of it, `casefile sync` and plain git by turns. Helpers here.

mod blind;
mod faults;
mod fifty;
mod single;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use casefile::domain::entry::{Entry, Op, Sight, Subject};
use casefile::domain::ledger::{Key, Ledger};
use casefile::store::disk::RealDisk;
use casefile::store::journal::Journal;
use casefile::store::replay::{Found, Whose, replay};
use serde_json::Value;

use crate::study::{Study, git, row};

/// A bare remote, and clones of a workspace that is in it.
struct Team {
    study: Study,
    clones: Vec<PathBuf>,
}

impl Team {
    /// Puts `study` on a new remote and makes `count` clones of it in all.
    fn of(study: Study, count: usize) -> Self {
        let (home, first) = (study.home.path().to_owned(), study.path().to_owned());
        git(
            &study,
            &home,
            &["init", "--quiet", "--bare", "-b", "main", "remote.git"],
        );
        git(&study, &first, &["init", "--quiet", "-b", "main"]);
        git(&study, &first, &["add", "."]);
        git(&study, &first, &["commit", "--quiet", "-m", "start"]);
        git(&study, &first, &["remote", "add", "origin", "../remote.git"]);
        git(&study, &first, &["push", "--quiet", "-u", "origin", "main"]);
        let mut clones = vec![first];
        for n in 1..count {
            let name = format!("clone-{n}");
            git(&study, &home, &["clone", "--quiet", "remote.git", &name]);
            clones.push(home.join(name));
        }
        Self { study, clones }
    }

    /// Of three made cases `a`, `b` and `c`.
    fn small(count: usize) -> Self {
        Self::of(Study::with(&["a", "b", "c"].map(row)), count)
    }

    fn git(&self, clone: usize, args: &[&str]) -> String {
        git(&self.study, &self.clones[clone], args)
    }

    fn args<'a>(&'a self, clone: usize, me: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let dir = self.clones[clone].to_str().unwrap();
        [&["sync", "--as", me, "-w", dir], more].concat()
    }

    /// Syncs, which must do.
    fn sync(&self, clone: usize, me: &str) -> Value {
        let out = self.study.home.ok(&self.args(clone, me, &["--json"]));
        serde_json::from_str(&out).unwrap()
    }

    /// Syncs, which must fail with `code`; standard error comes back.
    fn fails(&self, clone: usize, me: &str, code: i32) -> String {
        self.study.home.fails(code, &self.args(clone, me, &[]))
    }

    /// The same by hand.
    fn by_hand(&self, clone: usize, me: &str) {
        if self.clones[clone].join("journal").join(me).exists() {
            self.git(clone, &["add", &format!("journal/{me}")]);
        }
        let staged = self.git(clone, &["diff", "--cached", "--name-only", "--", "journal"]);
        if !staged.is_empty() {
            self.git(clone, &["commit", "--quiet", "-m", "by hand", "--", "journal"]);
        }
        self.git(clone, &["pull", "--quiet", "--no-rebase", "--no-edit"]);
        self.git(clone, &["push", "--quiet"]);
    }

    /// Appends answers of `me` to questions about cases, each replacing what the clone knows; their ids come back.
    fn answer(&self, clone: usize, me: &str, answers: &[(&str, &str, Value)]) -> Vec<String> {
        let root = &self.clones[clone];
        let mut known = ledger(root);
        let salt = format!("salt-{clone}-{me}");
        let (mut journal, opened) = Journal::open(root, me, &salt, Box::new(RealDisk)).unwrap();
        let mut out = Vec::new();
        for (seq, (case, question, value)) in (opened.next..).zip(answers) {
            let mut e = answer(me, case, question, value.clone(), seq);
            e.writer.clone_from(&opened.writer);
            e.supersedes = known.heads(&key(&e)).iter().map(|h| h.id.clone()).collect();
            journal.append(e.clone()).unwrap();
            known.apply(&e);
            out.push(format!("{me}/{}", e.id()));
        }
        out
    }

    /// What `doctor` says about the journals of a clone; BAD lines alone.
    fn damage(&self, clone: usize) -> Vec<String> {
        let dir = self.clones[clone].display().to_string();
        let out = self
            .study
            .home
            .casefile()
            .args(["doctor", "-w", &dir, "--json"])
            .output()
            .unwrap();
        let all: Vec<Value> = serde_json::from_slice(&out.stdout).unwrap();
        all.iter()
            .filter(|f| f["about"] == "journal" && f["ok"] == false)
            .map(|f| f["text"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn answer(me: &str, case: &str, question: &str, value: Value, seq: u64) -> Entry {
    Entry {
        v: 1,
        seq,
        prev: String::new(),
        writer: String::new(),
        at: format!("2026-03-01T10:00:{:02}Z", seq % 60),
        by: me.to_owned(),
        subject: Subject::Case { case: case.to_owned() },
        question: question.to_owned(),
        op: Op::Set,
        value,
        supersedes: Vec::new(),
        about: None,
        form_hash: "evidence@0123456789ab".to_owned(),
        sight: Sight::Open,
        took_ms: 900,
        saw: String::new(),
        imported: None,
    }
}

fn key(e: &Entry) -> Key {
    Key {
        by: e.by.clone(),
        subject: e.subject.clone(),
        question: e.question.clone(),
    }
}

/// Every distinct entry of a clone as `ANNOTATOR/WRITER/NUMBER` with its line, and what reading found.
fn entries(root: &Path) -> (BTreeMap<String, String>, Found) {
    let mut out = BTreeMap::new();
    let found = replay(root, &Whose::All, true, &mut |e| {
        out.insert(format!("{}/{}", e.by, e.id()), serde_json::to_string(&e).unwrap());
    });
    (out, found)
}

fn ids(root: &Path) -> BTreeSet<String> {
    entries(root).0.into_keys().collect()
}

fn ledger(root: &Path) -> Ledger {
    let mut out = Ledger::default();
    replay(root, &Whose::All, false, &mut |e| out.take(e));
    out
}

/// What holds: annotator, subject, question, and the values of all heads, sorted.
fn holds(root: &Path) -> Vec<(String, String, String, Vec<String>)> {
    let mut out: Vec<_> = ledger(root)
        .all()
        .map(|(k, heads)| {
            let mut values: Vec<String> = heads.iter().map(|h| format!("{} {}", h.id, h.value)).collect();
            values.sort();
            (k.by.clone(), k.subject.name(), k.question.clone(), values)
        })
        .collect();
    out.sort();
    out
}

/// The one journal file of `me` in a clone.
fn file(root: &Path, me: &str) -> PathBuf {
    let all = casefile::store::whole::lines_in(&root.join("journal").join(me));
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}
