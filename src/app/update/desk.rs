//! The desk: panes, exhibits, runs, K line, jumps into source.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::layout::{self, Pane};
use crate::app::model::desk::{Flowed, KS, Target};
use crate::app::model::popup::{Ask, Popup};
use crate::app::model::{Model, Screen};
use crate::base::num;
use crate::keys::action::Action;
use crate::text::cells::size_in_cells;
use crate::text::flow::{Line, flow};

use super::open::{open_gold, open_hint, open_suspect};

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let page =
        isize::try_from(usize::from(layout::desk(m.area(), m.desk.focus).body(m.desk.focus).h).max(2) - 1).unwrap_or(1);
    match action {
        Action::Down => step(m, 1),
        Action::Up => step(m, -1),
        Action::PageDown => step(m, page),
        Action::PageUp => step(m, -page),
        Action::First => step(m, isize::MIN / 2),
        Action::Last => step(m, isize::MAX / 2),
        Action::NextPane | Action::Right => pane(m, 1),
        Action::PrevPane | Action::Left => pane(m, -1),
        Action::NextExhibit => exhibit(m, 1),
        Action::PrevExhibit => exhibit(m, -1),
        Action::NextProducer => {
            let n = m.records().len();
            if n > 1 {
                m.desk.producer = (m.desk.producer + 1) % n;
                m.desk.evidence_top = 0;
            } else {
                m.say("there is no other producer");
            }
        }
        Action::Zoom => zoom(m),
        Action::Sheet => super::sheet::open(m),
        Action::Play => play(m),
        Action::Target => {
            m.desk.target = match m.desk.target {
                Target::Exhibit => Target::Case,
                Target::Case => Target::Exhibit,
            };
            m.desk.subject_ms = 0;
        }
        Action::KMore | Action::KLess => {
            let at = KS.iter().position(|k| *k == m.desk.k).unwrap_or(2);
            let next = num::step(at, if *action == Action::KMore { 1 } else { -1 }, KS.len());
            m.desk.k = KS.get(next).copied().unwrap_or(5);
        }
        Action::Level => {
            m.desk.level = m.desk.level.other();
            m.desk.suspect = 0;
        }
        Action::Open => open(m, out),
        Action::OpenGold => open_gold(m, out),
        Action::OpenSuspect => open_suspect(m, out),
        Action::OpenHint => open_hint(m, out),
        Action::OpenPath => ask(m, Ask::Path, ""),
        Action::Diff => super::fix::open_diff(m),
        Action::Steps => super::steps::open(m),
        Action::Search => {
            let text = m.desk.search.clone();
            ask(m, Ask::Search, &text);
        }
        Action::SearchNext => search(m, true),
        Action::SearchPrev => search(m, false),
        _ => {}
    }
}

/// Opens a field of one line.
pub(super) fn ask(m: &mut Model, ask: Ask, text: &str) {
    m.popup = Some(Popup::Input {
        ask,
        edit: Box::new(Edit::line(text)),
        fault: None,
    });
}

/// Moves by lines or items in the pane with the keys.
pub(super) fn step(m: &mut Model, by: isize) {
    match m.desk.focus {
        Pane::Issue => m.desk.issue_top = m.desk.issue_top.saturating_add_signed(by),
        Pane::Evidence => m.desk.evidence_top = m.desk.evidence_top.saturating_add_signed(by),
        Pane::Exhibit => {
            let n = m.desk.file.as_ref().map_or(0, |f| f.case.exhibits.len());
            choose_exhibit(m, num::step(m.desk.exhibit, by.signum(), n));
        }
        Pane::Gold => {
            let n = m
                .run()
                .map(|r| r.name.clone())
                .map_or_else(|| m.desk.gold_items("").len(), |r| m.desk.gold_items(&r).len());
            m.desk.gold = num::step(m.desk.gold, by, n);
        }
        Pane::Suspects => {
            let n = m.run().map(|r| r.name.clone()).map_or(0, |r| m.desk.ranked(&r).len());
            m.desk.suspect = num::step(m.desk.suspect, by, n);
        }
    }
}

fn pane(m: &mut Model, by: isize) {
    let at = Pane::ALL.iter().position(|p| *p == m.desk.focus).unwrap_or(0);
    let next = (at + Pane::ALL.len()).saturating_add_signed(by) % Pane::ALL.len();
    m.desk.focus = Pane::ALL.get(next).copied().unwrap_or(Pane::Issue);
}

/// To the next or previous exhibit, around the end.
pub(super) fn exhibit(m: &mut Model, by: isize) {
    let count = m.desk.file.as_ref().map_or(0, |f| f.case.exhibits.len());
    if count == 0 {
        return m.say("this case has no exhibits");
    }
    let next = (m.desk.exhibit + count).saturating_add_signed(by) % count;
    choose_exhibit(m, next);
}

