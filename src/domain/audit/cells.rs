//! The cells of all papers as one list, each with all that is known about it.

use std::collections::HashMap;

use super::Place;
use super::metric;
use super::number::Number;
use super::paper::{Attrs, Paper, Partition, Row, Table};

/// What a cell measures. Equal keys are one quantity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Key {
    pub(super) benchmark: String,
    pub(super) system: String,
    pub(super) model: String,
    pub(super) mode: String,
    pub(super) level: String,
    pub(super) metric: String,
    pub(super) k: Option<u32>,
    /// Name and value of the slice; `None` for the whole.
    pub(super) slice: Option<(String, String)>,
}

impl Key {
    /// The same for the whole instead of a slice.
    pub(super) fn whole(&self) -> Self {
        Self {
            slice: None,
            ..self.clone()
        }
    }

    /// Who was measured, on what, how: all but level, metric, K and slice.
    pub(super) fn who(&self) -> [&str; 4] {
        [&self.benchmark, &self.system, &self.model, &self.mode]
    }

    /// Whether more hits at a larger K are certain.
    pub(super) fn grows(&self) -> bool {
        metric::grows(&self.metric)
    }

    /// Name of the slice, empty for the whole.
    pub(super) fn by(&self) -> &str {
        self.slice.as_ref().map_or("", |(by, _)| by)
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        let k = self.k.map(|k| format!("{}@{k}", self.metric));
        let what = format!("{} {}", self.level, k.unwrap_or_else(|| self.metric.clone()));
        let slice = self.slice.as_ref().map(|(by, value)| format!("{by} {value}"));
        let parts = [
            self.system.clone(),
            self.model.clone(),
            self.mode.clone(),
            what.trim().to_owned(),
            slice.unwrap_or_default(),
        ];
        let all: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
        all.join(", ")
    }
}

/// One cell with a number.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// Place of paper, table, row and column.
    pub(super) at: (usize, usize, usize, usize),
    pub(super) place: Place,
    pub(super) key: Key,
    pub(super) n: Option<u64>,
    pub(super) value: Number,
    /// It is a share of `n`, so that only some values can be.
    pub(super) share: bool,
}

impl Cell {
    /// Counts it may stand for; `None` when n is unknown or it is a mean.
    pub(super) fn hits(&self) -> Option<(u64, u64)> {
        self.value.hits(self.n.filter(|_| self.share)?)
    }

    /// Whether no count gives it.
    pub(super) fn impossible(&self) -> bool {
        self.share && self.n.is_some_and(|n| !self.value.fits(n))
    }

    /// As [`Cell::hits`], with both sides of an impossible value.
    pub(super) fn bounds(&self) -> Option<(u64, u64)> {
        self.value.bounds(self.n.filter(|_| self.share)?)
    }

    /// `table 2 · row · column`.
    pub(super) fn words(&self) -> String {
        self.place.words()
    }
}

/// The partition for a cell of paper `home`: that paper's own before another's.
pub(super) fn partition<'p>(papers: &'p [Paper], home: usize, key: &Key) -> Option<&'p Partition> {
    let own = |p: &&Partition, paper: &Paper| {
        let benchmark = if p.benchmark.is_empty() {
            &paper.benchmark
        } else {
            &p.benchmark
        };
        p.by == key.by() && *benchmark == key.benchmark && (p.level.is_empty() || p.level == key.level)
    };
    papers
        .get(home)
        .into_iter()
        .chain(papers)
        .find_map(|paper| paper.partitions.iter().find(|p| own(p, paper)))
}

/// Name of a row: its own, else who it is about.
pub(super) fn row_name(row: &Row) -> String {
    if !row.name.is_empty() {
        return row.name.clone();
    }
    let a = &row.attrs;
    let parts = [&a.system, &a.model, &a.mode, &a.slice];
    let all: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    all.join(" ")
}

