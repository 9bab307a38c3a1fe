//! Where an annotator stands: progress of a case, the next undecided one, pace and time left.

use serde_json::Value;

use super::entry::Subject;
use super::form::{Form, plain};
use super::ledger::{Head, Key, Ledger, Said, agreed};
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
    for subject in subjects(row) {
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
        assigned: false,
        changed: changed(row, form, ledger, by, None),
    }
}

/// Subjects of a case that the form may ask about: the case and its exhibits.
fn subjects(row: &Row) -> impl Iterator<Item = Subject> {
    let case = row.id.to_string();
    let exhibits = row.exhibits.iter().map(|e| Subject::Exhibit {
        case: row.id.to_string(),
        exhibit: e.to_string(),
    });
    std::iter::once(Subject::Case { case }).chain(exhibits)
}

/// Answers that hold to the questions of the form about a subject.
fn answers<'a>(subject: &Subject, form: &'a Form, ledger: &'a Ledger, by: &str) -> impl Iterator<Item = &'a [Head]> {
    form.questions.iter().filter_map(move |q| {
        let key = Key {
            by: by.to_owned(),
            subject: subject.clone(),
            question: q.id.clone(),
        };
        let heads = ledger.heads(&key);
        (!heads.is_empty()).then_some(heads)
    })
}

/// Whether `by` has answered anything about a case.
pub fn judged(row: &Row, form: &Form, ledger: &Ledger, by: &str) -> bool {
    subjects(row).any(|subject| answers(&subject, form, ledger, by).next().is_some())
}

/// Whether what `by` judged is another by now: the form has another version, or, where `print` is what
/// [`super::case::Case::print`] gives for the case now, the case does not look as it did.
pub fn changed(row: &Row, form: &Form, ledger: &Ledger, by: &str, print: Option<&str>) -> bool {
    subjects(row).any(|subject| {
        answers(&subject, form, ledger, by).flatten().any(|head| {
            let other = print.is_some_and(|now| !head.saw.is_empty() && *head.saw != *now);
            !head.value.is_null() && (other || !form.is_version(&head.form))
        })
    })
}

/// Work time of `by` on a case in milliseconds: of each subject the longest of its answers, since every one counts from
/// when the subject came on screen, each at most [`IDLE_CAP_MS`]. `None` without a timed answer.
pub fn worked(row: &Row, form: &Form, ledger: &Ledger, by: &str) -> Option<u64> {
    let each = subjects(row).filter_map(|subject| {
        let times = answers(&subject, form, ledger, by)
            .flatten()
            .map(|h| h.took_ms.min(IDLE_CAP_MS));
        times.max()
    });
    let sum: u64 = each.sum();
    (sum > 0).then_some(sum)
}

/// Where somebody stands with the items of a queue. Items are counted, not answers: an item is done when every required
/// question that applies to it has an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    /// Items to judge.
    pub assigned: usize,
    /// With all required answers.
    pub done: usize,
    /// Put off.
    pub deferred: usize,
    /// Set aside for good.
    pub skipped: usize,
    /// Judged in part.
    pub partial: usize,
    /// Judged, and changed since.
    pub changed: usize,
    /// With two answers of the same person that both hold.
    pub conflicts: usize,
    /// Work time of the done items that have one, in milliseconds, sorted.
    pub times: Vec<u64>,
}

impl Standing {
    /// Counts one item of the queue.
    pub fn add(&mut self, mine: &Mine, worked: Option<u64>) {
        self.assigned += 1;
        match mine.progress {
            Progress::Done => {
                self.done += 1;
                if let Some(ms) = worked {
                    let at = self.times.partition_point(|t| *t <= ms);
                    self.times.insert(at, ms);
                }
            }
            Progress::Deferred => self.deferred += 1,
            Progress::Skipped => self.skipped += 1,
            Progress::Partial => self.partial += 1,
            Progress::Untouched => {}
        }
        self.changed += usize::from(mine.changed);
        self.conflicts += usize::from(mine.conflict);
    }

    /// Median work time of a done item in milliseconds: the middle one, of two middle ones the later.
    pub fn median_ms(&self) -> Option<u64> {
        self.times.get(self.times.len() / 2).copied()
    }

    /// Done items that took less than a second.
    pub fn hasty(&self) -> usize {
        self.times.partition_point(|t| *t < HASTY_MS)
    }
}

/// Work time below which an item was hardly looked at, in milliseconds.
pub const HASTY_MS: u64 = 1000;

