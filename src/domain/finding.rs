//! Why a run missed the gold of a case: one code, facets that go with any code, and what is known of each gold item.
//!
//! The code is the first single repair, in a fixed order, that alone turns the miss into a strict hit; when none does,
//! it is how the missed gold lies to the wrong suspects. Strict means the id as written: a path that reading changed
//! (`./src/a.ts`) is gold spelt otherwise. Needed repairs that are not the code are in [`Finding::also`].

use crate::base::path::RepoPath;

use super::filekind::FileKind;
use super::ladder::{Found, Ground};
use super::level::Level;
use super::run::Suspects;
use super::trajectory::Trajectory;

mod code;
mod decide;
mod facet;
pub mod lexical;
pub mod near;
mod paired;
mod signal;
mod spelling;
pub mod steps;
mod table;
#[cfg(test)]
mod tests;
pub mod trace;
#[cfg(test)]
mod vectors;
mod why;

pub use code::{Code, Detail, Group};
pub use facet::{Facet, Strength};
pub use paired::{Effect, image_effect, vce_effect};
pub use signal::{Signal, SignalKind};
pub use steps::{Search, looped};

use lexical::Text;
use table::{Doubles, Entry, Target, slots};

/// All that a finding is made of.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// Files or functions.
    pub level: Level,
    /// Number of suspects that count.
    pub k: u32,
    /// Whether the official scorer removes repeated ids.
    pub dedupes: bool,
    /// Gold files.
    pub gold_files: &'a [RepoPath],
    /// Gold functions as `path:Class.method`; `None` when there is no function gold.
    pub gold_functions: Option<&'a [String]>,
    /// Title, body and comments of the issue.
    pub text: &'a str,
    /// All text that was read out of the images; `None` when there is none.
    pub vce: Option<&'a str>,
    /// Repository at the base commit, as far as known.
    pub ground: &'a Ground,
    /// The answer; `None` when the run has no row for the case.
    pub suspects: Option<&'a Suspects>,
    /// What the agent did.
    pub trajectory: Option<&'a Trajectory>,
    /// The relevance label of the case, −1 to 2.
    pub relevance: Option<i8>,
}

/// How much of the gold is within K, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coverage {
    /// None of it.
    None,
    /// Some of it.
    Partial,
    /// All of it.
    Full,
    /// There is no gold.
    NotApplicable,
}

impl Coverage {
    /// The word in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Partial => "partial",
            Self::Full => "full",
            Self::NotApplicable => "na",
        }
    }
}

/// Where a missed item is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemEvidence {
    /// The gold item.
    pub id: String,
    /// Text or evidence, and how strongly.
    pub facet: Facet,
}

/// A wrong suspect close to a missed item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// The suspect as the system wrote it.
    pub suspect: String,
    /// How it lies to the gold item.
    pub relation: Detail,
    /// Its rank as written.
    pub rank: u32,
}

/// What is known of one gold item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The gold id.
    pub id: String,
    /// Within K as written.
    pub hit: bool,
    /// Where it stands, rank as written, and by which steps: as written within K, else by any step within K, else
    /// anywhere. `None` when it is not listed.
    pub found: Option<Found>,
    /// The rank that counts: doubles go when the scorer removes them.
    pub slot: Option<u32>,
    /// What its file is for.
    pub kind: FileKind,
    /// The pattern that said so; empty for plain source.
    pub pattern: String,
    /// Why no answer can name it; `None` when one can, as far as known.
    pub unreachable: Option<&'static str>,
    /// The closest wrong suspect within K; `None` for hits.
    pub near: Option<Near>,
    /// How far the search for its file came.
    pub search: Search,
}

/// Why gold was missed, or that it was not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The one code.
    pub code: Code,
    /// More about [`Code::Partial`] and [`Code::RightFile`].
    pub detail: Option<Detail>,
    /// What a normaliser would do: `dot_slash`, `prefix:repo/`, `qualifier`. Only of the codes of spelling.
    pub repairs: Vec<String>,
    /// How much of the gold is within K.
    pub coverage: Coverage,
    /// How far the search for the missed items came; of all gold when nothing is missed.
    pub search: Search,
    /// Where each missed item is named.
    pub evidence: Vec<ItemEvidence>,
    /// What holds beside the code.
    pub signals: Vec<Signal>,
    /// Each gold item once, in the order of the gold.
    pub items: Vec<Item>,
    /// One line for people: the rule and what made it hold. Clean of control characters.
    pub why: String,
    /// Whether as much gold as K allows is within K.
    pub capped_ok: bool,
    /// Codes that hold in part as well, in order, without `code`; empty when nothing is missed.
    pub also: Vec<Code>,
}

/// Codes that hold as signals beside the primary one: a table can show how often each holds at all.
pub fn also(finding: &Finding) -> Vec<Code> {
    finding.also.clone()
}

