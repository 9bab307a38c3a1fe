//! TREC runs: `case Q0 document rank score tag`. Scores count over ranks; documents may hold blanks; each tag of a
//! file is a run.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::Suspects;
use crate::read::input::{Form, Head, Input, run_name};
use crate::read::reader::{Reader, Sink};

use super::docs::{Documents, sort};
use super::row::{self, Runs};

/// Reads TREC run files.
#[derive(Debug)]
pub struct Trec;

/// Tags of one file that are runs of their own; beyond that the column holds something else.
const TAGS: usize = 50;

/// One line.
#[derive(Debug, PartialEq)]
struct Row {
    case: String,
    id: String,
    rank: i64,
    score: f64,
    tag: String,
    line: usize,
}

impl Reader for Trec {
    fn name(&self) -> &'static str {
        "trec"
    }

    fn about(&self) -> &'static str {
        "TREC runs: case Q0 document rank score tag"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let mut lines = head.text.lines().filter(|l| !l.trim().is_empty());
        head.form == Form::Text
            && lines.next().is_some_and(|l| {
                let q0 = l
                    .split_whitespace()
                    .nth(1)
                    .is_some_and(|w| w.eq_ignore_ascii_case("q0"));
                q0 && parse(l, 1).is_ok()
            })
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut cases: Vec<(String, Vec<Row>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut tags: Vec<String> = Vec::new();
        let mut bad = Vec::new();
        input.lines(&mut |line, number| {
            let line = String::from_utf8_lossy(line);
            if line.trim().is_empty() {
                return Ok(());
            }
            match parse(&line, number) {
                Ok(row) => {
                    if tags.len() <= TAGS && !tags.contains(&row.tag) {
                        tags.push(row.tag.clone());
                    }
                    let at = *places.entry(row.case.clone()).or_insert_with(|| {
                        cases.push((row.case.clone(), Vec::new()));
                        cases.len() - 1
                    });
                    if let Some((_, rows)) = cases.get_mut(at) {
                        rows.push(row);
                    }
                }
                Err(p) => bad.push(p.in_file(input.path()).at_line(number)),
            }
            Ok(())
        })?;
        for p in bad {
            sink.refuse(p)?;
        }
        if tags.len() > TAGS {
            let what = format!("more than {TAGS} tags; all lines were taken as one run");
            sink.note(Problem::input(what).in_file(input.path()));
            tags.clear();
        }
        let mut runs = names(&input.run(), &tags);
        let mut against = 0;
        for (case, mut rows) in cases
            .into_iter()
            .flat_map(|(case, rows)| by_tag(&case, rows, !tags.is_empty()))
        {
            against += usize::from(order(&mut rows));
            let mut found = Documents::default();
            for row in &rows {
                found.add(&row.id, Some(row.score), &case);
            }
            let first = rows.iter().map(|r| r.line).min().unwrap_or(1);
            let suspects = Suspects {
                source: Some(serde_json::json!({"file": input.name(), "line": first})),
                ..Suspects::answer(&case, found.done())
            };
            let tag = rows.into_iter().next().map_or_else(String::new, |r| r.tag);
            let at = tags.iter().position(|t| *t == tag).unwrap_or(0);
            let Some(runs) = runs.get_mut(at) else { continue };
            let known = if tags.is_empty() { String::new() } else { tag };
            let about: Map<String, Value> = [("system".to_owned(), Value::String(known))].into_iter().collect();
            let run = runs.of(&about, (input, first), sink)?;
            row::send(run, suspects, (input, first), sink)?;
        }
        if against > 0 {
            let what = format!("ranks and scores disagree in {against} cases; scores were followed");
            sink.note(Problem::input(what).in_file(input.path()));
        }
        Ok(())
    }
}

/// The plain name for the run of a single tag, `stem.TAG` for each of several.
fn names(base: &str, tags: &[String]) -> Vec<Runs> {
    let mut names: Vec<String> = Vec::new();
    match tags {
        [] | [_] => names.push(base.to_owned()),
        several => {
            for tag in several {
                let mut name = run_name(&format!("{base}.{tag}"));
                // Signs that no name can hold may have told two tags apart.
                while names.contains(&name) {
                    name.push_str("-2");
                }
                names.push(name);
            }
        }
    }
    names.into_iter().map(|name| Runs::new(name, "", "TREC run")).collect()
}

/// The rows of a case, apart by tag in order of their first lines where `apart` is asked for.
fn by_tag(case: &str, rows: Vec<Row>, apart: bool) -> Vec<(String, Vec<Row>)> {
    let mut out: Vec<(String, Vec<Row>)> = Vec::new();
    for row in rows {
        let same = |(_, rows): &&mut (String, Vec<Row>)| !apart || rows.first().is_some_and(|r| r.tag == row.tag);
        match out.iter_mut().find(same) {
            Some((_, rows)) => rows.push(row),
            None => out.push((case.to_owned(), vec![row])),
        }
    }
    out
}