/// All cells with a number, in order. Columns that are computed from others are not among them.
pub(super) fn cells(papers: &[Paper]) -> Vec<Cell> {
    let mut out = Vec::new();
    for (p, paper) in papers.iter().enumerate() {
        for (t, table) in paper.tables.iter().enumerate() {
            for (r, row) in table.rows.iter().enumerate() {
                for (c, column) in table.columns.iter().enumerate() {
                    if column.delta.is_some() || !column.mean_of.is_empty() {
                        continue;
                    }
                    let Some(value) = number(table, row, c) else { continue };
                    let attrs = row.attrs.or(&column.attrs).or(&table.all);
                    let key = key(&attrs, &paper.benchmark);
                    let share = !column.mean && metric::share(&key.metric);
                    out.push(Cell {
                        at: (p, t, r, c),
                        place: Place {
                            table: table.id.clone(),
                            row: row_name(row),
                            column: column.name.clone(),
                            ..Place::default()
                        },
                        n: n(papers, (p, table), row, c, &key),
                        key,
                        value,
                        share,
                    });
                }
            }
        }
    }
    out
}

/// The row's n, the column's, that of the slice, the table's.
fn n(papers: &[Paper], (paper, table): (usize, &Table), row: &Row, column: usize, key: &Key) -> Option<u64> {
    let own = row.attrs.n.or_else(|| table.columns.get(column)?.attrs.n);
    let of_slice = || {
        let (_, value) = key.slice.as_ref()?;
        partition(papers, paper, key)?
            .parts
            .iter()
            .find(|(name, _)| name == value)?
            .1
    };
    match &key.slice {
        Some(_) => own.or_else(of_slice),
        None => own.or(table.all.n),
    }
}

fn key(attrs: &Attrs, benchmark: &str) -> Key {
    let text = |t: &Option<String>| t.clone().unwrap_or_default();
    Key {
        benchmark: attrs.benchmark.clone().unwrap_or_else(|| benchmark.to_owned()),
        system: text(&attrs.system),
        model: text(&attrs.model),
        mode: text(&attrs.mode),
        level: text(&attrs.level),
        metric: text(&attrs.metric),
        k: attrs.k,
        slice: attrs.by.clone().zip(attrs.slice.clone()),
    }
}

/// The number in a cell.
pub(super) fn number(table: &Table, row: &Row, column: usize) -> Option<Number> {
    parse(row.cells.get(column)?, table.columns.get(column)?.decimals)
}

/// A cell's number: text as printed, or a JSON number with this many decimals.
pub(super) fn parse(value: &serde_json::Value, decimals: Option<u8>) -> Option<Number> {
    match value {
        serde_json::Value::String(text) => Number::parse(text),
        serde_json::Value::Number(n) => {
            let places = usize::from(decimals.unwrap_or(2).min(6));
            Number::parse(&format!("{:.places$}", n.as_f64()?))
        }
        _ => None,
    }
}

/// Cells of one quantity, in order of their first.
pub(super) fn groups<'c, K: std::hash::Hash + Eq + Clone>(
    cells: impl Iterator<Item = &'c Cell>,
    key: impl Fn(&'c Cell) -> K,
) -> Vec<(K, Vec<&'c Cell>)> {
    let mut place: HashMap<K, usize> = HashMap::new();
    let mut out: Vec<(K, Vec<&Cell>)> = Vec::new();
    for cell in cells {
        let key = key(cell);
        let at = *place.entry(key.clone()).or_insert(out.len());
        match out.get_mut(at) {
            Some((_, all)) => all.push(cell),
            None => out.push((key, vec![cell])),
        }
    }
    out
}

/// One cell for each value, the first.
pub(super) fn distinct<'c>(cells: &[&'c Cell]) -> Vec<&'c Cell> {
    let mut out: Vec<&Cell> = Vec::new();
    for cell in cells {
        if !out.iter().any(|c| c.value == cell.value) {
            out.push(cell);
        }
    }
    out
}
