//! Agreement against the vectors beside the project: what krippendorff, irrCAC, statsmodels and scikit-learn say, and
//! exact fractions where they do not.

use std::fs;

use casefile::domain::agree::{Counts, Ratings, Scale, Undefined, Weights, cohen, measure};
use serde_json::Value;

use crate::support::shared;

#[test]
fn what_reference_packages_say() {
    let Some(dir) = shared() else { return };
    let text = fs::read_to_string(dir.join("data/vectors/agreement_vectors.json")).unwrap();
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
    let units = usize::try_from(case["units"].as_u64().unwrap()).unwrap();
    let word = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let index = |v: &Value| (!v.is_null()).then(|| u16::try_from(domain.iter().position(|d| d == v).unwrap()).unwrap());
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
