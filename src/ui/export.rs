//! A drawn screen as text, SVG or PNG: for `play`, bug reports and tests.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::theme::{Role, Theme};

mod png;
mod svg;

pub use png::png;
pub use svg::svg;

/// The screen as lines of text without trailing blanks.
pub fn text(buf: &Buffer) -> String {
    let mut out = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let line: String = cells(buf, y).map(|(_, _, cell)| cell.symbol()).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Cells of a row with their column and width; the second half of a wide character is left out.
fn cells(buf: &Buffer, y: u16) -> impl Iterator<Item = (u16, u16, &Cell)> {
    let mut x = buf.area.left();
    std::iter::from_fn(move || {
        let cell = buf.cell((x, y))?;
        let wide = crate::base::num::cells(crate::text::width::of(cell.symbol()).max(1));
        let at = x;
        x += wide;
        Some((at, wide, cell))
    })
}

/// Foreground and background of a cell as red, green, blue.
fn colors(cell: &Cell, theme: &Theme) -> ([u8; 3], [u8; 3]) {
    let text = theme.style(Role::Text).fg.unwrap_or(Color::Reset);
    let ground = theme.background;
    let ink = rgb(text).unwrap_or_else(|| {
        if ground.iter().map(|c| u32::from(*c)).sum::<u32>() > 380 {
            [0; 3]
        } else {
            [220; 3]
        }
    });
    let fg = rgb(cell.fg).unwrap_or(ink);
    let bg = rgb(cell.bg).unwrap_or(ground);
    let (fg, bg) = if cell.modifier.contains(Modifier::REVERSED) {
        (bg, fg)
    } else {
        (fg, bg)
    };
    if cell.modifier.contains(Modifier::DIM) {
        let half = |a: u8, b: u8| u8::try_from(u16::midpoint(u16::from(a), u16::from(b))).unwrap_or(a);
        let [r, g, b] = fg;
        let [r2, g2, b2] = bg;
        return ([half(r, r2), half(g, g2), half(b, b2)], bg);
    }
    (fg, bg)
}

/// Red, green, blue of a colour; `None` for the terminal's own.
fn rgb(color: Color) -> Option<[u8; 3]> {
    const NAMED: [[u8; 3]; 16] = [
        [0, 0, 0],
        [205, 49, 49],
        [13, 188, 121],
        [229, 229, 16],
        [36, 114, 200],
        [188, 63, 188],
        [17, 168, 205],
        [204, 204, 204],
        [102, 102, 102],
        [241, 76, 76],
        [35, 209, 139],
        [245, 245, 67],
        [59, 142, 234],
        [214, 112, 214],
        [41, 184, 219],
        [255, 255, 255],
    ];
    let named = |n: usize| NAMED.get(n).copied();
    match color {
        Color::Reset => None,
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(8),
        Color::LightRed => named(9),
        Color::LightGreen => named(10),
        Color::LightYellow => named(11),
        Color::LightBlue => named(12),
        Color::LightMagenta => named(13),
        Color::LightCyan => named(14),
        Color::White => named(15),
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(n @ 0..=15) => named(usize::from(n)),
        Color::Indexed(n @ 232..) => Some([8 + (n - 232) * 10; 3]),
        Color::Indexed(n) => {
            let n = n - 16;
            let step = |v: u8| if v == 0 { 0 } else { 55 + v * 40 };
            Some([step(n / 36), step(n / 6 % 6), step(n % 6)])
        }
    }
}
