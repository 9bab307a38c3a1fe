//! The ledger: what every annotator has said, derived from journal entries and nothing else.
//!
//! The current answer is the head of the `supersedes` chain. Two heads are a conflict of a person with
//! themself and are shown as such; the clock never decides. Entries may arrive in any order and more than once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::cond::Answers;
use super::entry::{Entry, EntryId, Op, Sight, Subject};

/// What an answer is an answer to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Annotator.
    pub by: String,
    /// What is judged.
    pub subject: Subject,
    /// Question of the form.
    pub question: String,
}

/// An answer that nothing replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// The entry that gave it.
    pub id: EntryId,
    /// The answer; null for a cleared one.
    pub value: Value,
    /// When, for display.
    pub at: String,
    /// What the annotator could see.
    pub sight: Sight,
    /// Form and version that it answered: `evidence@1f2e3d4c5b6a`.
    pub form: Arc<str>,
    /// Milliseconds it took, idle time capped.
    pub took_ms: u64,
    /// Hash of what was judged; empty when not noted.
    pub saw: Box<str>,
}

#[derive(Debug, Default, Clone)]
struct Slot {
    heads: Vec<Head>,
    /// Entries that were replaced before they arrived, each with the one that replaced it.
    gone: Vec<(EntryId, EntryId)>,
}

/// One of a person's own steps, for undo and redo.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The entry.
    pub id: EntryId,
    /// What it was about.
    pub subject: Subject,
    /// The question.
    pub question: String,
    /// What it said.
    pub value: Value,
    /// What held before it.
    pub before: Value,
}

/// Undo and redo stacks of one annotator.
#[derive(Debug, Default, Clone)]
struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

/// The value that all heads give: the same answer given twice is no conflict.
pub fn agreed(heads: &[Head]) -> Option<&Value> {
    let (first, rest) = heads.split_first()?;
    rest.iter().all(|h| h.value == first.value).then_some(&first.value)
}

impl History {
    fn step(&mut self, op: Op, about: Option<&EntryId>, step: Step) {
        match op {
            Op::Set => {
                self.done.push(step);
                self.undone.clear();
            }
            Op::Undo => {
                if let Some(at) = self.done.iter().rposition(|s| Some(&s.id) == about) {
                    let taken = self.done.remove(at);
                    self.undone.push(Step { id: step.id, ..taken });
                }
            }
            Op::Redo => {
                if let Some(at) = self.undone.iter().rposition(|s| Some(&s.id) == about) {
                    let taken = self.undone.remove(at);
                    self.done.push(Step { id: step.id, ..taken });
                }
            }
            Op::Reveal => {}
        }
    }

    /// A step that came after the entry `over` that replaced it: below that one, where undo finds it in turn.
    fn late(&mut self, op: Op, step: Step, over: &EntryId) {
        if op == Op::Set
            && let Some(at) = self.done.iter().rposition(|s| s.id == *over)
        {
            if let Some(later) = self.done.get_mut(at) {
                later.before = step.value.clone();
            }
            self.done.insert(at, step);
        }
    }
}

/// What one annotator says about one subject, for conditions.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// Everything said so far.
    pub ledger: &'a Ledger,
    /// The annotator.
    pub by: &'a str,
    /// The subject.
    pub subject: &'a Subject,
    /// Gold files of its case.
    pub gold: &'a [String],
}

impl Answers for Said<'_> {
    fn answer(&self, question: &str) -> Option<&Value> {
        self.ledger.value(self.by, self.subject, question)
    }

    fn gold(&self) -> &[String] {
        self.gold
    }
}

/// Everything said so far.
#[derive(Debug, Default, Clone)]
pub struct Ledger {
    slots: HashMap<Key, Slot>,
    histories: HashMap<String, History>,
    /// Per annotator and writer: two people on one clone are the same writer in folders of their own.
    seen: HashMap<String, HashMap<String, Seen>>,
    revealed: HashSet<(String, String)>,
    forms: HashSet<Arc<str>>,
    entries: usize,
}

/// Highest number seen without gaps, and numbers above it that came early.
#[derive(Debug, Default, Clone)]
struct Seen {
    upto: u64,
    early: HashSet<u64>,
}

impl Seen {
    /// Notes `seq`; false when it was there before.
    fn note(&mut self, seq: u64) -> bool {
        if seq <= self.upto || self.early.contains(&seq) {
            return false;
        }
        if seq == self.upto + 1 {
            self.upto = seq;
            while self.early.remove(&(self.upto + 1)) {
                self.upto += 1;
            }
        } else {
            self.early.insert(seq);
        }
        true
    }
}

