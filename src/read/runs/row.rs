//! What rows of every run have in common: a case, a model, an input mode.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::modes::MODES;
use crate::domain::run::{RunInfo, Suspects};
use crate::read::input::{Input, run_name};
use crate::read::mend::plain;
use crate::read::reader::{Item, Sink, hand_on};
use crate::text::clean;

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

/// Keys that name the input mode.
pub(super) const MODE: [&str; 4] = ["mode", "inputmode", "inputtype", "setting"];

/// Characters of an unknown mode that are told and that go into the name of its run.
const MODE_LENGTH: usize = 40;

/// An input mode in the words of [`RunInfo::input`]; `None` when it is none of them.
pub(super) fn mode(raw: &str) -> Option<&'static str> {
    match plain(raw).as_str() {
        "text" | "textonly" | "issue" | "issuetext" | "noimage" => Some("text-only"),
        "image" | "withimage" | "withimages" | "images" | "textimage" | "multimodal" | "mm" => Some("with-image"),
        "vce" | "textvce" | "vceonly" => Some("VCE"),
        "vceimage" | "imagevce" | "vcewithimage" | "vceandimage" | "both" => Some("VCE+image"),
        _ => None,
    }
}

/// What a row says of its input mode: the mode, else what stands there instead, short.
fn mode_of(row: &Map<String, Value>) -> (Option<&'static str>, String) {
    let raw = match field(row, &MODE) {
        None => return (None, String::new()),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(other) => other.to_string(),
    };
    match mode(&raw) {
        Some(known) => (Some(known), known.to_owned()),
        None => (None, raw.chars().take(MODE_LENGTH).collect()),
    }
}

/// Tells of rows whose mode is none.
fn no_mode(raw: &str, at: (&Input, usize)) -> Problem {
    let what = format!(
        "'{}' is no input mode: its rows are taken as a run without a mode",
        clean::line(raw)
    );
    Problem::input(what)
        .in_file(at.0.path())
        .at_line(at.1)
        .at_field("mode")
        .mend(format!("write one of: {}", MODES.join(", ")))
}

/// Names the runs of a file: rows of one model and one mode are one run.
pub(super) struct Runs {
    system: &'static str,
    note: &'static str,
    base: String,
    /// The base where rows tell modes apart.
    modal: Option<String>,
    seen: Vec<([String; 3], String)>,
}

impl Runs {
    pub(super) fn new(base: String, system: &'static str, note: &'static str) -> Self {
        Self {
            system,
            note,
            base,
            modal: None,
            seen: Vec::new(),
        }
    }

    /// Names the runs `name` instead where rows say in which mode they are.
    pub(super) fn by_mode(self, name: String) -> Self {
        Self {
            modal: Some(name),
            ..self
        }
    }

    /// The run of a row; tells the sink of a new one.
    pub(super) fn of(&mut self, row: &Map<String, Value>, at: (&Input, usize), sink: &mut dyn Sink) -> Result<String> {
        let get = |names: &[&str]| text(row, names).unwrap_or_default().trim().to_owned();
        let model = get(&["model", "modelname", "modelnameorpath", "llm"]);
        let (known, input) = mode_of(row);
        let system = get(&["system", "agent", "harness", "framework", "retriever"]);
        let key = [input, model, system];
        if let Some((_, run)) = self.seen.iter().find(|(k, _)| *k == key) {
            return Ok(run.clone());
        }
        // The first run has the plain name; another one is named by what differs.
        let modal = self.modal.as_ref().filter(|_| known.is_some());
        let mut run = modal.unwrap_or(&self.base).clone();
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
        if known.is_none() && !input.is_empty() {
            sink.note(no_mode(&input, at));
        }
        let info = RunInfo {
            system: if system.is_empty() {
                self.system.to_owned()
            } else {
                system
            },
            model,
            input: known.unwrap_or_default().to_owned(),
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
