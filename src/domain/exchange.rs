//! Rows that leave a workspace and come back: cases with the field names of MM-IssueLoc, judgements, candidates. What a
//! row says and what a table can hold are told apart here, so that JSON Lines, CSV and Parquet give back the same record.

use serde_json::{Map, Value};

pub mod candidate;
pub mod case;
pub mod entry;
#[cfg(test)]
mod tests;

/// One row: cells by column, in the order of the columns.
pub type Row = Map<String, Value>;

/// Version of the rows that this build writes.
pub const VERSION: u64 = 1;

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// Whole numbers.
    Int,
    /// Numbers.
    Float,
    /// true or false.
    Bool,
    /// Anything: texts stand as they are, everything else as JSON text.
    Any,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its cells hold.
    pub kind: Kind,
}

impl Column {
    /// A column.
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self {
            name: name.into(),
            kind,
        }
    }
}

/// A cell as a table holds it: text as it is, nothing for null, all else as JSON text.
pub fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// The value of a cell that is no text: as it is, or out of its JSON text.
///
/// # Errors
/// Names the column whose text is no JSON.
fn value(row: &Row, column: &str) -> Result<Value, String> {
    match row.get(column) {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(Value::String(text)) if text.is_empty() => Ok(Value::Null),
        Some(Value::String(text)) => {
            serde_json::from_str(text).map_err(|e| format!("the cell of '{column}' is no JSON: {e}"))
        }
        Some(other) => Ok(other.clone()),
    }
}

/// The text of a cell; nothing for null.
///
/// # Errors
/// Names the column that holds something else.
fn text(row: &Row, column: &str) -> Result<Option<String>, String> {
    match row.get(column) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("the cell of '{column}' is no text")),
    }
}

/// The record that a cell or an object stands for.
///
/// # Errors
/// Names the column and what does not fit.
fn record<T: serde::de::DeserializeOwned>(value: Value, column: &str) -> Result<T, String> {
    serde_json::from_value(value).map_err(|e| format!("'{column}': {e}"))
}

/// A record as a JSON value; null for what cannot be one, which no record of ours is.
fn json(record: impl serde::Serialize) -> Value {
    serde_json::to_value(record).unwrap_or_default()
}
