//! Tickets: the number that ties a slow answer to the request it belongs to.

/// Number of one request. A later request has a larger number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticket(pub u64);

/// Hands out tickets, each larger than the one before.
#[derive(Debug, Default, Clone)]
pub struct Tickets(u64);

impl Tickets {
    /// The next ticket; the first is 1, so that `Ticket::default()` is never handed out.
    pub fn issue(&mut self) -> Ticket {
        self.0 += 1;
        Ticket(self.0)
    }
}
