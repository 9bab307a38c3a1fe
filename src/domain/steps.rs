//! A trajectory as a list of steps to read: one row for what the agent did, with what each row means for gold.
//!
//! Rows are small and point into the events; what a row says is worked out when it is shown, so that a trajectory of
//! two hundred thousand events opens at once.

mod words;

use std::collections::HashMap;

use crate::base::num;
use crate::base::path::RepoPath;

use super::run::Suspects;
use super::trajectory::{Event, Evidence, Kind, Trajectory};

pub use words::{holds, sign, summary};

/// How often the same action makes a loop.
pub const LOOP: u32 = 3;

/// When a file first came before the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Steps {
    /// First step that named it, be it in a listing or in what a command printed.
    pub seen: Option<u32>,
    /// First step that viewed or changed it and did not fail.
    pub opened: Option<u32>,
}

/// A gold file on the way of the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldSteps {
    /// The file.
    pub path: RepoPath,
    /// When it was seen and opened.
    pub steps: Steps,
    /// Step of the answer that names it; 0 when the run names it and its trajectory has no answer.
    pub submitted: Option<u32>,
}

impl GoldSteps {
    /// `seen 3 · opened 5 · submitted`, the longest wording first; for a file that was never met, `never seen`.
    pub fn wordings(&self) -> Vec<String> {
        let seen = self.steps.seen.map(|n| format!("seen {n}"));
        let opened = self.steps.opened.map(|n| format!("opened {n}"));
        let submitted = self.submitted.map(|_| "submitted".to_owned());
        let join = |parts: &[&Option<String>]| {
            let parts: Vec<&str> = parts.iter().filter_map(|p| p.as_deref()).collect();
            parts.join(" · ")
        };
        let mut out = vec![
            join(&[&seen, &opened, &submitted]),
            join(&[&seen, &opened]),
            join(&[if opened.is_some() { &opened } else { &seen }]),
        ];
        if seen.is_none() {
            out.insert(0, join(&[&Some("never seen".to_owned()), &submitted]));
            out.insert(1, "never seen".to_owned());
        }
        out.retain(|w| !w.is_empty());
        out.dedup();
        out
    }
}

/// What a row tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The event of that number did something.
    Event(u32),
    /// What the action before printed named a gold file; the number of that event.
    Mention(u32),
    /// The history was condensed here: what stood before may be forgotten.
    Condensed,
}

/// What is special about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own on the row")]
pub struct Marks {
    /// Number of the gold file that the row is about.
    pub gold: Option<u32>,
    /// The file was never named before.
    pub seen: bool,
    /// The file was never opened before.
    pub opened: bool,
    /// This answer names gold files.
    pub submitted: bool,
    /// It did not work.
    pub failed: bool,
    /// The step looked up the fix itself.
    pub own_fix: bool,
    /// The same action for the so-manieth time, from [`LOOP`] on; else 0.
    pub looped: u32,
    /// Files that its output named, gold ones included.
    pub named: u32,
}

