//! Made-up data of real sizes: entries, cases, runs, a screenshot. The same every time.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use casefile::domain::entry::{Entry, EntryId, Op, Sight, Subject};
use casefile::store::disk::{Disk, Log};
use casefile::store::journal::Journal;
use casefile::store::workspace::Workspace;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

/// A disk that never waits, for laying out journals.
#[derive(Debug)]
pub(crate) struct Hasty;

struct HastyLog(File);

impl Disk for Hasty {
    fn open(&self, path: &Path, fresh: bool) -> io::Result<Box<dyn Log>> {
        let file = OpenOptions::new().append(true).create_new(fresh).open(path)?;
        Ok(Box::new(HastyLog(file)))
    }
}

impl Log for HastyLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn sync_data(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Entry `seq` of `by`: answers about 652 cases with three exhibits each; every fourth one replaces an earlier one.
pub(crate) fn entry(by: &str, seq: u64) -> Entry {
    let subjects = 652 * 3 * 2;
    let at = seq % subjects;
    let case = format!("markedjs__marked-{}", 1000 + at / 6);
    Entry {
        v: 1,
        seq,
        prev: String::new(),
        writer: String::new(),
        at: format!(
            "2026-03-{:02}T10:{:02}:{:02}.125Z",
            1 + seq / 3600 % 28,
            seq / 60 % 60,
            seq % 60
        ),
        by: by.to_owned(),
        subject: Subject::Exhibit {
            case,
            exhibit: format!("{:016x}", at / 2 % 3 + at / 6 * 3),
        },
        question: if at.is_multiple_of(2) { "relevance" } else { "category" }.to_owned(),
        op: Op::Set,
        value: if at.is_multiple_of(2) {
            (seq % 3).into()
        } else {
            "ui_screenshot".into()
        },
        supersedes: Vec::new(),
        about: None,
        form_hash: "labelling@0123456789ab".to_owned(),
        sight: Sight::Open,
        took_ms: 4_200,
        saw: String::new(),
        imported: None,
    }
}

/// Lays out `count` entries of `by` without waiting for the disk.
pub(crate) fn entries(root: &Path, by: &str, count: u64) {
    let (mut journal, opened) = Journal::open(root, by, "bench", Box::new(Hasty)).unwrap();
    let subjects = 652 * 3 * 2;
    for seq in opened.next..opened.next + count {
        let mut e = entry(by, seq);
        if seq > subjects {
            let writer = opened.writer.clone();
            e.supersedes = vec![EntryId {
                writer,
                seq: seq - subjects,
            }];
        }
        journal.append(e).unwrap();
    }
}

const WORDS: [&str; 24] = [
    "chart", "label", "render", "offset", "token", "list", "nested", "table", "dark", "theme", "scroll", "drag",
    "axis", "tooltip", "parser", "escape", "emoji", "legend", "widget", "canvas", "hover", "border", "retina", "print",
];

/// A small generator; the same numbers every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    pub(crate) fn word(&mut self) -> &'static str {
        WORDS[self.roll(WORDS.len() as u64) as usize]
    }

    pub(crate) fn text(&mut self, words: u64) -> String {
        let all: Vec<&str> = (0..words).map(|_| self.word()).collect();
        all.join(" ")
    }
}

/// A workspace with `count` cases of about 1.4 kB.
pub(crate) fn cases(root: &Path, count: u64) -> Workspace {
    let ws = Workspace::init(root).unwrap();
    let mut out = BufWriter::new(File::create(ws.cases()).unwrap());
    let mut dice = Dice(88_172_645_463_325_252);
    for n in 0..count {
        let project = dice.roll(17);
        let exhibits: Vec<serde_json::Value> = (0..=dice.roll(3))
            .map(|e| {
                serde_json::json!({"id": format!("{:016x}", n * 4 + e), "alt": dice.text(3), "place": "body",
                    "source": format!("https://images.example/p{project}/{n}-{e}.png"), "image": null})
            })
            .collect();
        let files: Vec<String> = (0..=dice.roll(4))
            .map(|_| format!("src/{}/{}.ts", dice.word(), dice.word()))
            .collect();
        let case = serde_json::json!({
            "v": 1, "id": format!("owner__project{project}-{n}"), "benchmark": "made", "repo": format!("owner/project{project}"),
            "base_commit": format!("{n:040x}"), "language": "TypeScript", "title": dice.text(8), "body": dice.text(95),
            "comments": [], "exhibits": exhibits, "patch": null,
            "gold": {"files": files, "functions": null, "origin": "dataset"},
            "labels": {"category": "ui_screenshot", "relevance": dice.roll(4).cast_signed() - 1},
        });
        writeln!(out, "{case}").unwrap();
    }
    out.flush().unwrap();
    ws
}

