//! Reading a filter expression. Every mistake names the term and says what was expected.

use super::{Ask, Cmp, Filter, Flag, NumberField, Term, TextField};
use crate::domain::row::Progress;

/// One line per term for the help popup: how it is written, what it means.
pub const HELP: [(&str, &str); 18] = [
    ("lang:ts", "language (ts, js, py, c++, … or the full name)"),
    ("repo:chart", "repository holds this text"),
    ("id:1683", "case id holds this text"),
    ("title:axis", "title holds this text"),
    ("path:src/ui", "a gold path holds this text"),
    ("cat:error", "image category starts with this (yours, else the data's)"),
    ("rel:-1  rel>0", "relevance (yours, else the data's)"),
    ("diff:hard", "difficulty"),
    ("by:ai", "who labelled the data"),
    ("bench:swe", "benchmark"),
    ("images>1", "number of exhibits; missing>0: those without an image"),
    ("gold>3  funcs:0", "number of gold files, gold functions"),
    ("rank<=5  hit  miss", "what the chosen run did"),
    ("unjudged  judged", "not decided yet, decided"),
    ("partial  deferred  skipped", "how far you are"),
    (
        "queue:mine  queue:open",
        "in your queue of the round, still to do in it; queue:deferred, queue:changed",
    ),
    (
        "flag  note  conflict",
        "flagged, with a note, two answers of yours in conflict",
    ),
    ("!TERM", "the opposite; other words are searched fuzzily"),
];

const ALIASES: [(&str, &str); 14] = [
    ("ts", "typescript"),
    ("js", "javascript"),
    ("py", "python"),
    ("rs", "rust"),
    ("rb", "ruby"),
    ("golang", "go"),
    ("cpp", "c++"),
    ("cxx", "c++"),
    ("cs", "c#"),
    ("csharp", "c#"),
    ("kt", "kotlin"),
    ("hs", "haskell"),
    ("jl", "julia"),
    ("sh", "shell"),
];

/// Reads an expression.
///
/// # Errors
/// A sentence for the line below the input field.
pub fn parse(raw: &str) -> Result<Filter, String> {
    let mut out = Filter::default();
    let mut words: Vec<&str> = Vec::new();
    for part in raw.split_whitespace() {
        let (not, body) = match part.strip_prefix('!') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, part),
        };
        match term(body)? {
            Some(ask) => out.terms.push(Term { not, ask }),
            None if not => {
                return Err(format!(
                    "'{part}': '!' works on terms such as flag or lang:ts, not on words"
                ));
            }
            None => words.push(part),
        }
    }
    out.words = words.join(" ");
    Ok(out)
}

fn term(body: &str) -> Result<Option<Ask>, String> {
    if let Some(word) = body.strip_prefix("queue:") {
        return match word {
            "mine" => Ok(Some(Ask::Flag(Flag::Assigned))),
            "open" => Ok(Some(Ask::Flag(Flag::Open))),
            "deferred" => Ok(Some(Ask::Flag(Flag::Progress(Progress::Deferred)))),
            "changed" => Ok(Some(Ask::Flag(Flag::Changed))),
            _ => Err(format!(
                "'{body}': expected queue:mine, queue:open, queue:deferred or queue:changed"
            )),
        };
    }
    if let Some(flag) = flag(body) {
        return Ok(Some(Ask::Flag(flag)));
    }
    let Some(at) = body.find([':', '<', '>', '=']) else {
        return Ok(None);
    };
    let (name, rest) = body.split_at(at);
    let (cmp, value) = if let Some(v) = rest.strip_prefix(">=") {
        (Cmp::AtLeast, v)
    } else if let Some(v) = rest.strip_prefix("<=") {
        (Cmp::AtMost, v)
    } else if let Some(v) = rest.strip_prefix('>') {
        (Cmp::More, v)
    } else if let Some(v) = rest.strip_prefix('<') {
        (Cmp::Less, v)
    } else {
        (Cmp::Is, rest.trim_start_matches([':', '=']))
    };
    if let Some(field) = number_field(name) {
        let number = value
            .trim_start_matches('+')
            .parse()
            .map_err(|_e| format!("'{body}': expected a whole number after '{name}', as in {name}:1 or {name}>0"))?;
        if field == NumberField::Relevance && !(-1..=2).contains(&number) {
            return Err(format!("'{body}': relevance is -1, 0, 1 or 2"));
        }
        return Ok(Some(Ask::Number(field, cmp, number)));
    }
    if let Some(field) = text_field(name) {
        if cmp != Cmp::Is {
            return Err(format!("'{body}': '{name}' is text; write {name}:{value}"));
        }
        if value.is_empty() {
            return Err(format!("'{body}': nothing after '{name}:'"));
        }
        let mut want = value.to_lowercase();
        if field == TextField::Language
            && let Some((_, full)) = ALIASES.iter().find(|(short, _)| *short == want)
        {
            want = (*full).to_owned();
        }
        return Ok(Some(Ask::Text(field, want)));
    }
    Err(format!(
        "'{name}' is no column; expected lang, repo, id, title, path, cat, rel, diff, by, bench, images, missing, gold, funcs or rank"
    ))
}

fn flag(word: &str) -> Option<Flag> {
    Some(match word {
        "unjudged" | "undecided" | "open" => Flag::Unjudged,
        "judged" | "done" => Flag::Judged,
        "partial" | "part" => Flag::Progress(Progress::Partial),
        "deferred" | "later" => Flag::Progress(Progress::Deferred),
        "skipped" | "skip" => Flag::Progress(Progress::Skipped),
        "untouched" => Flag::Progress(Progress::Untouched),
        "flag" | "flagged" => Flag::Flagged,
        "note" | "noted" => Flag::Noted,
        "conflict" => Flag::Conflict,
        "hit" => Flag::Hit,
        "miss" | "missed" => Flag::Miss,
        _ => return None,
    })
}

fn text_field(name: &str) -> Option<TextField> {
    Some(match name {
        "lang" | "language" => TextField::Language,
        "repo" | "repository" => TextField::Repo,
        "id" | "case" => TextField::Id,
        "title" => TextField::Title,
        "path" | "file" => TextField::Path,
        "cat" | "category" => TextField::Category,
        "diff" | "difficulty" => TextField::Difficulty,
        "by" | "annotation_by" => TextField::AnnotationBy,
        "bench" | "benchmark" => TextField::Benchmark,
        _ => return None,
    })
}

fn number_field(name: &str) -> Option<NumberField> {
    Some(match name {
        "rel" | "relevance" => NumberField::Relevance,
        "images" | "image" | "exhibits" => NumberField::Images,
        "missing" => NumberField::Missing,
        "gold" | "files" => NumberField::Gold,
        "funcs" | "functions" => NumberField::Functions,
        "rank" => NumberField::Rank,
        _ => return None,
    })
}
