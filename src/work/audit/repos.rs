//! Base commits and gold paths against the linked repositories, each opened once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::base::path::RepoPath;
use crate::domain::audit::gold::function_fault;
use crate::domain::audit::{Finding, Kind, Place};
use crate::domain::case::{Case, Origin};
use crate::domain::diff::{self, Change};
use crate::domain::matching::split_function;
use crate::read::outline;
use crate::read::repo::{self, Fault, Repo};
use crate::store::workspace::Workspace;
use crate::work::office::Office;

/// Opened repositories, and cases that have none.
pub(super) struct Shelf {
    office: Office,
    open: HashMap<String, Result<Repo, Fault>>,
    unlinked: BTreeMap<String, (usize, String)>,
    /// Case and gold function of which the base has no such name.
    unnamed: HashSet<(String, String)>,
}

impl Shelf {
    pub(super) fn new(ws: &Workspace) -> Self {
        Self {
            office: Office::new(Arc::new(ws.clone())),
            open: HashMap::new(),
            unlinked: BTreeMap::new(),
            unnamed: HashSet::new(),
        }
    }

    fn repo(&mut self, name: &str) -> &Result<Repo, Fault> {
        self.open
            .entry(name.to_owned())
            .or_insert_with(|| self.office.repo(name))
    }

    /// Looks up base and gold of a case; true when the base was there.
    pub(super) fn check(
        &mut self,
        case: &Case,
        place: &Place,
        stop: &dyn Fn() -> bool,
        out: &mut Vec<Finding>,
    ) -> bool {
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
        let mut told = Vec::new();
        for (path, there) in paths.iter().zip(there) {
            if there {
                for (id, like) in unnamed(repo, case, path, stop) {
                    told.push((case.id.clone(), id.to_owned()));
                    let what = format!("{id} is no name in its file at the base {}", short(base));
                    let mend = match like {
                        Some(like) => format!("the file has {like}"),
                        None => "correct the name or the base commit; one that the fix adds is no gold".to_owned(),
                    };
                    tell(Finding::error(Kind::GoldNotFunction, place.clone(), what), &mend);
                }
            // Files that the fix adds are told by the patch already.
            } else if !added(path) {
                let finding = Finding::error(
                    Kind::GoldPath,
                    place.clone(),
                    format!("{path} is not in the base {}", short(base)),
                );
                tell(finding, "correct the path or the base commit");
            }
        }
        self.unnamed.extend(told);
        true
    }

    /// Which of the paths are in the base of a case; `None` when that cannot be told.
    pub(super) fn present(&mut self, repo: &str, base: &str, paths: &[RepoPath]) -> Option<Vec<bool>> {
        if base.is_empty() || repo.is_empty() || paths.is_empty() {
            return None;
        }
        self.repo(repo).as_ref().ok()?.present(base, paths).ok()
    }

    /// Whether it was told that the base has no such function.
    pub(super) fn told(&self, case: &str, function: &str) -> bool {
        self.unnamed.contains(&(case.to_owned(), function.to_owned()))
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

fn short(base: &str) -> String {
    base.chars().take(12).collect()
}

/// Gold functions of a file of the base whose names its outline lacks, each with the one name that ends alike; none
/// where no grammar reads the file. Ids against the grammar of gold are told elsewhere.
fn unnamed<'c>(
    repo: &Repo,
    case: &'c Case,
    path: &RepoPath,
    stop: &dyn Fn() -> bool,
) -> Vec<(&'c str, Option<String>)> {
    let functions = case.gold.functions.iter().flatten().map(String::as_str);
    let here: Vec<&str> = functions
        .filter(|id| split_function(id).0 == path.as_str())
        .filter(|id| case.gold.origin != Origin::Dataset || function_fault(id).is_none())
        .collect();
    if here.is_empty() || stop() {
        return Vec::new();
    }
    let text = repo.blob(&case.base_commit, path).and_then(|b| repo::as_text(&b));
    let found = text.ok().and_then(|t| outline::outline_of(path.as_str(), &t, stop));
    // An outline that was stopped half-way lacks names.
    let Some(found) = found.filter(|_| !stop()) else {
        return Vec::new();
    };
    let names: HashSet<&str> = found.symbols.iter().map(|s| s.name.as_str()).collect();
    let gone = here.into_iter().filter(|id| !names.contains(split_function(id).1));
    gone.map(|id| (id, found.find(split_function(id).1).map(|s| s.name.clone())))
        .collect()
}
