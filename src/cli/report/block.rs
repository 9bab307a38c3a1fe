//! What a report is made of, before it is written as HTML or Markdown.

use crate::domain::board::Tally;
use crate::domain::metric::Metric;

/// A part with a heading and the command that gives its numbers again.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) command: String,
    pub(super) blocks: Vec<Block>,
}

/// A share with its interval.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) value: Option<f64>,
    pub(super) interval: Option<(f64, f64)>,
    pub(super) few: bool,
}

impl Bar {
    pub(super) fn of(label: &str, tally: &Tally, metric: Metric) -> Self {
        Self {
            label: label.to_owned(),
            value: tally.value(),
            interval: tally.interval(metric).map(|i| (i.lo, i.hi)),
            few: tally.few(),
        }
    }
}

/// A line over K.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<(u32, f64)>,
}

/// A row of a heat table: label, and by column the share and whether it rests on few cases.
pub(super) type HeatRow = (String, Vec<(Option<f64>, bool)>);

/// One thing in a section.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    /// Head, rows, and how many columns from the left are text.
    Table(Vec<String>, Vec<Vec<String>>, usize),
    /// A remark.
    Note(String),
    /// Title and bars.
    Bars(String, Vec<Bar>),
    /// Title and lines.
    Curve(String, Vec<Series>),
    /// Title, columns, rows.
    Heat(String, Vec<String>, Vec<HeatRow>),
}

impl Block {
    pub(super) fn table(left: usize, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self::Table(head.iter().map(|h| (*h).to_owned()).collect(), rows, left)
    }
}
