//! Builds the board: one pass over the cases and one over each run, keeping ranks and states only.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::base::error::{Problem, Result};
use crate::base::num;
use crate::base::pool::Pool;
use crate::domain::board::{Board, BoardRun, Cell, Facts, State};
use crate::domain::case::difficulty;
use crate::domain::metric::Ranked;
use crate::domain::run::RunInfo;
use crate::domain::written;
use crate::store::workspace::Workspace;
use crate::store::{config, whole};

mod records;

use records::{Entry, Head, Row};

/// A built board with what could not be read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Built {
    /// The board.
    pub board: Board,
    /// Lines and files that could not be read; what they say counts nowhere.
    pub problems: Vec<Problem>,
}

/// Gold of a case as distinct ids.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Gold {
    /// Files.
    pub files: Vec<String>,
    /// Functions; `None` when there is no function gold.
    pub functions: Option<Vec<String>>,
}

/// Gold of all cases, and where each stands.
#[derive(Debug, Clone, Default)]
pub struct Golds {
    /// In the order of the cases.
    pub all: Vec<Gold>,
    index: HashMap<Arc<str>, u32>,
}

/// The lists of a run for one case as written, doubles included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lists {
    /// Ids of files.
    pub files: Vec<String>,
    /// Ids of functions and classes.
    pub functions: Vec<String>,
}

/// A run as read; `None` when stopped.
type OneRun = Option<(BoardRun, Vec<Problem>)>;

/// Builds the board of a workspace. `stop` is asked now and then; `None` when it said so.
pub fn build(ws: &Workspace, stop: &(dyn Fn() -> bool + Sync)) -> Option<Built> {
    let mut out = Built::default();
    let mut gold = Golds::default();
    let mut pool = Pool::default();
    out.problems = cases(ws, stop, &mut gold, &mut |head| {
        out.board.cases.push(facts(head, &mut pool));
    })?;
    let names = ws.runs();
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut done: Vec<(usize, OneRun)> = std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(name) = names.get(n) else { return mine };
                mine.push((n, run(ws, name, &gold, stop)));
            }
        };
        let workers: Vec<_> = (0..cores.min(names.len())).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|w| w.join().ok()).flatten().collect()
    });
    done.sort_by_key(|(n, _)| *n);
    for (_, built) in done {
        let (run, problems) = built?;
        out.board.runs.push(run);
        out.problems.extend(problems);
    }
    Some(out)
}

