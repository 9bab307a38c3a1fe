use proptest::prelude::*;

use super::*;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn what_is_undefined_is_none() {
    for interval in [wilson, wilson_cc, clopper_pearson, wald] {
        assert_eq!((interval(0, 0), interval(2, 1)), (None, None));
    }
    let equal = mcnemar(0, 0);
    assert_eq!(
        (equal.exact, equal.mid, equal.chi2, equal.chi2_cc),
        (1.0, 1.0, None, None)
    );
    assert_eq!(
        (bootstrap(0, 0, 0), bootstrap(5, 3, 3), bootstrap(u32::MAX, u32::MAX, 1)),
        (None, None, None)
    );
    assert_eq!(
        (sign_flip(&[]), sign_flip(&[1.0, f64::NAN]), sign_flip(&[f64::INFINITY])),
        (None, None, None)
    );
    assert_eq!(sign_flip(&[0.0, -0.0]), Some(SignFlip { p: 1.0, by: By::Exact }));
    for share in [f64::NAN, -0.1, f64::INFINITY] {
        assert_eq!(needed(100, share), None);
    }
}

/// Every resample of `n` cases, counted: each of n draws is one of the n cases.
fn by_counting(n: u32, b: u32, c: u32) -> Vec<(i64, f64)> {
    let mut counts = std::collections::BTreeMap::new();
    let all = n.pow(n);
    for mut code in 0..all {
        let mut difference = 0;
        for _ in 0..n {
            let case = code % n;
            code /= n;
            difference += i64::from(case < b) - i64::from((b..b + c).contains(&case));
        }
        *counts.entry(difference).or_insert(0_u32) += 1;
    }
    counts
        .into_iter()
        .map(|(d, n)| (d, f64::from(n) / f64::from(all)))
        .collect()
}

#[test]
fn the_bootstrap_is_that_of_all_resamples() {
    for (n, b, c) in [(1, 1, 0), (4, 1, 1), (5, 3, 1), (5, 2, 3), (6, 1, 0)] {
        let all = by_counting(n, b, c);
        let sum = |of: &dyn Fn(i64) -> bool| -> f64 { all.iter().filter(|(d, _)| of(*d)).map(|(_, p)| p).sum() };
        let point = |p: f64| all.iter().map(|(d, _)| *d).find(|d| sum(&|x| x <= *d) >= p).unwrap();
        let boot = bootstrap(n, b, c).unwrap();
        assert!(
            close(boot.p_le_0, sum(&|d| d <= 0)) && close(boot.p_ge_0, sum(&|d| d >= 0)),
            "{n} {b} {c}"
        );
        assert_eq!(
            (boot.lo_count, boot.hi_count),
            (point(0.025), point(0.975)),
            "{n} {b} {c}"
        );
    }
}

#[test]
fn small_tails_keep_their_size() {
    // X - Y <= 0 only when no draw is one of the 300: (352/652)^652.
    let boot = bootstrap(652, 300, 0).unwrap();
    let want = 652.0 * (352.0_f64 / 652.0).log10();
    assert!((boot.p_le_0.log10() - want).abs() < 1e-9, "{}", boot.p_le_0);
    // All cases differ.
    let boot = bootstrap(652, 326, 326).unwrap();
    assert!(close(boot.p_le_0, boot.p_ge_0) && boot.lo_count == -boot.hi_count);
    // Two heads or none of 1000: 2 * 2^-1000.
    assert!((mcnemar(1000, 0).exact.log2() + 999.0).abs() < 1e-9);
}

#[test]
fn the_lead_that_is_needed() {
    // STATS, section 1: n = 652 with 10 % and 20 % of the cases differing, the slice of 55 with 20 %.
    assert_eq!(
        (needed(652, 0.1), needed(652, 0.2), needed(55, 0.2)),
        (Some(17), Some(24), Some(9))
    );
    // 2 * 2^-5 = .0625, 2 * 2^-6 = .03125.
    assert_eq!(
        (needed(5, 1.0), needed(6, 1.0), needed(652, 0.0)),
        (None, Some(6), None)
    );
    assert_eq!(needed(6, 2.0), Some(6), "no more cases can differ than there are");
    assert_eq!(needed(0, 0.5), None);
}

