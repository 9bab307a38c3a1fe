//! LocAgent's `loc_outputs.jsonl` (a list for each sample), `merged_loc_outputs*.jsonl` (flat lists), and the gold
//! that its rows carry.
//!
//! Several samples are merged as LocAgent does by default: by the sum of 1/rank, first appearance on a tie; each
//! sample stays in `samples`. `found_modules` is left out: it holds the outermost names of `found_entities`.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::published::of_changes;
use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Sample, Status, Suspects, What};
use crate::read::input::{Form, Input, Record};
use crate::read::reader::{GoldRow, Head, Item, Reader, Sink, each};

use super::{Sender, append, case_of, flag_other_files, object, texts};

/// Reads rows with `found_files` and `found_entities`.
#[derive(Debug)]
pub struct LocAgent;

impl Reader for LocAgent {
    fn name(&self) -> &'static str {
        "locagent"
    }

    fn about(&self) -> &'static str {
        "LocAgent: loc_outputs.jsonl, merged_loc_outputs*.jsonl, with the gold in meta_data"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let named = head.has(&["instance_id"]) || head.form == Form::Map;
        named && head.has(&["found_files"]) && (head.has(&["found_entities"]) || head.has(&["found_modules"]))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut out = Sender::new(input, input.run());
        let mut modules = false;
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let found = row(record, input)?;
            if found.modules && !modules {
                modules = true;
                sink.note(
                    Problem::input("found_modules was left out: it holds the outermost names of found_entities")
                        .in_file(input.path()),
                );
            }
            let info = || RunInfo {
                system: "LocAgent".to_owned(),
                note: if found.suspects.samples.is_empty() {
                    String::new()
                } else {
                    "samples merged by the sum of 1/rank".to_owned()
                },
                ..RunInfo::default()
            };
            out.send(sink, line, info, found.suspects.clone())?;
            match found.gold {
                Some(gold) => sink.take(Item::Gold(gold), input.path(), line),
                None => Ok(()),
            }
        })
    }
}

struct Row {
    suspects: Suspects,
    gold: Option<GoldRow>,
    modules: bool,
}

fn row(record: Record, input: &Input) -> Result<Row> {
    let source = record.source(input);
    let row = object(record.value)?;
    let case = case_of(&row, record.key)?;
    let files = samples(&row, "found_files")?;
    let entities = samples(&row, "found_entities")?;
    let mut raw_text = None;
    for text in texts(row.get("raw_output_loc"), "raw_output_loc")? {
        append(&mut raw_text, text);
    }
    let mut suspects = Suspects::answer(&case, sample(&merge(&files), &merge(&entities)));
    // A run that failed in all its tries leaves no text.
    if suspects.status == Status::Empty && raw_text.is_none() && row.contains_key("raw_output_loc") {
        suspects.status = Status::NoSubmission;
    }
    let count = files.len().max(entities.len());
    if count > 1 {
        let none = Vec::new();
        suspects.samples = (0..count)
            .map(|n| sample(files.get(n).unwrap_or(&none), entities.get(n).unwrap_or(&none)))
            .collect();
    }
    suspects.raw_text = raw_text;
    suspects.source = Some(source);
    let changes = [
        row.get("meta_data").and_then(|m| m.get("gt_file_changes")),
        row.get("gt_file_changes"),
    ];
    let gold = match changes.into_iter().flatten().find(|v| !v.is_null()) {
        Some(changes) => Some(of_changes(&case, changes, "gt_file_changes")?),
        None => None,
    };
    Ok(Row {
        suspects,
        gold,
        modules: row.get("found_modules").is_some_and(|v| !v.is_null()),
    })
}

/// The lists under `key`: one for each sample, or the only one.
fn samples<'v>(row: &'v Map<String, Value>, key: &str) -> Result<Vec<Vec<&'v str>>> {
    match row.get(key) {
        Some(Value::Array(list)) if list.iter().any(Value::is_array) => {
            list.iter().map(|v| texts(Some(v), key)).collect()
        }
        flat => Ok(vec![texts(flat, key)?]),
    }
}

/// One list of several: by the sum of 1/rank, first appearance on a tie. One list stays as it is.
fn merge<'v>(lists: &[Vec<&'v str>]) -> Vec<&'v str> {
    if let [only] = lists {
        return only.clone();
    }
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut sums: Vec<(&'v str, f64)> = Vec::new();
    for list in lists {
        for (at, name) in list.iter().enumerate() {
            let place = *places.entry(name).or_insert_with(|| {
                sums.push((name, 0.0));
                sums.len() - 1
            });
            if let Some((_, sum)) = sums.get_mut(place) {
                *sum += 1.0 / (at + 1) as f64;
            }
        }
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    sums.into_iter().map(|(name, _)| name).collect()
}

fn sample(files: &[&str], entities: &[&str]) -> Sample {
    let mut out = Sample::default();
    for file in files {
        out.add_file(file, None);
    }
    let outer: HashSet<&str> = entities
        .iter()
        .flat_map(|e| {
            let name = e.rfind(':').unwrap_or(0);
            e.match_indices('.')
                .filter(move |(at, _)| *at > name)
                .take(3)
                .filter_map(|(at, _)| e.get(..at))
        })
        .collect();
    for entity in entities {
        out.add_function(entity, None);
        if let Some(last) = out.functions.last_mut() {
            let name = last.name.as_deref().unwrap_or("");
            if last.what == What::Function && !name.contains('.') && (outer.contains(entity) || looks_like_class(name))
            {
                last.what = What::Class;
                last.flags.push("kind guessed".to_owned());
            }
        }
    }
    let ranked = std::mem::take(&mut out.files);
    flag_other_files(&mut out, &ranked);
    out.files = ranked;
    out
}

/// `Parser`, `_Parser`: a capital first and a small letter after it. Rows do not tell classes from functions.
fn looks_like_class(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}
