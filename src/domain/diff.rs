//! Unified diffs as they really occur: the reader goes by the counts in `@@` and mends what models write.
//!
//! Line content is never used to find structure while a hunk's counts say that it is content, so a removed
//! `-- x` is not taken for a header. When counts are wrong the reader falls back to prefixes and says so.

use crate::base::path::RepoPath;

mod header;
pub(in crate::domain) use header::quoted;
#[cfg(test)]
mod tests;

/// What a diff does to one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// Content changes.
    Modified,
    /// The file is new.
    New,
    /// The file goes.
    Deleted,
    /// The file moves, with or without changes.
    Renamed,
    /// The file is a copy of another.
    Copied,
    /// Only the mode changes.
    Mode,
    /// Binary content changes.
    Binary,
}

/// One file of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// Path before; `None` for a new file.
    pub old: Option<RepoPath>,
    /// Path after; `None` for a deleted file.
    pub new: Option<RepoPath>,
    /// What happens to it.
    pub change: Change,
    /// Changed regions in order.
    pub hunks: Vec<Hunk>,
    /// It has no `diff --git` line of its own.
    pub bare: bool,
    /// The counts of a hunk were wrong, or its `@@` line could not be read.
    pub miscounted: bool,
}

/// One changed region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// First line on the old side, from 1 (0 when the old side is empty).
    pub old_start: u32,
    /// First line on the new side.
    pub new_start: u32,
    /// Text after the second `@@`; names the construct above the hunk, not the edited one.
    pub heading: String,
    /// Lines in order.
    pub lines: Vec<HunkLine>,
}

/// Side of a hunk line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// On both sides.
    Context,
    /// Only before.
    Removed,
    /// Only after.
    Added,
}

/// One line of a hunk, without its prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkLine {
    /// Which side has it.
    pub side: Side,
    /// Its text without the line feed.
    pub text: String,
}

/// A mark beside a line of the old version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OldMark {
    /// The fix removes this line and puts nothing in its place.
    Removed,
    /// The fix replaces this line.
    Changed,
    /// The fix adds lines directly after this line (line 0: before the first).
    AddedAfter,
}

impl FileDiff {
    /// The path that a prediction or gold list names: the old one, or the new one of a new file.
    pub fn path(&self) -> Option<&RepoPath> {
        self.old.as_ref().or(self.new.as_ref())
    }

    /// Whether the reader had to mend something.
    pub fn mended(&self) -> bool {
        self.bare || self.miscounted
    }

    /// Marks for the old version, in line order, at most one a line; a replaced line wins over an addition.
    pub fn old_marks(&self) -> Vec<(u32, OldMark)> {
        let mut out: Vec<(u32, OldMark)> = Vec::new();
        for hunk in &self.hunks {
            let mut line = hunk.old_start.saturating_sub(u32::from(hunk.old_len() > 0));
            let mut run: Vec<u32> = Vec::new();
            let mut added = false;
            let flush = |run: &mut Vec<u32>, added: &mut bool, at: u32, out: &mut Vec<(u32, OldMark)>| {
                if run.is_empty() && *added && out.last().is_none_or(|(n, _)| *n != at) {
                    out.push((at, OldMark::AddedAfter));
                }
                let mark = if *added { OldMark::Changed } else { OldMark::Removed };
                out.extend(run.drain(..).map(|n| (n, mark)));
                *added = false;
            };
            for item in &hunk.lines {
                match item.side {
                    Side::Context => {
                        flush(&mut run, &mut added, line, &mut out);
                        line += 1;
                    }
                    Side::Removed => {
                        line += 1;
                        run.push(line);
                    }
                    Side::Added => added = true,
                }
            }
            flush(&mut run, &mut added, line, &mut out);
        }
        out
    }
}

impl Hunk {
    /// Lines on the old side.
    pub fn old_len(&self) -> usize {
        self.lines.iter().filter(|l| l.side != Side::Added).count()
    }
}

