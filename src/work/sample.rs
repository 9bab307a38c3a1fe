//! The embedded sample: laid out as a workspace with its own small git repository, so that everything works on it.
//!
//! Laying it out again refreshes the data and keeps the journals.

use std::fs;
use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::store::journal::hash;
use crate::store::sync::index_entry;
use crate::store::whole;
use crate::store::workspace::Workspace;

mod files;

use files::FILES;

/// Repository of the sample.
const REPO: &str = "harbour/tidewatch";

/// Author, seconds since 1970 and message of the two commits.
const COMMITS: [(&str, &str, i64, &str); 2] = [
    (
        "first",
        "Ailsa Moir",
        1_764_579_600,
        "Start with the chart, the hub and the forecast\n",
    ),
    (
        "before",
        "Jun Tanaka",
        1_772_096_400,
        "Add stations, alarms, the device and the phone widget\n",
    ),
];

/// Opens the sample under `root`, laying it out when it is missing or of another build. `fresh` starts over.
///
/// # Errors
/// When the folder cannot be written.
pub fn open(root: &Path, fresh: bool) -> Result<Workspace> {
    let stamp = root.join(".casefile/sample");
    let version = version();
    if fresh && root.exists() {
        if !stamp.exists() && root.join("casefile.toml").exists() {
            return Err(Problem::input("this is a workspace of your own, not the sample").in_file(root));
        }
        fs::remove_dir_all(root).map_err(|e| Problem::io("remove", root, &e))?;
    }
    if fs::read_to_string(&stamp).is_ok_and(|s| s == version) {
        return Workspace::open(root);
    }
    fs::create_dir_all(root).map_err(|e| Problem::io("make the folder", root, &e))?;
    Workspace::lay(root)?;
    let base = repository(&root.join("repos").join(format!("{}.git", REPO.replace('/', "__"))))?;
    for (name, bytes) in FILES {
        lay(root, name, bytes, &base)?;
    }
    whole::write_text(&stamp, &version)?;
    Workspace::open(root)
}

fn version() -> String {
    let mut all = Vec::new();
    for (name, bytes) in FILES {
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(hash(bytes).as_bytes());
    }
    hash(&all)
}

fn lay(root: &Path, name: &str, bytes: &[u8], base: &str) -> Result<()> {
    let put = |path: &Path, bytes: &[u8]| {
        whole::write(path, |out| {
            out.write_all(bytes).map_err(|e| Problem::io("write", path, &e))
        })
    };
    if let Some(image) = name.strip_prefix("images/") {
        let (stored, fault) = super::import::describe(bytes);
        if let Some(fault) = fault {
            return Err(Problem::environment(format!(
                "the sample image {image} cannot be shown: {fault}"
            )));
        }
        return put(&root.join(stored.file()), bytes);
    }
    if name == "cases.jsonl" {
        let text =
            String::from_utf8_lossy(bytes).replace("\"base_commit\":\"BASE\"", &format!("\"base_commit\":\"{base}\""));
        return put(&root.join(name), text.as_bytes());
    }
    if matches!(name, "candidates.jsonl" | "gate.jsonl") || name.starts_with("evidence/") || name.starts_with("runs/") {
        return put(&root.join(name), bytes);
    }
    Ok(())
}

/// Builds the bare repository and returns the id of the base commit, which is always the same.
fn repository(dir: &Path) -> Result<String> {
    let fail = |e: &git2::Error| {
        Problem::environment(format!("cannot build the sample repository: {}", e.message())).in_file(dir)
    };
    if dir.exists() {
        fs::remove_dir_all(dir).map_err(|e| Problem::io("remove", dir, &e))?;
    }
    let repo = git2::Repository::init_bare(dir).map_err(|e| fail(&e))?;
    let mut parent: Option<git2::Oid> = None;
    for (folder, author, time, message) in COMMITS {
        let mut index = git2::Index::new().map_err(|e| fail(&e))?;
        for (name, bytes) in FILES {
            let Some(path) = name
                .strip_prefix("repo/")
                .and_then(|n| n.strip_prefix(folder))
                .and_then(|n| n.strip_prefix('/'))
            else {
                continue;
            };
            let id = repo.blob(bytes).map_err(|e| fail(&e))?;
            index.add(&index_entry(path, id)).map_err(|e| fail(&e))?;
        }
        let tree = index
            .write_tree_to(&repo)
            .and_then(|id| repo.find_tree(id))
            .map_err(|e| fail(&e))?;
        let email = format!(
            "{}@tidewatch.example",
            author.split(' ').next().unwrap_or("x").to_lowercase()
        );
        let who = git2::Signature::new(author, &email, &git2::Time::new(time, 0)).map_err(|e| fail(&e))?;
        let before = parent
            .map(|id| repo.find_commit(id))
            .transpose()
            .map_err(|e| fail(&e))?;
        let parents: Vec<&git2::Commit<'_>> = before.iter().collect();
        let id = repo
            .commit(Some("refs/heads/main"), &who, &who, message, &tree, &parents)
            .map_err(|e| fail(&e))?;
        parent = Some(id);
    }
    repo.set_head("refs/heads/main").map_err(|e| fail(&e))?;
    Ok(parent.map(|id| id.to_string()).unwrap_or_default())
}
