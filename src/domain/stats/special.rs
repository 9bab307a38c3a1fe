//! The special functions that the tests and intervals rest on, to about 1e-13.

use std::f64::consts::{LN_2, PI};

/// ln Γ(x) for x > 0: Stirling's series (Abramowitz and Stegun 6.1.41) from 16 on, below by recurrence.
pub(super) fn ln_gamma(x: f64) -> f64 {
    let (mut z, mut product) = (x, 1.0);
    while z < 16.0 {
        product *= z;
        z += 1.0;
    }
    let w = 1.0 / (z * z);
    let series = (1.0 / 12.0 - w * (1.0 / 360.0 - w * (1.0 / 1260.0 - w * (1.0 / 1680.0 - w / 1188.0)))) / z;
    (z - 0.5) * z.ln() - z + 0.5 * (2.0 * PI).ln() + series - product.ln()
}

/// ln of n over k.
fn ln_choose(n: f64, k: f64) -> f64 {
    ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0)
}

/// Chance of exactly, and of at most `k` heads in `n` throws of a fair coin.
pub(super) fn fair_coin(n: u64, k: u64) -> (f64, f64) {
    if k >= n {
        return (0.5_f64.powf(n as f64), 1.0);
    }
    let exactly = (ln_choose(n as f64, k as f64) - n as f64 * LN_2).exp();
    let (mut term, mut sum) = (exactly, exactly);
    let mut i = k;
    while i > 0 && term > sum * 1e-18 {
        term *= i as f64 / (n - i + 1) as f64;
        sum += term;
        i -= 1;
    }
    (exactly, sum.min(1.0))
}

/// erfc(x) for x >= 0: the series of erf (7.1.6) below 2, the continued fraction (7.1.14) above.
pub(super) fn erfc(x: f64) -> f64 {
    let scale = (-x * x).exp() / PI.sqrt();
    if x < 2.0 {
        let (mut term, mut sum) = (x, x);
        let mut n = 1.0;
        while term > sum * 1e-17 {
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        return 1.0 - 2.0 * scale * sum;
    }
    let fraction = (1..=120).rev().fold(x, |t, i| x + f64::from(i) * 0.5 / t);
    scale / fraction
}

/// Upper tail of chi-squared with one degree of freedom.
pub(super) fn chi2_tail(x: f64) -> f64 {
    erfc((x / 2.0).sqrt())
}

/// The regularised incomplete beta function `I_x(a, b)` for a, b > 0 (DLMF 8.17.22, by Lentz's method).
pub(super) fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |v: f64| if v.abs() < TINY { TINY } else { v };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = d;
    // It settles within a few times the root of the larger of a and b.
    for i in 1..100_000 {
        let m = f64::from(i);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            step = c * d;
            value *= step;
        }
        if (step - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value
}

/// The x at which `I_x(a, b)` is `p`, by bisection down to neighbouring numbers.
pub(super) fn beta_inverse(p: f64, a: f64, b: f64) -> f64 {
    let (mut lo, mut hi) = (0.0, 1.0);
    for _ in 0..100 {
        let mid = f64::midpoint(lo, hi);
        if mid <= lo || mid >= hi {
            break;
        }
        if beta(a, b, mid) < p {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    f64::midpoint(lo, hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-13 * b.abs().max(1.0)
    }

    #[test]
    fn known_values() {
        assert!(near(ln_gamma(0.5), PI.sqrt().ln()) && near(ln_gamma(1.0), 0.0));
        assert!(near(ln_gamma(11.0), 3_628_800_f64.ln()), "10! = 3628800");
        // Abramowitz and Stegun, table 7.1: erf(0.5), erf(1); 7.1.14 at 3.
        assert!(near(erfc(0.5), 1.0 - 0.520_499_877_813_046_5) && near(erfc(0.0), 1.0));
        assert!(near(erfc(1.0), 1.0 - 0.842_700_792_949_714_9));
        assert!((erfc(3.0) / 2.209_049_699_858_544e-5 - 1.0).abs() < 1e-13);
        // I_x(1, 1) = x; I_x(2, 2) = 3x² - 2x³; I_x(a, 1) = x^a.
        assert!(near(beta(1.0, 1.0, 0.3), 0.3) && near(beta(2.0, 2.0, 0.25), 0.156_25));
        assert!(near(beta(5.0, 1.0, 0.9), 0.590_49) && near(beta_inverse(0.590_49, 5.0, 1.0), 0.9));
        // 1 + 4 of 16 ways to throw at most one head in four throws.
        let (exactly, at_most) = fair_coin(4, 1);
        assert!(near(exactly, 4.0 / 16.0) && near(at_most, 5.0 / 16.0));
        assert_eq!(fair_coin(0, 0), (1.0, 1.0));
    }
}
