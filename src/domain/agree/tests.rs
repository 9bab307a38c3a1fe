use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;

use super::*;

#[test]
fn what_reference_packages_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/vectors/agreement_vectors.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: no vectors beside the project");
        return;
    };
    let all: Value = serde_json::from_str(&text).unwrap();
    let cases = all["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 43);
    for case in cases {
        let (name, r) = (case["name"].as_str().unwrap(), ratings_of(case));
        let want = &case["expected"];
        let c = Counts::of(&r);
        let a = measure(&r);
        same(name, "percent_agreement_unit_mean", c.percent(), want);
        same(name, "percent_agreement_pooled_pairs", c.pooled(), want);
        same(name, "unanimity_rate", c.unanimity(), want);
        same(name, "fleiss_kappa", a.fleiss, want);
        same(name, "gwet_ac1", a.ac1, want);
        same(name, "alpha_nominal", a.alpha[0], want);
        for (at, scale) in [(1, Scale::Ordinal), (2, Scale::Interval)] {
            let key = format!("alpha_{}", scale.word());
            if want[&key].is_object() {
                same(name, &key, a.alpha[at], want);
            }
        }
        for (key, pair) in want["cohen_pairs"].as_object().unwrap() {
            let (x, y) = key.split_once(',').unwrap();
            for w in Weights::ALL {
                if pair[w.word()].is_object() {
                    let got = cohen(&r, x.parse().unwrap(), y.parse().unwrap(), w);
                    same(&format!("{name} {key}"), w.word(), got, pair);
                }
            }
        }
        for (at, w) in Weights::ALL.into_iter().enumerate() {
            let mean = &want[format!("cohen_{}_pair_mean", w.word())];
            if mean.is_object() {
                let got = a.cohen[at].unwrap();
                assert!(
                    (got.value - mean["value"].as_f64().unwrap()).abs() < 1e-9,
                    "{name} {w:?}"
                );
                assert_eq!(got.pairs as u64, mean["pairs"].as_u64().unwrap(), "{name}");
            } else if undefined_for_all(&want["cohen_pairs"], w) {
                assert!(a.cohen[at].is_err(), "{name} {w:?}");
            }
        }
    }
}

/// Whether there are pairs, and none has a value. For many raters the vectors leave pairs out.
fn undefined_for_all(pairs: &Value, w: Weights) -> bool {
    let pairs = pairs.as_object().unwrap();
    !pairs.is_empty() && pairs.values().all(|v| v[w.word()]["value"].is_null())
}

fn ratings_of(case: &Value) -> Ratings {
    let domain = case["domain"].as_array().unwrap();
    let raters = case["ratings"].as_array().unwrap();
    let units = case["units"].as_u64().unwrap() as usize;
    let word = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let index = |v: &Value| (!v.is_null()).then(|| domain.iter().position(|d| d == v).unwrap() as u16);
    Ratings {
        domain: domain.iter().map(word).collect(),
        scale: if case["scale"] == "ordinal" {
            Scale::Ordinal
        } else {
            Scale::Nominal
        },
        units: (0..units)
            .map(|u| raters.iter().map(|r| index(&r[u])).collect())
            .collect(),
    }
}

#[track_caller]
fn same(name: &str, key: &str, got: Result<f64, Undefined>, want: &Value) {
    match (got, want[key]["value"].as_f64()) {
        (Ok(x), Some(y)) => assert!((x - y).abs() < 1e-9, "{name} {key}: {x}, not {y}"),
        (Err(_), None) => {}
        (got, want) => panic!("{name} {key}: {got:?}, not {want:?}"),
    }
}

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
        let (a, b) = (Counts::of(&ordinal(units.clone())), Counts::of(&ordinal(renamed)));
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