#[test]
fn sign_flips_by_hand() {
    // 3 + 2 + 1 = 6: only all up and all down are as far from 0, 2 of 8.
    let test = sign_flip(&[3.0, 0.0, 2.0, 1.0]).unwrap();
    assert!(close(test.p, 2.0 / 8.0) && test.by == By::Exact);
    // 3 - 2 - 1 = 0: everything is as far.
    assert!(close(sign_flip(&[3.0, -2.0, -1.0]).unwrap().p, 1.0));
    // Sums that are equal but for rounding: 0.1 + 0.2 against 0.3 gives 0, as far as anything.
    assert!(close(sign_flip(&[0.1, 0.2, -0.3]).unwrap().p, 1.0));
    // |±.1 ±.2 ±.3| is .6, .4, .2 and 0, twice each; .1 - .2 + .3 = .2.
    assert!(close(sign_flip(&[0.1, -0.2, 0.3]).unwrap().p, 6.0 / 8.0));
    // One size: McNemar's test, for any number of them.
    let mut ones = vec![1.0; 100];
    ones.extend([-1.0; 80]);
    let test = sign_flip(&ones).unwrap();
    assert!(close(test.p, mcnemar(100, 80).exact) && test.by == By::Exact);
}

#[test]
fn many_differences_are_sampled_and_say_so() {
    // A hundred of one size and a tiny one: a binomial in which the tiny one decides between equal sums.
    let mut diffs = vec![1.0; 60];
    diffs.extend(vec![-1.0; 40]);
    diffs.push(1e-9);
    let test = sign_flip(&diffs).unwrap();
    let By::Sampled { draws, .. } = test.by else {
        panic!("{test:?}")
    };
    // Of the sums equal to the observed one, half fall short of it: that is the mid-p.
    let exact = mcnemar(60, 40).mid;
    let error = (exact * (1.0 - exact) / f64::from(draws)).sqrt();
    assert!((test.p - exact).abs() < 5.0 * error, "{} {exact}", test.p);
    assert_eq!(sign_flip(&diffs), Some(test), "the same every time");
    let last = vec![0.5; EXACT_UP_TO - 1].into_iter().chain([0.25]).collect::<Vec<_>>();
    assert!(close(sign_flip(&last).unwrap().p, 2.0 / 2.0_f64.powi(30)));
}

#[test]
fn adjusted_p_values_of_odd_input() {
    assert_eq!((holm(&[]), benjamini_hochberg(&[])), (vec![], vec![]));
    assert_eq!(holm(&[f64::NAN, 0.01]), [1.0, 0.02]);
    assert_eq!(benjamini_hochberg(&[2.0, 0.01]), [1.0, 0.02]);
}

