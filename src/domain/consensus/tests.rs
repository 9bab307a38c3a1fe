use serde_json::json;

use super::*;
use crate::domain::adjudicate::{self, Decision};
use crate::domain::form::Answer;
use crate::domain::testing::{form, said, says};

const PEOPLE: [&str; 3] = ["ann", "bob", "eve"];

fn people() -> Vec<String> {
    PEOPLE.map(str::to_owned).to_vec()
}

fn case() -> Subject {
    Subject::Case { case: "c".into() }
}

fn shot(exhibit: &str) -> Subject {
    Subject::Exhibit {
        case: "c".into(),
        exhibit: exhibit.into(),
    }
}

fn standing(ledger: &Ledger, form: &Form, wanted: usize) -> Standing {
    let court = Court {
        ledger,
        form,
        people: &people(),
        auditors: &[],
        wanted,
    };
    court.standing(&form.questions[0], &case(), &["x".to_owned(), "y".to_owned()])
}

/// What the answers of three people make of a scale from 0 to 5.
fn three(rule: Rule, values: [Option<i64>; 3], wanted: usize) -> String {
    let mut form = form(&[("q", Answer::Scale, &[json!(0), json!(5)])]);
    form.questions[0].rule = rule;
    let mut ledger = Ledger::default();
    for (by, value) in PEOPLE.into_iter().zip(values) {
        if let Some(value) = value {
            said(&mut ledger, by, 1, "c", "q", json!(value), "");
        }
    }
    match standing(&ledger, &form, wanted) {
        Standing::Agreed(a) => format!("{} {}", a.value, a.source.words()),
        Standing::Disputed(said) => format!("disputed by {}", said.len()),
        Standing::Few { given, wanted } => format!("{given} of {wanted}"),
        Standing::None => "none".to_owned(),
    }
}

#[test]
fn rules_by_hand() {
    let any = Rule::Unanimous;
    for (rule, values, wanted, want) in [
        (any, [None, None, None], 1, "none"),
        (any, [Some(2), None, None], 1, "2 ann alone"),
        (any, [Some(2), None, None], 2, "1 of 2"),
        (any, [Some(2), Some(2), None], 2, "2 unanimous: ann, bob"),
        (any, [Some(2), Some(3), Some(2)], 2, "disputed by 3"),
        (
            Rule::Majority,
            [Some(2), Some(3), Some(2)],
            3,
            "2 majority: ann, bob, eve",
        ),
        (Rule::Majority, [Some(2), Some(3), None], 2, "disputed by 2"),
        (Rule::Majority, [Some(2), Some(3), Some(4)], 3, "disputed by 3"),
        // The lower of two; the median of three; too far apart.
        (Rule::Within(1), [Some(3), Some(2), None], 2, "2 within 1: ann, bob"),
        (
            Rule::Within(2),
            [Some(5), Some(3), Some(4)],
            2,
            "4 within 2: ann, bob, eve",
        ),
        (Rule::Within(1), [Some(5), Some(3), Some(4)], 2, "disputed by 3"),
        // No answer of the scale is none at all.
        (any, [Some(2), Some(9), None], 1, "2 ann alone"),
    ] {
        assert_eq!(three(rule, values, wanted), want, "{rule:?} {values:?}");
    }
}

#[test]
fn a_decision_holds_and_says_when_it_is_stale() {
    let form = form(&[("q", Answer::YesNo, &[])]);
    let q = &form.questions[0];
    let mut ledger = Ledger::default();
    said(&mut ledger, "ann", 1, "c", "q", json!(true), "");
    said(&mut ledger, "bob", 1, "c", "q", json!(false), "");
    let decide = |ledger: &mut Ledger, by: &str, seq: u64, value: bool| {
        let decision = Decision {
            value: json!(value),
            reason: "seen again".into(),
            heads: adjudicate::heads(ledger, q, &case(), &people()),
        };
        said(
            ledger,
            by,
            seq,
            "c",
            &adjudicate::question("q"),
            decision.to_value(),
            "",
        );
    };
    decide(&mut ledger, "eve", 1, false);
    let words = |l: &Ledger| {
        standing(l, &form, 2)
            .agreed()
            .map(|a| format!("{} {}", a.value, a.source.words()))
    };
    assert_eq!(words(&ledger).unwrap(), "false decided by eve: seen again");
    says(&mut ledger, "bob", 2, case(), "q", json!(true), "", Some(1));
    assert_eq!(
        words(&ledger).unwrap(),
        "false decided by eve (stale: an answer changed since): seen again"
    );
    let out = serde_json::to_value(standing(&ledger, &form, 2)).unwrap();
    assert_eq!(
        out,
        json!({"agreed": {"value": false, "source": {"kind": "adjudicated", "by": "eve", "reason": "seen again", "stale": true}}})
    );
    // A second judge who says otherwise.
    decide(&mut ledger, "ann", 2, true);
    let both = vec![("ann".to_owned(), json!(true)), ("eve".to_owned(), json!(false))];
    assert_eq!(standing(&ledger, &form, 2), Standing::Disputed(both));
    // Where judges are named, only they decide.
    let court = Court {
        ledger: &ledger,
        form: &form,
        people: &people(),
        auditors: &["ann".to_owned()],
        wanted: 2,
    };
    let ann = court.standing(q, &case(), &[]);
    assert_eq!(ann.agreed().unwrap().source.words(), "decided by ann: seen again");
}

