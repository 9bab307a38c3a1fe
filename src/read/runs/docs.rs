//! Documents of retrievers: ids that name a file or a function, and lists of them with scores.

use serde_json::{Map, Value};

use crate::domain::run::{Sample, What};
use crate::read::lang::Lang;
use crate::read::mend::plain;

use super::row::{field, score, text};

/// Endings of sources that have no grammar here.
const ENDINGS: [&str; 29] = [
    "kt", "kts", "swift", "scala", "dart", "lua", "pl", "pm", "r", "jl", "m", "mm", "hs", "ex", "exs", "erl", "clj",
    "vue", "svelte", "sh", "css", "scss", "less", "html", "vb", "fs", "groovy", "zig", "sol",
];

fn is_source(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let ending = ending.to_lowercase();
    !stem.is_empty() && (ENDINGS.contains(&ending.as_str()) || Lang::of(name, "").is_some())
}

/// Something like `.xyz` at the end of a name.
fn has_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty()
            && (1..=10).contains(&end.len())
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// Splits `path/to/file.ext/Class/method` at the last `.ext/`: the path and `Class.method`; no name when the id is
/// a path alone.
pub(super) fn split(id: &str) -> (&str, Option<String>) {
    let parts: Vec<&str> = id.split('/').collect();
    let cut = |known: fn(&str) -> bool| {
        let (_, before) = parts.split_last()?;
        before.iter().rposition(|p| known(p))
    };
    let last = parts.last().copied().unwrap_or_default();
    // A name of a function may hold a dot too, but then a source stands before it.
    let at = match cut(is_source) {
        None if is_source(last) => None,
        None => cut(has_ending).filter(|_| !has_ending(last)),
        some => some.filter(|n| !is_source(last) || n + 2 == parts.len()),
    };
    let Some(at) = at else { return (id, None) };
    let size: usize = parts.iter().take(at + 1).map(|p| p.len() + 1).sum();
    let (path, rest) = (id.get(..size - 1).unwrap_or(id), id.get(size..).unwrap_or_default());
    let name = rest.trim_matches('/').replace('/', ".");
    (path, (!name.is_empty()).then_some(name))
}

/// Whether an id can be a path or a function in a file.
pub(super) fn like_path(id: &str) -> bool {
    let id = id.trim();
    let (path, name) = split(id);
    let path = path.split(':').next().unwrap_or(path);
    !id.is_empty() && !id.contains("://") && (name.is_some() || path.contains('/') || has_ending(path))
}

/// Takes documents in rank order; their files, each once, are the ranking of files.
#[derive(Debug, Default)]
pub(super) struct Documents {
    sample: Sample,
    functions: bool,
    last: Option<f64>,
    /// A score was higher than the one before it.
    pub(super) unsorted: bool,
}

impl Documents {
    /// Adds a document: `a.py`, `a.py/C/m`, `a.py:C.m`.
    pub(super) fn add(&mut self, id: &str, score: Option<f64>, case: &str) {
        if let (Some(last), Some(now)) = (self.last, score) {
            self.unsorted |= now > last;
        }
        self.last = score.or(self.last);
        // Some writers put the case in front of each path.
        let prefix = id.strip_prefix(case).and_then(|r| r.strip_prefix('/'));
        let inner = prefix.unwrap_or(id);
        let (path, name) = split(inner);
        let colon = name.is_none()
            && path
                .split_once(':')
                .is_some_and(|(p, n)| has_ending(p) && !n.is_empty());
        let file = match (&name, colon) {
            (Some(name), _) => {
                self.sample.add_named(id, path, What::Function, Some(name), None);
                path.to_owned()
            }
            (None, true) => {
                self.sample.add_function(inner, score);
                let path = self.sample.functions.last().map(|f| f.path.as_str().to_owned());
                path.unwrap_or_default()
            }
            (None, false) => {
                self.sample.add_file(path, score);
                if let (Some(file), true) = (self.sample.files.last_mut(), prefix.is_some()) {
                    id.clone_into(&mut file.raw);
                    file.flags.push("case prefix".to_owned());
                }
                return;
            }
        };
        self.functions = true;
        if let Some(function) = self.sample.functions.last_mut() {
            function.score = score;
            id.clone_into(&mut function.raw);
            if prefix.is_some() {
                function.flags.push("case prefix".to_owned());
            }
        }
        if !self.sample.files.iter().any(|f| f.raw == file) {
            self.sample.add_file(&file, score);
        }
    }

