//! The list's row of a case: what sorting, filtering and searching need, and no more.

use std::sync::Arc;

use crate::base::path::RepoPath;

/// One case as a row. Texts are shared where they repeat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Case id.
    pub id: Box<str>,
    /// Title, cleaned.
    pub title: Box<str>,
    /// `OWNER/NAME`.
    pub repo: Arc<str>,
    /// Language; empty when unknown.
    pub language: Arc<str>,
    /// Benchmark.
    pub benchmark: Arc<str>,
    /// Category label that came with the data.
    pub category: Option<Arc<str>>,
    /// Relevance label that came with the data.
    pub relevance: Option<i8>,
    /// `easy`, `medium`, `hard`.
    pub difficulty: Option<Arc<str>>,
    /// `human` or `ai`.
    pub annotation_by: Option<Arc<str>>,
    /// Exhibit ids.
    pub exhibits: Box<[Box<str>]>,
    /// Exhibits without an image.
    pub missing: u16,
    /// Gold files.
    pub gold: Box<[RepoPath]>,
    /// Number of gold functions; `None` when there is no function gold.
    pub functions: Option<u16>,
    /// Where the record starts in `cases.jsonl`, in bytes.
    pub offset: u64,
    /// Length of the record in bytes.
    pub len: u32,
}

/// What the annotator has done with a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Progress {
    /// No answer yet.
    #[default]
    Untouched,
    /// Some required answers.
    Partial,
    /// Put off; comes back after the rest.
    Deferred,
    /// All required answers.
    Done,
    /// Set aside for good.
    Skipped,
}

impl Progress {
    /// A short word for a column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Untouched => "",
            Self::Partial => "part",
            Self::Deferred => "later",
            Self::Done => "done",
            Self::Skipped => "skip",
        }
    }

    /// One sign that says the same.
    pub fn sign(self) -> char {
        match self {
            Self::Untouched => '·',
            Self::Partial => '◐',
            Self::Deferred => '↷',
            Self::Done => '✓',
            Self::Skipped => '–',
        }
    }
}

/// What changes about a row while people work: derived from the ledger and the chosen run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts about a row that do not exclude each other"
)]
pub struct Mine {
    /// How far the case is.
    pub progress: Progress,
    /// Own relevance for the case.
    pub relevance: Option<i8>,
    /// Own category for the case.
    pub category: Option<String>,
    /// Flagged.
    pub flag: bool,
    /// Has a note.
    pub note: bool,
    /// A conflict with oneself.
    pub conflict: bool,
    /// In the own queue of the round.
    pub assigned: bool,
    /// The case or the form changed since it was judged.
    pub changed: bool,
}

/// What the chosen run did on a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Outcome {
    /// Not known (yet), or no run chosen.
    #[default]
    Unknown,
    /// All gold files found, the last one at this rank.
    Complete(u32),
    /// Some gold file found, the first one at this rank.
    Partial(u32),
    /// No gold file found.
    Missed,
    /// No answer to judge: status is not ok, or the case has no gold.
    Void,
}
