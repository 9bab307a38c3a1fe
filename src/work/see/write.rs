//! Records on their way into `evidence/PRODUCER.jsonl`: written as a whole, every so many and every so often.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::base::error::Result;
use crate::domain::evidence::Evidence;
use crate::read::meter::Meter;
use crate::store::spool::Spool;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;
use crate::work::import::Count;
use crate::work::merge;

use super::plan::Plan;

/// Records, and time, after which the file is written.
const MANY: usize = 200;
const LONG: Duration = Duration::from_secs(30);

pub(super) struct Writer<'a> {
    path: PathBuf,
    stage: &'a mut Stage,
    /// Place among all that were asked for, and the record.
    waiting: Vec<(usize, Evidence)>,
    since: Instant,
    pub(super) count: Count,
}

impl<'a> Writer<'a> {
    pub(super) fn new(ws: &Workspace, plan: &Plan, stage: &'a mut Stage) -> Self {
        Self {
            path: ws.root.join("evidence").join(format!("{}.jsonl", plan.producer)),
            stage,
            waiting: Vec::new(),
            since: (plan.clock)(),
            count: Count::default(),
        }
    }

    pub(super) fn put(&mut self, place: usize, record: Evidence) {
        self.waiting.push((place, record));
    }

    /// Writes when it is time to.
    pub(super) fn tick(&mut self, now: Instant) -> Result<()> {
        let late = now.saturating_duration_since(self.since) >= LONG;
        if self.waiting.is_empty() || !(late || self.waiting.len() >= MANY) {
            return Ok(());
        }
        self.since = now;
        self.flush()
    }

    /// Writes what waits, in the order of the cases.
    pub(super) fn flush(&mut self) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut spool = Spool::new(self.stage.dir())?;
        self.waiting.sort_by_key(|(place, _)| *place);
        for (_, record) in &self.waiting {
            let _again: bool = spool.put(&merge::key(&record.case, &record.exhibit), record)?;
        }
        // Not the meter of the command: what was read is written after a stop, too.
        let merged = merge::merge(&self.path, &mut spool, true, false, self.stage, &Meter::default())?;
        self.stage.add(merged.file);
        self.stage.settle()?;
        self.count.add(merged.count);
        self.waiting.clear();
        Ok(())
    }
}
