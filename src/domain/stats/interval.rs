//! Confidence intervals of one share at 95 %.

use super::special::beta_inverse;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A confidence interval of a share, within 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

impl Interval {
    fn within(lo: f64, hi: f64) -> Self {
        Self {
            lo: lo.clamp(0.0, 1.0),
            hi: hi.clamp(0.0, 1.0),
        }
    }

    /// Its ends made exact where all or none of the cases count, which formulas miss by rounding.
    fn closed(self, k: u32, n: u32) -> Self {
        Self {
            lo: if k == 0 { 0.0 } else { self.lo },
            hi: if k == n { 1.0 } else { self.hi },
        }
    }
}

/// Share and number as numbers; `None` where there is no share.
fn parts(k: u32, n: u32) -> Option<(f64, f64)> {
    (n > 0 && k <= n).then(|| (f64::from(k) / f64::from(n), f64::from(n)))
}

/// Wilson's score interval (1927), the one to show beside a share. `None` for `n` of 0 or `k` above `n`.
pub fn wilson(k: u32, n: u32) -> Option<Interval> {
    let (p, n_) = parts(k, n)?;
    let scale = 1.0 + Z * Z / n_;
    let center = (p + Z * Z / (2.0 * n_)) / scale;
    let half = Z / scale * (p * (1.0 - p) / n_ + Z * Z / (4.0 * n_ * n_)).sqrt();
    Some(Interval::within(center - half, center + half).closed(k, n))
}

/// Wilson's interval with continuity correction (Newcombe 1998). `None` as for [`wilson`].
pub fn wilson_cc(k: u32, n: u32) -> Option<Interval> {
    let (p, n_) = parts(k, n)?;
    let scale = 2.0 * (n_ + Z * Z);
    let middle = 2.0 * n_ * p + Z * Z;
    let root = |sign: f64| {
        let inside = Z * Z + sign * 2.0 - 1.0 / n_ + 4.0 * p * (n_ * (1.0 - p) - sign);
        Z * inside.max(0.0).sqrt()
    };
    let lo = (middle - 1.0 - root(-1.0)) / scale;
    let hi = (middle + 1.0 + root(1.0)) / scale;
    Some(Interval::within(lo, hi).closed(k, n))
}

/// The exact interval of Clopper and Pearson (1934), never too narrow. `None` as for [`wilson`].
pub fn clopper_pearson(k: u32, n: u32) -> Option<Interval> {
    parts(k, n)?;
    let (hits, rest) = (f64::from(k), f64::from(n - k));
    let lo = if k == 0 {
        0.0
    } else {
        beta_inverse(0.025, hits, rest + 1.0)
    };
    let hi = if k == n {
        1.0
    } else {
        beta_inverse(0.975, hits + 1.0, rest)
    };
    Some(Interval { lo, hi })
}

/// The textbook interval, for comparison with papers: it has no width at 0 and at `n`. `None` as for [`wilson`].
pub fn wald(k: u32, n: u32) -> Option<Interval> {
    let (p, n) = parts(k, n)?;
    let half = Z * (p * (1.0 - p) / n).sqrt();
    Some(Interval::within(p - half, p + half))
}
