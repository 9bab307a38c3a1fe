//! Runs of localisation systems: one file a family of formats, and what they share.

pub mod agentless;
pub mod bm25;
mod docs;
pub mod lines;
pub mod locagent;
pub mod mm_issueloc;
pub mod orcaloca;
pub mod published;
pub mod qrels;
pub mod retriever;
mod row;
pub mod swerank;
#[cfg(test)]
mod tests;
pub mod trec;

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Sample, Suspect, Suspects};
use crate::domain::trajectory::Trajectory;

use super::input::Input;
use super::reader::{Item, Sink, hand_on};

/// Sends a run once before its first suspects.
#[derive(Debug)]
pub(super) struct Sender<'a> {
    input: &'a Input,
    run: String,
    told: bool,
}

impl<'a> Sender<'a> {
    pub(super) fn new(input: &'a Input, run: String) -> Self {
        Self {
            input,
            run,
            told: false,
        }
    }

    /// Sends `suspects`, read at `line`, and tells what was mended in them; `info` is asked for the first ones.
    pub(super) fn send(
        &mut self,
        sink: &mut dyn Sink,
        line: usize,
        info: impl FnOnce() -> RunInfo,
        suspects: Suspects,
    ) -> Result<()> {
        let path = self.input.path();
        if !self.told {
            self.told = true;
            let info = RunInfo {
                imported_from: self.input.name(),
                ..info()
            };
            let run = self.run.clone();
            sink.take(Item::Run { run, info }, path, line)?;
        }
        hand_on(sink, self.run.clone(), suspects, (path, line))
    }

    /// Sends what led to the suspects that were sent before.
    pub(super) fn trajectory(&self, sink: &mut dyn Sink, line: usize, trajectory: Trajectory) -> Result<()> {
        let item = Item::Trajectory {
            run: self.run.clone(),
            trajectory: Box::new(trajectory),
        };
        sink.take(item, self.input.path(), line)
    }
}

/// The fields of a record.
///
/// # Errors
/// It is no object.
pub(super) fn object(value: Value) -> Result<Map<String, Value>> {
    match value {
        Value::Object(row) => Ok(row),
        _ => Err(Problem::input("expected an object")),
    }
}

/// Case id of a record: its `instance_id`, else the key in front of it.
///
/// # Errors
/// There is neither, or the id is no text.
pub(super) fn case_of(row: &Map<String, Value>, key: Option<String>) -> Result<String> {
    match (row.get("instance_id"), key) {
        (Some(Value::String(id)), _) if !id.trim().is_empty() => Ok(id.clone()),
        (None | Some(Value::Null), Some(key)) => Ok(key),
        _ => Err(Problem::input("expected the id of a case as text").at_field("instance_id")),
    }
}

/// A list of texts; one bare text is a list of one, `null` and nothing are none.
///
/// # Errors
/// Something else stands there.
pub(super) fn texts<'v>(value: Option<&'v Value>, field: &str) -> Result<Vec<&'v str>> {
    let wrong = || Problem::input("expected a list of texts").at_field(field);
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(one)) => Ok(vec![one]),
        Some(Value::Array(list)) => list.iter().map(|v| v.as_str().ok_or_else(wrong)).collect(),
        Some(_) => Err(wrong()),
    }
}

/// Flags functions in files that the system did not rank as files. The order stays as it is.
pub(super) fn flag_other_files(found: &mut Sample, files: &[Suspect]) {
    let known: HashSet<&str> = files.iter().map(|f| f.path.as_str()).collect();
    for function in &mut found.functions {
        if !known.contains(function.path.as_str()) {
            function.flags.push("other_file".to_owned());
        }
    }
}

/// Adds what is no blank text to the raw answer, apart from what stands there by an empty line.
pub(super) fn append(raw: &mut Option<String>, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    match raw {
        None => *raw = Some(text.to_owned()),
        Some(all) => {
            all.push_str("\n\n");
            all.push_str(text);
        }
    }
}

/// Texts in order, each once.
#[derive(Debug, Default)]
pub(super) struct Once {
    pub(super) list: Vec<String>,
    seen: HashSet<String>,
}

impl Once {
    /// Adds `text`; false when it is there already.
    pub(super) fn add(&mut self, text: &str) -> bool {
        let new = self.seen.insert(text.to_owned());
        if new {
            self.list.push(text.to_owned());
        }
        new
    }
}
