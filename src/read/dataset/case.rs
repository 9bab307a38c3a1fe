//! A case made of one row of a dataset.

use std::path::Path;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::case::{self, Case};
use crate::read::reader::ImageLink;

use super::listed::Listed;
use super::map::{Field, squeeze};
use super::row::{Cell, Row, filled};
use super::{benchmark, exhibits, gold, labels, language, listed, words};

/// What surrounds a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around<'a> {
    /// Folder of the file, for paths of images.
    pub(super) dir: &'a Path,
    /// Name of the file.
    pub(super) file: &'a str,
    /// Key in front of the record.
    pub(super) key: Option<&'a str>,
    /// The benchmark, when a person named it.
    pub(super) preset: Option<&'static str>,
    /// Its name when neither a person nor the columns tell it.
    pub(super) other: &'static str,
}

/// Takes out of the row what belongs to a case; the images that are here come beside it.
///
/// # Errors
/// Names the column that is not what was expected.
pub(super) fn case(row: &mut Row<'_>, around: Around<'_>) -> Result<(Case, Vec<ImageLink>)> {
    let found = around
        .preset
        .unwrap_or_else(|| benchmark::of(row, around.file).unwrap_or(around.other));
    let id = id(row, around.key)?;
    let repo = repo(row, &id)?;
    let no_base = is_without_base(row);
    let base_commit = if no_base {
        row.notes
            .push("written from a document alone: no base repository, so no source to jump to");
        String::new()
    } else {
        base_commit(row)?
    };
    let (title, body) = words::words(row)?;
    let comments = words::comments(row);
    let patch = row.text(Field::Patch)?;
    let gold = gold::gold(row, patch.as_deref());
    let mut listed: Vec<Listed> = listed::listed(row, around.dir)?;
    exhibits::pair(&mut listed, &body, row);
    let mut exhibits = exhibits::exhibits(&body, &comments, &listed);
    let order: Vec<String> = if listed.is_empty() {
        let sources: Vec<&str> = exhibits.iter().map(|e| e.source.as_str()).collect();
        listed = listed::numbered(around.dir, &id, &sources);
        sources.into_iter().map(str::to_owned).collect()
    } else {
        listed.iter().map(|l| l.source.clone()).collect()
    };
    let labels = labels::labels(row, &mut exhibits, &order, found);
    let language = row
        .pick(Field::Language, |_, v, _| {
            let raw = filled(v)?;
            let name = language::named(raw);
            let cell = if name == raw { Cell::Taken } else { Cell::Stays };
            Some((name, cell))
        })
        .unwrap_or_else(|| language::of_files(&gold.files).to_owned());
    let benchmark = row
        .pick(Field::Benchmark, |_, v, _| Some((filled(v)?.to_owned(), Cell::Taken)))
        .unwrap_or_else(|| match found {
            // Its rows have nothing of their own but that they are in Java; those of the others are in Python.
            "swe-bench" if language == "Java" => "swe-bench-java".to_owned(),
            other => other.to_owned(),
        });
    let created_at = row.pick(Field::CreatedAt, |_, v, _| words::moment(v));
    Ok((
        Case {
            v: case::VERSION,
            benchmark,
            repo,
            base_commit,
            language,
            title,
            body,
            comments,
            exhibits,
            patch,
            gold,
            labels,
            created_at,
            extra: Map::new(),
            rest: Map::new(),
            id: id.clone(),
        },
        exhibits::links(&id, listed),
    ))
}

fn id(row: &mut Row<'_>, key: Option<&str>) -> Result<String> {
    let column = row.column(Field::Id);
    let id = match (row.text(Field::Id)?, key) {
        (Some(id), _) => id,
        (None, Some(key)) => key.to_owned(),
        (None, None) => numbered(row).unwrap_or_default(),
    };
    if !is_id(&id) {
        let column = if column == Field::Id.name() {
            Field::Id.usual_column()
        } else {
            &column
        };
        return Err(
            Problem::input("expected 1 to 200 characters without '/' or control characters")
                .at_field(column)
                .mend("name the column of the ids with --map id=COLUMN, if it is another one"),
        );
    }
    Ok(id)
}

/// Whether a case can have this id: it stands in names of files.
pub(in crate::read) fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= 200 && id != "." && id != ".." && !id.chars().any(|c| c.is_control() || c == '/')
}

/// `OWNER__NAME-NUMBER` of a row that names its parts only (Multi-SWE-bench).
fn numbered(row: &mut Row<'_>) -> Option<String> {
    let owner = filled(row.cell("org").or_else(|| row.cell("owner"))?)?.to_owned();
    let repo = filled(row.cell("repo")?)?.to_owned();
    let number = row.pick(Field::Number, |_, v, _| {
        let number = match v {
            Value::Number(n) => n.to_string(),
            other => filled(other)?.trim().to_owned(),
        };
        Some((number, Cell::Stays))
    })?;
    Some(format!("{owner}__{repo}-{number}"))
}

fn repo(row: &mut Row<'_>, id: &str) -> Result<String> {
    let read = |raw: &str| {
        let raw = raw.trim();
        let raw = raw
            .split_once("://")
            .map_or(raw, |(_, rest)| rest.split_once('/').map_or(rest, |(_, r)| r));
        let raw = raw.strip_prefix("git@github.com:").unwrap_or(raw).trim_end_matches('/');
        raw.strip_suffix(".git").unwrap_or(raw).to_owned()
    };
    let plain = row.pick(Field::Repo, |_, v, _| {
        let raw = filled(v)?;
        let name = read(raw);
        let cell = if name == raw { Cell::Taken } else { Cell::Stays };
        Some((name, cell))
    });
    let Some(name) = plain else {
        // For its words when the column holds something else.
        return Ok(row.text(Field::Repo)?.unwrap_or_default());
    };
    if name.contains('/') {
        return Ok(name);
    }
    if let Some(owner) = row.pick(Field::Owner, |_, v, _| {
        Some((filled(v)?.trim().to_owned(), Cell::Taken))
    }) {
        return Ok(format!("{owner}/{name}"));
    }
    if let Some((owner, name)) = name.split_once("__") {
        return Ok(format!("{owner}/{name}"));
    }
    let owner = id
        .split_once("__")
        .filter(|(_, rest)| rest.strip_prefix(name.as_str()).is_some_and(|r| r.starts_with('-')));
    Ok(match owner {
        Some((owner, _)) => format!("{owner}/{name}"),
        None => name,
    })
}

fn base_commit(row: &mut Row<'_>) -> Result<String> {
    let hex = |s: &str| (7..=64).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_hexdigit());
    let found = row.pick(Field::BaseCommit, |column, v, _| {
        if squeeze(column) != "base" {
            return Some((filled(v)?.to_owned(), Cell::Taken));
        }
        // A branch, or an object of branch and commit.
        let sha = v.get("sha").and_then(filled).or_else(|| filled(v).filter(|s| hex(s)))?;
        let cell = if v.is_string() { Cell::Taken } else { Cell::Stays };
        Some((sha.to_owned(), cell))
    });
    match found {
        Some(found) => Ok(found),
        None if row.column(Field::BaseCommit) == "base" => Ok(String::new()),
        None => Ok(row.text(Field::BaseCommit)?.unwrap_or_default()),
    }
}

/// Whether the task is to write a repository from a document: there is none before the fix.
fn is_without_base(row: &Row<'_>) -> bool {
    let task = row.cell("task").and_then(filled).unwrap_or("");
    squeeze(task) == "doc2repo" || (row.fills(Field::Document) && !row.fills(Field::BaseCommit))
}
