//! What a file is by its content, and the start of it for recognising a format.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;

use serde_json::Value;

use crate::base::error::{Problem, Result};

use super::split::{Frame, Splitter};
use super::{Input, sketch, table};

/// Longest first line in bytes that is held to see what a file is; a longer one is looked at as it streams by.
const FIRST: u64 = 4 << 20;

/// How the records of a file stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One JSON value a line.
    Lines,
    /// A JSON list.
    List,
    /// A JSON object whose values are all objects.
    Map,
    /// JSON values over several lines, one after another.
    Glued,
    /// One JSON document that is none of these.
    Document,
    /// Comma- or tab-separated values with a heading.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// Nothing at all.
    Empty,
    /// Text, or broken JSON.
    Text,
}

/// The start of a file, for recognising it. Long texts and lists are cut; keys are not.
#[derive(Debug)]
pub struct Head<'a> {
    /// Path of the file.
    pub path: &'a Path,
    /// How its records stand.
    pub form: Form,
    /// Its first record.
    pub record: Option<Value>,
    /// All of it, when it is one JSON list or object.
    pub document: Option<Value>,
    /// Its first lines, at most 8 and 4 KiB.
    pub text: String,
}

impl Head<'_> {
    /// Whether the first record is an object with all these keys.
    pub fn has(&self, keys: &[&str]) -> bool {
        holds(self.record.as_ref(), keys)
    }

    /// Whether the whole file is one object with all these keys.
    pub fn document_has(&self, keys: &[&str]) -> bool {
        holds(self.document.as_ref(), keys)
    }

    /// A field of the first record.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.record.as_ref()?.get(key)
    }

    /// File name in lower case.
    pub fn name(&self) -> String {
        let name = self.path.file_name().map(|n| n.to_string_lossy().to_lowercase());
        name.unwrap_or_default()
    }
}

fn holds(value: Option<&Value>, keys: &[&str]) -> bool {
    value
        .and_then(Value::as_object)
        .is_some_and(|o| keys.iter().all(|k| o.contains_key(*k)))
}

impl Input {
    /// The start of the file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn head(&self) -> Result<Head<'_>> {
        let (form, record, document) = self.form()?;
        Ok(Head {
            path: self.path(),
            form,
            record,
            document,
            text: if form == Form::Parquet {
                String::new()
            } else {
                self.start()?
            },
        })
    }

    fn start(&self) -> Result<String> {
        let mut raw = Vec::new();
        let path = self.path();
        self.open()?
            .take(4_096)
            .read_to_end(&mut raw)
            .map_err(|e| Problem::io("read", path, &e))?;
        let text = String::from_utf8_lossy(&raw).into_owned();
        Ok(text.lines().take(8).collect::<Vec<_>>().join("\n"))
    }

    /// How the records stand, the first one, and the whole where it is one document.
    pub(super) fn form(&self) -> Result<(Form, Option<Value>, Option<Value>)> {
        let found = self.look()?;
        self.form.get_or_init(|| found.0);
        Ok(found)
    }

    fn look(&self) -> Result<(Form, Option<Value>, Option<Value>)> {
        if self.is_parquet()? {
            return Ok((Form::Parquet, table::parquet_first(self)?, None));
        }
        let mut from = self.open()?;
        match self.first_byte(&mut *from)? {
            None => Ok((Form::Empty, None, None)),
            Some(b'[') => self.list(),
            Some(b'{') => self.object(from),
            _ => match table::csv_first(self)? {
                Some(row) => Ok((Form::Csv, Some(row), None)),
                None => self.text_or_lines(),
            },
        }
    }

    /// The first byte that is not blank, left to be read.
    fn first_byte(&self, from: &mut dyn BufRead) -> Result<Option<u8>> {
        loop {
            let buf = from.fill_buf().map_err(|e| Problem::io("read", self.path(), &e))?;
            let blank = buf.len() - buf.trim_ascii_start().len();
            match buf.get(blank) {
                None if blank == 0 => return Ok(None),
                found => {
                    let found = found.copied();
                    from.consume(blank);
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
        }
    }

    fn list(&self) -> Result<(Form, Option<Value>, Option<Value>)> {
        let mut splitter = Splitter::new(self.open()?, self.path(), Frame::List);
        let mut found = Vec::new();
        while found.len() < 3 {
            let Some(piece) = splitter.piece()? else { break };
            found.extend(sketch::sketch_of(&piece.raw));
        }
        if found.is_empty() && sketch::sketch(self.open()?).is_none() {
            return self.text_or_lines();
        }
        Ok((Form::List, found.first().cloned(), Some(Value::Array(found))))
    }

    fn object(&self, mut from: Box<dyn BufRead>) -> Result<(Form, Option<Value>, Option<Value>)> {
        let mut first = Vec::new();
        (&mut *from)
            .take(FIRST)
            .read_until(b'\n', &mut first)
            .map_err(|e| Problem::io("read", self.path(), &e))?;
        if let Some(value) = sketch::sketch_of(&first) {
            return Ok(match self.first_byte(&mut *from)? {
                Some(_) => (Form::Lines, Some(value), None),
                None => document(value),
            });
        }
        drop(first);
        match sketch::sketch(self.open()?) {
            Some((value, false)) => Ok(document(value)),
            Some((value, true)) if !self.has_good_lines()? => Ok((Form::Glued, Some(value), None)),
            _ => self.text_or_lines(),
        }
    }

    /// JSONL whose first line is broken must not hide the good ones after it.
    fn text_or_lines(&self) -> Result<(Form, Option<Value>, Option<Value>)> {
        let mut found = None;
        let end = Problem::input("");
        let looked = self.lines(&mut |line, _| {
            if line.first() == Some(&b'{') && found.is_none() {
                found = sketch::sketch_of(line);
            }
            if found.is_some() { Err(end.clone()) } else { Ok(()) }
        });
        match (looked, found) {
            (_, Some(value)) => Ok((Form::Lines, Some(value), None)),
            (Err(p), None) => Err(p),
            (Ok(()), None) => Ok((Form::Text, None, None)),
        }
    }

    fn has_good_lines(&self) -> Result<bool> {
        Ok(self.text_or_lines()?.0 == Form::Lines)
    }

    fn is_parquet(&self) -> Result<bool> {
        if self.held.is_some() {
            return Ok(false);
        }
        let path = self.path();
        let meta = std::fs::metadata(path).map_err(|e| Problem::io("open", path, &e))?;
        if !meta.is_file() {
            return Err(Problem::input("not a regular file").in_file(path));
        }
        let mut magic = [0u8; 4];
        let mut file = File::open(path).map_err(|e| Problem::io("open", path, &e))?;
        Ok(file.read_exact(&mut magic).is_ok() && &magic == b"PAR1")
    }
}

fn document(value: Value) -> (Form, Option<Value>, Option<Value>) {
    let entries = value
        .as_object()
        .filter(|o| !o.is_empty() && o.values().all(Value::is_object));
    match entries.and_then(|o| o.values().next().cloned()) {
        Some(record) => (Form::Map, Some(record), Some(value)),
        None => (Form::Document, Some(value.clone()), Some(value)),
    }
}
