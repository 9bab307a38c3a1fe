//! Plays an animation frame by frame. Holds the file and the canvas of the decoder, never the whole animation.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, DynamicImage, ImageDecoder, ImageResult};

use super::guard::guarded;
use super::{Format, ImageFault, Limits, check_size, sniff};

/// Most pixels of an animation's canvas; a decoder holds up to four canvases.
const CANVAS: u64 = 16_000_000;

/// Delay of frames that ask for none, as browsers do.
const NO_DELAY: Duration = Duration::from_millis(100);

/// Shortest delay that is kept.
const LEAST: Duration = Duration::from_millis(20);

/// One frame of an animation.
#[derive(Debug)]
pub struct Moment {
    /// Number of the frame in its loop, from 0.
    pub number: u32,
    /// The whole canvas at that moment.
    pub image: DynamicImage,
    /// How long it is shown.
    pub delay: Duration,
}

type Frames = image::Frames<'static>;

/// Gives the frames of a GIF, an animated PNG or an animated WebP in a loop.
pub struct Player {
    bytes: Arc<[u8]>,
    format: Format,
    limits: Limits,
    frames: Frames,
    number: u32,
}

impl std::fmt::Debug for Player {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Player")
            .field("format", &self.format)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl Player {
    /// Opens an animation. Nothing is decoded yet.
    ///
    /// # Errors
    /// When it is no animation, or too large to play.
    pub fn open(bytes: Arc<[u8]>, limits: &Limits) -> Result<Self, ImageFault> {
        let limits = Limits {
            pixels: limits.pixels.min(CANVAS),
            ..*limits
        };
        let format = sniff::format(&bytes, &limits)?;
        let frames = start(&bytes, format, &limits)?;
        Ok(Self {
            bytes,
            format,
            limits,
            frames,
            number: 0,
        })
    }

    /// The next frame; after the last comes the first. A damaged frame ends the loop early.
    ///
    /// # Errors
    /// When not even the first frame can be decoded.
    pub fn next_frame(&mut self) -> Result<Moment, ImageFault> {
        let fault = match self.step() {
            Ok(Some(moment)) => return Ok(moment),
            Ok(None) => None,
            Err(fault) => Some(fault),
        };
        if self.number == 0 {
            return Err(fault.unwrap_or(ImageFault::Truncated(self.format)));
        }
        self.frames = start(&self.bytes, self.format, &self.limits)?;
        self.number = 0;
        self.step()?.ok_or(ImageFault::Truncated(self.format))
    }

    fn step(&mut self) -> Result<Option<Moment>, ImageFault> {
        let next = guarded(|| self.frames.next()).ok_or(ImageFault::Crashed(self.format))?;
        let Some(frame) = next else { return Ok(None) };
        let frame = frame.map_err(|e| ImageFault::from_decoder(self.format, &e))?;
        let number = self.number;
        self.number += 1;
        let delay = delay(frame.delay().into());
        Ok(Some(Moment {
            number,
            image: DynamicImage::ImageRgba8(frame.into_buffer()),
            delay,
        }))
    }
}

fn delay(asked: Duration) -> Duration {
    if asked <= Duration::from_millis(10) {
        NO_DELAY
    } else {
        asked.max(LEAST)
    }
}

fn start(bytes: &Arc<[u8]>, format: Format, limits: &Limits) -> Result<Frames, ImageFault> {
    guarded(|| open(bytes, format, limits)).unwrap_or(Err(ImageFault::Crashed(format)))
}

fn open(bytes: &Arc<[u8]>, format: Format, limits: &Limits) -> Result<Frames, ImageFault> {
    let fault = |e: image::ImageError| ImageFault::from_decoder(format, &e);
    let read = Cursor::new(Arc::clone(bytes));
    let mut own = image::Limits::no_limits();
    own.max_alloc = Some(limits.memory);
    match format {
        Format::Gif => {
            let mut decoder = GifDecoder::new(read).map_err(fault)?;
            checked(&mut decoder, own, limits).map_err(fault)??;
            Ok(decoder.into_frames())
        }
        Format::Png => {
            let mut decoder = PngDecoder::with_limits(read, own.clone()).map_err(fault)?;
            checked(&mut decoder, own, limits).map_err(fault)??;
            if !decoder.is_apng().map_err(fault)? {
                return Err(ImageFault::Still);
            }
            Ok(decoder.apng().map_err(fault)?.into_frames())
        }
        Format::WebP => {
            let mut decoder = WebPDecoder::new(read).map_err(fault)?;
            checked(&mut decoder, own, limits).map_err(fault)??;
            if !decoder.has_animation() {
                return Err(ImageFault::Still);
            }
            Ok(decoder.into_frames())
        }
        Format::Jpeg | Format::Bmp | Format::Tiff => Err(ImageFault::Still),
    }
}

/// Checks the canvas before any limit of the decoder, whose words would not name the size.
fn checked(
    decoder: &mut impl ImageDecoder,
    own: image::Limits,
    limits: &Limits,
) -> ImageResult<Result<(), ImageFault>> {
    let (width, height) = decoder.dimensions();
    if let Err(fault) = check_size(width, height, limits) {
        return Ok(Err(fault));
    }
    decoder.set_limits(own).map(Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_those_of_browsers() {
        let ms = Duration::from_millis;
        assert_eq!(delay(ms(0)), ms(100));
        assert_eq!(delay(ms(10)), ms(100));
        assert_eq!(delay(ms(15)), ms(20));
        assert_eq!(delay(ms(70)), ms(70));
    }
}
