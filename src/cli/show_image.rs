//! Prints a picture into the scrollback through viuer, for `show`.
//!
//! viuer prints by itself, asks the terminal and waits for ever, sends whole pictures to kitty, and has no bound
//! for tall ones. So: only on a terminal that has answered our own probe, in raw mode, shrunk to the cells first.

use std::io::{IsTerminal, Write};

use image::DynamicImage;

use crate::read::image::{ImageFault, Limits, decode, resize};
use crate::text::cells::size_in_cells;
use crate::tui::probe::{Found, Raw};
use crate::ui::picture::Protocol;

/// viuer's own idea of a cell for sixel, in pixels.
const SIXEL_CELL: (u32, u32) = (6, 12);

/// Widest sixel that viuer draws, in its own cells (it cuts at 1000 pixels).
const SIXEL_COLS: u32 = 1000 / SIXEL_CELL.0;

/// Prints the picture in `bytes` at the cursor and leaves the cursor at the start of the next line.
///
/// `found` is the answer of the probe. At most `max_cols` by `max_rows` cells are used; their number is returned.
/// (0, 0) and nothing printed when stdout is no terminal or pictures are switched off; the caller prints words.
/// `out` must be stdout, since viuer writes there.
///
/// # Errors
/// Why there is no picture, in words for its place.
pub fn print(
    out: &mut dyn Write,
    bytes: &[u8],
    found: &Found,
    (max_cols, max_rows): (u16, u16),
    background: [u8; 3],
) -> Result<(u16, u16), ImageFault> {
    if found.protocol == Protocol::None || !std::io::stdout().is_terminal() {
        return Ok((0, 0));
    }
    let image = decode(bytes, &Limits::default())?;
    let (cols, rows) = size_in_cells(image.width(), image.height(), found.cell_px, max_cols, max_rows);
    if cols == 0 || rows == 0 {
        return Ok((0, 0));
    }
    let (small, config) = prepare(&image, found, cols, rows, background);
    drop(image);
    out.flush().map_err(|e| ImageFault::encode(&e))?;
    let raw = Raw::enter();
    let printed = viuer::print(&small, &config).map_err(|e| ImageFault::encode(&e));
    drop(raw);
    printed?;
    // The block printer and kitty's end the line themselves, but in raw mode only downwards.
    let end: &[u8] = match found.protocol {
        Protocol::Sixel | Protocol::Iterm2 if found.answered => b"\r\n",
        _ => b"\r",
    };
    out.write_all(end)
        .and_then(|()| out.flush())
        .map_err(|e| ImageFault::encode(&e))?;
    Ok((cols, rows))
}

/// The picture at the size viuer will draw, so that viuer need not shrink it, and what to tell viuer.
fn prepare(
    image: &DynamicImage,
    found: &Found,
    cols: u16,
    rows: u16,
    background: [u8; 3],
) -> (DynamicImage, viuer::Config) {
    // A terminal that did not answer us would not answer viuer either, and viuer would wait.
    let protocol = if found.answered {
        found.protocol
    } else {
        Protocol::Halfblocks
    };
    let (cols, rows) = (u32::from(cols), u32::from(rows));
    let (cell_w, cell_h) = (u32::from(found.cell_px.0), u32::from(found.cell_px.1));
    let px = (image.width().min(cols * cell_w), image.height().min(rows * cell_h));
    let (width, height, px) = match protocol {
        Protocol::Sixel => {
            let (width, height) = ((px.0 / SIXEL_CELL.0).clamp(1, SIXEL_COLS), (px.1 / SIXEL_CELL.1).max(1));
            (width, height, (width * SIXEL_CELL.0, height * SIXEL_CELL.1))
        }
        Protocol::Kitty | Protocol::Iterm2 => (cols, rows, px),
        Protocol::Halfblocks | Protocol::None => (cols, rows, (cols, 2 * rows)),
    };
    let config = viuer::Config {
        absolute_offset: false,
        width: Some(width),
        height: Some(height),
        truecolor: true,
        use_kitty: protocol == Protocol::Kitty,
        use_iterm: protocol == Protocol::Iterm2,
        use_sixel: protocol == Protocol::Sixel,
        ..viuer::Config::default()
    };
    (DynamicImage::ImageRgba8(resize(image, None, px, background)), config)
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    fn found(protocol: Protocol, answered: bool) -> Found {
        Found {
            protocol,
            cell_px: (8, 16),
            max_px: None,
            answered,
            why: Vec::new(),
            leftover: Vec::new(),
        }
    }

    fn prepared(found: &Found, cols: u16, rows: u16) -> ((u32, u32), viuer::Config) {
        let image = DynamicImage::ImageRgb8(RgbImage::new(3000, 1500));
        let (small, config) = prepare(&image, found, cols, rows, [0; 3]);
        ((small.width(), small.height()), config)
    }

    #[test]
    fn viuer_never_gets_more_pixels_than_are_drawn() {
        let (px, config) = prepared(&found(Protocol::Kitty, true), 80, 20);
        assert_eq!((px, config.width, config.height), ((640, 320), Some(80), Some(20)));
        assert!(config.use_kitty && !config.use_sixel && !config.use_iterm);
        // 640 / 6 and 320 / 12, rounded down, and then exactly those pixels.
        let (px, config) = prepared(&found(Protocol::Sixel, true), 80, 20);
        assert_eq!((px, config.width, config.height), ((636, 312), Some(106), Some(26)));
        let (px, config) = prepared(&found(Protocol::Sixel, true), 300, 75);
        assert_eq!((px.0, config.width), (996, Some(166)));
        let (px, _) = prepared(&found(Protocol::Halfblocks, true), 80, 20);
        assert_eq!(px, (80, 40));
    }

    #[test]
    fn a_terminal_that_did_not_answer_is_never_asked_by_viuer() {
        let (px, config) = prepared(&found(Protocol::Sixel, false), 80, 20);
        assert_eq!(px, (80, 40));
        assert!(!config.use_kitty && !config.use_sixel && !config.use_iterm);
    }
}
