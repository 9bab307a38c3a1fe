//! What rows of every run have in common: a case, a model, an input mode.

use serde_json::{Map, Value};

use crate::base::error::Result;
use crate::domain::run::{RunInfo, Suspects};
use crate::read::input::{Input, run_name};
use crate::read::mend::plain;
use crate::read::reader::{Item, Sink, hand_on};

/// Keys that name the case, as [`plain`] makes them, the surest first.
pub(super) const IDS: [&str; 8] = [
    "instanceid",
    "case",
    "caseid",
    "qid",
    "queryid",
    "issueid",
    "taskid",
    "id",
];

/// The first of `names` (keys as [`plain`] makes them) that stands in the row with a value.
pub(super) fn field<'a>(row: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    let of = |name: &&str| row.iter().find(|(k, v)| plain(k) == **name && !v.is_null());
    names.iter().find_map(of).map(|(_, v)| v)
}

/// A field that is text and not blank.
pub(super) fn text<'a>(row: &'a Map<String, Value>, names: &[&str]) -> Option<&'a str> {
    field(row, names)?.as_str().filter(|t| !t.trim().is_empty())
}

/// The case that a row names.
pub(super) fn case(row: &Map<String, Value>) -> Option<String> {
    IDS.iter().find_map(|id| match field(row, &[id])? {
        Value::String(s) if !s.trim().is_empty() => Some(s.trim().to_owned()),
        Value::Number(n) => Some(n.to_string()),
        _ => None,
    })
}

/// A score: a number, or one as text.
pub(super) fn score(value: &Value) -> Option<f64> {
    match value {
        Value::Number(n) => n.as_f64(),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
    .filter(|n: &f64| n.is_finite())
}

/// An input mode in the words of [`RunInfo::input`]; what is not known stays as it is.
pub(super) fn mode(raw: &str) -> String {
    let known = match plain(raw).as_str() {
        "text" | "textonly" | "issue" | "issuetext" | "noimage" => "text-only",
        "image" | "withimage" | "withimages" | "images" | "textimage" | "multimodal" | "mm" => "with-image",
        "vce" | "textvce" | "vceonly" => "VCE",
        "vceimage" | "imagevce" | "vcewithimage" | "vceandimage" | "both" => "VCE+image",
        _ => raw.trim(),
    };
    known.to_owned()
}

/// Names the runs of a file: rows of one model and one mode are one run.
pub(super) struct Runs {
    system: &'static str,
    note: &'static str,
    base: String,
    seen: Vec<([String; 3], String)>,
}

impl Runs {
    pub(super) fn new(base: String, system: &'static str, note: &'static str) -> Self {
        Self {
            system,
            note,
            base,
            seen: Vec::new(),
        }
    }

    /// The run of a row; tells the sink of a new one.
    pub(super) fn of(&mut self, row: &Map<String, Value>, at: (&Input, usize), sink: &mut dyn Sink) -> Result<String> {
        let get = |names: &[&str]| text(row, names).unwrap_or_default().trim().to_owned();
        let model = get(&["model", "modelname", "modelnameorpath", "llm"]);
        let input = mode(&get(&["mode", "inputmode", "inputtype", "setting"]));
        let system = get(&["system", "agent", "harness", "framework", "retriever"]);
        let key = [input, model, system];
        if let Some((_, run)) = self.seen.iter().find(|(k, _)| *k == key) {
            return Ok(run.clone());
        }
        // The first run has the plain name; another one is named by what differs.
        let mut run = self.base.clone();
        if let Some((first, _)) = self.seen.first() {
            for (own, other) in key.iter().zip(first) {
                if own != other && !own.is_empty() {
                    run.push('-');
                    run.push_str(&run_name(own));
                }
            }
            while self.seen.iter().any(|(_, r)| *r == run) {
                run.push_str("-2");
            }
        }
        let [input, model, system] = key.clone();
        let info = RunInfo {
            system: if system.is_empty() {
                self.system.to_owned()
            } else {
                system
            },
            model,
            input,
            note: self.note.to_owned(),
            imported_from: at.0.name(),
            ..RunInfo::default()
        };
        self.seen.push((key, run.clone()));
        sink.take(Item::Run { run: run.clone(), info }, at.0.path(), at.1)?;
        Ok(run)
    }
}

/// Hands on a record and tells what was mended in it.
pub(super) fn send(run: String, suspects: Suspects, at: (&Input, usize), sink: &mut dyn Sink) -> Result<()> {
    hand_on(sink, run, suspects, (at.0.path(), at.1))
}
