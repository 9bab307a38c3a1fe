//! SWE-bench predictions: `preds.json`, `all_preds.jsonl`, `predictions.jsonl`. The files a patch touches, in
//! order, are the suspects; functions need the source and stay empty.

pub mod patch;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Status, Suspects};

use super::input::{Input, Record};
use super::reader::{Head, Reader, Sink, each};
use super::runs::{Sender, case_of, object};

/// Reads `{"instance_id", "model_patch", "model_name_or_path"}` as a list, lines, or an object by instance.
#[derive(Debug)]
pub struct Preds;

impl Reader for Preds {
    fn name(&self) -> &'static str {
        "preds"
    }

    fn about(&self) -> &'static str {
        "SWE-bench predictions (preds.json, all_preds.jsonl): suspects are the files of the patch"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let keys = [&["model_patch"][..], &["instance_id", "model_name_or_path"]];
        keys.iter().any(|k| head.has(k)) && !head.has(&["problem_statement"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut out = Sender::new(input, input.run());
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let model = record.value.get("model_name_or_path").and_then(Value::as_str);
            let info = RunInfo {
                model: model.unwrap_or("").to_owned(),
                note: "files of the submitted patch, in order".to_owned(),
                ..RunInfo::default()
            };
            let suspects = row(record, input)?;
            out.send(sink, line, || info, suspects)
        })
    }
}

fn row(record: Record, input: &Input) -> Result<Suspects> {
    let source = record.source(input);
    let mut row = object(record.value)?;
    let case = case_of(&row, record.key)?;
    if !row.contains_key("model_patch") && !row.contains_key("model_name_or_path") {
        return Err(
            Problem::input("no prediction: neither model_patch nor model_name_or_path").at_field("model_patch"),
        );
    }
    let patch = match row.shift_remove("model_patch") {
        Some(Value::String(p)) => Some(p),
        None | Some(Value::Null) => None,
        Some(_) => return Err(Problem::input("expected a patch as text, or null").at_field("model_patch")),
    };
    let exit_status = row.get("exit_status").and_then(Value::as_str).map(str::to_owned);
    let (found, mended) = patch.as_deref().map(patch::files).unwrap_or_default();
    let status = match &patch {
        None => Status::NoSubmission,
        Some(p) if p.trim().is_empty() => Status::Empty,
        Some(_) if found.is_empty() => Status::InvalidJson,
        Some(_) => Status::Ok,
    };
    let said = ["full_output", "model_response", "text"];
    let raw_text = said.iter().find_map(|k| match row.shift_remove(*k) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text),
        _ => None,
    });
    Ok(Suspects {
        status,
        files: found.files,
        raw_text,
        patch,
        exit_status,
        mended,
        source: Some(source),
        ..Suspects::missing(&case)
    })
}
