//! Pictures that are bombs, broken, or no pictures. The form must stay usable beside each of them.

use std::fs;

use serde_json::json;

use crate::study::{Study, clean, lines, picture, row};

/// CRC-32 of PNG chunks.
fn crc(bytes: &[u8]) -> u32 {
    let step = |c: u32| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
    let byte = |c: u32, b: &u8| (0..8).fold(c ^ u32::from(*b), |c, _| step(c));
    !bytes.iter().fold(!0, byte)
}

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    let len = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&len[..], &body, &crc(&body).to_be_bytes()].concat()
}

/// A PNG whose header promises `w` by `h` grey pixels and whose data hold next to nothing.
fn png(w: u32, h: u32) -> Vec<u8> {
    let head = [&w.to_be_bytes()[..], &h.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    // An empty deflate stream.
    let data = [0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01];
    let parts = [chunk(b"IHDR", &head), chunk(b"IDAT", &data), chunk(b"IEND", &[])].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &parts].concat()
}

/// A GIF of 65535×65535 in a few bytes, with many frames of that size.
fn gif() -> Vec<u8> {
    let mut out = b"GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff".to_vec();
    for _ in 0..4 {
        out.extend(b"\x21\xf9\x04\x00\x01\x00\x00\x00");
        out.extend(b"\x2c\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02\x44\x01\x00");
    }
    out.push(b';');
    out
}

/// Real pixels, a lot of them, in few bytes: dark and light bands, half transparent when in colour.
fn vast(w: u32, h: u32, color: image::ColorType) -> Vec<u8> {
    let row = w as usize * usize::from(color.bytes_per_pixel());
    let mut pixels = vec![40u8; row * h as usize];
    pixels.chunks_mut(row * 400).step_by(2).for_each(|band| band.fill(200));
    let mut out = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(&mut out, &pixels, w, h, color, image::ImageFormat::Png).expect("a picture");
    out.into_inner()
}

/// Names, bytes, and whether something of it can be shown.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>, bool)> {
    let good = fs::read(picture("alarm-settings.png")).unwrap();
    let photo = fs::read(picture("widget-home.jpg")).unwrap();
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 64].iter_mut().for_each(|b| *b ^= 0xFF);
    vec![
        ("bomb.gif", gif(), false),
        ("bomb.png", png(60_000, 60_000), false),
        ("square.png", png(4_000_000_000, 4_000_000_000), false),
        ("thin.png", png(1, 1_000_000), false),
        ("nothing.png", png(0, 0), false),
        ("hollow.png", png(64, 64), false),
        ("half.png", half(&good), false),
        ("half.jpg", half(&photo), false),
        ("flipped.png", flipped, false),
        ("empty.png", Vec::new(), false),
        ("page.png", b"<!doctype html><html><body>404</body></html>".to_vec(), false),
        ("pointer.png", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n".to_vec(), false),
        (
            "drawing.png",
            b"<svg xmlns='http://www.w3.org/2000/svg'><filter id='f'><feGaussianBlur stdDeviation='9999'/></filter></svg>"
                .to_vec(),
            false,
        ),
        ("noise.webp", b"RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\x7f".to_vec(), false),
        ("photo-named.png", photo, true),
        ("grey.png", vast(8000, 7900, image::ColorType::L8), true),
        ("colour.png", vast(8000, 7500, image::ColorType::Rgba8), true),
    ]
}

/// A study with a case for each of them, in the same order.
pub(crate) fn study() -> Study {
    let mut rows = Vec::new();
    let mut mapping = Vec::new();
    let study = Study::new();
    for (name, bytes, _) in all() {
        study.write(name, bytes);
        let id = format!("o__{}", name.replace('.', "-"));
        rows.push(row(&id));
        mapping.push(json!({"instance_id": id, "url": format!("https://h/{id}.png"), "file": name}));
    }
    let rows = study.write("rows.jsonl", lines(&rows));
    let mapping = study.write("images.jsonl", lines(&mapping));
    let said = study.partly(&["import", &rows, &mapping]);
    clean("import", &said);
    study
}

#[test]
fn the_form_is_usable_beside_any_picture() {
    let study = study();
    for (n, (name, _, shown)) in all().into_iter().enumerate() {
        let keys = format!("{} enter 2 u", "j ".repeat(n));
        let screen = study.play(&keys, "120x40");
        clean(name, &screen);
        assert!(screen.contains("relevance 2 vital ✓"), "{name}:\n{screen}");
        assert!(screen.contains("category ui_screenshot ✓"), "{name}:\n{screen}");
        let cells = screen.chars().filter(|c| matches!(c, '▀' | '▄')).count();
        assert_eq!(cells > 50, shown, "{name}: {cells} cells\n{screen}");
        // Zoomed, and as text.
        clean(name, &study.play(&format!("{} enter m", "j ".repeat(n)), "80x24"));
        clean(name, &study.ok(&["show", &format!("o__{}", name.replace('.', "-"))]));
    }
}

#[test]
fn placeholders_say_why() {
    let study = study();
    let all = all();
    for (name, words) in [
        ("bomb.gif", "65535"),
        ("bomb.png", "60000"),
        ("thin.png", "1000000"),
        ("half.png", "end"),
        ("empty.png", "empty"),
        ("page.png", "HTML"),
        ("pointer.png", "LFS"),
        ("drawing.png", "SVG"),
    ] {
        let n = all.iter().position(|(other, ..)| *other == name).unwrap();
        let screen = study.play(&format!("{} enter", "j ".repeat(n)), "160x48");
        assert!(screen.contains(words), "{name}: {words}\n{screen}");
    }
}
