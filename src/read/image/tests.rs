//! Odd and hostile pictures: each is decoded or refused with a reason, none crashes or hangs.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::*;

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

fn noise(width: u32, height: u32) -> DynamicImage {
    let mut seed = 1u32;
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |_, _| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = seed.to_be_bytes();
        Rgb([a, b, c])
    }))
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 & (0u32.wrapping_sub(crc & 1)))
        })
    })
}

fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut body = kind.to_vec();
    body.extend(data);
    let mut out = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    out.extend(&body);
    out.extend(crc(&body).to_be_bytes());
    out
}

/// A PNG header that claims `width` by `height`, with one byte of pixels.
fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut head = width.to_be_bytes().to_vec();
    head.extend(height.to_be_bytes());
    head.extend([8, 2, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    out.extend(chunk(*b"IHDR", &head));
    out.extend(chunk(*b"IDAT", &[0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]));
    out.extend(chunk(*b"IEND", &[]));
    out
}

/// A GIF of `side` by `side` with `frames` frames, each of one pixel.
fn gif_claiming(side: u16, frames: usize, delay: u16) -> Vec<u8> {
    let [low, high] = side.to_le_bytes();
    let mut out = b"GIF89a".to_vec();
    out.extend([low, high, low, high, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    for _ in 0..frames {
        let [d0, d1] = delay.to_le_bytes();
        out.extend([0x21, 0xF9, 4, 0, d0, d1, 0, 0]);
        out.extend([0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 0x01, 0]);
    }
    out.push(0x3B);
    out
}

fn words(bytes: &[u8]) -> (String, String) {
    let limits = Limits::default();
    let probed = probe(bytes).map_or_else(|e| e.to_string(), |i| format!("{}x{}", i.width, i.height));
    let decoded = decode(bytes, &limits).map_or_else(|e| e.to_string(), |i| format!("{}x{}", i.width(), i.height()));
    (probed, decoded)
}

fn refused(bytes: &[u8], why: &str) {
    let (probed, decoded) = words(bytes);
    assert!(probed.contains(why), "probe said {probed:?}, wanted {why:?}");
    assert!(decoded.contains(why), "decode said {decoded:?}, wanted {why:?}");
}

#[test]
fn claims_beyond_the_limits_are_refused_by_the_header() {
    refused(&gif_claiming(65_535, 3, 0), "too long: 65535 × 65535");
    refused(&png_claiming(20_000, 20_000), "too many pixels: 20000 × 20000");
    refused(&png_claiming(1, 1_000_000), "too long: 1 × 1000000");
    let player = Player::open(gif_claiming(65_535, 3, 0).into(), &Limits::default());
    assert!(matches!(player, Err(ImageFault::SideTooLong { .. })));
    let player = Player::open(gif_claiming(5_000, 3, 0).into(), &Limits::default());
    assert!(matches!(player, Err(ImageFault::TooManyPixels { .. })));
}

#[test]
fn memory_is_limited_below_the_pixel_limit() {
    let limits = Limits {
        memory: 1000,
        ..Limits::default()
    };
    let png = encoded(&noise(40, 40), ImageFormat::Png);
    assert_eq!(decode(&png, &limits), Err(ImageFault::TooMuchMemory));
    let small = Limits {
        bytes: 100,
        ..Limits::default()
    };
    assert!(matches!(
        decode(&png, &small),
        Err(ImageFault::TooLarge { max: 100, .. })
    ));
}

#[test]
fn zero_sides_and_empty_files_are_refused() {
    refused(b"", "the file is empty");
    let (probed, decoded) = words(&png_claiming(0, 0));
    assert_eq!(probed, decoded);
    assert!(probed.starts_with("broken PNG"), "{probed}");
    let (probed, _) = words(&gif_claiming(0, 1, 0));
    assert_eq!(probed, "the picture has no pixels");
}

#[test]
fn half_pictures_are_refused() {
    for (format, name) in [
        (ImageFormat::Png, "PNG"),
        (ImageFormat::Jpeg, "JPEG"),
        (ImageFormat::Gif, "GIF"),
    ] {
        let whole = encoded(&noise(90, 60), format);
        assert_eq!(words(&whole).1, "90x60");
        let half = &whole[..whole.len() / 2];
        assert_eq!(words(half).1, format!("{name} cut short: the file ends early"));
        for cut in [1, 3, 8, 11, 20, 40] {
            let (_, decoded) = words(&whole[..cut]);
            assert_ne!(decoded, "90x60", "{name} cut at {cut}");
        }
    }
}

#[test]
fn flipped_bits_never_crash() {
    for format in [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::Gif,
        ImageFormat::WebP,
        ImageFormat::Bmp,
        ImageFormat::Tiff,
    ] {
        let whole = encoded(&noise(24, 16), format);
        for at in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            let mut bad = whole.clone();
            bad[at] ^= 0x55;
            drop(words(&bad));
        }
    }
}

#[test]
fn the_name_does_not_matter() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("photo.jpg");
    std::fs::write(&path, encoded(&noise(10, 20), ImageFormat::Png)).unwrap();
    let info = probe_file(&path).unwrap();
    assert_eq!(
        (info.format, info.width, info.height, info.frames),
        (Format::Png, 10, 20, Frames::Still)
    );
    let html = dir.path().join("shot.png");
    std::fs::write(&html, "<!DOCTYPE html><title>404</title>").unwrap();
    assert_eq!(
        probe_file(&html).unwrap_err().to_string(),
        "not a picture but an HTML page"
    );
    assert_eq!(probe_file(&dir.path().join("none.png")), Err(ImageFault::Missing));
    assert_eq!(probe_file(dir.path()), Err(ImageFault::NotAFile));
}

#[test]
fn frames_are_counted_and_played_one_by_one() {
    let gif = gif_claiming(4, 3, 7);
    assert_eq!(probe(&gif).unwrap().frames, Frames::Animated(Some(3)));
    assert_eq!(probe(&gif_claiming(4, 1, 7)).unwrap().frames, Frames::Still);
    assert_eq!(
        probe(&gif_claiming(4, 10_001, 7)).unwrap().frames,
        Frames::Animated(None)
    );
    let mut player = Player::open(gif.into(), &Limits::default()).unwrap();
    let numbers: Vec<u32> = (0..7).map(|_| player.next_frame().unwrap().number).collect();
    assert_eq!(numbers, [0, 1, 2, 0, 1, 2, 0]);
    let moment = player.next_frame().unwrap();
    assert_eq!((moment.image.width(), moment.image.height()), (4, 4));
    assert_eq!(moment.delay, Duration::from_millis(70));
    let still = encoded(&noise(4, 4), ImageFormat::Png);
    assert!(matches!(
        Player::open(still.into(), &Limits::default()),
        Err(ImageFault::Still)
    ));
}

fn shared() -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/images");
    if dir.is_dir() {
        return Some(dir);
    }
    eprintln!("skipped: no {}", dir.display());
    None
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

#[test]
fn every_real_file_is_decoded_or_refused_with_a_reason() {
    let Some(dir) = shared() else { return };
    let mut all = Vec::new();
    files(&dir.join("odd"), &mut all);
    files(&dir.join("permissive"), &mut all);
    assert!(all.len() > 100);
    let mut refusals = Vec::new();
    for path in all {
        let bytes = std::fs::read(&path).unwrap();
        match decode(&bytes, &Limits::default()) {
            Ok(image) => {
                let info = probe(&bytes).unwrap_or_else(|e| panic!("{}: decoded but probe said {e}", path.display()));
                assert_eq!(
                    (image.width(), image.height()),
                    (info.width, info.height),
                    "{}",
                    path.display()
                );
                assert!(fit(&image, None, (64, 64), [0; 3]).width() <= 64);
                if let Frames::Animated(Some(n)) = info.frames {
                    let mut player = Player::open(Arc::from(bytes), &Limits::default()).unwrap();
                    let shown = (0..n.min(8)).map_while(|_| player.next_frame().ok()).count();
                    eprintln!("{}: {n} frames, played {shown}", path.display());
                }
            }
            Err(fault) => {
                assert!(!matches!(fault, ImageFault::Crashed(_)), "{}: {fault}", path.display());
                refusals.push(format!("{}: {fault}", path.file_name().unwrap().to_string_lossy()));
            }
        }
    }
    refusals.sort();
    eprintln!("{} refused:\n{}", refusals.len(), refusals.join("\n"));
}

#[test]
fn real_files_have_the_size_and_frames_that_another_reader_found() {
    let Some(dir) = shared() else { return };
    let table = std::fs::read_to_string(dir.join("PROVENANCE.tsv")).unwrap();
    let mut checked = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (Ok(width), Ok(height)) = (cells[7].parse::<u32>(), cells[8].parse::<u32>()) else {
            continue;
        };
        let Ok(bytes) = std::fs::read(dir.join(cells[0])) else {
            continue;
        };
        let Ok(info) = probe(&bytes) else { continue };
        // The table holds the sides before EXIF orientation for some files.
        let (mut ours, mut theirs) = ([info.width, info.height], [width, height]);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{row}");
        if info.format == Format::Gif {
            let frames = match info.frames {
                Frames::Still => 1,
                Frames::Animated(n) => n.unwrap(),
            };
            assert_eq!(frames.to_string(), cells[9], "{row}");
        }
        checked += 1;
    }
    assert!(checked > 100, "only {checked} checked");
}

#[test]
fn exif_orientation_is_applied() {
    let Some(dir) = shared() else { return };
    for (name, sides) in [
        ("odd/exif-orientation-examples__Landscape_6.jpg", (1800, 1200)),
        ("odd/exif-orientation-examples__Portrait_8.jpg", (1200, 1800)),
    ] {
        let info = probe_file(&dir.join(name)).unwrap();
        assert_eq!((info.width, info.height), sides, "{name}");
    }
}
