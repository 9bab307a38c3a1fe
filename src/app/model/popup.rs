//! What can lie over a screen.

use std::sync::Arc;

use serde_json::Value;

use crate::app::edit::Edit;
use crate::domain::entry::Subject;
use crate::domain::gate::Stage;
use crate::domain::seen::field::Part;
use crate::domain::slice::By;
use crate::work::job::Location;

/// A difference about to be settled.
#[derive(Debug, Clone, PartialEq)]
pub struct Settle {
    /// What it is about.
    pub subject: Subject,
    /// The question on which people differ.
    pub question: String,
    /// The answer that shall hold.
    pub value: Value,
    /// The answers it rests on.
    pub heads: Vec<String>,
}

/// A part of a record of evidence about to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amend {
    /// The exhibit.
    pub subject: Subject,
    /// Producer of the record; the annotator for a record of their own.
    pub producer: String,
    /// The part.
    pub part: Part,
    /// The text that holds, as it would stand in a field; `None` where there is none.
    pub before: Option<String>,
    /// Whether it is the annotator's own record.
    pub own: bool,
}

/// What a text field is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Filter of the list, applied while typing; the text before.
    Filter(String),
    /// Search in the text.
    Search,
    /// A line number.
    Line,
    /// A path of the repository.
    Path,
    /// A note about a subject.
    Note(Subject),
    /// A text that answers a question of the sheet, or gives its reasoning.
    Answer {
        /// What it is about.
        subject: Subject,
        /// The question, or its reasoning.
        id: String,
        /// What is asked for.
        title: String,
    },
    /// Why a difference is settled so.
    Settle(Box<Settle>),
    /// Filter of the gate, applied while typing; the text before.
    Gate(String),
    /// A part of a record of evidence, one entry a line.
    Amend(Box<Amend>),
}

/// What an entry of a menu does.
#[derive(Debug, Clone, PartialEq)]
pub enum Pick {
    /// Chooses a run.
    Run(usize),
    /// Opens source at a function (or at the changes).
    Source(Location, Option<String>),
    /// Goes to a line, from 0.
    Line(usize),
    /// Slices by a field.
    Field(By),
    /// Takes a run as A.
    Rival(Arc<str>),
    /// Answers a question about a case; `None` takes the answer away.
    Tag(Subject, String, Option<String>),
    /// Settles a difference, once the reason is given.
    Settle(Box<Settle>),
    /// My verdict about a stage of the gate; null takes it back.
    Verdict(Subject, Stage, Value),
}

/// One entry of a menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What stands there.
    pub label: String,
    /// More about it.
    pub hint: String,
    /// What it does.
    pub pick: Pick,
}

/// A popup.
#[derive(Debug, Clone)]
pub enum Popup {
    /// Keys of the screen; first shown line.
    Help(usize),
    /// The faults of the session in full; first shown line.
    Faults(usize),
    /// Something to choose.
    Menu {
        /// Heading.
        title: String,
        /// Entries.
        entries: Vec<Entry>,
        /// Cursor.
        at: usize,
    },
    /// Something to type.
    Input {
        /// What it is for.
        ask: Ask,
        /// The field.
        edit: Box<Edit>,
        /// What is wrong with the text, shown below.
        fault: Option<String>,
    },
}
