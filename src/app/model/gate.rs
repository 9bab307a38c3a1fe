//! State of the gate's screen: what the log says, under which limits, and which images are listed.

use std::sync::Arc;

use crate::app::model::Screen;
use crate::app::model::bench::Cursor;
use crate::base::ticket::Ticket;
use crate::domain::entry::Subject;
use crate::domain::gate::table::{BINS, Cross, Row};
use crate::domain::gate::{Funnel, Limits, Over, Record, Show, Stage, Words};
use crate::work::sieve::{Place, Sieve};

/// Part of the screen with the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// The images.
    #[default]
    Images,
    /// What was said about the one under the cursor.
    Detail,
}

/// Everything that follows from log, limits and what people said.
#[derive(Debug, Clone, Default)]
pub struct Counted {
    /// The images that may be seen.
    pub rows: Vec<Row>,
    /// How many of them stand where.
    pub funnel: Funnel,
    /// A against D.
    pub cross: Cross,
    /// B's confidence.
    pub histogram: [usize; BINS],
    /// Images of cases that I have not uncovered in a blind round.
    pub hidden: usize,
}

/// The gate's screen.
#[derive(Debug)]
pub struct Gate {
    /// What was read last; `None` until it came.
    pub sieve: Option<Arc<Sieve>>,
    /// Request of it.
    pub ticket: Ticket,
    /// Whether it is under way.
    pub loading: bool,
    /// The workspace may have changed since.
    pub dirty: bool,
    /// Why there is none.
    pub fault: Option<String>,
    /// B's limit of confidence on this screen, in hundredths.
    pub confidence: u8,
    /// What the rows rest on: the request, the limit, saved entries.
    pub counted: Option<(Ticket, u8, usize)>,
    /// What people said, as of `counted`.
    pub people: Vec<Over>,
    /// What follows; worked out when one of these changes.
    pub all: Counted,
    /// Which images are listed.
    pub show: Show,
    /// The filter as typed.
    pub text: String,
    /// The filter in force.
    pub words: Words,
    /// Images listed, as indexes into the rows.
    pub shown: Vec<usize>,
    /// Place in them.
    pub cursor: Cursor,
    /// The stage under the cursor.
    pub stage: Stage,
    /// Part with the keys.
    pub part: Part,
    /// First shown line of the detail.
    pub top: usize,
    /// The screen to which back leads.
    pub from: Screen,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            sieve: None,
            ticket: Ticket::default(),
            loading: false,
            dirty: true,
            fault: None,
            confidence: USUAL,
            counted: None,
            people: Vec::new(),
            all: Counted::default(),
            show: Show::default(),
            text: String::new(),
            words: Words::default(),
            shown: Vec::new(),
            cursor: Cursor::default(),
            stage: Stage::A,
            part: Part::default(),
            top: 0,
            from: Screen::List,
        }
    }
}

/// B's limit of the paper, in hundredths.
pub const USUAL: u8 = 60;

impl Gate {
    /// The limits in force on this screen.
    pub fn limits(&self) -> Limits {
        Limits {
            confidence: f64::from(self.confidence) / 100.0,
            ..Limits::default()
        }
    }

    /// The image under the cursor.
    pub fn current(&self) -> Option<&Row> {
        self.all.rows.get(*self.shown.get(self.cursor.at)?)
    }

    /// What is judged on this screen: the exhibit under the cursor.
    pub fn subject(&self) -> Option<Subject> {
        let item = &self.current()?.item;
        Some(Subject::Exhibit {
            case: item.case.clone(),
            exhibit: item.exhibit.clone(),
        })
    }

    /// Where an image stands in its case; `None` when the workspace has no such exhibit.
    pub fn place(&self, row: &Row) -> Option<&Place> {
        self.sieve.as_ref()?.place(&row.item.case, &row.item.exhibit)
    }

    /// The record that counts for a stage of an image.
    pub fn record(&self, row: &Row, stage: Stage) -> Option<&Record> {
        let at = row.item.steps.get(stage as usize)?.record?;
        self.sieve.as_ref()?.records.get(at)
    }
}
