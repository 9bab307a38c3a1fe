//! Which benchmark a row comes from, by the columns that only this one has.

use serde_json::Value;

use super::list;
use super::map::Field;
use super::row::{Row, filled};

/// Benchmark and its signs: it is the one when the row has all columns of any of them. The first that fits counts.
const SIGNS: [(&str, &[&[&str]]); 11] = [
    (
        "multi-swe-bench",
        &[&["org", "number", "fixpatch"], &["org", "number", "resolvedissues"]],
    ),
    (
        "beyondswe",
        &[
            &["datasetid", "task"],
            &["repodocumentcontent"],
            &["preagentcommitid"],
            &["f2ppatch", "user"],
        ],
    ),
    ("codeminer-base", &[&["gtsymbolsmodified"], &["gtcodeblocks"]]),
    (
        "mm-issueloc",
        &[
            &["annotationby"],
            &["difffiles"],
            &["imagecategory"],
            &["imgcategory"],
            &["imagerelevance"],
        ],
    ),
    (
        "loc-bench",
        &[
            &["editfunctions", "addedfunctions"],
            &["editfunctions", "editfunctionslength"],
        ],
    ),
    (
        "swe-polybench",
        &[&["modifiednodes"], &["taskcategory", "f2p"], &["isfunconly"]],
    ),
    (
        "swe-bench-pro",
        &[
            &["repolanguage", "dockerhubtag"],
            &["repolanguage", "issuespecificity"],
            &["beforereposetcmd"],
            &["selectedtestfilestorun"],
        ],
    ),
    (
        "swe-bench-live",
        &[&["allhintstext"], &["commiturls"], &["rebuildcmds"], &["printcmds"]],
    ),
    ("omnigirl", &[&["pullnumber", "issuenumbers"]]),
    ("swe-bench-multimodal", &[&["imageassets"]]),
    (
        "visual-swe-bench",
        &[&["imagelist"], &["videolist"], &["videos", "problemstatement"]],
    ),
];

/// Words of a file's or folder's name, for the benchmarks whose rows have nothing of their own.
const NAMES: [(&str, &str); 5] = [
    ("verified", "swe-bench-verified"),
    ("lite", "swe-bench-lite"),
    ("visual", "visual-swe-bench"),
    ("codev", "visual-swe-bench"),
    ("live", "swe-bench-live"),
];

/// Benchmarks that a person can say a file is of.
pub(super) const PRESETS: [&str; 15] = [
    "mm-issueloc",
    "swe-bench-multimodal",
    "swe-bench-lite",
    "swe-bench-verified",
    "swe-bench-live",
    "swe-bench-pro",
    "visual-swe-bench",
    "omnigirl",
    "loc-bench",
    "multi-swe-bench",
    "swe-polybench",
    "swe-bench-java",
    "codeminer-base",
    "beyondswe",
    "swe-polyvision",
];

/// The benchmark of a row in the file `name`; `swe-bench` when it has the columns of that family and nothing tells
/// which of them it is.
pub(super) fn of(row: &Row<'_>, name: &str) -> Option<&'static str> {
    let fits = |signs: &[&[&str]]| signs.iter().any(|all| all.iter().all(|k| row.had(k)));
    let found = SIGNS.iter().find(|(_, signs)| fits(signs)).map(|(name, _)| *name);
    match found {
        Some("swe-bench-multimodal") if has_local_pictures(row) => Some("swe-polyvision"),
        Some(found) => Some(found),
        None if is_time(row.cell("difficulty")) => Some("swe-bench-verified"),
        None if row.cell("problemstatement").is_some_and(Value::is_array) => Some("visual-swe-bench"),
        None => named(name).or_else(|| row.had("problemstatement").then_some("swe-bench")),
    }
}

fn named(file: &str) -> Option<&'static str> {
    let file = file.to_lowercase();
    let words: Vec<&str> = file.split(|c: char| !c.is_alphanumeric()).collect();
    NAMES
        .iter()
        .find(|(word, _)| words.contains(word))
        .map(|(_, name)| *name)
}

/// A difficulty such as `<15 min fix` or `1-4 hours`.
fn is_time(cell: Option<&Value>) -> bool {
    cell.and_then(filled)
        .is_some_and(|t| t.contains("min") || t.contains("hour"))
}

/// SWE-PolyVision is SWE-bench Multimodal with the pictures beside it, and without the fix.
fn has_local_pictures(row: &Row<'_>) -> bool {
    let parsed;
    let assets = match row.cell("imageassets") {
        Some(Value::String(text)) => {
            parsed = list::parsed(text);
            parsed.as_ref()
        }
        other => other,
    };
    let listed = assets.and_then(|a| a.get("problem_statement").or(Some(a)));
    let Some(Value::Array(all)) = listed else { return false };
    let local = |v: &Value| v.as_str().is_some_and(|s| !s.contains("://"));
    !all.is_empty() && all.iter().all(local)
}

/// Whether the first record of a file looks like a row of a dataset: its squeezed keys say what issue it is and
/// where, and it is not what a system or an evaluation wrote about a row.
pub(super) fn is_row(keys: &std::collections::HashSet<String>, keyed: bool) -> bool {
    const OTHERS: [&str; 21] = [
        "foundfiles",
        "foundentities",
        "foundmodules",
        "foundrelatedlocs",
        "foundeditlocs",
        "rawoutputloc",
        "gtfilechanges",
        "filechanges",
        "buglocations",
        "gitpatch",
        "history",
        "trajectory",
        "trajectoryformat",
        "transitions",
        "testresult",
        "hits",
        "docs",
        "topfiles",
        "filelevel",
        "functionlevel",
        "messages",
    ];
    if OTHERS.iter().any(|k| keys.contains(*k)) {
        return false;
    }
    let has = |all: &[Field]| all.iter().any(|f| f.among(keys));
    let numbered = ["org", "repo", "number"].iter().all(|k| keys.contains(*k));
    if !(keyed || numbered || has(&[Field::Id])) {
        return false;
    }
    let issue = has(&[Field::Statement, Field::Issues, Field::Document]);
    let words = has(&[Field::Title, Field::Body]);
    let place = has(&[
        Field::Repo,
        Field::BaseCommit,
        Field::Patch,
        Field::GoldFiles,
        Field::GoldFunctions,
        Field::AnnotationBy,
    ]);
    issue || (words && place && !keys.contains("modelpatch"))
}
