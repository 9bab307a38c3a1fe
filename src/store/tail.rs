//! A file of this clone to which lines are added, each on the disk's side as soon as it is written: what a command that is
//! killed had comes back.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::base::error::{Problem, Result};

/// The file; it is opened for the first line.
#[derive(Debug)]
pub(super) struct Tail {
    path: PathBuf,
    file: Option<File>,
    open: fn(&Path) -> Result<File>,
}

impl Tail {
    /// A file that is opened by `open`, for adding.
    pub(super) fn new(path: PathBuf, open: fn(&Path) -> Result<File>) -> Self {
        Self { path, file: None, open }
    }

    /// Adds a line.
    ///
    /// # Errors
    /// The disk is full, or the file cannot be opened.
    pub(super) fn add(&mut self, what: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_vec(what).map_err(|e| Problem::environment(e.to_string()))?;
        line.push(b'\n');
        if self.file.is_none() {
            if let Some(dir) = self.path.parent() {
                fs::create_dir_all(dir).map_err(|e| Problem::io("make the folder", dir, &e))?;
            }
            self.file = Some((self.open)(&self.path)?);
            // A line that was torn must not spoil the next one.
            line.insert(0, b'\n');
        }
        if let Some(file) = &mut self.file {
            file.write_all(&line)
                .map_err(|e| Problem::io("write", &self.path, &e))?;
        }
        Ok(())
    }
}

/// Opens a file for adding, making it where there is none.
///
/// # Errors
/// The disk is full, or it may not be written.
pub(super) fn plain(path: &Path) -> Result<File> {
    let file = File::options().create(true).append(true).open(path);
    file.map_err(|e| Problem::io("write", path, &e))
}
