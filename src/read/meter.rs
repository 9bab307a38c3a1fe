//! How far a reading has come, and the wish to stop it: shared between who reads and who shows.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::error::Problem;

/// What is being done, how far it has come (bytes read, or things done), and a flag that ends it at its next look.
#[derive(Debug, Default)]
pub struct Meter {
    read: AtomicU64,
    total: AtomicU64,
    stop: Arc<AtomicBool>,
    phase: Mutex<String>,
}

impl Meter {
    /// How much of the phase is done: bytes read from disk, packed as they lie there, or things.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Counts.
    pub fn add(&self, done: u64) {
        self.read.fetch_add(done, Ordering::Relaxed);
    }

    /// What there is to be read, in the same measure; 0 when that is not known.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Starts a new phase: what is being done, and how much of it there is.
    pub fn phase(&self, what: &str, total: u64) {
        self.read.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        what.clone_into(&mut self.phase.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What is being done.
    pub fn doing(&self) -> String {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The flag that stops; a signal may set it.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Asks to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// A meter of its own that the same wish stops.
    #[must_use]
    pub fn aside(&self) -> Self {
        Self {
            stop: self.stop.clone(),
            ..Self::default()
        }
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
