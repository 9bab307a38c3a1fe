//! The screen of evidence: opening it, walking through it, laying it out.

use crate::app::cmd::Cmd;
use crate::app::layout;
use crate::app::model::seen::{Laid, Line};
use crate::app::model::{Model, Screen};
use crate::app::msg::Now;
use crate::base::num;
use crate::domain::seen::field::{Part, Sayings};
use crate::keys::action::Action;

pub(super) mod judge;
mod model;
mod table;

use super::desk;

/// Opens the screen for the chosen exhibit.
pub(super) fn open(m: &mut Model) {
    if m.desk.exhibit().is_none() {
        return m.say("this case has no exhibits");
    }
    // Back from the zoomed exhibit of this screen leads here again.
    if m.screen == Screen::Zoom {
        if m.zoom_from != Screen::Evidence {
            m.seen.from = m.zoom_from;
        }
        m.desk.playing = false;
    } else {
        m.seen.from = m.screen;
    }
    let (n, chosen) = (m.records().len(), m.desk.producer);
    m.screen = Screen::Evidence;
    m.seen.block = false;
    settle(m);
    // The producer of the desk is in one of the columns, and has the keys.
    if chosen > 1 && chosen < n {
        m.seen.shown[1] = chosen;
    }
    m.seen.side = chosen.min(1).min(n.saturating_sub(1));
    settle(m);
}

pub(super) fn act(m: &mut Model, action: &Action, now: Now, out: &mut Vec<Cmd>) {
    match action {
        Action::Down => step(m, 1),
        Action::Up => step(m, -1),
        Action::PageDown => page(m, 1),
        Action::PageUp => page(m, -1),
        Action::First => step(m, isize::MIN / 2),
        Action::Last => step(m, isize::MAX / 2),
        Action::NextPane | Action::PrevPane => side(m, m.seen.side ^ 1),
        Action::Left => side(m, 0),
        Action::Right => side(m, 1),
        Action::NextExhibit => desk::exhibit(m, 1),
        Action::PrevExhibit => desk::exhibit(m, -1),
        Action::NextProducer => producer(m),
        Action::Zoom => {
            m.zoom = crate::app::model::zoom::Zoom::default();
            m.zoom_from = Screen::Evidence;
            m.screen = Screen::Zoom;
        }
        Action::AsModel => {
            m.seen.block = !m.seen.block;
            m.seen.top = 0;
        }
        other if m.seen.block => {
            if judge::is_judgement(other) {
                let key = m.settings.keymap.hint(m.context(), &Action::AsModel);
                m.say(format!("{key} brings the table back; its parts are judged there"));
            }
        }
        other => judge::act(m, other, now, out),
    }
}

/// Moves the cursor by parts; the text for a model moves by lines.
pub(super) fn step(m: &mut Model, by: isize) {
    if m.seen.block {
        m.seen.top = m.seen.top.saturating_add_signed(by);
    } else {
        m.seen.row = num::step(m.seen.row, by, Part::ALL.len());
    }
}

fn page(m: &mut Model, by: isize) {
    let rows = usize::from(places(m).table.h).max(2) - 1;
    let far = by * isize::try_from(rows).unwrap_or(1);
    let (first, last) = span(&m.seen.laid.lines, m.seen.row);
    let low = m.seen.top + rows < last && by > 0;
    let high = m.seen.top > first && by < 0;
    if m.seen.block || low || high {
        // A part that is longer than the screen is read before the next one comes.
        m.seen.top = m.seen.top.saturating_add_signed(far);
    } else {
        step(m, by * 4);
    }
}

fn side(m: &mut Model, side: usize) {
    if m.records().len() > 1 {
        m.seen.side = side;
    } else {
        m.say("there is no other producer");
    }
}

/// The next producer that is in neither column comes into the one with the keys.
fn producer(m: &mut Model) {
    let n = m.records().len();
    let side = m.seen.side;
    let at = m.seen.shown.get(side).copied().unwrap_or(0);
    let other = m.seen.shown.get(side ^ 1).copied();
    let next = (1..n).map(|k| (at + k) % n).find(|k| Some(*k) != other);
    match (next, m.seen.shown.get_mut(side)) {
        (Some(next), Some(place)) => *place = next,
        _ => m.say("there is no further producer"),
    }
}

/// The record in the column with the keys, by its place.
pub(super) fn chosen(m: &Model) -> usize {
    m.seen.shown.get(m.seen.side).copied().unwrap_or(0)
}

