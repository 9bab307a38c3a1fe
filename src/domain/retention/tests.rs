use serde_json::{Value, json};

use super::*;
use crate::domain::form::{Answer, Check};
use crate::domain::testing::{form, said};

const PEOPLE: [&str; 6] = ["ann", "bob", "cyd", "dan", "eve", "pat"];

fn cond(text: &str) -> Cond {
    Cond::parse(text).unwrap().0
}

/// One criterion, a score, a veto, an audit that nobody has to answer, and a task.
fn sheet(combine: Combine, reviewers: u32) -> Form {
    let words = |all: &[&str]| -> Vec<Value> { all.iter().map(|w| json!(w)).collect() };
    let mut out = form(&[
        ("task", Answer::Choice, &words(&["one", "two"])),
        ("ok", Answer::Choice, &words(&["yes", "no", "unsure"])),
        ("score", Answer::Scale, &[json!(0), json!(5)]),
        ("veto", Answer::Choice, &words(&["none", "leak"])),
        ("audit", Answer::Choice, &words(&["pass", "fail"])),
    ]);
    out.questions[3].options[1].label = "solution leakage".to_owned();
    out.questions[4].required = false;
    let rule = |name: &str, audit: Option<Cond>| Retention {
        name: name.to_owned(),
        when: Some(cond(&format!("task == {name}"))),
        reviewers,
        pass: cond("ok == yes"),
        unsure: Some(cond("ok == unsure")),
        veto: Some(cond("veto != none")),
        reason: Some("veto".to_owned()),
        combine,
        within: vec![("score".to_owned(), 1)],
        audit,
    };
    out.retention = vec![rule("one", None), rule("two", Some(cond("audit == pass")))];
    out
}

/// What a person says: ok, score, veto, audit; `-` for nothing. `task` is that of all who say anything else than audit.
fn state_of(form: &Form, task: &str, says: &[&str], auditors: &[&str]) -> String {
    let mut ledger = Ledger::default();
    for (by, words) in PEOPLE.iter().zip(says) {
        let words: Vec<&str> = words.split(' ').collect();
        let mut seq = 0;
        let mut say = |question: &str, value: Value| {
            seq += 1;
            said(&mut ledger, by, seq, "c", question, value, "");
        };
        for (question, word) in ["ok", "score", "veto", "audit"].into_iter().zip(&words) {
            match (question, *word) {
                (_, "-") => {}
                ("score", n) => say(question, json!(n.parse::<i64>().unwrap())),
                (_, word) => say(question, json!(word)),
            }
        }
        if words.first().is_some_and(|w| *w != "-") {
            say("task", json!(task));
        }
    }
    show(form, &ledger, auditors)
}

fn show(form: &Form, ledger: &Ledger, auditors: &[&str]) -> String {
    let names = |all: &[&str]| all.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
    let (_, state) = Review {
        ledger,
        form,
        subject: &Subject::Case { case: "c".into() },
        gold: &[],
        people: &names(&PEOPLE),
        auditors: &names(auditors),
    }
    .state();
    format!("{} {}", state.word(), state.words()).trim_end().to_owned()
}

const YES: &str = "yes 3 none -";
const NO: &str = "no 3 none -";
const HM: &str = "unsure 3 none -";
const BAN: &str = "yes 3 leak -";
const NONE: &str = "- - - -";

