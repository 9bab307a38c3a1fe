//! Subjects on which people differ, without their names: who said what as A, B, C, and what became of it.

use super::adjudicate::{aliases, decisions, heads};
use super::consensus::{Court, Source, Standing, rule};
use super::entry::Subject;
use super::form::{plain, why};
use super::panel::Panel;
use super::queue::NOTE;

/// What became of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Nobody settled it.
    Open,
    /// It was settled twice, and not alike.
    Apart,
    /// It was settled; then somebody changed an answer.
    Stale {
        /// The answer that shall hold.
        value: String,
        /// Who settled it.
        by: String,
        /// Why.
        reason: String,
    },
    /// It was settled.
    Settled {
        /// The answer that shall hold.
        value: String,
        /// Who settled it.
        by: String,
        /// Why.
        reason: String,
    },
    /// The rule of the question settles it.
    Ruled {
        /// The answer that follows.
        value: String,
        /// The rule.
        rule: String,
    },
}

impl State {
    /// Whether somebody has to look at it.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::Apart | Self::Stale { .. })
    }

    /// In words.
    pub fn words(&self) -> String {
        let told = |value: &str, by: &str, reason: &str| format!("settled {value} by {by}: {reason}");
        match self {
            Self::Open => "open".to_owned(),
            Self::Apart => "two decisions differ".to_owned(),
            Self::Stale { value, by, reason } => {
                format!("STALE, an answer changed since; {}", told(value, by, reason))
            }
            Self::Settled { value, by, reason } => told(value, by, reason),
            Self::Ruled { value, rule } => format!("settled {value} by the rule: {rule}"),
        }
    }
}

/// What one person said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voice {
    /// What they are called here: A, B, C …
    pub alias: String,
    /// The answer.
    pub value: String,
    /// The reasoning; empty for none.
    pub why: String,
    /// The note about the subject; empty for none.
    pub note: String,
}

/// A subject on which people differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The subject.
    pub subject: Subject,
    /// Who said what, A first.
    pub voices: Vec<Voice>,
    /// What became of it.
    pub state: State,
    /// The answers that a decision taken now rests on; see [`heads`].
    pub heads: Vec<String>,
}

/// Name of the person in place `n`: A to Z, then 27 and so on.
pub fn alias(n: usize) -> String {
    let letter = u8::try_from(n).ok().filter(|n| *n < 26).map(|n| char::from(b'A' + n));
    letter.map_or_else(|| (n + 1).to_string(), String::from)
}

/// The differences of a panel: open ones first, then stale ones, then settled ones, each in order of the subjects.
/// `seed` shuffles who is called A.
pub fn items(panel: &Panel, court: &Court<'_>, seed: &str) -> Vec<Item> {
    let mut out: Vec<Item> = panel
        .differences()
        .map(|d| {
            let people: Vec<String> = d.said.iter().map(|(by, _)| (*by).to_owned()).collect();
            let order = aliases(seed, d.subject, &panel.question.id, &people);
            let text = |by: &str, id: &str| court.ledger.value(by, d.subject, id).map(plain).unwrap_or_default();
            let voice = |(n, by): (usize, &String)| {
                let (_, value) = d.said.iter().find(|(who, _)| who == by)?;
                Some(Voice {
                    alias: alias(n),
                    value: plain(value),
                    why: text(by, &why(&panel.question.id)),
                    note: text(by, NOTE),
                })
            };
            Item {
                voices: order.iter().enumerate().filter_map(voice).collect(),
                state: state(panel, court, d.subject),
                heads: heads(court.ledger, &panel.question, d.subject, court.people),
                subject: d.subject.clone(),
            }
        })
        .collect();
    out.sort_by_cached_key(|item| match item.state {
        State::Open => 0,
        State::Apart => 1,
        State::Stale { .. } => 2,
        State::Settled { .. } | State::Ruled { .. } => 3,
    });
    out
}

fn state(panel: &Panel, court: &Court<'_>, subject: &Subject) -> State {
    match court.standing(&panel.question, subject, &[]) {
        Standing::Agreed(agreed) => match agreed.source {
            Source::Adjudicated { by, reason, stale } => {
                let value = plain(&agreed.value);
                if stale {
                    State::Stale { value, by, reason }
                } else {
                    State::Settled { value, by, reason }
                }
            }
            Source::Rule { rule: of, .. } => State::Ruled {
                value: plain(&agreed.value),
                rule: rule(of),
            },
            // Annotators agree with each other; what differs came from elsewhere.
            Source::Unanimous { .. } | Source::RolledUp { .. } => State::Open,
        },
        Standing::Disputed(_) => {
            let judges = if court.auditors.is_empty() {
                court.people
            } else {
                court.auditors
            };
            if decisions(court.ledger, &panel.question, subject, judges).is_empty() {
                State::Open
            } else {
                State::Apart
            }
        }
        Standing::Few { .. } | Standing::None => State::Open,
    }
}

#[cfg(test)]
mod tests;
