//! Two runs over the same cases: `b` cases that only the first one has, `c` that only the second one has.

use super::special::{chi2_tail, fair_coin};

/// McNemar's test: two-sided p-values of "neither run is better".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct McNemar {
    /// Exact: two-sided binomial over the cases on which the runs differ. The one to report.
    pub exact: f64,
    /// Mid-p (Fagerland, Lydersen and Laake 2013): less cautious.
    pub mid: f64,
    /// Chi-squared without correction; `None` when the runs differ on no case.
    pub chi2: Option<f64>,
    /// Chi-squared with Edwards' correction; `None` when the runs differ on no case.
    pub chi2_cc: Option<f64>,
}

/// McNemar's test of `b` against `c`.
pub fn mcnemar(b: u32, c: u32) -> McNemar {
    let n = u64::from(b) + u64::from(c);
    let (exactly, at_most) = fair_coin(n, u64::from(b.min(c)));
    let apart = f64::from(b.abs_diff(c));
    let chi2 = |by: f64| (n > 0).then(|| chi2_tail(by * by / n as f64));
    McNemar {
        exact: (2.0 * at_most).min(1.0),
        mid: (2.0 * at_most - exactly).min(1.0),
        chi2: chi2(apart),
        chi2_cc: chi2(apart - 1.0),
    }
}

/// The paired bootstrap of a difference of shares, by all resamples at once instead of some of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// Difference of the shares: (b - c) / n.
    pub delta: f64,
    /// Lower end of the 95 % percentile interval of the difference.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// Lower end in cases.
    pub lo_count: i64,
    /// Upper end in cases.
    pub hi_count: i64,
    /// Share of resamples in which the first run is not ahead.
    pub p_le_0: f64,
    /// Share of resamples in which it is not behind.
    pub p_ge_0: f64,
}

/// Exact paired bootstrap over `n` cases; `None` for `n` of 0 or when more cases differ than there are.
///
/// A resample of n cases has X that only the first run has and Y that only the second one has, multinomial with shares
/// b/n and c/n (Efron 1979, the bootstrap distribution itself). The distribution of X - Y is the n-th power of that of
/// one case, by repeated squaring: all terms are positive, so nothing cancels. Tails below 1e-300 count as 0.
///
/// Beside a small number of differing cases the interval is too narrow: for b = 2, c = 0 it starts at 0 while McNemar's
/// p is 0.5. Show both.
pub fn bootstrap(n: u32, b: u32, c: u32) -> Option<Bootstrap> {
    let same = u64::from(n).checked_sub(u64::from(b) + u64::from(c))?;
    if n == 0 {
        return None;
    }
    let cases = f64::from(n);
    let one = [f64::from(c) / cases, same as f64 / cases, f64::from(b) / cases];
    let mut sum = Sum::none();
    for bit in (0..u32::BITS - n.leading_zeros()).rev() {
        sum = sum.twice();
        if n >> bit & 1 == 1 {
            sum = sum.plus(&one);
        }
    }
    let (lo_count, hi_count) = (sum.percentile(0.025), sum.percentile(0.975));
    Some(Bootstrap {
        delta: (f64::from(b) - f64::from(c)) / cases,
        lo: lo_count as f64 / cases,
        hi: hi_count as f64 / cases,
        lo_count,
        hi_count,
        p_le_0: sum.chance(|d| d <= 0),
        p_ge_0: sum.chance(|d| d >= 0),
    })
}

/// Distribution of X - Y over some cases: chances from the smallest difference on.
struct Sum {
    first: i64,
    chances: Vec<f64>,
}

impl Sum {
    /// Over no case.
    fn none() -> Self {
        Self {
            first: 0,
            chances: vec![1.0],
        }
    }

    /// Over twice as many cases.
    fn twice(&self) -> Self {
        Self {
            first: 2 * self.first,
            chances: product(&self.chances, &self.chances),
        }
        .trimmed()
    }

    /// Over one more case, which is -1, 0 or 1 with the chances `one`.
    fn plus(&self, one: &[f64; 3]) -> Self {
        Self {
            first: self.first - 1,
            chances: product(&self.chances, one),
        }
        .trimmed()
    }

    /// Without ends that are next to impossible: they cost time, and numbers as small as these most of all.
    fn trimmed(mut self) -> Self {
        let gone = |p: &&f64| **p < 1e-300;
        let tail = self.chances.iter().rev().take_while(gone).count();
        self.chances.truncate(self.chances.len() - tail);
        let head = self.chances.iter().take_while(gone).count();
        self.chances.drain(..head);
        self.first += i64::try_from(head).unwrap_or(i64::MAX);
        self
    }

    fn each(&self) -> impl Iterator<Item = (i64, f64)> {
        (self.first..).zip(self.chances.iter().copied())
    }

    fn chance(&self, of: impl Fn(i64) -> bool) -> f64 {
        let all = self.each().filter(|(d, _)| of(*d)).map(|(_, p)| p);
        all.sum::<f64>().min(1.0)
    }

    /// The smallest difference with at least the share `p` of resamples at or below it.
    fn percentile(&self, p: f64) -> i64 {
        let mut below = 0.0;
        let mut last = self.first;
        for (d, chance) in self.each() {
            below += chance;
            last = d;
            if below >= p {
                break;
            }
        }
        last
    }
}

/// Product of two polynomials.
fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; (a.len() + b.len()).saturating_sub(1)];
    for (at, x) in a.iter().enumerate() {
        for (sum, y) in out.iter_mut().skip(at).zip(b) {
            *sum += x * y;
        }
    }
    out
}

/// The smallest net number of cases by which one run must be ahead for the exact McNemar test to be below .05, when
/// `share` of the `n` cases (from 0 to 1, rounded to whole cases) differ. `None` when no lead is enough.
pub fn needed(n: u32, share: f64) -> Option<u32> {
    let differ = round(f64::from(n) * share)?.min(n);
    let enough = |behind: u32| mcnemar(differ - behind, behind).exact < 0.05;
    if !enough(0) {
        return None;
    }
    // The largest number of cases that may go the other way: the p-value grows with it.
    let (mut yes, mut no) = (0, differ / 2 + 1);
    while no - yes > 1 {
        let mid = u32::midpoint(yes, no);
        if enough(mid) { yes = mid } else { no = mid }
    }
    Some(differ - 2 * yes)
}

/// A number of cases from a number; `None` where it is none.
fn round(x: f64) -> Option<u32> {
    // Halves the range until it is found: there is no conversion that cannot be wrong.
    if !(0.0..=f64::from(u32::MAX)).contains(&x) {
        return None;
    }
    let x = x.round();
    let (mut lo, mut hi) = (0_u32, u32::MAX);
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if f64::from(mid) < x { lo = mid + 1 } else { hi = mid }
    }
    Some(lo)
}
