//! The reference ranker on a repository of 5,000 made-up files: bags and index, a query, all of the explanation.

use std::fmt::Write as _;
use std::time::Duration;

use casefile::domain::bm25::Recipe;
use casefile::domain::bm25::ask::{Ask, Dials};
use casefile::domain::bm25::explain::{standings, swap, versus};
use casefile::domain::bm25::index::Index;
use casefile::domain::bm25::words::{Bag, Words};
use casefile::domain::evidence::Evidence;
use criterion::Criterion;

use super::made::Dice;
use super::{Book, Goal, group};

/// Files, and terms of a vocabulary about as wide as that of a real repository.
const FILES: u64 = 5_000;
const VERBS: u64 = 400;

/// An identifier: a verb, one or two nouns, now and then a number. Low numbers come often.
fn name(dice: &mut Dice) -> String {
    let low = |dice: &mut Dice, sides: u64| dice.roll(sides).min(dice.roll(sides)).min(dice.roll(sides));
    let (verb, noun) = (low(dice, VERBS), low(dice, 3_000));
    match dice.roll(3) {
        0 => format!("verb{verb}Noun{noun}"),
        1 => format!("{}_{}", dice.word(), noun),
        _ => format!("{}{}Of{}", dice.word(), noun % 97, dice.word()),
    }
}

/// Source of about eleven kilobytes, as a file of a large Java repository has.
fn source(dice: &mut Dice) -> String {
    let mut out = String::new();
    for _ in 0..220 {
        let (to, function) = (name(dice), name(dice));
        writeln!(out, "    {to} = {function}({}, {});", name(dice), name(dice)).unwrap();
    }
    out
}

pub(crate) fn run(c: &mut Criterion, book: &Book) {
    let mut dice = Dice(77_777_777_777);
    let files: Vec<(String, String)> = (0..FILES)
        .map(|n| {
            (
                format!("src/{}/{}{n}.ts", dice.word(), name(&mut dice)),
                source(&mut dice),
            )
        })
        .collect();
    let bags = |words: &mut Words| -> Vec<Bag> {
        files
            .iter()
            .map(|(path, text)| {
                let path = words.bag(path);
                words.bag(text).and(&path, Recipe::Code.path())
            })
            .collect()
    };
    let mut g = group(c, "rank", 4.0);
    book.time(&mut g, "5,000 files: bags and index", &Goal::Told, || {
        let mut words = Words::new(Recipe::Code);
        let bags = bags(&mut words);
        Index::new(Recipe::Code, &bags)
    });
    let mut words = Words::new(Recipe::Code);
    let bags = bags(&mut words);
    book.time(&mut g, "5,000 files: index of bags that are there", &Goal::Told, || {
        Index::new(Recipe::Code, &bags)
    });
    let index = Index::new(Recipe::Code, &bags);
    let mut text = |words: u64| (0..words).map(|_| name(&mut dice) + " ").collect::<String>();
    let read = |text: String| Evidence {
        exhibit: "e".to_owned(),
        ocr_text: Some(text),
        ..Evidence::default()
    };
    let own = [read(text(60))];
    let ask = Ask::new(&words, &text(8), &text(150), &own);
    let donors: Vec<Ask> = (0..20).map(|_| ask.with(&words, &[read(text(60))])).collect();
    let dials = Dials::new(Recipe::Code, 0.5);
    let gold = [Some(17), Some(4_000)];
    let quick = Goal::Within(Duration::from_millis(2));
    book.time(&mut g, "5,000 files: a query, its first 100", &quick, || {
        index.top(&ask, &dials, 100)
    });
    let whole = Goal::Within(Duration::from_millis(40));
    book.time(&mut g, "5,000 files: explaining, 20 donors and all", &whole, || {
        (
            standings(&index, &ask, &dials, &gold),
            swap(&index, &ask, &donors, &dials, &gold),
            versus(&index, &ask, &dials, gold[0], Some(9)),
        )
    });
    g.finish();
}
