//! Harmful-image candidates as rows.

use serde_json::Value;

use super::{Column, Kind, Row, json};
use crate::domain::candidate::Candidate;

/// The columns that every table of candidates has; fields of whoever made them stand behind.
const COLUMNS: [(&str, Kind); 16] = [
    ("id", Kind::Text),
    ("state", Kind::Text),
    ("strategy", Kind::Text),
    ("case", Kind::Text),
    ("donor", Kind::Text),
    ("donor_title", Kind::Text),
    ("donor_gold", Kind::Any),
    ("replaces", Kind::Text),
    ("swapped", Kind::Any),
    ("similarity", Kind::Float),
    ("seed", Kind::Any),
    ("made_by", Kind::Text),
    ("resembles", Kind::Text),
    ("relevance", Kind::Int),
    ("rest", Kind::Any),
    ("v", Kind::Int),
];

/// The columns of a table of candidates.
pub fn columns() -> Vec<Column> {
    COLUMNS.iter().map(|(n, k)| Column::new(*n, *k)).collect()
}

/// The row of a candidate: the record as it stands, and beside it what became of it (`state`). An accepted one carries the
/// relevance −1 of a harmful image, a control none.
pub fn to_row(candidate: &Candidate, state: &str) -> Row {
    let mut out = Row::new();
    let mut put = |name: &str, value: Value| drop(out.insert(name.to_owned(), value));
    put("id", candidate.id.as_str().into());
    put("state", state.into());
    put("strategy", candidate.strategy.word().into());
    put("case", candidate.case.as_str().into());
    put("donor", candidate.donor.as_str().into());
    put("donor_title", candidate.donor_title.as_str().into());
    put("donor_gold", json(&candidate.donor_gold));
    put("replaces", candidate.replaces.as_str().into());
    put("swapped", json(&candidate.swapped));
    put("similarity", json(candidate.similarity));
    put("seed", json(candidate.seed));
    put("made_by", candidate.made_by.as_str().into());
    put("resembles", json(&candidate.resembles));
    let harmful = state == "accepted" && candidate.strategy != crate::domain::candidate::Strategy::Control;
    put("relevance", harmful.then_some(-1).into());
    put("rest", candidate.rest.clone().into());
    put("v", candidate.v.into());
    out
}

/// The candidate of a row that [`to_row`] made; its state follows from the judgements.
///
/// # Errors
/// Names the column that does not fit.
pub fn from_row(row: &Row) -> Result<Candidate, String> {
    let mut object = Row::new();
    for (name, kind) in COLUMNS {
        if matches!(name, "state" | "relevance" | "rest") {
            continue;
        }
        let held = match kind {
            Kind::Text => super::text(row, name)?.map_or(Value::Null, Value::String),
            _ => super::value(row, name)?,
        };
        let text = matches!(name, "id" | "case" | "donor" | "donor_title" | "replaces" | "made_by");
        match held {
            // An empty text and none look alike in CSV.
            Value::Null if text => drop(object.insert(name.to_owned(), "".into())),
            Value::Null => {}
            held if name == "resembles" && held.as_str() == Some("") => drop(held),
            held => drop(object.insert(name.to_owned(), held)),
        }
    }
    if let Value::Object(rest) = super::value(row, "rest")? {
        object.extend(rest);
    }
    serde_json::from_value(Value::Object(object)).map_err(|e| e.to_string())
}
