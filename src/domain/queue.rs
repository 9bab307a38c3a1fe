//! Where an annotator stands: progress of a case, the next undecided one, pace and time left.

use serde_json::Value;

use super::entry::Subject;
use super::form::{Form, plain};
use super::ledger::{Key, Ledger, Said, agreed};
use super::row::{Mine, Progress, Row};

/// Question whose answers put a case aside: `skip` for good, `defer` until the rest is done.
pub const STATUS: &str = "status";
/// Question of the flag.
pub const FLAG: &str = "flag";
/// Question of the note.
pub const NOTE: &str = "note";

/// Idle time between two answers above which it no longer counts as work, in milliseconds.
pub const IDLE_CAP_MS: u64 = 120_000;

/// What `by` has done with a case, from the ledger alone.
pub fn mine(row: &Row, form: &Form, ledger: &Ledger, by: &str) -> Mine {
    let case = Subject::Case {
        case: row.id.to_string(),
    };
    let get = |subject: &Subject, question: &str| ledger.value(by, subject, question);
    let mut wanted = 0usize;
    let mut given = 0usize;
    let subjects = std::iter::once(case.clone()).chain(row.exhibits.iter().map(|e| Subject::Exhibit {
        case: row.id.to_string(),
        exhibit: e.to_string(),
    }));
    for subject in subjects {
        let said = Said {
            ledger,
            by,
            subject: &subject,
            gold: &[],
        };
        for id in form.required(subject.on(), &said) {
            wanted += 1;
            given += usize::from(get(&subject, &id).is_some());
        }
    }
    let status = get(&case, STATUS).map(plain).unwrap_or_default();
    let progress = match status.as_str() {
        "skip" => Progress::Skipped,
        _ if wanted > 0 && given == wanted => Progress::Done,
        "defer" => Progress::Deferred,
        _ if given > 0 => Progress::Partial,
        _ => Progress::Untouched,
    };
    Mine {
        progress,
        relevance: get(&case, "relevance")
            .and_then(Value::as_i64)
            .and_then(|n| i8::try_from(n).ok()),
        category: get(&case, "category").and_then(Value::as_str).map(str::to_owned),
        flag: get(&case, FLAG) == Some(&Value::Bool(true)),
        note: get(&case, NOTE)
            .and_then(Value::as_str)
            .is_some_and(|n| !n.trim().is_empty()),
        conflict: conflict(row, form, ledger, by),
    }
}

/// Whether two answers of `by` to one question of the case hold at the same time.
fn conflict(row: &Row, form: &Form, ledger: &Ledger, by: &str) -> bool {
    let case = row.id.to_string();
    let subjects =
        std::iter::once(Subject::Case { case: case.clone() }).chain(row.exhibits.iter().map(|e| Subject::Exhibit {
            case: case.clone(),
            exhibit: e.to_string(),
        }));
    subjects.into_iter().any(|subject| {
        form.questions.iter().any(|q| {
            let key = Key {
                by: by.to_owned(),
                subject: subject.clone(),
                question: q.id.clone(),
            };
            let heads = ledger.heads(&key);
            !heads.is_empty() && agreed(heads).is_none()
        })
    })
}

/// Position in `order` of the next case that is not decided, after `at`, around the end; deferred ones come last.
pub fn next_undecided(order: &[Progress], at: usize) -> Option<usize> {
    let around = || (1..=order.len()).map(|step| (at + step) % order.len());
    let open = |p: Option<&Progress>| matches!(p, Some(Progress::Untouched | Progress::Partial));
    around()
        .find(|n| open(order.get(*n)))
        .or_else(|| around().find(|n| order.get(*n) == Some(&Progress::Deferred)))
}

/// Speed of work over the last items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pace {
    /// Work time of the latest decided items in milliseconds, idle time capped; the oldest first.
    recent: Vec<u64>,
}

impl Pace {
    /// Notes an item decided after `ms` of work.
    pub fn decided(&mut self, ms: u64) {
        if self.recent.len() == 20 {
            self.recent.remove(0);
        }
        self.recent.push(ms);
    }

    /// Median work time of an item in milliseconds; `None` before three items.
    pub fn per_item(&self) -> Option<u64> {
        if self.recent.len() < 3 {
            return None;
        }
        let mut sorted = self.recent.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }

    /// Time for `left` more items in minutes, rounded up.
    pub fn minutes_left(&self, left: usize) -> Option<u64> {
        let ms = self.per_item()?.saturating_mul(left as u64);
        Some(ms.div_ceil(60_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_goes_around_and_takes_deferred_last() {
        use Progress::{Deferred, Done, Partial, Skipped, Untouched};
        assert_eq!(next_undecided(&[Untouched, Done, Skipped, Partial], 0), Some(3));
        assert_eq!(next_undecided(&[Untouched, Done, Deferred], 1), Some(0));
        assert_eq!(next_undecided(&[Done, Deferred, Done], 1), Some(1));
        assert_eq!(next_undecided(&[Done, Skipped], 0), None);
        assert_eq!(next_undecided(&[], 0), None);
    }

    #[test]
    fn pace_is_a_median_and_needs_three() {
        let mut pace = Pace::default();
        pace.decided(10_000);
        pace.decided(20_000);
        assert_eq!(pace.minutes_left(10), None);
        pace.decided(600_000);
        assert_eq!(pace.per_item(), Some(20_000));
        assert_eq!(pace.minutes_left(10), Some(4));
    }
}
