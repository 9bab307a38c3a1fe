//! Draws on small repositories made by hand.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::case::as_case;
use super::look::Look;
use super::*;

/// A case of repository `r`: its words, gold files and images as (name, place).
fn case(id: &str, words: &str, gold: &[&str], images: &[(&str, &str)]) -> Case {
    let exhibits: Vec<Value> = images
        .iter()
        .map(|(name, place)| {
            let source = format!("https://h/{name}.png");
            json!({"id": format!("{name}-id"), "source": source, "place": place,
                "image": {"sha256": name, "format": "png", "width": 9, "height": 9}})
        })
        .collect();
    let of_body = images.iter().filter(|(_, place)| *place == "body");
    let body: Vec<String> = of_body
        .map(|(name, _)| format!("\n![s](https://h/{name}.png)"))
        .collect();
    let body = body.concat();
    serde_json::from_value(json!({"v": 1, "id": id, "repo": "o/r", "title": format!("Title {id}"),
        "body": format!("{words}{body}"), "exhibits": exhibits, "gold": {"files": gold}}))
    .unwrap()
}

/// Looks that all differ in 16 bits or more, by the number of the image.
fn looks(names: &[&str]) -> BTreeMap<String, Look> {
    let mask = |n: usize| {
        0xffff_u64.rotate_left(16 * (crate::base::num::small(n) % 4)) ^ if n < 4 { 0 } else { 0x0f0f_0f0f_0f0f_0f0f }
    };
    names
        .iter()
        .enumerate()
        .map(|(n, name)| ((*name).to_owned(), Look(mask(n))))
        .collect()
}

fn issues(cases: &[Case]) -> Vec<Issue> {
    cases.iter().map(Issue::from).collect()
}

fn told(made: &Made) -> Vec<(&'static str, &str, &str)> {
    let mut out: Vec<_> = made
        .new
        .iter()
        .map(|c| (c.strategy.word(), c.case.as_str(), c.swapped.exhibit.as_str()))
        .collect();
    out.sort_unstable();
    out
}

fn plan(strategy: Strategy) -> Plan {
    Plan {
        strategies: vec![strategy],
        controls: 0.0,
        ..Plan::default()
    }
}

/// `a` and `b` speak of the same in other directories, `c` of the same as `a` in the directory of `a`, `d` edits the file
/// of `a`, `e` speaks of something else.
fn small() -> Vec<Case> {
    vec![
        case(
            "a",
            "legend overlaps axis chart resize window",
            &["src/one/a.ts"],
            &[("ia", "body")],
        ),
        case(
            "b",
            "legend overlaps axis wheel zoom steps",
            &["src/two/b.ts"],
            &[("ib", "body")],
        ),
        case(
            "c",
            "legend overlaps axis chart resize paper margin",
            &["src/one/c.ts"],
            &[("ic", "body")],
        ),
        case(
            "d",
            "legend overlaps axis tooltip shadow blur",
            &["src/one/a.ts", "x.ts"],
            &[("id", "body")],
        ),
        case("e", "printer fails quietly", &["lib/e.ts"], &[("ie", "body")]),
    ]
}

const ALL: [&str; 5] = ["ia", "ib", "ic", "id", "ie"];

#[test]
fn similar_takes_alike_texts_with_other_gold_and_other_directories_first() {
    let (issues, looks) = (issues(&small()), looks(&ALL));
    let plan = Plan {
        cases: vec!["a".into()],
        per_case: 9,
        ..plan(Strategy::Similar)
    };
    let made = draw(&issues, &looks, &[], &plan);
    // d shares src/one/a.ts; e shares no word but those of the titles; c is more alike than b but in src/one.
    assert_eq!(told(&made), [("similar", "a", "ib-id"), ("similar", "a", "ic-id")]);
    assert_eq!(made.passed[&Strategy::Similar][&Why::SharedGold], 1);
    assert_eq!(made.passed[&Strategy::Similar][&Why::NotAlike], 1);
    let one = draw(
        &issues,
        &looks,
        &[],
        &Plan {
            per_case: 1,
            ..plan.clone()
        },
    );
    assert_eq!(told(&one), [("similar", "a", "ib-id")]);
    let of = |donor: &str| made.new.iter().find(|c| c.donor == donor).unwrap();
    assert_eq!(of("c").rest[SHARED_DIRECTORY], "src/one");
    assert!(of("b").rest.is_empty() && of("c").similarity > of("b").similarity);
    assert_eq!(
        (of("b").replaces.as_str(), of("b").donor_gold.as_slice()),
        ("ia-id", &["src/two/b.ts".to_owned()][..])
    );
    assert_eq!(of("b").swapped.phash, looks["ib"].to_string());
    assert_eq!(of("b").id, id(Strategy::Similar, "a", "b", "ib"));
    // One issue in two cases is no donor.
    let strict = Plan {
        max_similarity: of("b").similarity.unwrap(),
        ..plan
    };
    assert!(draw(&issues, &looks, &[], &strict).new.is_empty());
}

