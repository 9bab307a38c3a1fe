//! Runs and suspects: what a system, a model and an input mode predicted for a case, in rank order.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::path::RepoPath;

/// `runs/<run>/run.toml`: where a run came from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// Agent or retriever.
    #[serde(default)]
    pub system: String,
    /// Model behind it.
    #[serde(default)]
    pub model: String,
    /// `text-only`, `with-image`, `VCE`, `VCE+image`, or empty when it is not known.
    #[serde(default)]
    pub input: String,
    /// Date of the run, as known.
    #[serde(default)]
    pub made: String,
    /// Anything a reader should know.
    #[serde(default)]
    pub note: String,
    /// File it was imported from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub imported_from: String,
}

/// What became of a submission, apart from the length of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// An answer that names something.
    Ok,
    /// An answer that names nothing.
    Empty,
    /// An answer that could not be parsed.
    InvalidJson,
    /// The run ended without an answer.
    NoSubmission,
    /// The answer was cut off.
    Truncated,
    /// The run crashed.
    Crashed,
    /// The run has no row for the case.
    Missing,
}

impl Status {
    /// The word in records and on screens.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Empty => "empty",
            Self::InvalidJson => "invalid_json",
            Self::NoSubmission => "no_submission",
            Self::Truncated => "truncated",
            Self::Crashed => "crashed",
            Self::Missing => "missing",
        }
    }
}

/// One ranked prediction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Suspect {
    /// As the system wrote it.
    pub raw: String,
    /// File it names.
    pub path: RepoPath,
    /// Function it names, `Class.method`; `None` for a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Position from 1, before normalisation.
    pub rank: u32,
    /// The system's own score; `None` when it wrote none.
    #[serde(default)]
    pub score: Option<f64>,
    /// What normalisation changed.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// All suspects of a run for one case: a line of `suspects.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Suspects {
    /// Version of the record.
    pub v: u32,
    /// Case it is about.
    pub case: String,
    /// What became of the submission.
    pub status: Status,
    /// Files in rank order.
    #[serde(default)]
    pub files: Vec<Suspect>,
    /// Functions in rank order.
    #[serde(default)]
    pub functions: Vec<Suspect>,
    /// The answer as text.
    #[serde(default)]
    pub raw_text: Option<String>,
    /// The answer as a patch.
    #[serde(default)]
    pub patch: Option<String>,
    /// Exit status as the harness wrote it.
    #[serde(default)]
    pub exit_status: Option<String>,
    /// File and line it was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Value>,
}

impl Suspects {
    /// The record of a case that a run has no row for.
    pub fn missing(case: &str) -> Self {
        Self {
            v: 1,
            case: case.to_owned(),
            status: Status::Missing,
            files: Vec::new(),
            functions: Vec::new(),
            raw_text: None,
            patch: None,
            exit_status: None,
            source: None,
        }
    }
}
