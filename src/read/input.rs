//! A file to import: what it is by its content, and its records one by one with their lines, without holding
//! more than one of them in memory.

mod at;
mod forms;
mod names;
mod sketch;
mod split;
mod table;
#[cfg(test)]
mod tests;
mod unpack;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::base::error::{Problem, Result};

use self::split::{Frame, Splitter};
use super::meter::{Meter, Metered};

pub use self::forms::{Form, Head};
pub use self::names::run_name;

/// Longest record in bytes; a longer one is refused, not loaded.
pub(super) const LONGEST: usize = 256 << 20;

/// What a person said about the files on the command line.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// Name of the run that the files hold, instead of one taken from their names.
    pub run: Option<String>,
    /// Field of ours to column of theirs (`--map`).
    pub map: BTreeMap<String, String>,
}

/// A file.
#[derive(Debug, Clone)]
pub struct Input {
    path: PathBuf,
    meter: Arc<Meter>,
    wishes: Arc<Wishes>,
    /// How its records stand, once that was looked at: it takes a pass over a file that is one document.
    form: std::sync::OnceLock<Form>,
    /// Its content, when that is not read from the disk.
    held: Option<Arc<[u8]>>,
}

/// One record of a file.
#[derive(Debug)]
pub struct Record {
    /// Key in front of it, when the file is one object of records.
    pub key: Option<String>,
    /// The record. Bytes of a Parquet column stand as `{"$blob": N}`.
    pub value: Value,
    /// Line it starts on, from 1; in a Parquet file the number of the row.
    pub line: usize,
    /// Byte it starts at in the unpacked file; 0 where that means nothing.
    pub offset: u64,
    /// Its length in bytes; 0 where that means nothing.
    pub len: u64,
    /// Bytes of Parquet columns, by the number in `$blob`.
    pub blobs: Vec<Vec<u8>>,
}

impl Record {
    /// The bytes that `value` (some part of the record) stands for.
    pub fn blob(&self, value: &Value) -> Option<&[u8]> {
        let n = value.get("$blob")?.as_u64()?;
        self.blobs.get(usize::try_from(n).ok()?).map(Vec::as_slice)
    }

    /// Where it was read, as records keep it: file name, line, place in the unpacked file.
    pub fn source(&self, input: &Input) -> Value {
        let mut out = serde_json::json!({"file": input.name(), "line": self.line});
        if let (Value::Object(o), true) = (&mut out, self.len > 0) {
            o.insert("offset".to_owned(), self.offset.into());
            o.insert("len".to_owned(), self.len.into());
        }
        out
    }
}

impl Input {
    /// The file at `path`.
    pub fn new(path: &Path) -> Self {
        Self::with(path, Arc::default(), Arc::default())
    }

    /// The file at `path`, counted by `meter`, read as `wishes` say.
    pub fn with(path: &Path, meter: Arc<Meter>, wishes: Arc<Wishes>) -> Self {
        Self {
            path: path.to_owned(),
            meter,
            wishes,
            form: std::sync::OnceLock::new(),
            held: None,
        }
    }

    /// The file at `path` as it stands in memory, with its long texts cut. Trajectories read from it keep what was
    /// printed.
    pub(super) fn shortened(path: &Path, bytes: Vec<u8>) -> Self {
        Self {
            held: Some(bytes.into()),
            ..Self::new(path)
        }
    }

    /// Whether trajectories read from it keep what was printed.
    pub(super) fn keeps_printed(&self) -> bool {
        self.held.is_some()
    }

    /// Another file of the same input: a sibling that a format names.
    #[must_use]
    pub fn beside(&self, path: &Path) -> Self {
        Self::with(path, self.meter.clone(), self.wishes.clone())
    }