proptest! {
    #[test]
    fn intervals_hold_the_share(n in 1_u32..2000, part in 0.0..=1.0_f64) {
        let k = (0..=n).find(|k| f64::from(*k) >= part * f64::from(n)).unwrap_or(n);
        let p = f64::from(k) / f64::from(n);
        let (plain, cc, exact, wald) = (
            wilson(k, n).unwrap(), wilson_cc(k, n).unwrap(), clopper_pearson(k, n).unwrap(), wald(k, n).unwrap(),
        );
        for i in [plain, cc, exact, wald] {
            prop_assert!(0.0 <= i.lo && i.lo <= p && p <= i.hi && i.hi <= 1.0, "{i:?} {p}");
        }
        prop_assert!(cc.lo <= plain.lo && plain.hi <= cc.hi, "the correction widens");
        for interval in [wilson, wilson_cc, clopper_pearson, super::wald] {
            let (one, other) = (interval(k, n).unwrap(), interval(n - k, n).unwrap());
            prop_assert!((one.lo - (1.0 - other.hi)).abs() < 1e-10, "{one:?} {other:?}");
        }
    }

    #[test]
    fn exact_interval_meets_its_tails(n in 1_u32..60, part in 0.0..1.0_f64) {
        // Its ends are where a tail of the binomial is 2.5 %, summed here term by term.
        let k = (0..n).find(|k| f64::from(*k) >= part * f64::from(n)).unwrap_or(0);
        let interval = clopper_pearson(k, n).unwrap();
        let tail = |p: f64, from: u32, to: u32| -> f64 {
            let choose = |k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
            (from..=to).map(|i| choose(i) * p.powf(f64::from(i)) * (1.0 - p).powf(f64::from(n - i))).sum()
        };
        prop_assert!((tail(interval.hi, 0, k) - 0.025).abs() < 1e-10);
        prop_assert!(k == 0 || (tail(interval.lo, k, n) - 0.025).abs() < 1e-10);
    }

    #[test]
    fn mcnemar_is_symmetric_and_grows_with_the_lead(b in 0_u32..400, c in 0_u32..400) {
        let (one, other) = (mcnemar(b, c), mcnemar(c, b));
        prop_assert_eq!(one, other);
        prop_assert!(0.0 < one.mid && one.mid <= one.exact && one.exact <= 1.0);
        if b > c {
            prop_assert!(mcnemar(b + 1, c).exact <= one.exact + 1e-12);
        }
    }

    #[test]
    fn bootstrap_is_symmetric(n in 1_u32..300, b in 0.0..1.0_f64, c in 0.0..1.0_f64) {
        let cut = |most: u32, part: f64| (0..=most).find(|k| f64::from(*k) >= part * f64::from(most)).unwrap_or(most);
        let b = cut(n, b);
        let c = cut(n - b, c);
        let (one, other) = (bootstrap(n, b, c).unwrap(), bootstrap(n, c, b).unwrap());
        prop_assert!(close(one.p_le_0, other.p_ge_0) && close(one.delta, -other.delta));
        prop_assert!(one.lo_count <= one.hi_count && one.p_le_0 + one.p_ge_0 >= 1.0 - 1e-12);
        prop_assert!((-1.0..=1.0).contains(&one.lo) && (-1.0..=1.0).contains(&one.hi));
        // The percentile from the other side is the same but where a share of exactly 2.5 % falls between two.
        prop_assert!((one.lo_count + other.hi_count).abs() <= 1 && (one.hi_count + other.lo_count).abs() <= 1);
    }

    #[test]
    fn sign_flips_are_shares_of_all_assignments(diffs in proptest::collection::vec(-8_i32..9, 1..11)) {
        let sum: i32 = diffs.iter().sum();
        let all = 1_u32 << diffs.len();
        let far = (0..all).filter(|signs| {
            let flip = |(n, d): (usize, &i32)| if signs >> n & 1 == 1 { -d } else { *d };
            diffs.iter().enumerate().map(flip).sum::<i32>().abs() >= sum.abs()
        });
        let want = far.count() as f64 / f64::from(all);
        let scaled: Vec<f64> = diffs.iter().map(|d| f64::from(*d) / 10.0).collect();
        prop_assert!(close(sign_flip(&scaled).unwrap().p, want));
    }

    #[test]
    fn adjusting_keeps_order_and_never_lowers(p in proptest::collection::vec(0.0..=1.0_f64, 0..12)) {
        let (holm, bh) = (holm(&p), benjamini_hochberg(&p));
        for (i, x) in p.iter().enumerate() {
            prop_assert!(*x <= bh[i] + 1e-15 && bh[i] <= holm[i] + 1e-15 && holm[i] <= 1.0);
            for (j, y) in p.iter().enumerate() {
                prop_assert!(x > y || (holm[i] <= holm[j] && bh[i] <= bh[j]));
            }
        }
    }
}
