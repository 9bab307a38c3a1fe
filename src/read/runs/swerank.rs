//! `SweRank` and SWERank+: rows with `docs`, rank files with `hits` and `query`, rank tables, and rerankers' pseudo
//! ranks `{case: {document: score}}`. Documents are functions; the ranking of files follows from them.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::Suspects;
use crate::read::input::{Form, Head, Input, Record};
use crate::read::reader::{Reader, Sink, each};

use super::docs::{Documents, scores_by_path, sort};
use super::row::{self, Runs, field, score, text};

/// Reads the ranked lists of `SweRank`.
#[derive(Debug)]
pub struct SweRank;

const NOTE: &str = "ranked functions; files follow from them";

impl Reader for SweRank {
    fn name(&self) -> &'static str {
        "swerank"
    }

    fn about(&self) -> &'static str {
        "SweRank: rows with docs, rank_100.json, rank.tsv, rerank_100_llm_gen_num.json"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let texts = |v: &Value| matches!(v, Value::Array(l) if l.iter().all(Value::is_string));
        let docs = head.get("docs").is_some_and(texts) && head.has(&["instance_id"]);
        let hit = head.get("hits").and_then(|h| h.get(0));
        let hits = hit.is_some_and(|h| h.get("docid").is_some())
            && (head.has(&["query"]) || hit.is_some_and(|h| h.get("qid").is_some()));
        let table = head.form == Form::Csv && head.has(&["Query ID", "Corpus ID"]);
        docs || hits || table || head.record.as_ref().is_some_and(|v| is_scores(v, head.form))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let head = input.head()?;
        if head.form == Form::Csv || head.record.as_ref().is_some_and(|v| is_scores(v, head.form)) {
            return grouped(input, sink);
        }
        let mut runs = Runs::new(input.run(), "SweRank", NOTE);
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let source = record.source(input);
            let Value::Object(row) = record.value else {
                return Err(Problem::input("expected an object with docs or hits"));
            };
            let list = row.get("docs").or_else(|| row.get("hits"));
            let list = list.ok_or_else(|| Problem::input("expected a list of documents").at_field("docs"))?;
            let own = list.get(0).and_then(Value::as_object).and_then(|h| text(h, &["qid"]));
            let case = own.map(str::to_owned).or_else(|| row::case(&row));
            let case = case.ok_or_else(|| {
                Problem::input("no case is named")
                    .at_field("instance_id")
                    .mend("expected instance_id, or qid in the hits")
            })?;
            let suspects = ranked(list, &case, source, (input, line), sink);
            let run = runs.of(&about(&row), (input, line), sink)?;
            row::send(run, suspects, (input, line), sink)
        })
    }
}

/// The record of a ranked list; entries without a document are left out and told.
pub(super) fn ranked(list: &Value, case: &str, source: Value, at: (&Input, usize), sink: &mut dyn Sink) -> Suspects {
    let mut found = Documents::default();
    let bad = found.list(list, case);
    if bad > 0 {
        sink.note(nameless(bad, at.0, at.1));
    }
    Suspects {
        source: Some(source),
        ..Suspects::answer(case, found.done())
    }
}

pub(super) fn nameless(bad: usize, input: &Input, line: usize) -> Problem {
    Problem::input(format!("{bad} entries name no document; left out"))
        .in_file(input.path())
        .at_line(line)
}

/// The fields of a row that describe the run. A row of a dataset has others of the same names.
fn about(row: &Map<String, Value>) -> Map<String, Value> {
    ["model", "model_name", "retriever", "mode"]
        .into_iter()
        .filter_map(|k| Some((k.to_owned(), row.get(k)?.clone())))
        .collect()
}

/// `{case: {document: score}}` as one document, glued ones, or a map whose first entry this is.
fn is_scores(value: &Value, form: Form) -> bool {
    let Some(o) = value.as_object() else { return false };
    match form {
        Form::Map => scores_by_path(o),
        Form::Glued | Form::Lines | Form::Document => {
            !o.is_empty() && o.values().all(|v| v.as_object().is_some_and(scores_by_path))
        }
        _ => false,
    }
}

/// One score of a document.
type Scored = (String, f64);

/// Gathers the scores of each case over the whole file, then sorts them.
fn grouped(input: &Input, sink: &mut dyn Sink) -> Result<()> {
    let mut cases: Vec<(String, usize, Vec<Scored>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut add = |case: &str, line: usize, scored: &mut dyn Iterator<Item = Scored>| {
        let at = *places.entry(case.to_owned()).or_insert_with(|| {
            cases.push((case.to_owned(), line, Vec::new()));
            cases.len() - 1
        });
        if let Some((_, _, list)) = cases.get_mut(at) {
            list.extend(scored);
        }
    };
    each(input, sink, &mut |record, _| {
        let line = record.line;
        for (case, mut list) in pairs(record)? {
            add(&case, line, &mut list.drain(..));
        }
        Ok(())
    })?;
    let mut runs = Runs::new(input.run(), "SweRank", NOTE);
    for (case, line, mut list) in cases {
        sort(&mut list, |(_, score)| *score);
        let mut found = Documents::default();
        for (id, score) in &list {
            found.add(id, Some(*score), &case);
        }
        let suspects = Suspects {
            source: Some(serde_json::json!({"file": input.name(), "line": line})),
            ..Suspects::answer(&case, found.done())
        };
        let run = runs.of(&Map::new(), (input, line), sink)?;
        row::send(run, suspects, (input, line), sink)?;
    }
    Ok(())
}

/// Cases and scores of one record.
fn pairs(record: Record) -> Result<Vec<(String, Vec<Scored>)>> {
    let Value::Object(row) = record.value else {
        return Err(Problem::input("expected an object of scores by document"));
    };
    let scores = |o: &Map<String, Value>| -> Vec<Scored> {
        o.iter().filter_map(|(k, v)| Some((k.clone(), score(v)?))).collect()
    };
    if let Some(case) = record.key {
        return Ok(vec![(case, scores(&row))]);
    }
    if let (Some(case), Some(id)) = (text(&row, &["queryid"]), text(&row, &["corpusid"])) {
        let points = field(&row, &["relevancescore", "score"]).and_then(score);
        let points = points.ok_or_else(|| Problem::input("expected a number").at_field("Relevance Score"))?;
        return Ok(vec![(case.to_owned(), vec![(id.to_owned(), points)])]);
    }
    let of = |(case, v): (&String, &Value)| Some((case.clone(), scores(v.as_object()?)));
    Ok(row.iter().filter_map(of).collect())
}
