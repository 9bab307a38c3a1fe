//! Every real file beside the project through the readers: which one takes it, what comes out, and the published
//! numbers computed from it.

mod counts;
mod pins;
mod table;

use std::path::Path;

use casefile::base::error::{Problem, Result};
use casefile::domain::run::Suspects;
use casefile::read::input::Input;
use casefile::read::reader::{GoldRow, Item, Mapping, Sink, sniff};

use crate::support::shared;

/// All that a reader told about a file.
#[derive(Default)]
struct Bag {
    reader: String,
    items: Vec<Item>,
    refused: Vec<Problem>,
    mended: Vec<String>,
}

impl Sink for Bag {
    fn take(&mut self, item: Item, _file: &Path, _line: usize) -> Result<()> {
        self.items.push(item);
        Ok(())
    }

    fn refuse(&mut self, problem: Problem) -> Result<()> {
        self.refused.push(problem);
        Ok(())
    }

    fn mended(&mut self, how: &str, _file: &Path, _line: usize) {
        self.mended.push(how.to_owned());
    }

    fn note(&mut self, _problem: Problem) {}

    fn mapped(&mut self, _mapping: Mapping) {}
}

impl Bag {
    fn suspects(&self) -> Vec<&Suspects> {
        self.items
            .iter()
            .filter_map(|i| match i {
                Item::Suspects { suspects, .. } => Some(&**suspects),
                _ => None,
            })
            .collect()
    }

    fn gold(&self) -> Vec<&GoldRow> {
        self.items
            .iter()
            .filter_map(|i| match i {
                Item::Gold(gold) => Some(gold),
                _ => None,
            })
            .collect()
    }

    /// Rows by kind: `2 runs 40 suspects`.
    fn sum(&self) -> String {
        let kinds = [
            "cases",
            "images",
            "runs",
            "suspects",
            "trajectories",
            "evidence",
            "gold",
            "candidates",
            "judgements",
        ];
        let at = |i: &Item| match i {
            Item::Case(_) => 0,
            Item::Image(_) => 1,
            Item::Run { .. } => 2,
            Item::Suspects { .. } => 3,
            Item::Trajectory { .. } => 4,
            Item::Evidence(_) => 5,
            Item::Gold(_) => 6,
            Item::Candidate { .. } => 7,
            Item::Judgement(_) => 7,
        };
        let count = |n: usize| self.items.iter().filter(|i| at(i) == n).count();
        let parts = kinds.iter().enumerate().filter(|(n, _)| count(*n) > 0);
        parts
            .map(|(n, kind)| format!("{} {kind}", count(n)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Recognises and reads the file; one that nobody knows is told as refused.
fn read(path: &Path) -> Bag {
    let input = Input::new(path);
    let mut bag = Bag::default();
    let done = sniff(&input).and_then(|reader| {
        reader.name().clone_into(&mut bag.reader);
        reader.read(&input, &mut bag)
    });
    bag.refused.extend(done.err());
    bag
}

/// Reads a file of the predictions, which must come out without a refusal.
fn predictions(rel: &str) -> Option<Bag> {
    let bag = read(&shared()?.join("data/predictions").join(rel));
    assert!(bag.refused.is_empty(), "{rel}: {:?}", bag.refused);
    Some(bag)
}
