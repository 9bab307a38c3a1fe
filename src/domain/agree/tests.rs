use proptest::prelude::*;

use super::*;

fn two(domain: &[&str], scale: Scale, pairs: &[(u16, u16)]) -> Ratings {
    Ratings {
        domain: domain.iter().map(|d| (*d).to_owned()).collect(),
        scale,
        units: pairs.iter().map(|(a, b)| vec![Some(*a), Some(*b)]).collect(),
    }
}

#[test]
fn the_reason_is_told_in_words() {
    let none = measure(&two(&["a", "b"], Scale::Nominal, &[]));
    assert_eq!(none.percent, Err(Undefined::NoUnits));
    let alike = measure(&two(&["a", "b"], Scale::Nominal, &[(0, 0); 4]));
    assert_eq!(alike.percent, Ok(1.0));
    assert_eq!(alike.own_alpha(), Err(Undefined::NoVariation));
    assert_eq!(alike.cohen[0], Err(Undefined::NoVariation));
    assert_eq!(alike.cohen[1], Err(Undefined::NoOrder));
    assert!(alike.few());
    let alone = Ratings {
        units: vec![vec![Some(0), None], vec![Some(1), None]],
        ..two(&["a", "b"], Scale::Nominal, &[])
    };
    assert_eq!(measure(&alone).fleiss, Err(Undefined::OneRater));
    let words = measure(&two(&["LOW", "HIGH"], Scale::Ordinal, &[(0, 1), (1, 1)]));
    assert_eq!(words.alpha[2], Err(Undefined::NoNumbers));
}

#[test]
fn tables_within_and_disagreement_by_hand() {
    // Units: 0/0, 0/1, 2/2, 2/0. Two of four are equal, three are at most one step apart.
    let r = two(
        &["0", "1", "2", "3"],
        Scale::Interval,
        &[(0, 0), (0, 1), (2, 2), (2, 0)],
    );
    let c = Counts::of(&r);
    assert_eq!((c.within(0), c.within(1), c.within(2)), (Ok(0.5), Ok(0.75), Ok(1.0)));
    let table = confusion(&r, 0, 1);
    assert_eq!(table.labels, ["0", "1", "2"]);
    assert_eq!(table.cells, [vec![1, 1, 0], vec![0, 0, 0], vec![1, 0, 1]]);
    // Observed: squared distances 0, 1, 0, 4 twice each, by 8 ratings: 10 / 8. Ratings: 0 x 4, 1 x 1, 2 x 3; ordered
    // pairs 0-1: 2·4·1·1 = 8, 1-2: 2·1·3·1 = 6, 0-2: 2·4·3·4 = 96, by 8·7.
    let d = c.disagreement(Scale::Interval).unwrap();
    assert!(
        (d.observed - 1.25).abs() < 1e-12 && (d.expected - 110.0 / 56.0).abs() < 1e-12,
        "{d:?}"
    );
    let labels: Vec<usize> = c.prevalence().iter().map(|p| p.count).collect();
    assert_eq!(labels, [4, 1, 3, 0]);
}

#[test]
fn intervals_hold_the_value_and_come_again() {
    let pairs: Vec<(u16, u16)> = (0..200)
        .map(|n| (n % 4, if n % 5 == 0 { (n + 1) % 4 } else { n % 4 }))
        .collect();
    let r = two(&["a", "b", "c", "d"], Scale::Nominal, &pairs);
    let (one, again) = (measure(&r), measure(&r));
    assert_eq!(one, again);
    assert_eq!(one.intervals.resamples, 1000);
    // 160 of 200 agree: the binomial interval of .8 is about ±.055.
    let i = one.intervals.percent.unwrap();
    assert!((i.lo - 0.745).abs() < 0.015 && (i.hi - 0.855).abs() < 0.015, "{i:?}");
    let (alpha, i) = (one.own_alpha().unwrap(), one.intervals.alpha.unwrap());
    assert!(i.lo < alpha && alpha < i.hi);
    let alike = measure(&two(&["a", "b"], Scale::Nominal, &[(0, 0); 20]));
    assert_eq!(alike.intervals.alpha, Err(Undefined::Unstable));
}

fn some_ratings() -> impl Strategy<Value = Vec<Vec<Option<u16>>>> {
    (2_usize..5).prop_flat_map(|raters| {
        prop::collection::vec(
            prop::collection::vec(prop::option::weighted(0.8, 0_u16..4), raters),
            1..25,
        )
    })
}

fn ordinal(units: Vec<Vec<Option<u16>>>) -> Ratings {
    Ratings {
        domain: ["-1", "0", "1", "2"].map(str::to_owned).to_vec(),
        scale: Scale::Ordinal,
        units,
    }
}

fn near(a: Result<f64, Undefined>, b: Result<f64, Undefined>) -> bool {
    match (a, b) {
        (Ok(x), Ok(y)) => (x - y).abs() < 1e-9,
        (a, b) => a.is_err() == b.is_err(),
    }
}

fn values(r: &Ratings) -> Vec<Result<f64, Undefined>> {
    let c = Counts::of(r);
    let means = Weights::ALL.map(|w| light(r, w).map(|l| l.value));
    let mut out = vec![c.percent(), c.pooled(), c.unanimity(), c.fleiss(), c.ac1()];
    out.extend([Scale::Nominal, Scale::Ordinal, Scale::Interval].map(|s| c.alpha(s)));
    out.extend(means);
    out
}

proptest! {
    #[test]
    fn order_of_units_and_raters_does_not_matter(units in some_ratings(), turn in 0_usize..25) {
        let base = values(&ordinal(units.clone()));
        let mut other = units;
        let by = turn % other.len();
        other.rotate_left(by);
        for unit in &mut other {
            unit.reverse();
        }
        for (a, b) in base.into_iter().zip(values(&ordinal(other))) {
            prop_assert!(near(a, b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn names_of_nominal_labels_do_not_matter(units in some_ratings(), shift in 1_u16..4) {
        let renamed = units.iter().map(|u| u.iter().map(|r| r.map(|x| (x + shift) % 4)).collect()).collect();
        let (a, b) = (Counts::of(&ordinal(units)), Counts::of(&ordinal(renamed)));
        for (x, y) in [
            (a.percent(), b.percent()),
            (a.fleiss(), b.fleiss()),
            (a.ac1(), b.ac1()),
            (a.alpha(Scale::Nominal), b.alpha(Scale::Nominal)),
        ] {
            prop_assert!(near(x, y), "{x:?} {y:?}");
        }
    }

    #[test]
    fn ordinal_alpha_does_not_feel_unused_labels(units in some_ratings()) {
        let base = Counts::of(&ordinal(units.clone())).alpha(Scale::Ordinal);
        // Every label doubled: 0, 2, 4, 6 of eight.
        let wide = Ratings {
            domain: (0..8).map(|n| n.to_string()).collect(),
            scale: Scale::Ordinal,
            units: units.iter().map(|u| u.iter().map(|r| r.map(|x| 2 * x)).collect()).collect(),
        };
        prop_assert!(near(base, Counts::of(&wide).alpha(Scale::Ordinal)));
    }
}
