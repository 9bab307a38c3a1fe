//! The look of a picture as 64 bits, through the guarded decoder. The first frame of an animation counts.

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::DynamicImage;

use crate::base::num::small;
use crate::domain::synth::look::{Look, SIDE, of_pixels};

use super::guard::guarded;
use super::{ImageFault, Limits, decode, sniff};

/// The look of the picture in `bytes`: grey on white, shrunk to 32 by 32 with Lanczos, its low frequencies.
///
/// # Errors
/// As [`decode()`].
pub fn look(bytes: &[u8], limits: &Limits) -> Result<Look, ImageFault> {
    let image = decode(bytes, limits)?;
    let format = sniff::format(bytes, limits)?;
    guarded(|| small_grey(image))
        .flatten()
        .map(|grey| of_pixels(&grey))
        .ok_or(ImageFault::Crashed(format))
}

fn small_grey(image: DynamicImage) -> Option<Vec<u8>> {
    let (width, height) = (image.width(), image.height());
    let from = Image::from_vec_u8(width, height, grey(image), PixelType::U8).ok()?;
    let side = small(SIDE);
    let mut to = Image::new(side, side, PixelType::U8);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize(&from, &mut to, &options).ok()?;
    Some(to.into_vec())
}

/// Brightness by ITU-R 601, rounded as Pillow does, whose hashes these are to be compared with; what is clear is white.
fn grey(image: DynamicImage) -> Vec<u8> {
    let mix = |[r, g, b]: [u8; 3]| {
        let sum = u32::from(r) * 19_595 + u32::from(g) * 38_470 + u32::from(b) * 7_471 + 0x8000;
        u8::try_from(sum >> 16).unwrap_or(u8::MAX)
    };
    match image {
        DynamicImage::ImageLuma8(grey) => grey.into_raw(),
        DynamicImage::ImageRgb8(rgb) => rgb.as_raw().as_chunks::<3>().0.iter().map(|p| mix(*p)).collect(),
        other => {
            let rgba = other.into_rgba8();
            let pixels = rgba.as_raw().as_chunks::<4>().0.iter();
            let on_white = |[r, g, b, alpha]: [u8; 4]| {
                let ink = u32::from(mix([r, g, b]));
                let alpha = u32::from(alpha);
                u8::try_from((ink * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
            };
            pixels.map(|p| on_white(*p)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    fn png(image: &DynamicImage) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    fn made(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 3]) -> DynamicImage {
        DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| Rgb(pixel(x, y))))
    }

    fn hash(image: &DynamicImage) -> Look {
        look(&png(image), &Limits::default()).unwrap()
    }

    fn low(n: u32) -> u8 {
        u8::try_from(n % 256).unwrap()
    }

    /// `imagehash.phash` 4.3.2 of the same pixels, made with numpy and Pillow.
    #[test]
    fn hashes_are_those_of_imagehash() {
        let boxes = made(200, 120, |x, y| {
            if (x / 25 + y / 40) % 3 == 0 {
                [30, 60, 200]
            } else {
                [240, 230, low(x * y % 200)]
            }
        });
        let bars = made(33, 97, |x, y| [low(x * x + y * 3), low(y * y), low(x * 7)]);
        let circle = made(300, 300, |x, y| {
            let (dx, dy) = (x.abs_diff(120), y.abs_diff(180));
            if dx * dx + dy * dy < 8100 {
                [10; 3]
            } else {
                [250, 250, 240]
            }
        });
        let plain = made(40, 40, |_, _| [200; 3]);
        for (image, theirs) in [
            (boxes, "aaab02aea87e2e2b"),
            (bars, "8e030e7c017f517f"),
            (circle, "b6c1c12f4f32c9d1"),
            (plain, "8000000000000000"),
        ] {
            assert_eq!(hash(&image).to_string(), theirs);
        }
    }

    #[test]
    fn the_same_picture_saved_otherwise_looks_the_same() {
        let shot = made(320, 200, |x, y| {
            if (x / 40 + y / 25) % 2 == 0 || x > 200 {
                [20, low(x), 90]
            } else {
                [250, 240, low(y)]
            }
        });
        let other = made(
            320,
            200,
            |x, y| if x * 2 > y * 3 { [250; 3] } else { [low(x), 0, low(y)] },
        );
        let mut jpeg = Cursor::new(Vec::new());
        shot.write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let jpeg = look(jpeg.get_ref(), &Limits::default()).unwrap();
        assert!(hash(&shot).distance(jpeg) <= 4, "{}", hash(&shot).distance(jpeg));
        let half = shot.resize_exact(160, 100, image::imageops::FilterType::Triangle);
        assert!(hash(&shot).distance(hash(&half)) <= 4);
        assert!(hash(&shot).distance(hash(&other)) > 16);
    }

    #[test]
    fn what_is_clear_is_white() {
        let shape = |clear: [u8; 4]| {
            DynamicImage::ImageRgba8(RgbaImage::from_fn(64, 64, |x, y| {
                if x > 20 && y > 30 {
                    Rgba([0, 0, 90, 255])
                } else {
                    Rgba(clear)
                }
            }))
        };
        assert_eq!(hash(&shape([0, 0, 0, 0])), hash(&shape([255; 4])));
        assert!(look(b"no picture", &Limits::default()).is_err());
    }
}
