//! Pixels: decoded within the limits, upright, 8 bits a channel.

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder};

use super::guard::guarded;
use super::{Format, ImageFault, Limits, open, sniff};

/// Decodes the first frame, upright and with 8 bits a channel.
///
/// # Errors
/// When a limit would be broken, the file ends early, or the decoder refuses it or crashes.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<DynamicImage, ImageFault> {
    let format = sniff::format(bytes, limits)?;
    guarded(|| pixels(bytes, format, limits)).unwrap_or(Err(ImageFault::Crashed(format)))
}

fn pixels(bytes: &[u8], format: Format, limits: &Limits) -> Result<DynamicImage, ImageFault> {
    let fault = |e: image::ImageError| ImageFault::from_decoder(format, &e);
    let mut decoder = open(bytes, format, limits)?;
    let mut need = decoder.total_bytes();
    if format == Format::Jpeg {
        let end = sniff::jpeg_end(bytes);
        if !end.complete {
            return Err(ImageFault::Truncated(format));
        }
        if end.progressive {
            let (width, height) = decoder.dimensions();
            need += 2 * u64::from(width) * u64::from(height) * u64::from(end.components);
        }
    }
    let orientation = decoder.orientation().map_err(fault)?;
    let color = decoder.color_type();
    // A second copy is made to turn the picture or to bring it to 8 bits.
    if turns(orientation) || color.bytes_per_pixel() > 4 {
        need += decoder.total_bytes();
    }
    if need > limits.memory {
        return Err(ImageFault::TooMuchMemory);
    }
    let mut image = eight_bit(DynamicImage::from_decoder(decoder).map_err(fault)?);
    image.apply_orientation(orientation);
    Ok(image)
}

/// Whether the pixels lie in the file as they are shown, and not turned or mirrored by what it says about itself.
///
/// # Errors
/// As [`decode`].
pub fn upright(bytes: &[u8], limits: &Limits) -> Result<bool, ImageFault> {
    let format = sniff::format(bytes, limits)?;
    let fault = |e: image::ImageError| ImageFault::from_decoder(format, &e);
    let read = || Ok(open(bytes, format, limits)?.orientation().map_err(fault)? == Orientation::NoTransforms);
    guarded(read).unwrap_or(Err(ImageFault::Crashed(format)))
}

/// Whether `orientation` exchanges width and height.
pub(super) fn turns(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    )
}

fn eight_bit(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageLuma16(_) => DynamicImage::ImageLuma8(image.into_luma8()),
        DynamicImage::ImageLumaA16(_) => DynamicImage::ImageLumaA8(image.into_luma_alpha8()),
        DynamicImage::ImageRgb16(_) | DynamicImage::ImageRgb32F(_) => DynamicImage::ImageRgb8(image.into_rgb8()),
        DynamicImage::ImageRgba16(_) | DynamicImage::ImageRgba32F(_) => DynamicImage::ImageRgba8(image.into_rgba8()),
        image => image,
    }
}
