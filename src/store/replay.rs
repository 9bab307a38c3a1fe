//! Reading journals back: every entry of the annotators asked for, and every line that is not one.
//!
//! Nothing is skipped in silence. An unfinished last line is not damage: its writer may be at work.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::Problem;
use crate::domain::entry::Entry;

use super::journal::hash;

/// Whose journals to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// One annotator's own.
    Own(String),
    /// Everybody's.
    All,
}

/// What reading found besides entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Entries handed out.
    pub entries: usize,
    /// Files read.
    pub files: usize,
    /// Lines that are no entry, conflict markers, wrong annotators, gaps in number or chain.
    pub damage: Vec<Problem>,
    /// Files that end in an unfinished line.
    pub unfinished: Vec<PathBuf>,
}

/// Hands every entry to `take`, file by file in name order. `deep` also checks the hash chain.
pub fn replay(root: &Path, whose: &Whose, deep: bool, take: &mut dyn FnMut(Entry)) -> Found {
    let mut found = Found::default();
    for by in annotators(root) {
        if matches!(whose, Whose::Own(me) if *me != by) {
            continue;
        }
        let mut chains: HashMap<String, (u64, String)> = HashMap::new();
        for path in files(&root.join("journal").join(&by)) {
            one(&path, &by, deep, &mut chains, &mut found, take);
        }
    }
    found
}

/// Everyone who has a journal, sorted.
pub fn annotators(root: &Path) -> Vec<String> {
    let mut out: Vec<String> = fs::read_dir(root.join("journal"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|d| d.path().is_dir())
        .filter_map(|d| d.file_name().into_string().ok())
        .collect();
    out.sort();
    out
}

/// Journal files of one annotator, sorted by name: parts of one writer follow each other.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|d| d.path())
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    out.sort();
    out
}

fn one(
    path: &Path,
    by: &str,
    deep: bool,
    chains: &mut HashMap<String, (u64, String)>,
    found: &mut Found,
    take: &mut dyn FnMut(Entry),
) {
    let raw = match fs::read(path) {
        Ok(raw) => raw,
        Err(e) => {
            found.damage.push(Problem::io("read", path, &e));
            return;
        }
    };
    found.files += 1;
    let complete = memchr::memrchr(b'\n', &raw).map_or(0, |n| n + 1);
    if complete < raw.len() {
        found.unfinished.push(path.to_owned());
    }
    let body = raw.get(..complete).unwrap_or(&[]);
    for (n, line) in body.split(|b| *b == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let problem = |what: String| Problem::input(what).in_file(path).at_line(n + 1);
        match serde_json::from_slice::<Entry>(line) {
            Ok(entry) if entry.by != by => {
                found.damage.push(
                    problem(format!("entry of '{}' in the journal of '{by}'", entry.by))
                        .mend("move the line to the folder of its annotator"),
                );
            }
            Ok(entry) => {
                if let Some((seq, prev)) = chains.get(&entry.writer)
                    && (entry.seq > seq + 1 || deep && entry.seq == seq + 1 && entry.prev != *prev)
                {
                    found.damage.push(
                        problem(format!(
                            "gap before entry {}/{}: the last one was {seq}",
                            entry.writer, entry.seq
                        ))
                        .mend("a file of this writer is missing or was edited; fetch it again"),
                    );
                } else if !chains.contains_key(&entry.writer) && entry.seq != 1 {
                    found.damage.push(
                        problem(format!(
                            "the first entry of {} is number {}, not 1",
                            entry.writer, entry.seq
                        ))
                        .mend("an earlier file of this writer is missing; fetch it again"),
                    );
                }
                let chain = chains.entry(entry.writer.clone()).or_default();
                if entry.seq > chain.0 {
                    *chain = (entry.seq, if deep { hash(line) } else { String::new() });
                }
                found.entries += 1;
                take(entry);
            }
            Err(e) => {
                let what =
                    if line.starts_with(b"<<<<<<<") || line.starts_with(b"=======") || line.starts_with(b">>>>>>>") {
                        "conflict mark of a merge".to_owned()
                    } else {
                        format!("not a journal entry: {e}")
                    };
                found
                    .damage
                    .push(problem(what).mend("restore the line from git; nothing else of the file is lost"));
            }
        }
    }
}
