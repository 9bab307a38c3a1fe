//! A disk that fails: full, broken, slow to take bytes. What is acknowledged is there, and nothing is after a failure.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use casefile::base::error::Kind;
use casefile::domain::entry::EntryId;
use casefile::store::disk::{Disk, Log, RealDisk};
use casefile::store::journal::Journal;
use casefile::store::replay::Whose;
use casefile::work::job::Event;
use casefile::work::journal_lane::{JournalEvent, JournalLane, Start};
use rustix::io::Errno;
use serde_json::json;

use super::{entry, file, open, read};

/// What one call does instead of going through.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// As the real disk.
    Pass,
    /// Takes at most so many bytes.
    Short(usize),
    Fail(Errno),
}

/// What the disk does to the coming calls (then as the real one), and what was called.
#[derive(Debug, Default)]
struct Plan {
    opens: VecDeque<Act>,
    writes: VecDeque<Act>,
    /// What writes do once `writes` is empty.
    ever: Option<Act>,
    syncs: VecDeque<Act>,
    calls: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Faulty(Arc<Mutex<Plan>>);

struct FaultyLog {
    plan: Faulty,
    real: Box<dyn Log>,
}

impl Faulty {
    fn new(writes: &[Act], syncs: &[Act]) -> Self {
        let out = Self::default();
        out.0.lock().unwrap().writes = writes.iter().copied().collect();
        out.0.lock().unwrap().syncs = syncs.iter().copied().collect();
        out
    }

    fn note(&self, what: impl Into<String>) {
        self.0.lock().unwrap().calls.push(what.into());
    }

    fn calls(&self) -> Vec<String> {
        self.0.lock().unwrap().calls.clone()
    }

    fn journal(&self, root: &Path) -> Journal {
        Journal::open(root, "ann", "salt", Box::new(self.clone())).unwrap().0
    }
}

impl Disk for Faulty {
    fn open(&self, path: &Path, fresh: bool) -> io::Result<Box<dyn Log>> {
        self.note("open");
        if let Some(Act::Fail(e)) = self.0.lock().unwrap().opens.pop_front() {
            return Err(e.into());
        }
        Ok(Box::new(FaultyLog {
            plan: self.clone(),
            real: RealDisk.open(path, fresh)?,
        }))
    }
}

impl Log for FaultyLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut plan = self.plan.0.lock().unwrap();
        plan.calls.push("write".to_owned());
        let act = plan.writes.pop_front().or(plan.ever).unwrap_or(Act::Pass);
        drop(plan);
        match act {
            Act::Pass => self.real.write(bytes),
            Act::Short(most) => self.real.write(&bytes[..bytes.len().min(most)]),
            Act::Fail(e) => Err(e.into()),
        }
    }

    fn sync_data(&mut self) -> io::Result<()> {
        self.plan.note("sync");
        match self.plan.0.lock().unwrap().syncs.pop_front() {
            Some(Act::Fail(e)) => Err(e.into()),
            _ => self.real.sync_data(),
        }
    }
}

/// One entry goes through, the second meets the fault, and from then on the journal is closed for the same reason.
/// Gives the number of complete lines that the next session finds.
fn fails_and_stays_closed(disk: &Faulty, errno: Errno, doing: &str) -> usize {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = disk.journal(dir.path());
    journal.append(entry(1, "c1", 1)).unwrap();
    assert!(journal.closed().is_none());

    let why = journal.append(entry(2, "c2", 2)).unwrap_err();
    let said = io::Error::from(errno).to_string();
    assert!(why.what.contains(doing) && why.what.contains(&said), "{why}");
    assert_eq!((why.kind, why.exit_code()), (Kind::Environment, 3));
    assert_eq!(why.file.as_deref(), Some(&*file(dir.path())));

    let calls = disk.calls().len();
    for seq in [2, 3, 2] {
        assert_eq!(journal.append(entry(seq, "c2", 2)).unwrap_err(), why, "the same reason");
    }
    assert_eq!(journal.closed(), Some(&why));
    assert_eq!(disk.calls().len(), calls, "a closed journal never touches the disk");
    drop(journal);

    // The next session: what was acknowledged is there, and it goes on from what is complete.
    let (mut journal, opened) = open(dir.path());
    let (all, found) = read(dir.path());
    assert_eq!(
        (found.damage.as_slice(), found.unfinished.as_slice()),
        (&[][..], &[][..])
    );
    assert_eq!(all[0].value, 1);
    assert_eq!(opened.next, all.len() as u64 + 1);
    journal.append(entry(opened.next, "c3", 3)).unwrap();
    drop(journal);
    let (again, found) = read(dir.path());
    assert_eq!((again.len(), found.damage.len()), (all.len() + 1, 0));
    assert_eq!(again.last().unwrap().value, 3);
    all.len()
}

