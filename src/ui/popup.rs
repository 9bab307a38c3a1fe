//! What lies over a screen: help, menus, text fields, and what could follow a started sequence.

use ratatui::buffer::Buffer;
use ratatui::widgets::{Block, Borders, Widget};

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::popup::{Ask, Popup};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::filter;
use crate::keys::action::Context;
use crate::keys::keymap::Found;
use crate::text::width;

use super::paint::{Pen, rect};
use super::stage::Stage;
use super::theme::Role;

/// Draws what lies over the screen; returns its area.
pub(super) fn draw(m: &Model, stage: &Stage, buf: &mut Buffer) -> Option<Area> {
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    match &m.popup {
        Some(Popup::Help(top)) => Some(help(m, &mut pen, *top)),
        Some(Popup::Faults(top)) => Some(faults(m, &mut pen, *top)),
        Some(Popup::Menu { title, entries, at }) => {
            let area = layout::popup(m.area(), 90, num::cells(entries.len()));
            let inner = frame(&mut pen, area, title);
            let top = (*at + 1).saturating_sub(usize::from(inner.h).max(1));
            for (y, (n, e)) in entries
                .iter()
                .enumerate()
                .skip(top)
                .take(usize::from(inner.h))
                .enumerate()
            {
                let y = num::cells(y);
                let role = if n == *at { Role::Selected } else { Role::Popup };
                pen.row(inner, y, role);
                let hint = width::fit_end(&crate::text::clean::line(&e.hint), usize::from(inner.w) / 2);
                let from = pen.right(inner, y, &format!(" {hint} "), if n == *at { role } else { Role::Dim });
                let key = if n < 9 { format!("{} ", n + 1) } else { "  ".to_owned() };
                let x = pen.role(inner, 0, y, &key, if n == *at { role } else { Role::Key });
                let label = width::fit_end(&crate::text::clean::line(&e.label), usize::from(from.saturating_sub(x)));
                pen.role(inner, x, y, &label, role);
            }
            Some(area)
        }
        Some(Popup::Input { ask, edit, fault }) => Some(input(m, &mut pen, ask, edit, fault.as_deref())),
        None => pending(m, &mut pen),
    }
}

/// What the signs of the screens mean.
const SIGNS: [(&str, &str); 14] = [
    ("·  ◐  ✓", "case: untouched, some answers, decided"),
    ("↷  –  !", "case: deferred, skipped, two answers of mine in conflict"),
    ("⚑  ✎", "case: flagged, with a note"),
    ("3!", "three exhibits, some without an image"),
    (
        "4  (2)  miss  —",
        "rank at which the run has all gold files; (first of some); none; no answer to judge",
    ),
    ("✓  …  ✗", "answer: on the disk, on its way, NOT saved"),
    (
        "≠  +  ?",
        "evidence: two producers differ, this one alone has it, doubtful",
    ),
    (
        "✓  ✎  ✗",
        "part of evidence: accepted, corrected, rejected; others ✓2: by two",
    ),
    (
        "!",
        "part of evidence: people differ about it; differ ✓1 ✗1: the others do",
    ),
    (
        "●  ◐  ≈",
        "suspect: gold, right file but other function, same name elsewhere",
    ),
    (
        "≃",
        "suspect: gold but for the step named, which the strict rules do not take",
    ),
    ("○  ·  ×", "suspect: same directory, elsewhere, not in the repository"),
    (
        "p  f  e  –  ?",
        "gate: passed, failed, no usable answer, not asked, open; * a person's, ! people differ",
    ),
    (
        "+  ~  -  ┃  ╎",
        "source: the fix adds after, changes, removes; gold function, suspect",
    ),
];

/// Empties the area, draws a border, returns the inside.
fn frame(pen: &mut Pen<'_>, area: Area, title: &str) -> Area {
    pen.clear(area, Role::Popup);
    let block = Block::new()
        .borders(Borders::ALL)
        .border_style(pen.style(Role::Border).patch(pen.style(Role::Popup)))
        .title_style(pen.style(Role::Accent))
        .title(format!(" {} ", crate::text::clean::line(title)));
    let r = rect(area).intersection(pen.buf.area);
    block.render(r, pen.buf);
    area.inner(1)
}

fn help(m: &Model, pen: &mut Pen<'_>, top: usize) -> Area {
    let context = m.context();
    let mut lines: Vec<(String, String)> = Vec::new();
    for c in [context, Context::Global] {
        lines.push((
            String::new(),
            format!("{} keys", if c == Context::Global { "everywhere" } else { c.name() }),
        ));
        lines.extend(m.settings.keymap.rows(c).into_iter().map(|(keys, _, doc)| (keys, doc)));
        lines.push((String::new(), String::new()));
    }
    lines.push((String::new(), "filter expressions".to_owned()));
    lines.extend(filter::HELP.iter().map(|(t, d)| ((*t).to_owned(), (*d).to_owned())));
    lines.push((String::new(), String::new()));
    lines.push((String::new(), "signs".to_owned()));
    lines.extend(SIGNS.iter().map(|(s, d)| ((*s).to_owned(), (*d).to_owned())));
    let area = layout::popup(m.area(), 92, num::cells(lines.len()));
    let inner = frame(pen, area, "keys — arrows scroll, any other key closes");
    let most = lines.len().saturating_sub(usize::from(inner.h));
    let keys = u16::try_from(lines.iter().map(|(k, _)| width::of(k)).max().unwrap_or(0))
        .unwrap_or(20)
        .min(26);
    for (y, (key, doc)) in lines.iter().skip(top.min(most)).take(usize::from(inner.h)).enumerate() {
        let y = num::cells(y);
        if key.is_empty() {
            pen.role(inner, 1, y, doc, Role::Header);
        } else {
            pen.role(
                Area {
                    w: (keys + 1).min(inner.w),
                    ..inner
                },
                1,
                y,
                key,
                Role::Key,
            );
            pen.role(inner, keys + 3, y, doc, Role::Popup);
        }
    }
    area
}