#[test]
fn every_state_by_hand() {
    let (all, most, two) = (Combine::All, Combine::Majority, Combine::Of(2));
    for (combine, says, want) in [
        (all, vec![], "pending"),
        (all, vec![YES], "under review 1 of 3"),
        (all, vec![YES, YES], "under review 2 of 3"),
        (all, vec![YES, YES, YES], "retained by ann, bob, cyd"),
        // Three accept, one vetoes; a veto does not wait for the others.
        (all, vec![YES, YES, YES, BAN], "rejected veto: solution leakage (dan)"),
        (all, vec![BAN], "rejected veto: solution leakage (ann)"),
        (two, vec![YES, YES, BAN], "rejected veto: solution leakage (cyd)"),
        // A veto counts before the rest of the form is filled in.
        (all, vec![YES, "- - leak -"], "rejected veto: solution leakage (bob)"),
        // Two of three.
        (all, vec![YES, YES, NO], "disputed 2 accept, 1 reject"),
        (most, vec![YES, YES, NO], "retained by ann, bob"),
        (two, vec![YES, YES, NO], "retained by ann, bob"),
        (most, vec![YES, NO, NO], "rejected criteria not met (bob, cyd)"),
        (two, vec![YES, NO, NO], "rejected criteria not met (bob, cyd)"),
        (all, vec![NO, NO, NO], "rejected criteria not met (ann, bob, cyd)"),
        // Unsure never accepts, and never rejects either.
        (all, vec![YES, YES, HM], "disputed 2 accept, 1 unsure"),
        (most, vec![YES, HM, HM], "disputed 1 accept, 2 unsure"),
        (two, vec![YES, HM, NO], "disputed 1 accept, 1 reject, 1 unsure"),
        (most, vec![YES, YES, HM], "retained by ann, bob"),
        // More than were asked for: half of all who did.
        (most, vec![YES, YES, NO, NO], "disputed 2 accept, 2 reject"),
        // Unfinished reviews do not count, however they begin.
        (all, vec![YES, YES, "yes - none -"], "under review 2 of 3"),
        (all, vec![YES, YES, "no - - -"], "under review 2 of 3"),
        (all, vec!["yes - - -"], "under review 0 of 3"),
        // Those who accept lie too far apart.
        (
            all,
            vec!["yes 3 none -", "yes 5 none -", "yes 4 none -"],
            "disputed those who accept are 2 apart on 'SCORE'; at most 1 is allowed",
        ),
        (
            most,
            vec!["yes 3 none -", "yes 4 none -", "no 0 none -"],
            "retained by ann, bob",
        ),
    ] {
        assert_eq!(
            state_of(&sheet(combine, 3), "one", &says, &[]),
            want,
            "{combine:?} {says:?}"
        );
    }
}

#[test]
fn an_audit_is_by_someone_who_did_not_review() {
    let form = sheet(Combine::All, 2);
    let own = "yes 3 none pass";
    let pass = "- - - pass";
    for (says, auditors, want) in [
        (vec![YES, YES], vec![], "awaiting audit"),
        (vec![YES, own], vec![], "awaiting audit"),
        (vec![YES, YES, pass], vec![], "retained by ann, bob; audited by cyd"),
        (vec![YES, YES, pass], vec!["pat"], "awaiting audit"),
        (
            vec![YES, YES, pass, NONE, NONE, pass],
            vec!["pat"],
            "retained by ann, bob; audited by pat",
        ),
        (vec![YES, YES, "- - - fail"], vec![], "rejected audit (cyd)"),
        (
            vec![YES, YES, pass, "- - - fail"],
            vec![],
            "disputed audits differ: cyd let it pass, dan did not",
        ),
        // An audit alone is no review, and accepts nothing.
        (vec![YES, pass], vec![], "under review 1 of 2"),
        (vec![pass], vec![], "pending"),
    ] {
        assert_eq!(state_of(&form, "two", &says, &auditors), want, "{says:?} {auditors:?}");
    }
}

#[test]
fn the_rule_is_that_of_the_task() {
    let form = sheet(Combine::All, 2);
    let mut ledger = Ledger::default();
    let mut say =
        |by: &str, seq: u64, question: &str, value: Value| said(&mut ledger, by, seq, "c", question, value, "");
    say("ann", 1, "task", json!("one"));
    say("bob", 1, "task", json!("two"));
    assert_eq!(
        show(&form, &ledger, &[]),
        "disputed reviewers differ on what it is: one (ann), two (bob)"
    );
    let mut open = Ledger::default();
    said(&mut open, "ann", 1, "c", "ok", json!("yes"), "");
    assert_eq!(show(&form, &open, &[]), "under review 0 complete");
    said(&mut open, "ann", 2, "c", "veto", json!("leak"), "");
    assert_eq!(show(&form, &open, &[]), "rejected veto: solution leakage (ann)");
    // An auditor who says what it is has not reviewed it.
    let mut audited = Ledger::default();
    for by in ["ann", "bob"] {
        for (seq, (question, value)) in (1..).zip([
            ("task", json!("two")),
            ("ok", json!("yes")),
            ("score", json!(1)),
            ("veto", json!("none")),
        ]) {
            said(&mut audited, by, seq, "c", question, value, "");
        }
    }
    said(&mut audited, "eve", 1, "c", "task", json!("two"), "");
    said(&mut audited, "eve", 2, "c", "audit", json!("pass"), "");
    assert_eq!(show(&form, &audited, &[]), "retained by ann, bob; audited by eve");
}

