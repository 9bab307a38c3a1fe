use serde_json::json;

use super::*;
use crate::domain::run::{Status, What};
use crate::read::testing::{read_bytes, read_text};

fn one(value: &Value) -> Suspects {
    let bag = read_text("x.jsonl", &value.to_string());
    assert_eq!(bag.reader, "agentless");
    assert!(bag.refused.is_empty(), "{:?}", bag.refused);
    bag.suspects()[0].clone()
}

fn names(list: &[Suspect]) -> Vec<(u32, String)> {
    let id = |f: &Suspect| match (&f.name, f.lines) {
        (Some(name), _) => format!("{}:{name}", f.path),
        (None, Some((a, b))) => format!("{}:{a}-{b}", f.path),
        (None, None) => f.path.to_string(),
    };
    list.iter().map(|f| (f.rank, id(f))).collect()
}

fn ids(list: &[Suspect]) -> Vec<String> {
    names(list).into_iter().map(|(_, id)| id).collect()
}

fn info_of(value: &Value) -> RunInfo {
    read_text("x.jsonl", &value.to_string()).runs()[0].1.clone()
}

#[test]
fn the_order_of_keys_is_the_ranking() {
    let got = one(&json!({
        "instance_id": "o__r-1",
        "found_files": ["a.py", "z.py"],
        "additional_artifact_loc_file": {"raw_output_files": "```\na.py\nz.py\n```"},
        "found_related_locs": {
            "z.py": ["function: C.m\nclass: C"],
            "m.py": ["function: other"],
            "a.py": [""],
            "b.py": ["variable: LIMIT"]
        },
        "additional_artifact_loc_related": [{"raw_output_loc": "z.py\nmethod: C.m"}, {"raw_output_loc": ["again"]}],
        "found_edit_locs": {},
        "additional_artifact_loc_edit_location": null
    }));
    assert_eq!(ids(&got.files), ["a.py", "z.py"]);
    assert_eq!(
        names(&got.functions),
        [
            (1, "z.py:C.m".into()),
            (2, "z.py:C".into()),
            (3, "m.py:other".into()),
            (4, "b.py:LIMIT".into())
        ]
    );
    let what: Vec<What> = got.functions.iter().map(|f| f.what).collect();
    assert_eq!(what, [What::Function, What::Class, What::Function, What::Variable]);
    let other: Vec<bool> = got
        .functions
        .iter()
        .map(|f| f.flags.contains(&"other_file".into()))
        .collect();
    assert_eq!(other, [false, false, true, true]);
    assert_eq!(
        got.raw_text.as_deref(),
        Some("```\na.py\nz.py\n```\n\nz.py\nmethod: C.m\n\nagain")
    );
    assert!(got.samples.is_empty());
}

#[test]
fn places_to_edit_come_before_related_places() {
    let related = json!({"a.py": ["function: f\nfunction: g"]});
    let row = |edit: Value| json!({"instance_id": "i", "found_files": ["a.py"], "found_related_locs": related, "found_edit_locs": edit});
    // One sample, merged with a leading line feed.
    let got = one(&row(json!({"a.py": ["\nline: 3\nfunction: g"]})));
    assert_eq!(ids(&got.functions), ["a.py:3-3", "a.py:g"]);
    assert_eq!(got.samples.len(), 1);
    assert_eq!(
        (got.samples[0].stage.as_str(), ids(&got.samples[0].functions)),
        ("related", vec!["a.py:f".into(), "a.py:g".into()])
    );
    // Bare lines name no function: the related places stay the ranking.
    let got = one(&row(json!({"a.py": ["line: 3"]})));
    assert_eq!(ids(&got.functions), ["a.py:f", "a.py:g"]);
    assert_eq!(
        (got.samples[0].stage.as_str(), ids(&got.samples[0].functions)),
        ("edit", vec!["a.py:3-3".into()])
    );
    // Several samples: the first that names something; all of them are kept.
    let got = one(&row(
        json!([{"a.py": [""]}, {"a.py": ["function: h"]}, {"a.py": ["function: k"]}]),
    ));
    assert_eq!(ids(&got.functions), ["a.py:h"]);
    let stages: Vec<(&str, Vec<String>)> = got
        .samples
        .iter()
        .map(|s| (s.stage.as_str(), ids(&s.functions)))
        .collect();
    assert_eq!(
        stages,
        [
            ("related", vec!["a.py:f".to_owned(), "a.py:g".to_owned()]),
            ("edit", vec!["a.py:h".to_owned()]),
            ("edit", vec!["a.py:k".to_owned()])
        ]
    );
    for none in [json!([]), json!({}), Value::Null] {
        let got = one(&row(none));
        assert_eq!((ids(&got.functions).len(), got.samples.len()), (2, 0));
    }
}

