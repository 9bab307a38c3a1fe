//! What people say about the fields of evidence: accepted, corrected, rejected, each a judgement about an exhibit; and
//! the records that come out of it. A person's own reading of an exhibit is a record whose fields they all gave.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::domain::entry::Subject;
use crate::domain::evidence::Evidence;
use crate::domain::ledger::{Key, Ledger, agreed};

mod part;
mod settle;
#[cfg(test)]
mod tests;

pub use part::Part;
pub use settle::{Outcome, Settled};

/// First word of the questions.
const FIRST: &str = "vce";

/// The question about a part of a producer's record: `vce/PRODUCER/PART`.
pub fn question(producer: &str, part: Part) -> String {
    format!("{FIRST}/{producer}/{}", part.name())
}

/// Producer and part that a question is about; `None` for any other question.
pub fn about(question: &str) -> Option<(&str, Part)> {
    let rest = question.strip_prefix(FIRST)?.strip_prefix('/')?;
    let (producer, part) = rest.rsplit_once('/')?;
    Some((producer, Part::named(part)?)).filter(|_| !producer.is_empty())
}

/// What a person says about a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Say {
    /// It is as it stands in the image.
    Accept,
    /// It is not, and nothing takes its place.
    Reject,
    /// This takes its place: a text, or the entries of a list.
    Correct(Vec<String>),
}

impl Say {
    /// The value of the judgement: `"accept"`, `"reject"`, or `{"correct": "text" | ["entry", …]}`.
    pub fn value(&self, part: Part) -> Value {
        match self {
            Self::Accept => "accept".into(),
            Self::Reject => "reject".into(),
            Self::Correct(lines) if part.is_list() => json!({"correct": lines}),
            Self::Correct(lines) => json!({"correct": lines.join("\n")}),
        }
    }

    /// What a value says; `None` for one that says none of the three.
    pub fn read(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("accept") => return Some(Self::Accept),
            Some("reject") => return Some(Self::Reject),
            Some(_) => return None,
            None => {}
        }
        match value.get("correct")? {
            Value::String(text) => Some(Self::Correct(text.lines().map(str::to_owned).collect())),
            Value::Array(all) => {
                let lines: Option<Vec<String>> = all.iter().map(|v| v.as_str().map(str::to_owned)).collect();
                lines.map(Self::Correct)
            }
            _ => None,
        }
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Reject => "rejected",
            Self::Correct(_) => "corrected",
        }
    }
}

/// What people say about one part of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Who said what, sorted by name. Answers with which a person contradicts themself are left out.
    pub people: Vec<(String, Say)>,
}

/// What people say about the parts of records, by case, exhibit, producer and part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sayings(BTreeMap<(String, String, String, Part), Said>);

impl Sayings {
    /// Everything in the ledger.
    pub fn of(ledger: &Ledger) -> Self {
        let mut out: BTreeMap<_, Said> = BTreeMap::new();
        for (key, heads) in ledger.all() {
            let (Subject::Exhibit { case, exhibit }, Some((producer, part))) = (&key.subject, about(&key.question))
            else {
                continue;
            };
            let Some(say) = agreed(heads).and_then(Say::read) else {
                continue;
            };
            let at = (case.clone(), exhibit.clone(), producer.to_owned(), part);
            let said = out.entry(at).or_insert_with(|| Said { people: Vec::new() });
            said.people.push((key.by.clone(), say));
        }
        for said in out.values_mut() {
            said.people.sort_by(|a, b| a.0.cmp(&b.0));
        }
        Self(out)
    }

    /// Reads what holds for one question about a subject anew; what is said about everything else stays.
    pub fn renew(&mut self, ledger: &Ledger, subject: &Subject, question: &str) {
        let (Subject::Exhibit { case, exhibit }, Some((producer, part))) = (subject, about(question)) else {
            return;
        };
        let says = |by: String| {
            let key = Key {
                by: by.clone(),
                subject: subject.clone(),
                question: question.to_owned(),
            };
            Some((by, agreed(ledger.heads(&key)).and_then(Say::read)?))
        };
        // Sorted by name as they come.
        let people: Vec<(String, Say)> = ledger.annotators().into_iter().filter_map(says).collect();
        let at = (case.clone(), exhibit.clone(), producer.to_owned(), part);
        if people.is_empty() {
            self.0.remove(&at);
        } else {
            self.0.insert(at, Said { people });
        }
    }

    /// What `person` alone says.
    #[must_use]
    pub fn only(&self, person: &str) -> Self {
        let mut out = self.clone();
        for said in out.0.values_mut() {
            said.people.retain(|(by, _)| by == person);
        }
        out.0.retain(|_, said| !said.people.is_empty());
        out
    }

    /// What is said about a part of the record of `producer` about an exhibit.
    pub fn get(&self, case: &str, exhibit: &str, producer: &str, part: Part) -> Option<&Said> {
        self.0
            .get(&(case.to_owned(), exhibit.to_owned(), producer.to_owned(), part))
    }

    /// Case, exhibit, producer, part, and what is said about it, sorted.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str, &str, Part, &Said)> {
        self.0
            .iter()
            .map(|((case, exhibit, producer, part), said)| (&**case, &**exhibit, &**producer, *part, said))
    }

    /// The record of an exhibit that `person` wrote; `None` when they wrote none.
    pub fn own(&self, case: &str, exhibit: &str, person: &str) -> Option<Evidence> {
        let mut out = Evidence {
            v: 1,
            case: case.to_owned(),
            exhibit: exhibit.to_owned(),
            producer: person.to_owned(),
            ..Evidence::default()
        };
        let mut any = false;
        for part in Part::ALL {
            let said = self.get(case, exhibit, person, part);
            let say = said.and_then(|s| s.people.iter().find(|(by, _)| by == person));
            if let Some((_, Say::Correct(lines))) = say {
                part.set(&mut out, lines.clone());
                any = true;
            }
        }
        any.then_some(out)
    }

    /// Records that people wrote themselves about a case, sorted by exhibit and person.
    pub fn written(&self, case: &str) -> Vec<Evidence> {
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for (c, exhibit, producer, _, said) in self.all() {
            let theirs = said.people.iter().any(|(by, _)| by == producer);
            if c == case && theirs && !seen.contains(&(exhibit, producer)) {
                seen.push((exhibit, producer));
            }
        }
        seen.into_iter().filter_map(|(e, p)| self.own(case, e, p)).collect()
    }
}
