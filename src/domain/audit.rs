//! What is inconsistent in data: one finding for everything that cannot be, or that a reader should know.
//!
//! Two sources are checked: published tables of results ([`tables::check`]), which need no data at all, and the
//! records of a workspace, whose rules are here and whose reading is done above.

use serde::Serialize;

pub mod cases;
mod cells;
pub mod gold;
pub mod kinds;
pub mod metric;
pub mod number;
pub mod paper;
mod rules;
mod said;
mod solve;
mod sums;
pub mod tables;
#[cfg(test)]
mod tests;

pub use kinds::Kind;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It cannot be, or it makes numbers wrong.
    Error,
    /// It may be meant, but a reader should know.
    Note,
}

impl Severity {
    /// The word in tables and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Note => "note",
        }
    }
}

/// Where a finding is. Empty parts are not known or do not apply.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Place {
    /// Table of a paper.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub table: String,
    /// Row of the table.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub row: String,
    /// Column of the table.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// Case of a workspace.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub case: String,
    /// File, relative to the workspace.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Line in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Place {
    /// A line of a file, and the case it is about where that is known.
    pub fn line(file: &str, line: usize, case: &str) -> Self {
        Self {
            file: file.to_owned(),
            line: Some(line),
            case: case.to_owned(),
            ..Self::default()
        }
    }

    /// A whole file.
    pub fn file(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            ..Self::default()
        }
    }

    /// In one line, for a person.
    pub fn words(&self) -> String {
        let at = match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        };
        let parts = [&self.table, &self.row, &self.column, &self.case, &at];
        let all: Vec<&str> = parts.iter().map(|p| p.as_str()).filter(|p| !p.is_empty()).collect();
        all.join(" · ")
    }
}

/// One thing that is wrong, or worth knowing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Kind,
    /// How bad.
    pub severity: Severity,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// What is wrong, with the numbers, in one sentence without a full stop.
    pub what: String,
    /// What would be right, or how to mend it; empty when that cannot be told.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mend: String,
}

impl Finding {
    /// Something that cannot be.
    pub fn error(kind: Kind, place: Place, what: impl Into<String>) -> Self {
        Self::new(kind, Severity::Error, place, what.into())
    }

    /// Something to know.
    pub fn note(kind: Kind, place: Place, what: impl Into<String>) -> Self {
        Self::new(kind, Severity::Note, place, what.into())
    }

    fn new(kind: Kind, severity: Severity, place: Place, what: String) -> Self {
        Self {
            kind,
            severity,
            place,
            what,
            mend: String::new(),
        }
    }

    /// Says what would be right.
    #[must_use]
    pub fn mend(mut self, mend: impl Into<String>) -> Self {
        self.mend = mend.into();
        self
    }
}
