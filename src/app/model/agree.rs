//! State of the screen of agreement: questions, how their numbers come about, subjects on which people differ.

use std::sync::Arc;

use crate::app::model::Screen;
use crate::app::model::bench::Cursor;
use crate::base::ticket::Ticket;
use crate::domain::differ::Item;
use crate::work::agree::Verdict;
use crate::work::agree::whole::{Asked, Ruled, Whole};

/// Part of the screen with the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// The table of questions.
    #[default]
    Questions,
    /// How the numbers of the chosen one come about.
    Explain,
    /// Subjects on which people differ.
    Differences,
}

impl Part {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 3] = [Self::Questions, Self::Explain, Self::Differences];
}

/// Which subjects are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Those that somebody has to look at.
    #[default]
    Open,
    /// All.
    All,
    /// Those that are settled.
    Settled,
}

impl Show {
    /// The next one.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Open => Self::All,
            Self::All => Self::Settled,
            Self::Settled => Self::Open,
        }
    }

    /// Its word on screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::All => "all",
            Self::Settled => "settled",
        }
    }

    /// Whether something open, or settled, is listed.
    pub fn takes(self, open: bool) -> bool {
        match self {
            Self::Open => open,
            Self::All => true,
            Self::Settled => !open,
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, Copy)]
pub enum Line<'a> {
    /// A question.
    Asked(&'a Asked),
    /// What the verdicts under a form make of each subject.
    Verdicts(&'a Ruled),
}

/// The screen of agreement.
#[derive(Debug)]
pub struct Agree {
    /// What was worked out last; `None` until it came.
    pub whole: Option<Arc<Whole>>,
    /// Request of it.
    pub ticket: Ticket,
    /// Whether it is under way.
    pub loading: bool,
    /// Something changed since it was asked for.
    pub dirty: bool,
    /// Why there is none.
    pub fault: Option<String>,
    /// Labels of the dataset count as one more rater.
    pub dataset: bool,
    /// The screen to which back leads.
    pub from: Screen,
    /// Part with the keys.
    pub part: Part,
    /// Line of the table.
    pub row: Cursor,
    /// First shown line of the explanation.
    pub explain_top: usize,
    /// Which subjects are listed.
    pub show: Show,
    /// Subjects listed, as indexes into those of the line; worked out when line, report or `show` change.
    pub shown: Vec<usize>,
    /// Place in them.
    pub cursor: Cursor,
}

impl Default for Agree {
    fn default() -> Self {
        Self {
            whole: None,
            ticket: Ticket::default(),
            loading: false,
            dirty: true,
            fault: None,
            dataset: false,
            from: Screen::List,
            part: Part::default(),
            row: Cursor::default(),
            explain_top: 0,
            show: Show::default(),
            shown: Vec::new(),
            cursor: Cursor::default(),
        }
    }
}

impl Agree {
    /// Number of lines of the table.
    pub fn lines(&self) -> usize {
        self.whole.as_ref().map_or(0, |w| w.asked.len() + w.verdicts.len())
    }

    /// Line `n` of the table: the questions, then a line for each form that says what is retained.
    pub fn line(&self, n: usize) -> Option<Line<'_>> {
        let whole = self.whole.as_ref()?;
        if let Some(asked) = whole.asked.get(n) {
            return Some(Line::Asked(asked));
        }
        let ruled = whole.verdicts.get(n.checked_sub(whole.asked.len())?)?;
        Some(Line::Verdicts(ruled))
    }

    /// The line under the cursor.
    pub fn current(&self) -> Option<Line<'_>> {
        self.line(self.row.at)
    }

    /// The difference under the cursor, with its question.
    pub fn item(&self) -> Option<(&Asked, &Item)> {
        let Line::Asked(asked) = self.current()? else {
            return None;
        };
        Some((asked, asked.items.get(*self.shown.get(self.cursor.at)?)?))
    }

    /// The verdict under the cursor.
    pub fn verdict(&self) -> Option<&Verdict> {
        let Line::Verdicts(ruled) = self.current()? else {
            return None;
        };
        ruled.all.get(*self.shown.get(self.cursor.at)?)
    }
}
