//! Pictures made ready for text recognition: grey, on white, letters large and dark. Pure.

use std::io::Cursor;

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::{DynamicImage, GrayImage, Luma};

/// Longest side, in pixels, of a picture that is enlarged.
const LARGE: u32 = 3_000;

/// Brightness below which a pixel is dark.
const DARK: u8 = 128;

/// How a picture is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct How {
    /// Twice the width and height, unless a side is longer than 3,000 pixels already.
    pub enlarge: bool,
    /// Light on dark becomes dark on light.
    pub invert: bool,
}

/// The picture as it is to be read: transparent parts are white, colours are grey.
pub fn prepare(picture: &DynamicImage, how: How) -> GrayImage {
    let mut grey = flat(picture);
    if how.invert && is_dark(&grey) {
        image::imageops::invert(&mut grey);
    }
    if how.enlarge && grey.width().max(grey.height()) <= LARGE {
        grey = twice(grey);
    }
    grey
}

/// Grey on white.
fn flat(picture: &DynamicImage) -> GrayImage {
    if !picture.color().has_alpha() {
        return picture.to_luma8();
    }
    let with = picture.to_luma_alpha8();
    GrayImage::from_fn(with.width(), with.height(), |x, y| {
        let [luma, alpha] = with.get_pixel(x, y).0.map(u16::from);
        let sum = luma * alpha + 255 * (255 - alpha);
        Luma([u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)])
    })
}

/// Whether more than half of a picture is dark: its ground then is. A dark editor beside a light preview has a mean in the
/// middle, so the mean tells less.
fn is_dark(grey: &GrayImage) -> bool {
    let dark = grey.as_raw().iter().filter(|l| **l < DARK).count();
    2 * dark > grey.as_raw().len()
}

/// Twice as large; as it is where that fails.
fn twice(grey: GrayImage) -> GrayImage {
    let from = DynamicImage::ImageLuma8(grey);
    let mut to = DynamicImage::ImageLuma8(GrayImage::new(2 * from.width(), 2 * from.height()));
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
    match Resizer::new().resize(&from, &mut to, &options) {
        Ok(()) => to.into_luma8(),
        Err(_) => from.into_luma8(),
    }
}

/// A picture as PNG, packed fast rather than small.
///
/// # Errors
/// The encoder refuses it.
pub fn png(grey: &GrayImage) -> image::ImageResult<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    let to = PngEncoder::new_with_quality(&mut out, CompressionType::Fast, PngFilter::Sub);
    grey.write_with_encoder(to)?;
    Ok(out.into_inner())
}
