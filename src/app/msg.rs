//! Everything that can happen to the model.

use crate::base::ticket::Ticket;
use crate::keys::stroke::Stroke;
use crate::work::job::Reply;
use crate::work::journal_lane::JournalEvent;

/// The time at which a message is handled; the floors below have no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Now {
    /// Milliseconds on a clock that never goes back.
    pub mono_ms: u64,
    /// Milliseconds since 1970, UTC.
    pub unix_ms: i64,
}

/// What a mouse did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    /// Left button pressed.
    Click,
    /// Wheel away from the user.
    WheelUp,
    /// Wheel towards the user.
    WheelDown,
}

/// A message.
#[derive(Debug)]
pub enum Msg {
    /// A key.
    Key(Stroke),
    /// Text pasted by the terminal.
    Paste(String),
    /// The mouse, at a cell.
    Mouse(MouseKind, u16, u16),
    /// The screen has this many columns and rows.
    Resize(u16, u16),
    /// A cell has this many pixels, width and height.
    Cell(u16, u16),
    /// An answer of a lane.
    Reply(Ticket, Reply),
    /// News of the journal.
    Journal(JournalEvent),
    /// A lane caught a panic.
    Crashed {
        /// Which lane.
        lane: String,
        /// What it said.
        what: String,
    },
    /// The editor was closed: its text, or why there is none.
    Edited(Result<String, String>),
    /// Asked to end from outside (SIGTERM, a closed terminal).
    Terminate,
}