#[test]
fn version_0_1_writes_lists_beside_the_files() {
    let got = one(&json!({
        "instance_id": "i", "found_files": ["a.py", "b.py"],
        "found_related_locs": [["function: f"], ["class: C.m\nmethod: C.n"], ["function: lost"]],
        "found_edit_locs": [[["line: 7"], [""]], [[""], ["function: g"]]]
    }));
    assert_eq!(ids(&got.functions), ["b.py:g"]);
    assert_eq!(ids(&got.samples[0].functions), ["a.py:f", "b.py:C.m", "b.py:C.n"]);
    assert_eq!(got.samples[0].functions[2].flags, ["method_line"]);
    assert_eq!(ids(&got.samples[1].functions), ["a.py:7-7"]);
    assert_eq!(got.mended, ["place without a file"]);
    // Merged files of that version.
    let merged = json!({"instance_id": "i", "found_files": ["a.py"], "found_locs": [["function: f\nline: 2"]]});
    assert_eq!(ids(&one(&merged).functions), ["a.py:f", "a.py:2-2"]);
    assert_eq!(info_of(&merged).system, "Agentless");
}

#[test]
fn the_system_shows_in_the_fields() {
    let row = |key: &str, value: Value| {
        let mut row = json!({"instance_id": "i", "found_files": ["a.py"]});
        row[key] = value;
        row
    };
    assert_eq!(
        info_of(&row("func_traj", json!({"prompt": [], "response": "x"}))).system,
        "CoSIL"
    );
    assert_eq!(info_of(&row("file_loc_trajs", json!([]))).system, "RepoSearcher");
    assert_eq!(info_of(&row("node_info", json!([]))).note, "files found by retrieval");
    assert_eq!(info_of(&row("found_edit_locs", json!([]))).system, "Agentless");
    assert_eq!(
        info_of(&row("found_related_locs", json!({}))).system,
        "agentless family"
    );
    assert_eq!(
        one(&row("func_traj", json!({"response": "I think f"})))
            .raw_text
            .as_deref(),
        Some("I think f")
    );
}

#[test]
fn an_irrelevant_run_is_no_ranking() {
    let rows = [
        json!({"instance_id": "i", "found_files": ["a.py"], "additional_artifact_loc_file": {"filtered_files": ["t.py"]}}),
        json!({"instance_id": "j", "found_files": ["a.py"], "found_related_locs": {"a.py": 3}}),
        json!({"found_files": ["a.py"]}),
        json!({"instance_id": "k", "found_files": []}),
    ];
    let text: Vec<String> = rows.iter().map(Value::to_string).collect();
    let bag = read_text("run-1/loc_outputs.jsonl", &text.join("\n"));
    let why: Vec<(Option<usize>, Option<&str>)> = bag.refused.iter().map(|p| (p.line, p.field.as_deref())).collect();
    assert_eq!(
        why,
        [
            (Some(1), Some("found_files")),
            (Some(2), Some("found_related_locs.a.py")),
            (Some(3), Some("instance_id"))
        ]
    );
    assert_eq!(bag.suspects()[0].status, Status::Empty);
    assert_eq!(bag.runs()[0].0, "run-1");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_read_without_panic(text in "([a-zA-Zé.:,()<>`#/ \\n-]|function: |class: |line: |[0-9]-|\\.py\\n){0,60}") {
        let mut told = super::super::lines::Told::default();
        let mut found = Sample::default();
        super::super::lines::add(&mut found, Some("a.py"), &text, &mut told);
        let ranks: Vec<u32> = found.functions.iter().map(|f| f.rank).collect();
        proptest::prop_assert!(ranks.is_sorted());
    }

    #[test]
    fn bytes_never_panic(at in 0usize..300, byte in 0u8..=255, junk in ".{0,40}") {
        let row = json!({"instance_id": "i", "found_files": ["a.py"], "found_related_locs": {"a.py": ["function: f"]}, "found_edit_locs": [[["line: 3"]]]});
        let mut raw = row.to_string().into_bytes();
        let at = at % raw.len();
        raw[at] = byte;
        let _: usize = read_bytes("x.jsonl", &raw).items.len();
        let _: usize = read_text("x.jsonl", &junk).items.len();
    }
}
