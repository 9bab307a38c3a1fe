//! Pictures on the screen. The only file that knows pixels, terminal protocols and ratatui-image.
//!
//! Drawing never decodes: what is not ready is remembered as a [`Want`], a lane prepares it, and a later frame
//! shows it. The picture data are caches of the terminal and stay out of the model. The caller draws the words
//! for what is waiting or failed.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::read::image::{Crop, ImageFault};

mod cache;
mod encode;
mod overlay;
mod paint;
mod sixel;
#[cfg(test)]
mod tests;

use cache::Cache;
use encode::Body;
pub use encode::{Encoded, Encoder};
use overlay::Shown;

/// How a terminal draws pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Kitty's graphics protocol with placeholder characters.
    Kitty,
    /// Sixel.
    Sixel,
    /// iTerm2's inline images.
    Iterm2,
    /// Two coloured pixels in every cell; works everywhere.
    Halfblocks,
    /// No pictures, only their words.
    None,
}

impl Protocol {
    /// The name in settings and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kitty => "kitty",
            Self::Sixel => "sixel",
            Self::Iterm2 => "iterm2",
            Self::Halfblocks => "halfblocks",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(raw: &str) -> Result<Self, String> {
        [Self::Kitty, Self::Sixel, Self::Iterm2, Self::Halfblocks, Self::None]
            .into_iter()
            .find(|p| p.name() == raw)
            .ok_or_else(|| format!("unknown protocol '{raw}'; known are kitty, sixel, iterm2, halfblocks, none"))
    }
}

/// A picture at a size: what to draw, and the key of the cache.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Want {
    /// The file with the picture.
    pub file: PathBuf,
    /// Hash of the file's bytes; a changed file is another picture.
    pub sha256: Arc<str>,
    /// The part to show, `None` for the whole.
    pub crop: Option<Crop>,
    /// Columns it takes.
    pub cols: u16,
    /// Rows it takes.
    pub rows: u16,
    /// Frame of an animation, from 0.
    pub frame: u32,
}

impl Want {
    /// Whether `other` differs at most in the frame.
    pub(crate) fn same_place(&self, other: &Self) -> bool {
        let (a, b) = (self, other);
        a.sha256 == b.sha256 && a.cols == b.cols && a.rows == b.rows && a.crop == b.crop && a.file == b.file
    }
}

/// A want that a lane has dealt with.
#[derive(Debug)]
pub struct Done {
    /// What was asked for.
    pub want: Want,
    /// The picture, or why there is none.
    pub result: Result<Encoded, ImageFault>,
}

/// What [`Pictures::draw`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// The picture is in the buffer.
    Shown,
    /// It is being prepared.
    Waiting,
    /// There will be none; the words say why.
    Fault(String),
}

/// The pictures of one terminal.
#[derive(Debug)]
pub struct Pictures {
    encoder: Encoder,
    cache: Cache,
    faults: HashMap<Want, ImageFault>,
    drawn: Vec<Want>,
    ahead: Vec<Want>,
    /// What the frame before and this frame show.
    before: Vec<Shown>,
    now: Vec<Shown>,
    force: bool,
    /// Kitty: what the terminal holds under each id, and what this frame sends.
    held: HashMap<u32, Want>,
    sent: Vec<(u32, Want, Position)>,
    /// Kitty: orders to forget pictures, sent with the next one.
    forget: String,
}

impl Pictures {
    /// For a terminal with cells of `cell_px` pixels (width, height). `cap` is the most bytes kept, about 48 MiB.
    pub fn new(protocol: Protocol, cell_px: (u16, u16), background: [u8; 3], cap: usize) -> Self {
        Self {
            encoder: Encoder {
                protocol,
                cell_px,
                background,
                max_px: None,
            },
            cache: Cache::new(cap),
            faults: HashMap::new(),
            drawn: Vec::new(),
            ahead: Vec::new(),
            before: Vec::new(),
            now: Vec::new(),
            force: false,
            held: HashMap::new(),
            sent: Vec::new(),
            forget: String::new(),
        }
    }

    /// Sixel only: the largest graphic the terminal draws, in pixels; a larger one would be cut off.
    #[must_use]
    pub fn with_max_px(mut self, max_px: Option<(u32, u32)>) -> Self {
        self.encoder.max_px = max_px;
        self
    }

    /// What prepares pictures for this terminal; for the lane.
    pub fn encoder(&self) -> Encoder {
        self.encoder
    }

    /// Protocol in use.
    pub fn protocol(&self) -> Protocol {
        self.encoder.protocol
    }

    /// Pixels of a cell, width and height.
    pub fn cell_px(&self) -> (u16, u16) {
        self.encoder.cell_px
    }

    /// Starts a frame. Wants that nobody took are forgotten.
    pub fn begin_frame(&mut self) {
        self.cache.begin_frame();
        self.drawn.clear();
        self.ahead.clear();
        self.sent.clear();
        self.before = std::mem::take(&mut self.now);
    }

