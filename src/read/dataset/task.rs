//! `BeyondSWE` as a tree of tasks: `ID/{instruction.md, task.toml, solution/, tests/}`. The file to import is `task.toml`.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::read::input::{Input, Record};
use crate::read::reader::{Head, Reader, Sink};

use super::Rows;
use super::map::squeeze;

/// Reads one task from its folder.
#[derive(Debug)]
pub struct Task;

/// Keys of a table inside `task.toml` that say what the columns of `beyondswe.jsonl` say. The `difficulty` and
/// `category` of a task mean something else than ours and are not among them.
const LIFTED: [&str; 16] = [
    "instanceid",
    "datasetid",
    "task",
    "user",
    "org",
    "owner",
    "repo",
    "repository",
    "language",
    "title",
    "basecommit",
    "preagentcommitid",
    "parentcommit",
    "createdat",
    "repodocumentcontent",
    "specification",
];

impl Reader for Task {
    fn name(&self) -> &'static str {
        "beyondswe-task"
    }

    fn about(&self) -> &'static str {
        "a task of BeyondSWE: task.toml beside instruction.md and solution/"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.name() == "task.toml" && instruction(head.path).is_file()
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut rows = Rows::new(input, Some("beyondswe"), "beyondswe")?;
        let value = match cells(input) {
            Ok(cells) => Value::Object(cells),
            Err(p) => return sink.refuse(p),
        };
        let record = Record {
            key: id(input.path()),
            value,
            line: 1,
            offset: 0,
            len: 0,
            blobs: Vec::new(),
        };
        match rows.take(record, sink) {
            Err(p) if p.exit_code() == 2 => sink.refuse(p.in_file(input.path()))?,
            other => other?,
        }
        rows.end(sink)
    }
}

fn instruction(task: &Path) -> PathBuf {
    task.with_file_name("instruction.md")
}

/// Name of the folder.
fn id(task: &Path) -> Option<String> {
    let full = std::fs::canonicalize(task).unwrap_or_else(|_| task.to_owned());
    Some(full.parent()?.file_name()?.to_str()?.to_owned())
}

/// The task as a row: what `task.toml` says, the words of the instruction, the patch of the solution.
fn cells(input: &Input) -> Result<Map<String, Value>> {
    let path = input.path();
    let text = input.text()?;
    let table: toml::Table = toml::from_str(&text).map_err(|e| {
        let at = e.span().map_or(0, |s| s.start);
        Problem::input(format!("not TOML: {}", e.message()))
            .in_file(path)
            .at_offset(&text, at)
    })?;
    let mut out = Map::new();
    for (key, value) in table {
        let value = serde_json::to_value(value).map_err(|e| Problem::input(e.to_string()).in_file(path))?;
        if let Value::Object(inner) = &value {
            for (key, value) in inner {
                if LIFTED.contains(&squeeze(key).as_str()) && !out.contains_key(key) {
                    out.insert(key.clone(), value.clone());
                }
            }
        }
        out.insert(key, value);
    }
    let words = input.beside(&instruction(path)).text()?;
    // The first line becomes the title, which is no Markdown.
    let words = words.trim_start();
    let words = words.strip_prefix("# ").unwrap_or(words);
    out.insert("problem_statement".to_owned(), words.into());
    if let Some(patch) = patch(&path.with_file_name("solution")) {
        out.insert("patch".to_owned(), input.beside(&patch).text()?.into());
    }
    Ok(out)
}

/// The patch in the folder of a solution: `fix.patch`, else the first by name that is a patch.
fn patch(dir: &Path) -> Option<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(dir).ok()?.flatten().map(|e| e.path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "patch" || e == "diff") && p.is_file());
    all.sort_by_key(|p| (p.file_name().is_none_or(|n| n != "fix.patch"), p.clone()));
    all.into_iter().next()
}
