//! One case on the bench: its query, its pool and donors, ready to be weighed again and again without reading.

use std::sync::Arc;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;
use crate::domain::bm25::Recipe;
use crate::domain::bm25::ask::{Ask, Dials};
use crate::domain::bm25::explain::{self, Standing, Swap, Versus};
use crate::domain::case::Case;
use crate::store::workspace::Workspace;
use crate::work::merge;
use crate::work::office::Office;

use super::gold_docs;
use super::library::Shelves;
use super::shelf::{Pool, Want, Watch};

/// Donors that take the true image's place, at most.
pub const DONORS: usize = 20;

/// What the order of donors is seeded with.
pub const SEED: u64 = 1;

/// Wrong suspects ahead of gold that are looked at.
pub const WRONG: usize = 10;

/// A case ready to be weighed.
#[derive(Debug)]
pub struct Bench {
    /// Its id.
    pub case: String,
    /// The recipe.
    pub recipe: Recipe,
    pool: Arc<Pool>,
    ask: Ask,
    donors: Vec<Ask>,
    /// Donors of the same repository; the others are from elsewhere.
    pub near_donors: usize,
    /// Its gold files.
    pub gold: Vec<RepoPath>,
    docs: Vec<Option<u32>>,
}

/// What one setting of the dials gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The setting.
    pub dials: Dials,
    /// Ranks of gold: text, +OCR, +VCE, without each field.
    pub standings: Vec<Standing>,
    /// The true image among donors; `None` without evidence or donors.
    pub swap: Option<Swap>,
    /// The gold file that ranks first, with its rank.
    pub gold: Option<(RepoPath, Option<u32>)>,
    /// Files ranked ahead of it, else those that follow: path, rank, score.
    pub wrong: Vec<(RepoPath, u32, f64)>,
    /// The terms between that gold file and the chosen wrong one.
    pub terms: Vec<Versus>,
    /// Which wrong one was chosen.
    pub at: usize,
}

impl Bench {
    /// Reads what is needed; `None` when `watch` said to stop.
    ///
    /// # Errors
    /// The repository, the commit, or the evidence cannot be read.
    pub fn make(
        office: &Office,
        case: &Case,
        recipe: Recipe,
        tests: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>> {
        let mut shelves = Shelves::new(office, recipe);
        let want = Want {
            functions: false,
            tests,
        };
        let pool = shelves.pool(&case.repo, &case.base_commit, want, watch);
        let Some(pool) = pool.map_err(Problem::input)? else {
            return Ok(None);
        };
        shelves.keep();
        let Some(shelf) = shelves.shelf(&case.repo) else {
            return Ok(None);
        };
        let catalog = office.catalog();
        let own = catalog.evidence(&case.id)?;
        let ask = shelf.ask(case, &own);
        let mut donors = Vec::new();
        let mut near_donors = 0;
        // Without words of its own an image has no place among donors.
        if ask.fields().contains(&true) {
            for (id, near) in order(&office.ws, case, &catalog.with_evidence())? {
                let donor = ask.with(shelf.words(), &catalog.evidence(&id)?);
                if donors.len() < DONORS && donor.fields().contains(&true) {
                    donors.push(donor);
                    near_donors += usize::from(near);
                }
            }
        }
        Ok(Some(Self {
            case: case.id.clone(),
            recipe,
            docs: gold_docs(&pool, &case.gold.files),
            gold: case.gold.files.clone(),
            pool,
            ask,
            donors,
            near_donors,
        }))
    }

    /// Files in the pool.
    pub fn pool(&self) -> usize {
        self.pool.files.docs.len()
    }

    /// Whether the images say anything.
    pub fn has_evidence(&self) -> bool {
        self.ask.fields().contains(&true)
    }

    /// Number of donors.
    pub fn donors(&self) -> usize {
        self.donors.len()
    }

    /// Weighs with these dials and looks at the wrong suspect number `at`. Milliseconds.
    pub fn weigh(&self, dials: &Dials, at: usize) -> Weighed {
        let level = &self.pool.files;
        let scores = level.index.scores(&self.ask, dials);
        let rank = |doc: u32| scores.rank_of(doc).unwrap_or(u32::MAX);
        let pairs = self
            .gold
            .iter()
            .zip(&self.docs)
            .filter_map(|(path, doc)| Some((path, (*doc)?)));
        let best = pairs.min_by_key(|(_, doc)| rank(*doc));
        let ahead = best.map_or(u32::MAX, |(_, doc)| rank(doc));
        // When nothing stands ahead, what follows is what gold has to be told from.
        let before = usize::try_from(ahead.saturating_sub(1)).unwrap_or(0);
        let listed = if before == 0 {
            WRONG + self.gold.len()
        } else {
            before.min(WRONG) + self.gold.len()
        };
        let tops = (1u32..).zip(scores.top(listed));
        let wrongs = tops.filter(|(_, (doc, _))| !self.docs.contains(&Some(*doc)));
        let wrongs: Vec<(u32, u32, f64)> = wrongs
            .map(|(rank, (doc, score))| (rank, doc, score))
            .take(WRONG)
            .collect();
        let at = at.min(wrongs.len().saturating_sub(1));
        let chosen = wrongs.get(at).map(|(_, doc, _)| *doc);
        let name = |(rank, doc, score): (u32, u32, f64)| Some((level.doc(doc)?.path.clone(), rank, score));
        Weighed {
            dials: dials.clone(),
            standings: explain::standings(&level.index, &self.ask, dials, &self.docs),
            swap: (!self.donors.is_empty())
                .then(|| explain::swap(&level.index, &self.ask, &self.donors, dials, &self.docs)),
            gold: best.map(|(path, doc)| (path.clone(), scores.rank_of(doc))),
            terms: explain::versus(&level.index, &self.ask, dials, best.map(|(_, doc)| doc), chosen),
            wrong: wrongs.into_iter().filter_map(name).collect(),
            at,
        }
    }
}

#[derive(Deserialize)]
struct Head {
    id: String,
    #[serde(default)]
    repo: String,
}

/// Other cases with evidence: those of the same repository first, then by SHA-256 of seed, case and donor.
fn order(ws: &Workspace, case: &Case, have: &[&str]) -> Result<Vec<(String, bool)>> {
    let path = ws.cases();
    let mut near = std::collections::HashSet::new();
    merge::old_lines(&path, &mut |number, line| {
        let head: Head = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
        if head.repo == case.repo {
            near.insert(head.id);
        }
        Ok(())
    })?;
    let mut out: Vec<(bool, Vec<u8>, &str)> = have
        .iter()
        .filter(|id| **id != case.id)
        .map(|id| {
            let mixed = Sha256::digest(format!("{SEED}|{}|{id}", case.id));
            (!near.contains(*id), mixed.to_vec(), *id)
        })
        .collect();
    out.sort();
    Ok(out
        .into_iter()
        .map(|(far, _, id)| (id.to_owned(), !far))
        .take(4 * DONORS)
        .collect())
}
