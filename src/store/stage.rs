//! Files prepared beside a workspace and moved into it together at the end, so that a command that is stopped
//! or fails on the way leaves the workspace as it was.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::base::error::{Problem, Result};

use super::whole;

/// Prepared files of one command. Only one command at a time prepares files for a workspace.
#[derive(Debug)]
pub struct Stage {
    root: PathBuf,
    dir: TempDir,
    moves: Vec<Prepared>,
    written: usize,
    _lock: File,
}

/// A file that is written but not in its place.
#[derive(Debug)]
pub struct Prepared {
    from: PathBuf,
    to: PathBuf,
}

impl Stage {
    /// Begins, in `.casefile/` of the workspace at `root`. What a killed command left behind is removed.
    ///
    /// # Errors
    /// Another command is at it, or the folder cannot be written.
    pub fn begin(root: &Path) -> Result<Self> {
        let local = root.join(".casefile");
        fs::create_dir_all(&local).map_err(|e| Problem::io("make the folder", &local, &e))?;
        let path = local.join("import.lock");
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|e| Problem::io("open the lock", &path, &e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                return Err(Problem::environment(
                    "another import, fetch, see, gate or gold command is at work on this workspace",
                )
                .in_file(root)
                .mend("wait until it is done"));
            }
            // A file system without locks: two imports at once are then up to the user.
            Err(fs::TryLockError::Error(_)) => {}
        }
        for old in fs::read_dir(&local).into_iter().flatten().flatten() {
            if old.file_name().to_string_lossy().starts_with("import-") {
                let _ignored: std::io::Result<()> = fs::remove_dir_all(old.path());
            }
        }
        let dir = tempfile::Builder::new()
            .prefix("import-")
            .tempdir_in(&local)
            .map_err(|e| Problem::io("write in", &local, &e))?;
        Ok(Self {
            root: root.to_owned(),
            dir,
            moves: Vec::new(),
            written: 0,
            _lock: lock,
        })
    }

    /// Folder for whatever the command sets aside.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Writes the file that shall stand at `to` (an absolute path in the workspace), unless `fill` says that nothing
    /// differs. It takes its turn with [`Stage::add`].
    ///
    /// # Errors
    /// The disk is full, or `fill` fails.
    pub fn prepare(
        &mut self,
        to: &Path,
        fill: impl FnOnce(&mut dyn Write) -> Result<bool>,
    ) -> Result<Option<Prepared>> {
        self.written += 1;
        let from = self.dir.path().join(format!("file-{}", self.written));
        let fail = |e: &std::io::Error| Problem::io("write", to, e);
        let file = File::create(&from).map_err(|e| fail(&e))?;
        let mut out = BufWriter::with_capacity(1 << 17, file);
        if !fill(&mut out)? {
            return Ok(None);
        }
        let file = out.into_inner().map_err(|e| fail(e.error()))?;
        file.sync_all().map_err(|e| fail(&e))?;
        Ok(Some(Prepared {
            from,
            to: to.to_owned(),
        }))
    }

    /// Appoints a prepared file, if there is one, to be moved after those before it.
    pub fn add(&mut self, file: Option<Prepared>) {
        self.moves.extend(file);
    }

    /// Takes a file that lies in [`Stage::dir`] already, to be moved to `to`.
    ///
    /// # Errors
    /// It cannot be synced.
    pub fn adopt(&mut self, from: PathBuf, to: &Path) -> Result<()> {
        let file = File::open(&from).and_then(|f| f.sync_all());
        file.map_err(|e| Problem::io("write", to, &e))?;
        self.moves.push(Prepared {
            from,
            to: to.to_owned(),
        });
        Ok(())
    }

    /// Prepares `text` for `to`, unless that holds it already. True when it differs.
    ///
    /// # Errors
    /// The disk is full.
    pub fn text(&mut self, to: &Path, text: &str) -> Result<bool> {
        if fs::read(to).is_ok_and(|old| old == text.as_bytes()) {
            return Ok(false);
        }
        let file = self.prepare(to, |out| {
            out.write_all(text.as_bytes())
                .map_err(|e| Problem::io("write", to, &e))?;
            Ok(true)
        })?;
        self.moves.extend(file);
        Ok(true)
    }

    /// Moves everything into place, in the order in which it was prepared.
    ///
    /// # Errors
    /// A folder cannot be made or a file not be moved; says that those before are there already.
    pub fn commit(mut self) -> Result<()> {
        self.settle()
    }

    /// As [`Stage::commit`], and goes on: for commands that keep what they have while they work.
    ///
    /// # Errors
    /// As [`Stage::commit`].
    pub fn settle(&mut self) -> Result<()> {
        let mut dirs: Vec<PathBuf> = Vec::new();
        for Prepared { from, to } in self.moves.drain(..) {
            let dir = to.parent().unwrap_or(&self.root);
            fs::create_dir_all(dir).map_err(|e| Problem::io("make the folder", dir, &e))?;
            fs::rename(&from, &to).map_err(|e| {
                Problem::io("put the new file in place", &to, &e)
                    .mend("run the same command again; it goes on from there")
            })?;
            if !dirs.iter().any(|d| d == dir) {
                dirs.push(dir.to_owned());
            }
        }
        for dir in &dirs {
            whole::sync_dir(dir);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_there_before_the_end_and_nothing_is_left_behind() {
        let dir = tempfile::tempdir().unwrap();
        let to = dir.path().join("runs/a/x.jsonl");
        let mut stage = Stage::begin(dir.path()).unwrap();
        assert!(Stage::begin(dir.path()).unwrap_err().what.contains("another import"));
        assert!(stage.text(&to, "x").unwrap());
        assert!(!to.exists());
        drop(stage);
        assert!(!to.exists());
        fs::create_dir(dir.path().join(".casefile/import-killed")).unwrap();
        let mut stage = Stage::begin(dir.path()).unwrap();
        assert!(stage.text(&to, "x").unwrap());
        stage.commit().unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "x");
        let mut stage = Stage::begin(dir.path()).unwrap();
        assert!(!stage.text(&to, "x").unwrap());
        drop(stage);
        let left: Vec<_> = fs::read_dir(dir.path().join(".casefile")).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
