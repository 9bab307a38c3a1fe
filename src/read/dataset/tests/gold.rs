//! Gold in the ways people write it, and what is told of columns.

use super::*;

#[test]
fn lists_in_one_text() {
    let files = |v: Value| {
        let case = one(&core(json!({ "files": v }))).0;
        case.gold
            .files
            .iter()
            .map(|f| f.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    for one_text in [
        "a.js, lib/b.js",
        "a.js;lib/b.js",
        "a.js,\nlib/b.js",
        "[\"a.js\", \"lib/b.js\"]",
    ] {
        assert_eq!(files(one_text.into()), ["a.js", "lib/b.js"], "{one_text}");
    }
    // A comma in the name of a real list, and prose, are left alone.
    assert_eq!(files(json!(["a,b.js"])), ["a,b.js"]);
    assert_eq!(files("some, words".into()), ["some, words"]);
    assert_eq!(files(json!({"a.js": ["f"], "b.js": []})), ["a.js", "b.js"]);
}

#[test]
fn functions_in_one_text_or_by_file() {
    let gold = |v: Value| {
        let case = one(&core(json!({ "edit_functions": v, "patch": "" }))).0;
        let files: Vec<String> = case.gold.files.iter().map(|f| f.as_str().to_owned()).collect();
        (files, case.gold.functions.unwrap())
    };
    let two = (
        vec!["a.js".to_owned(), "b.js".to_owned()],
        vec!["a.js:f".to_owned(), "b.js:A.g".to_owned()],
    );
    assert_eq!(gold("a.js:f, b.js:A.g".into()), two);
    assert_eq!(gold(json!({"a.js": ["f"], "b.js": "A.g"})), two);
    assert_eq!(gold("{'a.js': ['a.js:f'], 'b.js': ['A.g']}".into()), two);
    let (files, functions) = gold(json!({"a.js": ["f"], "c.js": []}));
    assert_eq!((files.len(), functions), (2, vec!["a.js:f".to_owned()]));
    assert_eq!(
        gold("src/v.h:draw(int a, b.c d)".into()).1,
        ["src/v.h:draw(int a, b.c d)"]
    );
}

#[test]
fn rows_without_a_column_for_the_id_are_told_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.jsonl");
    std::fs::write(&path, "{\"nr\":1,\"title\":\"T\"}\n{\"nr\":2,\"title\":\"U\"}\n").unwrap();
    let bag = crate::read::testing::read_as(&path, "dataset");
    assert_eq!((bag.items.len(), bag.refused.len()), (0, 1));
    let p = &bag.refused[0];
    assert_eq!(
        p.what,
        "2 rows: no column is taken for the id; its columns are nr, title"
    );
    assert_eq!((p.mend.as_deref(), p.line), (Some("--map id=COLUMN"), Some(1)));
}

#[test]
fn a_field_is_not_missing_where_its_column_is_there() {
    let rows = json!({"a-1": {"title": "T", "body": "b", "hints_text": "", "repo": "o/r"}});
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.json");
    std::fs::write(&path, rows.to_string()).unwrap();
    let bag = crate::read::testing::read_as(&path, "dataset");
    let mapping = &bag.mappings[0];
    assert_eq!(mapping.extra, ["hints_text"]);
    let missing = |f: &str| mapping.missing.iter().any(|m| m == f);
    assert!(
        !missing("comments") && !missing("id") && missing("patch"),
        "{mapping:?}"
    );
    // No column tells the benchmark.
    assert_eq!(cases(&bag)[0].benchmark, "dataset");
    let bag = crate::read::testing::read_as(&path, "swe-bench");
    assert_eq!(cases(&bag)[0].benchmark, "swe-bench");
}
