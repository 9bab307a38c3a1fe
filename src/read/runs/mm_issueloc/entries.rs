//! Entries of an answer: texts, objects with file and function, texts where a list is expected.

use serde_json::{Map, Value};

use crate::domain::normal;
use crate::domain::run::{Sample, What};
use crate::read::mend::{self, plain};
use crate::read::runs::row::{field, score, text};

const PATH: [&str; 9] = [
    "file", "path", "filepath", "filename", "relpath", "docid", "document", "doc", "name",
];
const NAME: [&str; 8] = [
    "function",
    "functionname",
    "method",
    "methodname",
    "symbol",
    "entity",
    "name",
    "qualifiedname",
];
const CLASS: [&str; 2] = ["class", "classname"];
const SCORE: [&str; 4] = ["score", "relevance", "similarity", "confidence"];

/// Whether an entry names more than a file.
pub(super) fn is_function(entry: &str) -> bool {
    let entry = entry.trim();
    // A line number behind a path is no function.
    let parts = normal::function(entry);
    let digits = |n: &str| n.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    parts.name.is_some_and(|n| !digits(&n)) && !entry.contains("://")
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Found {
    sample: Sample,
    how: Vec<String>,
}

impl Found {
    pub(super) fn is_empty(&self) -> bool {
        self.sample.is_empty()
    }

    pub(super) fn done(self) -> (Sample, Vec<String>) {
        (self.sample, self.how)
    }

    fn note(&mut self, how: &str) {
        if !self.how.iter().any(|h| h == how) {
            self.how.push(how.to_owned());
        }
    }

    /// Adds a list of files.
    pub(super) fn files(&mut self, list: &Value) {
        self.each(list, &mut |found, entry| match entry {
            Value::String(s) if s.trim().is_empty() => found.note("empty entry"),
            Value::String(s) => found.sample.add_file(s, None),
            Value::Object(o) => match text(o, &["raw"]).or_else(|| text(o, &PATH)) {
                Some(path) => found.sample.add_file(path, field(o, &SCORE).and_then(score)),
                None => found.keyed(o, false),
            },
            _ => found.note("entry that is no text"),
        });
    }

    /// Adds a list of functions.
    pub(super) fn functions(&mut self, list: &Value) {
        self.each(list, &mut |found, entry| match entry {
            Value::String(s) if s.trim().is_empty() => found.note("empty entry"),
            Value::String(s) => found.sample.add_function(s, None),
            Value::Object(o) => {
                if !found.place(o) {
                    found.keyed(o, true);
                }
            }
            _ => found.note("entry that is no text"),
        });
    }

    /// Adds a list of places: the functions they name, and their files, each once.
    pub(super) fn places(&mut self, list: &Value) {
        let before = self.sample.functions.len();
        let mut files: Vec<(String, Option<f64>)> = Vec::new();
        self.each(list, &mut |found, entry| match entry {
            Value::String(s) if is_function(s) => {
                found.sample.add_function(s, None);
                let path = normal::function(s).path.as_str().to_owned();
                files.push((path, None));
            }
            Value::String(s) if !s.trim().is_empty() => files.push((s.clone(), None)),
            Value::Object(o) => {
                let points = field(o, &SCORE).and_then(score);
                // A name without a file is of no use, and nor is an empty file name.
                let Some(path) = text(o, &PATH) else {
                    return found.note("empty file name");
                };
                let whole = is_function(path);
                let file = if whole {
                    normal::function(path).path.as_str().to_owned()
                } else {
                    path.to_owned()
                };
                if whole {
                    found.sample.add_function(path, points);
                } else {
                    found.place(o);
                }
                files.push((file, points));
            }
            _ => found.note("entry that is no text"),
        });
        let named = self.sample.functions.len() > before;
        for (path, points) in files {
            if !self.sample.files.iter().any(|f| f.raw == path) {
                self.sample.add_file(&path, points);
            }
        }
        if named {
            self.note("files taken from the places");
        }
    }

    /// Calls `add` for each entry of what stands where a list is expected.
    fn each(&mut self, list: &Value, add: &mut dyn FnMut(&mut Self, &Value)) {
        match list {
            Value::Null => {}
            Value::Array(entries) => entries.iter().for_each(|e| add(self, e)),
            Value::String(s) => {
                self.note("text for a list");
                match mend::mend(s, &[]).map(|m| m.value) {
                    Some(Value::Array(entries)) if s.trim_start().starts_with(['[', '`']) => {
                        for e in &entries {
                            add(self, e);
                        }
                    }
                    _ => lines(s).for_each(|l| add(self, &Value::String(l.to_owned()))),
                }
            }
            one @ Value::Object(_) => {
                self.note("object for a list");
                add(self, one);
            }
            _ => self.note("entry that is no text"),
        }
    }

    /// Adds the function or class that an object names; whether it names a file and one of these.
    fn place(&mut self, o: &Map<String, Value>) -> bool {
        let points = field(o, &SCORE).and_then(score);
        let Some(path) = text(o, &PATH.map(|p| if p == "name" { "file" } else { p })) else {
            // `{"function": "a.py:f"}`.
            return match text(o, &NAME).filter(|n| is_function(n)) {
                Some(whole) => {
                    self.sample.add_function(whole, points);
                    true
                }
                None => false,
            };
        };
        let class = text(o, &CLASS).map(str::trim);
        let name = text(o, &NAME).map(str::trim);
        match (class, name) {
            (_, Some(whole)) if is_function(whole) && whole.starts_with(path) => {
                self.sample.add_function(whole, points);
            }
            (Some(class), Some(name)) => {
                let own = name.strip_prefix(class).is_some_and(|rest| rest.starts_with('.'));
                let full = if own {
                    name.to_owned()
                } else {
                    format!("{class}.{name}")
                };
                self.named(path, What::Function, &full);
            }
            (None, Some(name)) => self.named(path, What::Function, name),
            (Some(class), None) => self.named(path, What::Class, class),
            (None, None) if is_function(path) => self.sample.add_function(path, points),
            (None, None) => return false,
        }
        if let Some(last) = self.sample.functions.last_mut() {
            last.score = points;
        }
        true
    }

    fn named(&mut self, path: &str, what: What, name: &str) {
        let raw = format!("{path}:{name}");
        self.sample.add_named(&raw, path, what, Some(name), None);
    }

    /// An object whose keys are paths: `{"a.py": ["f", "g"]}`, `{"a.py": "why"}`.
    fn keyed(&mut self, o: &Map<String, Value>, functions: bool) {
        let mut any = false;
        for (path, value) in o.iter().filter(|(k, _)| k.contains(['.', '/'])) {
            any = true;
            if !functions {
                self.sample.add_file(path, score(value));
                continue;
            }
            match value {
                Value::Array(names) => {
                    for name in names.iter().filter_map(Value::as_str) {
                        self.named(path, What::Function, name);
                    }
                }
                Value::String(names) => lines(names).for_each(|n| self.named(path, What::Function, n)),
                other => self.sample.add_function(path, score(other)),
            }
        }
        if any {
            self.note("object for a list");
        } else {
            // `{"1": "a.py", "2": "b.py"}`.
            let texts: Vec<&str> = o.values().filter_map(Value::as_str).collect();
            let numbered = !o.is_empty() && o.keys().all(|k| plain(k).bytes().all(|b| b.is_ascii_digit()));
            if !numbered || texts.is_empty() {
                return self.note("entry that is no text");
            }
            for entry in texts {
                if functions {
                    self.sample.add_function(entry, None);
                } else {
                    self.sample.add_file(entry, None);
                }
            }
        }
    }
}

/// Lines of a text, or its parts between commas when they are paths without blanks.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let paths = !text.trim().contains('\n')
        && parts
            .iter()
            .all(|p| p.contains(['.', '/']) && !p.contains(char::is_whitespace) && !p.contains(['(', ')']));
    let list = if paths {
        parts
    } else {
        text.lines().map(str::trim).collect()
    };
    list.into_iter().filter(|l| !l.is_empty() && !l.starts_with("```"))
}
