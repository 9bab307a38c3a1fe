//! The journal's own lane: first in, first out, never drops. Opens, replays, then appends one entry after another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::base::error::Problem;
use crate::domain::entry::{Entry, EntryId};
use crate::domain::ledger::Ledger;
use crate::store::disk::Disk;
use crate::store::journal::{Journal, Opened};
use crate::store::replay::{Found, Whose, replay};

use super::job::Event;

/// News of the journal.
#[derive(Debug)]
pub enum JournalEvent {
    /// Ready for answers.
    Open(Opened),
    /// Cannot be written this session; answers are not taken.
    Refused(Problem),
    /// What was said before, and what could not be read.
    Replayed(Box<Ledger>, Found),
    /// The entry is on the disk.
    Appended(EntryId),
    /// The entry is not saved, and none after it will be.
    Failed(u64, Problem),
}

/// What the lane needs to start.
pub struct Start {
    /// Root of the workspace.
    pub root: PathBuf,
    /// Annotator.
    pub by: String,
    /// Whose answers may be read.
    pub whose: Whose,
    /// Clock and process, for the identity of a new writer.
    pub salt: String,
    /// The disk.
    pub disk: Box<dyn Disk>,
}

impl std::fmt::Debug for Start {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Start")
            .field("root", &self.root)
            .field("by", &self.by)
            .finish_non_exhaustive()
    }
}

/// What the lane can be asked.
enum Order {
    Append(Box<Entry>),
    Reread,
}

/// Handle of the lane; dropping it lets the thread finish what it has and end.
#[derive(Debug)]
pub struct JournalLane {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl JournalLane {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(start: Start, out: impl Fn(Event) + Send + 'static) -> std::io::Result<Self> {
        let (orders, inbox) = channel();
        let thread = thread::Builder::new()
            .name("lane-journal".to_owned())
            .spawn(move || work(start, &inbox, &out))?;
        Ok(Self {
            orders: Some(orders),
            thread: Some(thread),
        })
    }

    /// Queues one entry. False when the lane is gone.
    pub fn append(&self, entry: Box<Entry>) -> bool {
        self.send(Order::Append(entry))
    }

    /// Reads all journals again, after what is queued: other windows and people may have written meanwhile.
    pub fn reread(&self) -> bool {
        self.send(Order::Reread)
    }

    fn send(&self, order: Order) -> bool {
        self.orders.as_ref().is_some_and(|o| o.send(order).is_ok())
    }

    /// Waits until everything queued was dealt with.
    pub fn finish(&mut self) {
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            // A panic was reported as an event already.
            let _ignored: thread::Result<()> = thread.join();
        }
    }
}

impl Drop for JournalLane {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Everything said so far. This writer's own entries come last: undo goes on with what was done here.
fn read(root: &Path, by: &str, whose: &Whose, mine: Option<&String>) -> JournalEvent {
    let mut ledger = Ledger::default();
    let mut own = Vec::new();
    let found = replay(root, whose, false, &mut |entry| {
        if entry.by == by && Some(&entry.writer) == mine {
            own.push(entry);
        } else {
            ledger.take(entry);
        }
    });
    for entry in own {
        ledger.take(entry);
    }
    JournalEvent::Replayed(Box::new(ledger), found)
}

fn work(start: Start, inbox: &Receiver<Order>, out: &dyn Fn(Event)) {
    let Start {
        root,
        by,
        whose,
        salt,
        disk,
    } = start;
    let opened = Journal::open(&root, &by, &salt, disk);
    let mine = opened.as_ref().ok().map(|(_, o)| o.writer.clone());
    out(Event::Journal(read(&root, &by, &whose, mine.as_ref())));
    let mut journal = match opened {
        Ok((journal, opened)) => {
            out(Event::Journal(JournalEvent::Open(opened)));
            Some(journal)
        }
        Err(p) => {
            out(Event::Journal(JournalEvent::Refused(p)));
            None
        }
    };
    while let Ok(order) = inbox.recv() {
        let entry = match order {
            Order::Append(entry) => entry,
            Order::Reread => {
                out(Event::Journal(read(&root, &by, &whose, mine.as_ref())));
                continue;
            }
        };
        let seq = entry.seq;
        let Some(open) = journal.as_mut() else {
            out(Event::Journal(JournalEvent::Failed(
                seq,
                Problem::environment("the journal is not open"),
            )));
            continue;
        };
        match catch_unwind(AssertUnwindSafe(|| open.append(*entry))) {
            Ok(Ok(id)) => out(Event::Journal(JournalEvent::Appended(id))),
            Ok(Err(p)) => out(Event::Journal(JournalEvent::Failed(seq, p))),
            Err(panic) => {
                journal = None;
                let p = Problem::environment(format!("the journal crashed: {}", super::lane::said(&*panic)));
                out(Event::Journal(JournalEvent::Failed(seq, p)));
            }
        }
    }
}
