//! Repositories at hand: the last few stay open with their terms, the last pool with its index.

use std::sync::Arc;

use super::shelf::{Pool, Shelf, Want, Watch};
use crate::domain::bm25::Recipe;
use crate::work::office::Office;

/// Repositories that stay in memory.
const OPEN: usize = 6;

/// Shelves, the one used last at the end.
pub(super) struct Shelves<'a> {
    office: &'a Office,
    recipe: Recipe,
    open: Vec<(String, Result<Shelf, String>)>,
    last: Option<(String, String, Arc<Pool>)>,
}

impl<'a> Shelves<'a> {
    pub(super) fn new(office: &'a Office, recipe: Recipe) -> Self {
        Self {
            office,
            recipe,
            open: Vec::new(),
            last: None,
        }
    }

    /// The pool of a commit; `None` when `watch` said to stop. An error is words for a person.
    pub(super) fn pool(
        &mut self,
        repo: &str,
        commit: &str,
        want: Want,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Arc<Pool>>, String> {
        self.fetch(repo);
        if let Some((r, c, pool)) = &self.last
            && (r.as_str(), c.as_str()) == (repo, commit)
        {
            return Ok(Some(pool.clone()));
        }
        let shelf = match self.open.last_mut() {
            Some((_, Ok(shelf))) => shelf,
            Some((_, Err(why))) => return Err(why.clone()),
            None => return Ok(None),
        };
        let Some(pool) = shelf.pool(commit, want, watch).map_err(|f| f.to_string())? else {
            return Ok(None);
        };
        let pool = Arc::new(pool);
        self.last = Some((repo.to_owned(), commit.to_owned(), pool.clone()));
        Ok(Some(pool))
    }

    /// The repository that [`Shelves::pool`] was asked about last.
    pub(super) fn shelf(&self, repo: &str) -> Option<&Shelf> {
        let found = self.open.iter().find(|(name, _)| name == repo);
        found.and_then(|(_, shelf)| shelf.as_ref().ok())
    }

    /// Keeps what was read of all of them.
    pub(super) fn keep(&self) {
        for (_, shelf) in &self.open {
            if let Ok(shelf) = shelf {
                shelf.keep(&self.office.ws);
            }
        }
    }

    /// Moves the repository to the end, opened.
    fn fetch(&mut self, repo: &str) {
        let at = self.open.iter().position(|(name, _)| name == repo);
        let one = match at {
            Some(at) => self.open.remove(at),
            None => {
                if self.open.len() >= OPEN {
                    let (_, oldest) = self.open.remove(0);
                    if let Ok(shelf) = oldest {
                        shelf.keep(&self.office.ws);
                    }
                }
                let shelf = Shelf::open(self.office, repo, self.recipe).map_err(|f| f.to_string());
                (repo.to_owned(), shelf)
            }
        };
        self.open.push(one);
    }
}
