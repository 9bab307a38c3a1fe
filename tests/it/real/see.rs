//! The real pictures through the real Tesseract, where both are there.

use std::process::Command;

use serde_json::{Value, json};

/// Whether Tesseract is there and reads English.
fn tesseract() -> bool {
    let out = Command::new("tesseract").arg("--list-langs").output();
    let there = out.is_ok_and(|o| {
        let said = [o.stdout, o.stderr].concat();
        String::from_utf8_lossy(&said).lines().any(|l| l.trim() == "eng")
    });
    if !there {
        eprintln!("skipped: no Tesseract that reads English");
    }
    there
}

#[test]
fn every_real_picture_ends_with_text_or_a_reason() {
    if !tesseract() {
        return;
    }
    let Some((study, _)) = super::study() else { return };
    let out = study.partly(&["see", "--json", "--timeout", "600"]);
    let said: Value = serde_json::from_str(&out).unwrap();
    // 31 exhibits; one has an address that was written wrongly, and no image.
    assert_eq!(
        (&said["images"], said["no_image"].as_array().unwrap().len()),
        (&json!(30), 1),
        "{said}"
    );
    let text = study.read("evidence/tesseract.jsonl");
    let all: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(all.len(), 30);
    for record in &all {
        assert!(record["took_ms"].is_u64() && record["fault"].is_null(), "{record}");
        let confidence = record["confidence"].as_f64();
        assert!(confidence.is_none_or(|c| (0.0..=1.0).contains(&c)), "{record}");
        assert_eq!(confidence.is_none(), record["ocr_text"].is_null(), "{record}");
    }
    // Read by a person in the pictures: a warning of a browser's console, and an error in the demo of a library.
    let says = |case: &str, words: &[&str]| {
        let text: Vec<&str> = all
            .iter()
            .filter(|r| r["case"] == case)
            .filter_map(|r| r["ocr_text"].as_str())
            .collect();
        for word in words {
            assert!(text.iter().any(|t| t.contains(word)), "{case}: {word}: {text:?}");
        }
    };
    says(
        "diegomura__react-pdf-1285",
        &["DeprecationWarning", "deprecated", "methods instead"],
    );
    says(
        "markedjs__marked-1674",
        &["Marked Demo", "TypeError", "Cannot read property"],
    );
    let error = |case: &str| all.iter().find(|r| r["case"] == case).unwrap()["error_signal"]["type"].clone();
    assert_eq!(error("diegomura__react-pdf-1285"), "DeprecationWarning");
    assert_eq!(error("markedjs__marked-1674"), "TypeError");
    // Nothing is read again, and nothing changes.
    let again: Value = serde_json::from_str(&study.partly(&["see", "--json"])).unwrap();
    assert_eq!((&again["had"], &again["read"]), (&json!(30), &json!(0)));
    assert_eq!(study.read("evidence/tesseract.jsonl"), text);
}