#[test]
fn a_full_or_broken_disk_closes_the_journal() {
    for errno in [Errno::NOSPC, Errno::IO, Errno::DQUOT, Errno::ROFS] {
        let disk = Faulty::new(&[Act::Pass, Act::Fail(errno)], &[]);
        assert_eq!(fails_and_stays_closed(&disk, errno, "cannot write"), 1);
    }
}

#[test]
fn a_disk_that_fills_up_in_the_middle_of_a_line_leaves_a_tail_that_the_next_session_sets_aside() {
    for taken in [1, 40, 200] {
        let disk = Faulty::new(&[Act::Pass, Act::Short(taken), Act::Fail(Errno::NOSPC)], &[]);
        assert_eq!(
            fails_and_stays_closed(&disk, Errno::NOSPC, "cannot write"),
            1,
            "{taken}"
        );
    }
}

#[test]
fn a_failed_sync_acknowledges_nothing_though_the_line_may_be_there() {
    let disk = Faulty::new(&[], &[Act::Pass, Act::Fail(Errno::IO)]);
    assert_eq!(fails_and_stays_closed(&disk, Errno::IO, "cannot sync"), 2);
}

#[test]
fn a_disk_that_takes_nothing_is_a_failure_and_no_endless_loop() {
    let disk = Faulty::new(&[Act::Pass, Act::Short(0)], &[]);
    let dir = tempfile::tempdir().unwrap();
    let mut journal = disk.journal(dir.path());
    journal.append(entry(1, "c1", 1)).unwrap();
    assert!(
        journal
            .append(entry(2, "c2", 2))
            .unwrap_err()
            .what
            .contains("cannot write")
    );
    assert!(journal.append(entry(2, "c2", 2)).is_err());
}

#[test]
fn a_file_that_cannot_be_opened_closes_the_journal() {
    let disk = Faulty::default();
    disk.0.lock().unwrap().opens.push_back(Act::Fail(Errno::MFILE));
    let dir = tempfile::tempdir().unwrap();
    let mut journal = disk.journal(dir.path());
    let why = journal.append(entry(1, "c1", 1)).unwrap_err();
    assert!(why.what.contains("cannot open"), "{why}");
    assert_eq!(journal.append(entry(1, "c1", 1)).unwrap_err(), why);
    assert_eq!(disk.calls(), ["open"], "it is never tried again");
}

#[test]
fn short_and_interrupted_writes_are_carried_on() {
    for most in [1, 7, 64] {
        let disk = Faulty::default();
        disk.0.lock().unwrap().ever = Some(Act::Short(most));
        disk.0.lock().unwrap().writes.push_back(Act::Fail(Errno::INTR));
        let dir = tempfile::tempdir().unwrap();
        let mut journal = disk.journal(dir.path());
        for seq in 1..=3 {
            journal.append(entry(seq, "c", format!("{seq} ünï"))).unwrap();
        }
        let (all, found) = read(dir.path());
        assert_eq!((all.len(), found.damage.len()), (3, 0), "{most} bytes at a time");
        assert_eq!(all[2].value, json!("3 ünï"));
        let syncs = disk.calls().iter().filter(|c| *c == "sync").count();
        assert_eq!(syncs, 3, "one sync an entry, after its last byte");
    }
}