    /// The same file for a look ahead: what is read does not count as progress, a stop stops it.
    pub(super) fn uncounted(&self) -> Self {
        Self::with(&self.path, Arc::new(self.meter.aside()), self.wishes.clone())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What a person said on the command line.
    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// File name.
    pub fn name(&self) -> String {
        self.path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Opens it for reading from its start: unpacked, without byte order mark.
    ///
    /// # Errors
    /// No regular file, a Git LFS pointer, a packing nobody can read here.
    pub fn open(&self) -> Result<Box<dyn BufRead>> {
        if let Some(bytes) = &self.held {
            return Ok(Box::new(std::io::Cursor::new(bytes.clone())));
        }
        let meta = std::fs::metadata(&self.path).map_err(|e| Problem::io("open", &self.path, &e))?;
        if !meta.is_file() {
            return Err(Problem::input("not a regular file").in_file(&self.path));
        }
        let file = File::open(&self.path).map_err(|e| Problem::io("open", &self.path, &e))?;
        let mut raw = BufReader::with_capacity(1 << 18, Metered::new(file, self.meter.clone()));
        let fail = |e: std::io::Error| Problem::io("read", &self.path, &e);
        if raw.fill_buf().map_err(fail)?.starts_with(b"PK\x03\x04") {
            return Err(Problem::input("the file is a ZIP archive")
                .in_file(&self.path)
                .mend("unpack it first"));
        }
        let mut plain = unpack::plain(raw).map_err(fail)?;
        let head = plain.fill_buf().map_err(fail)?;
        let wide = [&b"\xFF\xFE"[..], b"\xFE\xFF", b"{\0", b"\0{", b"[\0", b"\0["];
        if wide.iter().any(|start| head.starts_with(start)) {
            return Err(Problem::input("the file is UTF-16")
                .in_file(&self.path)
                .mend("convert it to UTF-8"));
        }
        if head.starts_with(b"version https://git-lfs") {
            return Err(Problem::input("this is a Git LFS pointer, not the data")
                .in_file(&self.path)
                .mend("fetch the content with: git lfs pull"));
        }
        if head.starts_with(b"\xEF\xBB\xBF") {
            plain.consume(3);
        }
        Ok(plain)
    }

    /// All of it as text; bytes that are not UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// It cannot be read, or holds more than 256 MiB.
    pub fn text(&self) -> Result<String> {
        let raw = split::all(self.open()?, &self.path)?;
        Ok(String::from_utf8(raw).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
    }

    /// Hands out its lines with their numbers, from 1, without line ends.
    ///
    /// # Errors
    /// It cannot be read, or `take` says stop.
    pub fn lines(&self, take: &mut dyn FnMut(&[u8], usize) -> Result<()>) -> Result<()> {
        let mut from = self.open()?;
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            if self.line(&mut from, &mut line)? == 0 {
                return Ok(());
            }
            number += 1;
            take(line.trim_ascii_end(), number)?;
        }
    }

    fn line(&self, from: &mut dyn BufRead, out: &mut Vec<u8>) -> Result<usize> {
        let n = from
            .take(LONGEST as u64)
            .read_until(b'\n', out)
            .map_err(|e| Problem::io("read", &self.path, &e))?;
        if n == LONGEST {
            return Err(Problem::input(format!("a line is longer than {} MiB", LONGEST >> 20)).in_file(&self.path));
        }
        Ok(n)
    }

    /// The file as one JSON document.
    ///
    /// # Errors
    /// It cannot be read, is not JSON, or holds more than 256 MiB.
    pub fn document(&self) -> Result<Value> {
        let raw = split::all(self.open()?, &self.path)?;
        serde_json::from_slice(&raw).map_err(|e| {
            not_json(&e)
                .in_file(&self.path)
                .at_line(e.line().max(1))
                .mend("expected one JSON document")
        })
    }

    /// Hands out its records: lines of JSONL, elements of a JSON list, entries of a JSON object of objects, rows of
    /// CSV or Parquet; any other JSON document is one record. What is no record goes to `bad`, the others go on.
    ///
    /// # Errors
    /// The file cannot be read, or `take` or `bad` says stop.
    pub fn records(
        &self,
        take: &mut dyn FnMut(Record) -> Result<()>,
        bad: &mut dyn FnMut(Problem) -> Result<()>,
    ) -> Result<()> {
        let form = match self.form.get() {
            Some(form) => *form,
            None => self.form()?.0,
        };
        match form {
            Form::Lines => self.jsonl(take, bad),
            Form::List => self.pieces(Frame::List, take, bad),
            Form::Map => self.pieces(Frame::Map, take, bad),
            Form::Glued => self.pieces(Frame::Row, take, bad),
            Form::Document => match self.document() {
                Ok(value) => take(Record {
                    key: None,
                    value,
                    line: 1,
                    offset: 0,
                    len: 0,
                    blobs: Vec::new(),
                }),
                Err(p) => bad(p),
            },
            Form::Csv => table::csv(self, take, bad),
            Form::Parquet => table::parquet(self, take),
            Form::Empty => bad(Problem::input("the file is empty").in_file(&self.path)),
            Form::Text => match self.document() {
                Ok(_) => Ok(()),
                Err(p) => bad(p.mend("expected JSON, JSON Lines with one record a line, or CSV with a heading")),
            },
        }
    }

    fn jsonl(
        &self,
        take: &mut dyn FnMut(Record) -> Result<()>,
        bad: &mut dyn FnMut(Problem) -> Result<()>,
    ) -> Result<()> {
        let mut from = self.open()?;
        let mut line = Vec::new();
        let (mut number, mut offset) = (0, 0u64);
        loop {
            line.clear();
            let len = self.line(&mut from, &mut line)?;
            if len == 0 {
                return Ok(());
            }
            number += 1;
            let at = offset;
            offset += len as u64;
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            // Without its line feed, so that the column of a line that ends too early is one of this line.
            match serde_json::from_slice(line.trim_ascii_end()) {
                Ok(value) => take(Record {
                    key: None,
                    value,
                    line: number,
                    offset: at,
                    len: len as u64,
                    blobs: Vec::new(),
                })?,
                Err(e) => {
                    let p = not_json(&e).in_file(&self.path).at_line(number);
                    bad(p.mend("mend or remove this line; the others were read"))?;
                }
            }
        }
    }

    fn pieces(
        &self,
        frame: Frame,
        take: &mut dyn FnMut(Record) -> Result<()>,
        bad: &mut dyn FnMut(Problem) -> Result<()>,
    ) -> Result<()> {
        let mut splitter = Splitter::new(self.open()?, &self.path, frame);
        while let Some(piece) = splitter.piece()? {
            match serde_json::from_slice(&piece.raw) {
                Ok(value) => take(Record {
                    key: piece.key,
                    value,
                    line: piece.line,
                    offset: piece.offset,
                    len: piece.raw.len() as u64,
                    blobs: Vec::new(),
                })?,
                Err(_) if piece.cut => bad(Problem::input("the file ends inside this record")
                    .in_file(&self.path)
                    .at_line(piece.line)
                    .mend("get the whole file; the records before were read"))?,
                Err(e) => {
                    let line = piece.line + e.line().saturating_sub(1);
                    let p = not_json(&e).in_file(&self.path).at_line(line);
                    bad(p.mend("mend or remove this record; the others were read"))?;
                }
            }
        }
        Ok(())
    }
}

fn not_json(e: &serde_json::Error) -> Problem {
    let full = e.to_string();
    let why = crate::text::clean::line(full.split(" at line ").next().unwrap_or(&full));
    Problem::input(format!("not JSON at column {}: {why}", e.column()))
}
