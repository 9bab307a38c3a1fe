//! What the first bytes say: a format that can be decoded, or the name of what is there instead.

use super::{Format, ImageFault, Limits};

/// Bytes of the start in which tags and words are looked for.
const START: usize = 4096;

/// The format of `bytes`.
///
/// # Errors
/// Empty, too large, cut short (PNG and JPEG headers), or something that is not a picture, named.
pub(super) fn format(bytes: &[u8], limits: &Limits) -> Result<Format, ImageFault> {
    let len = bytes.len() as u64;
    if len == 0 {
        return Err(ImageFault::Empty);
    }
    if len > limits.bytes {
        return Err(ImageFault::TooLarge {
            bytes: len,
            max: limits.bytes,
        });
    }
    let format = match bytes {
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Format::Png,
        [0xFF, 0xD8, 0xFF, ..] => Format::Jpeg,
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Format::Gif,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Format::WebP,
        [b'B', b'M', ..] if !is_text(bytes) => Format::Bmp,
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Format::Tiff,
        _ => return Err(something_else(bytes)),
    };
    Ok(format)
}

fn something_else(bytes: &[u8]) -> ImageFault {
    match bytes {
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => match brand.first_chunk::<4>() {
            Some(b"avif" | b"avis") => ImageFault::Unsupported("AVIF"),
            Some(b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1") => ImageFault::Unsupported("HEIC"),
            Some(b"qt  ") => ImageFault::Video("QuickTime"),
            _ => ImageFault::Video("MP4"),
        },
        [0x1A, 0x45, 0xDF, 0xA3, ..] => ImageFault::Video("WebM or Matroska"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', ..] => ImageFault::Video("AVI"),
        [b'O', b'g', b'g', b'S', ..] => ImageFault::Video("Ogg"),
        [b'F', b'L', b'V', 1, ..] => ImageFault::Video("Flash"),
        [0, 0, 1, 0, ..] => ImageFault::Unsupported("ICO"),
        [0, 0, 2, 0, ..] => ImageFault::Unsupported("CUR"),
        [b'i', b'c', b'n', b's', ..] => ImageFault::Unsupported("ICNS"),
        [b'8', b'B', b'P', b'S', ..] => ImageFault::Unsupported("Photoshop"),
        [0xFF, 0x0A, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] => ImageFault::Unsupported("JPEG XL"),
        [0, 0, 0, 12, b'j', b'P', ..] => ImageFault::Unsupported("JPEG 2000"),
        [b'q', b'o', b'i', b'f', ..] => ImageFault::Unsupported("QOI"),
        [b'D', b'D', b'S', b' ', ..] => ImageFault::Unsupported("DDS"),
        [b'P', b'1'..=b'6', b'\n' | b' ' | b'\r', ..] => ImageFault::Unsupported("Netpbm"),
        [0x89, b'P', b'N', b'G', ..] => ImageFault::NotAnImage("a PNG spoilt by a text transfer"),
        [b'%', b'P', b'D', b'F', ..] => ImageFault::NotAnImage("a PDF"),
        [b'P', b'K', 3, 4, ..] => ImageFault::NotAnImage("a ZIP archive"),
        [0x1F, 0x8B, ..] => ImageFault::NotAnImage("gzip data"),
        _ if is_text(bytes) => text(bytes),
        _ if bytes.iter().all(|b| *b == 0) => ImageFault::NotAnImage("only zero bytes"),
        _ => ImageFault::NotAnImage("unknown data"),
    }
}

fn text(bytes: &[u8]) -> ImageFault {
    let start: Vec<u8> = bytes.iter().take(START).map(u8::to_ascii_lowercase).collect();
    let start = String::from_utf8_lossy(&start);
    let start = start.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace());
    if start.starts_with("version https://git-lfs") {
        return ImageFault::NotAnImage("a Git LFS pointer (the file was not fetched)");
    }
    if start.starts_with('<') {
        let html = start.find("<html").or_else(|| start.find("<!doctype html"));
        return match (start.find("<svg"), html) {
            (Some(svg), html) if html.is_none_or(|h| svg < h) => ImageFault::Svg,
            (_, Some(_)) => ImageFault::NotAnImage("an HTML page"),
            _ if start.starts_with("<?xml") => ImageFault::NotAnImage("an XML file"),
            _ => ImageFault::NotAnImage("an HTML page"),
        };
    }
    if start.starts_with('{') || start.starts_with('[') {
        return ImageFault::NotAnImage("a JSON text");
    }
    ImageFault::NotAnImage("a text file")
}

/// Whether the start is text: no control characters but white space. Any encoding above ASCII is let through.
fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(START)).unwrap_or_default();
    let utf8 = match std::str::from_utf8(start) {
        Ok(_) => true,
        Err(e) => e.error_len().is_none(),
    };
    utf8 && start
        .iter()
        .all(|b| *b >= 0x20 || matches!(b, b'\t' | b'\n' | b'\r' | 0x0C))
}

