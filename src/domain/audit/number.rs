//! Published numbers as they were printed: exact decimals, and which counts round to them.
//!
//! A percentage p with d decimals is *reachable* for n when some k in 0..=n has 100k/n equal to p after rounding to d
//! decimals, halves either up or to even (both occur: printf rounds the binary value, spreadsheets round up). Cutting
//! digits off is no rounding: such a value is unreachable, and [`Number::cut`] says that cutting explains it.

use std::fmt;

/// A decimal number with the digits it was printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    /// The number in units of its last digit.
    pub units: i64,
    /// Digits after the point, 0 to 6.
    pub decimals: u8,
}

fn power(decimals: u8) -> i64 {
    10_i64.pow(u32::from(decimals.min(6)))
}

impl Number {
    /// Reads `12.50`, `-2.66`, `+0.31`, `−5.62`, with or without a percent sign; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('%').trim_end();
        let (minus, digits) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || part.len() > 6 || !plain(whole) || !plain(part) {
            return None;
        }
        let decimals = u8::try_from(part.len()).ok()?;
        let units: i64 = format!("{whole}{part}").parse().ok()?;
        Some(Self {
            units: if minus { -units } else { units },
            decimals,
        })
    }

    /// The number in units of 10^-6.
    pub fn micros(self) -> i64 {
        self.units * power(6_u8.saturating_sub(self.decimals))
    }

    /// Half a unit of the last digit, in units of 10^-6 (for 6 decimals 0).
    pub fn half(self) -> i64 {
        power(6_u8.saturating_sub(self.decimals)) / 2
    }

    /// The number for arithmetic that need not be exact.
    pub fn value(self) -> f64 {
        self.units as f64 / power(self.decimals) as f64
    }

    fn scale(self) -> u64 {
        power(self.decimals).unsigned_abs() * 100
    }

    /// Least and largest count k of `n` that this percentage stands for; `None` when it is unreachable.
    pub fn hits(self, n: u64) -> Option<(u64, u64)> {
        let (units, scale) = (u128::from(u64::try_from(self.units).ok()?), u128::from(self.scale()));
        if n == 0 || units > scale {
            return None;
        }
        // 2·scale·k/n lies from 2·units - 1 to 2·units + 1. Both ends are halves: the lower one goes up to `units`, the
        // upper one down to it only when `units` is even.
        let all = u128::from(n);
        let low = ((2 * units).saturating_sub(1) * all).div_ceil(2 * scale);
        let end = (2 * units + 1) * all;
        let tie = end.is_multiple_of(2 * scale) && !units.is_multiple_of(2);
        let high = (end / (2 * scale) - u128::from(tie)).min(all);
        let (low, high) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?);
        (low <= high).then_some((low, high))
    }

    /// Whether it is reachable for `n`.
    pub fn fits(self, n: u64) -> bool {
        self.hits(n).is_some()
    }

    /// Least and largest count it may stand for even when it is unreachable: the counts on both sides.
    pub fn bounds(self, n: u64) -> Option<(u64, u64)> {
        self.hits(n).or_else(|| {
            let (units, scale) = (u64::try_from(self.units).ok()?, self.scale());
            let below = u64::try_from(u128::from(units) * u128::from(n) / u128::from(scale)).ok()?;
            (n > 0 && units <= scale).then_some((below.min(n), below.saturating_add(1).min(n)))
        })
    }

    /// The count whose percentage gives this number when its further digits are cut off.
    pub fn cut(self, n: u64) -> Option<u64> {
        let (units, scale) = (u128::from(u64::try_from(self.units).ok()?), u128::from(self.scale()));
        let all = u128::from(n);
        if n == 0 || units > scale {
            return None;
        }
        let k = (units * all).div_ceil(scale);
        let whole = k <= all && scale * k / all == units;
        u64::try_from(k).ok().filter(|_| whole)
    }

    /// `k` of `n` as percentage with `decimals`, halves up.
    pub fn percent(k: u64, n: u64, decimals: u8) -> Self {
        let up = rounds(power(decimals).unsigned_abs() * 100, k, n.max(1))[0];
        Self {
            units: i64::try_from(up).unwrap_or(i64::MAX),
            decimals,
        }
    }

    /// What would be right for `n`: the reachable values on both sides with their counts, `79/652 = 12.12`.
    pub fn nearest(self, n: u64) -> String {
        let Some((low, high)) = self.bounds(n) else {
            return String::new();
        };
        let one = |k: u64| format!("{k}/{n} = {}", Self::percent(k, n, self.decimals));
        if low == high {
            one(low)
        } else {
            format!("{} or {}", one(low), one(high))
        }
    }
}

