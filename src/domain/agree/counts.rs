//! Ratings as patterns of counts: how often each label was given to a unit, and how many units have that pattern.
//! Every coefficient here needs no more than that, so its cost does not grow with pairs of ratings.

use std::collections::HashMap;

use serde::Serialize;

use super::ratings::{Ratings, Scale, Undefined};
use crate::base::num::small;

/// What was given to a unit: label and how often, with what follows from it.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    /// Label, as an index, and how many raters gave it.
    pub(super) given: Vec<(u16, f64)>,
    /// Number of ratings.
    pub(super) m: f64,
    /// Ordered pairs of raters who agree.
    pub(super) same: f64,
}

impl Pattern {
    fn of(labels: &[u16]) -> Self {
        let mut given: Vec<(u16, f64)> = Vec::new();
        for label in labels {
            match given.last_mut() {
                Some((last, n)) if last == label => *n += 1.0,
                _ => given.push((*label, 1.0)),
            }
        }
        Self {
            m: given.iter().map(|(_, n)| n).sum(),
            same: given.iter().map(|(_, n)| n * (n - 1.0)).sum(),
            given,
        }
    }

    fn pairable(&self) -> bool {
        self.m >= 2.0
    }
}

/// Observed and expected disagreement: alpha is one minus their quotient.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Disagreement {
    /// Mean squared distance between ratings of one unit.
    pub observed: f64,
    /// Mean squared distance between any two ratings.
    pub expected: f64,
}

/// How often a label was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Prevalence {
    /// The label.
    pub label: String,
    /// Ratings with it.
    pub count: usize,
    /// Their share of all ratings, 0 to 1; 0 when there is none at all.
    pub share: f64,
}

/// Counts of labels per unit.
#[derive(Debug, Clone)]
pub struct Counts {
    pub(super) patterns: Vec<Pattern>,
    /// How many units have each pattern.
    pub(super) times: Vec<u32>,
    /// Pattern of every unit with at least one rating.
    pub(super) of_unit: Vec<u32>,
    domain: Vec<String>,
    numbers: Option<Vec<f64>>,
    scale: Scale,
    raters: usize,
}

impl Counts {
    /// Counts `ratings`.
    pub fn of(ratings: &Ratings) -> Self {
        let mut known: HashMap<Vec<u16>, u32> = HashMap::new();
        let mut out = Self {
            patterns: Vec::new(),
            times: Vec::new(),
            of_unit: Vec::with_capacity(ratings.units.len()),
            domain: ratings.domain.clone(),
            numbers: ratings.numbers(),
            scale: ratings.scale,
            raters: 0,
        };
        let mut present = vec![false; ratings.raters()];
        let mut labels: Vec<u16> = Vec::new();
        for unit in &ratings.units {
            labels.clear();
            for (rating, here) in unit.iter().zip(&mut present) {
                if let Some(label) = ratings.label(*rating) {
                    labels.push(label);
                    *here = true;
                }
            }
            if labels.is_empty() {
                continue;
            }
            labels.sort_unstable();
            let at = match known.get(labels.as_slice()) {
                Some(at) => *at,
                None => {
                    let at = small(out.patterns.len());
                    known.insert(labels.clone(), at);
                    out.patterns.push(Pattern::of(&labels));
                    out.times.push(0);
                    at
                }
            };
            if let Some(times) = out.times.get_mut(at as usize) {
                *times += 1;
            }
            out.of_unit.push(at);
        }
        out.raters = present.iter().filter(|p| **p).count();
        out
    }

    /// Raters with at least one rating.
    pub fn raters(&self) -> usize {
        self.raters
    }

    /// Units with at least one rating.
    pub fn units(&self) -> usize {
        self.of_unit.len()
    }

    /// Units with at least two ratings: only they say something about agreement.
    pub fn pairable(&self) -> usize {
        let pairs = self.patterns.iter().zip(&self.times).filter(|(p, _)| p.pairable());
        pairs.map(|(_, n)| *n as usize).sum()
    }

    /// Percent agreement, 0 to 1: mean over pairable units of the share of agreeing pairs of raters.
    ///
    /// # Errors
    /// Nothing is pairable.
    pub fn percent(&self) -> Result<f64, Undefined> {
        self.percent_of(&self.times)
    }

    pub(super) fn percent_of(&self, times: &[u32]) -> Result<f64, Undefined> {
        self.mean(times, |p| p.same / (p.m * (p.m - 1.0)))
    }

