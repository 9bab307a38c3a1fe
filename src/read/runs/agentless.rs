//! The Agentless family: Agentless 0.1 and from 1.5 on, its retrieval, combined and merged files, `MagentLess`, and
//! CoSIL and RepoSearcher, which write the same rows. The order of keys is the ranking of files' functions.
//!
//! Places to edit are the function ranking when they name any function, class or variable; else the related places
//! are. What was not chosen stays in `samples` with its stage; of several samples the first that names something is
//! chosen, as each of them goes its own way to a patch.

mod stages;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Sample, Suspect, Suspects};

use self::stages::stages;
use super::lines::Told;
use super::{Sender, append, case_of, object, texts};
use crate::read::events;
use crate::read::input::{Form, Input, Record};
use crate::read::reader::{Head, Reader, Sink, each};

/// Reads rows with `found_files` and, as far as a run went, `found_related_locs` and `found_edit_locs`.
#[derive(Debug)]
pub struct Agentless;

impl Reader for Agentless {
    fn name(&self) -> &'static str {
        "agentless"
    }

    fn about(&self) -> &'static str {
        "Agentless (0.1, 1.5 and later), MagentLess, CoSIL, RepoSearcher: loc_outputs.jsonl and its kin"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let named = head.has(&["instance_id"]) || head.form == Form::Map;
        let found = ["found_files", "found_related_locs", "found_edit_locs", "found_locs"];
        named && found.iter().any(|k| head.has(&[k])) && !head.has(&["found_entities"]) && !head.has(&["docs"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut out = Sender::new(input, input.run());
        each(input, sink, &mut |record, sink| {
            let (line, source) = (record.line, record.source(input));
            let trajectory = record.value.as_object().and_then(events::agentless::of_row);
            let (suspects, info) = row(record, input)?;
            out.send(sink, line, || info, suspects)?;
            match trajectory {
                Some(mut trajectory) => {
                    trajectory.source = Some(source);
                    out.trajectory(sink, line, trajectory)
                }
                None => Ok(()),
            }
        })
    }
}

/// What kind of run a row comes from, as far as its fields tell.
fn info(row: &Map<String, Value>) -> RunInfo {
    let has = |key: &str| row.contains_key(key);
    let system = if has("file_loc_trajs") {
        "RepoSearcher"
    } else if has("func_traj") {
        "CoSIL"
    } else if has("node_info") || has("found_edit_locs") || has("additional_artifact_loc_file") || has("found_locs") {
        "Agentless"
    } else {
        "agentless family"
    };
    let note = if has("node_info") {
        "files found by retrieval"
    } else if ["found_related_locs", "found_edit_locs", "found_locs"]
        .iter()
        .any(|k| has(k))
    {
        "functions in the order of keys and lines; places to edit before related places"
    } else {
        "files only"
    };
    RunInfo {
        system: system.to_owned(),
        note: note.to_owned(),
        ..RunInfo::default()
    }
}

fn row(record: Record, input: &Input) -> Result<(Suspects, RunInfo)> {
    let source = record.source(input);
    let row = object(record.value)?;
    let case = case_of(&row, record.key)?;
    let filtered = |v: &Value| v.get("filtered_files").is_some();
    if row.get("additional_artifact_loc_file").is_some_and(filtered) {
        return Err(
            Problem::input("not a ranking: all files that were not excluded as irrelevant")
                .at_field("found_files")
                .mend("import the combined or merged file of the run instead"),
        );
    }
    let mut files = Sample::default();
    for path in texts(row.get("found_files"), "found_files")? {
        files.add_file(path, None);
    }
    let mut told = Told::default();
    let related = stages(&row, "found_related_locs", &files, "related", &mut told)?;
    let mut edit = stages(&row, "found_edit_locs", &files, "edit", &mut told)?;
    edit.extend(stages(&row, "found_locs", &files, "edit", &mut told)?);
    let (functions, samples) = choose(related, edit);
    files.functions = functions;
    let info = info(&row);
    let mut suspects = Suspects::answer(&case, files);
    suspects.samples = samples;
    suspects.mended = told.odd;
    suspects.raw_text = raw_text(&row);
    suspects.source = Some(source);
    Ok((suspects, info))
}

/// The ranking, and the lists that are not it (of several samples all).
fn choose(related: Vec<Sample>, edit: Vec<Sample>) -> (Vec<Suspect>, Vec<Sample>) {
    let names = |s: &Sample| s.functions.iter().any(|f| f.name.is_some());
    let chosen = edit.iter().find(|s| names(s)).cloned();
    let mut rest: Vec<Sample> = Vec::new();
    let best = if let Some(best) = chosen {
        let several = edit.len() > 1;
        rest.extend(related);
        rest.extend(edit.into_iter().filter(|_| several));
        best
    } else {
        let mut related = related.into_iter();
        let best = related.next().unwrap_or_default();
        rest.extend(related);
        if names(&best) || edit.is_empty() {
            rest.extend(edit);
            best
        } else {
            // Bare lines are better than nothing.
            let mut edit = edit.into_iter();
            let lines = edit.next().unwrap_or_default();
            rest.push(best);
            rest.extend(edit);
            lines
        }
    };
    rest.retain(|s| !s.is_empty());
    (best.functions, rest)
}

/// What the model said, stage by stage.
fn raw_text(row: &Map<String, Value>) -> Option<String> {
    let mut out = None;
    let artifacts = [
        ("additional_artifact_loc_file", "raw_output_files"),
        ("additional_artifact_loc_related", "raw_output_loc"),
        ("additional_artifact_loc_edit_location", "raw_output_loc"),
    ];
    for (key, field) in artifacts {
        each_text(row.get(key), field, &mut out);
    }
    if out.is_none() {
        for key in [
            "file_traj",
            "file_loc_trajs",
            "func_traj",
            "related_loc_traj",
            "edit_loc_traj",
            "traj",
        ] {
            each_text(row.get(key), "response", &mut out);
        }
    }
    out
}

/// Appends the texts that stand in `field` of an object, or of each object of a list.
fn each_text(value: Option<&Value>, field: &str, out: &mut Option<String>) {
    let rows: &[Value] = match value {
        Some(Value::Array(list)) => list,
        Some(one) => std::slice::from_ref(one),
        None => return,
    };
    for row in rows {
        for text in texts(row.get(field), field).unwrap_or_default() {
            append(out, text);
        }
    }
}
