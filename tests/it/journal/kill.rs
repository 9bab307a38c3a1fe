//! kill -9 at random moments under load. The child is this test binary, told by a variable to write; it prints the
//! number of each entry after the journal acknowledged it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use serde_json::{Value, json};

use super::{entry, open, read};

const ROOT: &str = "CASEFILE_TEST_JOURNAL";
const WORKSPACES: usize = 10;
const ROUNDS: usize = 20;

/// The only value that entry `seq` may have. Some are large: a kill can cut those in the middle of the write.
fn value(seq: u64) -> Value {
    match seq % 9 {
        0 => json!(format!("{seq} {}", "潮".repeat(60_000))),
        4 => json!(format!("note {seq} {}", "x".repeat(700))),
        _ => json!(seq),
    }
}

#[test]
fn child() {
    let Some(root) = std::env::var_os(ROOT).map(PathBuf::from) else {
        return;
    };
    let (mut journal, opened) = open(&root);
    let mut out = std::io::stdout().lock();
    // The harness leaves its own line open.
    writeln!(out, "\nopen {}", opened.next).unwrap();
    for seq in opened.next..opened.next + 5_000 {
        let id = journal
            .append(entry(seq, &format!("c{}", seq % 50), value(seq)))
            .unwrap();
        writeln!(out, "saved {}", id.seq).unwrap();
    }
}

/// Lets a child write, kills it after `wait_us` (counted from its first word when `warm`), and gives the number of
/// the last entry it called saved.
fn round(root: &Path, warm: bool, wait_us: u64) -> Option<u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["journal::kill::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(ROOT, root)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut words = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let mut last = None;
    if warm {
        words
            .find(|w| w.starts_with("open "))
            .expect("the child opens the journal");
    }
    let reader = thread::spawn(move || {
        for word in words {
            if let Some(seq) = word.strip_prefix("saved ") {
                last = Some(seq.parse().unwrap());
            }
        }
        last
    });
    thread::sleep(Duration::from_micros(wait_us));
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let (mut saved, mut cut) = (0, 0);
    for _ in 0..WORKSPACES {
        let dir = tempfile::tempdir().unwrap();
        let mut before = 0;
        for n in 0..ROUNDS {
            let wait = u64::from(random.next_u32());
            // Most rounds die while they write, some while they start.
            let (warm, wait) = if n % 5 == 4 {
                (false, wait % 20_000)
            } else {
                (true, 1_000 + wait % 30_000)
            };
            let last = round(dir.path(), warm, wait).unwrap_or(before);
            let (all, found) = read(dir.path());
            assert_eq!(found.damage, [], "round {n}");
            cut += found.unfinished.len();
            let have = all.len() as u64;
            assert!(
                last <= have,
                "round {n}: {last} was called saved, {have} entries are there"
            );
            assert!(
                have <= last.max(before) + 1,
                "round {n}: {have} entries, {last} were saved"
            );
            for (at, e) in all.iter().enumerate() {
                assert_eq!((e.seq, &e.value), (at as u64 + 1, &value(e.seq)), "round {n}");
            }
            saved += last - before;
            before = have;
        }
    }
    eprintln!(
        "{} rounds, {saved} entries saved, {cut} lines cut by the kill",
        WORKSPACES * ROUNDS
    );
    assert!(
        saved > 200,
        "the children wrote too little ({saved}) for the test to mean anything"
    );
}
