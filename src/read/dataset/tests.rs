//! Rows of every dataset, made by hand after the field tables of their makers.

mod gold;
mod hostile;
mod parquet;
mod pictures;
mod real;
mod samples;
mod task;

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::base::path::RepoPath;
use crate::domain::case::Case;
use crate::read::reader::{ImageLink, Item};
use crate::read::testing::{Bag, read_text, read_with};

/// A fix of two files, the second a test.
const PATCH: &str = "diff --git a/src/x.ts b/src/x.ts\n--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b\n\
                     diff --git a/src/y.ts b/src/y.ts\n--- a/src/y.ts\n+++ b/src/y.ts\n@@ -1 +1 @@\n-a\n+b\n";

fn cases(bag: &Bag) -> Vec<&Case> {
    let all = bag.items.iter().map(|(item, _)| item);
    all.filter_map(|i| if let Item::Case(c) = i { Some(&**c) } else { None })
        .collect()
}

fn links(bag: &Bag) -> Vec<&ImageLink> {
    let all = bag.items.iter().map(|(item, _)| item);
    all.filter_map(|i| if let Item::Image(l) = i { Some(l) } else { None })
        .collect()
}

fn paths(all: &[RepoPath]) -> Vec<&str> {
    all.iter().map(RepoPath::as_str).collect()
}

/// Reads one row from a file of this name; every key of it must be mapped or be in `extra`.
fn one_in(name: &str, row: &Value) -> (Case, Bag) {
    let bag = read_text(name, &row.to_string());
    assert_eq!(bag.refused, [], "{row}");
    let case = cases(&bag)[0].clone();
    let mapping = &bag.mappings[0];
    let mapped: HashSet<&str> = mapping.mapped.iter().map(|(_, c)| c.as_str()).collect();
    let row = row.as_object().unwrap();
    for (key, value) in row {
        let kept = case.extra.get(key) == Some(value);
        assert!(
            kept || mapped.contains(key.as_str()),
            "{key} is lost: {mapping:?} {:?}",
            case.extra
        );
        assert_ne!(
            mapped.contains(key.as_str()),
            mapping.extra.contains(key),
            "{key}: {mapping:?}"
        );
    }
    (case, bag)
}

fn one(row: &Value) -> (Case, Bag) {
    one_in("rows.jsonl", row)
}

/// A row with the fields that all of the SWE-bench family have, and more.
fn core(more: Value) -> Value {
    let mut row = json!({
        "repo": "o/r", "instance_id": "o__r-7", "base_commit": "0123456789abcdef0123456789abcdef01234567",
        "patch": PATCH, "test_patch": "diff --git a/t b/t", "problem_statement": "Title\r\nbody", "hints_text": "a hint",
        "created_at": "2023-05-01T10:00:00Z", "version": "1.0", "FAIL_TO_PASS": "[\"t1\"]", "PASS_TO_PASS": ["t2"],
        "environment_setup_commit": "ffff",
    });
    let Value::Object(more) = more else { panic!("an object") };
    row.as_object_mut().unwrap().extend(more);
    row
}
