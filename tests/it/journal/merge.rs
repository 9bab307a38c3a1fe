//! The ledger as people work: several writers who see each other's files now and then. Whatever the order in which
//! the entries are read, and however often, the same answers hold.

use std::collections::{BTreeMap, BTreeSet};

use casefile::domain::entry::{Entry, Op, REVEAL, Subject};
use casefile::domain::ledger::{Key, Ledger};
use proptest::prelude::*;
use serde_json::Value;

use super::entry;

const WRITERS: [(&str, &str); 4] = [("ann", "w.1"), ("ann", "w.2"), ("ann", "x.1"), ("bob", "w.1")];

/// One thing that a writer does, after reading everybody's files when `reads`.
#[derive(Debug, Clone)]
struct Act {
    who: usize,
    case: u8,
    value: Option<u8>,
    reads: bool,
    /// 0 undo, 1 redo, 2 reveal, else an answer.
    kind: u8,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = (
        0..WRITERS.len(),
        0..3_u8,
        proptest::option::of(0..4_u8),
        any::<bool>(),
        0..12_u8,
    );
    let act = act.prop_map(|(who, case, value, reads, kind)| Act {
        who,
        case,
        value,
        reads,
        kind,
    });
    prop::collection::vec(act, 1..60)
}

/// Plays the acts as the program does: each writer with a ledger of what it has seen.
fn live(acts: &[Act]) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    let mut views: Vec<Ledger> = vec![Ledger::default(); WRITERS.len()];
    let mut next = [1_u64; WRITERS.len()];
    for act in acts {
        let (by, writer) = WRITERS[act.who];
        let view = &mut views[act.who];
        if act.reads {
            for e in &all {
                view.apply(e);
            }
        }
        let mut e = entry(
            next[act.who],
            &format!("c{}", act.case),
            act.value.map_or(Value::Null, Value::from),
        );
        (e.by, e.writer) = (by.to_owned(), writer.to_owned());
        let step = match act.kind {
            0 => view.last_done(by).cloned(),
            1 => view.last_undone(by).cloned(),
            _ => None,
        };
        match (act.kind, step) {
            (0 | 1, None) => continue,
            (kind, Some(step)) => {
                e.op = if kind == 0 { Op::Undo } else { Op::Redo };
                e.value = if kind == 0 { step.before } else { step.value };
                (e.subject, e.question, e.about) = (step.subject, step.question, Some(step.id));
            }
            (2, None) => (e.op, e.question) = (Op::Reveal, REVEAL.to_owned()),
            _ => {}
        }
        if e.op != Op::Reveal {
            e.supersedes = view.heads(&key(&e)).iter().map(|h| h.id.clone()).collect();
        }
        view.apply(&e);
        next[act.who] += 1;
        all.push(e);
    }
    all
}

fn key(e: &Entry) -> Key {
    Key {
        by: e.by.clone(),
        subject: e.subject.clone(),
        question: e.question.clone(),
    }
}

type Heads = BTreeMap<(String, Subject, String), BTreeSet<(String, String)>>;

/// Heads by the rule itself: entries that no other entry of their slot replaces.
fn by_the_rule(all: &[Entry]) -> Heads {
    let mut out = Heads::new();
    for e in all.iter().filter(|e| e.op != Op::Reveal) {
        let replaced = all.iter().any(|o| key(o) == key(e) && o.supersedes.contains(&e.id()));
        let slot = out
            .entry((e.by.clone(), e.subject.clone(), e.question.clone()))
            .or_default();
        if !replaced {
            slot.insert((e.id().to_string(), e.value.to_string()));
        }
    }
    out
}

fn of_ledger(ledger: &Ledger) -> Heads {
    ledger
        .all()
        .map(|(k, heads)| {
            let heads = heads.iter().map(|h| (h.id.to_string(), h.value.to_string())).collect();
            ((k.by.clone(), k.subject.clone(), k.question.clone()), heads)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_reading_and_copies_change_nothing(
        acts in acts(),
        order in prop::collection::vec(any::<u32>(), 120),
        copies in 0..60_usize,
    ) {
        let all = live(&acts);
        let mut read = all.clone();
        read.extend(all.iter().take(copies).cloned());
        let mut order: Vec<(u32, usize)> = order.into_iter().take(read.len()).enumerate().map(|(n, o)| (o, n)).collect();
        order.sort_unstable();
        let mut ledger = Ledger::default();
        for (_, n) in order {
            ledger.apply(&read[n]);
        }
        prop_assert_eq!(ledger.len(), all.len());
        prop_assert_eq!(of_ledger(&ledger), by_the_rule(&all));
        for e in all.iter().filter(|e| e.op == Op::Reveal) {
            prop_assert!(ledger.revealed(&e.by, e.subject.case()));
        }
        let mut lived = Ledger::default();
        for e in &all { lived.apply(e); }
        prop_assert_eq!(of_ledger(&lived), of_ledger(&ledger));
    }

    #[test]
    fn a_restart_finds_the_undo_of_the_own_writer(acts in acts()) {
        let acts: Vec<Act> = acts.into_iter().map(|a| Act { who: 0, ..a }).collect();
        let all = live(&acts);
        let (mut lived, mut again) = (Ledger::default(), Ledger::default());
        for e in &all { lived.apply(e); }
        for e in &all {
            again.apply(e);
            again.apply(&all[0]);
        }
        prop_assert_eq!(lived.last_done("ann"), again.last_done("ann"));
        prop_assert_eq!(lived.last_undone("ann"), again.last_undone("ann"));
        // Undo after undo takes back every answer, and never says something that nobody had said.
        for _ in 0..200 {
            let Some(step) = lived.last_done("ann").cloned() else { break };
            let said = step.before.is_null() || all.iter().any(|e| e.value == step.before);
            prop_assert!(said);
            let mut e = entry(lived.len() as u64 + 1, "", step.before);
            (e.writer, e.op) = ("w.1".to_owned(), Op::Undo);
            (e.subject, e.question, e.about) = (step.subject, step.question, Some(step.id));
            e.supersedes = lived.heads(&key(&e)).iter().map(|h| h.id.clone()).collect();
            lived.apply(&e);
        }
        prop_assert!(lived.last_done("ann").is_none());
        for (_, heads) in lived.all() {
            prop_assert!(heads.iter().all(|h| h.value.is_null()), "everything is taken back");
        }
    }
}