/// Gold and suspects held against each other.
struct Board<'a> {
    k: u32,
    targets: Vec<Target<'a>>,
    entries: Vec<Entry<'a>>,
    /// The slot of each entry as the official scorer counts.
    slots: Vec<Option<u32>>,
    /// For each target, its slot as written.
    strict: Vec<Option<u32>>,
    /// Some id is written twice.
    doubles: bool,
}

impl<'a> Board<'a> {
    fn new(input: &Input<'a>, own: &'a [(String, FileKind)]) -> Self {
        let ids: Vec<&str> = match input.level {
            Level::File => input.gold_files.iter().map(RepoPath::as_str).collect(),
            Level::Function => input
                .gold_functions
                .unwrap_or_default()
                .iter()
                .map(String::as_str)
                .collect(),
        };
        let targets = table::targets(input.level, ids.into_iter(), input.ground, own);
        let list = input.suspects.map_or(&[][..], |s| match input.level {
            Level::File => &s.files,
            Level::Function => &s.functions,
        });
        let entries = table::entries(input.level, list, &targets, input.ground, own);
        let single = slots(&entries, Doubles::Written, |_| true);
        let doubles = single.contains(&None);
        let slots = if input.dedupes {
            single
        } else {
            slots(&entries, Doubles::Keep, |_| true)
        };
        let mut out = Self {
            k: input.k,
            targets,
            entries,
            slots,
            strict: Vec::new(),
            doubles,
        };
        out.strict = out.strict_in(&out.slots);
        out
    }

    /// For each target, its slot as written, among these slots of the entries.
    fn strict_in(&self, slots: &[Option<u32>]) -> Vec<Option<u32>> {
        let of = |target: usize| {
            let own = self.entries.iter().zip(slots).filter(|(e, _)| e.strict(target));
            own.filter_map(|(_, slot)| *slot).min()
        };
        (0..self.targets.len()).map(of).collect()
    }

    fn hit(&self, target: usize) -> bool {
        self.strict.get(target).copied().flatten().is_some_and(|s| s <= self.k)
    }

    fn missed(&self) -> impl Iterator<Item = (usize, &Target<'a>)> {
        self.targets.iter().enumerate().filter(|(n, _)| !self.hit(*n))
    }

    /// Within K in whatever spelling.
    fn listed(&self, target: usize) -> bool {
        self.hit(target) || self.top().any(|e| e.steps(target).is_some())
    }

    /// Missed items that are not within K in any spelling.
    fn lost(&self) -> impl Iterator<Item = (usize, &Target<'a>)> {
        self.missed().filter(|(n, _)| !self.listed(*n))
    }

    fn hits(&self) -> usize {
        (0..self.targets.len()).filter(|n| self.hit(*n)).count()
    }

    /// Entries within K.
    fn top(&self) -> impl Iterator<Item = &Entry<'a>> {
        let within = |slot: &Option<u32>| slot.is_some_and(|s| s <= self.k);
        self.entries
            .iter()
            .zip(&self.slots)
            .filter(move |(_, s)| within(s))
            .map(|(e, _)| e)
    }
}

/// The finding of one case. Total: any text may stand in any field.
pub fn finding(input: &Input<'_>) -> Finding {
    finding_with(input, &[])
}

/// As [`finding`], with a repository's own patterns of kinds of files (see [`kind_of`](super::filekind::kind_of)).
pub fn finding_with(input: &Input<'_>, own: &[(String, FileKind)]) -> Finding {
    let board = Board::new(input, own);
    let text = Text::new(input.text);
    let vce = input.vce.map(Text::new).unwrap_or_default();
    let tree = input.ground.tree.as_ref();
    let search_of = |t: &Target<'_>| {
        input
            .trajectory
            .map_or(Search::Unknown, |tr| steps::search(tr, t.path, tree))
    };
    let verdict = decide::decide(input, &board);
    let items: Vec<Item> = (0..)
        .zip(&board.targets)
        .map(|(n, t)| decide::item(input, &board, n, t, search_of(t)))
        .collect();
    let none = board.targets.is_empty();
    let all_hit = board.hits() == board.targets.len();
    let search = if none {
        Search::NotApplicable
    } else {
        Search::all(items.iter().filter(|i| all_hit || !i.hit).map(|i| i.search))
    };
    let evidence = board.missed().map(|(_, t)| ItemEvidence {
        id: t.id.to_owned(),
        facet: Facet::of(text.names(t.path, t.name), vce.names(t.path, t.name)),
    });
    let most = board.targets.len().min(crate::base::num::size(u64::from(input.k)));
    Finding {
        code: verdict.code,
        detail: verdict.detail,
        why: why::why(input, &board, &verdict, &items),
        coverage: match board.hits() {
            _ if none => Coverage::NotApplicable,
            0 => Coverage::None,
            _ if all_hit => Coverage::Full,
            _ => Coverage::Partial,
        },
        search,
        evidence: evidence.collect(),
        signals: if none {
            Vec::new()
        } else {
            signal::signals(input, &board, &text, &vce)
        },
        items,
        capped_ok: most > 0 && board.hits() >= most,
        repairs: verdict.repairs,
        also: verdict.also,
    }
}
