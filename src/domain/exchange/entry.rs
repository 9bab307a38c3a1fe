//! Judgements as rows, one for each entry of a journal, and back: undo, redo and cleared answers included.

use serde_json::Value;

use super::{Column, Kind, Row, json, record, text, value};
use crate::domain::entry::{Entry, EntryId, Imported, Subject};

/// The columns, in their order.
const COLUMNS: [(&str, Kind); 24] = [
    ("by", Kind::Text),
    ("kind", Kind::Text),
    ("case", Kind::Text),
    ("exhibit", Kind::Text),
    ("candidate", Kind::Text),
    ("run", Kind::Text),
    ("suspect", Kind::Text),
    ("question", Kind::Text),
    ("op", Kind::Text),
    ("value", Kind::Any),
    ("value_type", Kind::Text),
    ("at", Kind::Text),
    ("took_ms", Kind::Int),
    ("form", Kind::Text),
    ("sight", Kind::Text),
    ("writer", Kind::Text),
    ("seq", Kind::Int),
    ("supersedes", Kind::Any),
    ("about", Kind::Text),
    ("saw", Kind::Text),
    ("imported_at", Kind::Text),
    ("imported_from", Kind::Text),
    ("prev", Kind::Text),
    ("v", Kind::Int),
];

/// The columns of a table of judgements.
pub fn columns() -> Vec<Column> {
    COLUMNS.iter().map(|(n, k)| Column::new(*n, *k)).collect()
}

/// Whether a record with these columns is such a row.
pub fn is_row(has: &dyn Fn(&str) -> bool) -> bool {
    [
        "by",
        "kind",
        "case",
        "question",
        "op",
        "value",
        "value_type",
        "writer",
        "seq",
    ]
    .iter()
    .all(|c| has(c))
}

/// The word for the type of an answer.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "none",
        Value::String(_) => "text",
        Value::Number(_) => "number",
        Value::Bool(_) => "yes_no",
        _ => "json",
    }
}

/// The row of an entry.
pub fn to_row(entry: &Entry) -> Row {
    let mut out = Row::new();
    let mut put = |name: &str, value: Value| drop(out.insert(name.to_owned(), value));
    put("by", entry.by.as_str().into());
    put("kind", entry.subject.kind().into());
    put("case", entry.subject.case().into());
    let (exhibit, candidate, run, suspect) = match &entry.subject {
        Subject::Case { .. } => (None, None, None, None),
        Subject::Exhibit { exhibit, .. } => (Some(exhibit), None, None, None),
        Subject::Candidate { candidate, .. } => (None, Some(candidate), None, None),
        Subject::Suspect { run, suspect, .. } => (None, None, Some(run), Some(suspect)),
    };
    put("exhibit", json(exhibit));
    put("candidate", json(candidate));
    put("run", json(run));
    put("suspect", json(suspect));
    put("question", entry.question.as_str().into());
    put("op", json(entry.op));
    put("value", entry.value.clone());
    put("value_type", type_of(&entry.value).into());
    put("at", entry.at.as_str().into());
    put("took_ms", entry.took_ms.into());
    put("form", entry.form_hash.as_str().into());
    put("sight", json(entry.sight));
    put("writer", entry.writer.as_str().into());
    put("seq", entry.seq.into());
    put("supersedes", json(&entry.supersedes));
    put("about", json(&entry.about));
    put("saw", entry.saw.as_str().into());
    let imported = entry.imported.as_ref();
    put("imported_at", json(imported.map(|i| &i.at)));
    put("imported_from", json(imported.map(|i| &i.from)));
    put("prev", entry.prev.as_str().into());
    put("v", entry.v.into());
    out
}

/// The entry of a row that [`to_row`] made.
///
/// # Errors
/// Names the column that does not fit.
pub fn from_row(row: &Row) -> Result<Entry, String> {
    let plain = |name: &str| Ok::<_, String>(text(row, name)?.unwrap_or_default());
    let needed = |name: &str| match plain(name)? {
        held if held.is_empty() => Err(format!("the cell of '{name}' is empty")),
        held => Ok(held),
    };
    let case = needed("case")?;
    let subject = match needed("kind")?.as_str() {
        "case" => Subject::Case { case },
        "exhibit" => Subject::Exhibit {
            case,
            exhibit: needed("exhibit")?,
        },
        "candidate" => Subject::Candidate {
            case,
            candidate: needed("candidate")?,
        },
        "suspect" => Subject::Suspect {
            case,
            run: needed("run")?,
            suspect: plain("suspect")?,
        },
        other => return Err(format!("'{other}' is nothing that is judged")),
    };
    let answer = match plain("value_type")?.as_str() {
        "none" => Value::Null,
        "text" => Value::String(plain("value")?),
        _ => value(row, "value")?,
    };
    let about = Some(plain("about")?).filter(|a| !a.is_empty());
    let imported = Some(plain("imported_at")?).filter(|a| !a.is_empty());
    let imported = imported
        .map(|at| Ok::<_, String>((at, plain("imported_from")?)))
        .transpose()?;
    Ok(Entry {
        v: record(value(row, "v")?, "v")?,
        seq: record(value(row, "seq")?, "seq")?,
        prev: plain("prev")?,
        writer: needed("writer")?,
        at: plain("at")?,
        by: needed("by")?,
        subject,
        question: needed("question")?,
        op: record(needed("op")?.into(), "op")?,
        value: answer,
        supersedes: match value(row, "supersedes")? {
            Value::Null => Vec::new(),
            all => record(all, "supersedes")?,
        },
        about: about.map(EntryId::try_from).transpose()?,
        form_hash: plain("form")?,
        sight: record(needed("sight")?.into(), "sight")?,
        took_ms: record(value(row, "took_ms")?, "took_ms")?,
        saw: plain("saw")?,
        imported: imported.map(|(at, from)| Imported { at, from }),
    })
}
