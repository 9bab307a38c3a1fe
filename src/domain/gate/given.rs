//! What the gate says about images as answers beside those of people.

use std::collections::BTreeMap;

use serde_json::Value;

use super::stage::{Before, decide};
use super::{Limits, Record, Stage, Verdict};
use crate::domain::entry::Subject;
use crate::domain::panel::Given;

/// The rater that the gate's first two answers count for.
const RATER: &str = "gate";

/// Relevance of A and category of B, as answers of the rater `gate` about the exhibit: the last of each in the log, passed or
/// not. What is no answer, and an eighth category, are missing.
pub fn given(log: &[Record]) -> Vec<Given> {
    let mut last: BTreeMap<(&str, &str, Stage), &Record> = BTreeMap::new();
    for record in log.iter().filter(|r| r.stage <= Stage::B && r.says()) {
        last.insert((&record.case, &record.exhibit, record.stage), record);
    }
    let limits = Limits::default();
    let mut out = Vec::new();
    for record in last.into_values().filter(|r| r.verdict != Verdict::Error) {
        let call = decide(record.stage, &record.output, &record.model, &limits, Before::default());
        let relevance = call.relevance.map(|r| ("relevance", Value::from(r)));
        let category = call.category.map(|c| ("category", Value::from(c)));
        for (question, value) in relevance.into_iter().chain(category) {
            out.push(Given {
                rater: RATER.to_owned(),
                subject: Subject::Exhibit {
                    case: record.case.clone(),
                    exhibit: record.exhibit.clone(),
                },
                question: question.to_owned(),
                value,
            });
        }
    }
    out
}
