//! The folder of an export: files written aside, moved in together at the end.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{As, What, settle};
use crate::base::error::{Problem, Result};

/// A folder that is being filled.
pub(super) struct Folder {
    dir: PathBuf,
    aside: TempDir,
    /// It was not there, or was empty: then it is put in place with one rename.
    fresh: bool,
}

impl Folder {
    /// Begins to fill `dir`.
    ///
    /// # Errors
    /// It holds something that no export wrote, or nothing can be written beside it.
    pub(super) fn begin(dir: &Path) -> Result<Self> {
        let mut fresh = true;
        if dir.exists() {
            let list = fs::read_dir(dir).map_err(|e| Problem::io("list", dir, &e))?;
            for found in list.flatten() {
                fresh = false;
                if !ours(&found.file_name().to_string_lossy()) {
                    return Err(Problem::input("the folder holds something that no export wrote")
                        .in_file(found.path())
                        .mend("name a new folder with --out"));
                }
            }
        }
        let above = match dir.parent() {
            Some(above) if !above.as_os_str().is_empty() => above,
            _ => Path::new("."),
        };
        fs::create_dir_all(above).map_err(|e| Problem::io("make the folder", above, &e))?;
        let aside = tempfile::Builder::new()
            .prefix(".casefile-export-")
            .tempdir_in(above)
            .map_err(|e| Problem::io("write in", above, &e))?;
        Ok(Self {
            dir: dir.to_owned(),
            aside,
            fresh,
        })
    }

    /// Where the files are written until the end.
    pub(super) fn aside(&self) -> &Path {
        self.aside.path()
    }

    /// Moves everything into place.
    ///
    /// # Errors
    /// A file cannot be moved.
    pub(super) fn commit(self) -> Result<()> {
        let fail = |e: &std::io::Error, at: &Path| Problem::io("put the export in place", at, e);
        open_to_all(self.aside.path()).map_err(|e| fail(&e, &self.dir))?;
        if self.fresh {
            settle(self.aside.path());
            // The folder is moved as a whole; nothing is left to be removed.
            fs::rename(self.aside.keep(), &self.dir).map_err(|e| fail(&e, &self.dir))?;
        } else {
            merge(self.aside.path(), &self.dir)?;
        }
        settle(self.dir.parent().unwrap_or(&self.dir));
        Ok(())
    }
}

/// Whether an export writes something of this name.
fn ours(name: &str) -> bool {
    let all = What::ALL.into_iter();
    matches!(name, "exhibits" | super::modes::FOLDER)
        || all
            .flat_map(|w| As::ALL.map(|a| format!("{}.{}", w.word(), a.ending())))
            .any(|n| n == name)
}

/// Moves the files of `from` into `to`, folder by folder.
fn merge(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).map_err(|e| Problem::io("make the folder", to, &e))?;
    let list = fs::read_dir(from).map_err(|e| Problem::io("list", from, &e))?;
    for found in list.flatten() {
        let target = to.join(found.file_name());
        if found.path().is_dir() {
            merge(&found.path(), &target)?;
        } else {
            fs::rename(found.path(), &target).map_err(|e| Problem::io("put the export in place", &target, &e))?;
        }
    }
    settle(to);
    Ok(())
}

/// Makes a written file durable; its size comes back.
pub(super) fn sync(path: &Path) -> Result<u64> {
    let fail = |e: std::io::Error| Problem::io("write", path, &e);
    let file = File::open(path).map_err(fail)?;
    file.sync_all().map_err(fail)?;
    Ok(file.metadata().map_err(fail)?.len())
}

/// A temp folder is private; an export is to be read by others.
fn open_to_all(dir: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o755))
}
