//! A picture as it is sent: as it lies there when that is small enough, else its first frame, scaled down.

use std::io::Cursor;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};

use crate::domain::case::StoredImage;
use crate::read::image::{self as pictures, Format, Frames, ImageFault, Limits, fit, fitted};

/// Most bytes of a picture that is sent as it is.
const MOST: u64 = 4 << 20;

/// Quality of photographs that are too large as PNG.
const QUALITY: u8 = 90;

/// What shows through a picture that is not opaque.
const BEHIND: [u8; 3] = [255, 255, 255];

/// The picture in `file` as a data URI, no side longer than `side` pixels.
///
/// # Errors
/// It cannot be read or decoded.
pub(super) fn data_uri(file: &Path, side: u32) -> Result<String, ImageFault> {
    let limits = Limits::default();
    let bytes = pictures::read_file(file, &limits)?;
    let info = pictures::probe(&bytes)?;
    // Half a picture would be paid for like a whole one, so all are decoded.
    let decoded = pictures::decode(&bytes, &limits)?;
    let mime = match info.format {
        Format::Png => Some("png"),
        Format::Jpeg => Some("jpeg"),
        Format::WebP => Some("webp"),
        Format::Gif => Some("gif"),
        Format::Bmp | Format::Tiff => None,
    };
    let small = info.width <= side && info.height <= side && info.bytes <= MOST && info.frames == Frames::Still;
    // Few servers look at what a photograph says about its orientation.
    let as_it_is = small && pictures::upright(&bytes, &limits)?;
    if let Some(mime) = mime.filter(|_| as_it_is) {
        return Ok(uri(mime, &bytes));
    }
    drop(bytes);
    let scaled = DynamicImage::ImageRgba8(fit(&decoded, None, (side, side), BEHIND)).into_rgb8();
    drop(decoded);
    let fault = |e: image::ImageError| ImageFault::from_decoder(Format::Png, &e);
    let mut out = Cursor::new(Vec::new());
    scaled.write_to(&mut out, ImageFormat::Png).map_err(fault)?;
    if out.get_ref().len() as u64 <= MOST {
        return Ok(uri("png", out.get_ref()));
    }
    let mut out = Vec::new();
    scaled
        .write_with_encoder(JpegEncoder::new_with_quality(&mut out, QUALITY))
        .map_err(fault)?;
    Ok(uri("jpeg", &out))
}

fn uri(mime: &str, bytes: &[u8]) -> String {
    format!("data:image/{mime};base64,{}", STANDARD.encode(bytes))
}

/// Tokens that a picture takes: width times height by 750, as it is sent. A rule of thumb of one vendor; others count
/// tiles or patches, and come to the same order of magnitude.
pub(super) fn tokens(image: &StoredImage, side: u32) -> u64 {
    let (width, height) = match (image.width, image.height) {
        (0, _) | (_, 0) => return 0,
        (w, h) if w <= side && h <= side => (w, h),
        (w, h) => fitted(w, h, (side, side), 1),
    };
    (u64::from(width) * u64::from(height)).div_ceil(750)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(uri: &str) -> (String, DynamicImage) {
        let (head, data) = uri.split_once(";base64,").unwrap();
        let bytes = STANDARD.decode(data).unwrap();
        (head.to_owned(), image::load_from_memory(&bytes).unwrap())
    }

    fn file(dir: &Path, name: &str, picture: &DynamicImage) -> std::path::PathBuf {
        let path = dir.join(name);
        picture.save(&path).unwrap();
        path
    }

    #[test]
    fn small_ones_go_as_they_are_and_others_are_scaled() {
        let dir = tempfile::tempdir().unwrap();
        let small = file(dir.path(), "s.png", &DynamicImage::new_rgb8(30, 20));
        let got = data_uri(&small, 30).unwrap();
        assert_eq!(got, uri("png", &std::fs::read(&small).unwrap()));
        let (head, picture) = sent(&data_uri(&small, 15).unwrap());
        assert_eq!(
            (head.as_str(), picture.width(), picture.height()),
            ("data:image/png", 15, 10)
        );
        let (head, picture) = sent(&data_uri(&file(dir.path(), "b.bmp", &DynamicImage::new_rgb8(3, 2)), 30).unwrap());
        assert_eq!((head.as_str(), picture.width()), ("data:image/png", 3));
        // What is clear shows white.
        let clear = file(dir.path(), "c.png", &DynamicImage::new_rgba8(8, 8));
        let (_, picture) = sent(&data_uri(&clear, 4).unwrap());
        assert_eq!(picture.to_rgb8().get_pixel(1, 1).0, [255; 3]);
    }

    #[test]
    fn what_cannot_be_decoded_is_not_sent() {
        let dir = tempfile::tempdir().unwrap();
        let whole = file(dir.path(), "w.png", &DynamicImage::new_rgb8(300, 200));
        let half = dir.path().join("h.png");
        let bytes = std::fs::read(&whole).unwrap();
        std::fs::write(&half, &bytes[..bytes.len() / 2]).unwrap();
        assert!(data_uri(&half, 2048).is_err());
        assert!(data_uri(&dir.path().join("none.png"), 2048).is_err());
    }

    #[test]
    fn a_turned_photograph_is_sent_upright() {
        let dir = tempfile::tempdir().unwrap();
        let plain = file(dir.path(), "p.jpg", &DynamicImage::new_rgb8(40, 20));
        let bytes = std::fs::read(&plain).unwrap();
        // An EXIF segment after the start of the file: one entry, orientation (0x0112), a short, 6: turned by 90 degrees.
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let turned = dir.path().join("t.jpg");
        std::fs::write(&turned, [&bytes[..2], exif, &bytes[2..]].concat()).unwrap();
        assert_eq!(data_uri(&plain, 64).unwrap(), uri("jpeg", &bytes));
        let (_, picture) = sent(&data_uri(&turned, 64).unwrap());
        assert_eq!((picture.width(), picture.height()), (20, 40));
    }

    #[test]
    fn tokens_of_a_picture() {
        let image = |width, height| StoredImage {
            sha256: String::new(),
            format: "png".to_owned(),
            width,
            height,
            frames: 1,
            bytes: 0,
        };
        // 750 by 100; 3000 by 1500 as 2048 by 1024 = 2,097,152, by 750 = 2796.2.
        assert_eq!(tokens(&image(750, 100), 2048), 100);
        assert_eq!(tokens(&image(3000, 1500), 2048), 2797);
        assert_eq!(tokens(&image(0, 0), 2048), 0);
    }
}
