//! Why a chat endpoint gave no answer that could be used.

use std::fmt;

use crate::read::web::{Fault, RetryAfter};

use super::Said;

/// What went wrong. `Display` tells all of it, [`Trouble::reason`] what is the same for all alike. Foreign words in it are
/// clean, short, and without the key.
#[derive(Debug, Clone, PartialEq)]
pub enum Trouble {
    /// Status 429, 503 or 529: to come back later.
    Busy(u16, Option<RetryAfter>),
    /// Another status of 500 and above, and the server's words.
    Server(u16, String),
    /// Another status of 400 and above, or 429 since the money is spent, and the server's words.
    Refused(u16, String),
    /// A redirect, and where it leads. It is not followed.
    Moved(String),
    /// The connection or the transfer failed.
    Fault(Fault),
    /// Something came, but no JSON; how it begins.
    NotJson(String),
    /// JSON without a choice in it; how it begins.
    NoChoice(String),
    /// The model reached its limit of tokens: the answer is cut.
    Length(Box<Said>),
    /// The answer was held back by a filter.
    Filtered(Box<Said>),
    /// The model will not answer, in its own words.
    Declined(Box<Said>, String),
    /// An answer without words.
    Empty(Box<Said>),
}

impl Trouble {
    /// What is told for all alike: no numbers, names or foreign words, but for the status.
    pub fn reason(&self) -> String {
        match self {
            Self::Busy(status, _) | Self::Server(status, _) | Self::Refused(status, _) => format!("status {status}"),
            Self::Moved(_) => "a redirect, which is not followed".to_owned(),
            Self::Fault(fault) => fault.reason(),
            Self::NotJson(_) => "the answer is not JSON".to_owned(),
            Self::NoChoice(_) => "the answer holds no reply".to_owned(),
            Self::Length(_) => "the reply was cut off at the limit of tokens".to_owned(),
            Self::Filtered(_) => "the reply was held back by a filter".to_owned(),
            Self::Declined(..) => "the model declined".to_owned(),
            Self::Empty(_) => "the reply is empty".to_owned(),
        }
    }

    /// Whether asking again may help.
    pub fn passes(&self) -> bool {
        match self {
            Self::Busy(..) | Self::Server(..) | Self::Refused(408 | 409 | 425, _) => true,
            Self::Fault(fault) => fault.passes() || self.timed_out() || fault.is_network(),
            _ => false,
        }
    }

    /// Whether time ran out: the answer may have been made, and be paid for, all the same.
    pub fn timed_out(&self) -> bool {
        matches!(self, Self::Fault(Fault::TooSlow(_) | Fault::Silent(_)))
    }

    /// What the server did say, where it said something: a reply that is refused, an error's words.
    pub fn raw(&self) -> Option<&str> {
        let text = match self {
            Self::Server(_, words) | Self::Refused(_, words) | Self::NotJson(words) | Self::NoChoice(words) => words,
            Self::Declined(_, words) => words,
            Self::Length(said) | Self::Filtered(said) | Self::Empty(said) => &said.content,
            Self::Busy(..) | Self::Moved(_) | Self::Fault(_) => return None,
        };
        Some(text.as_str()).filter(|t| !t.is_empty())
    }

    /// The reply that was refused: it was paid for.
    pub fn said(&self) -> Option<&Said> {
        match self {
            Self::Length(said) | Self::Filtered(said) | Self::Declined(said, _) | Self::Empty(said) => Some(said),
            _ => None,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => return write!(out, "{fault}"),
            _ => out.write_str(&self.reason())?,
        }
        match self {
            Self::Busy(_, Some(RetryAfter::Seconds(seconds))) => write!(out, " (in {seconds} s)"),
            Self::Busy(_, Some(RetryAfter::Date(text))) => write!(out, " (at {text})"),
            Self::Moved(words)
            | Self::Server(_, words)
            | Self::Refused(_, words)
            | Self::NotJson(words)
            | Self::NoChoice(words)
            | Self::Declined(_, words)
                if !words.is_empty() =>
            {
                write!(out, " ({words})")
            }
            _ => Ok(()),
        }
    }
}
