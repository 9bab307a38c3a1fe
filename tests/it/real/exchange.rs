//! The real cases through every form of export and back.

use std::fs;

use crate::study::Study;
use crate::support::shared;

fn through(rows: &str) {
    let Some(dir) = shared() else { return };
    let study = Study::new();
    let file = dir.join(rows).display().to_string();
    study.run(&["import", &file]);
    let before = study.read("cases.jsonl");
    assert!(before.lines().count() >= 20);
    for form in ["jsonl", "csv", "parquet"] {
        let out = study.home.path().join(form).display().to_string();
        study.ok(&["export", "--as", form, "--what", "cases", "--out", &out]);
        let copy = Study::new();
        copy.ok(&["import", &format!("{out}/cases.{form}")]);
        assert!(copy.read("cases.jsonl") == before, "{form} changed {rows}");
        let size = fs::metadata(format!("{out}/cases.{form}")).unwrap().len();
        assert!(size > 10_000, "{form}: {size}");
    }
}

#[test]
fn twenty_cases_with_their_images_come_back() {
    through("data/real/cases.swe-bench-m.jsonl");
}

#[test]
fn a_hundred_cases_come_back() {
    through("data/swe-bench-m.dev.jsonl");
}
