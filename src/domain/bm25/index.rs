//! The index of a commit: postings as flat arrays, scores of a query, top and rank.

use std::cmp::Ordering;

use crate::base::num::{size, small};

use super::Recipe;
use super::ask::{Ask, Dials, Term};
use super::words::Bag;

/// Which documents hold which term. Documents are numbered as they were given; give them in order of their paths,
/// since equal scores keep that order.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Where the postings of each term begin; one more than there are terms.
    starts: Vec<u32>,
    /// Document and count, terms one after the other, documents ascending.
    postings: Vec<(u32, u32)>,
    /// k1 · (1 − b + b · len / mean len) of each document.
    norms: Vec<f64>,
}

impl Index {
    /// Indexes `docs` with the parameters of `recipe`.
    pub fn new(recipe: Recipe, docs: &[Bag]) -> Self {
        Self::with(recipe.k1(), recipe.b(), docs)
    }

    /// Indexes `docs` with these parameters.
    pub fn with(k1: f64, b: f64, docs: &[Bag]) -> Self {
        let highest = docs.iter().filter_map(|d| d.terms.last()).map(|(t, _)| *t).max();
        let mut starts = vec![0u32; highest.map_or(1, |t| size(t.into()) + 2)];
        for (term, _) in docs.iter().flat_map(|d| &d.terms) {
            if let Some(n) = starts.get_mut(size((*term).into()) + 1) {
                *n = n.saturating_add(1);
            }
        }
        let mut sum = 0u32;
        for n in &mut starts {
            sum = sum.saturating_add(*n);
            *n = sum;
        }
        let mut next = starts.clone();
        let mut postings = vec![(0, 0); size(sum.into())];
        for (doc, bag) in docs.iter().enumerate() {
            for (term, count) in &bag.terms {
                let Some(at) = next.get_mut(size((*term).into())) else {
                    continue;
                };
                if let Some(place) = postings.get_mut(size((*at).into())) {
                    *place = (small(doc), *count);
                }
                *at = at.saturating_add(1);
            }
        }
        let lens: Vec<f64> = docs.iter().map(|d| d.len() as f64).collect();
        let mean = lens.iter().sum::<f64>() / lens.len().max(1) as f64;
        // Without any term there is nothing to score, and nothing to divide by.
        let mean = if mean > 0.0 { mean } else { 1.0 };
        let norms = lens.iter().map(|len| k1 * (1.0 - b + b * len / mean)).collect();
        Self {
            starts,
            postings,
            norms,
        }
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.norms.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.norms.is_empty()
    }

    fn postings(&self, term: u32) -> &[(u32, u32)] {
        let at = |n: usize| self.starts.get(n).map(|s| size((*s).into()));
        let term = size(term.into());
        match (at(term), at(term + 1)) {
            (Some(from), Some(to)) => self.postings.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    /// In how many documents a term stands.
    pub fn df(&self, term: u32) -> usize {
        self.postings(term).len()
    }

    /// ln(1 + (N − df + 0.5) / (df + 0.5)).
    pub fn idf(&self, term: u32) -> f64 {
        let (n, df) = (self.len() as f64, self.df(term) as f64);
        ((n - df + 0.5) / (df + 0.5)).ln_1p()
    }

    fn share(&self, doc: u32, count: u32) -> f64 {
        let norm = self.norms.get(size(doc.into())).copied().unwrap_or(1.0);
        let tf = f64::from(count);
        tf / (tf + norm)
    }

    /// What one occurrence of the term in the query adds to the score of `doc`.
    pub fn gain(&self, term: &Term, doc: u32) -> f64 {
        let Some(id) = term.id else { return 0.0 };
        let all = self.postings(id);
        match all.binary_search_by_key(&doc, |(d, _)| *d) {
            Ok(at) => all
                .get(at)
                .map_or(0.0, |(_, count)| self.idf(id) * self.share(doc, *count)),
            Err(_) => 0.0,
        }
    }

    /// Scores of all documents: those by the text, then what the images add.
    pub fn scores(&self, ask: &Ask, dials: &Dials) -> Scores {
        let mut out = self.by_text(ask, dials);
        self.add_images(&mut out, ask, dials);
        out
    }

    /// Scores by title and body alone: queries that differ in their evidence share them.
    pub fn by_text(&self, ask: &Ask, dials: &Dials) -> Scores {
        let mut out = Scores(vec![0.0; self.len()]);
        self.add(&mut out, ask, |term| dials.text(term));
        out
    }

    /// Adds what the evidence of `ask` gives to scores by its text.
    pub fn add_images(&self, scores: &mut Scores, ask: &Ask, dials: &Dials) {
        self.add(scores, ask, |term| dials.images(term));
    }

    fn add(&self, scores: &mut Scores, ask: &Ask, weigh: impl Fn(&Term) -> f64) {
        for term in &ask.terms {
            let Some(id) = term.id else { continue };
            let weight = weigh(term);
            // A weight of 0 adds nothing; one below would be a wish to push down, which no recipe has.
            if weight <= 0.0 {
                continue;
            }
            let each = weight * self.idf(id);
            for (doc, count) in self.postings(id) {
                if let Some(score) = scores.0.get_mut(size((*doc).into())) {
                    *score += each * self.share(*doc, *count);
                }
            }
        }
    }

    /// The best `n` documents with their scores.
    pub fn top(&self, ask: &Ask, dials: &Dials, n: usize) -> Vec<(u32, f64)> {
        self.scores(ask, dials).top(n)
    }
}

/// Scores of one query, by document; 0 for a document that has none of its terms.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores(Vec<f64>);

impl Scores {
    /// The score of a document.
    pub fn of(&self, doc: u32) -> f64 {
        self.0.get(size(doc.into())).copied().unwrap_or(0.0)
    }

    /// The best `n` documents, best first; those that share no term with the query are not listed.
    pub fn top(&self, n: usize) -> Vec<(u32, f64)> {
        let mut all: Vec<(u32, f64)> = (0..).zip(self.0.iter().copied()).filter(|(_, s)| *s > 0.0).collect();
        let order = |a: &(u32, f64), b: &(u32, f64)| -> Ordering { b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)) };
        if n < all.len() && n > 0 {
            all.select_nth_unstable_by(n - 1, order);
        }
        all.truncate(n);
        all.sort_unstable_by(order);
        all
    }

    /// Rank of a document from 1; `None` when it shares no term with the query.
    pub fn rank_of(&self, doc: u32) -> Option<u32> {
        let own = self.of(doc);
        if own <= 0.0 {
            return None;
        }
        let ahead = (0u32..)
            .zip(&self.0)
            .filter(|(d, s)| **s > own || (**s >= own && *d < doc));
        Some(small(ahead.count()).saturating_add(1))
    }
}
