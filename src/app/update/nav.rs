//! Going from screen to screen and case to case, and back.

use crate::app::cmd::Cmd;
use crate::app::model::desk::{Desk, KEPT, Target};
use crate::app::model::{Model, Screen, Spot};
use crate::app::msg::Now;
use crate::domain::queue::{self, IDLE_CAP_MS};
use crate::work::job::Job;
use crate::work::office::Slice;

/// Most spots kept for jumping back.
const SPOTS: usize = 100;

/// Notes that the user does something: time since the last thing counts as work up to a cap.
pub(super) fn worked(m: &mut Model, now: Now) {
    let spent = now.mono_ms.saturating_sub(m.desk.last_ms).min(IDLE_CAP_MS);
    if m.screen != Screen::List && m.desk.last_ms > 0 {
        m.desk.worked_ms += spent;
        m.desk.subject_ms += spent;
    }
    m.desk.last_ms = now.mono_ms.max(1);
}

fn spot(m: &Model) -> Spot {
    Spot {
        // The terms are asked for anew from the desk.
        screen: if m.screen == Screen::Terms {
            Screen::Desk
        } else {
            m.screen
        },
        row: m.desk.row,
        source: match m.screen {
            Screen::Source => m.source.at.clone().map(|at| (at, m.source.cursor)),
            _ => None,
        },
    }
}

/// Remembers where the user is before a jump.
pub(super) fn remember(m: &mut Model) {
    let here = spot(m);
    if m.spots.0.last() != Some(&here) {
        m.spots.0.push(here);
    }
    if m.spots.0.len() > SPOTS {
        m.spots.0.remove(0);
    }
    m.spots.1.clear();
}

/// Goes to the last spot, or forward again.
pub(super) fn jump(m: &mut Model, forward: bool, out: &mut Vec<Cmd>) {
    let here = spot(m);
    let from = if forward { &mut m.spots.1 } else { &mut m.spots.0 };
    let Some(to) = from.pop() else {
        return m.say(if forward {
            "nothing to go forward to"
        } else {
            "nowhere to go back to"
        });
    };
    if forward { &mut m.spots.0 } else { &mut m.spots.1 }.push(here);
    if let Some(row) = to.row.filter(|_| to.screen != Screen::List) {
        show_case(m, row, out);
    }
    m.screen = to.screen;
    if let Some((at, line)) = to.source {
        super::source::show(m, at, None, Some(line), out);
    }
}

/// Closes what is open, or goes one screen back.
pub(super) fn back(m: &mut Model, out: &mut Vec<Cmd>) {
    if super::bench::misses::up(m) || super::agree::up(m) || super::gate::up(m) {
        return;
    }
    super::bench::leave(m, out);
    match m.screen {
        Screen::Runs | Screen::Compare | Screen::Misses => {
            m.screen = m.bench.from.take().unwrap_or(Screen::List);
            super::bench::widen(m, out);
        }
        Screen::Zoom => {
            m.screen = m.zoom_from;
            m.zoom.other = None;
            m.desk.playing = false;
        }
        Screen::Sheet if m.sheet.guide => m.sheet.guide = false,
        Screen::Sheet => m.screen = m.sheet.from.take().unwrap_or(Screen::Desk),
        Screen::Candidates => m.screen = m.candidates_from,
        Screen::Agree => m.screen = m.agree.from,
        Screen::Gate => m.screen = m.gate.from,
        Screen::Evidence => m.screen = m.seen.from,
        Screen::Terms => m.screen = Screen::Desk,
        Screen::Source if m.source.diff.is_some() && !m.source.lines.is_empty() => m.source.diff = None,
        Screen::Steps => m.screen = Screen::Desk,
        Screen::Source => {
            m.source.diff = None;
            m.screen = if m.source.from_steps {
                Screen::Steps
            } else if m.desk.row.is_some() {
                Screen::Desk
            } else {
                Screen::List
            };
        }
        Screen::Desk => {
            m.screen = m.desk.from;
            m.desk.playing = false;
            if let Some(at) = m.desk.row.and_then(|row| m.list.position(row)) {
                m.list.cursor = at;
            }
        }
        Screen::List if !m.list.filter_text.is_empty() => super::list::unfilter(m, out),
        Screen::List if m.list.subset.is_some() => {
            super::bench::widen(m, out);
            m.screen = m.bench.narrowed.take().unwrap_or(Screen::List);
        }
        Screen::List => m.say("ctrl-c leaves casefile"),
    }
}

