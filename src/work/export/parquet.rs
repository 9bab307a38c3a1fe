//! A Parquet file written column by column: optional texts, numbers and truth values, zstd pages.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical, ZstdLevel};
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;
use serde_json::Value;

use crate::domain::exchange::{Column, Kind, Row, cell};

/// Rows, and bytes of text, that are held before they are written as one group.
const ROWS: usize = 10_000;
const BYTES: usize = 32 << 20;

/// Name of the note that tells which columns hold JSON text where they hold no plain text.
const NOTE: &str = "casefile.json_columns";

/// A table on its way.
pub(super) struct Table<'a> {
    out: SerializedFileWriter<Box<dyn Write + Send + 'a>>,
    columns: Vec<Column>,
    held: Vec<Row>,
    bytes: usize,
}

impl<'a> Table<'a> {
    /// Begins.
    pub(super) fn new(out: Box<dyn Write + Send + 'a>, columns: Vec<Column>) -> Result<Self> {
        let field = |c: &Column| {
            let (physical, converted) = match c.kind {
                Kind::Text | Kind::Any => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
                Kind::Int => (Physical::INT64, ConvertedType::NONE),
                Kind::Float => (Physical::DOUBLE, ConvertedType::NONE),
                Kind::Bool => (Physical::BOOLEAN, ConvertedType::NONE),
            };
            let field = Type::primitive_type_builder(&c.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_converted_type(converted);
            field.build().map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("casefile").with_fields(fields).build()?;
        let any = columns.iter().filter(|c| c.kind == Kind::Any);
        let any: Vec<&str> = any.map(|c| c.name.as_str()).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_created_by(concat!("casefile ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(vec![KeyValue::new(NOTE.to_owned(), any.join(" "))]));
        Ok(Self {
            out: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?,
            columns,
            held: Vec::new(),
            bytes: 0,
        })
    }

    /// Takes one row.
    pub(super) fn row(&mut self, row: Row) -> Result<()> {
        self.bytes += row.values().map(size).sum::<usize>();
        self.held.push(row);
        if self.held.len() >= ROWS || self.bytes >= BYTES {
            self.group()?;
        }
        Ok(())
    }

    /// Writes what is held.
    fn group(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.held);
        self.bytes = 0;
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.out.next_row_group()?;
        let mut columns = self.columns.iter();
        while let (Some(mut to), Some(column)) = (group.next_column()?, columns.next()) {
            let cells = rows.iter().map(|r| r.get(&column.name));
            match to.untyped() {
                ColumnWriter::ByteArrayColumnWriter(w) => {
                    let (levels, values) = split(cells, |v| cell(v).map(|t| ByteArray::from(t.into_bytes())));
                    w.write_batch(&values, Some(&levels), None)?;
                }
                ColumnWriter::Int64ColumnWriter(w) => {
                    let (levels, values) = split(cells, Value::as_i64);
                    w.write_batch(&values, Some(&levels), None)?;
                }
                ColumnWriter::DoubleColumnWriter(w) => {
                    let (levels, values) = split(cells, Value::as_f64);
                    w.write_batch(&values, Some(&levels), None)?;
                }
                ColumnWriter::BoolColumnWriter(w) => {
                    let (levels, values) = split(cells, Value::as_bool);
                    w.write_batch(&values, Some(&levels), None)?;
                }
                _ => return Err(ParquetError::General("a column of another type".to_owned())),
            }
            to.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file.
    pub(super) fn end(mut self) -> Result<()> {
        self.group()?;
        self.out.finish()?;
        self.out.inner_mut().flush()?;
        Ok(())
    }
}

/// Which cells are there, and those that are.
fn split<'v, T>(
    cells: impl Iterator<Item = Option<&'v Value>>,
    read: impl Fn(&Value) -> Option<T>,
) -> (Vec<i16>, Vec<T>) {
    let mut levels = Vec::new();
    let mut values = Vec::new();
    for cell in cells {
        let held = cell.and_then(&read);
        levels.push(i16::from(held.is_some()));
        values.extend(held);
    }
    (levels, values)
}

/// About how many bytes a value takes.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 8,
        Value::Array(all) => all.iter().map(size).sum::<usize>() + 8,
        Value::Object(all) => all.iter().map(|(k, v)| k.len() + size(v)).sum::<usize>() + 8,
        _ => 8,
    }
}
