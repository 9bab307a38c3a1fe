//! CSV and Parquet rows as JSON records.

use std::fs::File;
use std::io::Read;

use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::{Field, Row};
use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::read::image::guard::guarded;

use super::{Input, Record};

/// Headings that make a first line a CSV heading, without case, underscores, hyphens and blanks; without one of
/// them text stays text.
const KNOWN: [&str; 7] = [
    "instanceid",
    "case",
    "caseid",
    "problemstatement",
    "queryid",
    "qid",
    "org",
];

/// Bytes in which a heading and the row after it must end to be seen as such.
const HEADING: u64 = 4 << 20;

fn reader<R: Read>(delimiter: u8, from: R) -> csv::Reader<R> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(from)
}

/// What stands between the fields: the one with which the heading is known; of several, that of the most fields.
/// In a file named as a table any heading will do whose first row has as many fields.
fn delimiter(input: &Input) -> Result<Option<u8>> {
    let plain = |h: &str| h.trim().to_lowercase().replace(['_', '-', ' '], "");
    let mut wishes = input.wishes().map.iter();
    let wish = wishes.find(|(field, _)| field.eq_ignore_ascii_case("id"));
    let wish = wish.map(|(_, column)| plain(column));
    let name = input.name().to_lowercase();
    let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
    let named = matches!(name.rsplit_once('.'), Some((_, "csv" | "tsv")));
    let mut best = None;
    for delimiter in *b",\t;" {
        let mut reader = reader(delimiter, input.open()?.take(HEADING));
        let Ok(heads) = reader.headers().cloned() else { continue };
        let is_known = |h: &str| KNOWN.contains(&plain(h).as_str()) || Some(plain(h)) == wish;
        let known = heads.iter().any(is_known);
        let row = reader.records().next().and_then(std::result::Result::ok);
        let even = named && row.is_some_and(|r| r.len() == heads.len());
        let rank = (known, heads.len());
        if heads.len() > 1 && (known || even) && best.is_none_or(|(old, _)| rank > old) {
            best = Some((rank, delimiter));
        }
    }
    Ok(best.map(|(_, delimiter)| delimiter))
}

/// The first row, when the file has a heading that is known.
pub(super) fn csv_first(input: &Input) -> Result<Option<Value>> {
    let Some(delimiter) = delimiter(input)? else {
        return Ok(None);
    };
    let mut reader = reader(delimiter, input.open()?);
    let Ok(heads) = reader.headers().cloned() else {
        return Ok(None);
    };
    let row = reader
        .records()
        .next()
        .and_then(std::result::Result::ok)
        .unwrap_or_default();
    Ok(Some(object(&heads, &row)))
}

fn object(heads: &csv::StringRecord, row: &csv::StringRecord) -> Value {
    let pairs = heads.iter().zip(row.iter());
    Value::Object(
        pairs
            .map(|(k, v)| (k.trim().to_owned(), Value::String(v.to_owned())))
            .collect(),
    )
}

pub(super) fn csv(
    input: &Input,
    take: &mut dyn FnMut(Record) -> Result<()>,
    bad: &mut dyn FnMut(Problem) -> Result<()>,
) -> Result<()> {
    let mut reader = reader(delimiter(input)?.unwrap_or(b','), input.open()?);
    let heads = reader
        .headers()
        .map_err(|e| Problem::input(e.to_string()).in_file(input.path()).at_line(1))?
        .clone();
    // With CR LF the library has not counted the line feed yet when a record begins.
    let late = usize::from(feed_at(input, reader.position().byte()));
    let mut row = csv::StringRecord::new();
    loop {
        let at = reader.position().clone();
        let line = usize::try_from(at.line()).unwrap_or(usize::MAX).saturating_add(late);
        let place = |p: Problem| p.in_file(input.path()).at_line(line);
        match reader.read_record(&mut row) {
            Ok(false) => return Ok(()),
            Ok(true) if row.len() != heads.len() => bad(place(
                Problem::input(format!("{} fields where the heading has {}", row.len(), heads.len()))
                    .mend("quote fields that hold the delimiter or line ends"),
            ))?,
            Ok(true) => take(Record {
                key: None,
                value: object(&heads, &row),
                line,
                offset: at.byte(),
                len: reader.position().byte().saturating_sub(at.byte()),
                blobs: Vec::new(),
            })?,
            Err(e) => match e.kind() {
                csv::ErrorKind::Io(io) => return Err(Problem::io("read", input.path(), io)),
                _ => bad(place(Problem::input(e.to_string())))?,
            },
        }
    }
}

