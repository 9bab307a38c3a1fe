//! Turns decoded pixels into what one terminal draws. Runs on a lane, never while drawing.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use image::{DynamicImage, Rgba, RgbaImage, imageops};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;
use ratatui_image::protocol::Protocol as Drawing;
use ratatui_image::protocol::halfblocks::Halfblocks;
use ratatui_image::protocol::iterm2::Iterm2;
use ratatui_image::protocol::kitty::Kitty;
use ratatui_image::protocol::sixel::Sixel;
use ratatui_image::sliced::SlicedProtocol;

use super::sixel::Strips;
use super::{Protocol, Want};
use crate::read::image::{Crop, ImageFault, MAX_ZOOM, fitted, guard, lay, resize};

/// Most columns or rows of a kitty picture: the number of marks the protocol has for a position.
const KITTY_SIDE: u16 = 297;

/// The character that kitty replaces by a piece of the picture.
pub(super) const PLACEHOLDER: char = '\u{10EEEE}';

/// Prepares pictures for one terminal. Cheap to clone and to send to a lane.
#[derive(Debug, Clone, Copy)]
pub struct Encoder {
    pub(super) protocol: Protocol,
    /// Pixels of a cell, width and height.
    pub(super) cell_px: (u16, u16),
    /// Colour behind transparent parts and around the picture.
    pub(super) background: [u8; 3],
    /// Largest graphic the terminal accepts, in pixels.
    pub(super) max_px: Option<(u32, u32)>,
}

/// A picture ready to be drawn on exactly `want.cols` by `want.rows` cells.
pub struct Encoded {
    pub(super) body: Body,
    pub(super) cols: u16,
    pub(super) rows: u16,
    /// Bytes held, for the cache.
    pub(super) bytes: usize,
}

/// What a protocol needs to draw.
pub(super) enum Body {
    /// Coloured characters.
    Cells(SlicedProtocol),
    /// Sent once under `id`, then placed by characters.
    Kitty {
        id: u32,
        transmit: String,
        placed: SlicedProtocol,
    },
    /// Sent anew whenever the cells change.
    Sixel(Strips),
    /// As sixel; the rows are for a picture that is partly scrolled away.
    Iterm { whole: String, rows: Vec<String> },
}

impl fmt::Debug for Encoded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Encoded")
            .field("cols", &self.cols)
            .field("rows", &self.rows)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl Encoder {
    /// Shrinks `image` to the cells of `want` and encodes it.
    ///
    /// # Errors
    /// When the terminal shows no pictures or the encoder fails.
    pub fn encode(&self, image: &DynamicImage, want: &Want) -> Result<Encoded, ImageFault> {
        guard::guarded(|| self.unguarded(image, want))
            .unwrap_or_else(|| Err(ImageFault::encode(&"the encoder crashed")))
    }

    /// Lays a picture that will not be kept on the background, so that encoding it needs no copy of the whole.
    pub fn lay(&self, image: &mut DynamicImage) {
        lay(image, self.background);
    }

    fn unguarded(&self, image: &DynamicImage, want: &Want) -> Result<Encoded, ImageFault> {
        let most = if self.protocol == Protocol::Kitty {
            KITTY_SIDE
        } else {
            u16::MAX
        };
        let (cols, rows) = (want.cols.clamp(1, most), want.rows.clamp(1, most));
        let size = Size::new(cols, rows);
        let canvas = self.canvas(image, want.crop, cols, rows);
        let (width, height) = canvas.dimensions();
        let canvas = DynamicImage::ImageRgba8(canvas);
        let body = match self.protocol {
            Protocol::None => return Err(ImageFault::encode(&"pictures are switched off")),
            Protocol::Halfblocks => {
                let cells = Halfblocks::new(canvas, size).map_err(|e| ImageFault::encode(&e))?;
                Body::Cells(SlicedProtocol::Halfblocks(cells))
            }
            Protocol::Kitty => kitty(canvas, size, want)?,
            Protocol::Sixel => {
                let sixel = Sixel::new(canvas, size, false).map_err(|e| ImageFault::encode(&e))?;
                let strips = Strips::parse(&sixel.data, width, height);
                Body::Sixel(strips.ok_or_else(|| ImageFault::encode(&"the sixel data is not understood"))?)
            }
            Protocol::Iterm2 => iterm(&canvas, size, self.cell_px.1)?,
        };
        let bytes = body.bytes(size);
        Ok(Encoded {
            body,
            cols,
            rows,
            bytes,
        })
    }

    /// The picture in the middle of a canvas of whole cells.
    fn canvas(&self, image: &DynamicImage, crop: Option<Crop>, cols: u16, rows: u16) -> RgbaImage {
        let (cell_w, cell_h) = (u32::from(self.cell_px.0.max(1)), u32::from(self.cell_px.1.max(1)));
        let whole = Crop {
            x: 0,
            y: 0,
            width: image.width(),
            height: image.height(),
        };
        let part = crop.unwrap_or(whole).inside(image.width(), image.height());
        let mut room = (u32::from(cols) * cell_w, u32::from(rows) * cell_h);
        if let Some((max_w, max_h)) = self.max_px.filter(|_| self.protocol == Protocol::Sixel) {
            room = (room.0.min(max_w.max(1)), room.1.min(max_h.max(1)));
        }
        let zoom = if crop.is_some() { MAX_ZOOM } else { 1 };
        let mut size = fitted(part.width, part.height, room, zoom);
        if self.protocol == Protocol::Halfblocks {
            // One pixel across and two down in a cell, whatever the shape of the cell.
            room = (u32::from(cols), 2 * u32::from(rows));
            size = (
                near(size.0, cell_w).clamp(1, room.0),
                near(2 * size.1, cell_h).clamp(1, room.1),
            );
        }
        let small = resize(image, crop, size, self.background);
        if size == room {
            return small;
        }
        let [r, g, b] = self.background;
        let mut canvas = RgbaImage::from_pixel(room.0, room.1, Rgba([r, g, b, 255]));
        let (left, top) = ((room.0 - size.0.min(room.0)) / 2, (room.1 - size.1.min(room.1)) / 2);
        imageops::replace(&mut canvas, &small, i64::from(left), i64::from(top));
        canvas
    }
}

