//! What a system wrote, brought to a path and a name when it is read: the strict rules of the field's formats
//! (P1, P3, P8, P10, P11; F1, F2, F6). Each rule that changed something leaves a flag, and the raw text stays
//! beside. What cannot be decided without the repository stays as written and is left to `ladder`.

use crate::base::path::RepoPath;

use super::run::What;

pub mod chain;
pub mod lines;
mod split;
#[cfg(test)]
mod tests;

use lines::Lines;

/// Entries that one list separated by commas may hold.
const LONGEST_LIST: usize = 64;

/// Parts of one entry that names a function, class, variable or lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    /// File; empty when the entry names none.
    pub path: RepoPath,
    /// Qualified name as written; `None` when the entry names no more than a file or lines.
    pub name: Option<String>,
    /// What it names.
    pub what: What,
    /// Lines, first and last, from 1.
    pub lines: Option<Lines>,
    /// Rules that changed something.
    pub flags: Vec<String>,
}

fn flag(flags: &mut Vec<String>, word: &str) {
    if !flags.iter().any(|f| f == word) {
        flags.push(word.to_owned());
    }
}

/// Without bullet or number of a list.
fn unlisted(text: &str) -> &str {
    if let Some(rest) = ["- ", "* ", "+ ", "• "].iter().find_map(|b| text.strip_prefix(b)) {
        return rest;
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")) {
        Some(item) if (1..=3).contains(&(text.len() - rest.len())) => item,
        _ => text,
    }
}

/// Without the `*` or `**` of Markdown around it.
fn plain(text: &str) -> &str {
    let inside = |mark: &str| text.strip_prefix(mark)?.strip_suffix(mark).filter(|t| !t.is_empty());
    inside("**").or_else(|| inside("*")).unwrap_or(text)
}

/// P1: without white space, bullets, numbers, quotes and emphasis around it, and without `:` or `,` at the end.
pub fn trimmed(raw: &str) -> &str {
    let mut out = raw;
    loop {
        let next = plain(unlisted(out.trim())).trim_matches(['"', '\'', '`']);
        let next = next.trim_end_matches([':', ',']);
        if next.len() == out.len() {
            return out;
        }
        out = next;
    }
}

/// P8: git's `"src/\346\226\207.c"`, told by an escaped byte above 127.
fn unescaped(text: &str) -> Option<String> {
    let high = |rest: &str| {
        let mut digits = rest.chars().take(3);
        matches!(digits.next(), Some('2' | '3')) && digits.filter(|c| c.is_digit(8)).count() == 2
    };
    let found = text.starts_with('"') && text.split('\\').skip(1).any(high);
    found.then(|| super::diff::quoted(text).0)
}

/// P3 without repeated `/`; `a://b` is no path and stays.
pub(super) fn single_slashes(text: &str) -> Option<String> {
    if !text.contains("//") || text.contains("://") {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '/' || !out.ends_with('/') {
            out.push(c);
        }
    }
    Some(out)
}

/// P3: without `./` in front.
pub(super) fn undotted(text: &str) -> &str {
    let mut out = text;
    while let Some(rest) = out.strip_prefix("./").filter(|r| !r.is_empty()) {
        out = rest;
    }
    out
}

/// P11: a path that was copied from a prompt, `path/to/x.py`, `full_path1/x.py`, `file1.py`.
pub fn placeholder(path: &str) -> bool {
    let numbered = |text: &str, stem: &str| {
        let digits = text.strip_prefix(stem);
        digits.is_some_and(|d| d.chars().all(|c| c.is_ascii_digit()))
    };
    let mut last = "";
    for part in path.split(['/', '\\']) {
        if numbered(part, "full_path") || (last == "path" && part == "to") {
            return true;
        }
        last = part;
    }
    let stem = path.rsplit_once('.').map_or("", |(stem, _)| stem);
    numbered(stem, "file") && stem != "file"
}

/// The path of a file as a system wrote it. A line number at its end stays (see [`file()`]): no exact scorer takes it.
pub fn path(raw: &str) -> (RepoPath, Vec<String>) {
    let mut flags = Vec::new();
    let (out, _) = cleaned(raw, &mut flags);
    (out, flags)
}

/// The path of a file in the header of a diff: as [`path`], without `a/` or `b/`.
pub fn diff_path(raw: &str) -> (RepoPath, Vec<String>) {
    let (out, mut flags) = path(raw);
    let text = out.as_str();
    match text
        .strip_prefix("a/")
        .or_else(|| text.strip_prefix("b/"))
        .filter(|r| !r.is_empty())
    {
        Some(rest) => {
            flag(&mut flags, "a/ b/");
            (RepoPath::new(rest), flags)
        }
        None => (out, flags),
    }
}

/// A file as a system wrote it, with the lines that stand at its end. The path keeps them: that they are no part of
/// it needs the repository, or a lenient view.
pub fn file(raw: &str) -> Parts {
    let mut flags = Vec::new();
    let (path, lines) = cleaned(raw, &mut flags);
    Parts {
        path,
        lines,
        flags,
        ..Parts::default()
    }
}

