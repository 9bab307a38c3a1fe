//! A file to import: its first value, its records one by one, with line numbers, without holding it in memory
//! where it is one record a line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::base::error::{Problem, Result};

/// Longest record in bytes; a longer line is refused, not loaded.
const LONGEST: usize = 256 << 20;

/// A file.
#[derive(Debug, Clone)]
pub struct Input {
    path: PathBuf,
}

/// One record of a file.
#[derive(Debug)]
pub struct Record {
    /// Key in front of it, when the file is one object of records.
    pub key: Option<String>,
    /// The record.
    pub value: Value,
    /// Line it starts on, from 1; for records inside one JSON value their number in it.
    pub line: usize,
}

impl Input {
    /// The file at `path`.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// File name without its endings: `x.preds.json` → `x`.
    pub fn stem(&self) -> String {
        let name = self
            .path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mut out = name.as_str();
        for end in [".gz", ".zst", ".jsonl", ".json", ".preds", ".pred"] {
            out = out.strip_suffix(end).unwrap_or(out);
        }
        out.to_owned()
    }

    fn open(&self) -> Result<BufReader<File>> {
        let meta = std::fs::metadata(&self.path).map_err(|e| Problem::io("open", &self.path, &e))?;
        if !meta.is_file() {
            return Err(Problem::input("not a regular file").in_file(&self.path));
        }
        let file = File::open(&self.path).map_err(|e| Problem::io("open", &self.path, &e))?;
        let mut reader = BufReader::with_capacity(1 << 18, file);
        let head = reader.fill_buf().map_err(|e| Problem::io("read", &self.path, &e))?;
        if head.starts_with(b"version https://git-lfs") {
            return Err(Problem::input("this is a Git LFS pointer, not the data")
                .in_file(&self.path)
                .mend("fetch the content with: git lfs pull"));
        }
        if head.starts_with(b"\x1f\x8b") || head.starts_with(b"\x28\xb5\x2f\xfd") || head.starts_with(b"PK\x03\x04") {
            return Err(Problem::input("the file is packed")
                .in_file(&self.path)
                .mend("unpack it first"));
        }
        if head.starts_with(b"\xEF\xBB\xBF") {
            reader.consume(3);
        }
        Ok(reader)
    }

