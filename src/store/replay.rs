//! Reading journals back: every entry of the annotators asked for, and every line that is not one.
//!
//! Nothing is skipped in silence. An unfinished last line is not damage: its writer may be at work.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::Problem;
use crate::domain::entry::{Entry, VERSION};

use super::journal::hash;
use super::whole;

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
        let mut chains = Chains::new();
        // Parts of one writer follow each other by name.
        for path in whole::lines_in(&root.join("journal").join(&by)) {
            one(&path, &by, deep, &mut chains, &mut found, take);
        }
    }
    found
}

/// What one writer wrote so far.
#[derive(Default)]
struct Chain {
    /// Highest number, and the hash of its line when reading deep.
    last: (u64, String),
    /// Deep only: hash of every line by number.
    lines: HashMap<u64, String>,
}

type Chains = HashMap<String, Chain>;

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

fn one(path: &Path, by: &str, deep: bool, chains: &mut Chains, found: &mut Found, take: &mut dyn FnMut(Entry)) {
    if !path.is_file() {
        found.damage.push(Problem::input("not a regular file").in_file(path));
        return;
    }
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
    // Checking the text once is faster than every string of it again.
    let text = std::str::from_utf8(body).ok();
    let mut start = 0;
    for (n, end) in memchr::memchr_iter(b'\n', body).enumerate() {
        let at = start..end;
        start = end + 1;
        let line = body.get(at.clone()).unwrap_or(&[]);
        if line.is_empty() {
            continue;
        }
        let problem = |what: String| Problem::input(what).in_file(path).at_line(n + 1);
        let read = match text.and_then(|t| t.get(at)) {
            Some(line) => serde_json::from_str::<Entry>(line),
            None => serde_json::from_slice(line),
        };
        match read {
            Ok(entry) if entry.v > VERSION => {
                found.damage.push(
                    problem(format!("entry of version {}; this casefile knows {VERSION}", entry.v))
                        .mend("use the newer casefile that wrote it"),
                );
            }
            Ok(entry) if entry.by != by => {
                found.damage.push(
                    problem(format!("entry of '{}' in the journal of '{by}'", entry.by))
                        .mend("move the line to the folder of its annotator"),
                );
            }
            Ok(entry) => {
                if let Some(what) = follow(chains, &entry, line, deep) {
                    found.damage.push(
                        problem(what).mend("a file of this writer is missing or was edited; fetch it again from git"),
                    );
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

/// Follows the writer's chain to `entry`; the words say what does not fit.
fn follow(chains: &mut Chains, entry: &Entry, line: &[u8], deep: bool) -> Option<String> {
    let (writer, number) = (&entry.writer, entry.seq);
    let own = if deep { hash(line) } else { String::new() };
    let Some(chain) = chains.get_mut(writer) else {
        let chain = chains.entry(writer.clone()).or_default();
        chain.last = (number, own.clone());
        if deep {
            chain.lines.insert(number, own);
        }
        return (number != 1).then(|| format!("the first entry of {writer} is number {number}, not 1"));
    };
    let (seq, prev) = (chain.last.0, chain.last.1.as_str());
    let what = if number > seq + 1 {
        Some(format!("gap before entry {writer}/{number}: the last one was {seq}"))
    } else if deep && number == seq + 1 && entry.prev != prev {
        Some(format!(
            "the chain is broken before entry {writer}/{number}: the line before it is another one"
        ))
    } else if deep && chain.lines.get(&number).is_some_and(|known| *known != own) {
        Some(format!(
            "two different entries are called {writer}/{number}; only the first counts"
        ))
    } else {
        None
    };
    if number > seq {
        chain.last = (number, own.clone());
    }
    if deep {
        chain.lines.entry(number).or_insert(own);
    }
    what
}
