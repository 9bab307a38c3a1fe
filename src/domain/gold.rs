//! Gold as casefile computes it: the files and functions of the base that a fix edits, and for everything that it
//! leaves out the reason. One record a case in `gold.jsonl`.

use serde::{Deserialize, Serialize};

use crate::base::path::RepoPath;

use super::diff::{self, FileDiff};

mod apply;
mod differ;
#[cfg(test)]
mod tests;

pub use apply::{Applied, apply};
pub use differ::{Difference, Kind, Known, differences};

/// A line of `gold.jsonl`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Computed {
    /// Version of the record.
    pub v: u32,
    /// Case it is about.
    pub case: String,
    /// Commit whose files were read.
    pub base_commit: String,
    /// Files the fix touches, in its order.
    pub files: Vec<GoldFile>,
    /// Edited functions of the base as `path:Class.method`, in order of first touch; `None` when no file could be
    /// read for functions.
    pub functions: Option<Vec<String>>,
    /// The innermost functions around the edited lines, where they are not the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub innermost: Vec<String>,
    /// Functions that the fix adds; they are no gold, since the base does not have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_functions: Vec<String>,
    /// What gave no function, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// How published gold differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// From the number of files: easy 1, medium 2–3, hard 4 or more.
    pub difficulty: Option<String>,
    /// Why functions could not be computed at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// One file of the fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldFile {
    /// Path at the base; of a new file the new path.
    pub path: RepoPath,
    /// `modified`, `new`, `deleted`, `renamed`, `copied`, `mode`, `binary`.
    pub change: String,
    /// Whether the base has it; `None` when the repository was not at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_base: Option<bool>,
}

/// A hunk, or a whole file, that edits no function of the base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its file.
    pub path: RepoPath,
    /// Place of the hunk in the file's diff, from 1; `None` for the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunk: Option<u32>,
    /// Line of the base at which it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The reason.
    pub why: Why,
    /// More about it: the new function's name, what git said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// Why something edits no function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The file is new: the base does not have it.
    NewFile,
    /// Binary content.
    Binary,
    /// Only the mode changes.
    ModeOnly,
    /// The file only moves.
    MovedOnly,
    /// The file is no program (text, data, style, picture).
    NotCode,
    /// No grammar fit for functions: file level only.
    NoGrammar,
    /// The file could not be read at the base.
    NoSource,
    /// The hunk does not fit the file at the base.
    DoesNotFit,
    /// It adds a function that the base does not have.
    NewFunction,
    /// It changes a class outside of its functions.
    ClassLevel,
    /// It changes the module outside of every definition.
    ModuleLevel,
    /// It changes nothing but blank lines.
    OnlyBlank,
}

impl Why {
    /// Words for tables.
    pub fn words(self) -> &'static str {
        match self {
            Self::NewFile => "new file",
            Self::Binary => "binary",
            Self::ModeOnly => "mode only",
            Self::MovedOnly => "moved only",
            Self::NotCode => "not code",
            Self::NoGrammar => "no grammar",
            Self::NoSource => "file not readable at the base",
            Self::DoesNotFit => "patch does not fit the base",
            Self::NewFunction => "new function",
            Self::ClassLevel => "class level",
            Self::ModuleLevel => "module level",
            Self::OnlyBlank => "only blank lines",
        }
    }
}

/// The word for what a diff does to a file.
pub fn change_word(change: diff::Change) -> &'static str {
    match change {
        diff::Change::Modified => "modified",
        diff::Change::New => "new",
        diff::Change::Deleted => "deleted",
        diff::Change::Renamed => "renamed",
        diff::Change::Copied => "copied",
        diff::Change::Mode => "mode",
        diff::Change::Binary => "binary",
    }
}

/// Files a diff touches, each once, in order.
pub fn files(diff: &[FileDiff]) -> Vec<GoldFile> {
    let mut out: Vec<GoldFile> = Vec::new();
    for file in diff {
        if let Some(path) = file.path()
            && !out.iter().any(|f| f.path == *path)
        {
            out.push(GoldFile {
                path: path.clone(),
                change: change_word(file.change).to_owned(),
                in_base: None,
            });
        }
    }
    out
}