#[test]
fn an_acceptance_that_contradicts_itself_does_not_count() {
    let mut form = sheet(Combine::All, 2);
    form.checks = vec![Check {
        when: cond("ok == yes and score == 0"),
        says: "fine, yet the score is 0".to_owned(),
        block: true,
    }];
    let of = |form: &Form| state_of(form, "one", &["yes 1 none -", "yes 0 none -"], &[]);
    assert_eq!(
        of(&form),
        "disputed an acceptance contradicts itself: bob: fine, yet the score is 0"
    );
    form.checks[0].block = false;
    assert_eq!(of(&form), "retained by ann, bob");
}

#[test]
fn a_conflict_of_a_reviewer_with_themself_leaves_the_review_open() {
    let form = sheet(Combine::All, 1);
    let mut ledger = Ledger::default();
    for (seq, (question, value)) in (1..).zip([
        ("task", json!("one")),
        ("ok", json!("yes")),
        ("score", json!(1)),
        ("veto", json!("none")),
    ]) {
        said(&mut ledger, "ann", seq, "c", question, value, "");
    }
    assert_eq!(show(&form, &ledger, &[]), "retained by ann");
    said(&mut ledger, "ann", 5, "c", "ok", json!("no"), "");
    assert_eq!(show(&form, &ledger, &[]), "under review 0 of 1");
}

#[test]
fn a_decision_settles_a_dispute() {
    let form = sheet(Combine::All, 2);
    let subject = Subject::Case { case: "c".to_owned() };
    let people: Vec<String> = ["ann", "bob", "pat"].map(str::to_owned).to_vec();
    let mut ledger = Ledger::default();
    for (by, ok) in [("ann", "yes"), ("bob", "no")] {
        for (seq, (question, value)) in [
            ("task", json!("one")),
            ("ok", json!(ok)),
            ("score", json!(3)),
            ("veto", json!("none")),
        ]
        .into_iter()
        .enumerate()
        {
            said(&mut ledger, by, seq as u64 + 1, "c", question, value, "");
        }
    }
    let state = |ledger: &Ledger| {
        Review {
            ledger,
            form: &form,
            subject: &subject,
            gold: &[],
            people: &people,
            auditors: &[],
        }
        .state()
    };
    assert!(matches!(state(&ledger).1, State::Disputed { .. }));
    let decide = |word: &str| json!({"value": word, "reason": "looked again", "heads": ["ann w/2", "bob w/2"]});
    let mut yes = ledger.clone();
    said(&mut yes, "pat", 1, "c", "adjudicated/ok", decide("yes"), "");
    let by = vec!["pat".to_owned()];
    let retained = State::Retained {
        by: by.clone(),
        audited: None,
    };
    assert_eq!(state(&yes), ("one".to_owned(), retained));
    let mut no = ledger.clone();
    said(&mut no, "pat", 1, "c", "adjudicated/ok", decide("no"), "");
    let why = "as decided".to_owned();
    assert_eq!(state(&no).1, State::Rejected { why, by });
    // A decision over something else settles nothing.
    let mut other = ledger;
    said(
        &mut other,
        "pat",
        1,
        "c",
        "adjudicated/score",
        json!({"value": 3, "reason": "r", "heads": []}),
        "",
    );
    assert!(matches!(state(&other).1, State::Disputed { .. }));
}