/// Reads the cases; `None` when stopped.
fn cases(
    ws: &Workspace,
    stop: &dyn Fn() -> bool,
    gold: &mut Golds,
    take: &mut dyn FnMut(&Head<'_>),
) -> Option<Vec<Problem>> {
    lines(&ws.cases(), stop, &mut |line| {
        let head: Head<'_> = serde_json::from_slice(line)?;
        take(&head);
        // Of two lines with one id the first counts, as in the list.
        let place = num::small(gold.all.len());
        gold.index.entry(Arc::from(head.id.as_ref())).or_insert(place);
        gold.all.push(Gold {
            files: distinct(head.gold.files),
            functions: head.gold.functions.map(distinct),
        });
        Ok(())
    })
}

/// What a stopped or failed reading is for those who asked for all of it.
fn whole_or<T>(read: Option<(T, Vec<Problem>)>) -> Result<T> {
    match read {
        None => Err(Problem::environment("stopped; nothing in the workspace was changed")),
        Some((_, problems)) if !problems.is_empty() => {
            Err(problems.into_iter().next().unwrap_or_else(|| Problem::input("")))
        }
        Some((out, _)) => Ok(out),
    }
}

/// Gold of all cases.
///
/// # Errors
/// A line that is no case; stopped.
pub fn golds(ws: &Workspace, stop: &dyn Fn() -> bool) -> Result<Golds> {
    let mut out = Golds::default();
    let read = cases(ws, stop, &mut out, &mut |_| {});
    whole_or(read.map(|problems| (out, problems)))
}

/// The lists of a run as written, in the order of the cases; `None` where it has no row.
///
/// # Errors
/// A line that is no row; stopped.
pub fn lists(ws: &Workspace, run: &str, golds: &Golds, stop: &dyn Fn() -> bool) -> Result<Vec<Option<Lists>>> {
    let mut out = vec![None; golds.all.len()];
    let read = lines(&ws.suspects(run), stop, &mut |line| {
        let row: Row<'_> = serde_json::from_slice(line)?;
        if let Some(slot) = golds.index.get(&*row.case).and_then(|n| out.get_mut(*n as usize)) {
            *slot = Some(Lists {
                files: row.files.iter().map(file_id).collect(),
                functions: row.functions.iter().map(function_id).collect(),
            });
        }
        Ok(())
    });
    whole_or(read.map(|problems| (out, problems)))
}

fn distinct(ids: Vec<std::borrow::Cow<'_, str>>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(ids.len());
    for id in ids {
        if !out.iter().any(|o| **o == *id) {
            out.push(id.into_owned());
        }
    }
    out
}

fn facts(head: &Head<'_>, pool: &mut Pool) -> Facts {
    let level = head
        .labels
        .difficulty
        .as_deref()
        .or_else(|| difficulty(head.gold.files.len()));
    let extra = head
        .extra
        .iter()
        .filter(|(name, _)| !name.starts_with('$'))
        .filter_map(|(name, value)| Some((pool.get(name), pool.get(value.0.as_deref()?))))
        .collect::<Vec<_>>();
    let mut extra = extra;
    extra.sort();
    Facts {
        id: Arc::from(head.id.as_ref()),
        benchmark: pool.get(&head.benchmark),
        repo: pool.get(&head.repo),
        language: pool.get(&head.language),
        category: head.labels.category.as_deref().map(|c| pool.get(c)),
        relevance: head.labels.relevance,
        difficulty: level.map(|d| pool.get(d)),
        annotation_by: head.labels.annotation_by.as_deref().map(|a| pool.get(a)),
        images: num::cells(head.exhibits.len()),
        files: num::small(distinct(head.gold.files.clone()).len()),
        functions: head.gold.functions.clone().map(|f| num::small(distinct(f).len())),
        extra: extra.into(),
    }
}

/// Reads one run; `None` when stopped.
fn run(ws: &Workspace, name: &str, golds: &Golds, stop: &dyn Fn() -> bool) -> OneRun {
    let file = ws.suspects(name);
    let mut out = BoardRun {
        name: Arc::from(name),
        cells: golds.all.iter().map(blank).collect(),
        ..BoardRun::default()
    };
    let mut strange = HashSet::new();
    let mut problems = lines(&file, stop, &mut |line| {
        let row: Row<'_> = serde_json::from_slice(line)?;
        let Some(case) = golds.index.get(&*row.case) else {
            strange.insert(row.case.into_owned());
            return Ok(());
        };
        // The last row of a case counts where there are two.
        let place = *case as usize;
        if let (Some(slot), Some(gold)) = (out.cells.get_mut(place), golds.all.get(place)) {
            *slot = cell(&row, gold);
        }
        Ok(())
    })?;
    out.strange = num::small(strange.len());
    let toml = file.with_file_name("run.toml");
    if toml.exists() {
        out.info = config::read_toml(&toml).unwrap_or_else(|p| {
            problems.push(p);
            RunInfo::default()
        });
    }
    Some((out, problems))
}

fn blank(gold: &Gold) -> Cell {
    let none: [&str; 0] = [];
    Cell {
        state: State::NotRun,
        file: Ranked::new(&gold.files, &none),
        function: gold.functions.as_ref().and_then(|g| Ranked::new(g, &none)),
    }
}

fn cell(row: &Row<'_>, gold: &Gold) -> Cell {
    let functions = gold.functions.as_deref().unwrap_or(&[]);
    Cell {
        state: State::of(row.status, !row.files.is_empty() || !row.functions.is_empty()),
        file: written::ranked(&gold.files, row.files.iter().map(|e| (file_id(e), e.rank))),
        function: written::ranked(functions, row.functions.iter().map(|e| (function_id(e), e.rank))),
    }
}

fn file_id(entry: &Entry<'_>) -> String {
    written::file_id(&entry.raw, &entry.path, entry.flags.iter().map(|f| &**f))
}

fn function_id(entry: &Entry<'_>) -> String {
    let flags = entry.flags.iter().map(|f| &**f);
    written::function_id(&entry.raw, &entry.path, entry.name.as_deref(), flags)
}

/// Calls `take` for every line that is not blank; problems come back, `None` when stopped.
fn lines(
    file: &Path,
    stop: &dyn Fn() -> bool,
    take: &mut dyn FnMut(&[u8]) -> serde_json::Result<()>,
) -> Option<Vec<Problem>> {
    let mut problems = Vec::new();
    let handle = match whole::open(file) {
        Ok(handle) => handle,
        Err(p) => return Some(vec![p]),
    };
    let mut reader = BufReader::with_capacity(1 << 18, handle);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => return Some(problems),
            Ok(_) => {}
            Err(e) => {
                problems.push(Problem::io("read", file, &e));
                return Some(problems);
            }
        }
        number += 1;
        if number % 64 == 0 && stop() {
            return None;
        }
        if !line.iter().all(u8::is_ascii_whitespace)
            && let Err(e) = take(line.trim_ascii_end())
        {
            problems.push(
                Problem::input(format!("line cannot be read: {e}"))
                    .in_file(file)
                    .at_line(number)
                    .mend("mend or remove this line; the others were read"),
            );
        }
    }
}
