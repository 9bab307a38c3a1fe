//! Broken texts with what they mean, written by hand; hostile ones for time and panics.

use std::time::Instant;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const KNOWN: [&str; 4] = ["filelevel", "functionlevel", "files", "a"];

#[track_caller]
fn check(text: &str, want: &Value, how: &[&str]) {
    let got = mend(text, &KNOWN).unwrap_or_else(|| panic!("nothing in {text:?}"));
    assert_eq!(&got.value, want, "{text:?} {:?}", got.how);
    let mut got: Vec<&str> = got.how;
    let mut want = how.to_vec();
    got.sort_unstable();
    want.sort_unstable();
    assert_eq!(got, want, "{text:?}");
}

#[test]
fn valid_json_is_left_alone() {
    for text in [
        "{}",
        "[]",
        " {\"a\": [1, 2.5, null, true]}\n",
        "\"no json here\"",
        "12",
        "{\"b\":\"\\u00e9 \\\" , ]\"}",
    ] {
        check(text, &serde_json::from_str(text).unwrap(), &[]);
    }
}

#[test]
fn what_stands_around() {
    let a = json!({"a": 1});
    check("\u{FEFF}{\"a\":1}", &a, &["byte order mark"]);
    check("{\"a\":\0 1}\0", &a, &["NUL"]);
    check("{\r\n\"a\": 1\r\n}\r\n", &a, &[]);
    check("```json\n{\"a\":1}\n```", &a, &["fence"]);
    check("```\n{\"a\":1}\n```\n", &a, &["fence"]);
    check("```JSON5\n{\"a\":1}", &a, &["fence"]);
    check("```json{\"a\":1}```", &a, &["fence"]);
    check("Here it is:\n```python\n{\"a\":1}\n```\nDone.", &a, &["fence", "prose"]);
    check("The answer: {\"a\":1} as asked.", &a, &["prose"]);
    check(
        "I read map[string]int and [1] first. {\"a\":1}",
        &a,
        &["prose", "several values"],
    );
    check("see foo[ and {bar\n{\"a\":1}", &a, &["prose"]);
    check("{{\"a\":1}}", &a, &[]);
    check("{\"a\":0}\n{\"a\":1}\n{\"z\":2}", &a, &["several values"]);
    check("{\"a\":1} then [\"x\"]", &a, &["prose", "several values"]);
    check(
        "<think>maybe {\"files\":[\"x\"]}</think>{\"files\":[\"y\"]}",
        &json!({"files": ["y"]}),
        &["prose", "several values"],
    );
    check(
        "{\"z\":{\"a\":1}}{\"q\":0}",
        &json!({"z": {"a": 1}}),
        &["several values"],
    );
    check("[\"p.py\"]\n\n[\"p.py:f\"]", &json!(["p.py:f"]), &["several values"]);
}

