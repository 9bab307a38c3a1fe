//! State of the list.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::ticket::Ticket;
use crate::domain::filter::Filter;
use crate::domain::order::Sort;
use crate::domain::queue::Standing;
use crate::domain::row::{Mine, Outcome, Progress, Row};

/// Some cases that the list is narrowed to, from another screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subset {
    /// Where they come from, in words.
    pub label: String,
    /// Their rows.
    pub rows: Arc<HashSet<u32>>,
}

/// The list of cases.
#[derive(Debug)]
pub struct List {
    /// All rows in the order of the file.
    pub rows: Arc<Vec<Row>>,
    /// Row by case id.
    pub index: HashMap<Box<str>, u32>,
    /// What the annotator did; rows without an entry are untouched.
    pub mine: Arc<HashMap<u32, Mine>>,
    /// Rows of the own queue in the order to take them; `None` when the round names no annotators.
    pub queue: Option<Vec<u32>>,
    /// Number of rows that the queue was worked out for.
    pub queue_of: usize,
    /// What the chosen run did, by row; empty while not known.
    pub outcomes: Arc<Vec<Outcome>>,
    /// Shown rows, in order.
    pub order: Vec<u32>,
    /// Position of the cursor in `order`.
    pub cursor: usize,
    /// First shown position.
    pub top: usize,
    /// The filter as typed.
    pub filter_text: String,
    /// The filter in force.
    pub filter: Filter,
    /// The cases that it is narrowed to before the filter.
    pub subset: Option<Subset>,
    /// The order in force.
    pub sort: Sort,
    /// All rows were read.
    pub complete: bool,
    /// Tickets of running requests.
    pub rows_ticket: Ticket,
    /// Request of the order.
    pub order_ticket: Ticket,
    /// Request of the outcomes.
    pub outcomes_ticket: Ticket,
}

impl Default for List {
    fn default() -> Self {
        Self {
            rows: Arc::default(),
            index: HashMap::new(),
            mine: Arc::default(),
            queue: None,
            queue_of: 0,
            outcomes: Arc::default(),
            order: Vec::new(),
            cursor: 0,
            top: 0,
            filter_text: String::new(),
            filter: Filter::default(),
            subset: None,
            sort: Sort { by: None, down: false },
            complete: false,
            rows_ticket: Ticket::default(),
            order_ticket: Ticket::default(),
            outcomes_ticket: Ticket::default(),
        }
    }
}

impl List {
    /// Row under the cursor.
    pub fn current(&self) -> Option<u32> {
        self.order.get(self.cursor).copied()
    }

    /// A row.
    pub fn row(&self, at: u32) -> Option<&Row> {
        self.rows.get(at as usize)
    }

    /// Position of a row among the shown ones.
    pub fn position(&self, row: u32) -> Option<usize> {
        self.order.iter().position(|r| *r == row)
    }

    /// How far the annotator is with a row.
    pub fn progress(&self, row: u32) -> Progress {
        self.mine.get(&row).map_or(Progress::Untouched, |m| m.progress)
    }

    /// Decided cases among the shown ones; skipped ones count as decided.
    pub fn decided(&self) -> usize {
        self.order
            .iter()
            .filter(|r| matches!(self.progress(**r), Progress::Done | Progress::Skipped))
            .count()
    }

    /// Where the annotator stands with the own queue.
    pub fn standing(&self) -> Option<Standing> {
        let none = Mine::default();
        let mut out = Standing::default();
        for row in self.queue.as_ref()? {
            out.add(self.mine.get(row).unwrap_or(&none), None);
        }
        Some(out)
    }

    /// Keeps the cursor on a row and the row on the screen.
    pub fn settle(&mut self, page: usize) {
        self.cursor = self.cursor.min(self.order.len().saturating_sub(1));
        if self.cursor < self.top {
            self.top = self.cursor;
        } else if page > 0 && self.cursor >= self.top + page {
            self.top = self.cursor + 1 - page;
        }
        self.top = self.top.min(self.order.len().saturating_sub(page.max(1)));
    }
}
