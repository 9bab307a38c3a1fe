//! What models answered this clone: `.casefile/cache/replies.jsonl`, a line an event. A line is written as soon as an answer
//! is there, so a command that is killed pays for nothing twice. Only the owner can read the file; the key of the
//! endpoint is never in it.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Usage;

use super::tail::Tail;

/// Longest line that is read, in bytes; an answer has 8 MiB at most.
const LONGEST: u64 = 64 << 20;

/// What came of a question in the end.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Noted {
    /// Hash of picture, prompt, model, parameters and schema.
    pub key: String,
    /// The model that was asked for.
    pub model: String,
    /// Host and port of the endpoint.
    pub endpoint: String,
    /// When the command began, UTC.
    pub at: String,
    /// The reply's text; with a reason, what was refused of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Why the reply ended, as the endpoint says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<String>,
    /// The model, as the endpoint names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub served: Option<String>,
    /// What the reply cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Milliseconds of the last request.
    #[serde(default)]
    pub took_ms: u64,
    /// Requests it took.
    #[serde(default)]
    pub attempts: u32,
    /// Why there is no reply, all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What the fault has in common with others. None means that there is a reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A request that came to nothing. It may have been paid for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// As in [`Noted`].
    pub key: String,
    /// As in [`Noted`].
    pub endpoint: String,
    /// As in [`Noted`].
    pub at: String,
    /// Which one for this question, from 1.
    pub attempt: u32,
    /// What came of it.
    pub vain: String,
    /// Milliseconds it took.
    pub took_ms: u64,
}

/// How an endpoint keeps to the shape of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Shape {
    endpoint: String,
    model: String,
    structure: String,
}

/// A line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Attempt(#[expect(dead_code, reason = "they are only counted")] Attempt),
    Shape(Shape),
    Noted(Box<Noted>),
}

/// All that is known, and the open file.
#[derive(Debug)]
pub struct Replies {
    tail: Tail,
    all: HashMap<String, Noted>,
    shapes: HashMap<(String, String), String>,
    vain: usize,
}

impl Replies {
    /// Reads what is known in the workspace at `root`. Lines that cannot be read are as if they had never been.
    pub fn read(root: &Path) -> Self {
        let path = root.join(".casefile/cache/replies.jsonl");
        let regular = fs::metadata(&path).is_ok_and(|m| m.is_file());
        let file = regular.then(|| File::open(&path).ok()).flatten();
        let mut out = Self {
            tail: Tail::new(path, open),
            all: HashMap::new(),
            shapes: HashMap::new(),
            vain: 0,
        };
        let Some(file) = file else {
            return out;
        };
        let mut from = BufReader::with_capacity(1 << 18, file);
        let mut line = Vec::new();
        loop {
            line.clear();
            match (&mut from).take(LONGEST).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return out,
                Ok(_) => {}
            }
            match serde_json::from_slice(&line) {
                Ok(Line::Attempt(_)) => out.vain += 1,
                Ok(Line::Shape(s)) => {
                    out.shapes.insert((s.endpoint, s.model), s.structure);
                }
                Ok(Line::Noted(one)) => {
                    out.all.insert(one.key.clone(), *one);
                }
                Err(_) => {}
            }
        }
    }

    /// What is known about a question.
    pub fn get(&self, key: &str) -> Option<&Noted> {
        self.all.get(key)
    }

    /// The remembered way in which `endpoint` keeps `model` to the shape of an answer.
    pub fn structure(&self, endpoint: &str, model: &str) -> Option<&str> {
        let key = (endpoint.to_owned(), model.to_owned());
        self.shapes.get(&key).map(String::as_str)
    }

    /// Requests that ever came to nothing here.
    pub fn vain(&self) -> usize {
        self.vain
    }

    /// Remembers what came of a question, on the disk.
    ///
    /// # Errors
    /// The disk is full, or another command writes to the file.
    pub fn note(&mut self, one: Noted) -> Result<()> {
        self.tail.add(&one)?;
        self.all.insert(one.key.clone(), one);
        Ok(())
    }

    /// Remembers a request that came to nothing, on the disk.
    ///
    /// # Errors
    /// As [`Replies::note`].
    pub fn attempt(&mut self, one: &Attempt) -> Result<()> {
        self.tail.add(one)?;
        self.vain += 1;
        Ok(())
    }

    /// Remembers how `endpoint` keeps `model` to the shape of an answer, on the disk.
    ///
    /// # Errors
    /// As [`Replies::note`].
    pub fn keep_structure(&mut self, endpoint: &str, model: &str, structure: &str) -> Result<()> {
        self.tail.add(&Shape {
            endpoint: endpoint.to_owned(),
            model: model.to_owned(),
            structure: structure.to_owned(),
        })?;
        let key = (endpoint.to_owned(), model.to_owned());
        self.shapes.insert(key, structure.to_owned());
        Ok(())
    }
}

/// The file, for this command alone.
fn open(path: &Path) -> Result<File> {
    let mut how = File::options();
    how.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
    let file = how.open(path).map_err(|e| Problem::io("write", path, &e))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Problem::environment("another command asks a model for this workspace")
            .in_file(path)
            .mend("wait until it is done")),
        // A file system without locks: two commands at once are then up to the user.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn noted(key: &str, content: &str) -> Noted {
        Noted {
            key: key.to_owned(),
            content: Some(content.to_owned()),
            ..Noted::default()
        }
    }

    #[test]
    fn the_last_line_counts_and_a_torn_one_harms_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let mut replies = Replies::read(dir.path());
        replies.note(noted("a", "1")).unwrap();
        replies.keep_structure("h:1", "m", "object").unwrap();
        let vain = Attempt {
            key: "a".to_owned(),
            endpoint: "h:1".to_owned(),
            at: String::new(),
            attempt: 1,
            vain: "status 500".to_owned(),
            took_ms: 3,
        };
        replies.attempt(&vain).unwrap();
        replies.note(noted("a", "2")).unwrap();
        // Two commands do not write at once.
        let other = Replies::read(dir.path()).note(noted("b", "1")).unwrap_err();
        assert!(other.what.contains("another command"), "{other}");
        drop(replies);
        let path = dir.path().join(".casefile/cache/replies.jsonl");
        let torn = br#"{"key":"torn","mo"#;
        File::options()
            .append(true)
            .open(&path)
            .unwrap()
            .write_all(torn)
            .unwrap();
        let mut replies = Replies::read(dir.path());
        replies.note(noted("c", "3")).unwrap();
        let replies = Replies::read(dir.path());
        let of = |key| replies.get(key).and_then(|n| n.content.as_deref());
        assert_eq!(
            (of("a"), of("c"), of("torn"), of("b")),
            (Some("2"), Some("3"), None, None)
        );
        assert_eq!((replies.structure("h:1", "m"), replies.vain()), (Some("object"), 1));
        assert_eq!(
            (replies.structure("h:1", "n"), replies.structure("h:2", "m")),
            (None, None)
        );
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        Replies::read(dir.path()).note(noted("a", "1")).unwrap();
        let path = dir.path().join(".casefile/cache/replies.jsonl");
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
