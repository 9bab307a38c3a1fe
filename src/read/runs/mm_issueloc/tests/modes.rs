//! Rows that say in which input mode they are.

use serde_json::json;

use super::*;

#[test]
fn modes_have_many_names() {
    for (raw, want) in [
        ("text", Some("text-only")),
        ("Text-Only", Some("text-only")),
        ("with_image", Some("with-image")),
        ("image", Some("with-image")),
        ("vce", Some("VCE")),
        ("vce+image", Some("VCE+image")),
        ("VCE_image", Some("VCE+image")),
        ("audio", None),
        ("", None),
    ] {
        assert_eq!(row::mode(raw), want);
    }
}

#[test]
fn what_is_no_mode_is_told_and_makes_a_run_without_one() {
    let long = "m".repeat(300);
    let rows: Vec<String> = [
        json!("bogus-mode"),
        json!("bogus-mode"),
        json!("../../x\u{1b}[2J"),
        json!(5),
        json!(long),
        json!("vce"),
        Value::Null,
        json!(" "),
    ]
    .iter()
    .enumerate()
    .map(|(n, mode)| json!({"instance_id": format!("a__b-{n}"), "mode": mode, "file_level": ["x.py"]}).to_string())
    .collect();
    let bag = read_text("all.jsonl", &rows.join("\n"));
    assert_eq!((bag.suspects().len(), bag.refused.len()), (8, 0), "no row is lost");
    let runs = bag.runs();
    let modes: Vec<&str> = runs.iter().map(|(_, info)| info.input.as_str()).collect();
    assert_eq!(modes, ["", "", "", "", "VCE", ""]);
    for (name, _) in &runs {
        assert!(!name.contains(['/', '\u{1b}']) && name.len() < 120, "{name}");
    }
    let notes: Vec<(&str, Option<usize>, Option<&str>)> = bag
        .notes
        .iter()
        .map(|p| (p.what.as_str(), p.line, p.field.as_deref()))
        .collect();
    let told = |value: &str, line| {
        let found = notes
            .iter()
            .find(|(what, ..)| what.starts_with(&format!("'{value}' is no input mode")));
        assert_eq!(
            found.map(|(_, l, f)| (*l, *f)),
            Some((Some(line), Some("mode"))),
            "{value}: {notes:?}"
        );
    };
    told("bogus-mode", 1);
    told("../../x␛[2J", 3);
    told("5", 4);
    told(&"m".repeat(40), 5);
    assert_eq!(notes.len(), 4, "each once: {notes:?}");
    let mend = bag.notes[0].mend.as_deref().unwrap();
    assert!(mend.ends_with("text-only, with-image, VCE, VCE+image"), "{mend}");
}

#[test]
fn rows_of_a_mode_have_more_names_for_the_reply() {
    let answer = r#"Here: {"file_level": ["x.py"]}"#;
    let names = [
        "answer",
        "response",
        "output",
        "prediction",
        "completion",
        "raw_output",
        "reply",
        "text",
        "content",
        "raw",
        "model_output",
    ];
    for name in names {
        for reply in [answer, "I do not know."] {
            let row = json!({"instance_id": "a__b-1", "mode": "vce", name: reply});
            let bag = read_text("all.jsonl", &format!("{row}\n"));
            assert_eq!(bag.reader, "mm-issueloc", "{row}");
            let status = if reply == answer {
                Status::Ok
            } else {
                Status::InvalidJson
            };
            assert_eq!(states(&bag), [("a__b-1", status)], "{row}");
            assert_eq!(bag.suspects()[0].raw_text.as_deref(), Some(reply), "{row}");
            let (run, info) = bag.runs()[0];
            assert_eq!((run, info.input.as_str()), ("all", "VCE"), "{row}");
        }
    }
    // Without a mode these words say too little.
    for name in ["reply", "text", "content", "raw", "model_output"] {
        let row = json!({"instance_id": "a__b-1", name: answer});
        assert_ne!(
            read_text("all.jsonl", &format!("{row}\n")).reader,
            "mm-issueloc",
            "{row}"
        );
    }
    // The lists themselves go before any reply, and a reply that answers before one that does not.
    let both = json!({"instance_id": "a__b-1", "mode": "vce", "text": "the issue", "raw": answer});
    assert_eq!(
        states(&read_text("x.jsonl", &format!("{both}\n"))),
        [("a__b-1", Status::Ok)]
    );
}
