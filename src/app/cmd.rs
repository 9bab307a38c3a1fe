//! What the model wants done outside of it.

use crate::base::ticket::Ticket;
use crate::domain::entry::Entry;
use crate::work::job::{Job, LaneName};

/// A command for the owner of threads and terminal.
#[derive(Debug)]
pub enum Cmd {
    /// Run a job on its lane.
    Run(Ticket, Job),
    /// Make what runs on a lane stale.
    Cancel(LaneName, Ticket),
    /// Write one entry of the journal.
    Append(Box<Entry>),
    /// Open $EDITOR on this text.
    Edit(String),
    /// Give the terminal back and stop the process until it is woken.
    Suspend,
    /// Draw everything again.
    Redraw,
    /// Read the workspace again.
    Reload,
    /// Leave.
    Quit,
}
