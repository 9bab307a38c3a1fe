//! What a row says.

use memchr::memchr2_iter;

use crate::domain::trajectory::{Event, Kind};
use crate::text::clean;

/// Most characters of an action in a row.
const MOST: usize = 160;

/// One sign for what an event did.
pub fn sign(kind: Kind) -> char {
    match kind {
        Kind::View => '▤',
        Kind::Search => '/',
        Kind::List => '≡',
        Kind::Edit => '±',
        Kind::Run => '$',
        Kind::Web => '@',
        Kind::Think => '…',
        Kind::Answer => '→',
    }
}

/// What an event did, on one line: `view src/a.ts 10–60`, `search 'foo' in src`, `run npm test`. Clean.
pub fn summary(e: &Event) -> String {
    let path = e.path.as_deref().unwrap_or("");
    let mut out = match e.kind {
        Kind::View => format!("view {}", or(path, "?")),
        Kind::Edit => format!("edit {}", or(path, "?")),
        Kind::List => format!("list {}", or(path, ".")),
        Kind::Search => {
            let place = if path.is_empty() {
                e.scope.as_deref().unwrap_or("")
            } else {
                path
            };
            let asked = e
                .query
                .as_deref()
                .map_or_else(|| head(&e.raw), |q| format!("'{}'", head(q)));
            if place.is_empty() || place == "." {
                format!("search {asked}")
            } else {
                format!("search {asked} in {place}")
            }
        }
        Kind::Run => format!("run {}", or(&head(&e.raw), path)),
        Kind::Web => format!("web {}", e.query.as_deref().map_or_else(|| head(&e.raw), head)),
        Kind::Think => or(&head(&e.raw), "thinks").to_owned(),
        Kind::Answer => "answer".to_owned(),
    };
    if let (Some((first, last)), Kind::View | Kind::Edit) = (e.range, e.kind) {
        let lines = if first == last {
            format!(" {first}")
        } else {
            format!(" {first}–{last}")
        };
        out.push_str(&lines);
    }
    if e.kind == Kind::View {
        if let Some(scope) = e.scope.as_deref() {
            out.push_str(&format!(" ({})", head(scope)));
        }
        if let Some(query) = e.query.as_deref() {
            out.push_str(&format!(" only '{}'", head(query)));
        }
    }
    clean::line(&out)
}

/// As [`summary`], for an answer that names so many files.
pub(super) fn answer(e: &Event, files: usize) -> String {
    let said = head(&e.raw);
    let count = match files {
        0 => "answer that names no file".to_owned(),
        1 => "answer 1 file".to_owned(),
        n => format!("answer {n} files"),
    };
    clean::line(&if said.is_empty() {
        count
    } else {
        format!("{count}: {said}")
    })
}

fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}

/// The first line that says something, cut.
fn head(raw: &str) -> String {
    let line = raw.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or("");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or("")),
        None => line.to_owned(),
    }
}

/// Whether an event's path, query, place or action holds `want`, whatever the case of its letters.
pub fn holds(e: &Event, want: &str) -> bool {
    let fields = [e.path.as_deref(), e.query.as_deref(), e.scope.as_deref(), Some(&*e.raw)];
    fields.into_iter().flatten().any(|text| has(text, want))
}

/// Letters beyond ASCII are compared the slow way; there are few texts with them.
fn has(text: &str, want: &str) -> bool {
    let Some(first) = want.bytes().next() else { return true };
    if !want.is_ascii() || !text.is_ascii() {
        return text.to_lowercase().contains(&want.to_lowercase());
    }
    let text = text.as_bytes();
    let fits = |at: usize| {
        text.get(at..at.saturating_add(want.len()))
            .is_some_and(|part| part.eq_ignore_ascii_case(want.as_bytes()))
    };
    memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), text).any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_case_are_found() {
        assert!(has("src/TideChart.tsx", "tidechart"));
        assert!(has("grep -n ÄXT", "äxt") && !has("abc", "abcd") && !has("aab", "abb"));
        assert!(has("aaab", "AAB"));
    }
}
