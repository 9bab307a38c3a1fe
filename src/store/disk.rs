//! The two calls a journal makes on its file, as a trait, so that tests can make them fail.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// A file that only grows.
pub trait Log: Send {
    /// Writes some bytes at the end; may write fewer than asked.
    ///
    /// # Errors
    /// As the operating system says.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Returns when everything written is on the disk.
    ///
    /// # Errors
    /// As the operating system says; after an error nothing is known about the pages.
    fn sync_data(&mut self) -> io::Result<()>;
}

/// Opens journal files for appending.
pub trait Disk: Send {
    /// Opens `path`, making it when `fresh`.
    ///
    /// # Errors
    /// As the operating system says.
    fn open(&self, path: &Path, fresh: bool) -> io::Result<Box<dyn Log>>;
}

/// The real disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

struct RealLog(File);

impl Disk for RealDisk {
    fn open(&self, path: &Path, fresh: bool) -> io::Result<Box<dyn Log>> {
        let file = OpenOptions::new().append(true).create_new(fresh).open(path)?;
        Ok(Box::new(RealLog(file)))
    }
}

impl Log for RealLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn sync_data(&mut self) -> io::Result<()> {
        self.0.sync_data()
    }
}
