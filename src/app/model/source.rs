//! State of the source view.

use std::collections::HashMap;

use crate::base::ticket::Ticket;
use crate::domain::diff::OldMark;
use crate::domain::symbol::{Line1, LineSpan, Outline};
use crate::read::blame::Blame;
use crate::text::layers::Inks;
use crate::work::job::Location;

/// A line of the fix as a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffLine {
    /// Heading of a file.
    File(String),
    /// Heading of a hunk.
    Hunk(String),
    /// On both sides: old and new line number, text.
    Context(u32, u32, String),
    /// Only before.
    Removed(u32, String),
    /// Only after.
    Added(u32, String),
}

/// A source file, or the fix.
#[derive(Debug, Default)]
pub struct Source {
    /// Which file.
    pub at: Option<Location>,
    /// Request of the file.
    pub ticket: Ticket,
    /// Why it cannot be shown.
    pub fault: Option<String>,
    /// The text came.
    pub loaded: bool,
    /// Lines, clean.
    pub lines: Vec<Box<str>>,
    /// Colours by line; shorter than `lines` while they come.
    pub inks: Vec<Inks>,
    /// Functions.
    pub outline: Outline,
    /// Language or syntax, or why there are no colours.
    pub note: String,
    /// First shown line, from 0.
    pub top: usize,
    /// First shown column.
    pub left: usize,
    /// Cursor line, from 0.
    pub cursor: usize,
    /// Function to scroll to when the outline comes.
    pub goal: Option<String>,
    /// How the goal was found, or that it was not.
    pub found: String,
    /// The user moved since the file was opened.
    pub moved: bool,
    /// What the fix does to lines (by number, from 1).
    pub marks: HashMap<u32, OldMark>,
    /// Spans of gold functions.
    pub gold: Vec<LineSpan>,
    /// Spans of suspect functions, with their rank.
    pub suspects: Vec<(LineSpan, u32)>,
    /// Search text.
    pub search: String,
    /// Lines with hits.
    pub hits: Vec<usize>,
    /// Request of the blame.
    pub blame_ticket: Ticket,
    /// Blame of a line: `None` while git runs.
    pub blame: Option<(Line1, Option<Result<Blame, String>>)>,
    /// The file was opened from a step, and leads back there.
    pub from_steps: bool,
    /// The fix as a diff, while it is shown instead of the file: lines and first shown one.
    pub diff: Option<(Vec<DiffLine>, usize)>,
}

impl Source {
    /// Lines of what is shown now.
    pub fn len(&self) -> usize {
        self.diff.as_ref().map_or(self.lines.len(), |(lines, _)| lines.len())
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Columns of the line numbers.
    pub fn digits(&self) -> usize {
        self.lines.len().max(1).ilog10() as usize + 1
    }
}
