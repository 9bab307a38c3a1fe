//! Evidence (VCE) of any producer: the eight fields of MM-IssueLoc in any spelling, as objects or inside the reply
//! of a model, one row an exhibit or one row a case with a list; and `CodeV`'s image descriptions.

mod codev;
mod fields;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Evidence;

use self::fields::{FIELDS, count};
use super::input::{Form, Input};
use super::mend::{self, plain};
use super::reader::{Head, Item, Reader, Sink, each};

/// Keys that name the case.
const CASES: [&str; 6] = ["case", "instanceid", "caseid", "issueid", "instance", "id"];
/// Keys that name the exhibit, the surest first.
const EXHIBITS: [&str; 15] = [
    "exhibit",
    "exhibitid",
    "imageurl",
    "image",
    "imagepath",
    "imagefile",
    "imagename",
    "imageid",
    "index",
    "imageindex",
    "imageno",
    "url",
    "path",
    "file",
    "filename",
];
/// Keys below which the record, or the reply that holds it, may stand.
const WRAPS: [&str; 14] = [
    "vce",
    "evidence",
    "vces",
    "vceoutput",
    "response",
    "output",
    "content",
    "raw",
    "rawoutput",
    "rawresponse",
    "result",
    "answer",
    "completion",
    "images",
];

/// Reads VCE records.
#[derive(Debug)]
pub struct Vce;

impl Reader for Vce {
    fn name(&self) -> &'static str {
        "evidence"
    }

    fn about(&self) -> &'static str {
        "evidence (VCE): ocr_text, error_signal, ui_elements … as objects or replies; CodeV's descriptions"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let of = |v: &Value| is_vce(v, 3) || codev::is(v);
        head.record.as_ref().is_some_and(of) || head.document.as_ref().is_some_and(|v| is_vce(v, 4))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let head = input.head()?;
        let nested = head.form == Form::Document
            && head.record.as_ref().and_then(Value::as_object).is_some_and(|o| {
                count(o) == 0 && !codev::is_row(o) && wrapped(o).is_none() && text(o, &CASES).is_none()
            });
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let mut found = Vec::new();
            let none = Map::new();
            match (&record.value, &record.key) {
                // `{case: [record, record]}` with lists, so the file is one document.
                (Value::Object(o), None) if nested => {
                    for (case, value) in o {
                        let near = Near::new(Some(case.clone()), &none);
                        below(value, &near, input, &mut found)?;
                    }
                }
                (Value::Object(o), key) => row(o, key.as_deref(), input, &mut found)?,
                (value, Some(key)) => below(value, &Near::new(Some(key.clone()), &none), input, &mut found)?,
                _ => return Err(nothing()),
            }
            if found.is_empty() {
                return Err(nothing());
            }
            for evidence in found {
                for how in &evidence.mended {
                    sink.mended(how, input.path(), line);
                }
                sink.take(Item::Evidence(Box::new(evidence)), input.path(), line)?;
            }
            Ok(())
        })
    }
}

fn nothing() -> Problem {
    Problem::input("none of the eight fields of evidence is there")
        .at_field("ocr_text")
        .mend(format!("expected at least one of {}", FIELDS.map(|f| f.0).join(", ")))
}

/// Whether a value is evidence, or holds it within some levels. Rows of datasets and trajectories may quote it.
fn is_vce(value: &Value, levels: usize) -> bool {
    let foreign = [
        "role",
        "messages",
        "history",
        "trajectory",
        "problem_statement",
        "model_patch",
    ];
    let Some(below) = levels.checked_sub(1) else {
        return false;
    };
    match value {
        Value::Object(o) if foreign.iter().any(|f| o.contains_key(*f)) => false,
        Value::Object(o) => {
            let inside = |(k, v): (&String, &Value)| match v {
                Value::String(_) => WRAPS.contains(&plain(k).as_str()) && is_vce(v, below),
                v => is_vce(v, below),
            };
            count(o) > 0 || o.iter().take(16).any(inside)
        }
        Value::Array(list) => list.iter().any(|v| is_vce(v, below)),
        Value::String(s) => {
            let names = FIELDS.map(|f| f.1);
            s.contains('{') && {
                let flat = plain(s);
                names
                    .iter()
                    .any(|n| !matches!(*n, "confidence" | "notes") && flat.contains(n))
            }
        }
        _ => false,
    }
}

