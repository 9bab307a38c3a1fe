use serde_json::json;

use super::*;
use crate::domain::evidence::{CodeHint, ErrorSignal};
use crate::domain::testing::says;

fn exhibit() -> Subject {
    Subject::Exhibit {
        case: "c".into(),
        exhibit: "x".into(),
    }
}

fn record() -> Evidence {
    Evidence {
        case: "c".into(),
        exhibit: "x".into(),
        producer: "qwen/vl".into(),
        ocr_text: Some("one\ntwo".into()),
        error_signal: Some(ErrorSignal {
            kind: Some("exception".into()),
            ..ErrorSignal::default()
        }),
        code_hint: Some(CodeHint {
            file_patterns: vec!["a.js".into(), "b.js".into()],
            ..CodeHint::default()
        }),
        ..Evidence::default()
    }
}

#[test]
fn questions_name_producer_and_part_whatever_the_producer_is_called() {
    assert_eq!(question("qwen/vl", Part::Files), "vce/qwen/vl/code_hint.file_patterns");
    for part in Part::ALL {
        assert_eq!(about(&question("qwen/vl", part)), Some(("qwen/vl", part)));
    }
    for other in ["relevance", "vce", "vce/", "vce//notes", "vce/m/confidence", "gate/A"] {
        assert_eq!(about(other), None, "{other}");
    }
}

#[test]
fn values_say_what_they_said() {
    let text = Say::Correct(vec!["a".into(), "b".into()]);
    assert_eq!(text.value(Part::Text), json!({"correct": "a\nb"}));
    assert_eq!(text.value(Part::Files), json!({"correct": ["a", "b"]}));
    for (say, part) in [
        (Say::Accept, Part::Text),
        (Say::Reject, Part::Files),
        (text.clone(), Part::Text),
        (text, Part::Files),
    ] {
        assert_eq!(Say::read(&say.value(part)), Some(say));
    }
    for odd in [
        json!(null),
        json!("maybe"),
        json!(2),
        json!({"correct": 3}),
        json!({"correct": [1]}),
    ] {
        assert_eq!(Say::read(&odd), None, "{odd}");
    }
}

#[test]
fn parts_come_back_as_they_were_set_and_empty_groups_go() {
    let full = record();
    for part in Part::ALL {
        let mut other = Evidence::default();
        let lines = vec!["first".to_owned(), "second".to_owned()];
        part.set(&mut other, lines.clone());
        assert_eq!(part.get(&other), lines, "{}", part.name());
        part.set(&mut other, Vec::new());
        assert_eq!(other, Evidence::default(), "{}", part.name());
    }
    assert_eq!(Part::Text.get(&full), ["one", "two"]);
    assert_eq!(Part::Files.get(&full), ["a.js", "b.js"]);
    assert_eq!(Part::ErrorKind.get(&full), ["exception"]);
}

#[test]
fn people_settle_a_record_where_they_do_not_differ() {
    let mut ledger = Ledger::default();
    let about = |part| question("qwen/vl", part);
    for (n, by, part, value) in [
        (1, "ann", Part::Text, json!({"correct": "one\nthree"})),
        (2, "bob", Part::Text, json!({"correct": "one\nthree"})),
        (3, "ann", Part::ErrorKind, json!("reject")),
        (4, "ann", Part::Files, json!({"correct": ["a.js"]})),
        (5, "bob", Part::Files, json!("accept")),
        (6, "ann", Part::Notes, json!("accept")),
    ] {
        says(&mut ledger, by, n, exhibit(), &about(part), value, "", None);
    }
    let all = Sayings::of(&ledger);
    let settled = all.settle(&record());
    assert_eq!(settled.record.ocr_text.as_deref(), Some("one\nthree"));
    assert_eq!(settled.record.error_signal, None, "rejected");
    assert_eq!(settled.record.code_hint, record().code_hint, "people differ");
    assert_eq!((settled.changed, settled.disputed), (2, 1));
    let other = Evidence {
        producer: "other".into(),
        ..record()
    };
    assert_eq!(all.settle(&other), untouched(&other), "said about another producer");
}

/// What comes of a record about which nobody said anything that counts.
fn untouched(record: &Evidence) -> Settled {
    Settled {
        record: record.clone(),
        ..Settled::default()
    }
}

