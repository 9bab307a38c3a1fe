//! A source file at the base commit, or the fix as a diff.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::source::{DiffLine, Source};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::diff::OldMark;
use crate::domain::symbol::Line1;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::plain(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    title(m, &mut pen, places.title);
    head(m, &mut pen, places.head);
    let s = &m.source;
    if let Some((lines, top)) = &s.diff {
        for (y, line) in lines.iter().skip(*top).take(usize::from(places.body.h)).enumerate() {
            diff_line(&mut pen, places.body, num::cells(y), line);
        }
        pen.scroll_bar(places.body, *top, lines.len());
    } else if let Some(fault) = &s.fault {
        let piece = crate::text::doc::Piece::new(crate::text::clean::line(fault), crate::text::doc::Look::default());
        let lines = crate::text::wrap::wrap(&[piece], usize::from(places.body.w.saturating_sub(4)));
        for (y, line) in lines.iter().enumerate() {
            let text: String = line.iter().map(|p| p.text.as_str()).collect();
            pen.role(places.body, 2, num::cells(y + 1), &text, Role::Error);
        }
    } else if !s.loaded {
        pen.role(places.body, 2, 1, "reading …", Role::Dim);
    } else {
        for y in 0..places.body.h {
            let n = s.top + usize::from(y);
            if n >= s.lines.len() {
                break;
            }
            line(s, &mut pen, places.body, y, n);
        }
        pen.scroll_bar(places.body, s.top, s.lines.len());
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::NextHunk, "next change"),
            (Action::Outline, "outline"),
            (Action::Search, "search"),
            (Action::GoToLine, "line"),
            (Action::Diff, "diff"),
            (Action::Blame, "blame"),
            (Action::OpenGold, "gold"),
            (Action::Back, "back"),
        ],
    );
}

fn title(m: &Model, pen: &mut Pen<'_>, area: Area) {
    pen.clear(area, Role::Title);
    let s = &m.source;
    let id = m.desk.id().unwrap_or("");
    if s.diff.is_some() {
        pen.role(area, 0, 0, &format!(" the fix of {id}"), Role::Title);
        return;
    }
    let Some(at) = &s.at else { return };
    let commit: String = at.commit.chars().take(8).collect();
    let from = pen.right(area, 0, &format!("  {}@{commit}  {} ", at.repo, s.note), Role::Title);
    let path = width::fit_end(at.path.as_str(), usize::from(from).saturating_sub(2));
    pen.role(Area { w: from, ..area }, 1, 0, &path, Role::Title);
}

/// Line, function, and what is known about the line.
fn head(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let s = &m.source;
    if s.diff.is_some() || !s.loaded {
        return;
    }
    let here = Line1(num::small(s.cursor + 1));
    let mut parts = vec![format!("{}/{}", s.cursor + 1, s.lines.len())];
    if let Some(f) = s.outline.function_at(here) {
        parts.push(f.name.clone());
    }
    if !s.gold.is_empty() {
        let inside = if s.gold.iter().any(|g| g.holds(here)) {
            "in a gold function"
        } else {
            "gold functions marked ┃"
        };
        parts.push(inside.to_owned());
    }
    if let Some((_, rank)) = s.suspects.iter().find(|(span, _)| span.holds(here)) {
        parts.push(format!("suspect of rank {rank}"));
    }
    if !s.found.is_empty() {
        parts.push(s.found.clone());
    }
    let x = pen.role(area, 1, 0, &parts.join("  ·  "), Role::Accent);
    if let Some((line, said)) = &s.blame {
        let text = match said {
            None => format!("blame of line {} …", line.0),
            Some(Ok(b)) => {
                let commit: String = b.commit.chars().take(8).collect();
                let day = jiff::Timestamp::from_second(b.time)
                    .map(|t| t.to_string().chars().take(10).collect::<String>())
                    .unwrap_or_default();
                format!("line {}: {commit} {day} {} — {}", line.0, b.author, b.summary)
            }
            Some(Err(why)) => format!("blame of line {}: {why}", line.0),
        };
        pen.role(area, x + 3, 0, &text, Role::Near);
    }
}

