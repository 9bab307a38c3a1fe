//! The lenient view: which step of a fixed ladder makes a suspect equal to gold. Paths: quotes, `\`, line numbers,
//! percent, NFC, `//`, `./`, `/`, a prefix, case, missing or extra folders. Names: see [`name`].
//!
//! A suspect that is another real file is never gold misspelt. Steps that need the tree are guesses without it.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::base::path::RepoPath;

use super::matching::split_function;
use super::normal::{self, lines};
use super::run::Suspect;
use super::snapshot::Snapshot;

pub mod finds;
pub mod name;
#[cfg(test)]
mod tests;

pub use finds::{Found, Ground, Rules, file_finds, function_finds, function_finds_to};
pub use name::NameStep;

/// One sign for a suspect that is gold under the lenient rules only.
pub const SIGN: char = '≃';

/// Step of the ladder of paths that was enough, in its order. Each step builds on the ones before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Equal byte by byte.
    Exact,
    /// Without quotes, bullets, blanks around it.
    Trim,
    /// `\` read as `/`.
    Backslash,
    /// Without `:42`, `#L42`.
    Line,
    /// `%20` or octal bytes decoded.
    Percent,
    /// In Unicode's composed form.
    Nfc,
    /// `//` read as `/`.
    Slashes,
    /// Without `./` in front.
    DotSlash,
    /// Without `/` in front.
    Leading,
    /// Without `/` at the end.
    Trailing,
    /// Without `a/`, `repo/`, `workspace/`, the name of the repository.
    Prefix,
    /// But for upper and lower case.
    Case,
    /// With folders in front that the suspect lacks.
    Missing,
    /// Without folders of another installation in front.
    Extra,
}

impl Step {
    /// A short word for a column, after "via".
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Trim => "quotes",
            Self::Backslash => "backslash",
            Self::Line => "line suffix",
            Self::Percent => "percent",
            Self::Nfc => "NFC",
            Self::Slashes => "//",
            Self::DotSlash => "./",
            Self::Leading => "leading /",
            Self::Trailing => "trailing /",
            Self::Prefix => "prefix",
            Self::Case => "case",
            Self::Missing => "suffix",
            Self::Extra => "extra folders",
        }
    }

    /// Whether it holds only because the tree has no other such file.
    pub fn guess(self) -> bool {
        self >= Self::Prefix
    }

    /// The step that a flag of [`normal`] stands for; exact for flags that changed nothing about the id.
    pub fn of_flag(flag: &str) -> Self {
        match flag {
            "trimmed" => Self::Trim,
            "line suffix" => Self::Line,
            "octal" => Self::Percent,
            "//" => Self::Slashes,
            "./" => Self::DotSlash,
            "trailing /" => Self::Trailing,
            _ => Self::Exact,
        }
    }
}

/// One suspect's path in all the forms that the ladder gives it.
#[derive(Debug, Clone)]
pub struct PathLadder {
    forms: Vec<(Step, String)>,
    /// The last form is a file of the tree; the ladder ends there.
    real: bool,
    /// The file of the tree that the last steps lead to.
    led: Option<(Step, String)>,
    /// The steps that were taken when the suspect was read.
    floor: Step,
    placeholder: bool,
    tree: bool,
}

/// Rewrites a path; `None` when it has nothing to do.
type Rung = fn(&str) -> Option<String>;

/// Forms of a prefix that are tried, at most.
const PREFIXES: usize = 4;

/// `text` in Unicode's composed form.
fn nfc(text: &str) -> String {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text.to_owned();
    }
    text.nfc().collect()
}

/// With `%41` decoded; `None` when there is nothing to decode, or no text comes out.
fn decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut pieces = text.split('%');
    out.extend(pieces.next().unwrap_or("").bytes());
    let mut any = false;
    for piece in pieces {
        let byte = piece.get(..2).and_then(|h| u8::from_str_radix(h, 16).ok());
        match byte.filter(|b| *b >= b' ' && !piece.starts_with('+')) {
            Some(b) => {
                any = true;
                out.push(b);
                out.extend(piece.bytes().skip(2));
            }
            None => {
                out.push(b'%');
                out.extend(piece.bytes());
            }
        }
    }
    String::from_utf8(out).ok().filter(|_| any)
}