/// Runs `count` entries through the lane; calls of the disk and events stand in one list, in the order they came.
fn through_the_lane(disk: &Faulty, root: &Path, count: u64) -> (Vec<String>, Vec<EntryId>) {
    let appended = Arc::new(Mutex::new(Vec::new()));
    let (log, ids) = (disk.clone(), appended.clone());
    let start = Start {
        root: root.to_owned(),
        by: "ann".to_owned(),
        whose: Whose::All,
        salt: "salt".to_owned(),
        disk: Box::new(disk.clone()),
    };
    let mut lane = JournalLane::start(start, move |event| {
        let Event::Journal(event) = event else {
            panic!("{event:?}")
        };
        log.note(match event {
            JournalEvent::Open(_) => "ready".to_owned(),
            JournalEvent::Replayed(..) => "replayed".to_owned(),
            JournalEvent::Refused(_) => "refused".to_owned(),
            JournalEvent::Failed(seq, _) => format!("failed {seq}"),
            JournalEvent::Appended(id) => {
                let word = format!("appended {}", id.seq);
                ids.lock().unwrap().push(id);
                word
            }
        });
    })
    .unwrap();
    for seq in 1..=count {
        assert!(lane.append(Box::new(entry(seq, "c", seq))));
    }
    lane.finish();
    let ids = appended.lock().unwrap().clone();
    (disk.calls(), ids)
}

#[test]
fn an_answer_is_called_saved_only_after_its_sync_returned() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Faulty::new(&[Act::Pass, Act::Short(10)], &[]);
    let (calls, ids) = through_the_lane(&disk, dir.path(), 3);
    assert_eq!(
        calls.join(", "),
        "replayed, ready, open, write, sync, appended 1, write, write, sync, appended 2, write, sync, appended 3"
    );
    assert_eq!(ids.len(), 3);
    assert_eq!(read(dir.path()).0.iter().map(super::Entry::id).collect::<Vec<_>>(), ids);
}

#[test]
fn after_a_failed_sync_the_lane_calls_nothing_saved() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Faulty::new(&[], &[Act::Pass, Act::Fail(Errno::IO)]);
    let (calls, ids) = through_the_lane(&disk, dir.path(), 4);
    assert_eq!(
        calls.join(", "),
        "replayed, ready, open, write, sync, appended 1, write, sync, failed 2, failed 3, failed 4"
    );
    assert_eq!(ids.len(), 1);
}

#[test]
fn many_entries_at_once_cost_one_sync_a_file_and_keep_the_chain() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Faulty::new(&[], &[]);
    let mut journal = disk.journal(dir.path());
    journal.append(entry(1, "c1", 1)).unwrap();
    // Of about 330 bytes each: more than one file of 1 MiB, less than three.
    let many = (2..=6_001).map(|seq| entry(seq, "c", "x".repeat(80))).collect();
    assert_eq!(journal.append_all(many).unwrap(), 6_000);
    journal.append(entry(6_002, "c", 2)).unwrap();
    drop(journal);
    let files = std::fs::read_dir(dir.path().join("journal/ann")).unwrap().count();
    assert!((2..=3).contains(&files), "{files}");
    // One for the first, one a file for the many, one for the last.
    assert_eq!(disk.calls().iter().filter(|c| *c == "sync").count(), files + 2);
    let (all, found) = read(dir.path());
    assert_eq!((all.len(), found.damage.len()), (6_002, 0));
}

#[test]
fn a_batch_that_fails_is_acknowledged_as_a_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Faulty::new(&[], &[Act::Fail(Errno::IO)]);
    let mut journal = disk.journal(dir.path());
    let batch = || (1..=3).map(|seq| entry(seq, "c", 1)).collect::<Vec<_>>();
    let why = journal.append_all(batch()).unwrap_err();
    assert_eq!(why.kind, Kind::Environment);
    assert_eq!(journal.append_all(batch()).unwrap_err(), why, "closed for the session");
    // A number that is not due writes nothing at all, not even the entries before it.
    let dir = tempfile::tempdir().unwrap();
    let (mut journal, _) = open(dir.path());
    let mut wrong = batch();
    wrong[2].seq = 7;
    journal.append_all(wrong).unwrap_err();
    drop(journal);
    assert_eq!(read(dir.path()).0.len(), 0);
    let (mut journal, opened) = open(dir.path());
    assert_eq!((opened.next, journal.append_all(Vec::new()).unwrap()), (1, 0));
}