fn text<'a>(o: &'a Map<String, Value>, names: &[&str]) -> Option<&'a str> {
    let of = |name: &&str| {
        let mut fields = o.iter().filter(|(k, _)| plain(k) == **name);
        fields.find_map(|(_, v)| v.as_str().filter(|t| !t.trim().is_empty()))
    };
    names.iter().find_map(of)
}

/// What a row says about the records in it.
#[derive(Debug, Clone, Default)]
struct Near {
    case: Option<String>,
    exhibit: Option<String>,
    producer: Option<String>,
    at: String,
    mended: Vec<String>,
    raw: Option<Value>,
}

impl Near {
    fn new(case: Option<String>, row: &Map<String, Value>) -> Self {
        let own = |names: &[&str]| text(row, names).map(str::to_owned);
        Self {
            case: own(&CASES).or(case),
            producer: own(&["producer", "model", "modelname", "vlm", "extractor"]),
            at: own(&["at", "createdat", "timestamp"]).unwrap_or_default(),
            ..Self::default()
        }
    }

    fn evidence(&self, input: &Input) -> Result<Evidence> {
        let case = self
            .case
            .clone()
            .or_else(|| Some(input.instance()).filter(|i| i.contains("__")));
        Ok(Evidence {
            v: 1,
            case: case.ok_or_else(|| {
                Problem::input("no case is named")
                    .at_field("case")
                    .mend("add case or instance_id to each record")
            })?,
            exhibit: self.exhibit.clone().unwrap_or_default(),
            producer: self.producer.clone().unwrap_or_else(|| input.stem()),
            at: self.at.clone(),
            mended: self.mended.clone(),
            raw: self.raw.clone(),
            ..Evidence::default()
        })
    }
}

/// Everything in a row.
fn row(o: &Map<String, Value>, key: Option<&str>, input: &Input, found: &mut Vec<Evidence>) -> Result<()> {
    // `{"vce": {…}}` alone looks like a map too.
    let key = key.filter(|k| !WRAPS.contains(&plain(k).as_str()));
    let mut near = Near::new(key.map(str::to_owned), o);
    near.exhibit = exhibit(o)?;
    if count(o) > 0 {
        return record(o, &near, input, found);
    }
    if codev::is_row(o) {
        return codev::row(o, &near, input, found);
    }
    match wrapped(o) {
        Some(value) => below(value, &near, input, found),
        // `{case: {image: record}}`.
        None if key.is_some() => below(&Value::Object(o.clone()), &near, input, found),
        None => Err(nothing()),
    }
}

/// The field of a row that holds the records or the reply.
fn wrapped(o: &Map<String, Value>) -> Option<&Value> {
    let of = |name: &&str| o.iter().find(|(k, v)| plain(k) == **name && !v.is_null());
    let fields = WRAPS.iter().filter_map(of).map(|(_, v)| v);
    fields.clone().find(|v| is_vce(v, 4) || v.is_string()).or_else(|| {
        let mut fields = fields;
        fields.next()
    })
}

/// Records in a value below a row: one, a list in the order of the images, a map by image, or a reply.
fn below(value: &Value, near: &Near, input: &Input, found: &mut Vec<Evidence>) -> Result<()> {
    match value {
        Value::Object(o) if count(o) > 0 => {
            let mut near = near.clone();
            near.exhibit = exhibit(o)?.or(near.exhibit);
            record(o, &near, input, found)
        }
        Value::Object(o) => {
            let inner = wrapped(o).filter(|_| found.is_empty() && o.len() < 8 && exhibit(o).is_ok());
            if let Some(inner) = inner {
                let mut near = near.clone();
                near.exhibit = exhibit(o)?.or(near.exhibit);
                return below_once(inner, &near, input, found);
            }
            for (image, v) in o {
                let Value::Object(inner) = v else { continue };
                if count(inner) > 0 {
                    let mut near = near.clone();
                    near.exhibit = exhibit(inner)?.or_else(|| place(image));
                    record(inner, &near, input, found)?;
                }
            }
            Ok(())
        }
        Value::Array(_) | Value::String(_) => below_once(value, near, input, found),
        _ => Ok(()),
    }
}