/// Chooses an exhibit and scrolls the issue to it.
pub(super) fn choose_exhibit(m: &mut Model, n: usize) {
    if m.desk.exhibit != n {
        m.desk.subject_ms = 0;
    }
    m.desk.exhibit = n;
    m.desk.target = Target::Exhibit;
    m.desk.producer = 0;
    m.desk.evidence_top = 0;
    m.desk.playing = false;
    m.zoom = crate::app::model::zoom::Zoom::default();
    let Some(source) = m.desk.exhibit().map(|e| e.source.clone()) else {
        return;
    };
    let page = usize::from(layout::desk(m.area(), Pane::Issue).body(Pane::Issue).h);
    let at = m
        .desk
        .flowed
        .lines
        .iter()
        .position(|l| matches!(l, Line::Picture { source: s, row: 0, .. } if *s == source));
    if let Some(at) = at
        && (at < m.desk.issue_top || at + 4 > m.desk.issue_top + page)
    {
        m.desk.issue_top = at.saturating_sub(2);
    }
}

fn zoom(m: &mut Model) {
    if m.desk.exhibit().is_none() {
        return m.say("this case has no exhibits");
    }
    m.screen = Screen::Zoom;
    m.zoom_from = Screen::Desk;
    m.zoom = crate::app::model::zoom::Zoom::default();
}

/// Plays or pauses the animation of the chosen exhibit.
pub(super) fn play(m: &mut Model) {
    match m.desk.exhibit().and_then(|e| e.image.as_ref()) {
        Some(image) if image.animated() => m.desk.playing = !m.desk.playing,
        Some(_) => m.say("this exhibit does not move"),
        None => m.say("there is no image to play"),
    }
}

fn open(m: &mut Model, out: &mut Vec<Cmd>) {
    match m.desk.focus {
        Pane::Issue | Pane::Exhibit => zoom(m),
        Pane::Gold => open_gold(m, out),
        Pane::Suspects => open_suspect(m, out),
        Pane::Evidence => open_hint(m, out),
    }
}

/// Scrolls the issue to the next line that holds the search text.
pub(super) fn search(m: &mut Model, forward: bool) {
    let want = m.desk.search.to_lowercase();
    if want.is_empty() {
        return m.say("nothing to search for; / asks");
    }
    let holds = |line: &Line| match line {
        Line::Text(pieces) => pieces
            .iter()
            .map(|p| p.text.as_str())
            .collect::<String>()
            .to_lowercase()
            .contains(&want),
        Line::Picture { alt, row: 0, .. } => alt.to_lowercase().contains(&want),
        Line::Picture { .. } => false,
    };
    let lines = m.desk.flowed.lines.clone();
    let hits: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, l)| holds(l))
        .map(|(n, _)| n)
        .collect();
    let at = m.desk.issue_top;
    match num::around(&hits, at, forward) {
        Some(n) => {
            m.desk.focus = Pane::Issue;
            m.desk.issue_top = n;
            m.say(format!(
                "{} of {} lines with '{}'",
                hits.iter().position(|h| *h == n).map_or(0, |p| p + 1),
                hits.len(),
                m.desk.search
            ));
        }
        None => m.fail(format!("'{}' does not occur", m.desk.search)),
    }
}

/// Lays the issue out again when its width, or the case, changed; keeps scrolling inside the text.
pub(super) fn reflow(m: &mut Model) {
    let Some(file) = m.desk.file.clone() else { return };
    let body = layout::desk(m.area(), Pane::Issue).body(Pane::Issue);
    // One column is left for the scroll bar.
    let cols = body.w.saturating_sub(2).max(4);
    let for_size = (cols, body.h, m.cell);
    if m.desk.flowed.for_size != for_size || m.desk.flowed.lines.is_empty() {
        let most = (body.h * 2 / 3).clamp(4, 24);
        let measure = |source: &str, room: u16| {
            let image = file
                .case
                .exhibits
                .iter()
                .find(|e| e.source == source)
                .and_then(|e| e.image.as_ref());
            match image {
                Some(i) if i.width > 0 => size_in_cells(i.width, i.height, m.cell, room, most),
                _ => (0, 1),
            }
        };
        let lines = flow(&file.doc, usize::from(cols), &measure);
        m.desk.flowed = Flowed {
            for_size,
            lines: Arc::new(lines),
        };
    }
    let most = m.desk.flowed.lines.len().saturating_sub(usize::from(body.h).max(1));
    m.desk.issue_top = m.desk.issue_top.min(most);
}
