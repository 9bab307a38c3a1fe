//! One row of a file of recorded replies: a record of the gate, or a reply as a model gave it.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::gate::{Record, Stage, Usage, VERSION, Verdict};
use crate::read::mend::plain;

use super::answer;

/// Keys that name the case and the exhibit, the surest first.
const CASES: [&str; 3] = ["case", "caseid", "instanceid"];
const EXHIBITS: [&str; 8] = [
    "exhibit",
    "exhibitid",
    "imageurl",
    "url",
    "image",
    "imagefile",
    "file",
    "index",
];

/// Keys that hold the reply.
const REPLIES: [&str; 3] = ["reply", "response", "completion"];

/// A row with the names of case and exhibit as the file has them.
pub(super) struct Row {
    /// Not yet with the exhibit's id.
    pub(super) record: Record,
    /// The exhibit by id, address, file name or place; empty where the row names none.
    pub(super) exhibit: String,
}

/// Reads a row. A reply is mended; one that cannot be used becomes a record of an error.
///
/// # Errors
/// Names the field that is missing or wrong, and what was expected.
pub(super) fn read(value: Value) -> Result<Row> {
    let Value::Object(row) = value else {
        return Err(Problem::input("a row is an object").mend(SHAPE));
    };
    let exhibit = match field(&row, &EXHIBITS) {
        None => String::new(),
        Some((_, Value::String(s))) => s.trim().to_owned(),
        Some((_, Value::Number(n))) => n.to_string(),
        Some((key, _)) => return Err(wrong(key, "an id, address, file name or place from 1")),
    };
    let record = if let Some((_, reply)) = field(&row, &REPLIES) {
        raw(&row, reply)?
    } else if row.contains_key("verdict") {
        whole(&row)?
    } else {
        return Err(Problem::input("there is neither a reply nor a verdict")
            .at_field("reply")
            .mend(SHAPE));
    };
    Ok(Row { record, exhibit })
}

/// What a row should look like.
const SHAPE: &str = "expected {\"case\", \"exhibit\", \"stage\": \"A\" to \"D\", \"model\", \"reply\": text or object}, or a record of gate.jsonl";

fn field<'a>(row: &'a Map<String, Value>, names: &[&str]) -> Option<(&'a str, &'a Value)> {
    names.iter().find_map(|name| {
        let mut found = row.iter().filter(|(k, v)| plain(k) == *name && !v.is_null());
        found.next().map(|(k, v)| (k.as_str(), v))
    })
}

fn wrong(key: &str, expected: &str) -> Problem {
    Problem::input(format!("expected {expected}"))
        .at_field(crate::text::clean::line(key))
        .mend(SHAPE)
}

/// A text that must be there.
fn text(row: &Map<String, Value>, names: &[&str], expected: &str) -> Result<String> {
    let name = names.first().copied().unwrap_or_default();
    match field(row, names) {
        Some((_, Value::String(s))) if !s.trim().is_empty() => Ok(s.trim().to_owned()),
        Some((key, _)) => Err(wrong(key, expected)),
        None => Err(wrong(name, expected)),
    }
}

/// A text that may be there.
fn perhaps(row: &Map<String, Value>, names: &[&str]) -> Result<Option<String>> {
    match field(row, names) {
        None => Ok(None),
        Some((_, Value::String(s))) => Ok(Some(s.trim().to_owned())),
        Some((key, _)) => Err(wrong(key, "a text")),
    }
}

fn stage(row: &Map<String, Value>) -> Result<Stage> {
    let word = text(row, &["stage"], "a stage, A to D")?;
    let letter = word.strip_prefix("stage").unwrap_or(&word).trim();
    let found = Stage::ALL.into_iter().find(|s| s.letter().eq_ignore_ascii_case(letter));
    found.ok_or_else(|| wrong("stage", "a stage, A to D"))
}

