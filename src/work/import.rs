//! Import: everything readers find goes into the workspace, and the same input again changes nothing.
//!
//! Records are set aside on disk as they are read, so memory does not grow with the input. Nothing in the
//! workspace changes before everything was read and prepared; then files are moved into place, cases last.

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::read::dataset;
use crate::read::input::{Input, Wishes};
use crate::read::meter::Meter;
use crate::read::reader::{self, Reader};
use crate::store::config;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;

mod candidates;
mod cases;
mod evidence;
mod gather;
mod images;
mod intake;
mod judgements;
mod report;
mod repos;
mod restore;
mod runs;

pub(in crate::work) use cases::Shown;
pub(in crate::work) use evidence::no_exhibit;
pub(in crate::work) use images::describe;
pub(in crate::work) use judgements::find as find_exhibit;
pub use report::{Count, Report, by_kind};
pub use repos::{find as find_repos, named as named_repo};

/// What to import and how.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Format by name, instead of recognising it.
    pub format: Option<String>,
    /// `OWNER/NAME` to folder.
    pub repos: BTreeMap<String, PathBuf>,
    /// Stop at the first refused record.
    pub strict: bool,
    /// Input mode of the runs: `text-only`, `with-image`, `VCE`, `VCE+image`.
    pub mode: Option<String>,
    /// Name of the run, and columns of a dataset by field.
    pub wishes: Wishes,
    /// Rows of a run, and published gold, that are there already go.
    pub replace: bool,
    /// Now, UTC, RFC 3339: when judgements are brought in.
    pub now: String,
    /// Makes a new identity of this clone unlike any other.
    pub salt: String,
}

/// Imports. `meter` tells how far it has come and can stop it.
///
/// # Errors
/// A path that is neither data nor repository, a format nobody knows, a strict refusal, a failed write, a stop.
/// The workspace is then as it was.
pub fn import(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Report> {
    // Whatever failed because of a stop, the stop is the reason.
    read_and_merge(ws, plan, meter).map_err(|p| meter.check().err().unwrap_or(p))
}

fn read_and_merge(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Report> {
    let mut repos = BTreeMap::new();
    for (name, dir) in &plan.repos {
        let (name, dir) = repos::named(name, dir)?;
        repos.insert(name, dir);
    }
    dataset::check_map(&plan.wishes.map)?;
    let fixed = plan.format.as_deref().map(reader::named).transpose()?;
    let mut found = gather::gather(&plan.paths)?;
    repos.append(&mut found.repos);
    let stage = Stage::begin(&ws.root)?;
    let mut intake = intake::Intake::new(stage, plan.strict)?;
    let wishes = Arc::new(plan.wishes.clone());
    meter.phase("reading", found.bytes());
    for (n, file) in found.files.iter().enumerate() {
        meter.check()?;
        let input = Input::with(&file.path, meter.clone(), wishes.clone());
        let reader: &dyn Reader = match fixed {
            Some(reader) => reader,
            // What lies in a folder beside the data is no mistake of the user.
            None => match reader::sniff(&input) {
                Ok(reader) => reader,
                // An export of several files has an empty one where there was nothing to write.
                Err(p) if file.named && !(found.files.len() > 1 && is_empty(&file.path)) => return Err(p),
                Err(p) => {
                    intake.report.skipped.push(p);
                    continue;
                }
            },
        };
        intake.reading = (reader.name(), n);
        match reader.read(&input, &mut intake) {
            Err(p) if !file.named && !plan.strict && p.exit_code() == 2 => intake.report.refuse(p),
            other => other?,
        }
    }
    meter.check()?;
    let mut report = finish(ws, plan, meter, &found, intake)?;
    if !repos.is_empty() {
        for (name, dir) in &repos {
            report.repos.note(ws.links.get(name).map(|old| old == dir));
        }
        config::link(&ws.root, &repos)?;
    }
    report.refused.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(report)
}

fn is_empty(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| m.len() == 0)
}

fn finish(
    ws: &Workspace,
    plan: &Plan,
    meter: &Meter,
    found: &gather::Found,
    mut intake: intake::Intake,
) -> Result<Report> {
    let cases = cases::merge(ws, &mut intake, &found.images, plan.replace, meter)?;
    if found.any_folder && intake.is_idle() && found.clones == 0 {
        return Err(nothing_in(plan));
    }
    runs::merge(ws, &mut intake, plan, &cases, meter)?;
    evidence::merge(ws, &mut intake, &cases, meter)?;
    candidates::merge(ws, &mut intake, &cases, &found.images, meter)?;
    let answers = judgements::merge(ws, &mut intake, &cases, meter)?;
    unused(plan, &mut intake.report);
    meter.check()?;
    meter.phase("putting files in place", 0);
    let intake::Intake {
        mut stage, mut report, ..
    } = intake;
    report.missing_images += cases.missing;
    cases.stage(&mut stage);
    stage.commit()?;
    // Only now do the cases stand that the answers are about.
    judgements::append(ws, plan, answers)?;
    Ok(report)
}

/// Tells what was said about files that were not there.
fn unused(plan: &Plan, report: &mut Report) {
    let runs = report.runs != Count::default();
    for (said, used, what) in [
        ("--run", plan.wishes.run.is_none() || runs, "run"),
        ("--input", plan.mode.is_none() || runs, "run"),
        (
            "--map",
            plan.wishes.map.is_empty() || !report.mappings.is_empty(),
            "dataset",
        ),
    ] {
        if !used {
            report.note(Problem::input(format!(
                "{said} was not used: no {what} among the files"
            )));
        }
    }
}

fn nothing_in(plan: &Plan) -> Problem {
    let folder = plan.paths.iter().find(|p| p.is_dir()).cloned().unwrap_or_default();
    Problem::input("neither data, nor a repository, nor images of known cases")
        .in_file(folder)
        .mend("name clones OWNER__NAME or OWNER/NAME, images by the last part of their address")
}
