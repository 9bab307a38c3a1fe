//! Label Studio's JSON export: a list of tasks with their annotations. Source: its documentation, "task format".

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::judged::{Judged, moment};
use crate::read::input::{Input, Record};
use crate::read::reader::{Head, Item, Reader, Sink, each};

use super::{CASE, EXHIBIT, first, seconds, word};

/// Reads tasks with `annotations[].result[]`.
#[derive(Debug)]
pub struct LabelStudio;

impl Reader for LabelStudio {
    fn name(&self) -> &'static str {
        "label-studio"
    }

    fn about(&self) -> &'static str {
        "Label Studio JSON export: choices, ratings, numbers and texts of whole tasks"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.has(&["annotations", "data"]) && head.get("annotations").is_some_and(Value::is_array)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut skipped = 0;
        each(input, sink, &mut |record, sink| {
            task(&record, input, sink, &mut skipped)
        })?;
        if skipped > 0 {
            let what = format!("{skipped} annotations were skipped by their annotators; they hold no answers");
            sink.note(Problem::input(what).in_file(input.path()));
        }
        Ok(())
    }
}

fn task(record: &Record, input: &Input, sink: &mut dyn Sink, skipped: &mut usize) -> Result<()> {
    let empty = Map::new();
    let data = record.value.get("data").and_then(Value::as_object).unwrap_or(&empty);
    // The id of the task is a number of the tool and says nothing here.
    let case = first(data, &CASE).and_then(|(_, v)| word(v)).ok_or_else(|| {
        Problem::input("the data of the task name no case")
            .at_field("data")
            .mend("its data need instance_id, case_id, case or id")
    })?;
    let exhibit = first(data, &EXHIBIT).and_then(|(_, v)| word(v));
    let all = record.value.get("annotations").and_then(Value::as_array);
    for annotation in all.into_iter().flatten() {
        if annotation.get("was_cancelled").and_then(Value::as_bool) == Some(true) {
            *skipped += 1;
            continue;
        }
        let shared = Judged {
            by: annotator(annotation)
                .ok_or_else(|| Problem::input("an annotation does not say whose it is").at_field("completed_by"))?,
            case: case.clone(),
            exhibit: exhibit.clone(),
            at: when(annotation),
            took_ms: annotation.get("lead_time").and_then(seconds),
            ..Judged::default()
        };
        let results = annotation.get("result").and_then(Value::as_array);
        for result in results.into_iter().flatten() {
            match answer(result) {
                Ok((question, value)) => {
                    let judged = Judged {
                        question,
                        value,
                        ..shared.clone()
                    };
                    sink.take(Item::Judgement(Box::new(judged)), input.path(), record.line)?;
                }
                Err(p) => sink.refuse(p.in_file(input.path()).at_line(record.line))?,
            }
        }
    }
    Ok(())
}

/// Who made an annotation: the address of an account, else its number.
fn annotator(annotation: &Value) -> Option<String> {
    let who = annotation.get("completed_by")?;
    let named = ["email", "username", "first_name"]
        .iter()
        .find_map(|k| word(who.get(k)?));
    let id = || word(who.get("id").unwrap_or(who));
    let id = id().map(|id| {
        if id.bytes().all(|b| b.is_ascii_digit()) {
            format!("user-{id}")
        } else {
            id
        }
    });
    named.or(id)
}

/// When the answers took the form they have: a later change of an annotation keeps `created_at`.
fn when(annotation: &Value) -> Option<String> {
    let at = |key: &str| annotation.get(key).and_then(Value::as_str).map(str::to_owned);
    match (at("created_at"), at("updated_at")) {
        (Some(made), Some(changed)) => {
            let later = moment(&changed) > moment(&made);
            Some(if later { changed } else { made })
        }
        (made, changed) => made.or(changed),
    }
}

/// Question and answer of one result.
fn answer(result: &Value) -> Result<(String, Value)> {
    let question = result.get("from_name").and_then(word);
    let question = question.ok_or_else(|| Problem::input("a result names no question").at_field("from_name"))?;
    let kind = result.get("type").and_then(Value::as_str).unwrap_or_default();
    let held = |key: &str| result.get("value").and_then(|v| v.get(key)).cloned();
    let value = match kind {
        "choices" => held("choices"),
        "rating" => held("rating"),
        "number" => held("number"),
        "datetime" => held("datetime"),
        "textarea" => held("text").map(|text| match text {
            Value::Array(all) => {
                let lines: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
                lines.join("\n").into()
            }
            other => other,
        }),
        other => {
            let what = format!("'{question}' is of the type '{other}', which marks a region, not an answer");
            return Err(Problem::input(what)
                .at_field("type")
                .mend("choices, rating, number and textarea are read"));
        }
    };
    let value = value.ok_or_else(|| Problem::input(format!("'{question}' holds no {kind}")).at_field("value"))?;
    Ok((question, value))
}