/// Whether two answers of `by` to one question of the case hold at the same time.
fn conflict(row: &Row, form: &Form, ledger: &Ledger, by: &str) -> bool {
    subjects(row).any(|subject| answers(&subject, form, ledger, by).any(|heads| agreed(heads).is_none()))
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
    use crate::domain::entry::{Entry, Op, Sight};
    use crate::domain::form::{Answer, On, Question, Rule, Shows};

    fn form() -> Form {
        let question = |id: &str, on: Vec<On>| Question {
            id: id.to_owned(),
            on,
            required: true,
            ..text_question()
        };
        Form {
            id: "evidence".to_owned(),
            hash: "evidence@two".to_owned(),
            questions: vec![
                question("relevance", vec![On::Case, On::Exhibit]),
                question("category", vec![On::Exhibit]),
            ],
            ..Form::default()
        }
    }

    fn text_question() -> Question {
        Question {
            id: String::new(),
            label: String::new(),
            answer: Answer::Text,
            on: Vec::new(),
            required: false,
            help: String::new(),
            guide: String::new(),
            examples: Vec::new(),
            options: Vec::new(),
            range: (0, 0),
            ends: Default::default(),
            when: None,
            reason: false,
            shows: Shows::default(),
            former: Vec::new(),
            rollup: None,
            rule: Rule::default(),
        }
    }

    fn row() -> Row {
        Row {
            id: "c".into(),
            title: "".into(),
            repo: "".into(),
            language: "".into(),
            benchmark: "".into(),
            category: None,
            relevance: None,
            difficulty: None,
            annotation_by: None,
            exhibits: Box::new(["x".into()]),
            missing: 0,
            gold: Box::default(),
            functions: None,
            offset: 0,
            len: 0,
        }
    }

    /// An answer of `ann`: exhibit or case, question, version of the form, print, milliseconds.
    fn said(seq: u64, exhibit: bool, question: &str, form: &str, saw: &str, took_ms: u64) -> Entry {
        let case = "c".to_owned();
        Entry {
            v: 1,
            seq,
            prev: String::new(),
            writer: "w.1".into(),
            at: String::new(),
            by: "ann".into(),
            subject: if exhibit {
                Subject::Exhibit {
                    case,
                    exhibit: "x".into(),
                }
            } else {
                Subject::Case { case }
            },
            question: question.into(),
            op: Op::Set,
            value: 1.into(),
            supersedes: Vec::new(),
            about: None,
            form_hash: form.into(),
            sight: Sight::Open,
            took_ms,
            saw: saw.into(),
            imported: None,
        }
    }

    fn ledger(entries: &[Entry]) -> Ledger {
        let mut out = Ledger::default();
        for e in entries {
            out.apply(e);
        }
        out
    }

    #[test]
    fn changed_is_another_form_or_another_case() {
        let is = |form_hash: &str, saw: &str, now: Option<&str>| {
            let ledger = ledger(&[said(1, false, "relevance", form_hash, saw, 1)]);
            changed(&row(), &form(), &ledger, "ann", now)
        };
        assert!(!is("evidence@two", "p", Some("p")));
        assert!(is("evidence@two", "p", Some("q")));
        assert!(!is("evidence@two", "", Some("q")), "not noted what was seen");
        assert!(!is("evidence@two", "p", None));
        assert!(is("evidence@one", "p", Some("p")));
        assert!(!changed(&row(), &form(), &ledger(&[]), "ann", Some("q")));
    }

    #[test]
    fn time_of_an_item_is_that_of_its_subjects_and_one_item_is_counted_once() {
        let all = [
            said(1, true, "relevance", "", "", 400),
            said(2, true, "category", "", "", 700),
            said(3, false, "relevance", "", "", 250),
        ];
        // 700 ms on the exhibit, 250 on the case.
        assert_eq!(worked(&row(), &form(), &ledger(&all), "ann"), Some(950));
        let mut standing = Standing::default();
        for count in [3, 2, 0] {
            let ledger = ledger(&all[..count]);
            let mine = mine(&row(), &form(), &ledger, "ann");
            standing.add(&mine, worked(&row(), &form(), &ledger, "ann"));
        }
        assert_eq!((standing.assigned, standing.done, standing.partial), (3, 1, 1));
        assert_eq!((standing.median_ms(), standing.hasty()), (Some(950), 1));
        let mut idle = all;
        idle[2].took_ms = 3_600_000;
        assert_eq!(worked(&row(), &form(), &ledger(&idle), "ann"), Some(700 + IDLE_CAP_MS));
    }

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
