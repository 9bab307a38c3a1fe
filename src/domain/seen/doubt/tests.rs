use super::*;
use crate::domain::evidence::{CodeHint, ErrorSignal};
use serde_json::json;

fn record(producer: &str, ocr: &str) -> Evidence {
    Evidence {
        exhibit: "x".into(),
        producer: producer.into(),
        ocr_text: Some(ocr.into()).filter(|t: &String| !t.is_empty()),
        confidence: Some(0.9),
        ..Evidence::default()
    }
}

fn unread(e: &Evidence, others: &[&Evidence]) -> Vec<(&'static str, String)> {
    let all = doubts(e, others, Rules::default());
    all.into_iter()
        .filter(|d| d.why == Why::Unread)
        .map(|d| (d.field, d.value))
        .collect()
}

#[test]
fn what_no_other_reading_has_is_doubtful() {
    let model = Evidence {
        error_signal: Some(ErrorSignal {
            kind: Some("exception".into()),
            type_name: Some("TypeError".into()),
            message: Some("Cannot read property 'map' of undefined".into()),
            stack_hint: vec![
                "at render (List.tsx:20:15)".into(),
                "at invented (made_up.ts:1:1)".into(),
            ],
        }),
        ui_elements: vec!["Save button".into(), "Cancel button".into(), "menu".into()],
        user_action: Some("nobody can read this".into()),
        code_hint: Some(CodeHint {
            function_names: vec!["render".into(), "componentDidMount".into()],
            file_patterns: vec!["List.tsx".into()],
            frameworks: vec!["React".into()],
        }),
        visual_saliency: Some("nor this".into()),
        notes: Some("nor that".into()),
        ..record("model", "Save\nDelete all\n{}")
    };
    // Two slips in 32 letters of the message (rn for m, 0 for o), others in case and blanks.
    let ocr = record(
        "tesseract",
        "save\nTYPE ERROR: Cannot read property rnap of undefined\n at  render(List.tsx:20:15)",
    );
    assert_eq!(
        unread(&model, &[&ocr]),
        [
            ("ocr_text", "Delete all".to_owned()),
            ("error_signal.stack_hint", "at invented (made_up.ts:1:1)".to_owned()),
            ("ui_elements", "Cancel button".to_owned()),
            ("ui_elements", "menu".to_owned()),
            ("code_hint.function_names", "componentDidMount".to_owned()),
            ("code_hint.frameworks", "React".to_owned()),
        ]
    );
}

#[test]
fn only_another_producers_reading_of_the_same_image_counts() {
    let model = record("model", "Delete all");
    let own = record("model", "something else");
    let silent = record("tesseract", "");
    let elsewhere = Evidence {
        exhibit: "y".into(),
        ..record("tesseract", "something else")
    };
    assert_eq!(unread(&model, &[&own, &silent, &elsewhere]), []);
    let other = record("tesseract", "something else");
    assert_eq!(unread(&model, &[&other]).len(), 1);
    let third = record("rten", "DELETE-ALL");
    assert_eq!(
        unread(&model, &[&other, &third]),
        [],
        "one reading that has it is enough"
    );
}

#[test]
fn one_slip_on_six_letters() {
    let says = |text: &str, ocr: &str| unread(&record("m", text), &[&record("t", ocr)]).len();
    assert_eq!(says("render", "xrendenx"), 0, "six letters, one slip");
    assert_eq!(says("rende", "rendn"), 1, "five letters, none allowed");
    assert_eq!(says("render", "remden"), 1, "two slips");
    assert_eq!(
        says("componentDid", "cornponentDid"),
        0,
        "rn for m is two edits, in twelve letters"
    );
    assert_eq!(says("ﬁle", "file"), 0, "a ligature");
}

#[test]
fn low_confidence_and_short_replies_are_doubtful() {
    let why = |confidence, raw: Value| -> Vec<Why> {
        let e = Evidence {
            confidence,
            raw: Some(raw).filter(|r| !r.is_null()),
            ..Evidence::default()
        };
        doubts(&e, &[], Rules::default()).into_iter().map(|d| d.why).collect()
    };
    assert_eq!(why(Some(0.59), Value::Null), [Why::Unsure(0.59)]);
    assert_eq!(why(Some(0.6), Value::Null), []);
    assert_eq!(why(None, Value::Null), []);
    let five =
        json!({"ocr_text": null, "errorSignal": null, "UI elements": [], "notes": "x", "confidence": 1, "kind": 1});
    assert_eq!(why(None, five.clone()), [Why::Few(5)]);
    let mut six = five;
    six["code_hint"] = Value::Null;
    assert_eq!(why(None, six), []);
    let reply = "Here: {\"ocr_text\" : \"a \\\"notes\\\": b\", \"user_action\":null}";
    assert_eq!(keys(&reply.into()), Some(2), "a name within a text is none");
    assert_eq!(keys(&json!([1])), None);
}

#[test]
fn records_differ_field_by_field() {
    let a = Evidence {
        ui_elements: vec!["Save".into(), "Menu".into()],
        user_action: Some("Clicks".into()),
        code_hint: Some(CodeHint {
            file_patterns: vec!["a.js".into(), "b.js".into()],
            ..CodeHint::default()
        }),
        ..record("a", "It broke\nhere")
    };
    let b = Evidence {
        ui_elements: vec!["menu".into(), "save".into()],
        code_hint: Some(CodeHint {
            file_patterns: vec!["b.js".into(), "c.js".into()],
            ..CodeHint::default()
        }),
        notes: Some("n".into()),
        confidence: Some(0.901),
        ..record("b", "it broke, here")
    };
    let all = differ(&a, &b);
    let of = |name: &str| all.iter().find(|d| d.field == name).unwrap();
    assert_eq!(all.len(), 13);
    assert_eq!(of("ocr_text").sides, Sides::Same, "lines and commas aside");
    assert_eq!(of("ui_elements").sides, Sides::Same, "order aside");
    assert_eq!(of("confidence").sides, Sides::Same, "both show 0.90");
    assert_eq!(of("user_action").sides, Sides::First);
    assert_eq!(of("notes").sides, Sides::Second);
    assert_eq!(of("visual_saliency").sides, Sides::Neither);
    let files = of("code_hint.file_patterns");
    assert_eq!(files.sides, Sides::Differs);
    assert_eq!(
        (files.first.as_slice(), files.second.as_slice()),
        (&["a.js".to_owned()][..], &["c.js".to_owned()][..])
    );
}

proptest::proptest! {
    #[test]
    fn a_record_does_not_differ_from_itself(text in "\\PC{0,20}", list in proptest::collection::vec("\\PC{0,6}", 0..4)) {
        let e = Evidence { ui_elements: list, notes: Some(text.clone()), ..record("a", &text) };
        for d in differ(&e, &e) {
            proptest::prop_assert!(matches!(d.sides, Sides::Same | Sides::Neither), "{d:?}");
        }
        let mut other = e.clone();
        other.producer = "b".into();
        proptest::prop_assert_eq!(unread(&e, &[&other]).iter().filter(|(f, _)| *f == "ocr_text").count(), 0);
    }
}
