//! A screen as SVG: text stays text.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use crate::ui::theme::Theme;

use super::{cells, colors};

const W: u32 = 9;
const H: u32 = 18;

/// The screen as an SVG document.
pub fn svg(buf: &Buffer, theme: &Theme) -> String {
    let (cols, rows) = (u32::from(buf.area.width), u32::from(buf.area.height));
    let mut out = String::new();
    let mut put = |line: std::fmt::Arguments<'_>| {
        // Writing to a String cannot fail.
        let _ignored: std::fmt::Result = out.write_fmt(line);
    };
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\" xml:space=\"preserve\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        cols * W,
        rows * H,
        hex(theme.background)
    ));
    for y in 0..buf.area.height {
        for (x, wide, cell) in cells(buf, y) {
            let (fg, bg) = colors(cell, theme);
            let (left, top) = (u32::from(x) * W, u32::from(y) * H);
            if bg != theme.background {
                put(format_args!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{H}\" fill=\"{}\"/>",
                    u32::from(wide) * W,
                    hex(bg)
                ));
            }
            if cell.symbol().trim().is_empty() {
                continue;
            }
            let m = cell.modifier;
            let weight = if m.contains(Modifier::BOLD) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let slant = if m.contains(Modifier::ITALIC) {
                " font-style=\"italic\""
            } else {
                ""
            };
            let line = if m.contains(Modifier::UNDERLINED) {
                " text-decoration=\"underline\""
            } else {
                ""
            };
            let symbol = cell
                .symbol()
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            put(format_args!(
                "<text x=\"{left}\" y=\"{}\" fill=\"{}\"{weight}{slant}{line}>{symbol}</text>",
                top + 14,
                hex(fg)
            ));
        }
        put(format_args!("\n"));
    }
    put(format_args!("</svg>\n"));
    out
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
