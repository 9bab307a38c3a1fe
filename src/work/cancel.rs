//! Whether a running job is still wanted: one atomic load.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::ticket::Ticket;

/// The newest ticket of a lane; a job with an older one is stale.
#[derive(Debug, Clone, Default)]
pub struct Newest(Arc<AtomicU64>);

impl Newest {
    /// Makes `ticket` the newest.
    pub fn set(&self, ticket: Ticket) {
        self.0.fetch_max(ticket.0, Ordering::AcqRel);
    }

    /// Whether a newer request came after `ticket`.
    pub fn stale(&self, ticket: Ticket) -> bool {
        self.0.load(Ordering::Acquire) > ticket.0
    }
}
