//! Published tables from a file: JSON as [`crate::domain::audit::paper`] has it, or one table as CSV.
//!
//! CSV: lines `# key = value` first (`id`, `caption`, `source` and any attribute of all cells), then a heading, then a
//! row for each system or slice value. A heading that is an attribute (`system`, `model`, `mode`, `slice`, `n` …) or
//! `name` tells about the row; every other one is a column of numbers: `Acc@5; level=file; n=652; mode=with-image`. The
//! first part is its name, and metric and K when it is written so; `mean` marks a mean, `delta=A - B` a difference
//! of two columns by name, `mean_of=A + B` their mean. An empty field is no number.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::base::error::{Problem, Result};
use crate::domain::audit::paper::Paper;
use crate::domain::audit::tables;

/// Largest file that is read: tables of results are small.
const LARGEST: u64 = 16 << 20;

/// Attributes that are numbers, and those that are text.
const NUMBERS: [&str; 2] = ["k", "n"];
const TEXTS: [&str; 8] = ["benchmark", "system", "model", "mode", "level", "metric", "by", "slice"];

/// Reads the tables in `path`.
///
/// # Errors
/// The file cannot be read, is neither form, or its tables cannot be checked as they are.
pub fn read(path: &Path) -> Result<Paper> {
    let meta = std::fs::metadata(path).map_err(|e| Problem::io("open", path, &e))?;
    if !meta.is_file() {
        return Err(Problem::input("not a regular file").in_file(path));
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|e| Problem::io("open", path, &e))?;
    let size = file
        .take(LARGEST + 1)
        .read_to_string(&mut text)
        .map_err(|e| Problem::io("read", path, &e))?;
    if size as u64 > LARGEST {
        return Err(Problem::input(format!("larger than {} MiB: no table of results", LARGEST >> 20)).in_file(path));
    }
    let text = text.trim_start_matches('\u{feff}');
    let paper = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|e| form(path, &e.to_string()).at_line(e.line().max(1)))?
    } else {
        let value = csv(text).map_err(|p| p.in_file(path))?;
        serde_json::from_value(value).map_err(|e| form(path, &e.to_string()))?
    };
    match tables::faults(&paper).into_iter().next() {
        None if tables::size(std::slice::from_ref(&paper)) == 0 && paper.declared.is_empty() => {
            Err(form(path, "there is no table with numbers in it"))
        }
        None => Ok(paper),
        Some(what) => Err(form(path, &what)),
    }
}

fn form(path: &Path, what: &str) -> Problem {
    Problem::input(what)
        .in_file(path)
        .mend("the format is told in samples/tables/README.md, with examples beside it")
}

fn csv(text: &str) -> Result<Value> {
    let (mut all, mut table, mut paper) = (Map::new(), Map::new(), Map::new());
    let (mut body, mut skipped) = (text, 0);
    while let Some(rest) = body.strip_prefix('#') {
        let (line, next) = rest.split_once('\n').unwrap_or((rest, ""));
        skipped += 1;
        if let Some((key, value)) = line.split_once('=') {
            let (key, value) = (key.trim(), value.trim());
            match key {
                "id" | "caption" | "note" => drop(table.insert(key.to_owned(), value.into())),
                "source" => drop(paper.insert(key.to_owned(), value.into())),
                _ => drop(all.insert(key.to_owned(), attribute(key, value).map_err(|p| p.at_line(skipped))?)),
            }
        }
        body = next;
    }
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(body.as_bytes());
    let bad = |e: &csv::Error| {
        let line = e.position().map_or(1, csv::Position::line);
        Problem::input(e.to_string()).at_line(usize::try_from(line).unwrap_or(1) + skipped)
    };
    let heads = reader.headers().map_err(|e| bad(&e))?.clone();
    let about = |head: &str| head == "name" || NUMBERS.contains(&head) || TEXTS.contains(&head);
    let mut columns = Vec::new();
    for head in heads.iter().filter(|h| !about(h)) {
        columns.push(column(head).map_err(|p| p.at_line(skipped + 1).at_field(head))?);
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| bad(&e))?;
        let line = record.position().map_or(1, csv::Position::line);
        let line = usize::try_from(line).unwrap_or(1) + skipped;
        let (mut row, mut cells) = (Map::new(), Vec::new());
        for (head, field) in heads.iter().zip(&record) {
            if !about(head) {
                cells.push(if field.is_empty() { Value::Null } else { field.into() });
            } else if !field.is_empty() {
                row.insert(head.to_owned(), attribute(head, field).map_err(|p| p.at_line(line))?);
            }
        }
        row.insert("cells".to_owned(), cells.into());
        rows.push(Value::Object(row));
    }
    table.insert("all".to_owned(), all.into());
    table.insert("columns".to_owned(), columns.into());
    table.insert("rows".to_owned(), rows.into());
    paper.insert("v".to_owned(), 1.into());
    paper.insert("tables".to_owned(), json!([table]));
    Ok(paper.into())
}

