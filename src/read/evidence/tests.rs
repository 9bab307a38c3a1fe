//! Evidence of every shape, by hand.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::read::testing::{Bag, read_text};

fn evidence(bag: &Bag) -> Vec<&Evidence> {
    let mut out = Vec::new();
    for (item, _) in &bag.items {
        if let Item::Evidence(e) = item {
            out.push(&**e);
        }
    }
    out
}

#[track_caller]
fn read(text: &str) -> Bag {
    let bag = read_text("vce-model.jsonl", text);
    assert_eq!(bag.reader, "evidence", "{:?}", bag.refused);
    bag
}

/// Place of each record.
fn places(bag: &Bag) -> Vec<(&str, &str)> {
    evidence(bag)
        .iter()
        .map(|e| (e.case.as_str(), e.exhibit.as_str()))
        .collect()
}

#[test]
fn a_clean_row_is_taken_as_it_is() {
    let bag = read(
        r#"{"v":1,"case":"a__b-1","exhibit":"4344033ffac0","producer":"eye","at":"2026-01-01T00:00:00Z","ocr_text":"x","error_signal":{"kind":"http","type":"E","message":"m","stack_hint":null},"ui_elements":["b"],"user_action":null,"code_hint":{"function_names":["f"],"file_patterns":null,"frameworks":["r"]},"visual_saliency":"s","confidence":0.5,"notes":"n","raw":null}"#,
    );
    let e = evidence(&bag)[0];
    assert_eq!(
        (e.case.as_str(), e.exhibit.as_str(), e.producer.as_str()),
        ("a__b-1", "4344033ffac0", "eye")
    );
    assert_eq!(e.at, "2026-01-01T00:00:00Z");
    let error = e.error_signal.as_ref().unwrap();
    assert_eq!(
        (error.kind.as_deref(), error.type_name.as_deref()),
        (Some("http"), Some("E"))
    );
    assert_eq!(e.code_hint.as_ref().unwrap().function_names, ["f"]);
    assert_eq!((e.confidence, e.raw.as_ref()), (Some(0.5), None));
    assert!(e.mended.is_empty() && bag.mended.is_empty());
}

#[test]
fn fields_in_any_spelling_and_wrong_types() {
    let bag = read(
        r#"{"instance_id":"a__b-1","image_url":"https://x/y.png","OCR text":["one","two"],"UI elements":"- Save\n- Cancel","errorSignal":"boom","code hint":["Menu.open","src/menu.ts"],"visualSaliency":7,"Confidence":"80%","notes":"null"}"#,
    );
    let e = evidence(&bag)[0];
    assert_eq!(
        (e.exhibit.as_str(), e.producer.as_str()),
        ("url:https://x/y.png", "vce-model")
    );
    assert_eq!(e.ocr_text.as_deref(), Some("one\ntwo"));
    assert_eq!(e.ui_elements, ["Save", "Cancel"]);
    assert_eq!(e.error_signal.as_ref().unwrap().message.as_deref(), Some("boom"));
    let hint = e.code_hint.as_ref().unwrap();
    // Both hold a dot: without brackets neither can be told from a file.
    assert_eq!(hint.file_patterns, ["Menu.open", "src/menu.ts"]);
    assert_eq!(e.visual_saliency.as_deref(), Some("7"));
    assert_eq!((e.confidence, e.notes.as_deref()), (Some(0.8), None));
    for how in [
        "ocr_text: list for text",
        "ui_elements: text for a list",
        "error_signal: text for an object",
        "code_hint: list for an object",
        "visual_saliency: number for text",
        "confidence: percent",
        "notes: word for nothing",
    ] {
        assert!(e.mended.contains(&how.to_owned()), "{how} in {:?}", e.mended);
    }
    assert_eq!(e.raw.as_ref().unwrap()["Confidence"], "80%");
    assert_eq!(bag.mended.len(), e.mended.len());
}

