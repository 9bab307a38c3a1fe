use proptest::prelude::*;

use super::rules::{Rule, acc};
use super::*;
use crate::domain::level::Level;

fn own(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|s| (*s).to_owned()).collect()
}

/// Every metric at K.
fn at(k: u32) -> [Metric; 17] {
    [
        Metric::Acc(k),
        Metric::AccCapped(k),
        Metric::Possible(k),
        Metric::Hit(k),
        Metric::Recall(k),
        Metric::RecallCapped(k),
        Metric::Precision(k),
        Metric::PrecisionList(k),
        Metric::Rr(k),
        Metric::Ap(k),
        Metric::ApMin(k),
        Metric::Ndcg(k),
        Metric::Mrr,
        Metric::MrrAll,
        Metric::MeanAp,
        Metric::RPrecision,
        Metric::NdcgAll,
    ]
}

#[test]
fn a_ranking_by_hand() {
    let ranked = Ranked::new(&["a", "b", "a"], &["x", "a", "x", "a", "y", "b"]).unwrap();
    assert_eq!((ranked.ranks.as_slice(), ranked.listed), (&[Some(2), Some(4)][..], 4));
    let is = |metric, want: f64| assert!((ranked.value(metric) - want).abs() < 1e-15, "{}", metric.name());
    is(Metric::Ap(10), 0.5 * (1.0 / 2.0 + 2.0 / 4.0));
    is(Metric::Ap(3), 1.0 / 2.0 / 2.0);
    is(Metric::ApMin(1), 0.0);
    is(Metric::MrrAll, 0.5 * (1.0 / 2.0 + 1.0 / 4.0));
    is(Metric::PrecisionList(10), 2.0 / 4.0);
    is(Metric::RPrecision, 1.0 / 2.0);
    is(
        Metric::Ndcg(10),
        (1.0 / 3f64.log2() + 1.0 / 5f64.log2()) / (1.0 + 1.0 / 3f64.log2()),
    );
    assert_eq!(Ranked::new(&[""; 0], &["a"]), None);
}

#[test]
fn two_gold_items_of_one_entry_never_exceed_one() {
    let shared = Ranked {
        ranks: vec![Some(1), Some(1), None],
        listed: 1,
    };
    for k in 1..5 {
        for metric in at(k) {
            assert!((0.0..=1.0).contains(&shared.value(metric)), "{}", metric.name());
        }
    }
    assert!(shared.value(Metric::Precision(1)) >= 1.0);
    let pair = Ranked {
        ranks: vec![Some(1), Some(1)],
        listed: 1,
    };
    assert_eq!((pair.value(Metric::Acc(1)), pair.value(Metric::Acc(2))), (0.0, 1.0));
}

#[test]
fn more_gold_than_fits_on_the_stack() {
    let gold: Vec<String> = (0..100).map(|n| format!("g{n}")).collect();
    let backwards: Vec<String> = gold.iter().rev().cloned().collect();
    let ranked = Ranked::new(&gold, &backwards).unwrap();
    for metric in [
        Metric::MeanAp,
        Metric::NdcgAll,
        Metric::Ap(100),
        Metric::Acc(100),
        Metric::RPrecision,
    ] {
        assert!((ranked.value(metric) - 1.0).abs() < 1e-12, "{}", metric.name());
    }
    for (n, want) in [(32, 0.32), (33, 0.33), (64, 0.64)] {
        assert!(
            (ranked.value(Metric::Ap(n)) - want).abs() < 1e-12,
            "hits in front, {n} of 100"
        );
    }
}

#[test]
fn nothing_in_the_top_nothing() {
    let ranked = Ranked::new(&["a"], &["a"]).unwrap();
    for metric in at(0).into_iter().filter(|m| m.k().is_some()) {
        assert!(ranked.value(metric).abs() < 1e-300, "{}", metric.name());
    }
    for metric in at(3) {
        assert!(Ranked::default().value(metric).abs() < 1e-300, "{}", metric.name());
    }
}

#[test]
fn names_are_read_back() {
    for metric in at(7) {
        assert_eq!(Metric::parse(&metric.name()), Ok(metric));
        assert_eq!(
            Metric::parse(&format!(" {} ", metric.name().to_uppercase())),
            Ok(metric)
        );
        assert!(metric.doc().len() > 20);
    }
    assert_eq!(Metric::Acc(5).name(), "Acc@5");
    assert_eq!(
        (Metric::Mrr.name(), Metric::Ndcg(10).name()),
        ("MRR".into(), "nDCG@10".into())
    );
    assert_eq!(Metric::parse("mrr@10"), Ok(Metric::Rr(10)));
    assert_eq!(Metric::parse("precision @ 3"), Ok(Metric::Precision(3)));
    let wrong = |text| Metric::parse(text).unwrap_err();
    assert!(wrong("Ac@5").contains("'Acc@5'") && wrong("recal@3").contains("'Recall@3'"));
    assert!(wrong("mmr").contains("'MRR'") && wrong("Hit").contains("Hit@5"));
    assert!(wrong("Acc@0").contains("from 1") && wrong("Acc@x").contains("from 1"));
    assert!(wrong("Rprec@5").contains("no K"));
    let binary = at(5).into_iter().filter(|m| m.binary()).count();
    assert_eq!(binary, 4, "Acc, AccCapped, possible, Hit");
}

