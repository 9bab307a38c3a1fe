//! What was read out of pictures by this clone: `.casefile/cache/NAME`, a line an answer, the last one of a key counts. A
//! line is written as soon as the answer is there, so that a command that is killed reads no picture twice.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::error::Result;
use crate::domain::evidence::Evidence;

use super::tail::{Tail, plain};

/// Largest file that is read, in bytes; a larger one is begun anew.
const LARGEST: u64 = 256 << 20;

/// One answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Noted {
    /// What the answer depends on.
    key: String,
    /// The answer; case and exhibit are those that it was first asked for.
    evidence: Evidence,
}

/// All answers, and the open file.
#[derive(Debug)]
pub struct Memory {
    tail: Tail,
    all: HashMap<String, Evidence>,
}

impl Memory {
    /// Reads what is known in the workspace at `root`. Lines that cannot be read are as if they had never been.
    pub fn read(root: &Path, name: &str) -> Self {
        let path = root.join(".casefile/cache").join(name);
        let len = fs::metadata(&path).map_or(0, |m| if m.is_file() { m.len() } else { 0 });
        if len > LARGEST {
            // What grows without end helps nobody; answers in use stand in the evidence files.
            let _kept: std::io::Result<()> = fs::remove_file(&path);
        }
        let raw = if (1..=LARGEST).contains(&len) {
            fs::read(&path).unwrap_or_default()
        } else {
            Vec::new()
        };
        let mut all = HashMap::new();
        for line in raw.split(|b| *b == b'\n') {
            if let Ok(one) = serde_json::from_slice::<Noted>(line) {
                all.insert(one.key, one.evidence);
            }
        }
        Self {
            tail: Tail::new(path, plain),
            all,
        }
    }

    /// The answer of that key.
    pub fn get(&self, key: &str) -> Option<&Evidence> {
        self.all.get(key)
    }

    /// Remembers an answer, on the disk.
    ///
    /// # Errors
    /// The disk is full.
    pub fn note(&mut self, key: &str, evidence: &Evidence) -> Result<()> {
        let one = Noted {
            key: key.to_owned(),
            evidence: evidence.clone(),
        };
        self.tail.add(&one)?;
        self.all.insert(one.key, one.evidence);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::*;

    fn read(text: &str) -> Evidence {
        Evidence {
            ocr_text: Some(text.to_owned()),
            ..Evidence::default()
        }
    }

    #[test]
    fn the_last_answer_counts_and_a_torn_line_harms_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let mut memory = Memory::read(dir.path(), "ocr.jsonl");
        memory.note("a", &read("one")).unwrap();
        memory.note("a", &read("two")).unwrap();
        let path = dir.path().join(".casefile/cache/ocr.jsonl");
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(br#"{"key":"torn","evi"#).unwrap();
        let mut memory = Memory::read(dir.path(), "ocr.jsonl");
        memory.note("b", &read("three")).unwrap();
        let memory = Memory::read(dir.path(), "ocr.jsonl");
        assert_eq!(memory.get("a"), Some(&read("two")));
        assert_eq!(memory.get("b"), Some(&read("three")));
        assert_eq!(memory.get("torn"), None);
        assert_eq!(Memory::read(dir.path(), "other.jsonl").get("a"), None);
    }
}