#[test]
fn confidence_in_all_dresses() {
    for (raw, want, mended) in [
        (json!(0.8), Some(0.8), false),
        (json!(1), Some(1.0), false),
        (json!(0), Some(0.0), false),
        (json!("0.8"), Some(0.8), true),
        (json!("80%"), Some(0.8), true),
        (json!("80 %"), Some(0.8), true),
        (json!(80), Some(0.8), true),
        (json!("high"), None, true),
        (json!(-0.1), None, true),
        (json!(5), None, true),
        (json!(101), None, true),
        (json!("120%"), None, true),
        (json!([0.5]), None, true),
        (json!(null), None, false),
    ] {
        let row = json!({"case": "a", "image": "1", "ocr_text": "t", "confidence": raw});
        let bag = read(&row.to_string());
        let e = evidence(&bag)[0];
        assert_eq!((e.confidence, !e.mended.is_empty()), (want, mended), "{raw}");
    }
}

#[test]
fn exhibits_by_id_address_name_and_number() {
    for (field, want) in [
        (r#""exhibit":"0123456789ab""#, "0123456789ab"),
        (r#""exhibit_id":"url:https://x""#, "url:https://x"),
        (r#""image":"https://x/a.png""#, "url:https://x/a.png"),
        (r#""image":"assets/a__b-1/001.png""#, "file:assets/a__b-1/001.png"),
        (r#""image_path":"001.png""#, "file:001.png"),
        (r#""image_id":"2""#, "index:2"),
        (r#""image_id":2"#, "index:2"),
        (r#""index":3"#, "index:3"),
        (r#""image":"data:image/png;base64,AAAA","index":3"#, "index:3"),
        (r#""image":{"url":"https://x/a.png"}"#, "url:https://x/a.png"),
        (
            r#""images":["x"],"image_url":["https://x/a.png"]"#,
            "url:https://x/a.png",
        ),
    ] {
        let bag = read(&format!(r#"{{"case":"a__b-1",{field},"ocr_text":"t"}}"#));
        assert_eq!(places(&bag), [("a__b-1", want)], "{field}");
    }
    for wrong in ["-1", "\"-1\"", "1.5", "123456789", "\"index:x\""] {
        let bag = read(&format!(r#"{{"case":"a","image_index":{wrong},"ocr_text":"t"}}"#));
        assert_eq!(bag.refused[0].field.as_deref(), Some("image_index"), "{wrong}");
        assert!(bag.refused[0].mend.as_deref().is_some_and(|m| m.contains("from 1")));
    }
    let bag = read(r#"{"case":"a","ocr_text":"t"}"#);
    assert_eq!(places(&bag), [("a", "")]);
    assert_eq!(evidence(&bag)[0].raw, Some(json!({"case": "a", "ocr_text": "t"})));
    let bag = read(r#"{"image":"1","ocr_text":"t"}"#);
    assert_eq!(bag.refused[0].field.as_deref(), Some("case"));
}

#[test]
fn a_file_with_an_image_0_counts_from_0_throughout() {
    let rows = concat!(
        r#"{"case":"a","image_index":1,"ocr_text":"t"}"#,
        "\n",
        r#"{"case":"b","vce":[{"ocr_text":"x"},{"ocr_text":"y"}]}"#,
        "\n",
        r#"{"case":"b","image_url":"https://z","index":5,"ocr_text":"t"}"#,
        "\n",
        r#"{"case":"c","image":"0","ocr_text":"t"}"#,
        "\n"
    );
    let bag = read(rows);
    assert!(bag.refused.is_empty());
    // Places that the file does not name, but that follow from the order, stay.
    assert_eq!(
        places(&bag),
        [
            ("a", "index:2"),
            ("b", "index:1"),
            ("b", "index:2"),
            ("b", "url:https://z"),
            ("c", "index:1")
        ]
    );
    assert_eq!(bag.notes.len(), 1);
    assert!(bag.notes[0].what.contains("from 0"));
    let map = read(r#"{"a__b-1":{"0":{"ocr_text":"x"},"1":{"ocr_text":"y"}}}"#);
    assert_eq!(places(&map), [("a__b-1", "index:1"), ("a__b-1", "index:2")]);
    assert!(read(r#"{"case":"a","index":1.0,"ocr_text":"t"}"#).notes.is_empty());
}

#[test]
fn below_other_keys_as_object_text_or_twice_encoded() {
    let vce = r#"{"ocr_text":"say "hi" now","confidence":0.9,"ui_elements":["a",]}"#;
    let reply = format!("Here it is:\n```json\n{vce}\n```");
    for key in ["vce", "evidence", "response", "output", "content", "raw"] {
        let row = json!({"instance_id": "a__b-1", "image_id": "2", "model": "gpt", key: reply});
        let bag = read(&row.to_string());
        let e = evidence(&bag)[0];
        assert_eq!(
            (e.case.as_str(), e.exhibit.as_str(), e.producer.as_str()),
            ("a__b-1", "index:2", "gpt")
        );
        assert_eq!(e.ocr_text.as_deref(), Some("say \"hi\" now"));
        assert_eq!(e.raw, Some(json!(reply)));
        for how in ["fence", "prose", "unescaped quote", "trailing comma"] {
            assert!(e.mended.contains(&how.to_owned()), "{how}");
        }
        let row = json!({"instance_id": "a__b-1", "image": "1", key: {"ocr_text": "t"}});
        assert_eq!(evidence(&read(&row.to_string()))[0].ocr_text.as_deref(), Some("t"));
    }
    let twice = json!({"case": "a", "image": "1", "response": "\"{\\\"ocr_text\\\":\\\"t\\\"}\""});
    let bag = read(&twice.to_string());
    assert_eq!(evidence(&bag)[0].mended, ["double encoded"]);
    let bag = read_text(
        "v.jsonl",
        concat!(
            "{\"case\":\"a\",\"image\":\"1\",\"vce\":{\"ocr_text\":\"t\"}}\n",
            "{\"case\":\"b\",\"image\":\"1\",\"vce\":\"I see nothing\"}\n",
            "{\"case\":\"b\",\"image\":\"1\",\"VCE\":\" \"}\n",
            "{\"case\":\"b\",\"image\":\"1\",\"vce\":null}\n",
            "{\"case\":\"b\",\"image\":\"1\",\"vce\":\"{\\\"a\\\":1}\"}\n",
            "{\"case\":\"b\",\"image\":\"1\",\"colour\":1}\n",
        ),
    );
    assert_eq!(places(&bag), [("a", "index:1")]);
    let told: Vec<_> = bag
        .refused
        .iter()
        .map(|p| (p.line.unwrap(), p.field.as_deref().unwrap(), p.what.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (2, "vce", "there is no JSON in the reply"),
            (3, "VCE", "the reply is empty"),
            (4, "vce", "the reply is empty"),
            (5, "vce", "JSON without any of the eight fields of evidence"),
            (6, "ocr_text", "none of the eight fields of evidence is there"),
        ]
    );
}

#[test]
fn lists_maps_and_one_row_a_case() {
    let list = r#"[{"case":"a","image":"1","ocr_text":"x"},{"case":"a","image":"2","ocr_text":"y"}]"#;
    assert_eq!(places(&read(list)), [("a", "index:1"), ("a", "index:2")]);
    let images = r#"{"instance_id":"a","vce":[{"ocr_text":"x"},{"image":"https://z","ocr_text":"y"}]}"#;
    assert_eq!(places(&read(images)), [("a", "index:1"), ("a", "url:https://z")]);
    let map = r#"{"a__b-1":{"ocr_text":"x","image":"1"},"a__b-2":{"ocr_text":"y","image":"1"}}"#;
    assert_eq!(places(&read(map)), [("a__b-1", "index:1"), ("a__b-2", "index:1")]);
    let nested = r#"{"a__b-1":{"https://x":{"ocr_text":"x"},"p.png":{"ocr_text":"y"}}}"#;
    assert_eq!(
        places(&read(nested)),
        [("a__b-1", "url:https://x"), ("a__b-1", "file:p.png")]
    );
    let lists = r#"{"a__b-1":[{"ocr_text":"x"},{"ocr_text":"y"}],"a__b-2":[{"ocr_text":"z"}]}"#;
    assert_eq!(
        places(&read(lists)),
        [("a__b-1", "index:1"), ("a__b-1", "index:2"), ("a__b-2", "index:1")]
    );
    let one = read_text("out/a__b-3/vce.json", "{\n\"image\": \"1\",\n\"ocr_text\": \"x\"\n}");
    assert_eq!(places(&one), [("a__b-3", "index:1")]);
}

#[test]
fn codev_steps() {
    let step1 = r#"[{"instance_id":"a__b-1","raw_description_list":["first","second"]}]"#;
    let bag = read(step1);
    assert_eq!(places(&bag), [("a__b-1", "index:1"), ("a__b-1", "index:2")]);
    assert_eq!(evidence(&bag)[1].visual_saliency.as_deref(), Some("second"));
    let step2 = r#"[{"instance_id":"a__b-1","description_list":[{"image_id":"2","analysis":"why"},{"image_id":"1","description":"what"}]}]"#;
    let bag = read(step2);
    assert_eq!(places(&bag), [("a__b-1", "index:2"), ("a__b-1", "index:1")]);
    assert_eq!(evidence(&bag)[0].visual_saliency.as_deref(), Some("why"));
    let step3 = r#"[{"instance_id":"a__b-1","structure_problem":{"problemSummary":"p","supplementaryImages":["pic"]}},{"instance_id":"a__b-2","structure_problem":{"problemSummary":"p"}}]"#;
    let bag = read(step3);
    assert_eq!(places(&bag), [("a__b-1", "index:1")]);
    assert_eq!(bag.refused[0].field.as_deref(), Some("structure_problem"));
}

#[test]
fn faults_time_and_cost_are_kept() {
    // Ours to the letter: nothing is mended, what was mended before is still told.
    let own = r#"{"v":1,"case":"a__b-1","exhibit":"4344033ffac0","producer":"eye","at":"","ocr_text":"none","error_signal":null,"ui_elements":[],"user_action":null,"code_hint":null,"visual_saliency":null,"confidence":0.5,"notes":null,"raw":"reply","mended":["fence"],"prompt":"ab12","took_ms":7,"usage":{"prompt_tokens":3,"completion_tokens":4}}"#;
    let bag = read(own);
    assert_eq!(serde_json::to_string(evidence(&bag)[0]).unwrap(), own);
    let failed = own
        .replace(r#""ocr_text":"none""#, r#""ocr_text":null"#)
        .replace(r#""confidence":0.5"#, r#""confidence":null"#)
        .replace(r#""prompt""#, r#""fault":"cut off","prompt""#);
    let bag = read(&failed);
    assert_eq!(serde_json::to_string(evidence(&bag)[0]).unwrap(), failed);
    // Of others, under the names of their endpoints.
    let other = r#"{"instance_id":"a__b-1","image":"1","ocr_text":null,"fault":"refused","usage":{"input_tokens":9}}"#;
    let bag = read(other);
    let e = evidence(&bag)[0];
    assert_eq!(
        (e.fault.as_deref(), e.usage.unwrap().prompt_tokens),
        (Some("refused"), 9)
    );
    // A fault beside a reading is none.
    let bag = read(r#"{"instance_id":"a__b-1","image":"1","ocr_text":"x","fault":"late"}"#);
    assert_eq!(
        (evidence(&bag)[0].fault.as_deref(), evidence(&bag)[0].mended.len()),
        (None, 1)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_panics(raw in ".{0,120}", at in 0usize..160, with in "[\\[\\]{}\",:x1\\\\\n]{0,3}") {
        drop(read_text("a.json", &raw));
        let good = r#"{"instance_id":"a__b-1","image":"2","vce":[{"ocr_text":"x","ui_elements":"y"},"{\"notes\":1}"],"confidence":"8%"}"#;
        let mut text: Vec<char> = good.chars().collect();
        let at = at.min(text.len());
        text.splice(at..(at + 1).min(text.len()), with.chars());
        let text: String = text.into_iter().collect();
        drop(read_text("a.json", &text));
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a__b-1.json");
        std::fs::write(&path, &text).unwrap();
        drop(Vce.read(&Input::new(&path), &mut Bag::default()));
    }
}
