//! What this clone knows about addresses that it asked for: `.casefile/cache/fetch.jsonl`, a line an answer, the last one
//! counts. A line is written as soon as an answer is there, so a command that is killed asks for nothing twice.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::error::Result;
use crate::domain::case::StoredImage;

use super::tail::{Tail, plain};

/// Largest file that is read, in bytes; a larger one is begun anew.
const LARGEST: u64 = 256 << 20;

/// One answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fetched {
    /// What was asked for, as the case has it.
    pub url: String,
    /// When the command began, UTC.
    pub at: String,
    /// The stored image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<StoredImage>,
    /// Why there is none, or why it cannot be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What the fault has in common with others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// All answers, and the open file.
#[derive(Debug)]
pub struct Memory {
    tail: Tail,
    all: HashMap<String, Fetched>,
}

impl Memory {
    /// Reads what is known in the workspace at `root`. Lines that cannot be read are as if they had never been.
    pub fn read(root: &Path) -> Self {
        let path = root.join(".casefile/cache/fetch.jsonl");
        let small = fs::metadata(&path).is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
        let raw = if small {
            fs::read(&path).unwrap_or_default()
        } else {
            Vec::new()
        };
        let mut all = HashMap::new();
        for line in raw.split(|b| *b == b'\n') {
            if let Ok(one) = serde_json::from_slice::<Fetched>(line) {
                all.insert(one.url.clone(), one);
            }
        }
        Self {
            tail: Tail::new(path, plain),
            all,
        }
    }

    /// What is known about `url`.
    pub fn get(&self, url: &str) -> Option<&Fetched> {
        self.all.get(url)
    }

    /// Remembers an answer, on the disk.
    ///
    /// # Errors
    /// The disk is full.
    pub fn note(&mut self, one: Fetched) -> Result<()> {
        self.tail.add(&one)?;
        self.all.insert(one.url.clone(), one);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::*;

    fn answer(url: &str, fault: Option<&str>) -> Fetched {
        Fetched {
            url: url.to_owned(),
            at: "2026-01-01T00:00:00Z".to_owned(),
            image: None,
            fault: fault.map(str::to_owned),
            reason: None,
        }
    }

    #[test]
    fn the_last_answer_counts_and_a_torn_line_harms_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let mut memory = Memory::read(dir.path());
        memory.note(answer("a", Some("status 404"))).unwrap();
        memory.note(answer("b", Some("status 404"))).unwrap();
        memory.note(answer("a", None)).unwrap();
        let path = dir.path().join(".casefile/cache/fetch.jsonl");
        File::options()
            .append(true)
            .open(&path)
            .unwrap()
            .write_all(br#"{"url":"torn"#)
            .unwrap();
        let mut memory = Memory::read(dir.path());
        memory.note(answer("c", None)).unwrap();
        let memory = Memory::read(dir.path());
        assert_eq!(memory.get("a").unwrap().fault, None);
        assert_eq!(memory.get("b").unwrap().fault.as_deref(), Some("status 404"));
        assert!(memory.get("c").is_some() && memory.get("torn").is_none());
    }
}
