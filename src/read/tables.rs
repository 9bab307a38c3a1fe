//! Published tables from a file: JSON as [`crate::domain::audit::paper`] has it, or one table as CSV.
//!
//! CSV: lines `# key = value` first (`id`, `caption`, `source` and any attribute of all cells), then a heading, then a
//! row for each system or slice value. A heading that is an attribute (`system`, `model`, `mode`, `slice`, `n` …) or
//! `name`, in upper or lower case, tells about the row; every other one is a column of numbers: `Acc@5; level=file;
//! n=652; mode=with-image`. The first part is its name, and metric and K when it is written so; `mean` marks a mean,
//! `delta=A - B` a difference of two columns by name, `mean_of=A + B` their mean. An empty field is no number.
//!
//! `# partition = difficulty` says that the values of `slice` are all the parts of difficulty, so that slices are held
//! against the rows of the whole, which have no `slice`, and their counts against `# n`.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::base::error::{Problem, Result};
use crate::domain::audit::number::Number;
use crate::domain::audit::paper::Paper;
use crate::domain::audit::{metric, tables};

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
    let (mut body, mut skipped, mut partition) = (text, 0, false);
    while let Some(rest) = body.strip_prefix('#') {
        let (line, next) = rest.split_once('\n').unwrap_or((rest, ""));
        skipped += 1;
        // Only this key is a word of its own in prose-like comments, so it may also be written with a colon.
        let colon = || line.split_once(':').filter(|(key, _)| key.trim() == "partition");
        if let Some((key, value)) = colon().or_else(|| line.split_once('=')) {
            let (key, value) = (key.trim(), value.trim());
            match key {
                "partition" if value.is_empty() => {
                    let what = Problem::input("a partition needs a name").at_line(skipped);
                    return Err(what.mend("as in: # partition = difficulty"));
                }
                "partition" => {
                    partition = true;
                    all.insert("by".to_owned(), value.into());
                }
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
    let about = |head: &str| head == "name" || NUMBERS.contains(&head) || TEXTS.contains(&head);
    let heads = reader.headers().map_err(|e| bad(&e))?;
    let heads: Vec<String> = heads
        .iter()
        .map(|head| {
            Some(head.to_lowercase())
                .filter(|h| about(h))
                .unwrap_or_else(|| head.to_owned())
        })
        .collect();
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
                if !field.is_empty() && Number::parse(field).is_none() {
                    return Err(no_number(field).at_line(line).at_field(head));
                }
                cells.push(if field.is_empty() { Value::Null } else { field.into() });
            } else if !field.is_empty() {
                row.insert(head.to_owned(), attribute(head, field).map_err(|p| p.at_line(line))?);
            }
        }
        row.insert("cells".to_owned(), cells.into());
        rows.push(Value::Object(row));
    }
    if partition {
        partitions(&all, &columns, &rows, &mut paper)?;
    }
    table.insert("all".to_owned(), all.into());
    table.insert("columns".to_owned(), columns.into());
    table.insert("rows".to_owned(), rows.into());
    paper.insert("v".to_owned(), 1.into());
    paper.insert("tables".to_owned(), json!([table]));
    Ok(paper.into())
}

/// A field in a column of numbers that is none.
fn no_number(field: &str) -> Problem {
    let words = ["name"].iter().chain(&TEXTS).chain(&NUMBERS);
    let words: Vec<&str> = words.copied().collect();
    Problem::input(format!("'{field}' is no number")).mend(format!(
        "headings that tell about the row are {}; an empty field is no number",
        words.join(", ")
    ))
}

/// The slices of rows and columns as a partition with their counts, and `# n` as what is declared of the whole.
fn partitions(
    all: &Map<String, Value>,
    columns: &[Value],
    rows: &[Value],
    paper: &mut Map<String, Value>,
) -> Result<()> {
    let mut parts: IndexMap<&str, &Value> = IndexMap::new();
    let mut folded = HashMap::new();
    for place in rows.iter().chain(columns) {
        if !place["benchmark"].is_null() || !place["by"].is_null() {
            return Err(
                Problem::input("with a partition, benchmark and by are those of the whole table")
                    .mend("write # benchmark = … above the headings, and one file for each partition"),
            );
        }
        let Some(name) = place["slice"].as_str() else { continue };
        let name = *folded.entry(name.to_lowercase()).or_insert(name);
        let n = parts.entry(name).or_insert(&Value::Null);
        if n.is_null() {
            *n = &place["n"];
        } else if !place["n"].is_null() && **n != place["n"] {
            let what = format!("slice '{name}' has n = {n} and n = {}", place["n"]);
            return Err(Problem::input(what).mend("one file for each level whose rows are counted"));
        }
    }
    if parts.is_empty() {
        return Err(Problem::input("there is a partition, but no slice").mend("a heading 'slice' names the parts"));
    }
    let parts: Vec<Value> = parts.iter().map(|(name, n)| json!([name, n])).collect();
    let benchmark = all.get("benchmark").cloned().unwrap_or_else(|| "".into());
    let by = &all["by"];
    let place = "# partition";
    let it = json!([{"benchmark": benchmark, "by": by, "where": place, "parts": parts, "complete": true}]);
    paper.insert("partitions".to_owned(), it);
    if let Some(n) = all.get("n") {
        let declared = json!([{"what": "rows", "where": "# n", "value": n}]);
        paper.insert("declared".to_owned(), declared);
    }
    Ok(())
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
    if key == "metric" && !metric::is_known(value) {
        return Err(Problem::input(metric::unknown(value)).at_field(key));
    }
    Ok(value.into())
}

