//! The sign-flip test of paired differences, for metrics that are not 0 or 1.

use super::paired::mcnemar;

/// Up to so many non-zero differences all signs are gone through.
pub const EXACT_UP_TO: usize = 30;

const DRAWS: u32 = 100_000;
const SEED: u64 = 0x00ca_5ef1_1e00;

/// Two-sided p-value of "the differences are symmetric around 0".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignFlip {
    /// The p-value.
    pub p: f64,
    /// How it was found.
    pub by: By,
}

/// How a p-value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// From all assignments of signs.
    Exact,
    /// From some of them, drawn with a fixed seed: (1 + as extreme) / (1 + draws), as Phipson and Smyth (2010) ask. Its
    /// standard error is at most 0.5 / √draws.
    Sampled {
        /// Number of draws.
        draws: u32,
        /// Seed of the generator (SplitMix64).
        seed: u64,
    },
}

/// Fisher's randomisation test on the sum of `diffs`: the share of sign assignments with a sum at least as far from 0.
///
/// Zeros do not matter. `None` without differences, or when one is not a finite number. Differences of one size, as of
/// binary metrics, are exact for any number of them: that is the exact McNemar test.
pub fn sign_flip(diffs: &[f64]) -> Option<SignFlip> {
    if diffs.is_empty() || diffs.iter().any(|d| !d.is_finite()) {
        return None;
    }
    let exact = |p| Some(SignFlip { p, by: By::Exact });
    let sizes: Vec<f64> = diffs.iter().map(|d| d.abs()).filter(|d| *d > 0.0).collect();
    let Some(first) = sizes.first() else {
        return exact(1.0);
    };
    if sizes.iter().all(|d| d.total_cmp(first).is_eq()) {
        let count = |sign: f64| crate::base::num::small(diffs.iter().filter(|d| **d * sign > 0.0).count());
        return exact(mcnemar(count(1.0), count(-1.0)).exact);
    }
    // Sums of the same numbers in another order may differ in the last digits.
    let slack = sizes.iter().sum::<f64>() * 1e-12;
    let far = diffs.iter().sum::<f64>().abs() - slack;
    if sizes.len() <= EXACT_UP_TO {
        return exact(all_signs(&sizes, far));
    }
    Some(SignFlip {
        p: sampled(&sizes, far),
        by: By::Sampled {
            draws: DRAWS,
            seed: SEED,
        },
    })
}

/// Share of sign assignments whose sum is at least `far` from 0: every sum of one half against the sorted sums of the
/// other.
fn all_signs(sizes: &[f64], far: f64) -> f64 {
    if far <= 0.0 {
        return 1.0;
    }
    let (left, right) = sizes.split_at(sizes.len() / 2);
    let (left, mut right) = (sums(left), sums(right));
    right.sort_by(f64::total_cmp);
    let above = |x: &f64| right.len() - right.partition_point(|y| x + y < far);
    let hits: usize = left.iter().map(above).sum();
    // Turning all signs around turns a sum around: below is as many as above.
    2.0 * hits as f64 / (left.len() as f64 * right.len() as f64)
}

fn sums(sizes: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0];
    for size in sizes {
        out = out.iter().flat_map(|s| [s - size, s + size]).collect();
    }
    out
}

fn sampled(sizes: &[f64], far: f64) -> f64 {
    let mut state = SEED;
    let mut hits = 0_u32;
    for _ in 0..DRAWS {
        let mut sum = 0.0;
        for chunk in sizes.chunks(64) {
            let signs = next(&mut state);
            for (n, size) in chunk.iter().enumerate() {
                sum += f64::from_bits(size.to_bits() | (signs >> n & 1) << 63);
            }
        }
        hits += u32::from(sum.abs() >= far);
    }
    (1.0 + f64::from(hits)) / (1.0 + f64::from(DRAWS))
}

/// The next number of SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
