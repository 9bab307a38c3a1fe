//! LocAgent's own arithmetic: predictions and gold are lists, not sets, and the ideal is cut at K.
//!
//! From `evaluation/eval_metric.py` of gersteinlab/LocAgent. Repeated ids count twice, so recall and nDCG can exceed 1;
//! average precision is divided by K; recall by the gold that fits into the largest K asked for. These numbers are for
//! comparison with what was published, never beside the strict ones without a word.

use super::{discount, over, share};
use crate::base::num::small;

/// The largest K that LocAgent asks for in its tables: it limits the denominator of recall.
pub const LARGEST_K: u32 = 10;

/// LocAgent's numbers for one case at one K.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values {
    /// Hits among the first K entries are exactly min(K, length of the gold list).
    pub acc: bool,
    /// Hits over min(length of the gold list, largest K); above 1 when hits repeat.
    pub recall: f64,
    /// Hits over K.
    pub precision: f64,
    /// Gain over the gain of min(K, length of the gold list) hits in front; above 1 when hits repeat.
    pub ndcg: f64,
    /// Sum of precision at each hit, over K.
    pub ap: f64,
}

/// LocAgent's numbers as it prints them, for K up to 10 of one table; `None` for an empty gold list, which it leaves out,
/// and for a K of 0.
pub fn values<G: AsRef<str>, P: AsRef<str>>(gold: &[G], ranking: &[P], k: u32) -> Option<Values> {
    values_of(gold, ranking, k, LARGEST_K.max(k))
}

/// As [`values`], in a table whose largest K is `largest`.
pub fn values_of<G: AsRef<str>, P: AsRef<str>>(gold: &[G], ranking: &[P], k: u32, largest: u32) -> Option<Values> {
    if gold.is_empty() || k == 0 {
        return None;
    }
    let ideal = small(gold.len()).min(k);
    let (mut hits, mut gain, mut precisions) = (0, 0.0, 0.0);
    for (rank, id) in (1..=k).zip(ranking) {
        if gold.iter().any(|g| g.as_ref() == id.as_ref()) {
            hits += 1;
            gain += discount(rank);
            precisions += share(hits, rank);
        }
    }
    Some(Values {
        acc: hits == ideal,
        recall: over(f64::from(hits), small(gold.len()).min(largest.max(k))),
        precision: share(hits, k),
        ndcg: gain / (1..=ideal).map(discount).sum::<f64>(),
        ap: over(precisions, k),
    })
}
