use serde_json::{Value, json};

use super::*;
use crate::domain::adjudicate::{self, Decision};
use crate::domain::consensus::Court;
use crate::domain::entry::Subject;
use crate::domain::form::{Answer, Form, Rule};
use crate::domain::ledger::Ledger;
use crate::domain::panel::panels;
use crate::domain::testing::{form, said, says};

fn asked() -> Form {
    form(&[("q", Answer::Choice, &[json!("x"), json!("y")])])
}

fn found(ledger: &Ledger, form: &Form, auditors: &[String]) -> Vec<Item> {
    let people = ledger.annotators();
    let court = Court {
        ledger,
        form,
        people: &people,
        auditors,
        wanted: 1,
    };
    let panel = panels(ledger, form, &[], &|_, _| true).remove(0);
    items(&panel, &court, "1")
}

fn case(id: &str) -> Subject {
    Subject::Case { case: id.into() }
}

fn decide(ledger: &mut Ledger, by: &str, seq: u64, item: &Item, value: &str) {
    let decision = Decision {
        value: json!(value),
        reason: "the text says so".into(),
        heads: item.heads.clone(),
    };
    let question = adjudicate::question("q");
    says(
        ledger,
        by,
        seq,
        item.subject.clone(),
        &question,
        decision.to_value(),
        "",
        None,
    );
}

fn answers(ledger: &mut Ledger, seq: u64, id: &str, all: [(&str, Value); 2]) {
    for (by, value) in all {
        said(ledger, by, seq, id, "q", value, "");
    }
}

#[test]
fn from_open_to_settled_to_stale() {
    let (form, mut ledger) = (asked(), Ledger::default());
    answers(&mut ledger, 1, "a", [("ann", json!("x")), ("bob", json!("y"))]);
    answers(&mut ledger, 2, "b", [("ann", json!("x")), ("bob", json!("x"))]);
    answers(&mut ledger, 3, "c", [("ann", json!("y")), ("bob", json!("x"))]);
    let open = found(&ledger, &form, &[]);
    let names: Vec<String> = open.iter().map(|i| i.subject.name()).collect();
    assert_eq!(names, ["a", "c"], "where they agree nothing is listed");
    assert!(open.iter().all(|i| i.state == State::Open));

    decide(&mut ledger, "eve", 1, &open[0], "x");
    let settled = found(&ledger, &form, &[]);
    assert_eq!(settled[1].subject, case("a"), "open ones come first");
    assert_eq!(settled[1].state.words(), "settled x by eve: the text says so");
    assert!(!settled[1].state.is_open());

    // Bob changes his mind to the same answer again: still another answer than the one decided upon.
    says(&mut ledger, "bob", 4, case("a"), "q", json!("y"), "", Some(1));
    let stale = found(&ledger, &form, &[]);
    assert!(matches!(&stale[1].state, State::Stale { value, .. } if value == "x"));
    assert!(stale[1].state.is_open() && stale[1].state.words().starts_with("STALE"));

    // A second opinion that differs.
    decide(&mut ledger, "fay", 1, &stale[1], "y");
    let apart = found(&ledger, &form, &[]);
    assert_eq!(apart[1].state, State::Apart);
    // Only fay may decide: then hers holds.
    let fay = found(&ledger, &form, &["fay".to_owned()]);
    assert_eq!(fay[1].state.words(), "settled y by fay: the text says so");
}

#[test]
fn voices_have_no_names_and_keep_their_reasons() {
    let (form, mut ledger) = (asked(), Ledger::default());
    answers(&mut ledger, 1, "a", [("ann", json!("x")), ("bob", json!("y"))]);
    said(&mut ledger, "ann", 2, "a", "q.why", json!("because"), "");
    said(&mut ledger, "bob", 2, "a", NOTE, json!("hard"), "");
    let all = found(&ledger, &form, &[]);
    let voices = &all[0].voices;
    let aliases: Vec<&str> = voices.iter().map(|v| v.alias.as_str()).collect();
    assert_eq!(aliases, ["A", "B"]);
    let x = voices.iter().find(|v| v.value == "x").unwrap();
    let y = voices.iter().find(|v| v.value == "y").unwrap();
    assert_eq!((x.why.as_str(), x.note.as_str()), ("because", ""));
    assert_eq!((y.why.as_str(), y.note.as_str()), ("", "hard"));
}

#[test]
fn the_rule_of_the_question_settles() {
    let (mut form, mut ledger) = (asked(), Ledger::default());
    form.questions[0].rule = Rule::Majority;
    answers(&mut ledger, 1, "a", [("ann", json!("x")), ("bob", json!("y"))]);
    assert_eq!(
        found(&ledger, &form, &[])[0].state,
        State::Open,
        "one against one is no majority"
    );
    said(&mut ledger, "eve", 1, "a", "q", json!("y"), "");
    let state = &found(&ledger, &form, &[])[0].state;
    assert_eq!(state.words(), "settled y by the rule: majority");
}

#[test]
fn aliases_go_on_after_z() {
    assert_eq!([0, 25, 26].map(alias), ["A", "Z", "27"]);
}
