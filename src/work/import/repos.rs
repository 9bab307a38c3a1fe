//! Finding repositories to link: a clone itself, or a folder of clones named `OWNER__NAME[.git]` or `OWNER/NAME`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::read::repo::Repo;

/// A repository named on the command line, checked.
///
/// # Errors
/// A name that is not `OWNER/NAME`, or a folder that is no repository.
pub fn named(name: &str, dir: &Path) -> Result<(String, PathBuf)> {
    let sound = name
        .split_once('/')
        .is_some_and(|(o, n)| !o.is_empty() && !n.is_empty() && !n.contains('/'));
    if !sound {
        return Err(Problem::input(format!("'{name}' is no repository name")).mend("write --repo OWNER/NAME=DIR"));
    }
    let full = fs::canonicalize(dir).map_err(|e| Problem::io("find", dir, &e))?;
    Repo::open(&full).map_err(|fault| {
        Problem::input(fault.to_string()).mend("write --repo OWNER/NAME=DIR with the folder of a clone")
    })?;
    Ok((name.to_owned(), full))
}

/// Repositories in `dir`.
///
/// # Errors
/// When the folder cannot be listed.
pub fn find(dir: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut out = BTreeMap::new();
    for path in list(dir)? {
        let name = path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let bare = name.strip_suffix(".git").unwrap_or(&name);
        if let Some((owner, repo)) = bare.split_once("__") {
            if looks(&path) {
                out.insert(format!("{owner}/{repo}"), absolute(&path)?);
            }
        } else if !looks(&path) && !name.starts_with('.') {
            for inner in list(&path)? {
                let inner_name = inner
                    .file_name()
                    .map(|n| n.to_string_lossy().into_owned())
                    .unwrap_or_default();
                let repo = inner_name.strip_suffix(".git").unwrap_or(&inner_name);
                if !repo.is_empty() && looks(&inner) {
                    out.insert(format!("{name}/{repo}"), absolute(&inner)?);
                }
            }
        }
    }
    Ok(out)
}

fn list(dir: &Path) -> Result<Vec<PathBuf>> {
    let read = fs::read_dir(dir).map_err(|e| Problem::io("list", dir, &e))?;
    let mut out: Vec<PathBuf> = read.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    out.sort();
    Ok(out)
}

/// A folder that holds a repository, by its look: opening thousands of folders would be slow.
fn looks(dir: &Path) -> bool {
    dir.join(".git").exists() || dir.join("objects").is_dir() && dir.join("HEAD").is_file()
}

fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).map_err(|e| Problem::io("resolve", path, &e))
}