fn raw(row: &Map<String, Value>, reply: &Value) -> Result<Record> {
    let stage = stage(row)?;
    let mut model = perhaps(row, &["model"])?;
    let mut finish = perhaps(row, &["finishreason"])?;
    let mut usage = field(row, &["usage"]).map(|(_, v)| v.clone());
    let mut said = reply;
    // The whole answer of an endpoint holds the reply of the first choice.
    if let Some(choice) = reply.get("choices").and_then(|c| c.get(0)) {
        said = choice.pointer("/message/content").unwrap_or(&Value::Null);
        let own = |v: Option<&Value>| v.and_then(Value::as_str).map(str::to_owned);
        finish = finish.or_else(|| own(choice.get("finish_reason")));
        model = model.or_else(|| own(reply.get("model")));
        usage = usage.or_else(|| reply.get("usage").cloned());
    }
    let usage: Option<Usage> = match usage.filter(|u| !u.is_null()) {
        None => None,
        Some(u) => Some(serde_json::from_value(u).map_err(|e| {
            wrong(
                "usage",
                &format!("prompt_tokens and completion_tokens as numbers ({e})"),
            )
        })?),
    };
    let model = model
        .filter(|m| !m.is_empty())
        .ok_or_else(|| wrong("model", "the name of the model that answered"))?;
    let got = answer::read(stage, said, finish.as_deref());
    Ok(Record {
        v: VERSION,
        case: text(row, &CASES, "the id of a case")?,
        exhibit: String::new(),
        stage,
        input_sha: perhaps(row, &["inputsha"])?.unwrap_or_default(),
        prompt_sha: perhaps(row, &["promptsha"])?.unwrap_or_default(),
        model,
        output: got.output,
        verdict: if got.fault.is_some() {
            Verdict::Error
        } else {
            Verdict::Pass
        },
        reason: got.fault.unwrap_or_default(),
        mends: got.mends,
        usage,
        at: perhaps(row, &["at", "createdat"])?.unwrap_or_default(),
    })
}

/// A record of the gate, as this or another workspace has it.
fn whole(row: &Map<String, Value>) -> Result<Record> {
    // Its own reader would name no field.
    stage(row)?;
    text(row, &["case"], "the id of a case")?;
    match row.get("verdict").and_then(Value::as_str) {
        Some("pass" | "fail" | "error" | "skipped") => {}
        _ => return Err(wrong("verdict", "pass, fail, error or skipped")),
    }
    let mut row = row.clone();
    row.insert("exhibit".to_owned(), "".into());
    let mut record: Record = serde_json::from_value(Value::Object(row))
        .map_err(|e| Problem::input(format!("not a record of the gate: {e}")).mend(SHAPE))?;
    if record.v > VERSION {
        return Err(wrong("v", &format!("a version up to {VERSION}")));
    }
    record.v = VERSION;
    let answers = matches!(record.verdict, Verdict::Pass | Verdict::Fail);
    if answers && !record.output.is_object() {
        return Err(wrong("output", "the object that answers, since there is a verdict"));
    }
    if answers && record.model.trim().is_empty() {
        return Err(wrong("model", "the name of the model that answered"));
    }
    // Whether its turn has come is worked out anew.
    if record.verdict == Verdict::Skipped && record.output.is_object() {
        record.verdict = Verdict::Pass;
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_read_in_any_of_their_shapes() {
        let row = json!({"instance_id": "c", "index": 1, "stage": "b", "model": "m", "reply": "{\"category\": \"x\"}",
            "usage": {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}, "at": "t"});
        let got = read(row).unwrap();
        assert_eq!(
            (got.exhibit.as_str(), got.record.stage, got.record.at.as_str()),
            ("1", Stage::B, "t")
        );
        assert_eq!(got.record.output, json!({"category": "x"}));
        assert_eq!(got.record.usage.unwrap().prompt_tokens, 9);
        let answer = json!({"case": "c", "stage": "C", "reply": {"model": "m2", "usage": null,
            "choices": [{"finish_reason": "length", "message": {"content": "{\"plausible\": true}"}}]}});
        let got = read(answer).unwrap().record;
        assert_eq!((got.model.as_str(), got.verdict), ("m2", Verdict::Error));
        assert!(got.reason.contains("cut off"));
    }

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        let row = |more: Value| {
            let mut row = json!({"case": "c", "exhibit": "x", "stage": "A", "model": "m", "reply": "{}"});
            for (k, v) in more.as_object().unwrap() {
                row[k] = v.clone();
            }
            read(row).err().unwrap().field.unwrap_or_default()
        };
        assert_eq!(row(json!({"stage": "E"})), "stage");
        assert_eq!(row(json!({"stage": null})), "stage");
        assert_eq!(row(json!({"model": ""})), "model");
        assert_eq!(row(json!({"case": 7})), "case");
        assert_eq!(row(json!({"exhibit": ["x"]})), "exhibit");
        assert_eq!(row(json!({"reply": null})), "reply");
        assert_eq!(row(json!({"usage": "much"})), "usage");
        assert_eq!(row(json!({"reply": null, "verdict": "maybe"})), "verdict");
        assert_eq!(row(json!({"reply": null, "verdict": "pass"})), "output");
    }
}
