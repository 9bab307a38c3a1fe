//! One trait for everything that can be imported: a reader recognises a file by its content and hands out items.
//!
//! A new format is a new file with a reader in it and a line in [`all`].

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::run::{RunInfo, Suspects};

use super::input::Input;

/// Something read from a file.
#[derive(Debug)]
pub enum Item {
    /// A case.
    Case(Box<Case>),
    /// Where an image of a case is.
    Image(ImageLink),
    /// What a run is; comes before its suspects.
    Run {
        /// Name of the run, a folder name.
        run: String,
        /// Where it came from.
        info: RunInfo,
    },
    /// A run's suspects for one case.
    Suspects {
        /// Name of the run.
        run: String,
        /// The record.
        suspects: Box<Suspects>,
    },
}

/// Where an image of a case is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageLink {
    /// Case id.
    pub case: String,
    /// Address by which the case names it.
    pub source: String,
    /// File that holds it.
    pub file: PathBuf,
}

/// Takes what a reader finds.
pub trait Sink {
    /// Takes one item, read at `line` of `file`.
    ///
    /// # Errors
    /// Ends the import.
    fn take(&mut self, item: Item, file: &Path, line: usize) -> Result<()>;

    /// Takes the reason why a record was refused; the others go on.
    ///
    /// # Errors
    /// Ends the import (with `--strict`).
    fn refuse(&mut self, problem: Problem) -> Result<()>;
}

/// The start of a file, for recognising it.
#[derive(Debug)]
pub struct Head<'a> {
    /// Path of the file.
    pub path: &'a Path,
    /// Its first JSON value, as far as it could be parsed.
    pub first: Option<&'a Value>,
    /// The file is one JSON value rather than one per line.
    pub whole: bool,
}

impl Head<'_> {
    /// Whether the first value is an object with all these keys.
    pub fn has(&self, keys: &[&str]) -> bool {
        self.first
            .and_then(Value::as_object)
            .is_some_and(|o| keys.iter().all(|k| o.contains_key(*k)))
    }
}

/// A format.
pub trait Reader: Sync {
    /// Name for `--as` and messages.
    fn name(&self) -> &'static str;

    /// One line about what it reads.
    fn about(&self) -> &'static str;

    /// Whether the file looks like it.
    fn knows(&self, head: &Head<'_>) -> bool;

    /// Reads the file.
    ///
    /// # Errors
    /// The file cannot be read at all, or the sink ends the import.
    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()>;
}

/// All formats, the most specific first.
pub fn all() -> [&'static dyn Reader; 3] {
    [
        &super::preds::Preds,
        &super::dataset::swe_bench::SweBench,
        &super::dataset::images::Images,
    ]
}

/// The reader named `name`.
///
/// # Errors
/// Names all readers.
pub fn named(name: &str) -> Result<&'static dyn Reader> {
    all().into_iter().find(|r| r.name() == name).ok_or_else(|| {
        Problem::input(format!("no format '{name}'"))
            .mend(format!("use one of: {}", all().map(Reader::name).join(", ")))
    })
}

/// The reader that knows the file.
///
/// # Errors
/// Shows the first keys when none does.
pub fn sniff(input: &Input) -> Result<&'static dyn Reader> {
    let (first, whole) = input.first()?;
    let head = Head {
        path: input.path(),
        first: first.as_ref(),
        whole,
    };
    if let Some(reader) = all().into_iter().find(|r| r.knows(&head)) {
        return Ok(reader);
    }
    if first.is_none() && std::fs::metadata(input.path()).is_ok_and(|m| m.len() == 0) {
        return Err(Problem::input("the file is empty").in_file(input.path()));
    }
    let keys = match &first {
        Some(Value::Object(o)) => format!(
            "its first keys are {}",
            o.keys().take(8).cloned().collect::<Vec<_>>().join(", ")
        ),
        Some(Value::Array(_)) => "it is a JSON list".to_owned(),
        Some(_) => "it is a bare JSON value".to_owned(),
        None => "it is not JSON".to_owned(),
    };
    Err(Problem::input(format!("no reader knows this file: {keys}"))
        .in_file(input.path())
        .mend(format!(
            "name the format with --as: {}",
            all().map(Reader::name).join(", ")
        )))
}
