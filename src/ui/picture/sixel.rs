//! Cuts rows out of sixel data, so that a picture can be scrolled without encoding it again.
//!
//! Sixel comes in bands of six pixel rows. A cut is rounded to a band in such a way that nothing is ever drawn
//! above or below the visible cells: drawing below the last line would scroll the whole screen.

use std::fmt::Write;

/// Pixel rows of a band.
const BAND: u32 = 6;

/// Sixel data taken apart.
#[derive(Debug, Clone)]
pub(super) struct Strips {
    /// From the start of the string to the `q`.
    intro: String,
    /// Width in pixels.
    width: u32,
    /// Height in pixels.
    height: u32,
    /// The colour definitions.
    palette: String,
    bands: Vec<String>,
}

impl Strips {
    /// Takes apart what an encoder made for a picture of `width` by `height` pixels; `None` when it is not sixel.
    pub(super) fn parse(data: &str, width: u32, height: u32) -> Option<Self> {
        let start = data.find("\u{1b}P")?;
        let (_, data) = data.split_at_checked(start)?;
        let (intro, rest) = data.split_once('q')?;
        let body = rest.trim_end_matches('\\').trim_end_matches('\u{1b}');
        let body = match body.strip_prefix('"') {
            Some(raster) => raster.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'),
            None => body,
        };
        let (palette, pixels) = body.split_at_checked(palette_len(body))?;
        let mut bands: Vec<String> = pixels.split('-').map(str::to_owned).collect();
        while bands.last().is_some_and(String::is_empty) {
            bands.pop();
        }
        Some(Self {
            intro: format!("{intro}q"),
            width,
            height,
            palette: palette.to_owned(),
            bands,
        })
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.palette.len() + self.bands.iter().map(String::len).sum::<usize>()
    }

    /// Sixel data of the part that starts `skip` pixel rows down and is `visible` pixel rows high.
    pub(super) fn cut(&self, skip: u32, visible: u32) -> String {
        let first = skip.div_ceil(BAND);
        let top = first * BAND;
        let to_the_end = skip + visible >= self.height;
        let height = if to_the_end {
            self.height.saturating_sub(top)
        } else {
            visible / BAND * BAND
        };
        let bands = height.div_ceil(BAND);
        let mut out = String::with_capacity(self.bytes() + 64);
        out.push_str(&self.intro);
        // A `String` takes every write.
        let _ = write!(out, "\"1;1;{};{height}", self.width);
        out.push_str(&self.palette);
        let at = usize::try_from(first).unwrap_or(usize::MAX);
        let take = usize::try_from(bands).unwrap_or(usize::MAX);
        for (n, band) in self.bands.iter().skip(at).take(take).enumerate() {
            if n > 0 {
                out.push('-');
            }
            out.push_str(band);
        }
        out.push_str("\u{1b}\\");
        out
    }
}

/// Length of the colour definitions (`#n;2;r;g;b`) at the start. A `#n` without `;` already selects a colour.
fn palette_len(body: &str) -> usize {
    let mut len = 0;
    let mut rest = body;
    while let Some(after) = rest.strip_prefix('#') {
        let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
        if !after.starts_with(';') {
            break;
        }
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        len = body.len() - rest.len();
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "\u{1b}[4X\u{1b}P0;1;0q\"1;1;4;20#0;2;0;0;0#1;2;9;9;9#0!4~$#1??-#1BBBB-#0CCCC-#1D-\u{1b}\\";

    fn strips() -> Strips {
        Strips::parse(DATA, 4, 20).unwrap()
    }

    #[test]
    fn the_whole_comes_back_without_the_last_line_feed() {
        assert_eq!(
            strips().cut(0, 20),
            "\u{1b}P0;1;0q\"1;1;4;20#0;2;0;0;0#1;2;9;9;9#0!4~$#1??-#1BBBB-#0CCCC-#1D\u{1b}\\"
        );
    }

    #[test]
    fn cuts_never_reach_outside_the_visible_rows() {
        // 20 pixel rows, bands start at 0, 6, 12 and 18. Rows 5 to 14 visible: one whole band, 6 to 11.
        assert_eq!(
            strips().cut(5, 10),
            "\u{1b}P0;1;0q\"1;1;4;6#0;2;0;0;0#1;2;9;9;9#1BBBB\u{1b}\\"
        );
        // The last 10 rows: from row 12, eight rows.
        assert_eq!(
            strips().cut(10, 10),
            "\u{1b}P0;1;0q\"1;1;4;8#0;2;0;0;0#1;2;9;9;9#0CCCC-#1D\u{1b}\\"
        );
        // Fewer rows than a band: no pixels at all.
        assert_eq!(strips().cut(0, 5), "\u{1b}P0;1;0q\"1;1;4;0#0;2;0;0;0#1;2;9;9;9\u{1b}\\");
    }

    #[test]
    fn other_data_is_refused() {
        assert!(Strips::parse("no sixel", 1, 1).is_none());
    }
}