/// Opens the case in `row` on the desk.
pub(super) fn open_case(m: &mut Model, row: u32, out: &mut Vec<Cmd>) {
    remember(m);
    show_case(m, row, out);
    if m.screen == Screen::List {
        m.desk.from = Screen::List;
    }
    if !matches!(m.screen, Screen::Zoom | Screen::Evidence) {
        m.screen = Screen::Desk;
    }
}

fn slice(m: &Model, row: u32) -> Option<Slice> {
    m.list.row(row).map(|r| Slice {
        offset: r.offset,
        len: r.len,
    })
}

/// Puts the case in `row` on the desk without changing the screen.
pub(super) fn show_case(m: &mut Model, row: u32, out: &mut Vec<Cmd>) {
    let Some(id) = m.list.row(row).map(|r| r.id.to_string()) else {
        return;
    };
    let Some(wanted) = slice(m, row) else { return };
    if m.desk.id() == Some(&id) {
        m.desk.row = Some(row);
        return;
    }
    // One that is to be read again is as it was before.
    if let Some(old) = m.desk.file.take().filter(|_| m.desk.again.is_none()) {
        m.desk.kept.retain(|k| k.case.id != old.case.id);
        m.desk.kept.push(old);
        if m.desk.kept.len() > KEPT {
            m.desk.kept.remove(0);
        }
    }
    let ready = m.desk.kept.iter().find(|k| k.case.id == id).cloned();
    let ticket = m.tickets.issue();
    m.desk = Desk {
        row: Some(row),
        file: ready,
        ticket,
        kept: std::mem::take(&mut m.desk.kept),
        focus: m.desk.focus,
        level: m.desk.level,
        k: m.desk.k,
        from: m.desk.from,
        last_ms: m.desk.last_ms,
        ..Desk::default()
    };
    m.zoom = crate::app::model::zoom::Zoom::default();
    first_open(m);
    let at = m.list.position(row).unwrap_or(0);
    let ahead = [at + 1, at + 2, at.wrapping_sub(1)]
        .into_iter()
        .filter_map(|p| m.list.order.get(p).copied())
        .filter_map(|r| slice(m, r))
        .collect();
    out.push(Cmd::Run(ticket, Job::Case { slice: wanted, ahead }));
}

/// Asks for the case on the desk again after the workspace was read again; what is shown stays until it comes.
pub(super) fn renew(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(id) = m.desk.again.take() else { return };
    let row = m.list.index.get(id.as_str()).copied();
    let Some((row, wanted)) = row.and_then(|row| Some((row, slice(m, row)?))) else {
        return m.fail(format!(
            "{id} is no longer in cases.jsonl; what is shown of it was read before"
        ));
    };
    let ticket = m.tickets.issue();
    (m.desk.row, m.desk.ticket) = (Some(row), ticket);
    let ahead = Vec::new();
    out.push(Cmd::Run(ticket, Job::Case { slice: wanted, ahead }));
}

/// Chooses the first exhibit that lacks an answer, or the case when all have theirs.
pub(super) fn first_open(m: &mut Model) {
    let Some(file) = m.desk.file.clone() else { return };
    if std::mem::take(&mut m.desk.aim) {
        aim(m);
    }
    if let Some(id) = m.desk.wish.take()
        && let Some(n) = file.case.exhibits.iter().position(|e| e.id == id)
    {
        (m.desk.exhibit, m.desk.target) = (n, Target::Exhibit);
        return;
    }
    let open = (0..file.case.exhibits.len()).find(|n| !super::judge::exhibit_done(m, *n));
    match open {
        Some(n) => (m.desk.exhibit, m.desk.target) = (n, Target::Exhibit),
        None => {
            m.desk.target = if file.case.exhibits.is_empty() {
                Target::Case
            } else {
                Target::Exhibit
            }
        }
    }
}

