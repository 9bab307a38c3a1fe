//! Potato: `annotated_instances.jsonl`, `.csv` and `.tsv`, and `user_state.json`, each of one annotator. Sources: its
//! documentation of outputs, and the shapes that its own tests write.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::judged::Judged;
use crate::read::input::Input;
use crate::read::reader::{Head, Item, Reader, Sink, each};

use super::word;

/// What stands between schema and label in a heading.
const COLON: &str = ":::";

/// Answers by item in `user_state.json`.
const STATE: &str = "instance_id_to_label_to_value";

/// Reads the outputs of Potato.
#[derive(Debug)]
pub struct Potato;

impl Reader for Potato {
    fn name(&self) -> &'static str {
        "potato"
    }

    fn about(&self) -> &'static str {
        "Potato: annotated_instances.jsonl, .csv, .tsv, user_state.json"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let wide = |row: &Map<String, Value>| row.keys().any(|k| k.contains(COLON)) && item(row).is_some();
        head.document_has(&[STATE])
            || (head.has(&["label_annotations"]) && (head.has(&["id"]) || head.has(&["instance_id"])))
            || head.record.as_ref().and_then(Value::as_object).is_some_and(wide)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let folder = input.path().parent().and_then(|p| p.file_name());
        let folder = folder.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let head = input.head()?;
        if head.document_has(&[STATE]) {
            let state = input.document()?;
            let by = state.get("user_id").and_then(word).unwrap_or(folder);
            let items = state.get(STATE).and_then(Value::as_object);
            for (case, labels) in items.into_iter().flatten() {
                let told = tell(input, sink, (&by, case, 1), labels);
                if let Err(p) = told {
                    sink.refuse(p.in_file(input.path()).at_line(1))?;
                }
            }
            return Ok(());
        }
        each(input, sink, &mut |record, sink| {
            let Value::Object(row) = &record.value else {
                return Err(Problem::input("expected an object with id and label_annotations"));
            };
            let case = item(row).ok_or_else(|| Problem::input("names no item").at_field("id"))?;
            let by = ["user_id", "user", "annotator"].iter().find_map(|k| word(row.get(*k)?));
            let by = by.unwrap_or_else(|| folder.clone());
            let labels = match row.get("label_annotations") {
                Some(labels) => labels.clone(),
                None => wide(row),
            };
            tell(input, sink, (&by, &case, record.line), &labels)
        })
    }
}

fn item(row: &Map<String, Value>) -> Option<String> {
    ["instance_id", "id"].iter().find_map(|k| word(row.get(*k)?))
}

/// The cells under `schema:::label` as an object of schemas.
fn wide(row: &Map<String, Value>) -> Value {
    let mut out = Map::new();
    for (column, cell) in row {
        if let Some((schema, label)) = column.split_once(COLON)
            && word(cell).is_some()
        {
            let all = out.entry(schema.to_owned()).or_insert_with(|| Map::new().into());
            if let Some(all) = all.as_object_mut() {
                all.insert(label.to_owned(), cell.clone());
            }
        }
    }
    out.into()
}

/// Schemas with their marked labels: an object of objects, or pairs of `{schema, name}` and value.
fn schemas(labels: &Value) -> Map<String, Value> {
    match labels {
        Value::Object(all) => all.clone(),
        Value::Array(pairs) => {
            let mut out = Map::new();
            for pair in pairs {
                let (Some(key), Some(value)) = (pair.get(0), pair.get(1)) else {
                    continue;
                };
                let (Some(schema), Some(name)) = (key.get("schema").and_then(word), key.get("name").and_then(word))
                else {
                    continue;
                };
                let all = out.entry(schema).or_insert_with(|| Map::new().into());
                if let Some(all) = all.as_object_mut() {
                    all.insert(name, value.clone());
                }
            }
            out
        }
        _ => Map::new(),
    }
}

fn tell(input: &Input, sink: &mut dyn Sink, (by, case, line): (&str, &str, usize), labels: &Value) -> Result<()> {
    for (schema, marked) in schemas(labels) {
        let mut judged = Judged {
            by: by.to_owned(),
            case: case.to_owned(),
            question: schema,
            ..Judged::default()
        };
        (judged.value, judged.other) = match &marked {
            Value::Object(all) => chosen(all),
            other => (other.clone(), None),
        };
        sink.take(Item::Judgement(Box::new(judged)), input.path(), line)?;
    }
    Ok(())
}

/// What the marked labels of a schema say, and another reading. A choice is its label, marked by anything; a text or a
/// point of a scale is the value. Several labels are handed on as they are: which one counts cannot be told.
fn chosen(all: &Map<String, Value>) -> (Value, Option<Value>) {
    let marked = |v: &Value| match v {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !matches!(text.trim(), "" | "false"),
        _ => true,
    };
    let all: Vec<(&String, &Value)> = all.iter().filter(|(_, v)| marked(v)).collect();
    match all.as_slice() {
        [] => (Value::Null, None),
        [(label, value)] => {
            let label = Value::from(label.as_str());
            let sign = matches!(value.as_str(), Some("true" | "on")) || value.as_bool() == Some(true);
            let text = label.as_str().is_some_and(|l| l.to_lowercase().starts_with("text"));
            match (sign, text) {
                (true, false) => (label, None),
                (_, true) => ((*value).clone(), None),
                (false, false) => (label, Some((*value).clone())),
            }
        }
        several => {
            let labels: Vec<&str> = several.iter().map(|(label, _)| label.as_str()).collect();
            (labels.into(), None)
        }
    }
}
