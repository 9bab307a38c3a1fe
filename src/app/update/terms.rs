//! Why gold stands where it stands: asking the ranker, walking through wrong files and terms, turning the dials.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::layout;
use crate::app::model::terms::{MOST, Side, Terms};
use crate::app::model::{Model, Screen};
use crate::base::num;
use crate::keys::action::Action;
use crate::work::job::{Job, Reply};

use super::{open, source};

/// One turn of the dial.
const TURN: f64 = 0.1;

pub(super) fn open(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.hidden() {
        return m.say("gold is hidden in this blind round; X uncovers it and is recorded");
    }
    let Some(file) = m.desk.file.clone() else {
        return m.say("the case is not here yet");
    };
    if file.case.gold.files.is_empty() {
        return m.say("this case has no gold");
    }
    m.screen = Screen::Terms;
    let same = m.terms.file.as_ref().is_some_and(|old| Arc::ptr_eq(old, &file));
    if same && m.terms.bench.is_some() {
        return weigh(m, out);
    }
    let ticket = m.tickets.issue();
    m.terms = Terms {
        ticket,
        file: Some(file.clone()),
        weight: m.terms.weight,
        ..Terms::default()
    };
    out.push(Cmd::Run(ticket, Job::Bench(file)));
}

/// What the ranker says.
pub(super) fn reply(m: &mut Model, reply: Reply, out: &mut Vec<Cmd>) {
    match reply {
        Reply::Reading(done, total) => m.terms.reading = Some((done, total)),
        Reply::Bench(Ok(bench)) => {
            m.terms.reading = None;
            m.terms.bench = Some(bench);
            weigh(m, out);
        }
        Reply::Bench(Err(p)) => m.terms.fault = Some(crate::text::clean::line(&p.to_string().replace('\n', "; "))),
        Reply::Weighed(all) => {
            m.terms.at = all.at;
            m.terms.term = m.terms.term.min(all.terms.len().saturating_sub(1));
            m.terms.weighed = Some(*all);
        }
        _ => {}
    }
}

fn weigh(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(bench) = m.terms.bench.clone() else { return };
    let ticket = m.tickets.issue();
    m.terms.ticket = ticket;
    let dials = Box::new(m.terms.dials(&bench));
    out.push(Cmd::Run(ticket, Job::Weigh(bench, dials, m.terms.at)));
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let page = isize::try_from(layout::plain(m.area()).body.h).unwrap_or(1).max(2);
    match action {
        Action::Down => step(m, 1, out),
        Action::Up => step(m, -1, out),
        Action::PageDown => scroll(m, page / 2),
        Action::PageUp => scroll(m, -page / 2),
        Action::First => m.terms.term = 0,
        Action::Last => scroll(m, isize::MAX / 2),
        Action::NextPane | Action::PrevPane => {
            m.terms.side = match m.terms.side {
                Side::Wrong => Side::Terms,
                Side::Terms => Side::Wrong,
            };
        }
        Action::ToggleTerm => toggle(m, out),
        Action::EvidenceMore => turn(m, TURN, out),
        Action::EvidenceLess => turn(m, -TURN, out),
        Action::Open => {
            let chosen = m
                .terms
                .weighed
                .as_ref()
                .and_then(|w| w.wrong.get(w.at))
                .map(|w| w.0.clone());
            if let Some(place) = chosen.and_then(|path| open::location(m, path)) {
                source::open(m, place, None, out);
            }
        }
        _ => {}
    }
}

/// Moves among the terms.
pub(super) fn scroll(m: &mut Model, by: isize) {
    let len = m.terms.weighed.as_ref().map_or(0, |w| w.terms.len());
    m.terms.term = num::step(m.terms.term, by, len);
}

fn step(m: &mut Model, by: isize, out: &mut Vec<Cmd>) {
    if m.terms.side == Side::Terms {
        return scroll(m, by);
    }
    let len = m.terms.weighed.as_ref().map_or(0, |w| w.wrong.len());
    let next = num::step(m.terms.at, by, len);
    if next != m.terms.at {
        (m.terms.at, m.terms.term) = (next, 0);
        weigh(m, out);
    }
}

fn toggle(m: &mut Model, out: &mut Vec<Cmd>) {
    let chosen = m.terms.weighed.as_ref().and_then(|w| w.terms.get(m.terms.term));
    let Some(term) = chosen.map(|v| v.term.clone()) else {
        return;
    };
    if !m.terms.off.remove(&term) {
        m.terms.off.insert(term);
    }
    weigh(m, out);
}

fn turn(m: &mut Model, by: f64, out: &mut Vec<Cmd>) {
    if m.terms.bench.as_ref().is_some_and(|b| !b.has_evidence()) {
        return m.say("nothing was read out of the images of this case");
    }
    // Tenths, so that turning back comes to the same weight.
    m.terms.weight = (((m.terms.weight + by) * 10.0).round() / 10.0).clamp(0.0, MOST);
    weigh(m, out);
}