fn cleaned(raw: &str, flags: &mut Vec<String>) -> (RepoPath, Option<Lines>) {
    let mut out = match unescaped(raw.trim()) {
        Some(text) => {
            // Git's quotes went with the escapes.
            flag(flags, "trimmed");
            flag(flags, "octal");
            text
        }
        None => raw.to_owned(),
    };
    // What one rule takes away may show the next one something; each pass makes the text shorter.
    loop {
        let before = out.len();
        let kept = trimmed(&out).to_owned();
        if kept.len() < before {
            flag(flags, "trimmed");
            out = kept;
        }
        let dots = out.len() - undotted(&out).len();
        if dots > 0 {
            flag(flags, "./");
            out.drain(..dots);
        }
        if let Some(text) = single_slashes(&out) {
            flag(flags, "//");
            out = text;
        }
        if out.len() > 1 && out.ends_with('/') {
            flag(flags, "trailing /");
            out.truncate(out.trim_end_matches('/').len().max(1));
        }
        if out.len() == before {
            break;
        }
    }
    if out.contains('\\') {
        flag(flags, "backslash");
    }
    if placeholder(&out) {
        flag(flags, "placeholder");
    }
    let lines = lines::suffix(&out).map(|(_, l)| l);
    if lines.is_some() {
        flag(flags, "line suffix");
    }
    (RepoPath::new(out), lines)
}

/// F2: a word such as `method:` in front, what it says, and what follows it.
pub(super) fn kind(text: &str) -> Option<(What, &str)> {
    let at = text.bytes().take(10).position(|b| b == b':')?;
    let (word, rest) = text.split_at_checked(at)?;
    let rest = rest.strip_prefix(':').filter(|r| !r.starts_with(':'))?;
    let what = match word.trim().to_ascii_lowercase().as_str() {
        "function" | "method" | "def" | "fn" | "func" => What::Function,
        "class" => What::Class,
        "variable" => What::Variable,
        "line" | "lines" => What::Line,
        _ => return None,
    };
    Some((what, rest.trim_start()))
}

/// Without white space, bullets and one pair of quotes around it: names such as `operator*` keep their ends.
fn entry(raw: &str) -> &str {
    let mut out = raw.trim();
    loop {
        let mut next = plain(unlisted(out)).trim_end_matches(',').trim();
        for quote in ['"', '\'', '`'] {
            let inside = next.strip_prefix(quote).and_then(|n| n.strip_suffix(quote));
            next = inside.filter(|i| !i.contains(quote)).unwrap_or(next);
        }
        if next.len() == out.len() {
            return out;
        }
        out = next;
    }
}

/// The parts of an entry such as `src/a.ts:Store.get`, `a.py/Store/get`, `class: Store`, `a.ts:12-20`.
///
/// The name stays as written, arguments and all; only a word for its kind goes.
pub fn function(raw: &str) -> Parts {
    let mut out = Parts::default();
    let text = entry(raw);
    if text != raw {
        flag(&mut out.flags, "trimmed");
    }
    if kind(text).is_some() {
        named(text, &mut out);
        return out;
    }
    let at = split::split(text);
    if at.file.is_empty() {
        named(text, &mut out);
        return out;
    }
    let found = lines::suffix(text).filter(|(head, _)| split::split(head).name.is_none());
    if let Some((head, lines)) = found {
        flag(&mut out.flags, "line suffix");
        out.path = cleaned(head, &mut out.flags).0;
        (out.what, out.lines) = (What::Line, Some(lines));
        return out;
    }
    out.path = cleaned(at.file, &mut out.flags).0;
    if let Some(name) = at.name {
        if at.folders {
            flag(&mut out.flags, "/ names");
            named(&name.replace('/', "."), &mut out);
        } else {
            named(name, &mut out);
        }
    }
    out
}

/// Fills in what the part after the file says.
fn named(text: &str, out: &mut Parts) {
    let mut name = text.trim();
    let ticked = name.trim_matches('`');
    if ticked.len() != name.len() {
        flag(&mut out.flags, "trimmed");
        name = ticked.trim();
    }
    out.what = What::Function;
    if let Some((what, rest)) = kind(name) {
        flag(&mut out.flags, "kind word");
        (out.what, name) = (what, rest.trim_matches('`'));
    }
    if out.what == What::Line {
        out.lines = lines::leading(name).map(|(l, _)| l);
        return;
    }
    if name.is_empty() {
        out.what = What::File;
        return;
    }
    out.name = Some(name.to_owned());
}

/// F6: the parts of an entry that may be a list, `a.py:f, g` or `line: 10, 20-30`. They share one rank.
pub fn functions(raw: &str) -> Vec<Parts> {
    let first = function(raw);
    let listed = |text: &str| -> Option<Vec<String>> {
        let all: Vec<&str> = chain::top_level(text, ',').into_iter().map(str::trim).collect();
        let one = |t: &&str| {
            let t = kind(t).map_or(*t, |(_, rest)| rest);
            let head = t.split('(').next().unwrap_or(t).trim();
            !head.is_empty() && !head.contains(char::is_whitespace)
        };
        let fits = (2..=LONGEST_LIST).contains(&all.len()) && all.iter().all(one);
        fits.then(|| all.into_iter().map(str::to_owned).collect())
    };
    let text = match (&first.name, first.what) {
        (Some(name), _) => name.clone(),
        (None, What::Line) => kind(entry(raw)).map_or("", |(_, rest)| rest).to_owned(),
        _ => return vec![first],
    };
    let Some(all) = listed(&text) else { return vec![first] };
    let mut out = Vec::with_capacity(all.len());
    for item in all {
        let mut parts = Parts {
            path: first.path.clone(),
            flags: first.flags.clone(),
            ..Parts::default()
        };
        let own = function(&item);
        if !own.path.as_str().is_empty() && own.name.is_some() {
            parts = own;
        } else if first.what == What::Line {
            (parts.what, parts.lines) = (What::Line, lines::whole(&item));
        } else {
            named(&item, &mut parts);
            if kind(&item).is_none() && parts.name.is_some() {
                parts.what = first.what;
            }
        }
        flag(&mut parts.flags, "list");
        out.push(parts);
    }
    out
}
