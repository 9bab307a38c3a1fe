use super::*;

fn entry(writer: &str, seq: u64, value: Value, supersedes: &[(&str, u64)]) -> Entry {
    Entry {
        v: 1,
        seq,
        prev: String::new(),
        writer: writer.into(),
        at: format!("2026-01-01T00:00:{seq:02}Z"),
        by: "ann".into(),
        subject: Subject::Case { case: "c".into() },
        question: "relevance".into(),
        op: Op::Set,
        value,
        supersedes: supersedes
            .iter()
            .map(|(w, s)| EntryId {
                writer: (*w).into(),
                seq: *s,
            })
            .collect(),
        about: None,
        form_hash: String::new(),
        sight: Sight::Open,
        took_ms: 0,
        saw: String::new(),
        imported: None,
    }
}

fn key() -> Key {
    Key {
        by: "ann".into(),
        subject: Subject::Case { case: "c".into() },
        question: "relevance".into(),
    }
}

#[test]
fn head_does_not_depend_on_order_of_arrival() {
    let all = [
        entry("a", 1, 1.into(), &[]),
        entry("b", 1, 2.into(), &[("a", 1)]),
        entry("b", 2, 0.into(), &[("b", 1)]),
    ];
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0]] {
        let mut ledger = Ledger::default();
        for at in order {
            ledger.apply(&all[at]);
        }
        let heads: Vec<&Value> = ledger.heads(&key()).iter().map(|h| &h.value).collect();
        assert_eq!(heads, [&Value::from(0)], "{order:?}");
    }
}

#[test]
fn two_heads_are_a_conflict_and_a_copy_changes_nothing() {
    let mut ledger = Ledger::default();
    for _ in 0..2 {
        ledger.apply(&entry("a", 1, 1.into(), &[]));
        ledger.apply(&entry("b", 1, 2.into(), &[]));
    }
    assert_eq!(ledger.heads(&key()).len(), 2);
    assert_eq!(ledger.value("ann", &key().subject, "relevance"), None);
    assert_eq!(ledger.len(), 2);
    ledger.apply(&entry("a", 2, 0.into(), &[("a", 1), ("b", 1)]));
    assert_eq!(ledger.value("ann", &key().subject, "relevance"), Some(&Value::from(0)));
}

#[test]
fn two_people_on_one_clone_do_not_hide_each_other() {
    let mut ledger = Ledger::default();
    ledger.apply(&entry("a", 1, 1.into(), &[]));
    let mut other = entry("a", 1, 2.into(), &[]);
    other.by = "bob".into();
    ledger.apply(&other);
    assert_eq!(ledger.value("ann", &key().subject, "relevance"), Some(&Value::from(1)));
    assert_eq!(ledger.value("bob", &key().subject, "relevance"), Some(&Value::from(2)));
    assert_eq!(ledger.len(), 2);
}

#[test]
fn undo_finds_the_answer_before_even_when_it_came_late() {
    let mut ledger = Ledger::default();
    ledger.apply(&entry("b", 1, 2.into(), &[("a", 1)]));
    ledger.apply(&entry("a", 1, 1.into(), &[]));
    let step = ledger.last_done("ann").unwrap();
    assert_eq!((&step.value, &step.before), (&2.into(), &1.into()));
}

#[test]
fn undo_and_redo_walk_the_own_steps() {
    let mut ledger = Ledger::default();
    ledger.apply(&entry("a", 1, 1.into(), &[]));
    ledger.apply(&entry("a", 2, 2.into(), &[("a", 1)]));
    let step = ledger.last_done("ann").unwrap().clone();
    assert_eq!((step.value, step.before), (2.into(), 1.into()));
    let mut undo = entry("a", 3, 1.into(), &[("a", 2)]);
    (undo.op, undo.about) = (Op::Undo, Some(step.id));
    ledger.apply(&undo);
    assert_eq!(ledger.last_done("ann").unwrap().value, Value::from(1));
    assert_eq!(ledger.value("ann", &key().subject, "relevance"), Some(&Value::from(1)));
    let again = ledger.last_undone("ann").unwrap().clone();
    assert_eq!(again.value, Value::from(2));
    let mut redo = entry("a", 4, 2.into(), &[("a", 3)]);
    (redo.op, redo.about) = (Op::Redo, Some(again.id));
    ledger.apply(&redo);
    assert!(ledger.last_undone("ann").is_none());
    assert_eq!(ledger.value("ann", &key().subject, "relevance"), Some(&Value::from(2)));
}
