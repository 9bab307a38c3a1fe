use serde_json::json;

use super::*;
use crate::domain::agree::measure;
use crate::domain::testing::{form, said};

const FORM: &str = "evidence@new";

#[test]
fn renamed_answers_and_questions_count_and_odd_ones_are_told() {
    let mut form = form(&[
        ("tone", Answer::Choice, &[json!("warm"), json!("cold")]),
        ("note", Answer::Text, &[]),
    ]);
    form.hash = FORM.to_owned();
    form.questions[0].former = vec!["mood".to_owned()];
    form.questions[0].options[0].former = vec![json!("hot")];
    let mut ledger = Ledger::default();
    said(&mut ledger, "ann", 1, "a", "tone", json!("warm"), FORM);
    said(&mut ledger, "bob", 1, "a", "mood", json!("hot"), "evidence@old");
    // Today's name counts before the former one, whichever came first.
    said(&mut ledger, "ann", 2, "b", "mood", json!("cold"), FORM);
    said(&mut ledger, "ann", 3, "b", "tone", json!("warm"), FORM);
    said(&mut ledger, "bob", 2, "b", "tone", json!("cold"), FORM);
    // No answer any more; cleared; a conflict of one person.
    said(&mut ledger, "bob", 3, "c", "tone", json!("lukewarm"), FORM);
    said(&mut ledger, "ann", 4, "c", "tone", json!("cold"), FORM);
    said(&mut ledger, "bob", 4, "d", "tone", json!(null), FORM);
    said(&mut ledger, "bob", 5, "e", "tone", json!("cold"), FORM);
    said(&mut ledger, "bob", 6, "e", "tone", json!("warm"), FORM);
    said(&mut ledger, "ann", 5, "e", "tone", json!("warm"), FORM);
    said(&mut ledger, "ann", 6, "a", "note", json!("hm"), FORM);
    let all = panels(&ledger, &form, &[], &|_, _| true);
    assert_eq!(all.len(), 1, "a note is no panel");
    let p = &all[0];
    assert_eq!(p.raters, ["ann", "bob"]);
    let rows: Vec<(&str, Vec<String>)> = p
        .subjects
        .iter()
        .zip(&p.answers)
        .map(|(s, row)| {
            (
                s.case(),
                row.iter().map(|v| v.as_ref().map_or_else(String::new, plain)).collect(),
            )
        })
        .collect();
    let row = |id, a: &str, b: &str| (id, vec![a.to_owned(), b.to_owned()]);
    assert_eq!(
        rows,
        [
            row("a", "warm", "warm"),
            row("b", "warm", "cold"),
            row("c", "cold", ""),
            row("e", "warm", "")
        ]
    );
    assert_eq!(
        p.odd,
        Odd {
            gone: 1,
            conflicts: 1,
            versions: 1
        }
    );
    let ratings = p.ratings.as_ref().unwrap();
    assert_eq!(ratings.units[1], [Some(0), Some(1)]);
    let differ: Vec<_> = p.differences().map(|d| (d.subject.case(), d.said.len())).collect();
    assert_eq!(differ, [("b", 2)]);
    let only = panels(&ledger, &form, &[], &|by, _| by == "bob");
    assert_eq!(only[0].raters, ["bob"]);
}

#[test]
fn labels_of_the_dataset_are_one_more_rater() {
    let case: Case = serde_json::from_value(json!({
        "v": 1, "id": "a", "title": "t", "labels": {"category": "x", "relevance": 2, "annotation_by": "ai"},
        "exhibits": [{"id": "e1", "source": "s", "image": null, "labels": {"relevance": -1}}],
    }))
    .unwrap();
    let more = dataset(&case);
    assert_eq!(more.len(), 3);
    assert!(more.iter().all(|g| g.rater == "dataset:ai"));
    let mut form = form(&[("relevance", Answer::Ordinal, &[json!(-1), json!(0), json!(1), json!(2)])]);
    form.questions[0].on = vec![On::Case, On::Exhibit];
    let mut ledger = Ledger::default();
    said(&mut ledger, "zoe", 1, "a", "relevance", json!(1), "");
    let all = panels(&ledger, &form, &more, &|_, _| true);
    assert_eq!(all.iter().map(|p| p.on).collect::<Vec<_>>(), [On::Case, On::Exhibit]);
    assert_eq!(all[0].raters, ["zoe", "dataset:ai"]);
    assert_eq!(all[0].answers, [vec![Some(json!(1)), Some(json!(2))]]);
    let a = measure(all[0].ratings.as_ref().unwrap());
    assert_eq!((a.pairable, a.percent, a.within_one), (1, Ok(0.0), Ok(1.0)));
}

#[test]
fn a_head_that_is_repeated_is_no_conflict() {
    let form = form(&[("ok", Answer::YesNo, &[])]);
    let mut ledger = Ledger::default();
    said(&mut ledger, "ann", 1, "a", "ok", json!(true), "");
    said(&mut ledger, "ann", 2, "a", "ok", json!(true), "");
    let p = &panels(&ledger, &form, &[], &|_, _| true)[0];
    assert_eq!((p.odd, p.answers[0][0].clone()), (Odd::default(), Some(json!(true))));
    assert_eq!(p.ratings.as_ref().unwrap().domain, ["no", "yes"]);
}