    /// Agreeing pairs of raters by all pairs, over all units together, 0 to 1.
    ///
    /// # Errors
    /// Nothing is pairable.
    pub fn pooled(&self) -> Result<f64, Undefined> {
        let (mut same, mut all) = (0.0, 0.0);
        for (p, n) in self.pairs(&self.times) {
            same += n * p.same;
            all += n * p.m * (p.m - 1.0);
        }
        if all > 0.0 { Ok(same / all) } else { Err(self.nothing()) }
    }

    /// Share of pairable units with one label, 0 to 1.
    ///
    /// # Errors
    /// Nothing is pairable.
    pub fn unanimity(&self) -> Result<f64, Undefined> {
        self.mean(&self.times, |p| f64::from(u8::from(p.given.len() == 1)))
    }

    /// Share of pairable units whose ratings lie no more than `k` steps of the declared order apart, 0 to 1.
    ///
    /// # Errors
    /// Nothing is pairable; `k` above 0 for labels without an order.
    pub fn within(&self, k: u16) -> Result<f64, Undefined> {
        if k > 0 && self.scale == Scale::Nominal {
            return Err(Undefined::NoOrder);
        }
        self.mean(&self.times, |p| {
            let (first, last) = (p.given.first(), p.given.last());
            let near = first.zip(last).is_some_and(|((lo, _), (hi, _))| hi - lo <= k);
            f64::from(u8::from(near))
        })
    }

    /// How often each label was given, in declared order.
    pub fn prevalence(&self) -> Vec<Prevalence> {
        let mut counts = vec![0_usize; self.domain.len()];
        for (p, times) in self.patterns.iter().zip(&self.times) {
            for (label, n) in &p.given {
                if let Some(count) = counts.get_mut(usize::from(*label)) {
                    *count += whole(*n) * *times as usize;
                }
            }
        }
        let all = counts.iter().sum::<usize>().max(1) as f64;
        let rows = self.domain.iter().zip(counts);
        rows.map(|(label, count)| Prevalence {
            label: label.clone(),
            count,
            share: count as f64 / all,
        })
        .collect()
    }

    /// Fleiss' kappa, generalised to units with unequal numbers of ratings as in irrCAC: observed agreement over
    /// pairable units, `p_c` the mean over rated units of the share of label c, `(P − Σp²) / (1 − Σp²)`.
    ///
    /// # Errors
    /// Nothing is pairable, or there is one label only.
    pub fn fleiss(&self) -> Result<f64, Undefined> {
        self.fleiss_of(&self.times)
    }

    pub(super) fn fleiss_of(&self, times: &[u32]) -> Result<f64, Undefined> {
        let observed = self.percent_of(times)?;
        let expected: f64 = self.shares(times).iter().map(|p| p * p).sum();
        if 1.0 - expected < 1e-12 {
            return Err(Undefined::NoVariation);
        }
        Ok((observed - expected) / (1.0 - expected))
    }

    /// Gwet's AC1 (2008), as in irrCAC: chance agreement is `Σp(1 − p) / (K − 1)` over the K declared labels. It stays
    /// near the percentage where one label is far more frequent than the others.
    ///
    /// # Errors
    /// Nothing is pairable, or only one unit was rated.
    pub fn ac1(&self) -> Result<f64, Undefined> {
        self.ac1_of(&self.times)
    }

    pub(super) fn ac1_of(&self, times: &[u32]) -> Result<f64, Undefined> {
        let observed = self.percent_of(times)?;
        if self.units() < 2 {
            return Err(Undefined::OneUnit);
        }
        let labels = self.domain.len() as f64;
        let mixed: f64 = self.shares(times).iter().map(|p| p * (1.0 - p)).sum();
        // One declared label: no chance to disagree.
        let expected = if labels > 1.0 { mixed / (labels - 1.0) } else { 0.0 };
        Ok((observed - expected) / (1.0 - expected))
    }

    /// Krippendorff's alpha at the level of `scale`: `1 − D_o / D_e` over pairable units (Krippendorff 2011).
    ///
    /// # Errors
    /// Nothing is pairable, no variation, labels that are no numbers at the interval level.
    pub fn alpha(&self, scale: Scale) -> Result<f64, Undefined> {
        self.alpha_of(scale, &self.times)
    }

    pub(super) fn alpha_of(&self, scale: Scale, times: &[u32]) -> Result<f64, Undefined> {
        let d = self.disagreement_of(scale, times)?;
        Ok(1.0 - d.observed / d.expected)
    }

