//! Evidence (VCE) of any producer: the eight fields of MM-IssueLoc in any spelling, as objects or inside the reply
//! of a model, one row an exhibit or one row a case with a list; and `CodeV`'s image descriptions.

mod codev;
mod exhibit;
mod fields;
mod own;
mod reply;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Evidence;

pub use self::reply::from_reply;

use self::exhibit::Counting;
use self::fields::{FIELDS, count};
use super::input::{Form, Input};
use super::mend::{self, plain};
use super::reader::{Head, Item, Reader, Record, Sink, each};

/// Keys that name the case.
const CASES: [&str; 6] = ["case", "instanceid", "caseid", "issueid", "instance", "id"];
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
        let zero = from_zero(input, nested);
        if zero {
            sink.note(Problem::input("it counts the images of a case from 0").in_file(input.path()));
        }
        let file = Counting::new(input, u32::from(!zero));
        each(input, sink, &mut |record, sink| {
            for evidence in find(&record, nested, &file)? {
                for how in &evidence.mended {
                    sink.mended(how, input.path(), record.line);
                }
                sink.take(Item::Evidence(Box::new(evidence)), input.path(), record.line)?;
            }
            Ok(())
        })
    }
}

/// Whether some record of the file names image 0: then all places of the file count from there.
fn from_zero(input: &Input, nested: bool) -> bool {
    let ahead = input.uncounted();
    let file = Counting::new(&ahead, 0);
    // What cannot be read is told when it is read again.
    let _told_later: Result<()> = ahead.records(
        &mut |record| {
            let _told_later: Result<Vec<Evidence>> = find(&record, nested, &file);
            if file.met_zero() {
                return Err(Problem::input("enough is known"));
            }
            Ok(())
        },
        &mut |_| Ok(()),
    );
    file.met_zero()
}

/// All evidence of a record of the file.
fn find(record: &Record, nested: bool, file: &Counting<'_>) -> Result<Vec<Evidence>> {
    let mut found = Vec::new();
    let none = Map::new();
    match (&record.value, &record.key) {
        // `{case: [record, record]}` with lists, so the file is one document.
        (Value::Object(o), None) if nested => {
            for (case, value) in o {
                let near = Near::new(Some(case.clone()), &none);
                below(value, &near, file, &mut found)?;
            }
        }
        (Value::Object(o), key) => row(o, key.as_deref(), file, &mut found)?,
        (value, Some(key)) => below(value, &Near::new(Some(key.clone()), &none), file, &mut found)?,
        _ => {}
    }
    if found.is_empty() {
        return Err(nothing(&record.value, record.key.as_deref()));
    }
    Ok(found)
}

/// Why a record gave no evidence: no reply, words without JSON, or JSON that says something else.
fn nothing(value: &Value, key: Option<&str>) -> Problem {
    let (field, reply) = match value {
        Value::Object(o) => {
            let of = |name: &&str| o.iter().find(|(k, _)| plain(k) == **name);
            // `images` is often the list of addresses.
            let least = |(k, v): &(&String, &Value)| blank(v) || plain(k) == "images";
            let reply = WRAPS.iter().filter_map(of).min_by_key(least);
            (reply.map(|(k, _)| k.as_str()), reply.map(|(_, v)| v))
        }
        other => (key, Some(other)),
    };
    let (what, mend) = match reply {
        Some(v) if blank(v) => (
            "the reply is empty",
            "ask the model again, or leave the record out".to_owned(),
        ),
        Some(Value::String(s)) if mend::mend(s, &FIELDS.map(|f| f.1)).is_none() => (
            "there is no JSON in the reply",
            "ask the model again, or leave the record out".to_owned(),
        ),
        reply => (
            match reply {
                Some(_) => "JSON without any of the eight fields of evidence",
                None => "none of the eight fields of evidence is there",
            },
            format!("expected at least one of {}", FIELDS.map(|f| f.0).join(", ")),
        ),
    };
    let field = crate::text::clean::line(field.unwrap_or("ocr_text"));
    Problem::input(what).at_field(field).mend(mend)
}