/// Where the parts of the screen stand.
pub fn places(m: &Model) -> layout::Evidence {
    let two = m.records().len() > 1 && !m.seen.block;
    layout::evidence(m.area(), two, m.seen.side)
}

/// First and last line of a part.
fn span(lines: &[Line], row: usize) -> (usize, usize) {
    let of = |l: &Line| l.row == Some(row);
    let first = lines.iter().position(of).unwrap_or(0);
    let last = lines.iter().rposition(of).unwrap_or(0);
    (first, last)
}

/// A click chooses a part and a column; the wheel moves.
pub(super) fn mouse(m: &mut Model, wheel: Option<isize>, x: u16, y: u16) {
    if let Some(by) = wheel {
        let by = if m.seen.block { by } else { by.signum() };
        return step(m, by);
    }
    let places = places(m);
    if m.seen.block || !places.table.holds(x, y) {
        return;
    }
    let at = m.seen.top + usize::from(y - places.table.y);
    if let Some(row) = m.seen.laid.lines.get(at).and_then(|l| l.row) {
        m.seen.row = row;
    }
    if let Some(n) = places.columns.iter().position(|c| c.holds(x, y)) {
        m.seen.side = n.min(m.records().len().saturating_sub(1));
    }
}

/// What may be seen of what people say.
pub(super) fn sayings(m: &Model) -> Sayings {
    if m.others_seen() {
        m.seen.sayings.clone()
    } else {
        m.seen.sayings.only(&m.settings.me)
    }
}

/// Takes in what the ledger says and lays the screen out again, where anything changed.
pub(super) fn settle(m: &mut Model) {
    if std::mem::take(&mut m.seen.stale) {
        m.seen.sayings = Sayings::of(&m.review.ledger);
        m.seen.written.0.clear();
        m.seen.laid.of = None;
    }
    let id = m.desk.id().unwrap_or_default();
    if m.seen.written.0 != id {
        m.seen.written = (id.to_owned(), m.seen.sayings.written(id));
        m.seen.laid.of = None;
    }
    if m.screen != Screen::Evidence {
        // Nothing of it is on the screen: a case file that is closed shall not stay in memory for it.
        m.seen.laid = Laid::default();
        return;
    }
    let at = (m.desk.id().unwrap_or_default().to_owned(), m.desk.exhibit);
    if m.seen.at != at {
        (m.seen.row, m.seen.top, m.seen.side, m.seen.shown) = (0, 0, 0, [0, 1]);
        m.seen.at = at;
    }
    let n = m.records().len();
    for (k, place) in m.seen.shown.iter_mut().enumerate() {
        if *place >= n {
            *place = k.min(n.saturating_sub(1));
        }
    }
    m.seen.side = m.seen.side.min(n.saturating_sub(1)).min(1);
    let [a, b] = m.seen.shown;
    if a == b && n > 1 {
        m.seen.shown = [a, (a + 1) % n];
    }
    lay(m);
    let rows = usize::from(places(m).table.h).max(1);
    let len = m.seen.laid.lines.len();
    if !m.seen.block {
        let (first, last) = span(&m.seen.laid.lines, m.seen.row);
        // What stands above the first part is shown with it.
        let first = if m.seen.row == 0 { 0 } else { first };
        let low = (last + 1).saturating_sub(rows);
        m.seen.top = m.seen.top.clamp(first.min(low), first.max(low));
    }
    m.seen.top = m.seen.top.min(len.saturating_sub(rows));
}

fn lay(m: &mut Model) {
    let of = Some((m.desk.file.clone(), table::wanted(m)));
    let same = match (&m.seen.laid.of, &of) {
        (Some((Some(a), old)), Some((Some(b), new))) => std::sync::Arc::ptr_eq(a, b) && old == new,
        (Some((None, old)), Some((None, new))) => old == new,
        _ => false,
    };
    if !same {
        let lines = if m.seen.block { model::lines(m) } else { table::lines(m) };
        m.seen.laid = Laid { of, lines };
    }
}

/// An answer was saved, or taken back.
pub(super) fn touched(m: &mut Model, subject: &crate::domain::entry::Subject, question: &str) {
    if crate::domain::seen::field::about(question).is_some() {
        m.seen.sayings.renew(&m.review.ledger, subject, question);
        m.seen.written.0.clear();
    }
}
