//! The gate's screen: asking for the log, counting, walking through the images, from an image to its case.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::layout;
use crate::app::model::bench::Cursor;
use crate::app::model::gate::{Counted, Part};
use crate::app::model::popup::{Ask, Popup};
use crate::app::model::sheet::Other;
use crate::app::model::zoom::Zoom;
use crate::app::model::{Model, Screen};
use crate::app::msg::Now;
use crate::base::error::Problem;
use crate::domain::entry::Subject;
use crate::domain::gate::table::{again, cross, histogram, rows};
use crate::domain::gate::{Funnel, Over, Stage, Words, overrides};
use crate::keys::action::Action;
use crate::work::job::Job;
use crate::work::sieve::Sieve;

use super::{nav, sheet};

mod judge;

pub(super) use judge::say;
pub use judge::words as words_of;

/// Verdicts of people up to which only their images are worked out again.
const FEW: usize = 16;

/// Steps of B's limit, in hundredths.
const STEP: u8 = 5;

/// Opens the screen.
pub(super) fn open(m: &mut Model) {
    if m.screen == Screen::Gate {
        return;
    }
    nav::remember(m);
    let came_from_here = match m.screen {
        Screen::Desk => m.desk.from == Screen::Gate,
        Screen::Sheet => m.sheet.from == Some(Screen::Gate),
        Screen::Zoom => m.zoom_from == Screen::Gate,
        _ => false,
    };
    if !came_from_here {
        m.gate.from = m.screen;
    }
    // The gate may have gone on since.
    m.gate.dirty = true;
    m.screen = Screen::Gate;
}

/// Asks for the log when the screen is on and it may be out of date; counts again when something changed.
pub(super) fn want(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.screen != Screen::Gate {
        return;
    }
    if std::mem::take(&mut m.gate.dirty) {
        let ticket = m.tickets.issue();
        (m.gate.ticket, m.gate.loading) = (ticket, true);
        // The lane drops what it has not finished.
        m.agree.dirty |= m.agree.loading;
        out.push(Cmd::Run(ticket, Job::Gate));
    }
    count(m);
    let (shown, page) = (m.gate.shown.len(), page(m));
    m.gate.cursor.settle(shown, page);
}

/// Takes the log.
pub(super) fn take(m: &mut Model, found: Result<Arc<Sieve>, Problem>) {
    m.gate.loading = false;
    m.gate.counted = None;
    match found {
        Ok(sieve) => (m.gate.sieve, m.gate.fault) = (Some(sieve), None),
        Err(p) => {
            m.gate.sieve = None;
            m.gate.all = Counted::default();
            m.gate.shown.clear();
            m.gate.fault = Some(crate::text::clean::line(&p.to_string().replace('\n', "; ")));
        }
    }
}

/// Whether the answers of the gate about a case may be seen: not while opinions about its images are secret, unless I
/// uncovered the case in a blind round.
fn open_to_me(m: &Model, case: &str) -> bool {
    !m.settings.hides_gate() || m.settings.blind && m.review.revealed(&m.settings.me, case)
}

/// Works out where the images stand, where log, limit or answers changed since.
fn count(m: &mut Model) {
    let Some(sieve) = m.gate.sieve.clone() else { return };
    let now = (m.gate.ticket, m.gate.confidence, m.review.ledger.len());
    if m.gate.loading || m.gate.counted == Some(now) {
        return;
    }
    let people = overrides(&m.review.ledger);
    let (ticket, limit, _) = now;
    let was = m.gate.counted.replace(now);
    let limits = m.gate.limits();
    let only_people = was.is_some_and(|(t, l, _)| (t, l) == (ticket, limit)) && !m.settings.secret;
    let changed: Vec<Over> = if only_people {
        let new = people.iter().filter(|o| m.gate.people.binary_search(o).is_err());
        let gone = m.gate.people.iter().filter(|o| people.binary_search(o).is_err());
        new.chain(gone).cloned().collect()
    } else {
        Vec::new()
    };
    // Entries about other things change nothing, but for what is uncovered.
    if only_people && changed.is_empty() {
        return;
    }
    let chosen = m.gate.subject();
    let mut hidden = 0;
    let all = if only_people && changed.len() <= FEW {
        let mut all = std::mem::take(&mut m.gate.all.rows);
        for o in &changed {
            again(&mut all, &sieve.records, &people, &limits, (&o.case, &o.exhibit));
        }
        all
    } else {
        let mut all = rows(&sieve.records, &people, &limits);
        let before = all.len();
        all.retain(|r| open_to_me(m, &r.item.case));
        hidden = before - all.len();
        all
    };
    m.gate.all = Counted {
        funnel: Funnel::of(all.iter().map(|r| &r.item)),
        cross: cross(all.iter()),
        histogram: histogram(all.iter()),
        hidden,
        rows: all,
    };
    m.gate.people = people;
    relist(m, chosen);
}

/// Lists the images that the filters take; the cursor stays on its image.
fn list(m: &mut Model) {
    let chosen = m.gate.subject();
    relist(m, chosen);
}

fn relist(m: &mut Model, chosen: Option<Subject>) {
    let g = &mut m.gate;
    let taken = |r: &crate::domain::gate::table::Row| g.show.takes(r) && g.words.takes(r);
    let rows = g.all.rows.iter().enumerate();
    let shown: Vec<usize> = rows.filter(|(_, r)| taken(r)).map(|(n, _)| n).collect();
    g.shown = shown;
    let at = chosen.and_then(|subject| {
        let is = |n: &usize| {
            let item = g.all.rows.get(*n).map(|r| &r.item);
            item.is_some_and(|i| i.case == subject.case() && Some(i.exhibit.as_str()) == subject.exhibit())
        };
        g.shown.iter().position(is)
    });
    g.cursor.at = at.unwrap_or(g.cursor.at);
    let (shown, page) = (m.gate.shown.len(), page(m));
    m.gate.cursor.settle(shown, page);
}