#[test]
fn a_mismatch_is_of_another_text_and_other_gold() {
    let (issues, looks) = (issues(&small()), looks(&ALL));
    let plan = Plan {
        per_case: 9,
        ..plan(Strategy::SameRepo)
    };
    let made = draw(&issues, &looks, &[], &plan);
    // Only e is unlike the others; its image serves two of them, and it takes all of theirs.
    let to_e = made.new.iter().filter(|c| c.case == "e").count();
    let from_e = made.new.iter().filter(|c| c.donor == "e").count();
    assert_eq!((to_e, from_e, made.new.len()), (4, USES, 6));
    assert_eq!(made.without[&Strategy::SameRepo][&Why::UsedUp].len(), 2);
}

#[test]
fn the_order_of_cases_changes_nothing_and_the_seed_does() {
    let (mut cases, looks) = (small(), looks(&ALL));
    let plan = Plan {
        controls: 0.2,
        ..Plan::default()
    };
    let there = draw(&issues(&cases), &looks, &[], &plan);
    cases.reverse();
    assert_eq!(draw(&issues(&cases), &looks, &[], &plan), there);
    assert!(!there.new.is_empty());
    let seeds: std::collections::HashSet<Vec<String>> = (0..20)
        .map(|seed| {
            let made = draw(&issues(&cases), &looks, &[], &Plan { seed, ..plan.clone() });
            made.new.into_iter().map(|c| c.id).collect()
        })
        .collect();
    assert!(seeds.len() > 3, "{}", seeds.len());
}

#[test]
fn drawing_again_gives_nothing_and_new_cases_only_add() {
    let (mut cases, mut looks) = (small(), looks(&ALL));
    let plan = Plan::default();
    let mut there = draw(&issues(&cases), &looks, &[], &plan).new;
    assert_eq!(draw(&issues(&cases), &looks, &there, &plan).new, []);
    cases.push(case(
        "f",
        "legend overlaps axis again",
        &["src/f.ts"],
        &[("if", "body")],
    ));
    looks.insert("if".into(), Look(0x1234_5678_9abc_def0));
    let more = draw(&issues(&cases), &looks, &there, &plan).new;
    assert!(more.iter().any(|c| c.case == "f"));
    there.extend(more);
    let ids: std::collections::HashSet<&str> = there.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids.len(), there.len());
    assert_eq!(draw(&issues(&cases), &looks, &there, &plan).new, []);
}

#[test]
fn a_fifth_of_all_are_controls() {
    let (issues, looks) = (issues(&small()), looks(&ALL));
    let made = draw(&issues, &looks, &[], &Plan::default());
    let counts = made.by_strategy();
    let controls = counts[&Strategy::Control];
    // The least number that is a fifth or more.
    assert!(
        controls * 5 >= made.new.len() && (controls - 1) * 5 < made.new.len() - 1,
        "{counts:?}"
    );
    let control = made.new.iter().find(|c| c.strategy == Strategy::Control).unwrap();
    assert_eq!(
        (&control.case, &control.replaces),
        (&control.donor, &control.swapped.exhibit)
    );
    // There are only five cases.
    let half = Plan {
        controls: 0.9,
        ..Plan::default()
    };
    let most = draw(&issues, &looks, &[], &half);
    assert_eq!(most.by_strategy()[&Strategy::Control], 5);
    assert!(most.controls_missing > 0);
}

#[test]
fn pictures_that_look_alike_are_dropped_or_told() {
    let (issues, mut looks) = (issues(&small()), looks(&ALL));
    let plan = Plan {
        cases: vec!["a".into()],
        ..plan(Strategy::Similar)
    };
    let own = looks["ia"];
    let flip = |bits: u32| Look(own.0 ^ ((1_u64 << bits) - 1));
    let mut at = |bits: u32| {
        looks.insert("ib".into(), flip(bits));
        draw(&issues, &looks, &[], &plan)
    };
    let dropped = at(4);
    assert_eq!(told(&dropped), [("similar", "a", "ic-id")]);
    assert_eq!(dropped.passed[&Strategy::Similar][&Why::LooksSame], 1);
    for bits in [5, 8] {
        let asked = at(bits);
        assert_eq!(told(&asked), [("similar", "a", "ib-id")]);
        assert_eq!(asked.new[0].resembles.as_deref(), Some("a#ia-id"));
    }
    assert_eq!(at(9).new[0].resembles, None);
    looks.remove("ib");
    let unreadable = draw(&issues, &looks, &[], &plan);
    assert_eq!(told(&unreadable), [("similar", "a", "ic-id")]);
    assert_eq!(unreadable.passed[&Strategy::Similar][&Why::Unreadable], 1);
}

#[test]
fn the_same_bytes_never_come_back_to_a_case() {
    let mut cases = small();
    cases[1].exhibits[0].image = cases[0].exhibits[0].image.clone();
    let plan = Plan {
        cases: vec!["a".into()],
        ..plan(Strategy::Similar)
    };
    let made = draw(&issues(&cases), &looks(&ALL), &[], &plan);
    assert_eq!(told(&made), [("similar", "a", "ic-id")]);
    assert_eq!(made.passed[&Strategy::Similar][&Why::SameImage], 1);
}

