//! One line of a journal: a judgement, an undo, a redo or a reveal. See ARCHITECTURE.md for the journal's promise.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the entry that this build writes.
pub const VERSION: u32 = 1;

/// Question under which a reveal is recorded.
pub const REVEAL: &str = "_reveal";

/// Identity of an entry: the writer that wrote it and its number. The same in every copy of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EntryId {
    /// The writer: one process on one clone of the workspace.
    pub writer: String,
    /// Number of the entry of that writer, from 1, without gaps.
    pub seq: u64,
}

impl fmt::Display for EntryId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.writer, self.seq)
    }
}

impl From<EntryId> for String {
    fn from(id: EntryId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for EntryId {
    type Error = String;

    fn try_from(raw: String) -> Result<Self, Self::Error> {
        let parts = raw.rsplit_once('/');
        match parts.and_then(|(w, s)| Some((w, s.parse().ok()?))) {
            Some((writer, seq)) if !writer.is_empty() => Ok(Self {
                writer: writer.to_owned(),
                seq,
            }),
            _ => Err(format!("'{raw}' is no entry id; expected WRITER/NUMBER")),
        }
    }
}

/// What a judgement is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Subject {
    /// A whole case.
    Case {
        /// Case id.
        case: String,
    },
    /// One exhibit of a case.
    Exhibit {
        /// Case id.
        case: String,
        /// Exhibit id.
        exhibit: String,
    },
}

impl Subject {
    /// The case it belongs to.
    pub fn case(&self) -> &str {
        match self {
            Self::Case { case } | Self::Exhibit { case, .. } => case,
        }
    }

    /// The exhibit, if it is one.
    pub fn exhibit(&self) -> Option<&str> {
        match self {
            Self::Case { .. } => None,
            Self::Exhibit { exhibit, .. } => Some(exhibit),
        }
    }

    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Case { .. } => "case",
            Self::Exhibit { .. } => "exhibit",
        }
    }
}

/// What an entry does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// Answers a question (a null value clears it).
    #[default]
    Set,
    /// Takes an entry back; `value` is what held before it.
    Undo,
    /// Takes an undo back; `value` is what the undone entry said.
    Redo,
    /// Gold, suspects and others' answers were uncovered in a blind round.
    Reveal,
}

/// What the annotator could see when answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Everything side by side.
    #[default]
    Open,
    /// Gold, suspects and others' answers hidden.
    Blind,
    /// Blind round, but uncovered before this answer.
    Revealed,
}

/// One line of a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Version of the record.
    pub v: u32,
    /// Number of the entry of this writer, from 1.
    pub seq: u64,
    /// First 16 hex digits of the SHA-256 of the line before (without its line feed); empty for the first.
    pub prev: String,
    /// The writer.
    pub writer: String,
    /// When, UTC, RFC 3339. For display only: never decides which value holds.
    pub at: String,
    /// The annotator.
    pub by: String,
    /// What is judged.
    pub subject: Subject,
    /// Question of the form.
    pub question: String,
    /// What the entry does.
    #[serde(default)]
    pub op: Op,
    /// The answer; null means no answer.
    pub value: Value,
    /// Entries of the same annotator, subject and question that this one replaces.
    #[serde(default)]
    pub supersedes: Vec<EntryId>,
    /// The entry that an undo or redo is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<EntryId>,
    /// Form the question belongs to and the hash of its text: `labelling@1f2e3d4c5b6a`.
    #[serde(default)]
    pub form_hash: String,
    /// What the annotator could see.
    #[serde(default)]
    pub sight: Sight,
    /// Milliseconds since the subject came on screen, idle time capped.
    #[serde(default)]
    pub took_ms: u64,
}

impl Entry {
    /// Its identity.
    pub fn id(&self) -> EntryId {
        EntryId {
            writer: self.writer.clone(),
            seq: self.seq,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_parse_what_they_print() {
        let id = EntryId {
            writer: "m7k2q.1".into(),
            seq: 42,
        };
        assert_eq!(EntryId::try_from(id.to_string()), Ok(id));
        for bad in ["", "x", "x/", "/3", "x/y"] {
            assert!(EntryId::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }
}