    /// Observed and expected disagreement behind alpha.
    ///
    /// # Errors
    /// As [`Counts::alpha`].
    pub fn disagreement(&self, scale: Scale) -> Result<Disagreement, Undefined> {
        self.disagreement_of(scale, &self.times)
    }

    fn disagreement_of(&self, scale: Scale, times: &[u32]) -> Result<Disagreement, Undefined> {
        let mut margin = vec![0.0; self.domain.len()];
        for (p, n) in self.pairs(times) {
            for (label, given) in &p.given {
                if let Some(sum) = margin.get_mut(usize::from(*label)) {
                    *sum += n * given;
                }
            }
        }
        let all: f64 = margin.iter().sum();
        if all < 2.0 {
            return Err(self.nothing());
        }
        if margin.iter().filter(|n| **n > 0.0).count() < 2 {
            return Err(Undefined::NoVariation);
        }
        let (observed, expected) = if scale == Scale::Nominal {
            let observed: f64 = self.pairs(times).map(|(p, n)| n * (p.m - p.same / (p.m - 1.0))).sum();
            (observed, all * all - margin.iter().map(|n| n * n).sum::<f64>())
        } else {
            let places = self.places(scale, &margin)?;
            let at = |label: u16| places.get(usize::from(label)).copied().unwrap_or(0.0);
            let apart = |p: &Pattern| -> f64 {
                let one = |(c, n): &(u16, f64)| -> f64 {
                    p.given.iter().map(|(k, o)| n * o * (at(*c) - at(*k)).powi(2)).sum()
                };
                p.given.iter().map(one).sum::<f64>() / (p.m - 1.0)
            };
            let observed = self.pairs(times).map(|(p, n)| n * apart(p)).sum::<f64>();
            // Σ n_c n_k (x_c − x_k)² is twice the number times the sum of squares around the mean.
            let mean = margin.iter().zip(&places).map(|(n, x)| n * x).sum::<f64>() / all;
            let around = margin.iter().zip(&places).map(|(n, x)| n * (x - mean).powi(2));
            (observed, 2.0 * all * around.sum::<f64>())
        };
        if expected <= 0.0 {
            return Err(Undefined::NoVariation);
        }
        Ok(Disagreement {
            observed: observed / all,
            expected: expected / (all * (all - 1.0)),
        })
    }

    /// Where the labels lie so that squared differences are alpha's distances. Ordinal: the middle ranks of the pairable
    /// ratings, since `Σ_{g=c..k} n_g − (n_c + n_k) / 2` is the difference of the middle ranks of c and k.
    fn places(&self, scale: Scale, margin: &[f64]) -> Result<Vec<f64>, Undefined> {
        if scale == Scale::Interval {
            return self.numbers.clone().ok_or(Undefined::NoNumbers);
        }
        let mut below = 0.0;
        let middle = |n: &f64| {
            below += n;
            below - n / 2.0
        };
        Ok(margin.iter().map(middle).collect())
    }

    /// Mean over rated units of the share of each label.
    fn shares(&self, times: &[u32]) -> Vec<f64> {
        let mut out = vec![0.0; self.domain.len()];
        let mut units = 0.0;
        for (p, n) in self.patterns.iter().zip(times) {
            let n = f64::from(*n);
            units += n;
            for (label, given) in &p.given {
                if let Some(sum) = out.get_mut(usize::from(*label)) {
                    *sum += n * given / p.m;
                }
            }
        }
        for share in &mut out {
            *share /= units;
        }
        out
    }

    fn pairs<'a>(&'a self, times: &'a [u32]) -> impl Iterator<Item = (&'a Pattern, f64)> {
        let both = self.patterns.iter().zip(times);
        both.filter(|(p, n)| p.pairable() && **n > 0)
            .map(|(p, n)| (p, f64::from(*n)))
    }

    fn mean(&self, times: &[u32], of: impl Fn(&Pattern) -> f64) -> Result<f64, Undefined> {
        let (mut sum, mut units) = (0.0, 0.0);
        for (p, n) in self.pairs(times) {
            sum += n * of(p);
            units += n;
        }
        if units > 0.0 {
            Ok(sum / units)
        } else {
            Err(self.nothing())
        }
    }

    fn nothing(&self) -> Undefined {
        match (self.units(), self.raters) {
            (0, _) => Undefined::NoUnits,
            (_, 1) => Undefined::OneRater,
            _ => Undefined::NothingPairable,
        }
    }
}

/// A small count that was kept as a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "raters of one unit, a whole number"
)]
fn whole(n: f64) -> usize {
    n as usize
}