/// As [`below`], without looking through further wraps.
fn below_once(value: &Value, near: &Near, input: &Input, found: &mut Vec<Evidence>) -> Result<()> {
    match value {
        Value::Object(o) if count(o) > 0 => record(o, near, input, found),
        Value::Array(list) => {
            for (n, one) in list.iter().enumerate() {
                let Value::Object(o) = one else {
                    if let Value::String(s) = one {
                        let mut near = near.clone();
                        near.exhibit = Some(format!("index:{}", n + 1));
                        reply(s, &near, input, found)?;
                    }
                    continue;
                };
                let mut near = near.clone();
                let own = exhibit(o)?;
                near.exhibit = own.or_else(|| near.exhibit.filter(|_| list.len() == 1));
                if near.exhibit.is_none() {
                    near.exhibit = Some(format!("index:{}", n + 1));
                }
                match (count(o), wrapped(o)) {
                    (0, Some(Value::String(s))) => reply(s, &near, input, found)?,
                    (0, Some(Value::Object(inner))) if count(inner) > 0 => record(inner, &near, input, found)?,
                    (0, _) => {}
                    _ => record(o, &near, input, found)?,
                }
            }
            Ok(())
        }
        Value::String(s) => reply(s, near, input, found),
        _ => Ok(()),
    }
}

/// Evidence in the text of a reply.
fn reply(s: &str, near: &Near, input: &Input, found: &mut Vec<Evidence>) -> Result<()> {
    let known = FIELDS.map(|f| f.1);
    let Some(got) = mend::mend(s, &known) else {
        return Ok(());
    };
    let mut near = near.clone();
    near.mended.extend(got.how.iter().map(|h| (*h).to_owned()));
    near.raw = Some(Value::String(s.to_owned()));
    match &got.value {
        Value::Object(o) if count(o) > 0 => {
            near.exhibit = exhibit(o)?.or(near.exhibit);
            record(o, &near, input, found)
        }
        // A reply about all images of the case, or with a wrap around the record.
        Value::Object(o) => match o.values().find(|v| is_vce(v, 2) && !v.is_string()) {
            Some(inner) => below_once(inner, &near, input, found),
            None => Ok(()),
        },
        list @ Value::Array(_) => below_once(list, &near, input, found),
        _ => Ok(()),
    }
}

/// One record with fields in it.
fn record(o: &Map<String, Value>, near: &Near, input: &Input, found: &mut Vec<Evidence>) -> Result<()> {
    let mut evidence = near.evidence(input)?;
    let before = evidence.mended.len();
    fields::fill(o, &mut evidence);
    if evidence.exhibit.is_empty() {
        "index:1".clone_into(&mut evidence.exhibit);
        evidence.mended.push("no exhibit named: taken as the first".to_owned());
    }
    if evidence.raw.is_none() {
        let own = o.iter().find(|(k, _)| plain(k) == "raw").map(|(_, v)| v.clone());
        let changed = evidence.mended.len() > before;
        evidence.raw = own
            .filter(|v| !v.is_null())
            .or_else(|| changed.then(|| Value::Object(o.clone())));
    }
    found.push(evidence);
    Ok(())
}

/// The exhibit that an object names, with its prefix.
fn exhibit(o: &Map<String, Value>) -> Result<Option<String>> {
    for name in EXHIBITS {
        for (_, v) in o.iter().filter(|(k, _)| plain(k) == name) {
            let inner = v.as_object().and_then(|i| text(i, &["url", "path", "file"]));
            let got = match v {
                Value::String(s) => place(s),
                Value::Object(_) => inner.and_then(place),
                Value::Array(list) if list.len() == 1 => list.first().and_then(Value::as_str).and_then(place),
                Value::Number(n) => Some(format!("index:{n}")),
                _ => None,
            };
            match got.as_deref().and_then(|g| g.strip_prefix("index:")) {
                Some(n) if n.parse::<u32>().is_ok_and(|n| n > 0) => return Ok(got),
                Some(_) => {
                    return Err(Problem::input("expected a number from 1 (the first image of the case)").at_field(name));
                }
                None if got.is_some() => return Ok(got),
                None => {}
            }
        }
    }
    Ok(None)
}

/// What a text says about where an image is; `None` for pictures in the text itself.
fn place(raw: &str) -> Option<String> {
    let raw = raw.trim();
    if raw.is_empty() || raw.starts_with("data:") || raw.len() > 2_000 {
        return None;
    }
    if raw.len() == 12 && raw.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
        return Some(raw.to_owned());
    }
    if ["index:", "url:", "file:"].iter().any(|p| raw.starts_with(p)) && !raw.starts_with("file://") {
        return Some(raw.to_owned());
    }
    let prefix = if raw.bytes().all(|b| b.is_ascii_digit()) {
        "index:"
    } else if raw.starts_with("http://") || raw.starts_with("https://") {
        "url:"
    } else {
        "file:"
    };
    Some(format!("{prefix}{raw}"))
}
