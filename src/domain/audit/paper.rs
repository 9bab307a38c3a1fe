//! The format of published tables: what a paper prints, as data that can be checked. Version 1.
//!
//! A *paper* holds tables and the facts around them. A table has columns (what is measured: level, metric, K, n) and
//! rows (who is measured: system, model, or one value of a slice). Every attribute of [`Attrs`] may stand on the
//! table (`all`), on a column or on a row; the nearest one counts, the row's before the column's. Cells are percentages as
//! printed, best as text (`"12.50"`), since a JSON number forgets its last zeros; `null` where nothing stands.
//!
//! Two cells with the same benchmark, system, model, mode, level, metric, K and slice are the same quantity wherever
//! they stand, also in two papers that are checked together.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// Tables of one paper and the facts around them.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Paper {
    /// Version of the format: 1.
    pub v: u32,
    /// Where the numbers come from.
    pub source: String,
    /// Benchmark of all that names no other.
    pub benchmark: String,
    /// What could not be read, and anything a reader should know.
    pub note: String,
    /// Numbers that are said in words.
    pub declared: Vec<Declared>,
    /// Ways to cut the rows of the benchmark into slices.
    pub partitions: Vec<Partition>,
    /// Bounds that the gold sets.
    pub ceilings: Vec<Ceiling>,
    /// Sentences that can be checked.
    pub claims: Vec<Claim>,
    /// Tables.
    pub tables: Vec<Table>,
}

/// A number that is said in words.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Declared {
    /// What is counted: `rows`, `images`, `languages`.
    pub what: String,
    /// Where it is said.
    #[serde(rename = "where")]
    pub place: String,
    /// The number; `null` where it is said that there is none.
    pub value: Option<u64>,
    /// Whom it is about, where several may differ (a system's own limit).
    pub of: String,
    /// Another declared number that there is one of for each of these: `rows` of snapshots.
    pub per: String,
}

/// A way to cut the rows into slices.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Partition {
    /// Name of the slice: `difficulty`, `language`.
    pub by: String,
    /// Benchmark, when not the paper's.
    pub benchmark: String,
    /// Level whose rows are counted; empty for all.
    pub level: String,
    /// Where the counts stand.
    #[serde(rename = "where")]
    pub place: String,
    /// What is counted: a `what` of the declared numbers; `rows` when empty.
    pub unit: String,
    /// Name and count of each part in the order of the paper; `null` where it is not printed.
    pub parts: Vec<(String, Option<u64>)>,
    /// The parts are all there are.
    pub complete: bool,
    /// One thing may be in several parts, so that they may add up to more.
    pub overlap: bool,
    /// The legend: name, least and largest value of each part, `null` for no end. The values are whole numbers from 1.
    pub bins: Vec<(String, u64, Option<u64>)>,
}

/// No system can have more than `count` of `n` right at this level and K.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ceiling {
    /// Benchmark, when not the paper's.
    pub benchmark: String,
    /// `file` or `function`.
    pub level: String,
    /// K of Acc@K.
    pub k: u32,
    /// Rows with at most K gold items.
    pub count: u64,
    /// All rows.
    pub n: u64,
}

/// A sentence of the text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Claim {
    /// `value` is the best of all cells with these attributes.
    Best {
        /// Where it is said.
        #[serde(rename = "where")]
        place: String,
        /// The cells meant.
        of: Box<Attrs>,
        /// The value.
        value: Value,
    },
    /// The metric at K is zero for every row with more than `gold_above` gold items.
    ZeroAbove {
        /// Where it is said.
        #[serde(rename = "where")]
        place: String,
        /// `Acc`.
        metric: String,
        /// K.
        k: u32,
        /// Number of gold items.
        gold_above: u32,
    },
    /// From the metric alone: so many percent of the rows have no gold item at all in the top K.
    MissesAll {
        /// Where it is said.
        #[serde(rename = "where")]
        place: String,
        /// `Acc`, `Hit`.
        metric: String,
        /// K.
        k: u32,
    },
}

/// What a cell is about. Every part may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attrs {
    /// Benchmark.
    pub benchmark: Option<String>,
    /// Agent or retriever.
    pub system: Option<String>,
    /// Model behind it.
    pub model: Option<String>,
    /// Input: `text-only`, `with-image`, `VCE`, `VCE+image`, or a mode of another benchmark.
    pub mode: Option<String>,
    /// `file`, `function`, or what else is scored.
    pub level: Option<String>,
    /// `Acc`, `Hit`, `Recall`, `MRR`, `Resolved`; `Valid` for the share of rows with a usable answer.
    pub metric: Option<String>,
    /// K of the metric.
    pub k: Option<u32>,
    /// Number of rows that the percentage is a share of.
    pub n: Option<u64>,
    /// Name of the slice, as in a partition.
    pub by: Option<String>,
    /// Value of the slice.
    pub slice: Option<String>,
}

impl Attrs {
    /// These, completed by `other`.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let text = |a: &Option<String>, b: &Option<String>| a.clone().or_else(|| b.clone());
        Self {
            benchmark: text(&self.benchmark, &other.benchmark),
            system: text(&self.system, &other.system),
            model: text(&self.model, &other.model),
            mode: text(&self.mode, &other.mode),
            level: text(&self.level, &other.level),
            metric: text(&self.metric, &other.metric),
            k: self.k.or(other.k),
            n: self.n.or(other.n),
            by: text(&self.by, &other.by),
            slice: text(&self.slice, &other.slice),
        }
    }
}

/// One table.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Table {
    /// Short name, as `table 2`.
    pub id: String,
    /// What it shows, in a few words.
    pub caption: String,
    /// What could not be read.
    pub note: String,
    /// Attributes of all cells.
    pub all: Attrs,
    /// Columns.
    pub columns: Vec<Column>,
    /// Rows.
    pub rows: Vec<Row>,
}

/// One column. What it holds is a share of n unless it says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Column {
    /// Heading.
    pub name: String,
    /// What it measures.
    #[serde(flatten)]
    pub attrs: Attrs,
    /// A mean over rows (MRR, Recall, a pass rate), which need not be a share of n.
    pub mean: bool,
    /// Names of two columns: this one is the first minus the second.
    pub delta: Option<(String, String)>,
    /// Names of columns of which this one is the plain mean.
    pub mean_of: Vec<String>,
    /// Digits after the point of cells that are JSON numbers; 2 when not said.
    pub decimals: Option<u8>,
    /// Anything else: a misspelt attribute.
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}

/// One row.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Row {
    /// What it is called; made of its attributes when empty.
    pub name: String,
    /// Who or what it is about.
    #[serde(flatten)]
    pub attrs: Attrs,
    /// Cells in order of the columns: text, number or `null`.
    pub cells: Vec<Value>,
    /// Anything else: a misspelt attribute.
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}
