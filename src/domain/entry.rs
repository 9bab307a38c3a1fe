//! One line of a journal: a judgement, an undo, a redo or a reveal. See ARCHITECTURE.md for the journal's promise.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the entry that this build writes.
pub const VERSION: u32 = 1;

/// Question under which a reveal is recorded.
pub const REVEAL: &str = "_reveal";

/// Identity of an entry among those of its annotator: the writer that wrote it and its number. The same in every
/// copy of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
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

impl TryFrom<&str> for EntryId {
    type Error = String;

    fn try_from(raw: &str) -> Result<Self, Self::Error> {
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

impl TryFrom<String> for EntryId {
    type Error = String;

    fn try_from(raw: String) -> Result<Self, Self::Error> {
        Self::try_from(raw.as_str())
    }
}

impl<'de> Deserialize<'de> for EntryId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Words;
        impl Visitor<'_> for Words {
            type Value = EntryId;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an entry id, WRITER/NUMBER")
            }

            fn visit_str<E: de::Error>(self, raw: &str) -> Result<EntryId, E> {
                EntryId::try_from(raw).map_err(E::custom)
            }
        }
        from.deserialize_str(Words)
    }
}

/// What a judgement is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "Flat")]
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

/// A subject as it is read: serde's own tagged enums copy everything once more, which half a million entries feel.
#[derive(Deserialize)]
struct Flat {
    kind: Kind,
    case: String,
    exhibit: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Case,
    Exhibit,
}

impl TryFrom<Flat> for Subject {
    type Error = &'static str;

    fn try_from(Flat { kind, case, exhibit }: Flat) -> Result<Self, Self::Error> {
        match (kind, exhibit) {
            (Kind::Case, _) => Ok(Self::Case { case }),
            (Kind::Exhibit, Some(exhibit)) => Ok(Self::Exhibit { case, exhibit }),
            (Kind::Exhibit, None) => Err("missing field `exhibit`"),
        }
    }
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
            assert!(serde_json::from_value::<EntryId>(bad.into()).is_err(), "{bad}");
        }
        let escaped: EntryId = serde_json::from_str(r#""m\u0037.1\/3""#).unwrap();
        assert_eq!((escaped.writer.as_str(), escaped.seq), ("m7.1", 3));
    }

    #[test]
    fn subjects_are_read_as_they_are_written() {
        let case = Subject::Case { case: "c".into() };
        let exhibit = Subject::Exhibit {
            case: "c".into(),
            exhibit: "e".into(),
        };
        for (subject, text) in [
            (case, r#"{"kind":"case","case":"c"}"#),
            (exhibit, r#"{"kind":"exhibit","case":"c","exhibit":"e"}"#),
        ] {
            assert_eq!(serde_json::to_string(&subject).unwrap(), text);
            assert_eq!(serde_json::from_str::<Subject>(text).unwrap(), subject);
        }
        for bad in [
            r#"{"kind":"exhibit","case":"c"}"#,
            r#"{"kind":"run","case":"c"}"#,
            r#"{"case":"c"}"#,
            r#"{"kind":"case"}"#,
        ] {
            assert!(serde_json::from_str::<Subject>(bad).is_err(), "{bad}");
        }
    }
}
