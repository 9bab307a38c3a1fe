//! Journals as they were committed against journals as they lie on the disk: a journal only grows.

use std::fs;
use std::path::Path;

use git2::{ObjectType, Repository, TreeWalkMode, TreeWalkResult};

use super::own::complete;
use crate::base::error::Problem;
use crate::store::replay::Whose;

/// Journal files that are committed and on the disk are missing, shorter or other than committed. Nothing where there is
/// no repository or no commit.
pub fn unlike_head(root: &Path, whose: &Whose) -> Vec<Problem> {
    found(root, whose).unwrap_or_default()
}

fn found(root: &Path, whose: &Whose) -> Option<Vec<Problem>> {
    let root = fs::canonicalize(root).ok()?;
    let repo = Repository::discover(&root).ok()?;
    let top = fs::canonicalize(repo.workdir()?).ok()?;
    let inner = root.strip_prefix(&top).ok()?.join("journal");
    let entry = repo.head().ok()?.peel_to_tree().ok()?.get_path(&inner).ok()?;
    let tree = repo.find_tree(entry.id()).ok()?;
    let mut out = Vec::new();
    let walked = tree.walk(TreeWalkMode::PreOrder, |above, entry| {
        let Ok(name) = entry.name() else {
            return TreeWalkResult::Ok;
        };
        let journal =
            entry.kind() == Some(ObjectType::Blob) && Path::new(name).extension().is_some_and(|e| e == "jsonl");
        let mine = match whose {
            Whose::All => true,
            Whose::Own(me) => above.trim_end_matches('/') == me,
        };
        if journal && mine {
            let path = root.join("journal").join(above).join(name);
            out.extend(repo.find_blob(entry.id()).ok().and_then(|b| unlike(&path, b.content())));
        }
        TreeWalkResult::Ok
    });
    walked.ok().map(|()| out)
}

fn unlike(path: &Path, committed: &[u8]) -> Option<Problem> {
    let at = path.display();
    let aside = format!(
        "mv '{at}' '{at}.aside' && git checkout -- '{at}'; what was moved aside is a journal file too: give it a number of its own to keep its answers"
    );
    let (what, mend) = match fs::read(path) {
        Err(_) => (
            "the journal is committed and not on the disk",
            format!("git checkout -- '{at}'"),
        ),
        Ok(now) if now.starts_with(committed) => return None,
        Ok(now) if committed.starts_with(complete(&now)) => (
            "the journal is shorter than what was committed of it",
            format!("with the workbench closed: git checkout -- '{at}'"),
        ),
        Ok(_) => ("the journal is not what was committed of it, and more", aside),
    };
    Some(Problem::input(what).in_file(path).mend(mend))
}