#[test]
fn means_keep_their_denominators() {
    let rows = [
        Outcome::Value(1.0),
        Outcome::Missing,
        Outcome::NoGold,
        Outcome::Value(0.0),
    ];
    let means: Means = rows.into_iter().collect();
    assert_eq!(
        (means.intended.n, means.submitted.n, means.no_gold, means.missing()),
        (3, 2, 1, 1)
    );
    assert_eq!(means.submitted.value(), Some(0.5));
    assert_eq!(Mean::default().value(), None);
    assert_eq!(percent2(1, 0), None);
    // 1/32 = 3.125 %: halves go up.
    assert_eq!(
        (percent2(1, 32), percent2(u32::MAX, u32::MAX)),
        (Some(3.13), Some(100.0))
    );
}

#[test]
fn ties_by_hand() {
    let none: [&str; 0] = [];
    assert_eq!(tied_mrr(&none, &[("a", 1.0)]), None);
    let missing = tied_mrr(&["z"], &[("a", 1.0), ("b", 1.0)]).unwrap();
    assert_eq!((missing.stable, missing.expected), (0.0, 0.0));
    // The better of two places of a counts; both zeros are equal; what is no number stands last.
    let tied = tied_mrr(&["a"], &[("b", 0.0), ("a", f64::NAN), ("a", -0.0)]).unwrap();
    assert_eq!((tied.stable, tied.optimistic, tied.pessimistic), (0.5, 1.0, 0.5));
    assert!((tied.expected - 0.75).abs() < 1e-15);
}

#[test]
fn rules_differ_where_they_should() {
    let file = |rule, gold: &[&str], ranking: &[&str], k| acc(rule, Level::File, &own(gold), &own(ranking), k);
    let function = |rule, gold: &[&str], ranking: &[&str], k| acc(rule, Level::Function, &own(gold), &own(ranking), k);
    // Two gold files, one in front.
    let answers = Rule::ALL.map(|rule| file(rule, &["a", "b"], &["a", "x", "b"], 1));
    assert_eq!(
        answers,
        [Some(false), Some(true), Some(true), Some(true), Some(true)],
        "strict, LocAgent, SweRank, CoSIL, OrcaLoca"
    );
    // Repeated ids take slots and count twice.
    assert_eq!(file(Rule::Strict, &["a", "b"], &["a", "a", "b"], 2), Some(true));
    assert_eq!(file(Rule::SweRank, &["a", "b"], &["a", "a"], 2), Some(true));
    assert_eq!(file(Rule::SweRank, &["a"], &["a", "a"], 2), Some(false));
    // Without gold.
    let answers = Rule::ALL.map(|rule| function(rule, &[], &["a.py:f"], 5));
    assert_eq!(answers, [None, None, None, Some(false), Some(true)]);
    assert_eq!(function(Rule::OrcaLoca, &[], &[], 5), Some(false));
    // Constructors.
    let init = "a.py:C.__init__";
    assert_eq!(function(Rule::LocAgent, &[init], &["a.py:C"], 1), Some(true));
    assert_eq!(function(Rule::LocAgent, &["a.py:C"], &[init, "a.py:C"], 2), Some(true));
    assert_eq!(function(Rule::LocAgent, &[init, "a.py:C"], &["a.py:C"], 5), Some(true));
    assert_eq!(function(Rule::SweRank, &[init], &["a.py:C"], 1), Some(false));
    // Names without their files; entries without a name are no functions.
    assert_eq!(
        function(Rule::Cosil, &["a.py:C.f"], &["b.py", "z.py:C.f"], 1),
        Some(true)
    );
    assert_eq!(function(Rule::Cosil, &["a.py:C.f"], &["a.py:f"], 5), Some(false));
    assert_eq!(file(Rule::Cosil, &["a.py"], &["b.py", "a.py"], 1), Some(false));
    // A method stands for its class; no K; a leading slash is cut from files only.
    assert_eq!(
        function(Rule::OrcaLoca, &["a.py:C"], &["a.py:x", "a.py:C.f"], 1),
        Some(true)
    );
    assert_eq!(function(Rule::OrcaLoca, &["a.py:C.f"], &["a.py:C"], 1), Some(false));
    assert_eq!(file(Rule::OrcaLoca, &["a.py"], &["/a.py"], 1), Some(true));
}

