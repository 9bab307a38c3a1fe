//! The steps of a run: moving, searching, jumping to what touches gold, reading what was printed.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::layout;
use crate::app::model::popup::Ask;
use crate::app::model::steps::{Leaf, Pane, Prints, Steps};
use crate::app::model::{Model, Screen};
use crate::base::error::Problem;
use crate::base::num;
use crate::base::path::RepoPath;
use crate::keys::action::Action;
use crate::read::prints::{Part, Span};
use crate::text::clean;
use crate::work::job::Job;
use crate::work::steps::{Original, Walk};

use super::nav;

/// Opens the screen for the chosen run.
pub(super) fn open(m: &mut Model) {
    if m.hidden() {
        return m.say("the steps are hidden in this blind round; X uncovers them and is recorded");
    }
    let Some(run) = m.run().map(|r| r.name.to_string()) else {
        return m.say("no runs here; import some with: casefile import PREDICTIONS -w WORKSPACE");
    };
    if m.steps.loaded && m.steps.walk.is_none() && m.steps.fault.is_none() {
        return m.say(format!("{run} left no steps here; v chooses another run"));
    }
    nav::remember(m);
    m.screen = Screen::Steps;
    m.steps.reading = false;
}

/// Asks for what the screen needs and does not have: the steps of the chosen run, what they printed, a page of it.
pub(super) fn want(m: &mut Model, out: &mut Vec<Cmd>) {
    let wanted = match (&m.desk.file, m.run()) {
        (Some(file), Some(run)) if !m.hidden() => Some((run.name.clone(), file.case.id.clone())),
        _ => None,
    };
    if m.steps.of != wanted {
        let ticket = m.tickets.issue();
        let search = std::mem::take(&mut m.steps.search);
        m.steps = Steps {
            of: wanted.clone(),
            ticket,
            search,
            ..Steps::default()
        };
        if let (Some((run, case)), Some(file)) = (wanted, &m.desk.file) {
            let gold = file.case.gold.files.clone();
            out.push(Cmd::Run(ticket, Job::Steps { run, case, gold }));
        }
    }
    if m.screen != Screen::Steps {
        return;
    }
    if let (Prints::Unasked, Some(walk), Some((run, _))) = (&m.steps.prints, &m.steps.walk, &m.steps.of) {
        let job = Job::Original {
            run: run.clone(),
            walk: walk.clone(),
        };
        let ticket = m.tickets.issue();
        m.steps.original_ticket = ticket;
        m.steps.prints = Prints::Asked;
        out.push(Cmd::Run(ticket, job));
    }
    page(m, out);
}

/// Keeps the printed text in step with the cursor and asks for the pages it lacks.
fn page(m: &mut Model, out: &mut Vec<Cmd>) {
    let area = layout::steps(m.area()).print;
    let (cols, height) = (usize::from(area.w).saturating_sub(3), usize::from(area.h));
    let key = m.steps.print().map(|p| (p.step, p.sub));
    if m.steps.pane.key != key {
        m.steps.pane = Pane::of(key, m.steps.print(), cols);
    }
    m.steps.pane.fit(cols);
    while let Some(n) = m.steps.pane.lacks(height) {
        match m.steps.pane.leaves.get(n) {
            Some(Leaf::Text(part)) => {
                let more = n + 1 < m.steps.pane.leaves.len();
                let lines = match m.steps.print().and_then(|p| p.parts.get(*part)) {
                    Some(Part::Text(text)) => lines(text, more),
                    _ => Vec::new(),
                };
                m.steps.pane.take(n, lines);
            }
            Some(Leaf::Away(span, page)) => {
                if m.steps.pane.asked != Some(n)
                    && let Some(original) = m.steps.original()
                {
                    let job = Job::Page {
                        path: original.path.clone(),
                        span: *span,
                        n: *page,
                    };
                    let ticket = m.tickets.issue();
                    (m.steps.pane.ticket, m.steps.pane.asked) = (ticket, Some(n));
                    out.push(Cmd::Run(ticket, job));
                }
                break;
            }
            None => break,
        }
    }
    m.steps.pane.settle(height);
}

/// The lines of a text; when `more` follows, its last line feed begins no line.
fn lines(text: &str, more: bool) -> Vec<Box<str>> {
    let text = clean::text(text);
    let text = match text.strip_suffix('\n') {
        Some(rest) if more => rest,
        _ => &text,
    };
    text.split('\n').map(Box::from).collect()
}

/// Takes the steps.
pub(super) fn loaded(m: &mut Model, found: Result<Option<Arc<Walk>>, Problem>) {
    m.steps.loaded = true;
    match found {
        Ok(walk) => m.steps.walk = walk,
        Err(p) => m.steps.fault = Some(clean::line(&p.to_string().replace('\n', "; "))),
    }
    // The first look is at where gold was met.
    let first = m.steps.walk.as_ref().and_then(|w| w.list.touching().first().copied());
    let text = m.steps.search.clone();
    search(m, &text);
    go(m, first.unwrap_or(0));
}

