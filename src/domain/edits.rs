//! Which functions of the old version a change edits.
//!
//! Only removed lines and the places of added lines count, never context. A change that could as well be
//! written a few lines up or down (equal lines around it) is judged at every such place, so that the choice
//! the diff program made does not decide. Pure: the outline and the lines of the old version come from outside.

mod lines;
#[cfg(test)]
mod tests;

use self::lines::{attributes_only, bare, indent};
use crate::base::num::small;
use crate::domain::diff::{Hunk, HunkLine, Side};
use crate::domain::symbol::{Line1, Outline, Symbol, SymbolKind};

/// Places tried up and down for a change that could stand elsewhere.
const SLIDES: usize = 500;

/// One line of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// In both versions.
    Same,
    /// In the old version only.
    Removed,
    /// In the new version only, with its text.
    Added(&'a str),
}

/// A hunk seen from the old version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldHunk<'a> {
    /// Line number (from 1) of the first old line that `lines` can name. For a hunk that names none
    /// (`@@ -7,0 …`) the line after the place of insertion (8).
    pub next: u32,
    /// Its lines in order.
    pub lines: Vec<Change<'a>>,
}

impl<'a> OldHunk<'a> {
    /// `hunk` with its first old line, or the line after its gap, at `next`.
    pub fn at(next: u32, hunk: &'a Hunk) -> Self {
        let change = |line: &'a HunkLine| match line.side {
            Side::Context => Change::Same,
            Side::Removed => Change::Removed,
            Side::Added => Change::Added(&line.text),
        };
        Self {
            next,
            lines: hunk.lines.iter().map(change).collect(),
        }
    }
}

impl<'a> From<&'a Hunk> for OldHunk<'a> {
    /// The hunk where its heading says.
    fn from(hunk: &'a Hunk) -> Self {
        let gap = u32::from(hunk.old_len() == 0);
        Self::at(hunk.old_start.saturating_add(gap), hunk)
    }
}

/// Why a hunk edits no function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silent {
    /// It changes lines of a class outside of its functions.
    ClassLevel,
    /// It changes lines outside of every definition.
    ModuleLevel,
    /// It only adds lines, outside of every function: new definitions, or code of the class or module.
    OnlyAdds,
    /// It only removes blank lines, or changes nothing.
    Nothing,
}

/// What a change edits, in order of first touch, each name once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edits {
    /// Outermost functions: what gold names.
    pub anchors: Vec<String>,
    /// Innermost functions.
    pub innermost: Vec<String>,
    /// Hunks (by index) that edit no function, and why.
    pub silent: Vec<(usize, Silent)>,
}

/// The functions of `outline` that `hunks` edit.
///
/// `old` holds the lines of the old version, without line ends; `indented` says that indentation alone ends
/// a block (Python).
pub fn edited_functions(outline: &Outline, old: &[&str], hunks: &[OldHunk<'_>], indented: bool) -> Edits {
    let page = Page {
        outline,
        old,
        owners: owners(outline, old.len()),
        indented,
    };
    let mut edits = Edits::default();
    for (n, hunk) in hunks.iter().enumerate() {
        let mut silent = Silent::Nothing;
        let mut touched = false;
        for run in runs(hunk) {
            match page.judge(&run) {
                Ok(symbols) => {
                    touched |= !symbols.is_empty();
                    for symbol in symbols {
                        note(outline, symbol, &mut edits);
                    }
                }
                Err(why) => silent = why,
            }
        }
        if !touched {
            edits.silent.push((n, silent));
        }
    }
    edits
}

fn note(outline: &Outline, at: usize, edits: &mut Edits) {
    let Some(symbol) = outline.symbols.get(at) else { return };
    let add = |list: &mut Vec<String>, name: &String| {
        if !list.contains(name) {
            list.push(name.clone());
        }
    };
    add(&mut edits.innermost, &symbol.name);
    add(&mut edits.anchors, &outline.anchor_of(symbol).name);
}

/// A stretch of a hunk without context.
struct Run<'a> {
    /// First removed line, or the line after the gap.
    at: usize,
    removed: usize,
    added: Vec<&'a str>,
}

