//! Import: everything readers find goes into the workspace, and the same input again changes nothing.
//!
//! Nothing in the workspace changes before all inputs were read; then files are replaced whole, cases last.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::read::input::Input;
use crate::read::reader::{self, ImageLink, Item, Reader, Sink};
use crate::store::config;
use crate::store::workspace::Workspace;

mod cases;
mod images;
mod repos;
mod runs;

pub(in crate::work) use images::describe;
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
}

/// Counts of one kind of thing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Not there before.
    pub new: usize,
    /// There, and different now.
    pub changed: usize,
    /// There already, exactly so.
    pub same: usize,
}

/// What an import did.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Cases.
    pub cases: Count,
    /// Images.
    pub images: Count,
    /// Runs.
    pub runs: Count,
    /// Linked repositories.
    pub repos: Count,
    /// Images named by a case but not given, by the mapping or otherwise.
    pub missing_images: usize,
    /// Images that cannot be shown, with the reason; they are kept all the same.
    pub faulty_images: Vec<Problem>,
    /// Records that were refused.
    pub refused: Vec<Problem>,
    /// What was taken, but should be known.
    pub notes: Vec<Problem>,
}

impl Count {
    fn note(&mut self, before: Option<bool>) {
        match before {
            None => self.new += 1,
            Some(true) => self.same += 1,
            Some(false) => self.changed += 1,
        }
    }
}

/// Everything read, before anything is written.
#[derive(Default)]
struct Batch {
    cases: Vec<crate::domain::case::Case>,
    links: Vec<(ImageLink, PathBuf, usize)>,
    runs: BTreeMap<String, runs::RunBatch>,
    refused: Vec<Problem>,
    strict: bool,
}

impl Sink for Batch {
    fn take(&mut self, item: Item, file: &Path, line: usize) -> Result<()> {
        match item {
            Item::Case(case) => self.cases.push(*case),
            Item::Image(link) => self.links.push((link, file.to_owned(), line)),
            Item::Run { run, info } => self.runs.entry(run).or_default().info = Some(info),
            Item::Suspects { run, suspects } => self.runs.entry(run).or_default().rows.push(*suspects),
            Item::Trajectory { .. } | Item::Evidence(_) | Item::Gold(_) => {}
        }
        Ok(())
    }

    fn refuse(&mut self, problem: Problem) -> Result<()> {
        if self.strict {
            return Err(problem);
        }
        self.refused.push(problem);
        Ok(())
    }

    fn mended(&mut self, _how: &str, _file: &Path, _line: usize) {}

    fn note(&mut self, _problem: Problem) {}

    fn mapped(&mut self, _mapping: reader::Mapping) {}
}

/// Imports. `progress` hears what is being done and says whether to go on.
///
/// # Errors
/// A path that is neither data nor repository, a format nobody knows, a strict refusal, a failed write.
/// The workspace is then as it was.
pub fn import(ws: &Workspace, plan: &Plan, progress: &mut dyn FnMut(&str, usize) -> bool) -> Result<Report> {
    let mut report = Report::default();
    let mut batch = Batch {
        strict: plan.strict,
        ..Batch::default()
    };
    let mut repos = BTreeMap::new();
    let mut folders: Vec<PathBuf> = Vec::new();
    for (name, dir) in &plan.repos {
        let (name, dir) = repos::named(name, dir)?;
        repos.insert(name, dir);
    }
    let fixed = plan.format.as_deref().map(reader::named).transpose()?;
    for path in &plan.paths {
        let meta = std::fs::metadata(path).map_err(|e| Problem::io("read", path, &e))?;
        if meta.is_dir() {
            let found = repos::find(path)?;
            if found.is_empty() {
                folders.push(path.clone());
            }
            repos.extend(found);
            continue;
        }
        let input = Input::new(path);
        let reader: &dyn Reader = match fixed {
            Some(reader) => reader,
            None => reader::sniff(&input)?,
        };
        if !progress(
            &format!("reading {} as {}", path.display(), reader.name()),
            batch.cases.len(),
        ) {
            return Err(stopped());
        }
        reader.read(&input, &mut batch)?;
    }
    if let Some(mode) = &plan.mode {
        for run in batch.runs.values_mut() {
            run.info.get_or_insert_with(Default::default).input.clone_from(mode);
        }
    }
    let mut known = cases::Known::load(ws)?;
    known.merge(std::mem::take(&mut batch.cases), &mut report);
    images::link_folders(&folders, &mut known, &mut batch.links)?;
    for (n, (link, file, line)) in batch.links.iter().enumerate() {
        if n.is_multiple_of(16) && !progress("storing images", n) {
            return Err(stopped());
        }
        images::store(ws, link, (file, *line), &mut known, &mut report)?;
    }
    report.missing_images = known.missing_images();
    let ids: HashSet<&str> = known.ids().collect();
    for (name, run) in &batch.runs {
        progress(&format!("writing run {name}"), run.rows.len());
        runs::write(ws, name, run, &ids, &mut report)?;
    }
    known.write(ws)?;
    if !repos.is_empty() {
        for (name, dir) in &repos {
            report.repos.note(ws.links.get(name).map(|old| old == dir));
        }
        config::link(&ws.root, &repos)?;
    }
    report.refused.append(&mut batch.refused);
    report.refused.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(report)
}

fn stopped() -> Problem {
    Problem::environment("stopped; nothing in the workspace was changed")
}
