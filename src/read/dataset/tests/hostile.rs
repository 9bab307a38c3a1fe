//! Bytes of any kind never panic, and large rows take no longer than their size.

use proptest::prelude::*;

use super::*;
use crate::read::testing::{read_as, read_bytes};

fn samples() -> String {
    let rows = [
        core(json!({"image_assets": "{\"problem_statement\":[\"https://h/b.png\"]}", "category": ["ui_screenshot"]})),
        json!({"org": "o", "repo": "r", "number": 1, "base": {"sha": "0123abcd"}, "resolved_issues": [{"title": "t", "body": "b"}]}),
        core(
            json!({"edit_functions": "['a.py:f', \"b.py:C.g\"]", "images": [{"path": "a.png", "bytes": {"$blob": 7}}], "created_at": 1e300}),
        ),
    ];
    rows.map(|r| r.to_string() + "\n").concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(raw in prop::collection::vec(any::<u8>(), 0..300)) {
        read_bytes("x.jsonl", &raw);
        let dir = tempfile::tempdir().unwrap();
        for name in ["x.csv", "task.toml", "instruction.md"] {
            std::fs::write(dir.path().join(name), &raw).unwrap();
        }
        read_as(&dir.path().join("x.csv"), "dataset");
        read_as(&dir.path().join("task.toml"), "beyondswe-task");
    }

    #[test]
    fn mutated_rows(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut raw = samples().into_bytes();
        for (at, byte) in edits {
            let n = at.index(raw.len());
            raw[n] = byte;
        }
        read_bytes("x.jsonl", &raw);
    }

    #[test]
    fn any_value_in_any_column(column in 0usize..40, n in any::<i64>()) {
        let values = [json!(n), json!([n, null, [{}]]), json!({"a": {"$blob": n}}), json!("['"), json!({"problem_statement": {"x": 1}})];
        let names = ["instance_id", "repo", "base", "images", "created_at", "diff_files", "category", "modified_nodes"];
        let row = core(json!({ names[column % 8]: values[column / 8] }));
        let bag = read_text("x.jsonl", &row.to_string());
        prop_assert_eq!(cases(&bag).len() + bag.refused.len(), 1);
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "time taken is what is tested")]
fn many_pictures_and_columns() {
    let list: Vec<String> = (0..20_000).map(|n| format!("https://h/{n}.png")).collect();
    let text = format!("T\n{}", list.join(" "));
    let mut row = core(json!({"images": list, "problem_statement": text, "category": vec!["log_output"; 20_000]}));
    for n in 0..5_000 {
        row[format!("column {n}")] = n.into();
    }
    let begun = std::time::Instant::now();
    let bag = read_text("x.jsonl", &row.to_string());
    let took = begun.elapsed();
    assert_eq!(cases(&bag)[0].exhibits.len(), 20_000);
    assert_eq!(
        cases(&bag)[0].exhibits[19_999].labels.category.as_deref(),
        Some("log_output")
    );
    assert!(took.as_secs() < 20, "{took:?}");
}