impl Ledger {
    /// Number of distinct entries applied.
    pub fn len(&self) -> usize {
        self.entries
    }

    /// Whether nothing was said yet.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Takes one entry in; a second copy of the same entry changes nothing.
    pub fn apply(&mut self, entry: &Entry) {
        self.take(entry.clone());
    }

    /// As [`Ledger::apply`], without a copy: for reading many.
    pub fn take(&mut self, entry: Entry) {
        if !self.note(&entry) {
            return;
        }
        self.entries += 1;
        if entry.op == Op::Reveal {
            self.revealed.insert((entry.by, entry.subject.case().to_owned()));
            return;
        }
        let id = EntryId {
            writer: entry.writer,
            seq: entry.seq,
        };
        let history = match self.histories.get_mut(&entry.by) {
            Some(known) => known,
            None => self.histories.entry(entry.by.clone()).or_default(),
        };
        let mut step = Step {
            id: id.clone(),
            subject: entry.subject.clone(),
            question: entry.question.clone(),
            value: entry.value.clone(),
            before: Value::Null,
        };
        let key = Key {
            by: entry.by,
            subject: entry.subject,
            question: entry.question,
        };
        let form = match self.forms.get(entry.form_hash.as_str()) {
            Some(known) => Arc::clone(known),
            None => {
                let new: Arc<str> = entry.form_hash.into();
                self.forms.insert(Arc::clone(&new));
                new
            }
        };
        let slot = self.slots.entry(key).or_default();
        if let Some(old) = slot.heads.iter().find(|h| entry.supersedes.contains(&h.id)) {
            step.before = old.value.clone();
        }
        for old in entry.supersedes {
            let count = slot.heads.len();
            slot.heads.retain(|h| h.id != old);
            if slot.heads.len() == count && !slot.gone.iter().any(|(g, _)| *g == old) {
                slot.gone.push((old, id.clone()));
            }
        }
        if let Some(at) = slot.gone.iter().position(|(g, _)| *g == id) {
            let (_, over) = slot.gone.swap_remove(at);
            return history.late(entry.op, step, &over);
        }
        slot.heads.push(Head {
            id,
            value: entry.value,
            at: entry.at,
            sight: entry.sight,
            form,
            took_ms: entry.took_ms,
            saw: entry.saw.into_boxed_str(),
        });
        history.step(entry.op, entry.about.as_ref(), step);
    }

    /// Notes that the entry came; false when it was there before.
    fn note(&mut self, entry: &Entry) -> bool {
        let writers = match self.seen.get_mut(&entry.by) {
            Some(known) => known,
            None => self.seen.entry(entry.by.clone()).or_default(),
        };
        match writers.get_mut(&entry.writer) {
            Some(seen) => seen.note(entry.seq),
            None => writers.entry(entry.writer.clone()).or_default().note(entry.seq),
        }
    }

    /// Answers that hold for `key`: none, one, or several in conflict.
    pub fn heads(&self, key: &Key) -> &[Head] {
        self.slots.get(key).map_or(&[], |s| &s.heads)
    }

    /// The one answer that holds; `None` when there is none, it was cleared, or several conflict.
    pub fn value(&self, by: &str, subject: &Subject, question: &str) -> Option<&Value> {
        let key = Key {
            by: by.to_owned(),
            subject: subject.clone(),
            question: question.to_owned(),
        };
        agreed(self.heads(&key)).filter(|v| !v.is_null())
    }

    /// The step that undo would take back.
    pub fn last_done(&self, by: &str) -> Option<&Step> {
        self.histories.get(by)?.done.last()
    }

    /// The step that redo would bring back.
    pub fn last_undone(&self, by: &str) -> Option<&Step> {
        self.histories.get(by)?.undone.last()
    }

    /// Whether `by` uncovered `case` in a blind round.
    pub fn revealed(&self, by: &str, case: &str) -> bool {
        self.revealed.contains(&(by.to_owned(), case.to_owned()))
    }

    /// Everyone who said something, sorted.
    pub fn annotators(&self) -> Vec<String> {
        let mut all: Vec<String> = self.histories.keys().cloned().collect();
        all.sort();
        all
    }

    /// Every slot with its heads, in no order.
    pub fn all(&self) -> impl Iterator<Item = (&Key, &[Head])> {
        self.slots.iter().map(|(k, s)| (k, s.heads.as_slice()))
    }
}

#[cfg(test)]
mod tests;
