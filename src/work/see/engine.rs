//! What reads pictures for `see`: one value for all kinds of it.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::domain::evidence::Evidence;
use crate::read::meter::Meter;
use crate::read::ocr;

use super::model::Model;

/// What reads pictures.
#[derive(Debug)]
pub enum Engine {
    /// Text recognition on this machine; rules find errors and names in its text.
    Ocr(Arc<dyn ocr::Engine>),
    /// A vision model behind an endpoint; it is told the issue.
    Model(Box<Model>),
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
            Self::Model(model) => &model.line.model,
        }
    }

    /// Its settings in one line.
    pub fn settings(&self) -> String {
        match self {
            Self::Ocr(engine) => engine.settings(),
            Self::Model(model) => model.settings(),
        }
    }

    /// Whether it is told the text of the case.
    pub(super) fn wants_issue(&self) -> bool {
        matches!(self, Self::Model(_))
    }
}