fn column(head: &str) -> Result<Value> {
    let mut parts = head.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mut out = Map::new();
    out.insert("name".to_owned(), name.into());
    // A name that is a metric, as `MRR`, or is written like one, as `Acc@5`, says what is measured.
    let at_k = name
        .split_once('@')
        .and_then(|(metric, k)| Some((metric, k.parse::<u32>().ok()?)));
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
    let computed = out.contains_key("delta") || out.contains_key("mean_of");
    if let Some((metric, k)) = at_k.filter(|_| !computed) {
        if !out.contains_key("metric") {
            out.insert("metric".to_owned(), attribute("metric", metric)?);
        }
        // `metric=Acc@3` has a K of its own.
        let own = out
            .get("metric")
            .and_then(Value::as_str)
            .is_some_and(|m| m.contains('@'));
        if !own && !out.contains_key("k") {
            out.insert("k".to_owned(), k.into());
        }
    } else if !computed && !out.contains_key("metric") && metric::is_known(name) {
        out.insert("metric".to_owned(), name.into());
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
    fn slices_of_a_csv_table_are_held_against_the_whole() {
        let table = |head: &str, whole: &str| {
            let text = format!(
                "# level = file\n# n = 30\n{head}\nSystem,slice,N,Acc@5\na,easy,10,20.00\nA,hard,20,25.00\na,,,{whole}\n"
            );
            let all = check(&[paper(&text).unwrap()]);
            all.iter().map(|f| (f.kind, f.what.clone())).collect::<Vec<_>>()
        };
        // 2/10 + 5/20 = 7/30 = 23.33; 6/30 = 20.00; 9/30 = 30.00 is above both parts.
        for head in ["# partition = difficulty", "# partition: difficulty"] {
            assert_eq!(table(head, "23.33"), []);
            let all = table(head, "20.00");
            assert!(
                matches!(all.as_slice(), [(Kind::SliceSum, what)] if what.contains("7 hits")),
                "{all:?}"
            );
            let all = table(head, "30.00");
            assert!(matches!(all.as_slice(), [(Kind::Mixture, _)]), "{all:?}");
        }
        // Without the line nobody says that these are all parts.
        assert_eq!(table("# by = difficulty", "30.00"), []);
        let text = "# n = 31\n# partition = lang\nsystem,slice,n,Acc\na,C,10,20.00\na,Go,20,25.00\nb,c,10,30.00\n";
        let all = check(&[paper(text).unwrap()]);
        assert!(all[0].what.contains("10 + 20 = 30, but 31 rows"), "{all:?}");
        assert_eq!((all.len(), all[0].kind), (1, Kind::PartitionSum));
        for (text, word) in [
            ("# partition =\nslice,Acc\na,1\n", "needs a name"),
            ("# partition = x\nsystem,Acc\na,1\n", "no slice"),
            ("# partition = x\nslice,n,Acc\na,5,20\na,6,0\n", "n = 5 and n = 6"),
            ("# partition = x\nslice,by,Acc\na,y,20\n", "whole table"),
        ] {
            let said = paper(text).unwrap_err();
            assert!(said.what.contains(word), "{said:?}");
        }
    }

    #[test]
    fn headings_and_metrics_in_any_spelling() {
        let found = paper("# n = 10\nModel,Acc@1,x; metric=Acc@5,y; metric=acc; k=5,MRR\nm,10,20,30,33.33\n").unwrap();
        assert_eq!(found.tables[0].rows[0].attrs.model.as_deref(), Some("m"));
        // The second and third column are one quantity; 33.33 of ten rows can be a mean.
        let all = check(&[found]);
        assert_eq!(all.iter().map(|f| f.kind).collect::<Vec<_>>(), [Kind::Identity]);
        let said = paper("# id = t\nLLM,Acc@1\ngpt,1\n").unwrap_err();
        assert_eq!((said.line, said.field.as_deref()), (Some(3), Some("LLM")));
        assert!(said.mend.unwrap_or_default().contains("system, model, mode"));
        let said = paper("system,Acu@1\na,1\n").unwrap_err();
        assert!(
            said.what.contains("'Acu' is no known metric; known are Acc, Hit"),
            "{said:?}"
        );
        assert_eq!(said.line, Some(1));
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
