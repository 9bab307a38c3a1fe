//! Answers about whole cases, read off the ledger: for slices, and for misses that people gave a class of their own.

use std::collections::HashMap;
use std::sync::Arc;

use super::entry::Subject;
use super::form;
use super::ledger::{self, Ledger};
use super::slice::Answers;

/// Answers to `question` about whole cases: of the annotator `by`, else those on which all who answered agree.
pub fn of(ledger: &Ledger, question: &str, by: Option<&str>) -> Answers {
    let mut out: HashMap<Arc<str>, Option<Arc<str>>> = HashMap::new();
    for (key, heads) in ledger.all() {
        let (Subject::Case { case }, true) = (&key.subject, key.question == question) else {
            continue;
        };
        if by.is_some_and(|by| key.by != by) || heads.iter().all(|h| h.value.is_null()) {
            continue;
        }
        let value = ledger::agreed(heads).map(|v| Arc::from(form::plain(v)));
        out.entry(Arc::from(case.as_str()))
            .and_modify(|known: &mut Option<Arc<str>>| {
                if *known != value {
                    *known = None;
                }
            })
            .or_insert(value);
    }
    out.into_iter()
        .filter_map(|(case, value)| Some((case, value?)))
        .collect()
}
