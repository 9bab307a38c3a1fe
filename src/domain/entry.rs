//! One line of a journal: a judgement, an undo, a redo or a reveal. See ARCHITECTURE.md for the journal's promise.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::form::On;

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
    /// A harmful-image candidate.
    Candidate {
        /// Case whose text it keeps.
        case: String,
        /// Candidate id.
        candidate: String,
    },
    /// One suspect of a run.
    Suspect {
        /// Case id.
        case: String,
        /// Name of the run.
        run: String,
        /// The suspect: `path`, or `path:name`.
        suspect: String,
    },
}

/// A subject as it is read: serde's own tagged enums copy everything once more, which half a million entries feel.
#[derive(Deserialize)]
struct Flat {
    kind: Kind,
    case: String,
    exhibit: Option<String>,
    candidate: Option<String>,
    run: Option<String>,
    suspect: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Case,
    Exhibit,
    Candidate,
    Suspect,
}

impl TryFrom<Flat> for Subject {
    type Error = &'static str;

    fn try_from(flat: Flat) -> Result<Self, Self::Error> {
        let case = flat.case;
        Ok(match flat.kind {
            Kind::Case => Self::Case { case },
            Kind::Exhibit => Self::Exhibit {
                case,
                exhibit: flat.exhibit.ok_or("missing field `exhibit`")?,
            },
            Kind::Candidate => Self::Candidate {
                case,
                candidate: flat.candidate.ok_or("missing field `candidate`")?,
            },
            Kind::Suspect => Self::Suspect {
                case,
                run: flat.run.ok_or("missing field `run`")?,
                suspect: flat.suspect.ok_or("missing field `suspect`")?,
            },
        })
    }
}

impl Subject {
    /// The case it belongs to.
    pub fn case(&self) -> &str {
        match self {
            Self::Case { case }
            | Self::Exhibit { case, .. }
            | Self::Candidate { case, .. }
            | Self::Suspect { case, .. } => case,
        }
    }

    /// The exhibit, if it is one.
    pub fn exhibit(&self) -> Option<&str> {
        match self {
            Self::Exhibit { exhibit, .. } => Some(exhibit),
            _ => None,
        }
    }

    /// What it is.
    pub fn on(&self) -> On {
        match self {
            Self::Case { .. } => On::Case,
            Self::Exhibit { .. } => On::Exhibit,
            Self::Candidate { .. } => On::Candidate,
            Self::Suspect { .. } => On::Suspect,
        }
    }

    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Case { .. } => "case",
            Self::Exhibit { .. } => "exhibit",
            Self::Candidate { .. } => "candidate",
            Self::Suspect { .. } => "suspect",
        }
    }

    /// Its name among those of its kind: case id, exhibit id after a `#`, candidate id, run and suspect.
    pub fn name(&self) -> String {
        match self {
            Self::Case { case } => case.clone(),
            Self::Exhibit { case, exhibit } => format!("{case}#{exhibit}"),
            Self::Candidate { candidate, .. } => candidate.clone(),
            Self::Suspect { case, run, suspect } => format!("{case} {run} {suspect}"),
        }
    }
}

/// Where an entry that was not made here came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    /// When it was brought in, UTC, RFC 3339. `at` of the entry stays the time of the judgement.
    pub at: String,
    /// File it was read from, and the form it has there: `potato: annotated_instances.jsonl`.
    pub from: String,
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
    /// Form the question belongs to and the hash of its text: `evidence@1f2e3d4c5b6a`.
    #[serde(default)]
    pub form_hash: String,
    /// What the annotator could see.
    #[serde(default)]
    pub sight: Sight,
    /// Milliseconds since the subject came on screen, idle time capped.
    #[serde(default)]
    pub took_ms: u64,
    /// What was judged, as a hash of what the annotator saw of it: [`super::case::Case::print`]. Empty when not noted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub saw: String,
    /// Set when it was brought in from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
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
