//! Agreement: six annotators on 100,000 items, from answers to every coefficient with its interval.

use std::sync::Arc;
use std::time::Duration;

use casefile::domain::agree::{Ratings, Scale, measure};
use casefile::domain::entry::{Entry, Op, Sight, Subject};
use casefile::domain::form::Form;
use casefile::domain::ledger::Ledger;
use casefile::domain::panel::panels;
use casefile::store::forms;
use criterion::Criterion;

use super::made::Dice;
use super::{Book, Goal, group};

const ITEMS: u64 = 100_000;
const RATERS: u64 = 6;

pub(crate) fn run(c: &mut Criterion, book: &Book) {
    let mut g = group(c, "agree", 3.0);
    let goal = Goal::Within(Duration::from_millis(500));
    let (form, ledger) = said();
    let ratings = panels(&ledger, &form, &[], &|_, _| true).remove(0).ratings.unwrap();
    assert_eq!((ratings.units.len() as u64, ratings.raters() as u64), (ITEMS, RATERS));
    book.time(
        &mut g,
        "agreement, 100,000 x 6, all coefficients and intervals",
        &goal,
        || measure(&ratings),
    );
    let seven = categories();
    book.time(
        &mut g,
        "agreement, 100,000 x 6, seven categories, some missing",
        &goal,
        || measure(&seven),
    );
    book.time(
        &mut g,
        "600,000 answers laid out by item and annotator",
        &Goal::Told,
        || panels(&ledger, &form, &[], &|_, _| true),
    );
    g.finish();
}

/// An answer that is mostly the right one.
fn near(dice: &mut Dice, right: u64, labels: u64) -> u64 {
    if dice.roll(10) < 7 { right } else { dice.roll(labels) }
}

fn categories() -> Ratings {
    let mut dice = Dice(2_718_281);
    let mut unit = || {
        let right = dice.roll(7);
        (0..RATERS)
            .map(|_| (dice.roll(10) > 0).then(|| near(&mut dice, right, 7) as u16))
            .collect()
    };
    Ratings {
        units: (0..ITEMS).map(|_| unit()).collect(),
        domain: (0..7).map(|n| n.to_string()).collect(),
        scale: Scale::Nominal,
    }
}

/// Six people on the relevance of every case.
fn said() -> (Arc<Form>, Ledger) {
    let form = Arc::new(forms::load("nowhere".as_ref(), "evidence").unwrap());
    let mut dice = Dice(1_618_033);
    let mut ledger = Ledger::default();
    for n in 0..ITEMS {
        let right = dice.roll(4);
        for rater in 0..RATERS {
            let value = i64::try_from(near(&mut dice, right, 4)).unwrap() - 1;
            ledger.take(Entry {
                v: 1,
                seq: n + 1,
                prev: String::new(),
                writer: format!("w{rater}"),
                at: String::new(),
                by: format!("rater-{rater}"),
                subject: Subject::Case {
                    case: format!("owner__project-{n}"),
                },
                question: "relevance".to_owned(),
                op: Op::Set,
                value: value.into(),
                supersedes: Vec::new(),
                about: None,
                form_hash: form.hash.clone(),
                sight: Sight::Open,
                took_ms: 0,
                saw: String::new(),
                imported: None,
            });
        }
    }
    (form, ledger)
}