/// `a / b`, rounded.
fn near(a: u32, b: u32) -> u32 {
    (a + b / 2) / b
}

impl Body {
    fn bytes(&self, size: Size) -> usize {
        let cells = usize::from(size.width) * usize::from(size.height);
        match self {
            Self::Cells(_) => 16 * cells,
            // The library keeps its own copy of the transmission.
            Self::Kitty { transmit, .. } => 2 * transmit.len(),
            Self::Sixel(strips) => strips.bytes(),
            Self::Iterm { whole, rows } => whole.len() + rows.iter().map(String::len).sum::<usize>(),
        }
    }
}

/// The frames of an animation share an id, so that a new frame replaces the old one in the terminal.
fn kitty_id(want: &Want) -> u32 {
    let mut hasher = DefaultHasher::new();
    (&want.file, &want.sha256, want.crop, want.cols, want.rows).hash(&mut hasher);
    let [a, b, c, d, ..] = hasher.finish().to_be_bytes();
    // The low three bytes travel as a colour; the lowest bit keeps them from being all zero.
    u32::from_be_bytes([a, b, c, d]) | 1
}

fn kitty(canvas: DynamicImage, size: Size, want: &Want) -> Result<Body, ImageFault> {
    let id = kitty_id(want);
    let picture = Kitty::new(canvas, size, id, false, true).map_err(|e| ImageFault::encode(&e))?;
    // The library gives its transmission to the first draw, even when a popup hides it. Take it out here and
    // send it ourselves.
    let mut scratch = Buffer::empty(Rect::new(0, 0, 1, 1));
    let drawing = Drawing::Kitty(picture.clone());
    ratatui_image::Image::new(&drawing)
        .allow_clipping(true)
        .render(scratch.area, &mut scratch);
    let transmit = scratch
        .cell((0, 0))
        .and_then(|cell| cell.symbol().split_once(PLACEHOLDER))
        .map(|(transmit, _)| transmit.to_owned())
        .filter(|transmit| !transmit.is_empty())
        .ok_or_else(|| ImageFault::encode(&"the kitty data is not understood"))?;
    Ok(Body::Kitty {
        id,
        transmit,
        placed: SlicedProtocol::Kitty(picture),
    })
}

fn iterm(canvas: &DynamicImage, size: Size, cell_h: u16) -> Result<Body, ImageFault> {
    let whole = Iterm2::new(canvas.clone(), size, false).map_err(|e| ImageFault::encode(&e))?;
    let row_h = u32::from(cell_h.max(1));
    let rows = (0..u32::from(size.height))
        .map(|row| {
            let part = canvas.crop_imm(0, row * row_h, canvas.width(), row_h);
            Iterm2::new(part, Size::new(size.width, 1), false)
                .map(|row| row.data)
                .map_err(|e| ImageFault::encode(&e))
        })
        .collect::<Result<_, _>>()?;
    Ok(Body::Iterm {
        whole: whole.data,
        rows,
    })
}
