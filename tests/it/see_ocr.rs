//! `casefile see` with a stand-in for Tesseract: a shell script that answers with a table of words, or misbehaves.

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::study::{Study, clean, lines, row};

mod hostile;
mod worth;

/// A white picture; its width tells the stand-in which one it is.
fn png(width: u32) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(RgbImage::from_pixel(width, 4, Rgb([250, 250, 250])))
        .write_to(&mut out, ImageFormat::Png)
        .unwrap();
    out.into_inner()
}

/// Cases `c-0`, `c-1` … with one picture each of these widths; 0 for none.
fn study(widths: &[u32]) -> Study {
    let study = Study::new();
    let (mut rows, mut mapping) = (Vec::new(), Vec::new());
    for (n, width) in widths.iter().enumerate() {
        let id = format!("c-{n}");
        rows.push(row(&id));
        if *width > 0 {
            let file = format!("{width}.png");
            study.write(&file, png(*width));
            mapping.push(json!({"instance_id": id, "url": format!("https://h/{id}.png"), "file": file}));
        }
    }
    let rows = study.write("rows.jsonl", lines(&rows));
    let mapping = study.write("images.jsonl", lines(&mapping));
    study.run(&["import", &rows, &mapping]);
    study
}

/// A stand-in that knows English and does `body` for each picture, whose width (as it was before it was enlarged) is in
/// `$width`. `word LINE PLACE CONFIDENCE TEXT` prints a word; each picture is written down in the file `calls`.
fn engine(study: &Study, body: &str) -> String {
    let calls = study.home.path().join("calls");
    let text = format!(
        r#"#!/bin/sh
case "$1" in
--version) echo 'tesseract 9.8.7'; exit 0;;
--list-langs) printf 'List of available languages in "/x/" (2):\neng\ndeu\n'; exit 0;;
esac
width=$(($(head -c 20 | tail -c 4 | od -An -tu4 --endian=big) / 2))
cat > /dev/null
word() {{ printf '5\t1\t1\t1\t%s\t%s\t0\t0\t9\t9\t%s\t%s\n' "$1" "$2" "$3" "$4"; }}
head() {{ printf 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n'; }}
{body}
echo "$width $*" >> '{}'
"#,
        calls.display()
    );
    let path = study.write("tesseract", text);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// What the stand-in was called for, one a line.
fn calls(study: &Study) -> Vec<String> {
    let text = fs::read_to_string(study.home.path().join("calls")).unwrap_or_default();
    let mut out: Vec<String> = text.lines().map(str::to_owned).collect();
    out.sort();
    out
}

/// Exit code and report.
fn see(study: &Study, engine: &str, more: &[&str]) -> (i32, Value) {
    let mut args = vec!["see", "--json", "--tesseract", engine];
    args.extend(more);
    let out = study.run(&args);
    let text = String::from_utf8(out.stdout).unwrap();
    let report = serde_json::from_str(&text)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&out.stderr).into_owned()));
    (out.status.code().unwrap(), report)
}

