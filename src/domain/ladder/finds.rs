//! Ranks of gold under the strict and the lenient rules, with the steps that made each match.
//!
//! Strict keeps every entry at its rank. Lenient removes doubles after normalisation, gives no slot to an entry that
//! names a class only, and counts ranks afterwards. Entries that are not in the repository keep their slots in both.

use std::collections::{HashMap, HashSet};

use crate::base::path::RepoPath;
use crate::domain::matching::{self, split_function};
use crate::domain::run::{Suspect, What};
use crate::domain::snapshot::Snapshot;

use super::name::{self, Asked};
use super::{NameStep, PathLadder, Step};

/// Which rules decide a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rules {
    /// Equal strings after the strict rules of reading; doubles use slots.
    #[default]
    Strict,
    /// Any step of the ladders; doubles are removed.
    Lenient,
}

/// What is known of the repository at the base commit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ground {
    /// `OWNER/NAME`; empty when there is none.
    pub repo: String,
    /// Its paths.
    pub tree: Option<Snapshot>,
    /// All definitions of a file, as `Class.method`, for the files that were read.
    pub names: HashMap<String, Vec<String>>,
}

/// Where a gold item was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Rank under the rules, from 1.
    pub rank: u32,
    /// Step of the path.
    pub path: Step,
    /// Step of the name; exact for files.
    pub name: NameStep,
    /// The tree or the names of the file would be needed to be sure.
    pub unverified: bool,
}

impl Found {
    /// The steps in words: `./`, `prefix, qualifier`, `case, unverified`.
    pub fn via(&self) -> String {
        let path = (self.path > Step::Exact).then(|| self.path.word());
        let name = (self.name > NameStep::Exact).then(|| self.name.word());
        let words: Vec<&str> = path
            .into_iter()
            .chain(name)
            .chain(self.unverified.then_some("unverified"))
            .collect();
        words.join(", ")
    }

    fn better(self, other: Option<Self>) -> Self {
        let key = |f: &Self| (f.rank, f.name, f.path);
        other.filter(|o| key(o) <= key(&self)).unwrap_or(self)
    }
}

/// A suspect made ready to be compared, at its rank under the rules.
struct Ready<'a> {
    suspect: &'a Suspect,
    rank: u32,
    path: PathLadder,
    name: Asked<'a>,
}

fn ready<'a>(rules: Rules, suspects: &'a [Suspect], ground: &Ground) -> Vec<Ready<'a>> {
    let mut seen = HashSet::new();
    let mut slot = 0;
    let mut last = None;
    let mut out = Vec::with_capacity(suspects.len());
    for suspect in suspects {
        let path = PathLadder::new(suspect, ground.tree.as_ref(), &ground.repo);
        let name = Asked::new(suspect);
        let mut rank = suspect.rank;
        if rules == Rules::Lenient {
            let class = suspect.what == What::Class;
            let lines = suspect
                .lines
                .filter(|_| suspect.name.is_none() && suspect.what != What::File);
            let key = (path.settled().to_owned(), name.settled(), class, lines);
            if !seen.insert(key) {
                continue;
            }
            // A class stands beside the entry that follows it; entries of one list share their slot.
            if class {
                rank = slot + 1;
            } else {
                slot += u32::from(last != Some(suspect.rank));
                last = Some(suspect.rank);
                rank = slot;
            }
        }
        out.push(Ready {
            suspect,
            rank,
            path,
            name,
        });
    }
    out
}

/// Where each gold file stands; `None` where it was not found.
pub fn file_finds(rules: Rules, gold: &[RepoPath], suspects: &[Suspect], ground: &Ground) -> Vec<Option<Found>> {
    let all = ready(rules, suspects, ground);
    let mut out = vec![None; gold.len()];
    for one in &all {
        let exact = gold.contains(&one.suspect.path);
        for (path, slot) in gold.iter().zip(&mut out) {
            if (exact || rules == Rules::Strict) && *path != one.suspect.path {
                continue;
            }
            if let Some(step) = one.path.step(path.as_str()) {
                let found = Found {
                    rank: one.rank,
                    path: step,
                    name: NameStep::Exact,
                    unverified: step.guess() && ground.tree.is_none(),
                };
                *slot = Some(found.better(*slot));
            }
        }
    }
    out
}

/// Where each gold function stands; `None` where it was not found.
pub fn function_finds(rules: Rules, gold: &[String], suspects: &[Suspect], ground: &Ground) -> Vec<Option<Found>> {
    functions(rules, NameStep::UniqueLeaf, gold, suspects, ground)
}

/// As [`function_finds`] under the lenient rules, with names repaired up to the step `most` only.
pub fn function_finds_to(most: NameStep, gold: &[String], suspects: &[Suspect], ground: &Ground) -> Vec<Option<Found>> {
    functions(Rules::Lenient, most, gold, suspects, ground)
}

fn functions(
    rules: Rules,
    upto: NameStep,
    gold: &[String],
    suspects: &[Suspect],
    ground: &Ground,
) -> Vec<Option<Found>> {
    let all = ready(rules, suspects, ground);
    let mut out = vec![None; gold.len()];
    for one in &all {
        let same = |id: &String| matching::is_function(one.suspect, id);
        let exact = gold.iter().any(same);
        for (id, slot) in gold.iter().zip(&mut out) {
            if rules == Rules::Strict && !same(id) {
                continue;
            }
            let (path, name) = split_function(id);
            let Some(step) = one.path.step(path) else { continue };
            let names = ground.names.get(path).map(Vec::as_slice);
            // What is one gold function as written can be another one only as its overload.
            let most = if exact { NameStep::Format.min(upto) } else { upto };
            if let Some(word) = name::step(&one.name, name, names).filter(|n| *n <= most) {
                let found = Found {
                    rank: one.rank,
                    path: step,
                    name: word,
                    unverified: (step.guess() && ground.tree.is_none()) || (word.guess() && names.is_none()),
                };
                *slot = Some(found.better(*slot));
            }
        }
    }
    out
}
