//! Gold in files of its own: LocAgent's and `CodeScout`'s `gt_location.jsonl`, and the `gt.json` of CoSIL and
//! RepoSearcher. Names are kept as published; classes among functions too.

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;

use super::{Once, case_of, object, texts};
use crate::read::input::{Form, Input};
use crate::read::reader::{GoldRow, Head, Item, Reader, Sink, each};

/// Reads rows with `file_changes`.
#[derive(Debug)]
pub struct ChangesGold;

/// Reads an object of lists such as `["a.py::C.m", "b.py"]` by case.
#[derive(Debug)]
pub struct ListGold;

impl Reader for ChangesGold {
    fn name(&self) -> &'static str {
        "locagent-gold"
    }

    fn about(&self) -> &'static str {
        "gold of LocAgent and CodeScout: gt_location.jsonl with file_changes"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        (head.has(&["instance_id"]) || head.form == Form::Map)
            && matches!(head.get("file_changes"), Some(Value::Array(l)) if l.iter().all(Value::is_object))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let row = object(record.value)?;
            let case = case_of(&row, record.key)?;
            let changes = row.get("file_changes").unwrap_or(&Value::Null);
            let gold = of_changes(&case, changes, "file_changes")?;
            sink.take(Item::Gold(gold), input.path(), line)
        })
    }
}

/// The gold in a list of `{"file", "changes": {"edited_entities": …}}`: all its files, and all functions that were
/// there before (added ones are no gold). Function names as `path:Class.method`, each once.
///
/// # Errors
/// Another shape; names `field`.
pub fn of_changes(case: &str, changes: &Value, field: &str) -> Result<GoldRow> {
    let wrong = || Problem::input("expected a list of objects with file and changes").at_field(field);
    let (mut files, mut functions) = (Once::default(), Once::default());
    for change in changes.as_array().ok_or_else(wrong)? {
        let file = change.get("file").and_then(Value::as_str).ok_or_else(wrong)?;
        let _: bool = files.add(file);
        let edited = change.get("changes").and_then(|c| c.get("edited_entities"));
        for name in texts(edited, &format!("{field}.changes.edited_entities"))? {
            let _: bool = functions.add(name);
        }
    }
    Ok(GoldRow {
        case: case.to_owned(),
        files: Some(files.list.into_iter().map(RepoPath::new).collect()),
        functions: Some(functions.list),
    })
}

impl Reader for ListGold {
    fn name(&self) -> &'static str {
        "cosil-gold"
    }

    fn about(&self) -> &'static str {
        "gold of CoSIL and RepoSearcher: gt.json, lists of path::name by case"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let texts = |v: &Value| match v {
            Value::Array(list) => list.iter().all(Value::is_string),
            other => other.is_string(),
        };
        let named = |v: &Value| match v {
            Value::Array(list) => list.iter().any(|e| e.as_str().is_some_and(|e| e.contains("::"))),
            _ => false,
        };
        let map = head.document.as_ref().and_then(Value::as_object);
        map.is_some_and(|m| m.values().all(texts) && m.values().any(named))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        for (case, value) in object(input.document()?)? {
            match of_list(&case, &value) {
                Ok(gold) => {
                    if value.is_string() {
                        sink.mended("text for a list", input.path(), 1);
                    }
                    sink.take(Item::Gold(gold), input.path(), 1)?;
                }
                Err(p) => sink.refuse(p.in_file(input.path()))?,
            }
        }
        Ok(())
    }
}

/// `path::name` names a function (or class), a bare path a file only.
fn of_list(case: &str, value: &Value) -> Result<GoldRow> {
    let (mut files, mut functions) = (Once::default(), Once::default());
    for entry in texts(Some(value), case)? {
        let (path, name) = entry.split_once("::").unwrap_or((entry, ""));
        let _: bool = files.add(path);
        if !name.is_empty() {
            let _: bool = functions.add(&format!("{path}:{name}"));
        }
    }
    Ok(GoldRow {
        case: case.to_owned(),
        files: Some(files.list.into_iter().map(RepoPath::new).collect()),
        functions: Some(functions.list),
    })
}
