//! The rows of the list, read from `cases.jsonl` in chunks: the first screen never waits for the whole file.

use std::io::{BufRead, BufReader};

use serde::Deserialize;

use crate::base::error::Problem;
use crate::base::num;
use crate::base::path::RepoPath;
use crate::base::pool::Pool;
use crate::domain::case::difficulty;
use crate::domain::row::{Outcome, Row};
use crate::domain::written;
use crate::store::whole;
use crate::store::workspace::Workspace;
use crate::text::clean;

use super::catalog::{Catalog, Run};

/// Rows of the first chunk; later chunks are larger.
const FIRST: usize = 500;
const LATER: usize = 10_000;

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    id: std::borrow::Cow<'a, str>,
    #[serde(default)]
    benchmark: std::borrow::Cow<'a, str>,
    #[serde(default)]
    repo: std::borrow::Cow<'a, str>,
    #[serde(default)]
    language: std::borrow::Cow<'a, str>,
    title: std::borrow::Cow<'a, str>,
    #[serde(default)]
    exhibits: Vec<HeadExhibit<'a>>,
    #[serde(default)]
    gold: HeadGold<'a>,
    #[serde(default)]
    labels: HeadLabels<'a>,
}

#[derive(Deserialize)]
struct HeadExhibit<'a> {
    #[serde(borrow)]
    id: std::borrow::Cow<'a, str>,
    image: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize, Default)]
struct HeadGold<'a> {
    #[serde(default, borrow)]
    files: Vec<std::borrow::Cow<'a, str>>,
    functions: Option<Vec<serde::de::IgnoredAny>>,
}

#[derive(Deserialize, Default)]
struct HeadLabels<'a> {
    #[serde(borrow)]
    category: Option<std::borrow::Cow<'a, str>>,
    relevance: Option<i8>,
    #[serde(borrow)]
    difficulty: Option<std::borrow::Cow<'a, str>>,
    #[serde(borrow)]
    annotation_by: Option<std::borrow::Cow<'a, str>>,
}

/// Reads all rows; `chunk` takes them as they come and says whether to go on. Returns lines that are no case.
pub fn rows(ws: &Workspace, chunk: &mut dyn FnMut(Vec<Row>) -> bool) -> Vec<Problem> {
    let path = ws.cases();
    let mut problems = Vec::new();
    let file = match whole::open(&path) {
        Ok(file) => file,
        Err(p) => return vec![p],
    };
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut pool = Pool::default();
    let mut out = Vec::with_capacity(FIRST);
    let mut want = FIRST;
    let mut line = Vec::new();
    let (mut offset, mut number) = (0u64, 0);
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {}
            Err(e) => {
                problems.push(Problem::io("read", &path, &e));
                break;
            }
        }
        number += 1;
        let (at, len) = (offset, line.len());
        offset += len as u64;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match serde_json::from_slice::<Head<'_>>(line.trim_ascii_end()) {
            Ok(head) => out.push(row(&head, at, num::small(len), &mut pool)),
            Err(e) => problems.push(
                Problem::input(format!("not a case: {e}"))
                    .in_file(&path)
                    .at_line(number)
                    .mend("restore the line from git, or import the case again"),
            ),
        }
        if out.len() >= want {
            want = LATER;
            if !chunk(std::mem::replace(&mut out, Vec::with_capacity(want))) {
                return problems;
            }
        }
    }
    let _more: bool = chunk(out);
    problems
}

fn row(head: &Head<'_>, offset: u64, len: u32, pool: &mut Pool) -> Row {
    let level = head
        .labels
        .difficulty
        .as_deref()
        .or_else(|| difficulty(head.gold.files.len()));
    Row {
        id: head.id.as_ref().into(),
        title: clean::line(&head.title).into(),
        repo: pool.get(&head.repo),
        language: pool.get(&head.language),
        benchmark: pool.get(&head.benchmark),
        category: head.labels.category.as_deref().map(|c| pool.get(c)),
        relevance: head.labels.relevance,
        difficulty: level.map(|d| pool.get(d)),
        annotation_by: head.labels.annotation_by.as_deref().map(|a| pool.get(a)),
        exhibits: head.exhibits.iter().map(|e| e.id.as_ref().into()).collect(),
        missing: num::cells(head.exhibits.iter().filter(|e| e.image.is_none()).count()),
        gold: head.gold.files.iter().map(|f| RepoPath::new(f.as_ref())).collect(),
        functions: head.gold.functions.as_ref().map(|f| num::cells(f.len())),
        offset,
        len,
    }
}

/// What a run did on each row, in the order of the rows.
pub fn outcomes(catalog: &Catalog, run: &Run, rows: &[Row], stop: &dyn Fn() -> bool) -> Option<Vec<Outcome>> {
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        if stop() {
            return None;
        }
        out.push(outcome(catalog, run, row));
    }
    Some(out)
}

fn outcome(catalog: &Catalog, run: &Run, row: &Row) -> Outcome {
    if row.gold.is_empty() || !run.lines.contains_key(&*row.id) {
        return Outcome::Void;
    }
    let Ok(suspects) = catalog.suspects(run, &row.id) else {
        return Outcome::Unknown;
    };
    if suspects.files.is_empty() && suspects.functions.is_empty() {
        return Outcome::Void;
    }
    let gold: Vec<String> = row.gold.iter().map(ToString::to_string).collect();
    let Some(ranked) = written::files(&gold, &suspects.files) else {
        return Outcome::Void;
    };
    match (ranked.complete_rank(), ranked.first_rank()) {
        (Some(rank), _) => Outcome::Complete(rank),
        (None, Some(first)) => Outcome::Partial(first),
        (None, None) => Outcome::Missed,
    }
}
