//! Recorded replies: answers of models that were asked elsewhere or before come into the log.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::gate::{Limits, Record, Verdict};
use crate::read::input::Input;
use crate::read::meter::Meter;
use crate::store::gate_log;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;
use crate::work::import::{Shown, find_exhibit, no_exhibit};

use super::{cases, row, settle};

/// What is brought in and how.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Stop at the first row that is refused.
    pub strict: bool,
    /// Limits by which the verdicts that are written come about.
    pub limits: Limits,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct Taken {
    /// Rows that were read.
    pub rows: usize,
    /// Records that are new.
    pub new: usize,
    /// Rows that the log holds already.
    pub same: usize,
    /// New records without an answer that can be used.
    pub errors: usize,
    /// What was mended in the replies, and how often.
    pub mended: BTreeMap<String, usize>,
    /// Rows that were not taken.
    pub refused: Vec<Problem>,
}

/// Takes recorded replies into `gate.jsonl`, which is written whole at the end. The same replies again change nothing.
///
/// # Errors
/// A file that cannot be read; with `strict`, a row that is refused; a failed write; a stop. The log is then as it was.
pub fn take(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Taken> {
    let _lock = Stage::begin(&ws.root)?;
    let mut shown: HashMap<String, Vec<Shown>> = HashMap::new();
    cases::each(ws, &[], &mut |case| {
        let all = case.exhibits.into_iter().map(|e| Shown {
            id: e.id,
            source: e.source,
        });
        shown.insert(case.id, all.collect());
        Ok(())
    })?;
    let mut taken = Taken::default();
    let mut new: Vec<Record> = Vec::new();
    meter.phase("reading replies", 0);
    for file in &plan.files {
        let input = Input::with(file, meter.clone(), Arc::default());
        let mut refused: Vec<Problem> = Vec::new();
        let found = input.records(
            &mut |record| {
                taken.rows += 1;
                match resolved(record.value, &shown) {
                    Ok(record) => new.push(record),
                    Err(p) => {
                        let p = p.in_file(file).at_line(record.line);
                        if plan.strict {
                            return Err(p);
                        }
                        taken.refused.push(p);
                    }
                }
                Ok(())
            },
            &mut |p| {
                if plan.strict {
                    return Err(p);
                }
                refused.push(p);
                Ok(())
            },
        );
        taken.rows += refused.len();
        taken.refused.append(&mut refused);
        meter.check()?;
        found?;
    }
    let (log, odd) = gate_log::read(&ws.root)?;
    taken.refused.extend(odd);
    let all = new.len();
    settle::fresh(&mut new, &log);
    taken.same = all - new.len();
    taken.new = new.len();
    settle::all(&mut new, &log, &plan.limits);
    for record in &new {
        taken.errors += usize::from(record.verdict == Verdict::Error);
        for how in &record.mends {
            *taken.mended.entry(how.clone()).or_default() += 1;
        }
    }
    meter.check()?;
    gate_log::append(&ws.root, &new)?;
    taken.refused.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(taken)
}

/// The record of a row, its exhibit found.
fn resolved(value: Value, shown: &HashMap<String, Vec<Shown>>) -> Result<Record> {
    let row::Row { mut record, exhibit } = row::read(value)?;
    let known = shown.get(&record.case).ok_or_else(|| {
        let id = crate::text::clean::line(&record.case);
        Problem::input(format!("no case '{id}' in the workspace"))
            .at_field("case")
            .mend("import the cases first")
    })?;
    record.exhibit = match (exhibit.as_str(), known.as_slice()) {
        ("", [only]) => only.id.clone(),
        (named, all) => find_exhibit(all, named).ok_or_else(|| no_exhibit(&record.case, named, all.len()))?,
    };
    Ok(record)
}
