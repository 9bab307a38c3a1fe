//! Answers: the ledger of what is saved, and what is on its way.

use serde_json::Value;

use crate::domain::entry::{Entry, EntryId, Op, REVEAL, Subject};
use crate::domain::ledger::{Key, Ledger};
use crate::domain::queue::Pace;

/// State of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Journal {
    /// Being opened; answers wait.
    #[default]
    Opening,
    /// Open: name of the writer and number of the next entry.
    Open {
        /// The writer.
        writer: String,
        /// The number.
        next: u64,
    },
    /// Nothing can be saved this session, and why.
    Closed(String),
}

/// State of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// On the disk.
    Yes,
    /// On its way.
    Pending,
    /// It could not be saved.
    Failed,
    /// Several answers of the same person hold.
    Conflict,
    /// There is none.
    None,
}

/// An answer that waits for its number.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// What it is about.
    pub subject: Subject,
    /// Question.
    pub question: String,
    /// What it does.
    pub op: Op,
    /// The answer.
    pub value: Value,
    /// Entry that an undo or redo is about.
    pub about: Option<EntryId>,
    /// Milliseconds since the subject came on screen.
    pub took_ms: u64,
}

/// Answers.
#[derive(Debug, Default)]
pub struct Review {
    /// What is saved.
    pub ledger: Ledger,
    /// The ledger was read.
    pub replayed: bool,
    /// State of the journal.
    pub journal: Journal,
    /// Entries on their way, in order.
    pub pending: Vec<Entry>,
    /// Answers given before the journal was open.
    pub drafts: Vec<Draft>,
    /// Answers that could not be saved.
    pub failed: Vec<(Subject, String)>,
    /// Undos (positive) and redos (negative) that wait until nothing is pending.
    pub waiting: Vec<Op>,
    /// Speed of work.
    pub pace: Pace,
    /// Answers given in this session.
    pub given: usize,
}

impl Review {
    /// The answer that the screen shows, and its state.
    pub fn answer(&self, by: &str, subject: &Subject, question: &str) -> (Option<Value>, Saved) {
        let draft = self
            .drafts
            .iter()
            .rev()
            .find(|d| d.subject == *subject && d.question == question);
        if let Some(d) = draft {
            return (Some(d.value.clone()).filter(|v| !v.is_null()), Saved::Pending);
        }
        let pending = self
            .pending
            .iter()
            .rev()
            .find(|e| e.subject == *subject && e.question == question);
        if let Some(e) = pending {
            return (Some(e.value.clone()).filter(|v| !v.is_null()), Saved::Pending);
        }
        let failed = self.failed.iter().any(|(s, q)| s == subject && q == question);
        let key = Key {
            by: by.to_owned(),
            subject: subject.clone(),
            question: question.to_owned(),
        };
        match self.ledger.heads(&key) {
            [] => (None, if failed { Saved::Failed } else { Saved::None }),
            [head] => {
                let value = Some(head.value.clone()).filter(|v| !v.is_null());
                let state = match (&value, failed) {
                    (_, true) => Saved::Failed,
                    (Some(_), false) => Saved::Yes,
                    (None, false) => Saved::None,
                };
                (value, state)
            }
            _ => (None, Saved::Conflict),
        }
    }

    /// Whether `by` uncovered `case`.
    pub fn revealed(&self, by: &str, case: &str) -> bool {
        self.ledger.revealed(by, case)
            || self
                .pending
                .iter()
                .any(|e| e.question == REVEAL && e.subject.case() == case)
    }

    /// Entries not yet on the disk.
    pub fn unsaved(&self) -> usize {
        self.pending.len() + self.drafts.len()
    }
}