fn runs<'a>(hunk: &OldHunk<'a>) -> Vec<Run<'a>> {
    let mut at = usize::try_from(hunk.next).unwrap_or(usize::MAX);
    let mut out = Vec::new();
    let mut open: Option<Run<'a>> = None;
    for change in &hunk.lines {
        if *change == Change::Same {
            out.extend(open.take());
            at = at.saturating_add(1);
            continue;
        }
        let run = open.get_or_insert_with(|| Run {
            at,
            removed: 0,
            added: Vec::new(),
        });
        if let Change::Added(text) = change {
            run.added.push(text);
        } else {
            run.removed += 1;
            at = at.saturating_add(1);
        }
    }
    out.extend(open);
    out
}

/// The innermost function of each line; line 1 is at index 1.
fn owners(outline: &Outline, lines: usize) -> Vec<Option<usize>> {
    let mut order: Vec<(u32, std::cmp::Reverse<u32>, usize)> = outline
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, s)| s.kind == SymbolKind::Function)
        .map(|(i, s)| (s.outer.first.0, std::cmp::Reverse(s.outer.last.0), i))
        .collect();
    order.sort_unstable();
    let mut next = order.into_iter().peekable();
    let mut open: Vec<(u32, usize)> = Vec::new();
    (0..=lines)
        .map(|line| {
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            while let Some((_, last, symbol)) = next.next_if(|(first, ..)| *first <= line) {
                open.push((last.0, symbol));
            }
            while open.pop_if(|(last, _)| *last < line).is_some() {}
            open.last().map(|(_, symbol)| *symbol)
        })
        .collect()
}

struct Page<'a> {
    outline: &'a Outline,
    old: &'a [&'a str],
    owners: Vec<Option<usize>>,
    indented: bool,
}

impl<'a> Page<'a> {
    /// The functions one run edits, or why there are none.
    fn judge(&self, run: &Run<'a>) -> Result<Vec<usize>, Silent> {
        if run.removed == 0 {
            return self.added(run);
        }
        let first = if run.added.is_empty() {
            self.best_place(run)
        } else {
            run.at
        };
        let lines = first..first + run.removed;
        let mut symbols = Vec::new();
        let mut silent = Silent::Nothing;
        for line in lines {
            if run.added.is_empty() && self.blank(line) {
                continue;
            }
            match self.owner(line) {
                Some(symbol) if symbols.contains(&symbol) => {}
                Some(symbol) => symbols.push(symbol),
                None if silent == Silent::Nothing => silent = self.level(line),
                None => {}
            }
        }
        if symbols.is_empty() { Err(silent) } else { Ok(symbols) }
    }

    /// Of the equivalent places of a removal, the one that cuts the fewest functions in part; the nearest first.
    fn best_place(&self, run: &Run<'a>) -> usize {
        let removed: Vec<&str> = (run.at..run.at + run.removed).filter_map(|n| self.line(n)).collect();
        let cuts = |at: usize| {
            let mut cut = self.around(at);
            cut.extend(self.around(at + run.removed));
            cut.sort_unstable();
            cut.dedup();
            cut.len()
        };
        self.slides(run.at, run.removed, &removed)
            .into_iter()
            .map(|(at, _)| at)
            .min_by_key(|&at| (cuts(at), at.abs_diff(run.at)))
            .unwrap_or(run.at)
    }