/// `scale`·k/n rounded with halves up, and to even.
fn rounds(scale: u64, k: u64, n: u64) -> [u64; 2] {
    let (exact, n) = (u128::from(scale) * u128::from(k), u128::from(n));
    let (down, rest) = (exact / n, exact % n);
    let up = down + u128::from(rest * 2 >= n);
    let even = down + u128::from(rest * 2 > n || (rest * 2 == n && down % 2 == 1));
    [up, even].map(|v| u64::try_from(v).unwrap_or(u64::MAX))
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = power(self.decimals).unsigned_abs();
        let units = self.units.unsigned_abs();
        let sign = if self.units < 0 { "-" } else { "" };
        write!(out, "{sign}{}", units / power)?;
        if self.decimals > 0 {
            write!(out, ".{:0width$}", units % power, width = usize::from(self.decimals))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn n(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn reads_what_tables_print_and_nothing_else() {
        assert_eq!(
            n("12.50"),
            Number {
                units: 1250,
                decimals: 2
            }
        );
        assert_eq!((n("−2.66").units, n("+0.31").units, n("98.6%").decimals), (-266, 31, 1));
        assert_eq!(
            (n("07.05").to_string(), n("-0.05").to_string(), n("42").to_string()),
            ("7.05".into(), "-0.05".into(), "42".into())
        );
        for bad in ["", "-", "1e3", "1.2345678", "12,5", "n/a", ".5", "--1", "1234567890"] {
            assert_eq!(Number::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn counts_behind_percentages() {
        // By hand: 254/652 = 38.9570, 79/652 = 12.1166, 116/343 = 33.8192, 129/381 = 33.8583.
        assert_eq!(n("38.96").hits(652), Some((254, 254)));
        assert_eq!(n("12.11").hits(652), None);
        assert_eq!(n("12.11").cut(652), Some(79));
        assert_eq!(n("12.11").nearest(652), "78/652 = 11.96 or 79/652 = 12.12");
        assert_eq!((n("33.86").hits(343), n("33.86").hits(381)), (None, Some((129, 129))));
        // 643/652 = 98.6196 with one decimal.
        assert_eq!(n("98.6").hits(652), Some((643, 643)));
        assert_eq!((n("100.00").hits(7), n("0.00").hits(7)), (Some((7, 7)), Some((0, 0))));
        assert_eq!(
            (n("100.01").hits(7), n("50.00").hits(0), n("-1.00").hits(9)),
            (None, None, None)
        );
    }

    #[test]
    fn a_half_may_go_up_or_to_even() {
        // 1/800 = 0.125 %: 0.13 up, 0.12 to even. 3/800 = 0.375 %: 0.38 both ways.
        assert!(n("0.13").fits(800) && n("0.12").fits(800));
        assert!(n("0.38").fits(800) && !n("0.37").fits(800));
    }

    #[test]
    fn many_counts_share_a_percentage_of_a_large_n() {
        // 0.005 % of 1,000,000 is 50: 10.00 stands for 99,950 (9.995, up) to 100,050 (10.005, to even 10.00).
        assert_eq!(n("10.00").hits(1_000_000), Some((99_950, 100_050)));
    }

    #[test]
    fn everything_is_reachable_where_one_row_is_less_than_a_digit() {
        // One row of 1e9 is 0.0000001 %: 12.34 stands for 123,350,000 (12.335, up) to 123,450,000 (12.345, to even).
        assert_eq!(n("12.34").hits(1_000_000_000), Some((123_350_000, 123_450_000)));
        // 12.35 ends before 12.355, which goes up and, 12.35 being odd, also to even.
        assert_eq!(n("12.35").hits(1_000_000_000), Some((123_450_000, 123_549_999)));
        assert!(n("0.01").fits(u64::MAX) && n("100.00").fits(u64::MAX) && !n("100.01").fits(u64::MAX));
    }

    proptest! {
        #[test]
        fn every_share_is_reachable((total, k) in (1u64..5_000).prop_flat_map(|t| (Just(t), 0..=t)), decimals in 0u8..4) {
            let p = Number::percent(k, total, decimals);
            let (low, high) = p.hits(total).unwrap();
            prop_assert!(low <= k && k <= high);
        }

        #[test]
        fn reachable_is_what_trying_all_counts_says(total in 1u64..400, units in 0i64..=10_000) {
            let p = Number { units, decimals: 2 };
            let tried = (0..=total).any(|k| {
                let exact = 10_000 * k;
                let (down, rest) = (exact / total, exact % total);
                let near = down + u64::from(2 * rest > total);
                let tie = 2 * rest == total;
                let p = units.unsigned_abs();
                (!tie && near == p) || (tie && (p == down + 1 || (p == down && down.is_multiple_of(2))))
            });
            prop_assert_eq!(p.fits(total), tried);
            let (low, high) = p.bounds(total).unwrap();
            prop_assert!(low <= high && high <= total);
        }
    }
}
