//! What is asked of a fetch, and what it tells.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::read::web::Private;

/// What to fetch and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Case ids; none for all.
    pub cases: Vec<String>,
    /// Hosts that may have an address that is not public.
    pub private: Private,
    /// Most bytes of an image.
    pub bytes: u64,
    /// Most images to ask for.
    pub images: Option<usize>,
    /// Most time for one image, without waiting for its turn.
    pub time: Duration,
    /// Least time between two requests to one host.
    pub gap: Duration,
    /// Ask again for what could not be had before.
    pub retry: bool,
    /// Tell what would be asked for, and ask for nothing.
    pub dry: bool,
    /// Now, UTC, RFC 3339.
    pub now: String,
    /// The clock.
    pub clock: fn() -> Instant,
}

/// An image that there is not, or that cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// First case that names it.
    pub case: String,
    /// Its address.
    pub url: String,
    /// Why.
    pub why: String,
}

/// Images by what is the same about their faults.
pub type ByReason = BTreeMap<String, Vec<Missing>>;

/// What came of it. Images are counted by address, however many cases name it.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Images that were asked for and are there now.
    pub got: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Images that were there without asking: by an earlier command, or in another case.
    pub known: usize,
    /// Exhibits that had an image before.
    pub there: usize,
    /// Exhibits without an image that are named by a path.
    pub paths: usize,
    /// Of the images that are there now, those that cannot be shown.
    pub unshown: ByReason,
    /// Images that could not be had.
    pub failed: ByReason,
    /// Images that could not be had before, and were not asked for again.
    pub remembered: ByReason,
    /// Images that nobody asked for: a limit, a stop, or a dry run; by host.
    pub left: BTreeMap<String, usize>,
    /// Cases that changed.
    pub cases: usize,
    /// Somebody stopped it.
    pub stopped: bool,
}

impl Report {
    /// Images that are missing in the end, with those that were not asked for again.
    pub fn missing(&self) -> usize {
        self.failed.values().chain(self.remembered.values()).map(Vec::len).sum()
    }
}
