//! The agreed value of a question: worked out anew from the answers every time, always with where it comes from.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::adjudicate::{Seek, decisions, heads, ids};
use super::entry::Subject;
use super::form::{Form, On, Question, Reading, Rollup, Rule};
use super::ledger::{Ledger, agreed};
use super::round::Round;

/// Question whose answer says which exhibit matters most, for [`Rollup::OfMostRelevant`].
const RELEVANCE: &str = "relevance";

/// What an agreed value rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// All who answered said it.
    Unanimous {
        /// Who.
        by: Vec<String>,
    },
    /// They differed, and the rule of the question settles it.
    Rule {
        /// The rule.
        #[serde(serialize_with = "rule_word")]
        rule: Rule,
        /// Who answered.
        by: Vec<String>,
    },
    /// Somebody decided.
    Adjudicated {
        /// Who.
        by: String,
        /// Why.
        reason: String,
        /// Somebody changed an answer since.
        stale: bool,
    },
    /// Nobody answered about the case itself; it follows from its exhibits.
    RolledUp {
        /// How.
        rollup: Rollup,
        /// How many exhibits it follows from.
        exhibits: usize,
    },
}

/// A value with what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreed {
    /// The value.
    pub value: Value,
    /// What it rests on.
    pub source: Source,
}

/// Where a question about a subject stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// There is an agreed value.
    Agreed(Agreed),
    /// People differ, and no rule settles it: who said what.
    Disputed(Vec<(String, Value)>),
    /// Too few have answered.
    Few {
        /// Who have.
        given: usize,
        /// How many should.
        wanted: usize,
    },
    /// Nothing to go by.
    None,
}

/// The words of a rule.
pub fn rule(of: Rule) -> String {
    match of {
        Rule::Unanimous => "unanimous".to_owned(),
        Rule::Majority => "majority".to_owned(),
        Rule::Within(n) => format!("within {n}"),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn rule_word<S: Serializer>(of: &Rule, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&rule(*of))
}

impl Source {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Unanimous { by } => match by.as_slice() {
                [one] => format!("{one} alone"),
                all => format!("unanimous: {}", all.join(", ")),
            },
            Self::Rule { rule: of, by } => format!("{}: {}", rule(*of), by.join(", ")),
            Self::Adjudicated { by, reason, stale } => {
                let old = if *stale {
                    " (stale: an answer changed since)"
                } else {
                    ""
                };
                let why = if reason.is_empty() {
                    String::new()
                } else {
                    format!(": {reason}")
                };
                format!("decided by {by}{old}{why}")
            }
            Self::RolledUp { exhibits: 1, .. } => "from its exhibit".to_owned(),
            Self::RolledUp { exhibits, .. } => format!("from its {exhibits} exhibits"),
        }
    }
}

impl Standing {
    /// The agreed value, if there is one.
    pub fn agreed(&self) -> Option<&Agreed> {
        match self {
            Self::Agreed(agreed) => Some(agreed),
            _ => None,
        }
    }
}

/// How many should answer each question in `round`: its overlap, else everyone in it, else one.
pub fn wanted(round: &Round) -> usize {
    match (round.overlap, round.annotators.len()) {
        (0, all) => all.max(1),
        (overlap, 0) => overlap,
        (overlap, all) => overlap.min(all),
    }
}

/// What standings are worked out from.
#[derive(Debug, Clone, Copy)]
pub struct Court<'a> {
    /// Everything said.
    pub ledger: &'a Ledger,
    /// The form.
    pub form: &'a Form,
    /// Everyone whose answers count.
    pub people: &'a [String],
    /// Whose decisions count; empty: everybody's among `people`.
    pub auditors: &'a [String],
    /// How many should answer each question; see [`wanted`].
    pub wanted: usize,
}

