//! A 4K screenshot: decoding alone, and all the way to what the terminal gets.

use std::path::PathBuf;
use std::sync::Arc;

use casefile::read::image::{Limits, decode};
use casefile::text::cells::size_in_cells;
use casefile::ui::picture::{Pictures, Protocol, Want};
use criterion::Criterion;

use super::{Book, group, made};

const DECODE: &str = "4K PNG: decode only";
const CELL: (u16, u16) = (8, 16);

pub(crate) fn run(c: &mut Criterion, book: &Book) {
    let png = made::screenshot();
    println!("the 4K PNG has {} bytes", png.len());
    let limits = Limits::default();
    let (cols, rows) = size_in_cells(3840, 2160, CELL, 80, 40);
    let want = Want {
        file: PathBuf::from("made.png"),
        sha256: Arc::from("made"),
        crop: None,
        cols,
        rows,
        frame: 0,
    };
    let mut g = group(c, "picture", 2.0);
    for (name, protocol) in [
        ("4K PNG: decode, fit, encode as half-blocks", Protocol::Halfblocks),
        ("4K PNG: decode, fit, encode as sixel", Protocol::Sixel),
        ("4K PNG: decode, fit, encode for kitty", Protocol::Kitty),
    ] {
        let encoder = Pictures::new(protocol, CELL, [0; 3], 1 << 20).encoder();
        let whole = || {
            let image = decode(&png, &limits).unwrap();
            encoder.encode(&image, &want).unwrap()
        };
        book.race(&mut g, name, (DECODE, 1.6), whole, || decode(&png, &limits).unwrap());
    }
    g.finish();
}