    /// The first JSON value and whether the file is a single one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn first(&self) -> Result<(Option<Value>, bool)> {
        let mut reader = self.open()?;
        let mut line = Vec::new();
        while line.iter().all(u8::is_ascii_whitespace) {
            line.clear();
            if self.line(&mut reader, &mut line)? == 0 {
                return Ok((None, true));
            }
        }
        if let Ok(value) = serde_json::from_slice::<Value>(&line) {
            let mut rest = Vec::new();
            while self.line(&mut reader, &mut rest)? > 0 && rest.iter().all(u8::is_ascii_whitespace) {
                rest.clear();
            }
            let records = value.is_object() && !rest.iter().all(u8::is_ascii_whitespace);
            return Ok((Some(value), !records));
        }
        let rest = self.all(reader, line)?;
        Ok((serde_json::from_slice(&rest).ok(), true))
    }

    fn line(&self, reader: &mut BufReader<File>, out: &mut Vec<u8>) -> Result<usize> {
        let n = reader
            .by_ref()
            .take(LONGEST as u64)
            .read_until(b'\n', out)
            .map_err(|e| Problem::io("read", &self.path, &e))?;
        if n == LONGEST {
            return Err(Problem::input(format!("a line is longer than {} MiB", LONGEST >> 20)).in_file(&self.path));
        }
        Ok(n)
    }

    fn all(&self, reader: BufReader<File>, mut start: Vec<u8>) -> Result<Vec<u8>> {
        let left = (LONGEST as u64).saturating_sub(start.len() as u64);
        reader
            .take(left)
            .read_to_end(&mut start)
            .map_err(|e| Problem::io("read", &self.path, &e))?;
        if start.len() >= LONGEST {
            return Err(
                Problem::input(format!("one JSON value of more than {} MiB", LONGEST >> 20))
                    .in_file(&self.path)
                    .mend("write it with one record a line (JSONL)"),
            );
        }
        Ok(start)
    }

    /// Hands out the records of a JSONL file, a JSON list, or a JSON object of records. A record that is not JSON
    /// goes to `bad` and the others go on.
    ///
    /// # Errors
    /// The file cannot be read, or `take` or `bad` says stop.
    pub fn records(
        &self,
        take: &mut dyn FnMut(Record) -> Result<()>,
        bad: &mut dyn FnMut(Problem) -> Result<()>,
    ) -> Result<()> {
        let (first, whole) = self.first()?;
        if whole && (first.is_some() || !self.has_good_lines()?) {
            let Some(value) = first else {
                return self.not_json(bad);
            };
            return match value {
                Value::Array(list) => list.into_iter().enumerate().try_for_each(|(n, value)| {
                    take(Record {
                        key: None,
                        value,
                        line: n + 1,
                    })
                }),
                Value::Object(map) if !map.is_empty() && map.values().all(Value::is_object) => {
                    map.into_iter().enumerate().try_for_each(|(n, (key, value))| {
                        take(Record {
                            key: Some(key),
                            value,
                            line: n + 1,
                        })
                    })
                }
                value => take(Record {
                    key: None,
                    value,
                    line: 1,
                }),
            };
        }
        let mut reader = self.open()?;
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            if self.line(&mut reader, &mut line)? == 0 {
                return Ok(());
            }
            number += 1;
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            // Without its line feed, so that the column of a line that ends too early is one of this line.
            match serde_json::from_slice(line.trim_ascii_end()) {
                Ok(value) => take(Record {
                    key: None,
                    value,
                    line: number,
                })?,
                Err(e) => bad(
                    Problem::input(format!("not JSON at column {}: {}", e.column(), reason(&e)))
                        .in_file(&self.path)
                        .at_line(number)
                        .mend("mend or remove this line; the others were read"),
                )?,
            }
        }
    }

    fn not_json(&self, bad: &mut dyn FnMut(Problem) -> Result<()>) -> Result<()> {
        let raw = self.all(self.open()?, Vec::new())?;
        if raw.iter().all(u8::is_ascii_whitespace) {
            return bad(Problem::input("the file is empty").in_file(&self.path));
        }
        match serde_json::from_slice::<Value>(&raw) {
            Err(e) => bad(
                Problem::input(format!("not JSON at column {}: {}", e.column(), reason(&e)))
                    .in_file(&self.path)
                    .at_line(e.line().max(1))
                    .mend("expected JSON, or JSON Lines with one record a line"),
            ),
            Ok(_) => Ok(()),
        }
    }

    /// Whether some line by itself is a JSON object: a bad first line must not hide the good ones after it.
    fn has_good_lines(&self) -> Result<bool> {
        let raw = self.all(self.open()?, Vec::new())?;
        Ok(raw
            .split(|b| *b == b'\n')
            .any(|l| matches!(serde_json::from_slice::<Value>(l), Ok(Value::Object(_)))))
    }
}

fn reason(e: &serde_json::Error) -> String {
    let full = e.to_string();
    crate::text::clean::line(full.split(" at line ").next().unwrap_or(&full))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<(Option<String>, usize)>, Vec<String>) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.preds.json");
        std::fs::write(&path, text).unwrap();
        let input = Input::new(&path);
        assert_eq!(input.stem(), "x");
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        input
            .records(
                &mut |r| {
                    good.push((r.key, r.line));
                    Ok(())
                },
                &mut |p| {
                    bad.push(format!("{:?} {}", p.line, p.what));
                    Ok(())
                },
            )
            .unwrap();
        (good, bad)
    }

    #[test]
    fn lines_lists_and_maps() {
        assert_eq!(read("{\"a\":1}\n\n{\"a\":2}\r\n").0, [(None, 1), (None, 3)]);
        assert_eq!(read("[{\"a\":1},\n {\"a\":2}]").0, [(None, 1), (None, 2)]);
        assert_eq!(
            read("{\"k\":{\"a\":1},\n\"l\":{}}").0,
            [(Some("k".into()), 1), (Some("l".into()), 2)]
        );
        assert_eq!(read("\u{FEFF}{\"a\":1}\n{\"a\":1}\n").0.len(), 2);
    }

    #[test]
    fn a_bad_line_is_named_and_the_others_are_read() {
        let (good, bad) = read("{\"a\":1}\n{\"a\":\n{\"a\":3}\n");
        assert_eq!(good.len(), 2);
        assert!(bad[0].starts_with("Some(2) not JSON at column 5: EOF"), "{bad:?}");
        assert_eq!(read("{\"a\":\n{\"a\":2}\n").0, [(None, 2)]);
        assert!(read("").1[0].contains("empty"));
        assert!(read("<html>").1[0].contains("not JSON"));
    }
}
