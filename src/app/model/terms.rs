//! State of the screen that tells why gold stands where it stands.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::ticket::Ticket;
use crate::domain::bm25::ask::{Dials, WEIGHT};
use crate::work::casefile::CaseFile;
use crate::work::rank::bench::{Bench, Weighed};

/// Largest weight of evidence that can be dialled.
pub const MOST: f64 = 5.0;

/// What the arrows move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// Wrong files.
    #[default]
    Wrong,
    /// Terms.
    Terms,
}

/// Ranks and terms of one case.
#[derive(Debug)]
pub struct Terms {
    /// The last request.
    pub ticket: Ticket,
    /// The case it is about.
    pub file: Option<Arc<CaseFile>>,
    /// Files read, and all of them, while it is made ready.
    pub reading: Option<(usize, usize)>,
    /// The case ready to be weighed.
    pub bench: Option<Arc<Bench>>,
    /// What the dials gave last.
    pub weighed: Option<Weighed>,
    /// Why there is nothing.
    pub fault: Option<String>,
    /// What the arrows move.
    pub side: Side,
    /// Chosen wrong file.
    pub at: usize,
    /// Chosen term.
    pub term: usize,
    /// Weight of evidence.
    pub weight: f64,
    /// Terms switched off.
    pub off: BTreeSet<Box<str>>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            ticket: Ticket::default(),
            file: None,
            reading: None,
            bench: None,
            weighed: None,
            fault: None,
            side: Side::default(),
            at: 0,
            term: 0,
            weight: WEIGHT,
            off: BTreeSet::new(),
        }
    }
}

impl Terms {
    /// The dials as they stand.
    pub fn dials(&self, bench: &Bench) -> Dials {
        Dials {
            off: self.off.clone(),
            ..Dials::new(bench.recipe, self.weight)
        }
    }
}
