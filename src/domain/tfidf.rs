//! Likeness of texts: TF-IDF vectors and their cosines.
//!
//! weight(t, d) = tf · (ln((1 + n) / (1 + df)) + 1), vectors of length 1; n texts, df of them with the term.
//!
//! Source: the defaults of scikit-learn's `TfidfVectorizer` (raw counts, smoothed idf, l2), with its token pattern
//! `\w\w+` on lower case. Terms are summed in order of the alphabet, so that the order of the texts changes no bit.

use std::collections::{BTreeMap, HashMap};

use crate::base::num::{size, small};

/// The texts of one collection as vectors.
#[derive(Debug, Default)]
pub struct Tfidf {
    /// Per text its terms with their weights, terms ascending.
    texts: Vec<Vec<(u32, f64)>>,
    /// Per term the texts that have it, ascending, with its weight there.
    holders: Vec<Vec<(u32, f64)>>,
}

/// The tokens of a text: runs of two or more letters, digits and underscores, in lower case.
pub fn tokens(text: &str, take: &mut dyn FnMut(&str)) {
    let lower = text.to_lowercase();
    let runs = lower.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    runs.filter(|run| run.chars().nth(1).is_some()).for_each(take);
}

impl Tfidf {
    /// The vectors of `texts`.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut counts: Vec<HashMap<String, u32>> = Vec::new();
        let mut found: BTreeMap<String, u32> = BTreeMap::new();
        for text in texts {
            let mut bag: HashMap<String, u32> = HashMap::new();
            tokens(text, &mut |token| match bag.get_mut(token) {
                Some(n) => *n += 1,
                None => drop(bag.insert(token.to_owned(), 1)),
            });
            for term in bag.keys() {
                *found.entry(term.clone()).or_default() += 1;
            }
            counts.push(bag);
        }
        let n = counts.len() as f64;
        let terms: HashMap<&str, (u32, f64)> = found
            .iter()
            .enumerate()
            .map(|(id, (term, df))| {
                let idf = ((1.0 + n) / (1.0 + f64::from(*df))).ln() + 1.0;
                (term.as_str(), (small(id), idf))
            })
            .collect();
        let mut out = Self {
            texts: Vec::with_capacity(counts.len()),
            holders: vec![Vec::new(); found.len()],
        };
        for (at, bag) in counts.iter().enumerate() {
            let weighed = bag.iter().filter_map(|(term, tf)| {
                let (id, idf) = terms.get(term.as_str())?;
                Some((*id, f64::from(*tf) * idf))
            });
            let mut vector: Vec<(u32, f64)> = weighed.collect();
            vector.sort_unstable_by_key(|(id, _)| *id);
            let length = vector.iter().map(|(_, w)| w * w).sum::<f64>().sqrt();
            for (id, weight) in &mut vector {
                *weight /= length;
                if let Some(holders) = out.holders.get_mut(size((*id).into())) {
                    holders.push((small(at), *weight));
                }
            }
            out.texts.push(vector);
        }
        out
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Cosine of the text at `at` with every text, in their order: 0 without a common term, 1 for the same words in
    /// the same proportions. All 0 when there is no such text.
    pub fn cosines(&self, at: usize) -> Vec<f64> {
        let mut out = vec![0.0; self.texts.len()];
        for (id, own) in self.texts.get(at).into_iter().flatten() {
            for (text, weight) in self.holders.get(size((*id).into())).into_iter().flatten() {
                if let Some(sum) = out.get_mut(size((*text).into())) {
                    *sum += own * weight;
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "Legend draws twice when chart resizes; the legend overlaps",
        "Chart legend overlaps the axis when resized",
        "Tooltip a_b is wrong: a_b shows 12px, not 3",
        "Größe ÄNDERN: tooltip größe x y",
        "!!! ?",
    ];

    /// scikit-learn 1.9.1: `cosine_similarity(TfidfVectorizer().fit_transform(TEXTS))`.
    const COSINES: [[f64; 5]; 5] = [
        [1.0, 0.594_711_474_5, 0.0, 0.0, 0.0],
        [0.594_711_474_5, 1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.088_141_675_5, 0.0],
        [0.0, 0.0, 0.088_141_675_5, 1.0, 0.0],
        [0.0; 5],
    ];

    #[test]
    fn cosines_are_those_of_scikit_learn() {
        let got = Tfidf::new(TEXTS);
        for (at, row) in COSINES.iter().enumerate() {
            for (ours, theirs) in got.cosines(at).iter().zip(row) {
                assert!((ours - theirs).abs() < 1e-9, "{at}: {ours} {theirs}");
            }
        }
        assert_eq!(got.cosines(9), [0.0; 5]);
    }

    #[test]
    fn tokens_are_runs_of_two_word_characters_or_more() {
        // get_feature_names_out of the same vectorizer, for the third text and the fourth.
        let all = |text: &str| {
            let mut out = Vec::new();
            tokens(text, &mut |t| out.push(t.to_owned()));
            out
        };
        assert_eq!(
            all(TEXTS[2]),
            ["tooltip", "a_b", "is", "wrong", "a_b", "shows", "12px", "not"]
        );
        assert_eq!(all(TEXTS[3]), ["größe", "ändern", "tooltip", "größe"]);
    }

    #[test]
    fn the_order_of_texts_changes_no_bit() {
        let back = Tfidf::new(TEXTS.iter().rev().copied());
        let there = Tfidf::new(TEXTS);
        for at in 0..TEXTS.len() {
            let mut mirrored = back.cosines(TEXTS.len() - 1 - at);
            mirrored.reverse();
            assert_eq!(there.cosines(at), mirrored);
        }
    }
}