/// Reads a diff. Text before the first header, fences and prose between files are skipped.
pub fn read(diff: &str) -> Vec<FileDiff> {
    let lines: Vec<&str> = diff.split('\n').collect();
    let mut out: Vec<FileDiff> = Vec::new();
    let mut at = 0;
    // Whether the last file took its `---` and `+++` lines already; its hunks may have been unreadable.
    let mut sided = false;
    while let Some(line) = lines.get(at) {
        let head = line.trim_end_matches('\r');
        let next = lines.get(at + 1).map_or("", |l| l.trim_end_matches('\r'));
        if let Some(rest) = head.strip_prefix("diff --git ") {
            let (old, new) = header::git_paths(rest);
            out.push(FileDiff {
                old,
                new,
                change: Change::Modified,
                hunks: Vec::new(),
                bare: false,
                miscounted: false,
            });
            sided = false;
            at += 1;
        } else if head.starts_with("--- ") && next.starts_with("+++ ") {
            let own = |f: &FileDiff| !sided && f.change != Change::Binary && header::belongs(f, head, next);
            if !out.last().is_some_and(own) {
                out.push(FileDiff {
                    old: None,
                    new: None,
                    change: Change::Modified,
                    hunks: Vec::new(),
                    bare: true,
                    miscounted: false,
                });
            }
            if let Some(file) = out.last_mut() {
                header::sides(file, head, next);
            }
            sided = true;
            at += 2;
        } else if head.starts_with("@@") && !out.is_empty() {
            let (hunk, used, wrong) = hunk(&lines, at);
            if let Some(file) = out.last_mut() {
                file.hunks.extend(hunk);
                file.miscounted |= wrong;
            }
            at += used.max(1);
        } else {
            if let Some(file) = out.last_mut() {
                header::extended(file, head);
            }
            at += 1;
        }
    }
    for file in &mut out {
        header::settle(file);
    }
    out.retain(|f| f.old.is_some() || f.new.is_some());
    out
}

/// Reads the hunk whose `@@` line is at `at`: the hunk, lines used, whether its counts were wrong.
fn hunk(lines: &[&str], at: usize) -> (Option<Hunk>, usize, bool) {
    let Some(head) = lines.get(at).and_then(|l| header::hunk_head(l.trim_end_matches('\r'))) else {
        return (None, 1, true);
    };
    let (mut old_left, mut new_left) = (head.old_len, head.new_len);
    let mut out = Hunk {
        old_start: head.old_start,
        new_start: head.new_start,
        heading: head.heading,
        lines: Vec::new(),
    };
    let mut used = 1;
    let mut mended = false;
    while let Some(line) = lines.get(at + used) {
        let counted = old_left > 0 || new_left > 0;
        let last = at + used + 1 == lines.len();
        let (side, text) = match line.chars().next() {
            Some('\\') => {
                used += 1;
                continue;
            }
            Some(' ') => (Side::Context, line.strip_prefix(' ')),
            Some('-') => (Side::Removed, line.strip_prefix('-')),
            Some('+') => (Side::Added, line.strip_prefix('+')),
            // Editors and models strip the blank of an empty context line.
            None | Some('\r') if counted && !last => (Side::Context, Some(*line)),
            _ => break,
        };
        let fits = match side {
            Side::Context => old_left > 0 && new_left > 0,
            Side::Removed => old_left > 0,
            Side::Added => new_left > 0,
        };
        let peek = |n: usize| lines.get(at + used + n).copied().unwrap_or("");
        let header = line.starts_with("--- ") && peek(1).starts_with("+++ ") && peek(2).starts_with("@@ -");
        if header && !(old_left == 1 && new_left == 1) {
            break;
        }
        if !fits {
            if !counted && *line == "-- " {
                break;
            }
            mended = true;
        }
        match side {
            Side::Context => {
                old_left = old_left.saturating_sub(1);
                new_left = new_left.saturating_sub(1);
            }
            Side::Removed => old_left = old_left.saturating_sub(1),
            Side::Added => new_left = new_left.saturating_sub(1),
        }
        out.lines.push(HunkLine {
            side,
            text: text.unwrap_or("").to_owned(),
        });
        used += 1;
    }
    (Some(out), used, mended || old_left > 0 || new_left > 0)
}
