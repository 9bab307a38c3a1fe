//! The steps of a run: the list, and what the step under the cursor did and printed.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::steps::{Prints, Steps};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::steps::{Row, What, images, sign};
use crate::domain::trajectory::Kind;
use crate::keys::action::Action;
use crate::text::doc::{Look, Piece};
use crate::text::{clean, width, wrap};
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;
use crate::work::steps::Walk;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::steps(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    let s = &m.steps;
    let id = m.desk.id().unwrap_or("");
    let tail = s.walk.as_ref().map_or_else(String::new, |w| {
        let t = &w.trajectory;
        format!("  {} turns · {} events · {} ", t.turns, t.events.len(), t.system)
    });
    let from = pen.right(places.title, 0, &tail, Role::Title);
    let title = Area {
        w: from,
        ..places.title
    };
    pen.role(title, 0, 0, &format!(" steps of {} · {id}", m.run_name()), Role::Title);
    match &s.walk {
        _ if m.hidden() => {
            let key = m
                .settings
                .keymap
                .hint(crate::keys::action::Context::Desk, &Action::Reveal);
            let text = format!("hidden in this blind round; {key} on the desk uncovers it");
            pen.role(places.list, 1, 1, &text, Role::Dim);
        }
        Some(walk) => {
            head(walk, &mut pen, places.head);
            list(s, walk, &mut pen, places.list);
            if places.list.w < m.area().w {
                for y in 0..places.list.h {
                    pen.role(m.area(), places.list.w, places.list.y + y, "│", Role::Border);
                }
            }
            side(s, &mut pen, &places);
        }
        None => {
            let (text, role) = match &s.fault {
                Some(fault) => (fault.clone(), Role::Error),
                None if s.loaded => ("this run left no steps here".to_owned(), Role::Near),
                None => ("reading …".to_owned(), Role::Dim),
            };
            pen.role(
                Area {
                    w: m.area().w,
                    ..places.list
                },
                1,
                1,
                &text,
                role,
            );
        }
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::NextGold, "next gold"),
            (Action::Search, "search"),
            (Action::SearchNext, "next hit"),
            (Action::NextPane, "output"),
            (Action::Open, "source"),
            (Action::NextRun, "run"),
            (Action::Back, "desk"),
        ],
    );
}

/// What holds for the whole run: how it ended, images, when each gold file was met.
fn head(walk: &Walk, pen: &mut Pen<'_>, area: Area) {
    let t = &walk.trajectory;
    let mut parts: Vec<(String, Role)> = vec![(images(t), Role::Accent)];
    if let Some(exit) = &t.exit_status {
        parts.push((format!("ended: {exit}"), Role::Accent));
    }
    if let Some(step) = t.own_fix.first() {
        parts.push((format!("looked up the fix itself at step {step}"), Role::Error));
    }
    match t.condensed.len() {
        0 => {}
        1 => parts.push(("history condensed once".to_owned(), Role::Near)),
        n => parts.push((format!("history condensed {n} times"), Role::Near)),
    }
    for g in &walk.list.gold {
        let told = g.wordings().into_iter().next().unwrap_or_default();
        parts.push((format!("{} {told}", g.path.name()), Role::Gold));
    }
    let mut x = 1;
    for (n, (text, role)) in parts.iter().enumerate() {
        if n > 0 {
            x = pen.role(area, x, 0, " · ", Role::Dim);
        }
        x = pen.role(area, x, 0, text, *role);
    }
}

fn list(s: &Steps, walk: &Walk, pen: &mut Pen<'_>, area: Area) {
    for y in 0..area.h {
        let n = s.top + usize::from(y);
        let Some(r) = walk.list.rows.get(n) else { break };
        row(s, walk, pen, area, y, (n, r));
    }
    pen.scroll_bar(area, s.top, walk.list.rows.len());
}