#[test]
fn commas_comments_words() {
    check("{\"a\":1,}", &json!({"a": 1}), &["trailing comma"]);
    check(
        "{\"files\":[\"x\",\"y\",],}",
        &json!({"files": ["x", "y"]}),
        &["trailing comma"],
    );
    check("{\"a\":[1,,2]}", &json!({"a": [1, 2]}), &["stray comma"]);
    check(
        "{\"files\":[\"x\"\n\"y\" \"z\"]}",
        &json!({"files": ["x", "y", "z"]}),
        &["missing comma"],
    );
    check(
        "{\"a\":\"x\"\n\"b\":\"y\"}",
        &json!({"a": "x", "b": "y"}),
        &["missing comma"],
    );
    check(
        "{\"a\":1 // one\n,\"b\":/* two */2}",
        &json!({"a": 1, "b": 2}),
        &["comment"],
    );
    check(
        "{\"files\":[\"x\", # best\n\"y\"]}",
        &json!({"files": ["x", "y"]}),
        &["comment"],
    );
    check(
        "{\"files\":[\"x\", // best\n\"y\" // worse\n]}",
        &json!({"files": ["x", "y"]}),
        &["comment"],
    );
    check(
        "{\"files\":[\"x\", ...]}",
        &json!({"files": ["x"]}),
        &["ellipsis", "trailing comma"],
    );
    check(
        "{'files': ['x', \"y\"]}",
        &json!({"files": ["x", "y"]}),
        &["single quotes"],
    );
    check(
        "{'a': 'don't'}",
        &json!({"a": "don't"}),
        &["single quotes", "unescaped quote"],
    );
    check(
        "{'a':'x'} hope it's fine",
        &json!({"a": "x"}),
        &["single quotes", "prose"],
    );
    check(
        "{a: 1, file_level: []}",
        &json!({"a": 1, "file_level": []}),
        &["unquoted key"],
    );
    check("{file level: []}", &json!({"file level": []}), &["unquoted key"]);
    check(
        "{\"a\": None, \"b\": True, \"c\": False}",
        &json!({"a": null, "b": true, "c": false}),
        &["Python literal"],
    );
    check("{\"a\": NaN}", &json!({"a": null}), &["not a number"]);
    check("{\"a\": +1, \"b\": .5}", &json!({"a": 1, "b": 0.5}), &["number"]);
    check("{\"a\": high}", &json!({"a": "high"}), &["unquoted text"]);
    check(
        "{\"files\": [src/a.py, src/b.py]}",
        &json!({"files": ["src/a.py", "src/b.py"]}),
        &["unquoted text"],
    );
    check("{\"a\":, \"b\":2}", &json!({"a": null, "b": 2}), &["missing value"]);
    check("{“a”: “x”}", &json!({"a": "x"}), &["odd quotes"]);
    check("{\"files\":[\"x\"}", &json!({"files": ["x"]}), &["wrong bracket"]);
    check("{\"files\":[\"x\"]]}", &json!({"files": ["x"]}), &["wrong bracket"]);
}

#[test]
fn inside_strings() {
    check(
        "{\"a\":\"one\ntwo\r\nthree\"}",
        &json!({"a": "one\ntwo\nthree"}),
        &["raw line end"],
    );
    check(
        "{\"a\":\"tab\there\"}",
        &json!({"a": "tab\there"}),
        &["raw control character"],
    );
    check(
        "{\"a\": \"(fill(text04040\"Hello\")\"black\")\", \"b\": 1}",
        &json!({"a": "(fill(text04040\"Hello\")\"black\")", "b": 1}),
        &["unescaped quote"],
    );
    check(
        "{\"a\": \"He said \"hi\", then left\"}",
        &json!({"a": "He said \"hi\", then left"}),
        &["unescaped quote"],
    );
    check(
        "{\"a\": \"print \"x\"} then\", \"b\": [\"y\"]}",
        &json!({"a": "print \"x\"} then", "b": ["y"]}),
        &["unescaped quote"],
    );
    check("{\"a\":\"C:\\dir\\x\"}", &json!({"a": "C:\\dir\\x"}), &["bad escape"]);
    check("{\"a\":\"it\\'s\"}", &json!({"a": "it's"}), &["bad escape"]);
    check("{\"a\":\"\\ud83d\\ude00\",}", &json!({"a": "😀"}), &["trailing comma"]);
    check("{\"a\":\"\\ud83d!\"}", &json!({"a": "\u{FFFD}!"}), &["bad escape"]);
    check(
        "{\"a\":\"x,\\\"b\\\":1\",}",
        &json!({"a": "x,\"b\":1"}),
        &["trailing comma"],
    );
}

#[test]
fn cut_ends() {
    check("{\"files\":[\"x\",\"y\"", &json!({"files": ["x", "y"]}), &["truncated"]);
    check("{\"files\":[\"x\",", &json!({"files": ["x"]}), &["truncated"]);
    check("{\"files\":[\"x\"],\"func", &json!({"files": ["x"]}), &["truncated"]);
    check("{\"files\":[\"x\"],\"b\":", &json!({"files": ["x"]}), &["truncated"]);
    check("{\"a\":1,\"b\":tr", &json!({"a": 1}), &["truncated"]);
    check("{\"a\":{\"b\":[{\"c\":2", &json!({"a": {"b": [{}]}}), &["truncated"]);
    let m = mend("{\"files\":[\"x\",\"src/y", &KNOWN).unwrap();
    assert_eq!((m.value, m.cut), (json!({"files": ["x", "src/y"]}), true));
    check(
        "```json\n{\"files\":[\"x\",\n```\nSorry.",
        &json!({"files": ["x"]}),
        &["fence", "prose", "truncated"],
    );
    // What is whole and has the key is better than what is cut and has not.
    check("{\"thought\":\"t\",\"answer\":{\"a\":1}", &json!({"a": 1}), &["prose"]);
    check(
        "{\"a\":1,\"meta\":{\"files\":[]}",
        &json!({"a": 1, "meta": {"files": []}}),
        &["truncated"],
    );
}