/// Narrows the list by what was typed.
///
/// # Errors
/// Says what is not understood; the list stays as it was.
pub(super) fn filter(m: &mut Model, text: &str) -> Result<(), String> {
    m.gate.words = Words::parse(text)?;
    text.trim().clone_into(&mut m.gate.text);
    list(m);
    Ok(())
}

/// Rows of the list.
fn page(m: &Model) -> usize {
    let h = layout::gate::gate(m.area(), m.gate.part).images.h;
    usize::from(h.saturating_sub(1)).max(1)
}

/// Back to the images, or to all of them; false when nothing was narrowed.
pub(super) fn up(m: &mut Model) -> bool {
    if m.screen != Screen::Gate {
        return false;
    }
    if m.gate.part == Part::Detail {
        m.gate.part = Part::Images;
        return true;
    }
    let narrowed = !m.gate.text.is_empty();
    if narrowed {
        m.gate.words = Words::default();
        m.gate.text.clear();
        list(m);
    }
    narrowed
}

pub(super) fn act(m: &mut Model, action: &Action, now: Now, out: &mut Vec<Cmd>) {
    let far = isize::try_from(page(m)).unwrap_or(isize::MAX);
    match action {
        Action::Down => step(m, 1),
        Action::Up => step(m, -1),
        Action::PageDown => step(m, far),
        Action::PageUp => step(m, -far),
        Action::First => step(m, isize::MIN / 2),
        Action::Last => step(m, isize::MAX / 2),
        Action::NextPane | Action::PrevPane => {
            m.gate.part = match m.gate.part {
                Part::Images => Part::Detail,
                Part::Detail => Part::Images,
            };
        }
        Action::Left => stage(m, (m.gate.stage as usize).saturating_sub(1)),
        Action::Right => stage(m, (m.gate.stage as usize + 1).min(3)),
        Action::StageA => stage(m, 0),
        Action::StageB => stage(m, 1),
        Action::StageC => stage(m, 2),
        Action::StageD => stage(m, 3),
        Action::StagePass => judge::toggle(m, true, now, out),
        Action::StageFail => judge::toggle(m, false, now, out),
        Action::StageSay => judge::offer(m),
        Action::NextState => {
            m.gate.show = m.gate.show.next();
            list(m);
        }
        Action::GateFilter => {
            let text = m.gate.text.clone();
            m.popup = Some(Popup::Input {
                edit: Box::new(Edit::line(&text)),
                ask: Ask::Gate(text),
                fault: None,
            });
        }
        Action::LimitMore => m.gate.confidence = (m.gate.confidence + STEP).min(100),
        Action::LimitLess => m.gate.confidence = m.gate.confidence.saturating_sub(STEP),
        Action::Open => enter(m, out),
        Action::Sheet => on_sheet(m, out),
        Action::Zoom => zoom(m),
        _ => {}
    }
}

fn stage(m: &mut Model, at: usize) {
    m.gate.stage = Stage::ALL.get(at).copied().unwrap_or(Stage::A);
    m.gate.top = 0;
}

fn step(m: &mut Model, by: isize) {
    if m.gate.part == Part::Detail {
        m.gate.top = m.gate.top.saturating_add_signed(by).min(999);
        return;
    }
    let (before, shown, page) = (m.gate.cursor.at, m.gate.shown.len(), page(m));
    m.gate.cursor.step(by, shown, page);
    if m.gate.cursor.at != before {
        m.gate.top = 0;
    }
}

/// The wheel moves; a click chooses an image.
pub(super) fn mouse(m: &mut Model, wheel: Option<isize>, x: u16, y: u16) {
    if let Some(by) = wheel {
        return step(m, by.signum());
    }
    let places = layout::gate::gate(m.area(), m.gate.part);
    let body = places.images.top(1).1;
    if body.holds(x, y) {
        m.gate.part = Part::Images;
        m.gate.cursor = Cursor {
            at: m.gate.cursor.top + usize::from(y - body.y),
            ..m.gate.cursor
        };
        m.gate.top = 0;
        step(m, 0);
    } else if places.detail.holds(x, y) {
        m.gate.part = Part::Detail;
    }
}

/// The exhibit under the cursor and the row of its case in the list; says why not.
fn target(m: &mut Model) -> Option<(Subject, u32)> {
    let subject = m.gate.subject()?;
    let row = m.list.index.get(subject.case()).copied();
    if row.is_none() {
        m.say("the list has no such case; ctrl-r reads the workspace again");
    }
    Some((subject, row?))
}

/// To the desk, at the exhibit.
fn enter(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some((subject, row)) = target(m) else { return };
    nav::open_case(m, row, out);
    m.desk.from = Screen::Gate;
    m.desk.wish = subject.exhibit().map(str::to_owned);
    nav::first_open(m);
}

/// To the sheet of the exhibit.
fn on_sheet(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some((subject, row)) = target(m) else { return };
    nav::remember(m);
    sheet::open_exhibit(m, subject, row, Screen::Gate, out);
}

/// The picture over the full screen.
fn zoom(m: &mut Model) {
    let found = m.gate.current().and_then(|row| {
        let place = m.gate.place(row)?;
        let name = format!("{}, image {} of {}", row.item.case, place.at, place.of);
        Some((place.image.clone()?, name))
    });
    let Some((image, name)) = found else {
        return m.say("there is no image to show");
    };
    m.zoom = Zoom {
        other: Some(Other { image, name }),
        ..Zoom::default()
    };
    m.zoom_from = Screen::Gate;
    m.screen = Screen::Zoom;
}
