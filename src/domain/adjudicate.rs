//! Adjudication: a decision over answers that differ. It is a judgement like any other, in the journal of whoever
//! decided, under a question of its own; the answers it was based on stand in it, so that it is known when they changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::entry::Subject;
use super::form::Question;
use super::ledger::{Head, Key, Ledger};

const LEAD: &str = "adjudicated/";

/// The question under which decisions over `question` are kept, about the same subject.
pub fn question(question: &str) -> String {
    format!("{LEAD}{question}")
}

/// The question that a decision is over.
pub fn of_question(id: &str) -> Option<&str> {
    id.strip_prefix(LEAD)
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The answer that shall hold.
    pub value: Value,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// The answers that it was based on, as [`heads`] names them.
    #[serde(default)]
    pub heads: Vec<String>,
}

impl Decision {
    /// As it stands in a journal.
    pub fn to_value(&self) -> Value {
        serde_json::json!({"value": self.value, "reason": self.reason, "heads": self.heads})
    }

    /// From a journal; `None` when it is none, or decides nothing.
    pub fn of(value: &Value) -> Option<Self> {
        let out: Self = Self::deserialize(value).ok()?;
        (!out.value.is_null()).then_some(out)
    }

    /// Whether the answers are no longer those that it was based on.
    pub fn stale(&self, heads: &[String]) -> bool {
        let mut known = self.heads.clone();
        known.sort_unstable();
        known != heads
    }
}

/// All ids under which a question was ever asked.
pub(super) fn ids(of: &Question) -> impl Iterator<Item = &str> {
    std::iter::once(of.id.as_str()).chain(of.former.iter().map(String::as_str))
}

/// Looks up what people said about one subject, without making a key for each.
pub(super) struct Seek<'l> {
    ledger: &'l Ledger,
    key: Key,
}

impl<'l> Seek<'l> {
    /// About `subject`.
    pub(super) fn new(ledger: &'l Ledger, subject: &Subject) -> Self {
        Self {
            ledger,
            key: Key {
                by: String::new(),
                subject: subject.clone(),
                question: String::new(),
            },
        }
    }

    /// What holds for `by` under the first of `ids`, each behind `lead`, that has anything.
    pub(super) fn held<'q>(&mut self, by: &str, lead: &str, ids: impl Iterator<Item = &'q str>) -> &'l [Head] {
        self.key.by.clear();
        self.key.by.push_str(by);
        for id in ids {
            self.key.question.clear();
            self.key.question.push_str(lead);
            self.key.question.push_str(id);
            let heads = self.ledger.heads(&self.key);
            if !heads.is_empty() {
                return heads;
            }
        }
        &[]
    }
}

/// The answers of `people` to a question about `subject` that hold now, sorted: `NAME WRITER/NUMBER`. Cleared ones are
/// none.
pub fn heads(ledger: &Ledger, question: &Question, subject: &Subject, people: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut seek = Seek::new(ledger, subject);
    for by in people {
        let heads = seek.held(by, "", ids(question));
        let live = heads.iter().filter(|h| !h.value.is_null());
        out.extend(live.map(|h| format!("{by} {}", h.id)));
    }
    out.sort_unstable();
    out
}

/// Decisions over a question about `subject`, with who took them, in order of `people`. Several of one person are a
/// conflict of theirs.
pub fn decisions<'p>(
    ledger: &Ledger,
    question: &Question,
    subject: &Subject,
    people: &'p [String],
) -> Vec<(&'p str, Decision)> {
    let mut out = Vec::new();
    let mut seek = Seek::new(ledger, subject);
    for by in people {
        let heads = seek.held(by, LEAD, ids(question));
        out.extend(
            heads
                .iter()
                .filter_map(|h| Some((by.as_str(), Decision::of(&h.value)?))),
        );
    }
    out
}

/// `people` in the order in which they are called A, B, C … for one question about one subject: another order for
/// every item, and the same on every machine.
pub fn aliases(seed: &str, subject: &Subject, question: &str, people: &[String]) -> Vec<String> {
    let mut out: Vec<([u8; 32], &String)> = people
        .iter()
        .map(|by| {
            let mut sum = Sha256::new();
            for part in [seed, subject.kind(), &subject.name(), question, by] {
                sum.update((part.len() as u64).to_le_bytes());
                sum.update(part.as_bytes());
            }
            (sum.finalize().into(), by)
        })
        .collect();
    out.sort_unstable();
    out.into_iter().map(|(_, by)| by.clone()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::form::Answer;
    use crate::domain::testing::{form, said, says};

    fn case() -> Subject {
        Subject::Case { case: "c".into() }
    }

    #[test]
    fn a_decision_is_stale_once_an_answer_changes() {
        let form = form(&[("q", Answer::YesNo, &[])]);
        let q = &form.questions[0];
        let people = ["ann", "bob", "eve"].map(str::to_owned);
        let mut ledger = Ledger::default();
        said(&mut ledger, "bob", 1, "c", "q", json!(true), "");
        said(&mut ledger, "ann", 1, "c", "q", json!(false), "");
        let based = heads(&ledger, q, &case(), &people);
        assert_eq!(based, ["ann ann.1/1", "bob bob.1/1"]);
        let decision = Decision {
            value: json!(true),
            reason: "bob is right".into(),
            heads: based.into_iter().rev().collect(),
        };
        said(&mut ledger, "eve", 1, "c", &question("q"), decision.to_value(), "");
        assert_eq!(decisions(&ledger, q, &case(), &people), [("eve", decision.clone())]);
        let now = |l: &Ledger| heads(l, q, &case(), &people);
        assert!(!decision.stale(&now(&ledger)), "a decision is no answer");
        let mut cleared = ledger.clone();
        says(&mut cleared, "ann", 2, case(), "q", json!(null), "", Some(1));
        assert!(decision.stale(&now(&cleared)));
        says(&mut ledger, "ann", 2, case(), "q", json!(true), "", Some(1));
        assert!(decision.stale(&now(&ledger)));
        assert_eq!(of_question(&question("q")), Some("q"));
        assert_eq!(of_question("q"), None);
        assert_eq!(Decision::of(&json!({"value": null})), None);
        assert_eq!(Decision::of(&json!("x")), None);
    }

    #[test]
    fn aliases_differ_by_item_and_come_again() {
        let people: Vec<String> = ["ann", "bob", "eve"].map(str::to_owned).to_vec();
        let of = |case: &str| aliases("7", &Subject::Case { case: case.into() }, "q", &people);
        assert_eq!(of("a"), of("a"));
        let mut sorted = of("a");
        sorted.sort();
        assert_eq!(sorted, people);
        let orders: std::collections::HashSet<Vec<String>> = (0..100).map(|n| of(&n.to_string())).collect();
        assert_eq!(orders.len(), 6, "all orders occur");
    }
}
