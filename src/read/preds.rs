//! SWE-bench predictions: `preds.json`, `all_preds.jsonl`, `predictions.jsonl`. The files a patch touches, in
//! order, are the suspects.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Status, Suspect, Suspects};
use crate::read::dataset::swe_bench::files_of;

use super::input::{Input, Record};
use super::reader::{Head, Item, Reader, Sink};

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
        let row = match head.first {
            Some(Value::Array(list)) => list.first(),
            Some(Value::Object(o)) if head.whole && !o.contains_key("model_patch") => o.values().next(),
            other => other,
        };
        row.is_some_and(|r| r.get("model_patch").is_some() && r.get("problem_statement").is_none())
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let run = run_name(&input.stem());
        let mut told = false;
        let mut refused: Vec<Problem> = Vec::new();
        input.records(
            &mut |record| {
                let line = record.line;
                let model = record
                    .value
                    .get("model_name_or_path")
                    .and_then(Value::as_str)
                    .unwrap_or("")
                    .to_owned();
                match row(record, input) {
                    Ok(suspects) => {
                        if !told {
                            told = true;
                            let info = RunInfo {
                                model,
                                note: "files of the submitted patch, in order".to_owned(),
                                imported_from: input
                                    .path()
                                    .file_name()
                                    .map(|n| n.to_string_lossy().into_owned())
                                    .unwrap_or_default(),
                                ..RunInfo::default()
                            };
                            sink.take(Item::Run { run: run.clone(), info }, input.path(), line)?;
                        }
                        let item = Item::Suspects {
                            run: run.clone(),
                            suspects: Box::new(suspects),
                        };
                        sink.take(item, input.path(), line)
                    }
                    Err(p) => sink.refuse(p.in_file(input.path()).at_line(line)),
                }
            },
            &mut |p| {
                refused.push(p);
                Ok(())
            },
        )?;
        refused.into_iter().try_for_each(|p| sink.refuse(p))
    }
}

/// A folder name for a run.
pub fn run_name(raw: &str) -> String {
    let out: String = raw
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "._-+".contains(c) {
                c
            } else {
                '-'
            }
        })
        .collect();
    let out = out.trim_matches(['.', '-']).to_owned();
    if out.is_empty() { "run".to_owned() } else { out }
}

fn row(record: Record, input: &Input) -> Result<Suspects> {
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
    let suspect = |(n, path): (usize, crate::base::path::RepoPath)| Suspect {
        raw: path.to_string(),
        path,
        name: None,
        rank: crate::base::num::small(n + 1),
        score: None,
        flags: Vec::new(),
    };
    Ok(Suspects {
        v: 1,
        case,
        status,
        files: files.into_iter().enumerate().map(suspect).collect(),
        functions: Vec::new(),
        raw_text: None,
        patch,
        exit_status,
        source: Some(serde_json::json!({
            "file": input.path().file_name().map(|n| n.to_string_lossy().into_owned()),
            "line": record.line,
        })),
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
        assert_eq!(run_name("a b/../c"), "a-b-..-c");
    }
}
