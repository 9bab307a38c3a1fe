//! Rows as JSON Lines, CSV or Parquet.

use std::io::Write;

use crate::base::error::{Problem, Result};
use crate::domain::exchange::{Column, Row, cell};

use super::parquet::Table;

/// Form of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum As {
    /// One JSON object a line.
    #[default]
    Jsonl,
    /// Comma-separated values with a heading; what is no text stands as JSON text.
    Csv,
    /// Apache Parquet with zstd pages; what is neither text nor number stands as JSON text.
    Parquet,
}

impl As {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Jsonl, Self::Csv, Self::Parquet];

    /// Ending of its files, and its word.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }

    /// What the word says.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.ending() == word)
    }

    /// Whether all columns must be known before the first row.
    pub(super) fn is_table(self) -> bool {
        self != Self::Jsonl
    }
}

/// Where rows go.
pub(super) type Out<'a> = Box<dyn Write + Send + 'a>;

enum Form<'a> {
    Jsonl(Out<'a>, Vec<u8>),
    Csv(Box<csv::Writer<Out<'a>>>, Vec<Column>),
    Parquet(Box<Table<'a>>),
}

/// A file that is being written row by row.
pub(super) struct Sheet<'a> {
    form: Form<'a>,
    rows: usize,
}

fn fail(e: impl std::fmt::Display) -> Problem {
    Problem::environment(format!("cannot write the export: {e}"))
}

impl<'a> Sheet<'a> {
    /// Begins. JSON Lines need no columns.
    ///
    /// # Errors
    /// The disk is full.
    pub(super) fn new(form: As, out: Out<'a>, columns: Vec<Column>) -> Result<Self> {
        let form = match form {
            As::Jsonl => Form::Jsonl(out, Vec::new()),
            As::Csv => {
                let mut to = csv::Writer::from_writer(out);
                to.write_record(columns.iter().map(|c| &c.name)).map_err(fail)?;
                Form::Csv(Box::new(to), columns)
            }
            As::Parquet => Form::Parquet(Box::new(Table::new(out, columns).map_err(fail)?)),
        };
        Ok(Self { form, rows: 0 })
    }

    /// Writes one row.
    ///
    /// # Errors
    /// The disk is full.
    pub(super) fn row(&mut self, row: Row) -> Result<()> {
        self.rows += 1;
        match &mut self.form {
            Form::Jsonl(out, line) => {
                line.clear();
                serde_json::to_writer(&mut *line, &row).map_err(fail)?;
                line.push(b'\n');
                out.write_all(line).map_err(fail)
            }
            Form::Csv(out, columns) => {
                for column in columns.iter() {
                    let held = row.get(&column.name);
                    match held.and_then(serde_json::Value::as_str) {
                        Some(text) => out.write_field(text),
                        None => out.write_field(held.and_then(cell).unwrap_or_default()),
                    }
                    .map_err(fail)?;
                }
                out.write_record(None::<&[u8]>).map_err(fail)
            }
            Form::Parquet(table) => table.row(row).map_err(fail),
        }
    }

    /// Ends the file; the number of its rows comes back.
    ///
    /// # Errors
    /// The disk is full.
    pub(super) fn end(self) -> Result<usize> {
        match self.form {
            Form::Jsonl(mut out, _) => out.flush().map_err(fail)?,
            Form::Csv(mut out, _) => out.flush().map_err(fail)?,
            Form::Parquet(table) => table.end().map_err(fail)?,
        }
        Ok(self.rows)
    }
}