    /// Adds what an entry of a list names; false when it names nothing.
    pub(super) fn entry(&mut self, entry: &Value, case: &str) -> bool {
        match entry {
            Value::String(id) if !id.trim().is_empty() => self.add(id, None, case),
            Value::Array(pair) => {
                let Some(Value::String(id)) = pair.first() else {
                    return false;
                };
                self.add(id, pair.get(1).and_then(score), case);
            }
            Value::Object(o) => {
                let names = [
                    "docid",
                    "doc",
                    "documentid",
                    "corpusid",
                    "id",
                    "path",
                    "file",
                    "filepath",
                    "filename",
                    "function",
                    "name",
                ];
                let Some(id) = text(o, &names) else { return false };
                let points = field(o, &["score", "similarity", "sim", "relevance", "relevancescore"]).and_then(score);
                match text(o, &["function", "functionname", "method"]) {
                    Some(name) if name != id && !name.starts_with(id) => {
                        self.add(&format!("{id}:{name}"), points, case);
                    }
                    Some(name) if name.starts_with(id) => self.add(name, points, case),
                    _ => self.add(id, points, case),
                }
                self.lines(o);
            }
            _ => return false,
        }
        true
    }

    /// Lines that an entry names beside its file.
    fn lines(&mut self, o: &Map<String, Value>) {
        let Some(Value::Array(list)) = field(o, &["linenumbers", "lines"]) else {
            return;
        };
        let numbers = || {
            list.iter()
                .filter_map(Value::as_u64)
                .filter_map(|n| u32::try_from(n).ok())
        };
        if let (Some(first), Some(last), Some(file)) = (numbers().min(), numbers().max(), self.sample.files.last_mut())
        {
            file.lines = Some((first, last));
        }
    }

    /// Adds a list of entries, or a map from id to score, highest first. Tells how many entries name nothing.
    pub(super) fn list(&mut self, list: &Value, case: &str) -> usize {
        match list {
            Value::Array(entries) => entries.iter().filter(|e| !self.entry(e, case)).count(),
            Value::Object(scores) => {
                let mut all: Vec<(&String, Option<f64>)> = scores.iter().map(|(k, v)| (k, score(v))).collect();
                sort(&mut all, |(_, s)| s.unwrap_or(f64::NEG_INFINITY));
                for (id, s) in all {
                    self.add(id, s, case);
                }
                0
            }
            _ => 1,
        }
    }

    pub(super) fn done(self) -> Sample {
        self.sample
    }
}

/// Sorts by score, highest first; equal ones keep their order.
pub(super) fn sort<T>(list: &mut [T], score: impl Fn(&T) -> f64) {
    list.sort_by(|a, b| score(b).total_cmp(&score(a)));
}

/// The field of a row that holds a ranked list.
pub(super) fn ranked(row: &Map<String, Value>) -> Option<(&String, &Value)> {
    const NAMES: [&str; 14] = [
        "results",
        "ranked",
        "predictions",
        "topk",
        "retrieved",
        "ranking",
        "retrieveddocs",
        "rankedlist",
        "rankeddocs",
        "candidates",
        "topfiles",
        "topfunctions",
        "docs",
        "hits",
    ];
    row.iter()
        .find(|(k, v)| NAMES.contains(&plain(k).as_str()) && list_like(v))
}

fn list_like(list: &Value) -> bool {
    match list {
        Value::Array(entries) => entries.iter().take(3).all(|e| match e {
            Value::String(s) => like_path(s),
            Value::Array(pair) => pair.first().and_then(Value::as_str).is_some_and(like_path),
            Value::Object(_) => Documents::default().entry(e, ""),
            _ => false,
        }),
        Value::Object(scores) => scores_by_path(scores),
        _ => false,
    }
}

/// `{"a.py": 0.9, …}`.
pub(super) fn scores_by_path(scores: &Map<String, Value>) -> bool {
    !scores.is_empty() && scores.iter().all(|(k, v)| v.is_number() && like_path(k))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_cut_at_the_last_ending() {
        let of = |id| {
            let (path, name) = split(id);
            (path.to_owned(), name)
        };
        let pair = |p: &str, n: Option<&str>| (p.to_owned(), n.map(str::to_owned));
        assert_eq!(of("a/b.py/C/m"), pair("a/b.py", Some("C.m")));
        assert_eq!(of("a/b.py/f"), pair("a/b.py", Some("f")));
        assert_eq!(of("a/b.js/c.py/f"), pair("a/b.js/c.py", Some("f")));
        assert_eq!(of("a.b/c.d/e.ts/K/L/m"), pair("a.b/c.d/e.ts", Some("K.L.m")));
        assert_eq!(of("src/b.kt/C.m"), pair("src/b.kt", Some("C.m")));
        assert_eq!(of("pkg/v1.2/main.go"), pair("pkg/v1.2/main.go", None));
        assert_eq!(of("github.com/x/y.go"), pair("github.com/x/y.go", None));
        assert_eq!(of("setup.py"), pair("setup.py", None));
        assert_eq!(of("lib/x.foo/f"), pair("lib/x.foo", Some("f")));
        assert_eq!(of("é.py/ü"), pair("é.py", Some("ü")));
        assert_eq!(of(""), pair("", None));
        assert!(
            like_path("src/Makefile")
                && like_path("a.rs")
                && like_path("a.rs:f")
                && !like_path("4711")
                && !like_path("acc@1")
        );
    }
}
