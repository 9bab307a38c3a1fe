//! Puts an encoded picture into the cells of a buffer.

use std::num::NonZeroU16;

use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;
use ratatui_image::sliced::{SignedPosition, SlicedImage, SlicedProtocol};

use super::encode::Encoded;

/// The cell holds an escape sequence but moves the cursor by one.
pub(super) const ONE: CellDiffOption = CellDiffOption::ForcedWidth(NonZeroU16::MIN);

/// Ends a string that is not open: terminals ignore it, but the cell is another one for ratatui.
const MARK: &str = "\u{1b}\\";

/// The part of `area` that the picture covers when `skip` of its rows are scrolled away.
pub(super) fn visible(encoded: &Encoded, area: Rect, skip: u16) -> Rect {
    let rows = encoded.rows.saturating_sub(skip);
    Rect {
        width: area.width.min(encoded.cols),
        height: area.height.min(rows),
        ..area
    }
}

/// Draws a picture that is made of characters.
pub(super) fn placed(picture: &SlicedProtocol, area: Rect, skip: u16, buf: &mut Buffer) {
    let up = i16::try_from(skip).unwrap_or(i16::MAX);
    SlicedImage::new(picture, SignedPosition::from((0, -up))).render(area, buf);
}

/// Puts `data` in front of what the cell at `at` holds.
pub(super) fn before(data: &str, at: Position, buf: &mut Buffer) {
    if let Some(cell) = buf.cell_mut(at) {
        let symbol = format!("{data}{}", cell.symbol());
        cell.set_symbol(&symbol);
    }
}

/// Draws a picture that is one escape sequence: it sits in the first cell, the other cells are left alone.
///
/// The cells are erased first, and the cursor comes back to where ratatui expects it.
pub(super) fn one_piece(data: &str, area: Rect, mark: bool, buf: &mut Buffer) {
    let mut symbol = String::with_capacity(data.len() + 16 * usize::from(area.height));
    symbol.push_str("\u{1b}7");
    let erase = format!("\u{1b}[{}X", area.width);
    for row in 0..area.height {
        if row > 0 {
            symbol.push_str("\u{1b}[B");
        }
        symbol.push_str(&erase);
    }
    symbol.push_str("\u{1b}8");
    symbol.push_str(data);
    symbol.push_str("\u{1b}8\u{1b}[C");
    if mark {
        symbol.push_str(MARK);
    }
    for at in area.positions() {
        if let Some(cell) = buf.cell_mut(at) {
            cell.reset();
            cell.set_diff_option(CellDiffOption::Skip);
        }
    }
    if let Some(cell) = buf.cell_mut(area.as_position()) {
        cell.set_symbol(&symbol).set_diff_option(ONE);
    }
}

/// Draws the visible rows of a picture that is cut into rows.
pub(super) fn rows(rows: &[String], area: Rect, skip: u16, mark: bool, buf: &mut Buffer) {
    for (y, data) in (area.top()..area.bottom()).zip(rows.iter().skip(usize::from(skip))) {
        one_piece(data, Rect { y, height: 1, ..area }, mark, buf);
    }
}

/// Changes the mark of the cell at `at`, so that ratatui sends it again.
pub(super) fn toggle(at: Position, buf: &mut Buffer) {
    let Some(cell) = buf.cell_mut(at) else { return };
    if cell.diff_option != ONE {
        return;
    }
    let symbol = match cell.symbol().strip_suffix(MARK) {
        // The sequence itself ends in a cursor move, so a trailing mark is always ours.
        Some(plain) => plain.to_owned(),
        None => format!("{}{MARK}", cell.symbol()),
    };
    cell.set_symbol(&symbol);
}