#[test]
fn a_case_follows_from_its_exhibits() {
    let scale = [json!(-1), json!(0), json!(1), json!(2)];
    for (rollup, x, y, want) in [
        (Rollup::Max, 1, 2, Some(json!(2))),
        (Rollup::Min, 1, 2, Some(json!(1))),
        (Rollup::AnyLeastElseMax, 0, 2, Some(json!(2))),
        (Rollup::AnyLeastElseMax, -1, 2, Some(json!(-1))),
        (Rollup::Same, 1, 1, Some(json!(1))),
        (Rollup::Same, 1, 2, None),
    ] {
        let mut form = form(&[("relevance", Answer::Ordinal, &scale)]);
        form.questions[0].on = vec![On::Case, On::Exhibit];
        form.questions[0].rollup = Some(rollup);
        let mut ledger = Ledger::default();
        says(&mut ledger, "ann", 1, shot("x"), "relevance", json!(x), "", None);
        assert_eq!(standing(&ledger, &form, 1), Standing::Few { given: 1, wanted: 2 });
        says(&mut ledger, "ann", 2, shot("y"), "relevance", json!(y), "", None);
        let got = standing(&ledger, &form, 1);
        assert_eq!(got.agreed().map(|a| a.value.clone()), want, "{rollup:?} {x} {y}");
        // Whoever answers about the case itself is heard first.
        said(&mut ledger, "bob", 1, "c", "relevance", json!(0), "");
        let own = standing(&ledger, &form, 1);
        assert_eq!(own.agreed().unwrap().source.words(), "bob alone");
    }
}

#[test]
fn the_category_is_that_of_the_most_relevant_exhibit() {
    let mut form = form(&[
        ("category", Answer::Choice, &[json!("log"), json!("ui")]),
        ("relevance", Answer::Ordinal, &[json!(-1), json!(0), json!(1), json!(2)]),
    ]);
    for q in &mut form.questions {
        q.on = vec![On::Case, On::Exhibit];
    }
    form.questions[0].rollup = Some(Rollup::OfMostRelevant);
    let mut ledger = Ledger::default();
    for (seq, (exhibit, category, relevance)) in (0..).zip([("x", "log", 1), ("y", "ui", 2)]) {
        says(
            &mut ledger,
            "ann",
            2 * seq + 1,
            shot(exhibit),
            "category",
            json!(category),
            "",
            None,
        );
        says(
            &mut ledger,
            "ann",
            2 * seq + 2,
            shot(exhibit),
            "relevance",
            json!(relevance),
            "",
            None,
        );
    }
    let got = standing(&ledger, &form, 1);
    let got = got.agreed().unwrap();
    assert_eq!(
        (&got.value, got.source.words().as_str()),
        (&json!("ui"), "from its 2 exhibits")
    );
    says(&mut ledger, "ann", 5, shot("x"), "relevance", json!(2), "", Some(2));
    assert_eq!(
        standing(&ledger, &form, 1),
        Standing::None,
        "two are most relevant and differ"
    );
    said(&mut ledger, "bob", 1, "d", "category", json!("ui"), "");
    says(&mut ledger, "bob", 2, shot("y"), "category", json!("log"), "", None);
    assert!(matches!(standing(&ledger, &form, 1), Standing::Disputed(s) if s.len() == 2));
}

#[test]
fn how_many_are_wanted() {
    let round = |overlap, people: &[&str]| {
        wanted(&Round {
            overlap,
            annotators: people.iter().map(|p| (*p).to_owned()).collect(),
            ..Round::default()
        })
    };
    assert_eq!(
        [
            round(0, &[]),
            round(2, &[]),
            round(0, &PEOPLE),
            round(2, &PEOPLE),
            round(5, &PEOPLE)
        ],
        [1, 2, 3, 2, 3]
    );
}
