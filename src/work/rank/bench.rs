//! One case on the bench: its query, its pool and donors, ready to be weighed again and again without reading.

use std::sync::{Arc, PoisonError};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;
use crate::domain::bm25::Recipe;
use crate::domain::bm25::ask::{Ask, Dials};
use crate::domain::bm25::explain::{self, Standing, Swap, Versus};
use crate::domain::bm25::index::Scores;
use crate::domain::case::Case;
use crate::store::workspace::Workspace;
use crate::work::job::Reply;
use crate::work::lane::Desk;
use crate::work::merge;
use crate::work::office::Office;

use super::gold_docs;
use super::shelf::{Pool, Shelf, Want, Watch};

/// Donors that take the true image's place, at most.
pub const DONORS: usize = 20;

/// What the order of donors is seeded with.
pub const SEED: u64 = 1;

/// Wrong suspects ahead of gold that are looked at.
pub const WRONG: usize = 10;

/// Files between two words about how far the reading is.
const STRIDE: usize = 100;

/// A commit in memory.
#[derive(Debug)]
pub struct Held {
    /// Repository, commit, recipe, tests.
    key: (String, String, Recipe, bool),
    shelf: Shelf,
    pool: Arc<Pool>,
}

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
    /// The gold file that ranks first with all terms on, and its rank now.
    pub gold: Option<(RepoPath, Option<u32>)>,
    /// Files ranked ahead of it then, else those that follow: path, rank and score now.
    pub wrong: Vec<(RepoPath, Option<u32>, f64)>,
    /// The terms between that gold file and the chosen wrong one.
    pub terms: Vec<Versus>,
    /// Which wrong one was chosen.
    pub at: usize,
}

impl Bench {
    /// Reads what is needed, with the evidence of `producer` or of all; `None` when `watch` said to stop.
    ///
    /// # Errors
    /// The repository, the commit, or the evidence cannot be read.
    pub fn make(
        office: &Office,
        case: &Case,
        recipe: Recipe,
        tests: bool,
        producer: Option<&str>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>> {
        let mut slot = office.held.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (case.repo.clone(), case.base_commit.clone(), recipe, tests);
        // Another commit of the same repository needs its terms and bags all the same.
        let held = slot.take();
        let same = held.as_ref().is_some_and(|h| h.key == key);
        let held = match held {
            Some(held) if same => held,
            other => {
                let near = other.filter(|h| (&h.key.0, h.key.2) == (&key.0, recipe));
                let open = || Shelf::open(office, &case.repo, recipe).map_err(|f| Problem::input(f.to_string()));
                let mut shelf = near.map_or_else(open, |h| Ok(h.shelf))?;
                let want = Want {
                    functions: false,
                    tests,
                };
                let pool = shelf.pool(&case.base_commit, want, watch);
                let Some(pool) = pool.map_err(|f| Problem::input(f.to_string()))? else {
                    return Ok(None);
                };
                shelf.keep(&office.ws);
                Held {
                    key,
                    shelf,
                    pool: Arc::new(pool),
                }
            }
        };
        let (shelf, pool) = (&held.shelf, held.pool.clone());
        let catalog = office.catalog();
        let own = catalog.evidence_of(&case.id, producer)?;
        let ask = shelf.ask(case, &own);
        let mut donors = Vec::new();
        let mut near_donors = 0;
        // Without words of its own an image has no place among donors.
        if ask.fields().contains(&true) {
            for (id, near) in order(&office.ws, case, &catalog.with_evidence())? {
                let donor = ask.with(shelf.words(), &catalog.evidence_of(&id, producer)?);
                if donors.len() < DONORS && donor.fields().contains(&true) {
                    donors.push(donor);
                    near_donors += usize::from(near);
                }
            }
        }
        let out = Self {
            case: case.id.clone(),
            recipe,
            docs: gold_docs(&pool, &case.gold.files),
            gold: case.gold.files.clone(),
            pool,
            ask,
            donors,
            near_donors,
        };
        *slot = Some(held);
        Ok(Some(out))
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

    /// Weighs with these dials and looks at the wrong file number `at`. Milliseconds.
    ///
    /// Which gold file and which wrong ones are looked at follows from all terms together, so that switching one off
    /// moves ranks and nothing else.
    pub fn weigh(&self, dials: &Dials, at: usize) -> Weighed {
        let level = &self.pool.files;
        let scores = level.index.scores(&self.ask, dials);
        let whole = if dials.off.is_empty() {
            scores.clone()
        } else {
            let all = Dials {
                off: std::collections::BTreeSet::new(),
                ..dials.clone()
            };
            level.index.scores(&self.ask, &all)
        };
        let rank = |doc: u32| whole.rank_of(doc).unwrap_or(u32::MAX);
        let pairs = self.gold.iter().zip(&self.docs);
        let best = pairs
            .filter_map(|(path, doc)| Some((path, (*doc)?)))
            .min_by_key(|(_, doc)| rank(*doc));
        let wrong = self.wrong(&whole, best.map_or(u32::MAX, |(_, doc)| rank(doc)));
        let at = at.min(wrong.len().saturating_sub(1));
        let name = |doc: &u32| Some((level.doc(*doc)?.path.clone(), scores.rank_of(*doc), scores.of(*doc)));
        Weighed {
            dials: dials.clone(),
            standings: explain::standings(&level.index, &self.ask, dials, &self.docs),
            swap: (!self.donors.is_empty())
                .then(|| explain::swap(&level.index, &self.ask, &self.donors, dials, &self.docs)),
            gold: best.map(|(path, doc)| (path.clone(), scores.rank_of(doc))),
            terms: explain::versus(
                &level.index,
                &self.ask,
                dials,
                best.map(|(_, doc)| doc),
                wrong.get(at).copied(),
            ),
            wrong: wrong.iter().filter_map(name).collect(),
            at,
        }
    }

    /// The first files that are no gold and stand ahead of rank `gold`; when nothing does, those that follow, which
    /// gold has to be told from.
    fn wrong(&self, scores: &Scores, gold: u32) -> Vec<u32> {
        let ranked = (1u32..).zip(scores.top(usize::MAX));
        let wrong: Vec<(u32, u32)> = ranked
            .map(|(rank, (doc, _))| (rank, doc))
            .filter(|(_, doc)| !self.docs.contains(&Some(*doc)))
            .collect();
        let ahead = wrong.iter().filter(|(rank, _)| *rank < gold).count();
        let shown = if ahead == 0 { WRONG } else { ahead.min(WRONG) };
        wrong.into_iter().take(shown).map(|(_, doc)| doc).collect()
    }
}

/// Reads a case's pool on a lane, telling how far it is.
pub(in crate::work) fn run(office: &Office, desk: &Desk<'_>, case: &Case) {
    let mut told = 0;
    let made = Bench::make(office, case, Recipe::Code, false, None, &mut |done, total| {
        if done == 0 || done >= told + STRIDE {
            told = done;
            desk.reply(Reply::Reading(done, total));
        }
        !desk.stop()
    });
    match made {
        Ok(Some(bench)) => desk.reply(Reply::Bench(Ok(Arc::new(bench)))),
        // Somebody asked for something newer.
        Ok(None) => {}
        Err(p) => desk.reply(Reply::Bench(Err(p))),
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
