//! The images, one a row, with what the four stages said.

use crate::app::model::Model;
use crate::app::model::gate::Part;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::gate::table::{Row, Voices};
use crate::domain::gate::{Stage, State};
use crate::text::{clean, width};
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Cells of the four stages.
const CELLS: [usize; 4] = [7, 14, 8, 11];

/// Cells of the place of an exhibit.
const PLACE: usize = 7;

/// Cells of the state.
const STATE: usize = 14;

/// Columns below which a stage is a letter, and below which its state is left to the colours.
const NARROW: u16 = 58;
const MIDDLE: u16 = 74;

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    if area.is_empty() {
        return;
    }
    let (head, body) = area.top(1);
    let role = if m.gate.part == Part::Images {
        Role::Focus
    } else {
        Role::Heading
    };
    let (narrow, wide) = (area.w < NARROW, area.w >= MIDDLE);
    let cols = if narrow { [3; 4] } else { CELLS };
    let taken: usize = cols.iter().sum::<usize>() + if narrow { 0 } else { PLACE } + if wide { STATE } else { 0 };
    let name = usize::from(area.w).saturating_sub(taken + 2).max(8);
    pen.row(head, 0, role);
    let mut x = pen.role(head, 1, 0, &width::pad("case", name), role);
    if !narrow {
        x = pen.role(head, x, 0, &width::pad("image", PLACE), role);
    }
    for (stage, cols) in Stage::ALL.into_iter().zip(cols) {
        x = pen.role(head, x, 0, &width::pad(stage.letter(), cols), role);
    }
    if wide {
        pen.role(head, x, 0, "state", role);
    }
    if m.gate.shown.is_empty() {
        pen.role(body, 2, 0, "none of these", Role::Dim);
    }
    let listed = m.gate.shown.iter().enumerate().skip(m.gate.cursor.top);
    for (y, (n, at)) in listed.take(usize::from(body.h)).enumerate() {
        let Some(row) = m.gate.all.rows.get(*at) else { continue };
        let y = num::cells(y);
        let here = n == m.gate.cursor.at;
        if here {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if here { Role::Selected } else { role };
        let case = width::fit_end(&clean::line(&row.item.case), name.saturating_sub(1));
        let mut x = pen.role(body, 1, y, &width::pad(&case, name), of(Role::Text));
        if !narrow {
            let place = m
                .gate
                .place(row)
                .map_or_else(|| "gone".to_owned(), |p| format!("{}/{}", p.at, p.of));
            x = pen.role(body, x, y, &width::pad(&place, PLACE), of(Role::Dim));
        }
        for (stage, cols) in Stage::ALL.into_iter().zip(cols) {
            let (text, role) = cell(row, stage, narrow);
            let role = if here && stage == m.gate.stage {
                Role::Focus
            } else {
                of(role)
            };
            let shown = width::fit(&clean::line(&text), cols.saturating_sub(1));
            pen.role(body, x, y, &width::pad(&shown, cols.saturating_sub(1)), role);
            x += num::cells(cols);
        }
        if wide {
            let (text, role) = state(row);
            pen.role(body, x, y, &text, of(role));
        }
    }
    pen.scroll_bar(body, m.gate.cursor.top, m.gate.shown.len());
}

/// A stage of an image: letter of the verdict, what was said, `*` by a person, `!` people differ.
fn cell(row: &Row, stage: Stage, narrow: bool) -> (String, Role) {
    let verdict = row.item.steps.get(stage as usize).and_then(|s| s.verdict);
    let (letter, role) = super::sign(verdict);
    let mark = match row.people.get(stage as usize) {
        Some(Voices::Agree) => "*",
        Some(Voices::Differ) => "!",
        _ => "",
    };
    let said = if narrow { String::new() } else { row.said.short(stage) };
    let blank = if said.is_empty() { "" } else { " " };
    (format!("{letter}{mark}{blank}{said}"), role)
}

/// Where an image stands, in words.
pub(super) fn state(row: &Row) -> (String, Role) {
    match row.item.state {
        State::Accepted if row.item.flagged => ("accepted ⚑".to_owned(), Role::Near),
        State::Accepted => ("accepted".to_owned(), Role::Hit),
        State::Failed(s) => (format!("failed {s}"), Role::Miss),
        State::Broken(s) => (format!("no answer {s}"), Role::Error),
        State::Open(s) => (format!("open at {s}"), Role::Near),
    }
}
