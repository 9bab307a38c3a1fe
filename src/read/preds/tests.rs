use std::path::Path;

use serde_json::json;

use super::*;
use crate::read::testing::{read_bytes, read_text};

fn status(value: Value) -> Result<Suspects> {
    row(
        Record {
            key: Some("k".into()),
            value,
            line: 1,
            offset: 0,
            len: 0,
            blobs: Vec::new(),
        },
        &Input::new(Path::new("x.json")),
    )
}

#[test]
fn null_empty_and_unreadable_patches_are_three_states() {
    let of = |p: Value| status(json!({"model_patch": p})).unwrap().status;
    assert_eq!(of(Value::Null), Status::NoSubmission);
    assert_eq!(of(" \n".into()), Status::Empty);
    assert_eq!(of("sorry, I could not".into()), Status::InvalidJson);
    assert_eq!(of("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n".into()), Status::Ok);
    assert_eq!(
        status(json!({"model_name_or_path": "m"})).unwrap().status,
        Status::NoSubmission
    );
    assert_eq!(
        status(json!({"model_patch": 3})).unwrap_err().field.as_deref(),
        Some("model_patch")
    );
}

fn mended(patch: &str) -> (Vec<String>, String) {
    let (found, how) = patch::files(patch);
    (found.files.into_iter().map(|f| f.raw).collect(), how.join(", "))
}

const HEAD: &str = "diff --git a/x.ts b/x.ts\n";
const BODY: &str = "--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";

#[test]
fn what_is_not_quite_a_patch_still_names_its_files() {
    let good = format!("{HEAD}{BODY}");
    let indented = format!("    {}", good.replace('\n', "\n    "));
    let table = [
        (good.clone(), ""),
        (BODY.to_owned(), "no diff --git"),
        (format!("\n{good}"), "leading blanks"),
        (format!("  {good}"), "leading blanks"),
        (indented, "leading blanks"),
        (format!("```diff\n{BODY}```\n"), "fence, no diff --git"),
        (format!("Here it is:\n```\n{good}"), "fence, text around"),
        (format!("```\n{good}```\nI hope it helps."), "fence, text around"),
        (good.replace('\n', "\r\n"), "carriage returns"),
        (good.replace("x.ts\n", "x.ts\r\n"), "carriage returns"),
        (good.replace("-1,2", "-1,9"), "hunk counts"),
        (good.replace("@@ -1,2 +1,2 @@", "@@ ... @@"), "hunk counts"),
    ];
    for (patch, how) in table {
        assert_eq!(mended(&patch), (vec!["x.ts".to_owned()], how.to_owned()), "{patch}");
    }
    assert_eq!(mended("nothing\n```\n"), (Vec::new(), String::new()));
}

#[test]
fn files_without_hunks_are_not_lost() {
    // Both hunks cannot be read; the second file must not take the place of the first.
    let two = "--- a/x\n+++ b/x\n@@ def f @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ @@\n-a\n+b\n";
    assert_eq!(mended(two).0, ["x", "y"]);
    // A new empty file, then one without `diff --git`.
    let two = "diff --git a/e b/e\nnew file mode 100644\nindex 000..e69\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";
    assert_eq!(mended(two), (vec!["e".into(), "y".into()], "no diff --git".into()));
}

#[test]
fn new_files_are_flagged_and_the_answer_is_kept() {
    let new =
        "diff --git a/repro.py b/repro.py\nnew file mode 100644\n--- /dev/null\n+++ b/repro.py\n@@ -0,0 +1 @@\n+x\n";
    let got = status(
        json!({"model_patch": format!("{HEAD}{BODY}{new}"), "full_output": "I think", "exit_status": "submitted"}),
    );
    let got = got.unwrap();
    let files: Vec<(&str, bool)> = got
        .files
        .iter()
        .map(|f| (f.path.as_str(), f.flags.iter().any(|f| f == "new_file")))
        .collect();
    assert_eq!(files, [("x.ts", false), ("repro.py", true)]);
    assert_eq!(got.raw_text.as_deref(), Some("I think"));
    assert_eq!(got.exit_status.as_deref(), Some("submitted"));
    assert!(got.functions.is_empty());
}

#[test]
fn lists_lines_and_maps() {
    let row = |id: &str| json!({"instance_id": id, "model_name_or_path": "m", "model_patch": BODY});
    let map = json!({"a__b-1": {"model_patch": BODY}, "a__b-2": {"model_patch": null}});
    let texts = [
        json!([row("a__b-1"), row("a__b-2")]).to_string(),
        format!("{}\n{}\n", row("a__b-1"), row("a__b-2")),
        map.to_string(),
    ];
    for text in texts {
        let bag = read_text("model-a/preds.json", &text);
        assert_eq!(bag.reader, "preds", "{text}");
        let ids: Vec<&str> = bag.suspects().iter().map(|s| s.case.as_str()).collect();
        assert_eq!(ids, ["a__b-1", "a__b-2"]);
        assert_eq!(bag.runs().len(), 1);
        assert_eq!(bag.runs()[0].0, "model-a");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn any_patch_is_read(text in "([-+@ `a/b\\r\\n\"0-9,]|diff --git |--- a/|\\+\\+\\+ b/|@@ -1 ){0,60}") {
        let (found, _) = patch::files(&text);
        proptest::prop_assert!(found.files.len() <= text.lines().count());
    }

    #[test]
    fn bytes_never_panic(at in 0usize..300, byte in 0u8..=255) {
        let mut raw = json!([{"instance_id": "a", "model_patch": format!("{HEAD}{BODY}")}]).to_string().into_bytes();
        let at = at % raw.len();
        raw[at] = byte;
        let _: usize = read_bytes("x.preds.json", &raw).items.len();
    }
}
