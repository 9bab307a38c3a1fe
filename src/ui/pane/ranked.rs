//! Gold and suspects side by side.

use crate::app::layout::Pane;
use crate::app::model::Model;
use crate::app::model::desk::{GoldItem, Level};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::ladder;
use crate::domain::matching::{self, Relation};
use crate::domain::run::Status;
use crate::domain::written;
use crate::keys::action::Action;
use crate::text::doc::{Look, Piece};
use crate::text::width;
use crate::text::wrap::wrap;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// First item to show so that the cursor is visible.
fn top(cursor: usize, rows: u16) -> usize {
    (cursor + 1).saturating_sub(usize::from(rows).max(1))
}

fn hidden(m: &Model, pen: &mut Pen<'_>, body: Area) -> bool {
    if m.hidden() {
        let key = m.settings.keymap.hint(m.context(), &Action::Reveal);
        pen.role(body, 1, 1, "hidden in this blind round", Role::Dim);
        pen.role(
            body,
            1,
            2,
            &format!("{key} uncovers it; the answers that follow say so"),
            Role::Dim,
        );
    }
    m.hidden()
}

pub(super) fn gold(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let Some(file) = m.desk.file.as_ref().filter(|_| !area.is_empty()) else {
        return;
    };
    let body = area.top(1).1;
    if hidden(m, pen, body) {
        return;
    }
    let run = m.run_name();
    let items = m.desk.gold_items(&run);
    let files = items.iter().filter(|i| i.name.is_none()).count();
    let functions = match &file.case.gold.functions {
        None => "no function gold".to_owned(),
        Some(f) => count(f.len(), "function"),
    };
    let told = format!("{}, {functions} ", count(files, "file"));
    let role = if m.desk.focus == Pane::Gold {
        Role::Focus
    } else {
        Role::Heading
    };
    pen.right(area, 0, &width::fit(&told, usize::from(area.w).saturating_sub(6)), role);
    if items.is_empty() {
        pen.role(body, 1, 1, "no gold", Role::Dim);
    }
    let body = finding(m, &run, pen, body);
    let first = top(m.desk.gold, body.h);
    for (y, (n, item)) in items
        .iter()
        .enumerate()
        .skip(first)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let (word, role) = match item.rank {
            Some(r) if item.mended => (format!("{} rank {r} ", ladder::SIGN), Role::Near),
            Some(r) if r <= m.desk.k => (format!("rank {r} "), Role::Hit),
            Some(r) => (format!("rank {r} "), Role::Near),
            None if run.is_empty() => (String::new(), Role::Dim),
            None => ("not found ".to_owned(), Role::Miss),
        };
        let there = m.desk.present(&item.path);
        let label = match &item.name {
            None => item.path.to_string(),
            Some(name) => format!("  {}:{name}", item.path.name()),
        };
        let met = met(m, item, usize::from(body.w).saturating_sub(width::of(&word) + 4));
        let mark = if there == Some(false) { " (not at base)" } else { "" };
        let room = usize::from(body.w).saturating_sub(width::of(&word) + width::of(mark) + width::of(&met) + 3);
        let label = if item.name.is_none() {
            width::fit_end(&label, room)
        } else {
            width::fit(&label, room)
        };
        let selected = m.desk.focus == Pane::Gold && n == m.desk.gold;
        if selected {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if selected { Role::Selected } else { role };
        let x = pen.role(
            body,
            1,
            y,
            &label,
            of(if item.name.is_none() { Role::Gold } else { Role::Text }),
        );
        pen.role(body, x, y, mark, of(Role::Near));
        let from = pen.right(body, y, &word, of(role));
        pen.right(Area { w: from, ..body }, y, &met, of(Role::Dim));
    }
}

/// Why the chosen run missed, at the foot of the pane; what is left of the pane comes back.
fn finding(m: &Model, run: &str, pen: &mut Pen<'_>, body: Area) -> Area {
    const ROWS: u16 = 3;
    let Some(found) = m.desk.finding(run).filter(|f| f.code.is_miss() && body.h > ROWS + 3) else {
        return body;
    };
    let (foot, rest) = body.bottom(ROWS);
    let told = format!("why, K={} {}", m.desk.k, m.desk.level.word());
    let rule = "─".repeat(usize::from(foot.w).saturating_sub(width::of(&told) + 5));
    pen.role(foot, 1, 0, &format!("── {told} {rule}"), Role::Border);
    let piece = Piece::new(found.why.clone(), Look::default());
    let lines = wrap(&[piece], usize::from(foot.w).saturating_sub(2));
    for (y, line) in lines.iter().take(usize::from(ROWS) - 1).enumerate() {
        let text: String = line.iter().map(|p| p.text.as_str()).collect();
        let more = y + 2 == usize::from(ROWS) && lines.len() + 1 > usize::from(ROWS);
        let text = if more { format!("{} …", text.trim_end()) } else { text };
        pen.role(foot, 1, num::cells(y) + 1, &text, Role::Near);
    }
    rest
}

/// When the chosen run met a gold file, as fully as its path leaves room for.
fn met(m: &Model, item: &GoldItem, room: usize) -> String {
    let list = m.steps.walk.as_ref().filter(|_| item.name.is_none()).map(|w| &w.list);
    let Some(gold) = list.and_then(|l| l.gold.iter().find(|g| g.path == item.path)) else {
        return String::new();
    };
    let path = width::of(item.path.as_str());
    let words = gold.wordings();
    let fits = words.iter().find(|w| width::of(w) + 2 + path <= room);
    // A long path gives way to the shortest wording, as long as its name stays to be read.
    let name = width::of(item.path.name()) + 2;
    let least = words.last().filter(|w| width::of(w) + 2 + name <= room);
    fits.or(least).map_or_else(String::new, |w| format!("{w}  "))
}

