//! Bootstrap intervals over units, with a fixed seed: the same answers give the same interval everywhere.

use serde::Serialize;

use super::counts::Counts;
use super::ratings::{Scale, Undefined};
use crate::base::num::small;
use crate::domain::stats::split_mix;

const SEED: u64 = 0x00ca_5ef1_1e01;
const RESAMPLES: usize = 1000;
/// Units drawn in all; above 10,000 units that makes fewer resamples.
const DRAWS: usize = 10_000_000;
const LEAST: usize = 100;

/// A 95 % percentile interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

/// Intervals of what is computed from counts, from the same resamples of units (Efron 1979; SplitMix64).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// Number of resamples.
    pub resamples: usize,
    /// Of the percentage.
    pub percent: Result<Interval, Undefined>,
    /// Of Fleiss' kappa.
    pub fleiss: Result<Interval, Undefined>,
    /// Of alpha at the level asked for.
    pub alpha: Result<Interval, Undefined>,
    /// Of AC1.
    pub ac1: Result<Interval, Undefined>,
}

/// Draws resamples of the rated units: 1000 up to 10,000 units, fewer above, at least 100. A resample in which a
/// coefficient is undefined does not count for it; when more than half are, so is the interval.
pub fn bootstrap(counts: &Counts, scale: Scale) -> Bootstrap {
    let units = counts.of_unit.len();
    let resamples = (DRAWS / units.max(1)).clamp(LEAST, RESAMPLES);
    let mut all: [Vec<f64>; 4] = std::array::from_fn(|_| Vec::with_capacity(resamples));
    let mut state = SEED;
    let mut times = vec![0_u32; counts.times.len()];
    let range = u64::from(small(units));
    if counts.pairable() > 1 {
        for _ in 0..resamples {
            times.fill(0);
            draw(&counts.of_unit, range, &mut state, &mut times);
            let values = [
                counts.percent_of(&times),
                counts.fleiss_of(&times),
                counts.alpha_of(scale, &times),
                counts.ac1_of(&times),
            ];
            for (list, value) in all.iter_mut().zip(values) {
                list.extend(value.ok());
            }
        }
    }
    let [percent, fleiss, alpha, ac1] = all.map(|values| interval(values, resamples));
    Bootstrap {
        resamples,
        percent,
        fleiss,
        alpha,
        ac1,
    }
}

/// As many units as there are, with replacement; one random number gives two of them.
fn draw(of_unit: &[u32], range: u64, state: &mut u64, times: &mut [u32]) {
    let mut take = |half: u64| {
        let unit = crate::base::num::size((half * range) >> 32);
        if let Some(n) = of_unit.get(unit).and_then(|p| times.get_mut(*p as usize)) {
            *n += 1;
        }
    };
    for _ in 0..of_unit.len() / 2 {
        let bits = split_mix(state);
        take(bits >> 32);
        take(bits & 0xffff_ffff);
    }
    if of_unit.len() % 2 == 1 {
        take(split_mix(state) >> 32);
    }
}

fn interval(mut values: Vec<f64>, resamples: usize) -> Result<Interval, Undefined> {
    if values.is_empty() || values.len() * 2 < resamples {
        return Err(Undefined::Unstable);
    }
    values.sort_by(f64::total_cmp);
    // 2.5 % of the resamples lie outside at each end.
    let out = values.len() / 40;
    let end = |at: usize| values.get(at).copied().ok_or(Undefined::Unstable);
    Ok(Interval {
        lo: end(out)?,
        hi: end(values.len() - 1 - out)?,
    })
}
