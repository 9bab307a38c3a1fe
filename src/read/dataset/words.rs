//! The words of an issue: title and body out of whatever columns hold them, comments, the moment it was opened.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::case::Comment;

use super::list;
use super::listed::is_picture;
use super::map::Field;
use super::row::{Cell, Row, filled};

/// Characters of a first line that stand in for a title where there is none.
const TITLE: usize = 200;

/// Title and body with plain line ends.
///
/// Multi-SWE-bench has both the pull request (`title`, `body`) and the issues that it resolves: a case is an issue, so
/// the issues count and the words of the pull request, which speak of the fix, stay in `extra`.
///
/// # Errors
/// There is no text of an issue.
pub(super) fn words(row: &mut Row<'_>) -> Result<(String, String)> {
    if let Some((title, body)) = issues(row) {
        if row.had("title") || row.had("body") {
            row.notes
                .push("text taken from resolved_issues; title and body of the pull request are in extra");
        }
        return Ok((title, body));
    }
    let title = row.text(Field::Title)?.map(|t| plain(&t).trim().to_owned());
    let body = if title.is_some() { row.text(Field::Body)? } else { None };
    if let (Some(title), Some(body)) = (&title, body) {
        return Ok((title.clone(), plain(&body)));
    }
    let statement = match statement(row)? {
        Some(statement) => Some(statement),
        None => row.text(Field::Document)?,
    };
    if let Some(statement) = statement {
        let statement = plain(&statement);
        let (first, rest) = split(&statement);
        return Ok(match title {
            None => (first.to_owned(), rest.to_owned()),
            Some(title) if title == first => (title, rest.to_owned()),
            Some(title) => (title, statement),
        });
    }
    if let Some(title) = title {
        return Ok((title, String::new()));
    }
    if let Some(body) = row.text(Field::Body)? {
        let body = plain(&body);
        let first = split(&body).0.trim_start_matches('#').trim();
        return Ok((first.chars().take(TITLE).collect(), body));
    }
    let blank = ["problemstatement", "title", "body"];
    if blank.iter().any(|k| row.cell(k).is_some_and(Value::is_string)) {
        return Ok((String::new(), String::new()));
    }
    Err(Problem::input("expected the text of the issue")
        .at_field(Field::Statement.usual_column())
        .mend("name its columns with --map statement=COLUMN, or title and body"))
}

fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// First line that is not blank, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let mut rest = text;
    loop {
        let (first, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if !first.trim().is_empty() || after.is_empty() {
            return (first.trim(), after);
        }
        rest = after;
    }
}

/// The statement; parts of text and bare addresses of pictures become one text with the pictures in their place.
fn statement(row: &mut Row<'_>) -> Result<Option<String>> {
    let parts = row.pick(Field::Statement, |_, v, _| {
        let all = v.as_array()?;
        let parts: Option<Vec<String>> = all.iter().map(part).collect();
        Some((parts?.join("\n"), Cell::Stays))
    });
    match parts {
        Some(text) => Ok(Some(text)),
        None => row.text(Field::Statement),
    }
}

fn part(value: &Value) -> Option<String> {
    let text = match value {
        Value::Object(o) => ["text", "url", "image_url", "path"]
            .iter()
            .find_map(|k| o.get(*k)?.as_str())?,
        other => other.as_str()?,
    };
    let word = text.trim();
    let one = !word.is_empty() && !word.contains(char::is_whitespace) && !word.contains(['(', ')', '<', '>']);
    let address = word.starts_with("http://") || word.starts_with("https://");
    Some(if one && (address || is_picture(word)) {
        format!("\n![]({word})\n")
    } else {
        text.to_owned()
    })
}

/// Title and body of the issues that a pull request resolves; the further ones under headings of their own.
fn issues(row: &mut Row<'_>) -> Option<(String, String)> {
    row.pick(Field::Issues, |_, v, _| {
        let all = list::values(v)?;
        let get = |v: &Value, key: &str| {
            plain(v.get(key).and_then(Value::as_str).unwrap_or(""))
                .trim()
                .to_owned()
        };
        let mut found = all
            .iter()
            .map(|v| (get(v, "title"), get(v, "body")))
            .filter(|(title, body)| !title.is_empty() || !body.is_empty());
        let (mut title, mut body) = found.next()?;
        for (further, text) in found {
            body.push_str(&format!("\n\n## {further}\n\n{text}"));
        }
        if title.is_empty() {
            title = split(&body).0.chars().take(TITLE).collect();
        }
        Some(((title, body), Cell::Stays))
    })
}

/// Comments: one text, or a list of texts or of objects with a body.
pub(super) fn comments(row: &mut Row<'_>) -> Vec<Comment> {
    let found = row.pick(Field::Comments, |_, v, _| match v {
        Value::String(_) => {
            let body = plain(filled(v)?);
            Some((
                vec![Comment {
                    body,
                    ..Comment::default()
                }],
                Cell::Taken,
            ))
        }
        Value::Array(all) => {
            let all: Vec<Comment> = all.iter().filter_map(comment).collect();
            (!all.is_empty()).then_some((all, Cell::Stays))
        }
        _ => None,
    });
    found.unwrap_or_default()
}

fn comment(value: &Value) -> Option<Comment> {
    let get = |keys: &[&str]| keys.iter().find_map(|k| value.get(*k).and_then(filled)).unwrap_or("");
    let login = value.get("user").and_then(|u| u.get("login")).and_then(filled);
    let body = filled(value).unwrap_or_else(|| get(&["body", "text", "comment"]));
    (!body.is_empty()).then(|| Comment {
        by: login
            .unwrap_or_else(|| get(&["by", "user", "author", "login"]))
            .to_owned(),
        at: get(&["at", "created_at", "date"]).to_owned(),
        body: plain(body),
    })
}

/// When the issue was opened, as the data has it; a number of seconds or milliseconds since 1970 as RFC 3339.
pub(super) fn moment(value: &Value) -> Option<(String, Cell)> {
    let number = match value {
        Value::Number(n) => n.as_i64()?,
        other => {
            let text = filled(other)?;
            match text.parse::<i64>() {
                // A year alone is no count of seconds.
                Ok(n) if text.len() > 8 => n,
                _ => return Some((text.to_owned(), Cell::Taken)),
            }
        }
    };
    // Seconds reach this number in the year 5138, milliseconds passed it in 1973.
    let at = if number.abs() < 100_000_000_000 {
        jiff::Timestamp::from_second(number)
    } else {
        jiff::Timestamp::from_millisecond(number)
    };
    Some((at.ok()?.to_string(), Cell::Stays))
}