/// Takes what is known of the original.
pub(super) fn told(m: &mut Model, found: Result<Arc<Original>, String>) {
    m.steps.prints = match found {
        Ok(original) => Prints::Here(original),
        Err(why) => Prints::Away(clean::line(&why)),
    };
}

/// Takes a page of a printed text.
pub(super) fn paged(m: &mut Model, span: Span, n: u64, came: Result<Vec<Box<str>>, String>) {
    let pane = &mut m.steps.pane;
    let leaf = Leaf::Away(span, n);
    if let Some(at) = pane.leaves.iter().position(|l| *l == leaf) {
        let lines = came.unwrap_or_else(|why| vec![clean::line(&why).into()]);
        pane.asked = None;
        pane.take(at, lines);
    }
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let places = layout::steps(m.area());
    let area = if m.steps.reading { places.print } else { places.list };
    let rows = isize::try_from(usize::from(area.h).max(2) - 1).unwrap_or(1);
    match action {
        Action::Down => step(m, 1),
        Action::Up => step(m, -1),
        Action::PageDown => step(m, rows),
        Action::PageUp => step(m, -rows),
        Action::First | Action::Last if m.steps.reading => {
            let height = usize::from(places.print.h);
            m.steps.pane.go(*action == Action::Last, height);
        }
        Action::First => go(m, 0),
        Action::Last => go(m, usize::MAX),
        Action::NextPane | Action::PrevPane | Action::Left | Action::Right => m.steps.reading = !m.steps.reading,
        Action::NextGold => gold(m, true),
        Action::PrevGold => gold(m, false),
        Action::Search => {
            let text = m.steps.search.clone();
            super::desk::ask(m, Ask::Search, &text);
        }
        Action::SearchNext => hit(m, true),
        Action::SearchPrev => hit(m, false),
        Action::Open => source(m, out),
        _ => {}
    }
}

/// Moves in the part with the keys.
pub(super) fn step(m: &mut Model, by: isize) {
    if m.steps.reading {
        let height = usize::from(layout::steps(m.area()).print.h);
        m.steps.pane.step(by, height);
    } else {
        let to = m.steps.cursor.saturating_add_signed(by);
        go(m, to);
    }
}

/// Puts the cursor on a row and keeps it on the screen.
pub(super) fn go(m: &mut Model, row: usize) {
    let rows = usize::from(layout::steps(m.area()).list.h).max(1);
    let s = &mut m.steps;
    s.cursor = row.min(s.len().saturating_sub(1));
    if s.cursor < s.top {
        s.top = s.cursor;
    } else if s.cursor >= s.top + rows {
        s.top = s.cursor + 1 - rows;
    }
}

fn gold(m: &mut Model, forward: bool) {
    let rows = m.steps.walk.as_ref().map(|w| w.list.touching()).unwrap_or_default();
    match num::around(&rows, m.steps.cursor, forward) {
        Some(n) => {
            let at = rows.iter().position(|r| *r == n).map_or(0, |p| p + 1);
            go(m, n);
            m.say(format!("{at} of {} rows that touch gold", rows.len()));
        }
        None => m.say("no step of this run touches gold"),
    }
}

/// Fills the hits.
pub(super) fn search(m: &mut Model, text: &str) {
    text.clone_into(&mut m.steps.search);
    m.steps.hits = m
        .steps
        .walk
        .as_ref()
        .map(|w| w.list.search(&w.trajectory, text))
        .unwrap_or_default();
}

pub(super) fn hit(m: &mut Model, forward: bool) {
    if m.steps.search.is_empty() {
        return m.say("nothing to search for; / asks");
    }
    match num::around(&m.steps.hits, m.steps.cursor, forward) {
        Some(n) => {
            let at = m.steps.hits.iter().position(|h| *h == n).map_or(0, |p| p + 1);
            let all = m.steps.hits.len();
            m.steps.reading = false;
            go(m, n);
            m.say(format!("{at} of {all} rows with '{}'", m.steps.search));
        }
        None => m.fail(format!("'{}' does not occur in these steps", m.steps.search)),
    }
}

/// The file of the step at the base commit, at its lines.
fn source(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some((path, first)) = m
        .steps
        .event()
        .and_then(|e| Some((e.path.clone()?, e.range.map(|(first, _)| first))))
    else {
        return m.say("this step names no file");
    };
    if let Some(place) = super::open::location(m, RepoPath::new(path)) {
        let line = first.map(|n| (n as usize).saturating_sub(1));
        nav::remember(m);
        super::source::show(m, place, None, line, out);
        m.source.from_steps = true;
        m.screen = Screen::Source;
    }
}
