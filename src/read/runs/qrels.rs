//! BEIR relevance tables (`qrels/test.tsv`): gold, not a run. Only ids that are paths can be used here.

use std::collections::HashMap;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;
use crate::read::input::{Form, Head, Input};
use crate::read::reader::{GoldRow, Item, Reader, Sink, each};

use super::docs::{like_path, split};
use super::row::{field, score, text};

/// Reads `query-id`, `corpus-id`, `score`: documents with a score above 0 are gold of their query.
#[derive(Debug)]
pub struct Qrels;

impl Reader for Qrels {
    fn name(&self) -> &'static str {
        "qrels"
    }

    fn about(&self) -> &'static str {
        "gold of a BEIR folder: qrels/test.tsv with query-id, corpus-id, score"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.form == Form::Csv && head.has(&["query-id", "corpus-id"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut rows: Vec<(GoldRow, usize)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        each(input, sink, &mut |record, _| {
            let Value::Object(row) = record.value else {
                return Err(Problem::input("expected columns"));
            };
            let query = text(&row, &["queryid"]).ok_or_else(|| Problem::input("empty").at_field("query-id"))?;
            let id = text(&row, &["corpusid"]).ok_or_else(|| Problem::input("empty").at_field("corpus-id"))?;
            let points = field(&row, &["score"]).and_then(score);
            let points = points.ok_or_else(|| Problem::input("expected a number").at_field("score"))?;
            if points <= 0.0 {
                return Ok(());
            }
            if !like_path(id) {
                return Err(Problem::input("the id is no path, so it names no gold")
                    .at_field("corpus-id")
                    .mend("import gold from the dataset; a table of opaque ids needs its corpus.jsonl"));
            }
            let at = *places.entry(query.to_owned()).or_insert_with(|| {
                let gold = GoldRow {
                    case: query.to_owned(),
                    ..GoldRow::default()
                };
                rows.push((gold, record.line));
                rows.len() - 1
            });
            if let Some((gold, _)) = rows.get_mut(at) {
                add(gold, id);
            }
            Ok(())
        })?;
        for (gold, line) in rows {
            sink.take(Item::Gold(gold), input.path(), line)?;
        }
        Ok(())
    }
}

fn add(gold: &mut GoldRow, id: &str) {
    match split(id) {
        (path, Some(name)) => {
            let list = gold.functions.get_or_insert_default();
            let function = format!("{path}:{name}");
            if !list.contains(&function) {
                list.push(function);
            }
        }
        (path, None) => {
            let list = gold.files.get_or_insert_default();
            let path = RepoPath::new(path);
            if !list.contains(&path) {
                list.push(path);
            }
        }
    }
}
