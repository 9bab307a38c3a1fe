//! What the named paths hold: files to read, images, repositories.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};

use super::repos;

/// Folders below a named one that are looked into.
const DEPTH: usize = 8;

/// Endings of pictures; what they are is decided by their content later.
const PICTURES: [&str; 10] = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "svg", "ico"];

/// A file to read.
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// Named on the command line, rather than found in a folder.
    pub(super) named: bool,
    size: u64,
}

/// Everything found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) files: Vec<Source>,
    /// Pictures of folders by file name.
    pub(super) images: HashMap<String, Vec<PathBuf>>,
    pub(super) repos: BTreeMap<String, PathBuf>,
    pub(super) clones: usize,
    pub(super) any_folder: bool,
}

impl Found {
    /// Bytes of all files to read.
    pub(super) fn bytes(&self) -> u64 {
        self.files.iter().map(|f| f.size).sum()
    }
}

/// Looks through `paths`. A folder of clones gives repositories and nothing else.
pub(super) fn gather(paths: &[PathBuf]) -> Result<Found> {
    let mut out = Found::default();
    for path in paths {
        let meta = fs::metadata(path).map_err(|e| Problem::io("read", path, &e))?;
        if !meta.is_dir() {
            out.files.push(Source {
                path: path.clone(),
                named: true,
                size: meta.len(),
            });
            continue;
        }
        if path.join("casefile.toml").is_file() {
            return Err(Problem::input("this is a workspace, not data to import")
                .in_file(path)
                .mend("import the files it was made from; people's answers are merged by copying journal/"));
        }
        let mut repos = repos::find(path)?;
        out.any_folder = true;
        if repos.is_empty() {
            walk(path, 0, &mut out)?;
        }
        out.clones += repos.len();
        out.repos.append(&mut repos);
    }
    Ok(out)
}

fn walk(dir: &Path, depth: usize, out: &mut Found) -> Result<()> {
    // A workspace among the data is somebody's work on it.
    if depth > DEPTH || dir.join("casefile.toml").is_file() {
        return Ok(());
    }
    let list = fs::read_dir(dir).map_err(|e| Problem::io("list", dir, &e))?;
    let mut all: Vec<PathBuf> = list.flatten().map(|e| e.path()).collect();
    all.sort();
    for path in all {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("").to_owned();
        // A link could lead anywhere, and around in circles.
        if path.is_symlink() || name.starts_with('.') || name == "node_modules" {
            continue;
        }
        let ext = name.rsplit_once('.').map(|(_, e)| e.to_lowercase()).unwrap_or_default();
        if path.is_dir() {
            walk(&path, depth + 1, out)?;
        } else if PICTURES.contains(&ext.as_str()) {
            out.images.entry(name).or_default().push(path);
        } else if let Ok(meta) = fs::metadata(&path)
            && meta.is_file()
        {
            out.files.push(Source {
                path,
                named: false,
                size: meta.len(),
            });
        }
    }
    Ok(())
}
