//! Six processes that write at the same time, two of them for one person: nothing is lost, nothing is damaged. The
//! children are this test binary, told by variables where and as whom to write.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use casefile::store::disk::RealDisk;
use casefile::store::journal::Journal;
use serde_json::json;

use super::{entry, read};

const ROOT: &str = "CASEFILE_TEST_SIX";
const NAME: &str = "CASEFILE_TEST_SIX_AS";
const EACH: u64 = 700;

#[test]
fn child() {
    let (Some(root), Some(by)) = (std::env::var_os(ROOT).map(PathBuf::from), std::env::var_os(NAME)) else {
        return;
    };
    let by = by.into_string().unwrap();
    let salt = std::process::id().to_string();
    let (mut journal, opened) = Journal::open(&root, &by, &salt, Box::new(RealDisk)).unwrap();
    for seq in opened.next..opened.next + EACH {
        let mut e = entry(seq, &format!("c{}", seq % 40), json!(format!("{seq} of {by} 潮")));
        e.by.clone_from(&by);
        journal.append(e).unwrap();
    }
}

#[test]
fn six_processes_at_once_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let names = ["ann", "ann", "bob", "cem", "dee", "óð-日本"];
    let children: Vec<Child> = names
        .iter()
        .map(|by| {
            Command::new(std::env::current_exe().unwrap())
                .args(["journal::six::child", "--exact", "--test-threads=1"])
                .env(ROOT, dir.path())
                .env(NAME, by)
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success(), "no writer met an error");
    }
    let (all, found) = read(dir.path());
    assert_eq!((found.damage, found.unfinished), (vec![], vec![]));
    assert_eq!(all.len() as u64, EACH * 6);
    let mut writers: BTreeMap<(String, String), u64> = BTreeMap::new();
    for e in &all {
        assert_eq!(e.value, json!(format!("{} of {} 潮", e.seq, e.by)));
        let last = writers.entry((e.by.clone(), e.writer.clone())).or_default();
        assert_eq!(e.seq, *last + 1, "numbers without gaps");
        *last = e.seq;
    }
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for ((by, _), last) in &writers {
        *sums.entry(by).or_default() += last;
    }
    // One may end before the other of the same person starts; then they share a writer, one after the other.
    let want: BTreeMap<&str, u64> = [
        ("ann", 2 * EACH),
        ("bob", EACH),
        ("cem", EACH),
        ("dee", EACH),
        ("óð-日本", EACH),
    ]
    .into();
    assert_eq!(sums, want);
}