impl Court<'_> {
    /// Where `question` stands for `subject`. `exhibits` are the ids of the exhibits of its case: from them follows the
    /// value of a case that nobody judged as a whole.
    pub fn standing(&self, question: &Question, subject: &Subject, exhibits: &[String]) -> Standing {
        if let Some(decided) = self.decided(question, subject) {
            return decided;
        }
        let given = self.given(question, subject);
        if given.is_empty() {
            return match (question.rollup, subject) {
                (Some(rollup), Subject::Case { case }) if question.on.contains(&On::Exhibit) => {
                    self.rolled_up(question, rollup, case, exhibits)
                }
                _ => Standing::None,
            };
        }
        if given.len() < self.wanted {
            return Standing::Few {
                given: given.len(),
                wanted: self.wanted,
            };
        }
        together(question, given)
    }

    /// What each person said, as today's form calls it. Conflicts of a person with themself are nothing said.
    pub fn given(&self, question: &Question, subject: &Subject) -> Vec<(String, Value)> {
        let mut seek = Seek::new(self.ledger, subject);
        let one = |by: &String| {
            let heads = seek.held(by, "", ids(question));
            let value = agreed(heads).filter(|v| !v.is_null())?;
            match question.reading(value) {
                Reading::Current(v) | Reading::Renamed(v) => Some((by.clone(), v.clone())),
                Reading::Gone => None,
            }
        };
        self.people.iter().filter_map(one).collect()
    }

    /// A decision, which holds whatever the answers say; two that differ are a dispute.
    fn decided(&self, question: &Question, subject: &Subject) -> Option<Standing> {
        let judges = if self.auditors.is_empty() {
            self.people
        } else {
            self.auditors
        };
        let all = decisions(self.ledger, question, subject, judges);
        let read = |v: &Value| match question.reading(v) {
            Reading::Current(v) | Reading::Renamed(v) => Some(v.clone()),
            Reading::Gone => None,
        };
        let valid: Vec<(&str, Value, _)> = all
            .into_iter()
            .filter_map(|(by, d)| Some((by, read(&d.value)?, d)))
            .collect();
        let (_, value, _) = valid.first()?;
        if valid.iter().any(|(_, v, _)| v != value) {
            let said = valid.iter().map(|(by, v, _)| ((*by).to_owned(), v.clone()));
            return Some(Standing::Disputed(said.collect()));
        }
        let now = heads(self.ledger, question, subject, self.people);
        // Of several alike, one that is up to date.
        let (by, value, decision) = valid
            .iter()
            .find(|(_, _, d)| !d.stale(&now))
            .or_else(|| valid.first())?;
        Some(Standing::Agreed(Agreed {
            value: value.clone(),
            source: Source::Adjudicated {
                by: (*by).to_owned(),
                reason: decision.reason.clone(),
                stale: decision.stale(&now),
            },
        }))
    }

    /// The value of a case from those of all its exhibits; a dispute about one is a dispute about the case.
    fn rolled_up(&self, question: &Question, rollup: Rollup, case: &str, exhibits: &[String]) -> Standing {
        let subject = |exhibit: &String| Subject::Exhibit {
            case: case.to_owned(),
            exhibit: exhibit.clone(),
        };
        let of_all = |q: &Question| -> Result<Vec<Value>, Box<Standing>> {
            let mut out = Vec::new();
            for exhibit in exhibits {
                match self.standing(q, &subject(exhibit), &[]) {
                    Standing::Agreed(agreed) => out.push(agreed.value),
                    disputed @ Standing::Disputed(_) => return Err(Box::new(disputed)),
                    Standing::Few { .. } | Standing::None => {}
                }
            }
            match out.len() {
                0 => Err(Box::new(Standing::None)),
                n if n < exhibits.len() => Err(Box::new(Standing::Few {
                    given: n,
                    wanted: exhibits.len(),
                })),
                _ => Ok(out),
            }
        };
        let found = of_all(question).and_then(|values| {
            let most = rollup == Rollup::OfMostRelevant;
            let relevance = self.form.question(RELEVANCE).filter(|_| most);
            let by = relevance.map(|q| of_all(q).map(|all| (q, all))).transpose()?;
            Ok(roll(
                question,
                rollup,
                &values,
                by.as_ref().map(|(q, v)| (*q, v.as_slice())),
            ))
        });
        match found {
            Ok(Some(value)) => Standing::Agreed(Agreed {
                value,
                source: Source::RolledUp {
                    rollup,
                    exhibits: exhibits.len(),
                },
            }),
            Ok(None) => Standing::None,
            Err(standing) => *standing,
        }
    }
}

/// Position of an answer among the declared ones.
fn place(question: &Question, value: &Value) -> Option<usize> {
    question.domain().iter().position(|v| v == value)
}

/// One value from those of all exhibits.
fn roll(question: &Question, rollup: Rollup, values: &[Value], by: Option<(&Question, &[Value])>) -> Option<Value> {
    let at = |v: &&Value| place(question, v);
    let greatest = || values.iter().max_by_key(at).cloned();
    let least = || values.iter().min_by_key(at).cloned();
    let shared = |of: &[&Value]| {
        let (first, rest) = of.split_first()?;
        rest.iter().all(|v| v == first).then(|| (*first).clone())
    };
    match rollup {
        Rollup::Max => greatest(),
        Rollup::Min => least(),
        Rollup::AnyLeastElseMax => {
            let harmful = least().filter(|v| place(question, v) == Some(0));
            harmful.or_else(greatest)
        }
        Rollup::Same => shared(&values.iter().collect::<Vec<_>>()),
        Rollup::OfMostRelevant => {
            let (relevance, how) = by?;
            let top = how.iter().map(|v| place(relevance, v)).max()?;
            let pairs = values.iter().zip(how).filter(|(_, h)| place(relevance, h) == top);
            shared(&pairs.map(|(v, _)| v).collect::<Vec<_>>())
        }
    }
}

/// What several answers make under the rule of the question.
fn together(question: &Question, given: Vec<(String, Value)>) -> Standing {
    let by = || given.iter().map(|(by, _)| by.clone()).collect();
    let settled = |value: Value, source| Standing::Agreed(Agreed { value, source });
    let Some((_, first)) = given.first() else {
        return Standing::None;
    };
    if given.iter().all(|(_, v)| v == first) {
        return settled(first.clone(), Source::Unanimous { by: by() });
    }
    let ruled = match question.rule {
        Rule::Unanimous => None,
        Rule::Majority => given
            .iter()
            .map(|(_, v)| v)
            .find(|v| given.iter().filter(|(_, other)| other == *v).count() * 2 > given.len())
            .cloned(),
        Rule::Within(n) => {
            let places: Option<Vec<usize>> = given.iter().map(|(_, v)| place(question, v)).collect();
            places.and_then(|mut places| {
                places.sort_unstable();
                let apart = places.last()?.checked_sub(*places.first()?)?;
                let middle = places.get((places.len() - 1) / 2)?;
                (apart <= n as usize).then(|| question.domain().get(*middle).cloned())?
            })
        }
    };
    match ruled {
        Some(value) => settled(
            value,
            Source::Rule {
                rule: question.rule,
                by: by(),
            },
        ),
        None => Standing::Disputed(given),
    }
}

#[cfg(test)]
mod tests;