/// One line: change mark, span mark, number, text with its layers: syntax < spans < search < cursor.
fn line(s: &Source, pen: &mut Pen<'_>, body: Area, y: u16, n: usize) {
    let number = num::small(n + 1);
    let cursor = n == s.cursor;
    if cursor {
        pen.row(body, y, Role::Cursor);
    }
    let ground = if cursor { pen.style(Role::Cursor) } else { Style::new() };
    let gold = s.gold.iter().any(|g| g.holds(Line1(number)));
    let suspect = s.suspects.iter().any(|(g, _)| g.holds(Line1(number)));
    let (mark, role) = match s.marks.get(&number) {
        Some(OldMark::Removed) => ("-", Role::Removed),
        Some(OldMark::Changed) => ("~", Role::Near),
        Some(OldMark::AddedAfter) => ("+", Role::Added),
        None if n == 0 && s.marks.contains_key(&0) => ("+", Role::Added),
        None => (" ", Role::Dim),
    };
    let x = pen.put(
        body,
        0,
        y,
        mark,
        pen.style(role).add_modifier(Modifier::BOLD).patch(ground),
    );
    let (sign, role) = match (gold, suspect) {
        (true, _) => ("┃", Role::Gold),
        (false, true) => ("╎", Role::Suspect),
        (false, false) => (" ", Role::Dim),
    };
    let span = pen.style(role).remove_modifier(Modifier::UNDERLINED);
    let x = pen.put(body, x, y, sign, span.patch(ground));
    let digits = s.digits();
    let role = if s.marks.contains_key(&number) {
        Role::Accent
    } else {
        Role::Number
    };
    let x = pen.put(
        body,
        x,
        y,
        &format!("{number:>digits$} "),
        pen.style(role).patch(ground),
    );
    let area = Area {
        x: body.x + x,
        w: body.w.saturating_sub(x + 1),
        ..body
    };
    let Some(text) = s.lines.get(n) else { return };
    let mut at = 0usize;
    let mut col = Scrolled { left: s.left, x: 0 };
    for run in s.inks.get(n).map_or(&[][..], Vec::as_slice) {
        let (start, end) = (run.start as usize, run.end as usize);
        col.put(
            pen,
            area,
            y,
            text.get(at..start).unwrap_or(""),
            pen.style(Role::Text).patch(ground),
        );
        col.put(
            pen,
            area,
            y,
            text.get(start..end).unwrap_or(""),
            pen.style(Role::of_ink(run.what)).patch(ground),
        );
        at = end;
    }
    col.put(
        pen,
        area,
        y,
        text.get(at..).unwrap_or(""),
        pen.style(Role::Text).patch(ground),
    );
    if !s.search.is_empty() {
        hits(s, pen, area, y, text);
    }
}

/// A position in a line that is scrolled to the left.
struct Scrolled {
    left: usize,
    x: u16,
}

impl Scrolled {
    fn put(&mut self, pen: &mut Pen<'_>, area: Area, y: u16, text: &str, style: Style) {
        let mut text = text;
        if self.left > 0 {
            let (gone, rest) = width::split(text, self.left);
            self.left -= width::of(gone).min(self.left);
            if rest.is_empty() {
                return;
            }
            text = rest;
        }
        if !text.is_empty() {
            self.x = pen.put(area, self.x, y, text, style);
        }
    }
}

fn hits(s: &Source, pen: &mut Pen<'_>, area: Area, y: u16, text: &str) {
    let (low, want) = (text.to_lowercase(), s.search.to_lowercase());
    if low.len() != text.len() {
        return;
    }
    for (at, _) in low.match_indices(&want) {
        let before = width::of(text.get(..at).unwrap_or(""));
        if before >= s.left {
            let hit = text.get(at..at + want.len()).unwrap_or("");
            pen.role(area, num::cells(before - s.left), y, hit, Role::Match);
        }
    }
}

fn diff_line(pen: &mut Pen<'_>, body: Area, y: u16, line: &DiffLine) {
    let area = Area {
        w: body.w.saturating_sub(1),
        ..body
    };
    let numbers = |old: Option<u32>, new: Option<u32>| {
        let show = |n: Option<u32>| n.map_or_else(String::new, |n| n.to_string());
        format!("{:>5} {:>5} ", show(old), show(new))
    };
    let (head, sign, text, role) = match line {
        DiffLine::File(name) => {
            pen.row(area, y, Role::Heading);
            pen.role(area, 1, y, name, Role::Gold);
            return;
        }
        DiffLine::Hunk(text) => {
            pen.role(area, 1, y, text, Role::Accent);
            return;
        }
        DiffLine::Context(o, n, t) => (numbers(Some(*o), Some(*n)), "  ", t, Role::Text),
        DiffLine::Removed(o, t) => (numbers(Some(*o), None), "- ", t, Role::Removed),
        DiffLine::Added(n, t) => (numbers(None, Some(*n)), "+ ", t, Role::Added),
    };
    let x = pen.role(area, 0, y, &head, Role::Number);
    let x = pen.role(area, x, y, sign, role);
    pen.role(area, x, y, text, role);
}
