//! What people said about stages of the gate.

use serde_json::Value;

use super::Stage;
use super::stage::category;
use crate::domain::entry::Subject;
use crate::domain::ledger::{self, Ledger};

/// One person's verdict about one stage.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Over {
    /// The case.
    pub case: String,
    /// The exhibit.
    pub exhibit: String,
    /// The stage.
    pub stage: Stage,
    /// Who.
    pub by: String,
    /// Whether it passes.
    pub pass: bool,
    /// Relevance that the person gives in the place of the model's.
    pub relevance: Option<i8>,
    /// Category that the person gives in the place of the model's.
    pub category: Option<&'static str>,
}

/// Verdicts of people about stages, sorted by case, exhibit, stage and name. A value is `"pass"` or `"fail"`, or an object
/// `{"verdict": "pass", "relevance": 1, "category": "log_output"}`; other values, and answers with which a person
/// contradicts themself, count as none.
pub fn overrides(ledger: &Ledger) -> Vec<Over> {
    let mut out: Vec<Over> = Vec::new();
    for (key, heads) in ledger.all() {
        let Subject::Exhibit { case, exhibit } = &key.subject else {
            continue;
        };
        let Some(stage) = Stage::ALL.into_iter().find(|s| s.question() == key.question) else {
            continue;
        };
        let Some((pass, relevance, category)) = ledger::agreed(heads).and_then(read) else {
            continue;
        };
        out.push(Over {
            case: case.clone(),
            exhibit: exhibit.clone(),
            stage,
            by: key.by.clone(),
            pass,
            relevance,
            category,
        });
    }
    out.sort_by(|a, b| (&a.case, &a.exhibit, a.stage, &a.by).cmp(&(&b.case, &b.exhibit, b.stage, &b.by)));
    out
}

fn read(value: &Value) -> Option<(bool, Option<i8>, Option<&'static str>)> {
    let word = value.get("verdict").unwrap_or(value).as_str()?;
    let pass = match word {
        "pass" => true,
        "fail" => false,
        _ => return None,
    };
    let relevance = value.get("relevance").and_then(Value::as_i64);
    let relevance = relevance
        .and_then(|r| i8::try_from(r).ok())
        .filter(|r| (-1..=2).contains(r));
    let category = value.get("category").and_then(Value::as_str).and_then(category);
    Some((pass, relevance, category))
}
