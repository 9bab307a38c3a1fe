//! Header lines of a diff: paths, extended headers, `@@` lines.

use crate::base::path::RepoPath;

use super::{Change, FileDiff};

/// Numbers of an `@@` line.
pub(super) struct HunkHead {
    pub(super) old_start: u32,
    pub(super) old_len: u32,
    pub(super) new_start: u32,
    pub(super) new_len: u32,
    pub(super) heading: String,
}

/// Parses `@@ -a,b +c,d @@ heading`; a missing length is 1.
pub(super) fn hunk_head(line: &str) -> Option<HunkHead> {
    let rest = line.strip_prefix("@@ -")?;
    let (old, rest) = rest.split_once(" +")?;
    let (new, heading) = rest.split_once(" @@")?;
    let range = |text: &str| -> Option<(u32, u32)> {
        match text.split_once(',') {
            Some((start, len)) => Some((start.trim().parse().ok()?, len.trim().parse().ok()?)),
            None => Some((text.trim().parse().ok()?, 1)),
        }
    };
    let (old_start, old_len) = range(old)?;
    let (new_start, new_len) = range(new)?;
    Some(HunkHead {
        old_start,
        old_len,
        new_start,
        new_len,
        heading: heading.trim().to_owned(),
    })
}

/// Paths of the rest of a `diff --git` line. Ambiguous when names hold blanks: then both halves must be equal.
pub(super) fn git_paths(rest: &str) -> (Option<RepoPath>, Option<RepoPath>) {
    if rest.starts_with('"') {
        let (old, tail) = quoted(rest);
        let new = tail.trim_start();
        let new = if new.starts_with('"') {
            quoted(new).0
        } else {
            new.to_owned()
        };
        return (strip(&old, 'a'), strip(&new, 'b'));
    }
    for (at, _) in rest.match_indices(" b/") {
        let (old, new) = rest.split_at(at);
        let new = new.trim_start();
        if old.strip_prefix("a/") == new.strip_prefix("b/") {
            return (strip(old, 'a'), strip(new, 'b'));
        }
    }
    match rest.split_once(' ') {
        Some((old, new)) => (strip(old, 'a'), strip(new.trim_matches('"'), 'b')),
        None => (None, None),
    }
}

/// Takes the paths of a `---` / `+++` pair, which are more reliable than the `diff --git` line.
pub(super) fn sides(file: &mut FileDiff, old: &str, new: &str) {
    let (old, new) = (side(old, "--- ", 'a'), side(new, "+++ ", 'b'));
    match (&old, &new) {
        (None, Some(_)) => file.change = Change::New,
        (Some(_), None) => file.change = Change::Deleted,
        _ => {}
    }
    (file.old, file.new) = (old, new);
}

/// Whether a `---` / `+++` pair is about the file of the `diff --git` line before it: they share a path, or one of
/// the two names none.
pub(super) fn belongs(file: &FileDiff, old: &str, new: &str) -> bool {
    let sides = [side(old, "--- ", 'a'), side(new, "+++ ", 'b')];
    let known = [&file.old, &file.new];
    let mut pairs = sides.iter().flatten().peekable();
    pairs.peek().is_none()
        || known.iter().all(|k| k.is_none())
        || pairs.any(|s| known.iter().any(|k| k.as_ref() == Some(s)))
}

/// Path of a `---` or `+++` line; `None` for `/dev/null`.
fn side(line: &str, prefix: &str, letter: char) -> Option<RepoPath> {
    let raw = line.strip_prefix(prefix)?;
    let raw = if raw.starts_with('"') {
        quoted(raw).0
    } else {
        raw.split('\t').next().unwrap_or(raw).trim_end().to_owned()
    };
    strip(&raw, letter)
}

/// Takes an extended header line, if it is one.
pub(super) fn extended(file: &mut FileDiff, line: &str) {
    if !file.hunks.is_empty() {
        return;
    }
    let name = |raw: &str| {
        Some(RepoPath::new(if raw.starts_with('"') {
            quoted(raw).0
        } else {
            raw.to_owned()
        }))
    };
    if line.starts_with("new file mode") {
        file.change = Change::New;
    } else if line.starts_with("deleted file mode") {
        file.change = Change::Deleted;
    } else if line.starts_with("old mode") {
        file.change = Change::Mode;
    } else if let Some(raw) = line.strip_prefix("rename from ") {
        (file.change, file.old) = (Change::Renamed, name(raw));
    } else if let Some(raw) = line.strip_prefix("rename to ") {
        (file.change, file.new) = (Change::Renamed, name(raw));
    } else if let Some(raw) = line.strip_prefix("copy from ") {
        (file.change, file.old) = (Change::Copied, name(raw));
    } else if let Some(raw) = line.strip_prefix("copy to ") {
        (file.change, file.new) = (Change::Copied, name(raw));
    } else if (line.starts_with("Binary files ") || line == "GIT binary patch")
        && !matches!(file.change, Change::New | Change::Deleted | Change::Renamed)
    {
        file.change = Change::Binary;
    }
}

/// Makes path and change agree once the whole file was read.
pub(super) fn settle(file: &mut FileDiff) {
    match file.change {
        Change::New => file.old = None,
        Change::Deleted => file.new = None,
        Change::Mode if !file.hunks.is_empty() => file.change = Change::Modified,
        _ => {}
    }
}

fn strip(raw: &str, side: char) -> Option<RepoPath> {
    if raw == "/dev/null" || raw.is_empty() {
        return None;
    }
    let path = raw.strip_prefix(side).and_then(|r| r.strip_prefix('/')).unwrap_or(raw);
    Some(RepoPath::new(path.trim_start_matches("./")))
}

/// Reads a C-quoted name at the start of `raw`: the name and the rest after the closing quote.
pub(in crate::domain) fn quoted(raw: &str) -> (String, &str) {
    let mut bytes = Vec::new();
    let mut chars = raw.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let rest = raw.split_at(at + 1).1;
                return (String::from_utf8_lossy(&bytes).into_owned(), rest);
            }
            '\\' => match chars.next().map(|(_, e)| e) {
                Some(digit @ '0'..='3') => {
                    let mut value = digit.to_digit(8).unwrap_or(0);
                    while let Some((_, d)) = chars.peek().copied().filter(|(_, d)| d.is_digit(8)) {
                        if value > 31 {
                            break;
                        }
                        value = value * 8 + d.to_digit(8).unwrap_or(0);
                        let _: Option<(usize, char)> = chars.next();
                    }
                    bytes.push(u8::try_from(value).unwrap_or(b'?'));
                }
                Some('n') => bytes.push(b'\n'),
                Some('t') => bytes.push(b'\t'),
                Some('r') => bytes.push(b'\r'),
                Some(other) => bytes.extend(other.to_string().bytes()),
                None => break,
            },
            other => bytes.extend(other.to_string().bytes()),
        }
    }
    (String::from_utf8_lossy(&bytes).into_owned(), "")
}
