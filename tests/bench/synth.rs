//! Harmful-image candidates over 652 made cases: with every image looked at, and again with the looks at hand.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use casefile::domain::case::{Case, StoredImage};
use casefile::domain::synth::Plan;
use casefile::read::meter::Meter;
use casefile::store::workspace::Workspace;
use casefile::work::synth::make;
use criterion::Criterion;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::made::{self, Dice};
use super::{Book, Goal, group};

const CASES: u64 = 652;

/// A small picture of blocks, different for every number.
fn picture(n: u64) -> Vec<u8> {
    let mut dice = Dice(n * 7_919 + 1);
    let blocks: Vec<u8> = (0..64).map(|_| dice.roll(256) as u8).collect();
    let image = RgbImage::from_fn(320, 200, |x, y| {
        let ink = blocks[(x / 40 + y / 25 * 8) as usize % 64];
        Rgb([ink, ink ^ (x % 8) as u8, 255 - ink])
    });
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image)
        .write_to(&mut out, ImageFormat::Png)
        .unwrap();
    out.into_inner()
}

/// Cases of 17 repositories, about 1,600 exhibits, each with a picture of its own. The names of the files are no hashes
/// of their bytes, which nobody looks at here.
fn workspace(root: &Path) -> Workspace {
    let ws = made::cases(root, CASES);
    let mut text = String::new();
    let mut n = 0;
    for line in fs::read_to_string(ws.cases()).unwrap().lines() {
        let mut case: Case = serde_json::from_str(line).unwrap();
        for exhibit in &mut case.exhibits {
            n += 1;
            let bytes = picture(n);
            let image = StoredImage {
                sha256: format!("{n:064x}"),
                format: "png".into(),
                width: 320,
                height: 200,
                frames: 1,
                bytes: bytes.len() as u64,
            };
            let path = ws.image(&image);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
            exhibit.image = Some(image);
        }
        text.push_str(&serde_json::to_string(&case).unwrap());
        text.push('\n');
    }
    fs::write(ws.cases(), text).unwrap();
    println!("synth: {CASES} cases with {n} pictures");
    ws
}

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let ws = workspace(&dir.join("synth"));
    let cache = ws.root.join(".casefile/cache");
    let plan = Plan::default();
    let meter = Arc::new(Meter::default());
    let goal = Goal::Within(Duration::from_secs(5));
    let mut g = group(c, "synth", 4.0);
    book.time(&mut g, "candidates of 652 cases, every image looked at", &goal, || {
        fs::remove_dir_all(&cache).ok();
        let report = make(&ws, &plan, true, &meter).unwrap();
        assert!(report.made.new.len() > 600, "{}", report.made.new.len());
        report
    });
    book.time(&mut g, "candidates of 652 cases, images known", &goal, || {
        make(&ws, &plan, true, &meter).unwrap()
    });
    g.finish();
}
