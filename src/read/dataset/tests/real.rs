//! Real rows, where they lie beside the project; and real files that are no rows.

use super::*;
use crate::read::input::Input;
use crate::read::reader;
use crate::read::testing::{read_shared, shared};

#[test]
fn real_rows_of_swe_bench_multimodal() {
    let (Some(few), Some(all)) = (
        read_shared("real/cases.swe-bench-m.jsonl"),
        read_shared("swe-bench-m.dev.jsonl"),
    ) else {
        return;
    };
    for (bag, n) in [(few, 20), (all, 100)] {
        assert_eq!((cases(&bag).len(), bag.refused.len()), (n, 0));
        for case in cases(&bag) {
            assert_eq!(case.benchmark, "swe-bench-multimodal");
            assert!(
                case.patch.is_some() && !case.gold.files.is_empty() && !case.title.is_empty(),
                "{}",
                case.id
            );
        }
        assert_eq!(
            bag.mappings[0].extra,
            ["test_patch", "version", "FAIL_TO_PASS", "PASS_TO_PASS"]
        );
    }
}

#[test]
fn predictions_are_no_rows() {
    let Some(root) = shared("predictions") else { return };
    let mut folders = vec![root];
    let mut seen = 0;
    while let Some(dir) = folders.pop() {
        for path in std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            seen += 1;
            let name = reader::sniff(&Input::new(&path)).map(|r| r.name().to_owned());
            assert_ne!(name.as_deref(), Ok("dataset"), "{}", path.display());
        }
    }
    assert!(seen > 40);
}
