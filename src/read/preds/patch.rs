//! The files of a submitted patch, and what had to be mended to read it: models write fences and prose around
//! patches, indent them, leave out `diff --git` and miscount lines.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::domain::diff::{self, Change};
use crate::domain::run::Sample;

/// The files that `patch` touches, in order, each once; new ones are flagged `new_file`. With them what was mended:
/// `no diff --git`, `hunk counts`, `fence`, `text around`, `leading blanks`, `carriage returns`. A text without
/// any file gives nothing.
pub fn files(patch: &str) -> (Sample, Vec<String>) {
    let text = unindent(patch);
    let read = diff::read(&text);
    let mut found = Sample::default();
    let mut seen = HashSet::new();
    for file in &read {
        if let Some(path) = file.path().filter(|p| seen.insert(*p)) {
            found.add_file(path.as_str(), None);
            if let Some(last) = found.files.last_mut().filter(|_| file.change == Change::New) {
                last.flags.push("new_file".to_owned());
            }
        }
    }
    if found.is_empty() {
        return (found, Vec::new());
    }
    let mut how = around(&text);
    let blank = patch.starts_with(char::is_whitespace) || matches!(text, Cow::Owned(_));
    let checks = [
        (blank, "leading blanks"),
        (read.iter().any(|f| f.bare), "no diff --git"),
        (read.iter().any(|f| f.miscounted), "hunk counts"),
    ];
    how.extend(checks.iter().filter(|(is, _)| *is).map(|(_, how)| (*how).to_owned()));
    (found, how)
}

/// Whether a file starts at `line`, which may be indented.
fn starts(line: &str, next: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    let next = next.trim_start_matches([' ', '\t']);
    line.starts_with("diff --git ") || (line.starts_with("--- ") && next.starts_with("+++ "))
}

/// Takes the indentation of the first header away: from all lines when the next has it too, else from it alone.
fn unindent(patch: &str) -> Cow<'_, str> {
    let mut lines = patch.split('\n').peekable();
    let mut before = 0;
    while let Some(line) = lines.next() {
        let next = lines.peek().copied().unwrap_or("");
        if !starts(line, next) {
            before += line.len() + 1;
            continue;
        }
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let (Some(blanks), Some(head), Some(rest)) = (line.get(..indent), patch.get(..before), patch.get(before..))
        else {
            break;
        };
        if blanks.is_empty() {
            break;
        }
        if !next.starts_with(blanks) {
            return Cow::Owned(format!("{head}{}", rest.get(indent..).unwrap_or("")));
        }
        let mut out = head.to_owned();
        for line in rest.split_inclusive('\n') {
            out.push_str(line.strip_prefix(blanks).unwrap_or(line));
        }
        return Cow::Owned(out);
    }
    Cow::Borrowed(patch)
}

/// What stands around and at the ends of header lines.
fn around(text: &str) -> Vec<String> {
    let (mut fence, mut prose, mut returns) = (false, false, false);
    let mut inside = false;
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        let next = lines.peek().copied().unwrap_or("");
        if line.starts_with("```") {
            fence = true;
            inside = false;
        } else if !line.starts_with([' ', '\t']) && starts(line, next) {
            inside = true;
            returns |= line.ends_with('\r') || (line.starts_with("--- ") && next.ends_with('\r'));
        } else if inside {
            returns |= line.starts_with("@@ -") && line.ends_with('\r');
        } else if !line.trim().is_empty() {
            prose = true;
        }
    }
    let all = [(fence, "fence"), (prose, "text around"), (returns, "carriage returns")];
    all.iter()
        .filter(|(is, _)| *is)
        .map(|(_, how)| (*how).to_owned())
        .collect()
}
