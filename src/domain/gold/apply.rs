//! Fitting a file's hunks to its old version: where each really stands, and the new version they make.

use crate::domain::diff::{FileDiff, Hunk, Side};
use crate::domain::edits::OldHunk;

/// A file's hunks on its old version.
#[derive(Debug, Default)]
pub struct Applied<'a> {
    /// Hunks that fit, by index in the diff, moved to where they stand.
    pub hunks: Vec<(usize, OldHunk<'a>)>,
    /// Indices of hunks that fit nowhere.
    pub lost: Vec<usize>,
    /// The new version.
    pub new: Vec<&'a str>,
    /// For each fitting hunk the new lines it adds, from 1.
    pub added: Vec<Vec<u32>>,
}

/// Fits `diff` to the lines `old`. A hunk that does not stand where it says is looked for nearby, as `patch` does.
pub fn apply<'a>(diff: &'a FileDiff, old: &[&'a str]) -> Applied<'a> {
    let mut out = Applied::default();
    let mut taken = 0;
    for (n, hunk) in diff.hunks.iter().enumerate() {
        let wanted = start(hunk);
        let Some(at) = place(hunk, old, wanted, taken) else {
            out.lost.push(n);
            continue;
        };
        out.new.extend(old.get(taken..at).unwrap_or_default());
        let mut next = at;
        let mut added = Vec::new();
        for line in &hunk.lines {
            match line.side {
                Side::Context => {
                    out.new.extend(old.get(next));
                    next += 1;
                }
                Side::Removed => next += 1,
                Side::Added => {
                    out.new.push(&line.text);
                    added.push(u32::try_from(out.new.len()).unwrap_or(u32::MAX));
                }
            }
        }
        taken = next;
        out.added.push(added);
        out.hunks
            .push((n, OldHunk::at(u32::try_from(at + 1).unwrap_or(u32::MAX), hunk)));
    }
    out.new.extend(old.get(taken..).unwrap_or_default());
    out
}

/// Index of the first old line it names, or of the gap it fills.
fn start(hunk: &Hunk) -> usize {
    let first = hunk.old_start as usize;
    if hunk.old_len() == 0 {
        first
    } else {
        first.saturating_sub(1)
    }
}

/// Where the hunk fits, nearest to where it says, after the hunk before.
fn place(hunk: &Hunk, old: &[&str], wanted: usize, from: usize) -> Option<usize> {
    let lines: Vec<&str> = hunk
        .lines
        .iter()
        .filter(|l| l.side != Side::Added)
        .map(|l| l.text.trim_end_matches('\r'))
        .collect();
    let fits = |at: usize| {
        let end = at.checked_add(lines.len())?;
        let part = old.get(at..end)?;
        let same = part.iter().zip(&lines).all(|(a, b)| a.trim_end_matches('\r') == *b);
        (at >= from && same).then_some(at)
    };
    if let Some(at) = fits(wanted) {
        return Some(at);
    }
    // Without a line to hold on to, any place would fit.
    if lines.iter().all(|l| l.trim().is_empty()) {
        return None;
    }
    let far = old.len();
    (1..=far).find_map(|by| {
        let back = wanted.checked_sub(by).and_then(fits);
        back.or_else(|| wanted.checked_add(by).and_then(fits))
    })
}
