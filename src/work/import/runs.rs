//! Writing runs: `run.toml` and `suspects.jsonl`, replaced whole when they differ.

use std::collections::{HashMap, HashSet};

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Suspects};
use crate::store::whole;
use crate::store::workspace::Workspace;

use super::Report;

/// One run as read.
#[derive(Default)]
pub(super) struct RunBatch {
    pub(super) info: Option<RunInfo>,
    pub(super) rows: Vec<Suspects>,
}

pub(super) fn write(
    ws: &Workspace,
    name: &str,
    run: &RunBatch,
    ids: &HashSet<&str>,
    report: &mut Report,
) -> Result<()> {
    let mut last: HashMap<&str, usize> = HashMap::new();
    for (n, row) in run.rows.iter().enumerate() {
        last.insert(&row.case, n);
    }
    let strange = last.keys().filter(|id| !ids.contains(**id)).count();
    if strange > 0 {
        report.notes.push(
            Problem::input(format!(
                "run {name}: {strange} of {} rows are about cases that are not here; kept",
                last.len()
            ))
            .mend("import the cases they belong to"),
        );
    }
    if last.len() < run.rows.len() {
        report.notes.push(Problem::input(format!(
            "run {name}: {} rows stand twice; the last one counts",
            run.rows.len() - last.len()
        )));
    }
    let path = ws.suspects(name);
    let mut text = String::new();
    for (n, row) in run.rows.iter().enumerate() {
        if last.get(row.case.as_str()) == Some(&n) {
            text.push_str(&serde_json::to_string(row).map_err(|e| Problem::environment(e.to_string()))?);
            text.push('\n');
        }
    }
    let before = path.exists();
    let mut wrote = whole::write_text(&path, &text)?;
    if let Some(info) = &run.info {
        let toml = toml::to_string(info).map_err(|e| Problem::environment(e.to_string()))?;
        wrote |= whole::write_text(&path.with_file_name("run.toml"), &toml)?;
    }
    report.runs.note(before.then_some(!wrote));
    Ok(())
}
