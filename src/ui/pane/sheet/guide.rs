//! The guideline in the place of the text: of the form, of the question under the cursor, with examples.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use crate::app::model::Model;
use crate::app::update::sheet;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::form::{Question, plain};
use crate::text::doc::{Look, Piece};
use crate::text::{clean, wrap};
use crate::ui::paint::{Pen, rect};
use crate::ui::picture::{Drawn, Want};
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

/// Rows of an example's image.
const ROWS: u16 = 8;

enum Line {
    Text(String, Role),
    /// A row of an example image: file, row.
    Image(String, u16),
}

pub(super) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    if area.is_empty() {
        return;
    }
    let all = lines(m, usize::from(area.w.saturating_sub(3)));
    let top = m.sheet.top.min(all.len().saturating_sub(usize::from(area.h)));
    let mut images = Vec::new();
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    for (y, line) in all.iter().skip(top).take(usize::from(area.h)).enumerate() {
        let y = num::cells(y);
        match line {
            Line::Text(text, role) => {
                pen.role(area, 1, y, text, *role);
            }
            Line::Image(file, row) if y == 0 || *row == 0 => images.push((file.clone(), y, *row)),
            Line::Image(..) => {}
        }
    }
    pen.scroll_bar(area, top, all.len());
    for (file, y, row) in images {
        let place = Area::new(
            area.x + 1,
            area.y + y,
            area.w.saturating_sub(3),
            (ROWS - row).min(area.h - y),
        );
        let path = m.settings.root.join(&file);
        let want = Want {
            sha256: Arc::from(path.display().to_string()),
            file: path,
            crop: None,
            cols: place.w.min(ROWS * 4),
            rows: ROWS,
            frame: 0,
        };
        if let Drawn::Fault(why) = stage.pictures.draw(&want, rect(place), row, buf) {
            Pen {
                buf,
                theme: &stage.theme,
            }
            .role(place, 0, 0, &format!("[{file}: {why}]"), Role::Near);
        }
    }
}

fn lines(m: &Model, cols: usize) -> Vec<Line> {
    let mut out = Vec::new();
    let Some(form) = m.sheet_form() else { return out };
    let here = sheet::focused(m);
    let mut text = |text: &str, role: Role| {
        for part in clean::text(text.trim()).lines() {
            for line in wrap::wrap(&[Piece::new(part.to_owned(), Look::default())], cols) {
                out.push(Line::Text(line.iter().map(|p| p.text.as_str()).collect(), role));
            }
        }
    };
    text(&form.title, Role::Header);
    text(&form.guide, Role::Text);
    if let Some(q) = &here {
        text(" ", Role::Text);
        text(&q.label, Role::Header);
        text(&q.help, Role::Text);
        text(&q.guide, Role::Text);
        for o in q.options.iter().filter(|o| !o.help.is_empty()) {
            text(&format!("• {}: {}", o.label, o.help), Role::Text);
        }
    }
    out.push(Line::Text(String::new(), Role::Text));
    if let Some(q) = &here {
        out.extend(examples(q, cols));
    }
    out.push(Line::Text(format!("form {}", form.hash), Role::Dim));
    out
}

fn examples(q: &Question, cols: usize) -> Vec<Line> {
    let mut out = Vec::new();
    for e in &q.examples {
        if !e.image.is_empty() {
            out.extend((0..ROWS).map(|row| Line::Image(e.image.clone(), row)));
        }
        let value = e.value.as_ref().map(|v| format!("{}: ", plain(v))).unwrap_or_default();
        let says = clean::line(&format!("{value}{}", e.says));
        for line in wrap::wrap(&[Piece::new(says, Look::default())], cols) {
            out.push(Line::Text(line.iter().map(|p| p.text.as_str()).collect(), Role::Accent));
        }
        out.push(Line::Text(String::new(), Role::Text));
    }
    out
}
