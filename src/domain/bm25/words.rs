//! Terms by number, and bags of them. One table serves all commits of a repository, so a blob's bag is made once.

use std::collections::HashMap;

use crate::base::num::{size, small};

use super::fold::Seeded;
use super::{Recipe, english, split};

/// Terms of one repository at most; later ones are left out. Real repositories have a tenth of it.
const MOST: usize = 8_000_000;

/// Words whose terms are remembered; beyond it the memory of them begins anew.
const MEMO: usize = 2_000_000;

/// Terms of one document with how often each stands there, by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bag {
    /// Number and count, numbers ascending.
    pub terms: Box<[(u32, u32)]>,
}

impl Bag {
    /// Length of the document in terms.
    pub fn len(&self) -> u64 {
        self.terms.iter().map(|(_, n)| u64::from(*n)).sum()
    }

    /// Whether it has no term.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// This bag and `other` as often as `times`.
    #[must_use]
    pub fn and(&self, other: &Self, times: u32) -> Self {
        let mut out: Vec<(u32, u32)> = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut more = other
            .terms
            .iter()
            .map(|(t, n)| (*t, n.saturating_mul(times)))
            .peekable();
        for one in self.terms.iter().copied() {
            while let Some(add) = more.next_if(|m| m.0 < one.0) {
                out.push(add);
            }
            let same = more.next_if(|m| m.0 == one.0).map_or(0, |m| m.1);
            out.push((one.0, one.1.saturating_add(same)));
        }
        out.extend(more);
        Self { terms: out.into() }
    }
}

/// The terms of a repository under one recipe.
#[derive(Debug, Default)]
pub struct Words {
    recipe: Recipe,
    ids: HashMap<Box<str>, u32, Seeded>,
    names: Vec<Box<str>>,
    /// Words as they stand in texts, with the place of their terms in `flat`.
    memo: HashMap<Box<str>, (u32, u32), Seeded>,
    flat: Vec<u32>,
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl Words {
    /// An empty table.
    pub fn new(recipe: Recipe) -> Self {
        Self {
            recipe,
            ..Self::default()
        }
    }

    /// The recipe.
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no term yet.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of a term.
    pub fn id(&self, term: &str) -> Option<u32> {
        self.ids.get(term).copied()
    }

    /// The term of a number.
    pub fn name(&self, id: u32) -> &str {
        self.names.get(size(id.into())).map_or("", |n| n)
    }

    /// The number of a term, a new one where it is new; `None` once the table is full.
    pub fn number(&mut self, term: &str) -> Option<u32> {
        if let Some(id) = self.ids.get(term) {
            return Some(*id);
        }
        if self.names.len() >= MOST {
            return None;
        }
        let id = small(self.names.len());
        self.ids.insert(term.into(), id);
        self.names.push(term.into());
        self.counts.push(0);
        Some(id)
    }

    /// The bag of a text.
    pub fn bag(&mut self, text: &str) -> Bag {
        let mut counts = std::mem::take(&mut self.counts);
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        runs(self.recipe, text, &mut |run| {
            let (first, last) = match self.memo.get(run) {
                Some(place) => *place,
                None => self.learn(run),
            };
            for id in self.flat.get(size(first.into())..size(last.into())).unwrap_or_default() {
                let at = size((*id).into());
                if at >= counts.len() {
                    counts.resize(self.names.len().max(at + 1), 0);
                }
                if let Some(n) = counts.get_mut(at) {
                    if *n == 0 {
                        touched.push(*id);
                    }
                    *n = n.saturating_add(1);
                }
            }
        });
        touched.sort_unstable();
        let take = |id: &u32| counts.get_mut(size((*id).into())).map_or(0, std::mem::take);
        let terms = touched.iter().copied().zip(touched.iter().map(take)).collect();
        (self.counts, self.touched) = (counts, touched);
        Bag { terms }
    }

    fn learn(&mut self, run: &str) -> (u32, u32) {
        if self.memo.len() >= MEMO {
            self.memo.clear();
            self.flat.clear();
        }
        let first = small(self.flat.len());
        terms(self.recipe, run, &mut |term| {
            if let Some(id) = self.number(term) {
                self.flat.push(id);
            }
        });
        let place = (first, small(self.flat.len()));
        self.memo.insert(run.into(), place);
        place
    }
}

fn runs<'t>(recipe: Recipe, text: &'t str, take: &mut dyn FnMut(&'t str)) {
    match recipe {
        Recipe::Code => split::runs(text, take),
        Recipe::Lucene => english::runs(text, take),
    }
}

fn terms(recipe: Recipe, run: &str, take: &mut dyn FnMut(&str)) {
    match recipe {
        Recipe::Code => split::terms(run, take),
        Recipe::Lucene => english::terms(run, take),
    }
}

/// Calls `take` with every term of `text`, in order.
pub(super) fn each(recipe: Recipe, text: &str, take: &mut dyn FnMut(&str)) {
    runs(recipe, text, &mut |run| terms(recipe, run, take));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bag_counts_terms_and_joins_another() {
        let mut words = Words::new(Recipe::Code);
        let text = words.bag("drawLegend(legend); other");
        let path = words.bag("src/legend.js");
        let tell = |words: &Words, bag: &Bag| -> Vec<(String, u32)> {
            bag.terms.iter().map(|(t, n)| (words.name(*t).to_owned(), *n)).collect()
        };
        let pair = |t: &str, n| (t.to_owned(), n);
        assert_eq!(
            tell(&words, &text),
            [pair("drawlegend", 1), pair("draw", 1), pair("legend", 2)]
        );
        assert_eq!(
            tell(&words, &text.and(&path, 4)),
            [
                pair("drawlegend", 1),
                pair("draw", 1),
                pair("legend", 6),
                pair("src", 4),
                pair("js", 4)
            ]
        );
        assert_eq!(path.and(&text, 1).len(), 3 + 4);
        assert_eq!(words.bag("legend"), words.bag("legend"), "counts are cleared");
    }
}