fn row(s: &Steps, walk: &Walk, pen: &mut Pen<'_>, area: Area, y: u16, (n, r): (usize, &Row)) {
    let selected = n == s.cursor;
    if selected {
        pen.row(area, y, Role::Selected);
    }
    let marks = &r.marks;
    let kind = walk.list.event(&walk.trajectory, n).map(|e| e.kind);
    let main = match r.what {
        What::Condensed => Role::Near,
        _ if marks.failed => Role::Dim,
        _ if marks.gold.is_some() || marks.submitted => Role::Gold,
        What::Event(_) if kind == Some(Kind::Think) => Role::Dim,
        What::Event(_) | What::Mention(_) => Role::Text,
    };
    let of = |role| if selected { Role::Selected } else { role };
    let step = if r.first { r.step.to_string() } else { String::new() };
    let mut x = pen.role(area, 0, y, &format!("{step:>5} "), of(Role::Number));
    let sign = match (r.what, kind) {
        _ if marks.failed => '×',
        (What::Event(_), Some(kind)) => sign(kind),
        (What::Condensed, _) => '╌',
        (What::Mention(_), _) | (_, None) => '·',
    };
    let role = if marks.failed { Role::Miss } else { Role::Accent };
    x = pen.role(area, x, y, &format!("{sign} "), of(role));
    let told = r.marks.told();
    let tail = Area {
        w: area.w.saturating_sub(1),
        ..area
    };
    let from = match told.as_str() {
        "" => tail.w,
        told => pen.right(tail, y, told, of(Role::Near)),
    };
    let text = walk.list.text(&walk.trajectory, n);
    let room = usize::from(from.saturating_sub(x + 1));
    let shown = width::fit(&text, room);
    pen.role(area, x, y, &shown, of(main));
    if !s.search.is_empty() {
        hit(pen, Area { w: from, ..area }, (x, y), &shown, &s.search);
    }
}

fn hit(pen: &mut Pen<'_>, area: Area, (x, y): (u16, u16), text: &str, want: &str) {
    let (low, want) = (text.to_lowercase(), want.to_lowercase());
    if low.len() != text.len() {
        return;
    }
    for (at, found) in low.match_indices(&want) {
        let before = num::cells(width::of(text.get(..at).unwrap_or("")));
        let hit = text.get(at..at + found.len()).unwrap_or("");
        pen.role(area, x.saturating_add(before), y, hit, Role::Match);
    }
}

/// The action as it was written, and what it printed.
fn side(s: &Steps, pen: &mut Pen<'_>, places: &layout::Steps) {
    let role = if s.reading { Role::Focus } else { Role::Heading };
    pen.row(places.heading, 0, role);
    let step = s.row().map_or(0, |r| r.step);
    pen.role(places.heading, 0, 0, &format!(" step {step}"), role);
    let told = match &s.prints {
        Prints::Here(_) if s.pane.leaves.len() > 1 => {
            format!("part {} of {} ", s.pane.at.0 + 1, s.pane.leaves.len())
        }
        _ => String::new(),
    };
    pen.right(places.heading, 0, &told, role);
    if let Some(event) = s.action() {
        let raw = if event.raw.is_empty() {
            event.path.as_deref().unwrap_or("")
        } else {
            &event.raw
        };
        let cols = usize::from(places.action.w.saturating_sub(2));
        let lines = raw.lines().flat_map(|l| {
            let piece = Piece::new(clean::line(l), Look::default());
            wrap::wrap(&[piece], cols)
        });
        for (y, line) in lines.take(usize::from(places.action.h)).enumerate() {
            let text: String = line.iter().map(|p| p.text.as_str()).collect();
            pen.role(places.action, 1, num::cells(y), &text, Role::Code);
        }
    }
    let area = places.print;
    let words = match &s.prints {
        Prints::Unasked | Prints::Asked => "looking for the output …",
        Prints::Away(why) => why,
        Prints::Here(_) if s.print().is_none() => "the original holds no output of this step",
        Prints::Here(_) if s.print().is_some_and(|p| p.parts.is_empty()) => "it printed nothing",
        Prints::Here(_) => {
            for (y, text) in s.pane.shown(usize::from(area.h)).into_iter().enumerate() {
                pen.role(area, 1, num::cells(y), text, Role::Text);
            }
            bar(s, pen, area);
            return;
        }
    };
    let piece = Piece::new(clean::line(words), Look::default());
    let lines = wrap::wrap(&[piece], usize::from(area.w.saturating_sub(2)));
    for (y, line) in lines.iter().take(usize::from(area.h)).enumerate() {
        let text: String = line.iter().map(|p| p.text.as_str()).collect();
        pen.role(area, 1, num::cells(y), &text, Role::Dim);
    }
}

/// Of many pages the bar tells the page; of one, the row.
fn bar(s: &Steps, pen: &mut Pen<'_>, area: Area) {
    let (page, row) = s.pane.at;
    let rows = usize::from(area.h);
    match s.pane.leaves.len() {
        0 => {}
        1 => {
            let len = s.pane.sheet(page).map_or(0, |sheet| sheet.rows.len());
            pen.scroll_bar(area, row, len);
        }
        n => pen.scroll_bar(area, page * rows, n * rows),
    }
}