#[test]
fn rules_are_read_back() {
    for rule in Rule::ALL {
        assert_eq!(Rule::parse(&rule.name().to_uppercase()), Ok(rule));
        assert!(!rule.doc().contains("  "), "{}", rule.doc());
    }
    assert!(Rule::parse("cosli").unwrap_err().contains("'cosil'"));
    assert_eq!(Rule::default(), Rule::Strict);
}

#[test]
fn recall_of_locagent_depends_on_the_largest_k() {
    let gold: Vec<String> = (0..12).map(|n| format!("g{n}")).collect();
    let recall = |largest| locagent::values_of(&gold, &gold, 5, largest).unwrap().recall;
    assert_eq!((recall(5), recall(10), recall(20)), (1.0, 0.5, 5.0 / 12.0));
    assert_eq!(locagent::values(&gold, &gold, 0), None);
}

/// Ids of a small world, so that hits and repetitions happen.
fn ids(most: usize) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec("[a-f]", 0..most)
}

proptest! {
    #[test]
    fn metrics_keep_their_order_and_bounds(gold in ids(6), ranking in ids(14), k in 1_u32..12) {
        let Some(ranked) = Ranked::new(&gold, &ranking) else {
            prop_assert!(gold.is_empty());
            return Ok(());
        };
        for metric in at(k) {
            let value = ranked.value(metric);
            prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{} = {value}", metric.name());
            prop_assert!(!metric.binary() || [0.0, 1.0].contains(&value));
        }
        let value = |metric| ranked.value(metric);
        prop_assert!(value(Metric::Acc(k)) <= value(Metric::Recall(k)));
        prop_assert!(value(Metric::Recall(k)) <= value(Metric::Hit(k)));
        prop_assert!(value(Metric::Acc(k)) <= value(Metric::AccCapped(k)));
        prop_assert!(value(Metric::Acc(k)) <= value(Metric::Possible(k)));
        prop_assert!(value(Metric::Rr(k)) <= value(Metric::Hit(k)));
        prop_assert!(value(Metric::Ap(k)) <= value(Metric::Recall(k)) + 1e-12);
        let next = |make: fn(u32) -> Metric| value(make(k)) <= value(make(k + 1)) + 1e-12;
        prop_assert!(next(Metric::Acc) && next(Metric::Hit) && next(Metric::Recall) && next(Metric::Possible));
        prop_assert!(next(Metric::Rr) && next(Metric::Ap));
        // Strict accuracy from the definition, without ranks.
        let mut top: Vec<&String> = Vec::new();
        for id in &ranking {
            if !top.contains(&id) {
                top.push(id);
            }
        }
        top.truncate(k as usize);
        prop_assert_eq!(value(Metric::Acc(k)) > 0.0, gold.iter().all(|g| top.contains(&g)));
        prop_assert_eq!(acc(Rule::Strict, Level::File, &gold, &ranking, k), Some(value(Metric::Acc(k)) > 0.0));
    }

    #[test]
    fn order_of_gold_and_later_repetitions_change_nothing(gold in ids(6), ranking in ids(14), k in 1_u32..12) {
        prop_assume!(!gold.is_empty());
        let ranked = Ranked::new(&gold, &ranking).unwrap();
        let turned: Vec<String> = gold.iter().rev().cloned().collect();
        let repeated: Vec<String> = ranking.iter().flat_map(|id| [id.clone(), id.clone()]).chain(ranking.clone()).collect();
        for other in [Ranked::new(&turned, &ranking).unwrap(), Ranked::new(&gold, &repeated).unwrap()] {
            for metric in at(k) {
                prop_assert!((ranked.value(metric) - other.value(metric)).abs() < 1e-12, "{}", metric.name());
            }
        }
    }

    #[test]
    fn stable_lies_between_the_extremes(gold in ids(4), scored in proptest::collection::vec(("[a-f]", 0_u8..3), 0..10)) {
        prop_assume!(!gold.is_empty());
        let scored: Vec<(String, f64)> = scored.into_iter().map(|(id, s)| (id, f64::from(s))).collect();
        let tied = tied_mrr(&gold, &scored).unwrap();
        for middle in [tied.stable, tied.expected] {
            prop_assert!(tied.pessimistic - 1e-12 <= middle && middle <= tied.optimistic + 1e-12);
        }
    }

    #[test]
    fn no_text_breaks_a_rule(gold in proptest::collection::vec(".{0,8}", 0..4), ranking in proptest::collection::vec(".{0,8}", 0..4), k in 0_u32..4) {
        for rule in Rule::ALL {
            for level in [Level::File, Level::Function] {
                let _: Option<bool> = acc(rule, level, &gold, &ranking, k);
            }
        }
        if let Some(name) = gold.first() {
            drop((Metric::parse(name), Rule::parse(name)));
        }
    }
}