/// Adds `runs` runs over the `count` cases of a workspace, ten files each.
pub(crate) fn runs(ws: &Workspace, runs: u64, count: u64) {
    let ids: Vec<String> = fs::read_to_string(ws.cases())
        .unwrap()
        .lines()
        .take(count as usize)
        .map(|l| {
            serde_json::from_str::<serde_json::Value>(l).unwrap()["id"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let mut dice = Dice(1_234_567);
    for run in 0..runs {
        let mut text = String::new();
        for id in &ids {
            let files: Vec<serde_json::Value> = (1..=10)
                .map(|rank| {
                    let path = format!("src/{}/{}.ts", dice.word(), dice.word());
                    serde_json::json!({"raw": path, "path": path, "rank": rank, "score": null, "flags": []})
                })
                .collect();
            let line = serde_json::json!({"v": 1, "case": id, "status": "ok", "files": files, "functions": [],
                "raw_text": null, "patch": null, "exit_status": null});
            writeln!(text, "{line}").unwrap();
        }
        let path = ws.suspects(&format!("run-{run}"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// A PNG of 3840 by 2160 pixels that looks like a screenshot: panels, lines of text, a gradient, a photograph.
pub(crate) fn screenshot() -> Vec<u8> {
    let mut dice = Dice(99_991);
    let mut image = RgbaImage::from_pixel(3840, 2160, Rgba([250, 250, 252, 255]));
    let mut fill = |x: u32, y: u32, w: u32, h: u32, color: &mut dyn FnMut(u32, u32) -> [u8; 3]| {
        for row in y..(y + h).min(2160) {
            for col in x..(x + w).min(3840) {
                let [r, g, b] = color(col - x, row - y);
                image.put_pixel(col, row, Rgba([r, g, b, 255]));
            }
        }
    };
    fill(0, 0, 3840, 120, &mut |_, y| [30, 40 + (y / 2) as u8, 90]);
    fill(0, 120, 620, 2040, &mut |_, _| [36, 38, 46]);
    // Glyphs: strokes of two pixels with soft edges, as text on a screen has.
    for line in 0..62_u32 {
        let mut x = 700;
        while x < 2600 {
            let wide = 10 + dice.roll(12) as u32;
            let shape = dice.roll(1 << 30);
            fill(x, 180 + line * 31, wide, 22, &mut |gx, gy| {
                let ink = shape >> ((gx / 2 + 5 * (gy / 4)) % 30) & 1 == 1;
                let soft = ((gx * 37 + gy * 17) % 40) as u8;
                if ink {
                    [20 + soft, 24 + soft, 30 + soft]
                } else {
                    [250, 250, 252]
                }
            });
            x += wide + if dice.roll(6) == 0 { 14 } else { 3 };
        }
    }
    let mut noise = Dice(4_242_424_243);
    fill(2700, 180, 1060, 900, &mut |x, y| {
        let n = noise.roll(24) as u8;
        [(x / 6) as u8 / 2 + n, (y / 5) as u8 / 2 + n, 90 + n]
    });
    fill(2700, 1140, 1060, 900, &mut |x, y| [(x / 5) as u8, (y / 4) as u8, 200]);
    let mut out = io::Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(image)
        .write_to(&mut out, ImageFormat::Png)
        .unwrap();
    out.into_inner()
}