    /// Draws `want` with its left edge at `area.x`. `area` is the visible part, `skip_rows` the rows of the picture
    /// that are scrolled away above it.
    ///
    /// A picture wider than `area` is cut with half-blocks and kitty and is a fault with the others.
    pub fn draw(&mut self, want: &Want, area: Rect, skip_rows: u16, buf: &mut Buffer) -> Drawn {
        if self.encoder.protocol == Protocol::None {
            return Drawn::Fault("pictures are switched off".to_owned());
        }
        if let Some(fault) = self.faults.get(want) {
            return Drawn::Fault(fault.to_string());
        }
        let Some(encoded) = self.cache.get(want) else {
            self.drawn.push(want.clone());
            return Drawn::Waiting;
        };
        let area = paint::visible(encoded, area.intersection(buf.area), skip_rows);
        if area.is_empty() {
            return Drawn::Shown;
        }
        let corner = area.as_position();
        let before = self
            .before
            .iter()
            .find(|s| s.area == area && s.skip == skip_rows && s.want == *want);
        let mut shown = Shown::new(want.clone(), area, skip_rows, before);
        match &encoded.body {
            Body::Cells(cells) => paint::placed(cells, area, skip_rows, buf),
            Body::Kitty { id, transmit, placed } => {
                paint::placed(placed, area, skip_rows, buf);
                let held = !self.force && self.held.get(id) == Some(want);
                if !held && !self.sent.iter().any(|(_, w, _)| w == want) {
                    paint::before(&format!("{}{transmit}", self.forget), corner, buf);
                    self.sent.push((*id, want.clone(), corner));
                }
            }
            Body::Sixel(_) | Body::Iterm { .. } if encoded.cols > area.width => {
                return Drawn::Fault("too wide for this pane".to_owned());
            }
            Body::Sixel(strips) => {
                shown.one_piece(self.force);
                let cell_h = u32::from(self.encoder.cell_px.1.max(1));
                let data = strips.cut(u32::from(skip_rows) * cell_h, u32::from(area.height) * cell_h);
                paint::one_piece(&data, area, shown.mark, buf);
            }
            Body::Iterm { whole, rows } => {
                shown.one_piece(self.force);
                if area.height == encoded.rows {
                    paint::one_piece(whole, area, shown.mark, buf);
                } else {
                    paint::rows(rows, area, skip_rows, shown.mark, buf);
                }
            }
        }
        self.now.push(shown);
        Drawn::Shown
    }

    /// Asks for a picture that will probably be shown soon.
    pub fn prefetch(&mut self, want: Want) {
        self.ahead.push(want);
    }

    /// Ends a frame. `overlay` is the popup drawn over the pictures in `buf`, if any.
    ///
    /// Sixel and iTerm2 pictures do not know what covers them: one that comes out from under a popup is sent
    /// again, and a popup is drawn again over one that is sent now.
    pub fn end_frame(&mut self, overlay: Option<Rect>, buf: &mut Buffer) {
        overlay::settle(&mut self.now, &self.before, overlay, buf);
        let hidden = |at: Position| overlay.is_some_and(|o| o.contains(at));
        for (id, want, at) in self.sent.drain(..) {
            if hidden(at) {
                self.held.remove(&id);
            } else {
                self.held.insert(id, want);
                self.forget.clear();
            }
        }
        self.force = false;
    }

    /// Sends every visible picture again in the next frame: after a resize, a suspend, or a garbled screen.
    pub fn force(&mut self) {
        self.force = true;
    }

    /// What is not ready yet: the drawn ones in drawing order, then those to prepare ahead. Empties the list.
    pub fn take_wants(&mut self) -> Vec<Want> {
        let mut seen = HashSet::new();
        let ahead = std::mem::take(&mut self.ahead);
        let mut wants = std::mem::take(&mut self.drawn);
        wants.extend(ahead);
        wants.retain(|w| !self.cache.contains(w) && !self.faults.contains_key(w) && seen.insert(w.clone()));
        wants
    }

    /// Stores what a lane prepared.
    pub fn accept(&mut self, done: Done) {
        match done.result {
            Ok(encoded) => {
                self.faults.remove(&done.want);
                for (want, gone) in self.cache.put(&done.want, encoded) {
                    if let Body::Kitty { id, .. } = gone.body
                        && self.held.get(&id) == Some(&want)
                    {
                        self.held.remove(&id);
                        self.forget.push_str(&forget(id));
                    }
                }
            }
            Err(fault) => {
                self.faults.insert(done.want, fault);
            }
        }
    }

    /// Tries the failed pictures again when they are drawn next.
    pub fn forget_faults(&mut self) {
        self.faults.clear();
    }

    /// What to write when the screen is left: orders to forget every picture the terminal holds.
    pub fn leave(&mut self) -> String {
        let mut out = std::mem::take(&mut self.forget);
        for (id, _) in self.held.drain() {
            out.push_str(&forget(id));
        }
        out
    }
}

fn forget(id: u32) -> String {
    format!("\u{1b}_Ga=d,d=I,i={id},q=2\u{1b}\\")
}