#[test]
fn a_value_that_everybody_refused_does_not_come_back() {
    let to = |text: &str| json!({"correct": text});
    let (yes, no) = (|| json!("accept"), || json!("reject"));
    // What ann, bob, cyd, dan say about a type that was read as "E": what holds, and whether they differ. By hand.
    for (says_so, holds, disputed) in [
        (vec![no()], None, false),
        (vec![to("F")], Some("F"), false),
        (vec![no(), no()], None, false),
        (vec![no(), to("F")], None, true),
        (vec![to("F"), to("G")], None, true),
        (vec![yes(), to("F")], Some("E"), true),
        (vec![yes(), no()], Some("E"), true),
        (vec![yes(), no(), to("F")], Some("E"), true),
        (vec![no(), to("F"), to("F")], Some("F"), true),
        (vec![yes(), to("F"), to("F")], Some("F"), true),
        (vec![yes(), no(), no()], None, true),
        (vec![yes(), yes(), no()], Some("E"), true),
        (vec![no(), to("F"), to("G")], None, true),
        // Two of four are not more than half.
        (vec![yes(), to("G"), to("F"), to("F")], Some("E"), true),
        (vec![no(), to("G"), to("F"), to("F")], None, true),
        // A correction to what was read accepts it.
        (vec![to("E"), yes()], Some("E"), false),
        (vec![to("E"), no()], Some("E"), true),
    ] {
        let mut ledger = Ledger::default();
        for (n, (by, value)) in ["ann", "bob", "cyd", "dan"].into_iter().zip(&says_so).enumerate() {
            let asked = question("qwen/vl", Part::ErrorType);
            says(
                &mut ledger,
                by,
                n as u64 + 1,
                exhibit(),
                &asked,
                value.clone(),
                "",
                None,
            );
        }
        let mut read = record();
        Part::ErrorType.set(&mut read, vec!["E".into()]);
        let settled = Sayings::of(&ledger).settle(&read);
        let found = settled
            .record
            .error_signal
            .as_ref()
            .and_then(|e| e.type_name.as_deref());
        assert_eq!((found, settled.disputed), (holds, usize::from(disputed)), "{says_so:?}");
        assert_eq!(settled.changed, usize::from(holds != Some("E")), "{says_so:?}");
    }
}

#[test]
fn a_person_writes_a_record_of_their_own() {
    let mut ledger = Ledger::default();
    for (n, by, producer, part, value) in [
        (1, "ann", "ann", Part::Action, json!({"correct": "clicks Save"})),
        (2, "ann", "ann", Part::Elements, json!({"correct": ["Save button"]})),
        (3, "bob", "ann", Part::Action, json!("reject")),
        (4, "bob", "qwen/vl", Part::Notes, json!({"correct": "n"})),
    ] {
        says(
            &mut ledger,
            by,
            n,
            exhibit(),
            &question(producer, part),
            value,
            "",
            None,
        );
    }
    let written = Sayings::of(&ledger).written("c");
    assert_eq!(written.len(), 1, "only ann wrote one");
    let own = &written[0];
    assert_eq!((own.producer.as_str(), own.exhibit.as_str()), ("ann", "x"));
    assert_eq!(own.user_action.as_deref(), Some("clicks Save"));
    assert_eq!(own.ui_elements, ["Save button"]);
    assert!(Sayings::of(&ledger).written("d").is_empty());
}

#[test]
fn what_others_say_of_a_persons_record_settles_it() {
    let mut ledger = Ledger::default();
    let about = |part| question("ann", part);
    for (n, by, part, value) in [
        (1, "ann", Part::Action, json!({"correct": "clicks Save"})),
        (2, "ann", Part::Notes, json!({"correct": "blurred"})),
        (3, "ann", Part::Saliency, json!({"correct": "a red line"})),
        (4, "bob", Part::Action, json!({"correct": "presses Save"})),
        (5, "bob", Part::Notes, json!("reject")),
    ] {
        says(&mut ledger, by, n, exhibit(), &about(part), value, "", None);
    }
    let all = Sayings::of(&ledger);
    let own = all.own("c", "x", "ann").unwrap();
    let settled = all.settle(&own);
    assert_eq!(settled.record.user_action.as_deref(), Some("presses Save"));
    assert_eq!(settled.record.notes, None);
    assert_eq!(settled.record.visual_saliency.as_deref(), Some("a red line"));
    assert_eq!((settled.changed, settled.disputed), (2, 0));
    // Ann's own words are no second opinion about them.
    assert_eq!(all.only("ann").settle(&own), untouched(&own));
}

#[test]
fn one_question_read_anew_is_as_all_read_anew() {
    let mut ledger = Ledger::default();
    let mut kept = Sayings::default();
    for (n, by, part, value, over) in [
        (1, "ann", Part::Text, json!("accept"), None),
        (2, "bob", Part::Text, json!("reject"), None),
        (3, "ann", Part::Files, json!({"correct": ["a.js"]}), None),
        (4, "ann", Part::Files, json!(null), Some(3)),
        (5, "ann", Part::Text, json!("reject"), Some(1)),
    ] {
        let asked = question("qwen/vl", part);
        says(&mut ledger, by, n, exhibit(), &asked, value, "", over);
        kept.renew(&ledger, &exhibit(), &asked);
        assert_eq!(kept, Sayings::of(&ledger), "after entry {n}");
    }
    assert_eq!(kept.all().count(), 1, "the files were cleared");
    kept.renew(&ledger, &exhibit(), "relevance");
    assert_eq!(kept, Sayings::of(&ledger));
    let ann = kept.only("ann");
    let said = ann.get("c", "x", "qwen/vl", Part::Text).unwrap();
    assert_eq!(said.people, [("ann".to_owned(), Say::Reject)]);
    assert_eq!(kept.only("cyd"), Sayings::default());
}