/// What stands in front of a path on another machine, taken off once.
fn unprefixed<'a>(path: &'a str, repo: &str) -> Option<&'a str> {
    let (first, rest) = path.split_once('/').filter(|(_, rest)| !rest.is_empty())?;
    let (owner, name) = repo.rsplit_once('/').unwrap_or(("", repo));
    let known = ["a", "b", "repo", "workspace", "testbed", "app"].contains(&first);
    let named =
        !name.is_empty() && (first == name || (!owner.is_empty() && first.starts_with(&format!("{owner}__{name}"))));
    let home = first == "home" && !name.is_empty() && rest.starts_with(&format!("{name}/"));
    (known || named || home).then_some(rest)
}

/// Whether a path points to an installation rather than into the repository.
fn foreign(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':');
    path.starts_with(['/', '~']) || drive || path.contains("-packages/")
}

impl PathLadder {
    /// The forms of a suspect's path. `repo` is `OWNER/NAME` or a name alone.
    pub fn new(pred: &Suspect, tree: Option<&Snapshot>, repo: &str) -> Self {
        let floor = pred.flags.iter().map(|f| Step::of_flag(f)).max().unwrap_or(Step::Exact);
        let path = pred.path.as_str();
        let mut out = Self {
            forms: vec![(Step::Exact, path.to_owned())],
            real: tree.is_some_and(|t| t.has(path)),
            led: None,
            floor,
            placeholder: normal::placeholder(path),
            tree: tree.is_some(),
        };
        if out.placeholder {
            return out;
        }
        out.climb(tree);
        let clean = out.forms.last().map(|(_, f)| f.clone()).unwrap_or_default();
        let mut rest = clean.as_str();
        for _ in 0..PREFIXES {
            let machine = rest.starts_with("workspace/");
            let Some(next) = unprefixed(rest, repo) else { break };
            out.push(Step::Prefix, next.to_owned(), tree);
            // `/workspace/<anything>/` needs the tree to tell.
            if let (true, Some(t), Some((_, inner))) = (machine, tree, next.split_once('/'))
                && t.has(inner)
            {
                out.push(Step::Prefix, inner.to_owned(), tree);
            }
            rest = next;
        }
        if let Some(t) = tree.filter(|_| !out.real) {
            out.led = out.lead(t, &clean);
        }
        out
    }

    /// The steps that only rewrite the path.
    fn climb(&mut self, tree: Option<&Snapshot>) {
        let rungs: [(Step, Rung); 9] = [
            (Step::Trim, |p| Some(normal::trimmed(p).to_owned())),
            (Step::Backslash, |p| Some(p.replace('\\', "/"))),
            (Step::Line, |p| lines::suffix(p).map(|(head, _)| head.to_owned())),
            (Step::Percent, decoded),
            (Step::Nfc, |p| Some(nfc(p))),
            (Step::Slashes, normal::single_slashes),
            (Step::DotSlash, |p| Some(normal::undotted(p).to_owned())),
            (Step::Leading, |p| Some(p.trim_start_matches('/').to_owned())),
            (Step::Trailing, |p| Some(p.trim_end_matches('/').to_owned())),
        ];
        for (step, rung) in rungs {
            let next = self.forms.last().and_then(|(_, f)| rung(f));
            if let Some(next) = next {
                self.push(step, next, tree);
            }
        }
    }

    fn push(&mut self, step: Step, form: String, tree: Option<&Snapshot>) {
        let new = self.forms.last().is_none_or(|(_, f)| *f != form);
        if new && !self.real && !form.is_empty() {
            self.real = tree.is_some_and(|t| t.has(&form));
            self.forms.push((step, form));
        }
    }

    /// The file that the tree knows by other case, or with fewer or more folders in front.
    fn lead(&self, tree: &Snapshot, clean: &str) -> Option<(Step, String)> {
        let own = |step: Step, path: &str| Some((step, path.to_owned()));
        let folded = self.forms.iter().find_map(|(_, f)| tree.only_folded(f));
        if let Some(path) = folded {
            return own(Step::Case, path);
        }
        // A name that only lost its folder as a prefix says too little.
        let mut forms = self
            .forms
            .iter()
            .filter(|(step, f)| *step < Step::Prefix || f.contains('/'));
        if let Some(path) = forms.find_map(|(_, f)| tree.only_with_suffix(f)) {
            return own(Step::Missing, path);
        }
        let raw = self.forms.first().map_or(clean, |(_, f)| f.as_str());
        let path = tree.longest_suffix_of(clean)?;
        (path.contains('/') || foreign(raw))
            .then(|| own(Step::Extra, path))
            .flatten()
    }