/// A value by what its attribute holds.
fn attribute(key: &str, value: &str) -> Result<Value> {
    if NUMBERS.contains(&key) || key == "decimals" {
        let n: u64 = value.parse().map_err(|_e| {
            Problem::input(format!("'{value}' is no whole number"))
                .at_field(key)
                .mend(format!("as in: {key}=652"))
        })?;
        return Ok(n.into());
    }
    Ok(value.into())
}

fn column(head: &str) -> Result<Value> {
    let mut parts = head.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mut out = Map::new();
    out.insert("name".to_owned(), name.into());
    if let Some((metric, k)) = name.split_once('@')
        && let Ok(k) = k.parse::<u32>()
    {
        out.insert("metric".to_owned(), metric.into());
        out.insert("k".to_owned(), k.into());
    }
    for part in parts.filter(|p| !p.is_empty()) {
        let (key, value) = part.split_once('=').map_or((part, ""), |(k, v)| (k.trim(), v.trim()));
        let value = match key {
            "mean" => Value::Bool(true),
            "delta" => match value.split_once(" - ") {
                Some((a, b)) => json!([a.trim(), b.trim()]),
                None => return Err(Problem::input(format!("'{value}' is no difference")).mend("as in: delta=A - B")),
            },
            "mean_of" => value.split(" + ").map(|v| Value::from(v.trim())).collect(),
            _ => attribute(key, value)?,
        };
        out.insert(key.to_owned(), value);
    }
    Ok(out.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::audit::{Kind, tables::check};

    fn paper(text: &str) -> Result<Paper> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn a_csv_table_is_checked_like_a_json_one() {
        let text = "\
# id = table 3
# level = file
# n = 652
# benchmark = B

system,model,n,Acc@1,plain; metric=Acc; k=5; mode=text-only,seen; metric=Acc; k=5; mode=with-image,delta; delta=plain - seen
OpenHands,\"GPT, 5.2\",,23.93,38.65,38.96,-0.31
AgentLess,GPT-5.2,100,,26.93,29.00,-2.07
";
        let found = paper(text).unwrap();
        assert_eq!(found.tables[0].id, "table 3");
        assert_eq!(found.tables[0].rows[0].attrs.model.as_deref(), Some("GPT, 5.2"));
        assert_eq!(
            (found.tables[0].columns[0].attrs.k, found.tables[0].all.n),
            (Some(1), Some(652))
        );
        let all = check(&[found]);
        let kinds: Vec<(Kind, &str)> = all.iter().map(|f| (f.kind, f.place.column.as_str())).collect();
        // 26.93 and -2.07 are no shares of 100; everything of the first row fits 652.
        assert_eq!(kinds, [(Kind::Unreachable, "plain"), (Kind::Delta, "delta")]);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let line = |text: &str| paper(text).map(|_| 0).unwrap_err();
        assert_eq!(line("# n = many\nsystem,Acc@1\na,1\n").line, Some(1));
        assert_eq!(line("# id = t\nsystem,n,Acc@1\na,x,1\n").line, Some(3));
        assert_eq!(line("# id = t\nsystem,Acc@1\na,1,2\n").line, Some(3));
        assert!(line("system,d; delta=x\na,1\n").what.contains("no difference"));
        assert!(
            line("system,Acc@1; levle=file\na,1\n")
                .what
                .contains("'levle' is no attribute")
        );
        assert!(line("system,Acc@1\na,about 5\n").what.contains("is no number"));
        assert_eq!(line("{\"v\":1,\n\"tabels\":[]}").line, Some(2));
        assert!(line("").what.contains("no table"));
        assert!(line("just a line of text\nand one more\n").exit_code() == 2);
    }
}