    /// Every place where `block` could stand with the same outcome, each with the block as it reads there; the
    /// given place comes first. `gone` old lines from `at` on are the block itself (0 for an addition).
    fn slides(&self, at: usize, gone: usize, block: &[&'a str]) -> Vec<(usize, Vec<&'a str>)> {
        let mut places = vec![(at, block.to_vec())];
        let mut up = std::collections::VecDeque::from(block.to_vec());
        let mut down = up.clone();
        for n in 1..=SLIDES {
            let Some(above) = at.checked_sub(n).and_then(|l| self.line(l)) else {
                break;
            };
            if up.back() != Some(&above) {
                break;
            }
            up.rotate_right(1);
            places.push((at - n, up.iter().copied().collect()));
        }
        for n in 0..SLIDES {
            let Some(below) = self.line(at + gone + n) else { break };
            if down.front() != Some(&below) {
                break;
            }
            down.rotate_left(1);
            places.push((at + n + 1, down.iter().copied().collect()));
        }
        places
    }

    fn added(&self, run: &Run<'a>) -> Result<Vec<usize>, Silent> {
        let block: Vec<&str> = run.added.iter().map(|l| bare(l)).collect();
        if block.iter().all(|l| l.trim().is_empty()) {
            return Err(Silent::Nothing);
        }
        let places = self.slides(run.at, 0, &block);
        let mut extended = None;
        for (at, block) in &places {
            if !self.around(*at).is_empty() {
                continue;
            }
            match self.decorated(*at, block).or_else(|| self.continued(*at, block)) {
                Some(symbol) => extended = extended.or(Some(symbol)),
                None => return Err(Silent::OnlyAdds),
            }
        }
        match extended.or_else(|| self.around(run.at).first().copied()) {
            Some(symbol) => Ok(vec![symbol]),
            None => Err(Silent::OnlyAdds),
        }
    }

    /// The function right below the gap, when the added lines are its decorators.
    fn decorated(&self, at: usize, block: &[&str]) -> Option<usize> {
        let symbol = self.owner(at)?;
        let first = self.outline.symbols.get(symbol)?.outer.first;
        (first == line1(at) && attributes_only(block)).then_some(symbol)
    }

    /// The function that ends above the gap, when the added lines are indented deeper than it.
    fn continued(&self, at: usize, block: &[&str]) -> Option<usize> {
        if !self.indented {
            return None;
        }
        let depth = indent(block.iter().find(|l| !l.trim().is_empty())?);
        let above = (1..at).rev().find(|&n| {
            let stray = |line: &str| line.starts_with('#') && self.owner(n).is_none();
            self.line(n)
                .map(str::trim)
                .is_some_and(|line| !line.is_empty() && !stray(line))
        })?;
        let mut symbol = self.owner(above)?;
        loop {
            let function = self.outline.symbols.get(symbol)?;
            if function.outer.last != line1(above) {
                return None;
            }
            let head = usize::try_from(function.span.first.0).ok().and_then(|n| self.line(n))?;
            if depth > indent(head) {
                return Some(symbol);
            }
            symbol = self.function_around(symbol)?;
        }
    }

    /// Functions that hold both the line before `at` and `at`, innermost first.
    fn around(&self, at: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut next = self.owner(at);
        while let Some(symbol) = next {
            if self
                .outline
                .symbols
                .get(symbol)
                .is_some_and(|s| s.outer.first < line1(at))
            {
                out.push(symbol);
            }
            next = self.function_around(symbol);
        }
        out
    }

    /// The next function around a definition. Parents come before their children, so this ends.
    fn function_around(&self, symbol: usize) -> Option<usize> {
        let parent = |i: usize| self.outline.symbols.get(i)?.parent.filter(|p| *p < i);
        std::iter::successors(parent(symbol), |i| parent(*i)).find(|i| {
            self.outline
                .symbols
                .get(*i)
                .is_some_and(|s| s.kind == SymbolKind::Function)
        })
    }

    fn level(&self, line: usize) -> Silent {
        let line = line1(line);
        let class = |s: &&Symbol| s.kind == SymbolKind::Class && s.outer.holds(line);
        match self.outline.symbols.iter().find(class) {
            Some(_) => Silent::ClassLevel,
            None => Silent::ModuleLevel,
        }
    }

    fn owner(&self, line: usize) -> Option<usize> {
        self.owners.get(line).copied().flatten()
    }

    fn line(&self, line: usize) -> Option<&'a str> {
        self.old.get(line.checked_sub(1)?).map(|l| bare(l))
    }

    fn blank(&self, line: usize) -> bool {
        self.line(line).is_none_or(|l| l.trim().is_empty())
    }
}

fn line1(line: usize) -> Line1 {
    Line1(small(line))
}