#[test]
fn json_in_strings() {
    let a = json!({"a": 1});
    check(r#""{\"a\":1}""#, &a, &["double encoded"]);
    check(r#""\"{\\\"a\\\":1}\"""#, &a, &["double encoded"]);
    check(r#"{\"a\":1}"#, &a, &["double encoded"]);
    check("\"```json\\n{\\\"a\\\":1}\\n```\"", &a, &["double encoded", "fence"]);
    check(r#"result: "{\"a\":1}" ok"#, &a, &["double encoded"]);
    check(
        r#""{\"files\":[\"x\",\"#,
        &json!({"files": ["x"]}),
        &["double encoded", "truncated"],
    );
    // Four levels are too many: the string stays.
    let mut deep = "{\"a\":1}".to_owned();
    for _ in 0..4 {
        deep = serde_json::to_string(&deep).unwrap();
    }
    assert!(mend(&deep, &KNOWN).is_none_or(|m| m.value.is_string()));
}

#[test]
fn no_value_at_all() {
    for text in [
        "",
        "   ",
        "sorry",
        "see [this link](http://x) and {that}",
        "[foo bar]",
        "a { b",
        "```\ntext\n```",
    ] {
        assert_eq!(mend(text, &KNOWN), None, "{text:?}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test is about time")]
fn a_megabyte_of_anything_takes_no_long() {
    let units = [
        "[",
        "{",
        "\"",
        "\\",
        "'",
        "[[",
        "{\"a\":",
        "[\"",
        "{'",
        "\",",
        "\"]",
        "\"}",
        "\\\"",
        "```",
        "`",
        "/*",
        "//",
        "[1,",
        "{a:",
        "\" ",
        ",",
        "[{",
        "{\"a\":\"",
        "\",\"a",
        "“",
        "] [",
        "{\"",
        ":\"",
        "[\"\\\"",
        "\"\n",
        "\n[a",
        "{\\\"a\\\":[",
    ];
    for unit in units {
        let from = Instant::now();
        drop(mend(&unit.repeat(1_000_000 / unit.len()), &KNOWN));
        drop(mend(&format!("{{\"a\":{}", unit.repeat(250_000 / unit.len())), &KNOWN));
        let took = from.elapsed().as_millis();
        // Under a second on a free machine; a quadratic way would take many minutes.
        assert!(took < 60_000, "{unit:?} took {took} ms");
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        "[\"'\\\\,:{}\\[\\]\n` a]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[\"'\\\\,:{}a b]{0,5}", inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn valid_objects_come_back_as_they_are(v in any_value()) {
        let v = json!({"a": v});
        for text in [v.to_string(), serde_json::to_string_pretty(&v).unwrap()] {
            let got = mend(&text, &KNOWN).unwrap();
            prop_assert_eq!(&got.value, &v);
            prop_assert!(got.how.is_empty());
            // Lenient reading agrees with strict reading on valid JSON.
            let (used, got) = Parser::new(&text).value();
            prop_assert_eq!(used, text.len());
            let Got::Value(got) = got else { panic!("nothing") };
            prop_assert_eq!(&got.value, &v);
        }
    }

    #[test]
    fn nothing_panics(text in ".{0,200}", odd in "[\\[\\]{}\"'`\\\\,:#/.a1\n\u{0} “”…\u{e9}]{0,80}") {
        drop(mend(&text, &KNOWN));
        drop(mend(&odd, &[]));
    }
}
