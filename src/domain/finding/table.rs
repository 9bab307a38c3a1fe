//! Gold and suspects of one case made ready: which suspect is which gold by which steps, and in which slot it stands.

use std::collections::HashSet;

use crate::domain::filekind::{FileKind, kind_of};
use crate::domain::ladder::{Ground, NameStep, PathLadder, Step, name};
use crate::domain::level::Level;
use crate::domain::matching::split_function;
use crate::domain::normal::chain::chain;
use crate::domain::run::{Suspect, What};

/// One distinct gold item.
#[derive(Debug)]
pub(super) struct Target<'a> {
    pub(super) id: &'a str,
    pub(super) path: &'a str,
    pub(super) name: &'a str,
    pub(super) kind: FileKind,
    pub(super) pattern: &'a str,
    /// Why no answer can name it.
    pub(super) unreachable: Option<&'static str>,
}

/// One suspect.
pub(super) struct Entry<'a> {
    pub(super) suspect: &'a Suspect,
    pub(super) path: PathLadder,
    pub(super) asked: name::Asked<'a>,
    pub(super) kind: FileKind,
    /// For each gold item the steps that make it that item.
    pub(super) is: Vec<Option<(Step, NameStep)>>,
}

impl Entry<'_> {
    /// The id as written is this gold item.
    pub(super) fn strict(&self, target: usize) -> bool {
        self.is.get(target) == Some(&Some((Step::Exact, NameStep::Exact)))
    }

    pub(super) fn steps(&self, target: usize) -> Option<(Step, NameStep)> {
        self.is.get(target).copied().flatten()
    }

    /// It is no gold item by any step.
    pub(super) fn wrong(&self) -> bool {
        self.is.iter().all(Option::is_none)
    }

    /// What an exact scorer compares.
    fn written(&self) -> String {
        let s = self.suspect;
        let raw = if self.path.as_written() { "" } else { &s.raw };
        format!(
            "{raw}\0{}\0{:?}\0{:?}",
            s.path,
            s.name,
            s.lines.filter(|_| s.name.is_none())
        )
    }

    /// What stays when all spellings of the same thing are one.
    fn settled(&self) -> String {
        let name = self.asked.settled();
        let lines = self
            .suspect
            .lines
            .filter(|_| name.is_empty() && self.suspect.what != What::File);
        format!("{}\0{name}\0{lines:?}", self.path.settled())
    }
}

/// How doubles are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubles {
    /// They keep their slots.
    Keep,
    /// Equal ids as written are one.
    Written,
    /// Equal ids after normalisation are one.
    Settled,
}

/// Slots from 1 of the entries that are kept; entries of one list share a slot.
pub(super) fn slots(all: &[Entry<'_>], doubles: Doubles, keep: impl Fn(&Entry<'_>) -> bool) -> Vec<Option<u32>> {
    let mut seen = HashSet::new();
    let (mut slot, mut last) = (0u32, None);
    let mut one = |e: &Entry<'_>| {
        let new = match doubles {
            Doubles::Keep => true,
            Doubles::Written => seen.insert(e.written()),
            Doubles::Settled => seen.insert(e.settled()),
        };
        if !new || !keep(e) {
            return None;
        }
        slot = slot.saturating_add(u32::from(last != Some(e.suspect.rank)));
        last = Some(e.suspect.rank);
        Some(slot)
    };
    all.iter().map(&mut one).collect()
}

/// The suspects in order of their ranks, held against the gold.
pub(super) fn entries<'a>(
    level: Level,
    suspects: &'a [Suspect],
    targets: &[Target<'_>],
    ground: &Ground,
    own: &[(String, FileKind)],
) -> Vec<Entry<'a>> {
    let mut order: Vec<&Suspect> = suspects.iter().collect();
    order.sort_by_key(|s| s.rank);
    let one = |suspect: &'a Suspect| {
        let path = PathLadder::new(suspect, ground.tree.as_ref(), &ground.repo);
        let kind = kind_of(path.settled(), own).0;
        let mut out = Entry {
            suspect,
            path,
            asked: name::Asked::new(suspect),
            kind,
            is: Vec::new(),
        };
        out.is = targets.iter().map(|t| steps(level, &out, t, ground)).collect();
        refuse(&mut out.is, ground.tree.is_some());
        out
    };
    order.into_iter().map(one).collect()
}

