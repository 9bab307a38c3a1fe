//! Scores against a reference and by hand; ties; that shares sum up to scores.

use proptest::prelude::*;

use super::Recipe;
use super::ask::{Ask, Dials, Source, Term};
use super::explain::{self, Swap, shares, swap, versus};
use super::index::Index;
use super::words::{Bag, Words};
use crate::domain::evidence::Evidence;

const DOCS: [&str; 5] = [
    "legend legend draw axis",
    "axis axis axis tick grid draw",
    "token lexer",
    "legend token draw draw draw grid grid tick",
    "lexer",
];

fn near(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-6, "{got} is not {want}");
}

fn made() -> (Words, Vec<Bag>) {
    let mut words = Words::new(Recipe::Code);
    let bags = DOCS.iter().map(|d| words.bag(d)).collect();
    (words, bags)
}

#[test]
fn scores_are_those_of_bm25s() {
    // bm25s 0.3.16, method="lucene", and the formula written out in Python; query: legend axis axis missing draw.
    let (words, bags) = made();
    let ask = Ask::new(&words, "", "legend axis axis missing draw", &[]);
    for (k1, b, want) in [
        (1.2, 0.75, [1.616_154_377, 1.353_924_800, 0.0, 0.612_916_404, 0.0]),
        (0.9, 0.4, [1.823_563_516, 1.557_996_296, 0.0, 0.775_997_538, 0.0]),
    ] {
        let index = Index::with(k1, b, &bags);
        let scores = index.scores(&ask, &Dials::new(Recipe::Code, 0.5));
        for (doc, want) in (0..).zip(want) {
            near(scores.of(doc), want);
        }
        let order: Vec<u32> = scores.top(10).iter().map(|(d, _)| *d).collect();
        assert_eq!(order, [0, 1, 3], "documents without a term are not listed");
        let ranks: Vec<Option<u32>> = (0..5).map(|d| scores.rank_of(d)).collect();
        assert_eq!(ranks, [Some(1), Some(2), None, Some(3), None]);
    }
}

#[test]
fn one_score_by_hand() {
    // N = 2, df(a1) = 1: idf = ln(1 + 1.5 / 1.5) = ln 2. Lengths 3 and 1, mean 2. tf = 2, k1 1.2, b 0.75:
    // norm = 1.2 · (0.25 + 0.75 · 3 / 2) = 1.65, share = 2 / 3.65. Title three times: 3 · ln 2 · 2 / 3.65.
    let mut words = Words::new(Recipe::Code);
    let bags = [words.bag("aaa aaa bbb"), words.bag("bbb")];
    let index = Index::new(Recipe::Code, &bags);
    let ask = Ask::new(&words, "aaa", "", &[]);
    let scores = index.scores(&ask, &Dials::new(Recipe::Code, 0.5));
    near(scores.of(0), 3.0 * 2f64.ln() * 2.0 / 3.65);
    // idf(bbb) = ln(1 + 0.5 / 2.5); norm of the second = 1.2 · (0.25 + 0.75 / 2) = 0.75.
    let ask = Ask::new(&words, "", "bbb", &[]);
    near(
        index.scores(&ask, &Dials::new(Recipe::Code, 0.5)).of(1),
        1.2f64.ln() / 1.75,
    );
}

#[test]
fn equal_scores_keep_the_order_of_paths() {
    let mut words = Words::new(Recipe::Code);
    let bags: Vec<Bag> = ["tick", "grid", "tick", "tick"].iter().map(|d| words.bag(d)).collect();
    let bags = [bags, vec![words.bag("grid")]].concat();
    let index = Index::new(Recipe::Code, &bags);
    let scores = index.scores(&Ask::new(&words, "grid", "", &[]), &Dials::new(Recipe::Code, 0.5));
    assert_eq!(scores.top(1).first().map(|t| t.0), Some(1));
    assert_eq!((scores.rank_of(1), scores.rank_of(4)), (Some(1), Some(2)));
}

#[test]
fn nothing_to_rank_is_no_fault() {
    let words = Words::new(Recipe::Lucene);
    let ask = Ask::new(&words, "a", "b", &[]);
    for docs in [vec![], vec![Bag::default()]] {
        let index = Index::new(Recipe::Lucene, &docs);
        let scores = index.scores(&ask, &Dials::new(Recipe::Lucene, 0.5));
        assert_eq!((scores.top(5), scores.rank_of(0)), (vec![], None));
    }
}

