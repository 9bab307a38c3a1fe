//! Datasets: rows of a benchmark turned into cases. One reader maps columns by meaning (`map.rs`); which benchmark
//! a row is of follows from its columns (`benchmark.rs`), or is said with `--as`.

mod benchmark;
mod case;
mod exhibits;
mod gold;
pub mod images;
mod labels;
mod language;
mod list;
mod listed;
mod map;
mod row;
pub mod task;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::base::error::{Problem, Result};

use super::input::{Form, Input, Record};
use super::reader::{Head, Item, Reader, Sink, each};

pub(in crate::read) use self::case::is_id;
pub use self::exhibits::exhibit_id;
pub use self::gold::files_of;

/// Whether a row has a column that a person named.
pub(super) fn has_column(row: &serde_json::Map<String, Value>, column: &str) -> bool {
    map::keys(row).contains(&map::squeeze(column))
}

/// Checks the fields of `--map`.
///
/// # Errors
/// Names all fields when one is none of ours.
pub fn check_map(wishes: &BTreeMap<String, String>) -> Result<()> {
    map::Names::new(wishes).map(drop)
}

/// Reads rows of any dataset.
#[derive(Debug)]
pub struct Dataset {
    name: &'static str,
    preset: Option<&'static str>,
    /// Name of a benchmark that nothing tells.
    other: &'static str,
}

/// The reader that recognises rows, and those that only a person names: a benchmark each, and the old name.
pub fn readers() -> Vec<&'static dyn Reader> {
    static READERS: std::sync::OnceLock<Vec<Dataset>> = std::sync::OnceLock::new();
    let all = READERS.get_or_init(|| {
        let plain = ["dataset", "swe-bench"].map(|name| Dataset {
            name,
            preset: None,
            other: name,
        });
        let named = benchmark::PRESETS.map(|preset| Dataset {
            // The plain name is that of the reader of its systems' answers.
            name: if preset == "mm-issueloc" {
                "mm-issueloc-bench"
            } else {
                preset
            },
            preset: Some(preset),
            other: preset,
        });
        plain.into_iter().chain(named).collect()
    });
    all.iter().map(|r| r as &dyn Reader).collect()
}

impl Reader for Dataset {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        "rows of a benchmark, mapped by meaning: JSONL, a JSON list or object, CSV, Parquet"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let Some(Value::Object(first)) = &head.record else {
            return false;
        };
        // Rows of our own export of input modes: their text is not that of the issue.
        if ["mode", "prompt", "unseen"].iter().all(|k| first.contains_key(*k)) {
            return false;
        }
        self.name == "dataset" && benchmark::is_row(&map::keys(first), head.form == Form::Map)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut all = Rows::new(input, self.preset, self.other)?;
        each(input, sink, &mut |record, sink| all.take(record, sink))?;
        all.end(sink)
    }
}

/// The rows of one file.
struct Rows<'a> {
    input: &'a Input,
    dir: &'a Path,
    file: String,
    preset: Option<&'static str>,
    other: &'static str,
    names: map::Names,
    told: map::Told,
    notes: BTreeMap<String, (usize, usize)>,
    /// Rows without a column for their id: the first and how many.
    nameless: Option<(usize, usize)>,
    benchmarks: BTreeSet<String>,
}

impl<'a> Rows<'a> {
    fn new(input: &'a Input, preset: Option<&'static str>, other: &'static str) -> Result<Self> {
        Ok(Self {
            dir: input.path().parent().unwrap_or_else(|| Path::new("")),
            file: input.name(),
            names: map::Names::new(&input.wishes().map)?,
            input,
            preset,
            other,
            told: map::Told::default(),
            notes: BTreeMap::new(),
            nameless: None,
            benchmarks: BTreeSet::new(),
        })
    }

    fn take(&mut self, record: Record, sink: &mut dyn Sink) -> Result<()> {
        let Record {
            key,
            value,
            line,
            blobs,
            ..
        } = record;
        let Value::Object(cells) = value else {
            return Err(Problem::input(
                "expected an object with the id and the text of an issue",
            ));
        };
        self.told.columns(cells.keys());
        let mut row = row::Row::new(cells, &blobs, &self.names);
        if key.is_none() && !row.can_be_named() {
            self.nameless.get_or_insert((line, 0)).1 += 1;
            return Ok(());
        }
        let around = case::Around {
            dir: self.dir,
            file: &self.file,
            key: key.as_deref(),
            preset: self.preset,
            other: self.other,
        };
        let (mut case, links) = case::case(&mut row, around)?;
        self.told.used(&row.used);
        let mut note = |note: String| self.notes.entry(note).or_insert((line, 0)).1 += 1;
        for known in std::mem::take(&mut row.notes) {
            note(known.to_owned());
        }
        let (extra, lost) = row.rest();
        case.extra = extra;
        for column in lost {
            let column = crate::text::clean::line(&column);
            note(format!(
                "column {column} holds bytes that are no text; only their number is kept"
            ));
        }
        if self.benchmarks.len() < 4 {
            self.benchmarks.insert(case.benchmark.clone());
        }
        sink.take(Item::Case(Box::new(case)), self.input.path(), line)?;
        for link in links {
            sink.take(Item::Image(link), self.input.path(), line)?;
        }
        Ok(())
    }

    fn end(self, sink: &mut dyn Sink) -> Result<()> {
        let benchmarks: Vec<String> = self.benchmarks.into_iter().collect();
        let what = if benchmarks.is_empty() {
            self.file
        } else {
            format!("{}: {}", self.file, benchmarks.join(", "))
        };
        let path = self.input.path();
        let rows = |n: usize| match n {
            1 => "1 row".to_owned(),
            n => format!("{n} rows"),
        };
        if let Some((line, n)) = self.nameless {
            let why = format!(
                "{}: no column is taken for the id; its columns are {}",
                rows(n),
                self.told.listed()
            );
            sink.refuse(Problem::input(why).in_file(path).at_line(line).mend("--map id=COLUMN"))?;
        }
        let mapping = self.told.mapping(what, &self.names).map_err(|p| p.in_file(path))?;
        if !mapping.mapped.is_empty() || !mapping.extra.is_empty() {
            sink.mapped(mapping);
        }
        for (note, (line, n)) in self.notes {
            sink.note(
                Problem::input(format!("{}: {note}", rows(n)))
                    .in_file(path)
                    .at_line(line),
            );
        }
        Ok(())
    }
}
