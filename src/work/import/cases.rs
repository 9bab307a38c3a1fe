//! Cases, read and written one at a time: new ones at the end, changed ones in place, images and answers kept.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::domain::case::{Case, Labels, Origin};
use crate::read::meter::Meter;
use crate::read::reader::GoldRow;
use crate::store::spool::Spool;
use crate::store::stage::{Prepared, Stage};
use crate::store::workspace::Workspace;

use super::images::{self, Folders};
use super::intake::{Intake, Link};
use crate::work::merge::{no_case, old_lines, put};

/// What an exhibit can be named by.
#[derive(Debug)]
pub(in crate::work) struct Shown {
    pub(in crate::work) id: String,
    pub(in crate::work) source: String,
}

impl Shown {
    /// Last part of the address.
    pub(super) fn name(&self) -> &str {
        last_part(&self.source)
    }
}

/// Last part of an address, without what follows `?` or `#`.
pub(super) fn last_part(source: &str) -> &str {
    let path = source.split(['?', '#']).next().unwrap_or("");
    path.rsplit('/').next().unwrap_or("")
}

/// The cases after the merge.
#[derive(Default)]
pub(super) struct Cases {
    /// Cases of the workspace that were not read again.
    others: HashSet<Box<str>>,
    shown: HashMap<String, Vec<Shown>>,
    file: Option<Prepared>,
    pub(super) missing: usize,
}

impl Cases {
    /// Whether there is such a case, among those `read` or those that were there.
    pub(super) fn has(&self, id: &str, read: &Spool) -> bool {
        read.has(id) || self.others.contains(id)
    }

    /// Exhibits of a case that evidence is about; `None` when there is no such case.
    pub(super) fn exhibits(&self, id: &str) -> Option<&[Shown]> {
        self.shown.get(id).map(Vec::as_slice)
    }

    /// Appoints `cases.jsonl`, the last of all files.
    pub(super) fn stage(self, stage: &mut Stage) {
        stage.add(self.file);
    }
}

/// As much of a case as is needed to leave it alone.
#[derive(Deserialize)]
struct Known<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(default)]
    exhibits: Vec<KnownExhibit>,
}

#[derive(Deserialize)]
struct KnownExhibit {
    image: Option<serde::de::IgnoredAny>,
}

/// Prepares `cases.jsonl` from what is there and what was read.
pub(super) fn merge(
    ws: &Workspace,
    intake: &mut Intake,
    pictures: &HashMap<String, Vec<PathBuf>>,
    replace: bool,
    meter: &Meter,
) -> Result<Cases> {
    let path = ws.cases();
    meter.phase("merging cases", intake.cases.len() as u64);
    let mut out = Cases::default();
    let mut work = Work {
        ws,
        folders: Folders::new(pictures),
        links: std::mem::take(&mut intake.links),
        gold: std::mem::take(&mut intake.gold),
        seen: std::mem::take(&mut intake.seen),
        replace,
        other_gold: 0,
    };
    // The stage lends its writer while images are set aside in it.
    let mut staged = images::Staged::default();
    let mut met = vec![false; intake.cases.len()];
    let Intake {
        stage, report, cases, ..
    } = intake;
    let dir = stage.dir().to_owned();
    out.file = stage.prepare(&path, |to| {
        let mut differs = false;
        old_lines(&path, &mut |number, line| {
            meter.check()?;
            let known: Known<'_> = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
            match cases.place(&known.id).and_then(|at| met.get_mut(at)) {
                Some(met) => *met = true,
                None => {
                    out.others.insert(known.id.as_ref().into());
                }
            }
            if !cases.has(&known.id) && !work.wants(&known.id) {
                out.missing += known.exhibits.iter().filter(|e| e.image.is_none()).count();
                return put(to, &path, line);
            }
            let old: Case = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
            let mut new = match cases.get::<Case>(&old.id)? {
                Some(mut new) => {
                    keep(&old, &mut new);
                    report.cases.note(Some(old == new));
                    meter.add(1);
                    new
                }
                None => old.clone(),
            };
            work.finish(&mut new, &mut out, &mut staged, &dir, report)?;
            if new == old {
                return put(to, &path, line);
            }
            differs = true;
            write(to, &path, &new)
        })?;
        for (at, _) in met.iter().enumerate().filter(|(_, met)| !**met) {
            meter.check()?;
            meter.add(1);
            report.cases.note(None);
            differs = true;
            let Some(raw) = cases.raw_at(at)? else { continue };
            let mut new: Case = serde_json::from_slice(&raw).map_err(|e| Problem::environment(e.to_string()))?;
            if work.finish(&mut new, &mut out, &mut staged, &dir, report)? {
                write(to, &path, &new)?;
            } else {
                put(to, &path, &raw)?;
            }
        }
        Ok(differs)
    })?;
    staged.adopt(stage)?;
    work.left(report);
    Ok(out)
}

