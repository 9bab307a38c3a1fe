//! Two runs on the cases that both have: who gained, who lost, and whether that says anything.

use super::board::{Board, BoardRun, State};
use super::level::Level;
use super::slice::Slice;
use super::stats::{Bootstrap, McNemar, bootstrap, holm, mcnemar, needed};

/// How two runs differ on one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flip {
    /// A solved it, B did not.
    Lost,
    /// B solved it, A did not.
    Gained,
    /// Neither did.
    Neither,
    /// Both did.
    Both,
}

impl Flip {
    /// All, in the order in which a reader asks for them.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Gained, Self::Neither, Self::Both];

    /// The words on screens, seen from B.
    pub fn words(self) -> &'static str {
        match self {
            Self::Lost => "A hit, B missed",
            Self::Gained => "B hit, A missed",
            Self::Neither => "both missed",
            Self::Both => "both hit",
        }
    }
}

/// Two runs compared at a level and a K, strictly: a case is solved when all its gold is within the top K.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The cases that both runs have a row for and that have gold, with how they came out.
    pub cases: Vec<(u32, Flip)>,
    /// Cases with gold that only A has a row for.
    pub only_a: u32,
    /// Cases with gold that only B has a row for.
    pub only_b: u32,
    /// Cases with gold that neither has a row for.
    pub neither_ran: u32,
    /// Cases by [`Flip::ALL`].
    pub counts: [u32; 4],
    /// McNemar's test on the cases that flip.
    pub mcnemar: McNemar,
    /// Exact paired bootstrap of B − A; `None` without common cases.
    pub bootstrap: Option<Bootstrap>,
    /// Smallest net number of cases that would be significant with this share of flips; `None` when none would.
    pub needed: Option<u32>,
}

/// Compares B with A on `cases`; on none where one of them does not answer at the level.
pub fn pair(a: &BoardRun, b: &BoardRun, level: Level, k: u32, cases: &[u32]) -> Pair {
    let mut out = Pair {
        cases: Vec::new(),
        only_a: 0,
        only_b: 0,
        neither_ran: 0,
        counts: [0; 4],
        mcnemar: mcnemar(0, 0),
        bootstrap: None,
        needed: None,
    };
    let both = a.answers(level) && b.answers(level);
    for case in cases.iter().filter(|_| both) {
        let (Some(x), Some(y)) = (a.cell(*case), b.cell(*case)) else {
            continue;
        };
        let (Some(hit_a), Some(hit_b)) = (x.solved(level, k), y.solved(level, k)) else {
            continue;
        };
        match (x.state == State::NotRun, y.state == State::NotRun) {
            (false, false) => {}
            (false, true) => {
                out.only_a += 1;
                continue;
            }
            (true, false) => {
                out.only_b += 1;
                continue;
            }
            (true, true) => {
                out.neither_ran += 1;
                continue;
            }
        }
        let flip = match (hit_a, hit_b) {
            (true, false) => Flip::Lost,
            (false, true) => Flip::Gained,
            (false, false) => Flip::Neither,
            (true, true) => Flip::Both,
        };
        out.cases.push((*case, flip));
        if let Some(n) = out.counts.get_mut(flip as usize) {
            *n += 1;
        }
    }
    let n = out.n();
    let (gained, lost) = (out.count(Flip::Gained), out.count(Flip::Lost));
    out.mcnemar = mcnemar(gained, lost);
    if n > 0 {
        out.bootstrap = bootstrap(n, gained, lost);
        let share = f64::from(gained + lost) / f64::from(n);
        out.needed = needed(n, share);
    }
    out
}

impl Pair {
    /// Common cases.
    pub fn n(&self) -> u32 {
        crate::base::num::small(self.cases.len())
    }

    /// Cases that came out so.
    pub fn count(&self, flip: Flip) -> u32 {
        self.counts.get(flip as usize).copied().unwrap_or(0)
    }

    /// Cases that A solved.
    pub fn hits_a(&self) -> u32 {
        self.count(Flip::Both) + self.count(Flip::Lost)
    }

    /// Cases that B solved.
    pub fn hits_b(&self) -> u32 {
        self.count(Flip::Both) + self.count(Flip::Gained)
    }

    /// Whether the two runs have rows for different cases.
    pub fn uneven(&self) -> bool {
        self.only_a > 0 || self.only_b > 0
    }
}

/// One slice of a pair with its p value, corrected for the number of slices.
#[derive(Debug, Clone, PartialEq)]
pub struct SlicePair {
    /// The slice.
    pub slice: Slice,
    /// The pair on it.
    pub pair: Pair,
    /// Exact McNemar p after Holm's correction over all slices that have common cases.
    pub holm: Option<f64>,
}

/// A pair on every slice.
pub fn by_slice(a: &BoardRun, b: &BoardRun, level: Level, k: u32, slices: Vec<Slice>) -> Vec<SlicePair> {
    let mut out: Vec<SlicePair> = slices
        .into_iter()
        .map(|slice| SlicePair {
            pair: pair(a, b, level, k, &slice.cases),
            slice,
            holm: None,
        })
        .collect();
    let tested: Vec<f64> = out
        .iter()
        .filter(|s| s.pair.n() > 0)
        .map(|s| s.pair.mcnemar.exact)
        .collect();
    let corrected = holm(&tested);
    for (s, p) in out.iter_mut().filter(|s| s.pair.n() > 0).zip(corrected) {
        s.holm = Some(p);
    }
    out
}

/// The pair that is worth a first look when the user has chosen only B: the run with the most solved cases among
/// those with the most rows in common.
pub fn rival(board: &Board, b: usize, level: Level, k: u32) -> Option<usize> {
    let all = board.all();
    let of = board.runs.get(b)?;
    (0..board.runs.len()).filter(|a| *a != b).max_by_key(|a| {
        let p = board.runs.get(*a).map(|a| pair_counts(a, of, level, k, &all));
        p.map(|(n, hits)| (n, hits, std::cmp::Reverse(*a)))
    })
}

/// Common cases, and how many of them A solved.
fn pair_counts(a: &BoardRun, b: &BoardRun, level: Level, k: u32, cases: &[u32]) -> (u32, u32) {
    let mut out = (0, 0);
    for case in cases {
        if let (Some(x), Some(y)) = (a.cell(*case), b.cell(*case))
            && x.state != State::NotRun
            && y.state != State::NotRun
            && let Some(hit) = x.solved(level, k)
        {
            out.0 += 1;
            out.1 += u32::from(hit);
        }
    }
    out
}
