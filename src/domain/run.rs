//! Runs and suspects: what a system, a model and an input mode predicted for a case, in rank order.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::num::small;
use crate::base::path::RepoPath;

use super::normal;

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

/// What a prediction names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A file.
    #[default]
    File,
    /// A function or method.
    Function,
    /// A class without a method.
    Class,
    /// A global variable.
    Variable,
    /// Lines without a name.
    Line,
    /// A whole module.
    Module,
}

impl What {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    fn is_file(&self) -> bool {
        *self == Self::File
    }
}

/// One ranked prediction.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Suspect {
    /// As the system wrote it.
    pub raw: String,
    /// File it names.
    pub path: RepoPath,
    /// Function it names, `Class.method`; `None` for a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it names.
    #[serde(default, skip_serializing_if = "What::is_file")]
    pub what: What,
    /// Lines it names, first and last, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<(u32, u32)>,
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
    /// Answers before they were merged into one: repeated samples, attempts of a critic.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Sample>,
    /// What was mended in the answer before it could be parsed: `fence`, `trailing comma`, `hunk counts`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mended: Vec<String>,
    /// File and line it was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Value>,
}

/// One of several answers to the same case.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sample {
    /// Files in rank order.
    #[serde(default)]
    pub files: Vec<Suspect>,
    /// Functions in rank order.
    #[serde(default)]
    pub functions: Vec<Suspect>,
    /// Step of the system that it comes from, where steps differ in kind (`related`, `edit`); empty for a repeated
    /// sample.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stage: String,
}

impl Sample {
    /// Adds a file at the next rank.
    pub fn add_file(&mut self, raw: &str, score: Option<f64>) {
        let parts = normal::file(raw);
        self.files.push(Suspect {
            raw: raw.to_owned(),
            path: parts.path,
            lines: parts.lines,
            rank: small(self.files.len() + 1),
            score,
            flags: parts.flags,
            ..Suspect::default()
        });
    }

    /// Adds what an entry in a text names (`path:Class.method`) at the next rank of the functions.
    pub fn add_function(&mut self, raw: &str, score: Option<f64>) {
        let rank = self.next_rank();
        self.push(raw, normal::function(raw), rank, score);
    }

    /// Adds all that an entry names when it is a list (`path:f, g`); they share the next rank.
    pub fn add_functions(&mut self, raw: &str, score: Option<f64>) {
        let rank = self.next_rank();
        for parts in normal::functions(raw) {
            self.push(raw, parts, rank, score);
        }
    }

    fn next_rank(&self) -> u32 {
        self.functions.last().map_or(0, |s| s.rank).saturating_add(1)
    }

    fn push(&mut self, raw: &str, parts: normal::Parts, rank: u32, score: Option<f64>) {
        self.functions.push(Suspect {
            raw: raw.to_owned(),
            path: parts.path,
            name: parts.name,
            what: parts.what,
            lines: parts.lines,
            rank,
            score,
            flags: parts.flags,
        });
    }

    /// Adds a prediction whose parts are known, at the next rank of the functions.
    pub fn add_named(&mut self, raw: &str, path: &str, what: What, name: Option<&str>, lines: Option<(u32, u32)>) {
        let (path, flags) = normal::path(path);
        let parts = normal::Parts {
            path,
            name: name.map(str::to_owned),
            what,
            lines,
            flags,
        };
        let rank = self.next_rank();
        self.push(raw, parts, rank, None);
    }

    /// Whether it names nothing.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.functions.is_empty()
    }
}

impl Suspects {
    /// Fills what this record does not say from another one of the same answer: the patch of a list of predictions,
    /// the exit status of a trajectory.
    pub fn complete(&mut self, other: Self) {
        if self.files.is_empty() && self.functions.is_empty() && !(other.files.is_empty() && other.functions.is_empty())
        {
            self.files = other.files;
            self.functions = other.functions;
            self.status = other.status;
        }
        self.raw_text = self.raw_text.take().or(other.raw_text);
        self.patch = self.patch.take().or(other.patch);
        self.exit_status = self.exit_status.take().or(other.exit_status);
        if self.samples.is_empty() {
            self.samples = other.samples;
        }
        for how in other.mended {
            if !self.mended.contains(&how) {
                self.mended.push(how);
            }
        }
    }

    /// The record of an answer: [`Status::Empty`] when it names nothing.
    pub fn answer(case: &str, found: Sample) -> Self {
        Self {
            status: if found.is_empty() { Status::Empty } else { Status::Ok },
            files: found.files,
            functions: found.functions,
            ..Self::missing(case)
        }
    }

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
            samples: Vec::new(),
            mended: Vec::new(),
            source: None,
        }
    }
}
