//! State of the screens about runs: the table of runs, two runs compared, and the misses of one by class.

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::model::Screen;
use crate::base::ticket::Ticket;
use crate::domain::board::Board;
use crate::domain::finding::Code;
use crate::domain::level::Level;
use crate::domain::metric::Metric;
use crate::domain::pairs::{Flip, Pair, SlicePair};
use crate::domain::slice::{By, Slice};
use crate::work::inquiry::Inquiry;

/// What the table of runs shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// Runs by metrics.
    #[default]
    Runs,
    /// The chosen run by slices.
    Slices,
    /// Runs by slices, one metric.
    Heat,
    /// Input modes of every system.
    Modes,
    /// Acc@K over K.
    Curve,
}

impl View {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 5] = [Self::Runs, Self::Slices, Self::Heat, Self::Modes, Self::Curve];

    /// Name of the tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Slices => "slices",
            Self::Heat => "heat",
            Self::Modes => "modes",
            Self::Curve => "K curve",
        }
    }
}

/// Cursor and first shown row of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cursor {
    /// Position.
    pub at: usize,
    /// First shown position.
    pub top: usize,
}

impl Cursor {
    /// Moves by `by` among `len` and keeps the position on a page of `page` rows.
    pub fn step(&mut self, by: isize, len: usize, page: usize) {
        self.at = crate::base::num::step(self.at, by, len);
        self.settle(len, page);
    }

    /// Keeps the position among `len` and on the page.
    pub fn settle(&mut self, len: usize, page: usize) {
        self.at = self.at.min(len.saturating_sub(1));
        let page = page.max(1);
        if self.at < self.top {
            self.top = self.at;
        } else if self.at >= self.top + page {
            self.top = self.at + 1 - page;
        }
        self.top = self.top.min(len.saturating_sub(page));
    }
}

/// The table of runs.
#[derive(Debug, Clone)]
pub struct Table {
    /// What it shows.
    pub view: View,
    /// Row.
    pub row: Cursor,
    /// Column of numbers, from 0.
    pub column: usize,
    /// Field of the slices.
    pub by: By,
    /// The slices, worked out when field, board or answers change.
    pub slices: Vec<Slice>,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            view: View::Runs,
            row: Cursor::default(),
            column: 0,
            by: By::Category,
            slices: Vec::new(),
        }
    }
}

/// Two runs.
#[derive(Debug, Clone, Default)]
pub struct Versus {
    /// Name of run A; `None` until one was chosen.
    pub a: Option<Arc<str>>,
    /// Which cases are listed.
    pub flip: Option<Flip>,
    /// The pair; `None` while there are not two runs.
    pub pair: Option<Arc<Pair>>,
    /// The pair on every slice, worked out with it.
    pub sliced: Vec<SlicePair>,
    /// Cases listed.
    pub shown: Vec<u32>,
    /// Place in them.
    pub cursor: Cursor,
}

/// Columns of the table of misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Facet {
    /// How the issue or its evidence names the missed gold.
    #[default]
    Evidence,
    /// What the agent did with the missed gold.
    Search,
}

/// Part of the misses screen with the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// The table of classes.
    #[default]
    Classes,
    /// The cases of a cell.
    Cases,
}

/// The misses of a run.
#[derive(Debug, Clone, Default)]
pub struct Misses {
    /// What was found out, by run.
    pub known: HashMap<Arc<str>, Arc<Inquiry>>,
    /// Running request.
    pub ticket: Ticket,
    /// Cases gone through, and all of them, while it runs.
    pub progress: Option<(usize, usize)>,
    /// Why there is nothing.
    pub fault: Option<String>,
    /// Columns.
    pub facet: Facet,
    /// Part with the keys.
    pub part: Part,
    /// Row of the table: a class.
    pub row: Cursor,
    /// Column, 0 for all.
    pub column: usize,
    /// Cases of the cell, as indexes into the inquiry.
    pub shown: Vec<usize>,
    /// Place in them.
    pub cursor: Cursor,
}

/// The three screens and what they share.
#[derive(Debug, Clone, Default)]
pub struct Bench {
    /// The board; `None` until it was asked for and came.
    pub board: Option<Arc<Board>>,
    /// Request of the board.
    pub ticket: Ticket,
    /// Whether it is under way.
    pub loading: bool,
    /// The screen to which back leads out of these.
    pub from: Option<Screen>,
    /// The list was narrowed from here: back leads here again.
    pub narrowed: Option<Screen>,
    /// The table of runs.
    pub table: Table,
    /// Two runs.
    pub versus: Versus,
    /// Misses.
    pub misses: Misses,
}

/// Metrics of the table's columns at a K.
pub fn metrics(k: u32) -> [Metric; 8] {
    [
        Metric::Acc(1),
        Metric::Acc(3),
        Metric::Acc(5),
        Metric::Acc(10),
        Metric::Hit(k),
        Metric::Recall(k),
        Metric::Ndcg(k),
        Metric::Mrr,
    ]
}

impl Bench {
    /// What was found out about a run.
    pub fn inquiry(&self, run: &str) -> Option<&Arc<Inquiry>> {
        self.misses.known.get(run)
    }
}

/// Classes with misses at a level and K, with the number of cases that have it first, and at all.
pub fn classes(inquiry: &Inquiry, level: Level, k: u32) -> Vec<(Code, u32, u32)> {
    Code::ALL
        .iter()
        .filter(|c| c.is_miss())
        .map(|code| {
            let (mut first, mut any) = (0, 0);
            for told in inquiry.at(level, k) {
                first += u32::from(told.code == *code);
                any += u32::from(told.code == *code || told.also.contains(code));
            }
            (*code, first, any)
        })
        .filter(|(_, first, any)| first + any > 0)
        .collect()
}
