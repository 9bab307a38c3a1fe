//! Saving a label, against the bare system calls; reading journals back.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use casefile::domain::ledger::Ledger;
use casefile::store::disk::RealDisk;
use casefile::store::journal::Journal;
use casefile::store::replay::{Whose, replay};
use criterion::Criterion;

use super::{Book, Goal, group, made};

const BARE: &str = "bare append and fdatasync of the same bytes";

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let mut g = group(c, "durable label", 4.0);
    let line = {
        let mut line = serde_json::to_vec(&made::entry("ann", 7)).unwrap();
        line.resize(line.len() + 26, b' ');
        line.push(b'\n');
        line
    };
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(dir.join("bare"))
        .unwrap();
    let mut bare = || {
        file.write_all(&line).unwrap();
        file.sync_data().unwrap();
    };
    for (name, before) in [
        ("label saved, empty journal", 0),
        ("label saved, 100,000 entries before it", 100_000),
    ] {
        let root = dir.join(format!("label-{before}"));
        std::fs::create_dir(&root).unwrap();
        made::entries(&root, "ann", before);
        let (mut journal, opened) = Journal::open(&root, "ann", "bench", Box::new(RealDisk)).unwrap();
        let mut seq = opened.next;
        let label = || {
            journal.append(made::entry("ann", seq)).unwrap();
            seq += 1;
        };
        book.race(&mut g, name, (BARE, 2.0), label, &mut bare);
    }
    g.finish();

    six(c, book, dir);

    let root = dir.join("replay");
    std::fs::create_dir(&root).unwrap();
    for by in ["ann", "bob", "cem"] {
        made::entries(&root, by, 100_000);
    }
    let mut g = group(c, "replay", 4.0);
    book.time(
        &mut g,
        "300,000 entries into the ledger",
        &Goal::Within(Duration::from_millis(500)),
        || {
            let mut ledger = Ledger::default();
            let found = replay(&root, &Whose::All, false, &mut |e| ledger.take(e));
            assert_eq!((found.entries, found.damage.len(), ledger.len()), (300_000, 0, 300_000));
            ledger
        },
    );
    book.time(&mut g, "300,000 entries, chain checked, no ledger", &Goal::Told, || {
        replay(&root, &Whose::All, true, &mut |_| {})
    });
    book.time(&mut g, "opening an own journal of 100,000 entries", &Goal::Told, || {
        Journal::open(&root, "ann", "bench", Box::new(RealDisk)).unwrap()
    });
    g.finish();
}

const WRITERS: usize = 6;
const EACH: u64 = 1_000;
const BARE_SIX: &str = "six bare writers of the same bytes, 6,000 in all";

/// Six people at once on one disk, each with a journal of their own.
fn six(c: &mut Criterion, book: &Book, dir: &Path) {
    let mut g = group(c, "six writers", 6.0);
    let root = dir.join("six");
    std::fs::create_dir(&root).unwrap();
    let names: Vec<String> = (0..WRITERS).map(|n| format!("p{n}")).collect();
    let mut journals: Vec<(Journal, u64)> = names
        .iter()
        .map(|by| {
            let (journal, opened) = Journal::open(&root, by, "bench", Box::new(RealDisk)).unwrap();
            (journal, opened.next)
        })
        .collect();
    let line = {
        let mut line = serde_json::to_vec(&made::entry("p0", 7)).unwrap();
        line.resize(line.len() + 26, b' ');
        line.push(b'\n');
        line
    };
    let mut files: Vec<std::fs::File> = names
        .iter()
        .map(|by| {
            let path = root.join(format!("bare-{by}"));
            OpenOptions::new().append(true).create(true).open(path).unwrap()
        })
        .collect();
    let mut bare = || {
        std::thread::scope(|scope| {
            for file in &mut files {
                let line = &line;
                scope.spawn(move || {
                    for _ in 0..EACH {
                        file.write_all(line).unwrap();
                        file.sync_data().unwrap();
                    }
                });
            }
        });
    };
    let mut write = || {
        std::thread::scope(|scope| {
            for ((journal, next), by) in journals.iter_mut().zip(&names) {
                scope.spawn(move || {
                    for seq in *next..*next + EACH {
                        journal.append(made::entry(by, seq)).unwrap();
                    }
                    *next += EACH;
                });
            }
        });
    };
    book.race(
        &mut g,
        "six journals, 6,000 entries in all",
        (BARE_SIX, 2.0),
        &mut write,
        &mut bare,
    );
    // 10,000 a second together.
    let most = Duration::from_millis(600);
    book.time(
        &mut g,
        "six journals, 6,000 entries in 0.6 s",
        &Goal::Within(most),
        &mut write,
    );
    g.finish();
}
