//! The shared gold cases, from source and diff to the names of edited functions.

use super::*;
use crate::domain::edits::{Change, OldHunk, edited_functions};

/// Hunks of a diff of one file, by the counts in their headings.
fn hunks(diff: &str) -> Vec<OldHunk<'_>> {
    let mut out = Vec::new();
    let mut lines = diff.split('\n');
    while let Some(line) = lines.next() {
        let Some(ranges) = line.strip_prefix("@@ -") else {
            continue;
        };
        let count = |s: &str| s.split_once(',').map_or(1, |(_, n)| n.parse::<u32>().unwrap());
        let mut words = ranges.split(' ');
        let (from, to) = (words.next().unwrap(), words.next().unwrap());
        let (mut old, mut new) = (count(from), count(to.strip_prefix('+').unwrap()));
        let start: u32 = from.split(',').next().unwrap().parse().unwrap();
        let mut hunk = OldHunk {
            next: start + u32::from(old == 0),
            lines: Vec::new(),
        };
        while old + new > 0 {
            let line = lines.next().unwrap();
            if let Some(text) = line.strip_prefix('+') {
                new -= 1;
                hunk.lines.push(Change::Added(text));
            } else if line.starts_with('-') {
                old -= 1;
                hunk.lines.push(Change::Removed);
            } else if !line.starts_with('\\') {
                old -= 1;
                new -= 1;
                hunk.lines.push(Change::Same);
            }
        }
        out.push(hunk);
    }
    out
}

#[test]
fn shared_cases_come_out_right() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/vectors/gold_cases.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: no shared vectors");
        return;
    };
    let cases: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut seen = 0;
    let mut wrong = Vec::new();
    for case in cases.as_array().unwrap() {
        let (path, before) = (case["path"].as_str().unwrap(), case["before"].as_str().unwrap());
        // Without a grammar there are no functions to edit.
        let outline = outline_of(path, before, &|| false).unwrap_or_default();
        let old: Vec<&str> = before.strip_suffix('\n').unwrap_or(before).split('\n').collect();
        let old = if before.is_empty() { Vec::new() } else { old };
        let hunks = hunks(case["diff"].as_str().unwrap());
        let edits = edited_functions(&outline, &old, &hunks, Lang::of(path, before) == Some(Lang::Python));
        for (list, found) in [("expect", edits.anchors), ("innermost", edits.innermost)] {
            let mut found: Vec<String> = found.iter().map(|n| format!("{path}:{n}")).collect();
            found.sort();
            let mut expected: Vec<&str> = case[list]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_str().unwrap())
                .collect();
            expected.sort_unstable();
            if found != expected {
                wrong.push(format!("{} {list}: {found:?}, expected {expected:?}", case["id"]));
            }
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, 50);
}
