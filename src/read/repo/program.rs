//! The git program, for clones that libgit2 cannot open or whose objects it cannot reach.

use std::path::Path;

use crate::base::path::RepoPath;

use super::{Fault, LARGEST, git};

pub(super) fn is_repository(dir: &Path) -> bool {
    git(dir)
        .args(["rev-parse", "--git-dir"])
        .output()
        .is_ok_and(|o| o.status.success())
}

pub(super) fn has_commit(dir: &Path, commit: &str) -> Result<(), Fault> {
    let ok = git(dir)
        .args(["cat-file", "-e", &format!("{commit}^{{commit}}")])
        .output()
        .is_ok_and(|o| o.status.success());
    if ok {
        return Ok(());
    }
    let shallow = git(dir)
        .args(["rev-parse", "--is-shallow-repository"])
        .output()
        .is_ok_and(|o| o.stdout.starts_with(b"true"));
    Err(Fault::CommitMissing {
        commit: commit.to_owned(),
        shallow,
    })
}

pub(super) fn blob(dir: &Path, commit: &str, path: &RepoPath) -> Result<Vec<u8>, Fault> {
    has_commit(dir, commit)?;
    let run = |args: &[&str]| git(dir).args(args).output().map_err(|e| Fault::Git(e.to_string()));
    let listed = run(&["ls-tree", "-z", "--full-tree", commit, "--", path.as_str()])?;
    let line = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut words = line.split(['\t', '\0']).next().unwrap_or("").split(' ');
    let (_mode, kind, id) = (words.next(), words.next(), words.next());
    match kind {
        Some("blob") => {}
        Some("tree") => return Err(Fault::NotAFile("a folder")),
        Some("commit") => return Err(Fault::NotAFile("a submodule")),
        _ => {
            return Err(Fault::PathMissing {
                path: path.to_string(),
                same_name: Vec::new(),
            });
        }
    }
    let missing = || Fault::BlobMissing { path: path.to_string() };
    content(dir, id.unwrap_or(""), LARGEST, &missing)
}

/// The blob of that id, of at most `most` bytes.
pub(super) fn content(dir: &Path, id: &str, most: u64, missing: &dyn Fn() -> Fault) -> Result<Vec<u8>, Fault> {
    let run = |args: &[&str]| git(dir).args(args).output().map_err(|e| Fault::Git(e.to_string()));
    let size = run(&["cat-file", "-s", id])?;
    if !size.status.success() {
        return Err(missing());
    }
    let size: u64 = String::from_utf8_lossy(&size.stdout)
        .trim()
        .parse()
        .map_err(|_e| missing())?;
    if size > most {
        return Err(Fault::TooLarge(size));
    }
    let out = run(&["cat-file", "blob", id])?;
    if out.status.success() {
        Ok(out.stdout)
    } else {
        Err(missing())
    }
}

pub(super) fn present(dir: &Path, commit: &str, paths: &[RepoPath]) -> Result<Vec<bool>, Fault> {
    has_commit(dir, commit)?;
    let listed = git(dir)
        .args(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit])
        .output()
        .map_err(|e| Fault::Git(e.to_string()))?;
    let all: std::collections::HashSet<&[u8]> = listed.stdout.split(|b| *b == 0).collect();
    Ok(paths.iter().map(|p| all.contains(p.as_str().as_bytes())).collect())
}
