//! The sheet: one subject with the questions of a form, and what is to be looked at beside them.

use std::collections::HashSet;
use std::sync::Arc;

use crate::app::model::Screen;
use crate::base::ticket::Ticket;
use crate::domain::candidate::Candidate;
use crate::domain::case::StoredImage;
use crate::domain::entry::Subject;
use crate::domain::row::Progress;
use crate::text::flow::Line;

/// Parts of the sheet; on a narrow screen one of them is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// Text of the issue, or the guideline.
    Text,
    /// Images and gold.
    Pictures,
    /// The questions.
    #[default]
    Questions,
}

impl Part {
    /// All parts in the order of the tabs.
    pub const ALL: [Self; 3] = [Self::Text, Self::Pictures, Self::Questions];

    /// Its name on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Text => "issue",
            Self::Pictures => "images",
            Self::Questions => "questions",
        }
    }
}

/// The sheet.
#[derive(Debug, Default)]
pub struct Sheet {
    /// What is judged.
    pub subject: Option<Subject>,
    /// The candidate, if that is the subject.
    pub candidate: Option<Arc<Candidate>>,
    /// Form that asks, by its place among those in use.
    pub form: usize,
    /// Question under the cursor, among those asked.
    pub at: usize,
    /// Part with the keys.
    pub part: Part,
    /// The guideline stands in the place of the text.
    pub guide: bool,
    /// First line of text or guideline.
    pub top: usize,
    /// Text laid out: columns, case and lines.
    pub flowed: (u16, String, Arc<Vec<Line>>),
    /// Image under the cursor: 0 the swapped one, 1 the original.
    pub look: usize,
    /// The screen to which back leads.
    pub from: Option<Screen>,
}

/// The candidates of the workspace.
#[derive(Debug, Default)]
pub struct Candidates {
    /// All of them, in an order that says nothing about how they were made; `None` until they were read.
    pub all: Option<Arc<Vec<Arc<Candidate>>>>,
    /// Those that the round gives me to review; `None` when it names no annotators.
    pub mine: Option<HashSet<String>>,
    /// Cursor.
    pub at: usize,
    /// How far I am with each, in the same order, as of `counted`.
    pub progress: Vec<Progress>,
    /// What `progress` rests on: entries saved, on their way, not yet numbered.
    pub counted: Option<(usize, usize, usize)>,
    /// Request that reads them.
    pub ticket: Ticket,
    /// Why there are none.
    pub fault: Option<String>,
}

impl Candidates {
    /// Whether a candidate is mine to review.
    pub fn is_mine(&self, candidate: &Candidate) -> bool {
        self.mine.as_ref().is_none_or(|m| m.contains(&candidate.id))
    }

    /// How far I am with the candidate at `n`.
    pub fn progress(&self, n: usize) -> Progress {
        self.progress.get(n).copied().unwrap_or_default()
    }

    /// The candidate under the cursor.
    pub fn current(&self) -> Option<&Arc<Candidate>> {
        self.all.as_ref()?.get(self.at)
    }
}

/// An image shown over the full screen that is no exhibit of the case on the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// The image.
    pub image: StoredImage,
    /// What it is.
    pub name: String,
}