#[test]
fn an_image_moves_gold_and_a_donor_does_not() {
    let (words, bags) = made();
    let index = Index::new(Recipe::Code, &bags);
    let shows = |text: &str| Evidence {
        exhibit: "e".to_owned(),
        ocr_text: Some(text.to_owned()),
        ..Evidence::default()
    };
    let ask = Ask::new(&words, "draw", "axis", &[shows("token lexer token")]);
    let dials = Dials::new(Recipe::Code, 2.0);
    let gold = [Some(2)];
    let names: Vec<(String, Option<u32>)> = explain::standings(&index, &ask, &dials, &gold)
        .iter()
        .map(|s| (s.name.clone(), s.best()))
        .collect();
    let told: Vec<(&str, Option<u32>)> = names.iter().map(|(n, r)| (n.as_str(), *r)).collect();
    assert_eq!(
        told,
        [
            ("text", None),
            ("+OCR", Some(1)),
            ("+VCE", Some(1)),
            ("without ocr_text", None)
        ]
    );
    let donors = [ask.with(&words, &[shows("grid")]), ask.with(&words, &[shows("token")])];
    let out = swap(&index, &ask, &donors, &dials, &gold);
    assert_eq!(out.own, Some(1));
    assert_eq!(out.donors.first(), Some(&None));
    let said = versus(&index, &ask, &dials, Some(2), Some(0));
    let rows: Vec<(&str, &str, bool)> = said
        .iter()
        .map(|v| (&*v.term, v.source(), v.difference() > 0.0))
        .collect();
    assert!(
        rows.contains(&("token", "image", true)) && rows.contains(&("axis", "text", false)),
        "{rows:?}"
    );
}

#[test]
fn percentile_counts_equals_half() {
    let swap = |own, donors: &[Option<u32>]| {
        Swap {
            own,
            donors: donors.to_vec(),
        }
        .percentile()
    };
    assert_eq!(swap(Some(3), &[Some(1), Some(3), Some(9), None]), Some(62.5));
    assert_eq!(swap(None, &[None, Some(1)]), Some(25.0));
    assert_eq!(swap(Some(1), &[]), None);
}

fn term(id: u32, title: u32, body: u32, ocr: u32) -> Term {
    Term {
        text: format!("t{id:02}").into(),
        id: Some(id),
        title,
        body,
        fields: [ocr, 0, 1, 0, 0, 0, 0],
    }
}

proptest! {
    #[test]
    fn shares_sum_up_and_ranks_agree_with_the_whole_order(
        docs in prop::collection::vec(prop::collection::btree_map(0u32..12, 1u32..5, 0..8), 1..20),
        counts in prop::collection::vec((0u32..3, 0u32..3, 0u32..3), 12),
        weight in 0.0f64..2.0,
        n in 0usize..25,
    ) {
        let bags: Vec<Bag> = docs.into_iter().map(|d| Bag { terms: d.into_iter().collect() }).collect();
        let index = Index::new(Recipe::Code, &bags);
        let terms = (0..).zip(&counts).map(|(id, (t, b, o))| term(id, *t, *b, *o)).collect();
        let ask = Ask { terms };
        let dials = Dials::new(Recipe::Code, weight);
        let scores = index.scores(&ask, &dials);
        // The whole order by a stable sort of all documents.
        let mut order: Vec<u32> = (0..).take(bags.len()).filter(|d| scores.of(*d) > 0.0).collect();
        order.sort_by(|a, b| scores.of(*b).total_cmp(&scores.of(*a)));
        let top: Vec<u32> = scores.top(n).iter().map(|(d, _)| *d).collect();
        prop_assert_eq!(&top[..], &order[..n.min(order.len())]);
        for doc in (0..).take(bags.len()) {
            let place = order.iter().position(|d| *d == doc).map(|p| crate::base::num::small(p) + 1);
            prop_assert_eq!(scores.rank_of(doc), place);
            let parts = shares(&index, &ask, &dials, doc);
            let sum: f64 = parts.iter().map(|s| s.amount).sum();
            prop_assert!((sum - scores.of(doc)).abs() < 1e-9);
            let image: f64 = parts.iter().filter(|s| s.source.image()).map(|s| s.amount).sum();
            prop_assert!(weight > 0.0 || image == 0.0);
            let both = versus(&index, &ask, &dials, Some(doc), None);
            let sum: f64 = both.iter().map(super::explain::Versus::difference).sum();
            prop_assert!((sum - scores.of(doc)).abs() < 1e-9);
            prop_assert!(parts.iter().all(|s| s.source != Source::Evidence(1)));
        }
    }
}
