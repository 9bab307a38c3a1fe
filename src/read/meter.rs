//! How far a reading has come, and the wish to stop it: shared between who reads and who shows.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::base::error::Problem;

/// Bytes read so far, and a flag that ends the reading at its next look.
#[derive(Debug, Default)]
pub struct Meter {
    read: AtomicU64,
    stop: AtomicBool,
}

impl Meter {
    /// Bytes read from disk so far, packed as they lie there.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Counts bytes.
    pub fn add(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Asks to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An error once somebody asked to stop.
    ///
    /// # Errors
    /// Says that nothing was changed.
    pub fn check(&self) -> Result<(), Problem> {
        if self.stopped() {
            return Err(Problem::environment("stopped; nothing in the workspace was changed"));
        }
        Ok(())
    }
}

/// A source that counts into a meter and fails once the meter says stop.
#[derive(Debug)]
pub(super) struct Metered<R> {
    inner: R,
    meter: Arc<Meter>,
}

impl<R> Metered<R> {
    pub(super) fn new(inner: R, meter: Arc<Meter>) -> Self {
        Self { inner, meter }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.meter.stopped() {
            return Err(io::Error::other("stopped; nothing in the workspace was changed"));
        }
        let n = self.inner.read(out)?;
        self.meter.add(n as u64);
        Ok(n)
    }
}
