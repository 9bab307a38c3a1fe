//! What this annotator has to send: the journal files of their own folder, up to the last complete line.
//!
//! A journal only grows, so a file is sent when what is known of it is its start. Anything else is told and stays
//! here: damage does not travel.

use std::fs;
use std::path::Path;

use super::{Exchange, Files, failed};
use crate::base::error::{Problem, Result};
use crate::domain::entry::Entry;
use crate::store::{whole, writer};

/// What there is to send.
#[derive(Debug, Default)]
pub struct Own {
    /// New or grown files.
    pub files: Files,
    /// Entries in them that were not known yet.
    pub entries: usize,
    /// Files that are not sent, and why.
    pub odd: Vec<Problem>,
}

impl Exchange {
    /// Own journal files that have more than `known`. A workbench may be appending meanwhile: its last complete line
    /// is the end.
    ///
    /// # Errors
    /// Environment: git cannot read or write the content.
    pub fn own(&self, known: &Files) -> Result<Own> {
        let mut out = Own::default();
        for path in whole::lines_in(&self.root.join("journal").join(&self.me)) {
            let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
                out.odd.push(Problem::input("the name is no text").in_file(path));
                continue;
            };
            let inner = format!("{}journal/{}/{name}", self.prefix, self.me);
            let raw = match content(&path) {
                Ok(raw) => raw,
                Err(p) => {
                    out.odd.push(p);
                    continue;
                }
            };
            let full = complete(&raw);
            let before = match known.get(&inner) {
                Some(id) => self.blob(*id)?,
                None => Vec::new(),
            };
            if full == before || (full.is_empty() && before.is_empty()) {
                continue;
            }
            match grown(&path, full, &before, &self.me) {
                Ok(entries) => {
                    let id = self.repo.blob(full).map_err(|e| failed("write a file", &e))?;
                    out.files.insert(inner, id);
                    out.entries += entries;
                }
                Err(p) => out.odd.push(p),
            }
        }
        Ok(out)
    }

    /// Whether the writer of this clone may append to the file at any time.
    pub(super) fn written_here(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        writer::known(&self.root).is_some_and(|id| name.strip_prefix(&id).is_some_and(|rest| rest.starts_with('.')))
    }
}

fn content(path: &Path) -> Result<Vec<u8>> {
    let meta = fs::symlink_metadata(path).map_err(|e| Problem::io("read", path, &e))?;
    if !meta.is_file() {
        return Err(Problem::input("not a regular file; it is not sent").in_file(path));
    }
    fs::read(path).map_err(|e| Problem::io("read", path, &e))
}

/// Up to the last complete line.
pub(super) fn complete(raw: &[u8]) -> &[u8] {
    let end = memchr::memrchr(b'\n', raw).map_or(0, |n| n + 1);
    raw.get(..end).unwrap_or(raw)
}

/// Number of entries that `now` has more than `before`.
fn grown(path: &Path, now: &[u8], before: &[u8], me: &str) -> Result<usize> {
    let Some(new) = now.strip_prefix(before) else {
        let at = path.display();
        let (what, mend) = if before.starts_with(now) {
            (
                "the file is shorter than what was committed of it; it is not sent",
                format!("a journal only grows: with the workbench closed, git checkout -- '{at}'"),
            )
        } else {
            (
                "the file is not what was committed of it, and more; it is not sent",
                format!(
                    "a journal only grows: first move it aside, mv '{at}' '{at}.aside', then git checkout -- '{at}'"
                ),
            )
        };
        return Err(Problem::input(what).in_file(path).mend(mend));
    };
    let first = memchr::memchr_iter(b'\n', before).count() + 1;
    let mut entries = 0;
    for (n, line) in new.split(|b| *b == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let wrong = |what: String| {
            Problem::input(format!("{what}; the file is not sent"))
                .in_file(path)
                .at_line(first + n)
                .mend("casefile doctor tells more; mend the line, or move the file away")
        };
        match serde_json::from_slice::<Entry>(line) {
            Ok(e) if e.by != me => return Err(wrong(format!("entry of '{}' in the journal of '{me}'", e.by))),
            Ok(_) => entries += 1,
            Err(e) => return Err(wrong(format!("not a journal entry: {e}"))),
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_line_is_not_sent() {
        assert_eq!(complete(b"a\nb\nc"), b"a\nb\n");
        assert_eq!(complete(b"abc"), b"");
        assert_eq!(complete(b""), b"");
    }

    #[test]
    fn only_a_file_that_grew_is_sent_and_damage_is_named_by_line() {
        let at = Path::new("j.jsonl");
        let line = |by: &str, seq: u64| {
            let subject = r#"{"kind":"case","case":"c"}"#;
            format!(
                "{{\"v\":1,\"seq\":{seq},\"prev\":\"\",\"writer\":\"w.1\",\"at\":\"\",\"by\":\"{by}\",\"subject\":{subject},\"question\":\"q\",\"value\":1}}\n"
            )
        };
        let one = line("ann", 1);
        let two = format!("{one}{}", line("ann", 2));
        assert_eq!(grown(at, two.as_bytes(), one.as_bytes(), "ann").unwrap(), 1);
        assert_eq!(grown(at, two.as_bytes(), b"", "ann").unwrap(), 2);
        let shorter = grown(at, one.as_bytes(), two.as_bytes(), "ann").unwrap_err();
        assert!(shorter.what.contains("shorter"), "{shorter}");
        let other = grown(at, two.as_bytes(), b"other\n", "ann").unwrap_err();
        assert!(other.what.contains("not what was committed"), "{other}");
        let marks = format!("{two}<<<<<<< HEAD\n");
        let wrong = grown(at, marks.as_bytes(), one.as_bytes(), "ann").unwrap_err();
        assert_eq!(wrong.line, Some(3));
        let foreign = format!("{one}{}", line("bob", 1));
        assert_eq!(grown(at, foreign.as_bytes(), b"", "ann").unwrap_err().line, Some(2));
    }
}
