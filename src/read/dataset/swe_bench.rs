//! SWE-bench rows: Multimodal, and Lite or Verified, which have the same fields without images.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;
use crate::domain::case::{self, Case, Comment, Exhibit, Gold, Labels, Place};
use crate::domain::diff;
use crate::read::input::Input;
use crate::read::markdown;
use crate::read::reader::{Head, Item, Reader, Sink, each};

/// Reads rows with `instance_id`, `problem_statement`, `repo`, `base_commit`, `patch`.
#[derive(Debug)]
pub struct SweBench;

impl Reader for SweBench {
    fn name(&self) -> &'static str {
        "swe-bench"
    }

    fn about(&self) -> &'static str {
        "SWE-bench rows (Multimodal, Lite, Verified), one a line or as a JSON list"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.has(&["instance_id", "problem_statement"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        each(input, sink, &mut |record, sink| {
            let case = row(record.value)?;
            sink.take(Item::Case(Box::new(case)), input.path(), record.line)
        })
    }
}

/// Id of an exhibit: first 12 hex digits of the SHA-256 of its source.
pub fn exhibit_id(source: &str) -> String {
    crate::base::num::hex(Sha256::digest(source.as_bytes()).iter().take(6))
}

fn row(value: Value) -> Result<Case> {
    let Value::Object(mut row) = value else {
        return Err(Problem::input(
            "expected an object with instance_id and problem_statement",
        ));
    };
    let id = take(&mut row, "instance_id")?.unwrap_or_default();
    if id.is_empty() || id.len() > 200 || id == "." || id == ".." || id.chars().any(|c| c.is_control() || c == '/') {
        return Err(
            Problem::input("expected 1 to 200 characters without '/' or control characters").at_field("instance_id"),
        );
    }
    let Some(statement) = take(&mut row, "problem_statement")? else {
        return Err(Problem::input("expected the text of the issue").at_field("problem_statement"));
    };
    let statement = statement.replace("\r\n", "\n");
    let (title, body) = statement.split_once('\n').unwrap_or((&statement, ""));
    let repo = take(&mut row, "repo")?.unwrap_or_default();
    let base_commit = take(&mut row, "base_commit")?.unwrap_or_default();
    let patch = take(&mut row, "patch")?.filter(|p| !p.trim().is_empty());
    let hints = take(&mut row, "hints_text")?.unwrap_or_default();
    let created_at = take(&mut row, "created_at")?;
    let multimodal = row.contains_key("image_assets");
    let listed = assets(row.get("image_assets"))?;
    let comments = if hints.trim().is_empty() {
        Vec::new()
    } else {
        vec![Comment {
            body: hints.replace("\r\n", "\n"),
            ..Comment::default()
        }]
    };
    let files: Vec<RepoPath> = files_of(patch.as_deref());
    Ok(Case {
        v: case::VERSION,
        benchmark: if multimodal {
            "swe-bench-multimodal"
        } else {
            "swe-bench"
        }
        .to_owned(),
        language: language(&files).to_owned(),
        title: title.trim().to_owned(),
        exhibits: exhibits(body, &comments, &listed),
        body: body.to_owned(),
        comments,
        gold: Gold {
            files,
            ..Gold::default()
        },
        labels: Labels::default(),
        id,
        repo,
        base_commit,
        patch,
        created_at,
        extra: row,
        rest: Map::new(),
    })
}

/// Takes a text field out of the row; null and absent are the same.
fn take(row: &mut Map<String, Value>, key: &str) -> Result<Option<String>> {
    match row.shift_remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(s)) => Ok(Some(s)),
        Some(other) => {
            let kind = match other {
                Value::Array(_) => "a list",
                Value::Object(_) => "an object",
                Value::Bool(_) => "true or false",
                _ => "a number",
            };
            Err(Problem::input(format!("expected text, found {kind}")).at_field(key))
        }
    }
}

/// Addresses of the issue's images: `image_assets` is an object, or JSON text of one.
fn assets(value: Option<&Value>) -> Result<Vec<String>> {
    let parsed;
    let object = match value {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::String(text)) => {
            parsed = serde_json::from_str::<Value>(text).map_err(|e| {
                Problem::input(format!("expected JSON text of an object of lists: {e}")).at_field("image_assets")
            })?;
            &parsed
        }
        Some(other) => other,
    };
    let list = object
        .get("problem_statement")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let mut out: Vec<String> = Vec::new();
    for item in list {
        let url = match &item {
            Value::String(s) => Some(s.clone()),
            Value::Object(o) => o
                .get("url")
                .or_else(|| o.get("path"))
                .and_then(Value::as_str)
                .map(str::to_owned),
            _ => None,
        };
        if let Some(url) = url.filter(|u| !out.contains(u)) {
            out.push(url);
        }
    }
    Ok(out)
}

