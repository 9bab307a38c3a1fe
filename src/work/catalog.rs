//! Which runs and which evidence there are, and where each case's record stands, without loading the records.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Evidence;
use crate::domain::run::{RunInfo, Suspects};
use crate::domain::trajectory::Trajectory;
use crate::store::config;
use crate::store::whole;
use crate::store::workspace::Workspace;

use super::office::{Lines, Slice};

/// One run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Name, its folder.
    pub name: String,
    /// Where it came from.
    pub info: RunInfo,
    /// Its records by case.
    pub lines: Lines,
    file: PathBuf,
}

/// What is in a workspace besides the cases.
#[derive(Debug, Default)]
pub struct Catalog {
    /// Runs by name.
    pub runs: Vec<Run>,
    evidence: HashMap<Box<str>, Vec<(usize, Slice)>>,
    evidence_files: Vec<PathBuf>,
    /// Where the trajectories of a run stand; filled when a run is first asked.
    trails: Mutex<HashMap<Box<str>, Arc<Trails>>>,
    /// Files and lines that could not be read.
    pub problems: Vec<Problem>,
}

/// Lines of `events.jsonl`, and those that could not be read.
#[derive(Debug, Default)]
struct Trails {
    lines: Lines,
    problems: Vec<Problem>,
}

#[derive(Deserialize)]
struct CaseOnly {
    case: String,
}

impl Catalog {
    /// Goes through runs and evidence of `ws`.
    pub fn build(ws: &Workspace) -> Self {
        let mut out = Self::default();
        for name in ws.runs() {
            let file = ws.suspects(&name);
            let mut lines = Lines::new();
            let read = each(&file, &mut |case, slice| {
                lines.insert(case.into(), slice);
            });
            out.problems.extend(read);
            let toml = file.with_file_name("run.toml");
            let info = if toml.exists() {
                config::read_toml(&toml).unwrap_or_else(|p| {
                    out.problems.push(p);
                    RunInfo::default()
                })
            } else {
                RunInfo::default()
            };
            out.runs.push(Run {
                name,
                info,
                lines,
                file,
            });
        }
        out.take_evidence(ws);
        out
    }

    /// Goes through the evidence of `ws` alone.
    pub fn of_evidence(ws: &Workspace) -> Self {
        let mut out = Self::default();
        out.take_evidence(ws);
        out
    }

    fn take_evidence(&mut self, ws: &Workspace) {
        self.evidence_files = ws.evidence();
        for (n, file) in self.evidence_files.iter().enumerate() {
            let evidence = &mut self.evidence;
            let read = each(file, &mut |case, slice| {
                evidence.entry(case.into()).or_default().push((n, slice));
            });
            self.problems.extend(read);
        }
    }

    /// A run's record for a case; `Missing` when it has none.
    ///
    /// # Errors
    /// The record cannot be read or parsed.
    pub fn suspects(&self, run: &Run, case: &str) -> Result<Suspects> {
        match run.lines.get(case) {
            None => Ok(Suspects::missing(case)),
            Some(slice) => record(&run.file, *slice),
        }
    }

    /// What a run did on the way to its answer; `None` when that is not known.
    ///
    /// # Errors
    /// The record cannot be read or parsed; or there is none, and a line of the file cannot be read.
    pub fn trajectory(&self, run: &Run, case: &str) -> Result<Option<Trajectory>> {
        let file = run.file.with_file_name("events.jsonl");
        if !file.exists() {
            return Ok(None);
        }
        let known = {
            let mut all = self.trails.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = all.entry(run.name.as_str().into());
            entry.or_insert_with(|| Arc::new(trails(&file))).clone()
        };
        match (known.lines.get(case), known.problems.first()) {
            (Some(slice), _) => record(&file, *slice).map(Some),
            (None, Some(p)) => Err(p.clone()),
            (None, None) => Ok(None),
        }
    }