/// The steps that make an entry this gold item. A nested function, or the class around, is no repair.
fn steps(level: Level, e: &Entry<'_>, target: &Target<'_>, ground: &Ground) -> Option<(Step, NameStep)> {
    if e.suspect.raw == target.id {
        return Some((Step::Exact, NameStep::Exact));
    }
    let mut path = e.path.step(target.path)?;
    if level == Level::File {
        return Some((path, NameStep::Exact));
    }
    let names = ground.names.get(target.path).map(Vec::as_slice);
    let mut step = name::step(&e.asked, target.name, names)?;
    if path == Step::Trim
        && e.suspect
            .raw
            .strip_prefix(target.path)
            .is_some_and(|r| r.starts_with(':'))
    {
        // What was trimmed stands behind the path: a bullet in front of the name, which belongs to the list, or
        // something at its end.
        path = Step::Exact;
        if !e.suspect.raw.ends_with(target.name) {
            step = step.max(NameStep::Format);
        }
    }
    let repair = matches!(
        step,
        NameStep::Exact | NameStep::Format | NameStep::Qualifier | NameStep::Constructor | NameStep::UniqueLeaf
    );
    repair.then_some((path, step))
}

/// An entry that is one gold item as written is no other one but an overload; a guess that fits several is none.
fn refuse(is: &mut [Option<(Step, NameStep)>], tree: bool) {
    let exact = is.contains(&Some((Step::Exact, NameStep::Exact)));
    let guesses = is.iter().flatten().filter(|(path, _)| path.guess()).count();
    for one in is.iter_mut() {
        let gone = |(path, name): &(Step, NameStep)| {
            (exact && (*path > Step::Exact || *name > NameStep::Format)) || (!tree && path.guess() && guesses > 1)
        };
        *one = one.filter(|s| !gone(s));
    }
}

/// Distinct gold items in their order.
pub(super) fn targets<'a>(
    level: Level,
    ids: impl Iterator<Item = &'a str>,
    ground: &Ground,
    own: &'a [(String, FileKind)],
) -> Vec<Target<'a>> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for id in ids {
        let (path, name) = match level {
            Level::File => (id, ""),
            Level::Function => split_function(id),
        };
        if seen.insert((path, name)) {
            let (kind, pattern) = kind_of(path, own);
            let unreachable = unreachable(level, path, name, ground);
            out.push(Target {
                id,
                path,
                name,
                kind,
                pattern,
                unreachable,
            });
        }
    }
    out
}

/// Why no answer can name a gold item.
fn unreachable(level: Level, path: &str, name: &str, ground: &Ground) -> Option<&'static str> {
    const GRAMMAR: &str = "its id breaks the grammar of answers";
    let tree = ground.tree.as_ref();
    if tree.is_some_and(|t| !t.has(path)) {
        return Some("the base commit has no such file");
    }
    let relative = !path.is_empty() && !path.starts_with(['/', '~']) && !path.starts_with("./");
    if tree.is_none() && (!relative || path.contains(['\\', '\n'])) {
        return Some(GRAMMAR);
    }
    if level == Level::File {
        return None;
    }
    let names = ground.names.get(path);
    let known = names.is_some_and(|all| all.iter().any(|n| n == name));
    if breaks(name, known) {
        return Some(GRAMMAR);
    }
    let want = chain(name);
    let absent = !known && names.is_some_and(|all| all.iter().all(|n| chain(n).parts != want.parts));
    absent.then_some("its file has no such definition at the base commit")
}

/// Whether a name holds what the prompts forbid: arguments, or blanks that no definition has.
fn breaks(name: &str, known: bool) -> bool {
    let mut rest = name.trim();
    if rest.is_empty() || rest.contains(char::is_control) {
        return true;
    }
    // `(*Store).Get` is a receiver, `operator()` an operator.
    if let Some((_, behind)) = rest.strip_prefix('(').and_then(|r| r.split_once(')')) {
        rest = behind;
    }
    if let Some(at) = rest.find("operator") {
        let sign = rest.get(at + "operator".len()..).unwrap_or("");
        let sign = sign.trim_start();
        rest = sign.strip_prefix("()").unwrap_or(sign);
    }
    rest.contains('(') || (!known && rest.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_prompts_forbid() {
        for (name, want) in [
            ("Store.get", false),
            ("ipv4_route ( unsigned int scope_id, struct in_addr *dest )", true),
            ("f(int)", true),
            ("static int f", true),
            ("(*Store).Get", false),
            ("V::operator()", false),
            ("V::operator()(int)", true),
            ("V::operator bool", false),
            ("<T as X>::f", true),
            ("", true),
            ("a\nb", true),
        ] {
            assert_eq!(breaks(name, false), want, "{name}");
        }
        assert!(!breaks("a test name", true));
    }
}