/// The banners in full, wrapped.
fn faults(m: &Model, pen: &mut Pen<'_>, top: usize) -> Area {
    use crate::text::doc::{Look, Piece};
    let cols = usize::from(m.area().w.saturating_sub(8)).clamp(10, 110);
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    for text in m.banners.iter().rev() {
        lines.extend(crate::text::wrap::wrap(
            &[Piece::new(text.clone(), Look::default())],
            cols,
        ));
        lines.push(Vec::new());
    }
    let area = layout::popup(m.area(), num::cells(cols), num::cells(lines.len()));
    let inner = frame(pen, area, "what went wrong — any key closes");
    let most = lines.len().saturating_sub(usize::from(inner.h));
    for (y, line) in lines.iter().skip(top.min(most)).take(usize::from(inner.h)).enumerate() {
        pen.pieces(inner, 1, num::cells(y), line);
    }
    area
}

fn input(m: &Model, pen: &mut Pen<'_>, ask: &Ask, edit: &crate::app::edit::Edit, fault: Option<&str>) -> Area {
    let note = edit.is_many();
    let title = match ask {
        Ask::Filter(_) => "filter: lang:ts rel:-1 unjudged flag, words …".to_owned(),
        Ask::Gate(_) => "filter: state:failed stage:D conf:.60-.65 cat:log, words …".to_owned(),
        Ask::Search => "search".to_owned(),
        Ask::Line => "go to line".to_owned(),
        Ask::Path => "path[:function] in the repository".to_owned(),
        Ask::Answer { title, .. } => title.clone(),
        Ask::Settle(what) => format!("{} = {}: why", what.question, crate::domain::form::plain(&what.value)),
        Ask::Amend(a) => {
            let whose = if a.own { "my record" } else { a.producer.as_str() };
            let list = if a.part.is_list() { ", one a line" } else { "" };
            format!("{} of {whose}{list} — esc keeps it, ctrl-c does not", a.part.name())
        }
        Ask::Note(s) => format!("note about the {} — esc keeps it, ctrl-c does not", s.kind()),
    };
    let rows = if note { 10 } else { 1 + u16::from(fault.is_some()) };
    let mut area = layout::popup(m.area(), 80, rows);
    if matches!(ask, Ask::Filter(_)) {
        // The list stays visible while the filter narrows it.
        area.y = m.area().h.saturating_sub(area.h + 1);
    }
    let inner = frame(pen, area, &title);
    let field = if note { inner } else { inner.top(1).0 };
    let r = rect(field).intersection(pen.buf.area);
    let mut widget = edit.area().clone();
    widget.set_style(pen.style(Role::Popup));
    widget.set_cursor_line_style(pen.style(Role::Popup));
    widget.render_in(r, pen.buf);
    if let Some(why) = fault {
        pen.role(
            inner,
            0,
            if note { inner.h.saturating_sub(1) } else { 1 },
            why,
            Role::Error,
        );
    }
    area
}

/// Draws a clone of the field: the widget keeps its scroll position inside itself.
trait RenderIn {
    fn render_in(&self, area: ratatui::layout::Rect, buf: &mut Buffer);
}

impl RenderIn for ratatui_textarea::TextArea<'_> {
    fn render_in(&self, area: ratatui::layout::Rect, buf: &mut Buffer) {
        Widget::render(self, area, buf);
    }
}

/// What could follow the strokes typed so far.
fn pending(m: &Model, pen: &mut Pen<'_>) -> Option<Area> {
    if m.typed.is_empty() {
        return None;
    }
    let Found::Pending(next) = m.settings.keymap.lookup(m.context(), &m.typed) else {
        return None;
    };
    let wide = next
        .iter()
        .map(|(k, d)| width::of(k) + width::of(d) + 3)
        .max()
        .unwrap_or(0);
    let mut area = layout::popup(m.area(), num::cells(wide), num::cells(next.len()));
    area.x = m.area().w.saturating_sub(area.w + 1);
    area.y = m.area().h.saturating_sub(area.h + 1);
    let inner = frame(pen, area, &crate::keys::stroke::print(&m.typed));
    for (y, (key, doc)) in next.iter().take(usize::from(inner.h)).enumerate() {
        let x = pen.role(inner, 1, num::cells(y), key, Role::Key);
        pen.role(inner, x + 1, num::cells(y), doc, Role::Popup);
    }
    Some(area)
}
