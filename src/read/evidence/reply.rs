//! Evidence in the reply of a model that was asked about one picture.

use serde_json::{Map, Value};

use crate::domain::evidence::Evidence;
use crate::read::mend;

use super::fields::{self, FIELDS, count};

/// Fewest of the eight fields that make a reply an answer.
const FEWEST: usize = 3;

/// Fewest of the eight fields that pass without a remark.
const MOST: usize = 6;

/// How deep a record may lie in wraps: `{"result": {"evidence": {…}}}`.
const LEVELS: usize = 4;

/// The eight fields out of `text`, with what had to be mended. Case, exhibit, producer and time are empty.
///
/// # Errors
/// Why it is no evidence, the same words for all alike: no JSON, none of the fields, fewer than three of them.
pub fn from_reply(text: &str) -> Result<Evidence, &'static str> {
    let got = mend::mend(text, &FIELDS.map(|f| f.1)).ok_or("there is no JSON in the reply")?;
    let mut found = Vec::new();
    records(&got.value, LEVELS, &mut found);
    let Some(record) = found.first() else {
        return Err("JSON without any of the eight fields of evidence");
    };
    let fields = count(record);
    if fields < FEWEST {
        return Err("fewer than 3 of the eight fields of evidence");
    }
    let mut out = Evidence {
        v: 1,
        mended: got.how.iter().map(|h| (*h).to_owned()).collect(),
        ..Evidence::default()
    };
    if found.len() > 1 {
        out.mended.push("several records; the first counts".to_owned());
    }
    if fields < MOST {
        out.mended.push(format!("only {fields} of 8 fields"));
    }
    fields::fill(record, &mut out);
    Ok(out)
}

/// Objects with fields of evidence, outermost only, in their order.
fn records<'a>(value: &'a Value, levels: usize, found: &mut Vec<&'a Map<String, Value>>) {
    let Some(below) = levels.checked_sub(1) else {
        return;
    };
    match value {
        Value::Object(o) if count(o) > 0 => found.push(o),
        Value::Object(o) => o.values().for_each(|v| records(v, below, found)),
        Value::Array(list) => list.iter().for_each(|v| records(v, below, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"{"ocr_text": "boom", "error_signal": null, "ui_elements": ["Save button"], "user_action": null,
        "code_hint": null, "visual_saliency": "red box", "confidence": 0.8, "notes": null}"#;

    #[test]
    fn a_good_reply_needs_no_mending() {
        let got = from_reply(WHOLE).unwrap();
        assert_eq!(
            (got.ocr_text.as_deref(), got.confidence, got.mended.len()),
            (Some("boom"), Some(0.8), 0)
        );
    }

    #[test]
    fn what_is_mended_is_told() {
        let of = |text: &str| from_reply(text).unwrap();
        assert_eq!(of(&format!("```json\n{WHOLE}\n```")).mended, ["fence"]);
        let thought = format!("<think>perhaps {{\"ocr_text\": \"x\"}}</think>\n{WHOLE}");
        assert_eq!(of(&thought).ocr_text.as_deref(), Some("boom"));
        assert_eq!(
            of(&format!("{{\"result\": [{WHOLE}, {WHOLE}]}}")).mended,
            ["several records; the first counts"]
        );
        let few = of(r#"{"ocr_text": "a", "ui_elements": "Save", "notes": null}"#);
        assert_eq!(few.mended, ["only 3 of 8 fields", "ui_elements: text for a list"]);
        let cut = of(r#"{"ocr_text": "a", "error_signal": null, "ui_elements": ["b", "c"#);
        assert!(cut.mended.contains(&"truncated".to_owned()), "{:?}", cut.mended);
    }

    #[test]
    fn what_is_no_evidence_is_refused() {
        for (text, why) in [
            ("I cannot see a picture.", "there is no JSON in the reply"),
            ("", "there is no JSON in the reply"),
            (r#"{"answer": 42}"#, "JSON without any of the eight fields of evidence"),
            (
                r#"{"confidence": 1, "notes": "x"}"#,
                "JSON without any of the eight fields of evidence",
            ),
            (
                r#"{"ocr_text": "a", "confidence": 1}"#,
                "fewer than 3 of the eight fields of evidence",
            ),
        ] {
            assert_eq!(from_reply(text), Err(why), "{text}");
        }
    }
}