    /// The run of that name.
    pub fn run(&self, name: &str) -> Option<&Run> {
        self.runs.iter().find(|r| r.name == name)
    }

    /// Cases that have evidence, sorted.
    pub fn with_evidence(&self) -> Vec<&str> {
        let mut out: Vec<&str> = self.evidence.keys().map(|k| &**k).collect();
        out.sort_unstable();
        out
    }

    /// Evidence of a case that says something, in order of files: without records that tell a fault, and of one producer
    /// where it is named.
    ///
    /// # Errors
    /// As [`Catalog::evidence`].
    pub fn evidence_of(&self, case: &str, producer: Option<&str>) -> Result<Vec<Evidence>> {
        let mut out = Vec::new();
        for (n, slice) in self.evidence.get(case).map_or(&[][..], Vec::as_slice) {
            let file = self.evidence_files.get(*n);
            let wanted = |file: &&PathBuf| producer.is_none_or(|p| file.file_stem().is_some_and(|stem| stem == p));
            if let Some(file) = file.filter(wanted) {
                out.push(record::<Evidence>(file, *slice)?);
            }
        }
        out.retain(|e| e.fault.is_none());
        Ok(out)
    }

    /// All evidence of a case, in order of files, records that tell a fault among it.
    ///
    /// # Errors
    /// A record cannot be read or parsed.
    pub fn evidence(&self, case: &str) -> Result<Vec<Evidence>> {
        let mut out = Vec::new();
        for (n, slice) in self.evidence.get(case).map_or(&[][..], Vec::as_slice) {
            if let Some(file) = self.evidence_files.get(*n) {
                out.push(record(file, *slice)?);
            }
        }
        Ok(out)
    }
}

fn trails(file: &Path) -> Trails {
    let mut out = Trails::default();
    let lines = &mut out.lines;
    out.problems = each(file, &mut |case, slice| {
        lines.insert(case.into(), slice);
    });
    out
}

/// Reads the record at `slice` of `file`.
///
/// # Errors
/// The file changed or is not what it was; says to reload.
pub fn record<T: for<'de> Deserialize<'de>>(file: &Path, slice: Slice) -> Result<T> {
    let mut handle = whole::open(file)?;
    handle
        .seek(SeekFrom::Start(slice.offset))
        .map_err(|e| Problem::io("read", file, &e))?;
    let mut raw = Vec::new();
    handle
        .take(u64::from(slice.len))
        .read_to_end(&mut raw)
        .map_err(|e| Problem::io("read", file, &e))?;
    serde_json::from_slice(&raw).map_err(|e| {
        Problem::input(format!("the record at byte {} cannot be read: {e}", slice.offset))
            .in_file(file)
            .mend("if the file changed since casefile started, reload (ctrl-r); else restore the line")
    })
}

/// Calls `take` with case id and place of every line; returns what was wrong.
fn each(file: &Path, take: &mut dyn FnMut(&str, Slice)) -> Vec<Problem> {
    let mut problems = Vec::new();
    let handle = match whole::open(file) {
        Ok(handle) => handle,
        Err(p) => return vec![p],
    };
    let mut reader = BufReader::with_capacity(1 << 18, handle);
    let mut line = Vec::new();
    let (mut offset, mut number) = (0u64, 0);
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => return problems,
            Ok(_) => {}
            Err(e) => {
                problems.push(Problem::io("read", file, &e));
                return problems;
            }
        }
        number += 1;
        let len = line.len();
        if !line.iter().all(u8::is_ascii_whitespace) {
            match serde_json::from_slice::<CaseOnly>(&line) {
                Ok(row) => take(
                    &row.case,
                    Slice {
                        offset,
                        len: crate::base::num::small(len),
                    },
                ),
                Err(e) => problems.push(
                    Problem::input(format!("line cannot be read: {e}"))
                        .in_file(file)
                        .at_line(number)
                        .mend("mend or remove this line; the others were read"),
                ),
            }
        }
        offset += len as u64;
    }
}