    /// The step at which the path is `gold`; `None` when no step leads there.
    pub fn step(&self, gold: &str) -> Option<Step> {
        let composed = nfc(gold);
        let last = self.forms.len().saturating_sub(1);
        for (n, (step, form)) in self.forms.iter().enumerate() {
            if form == gold {
                return Some((*step).max(self.floor));
            }
            let other_file = self.real && n == last;
            if !other_file && !self.placeholder && nfc(form) == composed {
                return Some((*step).max(Step::Nfc).max(self.floor));
            }
        }
        if self.real || self.placeholder {
            return None;
        }
        if self.tree {
            let led = self.led.as_ref().filter(|(_, path)| path == gold);
            return led.map(|(step, _)| *step);
        }
        self.guess(gold)
    }

    /// The last steps without a tree.
    fn guess(&self, gold: &str) -> Option<Step> {
        let mut forms = self.forms.iter().map(|(_, f)| f.as_str());
        let folded = gold.to_lowercase();
        if forms.clone().any(|f| f.to_lowercase() == folded) {
            return Some(Step::Case);
        }
        let inside = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|head| head.ends_with('/'));
        if forms.clone().any(|f| f.contains('/') && inside(gold, f)) {
            return Some(Step::Missing);
        }
        let outer = gold.contains('/') || self.forms.first().is_some_and(|(_, f)| foreign(f));
        forms.any(|f| outer && inside(f, gold)).then_some(Step::Extra)
    }

    /// Whether the path was taken as it stands: no rule of reading changed it.
    pub fn as_written(&self) -> bool {
        self.floor == Step::Exact
    }

    /// Whether one of the forms is a file of the tree; false without a tree.
    pub fn real(&self) -> bool {
        self.real
    }

    /// Whether no step leads to a file: told by the tree, without one only of a path copied from a prompt.
    pub fn invented(&self) -> bool {
        if self.tree {
            !self.real && self.led.is_none()
        } else {
            self.placeholder
        }
    }

    /// What [`Step::Prefix`] took away in front of `gold`: `repo/`.
    pub fn prefix(&self, gold: &str) -> Option<&str> {
        let (_, clean) = self.forms.iter().rev().find(|(step, _)| *step < Step::Prefix)?;
        clean.strip_suffix(gold).filter(|head| !head.is_empty())
    }

    /// The path that stands for the suspect when doubles are removed.
    pub fn settled(&self) -> &str {
        if let Some((_, path)) = &self.led {
            return path;
        }
        let known = self
            .forms
            .iter()
            .rev()
            .find(|(step, _)| self.real || *step < Step::Prefix);
        known.map_or("", |(_, form)| form)
    }
}

/// The step at which `pred` is the file `gold`; `None` when it is another file or no step leads there.
///
/// Steps that are [guesses](Step::guess) are unverified when `tree` is `None`.
pub fn match_file(pred: &Suspect, gold: &RepoPath, tree: Option<&Snapshot>, repo: &str) -> Option<Step> {
    PathLadder::new(pred, tree, repo).step(gold.as_str())
}

/// How a suspect is a gold function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FnMatch {
    /// Step of the path.
    pub path: Step,
    /// Step of the name.
    pub name: NameStep,
    /// The tree or the names of the file would be needed to be sure.
    pub unverified: bool,
}

/// The steps at which `pred` is the function `gold`, an id `path:name`. `names` are all definitions of that file.
///
/// A match that is no [hit](NameStep::hit) says only that the class is right.
pub fn match_function(
    pred: &Suspect,
    gold: &str,
    tree: Option<&Snapshot>,
    names: Option<&[String]>,
    repo: &str,
) -> Option<FnMatch> {
    let (gold_path, gold_name) = split_function(gold);
    let path = PathLadder::new(pred, tree, repo).step(gold_path)?;
    let name = name::step(&name::Asked::new(pred), gold_name, names)?;
    Some(FnMatch {
        path,
        name,
        unverified: (path.guess() && tree.is_none()) || (name.guess() && names.is_none()),
    })
}
