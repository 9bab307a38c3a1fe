//! Shrinks a picture to the pixels it will have on the screen, on a plain background.

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::{DynamicImage, Rgba, RgbaImage};

/// Largest enlargement of a cut-out; beyond it one sees only squares.
pub const MAX_ZOOM: u32 = 16;

/// A part of a picture, in pixels of the upright picture. Parts outside it are cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Crop {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Crop {
    /// The part that lies inside a picture of `width` by `height`, never empty unless the picture is.
    #[must_use]
    pub fn inside(self, width: u32, height: u32) -> Self {
        let x = self.x.min(width.saturating_sub(1));
        let y = self.y.min(height.saturating_sub(1));
        Self {
            x,
            y,
            width: self.width.clamp(1, (width - x).max(1)),
            height: self.height.clamp(1, (height - y).max(1)),
        }
    }
}

/// Size of `width` by `height` in the `room`, proportions kept, enlarged at most `zoom` times. Never 0.
pub fn fitted(width: u32, height: u32, room: (u32, u32), zoom: u32) -> (u32, u32) {
    let (w, h) = (u64::from(width.max(1)), u64::from(height.max(1)));
    let most = u64::from(zoom.max(1));
    let (room_w, room_h) = (
        u64::from(room.0.max(1)).min(w * most),
        u64::from(room.1.max(1)).min(h * most),
    );
    let (fit_w, fit_h) = if room_w * h <= room_h * w {
        (room_w, (h * room_w + w / 2) / w)
    } else {
        ((w * room_h + h / 2) / h, room_h)
    };
    let side = |n: u64| u32::try_from(n.max(1)).unwrap_or(u32::MAX);
    (side(fit_w), side(fit_h))
}

/// `image`, or the part `crop` of it, as large as `room` allows, on `background`.
///
/// Proportions are kept. The whole picture is never enlarged; a part is, up to [`MAX_ZOOM`] times.
pub fn fit(image: &DynamicImage, crop: Option<Crop>, room: (u32, u32), background: [u8; 3]) -> RgbaImage {
    let whole = Crop {
        x: 0,
        y: 0,
        width: image.width(),
        height: image.height(),
    };
    let part = crop.unwrap_or(whole).inside(image.width(), image.height());
    let zoom = if crop.is_some() { MAX_ZOOM } else { 1 };
    resize(image, crop, fitted(part.width, part.height, room, zoom), background)
}

/// `image`, or the part `crop` of it, at exactly `size` pixels, on `background`.
pub fn resize(image: &DynamicImage, crop: Option<Crop>, size: (u32, u32), background: [u8; 3]) -> RgbaImage {
    let part = crop.map(|c| c.inside(image.width(), image.height()));
    let (width, height) = (size.0.max(1), size.1.max(1));
    let mut small = DynamicImage::new(width, height, image.color());
    let mut options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    // Weighing by alpha copies the whole picture; most screenshots have an alpha channel and do not use it.
    options = options.use_alpha(!opaque(image));
    if let Some(p) = part {
        options = options.crop(f64::from(p.x), f64::from(p.y), f64::from(p.width), f64::from(p.height));
    }
    if Resizer::new().resize(image, &mut small, &options).is_err() {
        // A pixel type that the fast path does not know.
        let cut = part.map(|p| image.crop_imm(p.x, p.y, p.width, p.height));
        small = cut
            .as_ref()
            .unwrap_or(image)
            .resize_exact(width, height, image::imageops::FilterType::Triangle);
    }
    flatten(small, background)
}

fn opaque(image: &DynamicImage) -> bool {
    match image {
        DynamicImage::ImageRgba8(rgba) => rgba.as_raw().chunks_exact(4).all(|p| matches!(p, [_, _, _, 255])),
        image => !image.color().has_alpha(),
    }
}

/// Lays a picture with transparency on `background` in place, so that shrinking it needs no copy of the whole.
pub fn lay(image: &mut DynamicImage, background: [u8; 3]) {
    if let DynamicImage::ImageRgba8(rgba) = image {
        for pixel in rgba.pixels_mut() {
            *pixel = over(*pixel, background);
        }
    }
}

fn flatten(image: DynamicImage, background: [u8; 3]) -> RgbaImage {
    let clear = image.color().has_alpha();
    let mut flat = image.into_rgba8();
    if clear {
        for pixel in flat.pixels_mut() {
            *pixel = over(*pixel, background);
        }
    }
    flat
}

fn over(Rgba([r, g, b, alpha]): Rgba<u8>, [back_r, back_g, back_b]: [u8; 3]) -> Rgba<u8> {
    let mix = |front: u8, back: u8| {
        let sum = u32::from(front) * u32::from(alpha) + u32::from(back) * u32::from(255 - alpha);
        u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
    };
    Rgba([mix(r, back_r), mix(g, back_g), mix(b, back_b), 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proportions_are_kept_and_nothing_grows_unasked() {
        assert_eq!(fitted(3840, 2160, (640, 640), 1), (640, 360));
        assert_eq!(fitted(100, 50, (640, 640), 1), (100, 50));
        assert_eq!(fitted(100, 50, (640, 640), 4), (400, 200));
        assert_eq!(fitted(1, 30_000, (640, 600), 1), (1, 600));
        assert_eq!(fitted(0, 0, (0, 0), 0), (1, 1));
    }

    #[test]
    fn transparency_takes_the_background() {
        let image = DynamicImage::ImageRgba8(RgbaImage::from_fn(2, 1, |x, _| {
            if x == 0 {
                Rgba([255, 0, 0, 0])
            } else {
                Rgba([255, 0, 0, 255])
            }
        }));
        let flat = fit(&image, None, (10, 10), [10, 20, 30]);
        assert_eq!(flat.get_pixel(0, 0).0, [10, 20, 30, 255]);
        assert_eq!(flat.get_pixel(1, 0).0, [255, 0, 0, 255]);
        assert_eq!(over(Rgba([255, 255, 255, 128]), [0, 0, 0]).0, [128, 128, 128, 255]);
    }

    #[test]
    fn laying_first_changes_nothing_but_the_alpha() {
        let mut image = DynamicImage::ImageRgba8(RgbaImage::from_pixel(3, 2, Rgba([200, 100, 0, 128])));
        let before = fit(&image, None, (3, 2), [10, 20, 30]);
        lay(&mut image, [10, 20, 30]);
        assert!(opaque(&image));
        assert_eq!(fit(&image, None, (3, 2), [10, 20, 30]), before);
    }

    #[test]
    fn a_part_is_cut_and_enlarged() {
        // Left half black, right half white.
        let image = DynamicImage::ImageLuma8(image::GrayImage::from_fn(8, 4, |x, _| {
            image::Luma([if x < 4 { 0 } else { 255 }])
        }));
        let part = Crop {
            x: 4,
            y: 0,
            width: 4,
            height: 4,
        };
        let flat = fit(&image, Some(part), (16, 16), [0, 0, 0]);
        assert_eq!(flat.dimensions(), (16, 16));
        // The filter sees the neighbours of the part, so only its far side is pure.
        assert!(flat.enumerate_pixels().all(|(x, _, p)| x < 8 || p.0[0] > 250));
        let outside = Crop {
            x: 100,
            y: 100,
            width: 0,
            height: 9,
        };
        assert_eq!(
            fit(&image, Some(outside), (16, 16), [0; 3]).get_pixel(0, 0).0,
            [255, 255, 255, 255]
        );
    }
}