/// What walking the markers of a JPEG tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JpegEnd {
    /// The end marker was reached.
    pub complete: bool,
    /// Coefficients of the whole picture are held while decoding.
    pub progressive: bool,
    /// Colour components.
    pub components: u8,
}

/// Walks the markers. The decoder accepts a file that ends early and fills the rest with grey; this does not.
pub(super) fn jpeg_end(bytes: &[u8]) -> JpegEnd {
    let mut end = JpegEnd {
        complete: false,
        progressive: false,
        components: 3,
    };
    let mut at = 2usize;
    loop {
        // The next marker: 0xFF and not a stuffed zero, a restart or a fill byte.
        let Some(rest) = bytes.get(at..) else { return end };
        let Some(step) = rest
            .windows(2)
            .position(|pair| matches!(pair, [0xFF, m] if !matches!(m, 0 | 1 | 0xD0..=0xD7 | 0xFF)))
        else {
            return end;
        };
        let marker = rest.get(step + 1).copied().unwrap_or_default();
        if marker == 0xD9 {
            end.complete = true;
            return end;
        }
        at += step + 2;
        if marker == 0xD8 {
            continue;
        }
        if matches!(marker, 0xC2 | 0xC6 | 0xCA | 0xCE) {
            end.progressive = true;
        }
        if matches!(marker, 0xC0..=0xC2) {
            end.components = bytes.get(at + 7).copied().unwrap_or(3);
        }
        let Some([high, low]) = bytes.get(at..).and_then(<[u8]>::first_chunk::<2>) else {
            return end;
        };
        at += usize::from(u16::from_be_bytes([*high, *low])).max(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(bytes: &[u8]) -> String {
        match format(bytes, &Limits::default()) {
            Ok(format) => format.to_string(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn what_is_there_instead_is_named() {
        assert_eq!(what(b""), "the file is empty");
        assert_eq!(what(b"\n<!DOCTYPE html><html>"), "not a picture but an HTML page");
        assert_eq!(what(b"<html><svg></svg>"), "not a picture but an HTML page");
        assert_eq!(
            what(b"<?xml version='1.0'?>\n<!-- c -->\n<svg xmlns='x'>"),
            "SVG, open externally"
        );
        assert_eq!(
            what(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"),
            "not a picture but a Git LFS pointer (the file was not fetched)"
        );
        assert_eq!(what(b"\0\0\0\x18ftypmp42"), "video (MP4), open externally");
        assert_eq!(what(b"\0\0\0\x18ftypavif"), "AVIF is not supported, open externally");
        assert_eq!(what(b"BMW is a car"), "not a picture but a text file");
        assert_eq!(what(&[0u8; 40]), "not a picture but only zero bytes");
        assert_eq!(what(&[7, 1, 200, 3]), "not a picture but unknown data");
    }

    #[test]
    fn a_jpeg_ends_at_its_own_end_marker() {
        // SOI, APP0 that holds a thumbnail's FFD9, SOS, data with a stuffed zero and a restart, EOI.
        let mut jpeg = vec![
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xD9, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 0xFF, 0xD0, 5,
        ];
        assert!(!jpeg_end(&jpeg).complete);
        jpeg.extend([0xFF, 0xD9]);
        assert!(jpeg_end(&jpeg).complete);
        assert!(!jpeg_end(&[0xFF, 0xD8]).complete);
        assert!(!jpeg_end(&[]).complete);
    }
}