fn write(to: &mut dyn std::io::Write, path: &std::path::Path, case: &Case) -> Result<()> {
    let raw = serde_json::to_vec(case).map_err(|e| Problem::environment(e.to_string()))?;
    put(to, path, &raw)
}

/// What is to be added to cases on the way.
struct Work<'a> {
    ws: &'a Workspace,
    folders: Folders<'a>,
    links: HashMap<String, Vec<Link>>,
    gold: HashMap<String, GoldRow>,
    seen: HashSet<String>,
    replace: bool,
    other_gold: usize,
}

impl Work<'_> {
    fn wants(&self, id: &str) -> bool {
        self.folders.any() || self.links.contains_key(id) || self.gold.contains_key(id) || self.seen.contains(id)
    }

    /// Adds images and gold; true when something of the case changed.
    fn finish(
        &mut self,
        case: &mut Case,
        out: &mut Cases,
        staged: &mut images::Staged,
        dir: &std::path::Path,
        report: &mut super::Report,
    ) -> Result<bool> {
        let mut changed = false;
        let mut links = self.links.remove(&case.id).unwrap_or_default();
        self.folders.links(case, &mut links);
        for link in links {
            changed |= images::store(self.ws, case, link, staged, dir, report)?;
        }
        if let Some(row) = self.gold.remove(&case.id) {
            changed |= self.publish(case, row, report);
        }
        if self.seen.contains(&case.id) {
            let shown = case.exhibits.iter().map(|e| Shown {
                id: e.id.clone(),
                source: e.source.clone(),
            });
            out.shown.insert(case.id.clone(), shown.collect());
        }
        out.missing += case.exhibits.iter().filter(|e| e.image.is_none()).count();
        Ok(changed)
    }

    /// Published gold goes where there is none; other gold stays unless it shall be replaced.
    fn publish(&mut self, case: &mut Case, row: GoldRow, report: &mut super::Report) -> bool {
        let before = case.gold.clone();
        let free = self.replace || case.gold.functions.is_none() || case.gold.origin == Origin::Computed;
        match row.functions {
            Some(functions) if free => {
                case.gold.functions = Some(functions);
                case.gold.origin = Origin::Dataset;
                case.gold.published = None;
            }
            Some(functions) if case.gold.functions.as_ref() != Some(&functions) => self.other_gold += 1,
            _ => {}
        }
        if let Some(files) = row.files
            && (self.replace || case.gold.files.is_empty())
        {
            case.gold.files = files;
        }
        let same = case.gold == before;
        let was = before.functions.is_some() || same;
        report.gold.note(was.then_some(same));
        !same
    }

    /// Tells what found no case.
    fn left(self, report: &mut super::Report) {
        for (case, links) in self.links {
            for link in links {
                report.refuse(
                    Problem::input(format!("no case '{case}' in the workspace"))
                        .in_file(link.from)
                        .at_line(link.line)
                        .at_field("instance_id")
                        .mend("import the cases first, or in the same command"),
                );
            }
        }
        if !self.gold.is_empty() {
            report.note(
                Problem::input(format!(
                    "gold of {} cases that are not here was left out",
                    self.gold.len()
                ))
                .mend("import the cases first, or in the same command"),
            );
        }
        if self.other_gold > 0 {
            report.note(
                Problem::input(format!(
                    "{} cases have other function gold already; it stays",
                    self.other_gold
                ))
                .mend("take the new one with --replace"),
            );
        }
    }
}

/// What a new row does not know is kept: stored images, gold from elsewhere, labels.
fn keep(old: &Case, new: &mut Case) {
    for exhibit in &mut new.exhibits {
        if let Some(before) = old.exhibits.iter().find(|e| e.source == exhibit.source) {
            if exhibit.image.is_none() {
                exhibit.image.clone_from(&before.image);
                exhibit.fault.clone_from(&before.fault);
            }
            if exhibit.labels == Labels::default() {
                exhibit.labels.clone_from(&before.labels);
            }
        }
    }
    let replaced = old.gold.published.as_ref();
    let same_source = match replaced {
        Some(p) => p.files == new.gold.files && p.functions == new.gold.functions,
        None => new.gold.functions.is_none() && old.gold.functions.is_some() && old.gold.files == new.gold.files,
    };
    if same_source {
        new.gold.clone_from(&old.gold);
    }
    if new.labels == Labels::default() {
        new.labels.clone_from(&old.labels);
    }
    if new.rest.is_empty() {
        new.rest.clone_from(&old.rest);
    }
}
