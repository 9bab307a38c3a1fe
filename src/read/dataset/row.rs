//! One row of a dataset while a case is made of it: which cells were taken, which stay in `extra`.
//!
//! A cell that became part of the case word for word leaves the row; a richer one, out of which something was
//! read, stays as it came. So nothing of a row is lost.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};

use super::map::{self, Field, Names};

/// Key in `extra` that tells from which columns fields were taken, where they have another name than in SWE-bench.
pub(super) const COLUMNS: &str = "$columns";

/// What becomes of a cell that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// The case holds all of it.
    Taken,
    /// It holds more than the case.
    Stays,
}

/// A row.
#[derive(Debug)]
pub(super) struct Row<'a> {
    cells: Map<String, Value>,
    places: BTreeMap<Field, Vec<String>>,
    names: &'a Names,
    blobs: &'a [Vec<u8>],
    keys: HashSet<String>,
    /// Which column filled which field.
    pub(super) used: Vec<(Field, String)>,
    taken: Vec<(Field, String)>,
    /// What should be known about the row.
    pub(super) notes: Vec<&'static str>,
}

impl<'a> Row<'a> {
    /// A row of these cells.
    pub(super) fn new(mut cells: Map<String, Value>, blobs: &'a [Vec<u8>], names: &'a Names) -> Self {
        if !blobs.is_empty() {
            for cell in cells.values_mut() {
                words(cell, blobs);
            }
        }
        Self {
            places: names.places(&cells),
            keys: map::keys(&cells),
            cells,
            names,
            blobs,
            used: Vec::new(),
            taken: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Whether it had a column of this squeezed name.
    pub(super) fn had(&self, plain: &str) -> bool {
        self.keys.contains(plain)
    }

    /// A cell by its squeezed name.
    pub(super) fn cell(&self, plain: &str) -> Option<&Value> {
        let mut all = self.cells.iter();
        all.find(|(k, _)| map::squeeze(k) == plain).map(|(_, v)| v)
    }

    /// Whether a column of `field` holds anything.
    pub(super) fn fills(&self, field: Field) -> bool {
        let blank = |v: &Value| match v {
            Value::Null => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(all) => all.is_empty(),
            _ => false,
        };
        let mut columns = self.places.get(&field).into_iter().flatten();
        columns.any(|c| self.cells.get(c).is_some_and(|v| !blank(v)))
    }

    /// Whether it has a column for its id, or the parts of which one is made.
    pub(super) fn can_be_named(&self) -> bool {
        self.places.contains_key(&Field::Id)
            || (self.places.contains_key(&Field::Number) && self.had("repo") && (self.had("org") || self.had("owner")))
    }

    /// Whether a person named the column of `field`.
    pub(super) fn forced(&self, field: Field) -> bool {
        self.names.forced(field)
    }

    /// The column that would fill `field`, or the field's own name.
    pub(super) fn column(&self, field: Field) -> String {
        self.places
            .get(&field)
            .and_then(|c| c.first())
            .cloned()
            .unwrap_or_else(|| field.name().to_owned())
    }

    /// Reads the first cell of `field` out of which `read` makes something.
    pub(super) fn pick<T>(
        &mut self,
        field: Field,
        read: impl Fn(&str, &Value, &[Vec<u8>]) -> Option<(T, Cell)>,
    ) -> Option<T> {
        let columns = self.places.get(&field)?;
        let (out, cell, column) = columns.iter().find_map(|column| {
            let (out, cell) = read(column, self.cells.get(column)?, self.blobs)?;
            Some((out, cell, column.clone()))
        })?;
        self.used.push((field, column.clone()));
        if cell == Cell::Taken {
            self.cells.shift_remove(&column);
            self.taken.push((field, column));
        }
        Some(out)
    }

    /// Text of `field` that is not blank.
    ///
    /// # Errors
    /// There is something else than text, and no text in another column.
    pub(super) fn text(&mut self, field: Field) -> Result<Option<String>> {
        if let Some(text) = self.pick(field, |_, v, _| Some((filled(v)?.to_owned(), Cell::Taken))) {
            return Ok(Some(text));
        }
        let columns = self.places.get(&field).map(Vec::as_slice).unwrap_or_default();
        for column in columns {
            match self.cells.get(column) {
                None | Some(Value::Null | Value::String(_)) => {}
                Some(other) => {
                    return Err(
                        Problem::input(format!("expected text, found {}", kind(other))).at_field(column.clone())
                    );
                }
            }
        }
        Ok(None)
    }

    /// The cells that stay, with the names of the columns that were taken; bytes that nobody can keep as JSON
    /// leave their number behind.
    pub(super) fn rest(self) -> (Map<String, Value>, Vec<String>) {
        let mut out = self.cells;
        let mut lost = Vec::new();
        if !self.blobs.is_empty() {
            for (column, cell) in &mut out {
                let known = self.used.iter().any(|(_, c)| c == column);
                if drop_bytes(cell, self.blobs) && !known {
                    lost.push(column.clone());
                }
            }
        }
        let other = self
            .taken
            .into_iter()
            .filter(|(field, column)| field.usual_column() != column);
        let other: Map<String, Value> = other
            .map(|(field, column)| (field.name().to_owned(), column.into()))
            .collect();
        if !other.is_empty() {
            out.insert(COLUMNS.to_owned(), Value::Object(other));
        }
        (out, lost)
    }
}

/// The text of a cell that is not blank.
pub(super) fn filled(value: &Value) -> Option<&str> {
    value.as_str().filter(|s| !s.trim().is_empty())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
        Value::Bool(_) => "true or false",
        Value::Null => "null",
        Value::String(_) => "text",
        Value::Number(_) => "a number",
    }
}

/// The bytes that a value stands for.
pub(super) fn bytes<'b>(value: &Value, blobs: &'b [Vec<u8>]) -> Option<&'b [u8]> {
    let n = usize::try_from(value.get("$blob")?.as_u64()?).ok()?;
    blobs.get(n).map(Vec::as_slice)
}

/// Bytes that are text become it: many writers leave out that a column is one of texts. The `bytes` of a picture
/// stay bytes.
fn words(value: &mut Value, blobs: &[Vec<u8>]) {
    if let Some(raw) = bytes(value, blobs) {
        let control = |b: &u8| b.is_ascii_control() && !matches!(b, b'\n' | b'\r' | b'\t' | 0x1B);
        if let (Ok(text), false) = (std::str::from_utf8(raw), raw.iter().any(control)) {
            *value = Value::String(text.to_owned());
        }
        return;
    }
    match value {
        Value::Array(all) => all.iter_mut().for_each(|v| words(v, blobs)),
        Value::Object(all) => {
            let inner = all.iter_mut().filter(|(k, _)| *k != "bytes");
            inner.for_each(|(_, v)| words(v, blobs));
        }
        _ => {}
    }
}

/// Puts null for bytes in the `bytes` of a picture, and their number elsewhere; tells whether there were any.
fn drop_bytes(value: &mut Value, blobs: &[Vec<u8>]) -> bool {
    if let Some(raw) = bytes(value, blobs) {
        *value = serde_json::json!({"$bytes": raw.len()});
        return true;
    }
    let mut any = false;
    match value {
        Value::Array(all) => {
            for v in all {
                any |= drop_bytes(v, blobs);
            }
        }
        Value::Object(all) => {
            for v in all.values_mut() {
                any |= drop_bytes(v, blobs);
            }
        }
        _ => {}
    }
    any
}
