//! What reads pictures for `see`: one value for all kinds of it.

use std::path::Path;
use std::time::Instant;

use crate::base::error::Problem;
use crate::domain::evidence::Evidence;
use crate::read::meter::Meter;
use crate::read::ocr;

use super::pick::Wanted;

/// What reads pictures.
#[derive(Debug)]
pub enum Engine {
    /// Text recognition on this machine; rules find errors and names in its text.
    Ocr(Box<dyn ocr::Engine>),
}

/// What came of one picture.
#[derive(Debug)]
pub enum Outcome {
    /// The eight fields, or a fault, with `raw`, `mended`, `prompt`, `took_ms` and `usage`; the rest of the record is filled
    /// in later. Without a fault it is remembered under its key.
    Read(Box<Evidence>),
    /// There is no picture to be looked at: why. Nothing is written.
    Missing(String),
    /// Somebody asked to stop before there was an answer.
    Stopped,
    /// Nothing can be read at all: the command ends.
    Fatal(Problem),
}

/// What an engine is given besides the exhibit.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    /// File of the picture.
    pub path: &'a Path,
    /// The clock.
    pub clock: fn() -> Instant,
    /// Tells whether somebody wants to stop.
    pub meter: &'a Meter,
}

impl Engine {
    /// Its name: the producer, unless told otherwise.
    pub fn name(&self) -> &str {
        match self {
            Self::Ocr(engine) => engine.name(),
        }
    }

    /// Its settings in one line; the `prompt` of its records.
    pub fn settings(&self) -> String {
        match self {
            Self::Ocr(engine) => engine.settings(),
        }
    }

    /// Whether it is told the text of the case.
    pub(super) fn wants_issue(&self) -> bool {
        match self {
            Self::Ocr(_) => false,
        }
    }

    /// File of its answers in `.casefile/cache/`.
    pub(super) fn memory(&self) -> &'static str {
        match self {
            Self::Ocr(_) => "ocr.jsonl",
        }
    }

    /// All that its answer depends on; exhibits of one key are asked for once.
    pub(super) fn key(&self, one: &Wanted) -> String {
        match self {
            Self::Ocr(engine) => super::ocr::key(&**engine, one),
        }
    }

    /// Looks at an exhibit.
    pub(super) fn see(&self, one: &Wanted, seat: Seat<'_>) -> Outcome {
        match self {
            Self::Ocr(engine) => super::ocr::see(&**engine, one, seat),
        }
    }
}
