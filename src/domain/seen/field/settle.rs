//! What comes of what several people say about one part.
//!
//! What more than half of those who said something say the same holds. Else, where nobody accepts the value, the part is
//! empty: a value that everybody refused does not come back because they refused it differently. Else it stays as it was
//! read. Where people differ the part is disputed, whatever holds.

use super::{Part, Said, Say, Sayings};
use crate::domain::evidence::Evidence;

/// What people make of one part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// What takes its place, no lines for nothing; `None` where it stays as it was read.
    pub lines: Option<Vec<String>>,
    /// People differ.
    pub disputed: bool,
}

/// A record as people settled it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settled {
    /// The record.
    pub record: Evidence,
    /// Parts that are not as they were read.
    pub changed: usize,
    /// Parts about which people differ.
    pub disputed: usize,
}

impl Said {
    /// What comes of it for a part of a record of `producer` that was read as `value`. Where the producer is a person, the
    /// others alone count, since what that person says is the record; where nobody else says anything, theirs counts.
    ///
    /// A correction to what was read is as good as accepting it, and one to nothing as rejecting it.
    pub fn outcome(&self, producer: &str, value: &[String]) -> Outcome {
        let others = self.people.iter().filter(|(by, _)| by != producer);
        let mut all: Vec<&[String]> = others.map(|(_, say)| wanted(say, value)).collect();
        if all.is_empty() {
            all.extend(self.people.iter().map(|(_, say)| wanted(say, value)));
        }
        let Some(first) = all.first().copied() else {
            return Outcome::default();
        };
        let most = all
            .iter()
            .find(|a| all.iter().filter(|b| b == a).count() * 2 > all.len());
        let nobody: &[String] = &[];
        let holds = match most {
            Some(lines) => lines,
            None if all.contains(&value) => value,
            None => nobody,
        };
        Outcome {
            lines: (holds != value).then(|| holds.to_vec()),
            disputed: all.iter().any(|a| *a != first),
        }
    }
}

/// What a person would have a part be that was read as `value`.
fn wanted<'a>(say: &'a Say, value: &'a [String]) -> &'a [String] {
    match say {
        Say::Accept => value,
        Say::Reject => &[],
        Say::Correct(lines) => lines,
    }
}

impl Sayings {
    /// A record as people settled it, part by part; see [`Said::outcome`]. Where nobody said anything, a part stays.
    pub fn settle(&self, record: &Evidence) -> Settled {
        let mut out = Settled {
            record: record.clone(),
            ..Settled::default()
        };
        for part in Part::ALL {
            let Some(said) = self.get(&record.case, &record.exhibit, &record.producer, part) else {
                continue;
            };
            let found = said.outcome(&record.producer, &part.get(record));
            out.disputed += usize::from(found.disputed);
            if let Some(lines) = found.lines {
                part.set(&mut out.record, lines);
                out.changed += 1;
            }
        }
        out
    }
}
