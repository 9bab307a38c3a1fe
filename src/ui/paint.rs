//! Putting text into cells. Everything passes the cleaner here, whatever it passed before; nothing leaves its area.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::base::area::Area;
use crate::text::clean;
use crate::text::doc::{Look, Piece};
use crate::text::width;

use super::theme::{Role, Theme};

/// The rectangle of an area.
pub(super) fn rect(a: Area) -> Rect {
    Rect::new(a.x, a.y, a.w, a.h)
}

/// A place to write: buffer, theme and the area that bounds it.
pub(super) struct Pen<'a> {
    pub(super) buf: &'a mut Buffer,
    pub(super) theme: &'a Theme,
}

/// As much of `text` as `room` cells could ever show: the rest of a megabyte is not cleaned again for every frame.
fn head(text: &str, room: u16) -> &str {
    let most = usize::from(room) * 32 + 256;
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

impl Pen<'_> {
    pub(super) fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// Writes `text` at column `x` of row `y` of `area` (both from its corner); returns the column after it.
    pub(super) fn put(&mut self, area: Area, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y >= area.h || x >= area.w {
            return x;
        }
        let room = area.w - x;
        let cleaned = clean::line(head(text, room));
        let shown = width::fit(&cleaned, usize::from(room));
        let bounds = self.buf.area;
        let (left, top) = (area.x + x, area.y + y);
        if left >= bounds.right() || top >= bounds.bottom() {
            return x;
        }
        let (end, _) = self.buf.set_stringn(left, top, &shown, usize::from(room), style);
        end.saturating_sub(area.x)
    }

    /// As [`Self::put`] with a role.
    pub(super) fn role(&mut self, area: Area, x: u16, y: u16, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        self.put(area, x, y, text, style)
    }

    /// Writes text that ends at the right edge of row `y`; returns its first column.
    pub(super) fn right(&mut self, area: Area, y: u16, text: &str, role: Role) -> u16 {
        let w = crate::base::num::cells(width::of(&clean::line(head(text, area.w))));
        let x = area.w.saturating_sub(w);
        self.role(area, x, y, text, role);
        x
    }

    /// Gives every cell of an area a style.
    pub(super) fn fill(&mut self, area: Area, style: Style) {
        let r = rect(area).intersection(self.buf.area);
        self.buf.set_style(r, style);
    }

    /// Gives one row of an area a style.
    pub(super) fn row(&mut self, area: Area, y: u16, role: Role) {
        if y < area.h {
            let style = self.style(role);
            self.fill(Area::new(area.x, area.y + y, area.w, 1), style);
        }
    }

    /// Empties an area and fills it with a style.
    pub(super) fn clear(&mut self, area: Area, role: Role) {
        use ratatui::widgets::Widget;
        let r = rect(area).intersection(self.buf.area);
        ratatui::widgets::Clear.render(r, self.buf);
        let style = self.style(Role::Ground).patch(self.style(role));
        self.fill(area, style);
    }

    /// Writes pieces in a row; returns the column after the last.
    pub(super) fn pieces(&mut self, area: Area, x: u16, y: u16, pieces: &[Piece]) -> u16 {
        let mut at = x;
        for p in pieces {
            let style = self.look(p.look);
            at = self.put(area, at, y, &p.text, style);
        }
        at
    }

    /// Style of a look.
    pub(super) fn look(&self, look: Look) -> Style {
        let mut style = self.style(Role::Text);
        for (on, role) in [
            (look.dim, Role::Dim),
            (look.heading > 0, Role::Header),
            (look.link, Role::Link),
            (look.code, Role::Code),
            (look.strong, Role::Strong),
            (look.emphasis, Role::Emphasis),
            (look.key, Role::Key),
            (look.mark == 1, Role::Gold),
            (look.mark == 2, Role::Suspect),
        ] {
            if on {
                style = style.patch(self.style(role));
            }
        }
        if look.mark == 1 {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if look.strike {
            style = style.add_modifier(Modifier::CROSSED_OUT);
        }
        style
    }

    /// A bar at the right edge that says which part of `len` lines is shown.
    pub(super) fn scroll_bar(&mut self, area: Area, top: usize, len: usize) {
        let rows = usize::from(area.h);
        if rows == 0 || area.w == 0 || len <= rows {
            return;
        }
        let size = (rows * rows / len).clamp(1, rows);
        let at = (top * (rows - size))
            .checked_div(len - rows)
            .unwrap_or(0)
            .min(rows - size);
        for y in at..at + size {
            self.role(area, area.w - 1, crate::base::num::cells(y), "┃", Role::Border);
        }
    }
}
