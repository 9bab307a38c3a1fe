//! The steps of a run on a case, and what each printed, read back from the file that they were imported from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;
use crate::domain::steps::{StepList, list};
use crate::domain::trajectory::Trajectory;
use crate::read::prints::{self, Prints, Span};
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;

use super::catalog::Catalog;
use super::office::Office;

/// A value, or one sentence for the screen.
type Said<T> = std::result::Result<T, String>;

/// A trajectory with its list of steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The record.
    pub trajectory: Trajectory,
    /// Its steps.
    pub list: StepList,
}

/// What the steps printed, and the file that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    /// The file.
    pub path: PathBuf,
    /// What each step printed.
    pub prints: Prints,
}

/// The steps of `run` on `case`, with what they mean for these gold files; `None` when they are not known.
///
/// # Errors
/// The record cannot be read.
pub fn walk(catalog: &Catalog, run: &str, case: &str, gold: &[RepoPath]) -> Result<Option<Walk>> {
    let Some(run) = catalog.run(run) else { return Ok(None) };
    let Some(trajectory) = catalog.trajectory(run, case)? else {
        return Ok(None);
    };
    let suspects = catalog.suspects(run, case)?;
    let list = list(&trajectory, gold, Some(&suspects));
    Ok(Some(Walk { trajectory, list }))
}

/// Looks for what `walk` printed. Offsets of the record are known when the file held several; a file that holds one
/// trajectory is looked through as a whole.
///
/// # Errors
/// One sentence for the screen: the original is not here, or not what it was.
pub fn original(office: &Office, run: &str, walk: &Walk, stop: &dyn Fn() -> bool) -> Said<Arc<Original>> {
    let t = &walk.trajectory;
    let source = t.source.as_ref();
    let name = source.and_then(|s| s.get("file")).and_then(Value::as_str);
    let Some(path) = known(&office.ws, run).remove(&t.case) else {
        return Err(match name {
            Some(name) => format!("the original is not at hand: {name} was imported elsewhere"),
            None => "the original is not at hand: the record does not name it".to_owned(),
        });
    };
    if !path.is_file() {
        return Err(format!("the original is not at hand: {}", path.display()));
    }
    let number = |key: &str| source.and_then(|s| s.get(key)).and_then(Value::as_u64);
    let region = number("offset").zip(number("len"));
    let region = region.map(|(offset, len)| Span { offset, len });
    let prints = prints::find(&path, region, &t.case, stop).map_err(|p| one_line(&p))?;
    Ok(Arc::new(Original { path, prints }))
}

/// Lines of one page of what a step printed.
///
/// # Errors
/// One sentence for the screen.
pub fn page(path: &Path, span: Span, n: u64) -> Said<Vec<Box<str>>> {
    prints::page(path, span, n).map_err(|p| one_line(&p))
}

fn one_line(p: &Problem) -> String {
    p.to_string().replace('\n', "; ")
}

fn known(ws: &Workspace, run: &str) -> BTreeMap<String, PathBuf> {
    let raw = fs::read(ws.originals(run)).unwrap_or_default();
    // What is damaged is as good as not there: the next import writes it anew.
    serde_json::from_slice(&raw).unwrap_or_default()
}

/// Notes where trajectories were imported from. That is for this clone alone: a path of one machine means nothing on
/// another.
///
/// # Errors
/// The disk is full.
pub(super) fn remember(
    ws: &Workspace,
    run: &str,
    new: BTreeMap<String, PathBuf>,
    replace: bool,
    stage: &mut Stage,
) -> Result<()> {
    let mut all = if replace { BTreeMap::new() } else { known(ws, run) };
    for (case, path) in new {
        let path = fs::canonicalize(&path).unwrap_or(path);
        all.insert(case, path);
    }
    let text = serde_json::to_string_pretty(&all).map_err(|e| Problem::environment(e.to_string()))?;
    stage.text(&ws.originals(run), &format!("{text}\n"))?;
    Ok(())
}