/// Puts the cursor of the gold pane on the first function that the run missed within K, else the first missed file.
fn aim(m: &mut Model) {
    let (run, k) = (m.run_name(), m.desk.k);
    let items = m.desk.gold_items(&run);
    let missed = |i: &crate::app::model::desk::GoldItem| i.rank.is_none_or(|r| r > k);
    let at = items
        .iter()
        .position(|i| i.name.is_some() && missed(i))
        .or_else(|| items.iter().position(|i| i.name.is_some()))
        .or_else(|| items.iter().position(missed));
    m.desk.gold = at.unwrap_or(0);
}

/// To the next or previous case of the list.
pub(super) fn step_case(m: &mut Model, by: isize, out: &mut Vec<Cmd>) {
    let len = m.list.order.len();
    let Some(at) = m.desk.row.and_then(|row| m.list.position(row)) else {
        if let Some(row) = m.list.current() {
            open_case(m, row, out);
        }
        return;
    };
    let next = at.saturating_add_signed(by);
    if next >= len || (by < 0 && at == 0) {
        return m.say(if by > 0 {
            "this is the last case of the list"
        } else {
            "this is the first case of the list"
        });
    }
    m.list.cursor = next;
    if let Some(row) = m.list.order.get(next).copied() {
        open_case(m, row, out);
    }
}

/// To the next case that is not decided.
pub(super) fn next_undecided(m: &mut Model, out: &mut Vec<Cmd>) {
    // What is decided follows from what is saved; that takes a few milliseconds.
    if m.review.unsaved() > 0 {
        m.review.waiting.push(crate::keys::action::Action::NextUndecided);
        return;
    }
    if let Some(row) = next_of_queue(m) {
        m.list.cursor = m.list.position(row).unwrap_or(m.list.cursor);
        return open_case(m, row, out);
    }
    let states: Vec<_> = m.list.order.iter().map(|r| m.list.progress(*r)).collect();
    let at = match m.screen {
        Screen::List => m.list.cursor,
        _ => m.desk.row.and_then(|row| m.list.position(row)).unwrap_or(m.list.cursor),
    };
    let here_open = m.screen == Screen::List
        && matches!(
            states.get(at),
            Some(crate::domain::row::Progress::Untouched | crate::domain::row::Progress::Partial)
        );
    let next = if here_open {
        Some(at)
    } else {
        queue::next_undecided(&states, at)
    };
    match next {
        None => m.say("everything in this list is decided"),
        Some(next) => {
            m.list.cursor = next;
            if let Some(row) = m.list.order.get(next).copied() {
                open_case(m, row, out);
            }
        }
    }
}

/// The next case of the own queue that is shown and not decided, in the order of the queue.
fn next_of_queue(m: &Model) -> Option<u32> {
    let shown: std::collections::HashSet<u32> = m.list.order.iter().copied().collect();
    let queue: Vec<u32> = m
        .list
        .queue
        .as_ref()?
        .iter()
        .copied()
        .filter(|r| shown.contains(r))
        .collect();
    let states: Vec<_> = queue.iter().map(|r| m.list.progress(*r)).collect();
    let here = m.desk.row.filter(|_| m.screen != Screen::List);
    let at = here.and_then(|row| queue.iter().position(|r| *r == row));
    let next = queue::next_undecided(&states, at.unwrap_or_else(|| queue.len().saturating_sub(1)))?;
    queue.get(next).copied()
}

/// Chooses another run.
pub(super) fn run(m: &mut Model, by: isize, out: &mut Vec<Cmd>) {
    let len = m.runs.len();
    if len == 0 {
        return m.say("no runs here; import some with: casefile import PREDICTIONS -w WORKSPACE");
    }
    let next = (m.run + len).saturating_add_signed(by) % len;
    choose_run(m, next, out);
}

pub(super) fn choose_run(m: &mut Model, run: usize, out: &mut Vec<Cmd>) {
    m.run = run;
    m.desk.suspect = 0;
    super::list::ask_outcomes(m, out);
    super::source::spans(m);
    if super::bench::is_bench(m.screen) {
        super::bench::arrived(m, out);
    }
    if let Some(name) = m.run().map(|r| r.name.to_string()) {
        m.say(format!("run {name}"));
    }
}
