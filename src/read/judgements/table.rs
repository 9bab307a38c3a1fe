//! Judgements as rows of anybody's table: an answer a row (`annotator, case, question, value`), or a question a column
//! (`annotator, instance_id, category, relevance`). JSON Lines, a JSON list, CSV, Parquet.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::judged::{Judged, is_blank};
use crate::read::input::Input;
use crate::read::reader::{Head, Item, Mapping, Reader, Sink, each};

use super::{CASE, EXHIBIT, first, seconds, squeeze, word};

/// Squeezed names of the column of annotators, the best first.
const BY: [&str; 12] = [
    "annotator",
    "annotatorid",
    "annotatorname",
    "rater",
    "raterid",
    "coder",
    "labeler",
    "labeller",
    "reviewer",
    "userid",
    "user",
    "worker",
];
const QUESTION: [&str; 5] = ["question", "questionid", "labelname", "schema", "field"];
const VALUE: [&str; 5] = ["value", "answer", "label", "response", "rating"];
const AT: [&str; 8] = [
    "at",
    "updatedat",
    "createdat",
    "annotatedat",
    "timestamp",
    "time",
    "date",
    "submittedat",
];
const TOOK_MS: [&str; 3] = ["tookms", "durationms", "timems"];
const TOOK_S: [&str; 5] = ["leadtime", "seconds", "durations", "duration", "tooks"];
const CANDIDATE: [&str; 2] = ["candidate", "candidateid"];
/// Columns that say something else about an answer than the answer.
const OTHER: [&str; 9] = [
    "annotationid",
    "form",
    "kind",
    "title",
    "text",
    "displayedtext",
    "run",
    "suspect",
    "project",
];
/// Columns of rows of a benchmark or of a system: such a row is no judgement whatever else it has.
const DATA: [&str; 10] = [
    "problemstatement",
    "basecommit",
    "patch",
    "body",
    "repo",
    "modelpatch",
    "foundfiles",
    "ocrtext",
    "trajectory",
    "messages",
];

/// Reads tables with a column of annotators.
#[derive(Debug)]
pub struct Table;

impl Reader for Table {
    fn name(&self) -> &'static str {
        "judgements"
    }

    fn about(&self) -> &'static str {
        "answers with their annotators: annotator, case, question, value; or a column a question"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let Some(Value::Object(row)) = &head.record else {
            return false;
        };
        let named = first(row, &BY).is_some() && (first(row, &CASE).is_some() || first(row, &CANDIDATE).is_some());
        let data = row.keys().any(|k| DATA.contains(&squeeze(k).as_str()));
        named && !data && (is_long(row) || row.keys().any(|k| is_question(k)))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut told = false;
        each(input, sink, &mut |record, sink| {
            let Value::Object(row) = &record.value else {
                return Err(Problem::input(
                    "expected an object with an annotator, a case and answers",
                ));
            };
            let shared = shared(row)?;
            let questions: Vec<(String, &Value)> = if is_long(row) {
                let question = first(row, &QUESTION).and_then(|(_, v)| word(v));
                let question = question.ok_or_else(|| Problem::input("names no question").at_field("question"))?;
                vec![(question, first(row, &VALUE).map_or(&Value::Null, |(_, v)| v))]
            } else {
                let all = row.iter().filter(|(k, _)| is_question(k));
                all.map(|(k, v)| (k.clone(), v)).collect()
            };
            if !told {
                told = true;
                sink.mapped(mapping(input, row));
            }
            for (question, value) in questions {
                if is_blank(value) {
                    continue;
                }
                let judged = Judged {
                    question,
                    value: value.clone(),
                    ..shared.clone()
                };
                sink.take(Item::Judgement(Box::new(judged)), input.path(), record.line)?;
            }
            Ok(())
        })
    }
}

/// Whether each row is one answer.
fn is_long(row: &Map<String, Value>) -> bool {
    first(row, &QUESTION).is_some() && first(row, &VALUE).is_some()
}

/// Whether a column of a table with a column a question is one of those.
fn is_question(column: &str) -> bool {
    let plain = squeeze(column);
    let known: [&[&str]; 8] = [&BY, &CASE, &EXHIBIT, &AT, &TOOK_MS, &TOOK_S, &CANDIDATE, &OTHER];
    !plain.is_empty() && !column.starts_with('$') && !known.iter().any(|all| all.contains(&plain.as_str()))
}

/// What all answers of a row share.
fn shared(row: &Map<String, Value>) -> Result<Judged> {
    let get = |names: &[&str]| first(row, names).and_then(|(_, v)| word(v));
    let by = get(&BY).ok_or_else(|| Problem::input("names no annotator").at_field("annotator"))?;
    let candidate = get(&CANDIDATE);
    let case = match get(&CASE) {
        Some(case) => case,
        None if candidate.is_some() => String::new(),
        None => return Err(Problem::input("names no case").at_field("case")),
    };
    let took = first(row, &TOOK_MS).and_then(|(_, v)| v.as_u64().or_else(|| v.as_str()?.trim().parse().ok()));
    Ok(Judged {
        by,
        case,
        exhibit: get(&EXHIBIT).filter(|_| candidate.is_none()),
        candidate,
        suspect: get(&["run"]).zip(get(&["suspect"])),
        at: get(&AT),
        took_ms: took.or_else(|| first(row, &TOOK_S).and_then(|(_, v)| seconds(v))),
        form: get(&["form"]),
        ..Judged::default()
    })
}

fn mapping(input: &Input, row: &Map<String, Value>) -> Mapping {
    let fields: [(&str, &[&str]); 8] = [
        ("annotator", &BY),
        ("case", &CASE),
        ("exhibit", &EXHIBIT),
        ("candidate", &CANDIDATE),
        ("at", &AT),
        ("took", &[]),
        ("question", &QUESTION),
        ("value", &VALUE),
    ];
    let long = is_long(row);
    let mut mapped = Vec::new();
    for (field, names) in fields {
        let names: Vec<&str> = match field {
            "took" => TOOK_MS.iter().chain(&TOOK_S).copied().collect(),
            "question" | "value" if !long => continue,
            _ => names.to_vec(),
        };
        mapped.extend(first(row, &names).map(|(column, _)| (field.to_owned(), column.clone())));
    }
    if !long {
        let questions = row.keys().filter(|k| is_question(k));
        mapped.extend(questions.map(|k| ("question".to_owned(), k.clone())));
    }
    Mapping {
        what: format!("{}: judgements", input.name()),
        extra: row
            .keys()
            .filter(|k| !mapped.iter().any(|(_, m)| m == *k))
            .cloned()
            .collect(),
        mapped,
        missing: Vec::new(),
    }
}
