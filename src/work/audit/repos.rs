//! Base commits and gold paths against the linked repositories, each opened once.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::base::path::RepoPath;
use crate::domain::audit::{Finding, Kind, Place};
use crate::domain::case::Case;
use crate::domain::diff::{self, Change};
use crate::domain::matching::split_function;
use crate::read::repo::{Fault, Repo};
use crate::store::workspace::Workspace;
use crate::work::office::Office;

/// Opened repositories, and cases that have none.
pub(super) struct Shelf {
    office: Office,
    open: HashMap<String, Result<Repo, Fault>>,
    unlinked: BTreeMap<String, (usize, String)>,
}

impl Shelf {
    pub(super) fn new(ws: &Workspace) -> Self {
        Self {
            office: Office::new(Arc::new(ws.clone())),
            open: HashMap::new(),
            unlinked: BTreeMap::new(),
        }
    }

    fn repo(&mut self, name: &str) -> &Result<Repo, Fault> {
        self.open
            .entry(name.to_owned())
            .or_insert_with(|| self.office.repo(name))
    }

    /// Looks up base and gold of a case; true when the base was there.
    pub(super) fn check(&mut self, case: &Case, place: &Place, out: &mut Vec<Finding>) -> bool {
        let base = case.base_commit.as_str();
        let mut tell = |finding: Finding, mend: &str| out.push(finding.mend(mend));
        if base.is_empty() || case.repo.is_empty() {
            let what = "no repository or no base commit: source cannot be shown, gold not checked";
            tell(Finding::note(Kind::BaseCommit, place.clone(), what), "");
            return false;
        }
        if base.len() < 7 || !base.bytes().all(|b| b.is_ascii_hexdigit()) {
            let what = format!("the base '{base}' is no commit id");
            tell(
                Finding::error(Kind::BaseCommit, place.clone(), what),
                "a branch or tag names another commit tomorrow: write the id",
            );
            return false;
        }
        let repo = match self.repo(&case.repo) {
            Ok(repo) => repo,
            Err(fault) => {
                let fault = fault.to_string();
                let entry = self.unlinked.entry(case.repo.clone()).or_insert((0, fault));
                entry.0 += 1;
                return false;
            }
        };
        let mut paths = case.gold.files.clone();
        for id in case.gold.functions.iter().flatten() {
            let path = RepoPath::new(split_function(id).0);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        let there = match repo.present(base, &paths) {
            Ok(there) => there,
            Err(fault) => {
                let finding = Finding::error(Kind::BaseCommit, place.clone(), fault.to_string());
                tell(finding, "fetch the commit, or correct base_commit");
                return false;
            }
        };
        let diff = diff::read(case.patch.as_deref().unwrap_or(""));
        let added = |path: &RepoPath| {
            diff.iter()
                .any(|d| d.new.as_ref() == Some(path) && (d.change == Change::New || d.old.as_ref() != Some(path)))
        };
        for (path, there) in paths.iter().zip(there) {
            // Files that the fix adds are told by the patch already.
            if !there && !added(path) {
                let short: String = base.chars().take(12).collect();
                let finding = Finding::error(
                    Kind::GoldPath,
                    place.clone(),
                    format!("{path} is not in the base {short}"),
                );
                tell(finding, "correct the path or the base commit");
            }
        }
        true
    }

    /// Which of the paths are in the base of a case; `None` when that cannot be told.
    pub(super) fn present(&mut self, repo: &str, base: &str, paths: &[RepoPath]) -> Option<Vec<bool>> {
        if base.is_empty() || repo.is_empty() || paths.is_empty() {
            return None;
        }
        self.repo(repo).as_ref().ok()?.present(base, paths).ok()
    }

    /// Tells which repositories could not be asked.
    pub(super) fn tell(&self, out: &mut Vec<Finding>) {
        for (name, (cases, fault)) in &self.unlinked {
            let plural = if *cases == 1 { "" } else { "s" };
            let what = format!("base and gold of {cases} case{plural} were not looked up");
            let place = Place {
                row: name.clone(),
                ..Place::default()
            };
            out.push(Finding::note(Kind::Unlinked, place, what).mend(fault.clone()));
        }
    }
}