pub(super) fn suspects(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let Some(file) = m.desk.file.as_ref().filter(|_| !area.is_empty()) else {
        return;
    };
    let body = area.top(1).1;
    if hidden(m, pen, body) {
        return;
    }
    let Some(run) = m.run() else {
        pen.role(body, 1, 1, "no runs in this workspace", Role::Dim);
        return;
    };
    let level = match m.desk.level {
        Level::File => "files",
        Level::Function => "functions",
    };
    let heading = if m.desk.focus == Pane::Suspects {
        Role::Focus
    } else {
        Role::Heading
    };
    let input = if run.info.input.is_empty() {
        String::new()
    } else {
        format!(" · {}", run.info.input)
    };
    let told = format!("{level} · {}/{} {}{input} ", m.run + 1, m.runs.len(), run.name);
    let room = usize::from(area.w).saturating_sub(11);
    pen.right(area, 0, &width::fit(&told, room), heading);
    let ranked = m.desk.ranked(&run.name);
    let status = m.desk.suspects(&run.name).map_or(Status::Missing, |s| s.status);
    if status != Status::Ok || ranked.is_empty() {
        let exit = m
            .desk
            .suspects(&run.name)
            .and_then(|s| s.exit_status.clone())
            .map(|e| format!(" ({e})"))
            .unwrap_or_default();
        let text = match status {
            Status::Ok if m.desk.level == Level::Function => "this run names no functions here".to_owned(),
            Status::Ok => "this run names nothing here".to_owned(),
            Status::Missing => "missing: the run has no row for this case".to_owned(),
            other => format!("{}{exit}", other.word()),
        };
        pen.role(body, 1, 1, &text, Role::Near);
        if ranked.is_empty() {
            return;
        }
    }
    // Repeated ids take no slot, so the line may stand below more than K rows.
    let slots = written::slots(m.desk.level, ranked);
    let k = slots.iter().position(|s| *s > m.desk.k).unwrap_or(ranked.len());
    let first = top(m.desk.suspect + usize::from(m.desk.suspect >= k), body.h);
    let mut y = 0u16;
    let mut row = 0usize;
    for (n, s) in ranked.iter().enumerate() {
        if n == k {
            if row >= first && y < body.h {
                k_line(pen, body, y, m.desk.k);
                y += 1;
            }
            row += 1;
        }
        if row >= first && y < body.h {
            let relation = match m.desk.level {
                Level::File => matching::file_relation(&s.path, &file.case.gold, m.desk.present(&s.path)),
                Level::Function => matching::function_relation(s, &file.case.gold, m.desk.present(&s.path)),
            };
            suspect(m, pen, body, y, n, s, relation);
            y += 1;
        }
        row += 1;
    }
    if ranked.len() <= k && y < body.h {
        k_line(pen, body, y, m.desk.k);
    }
}

fn k_line(pen: &mut Pen<'_>, body: Area, y: u16, k: u32) {
    let text = format!("── K={k} ");
    let rest = usize::from(body.w).saturating_sub(width::of(&text) + 2);
    pen.role(body, 1, y, &format!("{text}{}", "─".repeat(rest)), Role::Accent);
}

fn suspect(
    m: &Model,
    pen: &mut Pen<'_>,
    body: Area,
    y: u16,
    n: usize,
    s: &crate::domain::run::Suspect,
    relation: Relation,
) {
    let lenient = match relation {
        Relation::NoGold => None,
        Relation::Exact => m.desk.lenient(s).filter(|f| !f.via().is_empty()),
        _ => m.desk.lenient(s),
    };
    let role = match relation {
        _ if lenient.is_some() => Role::Near,
        Relation::Exact => Role::Hit,
        Relation::SameFile | Relation::SameName | Relation::SameDir => Role::Near,
        Relation::Elsewhere | Relation::NotInRepo => Role::Miss,
        Relation::NoGold => Role::Dim,
    };
    let selected = m.desk.focus == Pane::Suspects && n == m.desk.suspect;
    if selected {
        pen.row(body, y, Role::Selected);
    }
    let of = |role| if selected { Role::Selected } else { role };
    let score = s.score.map(|v| format!("{v:.2}  ")).unwrap_or_default();
    let flags = if s.flags.is_empty() {
        String::new()
    } else {
        format!("{}  ", s.flags.join(" "))
    };
    let (sign, told) = match lenient {
        Some(found) => (ladder::SIGN, format!("via {}", found.via())),
        None => (relation.sign(), relation.word().to_owned()),
    };
    let word = format!("{flags}{score}{told} ");
    let room = usize::from(body.w).saturating_sub(width::of(&word) + 8);
    let label = match &s.name {
        None => width::fit_end(s.path.as_str(), room),
        Some(name) => width::fit_end(&format!("{}:{name}", s.path), room),
    };
    let x = pen.role(body, 0, y, &format!("{:>3} {} ", s.rank, sign), of(role));
    pen.role(body, x, y, &label, of(Role::Text));
    pen.right(body, y, &word, of(role));
}
