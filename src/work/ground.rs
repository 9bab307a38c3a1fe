//! What the lenient rules need of a case's repository: its paths at the base commit, the names of its gold files.

use crate::base::path::RepoPath;
use crate::domain::case::Case;
use crate::domain::ladder::Ground;
use crate::domain::matching;
use crate::domain::run::Suspects;
use crate::domain::snapshot::Snapshot;
use crate::read::{outline, repo};

use super::casefile::CaseFile;
use super::office::Office;

/// Files whose names are read, at most; those of gold come first.
const FILES: usize = 24;

/// The ground of a case on the desk; without tree and names when no run names anything.
pub(super) fn ground(office: &Office, file: &CaseFile, stop: &dyn Fn() -> bool) -> Ground {
    let named = |s: &Suspects| !s.files.is_empty() || !s.functions.is_empty();
    if file.suspects.iter().any(|(_, s)| named(s)) {
        of(office, &file.case, &[], stop)
    } else {
        Ground {
            repo: file.case.repo.clone(),
            ..Ground::default()
        }
    }
}

/// The ground of a case: its tree, and the names of gold's files and of `more` files. Without them when there is no
/// repository, or nothing to compare.
pub(super) fn of(office: &Office, case: &Case, more: &[&str], stop: &dyn Fn() -> bool) -> Ground {
    let mut out = Ground {
        repo: case.repo.clone(),
        ..Ground::default()
    };
    if case.base_commit.is_empty() || case.gold.files.is_empty() {
        return out;
    }
    let Ok(opened) = office.repo(&case.repo) else {
        return out;
    };
    out.tree = opened.paths(&case.base_commit, stop).ok().map(Snapshot::new);
    let functions = case.gold.functions.iter().flatten();
    let mut files: Vec<&str> = functions.map(|id| matching::split_function(id).0).collect();
    files.sort_unstable();
    files.dedup();
    for path in more {
        if !files.contains(path) {
            files.push(path);
        }
    }
    for path in files.into_iter().take(FILES) {
        if stop() {
            break;
        }
        let text = opened
            .blob(&case.base_commit, &RepoPath::new(path))
            .and_then(|b| repo::as_text(&b));
        if let Some(found) = text.ok().and_then(|t| outline::outline_of(path, &t, stop)) {
            let names = found.symbols.into_iter().map(|s| s.name).collect();
            out.names.insert(path.to_owned(), names);
        }
    }
    out
}
