use crate::base::path::RepoPath;
use crate::read::testing::{read_bytes, read_text};

#[test]
fn lists_by_case() {
    let text = r#"{"o__r-1": ["a/x.py::C.m", "a/x.py::f", "a/x.py::f", "b.py"], "o__r-2": "c.py::g", "o__r-3": [],
        "o__r-4": [3]}"#;
    let bag = read_text("gt.json", text);
    // A value that is no list of texts makes it another format.
    assert_eq!(bag.reader, "");
    let bag = read_text("gt.json", &text.replace("[3]", "[\"c.cc::ns::g\"]"));
    assert_eq!(bag.reader, "cosil-gold");
    let got: Vec<(Vec<&str>, &[String])> = bag
        .gold()
        .iter()
        .map(|g| {
            let files = g.files.as_ref().unwrap().iter().map(RepoPath::as_str).collect();
            (files, g.functions.as_deref().unwrap())
        })
        .collect();
    assert_eq!(got[0].0, ["a/x.py", "b.py"]);
    assert_eq!(got[0].1, ["a/x.py:C.m", "a/x.py:f"]);
    assert_eq!(got[1].1, ["c.py:g"]);
    assert_eq!((got[2].0.len(), got[2].1.len()), (0, 0));
    assert_eq!(got[3].1, ["c.cc:ns::g"]);
    assert_eq!(bag.mended.len(), 1);
}

#[test]
fn changes_by_file() {
    let rows = concat!(
        r#"{"instance_id":"o__r-1","file_changes":[{"file":"a.py","changes":{"edited_entities":["a.py:C.m"],"added_entities":["a.py:n"]}}],"patch":""}"#,
        "\n",
        r#"{"instance_id":"o__r-2","file_changes":[{"changes":{}}]}"#,
        "\n",
        r#"{"instance_id":"o__r-3","file_changes":[{"file":"a.py","changes":{"edited_entities":[1]}}]}"#,
    );
    let bag = read_text("gt_location.jsonl", rows);
    assert_eq!((bag.reader.as_str(), bag.gold().len()), ("locagent-gold", 1));
    assert_eq!(bag.gold()[0].functions.as_deref(), Some(&["a.py:C.m".to_owned()][..]));
    let fields: Vec<Option<&str>> = bag.refused.iter().map(|p| p.field.as_deref()).collect();
    assert_eq!(
        fields,
        [Some("file_changes"), Some("file_changes.changes.edited_entities")]
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn bytes_never_panic(at in 0usize..100, byte in 0u8..=255, junk in ".{0,40}") {
        for text in [r#"{"a": ["x.py::f", "y"], "b": "z::"}"#, r#"{"instance_id":"a","file_changes":[{"file":"a"}]}"#] {
            let mut raw = text.as_bytes().to_vec();
            let at = at % raw.len();
            raw[at] = byte;
            let _: usize = read_bytes("gt.json", &raw).items.len();
        }
        let _: usize = read_text("gt.json", &junk).items.len();
    }
}