impl Marks {
    /// All of it in short words: `first opened · ↻3`.
    pub fn told(&self) -> String {
        let parts = [
            (self.seen && !self.opened).then(|| "first seen".to_owned()),
            self.opened.then(|| "first opened".to_owned()),
            self.submitted.then(|| "names gold".to_owned()),
            self.failed.then(|| "failed".to_owned()),
            self.own_fix.then(|| "own fix".to_owned()),
            (self.looped > 0).then(|| format!("↻{}", self.looped)),
            (self.named == 1).then(|| "+1 path".to_owned()),
            (self.named > 1).then(|| format!("+{} paths", self.named)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// One line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Turn of the agent.
    pub step: u32,
    /// It is the first row of its turn.
    pub first: bool,
    /// What it tells.
    pub what: What,
    /// What is special about it.
    pub marks: Marks,
}

/// The list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepList {
    /// Its rows in order.
    pub rows: Vec<Row>,
    /// The gold files, in their order.
    pub gold: Vec<GoldSteps>,
    /// Files that the answer of the run names.
    pub answered: usize,
}

/// When `path` was first seen and opened.
pub fn first_steps(t: &Trajectory, path: &RepoPath) -> Steps {
    let mut out = Steps::default();
    for event in &t.events {
        if event.path.as_deref() == Some(path.as_str()) {
            meet(&mut out, event);
        }
    }
    out
}

/// Notes that `event` is about the file; tells whether it was seen, and opened, for the first time.
fn meet(steps: &mut Steps, event: &Event) -> (bool, bool) {
    if event.ok == Some(false) && event.evidence != Evidence::OutputMention {
        return (false, false);
    }
    let opens = matches!(event.kind, Kind::View | Kind::Edit) && event.evidence != Evidence::OutputMention;
    let seen = steps.seen.is_none();
    let opened = opens && steps.opened.is_none();
    steps.seen = steps.seen.or(Some(event.step));
    if opens {
        steps.opened = steps.opened.or(Some(event.step));
    }
    (seen, opened)
}

/// Makes the list of `t` for these gold files; `suspects` are what the run answered.
pub fn list(t: &Trajectory, gold: &[RepoPath], suspects: Option<&Suspects>) -> StepList {
    let at: HashMap<&str, u32> = gold.iter().map(RepoPath::as_str).zip(0..).collect();
    let answered = |path: &RepoPath| suspects.is_some_and(|s| s.files.iter().any(|f| f.path == *path));
    let answer = t.events.iter().rev().find(|e| e.kind == Kind::Answer).map(|e| e.step);
    let mut out = StepList {
        rows: Vec::with_capacity(t.events.len()),
        gold: gold
            .iter()
            .map(|path| GoldSteps {
                path: path.clone(),
                steps: Steps::default(),
                submitted: answered(path).then(|| answer.unwrap_or(0)),
            })
            .collect(),
        answered: suspects.map_or(0, |s| s.files.len()),
    };
    let any_submitted = out.gold.iter().any(|g| g.submitted.is_some());
    let mut condensed = t.condensed.iter().copied().peekable();
    let mut done: HashMap<Same<'_>, u32> = HashMap::new();
    let mut last = 0;
    for (n, event) in t.events.iter().enumerate() {
        while condensed.next_if(|step| *step <= event.step).is_some() {
            out.rows.push(Row {
                step: event.step,
                first: false,
                what: What::Condensed,
                marks: Marks::default(),
            });
        }
        let which = event.path.as_deref().and_then(|p| at.get(p).copied());
        let mut marks = Marks {
            gold: which,
            failed: event.ok == Some(false),
            ..Marks::default()
        };
        if let Some(file) = which.and_then(|g| out.gold.get_mut(g as usize)) {
            (marks.seen, marks.opened) = meet(&mut file.steps, event);
        }
        let number = num::small(n);
        let what = if event.evidence == Evidence::OutputMention {
            if let Some(row) = out.rows.iter_mut().rev().find(|r| matches!(r.what, What::Event(_)))
                && row.step == event.step
            {
                row.marks.named = row.marks.named.saturating_add(1);
            }
            if which.is_none() {
                continue;
            }
            What::Mention(number)
        } else {
            marks.own_fix = event.kind != Kind::Think && t.own_fix.binary_search(&event.step).is_ok();
            marks.submitted = event.kind == Kind::Answer && any_submitted && Some(event.step) == answer;
            if !matches!(event.kind, Kind::Think | Kind::Answer) {
                let times = done.entry(same(event)).or_default();
                *times += 1;
                marks.looped = if *times >= LOOP { *times } else { 0 };
            }
            What::Event(number)
        };
        out.rows.push(Row {
            step: event.step,
            first: event.step != last,
            what,
            marks,
        });
        last = event.step;
    }
    out
}

/// What makes two actions the same one.
type Same<'a> = (Kind, Option<&'a str>, Option<(u32, u32)>, Option<&'a str>, &'a str);

fn same(e: &Event) -> Same<'_> {
    (e.kind, e.path.as_deref(), e.range, e.query.as_deref(), &e.raw)
}

impl StepList {
    /// The event that a row is about.
    pub fn event<'t>(&self, t: &'t Trajectory, row: usize) -> Option<&'t Event> {
        match self.rows.get(row)?.what {
            What::Event(n) | What::Mention(n) => t.events.get(n as usize),
            What::Condensed => None,
        }
    }

    /// The action that a row is about: of something printed, the one that printed it.
    pub fn action<'t>(&self, t: &'t Trajectory, row: usize) -> Option<&'t Event> {
        match self.rows.get(row)?.what {
            What::Mention(n) => {
                let before = t.events.get(..n as usize)?;
                before.iter().rev().find(|e| e.evidence != Evidence::OutputMention)
            }
            _ => self.event(t, row),
        }
    }

    /// Rows that are about a gold file.
    pub fn touching(&self) -> Vec<usize> {
        let gold = |r: &Row| r.marks.gold.is_some() || r.marks.submitted;
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, r)| gold(r)).map(|(n, _)| n).collect()
    }

    /// Rows whose text holds `want`, whatever the case of its letters.
    pub fn search(&self, t: &Trajectory, want: &str) -> Vec<usize> {
        if want.is_empty() {
            return Vec::new();
        }
        let hit = |n: usize| self.event(t, n).is_some_and(|e| holds(e, want));
        (0..self.rows.len()).filter(|n| hit(*n)).collect()
    }

    /// What a row says, without its step.
    pub fn text(&self, t: &Trajectory, row: usize) -> String {
        let Some(r) = self.rows.get(row) else {
            return String::new();
        };
        match (r.what, self.event(t, row)) {
            (What::Event(_), Some(e)) if e.kind == Kind::Answer => words::answer(e, self.answered),
            (What::Event(_), Some(e)) => summary(e),
            (What::Mention(_), Some(e)) => format!("output names {}", e.path.as_deref().unwrap_or("")),
            (What::Condensed, _) => "the history was condensed here: what stood before may be forgotten".to_owned(),
            (_, None) => String::new(),
        }
    }
}

/// What the model was sent of the images: `2 images sent`, `no image sent`, or that it is not told.
pub fn images(t: &Trajectory) -> String {
    match (t.pixels, t.images) {
        (Some(true), 1) => "1 image sent".to_owned(),
        (Some(true), 0) => "images sent".to_owned(),
        (Some(true), n) => format!("{n} images sent"),
        (Some(false), _) => "no image sent".to_owned(),
        (None, _) => "images: not told".to_owned(),
    }
}

#[cfg(test)]
mod tests;
