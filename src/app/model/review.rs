//! Answers: the ledger of what is saved, and what is on its way.

use std::collections::HashMap;

use serde_json::Value;

use crate::domain::entry::{Entry, EntryId, Op, REVEAL, Subject};
use crate::domain::form::{Form, why};
use crate::domain::ledger::{Key, Ledger, agreed};
use crate::domain::queue::Pace;
use crate::keys::action::Action;

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

/// An answer that could not be saved.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost {
    /// What it was about.
    pub subject: Subject,
    /// Question.
    pub question: String,
    /// The answer.
    pub value: Value,
}

/// Answers.
#[derive(Debug, Default)]
pub struct Review {
    /// What is saved.
    pub ledger: Ledger,
    /// The ledger was read.
    pub replayed: bool,
    /// The ledger is being read again because the user asked.
    pub again: bool,
    /// State of the journal.
    pub journal: Journal,
    /// Entries on their way, in order.
    pub pending: Vec<Entry>,
    /// Answers given before the journal was open.
    pub drafts: Vec<Draft>,
    /// Answers that could not be saved.
    pub failed: Vec<Lost>,
    /// Actions that wait until nothing is pending: undo, redo, next undecided.
    pub waiting: Vec<Action>,
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
        let failed = self
            .failed
            .iter()
            .any(|l| l.subject == *subject && l.question == question);
        let key = Key {
            by: by.to_owned(),
            subject: subject.clone(),
            question: question.to_owned(),
        };
        let heads = self.ledger.heads(&key);
        let value = agreed(heads).filter(|v| !v.is_null()).cloned();
        let state = match (heads, agreed(heads), &value) {
            _ if failed => Saved::Failed,
            ([], ..) => Saved::None,
            (_, None, _) => Saved::Conflict,
            (_, Some(_), None) => Saved::None,
            (_, Some(_), Some(_)) => Saved::Yes,
        };
        (value, state)
    }

    /// All answers of `by` about `subject` that the screen shows, by question; reasoning included.
    pub fn given_about(&self, by: &str, subject: &Subject, form: &Form) -> HashMap<String, Value> {
        let mut out = HashMap::new();
        for q in &form.questions {
            for id in [Some(q.id.clone()), q.reason.then(|| why(&q.id))].into_iter().flatten() {
                if let (Some(value), _) = self.answer(by, subject, &id) {
                    out.insert(id, value);
                }
            }
        }
        out
    }

    /// The answers that conflict, for showing.
    pub fn conflict(&self, by: &str, subject: &Subject, question: &str) -> Vec<Value> {
        let key = Key {
            by: by.to_owned(),
            subject: subject.clone(),
            question: question.to_owned(),
        };
        self.ledger.heads(&key).iter().map(|h| h.value.clone()).collect()
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
