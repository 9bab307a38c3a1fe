//! Text recognition on this machine: engines that read the text out of a picture. They know no issue and ask no network.

use std::fmt;
use std::time::{Duration, Instant};

use image::DynamicImage;

mod child;
pub mod prepare;
mod tesseract;
#[cfg(test)]
mod tests;
mod tsv;

pub use tesseract::{Layout, Tesseract};

/// What an engine read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// The text, a line of the picture a line, in reading order; empty when the picture shows none.
    pub text: String,
    /// How sure the engine is, 0 to 1, words weighted by their letters; `None` when nothing was read.
    pub confidence: Option<f64>,
}

/// Why there is no reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The program cannot be started: why.
    Start(String),
    /// It took longer than it may.
    TimedOut(Duration),
    /// It wrote more than this many bytes.
    TooMuch(usize),
    /// It failed: exit code (`None` when a signal ended it), and what it said.
    Failed(Option<i32>, String),
    /// What it wrote is not what it was asked for.
    NoTable,
    /// The picture cannot be prepared: why.
    Picture(String),
    /// Somebody asked to stop.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => write!(out, "cannot be started: {why}"),
            Self::TimedOut(most) => write!(out, "took longer than {} s", most.as_secs()),
            Self::TooMuch(most) => write!(out, "wrote more than {} MiB", most >> 20),
            Self::Failed(code, said) => {
                match code {
                    Some(code) => write!(out, "ended with {code}")?,
                    None => write!(out, "was ended by a signal")?,
                }
                if said.is_empty() {
                    return Ok(());
                }
                write!(out, ": {said}")
            }
            Self::NoTable => write!(out, "wrote no table of words"),
            Self::Picture(why) => write!(out, "the picture cannot be prepared: {why}"),
            Self::Stopped => write!(out, "stopped"),
        }
    }
}

/// The clock, and whether somebody wants to stop.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// The clock.
    pub clock: fn() -> Instant,
    /// Whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Watch").finish_non_exhaustive()
    }
}

/// A program or library that reads text out of pictures. A new one is another file below this and a name in the command.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Its name: the producer of what it reads, unless told otherwise.
    fn name(&self) -> &str;

    /// All that its readings depend on besides the picture: version, options, how pictures are prepared.
    fn settings(&self) -> String;

    /// Reads an upright picture of 8 bits a channel.
    ///
    /// # Errors
    /// See [`Fault`].
    fn read(&self, picture: &DynamicImage, watch: Watch<'_>) -> Result<Reading, Fault>;
}
