//! From subject to subject: the list of candidates, and the next item of the kind on the sheet.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::model::{Model, Screen};
use crate::app::update::nav;
use crate::base::error::Problem;
use crate::base::num;
use crate::domain::assign::judges;
use crate::domain::candidate::Candidate;
use crate::domain::entry::Subject;
use crate::domain::form::On;
use crate::domain::row::Progress;
use crate::keys::action::Action;
use crate::work::job::Job;

/// Opens the list of candidates.
pub(in crate::app::update) fn open(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.screen != Screen::Candidates {
        m.candidates_from = m.screen;
    }
    m.screen = Screen::Candidates;
    ask(m, out);
}

/// Asks for the candidates anew.
pub(in crate::app::update) fn ask(m: &mut Model, out: &mut Vec<Cmd>) {
    let ticket = m.tickets.issue();
    m.candidates.ticket = ticket;
    // The lane drops what it has not finished.
    m.agree.dirty |= m.agree.loading;
    m.gate.dirty |= m.gate.loading;
    out.push(Cmd::Run(ticket, Job::Candidates));
}

/// The candidates came.
pub(in crate::app::update) fn came(m: &mut Model, found: Result<Vec<Candidate>, Problem>) {
    match found {
        Ok(mut all) => {
            // Ids are hashes: their order mixes strategies and controls.
            all.sort_by(|a, b| a.id.cmp(&b.id));
            let round = &m.settings.round;
            let me = &m.settings.me;
            let mine = |c: &&Candidate| judges(round, &c.id).contains(me);
            m.candidates.mine =
                (!round.annotators.is_empty()).then(|| all.iter().filter(mine).map(|c| c.id.clone()).collect());
            m.candidates.fault = None;
            m.candidates.counted = None;
            m.candidates.at = m.candidates.at.min(all.len().saturating_sub(1));
            m.candidates.all = Some(Arc::new(all.into_iter().map(Arc::new).collect()));
        }
        Err(p) => m.candidates.fault = Some(crate::text::clean::line(&p.to_string().replace('\n', "; "))),
    }
}

/// Works out again how far I am, where answers changed since.
pub(in crate::app::update) fn count(m: &mut Model) {
    let Some(all) = m.candidates.all.clone() else { return };
    let now = (m.review.ledger.len(), m.review.pending.len(), m.review.drafts.len());
    if m.candidates.counted != Some(now) {
        m.candidates.progress = all.iter().map(|c| progress(m, c)).collect();
        m.candidates.counted = Some(now);
    }
}

/// How far I am with a candidate.
fn progress(m: &Model, candidate: &Candidate) -> Progress {
    let Some(form) = m
        .settings
        .forms_about(On::Candidate)
        .next()
        .and_then(|n| m.settings.forms.get(n))
    else {
        return Progress::Untouched;
    };
    let subject = candidate.subject();
    let given = m.review.given_about(&m.settings.me, &subject, form);
    let mut wanted = form.required(On::Candidate, &given).peekable();
    if given.is_empty() {
        Progress::Untouched
    } else if wanted.peek().is_some() && wanted.all(|id| given.contains_key(&id)) {
        Progress::Done
    } else {
        Progress::Partial
    }
}

/// How many of my candidates are decided, and how many there are.
pub fn decided(m: &Model) -> (usize, usize) {
    let all = m.candidates.all.as_deref().map_or(&[][..], Vec::as_slice);
    let mine = || (0..).zip(all).filter(|(_, c)| m.candidates.is_mine(c));
    let done = mine()
        .filter(|(n, _)| m.candidates.progress(*n) == Progress::Done)
        .count();
    (done, mine().count())
}

/// To the next or previous subject of the kind on the sheet.
pub(super) fn step(m: &mut Model, by: isize, out: &mut Vec<Cmd>) {
    let from = m.sheet.from.unwrap_or(Screen::List);
    if m.sheet.candidate.is_some() {
        let len = m.candidates.all.as_ref().map_or(0, |a| a.len());
        let next = num::step(m.candidates.at, by, len);
        if next == m.candidates.at {
            return m.say("there is no further candidate this way");
        }
        m.candidates.at = next;
        if let Some(c) = m.candidates.current().cloned() {
            super::open_candidate(m, &c, from, out);
        }
        return;
    }
    let (form, at) = (m.sheet.form, m.desk.row);
    nav::step_case(m, by, out);
    if m.desk.row != at {
        case(m, form, from);
    }
}

/// The sheet of the case on the desk.
fn case(m: &mut Model, form: usize, from: Screen) {
    let id = m.desk.row.and_then(|r| m.list.row(r)).map(|r| r.id.to_string());
    if let Some(case) = id {
        super::show(m, Subject::Case { case }, None, form, from);
    }
}

/// To the next subject of the kind on the sheet that is not decided.
pub(in crate::app::update) fn next_undecided(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.review.unsaved() > 0 {
        m.review.waiting.push(Action::NextUndecided);
        return;
    }
    if m.screen == Screen::Sheet && m.sheet.candidate.is_none() {
        let (form, from) = (m.sheet.form, m.sheet.from.unwrap_or(Screen::List));
        let open = next_case(m, form);
        let Some(row) = open else {
            return m.say("everything in this list is decided");
        };
        nav::open_case(m, row, out);
        if let Some(at) = m.list.position(row) {
            m.list.cursor = at;
        }
        return case(m, form, from);
    }
    let Some(all) = m.candidates.all.clone() else {
        return ask(m, out);
    };
    let after = usize::from(m.screen == Screen::Sheet);
    let next = (after..all.len() + after)
        .map(|n| (m.candidates.at + n) % all.len())
        .find(|n| {
            let open = m.candidates.progress(*n) != Progress::Done;
            open && all.get(*n).is_some_and(|c| m.candidates.is_mine(c))
        });
    match next {
        Some(n) => {
            m.candidates.at = n;
            let from = match m.screen {
                Screen::Sheet => m.sheet.from.unwrap_or(Screen::Candidates),
                other => other,
            };
            if let Some(c) = m.candidates.current().cloned() {
                super::open_candidate(m, &c, from, out);
            }
        }
        None if m.candidates.mine.is_some() => m.say("every candidate of my queue is decided"),
        None => m.say("every candidate is decided"),
    }
}

/// The next row after the one on the desk whose case lacks a required answer to the form.
fn next_case(m: &Model, form: usize) -> Option<u32> {
    let form = m.settings.forms.get(form)?;
    let at = m.desk.row.and_then(|row| m.list.position(row)).unwrap_or(0);
    let len = m.list.order.len();
    (1..=len)
        .filter_map(|n| m.list.order.get((at + n) % len).copied())
        .find(|row| {
            let Some(case) = m.list.row(*row).map(|r| r.id.to_string()) else {
                return false;
            };
            let given = m.review.given_about(&m.settings.me, &Subject::Case { case }, form);
            form.required(On::Case, &given).any(|id| !given.contains_key(&id))
        })
}

pub(in crate::app::update) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let len = m.candidates.all.as_ref().map_or(0, |a| a.len());
    let page = isize::try_from(m.list_page().max(2) - 1).unwrap_or(1);
    let by = match action {
        Action::Down => 1,
        Action::Up => -1,
        Action::PageDown => page,
        Action::PageUp => -page,
        Action::First => isize::MIN / 2,
        Action::Last => isize::MAX / 2,
        Action::Open => {
            if let Some(c) = m.candidates.current().cloned() {
                super::open_candidate(m, &c, Screen::Candidates, out);
            }
            return;
        }
        _ => return,
    };
    m.candidates.at = num::step(m.candidates.at, by, len);
}
