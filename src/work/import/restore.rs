//! Entries of journals that casefile exported, put back as they were: same writer, number and chain, in files of their own.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::domain::entry::Entry;
use crate::domain::judged::Judged;
use crate::read::meter::Meter;
use crate::store::journal::{ROLL, hash};
use crate::store::spool::Spool;
use crate::store::stage::Stage;
use crate::store::whole::lines_in;
use crate::store::workspace::{Workspace, annotator};
use crate::work::merge::put;

use super::Report;

/// Annotator and writer.
type Whose = (String, String);

/// What stands in the journals already: a hash of every entry by its identity.
#[derive(Default)]
pub(super) struct There(HashMap<Whose, HashMap<u64, u64>>);

impl There {
    /// Hears of an entry of a journal.
    pub(super) fn note(&mut self, entry: &Entry) -> Result<()> {
        let all = self.0.entry((entry.by.clone(), entry.writer.clone())).or_default();
        all.entry(entry.seq).or_insert(print(entry)?);
        Ok(())
    }
}

/// Entries to be put back: annotator and writer, then number and place in the spool.
#[derive(Default)]
pub(super) struct Found(BTreeMap<Whose, BTreeMap<u64, usize>>);

impl Found {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the entry that stands at `place` of the spool, unless it is there; counts it.
    ///
    /// # Errors
    /// Names that cannot be those of folders and files, or another entry of the same identity.
    pub(super) fn take(&mut self, entry: &Entry, place: usize, there: &There, report: &mut Report) -> Result<()> {
        let sound = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if annotator(&entry.by).ok().as_ref() != Some(&entry.by) {
            return Err(Problem::input(format!("'{}' is no annotator name", entry.by)).at_field("by"));
        }
        let writer = &entry.writer;
        if writer.len() > 64 || writer.starts_with('.') || !writer.chars().all(sound) || entry.seq == 0 {
            return Err(Problem::input(format!("'{writer}/{}' is no entry id", entry.seq)).at_field("writer"));
        }
        let whose = (entry.by.clone(), writer.clone());
        if let Some(known) = there.0.get(&whose).and_then(|all| all.get(&entry.seq)) {
            if *known != print(entry)? {
                let what = format!(
                    "another entry of '{}' is called {writer}/{}; it stays",
                    entry.by, entry.seq
                );
                return Err(Problem::input(what).at_field("seq"));
            }
            report.judged(&entry.by, 1);
            return Ok(());
        }
        let again = self.0.entry(whose).or_default().insert(entry.seq, place).is_some();
        if again {
            report.judged(&entry.by, 1);
        }
        Ok(())
    }

    /// Takes away what would leave a hole in a journal, or is not what its writer wrote: the entries of a writer come back
    /// whole, in one chain behind those that are there, or not at all. Counts what stays and refuses the rest.
    ///
    /// # Errors
    /// The spool cannot be read; a refusal that ends the import.
    pub(super) fn settle(
        &mut self,
        spool: &mut Spool,
        there: &There,
        report: &mut Report,
        refuse: &mut dyn FnMut(&mut Report, Problem) -> Result<()>,
    ) -> Result<()> {
        let mut gone = Vec::new();
        for (whose, entries) in &self.0 {
            let fault = hole(whose, entries, spool, there)?;
            for _ in entries {
                report.judged(&whose.0, if fault.is_some() { 2 } else { 0 });
            }
            if let Some(p) = fault {
                refuse(report, p)?;
                gone.push(whose.clone());
            }
        }
        for whose in gone {
            self.0.remove(&whose);
        }
        Ok(())
    }

    /// Prepares the files: behind those that the writer has, and no larger than the journal's own.
    ///
    /// # Errors
    /// The disk is full, a stop.
    pub(super) fn stage(self, ws: &Workspace, spool: &mut Spool, stage: &mut Stage, meter: &Meter) -> Result<()> {
        for ((by, writer), entries) in self.0 {
            let dir = ws.root.join("journal").join(&by);
            let mut part = last(&dir, &writer) + 1;
            let mut rest = entries.into_values().peekable();
            while rest.peek().is_some() {
                let path = dir.join(format!("{writer}-{part:04}.jsonl"));
                let file = stage.prepare(&path, |to| {
                    let mut size = 0;
                    while size < ROLL {
                        meter.check()?;
                        let Some(place) = rest.next() else { break };
                        let Some(line) = line(spool, place)? else { continue };
                        size += line.len() as u64 + 1;
                        put(to, &path, &line)?;
                    }
                    Ok(true)
                })?;
                stage.add(file);
                part += 1;
            }
        }
        Ok(())
    }
}

/// Why entries of a writer cannot be put back.
fn hole(
    (by, writer): &Whose,
    entries: &BTreeMap<u64, usize>,
    spool: &mut Spool,
    there: &There,
) -> Result<Option<Problem>> {
    let known = there.0.get(&(by.clone(), writer.clone()));
    let mut due = known.and_then(|all| all.keys().max()).copied().unwrap_or(0) + 1;
    let mut before: Option<String> = None;
    for (seq, place) in entries {
        if *seq != due {
            let what = format!("the entries of '{by}' by the writer {writer} are not whole: number {due} is missing");
            let mend = "import the whole file that casefile exported; for a part of it, leave writer and seq out and call by annotator";
            return Ok(Some(Problem::input(what).at_field("seq").mend(mend)));
        }
        let Some(line) = line(spool, *place)? else { continue };
        let prev = serde_json::from_slice::<Entry>(&line)
            .map(|e| e.prev)
            .unwrap_or_default();
        if before.as_ref().is_some_and(|b| *b != prev) {
            let what = format!(
                "entry {writer}/{} of '{by}' is not what its writer wrote: the next one names another",
                seq - 1
            );
            let mend = "export it again; answers are changed in the workbench, not in the file";
            return Ok(Some(Problem::input(what).at_field("prev").mend(mend)));
        }
        before = Some(hash(&line));
        due += 1;
    }
    Ok(None)
}

/// The entry at a place of the spool as a line of a journal.
fn line(spool: &mut Spool, place: usize) -> Result<Option<Vec<u8>>> {
    let Some(raw) = spool.raw_at(place)? else {
        return Ok(None);
    };
    let fail = |e: serde_json::Error| Problem::environment(e.to_string());
    let judged: Judged = serde_json::from_slice(&raw).map_err(fail)?;
    judged.entry.map(|e| serde_json::to_vec(&e).map_err(fail)).transpose()
}

/// Number of the writer's newest file; 0 when there is none.
fn last(dir: &Path, writer: &str) -> u32 {
    let number = |path: &Path| {
        let stem = path.file_stem()?.to_str()?;
        stem.strip_prefix(writer)?.strip_prefix('-')?.parse().ok()
    };
    lines_in(dir).iter().filter_map(|p| number(p)).max().unwrap_or(0)
}

/// A hash of all of an entry.
fn print(entry: &Entry) -> Result<u64> {
    let text = serde_json::to_string(entry).map_err(|e| Problem::environment(e.to_string()))?;
    let mut sum = DefaultHasher::new();
    text.hash(&mut sum);
    Ok(sum.finish())
}
