//! Every shape of an answer, by hand.

use proptest::prelude::*;

use super::*;
use crate::domain::run::{Sample, What};
use crate::read::testing::{Bag, read_file, read_text};

mod modes;

fn files(s: &Sample) -> Vec<&str> {
    s.files.iter().map(|f| f.raw.as_str()).collect()
}

fn functions(s: &Sample) -> Vec<&str> {
    s.functions.iter().map(|f| f.raw.as_str()).collect()
}

#[track_caller]
fn answer(text: &str, status: Status, want_files: &[&str], want_functions: &[&str]) -> Vec<String> {
    let (got, sample, how) = parse_answer(text);
    assert_eq!(got, status, "{text}");
    assert_eq!(files(&sample), want_files, "{text}");
    assert_eq!(functions(&sample), want_functions, "{text}");
    let ranks: Vec<u32> = sample.files.iter().map(|f| f.rank).collect();
    assert_eq!(ranks, (1..).take(ranks.len()).collect::<Vec<u32>>());
    how
}

#[test]
fn all_spellings_of_the_keys() {
    for (files, functions) in [
        ("file_level", "function_level"),
        ("file level", "function level"),
        ("filelevel", "functionLevel"),
        ("files", "functions"),
        ("found_files", "found_entities"),
    ] {
        let text = format!(r#"{{"{files}": ["src/b.ts", "src/a.ts"], "{functions}": ["src/b.ts:K.m"]}}"#);
        let how = answer(&text, Status::Ok, &["src/b.ts", "src/a.ts"], &["src/b.ts:K.m"]);
        assert!(how.is_empty(), "{how:?}");
    }
    let submit = r#"{"tool":"submit","files":["a.py"],"functions":["a.py:f"]}"#;
    answer(submit, Status::Ok, &["a.py"], &["a.py:f"]);
    answer(
        r#"{"name":"submit","arguments":{"files":["a.py"]}}"#,
        Status::Ok,
        &["a.py"],
        &[],
    );
    answer(
        r#"{"name":"submit","arguments":"{\"files\":[\"a.py\"]}"}"#,
        Status::Ok,
        &["a.py"],
        &[],
    );
    // The last one counts; a tool call before it has other keys.
    let turns =
        "{\"tool\":\"read_file\",\"path\":\"x.py\"}\n{\"tool\":\"submit\",\"files\":[\"a.py\"],\"functions\":[]}";
    answer(turns, Status::Ok, &["a.py"], &[]);
}

#[test]
fn texts_and_objects_where_lists_and_texts_are_expected() {
    let how = answer(
        r#"{"file_level":"a.py","function_level":"a.py:f\n- a.py:g"}"#,
        Status::Ok,
        &["a.py"],
        &["a.py:f", "- a.py:g"],
    );
    assert_eq!(how, ["text for a list"]);
    answer(
        r#"{"file_level":"a.py, src/b.py"}"#,
        Status::Ok,
        &["a.py", "src/b.py"],
        &[],
    );
    answer(
        r#"{"file_level":"[\"a.py\",\"b.py\"]"}"#,
        Status::Ok,
        &["a.py", "b.py"],
        &[],
    );
    answer(
        r#"{"file_level":[{"file":"a.py","score":0.5},{"path":"b.py"}],
            "function_level":[{"file":"a.py","function":"K.m"},{"file":"b.py","function":"b.py:g"}]}"#,
        Status::Ok,
        &["a.py", "b.py"],
        &["a.py:K.m", "b.py:g"],
    );
    answer(
        r#"{"function_level":{"a.py":["f","g"],"b.py":"h"}}"#,
        Status::Ok,
        &[],
        &["a.py:f", "a.py:g", "b.py:h"],
    );
    answer(
        r#"{"files":{"1":"a.py","2":"b.py"}}"#,
        Status::Ok,
        &["a.py", "b.py"],
        &[],
    );
    let how = answer(r#"{"files":["a.py",null,3,""]}"#, Status::Ok, &["a.py"], &[]);
    assert_eq!(how, ["entry that is no text", "empty entry"]);
    let (_, sample, _) =
        parse_answer(r#"{"files":[{"file":"a.py","score":"0.5"}],"functions":[{"file":"a.py","class":"K"}]}"#);
    assert_eq!(sample.files[0].score, Some(0.5));
    assert_eq!(sample.functions[0].what, What::Class);
}

#[test]
fn bare_lists_and_places() {
    answer(
        r#"["src/a.py", "src/b.py"]"#,
        Status::Ok,
        &["src/a.py", "src/b.py"],
        &[],
    );
    answer(r#"["a.py:f", "a.py:K.m"]"#, Status::Ok, &[], &["a.py:f", "a.py:K.m"]);
    let how = answer(
        "```json\n[\"a.py\"]\n```\n```json\n[\"a.py:f\"]\n```",
        Status::Ok,
        &["a.py"],
        &["a.py:f"],
    );
    assert_eq!(how, ["fence"]);
    answer(r#"[["a.py"],["a.py:f"]]"#, Status::Ok, &["a.py"], &["a.py:f"]);
    // CodeScout: class and function apart, null for none, one file twice.
    let text = r#"{"locations":[{"file":"a.py","class_name":"K","function_name":"m"},
        {"file":"a.py","class_name":null,"function_name":"f"},{"file":"b.py","class_name":"L","function_name":null},
        {"file":"c.py","class_name":null,"function_name":null},{"file":"","function_name":"x"}]}"#;
    answer(
        text,
        Status::Ok,
        &["a.py", "b.py", "c.py"],
        &["a.py:K.m", "a.py:f", "b.py:L"],
    );
    let (_, sample, how) = parse_answer(text);
    let kinds: Vec<What> = sample.functions.iter().map(|f| f.what).collect();
    assert_eq!(kinds, [What::Function, What::Function, What::Class]);
    assert!(how.contains(&"empty file name".to_owned()));
    answer(
        r#"[{"file":"a.py","function":"f"},{"file":"a.py","function":"g"}]"#,
        Status::Ok,
        &["a.py"],
        &["a.py:f", "a.py:g"],
    );
}

#[test]
fn states_of_an_answer() {
    answer("", Status::NoSubmission, &[], &[]);
    answer(" \n", Status::NoSubmission, &[], &[]);
    answer(r#"{"file_level":[],"function_level":[]}"#, Status::Empty, &[], &[]);
    answer("[]", Status::Empty, &[], &[]);
    answer("I could not find it.", Status::InvalidJson, &[], &[]);
    answer(r#"{"answer": 42}"#, Status::InvalidJson, &[], &[]);
    answer("[1, 2]", Status::InvalidJson, &[], &[]);
    answer("see [a.py](http://x/a.py)", Status::InvalidJson, &[], &[]);
    let how = answer(r#"{"file_level":["a.py","src/b"#, Status::Truncated, &["a.py"], &[]);
    assert_eq!(how, ["truncated", "entry cut in two left out"]);
    answer(
        r#"{"file_level":["a.py"],"function_level":["a.py:f","#,
        Status::Truncated,
        &["a.py"],
        &["a.py:f"],
    );
    answer(
        "Sure!\n```\n{'file_level': ['a.py',], // best\n 'function_level': [],}\n```",
        Status::Ok,
        &["a.py"],
        &[],
    );
}

fn states(bag: &Bag) -> Vec<(&str, Status)> {
    bag.suspects().iter().map(|s| (s.case.as_str(), s.status)).collect()
}

#[test]
fn rows_with_lists_and_rows_with_replies() {
    let rows = concat!(
        "{\"instance_id\":\"a__b-1\",\"mode\":\"image\",\"model\":\"m\",\"file_level\":[\"x.py\"],\"function_level\":[\"x.py:f\"]}\n",
        "{\"instance_id\":\"a__b-2\",\"mode\":\"image\",\"model\":\"m\",\"response\":\"```json\\n{\\\"file_level\\\":[\\\"y.py\\\"]}\\n```\"}\n",
        "{\"instance_id\":\"a__b-3\",\"mode\":\"image\",\"model\":\"m\",\"submission\":\"\",\"exit_status\":\"LimitsExceeded\"}\n",
        "{\"instance_id\":\"a__b-4\",\"mode\":\"image\",\"model\":\"m\",\"answer\":{\"files\":[]}}\n",
        "{\"instance_id\":\"a__b-5\",\"mode\":\"vce+image\",\"model\":\"m\",\"output\":\"no\"}\n",
        "{\"instance_id\":\"a__b-6\",\"mode\":\"image\",\"model\":\"m\",\"response\":null,\"exit_status\":\"RuntimeError\"}\n",
        "{\"instance_id\":\"a__b-7\",\"cost\":3}\n",
        "{\"file_level\":[\"z.py\"]}\n",
    );
    let bag = read_text("gpt.answers.jsonl", rows);
    assert_eq!(bag.reader, "mm-issueloc");
    assert_eq!(
        states(&bag),
        [
            ("a__b-1", Status::Ok),
            ("a__b-2", Status::Ok),
            ("a__b-3", Status::NoSubmission),
            ("a__b-4", Status::Empty),
            ("a__b-5", Status::InvalidJson),
            ("a__b-6", Status::Crashed),
        ]
    );
    let s = bag.suspects();
    assert_eq!(s[1].mended, ["fence"]);
    assert!(s[1].raw_text.as_deref().unwrap().starts_with("```json"));
    assert_eq!(s[2].exit_status.as_deref(), Some("LimitsExceeded"));
    assert_eq!(s[1].source.as_ref().unwrap()["line"], 2);
    assert_eq!(bag.mended, [("fence".to_owned(), 2)]);
    let runs = bag.runs();
    assert_eq!(runs.len(), 2);
    assert_eq!(
        (runs[0].0, runs[0].1.input.as_str(), runs[0].1.model.as_str()),
        ("gpt.answers", "with-image", "m")
    );
    assert_eq!(
        (runs[1].0, runs[1].1.input.as_str()),
        ("gpt.answers-VCE+image", "VCE+image")
    );
    let refused: Vec<(Option<usize>, Option<&str>)> =
        bag.refused.iter().map(|p| (p.line, p.field.as_deref())).collect();
    assert_eq!(refused, [(Some(7), Some("file_level")), (Some(8), Some("instance_id"))]);
}

#[test]
fn maps_and_files_of_one_case() {
    let map = r#"{"a__b-1":{"file_level":["x.py"]},"a__b-2":{"file_level":[]}}"#;
    assert_eq!(
        states(&read_text("m.json", map)),
        [("a__b-1", Status::Ok), ("a__b-2", Status::Empty)]
    );
    let texts = r#"{"a__b-1":"{\"file_level\":[\"x.py\"]}","a__b-2":null}"#;
    assert_eq!(
        states(&read_text("m.json", texts)),
        [("a__b-1", Status::Ok), ("a__b-2", Status::NoSubmission)]
    );

    let one = "{\n \"file_level\": [\"x.py\"],\n \"function_level\": []\n}\n";
    let bag = read_text("run7/a__b-9/answer.json", one);
    assert_eq!(states(&bag), [("a__b-9", Status::Ok)]);
    assert_eq!(bag.runs()[0].0, "run7");
    assert_eq!(
        states(&read_text("r/a__b-8.json", "[\"x.py\"]\n[\"x.py:f\"]\n")),
        [("a__b-8", Status::Ok)]
    );
    let fenced = "Here:\n```json\n{\"file_level\": [\"x.py\"],}\n```\n";
    assert_eq!(states(&read_text("r/a__b-7.txt", fenced)), [("a__b-7", Status::Ok)]);
    let broken = "{'file_level': ['x.py']}";
    assert_eq!(states(&read_text("r/a__b-6.json", broken)), [("a__b-6", Status::Ok)]);
    let whole = r#"{"exit_status":"LimitsExceeded","submission":""}"#;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a__b-5.json");
    std::fs::write(&path, whole).unwrap();
    // Too little to be recognised by itself, but not when it is named.
    assert_eq!(read_file(&path).reader, "");
    let mut bag = Bag::default();
    MmIssueLoc.read(&Input::new(&path), &mut bag).unwrap();
    assert_eq!(states(&bag), [("a__b-5", Status::NoSubmission)]);
}

#[test]
fn other_formats_are_not_claimed() {
    for text in [
        r#"{"instance_id":"a__b-1","model_patch":"","response":"{\"file_level\":[]}"}"#,
        r#"{"instance_id":"a__b-1","repo":"a/b","problem_statement":"x","files":["a.py"]}"#,
        r#"{"files":3}"#,
        r#"{"name":"x","files":["dist/**"],"version":1}"#,
        r#"["src/a.js","src/b.js"]"#,
    ] {
        let bag = read_text("x.json", text);
        assert_ne!(bag.reader, "mm-issueloc", "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_panics(raw in ".{0,120}", at in 0usize..160, with in "[\\[\\]{}\",:x1\\\\\n]{0,3}") {
        drop(read_text("a.json", &raw));
        let good = r#"{"instance_id":"a__b-1","file_level":["x.py",{"file":"y.py"}],"locations":[{"file":"z"}],"response":"[1]"}"#;
        let mut text: Vec<char> = good.chars().collect();
        let at = at.min(text.len());
        text.splice(at..(at + 1).min(text.len()), with.chars());
        let text: String = text.into_iter().collect();
        drop(read_text("a.json", &text));
        drop(parse_answer(&text));
        let mut bag = Bag::default();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a__b-1.json");
        std::fs::write(&path, &raw).unwrap();
        drop(MmIssueLoc.read(&Input::new(&path), &mut bag));
    }
}
