//! Which functions of one file a diff edits: the file's old text, its outline and the gold rule put together.

use crate::base::num::small;
use crate::base::path::RepoPath;
use crate::domain::diff::{Change, FileDiff};
use crate::domain::edits::{OldHunk, Silent, edited_functions};
use crate::domain::gold::{self, LeftOut, Why};
use crate::domain::symbol::{Line1, Outline, SymbolKind};

use super::lang::{Lang, NoOutline, why_not};
use super::outline::outline_of;

/// Longest line that is parsed, in bytes; longer ones are generated.
const LONGEST_LINE: usize = 16 << 10;

/// What a file's diff edits.
#[derive(Debug, Default)]
pub struct FileGold {
    /// Outermost edited functions.
    pub functions: Vec<String>,
    /// Innermost edited functions.
    pub innermost: Vec<String>,
    /// Functions it adds.
    pub new: Vec<String>,
    /// What gave none, and why.
    pub left_out: Vec<LeftOut>,
    /// The old version's outline; `None` when the file was not read for functions.
    pub outline: Option<Outline>,
}

/// Why a file edits no function, as far as its diff and name tell without reading it.
pub fn by_diff(diff: &FileDiff) -> Option<Why> {
    match diff.change {
        Change::New => Some(Why::NewFile),
        Change::Binary => Some(Why::Binary),
        Change::Mode => Some(Why::ModeOnly),
        Change::Renamed | Change::Copied if diff.hunks.is_empty() => Some(Why::MovedOnly),
        _ if diff.hunks.is_empty() => Some(Why::Binary),
        _ => None,
    }
}

/// Computes it. `path` is the path at the base, `old` the file's text there.
pub fn of_file(path: &RepoPath, diff: &FileDiff, old: &str, stop: &dyn Fn() -> bool) -> FileGold {
    let mut out = FileGold::default();
    let whole = |why, detail: &str| LeftOut {
        path: path.clone(),
        hunk: None,
        line: None,
        why,
        detail: detail.to_owned(),
    };
    // Where all functions share a line, no line tells which one is edited.
    if path.name().contains(".min.") || old.lines().any(|l| l.len() > LONGEST_LINE) {
        out.left_out.push(whole(Why::NotCode, "minified or generated"));
        return out;
    }
    if Lang::of(path.as_str(), old) == Some(Lang::Css) {
        out.left_out.push(whole(Why::NotCode, ""));
        return out;
    }
    let Some(outline) = outline_of(path.as_str(), old, stop) else {
        let why = match why_not(path.as_str(), old) {
            Some(NoOutline::NotCode) => whole(Why::NotCode, ""),
            Some(other) => whole(Why::NoGrammar, &other.to_string()),
            None => whole(Why::NoGrammar, "the parser gave up"),
        };
        out.left_out.push(why);
        return out;
    };
    let lines: Vec<&str> = old.strip_suffix('\n').unwrap_or(old).split('\n').collect();
    let lines = if old.is_empty() { Vec::new() } else { lines };
    let applied = gold::apply(diff, &lines);
    for n in &applied.lost {
        let line = diff.hunks.get(*n).map(|h| h.old_start);
        out.left_out
            .push(at_hunk(path, *n, line, Why::DoesNotFit, String::new()));
    }
    let hunks: Vec<OldHunk<'_>> = applied.hunks.iter().map(|(_, h)| h.clone()).collect();
    let indented = Lang::of(path.as_str(), old).is_some_and(Lang::indented);
    let edits = edited_functions(&outline, &lines, &hunks, indented);
    let mut fresh: Option<Vec<(String, u32)>> = None;
    for (n, why) in &edits.silent {
        let Some((index, hunk)) = applied.hunks.get(*n) else {
            continue;
        };
        let added = applied.added.get(*n).map_or(&[][..], Vec::as_slice);
        let mut detail = String::new();
        let why = match why {
            Silent::ClassLevel => Why::ClassLevel,
            Silent::ModuleLevel => Why::ModuleLevel,
            Silent::Nothing => Why::OnlyBlank,
            Silent::OnlyAdds => {
                let all = fresh.get_or_insert_with(|| new_functions(path, &outline, &applied.new, stop));
                let names: Vec<&str> = all
                    .iter()
                    .filter(|(_, line)| added.binary_search(line).is_ok())
                    .map(|(name, _)| name.as_str())
                    .collect();
                detail = names.join(", ");
                if names.is_empty() {
                    level(&outline, hunk)
                } else {
                    Why::NewFunction
                }
            }
        };
        out.left_out.push(at_hunk(path, *index, Some(hunk.next), why, detail));
    }
    let all = fresh.unwrap_or_else(|| {
        let adds = applied.added.iter().any(|a| !a.is_empty());
        if adds {
            new_functions(path, &outline, &applied.new, stop)
        } else {
            Vec::new()
        }
    });
    out.new = all.into_iter().map(|(name, _)| name).collect();
    out.left_out.sort_by_key(|l| l.hunk);
    (out.functions, out.innermost, out.outline) = (edits.anchors, edits.innermost, Some(outline));
    out
}

fn at_hunk(path: &RepoPath, n: usize, line: Option<u32>, why: Why, detail: String) -> LeftOut {
    LeftOut {
        path: path.clone(),
        hunk: Some(small(n + 1)),
        line,
        why,
        detail,
    }
}

/// Functions that only the new version has, with their first line in it.
fn new_functions(path: &RepoPath, old: &Outline, new: &[&str], stop: &dyn Fn() -> bool) -> Vec<(String, u32)> {
    let text = new.join("\n");
    let Some(outline) = outline_of(path.as_str(), &text, stop) else {
        return Vec::new();
    };
    let known: std::collections::HashSet<&str> = old.symbols.iter().map(|s| s.name.as_str()).collect();
    outline
        .symbols
        .iter()
        .filter(|s| s.kind == SymbolKind::Function && !known.contains(s.name.as_str()))
        .map(|s| (s.name.clone(), s.span.first.0))
        .collect()
}

/// Whether an insertion stands inside a class.
fn level(outline: &Outline, hunk: &OldHunk<'_>) -> Why {
    use crate::domain::edits::Change;
    let mut line = hunk.next;
    let mut first = hunk.next;
    for change in &hunk.lines {
        match change {
            Change::Added(_) => {
                first = line;
                break;
            }
            _ => line += 1,
        }
    }
    // A gap is inside what holds the lines on both of its sides.
    let inside = |s: &&crate::domain::symbol::Symbol| {
        s.kind == SymbolKind::Class && s.span.holds(Line1(first)) && s.span.holds(Line1(first.saturating_sub(1)))
    };
    if outline.symbols.iter().any(|s| inside(&s)) {
        Why::ClassLevel
    } else {
        Why::ModuleLevel
    }
}
