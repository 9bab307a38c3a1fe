//! What only our own records have: fault, version of the prompt, time, cost. A record that is one of ours to the letter is
//! taken as it stands.

use serde_json::{Map, Value};

use crate::domain::evidence::{Evidence, Usage};
use crate::read::mend::plain;

/// Our own record: all of it is known, and nothing has to be mended.
pub(super) fn record(o: &Map<String, Value>) -> Option<Evidence> {
    let named = [
        "v",
        "case",
        "exhibit",
        "producer",
        "at",
        "ocr_text",
        "confidence",
        "raw",
    ];
    if !named.iter().all(|name| o.contains_key(*name)) {
        return None;
    }
    let value = Value::Object(o.clone());
    let out: Evidence = serde_json::from_value(value.clone()).ok()?;
    let id = out.exhibit.len() == 12
        && out
            .exhibit
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let named = id && !out.case.is_empty() && !out.producer.is_empty();
    let sound = out.confidence.is_none_or(|c| (0.0..=1.0).contains(&c)) && (out.fault.is_none() || is_bare(&out));
    // Anything else in it would be lost, and is looked at by the rules for records of others.
    let whole = out.v == 1 && serde_json::to_value(&out).is_ok_and(|again| again == value);
    (named && sound && whole).then_some(out)
}

/// Whether all eight fields are empty.
fn is_bare(e: &Evidence) -> bool {
    e.fields().iter().all(|f| f.lines.is_empty())
}

/// Fills fault, prompt, time and cost from an object that is not our own record.
pub(super) fn fill(o: &Map<String, Value>, evidence: &mut Evidence) {
    for (key, value) in o {
        let text = || value.as_str().map(str::to_owned).filter(|t| !t.trim().is_empty());
        match plain(key).as_str() {
            "fault" => evidence.fault = text(),
            "prompt" | "promptversion" => evidence.prompt = text(),
            "tookms" => evidence.took_ms = value.as_u64(),
            "usage" => evidence.usage = usage(value),
            _ => {}
        }
    }
    if evidence.fault.is_some() && !is_bare(evidence) {
        evidence.fault = None;
        evidence.mended.push("fault: beside fields, left out".to_owned());
    }
}

/// Tokens, under the names of the usual endpoints.
fn usage(value: &Value) -> Option<Usage> {
    let of = |names: [&str; 2]| names.iter().find_map(|n| value.get(*n).and_then(Value::as_u64));
    let (asked, answered) = (
        of(["prompt_tokens", "input_tokens"]),
        of(["completion_tokens", "output_tokens"]),
    );
    (asked.is_some() || answered.is_some()).then(|| Usage {
        prompt_tokens: asked.unwrap_or(0),
        completion_tokens: answered.unwrap_or(0),
    })
}
