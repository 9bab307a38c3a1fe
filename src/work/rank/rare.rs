//! Rare words that an image says and the issue does not: what points at a place in the code, if anything does. Words
//! are those of `bm25-code`; rare is what at most ten files of the base commit have.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::error::Result;
use crate::domain::bm25::Recipe;
use crate::domain::bm25::ask::Ask;
use crate::domain::case::Case;
use crate::read::meter::Meter;
use crate::work::office::Office;

use super::library::Shelves;
use super::shelf::{Pool, Want};
use super::{Problems, gold_docs};

/// Files that may have a rare word.
pub const FILES: usize = 10;

/// A rare word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rare {
    /// The word.
    pub word: String,
    /// Files that have it.
    pub files: usize,
    /// A gold file is among them.
    pub gold: bool,
}

/// Rare words by case and exhibit, the rarest first.
pub type ByExhibit = BTreeMap<(String, String), Vec<Rare>>;

/// The rare words of all exhibits of these cases, and why some cases could not be looked into. `meter` counts cases.
///
/// # Errors
/// Evidence that cannot be read; a stop.
pub fn rare(
    office: &Office,
    cases: &[Case],
    producer: Option<&str>,
    meter: &Arc<Meter>,
) -> Result<(ByExhibit, Problems)> {
    let (mut out, mut problems) = (ByExhibit::new(), Problems::new());
    let mut shelves = Shelves::new(office, Recipe::Code);
    let want = Want {
        functions: false,
        tests: false,
    };
    meter.phase("looking for rare words", cases.len() as u64);
    for case in cases {
        meter.check()?;
        meter.add(1);
        let evidence = office.catalog().evidence_of(&case.id, producer)?;
        if evidence.is_empty() {
            continue;
        }
        let pool = match shelves.pool(&case.repo, &case.base_commit, want, &mut |_, _| !meter.stopped()) {
            Ok(Some(pool)) => pool,
            Ok(None) => {
                meter.check()?;
                continue;
            }
            Err(why) => {
                problems.entry(why).or_default().push(case.id.clone());
                continue;
            }
        };
        let Some(shelf) = shelves.shelf(&case.repo) else {
            continue;
        };
        let text = shelf.ask(case, &[]);
        for exhibit in &case.exhibits {
            let own: Vec<_> = evidence.iter().filter(|e| e.exhibit == exhibit.id).cloned().collect();
            let found = of(&text.with(shelf.words(), &own), &pool, case);
            if !found.is_empty() {
                out.insert((case.id.clone(), exhibit.id.clone()), found);
            }
        }
    }
    shelves.keep();
    Ok((out, problems))
}

fn of(ask: &Ask, pool: &Pool, case: &Case) -> Vec<Rare> {
    let index = &pool.files.index;
    let gold: Vec<u32> = gold_docs(pool, &case.gold.files).into_iter().flatten().collect();
    let mut out: Vec<Rare> = Vec::new();
    for term in ask.terms.iter().filter(|t| t.title + t.body == 0) {
        let files = term.id.map_or(0, |id| index.df(id));
        if (1..=FILES).contains(&files) && term.text.chars().count() >= 4 {
            out.push(Rare {
                word: term.text.to_string(),
                files,
                gold: gold.iter().any(|doc| index.gain(term, *doc) > 0.0),
            });
        }
    }
    out.sort_by(|a, b| (a.files, &a.word).cmp(&(b.files, &b.word)));
    out
}
