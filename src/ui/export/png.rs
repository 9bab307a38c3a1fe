//! A screen as PNG, with an embedded bitmap font for Latin text; lines and blocks are drawn as what they are.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use crate::base::error::{Problem, Result};
use crate::ui::theme::Theme;

use super::{cells, colors};

const H: u32 = 18;

/// The screen as the bytes of a PNG file.
///
/// # Errors
/// A screen too large for memory.
pub fn png(buf: &Buffer, theme: &Theme) -> Result<Vec<u8>> {
    let w = u32::try_from(get_raster_width(FontWeight::Regular, RasterHeight::Size16)).unwrap_or(7) + 1;
    let mut out = RgbImage::from_pixel(
        u32::from(buf.area.width) * w,
        u32::from(buf.area.height) * H,
        Rgb(theme.background),
    );
    for y in 0..buf.area.height {
        for (x, wide, cell) in cells(buf, y) {
            let (fg, bg) = colors(cell, theme);
            let at = Box {
                x: u32::from(x) * w,
                y: u32::from(y) * H,
                w: u32::from(wide) * w,
                h: H,
            };
            at.fill(&mut out, bg);
            let c = cell.symbol().chars().next().unwrap_or(' ');
            if !block(&mut out, at, c, fg) {
                glyph(&mut out, at, c, fg, cell.modifier.contains(Modifier::BOLD));
            }
            if cell.modifier.contains(Modifier::UNDERLINED) {
                Box {
                    y: at.y + H - 2,
                    h: 1,
                    ..at
                }
                .fill(&mut out, fg);
            }
        }
    }
    let mut bytes = Cursor::new(Vec::new());
    out.write_to(&mut bytes, ImageFormat::Png)
        .map_err(|e| Problem::environment(format!("cannot make the PNG: {e}")))?;
    Ok(bytes.into_inner())
}

#[derive(Clone, Copy)]
struct Box {
    x: u32,
    y: u32,
    w: u32,
    h: u32,
}

impl Box {
    fn fill(self, out: &mut RgbImage, color: [u8; 3]) {
        for y in self.y..self.y + self.h {
            for x in self.x..self.x + self.w {
                if let Some(p) = out.get_pixel_mut_checked(x, y) {
                    *p = Rgb(color);
                }
            }
        }
    }
}

/// Draws lines and block elements; false for anything else.
fn block(out: &mut RgbImage, at: Box, c: char, fg: [u8; 3]) -> bool {
    let half = at.h / 2;
    let (mid_x, mid_y) = (at.x + at.w / 2, at.y + half);
    let mut bar = |x: u32, y: u32, w: u32, h: u32| Box { x, y, w, h }.fill(out, fg);
    let (right, down) = (at.x + at.w - mid_x, at.y + at.h - mid_y);
    match c {
        '▀' => bar(at.x, at.y, at.w, half),
        '▄' => bar(at.x, mid_y, at.w, at.h - half),
        '█' => bar(at.x, at.y, at.w, at.h),
        '▓' | '▒' | '░' => {
            let (every, of) = match c {
                '▓' => (3, 4),
                '▒' => (1, 2),
                _ => (1, 4),
            };
            (0..at.h)
                .filter(|y| y % of < every)
                .for_each(|y| bar(at.x, at.y + y, at.w, 1));
        }
        '▌' => bar(at.x, at.y, at.w / 2, at.h),
        '▐' => bar(mid_x, at.y, right, at.h),
        '▏' => bar(at.x, at.y, 1, at.h),
        '─' => bar(at.x, mid_y, at.w, 1),
        '│' | '┊' | '╎' => bar(mid_x, at.y, 1, at.h),
        '┃' => bar(mid_x, at.y, 2, at.h),
        '┌' | '╭' => {
            bar(mid_x, mid_y, right, 1);
            bar(mid_x, mid_y, 1, down);
        }
        '┐' | '╮' => {
            bar(at.x, mid_y, at.w / 2 + 1, 1);
            bar(mid_x, mid_y, 1, down);
        }
        '└' | '╰' => {
            bar(mid_x, mid_y, right, 1);
            bar(mid_x, at.y, 1, half);
        }
        '┘' | '╯' => {
            bar(at.x, mid_y, at.w / 2 + 1, 1);
            bar(mid_x, at.y, 1, half + 1);
        }
        '┼' => {
            bar(at.x, mid_y, at.w, 1);
            bar(mid_x, at.y, 1, at.h);
        }
        '≃' => {
            bar(at.x + 1, mid_y + 2, at.w.saturating_sub(2), 1);
            bar(at.x + 1, mid_y.saturating_sub(2), at.w / 2, 1);
            bar(mid_x, mid_y.saturating_sub(1), (at.w / 2).saturating_sub(1), 1);
        }
        '●' | '•' | '◆' => bar(at.x + 1, at.y + 6, at.w.saturating_sub(2), 6),
        '·' => bar(mid_x, mid_y, 2, 2),
        '○' | '◦' | '◐' => {
            let (w, h) = (at.w.saturating_sub(2), 6);
            bar(at.x + 1, at.y + 6, w, 1);
            bar(at.x + 1, at.y + 6 + h - 1, w, 1);
            bar(at.x + 1, at.y + 6, 1, h);
            bar(at.x + w, at.y + 6, 1, h);
            if c == '◐' {
                bar(at.x + 1, at.y + 6, w / 2, h);
            }
        }
        _ => return false,
    }
    true
}

fn glyph(out: &mut RgbImage, at: Box, c: char, fg: [u8; 3], bold: bool) {
    let weight = if bold { FontWeight::Bold } else { FontWeight::Regular };
    let plain = match c {
        '“' | '”' => '"',
        '’' | '‘' => '\'',
        '–' | '—' | '−' => '-',
        '…' => '.',
        '✓' => 'v',
        '✗' => 'x',
        '✎' => 'e',
        '≠' => '#',
        '⚑' => 'P',
        '▸' | '▶' | '≥' => '>',
        '▲' => '^',
        '▾' => 'v',
        other => other,
    };
    let Some(raster) = get_raster(plain, weight, RasterHeight::Size16)
        .or_else(|| get_raster('\u{FFFD}', weight, RasterHeight::Size16))
    else {
        return;
    };
    for (dy, row) in raster.rows().enumerate() {
        for (dx, strength) in row.iter().enumerate() {
            let (x, y) = (
                at.x + crate::base::num::small(dx),
                at.y + 1 + crate::base::num::small(dy),
            );
            if let Some(p) = out.get_pixel_mut_checked(x, y) {
                let s = u32::from(*strength);
                let mix = |a: u8, b: u8| u8::try_from((u32::from(a) * (255 - s) + u32::from(b) * s) / 255).unwrap_or(a);
                let ([r, g, b], [r2, g2, b2]) = (p.0, fg);
                *p = Rgb([mix(r, r2), mix(g, g2), mix(b, b2)]);
            }
        }
    }
}
