//! SWE-bench predictions: `preds.json`, `all_preds.jsonl`, `predictions.jsonl`. The files a patch touches, in
//! order, are the suspects.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Sample, Status, Suspects};
use crate::read::dataset::files_of;

use super::input::{Input, Record};
use super::reader::{Head, Item, Reader, Sink, each};

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
        head.has(&["model_patch"]) && !head.has(&["problem_statement"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let run = input.run();
        let mut told = false;
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let model = record
                .value
                .get("model_name_or_path")
                .and_then(Value::as_str)
                .unwrap_or("")
                .to_owned();
            let suspects = row(record, input)?;
            if !told {
                told = true;
                let info = RunInfo {
                    model,
                    note: "files of the submitted patch, in order".to_owned(),
                    imported_from: input.name(),
                    ..RunInfo::default()
                };
                sink.take(Item::Run { run: run.clone(), info }, input.path(), line)?;
            }
            let item = Item::Suspects {
                run: run.clone(),
                suspects: Box::new(suspects),
            };
            sink.take(item, input.path(), line)
        })
    }
}

fn row(record: Record, input: &Input) -> Result<Suspects> {
    let source = record.source(input);
    let Value::Object(mut row) = record.value else {
        return Err(Problem::input("expected an object with instance_id and model_patch"));
    };
    let case = match (row.get("instance_id"), record.key) {
        (Some(Value::String(id)), _) if !id.is_empty() => id.clone(),
        (None | Some(Value::Null), Some(key)) => key,
        _ => return Err(Problem::input("expected text").at_field("instance_id")),
    };
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
    let files = files_of(patch.as_deref());
    let status = match &patch {
        None => Status::NoSubmission,
        Some(p) if p.trim().is_empty() => Status::Empty,
        Some(_) if files.is_empty() => Status::InvalidJson,
        Some(_) => Status::Ok,
    };
    let mut found = Sample::default();
    for path in files {
        found.add_file(path.as_str(), None);
    }
    Ok(Suspects {
        status,
        files: found.files,
        patch,
        exit_status,
        source: Some(source),
        ..Suspects::missing(&case)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(value: Value) -> Result<Suspects> {
        row(
            Record {
                key: Some("k".into()),
                value,
                line: 1,
                offset: 0,
                len: 0,
                blobs: Vec::new(),
            },
            &Input::new(std::path::Path::new("x.json")),
        )
    }

    #[test]
    fn null_empty_and_unreadable_patches_are_three_states() {
        let of = |p: Value| status(serde_json::json!({"model_patch": p})).unwrap().status;
        assert_eq!(of(Value::Null), Status::NoSubmission);
        assert_eq!(of(" \n".into()), Status::Empty);
        assert_eq!(of("sorry, I could not".into()), Status::InvalidJson);
        assert_eq!(of("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n".into()), Status::Ok);
        assert_eq!(
            status(serde_json::json!({"model_patch": 3}))
                .unwrap_err()
                .field
                .as_deref(),
            Some("model_patch")
        );
    }
}
