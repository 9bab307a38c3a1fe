//! The mouse: click to choose, wheel to scroll. Never needed.

use crate::app::cmd::Cmd;
use crate::app::layout::{self, Pane};
use crate::app::model::popup::Popup;
use crate::app::model::{Model, Screen};
use crate::app::msg::{MouseKind, Now};
use crate::keys::action::Action;
use crate::text::flow::Line;

use super::{bench, desk, nav, popup, source, steps, zoom};

/// Lines of one wheel step.
const WHEEL: isize = 3;

pub(super) fn mouse(m: &mut Model, kind: MouseKind, x: u16, y: u16, now: Now, out: &mut Vec<Cmd>) {
    nav::worked(m, now);
    let wheel = match kind {
        MouseKind::WheelUp => Some(-WHEEL),
        MouseKind::WheelDown => Some(WHEEL),
        MouseKind::Click => None,
    };
    if m.popup.is_some() {
        return over_popup(m, wheel, x, y, now, out);
    }
    match m.screen {
        Screen::Runs | Screen::Compare | Screen::Misses => {
            if let Some(by) = wheel {
                let action = if by < 0 { Action::Up } else { Action::Down };
                bench::act(m, &action, out);
            }
        }
        Screen::List => in_list(m, wheel, x, y, out),
        Screen::Desk => on_desk(m, wheel, x, y, out),
        Screen::Source => match wheel {
            Some(by) => source::step(m, by),
            None => {
                let body = layout::plain(m.area()).body;
                if body.holds(x, y) && m.source.diff.is_none() {
                    m.source.moved = true;
                    m.source.cursor =
                        (m.source.top + usize::from(y - body.y)).min(m.source.lines.len().saturating_sub(1));
                }
            }
        },
        Screen::Sheet => super::sheet::scroll(m, wheel.unwrap_or(0)),
        Screen::Candidates => {
            if let Some(by) = wheel {
                let action = if by < 0 { Action::Up } else { Action::Down };
                super::sheet::queue::act(m, &action, out);
            }
        }
        Screen::Agree => super::agree::mouse(m, wheel, x, y),
        Screen::Gate => super::gate::mouse(m, wheel, x, y),
        Screen::Evidence => super::seen::mouse(m, wheel, x, y),
        Screen::Terms => super::terms::scroll(m, wheel.unwrap_or(0)),
        Screen::Steps => in_steps(m, wheel, x, y),
        Screen::Zoom => {
            if let Some(by) = wheel {
                zoom::pan(m, 0, i32::try_from(by.signum()).unwrap_or(0));
            }
        }
    }
}

fn over_popup(m: &mut Model, wheel: Option<isize>, x: u16, y: u16, now: Now, out: &mut Vec<Cmd>) {
    let screen = m.area();
    match &mut m.popup {
        Some(Popup::Help(top) | Popup::Faults(top)) => match wheel {
            Some(by) => *top = top.saturating_add_signed(by),
            None => m.popup = None,
        },
        Some(Popup::Menu { entries, at, .. }) => match wheel {
            Some(by) => *at = crate::base::num::step(*at, by.signum(), entries.len()),
            None => {
                let area = crate::app::layout::popup(screen, 90, crate::base::num::cells(entries.len()));
                if !area.holds(x, y) {
                    m.popup = None;
                    return;
                }
                let rows = usize::from(area.h.saturating_sub(2));
                let top = (*at + 1).saturating_sub(rows);
                let n = top + usize::from(y.saturating_sub(area.y + 1));
                if n < entries.len() {
                    *at = n;
                    popup::pick(m, now, out);
                }
            }
        },
        Some(Popup::Input { .. }) | None => {}
    }
}

fn in_steps(m: &mut Model, wheel: Option<isize>, x: u16, y: u16) {
    let places = layout::steps(m.area());
    m.steps.reading = places.print.holds(x, y);
    if let Some(by) = wheel {
        steps::step(m, by);
    } else if places.list.holds(x, y) {
        let at = m.steps.top + usize::from(y - places.list.y);
        steps::go(m, at);
    }
}

fn in_list(m: &mut Model, wheel: Option<isize>, x: u16, y: u16, out: &mut Vec<Cmd>) {
    let body = layout::plain(m.area()).body;
    if let Some(by) = wheel {
        m.list.cursor = crate::base::num::step(m.list.cursor, by, m.list.order.len());
        return;
    }
    if !body.holds(x, y) {
        return;
    }
    let at = m.list.top + usize::from(y - body.y);
    if at >= m.list.order.len() {
        return;
    }
    if m.list.cursor == at {
        if let Some(row) = m.list.current() {
            nav::open_case(m, row, out);
        }
    } else {
        m.list.cursor = at;
    }
}

fn on_desk(m: &mut Model, wheel: Option<isize>, x: u16, y: u16, out: &mut Vec<Cmd>) {
    let places = layout::desk(m.area(), m.desk.focus);
    if places.tabs.holds(x, y) && wheel.is_none() {
        let mut left = places.tabs.x;
        for pane in Pane::ALL {
            let w = crate::base::num::cells(pane.title().len() + 3);
            if x >= left && x < left + w {
                m.desk.focus = pane;
            }
            left += w;
        }
        return;
    }
    let Some(pane) = Pane::ALL.into_iter().find(|p| places.pane(*p).holds(x, y)) else {
        return;
    };
    if let Some(by) = wheel {
        let before = m.desk.focus;
        m.desk.focus = pane;
        desk::step(
            m,
            if matches!(pane, Pane::Issue | Pane::Evidence) {
                by
            } else {
                by.signum()
            },
        );
        m.desk.focus = before;
        return;
    }
    let again = m.desk.focus == pane;
    m.desk.focus = pane;
    let body = places.body(pane);
    if !body.holds(x, y) {
        return;
    }
    let at = usize::from(y - body.y);
    match pane {
        Pane::Issue => {
            let line = m.desk.flowed.lines.get(m.desk.issue_top + at);
            if let Some(Line::Picture { source, .. }) = line {
                let n = m
                    .desk
                    .file
                    .as_ref()
                    .and_then(|f| f.case.exhibits.iter().position(|e| e.source == *source));
                if let Some(n) = n {
                    desk::choose_exhibit(m, n);
                }
            }
        }
        Pane::Gold => {
            let run = m.run_name();
            if at < m.desk.gold_items(&run).len() {
                let same = m.desk.gold == at && again;
                m.desk.gold = at;
                if same {
                    super::open::open_gold(m, out);
                }
            }
        }
        Pane::Suspects => {
            let run = m.run_name();
            let k = m.desk.k as usize;
            // The K line takes a row of its own.
            let n = if at > k { at - 1 } else { at };
            if at != k && n < m.desk.ranked(&run).len() {
                let same = m.desk.suspect == n && again;
                m.desk.suspect = n;
                if same {
                    super::open::open_suspect(m, out);
                }
            }
        }
        Pane::Exhibit | Pane::Evidence => {}
    }
}
