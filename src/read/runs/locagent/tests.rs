use serde_json::json;

use super::*;
use crate::base::path::RepoPath;
use crate::domain::run::Suspect;
use crate::read::testing::{Bag, read_bytes, read_text};

fn read(value: &Value) -> Bag {
    let bag = read_text("m/loc_outputs.jsonl", &value.to_string());
    assert_eq!(bag.reader, "locagent");
    assert!(bag.refused.is_empty(), "{:?}", bag.refused);
    bag
}

fn raw(list: &[Suspect]) -> Vec<&str> {
    list.iter().map(|f| f.raw.as_str()).collect()
}

#[test]
fn flat_lists_and_gold() {
    let bag = read(&json!({
        "instance_id": "o__r-1",
        "found_files": ["a.py"],
        "found_modules": ["a.py:Cat", "b.py:f"],
        "found_entities": ["a.py:Cat", "a.py:q.m", "a.py:q", "b.py:f"],
        "raw_output_loc": ["first try", "second try"],
        "meta_data": {"gt_file_changes": [
            {"file": "a.py", "changes": {"edited_entities": ["a.py:C.m", "a.py:C.m"], "added_entities": ["a.py:n"]}},
            {"file": "new.py", "changes": {}}
        ]}
    }));
    let got = bag.suspects()[0];
    let what: Vec<What> = got.functions.iter().map(|f| f.what).collect();
    assert_eq!(what, [What::Class, What::Function, What::Class, What::Function]);
    assert_eq!(got.functions[3].flags, ["other_file"]);
    assert_eq!(got.raw_text.as_deref(), Some("first try\n\nsecond try"));
    assert!(got.samples.is_empty());
    let gold = bag.gold()[0];
    assert_eq!(gold.case, "o__r-1");
    assert_eq!(
        gold.files
            .as_ref()
            .unwrap()
            .iter()
            .map(RepoPath::as_str)
            .collect::<Vec<_>>(),
        ["a.py", "new.py"]
    );
    assert_eq!(gold.functions.as_deref(), Some(&["a.py:C.m".to_owned()][..]));
    assert_eq!(bag.runs()[0].1.system, "LocAgent");
    assert_eq!(bag.notes.len(), 1);
}

#[test]
fn samples_are_merged_by_the_sum_of_reciprocal_ranks() {
    // x: 1/2 + 1/2 = 1, y: 1 + 1/3, z: 1/3 + 1.
    let bag = read(&json!({
        "instance_id": "i",
        "found_files": [["y.py", "x.py", "z.py"], ["z.py", "x.py", "y.py"]],
        "found_modules": [[], []],
        "found_entities": [["x.py:f"], []],
        "raw_output_loc": ["a", "b"]
    }));
    let got = bag.suspects()[0];
    assert_eq!(raw(&got.files), ["y.py", "z.py", "x.py"]);
    assert_eq!(raw(&got.functions), ["x.py:f"]);
    assert_eq!(got.files.iter().map(|f| f.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(got.samples.len(), 2);
    assert_eq!(raw(&got.samples[1].files), ["z.py", "x.py", "y.py"]);
    assert!(got.samples[1].functions.is_empty());
    assert_eq!(bag.runs()[0].1.note, "samples merged by the sum of 1/rank");
    // One sample is a plain list; a file named twice in it stays twice.
    let bag = read(&json!({"instance_id": "i", "found_files": [["y.py", "y.py"]], "found_entities": [[]]}));
    assert_eq!(raw(&bag.suspects()[0].files), ["y.py", "y.py"]);
    assert!(bag.suspects()[0].samples.is_empty());
}

#[test]
fn a_run_without_an_answer_submitted_nothing() {
    let status = |raw: Value| {
        let row = json!({"instance_id": "i", "found_files": [[]], "found_modules": [[]], "found_entities": [[]], "raw_output_loc": raw});
        read(&row).suspects()[0].status
    };
    assert_eq!(status(json!([])), Status::NoSubmission);
    assert_eq!(status(json!(["I found nothing"])), Status::Empty);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn bytes_never_panic(at in 0usize..300, byte in 0u8..=255, junk in ".{0,40}") {
        let row = json!({"instance_id": "i", "found_files": [["a.py"], []], "found_entities": [["a.py:C.m"], ["a.py:é.m"]],
            "gt_file_changes": [{"file": "a.py", "changes": {"edited_entities": ["a.py:C"]}}]});
        let mut raw = row.to_string().into_bytes();
        let at = at % raw.len();
        raw[at] = byte;
        let _: usize = read_bytes("x.jsonl", &raw).items.len();
        let row = json!({"instance_id": "i", "found_files": [&junk], "found_entities": [&junk, format!("{junk}:{junk}")]});
        proptest::prop_assert_eq!(read(&row).suspects().len(), 1);
    }
}