fn records(study: &Study, producer: &str) -> Vec<Value> {
    let text = study.read(&format!("evidence/{producer}.jsonl"));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is tested")]
fn now() -> Instant {
    Instant::now()
}

const PLAIN: &str = "head; word 1 1 90 width; word 1 2 80 $width";

#[test]
fn a_picture_is_read_once_and_rules_find_what_its_text_says() {
    // Two cases show the same picture; one has none.
    let study = study(&[10, 20, 10, 0]);
    let body = r#"head
if [ "$width" = 10 ]; then
  word 1 1 90 TypeError:; word 1 2 90 x; word 1 3 90 is; word 1 4 90 null
  word 2 1 50 at; word 2 2 50 draw; word 2 3 50 '(src/menu.ts:12:7)'
fi"#;
    let engine = engine(&study, body);
    let before = json!({"case": "c-0", "exhibit": "https://h/c-0.png", "producer": "eye", "ocr_text": "kept"});
    let file = study.write("eye.jsonl", lines(&[before]));
    study.ok(&["import", &file]);
    let eye = study.read("evidence/eye.jsonl");
    let (code, said) = see(&study, &engine, &[]);
    assert_eq!(code, 1, "an exhibit without an image is a reason: {said}");
    assert_eq!(
        (&said["read"], &said["images"], &said["had"]),
        (&json!(3), &json!(2), &json!(0))
    );
    assert_eq!(said["settings"], "tesseract 9.8.7 --psm 3 -l eng, 2x");
    assert_eq!(said["no_image"][0]["case"], "c-3");
    assert_eq!(
        calls(&study),
        [
            "10 stdin stdout --psm 3 -l eng -c tessedit_create_tsv=1",
            "20 stdin stdout --psm 3 -l eng -c tessedit_create_tsv=1"
        ]
    );
    let all = records(&study, "tesseract");
    let cases: Vec<&str> = all.iter().map(|r| r["case"].as_str().unwrap()).collect();
    assert_eq!(cases, ["c-0", "c-1", "c-2"]);
    let first = &all[0];
    assert_eq!(first["ocr_text"], "TypeError: x is null\nat draw (src/menu.ts:12:7)");
    assert_eq!(
        first["error_signal"],
        json!({"kind": "exception", "type": "TypeError", "message": "x is null",
            "stack_hint": ["at draw (src/menu.ts:12:7)"]})
    );
    assert_eq!(first["code_hint"]["function_names"], json!(["draw"]));
    assert_eq!(first["code_hint"]["file_patterns"], json!(["src/menu.ts"]));
    // 10 + 1 + 2 + 4 letters at 90 and 2 + 4 + 18 at 50: (1530 + 1200) / 41 = 66.585….
    assert_eq!(first["confidence"], json!(0.666));
    for null in ["user_action", "visual_saliency", "notes", "raw"] {
        assert_eq!(first[null], Value::Null, "{null}");
    }
    assert_eq!(first["prompt"], "tesseract 9.8.7 --psm 3 -l eng, 2x");
    assert!(first["took_ms"].as_u64().unwrap() < 60_000 && first.get("fault").is_none());
    // Nothing to be read is evidence as well: there is no text.
    assert_eq!(
        (&all[1]["ocr_text"], &all[1]["confidence"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(study.read("evidence/eye.jsonl"), eye, "another producer's");
    // What is there is left alone, byte for byte.
    let file = study.read("evidence/tesseract.jsonl");
    let (code, said) = see(&study, &engine, &[]);
    assert_eq!((code, &said["had"], &said["read"]), (1, &json!(3), &json!(0)));
    assert_eq!(study.read("evidence/tesseract.jsonl"), file);
    assert_eq!(calls(&study).len(), 2);
}

#[test]
fn settings_are_part_of_what_is_remembered() {
    let study = study(&[10, 20]);
    let engine = engine(&study, PLAIN);
    assert_eq!(see(&study, &engine, &[]).0, 0);
    assert_eq!(calls(&study).len(), 2);
    // The file is lost: the same answers come out of memory.
    let file = study.read("evidence/tesseract.jsonl");
    fs::remove_file(study.path().join("evidence/tesseract.jsonl")).unwrap();
    let (code, said) = see(&study, &engine, &[]);
    assert_eq!((code, &said["remembered"], &said["images"]), (0, &json!(2), &json!(0)));
    assert_eq!(calls(&study).len(), 2);
    let bare = |text: &str| -> Vec<Value> {
        let mut all: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        for r in &mut all {
            r["at"] = Value::Null;
        }
        all
    };
    assert_eq!(bare(&study.read("evidence/tesseract.jsonl")), bare(&file));
    // Another name, the same engine: memory. Another language or layout: not.
    let (_, said) = see(&study, &engine, &["--producer", "my tess/1"]);
    assert_eq!(
        (&said["remembered"], &said["producer"]),
        (&json!(2), &json!("my-tess-1"))
    );
    assert_eq!(records(&study, "my-tess-1")[0]["producer"], "my-tess-1");
    let (_, said) = see(
        &study,
        &engine,
        &["--producer", "de", "--lang", "deu+eng", "--psm", "11"],
    );
    assert_eq!((&said["remembered"], &said["images"]), (&json!(0), &json!(2)));
    assert_eq!(
        records(&study, "de")[0]["prompt"],
        "tesseract 9.8.7 --psm 11 -l deu+eng"
    );
    // Not enlarged, so the stand-in takes them for half as wide.
    let sparse: Vec<String> = calls(&study).into_iter().filter(|c| c.contains("--psm 11")).collect();
    let widths: Vec<&str> = sparse.iter().filter_map(|c| c.split(' ').next()).collect();
    assert_eq!(widths, ["10", "5"]);
    // Read again on purpose.
    let (_, said) = see(&study, &engine, &["--again"]);
    assert_eq!(
        (&said["remembered"], &said["images"], &said["read"]),
        (&json!(0), &json!(2), &json!(2))
    );
    assert_eq!(calls(&study).len(), 6);
}

#[test]
fn counting_does_nothing_and_a_limit_leaves_the_rest() {
    let study = study(&[10, 20, 10, 30]);
    let engine = engine(&study, PLAIN);
    let (code, said) = see(&study, &engine, &["--dry-run"]);
    assert_eq!((code, &said["left"], &said["images"]), (0, &json!(4), &json!(3)));
    assert_eq!(said["written"], false);
    assert!(!study.path().join("evidence/tesseract.jsonl").exists() && calls(&study).is_empty());
    let (code, said) = see(&study, &engine, &["--max", "2"]);
    assert_eq!((code, &said["read"], &said["left"]), (1, &json!(2), &json!(2)));
    let (_, said) = see(&study, &engine, &["c-2"]);
    assert_eq!(
        (&said["read"], &said["remembered"]),
        (&json!(1), &json!(1)),
        "its picture is c-0's"
    );
    assert_eq!(calls(&study).len(), 2);
    let why = study.fails(2, &["see", "--tesseract", &engine, "c-9"]);
    assert!(why.contains("no case 'c-9'"), "{why}");
    let list = study.ok(&["see", "--tesseract", &engine, "--list"]);
    clean("see", &list);
    let line = list.lines().find(|l| l.trim_start().starts_with("c-3")).unwrap();
    assert!(
        line.contains(" s ") && line.contains("0.87"),
        "5 letters at 90 and 2 at 80: {line}"
    );
}

#[test]
fn a_record_comes_through_an_import_as_it_is() {
    let study = study(&[10, 20]);
    let engine = engine(
        &study,
        "if [ \"$width\" = 20 ]; then echo no >&2; exit 7; fi\nhead; word 1 1 91.7 'TypeError: a'",
    );
    assert_eq!(see(&study, &engine, &[]).0, 1);
    let file = study.read("evidence/tesseract.jsonl");
    assert!(file.contains("\"fault\":\"tesseract ended with 7: no\""), "{file}");
    let copy = self::study(&[10, 20]);
    let from = study.path().join("evidence/tesseract.jsonl").display().to_string();
    copy.ok(&["import", &from]);
    assert_eq!(copy.read("evidence/tesseract.jsonl"), file);
    // And it is known there: nothing is read again.
    let (_, said) = see(&copy, &self::engine(&copy, PLAIN), &[]);
    assert_eq!(
        (&said["had"], said["failed_before"].as_array().unwrap().len()),
        (&json!(1), 1)
    );
}