#[test]
fn images_of_comments_are_promoted_own_ones_first() {
    let cases = [
        case("a", "one", &["a.ts"], &[("ia", "body"), ("oa", "comment")]),
        case("b", "two", &["b.ts"], &[("ib", "body")]),
    ];
    let looks = looks(&["ia", "oa", "ib"]);
    let made = draw(&issues(&cases), &looks, &[], &plan(Strategy::Comment));
    assert_eq!(told(&made), [("comment", "a", "oa-id"), ("comment", "b", "oa-id")]);
    assert_eq!((made.new[0].donor.as_str(), made.new[0].similarity), ("a", None));
    assert_eq!(made.new[1].donor, "a");
}

#[test]
fn cases_without_gold_or_image_are_told() {
    let cases = [
        case("a", "one", &[], &[("ia", "body")]),
        case("b", "two", &["b.ts"], &[]),
        case("c", "three", &["c.ts"], &[("ic", "body")]),
    ];
    let made = draw(&issues(&cases), &looks(&["ia", "ic"]), &[], &Plan::default());
    assert_eq!(made.left_out[&Why::NoGold], ["a"]);
    assert_eq!(made.left_out[&Why::NoImage], ["b"]);
    assert_eq!(made.without[&Strategy::SameRepo][&Why::DonorWithoutGold], ["c"]);
    assert_eq!(made.new, []);
}

#[test]
fn an_accepted_candidate_becomes_a_case() {
    let cases = small();
    let plan = Plan {
        cases: vec!["a".into()],
        ..plan(Strategy::Similar)
    };
    let candidate = draw(&issues(&cases), &looks(&ALL), &[], &plan).new.remove(0);
    let mut anchor = cases[0].clone();
    anchor.labels.category = Some("ui_screenshot".into());
    anchor.extra.insert("kept".into(), 1.into());
    let mut reviews = serde_json::Map::new();
    reviews.insert("reviews".into(), json!([{"by": "mara"}]));
    let got = as_case(&anchor, &candidate, reviews).unwrap();
    assert_eq!(got.id, format!("a~{}", candidate.id));
    assert_eq!(
        got.body,
        "legend overlaps axis chart resize window\n![s](https://h/ib.png)"
    );
    assert_eq!((got.labels.relevance, got.labels.category), (Some(-1), None));
    assert_eq!(
        (&got.gold, &got.repo, &got.extra["kept"]),
        (&anchor.gold, &anchor.repo, &json!(1))
    );
    let exhibit = &got.exhibits[0];
    assert_eq!((got.exhibits.len(), exhibit.source.as_str()), (1, "https://h/ib.png"));
    assert_eq!(exhibit.image.as_ref().map(|i| i.sha256.as_str()), Some("ib"));
    // sha256("https://h/ib.png")
    assert_eq!(exhibit.id, "f0db85979724");
    let told = &got.extra["synthesis"];
    assert_eq!(
        (&told["strategy"], &told["donor"], &told["seed"]),
        (&json!("similar"), &json!("b"), &json!(1))
    );
    assert_eq!(
        (&told["donor_title"], &told["original_category"]),
        (&json!("Title b"), &json!("ui_screenshot"))
    );
    assert_eq!(told["reviews"][0]["by"], "mara");
    let control = Candidate {
        strategy: Strategy::Control,
        ..candidate.clone()
    };
    assert_eq!(as_case(&anchor, &control, serde_json::Map::new()), None);
    assert_eq!(as_case(&cases[1], &candidate, serde_json::Map::new()), None);
}

#[test]
fn an_image_that_replaces_none_is_added_and_a_promoted_one_moves() {
    let comment = json!([{"body": "see ![](https://h/oa.png)"}]);
    let mut anchor = case("a", "one", &["a.ts"], &[("oa", "comment")]);
    anchor.comments = serde_json::from_value(comment).unwrap();
    let made = draw(
        &issues(&[anchor.clone()]),
        &looks(&["oa"]),
        &[],
        &plan(Strategy::Comment),
    );
    assert_eq!(made.new[0].replaces, "");
    let got = as_case(&anchor, &made.new[0], serde_json::Map::new()).unwrap();
    assert_eq!(got.body, "one\n\n![image](<https://h/oa.png>)\n");
    assert_eq!(got.exhibits.len(), 1);
    assert_eq!(got.exhibits[0].place, Place::Body);
    // What is replaced in the body and shown in a comment as well stays there.
    let mut both = case("b", "two", &["b.ts"], &[("ib", "body")]);
    both.comments = serde_json::from_value(json!([{"body": "again https://h/ib.png"}])).unwrap();
    let swap = Candidate {
        case: "b".into(),
        replaces: "ib-id".into(),
        ..made.new[0].clone()
    };
    let got = as_case(&both, &swap, serde_json::Map::new()).unwrap();
    let places: Vec<_> = got.exhibits.iter().map(|e| (e.source.as_str(), e.place)).collect();
    assert_eq!(
        places,
        [("https://h/oa.png", Place::Body), ("https://h/ib.png", Place::Comment)]
    );
}
