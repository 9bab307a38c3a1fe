//! Reciprocal rank where scores tie: what the order among equals can make of it.

use std::collections::HashSet;

use super::inverse;
use crate::base::num::small;

/// Reciprocal rank of the first gold item under the ways to order equal scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TiedMrr {
    /// Equal scores stand as they were listed (ranx); what casefile uses.
    pub stable: f64,
    /// Gold stands first among equals.
    pub optimistic: f64,
    /// Gold stands last among equals.
    pub pessimistic: f64,
    /// The mean over all orders of equals.
    pub expected: f64,
}

/// Reciprocal rank of `scored`, higher scores first; `None` when there is no gold.
///
/// A repeated id counts where it stands best. Scores are compared as they are: `1.00000001` and `1.0` are no tie, though
/// `trec_eval` makes them one. What is not a number stands last.
pub fn tied_mrr<G: AsRef<str>, P: AsRef<str>>(gold: &[G], scored: &[(P, f64)]) -> Option<TiedMrr> {
    if gold.is_empty() {
        return None;
    }
    let gold: HashSet<&str> = gold.iter().map(AsRef::as_ref).collect();
    let mut order: Vec<(&str, f64)> = scored
        .iter()
        // Adding 0 makes one zero of both.
        .map(|(id, score)| {
            (
                id.as_ref(),
                if score.is_nan() { f64::NEG_INFINITY } else { score + 0.0 },
            )
        })
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut seen = HashSet::new();
    order.retain(|(id, _)| seen.insert(*id));
    let mut out = TiedMrr {
        stable: 0.0,
        optimistic: 0.0,
        pessimistic: 0.0,
        expected: 0.0,
    };
    let mut before = 0;
    for equals in order.chunk_by(|a, b| a.1.total_cmp(&b.1).is_eq()) {
        let size = small(equals.len());
        let hits = small(equals.iter().filter(|(id, _)| gold.contains(id)).count());
        if let Some(at) = equals.iter().position(|(id, _)| gold.contains(id)) {
            out.stable = inverse(before + small(at) + 1);
            out.optimistic = inverse(before + 1);
            out.pessimistic = inverse(before + size - hits + 1);
            out.expected = expected(before, size, hits);
            break;
        }
        before += size;
    }
    Some(out)
}

/// Mean of 1 / (`before` + place of the first of `hits` gold items) over all orders of `size` equals.
fn expected(before: u32, size: u32, hits: u32) -> f64 {
    // The chance that the first gold item stands at a place is the chance that none stood before it, times the share of
    // gold in what is left.
    let (mut sum, mut none_yet) = (0.0, 1.0);
    for place in 1..=size - hits + 1 {
        let here = f64::from(hits) / f64::from(size - place + 1);
        sum += none_yet * here * inverse(before + place);
        none_yet *= 1.0 - here;
    }
    sum
}