/// Sorts by score, then rank, then line; whether the ranks say something else.
fn order(rows: &mut [Row]) -> bool {
    rows.sort_by_key(|r| (r.rank, r.line));
    let by_rank: Vec<usize> = rows.iter().map(|r| r.line).collect();
    sort(rows, |r| r.score);
    rows.iter().map(|r| r.line).ne(by_rank)
}

/// Two columns from the left, three from the right; what is left is the document.
fn parse(line: &str, number: usize) -> Result<Row> {
    let short = || Problem::input("fewer than six columns").mend("expected: case Q0 document rank score tag");
    let (case, rest) = line.trim().split_once(char::is_whitespace).ok_or_else(short)?;
    let (_, rest) = rest.trim_start().split_once(char::is_whitespace).ok_or_else(short)?;
    let (rest, tag) = rest.trim_end().rsplit_once(char::is_whitespace).ok_or_else(short)?;
    let (rest, score) = rest.trim_end().rsplit_once(char::is_whitespace).ok_or_else(short)?;
    let (id, rank) = rest.trim_end().rsplit_once(char::is_whitespace).ok_or_else(short)?;
    let rank = rank
        .parse()
        .ok()
        .ok_or_else(|| Problem::input(format!("expected a whole number, found '{}'", clip(rank))).at_field("rank"))?;
    let score = score
        .parse()
        .ok()
        .filter(|s: &f64| s.is_finite())
        .ok_or_else(|| Problem::input(format!("expected a number, found '{}'", clip(score))).at_field("score"))?;
    Ok(Row {
        case: case.to_owned(),
        id: id.trim().to_owned(),
        rank,
        score,
        tag: tag.to_owned(),
        line: number,
    })
}

fn clip(word: &str) -> String {
    crate::text::clean::line(&word.chars().take(40).collect::<String>())
}

#[cfg(test)]
mod tests {
    use crate::read::testing::read_text;

    #[test]
    fn each_tag_is_a_run() {
        let text = "c-1 Q0 a.py 0 2 bm25\nc-1 Q0 b.py 0 3 dense\nc-1 Q0 c.py 1 1 bm25\nc-2 Q0 d.py 0 1 dense\n";
        let bag = read_text("x.run", text);
        let runs: Vec<(&str, &str)> = bag
            .runs()
            .iter()
            .map(|(run, info)| (*run, info.system.as_str()))
            .collect();
        assert_eq!(runs, [("x.bm25", "bm25"), ("x.dense", "dense")]);
        let files: Vec<(&str, Vec<&str>)> = bag
            .suspects()
            .iter()
            .map(|s| (s.case.as_str(), s.files.iter().map(|f| f.path.as_str()).collect()))
            .collect();
        assert_eq!(
            files,
            [
                ("c-1", vec!["a.py", "c.py"]),
                ("c-1", vec!["b.py"]),
                ("c-2", vec!["d.py"])
            ]
        );
        let many = (0..60)
            .map(|n| format!("c-{n} Q0 a.py 0 1 t{n}"))
            .collect::<Vec<_>>()
            .join("\n");
        let bag = read_text("x.run", &many);
        assert_eq!((bag.runs().len(), bag.runs()[0].0, bag.suspects().len()), (1, "x", 60));
        assert!(bag.notes[0].what.contains("one run"));
    }

    #[test]
    fn columns_from_both_sides_and_scores_over_ranks() {
        let text = "c-1 Q0 src/a b.py 0 3.5 bm25\nc-1\tQ0\tsrc/c.py/K/m\t1\t9\tbm25\n\nc-2 Q0 x.py 1 1 bm25\nc-2 Q0 y.py 2 1 bm25\nc-2 Q0 z.py x 1 bm25\nc-2 Q0 y\n";
        let bag = read_text("x.run", text);
        assert_eq!(bag.reader, "trec");
        let s = bag.suspects();
        assert_eq!(s[0].case, "c-1");
        // Rank 0 has the lower score: the score counts.
        let files: Vec<(&str, Option<f64>)> = s[0].files.iter().map(|f| (f.path.as_str(), f.score)).collect();
        assert_eq!(files, [("src/c.py", Some(9.0)), ("src/a b.py", Some(3.5))]);
        assert_eq!(s[0].functions[0].name.as_deref(), Some("K.m"));
        assert_eq!(s[0].functions[0].raw, "src/c.py/K/m");
        // Equal scores: by rank.
        assert_eq!(s[1].files[0].raw, "x.py");
        assert_eq!(bag.runs()[0].1.system, "bm25");
        assert_eq!(bag.runs().len(), 1);
        let lines: Vec<(Option<usize>, Option<&str>)> =
            bag.refused.iter().map(|p| (p.line, p.field.as_deref())).collect();
        assert_eq!(lines, [(Some(6), Some("rank")), (Some(7), None)]);
        assert!(bag.notes[0].what.contains("disagree in 1 case"));
    }
}
