//! The language of a case: as the row says, else by the endings of the files of its fix.

use crate::base::path::RepoPath;

/// Name as a person writes it, short names, endings of files.
const KNOWN: [(&str, &[&str], &[&str]); 16] = [
    ("JavaScript", &["js", "node"], &["js", "jsx", "mjs", "cjs"]),
    ("TypeScript", &["ts"], &["ts", "tsx", "mts", "cts"]),
    ("Python", &["py"], &["py", "pyi"]),
    ("Java", &[], &["java"]),
    ("C++", &["cpp", "cxx"], &["cc", "cpp", "cxx", "hpp", "hh"]),
    ("C", &[], &["c", "h"]),
    ("Go", &["golang"], &["go"]),
    ("Rust", &["rs"], &["rs"]),
    ("C#", &["csharp", "cs"], &["cs"]),
    ("PHP", &[], &["php"]),
    ("Ruby", &["rb"], &["rb"]),
    ("Kotlin", &["kt"], &["kt", "kts"]),
    ("Swift", &[], &["swift"]),
    ("Vue", &[], &["vue"]),
    ("Svelte", &[], &["svelte"]),
    ("CSS", &[], &["css", "scss", "sass", "less"]),
];

/// A language as a person writes it; one that is not known stays as it is.
pub(super) fn named(raw: &str) -> String {
    let raw = raw.trim();
    let plain = raw.to_lowercase();
    KNOWN
        .iter()
        .find(|(name, short, _)| name.to_lowercase() == plain || short.contains(&plain.as_str()))
        .map_or_else(|| raw.to_owned(), |(name, _, _)| (*name).to_owned())
}

/// Language of most of the files, the first one on a tie; empty when none is known.
pub(super) fn of_files(files: &[RepoPath]) -> &'static str {
    let count = |exts: &[&str]| files.iter().filter(|f| exts.contains(&f.extension().as_str())).count();
    let mut best = ("", 0);
    for (name, _, exts) in KNOWN {
        let n = count(exts);
        if n > best.1 {
            best = (name, n);
        }
    }
    best.0
}
