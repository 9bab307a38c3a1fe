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

pub use self::exhibits::exhibit_id;
pub use self::gold::files_of;

/// Reads rows of any dataset.
#[derive(Debug)]
pub struct Dataset {
    name: &'static str,
    preset: Option<&'static str>,
}

/// The reader that recognises rows, and those that only a person names: a benchmark each, and the old name.
pub fn readers() -> Vec<&'static dyn Reader> {
    static READERS: std::sync::OnceLock<Vec<Dataset>> = std::sync::OnceLock::new();
    let all = READERS.get_or_init(|| {
        let plain = ["dataset", "swe-bench"].map(|name| Dataset { name, preset: None });
        let named = benchmark::PRESETS.map(|preset| Dataset {
            // The plain name is that of the reader of its systems' answers.
            name: if preset == "mm-issueloc" {
                "mm-issueloc-bench"
            } else {
                preset
            },
            preset: Some(preset),
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
        self.name == "dataset" && benchmark::is_row(&map::keys(first), head.form == Form::Map)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut all = Rows::new(input, self.preset)?;
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
    names: map::Names,
    told: map::Told,
    notes: BTreeMap<String, usize>,
    benchmarks: BTreeSet<String>,
}

impl<'a> Rows<'a> {
    fn new(input: &'a Input, preset: Option<&'static str>) -> Result<Self> {
        Ok(Self {
            dir: input.path().parent().unwrap_or_else(|| Path::new("")),
            file: input.name(),
            names: map::Names::new(&input.wishes().map)?,
            input,
            preset,
            told: map::Told::default(),
            notes: BTreeMap::new(),
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
        let around = case::Around {
            dir: self.dir,
            file: &self.file,
            key: key.as_deref(),
            preset: self.preset,
        };
        let (mut case, links) = case::case(&mut row, around)?;
        self.told.used(&row.used);
        for note in std::mem::take(&mut row.notes) {
            *self.notes.entry(note.to_owned()).or_default() += 1;
        }
        let (extra, lost) = row.rest();
        case.extra = extra;
        for column in lost {
            let column = crate::text::clean::line(&column);
            let note = format!("column {column} holds bytes that are no text; only their number is kept");
            *self.notes.entry(note).or_default() += 1;
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
        let mapping = self
            .told
            .mapping(what, &self.names)
            .map_err(|p| p.in_file(self.input.path()))?;
        if !mapping.mapped.is_empty() || !mapping.extra.is_empty() {
            sink.mapped(mapping);
        }
        for (note, n) in self.notes {
            let rows = if n == 1 {
                "1 row".to_owned()
            } else {
                format!("{n} rows")
            };
            sink.note(Problem::input(format!("{rows}: {note}")).in_file(self.input.path()));
        }
        Ok(())
    }
}
