//! Moatless: the state machine of 2024 (`transitions`), whose search ranks spans, and the search tree of 2025
//! (`root`). What came into the file context was shown to the model.

mod machine;
mod tree;

use serde_json::Value;

use crate::base::error::Result;
use crate::domain::run::{RunInfo, Sample, Status, Suspects, What};
use crate::read::input::Input;
use crate::read::reader::{Head, Reader, Sink};

use super::answer::{Ending, Teller, verdict};
use super::json::text;
use super::tape::Tape;

/// Reads one `trajectory.json`.
#[derive(Debug)]
pub struct Moatless;

impl Reader for Moatless {
    fn name(&self) -> &'static str {
        "moatless"
    }

    fn about(&self) -> &'static str {
        "Moatless trajectory.json: state machine (ranked spans) or search tree"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let Some(document) = &head.document else { return false };
        let transitions = document.get("transitions").is_some_and(Value::is_array);
        transitions || document.pointer("/root/children").is_some_and(Value::is_array)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let run = input.document()?;
        let named = ["/info/instance_id", "/metadata/instance_id"];
        let case = named
            .iter()
            .find_map(|p| run.pointer(p)?.as_str())
            .filter(|c| !c.is_empty());
        let case = case.map_or_else(|| input.instance(), str::to_owned);
        let mut tape = Tape::new("Moatless", &case).of(input);
        tape.tells_images();
        let found = if run.get("transitions").is_some() {
            machine::walk(&mut tape, &run)
        } else {
            tree::walk(&mut tape, &run)
        };
        let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
        let exit = found.exit.clone();
        let mut teller = Teller::new(input, input.run_of_folder("moatless"), "Moatless");
        teller.info = RunInfo {
            model: found.model.clone(),
            note: found.note.to_owned(),
            ..teller.info
        };
        let trajectory = tape.finish(exit, source.clone());
        teller.tell(sink, 1, Some(trajectory), Some(suspects(found, &case, source)))
    }
}

/// What a run found.
#[derive(Default)]
struct Found {
    sample: Sample,
    patch: Option<String>,
    exit: Option<String>,
    finished: bool,
    model: String,
    /// Where the ranking comes from.
    note: &'static str,
}

fn suspects(found: Found, case: &str, source: Option<Value>) -> Suspects {
    let named = !found.sample.is_empty();
    let end = Ending {
        patch: found.patch,
        exit: found.exit.clone(),
        finished: found.finished,
        ..Ending::default()
    };
    let mut out = end.suspects(case, source);
    if named {
        out.files = found.sample.files;
        out.functions = found.sample.functions;
        if found.finished && found.exit.as_deref().and_then(verdict).is_none() {
            out.status = Status::Ok;
        }
    }
    out
}

/// Adds a span: its file when it is new, and what it names unless that is no code.
fn add_span(sample: &mut Sample, file: &str, span: &str) {
    if sample.files.len() < 2_000 && !sample.files.iter().any(|f| f.raw == file) {
        sample.add_file(file, None);
    }
    let pseudo = ["imports", "docstring", "impl", "comment", "block_delimiter", "module"];
    let lead = span.split(':').next().unwrap_or(span);
    if !span.is_empty() && !pseudo.contains(&lead) {
        let raw = format!("{file}:{span}");
        sample.add_named(&raw, file, What::Function, Some(span), None);
    }
}

/// Files and spans of a file context.
fn context(value: Option<&Value>) -> Vec<(&str, Vec<&str>)> {
    let files = value.and_then(|c| c.get("files")).and_then(Value::as_array);
    let mut out = Vec::new();
    for file in files.into_iter().flatten() {
        let Some(path) = text(file, &["file_path"]) else {
            continue;
        };
        let spans = file.get("spans").and_then(Value::as_array);
        out.push((
            path,
            spans
                .into_iter()
                .flatten()
                .filter_map(|s| text(s, &["span_id"]))
                .collect(),
        ));
    }
    out
}
