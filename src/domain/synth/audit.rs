//! What a model said about a candidate: the seven answers of MM-IssueLoc's harm audit, as they stand in its `rest`.

use serde_json::{Map, Value};

use crate::domain::candidate::Candidate;

/// The answers that the acceptance needs; those that are missing or out of their range are `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// Q1, whether the text alone is enough.
    pub text_sufficient: Option<bool>,
    /// Q2, 1 to 5.
    pub surface_relevance: Option<i64>,
    /// Q4, 1 to 5.
    pub direction_deviation: Option<i64>,
    /// Q5, 0 to 5.
    pub misleading: Option<i64>,
    /// Q7, −1 to 2.
    pub label: Option<i64>,
}

/// Key without case and without what is no letter or digit: the paper's text lost its underscores.
pub fn squeeze(key: &str) -> String {
    let plain = key.chars().filter(|c| c.is_alphanumeric());
    plain.flat_map(char::to_lowercase).collect()
}

fn find<'v>(all: &'v Map<String, Value>, lead: &str) -> Option<&'v Value> {
    let of = |(key, value): (&'v String, &'v Value)| {
        let key = squeeze(key);
        (key.starts_with(lead) && !key.ends_with("reasoning")).then_some(value)
    };
    all.iter().find_map(of)
}

fn number(value: &Value, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
    let n = match value {
        Value::Number(n) => n.as_i64(),
        Value::String(s) => s.trim().parse().ok(),
        Value::Object(o) => {
            let inner = ["value", "answer", "score", "label"].iter().find_map(|k| o.get(*k));
            return number(inner.filter(|v| !v.is_object())?, range);
        }
        _ => None,
    };
    n.filter(|n| range.contains(n))
}

fn yes(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(b) => Some(*b),
        Value::String(s) => match s.trim().to_lowercase().as_str() {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

impl Audit {
    /// The answers among the fields of a candidate, in any spelling (`Q1_TEXT_SUFFICIENT`, `q1textsufficient`), at its
    /// top or one level down. `None` when there is none of them.
    pub fn of(candidate: &Candidate) -> Option<Self> {
        let inner = candidate.rest.values().filter_map(Value::as_object);
        let found = std::iter::once(&candidate.rest).chain(inner).map(Self::read);
        found.into_iter().find(|audit| *audit != Self::default())
    }

    fn read(all: &Map<String, Value>) -> Self {
        let scale = |lead: &str, range| number(find(all, lead)?, range);
        Self {
            text_sufficient: find(all, "q1").and_then(yes),
            surface_relevance: scale("q2", 1..=5),
            direction_deviation: scale("q4", 1..=5),
            misleading: scale("q5", 0..=5),
            label: scale("q7", -1..=2),
        }
    }

    /// Whether these answers accept the candidate: label −1 and relevance, deviation and misleading score of 3 or more.
    /// `None` when one of the four is missing. It says what the model would accept; it is nobody's judgement.
    pub fn accepts(&self) -> Option<bool> {
        let scores = [self.surface_relevance?, self.direction_deviation?, self.misleading?];
        Some(self.label? == -1 && scores.iter().all(|s| *s >= 3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::candidate::{Strategy, Swapped};

    fn audit(rest: Value) -> Option<Audit> {
        let Value::Object(rest) = rest else { return None };
        let swapped = Swapped {
            exhibit: String::new(),
            source: String::new(),
            image: None,
            phash: String::new(),
        };
        Audit::of(&Candidate {
            v: 1,
            id: String::new(),
            strategy: Strategy::Similar,
            case: String::new(),
            donor: String::new(),
            donor_title: String::new(),
            donor_gold: Vec::new(),
            replaces: String::new(),
            swapped,
            similarity: None,
            seed: None,
            made_by: String::new(),
            resembles: None,
            rest,
        })
    }

    #[test]
    fn a_model_accepts_what_is_harmful_by_all_four() {
        let paper = serde_json::json!({"Q1_TEXT_SUFFICIENT": "NO", "Q1_REASONING": "5", "Q2_SURFACE_RELEVANCE": 4,
            "Q4_DIRECTION_DEVIATION": "5", "Q5_MISLEADING_SCORE": 3, "Q7_LABEL": -1});
        let got = audit(paper).unwrap();
        assert_eq!((got.text_sufficient, got.accepts()), (Some(false), Some(true)));
        // Underscores lost, one level down, and one score too low.
        let lost = serde_json::json!({"n": 1, "audit": {"Q2SURFACERELEVANCE": 2, "Q4DIRECTIONDEVIATION": 5,
            "Q5MISLEADINGSCORE": 5, "Q7LABEL": -1}});
        assert_eq!(audit(lost).unwrap().accepts(), Some(false));
        // Out of its range is no answer.
        let wild = serde_json::json!({"q2": 9, "q4": 3, "q5": 3, "q7": -1});
        assert_eq!(audit(wild).unwrap().accepts(), None);
        assert_eq!(audit(serde_json::json!({"quality": 3})), None);
    }
}
