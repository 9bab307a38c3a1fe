//! Metrics of one ranking. Where the gold of a case stands is worked out once; every metric at every K follows from it.
//!
//! Gold is a set; the ranking keeps the first of repeated ids and is cut at K afterwards; ids are compared as written.
//! This is the strict convention (MM-IssueLoc, section 4; the same values as `pytrec_eval`, `ir_measures` and `ranx`
//! give for rankings without ties). What other systems publish under similar names is in [`rules`] and [`locagent`].

use std::collections::{HashMap, HashSet};

pub mod locagent;
mod mean;
mod name;
pub mod rules;
#[cfg(test)]
mod tests;
mod ties;
#[cfg(test)]
mod vectors;

pub use mean::{Mean, Means, Outcome, percent2};
pub use name::Metric;
pub use ties::{TiedMrr, tied_mrr};

/// Where the gold of one case stands in one ranking; every metric at every K follows from it.
///
/// Ranks found otherwise, as by the lenient ladder, may be put in by hand. There one entry can stand for two gold items:
/// ranks may be equal, and still no metric exceeds 1, since the n-th gold item never counts as higher than rank n.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranked {
    /// Rank from 1 of each distinct gold item, in the order of gold, after repeated ids are removed from the ranking
    /// (first kept); `None` where it is not listed.
    pub ranks: Vec<Option<u32>>,
    /// Number of distinct predictions.
    pub listed: u32,
}

impl Ranked {
    /// Finds the gold in the ranking; `None` when there is no gold: the case leaves the denominator.
    pub fn new<G: AsRef<str>, P: AsRef<str>>(gold: &[G], ranking: &[P]) -> Option<Self> {
        if gold.is_empty() {
            return None;
        }
        let mut at: HashMap<&str, usize> = HashMap::with_capacity(gold.len());
        for item in gold {
            let next = at.len();
            at.entry(item.as_ref()).or_insert(next);
        }
        let mut ranks = vec![None; at.len()];
        let mut seen = HashSet::with_capacity(ranking.len());
        let mut listed = 0;
        for id in ranking {
            if !seen.insert(id.as_ref()) {
                continue;
            }
            listed += 1;
            if let Some(slot) = at.get(id.as_ref()).and_then(|n| ranks.get_mut(*n)) {
                *slot = Some(listed);
            }
        }
        Some(Self { ranks, listed })
    }

    /// Number of gold items.
    pub fn gold(&self) -> u32 {
        crate::base::num::small(self.ranks.len())
    }

    /// Rank of the best gold item.
    pub fn first_rank(&self) -> Option<u32> {
        self.found().min()
    }

    /// Rank of the last gold item: the smallest K at which Acc@K can be 1. `None` while one is missing.
    pub fn complete_rank(&self) -> Option<u32> {
        self.ranks.iter().copied().reduce(|a, b| Some(a?.max(b?)))?
    }

    /// Any metric, 0 or 1 for the binary ones. For a K of 0, and without gold, it is 0: nothing is in the top 0.
    pub fn value(&self, metric: Metric) -> f64 {
        let gold = self.gold();
        match metric {
            Metric::Acc(k) => bit(self.fits(k) && self.complete_rank().is_some_and(|r| r <= k)),
            Metric::AccCapped(k) => bit(k.min(gold) > 0 && self.hits(k) == k.min(gold)),
            Metric::Possible(k) => bit(self.fits(k)),
            Metric::Hit(k) => bit(self.hits(k) > 0),
            Metric::Recall(k) => share(self.hits(k), gold),
            Metric::RecallCapped(k) => share(self.hits(k), k.min(gold)),
            Metric::Precision(k) => share(self.hits(k), k),
            Metric::PrecisionList(k) => share(self.hits(k), k.min(self.listed)),
            Metric::Rr(k) => self.first_rank().filter(|r| *r <= k).map_or(0.0, inverse),
            Metric::Mrr => self.first_rank().map_or(0.0, inverse),
            Metric::MrrAll => over(self.found().map(inverse).sum(), gold),
            Metric::Ap(k) => over(self.precisions(k), gold),
            Metric::ApMin(k) => over(self.precisions(k), k.min(gold)),
            Metric::MeanAp => over(self.precisions(u32::MAX), gold),
            Metric::RPrecision => share(self.hits(gold), gold),
            Metric::Ndcg(k) => self.gain(k),
            Metric::NdcgAll => self.gain(u32::MAX),
        }
    }

    fn found(&self) -> impl Iterator<Item = u32> {
        self.ranks.iter().flatten().copied()
    }

    /// Whether all gold could stand in the first `k`.
    fn fits(&self, k: u32) -> bool {
        (1..=k).contains(&self.gold())
    }

    /// Gold items in the first `k`, at most one for each of its places.
    fn hits(&self, k: u32) -> u32 {
        crate::base::num::small(self.found().filter(|r| *r <= k).count()).min(k)
    }

    /// The sum of the precision at the rank of each gold item in the first `k`.
    fn precisions(&self, k: u32) -> f64 {
        let mut sum = 0.0;
        self.rising(k, |nth, rank| sum += share(nth, rank));
        sum
    }

    /// nDCG: gain 1, discount log2, the ideal cut at `k` too (Järvelin and Kekäläinen 2002, as in `trec_eval`).
    fn gain(&self, k: u32) -> f64 {
        let mut sum = 0.0;
        self.rising(k, |_, rank| sum += discount(rank));
        let ideal: f64 = (1..=k.min(self.gold())).map(discount).sum();
        if ideal > 0.0 { sum / ideal } else { 0.0 }
    }

    /// Calls `f` with the number from 1 and the rank of each gold item in the first `k`, best first.
    fn rising(&self, k: u32, mut f: impl FnMut(u32, u32)) {
        // Gold of more than 32 items is rare; below that nothing is allocated, since this runs for every case and metric.
        let mut few = [0; 32];
        let mut many = Vec::new();
        let mut len = 0;
        for rank in self.found().filter(|r| *r <= k) {
            match few.get_mut(len) {
                Some(slot) => *slot = rank,
                None if many.is_empty() => {
                    many.extend_from_slice(&few);
                    many.push(rank);
                }
                None => many.push(rank),
            }
            len += 1;
        }
        let sorted = if many.is_empty() {
            few.get_mut(..len).unwrap_or_default()
        } else {
            many.as_mut_slice()
        };
        sorted.sort_unstable();
        for (nth, rank) in (1..).zip(sorted) {
            let rank = nth.max(*rank);
            if rank <= k {
                f(nth, rank);
            }
        }
    }
}

fn bit(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

fn inverse(rank: u32) -> f64 {
    share(1, rank)
}

/// A share of a whole; 0 of nothing is 0.
fn share(part: u32, whole: u32) -> f64 {
    over(f64::from(part.min(whole)), whole)
}

fn over(sum: f64, n: u32) -> f64 {
    if n == 0 { 0.0 } else { sum / f64::from(n) }
}

/// 1 / log2(rank + 1).
fn discount(rank: u32) -> f64 {
    (f64::from(rank) + 1.0).log2().recip()
}