fn blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(s) => s.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
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
fn row(o: &Map<String, Value>, key: Option<&str>, file: &Counting<'_>, found: &mut Vec<Evidence>) -> Result<()> {
    // `{"vce": {…}}` alone looks like a map too.
    let key = key.filter(|k| !WRAPS.contains(&plain(k).as_str()));
    let mut near = Near::new(key.map(str::to_owned), o);
    near.exhibit = file.exhibit(o)?;
    if count(o) > 0 {
        return record(o, &near, file, found);
    }
    if codev::is_row(o) {
        return codev::row(o, &near, file, found);
    }
    match wrapped(o) {
        Some(value) => below(value, &near, file, found),
        // `{case: {image: record}}`.
        None if key.is_some() => below(&Value::Object(o.clone()), &near, file, found),
        None => Ok(()),
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
fn below(value: &Value, near: &Near, file: &Counting<'_>, found: &mut Vec<Evidence>) -> Result<()> {
    match value {
        Value::Object(o) if count(o) > 0 => {
            let mut near = near.clone();
            near.exhibit = file.exhibit(o)?.or(near.exhibit);
            record(o, &near, file, found)
        }
        Value::Object(o) => {
            let inner = wrapped(o).filter(|_| found.is_empty() && o.len() < 8 && file.exhibit(o).is_ok());
            if let Some(inner) = inner {
                let mut near = near.clone();
                near.exhibit = file.exhibit(o)?.or(near.exhibit);
                return below_once(inner, &near, file, found);
            }
            for (image, v) in o {
                let Value::Object(inner) = v else { continue };
                if count(inner) > 0 {
                    let mut near = near.clone();
                    near.exhibit = match file.exhibit(inner)? {
                        None => file.place(image, image)?,
                        own => own,
                    };
                    record(inner, &near, file, found)?;
                }
            }
            Ok(())
        }
        Value::Array(_) | Value::String(_) => below_once(value, near, file, found),
        _ => Ok(()),
    }
}

/// As [`below`], without looking through further wraps.
fn below_once(value: &Value, near: &Near, file: &Counting<'_>, found: &mut Vec<Evidence>) -> Result<()> {
    match value {
        Value::Object(o) if count(o) > 0 => record(o, near, file, found),
        Value::Array(list) => {
            for (n, one) in list.iter().enumerate() {
                let Value::Object(o) = one else {
                    if let Value::String(s) = one {
                        let mut near = near.clone();
                        near.exhibit = Some(format!("index:{}", n + 1));
                        reply(s, &near, file, found)?;
                    }
                    continue;
                };
                let mut near = near.clone();
                let own = file.exhibit(o)?;
                near.exhibit = own.or_else(|| near.exhibit.filter(|_| list.len() == 1));
                if near.exhibit.is_none() {
                    near.exhibit = Some(format!("index:{}", n + 1));
                }
                match (count(o), wrapped(o)) {
                    (0, Some(Value::String(s))) => reply(s, &near, file, found)?,
                    (0, Some(Value::Object(inner))) if count(inner) > 0 => record(inner, &near, file, found)?,
                    (0, _) => {}
                    _ => record(o, &near, file, found)?,
                }
            }
            Ok(())
        }
        Value::String(s) => reply(s, near, file, found),
        _ => Ok(()),
    }
}

/// Evidence in the text of a reply.
fn reply(s: &str, near: &Near, file: &Counting<'_>, found: &mut Vec<Evidence>) -> Result<()> {
    let known = FIELDS.map(|f| f.1);
    let Some(got) = mend::mend(s, &known) else {
        return Ok(());
    };
    let mut near = near.clone();
    near.mended.extend(got.how.iter().map(|h| (*h).to_owned()));
    near.raw = Some(Value::String(s.to_owned()));
    match &got.value {
        Value::Object(o) if count(o) > 0 => {
            near.exhibit = file.exhibit(o)?.or(near.exhibit);
            record(o, &near, file, found)
        }
        // A reply about all images of the case, or with a wrap around the record.
        Value::Object(o) => match o.values().find(|v| is_vce(v, 2) && !v.is_string()) {
            Some(inner) => below_once(inner, &near, file, found),
            None => Ok(()),
        },
        list @ Value::Array(_) => below_once(list, &near, file, found),
        _ => Ok(()),
    }
}

/// One record with fields in it.
fn record(o: &Map<String, Value>, near: &Near, file: &Counting<'_>, found: &mut Vec<Evidence>) -> Result<()> {
    if near.mended.is_empty()
        && near.raw.is_none()
        && let Some(own) = own::record(o)
    {
        found.push(own);
        return Ok(());
    }
    let mut evidence = near.evidence(file.input)?;
    let before = evidence.mended.len();
    fields::fill(o, &mut evidence);
    own::fill(o, &mut evidence);
    if evidence.raw.is_none() {
        let own = o.iter().find(|(k, _)| plain(k) == "raw").map(|(_, v)| v.clone());
        // The importer settles which exhibit is meant where none is named.
        let changed = evidence.mended.len() > before || evidence.exhibit.is_empty();
        evidence.raw = own
            .filter(|v| !v.is_null())
            .or_else(|| changed.then(|| Value::Object(o.clone())));
    }
    found.push(evidence);
    Ok(())
}