/// Whether the byte at `at` is a line feed: the heading ended with the carriage return before it.
fn feed_at(input: &Input, at: u64) -> bool {
    let mut head = Vec::new();
    let read = input
        .open()
        .map(|from| from.take(at.saturating_add(1)).read_to_end(&mut head));
    matches!(read, Ok(Ok(_))) && head.len() as u64 == at.saturating_add(1) && head.last() == Some(&b'\n')
}

fn open(input: &Input) -> Result<SerializedFileReader<File>> {
    let path = input.path();
    let file = File::open(path).map_err(|e| Problem::io("open", path, &e))?;
    sound(input, || SerializedFileReader::new(file))
}

/// Does `work` of the library, which answers some damage with a panic instead of an error.
fn sound<T>(input: &Input, work: impl FnOnce() -> std::result::Result<T, ParquetError>) -> Result<T> {
    match guarded(work) {
        Some(done) => done.map_err(|e| broken(input, &e.to_string())),
        None => Err(broken(input, "its parts contradict each other")),
    }
}

fn broken(input: &Input, why: &str) -> Problem {
    if let Some(codec) = why.split("Disabled feature at compile time: ").nth(1) {
        let codec = crate::text::clean::line(codec);
        return Problem::input(format!("pages packed with {codec} are not supported"))
            .in_file(input.path())
            .mend("write the Parquet file again with zstd or snappy");
    }
    Problem::input(format!(
        "not a readable Parquet file: {}",
        crate::text::clean::line(why)
    ))
    .in_file(input.path())
    .mend("get the whole file again, or convert it to JSONL")
}

/// The first row with long texts cut.
pub(super) fn parquet_first(input: &Input) -> Result<Option<Value>> {
    let reader = open(input)?;
    let mut rows = sound(input, || reader.get_row_iter(None))?;
    match sound(input, || rows.next().transpose())? {
        None => Ok(Some(Value::Object(
            reader
                .metadata()
                .file_metadata()
                .schema()
                .get_fields()
                .iter()
                .map(|f| (f.name().to_owned(), Value::Null))
                .collect(),
        ))),
        Some(row) => {
            let value = object_of(row, &mut Vec::new());
            let text = value.to_string();
            Ok(super::sketch::sketch_of(text.as_bytes()))
        }
    }
}

/// Hands out all rows.
pub(super) fn parquet(input: &Input, take: &mut dyn FnMut(Record) -> Result<()>) -> Result<()> {
    let reader = open(input)?;
    let size = std::fs::metadata(input.path()).map_or(0, |m| m.len());
    let rows = u64::try_from(reader.metadata().file_metadata().num_rows()).unwrap_or(0);
    let share = size.checked_div(rows).unwrap_or(0);
    let mut rows = sound(input, || reader.get_row_iter(None))?;
    for line in 1.. {
        input.meter.check()?;
        let row = sound(input, || rows.next().transpose()).map_err(|p| p.at_line(line))?;
        let Some(row) = row else { break };
        input.meter.add(share);
        let mut blobs = Vec::new();
        let value = object_of(row, &mut blobs);
        take(Record {
            key: None,
            value,
            line,
            offset: 0,
            len: 0,
            blobs,
        })?;
    }
    Ok(())
}

fn object_of(row: Row, blobs: &mut Vec<Vec<u8>>) -> Value {
    let fields = row.into_columns().into_iter();
    Value::Object(fields.map(|(k, v)| (k, value_of(v, blobs))).collect::<Map<_, _>>())
}

fn value_of(field: Field, blobs: &mut Vec<Vec<u8>>) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(v) => v.into(),
        Field::Byte(v) => v.into(),
        Field::Short(v) => v.into(),
        Field::Int(v) => v.into(),
        Field::Long(v) => v.into(),
        Field::UByte(v) => v.into(),
        Field::UShort(v) => v.into(),
        Field::UInt(v) => v.into(),
        Field::ULong(v) => v.into(),
        Field::Float(v) => Value::from(v),
        Field::Double(v) => Value::from(v),
        Field::Str(v) => Value::String(v),
        Field::Bytes(v) => {
            blobs.push(v.data().to_vec());
            serde_json::json!({"$blob": blobs.len() - 1})
        }
        Field::Group(row) => object_of(row, blobs),
        Field::ListInternal(list) => list.elements().iter().cloned().map(|v| value_of(v, blobs)).collect(),
        Field::MapInternal(map) => {
            let entries = map.entries().iter().cloned();
            let pair = |(k, v): (Field, Field)| {
                let key = match k {
                    Field::Str(s) => s,
                    other => other.to_string(),
                };
                (key, value_of(v, blobs))
            };
            Value::Object(entries.map(pair).collect())
        }
        // Half floats, decimals, dates and times: as the library prints them.
        other => Value::String(other.to_string()),
    }
}
