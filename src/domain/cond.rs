//! Conditions over the answers of a form: `q7 == -1 and q5 >= 3`. Forms use them to ask a question only when it
//! applies, to warn of contradictions, and to say what is retained.
//!
//! `question OP value` with `== != < <= > >=`, `question in [a, b]`, `answered(question)`, `names_gold(question)`
//! (the text names a gold file), `not`, `and`, `or`, parentheses. A comparison with a question that has no answer
//! is neither true nor false, and so is what depends on it.

use std::cmp::Ordering;
use std::ops::Range;

use serde_json::Value;

mod parse;

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Is,
    /// Not equal.
    Not,
    /// Less.
    Less,
    /// Less or equal.
    Most,
    /// Greater.
    More,
    /// Greater or equal.
    Least,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    /// The answer compared with a value.
    Is(String, Cmp, Value),
    /// The answer is one of these.
    In(String, Vec<Value>),
    /// There is an answer.
    Answered(String),
    /// The answer, a text, names a gold file by its path or its last part.
    NamesGold(String),
    /// The other way round.
    Not(Box<Cond>),
    /// All of them.
    All(Vec<Cond>),
    /// One of them.
    Any(Vec<Cond>),
}

/// What stands in a condition and where, for checking it against a form: question, values, bytes of the text.
pub type Mention = (String, Vec<Value>, Range<usize>);

/// What conditions are held against.
pub trait Answers {
    /// The answer to a question; `None` when there is none.
    fn answer(&self, question: &str) -> Option<&Value>;

    /// Gold files of the subject's case.
    fn gold(&self) -> &[String] {
        &[]
    }
}

impl<S: std::hash::BuildHasher> Answers for std::collections::HashMap<String, Value, S> {
    fn answer(&self, question: &str) -> Option<&Value> {
        self.get(question)
    }
}

impl Cond {
    /// Reads a condition, with what it mentions.
    ///
    /// # Errors
    /// The bytes that are wrong, and what was expected there.
    pub fn parse(text: &str) -> Result<(Self, Vec<Mention>), (Range<usize>, String)> {
        parse::parse(text)
    }

    /// Whether it holds; `None` when that depends on a question without an answer.
    pub fn holds(&self, of: &dyn Answers) -> Option<bool> {
        match self {
            Self::Is(question, cmp, value) => of.answer(question).map(|given| compare(given, *cmp, value)),
            Self::In(question, values) => of.answer(question).map(|given| values.iter().any(|v| same(given, v))),
            Self::Answered(question) => Some(of.answer(question).is_some()),
            Self::NamesGold(question) => of.answer(question).map(|given| {
                let text = given.as_str().unwrap_or("");
                of.gold().iter().any(|path| {
                    let last = path.rsplit('/').next().unwrap_or(path);
                    !last.is_empty() && text.contains(last)
                })
            }),
            Self::Not(inner) => inner.holds(of).map(|yes| !yes),
            Self::All(parts) => fold(parts, of, false),
            Self::Any(parts) => fold(parts, of, true),
        }
    }

    /// Questions that it mentions, each once.
    pub fn questions(&self) -> Vec<&str> {
        let mut out = Vec::new();
        self.collect(&mut out);
        out
    }

    fn collect<'a>(&'a self, out: &mut Vec<&'a str>) {
        match self {
            Self::Is(q, ..) | Self::In(q, _) | Self::Answered(q) | Self::NamesGold(q) => {
                if !out.contains(&q.as_str()) {
                    out.push(q);
                }
            }
            Self::Not(inner) => inner.collect(out),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|p| p.collect(out)),
        }
    }
}

/// `decides` as soon as one part is that; unknown when a part is unknown and none decides.
fn fold(parts: &[Cond], of: &dyn Answers, decides: bool) -> Option<bool> {
    let mut unknown = false;
    for part in parts {
        match part.holds(of) {
            Some(yes) if yes == decides => return Some(decides),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(!decides)
}

/// Equal as answers: numbers by value, yes and no as truth values.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Bool(x), Value::String(s)) | (Value::String(s), Value::Bool(x)) => s == if *x { "yes" } else { "no" },
        (Value::Number(x), Value::Number(y)) => x.as_f64() == y.as_f64(),
        _ => a == b,
    }
}

fn compare(given: &Value, cmp: Cmp, value: &Value) -> bool {
    let order = match (given.as_f64(), value.as_f64()) {
        (Some(x), Some(y)) => x.partial_cmp(&y),
        _ => None,
    };
    match cmp {
        Cmp::Is => same(given, value),
        Cmp::Not => !same(given, value),
        Cmp::Less => order == Some(Ordering::Less),
        Cmp::Most => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Cmp::More => order == Some(Ordering::Greater),
        Cmp::Least => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde_json::json;

    use super::*;

    fn holds(text: &str, answers: &[(&str, Value)]) -> Option<bool> {
        let of: HashMap<String, Value> = answers.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
        Cond::parse(text).unwrap().0.holds(&of)
    }

    #[test]
    fn comparisons_and_unknowns() {
        let a = [
            ("q7", json!(-1)),
            ("q5", json!(3)),
            ("q1", json!(true)),
            ("q6", json!("LOW")),
        ];
        for (text, want) in [
            ("q7 == -1 and q5 >= 3", Some(true)),
            ("q7 == -1 and q5 > 3", Some(false)),
            ("q1 == yes", Some(true)),
            ("q1 == no or q6 in [LOW, MEDIUM]", Some(true)),
            ("not (q6 == \"LOW\")", Some(false)),
            ("q4 > 3", None),
            ("not q4 > 3", None),
            ("q4 > 3 and q5 < 3", Some(false)),
            ("q4 > 3 or q5 == 3", Some(true)),
            ("q4 != 3", None),
            ("answered(q4) or q5 != 3", Some(false)),
            // `and` binds closer than `or`.
            ("q5 == 3 or q5 == 4 and q7 == 2", Some(true)),
        ] {
            assert_eq!(holds(text, &a), want, "{text}");
        }
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, at, word) in [
            ("q7 = -1", 3..4, "=="),
            ("q7 == ", 6..6, "value"),
            ("(q7 == 1", 8..8, ")"),
            ("q7 == 1 q5", 8..10, "and"),
            ("q7 in LOW", 6..9, "["),
            ("", 0..0, "question"),
        ] {
            let (span, what) = Cond::parse(text).unwrap_err();
            assert_eq!(span, at, "{text}: {what}");
            assert!(what.contains(word), "{text}: {what}");
        }
    }
}
