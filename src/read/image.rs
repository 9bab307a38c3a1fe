//! Reads pictures: what they are, why they cannot be shown, their pixels. The content decides, never the name.
//!
//! Everything is limited before it is decoded: bytes, sides, pixels, memory. Knows no terminal and no cell; never
//! gives half a picture. All decoders run guarded, so that a crash in one is a fault of the file.

use std::fmt;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use image::{ImageDecoder, ImageReader};

mod decode;
mod fault;
mod fit;
mod frames;
pub mod guard;
mod player;
mod print;
mod sniff;
#[cfg(test)]
mod tests;

pub use decode::{decode, upright};
pub use fault::ImageFault;
pub use fit::{Crop, MAX_ZOOM, fit, fitted, lay, resize};
pub use player::{Moment, Player};
pub use print::look;

/// What is refused before decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of a file.
    pub bytes: u64,
    /// Most pixels of a picture.
    pub pixels: u64,
    /// Longest side in pixels. Browsers cut screenshots at 16,384, so 30,000 refuses nothing real.
    pub side: u32,
    /// Most bytes a decoder may hold.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            pixels: 64_000_000,
            side: 30_000,
            memory: 256 << 20,
        }
    }
}

/// Formats that can be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// PNG, also animated.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// WebP, also animated.
    WebP,
    /// Windows bitmap.
    Bmp,
    /// TIFF; the first page.
    Tiff,
}

impl Format {
    fn of_decoder(self) -> image::ImageFormat {
        match self {
            Self::Png => image::ImageFormat::Png,
            Self::Jpeg => image::ImageFormat::Jpeg,
            Self::Gif => image::ImageFormat::Gif,
            Self::WebP => image::ImageFormat::WebP,
            Self::Bmp => image::ImageFormat::Bmp,
            Self::Tiff => image::ImageFormat::Tiff,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Gif => "GIF",
            Self::WebP => "WebP",
            Self::Bmp => "BMP",
            Self::Tiff => "TIFF",
        })
    }
}

/// Whether a picture moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frames {
    /// One picture.
    Still,
    /// An animation and its number of frames, `None` when there are too many to count.
    Animated(Option<u32>),
}

/// What a header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageInfo {
    /// Format by content.
    pub format: Format,
    /// Width in pixels, as shown: after EXIF orientation.
    pub width: u32,
    /// Height in pixels, as shown.
    pub height: u32,
    /// Still or animated.
    pub frames: Frames,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Reads the header of a picture. No pixels are decoded.
///
/// # Errors
/// Anything that would also stop [`decode()`] and shows in the header.
pub fn probe(bytes: &[u8]) -> Result<ImageInfo, ImageFault> {
    let limits = Limits::default();
    let format = sniff::format(bytes, &limits)?;
    guard::guarded(|| {
        let mut decoder = open(bytes, format, &limits)?;
        let (width, height) = decoder.dimensions();
        let orientation = decoder
            .orientation()
            .map_err(|e| ImageFault::from_decoder(format, &e))?;
        let (width, height) = if decode::turns(orientation) {
            (height, width)
        } else {
            (width, height)
        };
        let frames = frames::count(bytes, format);
        Ok(ImageInfo {
            format,
            width,
            height,
            frames,
            bytes: bytes.len() as u64,
        })
    })
    .unwrap_or(Err(ImageFault::Crashed(format)))
}

/// [`probe`] on a file.
///
/// # Errors
/// As [`probe`], and when the file cannot be read.
pub fn probe_file(path: &Path) -> Result<ImageInfo, ImageFault> {
    probe(&read_file(path, &Limits::default())?)
}

/// The bytes of a regular file, if it is not larger than `limits.bytes`. Never waits on a pipe.
///
/// # Errors
/// When the file is missing, not regular, unreadable, empty or too large.
pub fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>, ImageFault> {
    let meta = std::fs::metadata(path).map_err(|e| ImageFault::from_io(&e))?;
    if !meta.is_file() {
        return Err(ImageFault::NotAFile);
    }
    let max = limits.bytes;
    if meta.len() > max {
        return Err(ImageFault::TooLarge { bytes: meta.len(), max });
    }
    let mut bytes = Vec::with_capacity(crate::base::num::size(meta.len()));
    let file = File::open(path).map_err(|e| ImageFault::from_io(&e))?;
    // The file may grow between the two calls.
    file.take(max + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| ImageFault::from_io(&e))?;
    let len = bytes.len() as u64;
    match len {
        0 => Err(ImageFault::Empty),
        _ if len > max => Err(ImageFault::TooLarge { bytes: len, max }),
        _ => Ok(bytes),
    }
}

/// A decoder whose sides are already checked.
fn open<'a>(bytes: &'a [u8], format: Format, limits: &Limits) -> Result<impl ImageDecoder + 'a, ImageFault> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format.of_decoder());
    let mut own = image::Limits::no_limits();
    own.max_alloc = Some(limits.memory);
    reader.limits(own);
    let decoder = reader
        .into_decoder()
        .map_err(|e| ImageFault::from_decoder(format, &e))?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, limits)?;
    Ok(decoder)
}

fn check_size(width: u32, height: u32, limits: &Limits) -> Result<(), ImageFault> {
    if width == 0 || height == 0 {
        return Err(ImageFault::NoPixels);
    }
    if width > limits.side || height > limits.side {
        return Err(ImageFault::SideTooLong {
            width,
            height,
            max: limits.side,
        });
    }
    if u64::from(width) * u64::from(height) > limits.pixels {
        return Err(ImageFault::TooManyPixels { width, height });
    }
    Ok(())
}
