//! The answer of an agent: files and functions in rank order, in any of the shapes that agents give it.

use serde_json::Value;

use crate::domain::run::{Sample, Status};
use crate::read::mend::{self, Mended, plain};

use super::entries::{Found, is_function};

/// Keys of the list of files, as [`plain`] makes them.
const FILES: [&str; 4] = ["filelevel", "files", "foundfiles", "filelist"];
/// Keys of the list of functions.
const FUNCTIONS: [&str; 4] = ["functionlevel", "functions", "foundentities", "functionlist"];
/// Keys of a list of places with file, class and function in them (`CodeScout`).
const PLACES: [&str; 2] = ["locations", "buglocations"];

/// All keys by which an answer is known.
pub(in crate::read) const KNOWN: [&str; 10] = [
    "filelevel",
    "files",
    "foundfiles",
    "filelist",
    "functionlevel",
    "functions",
    "foundentities",
    "functionlist",
    "locations",
    "buglocations",
];

/// Whether a value has one of the keys of an answer itself.
pub(super) fn is_answer(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|o| o.keys().any(|k| KNOWN.contains(&plain(k).as_str())))
}

/// Reads the final answer of an agent as text: an object `{"file_level": […], "function_level": […]}` in any
/// spelling (`files`, `found_files`, `functions`, `found_entities` …), `{"tool": "submit", …}`, `{"locations":
/// [{"file", "class_name", "function_name"}]}`, or one or two bare lists; in fences, in prose, broken, or encoded
/// twice. Of several the last counts.
///
/// The status is [`Status::NoSubmission`] for blank text, [`Status::InvalidJson`] when no answer can be found in it,
/// [`Status::Truncated`] when it was cut off (what stands before the cut is kept, an entry cut in two is not),
/// [`Status::Empty`] when it names nothing. Also tells what had to be mended.
pub fn parse_answer(text: &str) -> (Status, Sample, Vec<String>) {
    if text.trim().is_empty() {
        return (Status::NoSubmission, Sample::default(), Vec::new());
    }
    let Some(mut best) = mend::mend(text, &KNOWN) else {
        return (Status::InvalidJson, Sample::default(), Vec::new());
    };
    if best.value.is_array() && object(&best.value, 4).is_none() {
        return lists(mend::all(text, &KNOWN));
    }
    let mut how = words(&mut best);
    match of_value(&best.value) {
        Some((sample, more)) => {
            for m in more {
                push(&mut how, &m);
            }
            (status(best.truncated(), &sample), sample, how)
        }
        None => (Status::InvalidJson, Sample::default(), how),
    }
}

/// Reads an answer that is JSON already; `None` when it has none of the shapes. Also tells what was mended.
pub fn of_value(value: &Value) -> Option<(Sample, Vec<String>)> {
    let mut found = Found::default();
    if let Some(answer) = object(value, 5) {
        let fields = answer.as_object()?.iter();
        for (key, list) in fields {
            let key = plain(key);
            match key.as_str() {
                k if FILES.contains(&k) => found.files(list),
                k if FUNCTIONS.contains(&k) => found.functions(list),
                k if PLACES.contains(&k) => found.places(list),
                _ => {}
            }
        }
        return Some(found.done());
    }
    match value {
        Value::Array(list) => {
            let mut any = list.is_empty();
            let nested = !list.is_empty() && list.iter().all(Value::is_array);
            if nested {
                for inner in list {
                    any |= bare(inner, &mut found);
                }
            } else {
                any = bare(value, &mut found) || any;
            }
            any.then(|| found.done())
        }
        // An object that holds the answer as text: arguments of a tool call.
        Value::Object(o) => {
            let inner = o.iter().find_map(|(k, v)| {
                let text = v.as_str().filter(|t| t.contains('{'))?;
                let tool = ["arguments", "args", "parameters", "input", "actioninput"];
                tool.contains(&plain(k).as_str()).then_some(text)
            })?;
            of_value(&mend::mend(inner, &KNOWN)?.value)
        }
        _ => None,
    }
}

/// The object with the keys of an answer: the value itself, or the last one in it.
fn object(value: &Value, levels: usize) -> Option<&Value> {
    if is_answer(value) {
        return Some(value);
    }
    let below = levels.checked_sub(1)?;
    match value {
        Value::Object(o) => o.values().rev().find_map(|v| object(v, below)),
        Value::Array(list) => list.iter().rev().take(64).find_map(|v| object(v, below)),
        _ => None,
    }
}

/// Lists without a key around them: those of paths are files, those of `path:name` functions; of each kind the last.
fn lists(found: Vec<Mended>) -> (Status, Sample, Vec<String>) {
    let mut sample = Sample::default();
    let mut how = Vec::new();
    let (mut any, mut cut) = (false, false);
    for mut one in found {
        let words = words(&mut one);
        let Some((got, more)) = one.value.is_array().then(|| of_value(&one.value)).flatten() else {
            continue;
        };
        any = true;
        cut |= one.truncated();
        words.iter().chain(&more).for_each(|h| push(&mut how, h));
        if !got.files.is_empty() {
            sample.files = got.files;
        }
        if !got.functions.is_empty() {
            sample.functions = got.functions;
        }
    }
    // Two lists are what is expected of two calls.
    how.retain(|h| h != "several values");
    if !any {
        return (Status::InvalidJson, sample, how);
    }
    (status(cut, &sample), sample, how)
}

/// One list without a key; whether it names anything.
fn bare(list: &Value, found: &mut Found) -> bool {
    let Some(entries) = list.as_array() else { return false };
    if entries.iter().any(Value::is_object) {
        found.places(list);
        return !found.is_empty();
    }
    let texts: Vec<&str> = entries.iter().filter_map(Value::as_str).collect();
    let functions = texts.iter().filter(|t| is_function(t)).count();
    let paths = texts.iter().filter(|t| t.contains(['.', '/'])).count();
    if texts.is_empty() {
        return entries.is_empty();
    }
    if functions * 2 > texts.len() {
        found.functions(list);
    } else if paths * 2 > texts.len() {
        found.files(list);
    } else {
        return false;
    }
    true
}

fn status(truncated: bool, sample: &Sample) -> Status {
    match (truncated, sample.is_empty()) {
        (true, _) => Status::Truncated,
        (false, true) => Status::Empty,
        (false, false) => Status::Ok,
    }
}

fn push(how: &mut Vec<String>, word: &str) {
    if !how.iter().any(|h| h == word) {
        how.push(word.to_owned());
    }
}

/// What was mended; an entry that the end cut in two is taken out.
fn words(m: &mut Mended) -> Vec<String> {
    let mut how: Vec<String> = m.how.iter().map(|h| (*h).to_owned()).collect();
    if m.cut && drop_last(&mut m.value) {
        how.push("entry cut in two left out".to_owned());
    }
    how
}

/// Takes the last string out of a value.
fn drop_last(value: &mut Value) -> bool {
    let mut at = value;
    loop {
        match at {
            Value::Array(list) => {
                if list.last().is_some_and(Value::is_string) {
                    return list.pop().is_some();
                }
                let Some(last) = list.last_mut() else { return false };
                at = last;
            }
            Value::Object(o) => {
                let Some(key) = o.keys().next_back().cloned() else {
                    return false;
                };
                if o.get(&key).is_some_and(Value::is_string) {
                    return o.shift_remove(&key).is_some();
                }
                let Some(last) = o.get_mut(&key) else { return false };
                at = last;
            }
            _ => return false,
        }
    }
}
