//! What is asked of `see`, and what it tells.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use crate::domain::evidence::Evidence;
use crate::work::chat::{Estimate, Totals};
use crate::work::import::Count;

use super::engine::Engine;

/// What to see and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Case ids; none for all.
    pub cases: Vec<String>,
    /// Name under which evidence is kept; a file name.
    pub producer: String,
    /// What reads; `None` to count only.
    pub engine: Option<Arc<Engine>>,
    /// Count, and estimate what a model would cost, but read nothing.
    pub dry: bool,
    /// Most exhibits.
    pub most: Option<usize>,
    /// Pictures that are read at once.
    pub workers: usize,
    /// Also exhibits that have evidence of this producer; nothing that is remembered counts.
    pub again: bool,
    /// Also exhibits whose record tells a fault.
    pub retry: bool,
    /// Now, UTC, RFC 3339.
    pub now: String,
    /// The clock.
    pub clock: fn() -> Instant,
}

/// An exhibit without evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its case.
    pub case: String,
    /// Its id.
    pub exhibit: String,
    /// Address or path by which the case names it.
    pub source: String,
    /// Why.
    pub why: String,
}

/// Exhibits by the reason why they have no evidence.
pub type ByReason = BTreeMap<String, Vec<Missing>>;

/// What came of one exhibit.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Place among all that were asked for.
    pub place: usize,
    /// Its case.
    pub case: String,
    /// Its id.
    pub exhibit: String,
    /// Milliseconds that reading took.
    pub took_ms: Option<u64>,
    /// Words that were read.
    pub words: usize,
    /// The producer's own, 0 to 1.
    pub confidence: Option<f64>,
    /// Type or kind of the error it shows.
    pub error: Option<String>,
    /// Files and functions that it names.
    pub names: usize,
    /// Why there is nothing.
    pub fault: Option<String>,
    /// It was read by an earlier command.
    pub remembered: bool,
}

impl Row {
    pub(super) fn new(place: usize, e: &Evidence, remembered: bool) -> Self {
        let hint = e.code_hint.as_ref();
        Self {
            place,
            case: e.case.clone(),
            exhibit: e.exhibit.clone(),
            took_ms: e.took_ms,
            words: e.ocr_text.as_deref().map_or(0, |t| t.split_whitespace().count()),
            confidence: e.confidence,
            error: e
                .error_signal
                .as_ref()
                .and_then(|s| s.type_name.clone().or_else(|| s.kind.clone())),
            names: hint.map_or(0, |h| h.function_names.len() + h.file_patterns.len()),
            fault: e.fault.clone(),
            remembered,
        }
    }
}

/// What came of it. Exhibits are counted; a picture that several show is read once.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The engine with its settings; empty when nothing was read.
    pub settings: String,
    /// Exhibits that have evidence now.
    pub read: usize,
    /// Answers that were asked for, or would be.
    pub pictures: usize,
    /// Answers that were known from an earlier command.
    pub remembered: usize,
    /// Exhibits that had evidence of this producer before.
    pub had: usize,
    /// Exhibits that were asked for in vain.
    pub failed: ByReason,
    /// Exhibits that failed before and were not asked for again.
    pub faulty: ByReason,
    /// Exhibits without a picture.
    pub no_image: ByReason,
    /// Exhibits whose picture cannot be decoded.
    pub undecodable: ByReason,
    /// Exhibits that nobody looked at: a limit, a stop, or a dry run.
    pub left: usize,
    /// Records that were written.
    pub records: Count,
    /// What came of each exhibit that was looked at, in the order of the cases.
    pub rows: Vec<Row>,
    /// Requests and tokens of a model.
    pub totals: Option<Totals>,
    /// What a model would cost, where nothing was read.
    pub estimate: Option<Estimate>,
    /// Somebody stopped it.
    pub stopped: bool,
}

impl Report {
    /// Exhibits that are without evidence for a reason.
    pub fn missing(&self) -> usize {
        [&self.failed, &self.faulty, &self.no_image, &self.undecodable]
            .into_iter()
            .flat_map(|by| by.values())
            .map(Vec::len)
            .sum()
    }
}
