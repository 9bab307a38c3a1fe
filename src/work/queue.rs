//! Queues of a round and where everyone stands with theirs, from cases, journals and the form.

use std::collections::BTreeSet;

use crate::base::error::{Problem, Result};
use crate::domain::assign;
use crate::domain::candidate::Candidate;
use crate::domain::case::Case;
use crate::domain::cond::Answers;
use crate::domain::form::{Form, On};
use crate::domain::ledger::{Ledger, Said};
use crate::domain::queue::{self, Standing};
use crate::domain::round::Round;
use crate::domain::row::{Mine, Row};
use crate::store::replay::{Whose, replay};
use crate::store::workspace::Workspace;

use super::candidates;
use super::catalog::record;
use super::forms::{in_use, secret};
use super::index;
use super::office::Slice;

/// One annotator's queue.
#[derive(Debug, Clone)]
pub struct Line {
    /// The annotator.
    pub by: String,
    /// Where they stand.
    pub standing: Standing,
    /// Their cases in the order to take them, with what they did about each.
    pub items: Vec<(String, Mine)>,
    /// Candidates to review, and those with an answer to every required question.
    pub candidates: (usize, usize),
}

/// The queues of a workspace.
#[derive(Debug, Clone)]
pub struct Report {
    /// Name of the round.
    pub round: String,
    /// The round names annotators; else everyone judges everything.
    pub assigned: bool,
    /// Others' answers are hidden: there is one's own line alone.
    pub hidden: bool,
    /// One line an annotator, by name.
    pub lines: Vec<Line>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// Works out the queue of `me`, or with `all` everybody's; in a blind round that is open only one's own.
///
/// # Errors
/// The form cannot be read.
pub fn queues(ws: &Workspace, me: &str, all: bool) -> Result<Report> {
    let forms = in_use(ws)?;
    let form = forms.first().ok_or_else(|| Problem::environment("no form is in use"))?;
    let hidden = secret(ws);
    let mut rows = Vec::new();
    let mut problems = index::rows(ws, &mut |more| {
        rows.extend(more);
        true
    });
    let whose = if all && !hidden {
        Whose::All
    } else {
        Whose::Own(me.to_owned())
    };
    let mut ledger = Ledger::default();
    problems.extend(replay(&ws.root, &whose, false, &mut |e| ledger.take(e)).damage);
    let ids: Vec<&str> = rows.iter().map(|r| &*r.id).collect();
    let queues = assign::assign(&ws.config.round, &ids);
    let mut people = BTreeSet::from([me.to_owned()]);
    if whose == Whose::All {
        people.extend(ledger.annotators());
        people.extend(queues.keys().cloned());
    }
    let drawn = candidates::read(ws).unwrap_or_else(|p| {
        problems.push(p);
        Vec::new()
    });
    let review = forms.iter().find(|f| f.is_about(On::Candidate));
    let everything: Vec<usize> = (0..rows.len()).collect();
    let mut lines = Vec::new();
    for by in people {
        let queue = match queues.get(&by) {
            Some(queue) => queue.as_slice(),
            None if queues.is_empty() => &everything,
            None => &[],
        };
        let mut line = line(ws, (form, &ledger), &rows, queue, by);
        if let Some(review) = review {
            line.candidates = reviewed(&ws.config.round, review, &ledger, &drawn, &line.by);
        }
        lines.push(line);
    }
    Ok(Report {
        round: ws.config.round.name.clone(),
        assigned: !queues.is_empty(),
        hidden,
        lines,
        problems,
    })
}

fn line(ws: &Workspace, (form, ledger): (&Form, &Ledger), rows: &[Row], queue: &[usize], by: String) -> Line {
    let mut standing = Standing::default();
    let mut items = Vec::with_capacity(queue.len());
    for row in queue.iter().filter_map(|at| rows.get(*at)) {
        let mut mine = queue::mine(row, form, ledger, &by);
        let worked = queue::worked(row, form, ledger, &by);
        mine.assigned = true;
        // Only what was judged can have changed since; the others need not be read.
        if !mine.changed && queue::judged(row, form, ledger, &by) {
            let print = print(ws, row);
            mine.changed = queue::changed(row, form, ledger, &by, print.as_deref());
        }
        standing.add(&mine, worked);
        items.push((row.id.to_string(), mine));
    }
    Line {
        by,
        standing,
        items,
        candidates: (0, 0),
    }
}

/// How many of the candidates are for `by` to review, and how many of those are done.
fn reviewed(round: &Round, form: &Form, ledger: &Ledger, all: &[Candidate], by: &str) -> (usize, usize) {
    let (mut wanted, mut done) = (0, 0);
    for candidate in all {
        let judges = assign::judges(round, &candidate.id);
        if !judges.is_empty() && !judges.iter().any(|j| j == by) {
            continue;
        }
        wanted += 1;
        let subject = candidate.subject();
        let said = Said {
            ledger,
            by,
            subject: &subject,
            gold: &[],
        };
        let mut asked = form.required(On::Candidate, &said).peekable();
        done += usize::from(asked.peek().is_some() && asked.all(|id| said.answer(&id).is_some()));
    }
    (wanted, done)
}

/// What an annotator would see of the case now.
fn print(ws: &Workspace, row: &Row) -> Option<String> {
    let slice = Slice {
        offset: row.offset,
        len: row.len,
    };
    record::<Case>(&ws.cases(), slice).ok().map(|case| case.print())
}
