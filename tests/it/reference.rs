//! Outlines against the frozen answers of the languages' own compilers. `tests/reference/run.sh --excerpt` made them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use casefile::domain::symbol::SymbolKind;
use casefile::read::outline::outline_of;
use serde_json::Value;

/// Functions of one file: first line, last line, name.
type Functions = Vec<(u64, u64, String)>;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/excerpt")
}

fn answers() -> BTreeMap<String, Functions> {
    let mut out: BTreeMap<String, Functions> = BTreeMap::new();
    for line in fs::read_to_string(folder().join("answers.jsonl")).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| {
            row[key]
                .as_str()
                .unwrap_or_else(|| panic!("no {key}: {row}"))
                .to_owned()
        };
        let function = (
            row["first"].as_u64().unwrap(),
            row["last"].as_u64().unwrap(),
            text("name"),
        );
        out.entry(text("file")).or_default().push(function);
    }
    out
}

fn ours(file: &str) -> Functions {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    let outline = outline_of(file, &text, &|| false).unwrap_or_else(|| panic!("no grammar reads {file}"));
    outline
        .symbols
        .into_iter()
        .filter(|s| s.kind == SymbolKind::Function)
        .map(|s| (u64::from(s.span.first.0), u64::from(s.span.last.0), s.name))
        .collect()
}

#[test]
fn functions_are_those_of_the_compilers() {
    let mut wrong = Vec::new();
    for (file, mut theirs) in answers() {
        let mut ours = ours(&file);
        ours.sort();
        theirs.sort();
        for (side, here, there) in [("only ours", &ours, &theirs), ("only theirs", &theirs, &ours)] {
            let only = here.iter().filter(|f| !there.contains(f));
            wrong.extend(only.map(|(first, last, name)| format!("{side}: {file}:{first}-{last} {name}")));
        }
        // Two definitions may look the same.
        if ours.len() != theirs.len() {
            wrong.push(format!("{file}: {} functions, theirs {}", ours.len(), theirs.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_language_has_an_excerpt() {
    let answers = answers();
    let files: Vec<&str> = answers.keys().map(String::as_str).collect();
    let all = [
        "Shelf.java",
        "shelf.go",
        "shelf.js",
        "shelf.php",
        "shelf.py",
        "shelf.rb",
        "shelf.rs",
        "shelf.ts",
        "shelf.tsx",
    ];
    assert_eq!(files, all);
    for (file, functions) in &answers {
        assert!(functions.len() >= 10, "{file}: {} functions", functions.len());
    }
}
