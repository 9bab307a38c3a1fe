//! New records on their way into the log: verdicts, and what is there already.

use std::collections::{HashMap, HashSet};

use crate::domain::gate::{Limits, Record, Verdict, settle};

/// Gives each record its verdict after `log` and those before it, and puts them in order of the stages; the order of
/// records about one stage stays.
pub(super) fn all(new: &mut [Record], log: &[Record], limits: &Limits) {
    new.sort_by_key(|r| r.stage);
    let key = |r: &Record| (r.case.clone(), r.exhibit.clone());
    let mut about: HashMap<(String, String), Vec<Record>> = new.iter().map(|r| (key(r), Vec::new())).collect();
    for record in log {
        if let Some(known) = about.get_mut(&key(record)) {
            known.push(record.clone());
        }
    }
    for record in new {
        let known = about.entry(key(record)).or_default();
        settle(record, known, limits);
        known.push(record.clone());
    }
}

/// Takes out what `log` holds already, and what stands twice: the same reply about the same thing. The verdict does not
/// count, since it follows; nor does the time where the new record has none.
pub(super) fn fresh(new: &mut Vec<Record>, log: &[Record]) {
    let mut timed: HashSet<String> = HashSet::new();
    let mut known: HashSet<String> = HashSet::new();
    for record in log {
        known.insert(print(record));
        timed.insert(format!("{}\n{}", record.at, print(record)));
    }
    new.retain(|record| {
        let print = print(record);
        let at = format!("{}\n{print}", record.at);
        let there = if record.at.is_empty() {
            known.contains(&print)
        } else {
            timed.contains(&at)
        };
        known.insert(print);
        timed.insert(at);
        !there
    });
}

fn print(r: &Record) -> String {
    let none = r.output.is_null();
    let why = if none { r.reason.as_str() } else { "" };
    let fault = match r.verdict {
        Verdict::Error if none => "error",
        _ => "",
    };
    let usage = r.usage.map(|u| (u.prompt_tokens, u.completion_tokens));
    format!(
        "{}\n{}\n{}\n{}\n{fault}\n{why}\n{}\n{}\n{usage:?}\n{}",
        r.case, r.exhibit, r.stage, r.model, r.input_sha, r.prompt_sha, r.output
    )
}