/// Exhibits in the order in which the text shows them, then those that it does not show. Where the data lists
/// no images, all pictures of the text are exhibits.
fn exhibits(body: &str, comments: &[Comment], listed: &[String]) -> Vec<Exhibit> {
    let known = |u: &str| listed.iter().any(|l| l == u);
    let in_body = markdown::pictures(&markdown::read(body, &known));
    let in_comments: Vec<String> = comments
        .iter()
        .flat_map(|c| markdown::pictures(&markdown::read(&c.body, &known)))
        .collect();
    let mut out: Vec<Exhibit> = Vec::new();
    let all = in_body
        .into_iter()
        .map(|u| (u, Place::Body))
        .chain(in_comments.into_iter().map(|u| (u, Place::Comment)))
        .filter(|(u, _)| listed.is_empty() || known(u))
        .chain(listed.iter().map(|u| (u.clone(), Place::Attached)));
    for (source, place) in all {
        if !out.iter().any(|e| e.source == source) {
            out.push(Exhibit {
                id: exhibit_id(&source),
                source,
                alt: String::new(),
                place,
                image: None,
                fault: None,
                labels: Labels::default(),
            });
        }
    }
    out
}

/// Files a patch touches, in order, each once.
pub fn files_of(patch: Option<&str>) -> Vec<RepoPath> {
    let mut out: Vec<RepoPath> = Vec::new();
    for file in diff::read(patch.unwrap_or("")) {
        if let Some(path) = file.path()
            && !out.contains(path)
        {
            out.push(path.clone());
        }
    }
    out
}

/// Language of most of the files, the first one on a tie; empty when none is known.
fn language(files: &[RepoPath]) -> &'static str {
    const KNOWN: [(&str, &[&str]); 16] = [
        ("JavaScript", &["js", "jsx", "mjs", "cjs"]),
        ("TypeScript", &["ts", "tsx", "mts", "cts"]),
        ("Python", &["py", "pyi"]),
        ("Java", &["java"]),
        ("C++", &["cc", "cpp", "cxx", "hpp", "hh"]),
        ("C", &["c", "h"]),
        ("Go", &["go"]),
        ("Rust", &["rs"]),
        ("C#", &["cs"]),
        ("PHP", &["php"]),
        ("Ruby", &["rb"]),
        ("Kotlin", &["kt", "kts"]),
        ("Swift", &["swift"]),
        ("Vue", &["vue"]),
        ("Svelte", &["svelte"]),
        ("CSS", &["css", "scss", "sass", "less"]),
    ];
    let count = |exts: &[&str]| files.iter().filter(|f| exts.contains(&f.extension().as_str())).count();
    let mut best = ("", 0);
    for (name, exts) in KNOWN {
        let n = count(exts);
        if n > best.1 {
            best = (name, n);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal() -> Value {
        serde_json::json!({
            "instance_id": "o__r-1", "repo": "o/r", "base_commit": "abc",
            "problem_statement": "Title\r\nbody ![x](https://h/a.png)\r\n![y](https://h/z.svg)",
            "image_assets": "{\"problem_statement\":[\"https://h/b.png\",\"https://h/a.png\",\"https://h/b.png\"]}",
            "patch": "--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b\n", "version": "1.0"
        })
    }

    #[test]
    fn a_row_becomes_a_case() {
        let case = row(minimal()).unwrap();
        assert_eq!((case.title.as_str(), case.language.as_str()), ("Title", "TypeScript"));
        assert!(!case.body.contains('\r'));
        let got: Vec<(&str, Place)> = case.exhibits.iter().map(|e| (e.source.as_str(), e.place)).collect();
        assert_eq!(
            got,
            [("https://h/a.png", Place::Body), ("https://h/b.png", Place::Attached)]
        );
        assert_eq!(case.gold.functions, None);
        assert_eq!(case.extra["version"], "1.0");
        assert_eq!(case.difficulty(), Some("easy"));
    }

    #[test]
    fn wrong_fields_are_named() {
        let mut bad = minimal();
        bad["patch"] = 7.into();
        let p = row(bad).unwrap_err();
        assert_eq!(p.field.as_deref(), Some("patch"));
        assert!(p.what.contains("found a number"));
        let mut bad = minimal();
        bad["image_assets"] = "{".into();
        assert_eq!(row(bad).unwrap_err().field.as_deref(), Some("image_assets"));
        assert!(row(serde_json::json!([1])).is_err());
    }
}
