//! Two raters at a time: Cohen's kappa, its mean over pairs, and who said what when the other said something else.

use serde::Serialize;

use super::ratings::{Ratings, Scale, Undefined};

/// How much a disagreement counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Weights {
    /// All alike.
    Unweighted,
    /// By steps of the declared order.
    Linear,
    /// By steps squared.
    Quadratic,
}

impl Weights {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Unweighted, Self::Linear, Self::Quadratic];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unweighted => "unweighted",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
        }
    }
}

/// A mean of Cohen's kappa over pairs of raters (Light 1971).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Light {
    /// The mean.
    pub value: f64,
    /// Pairs of raters for which kappa is defined: those it is the mean of.
    pub pairs: usize,
}

/// Labels of one rater against those of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Labels that one of them used, in declared order.
    pub labels: Vec<String>,
    /// Units: rows are the labels of the first rater, columns those of the second one.
    pub cells: Vec<Vec<usize>>,
}

/// What two raters gave to units that both rated. Sums over the table that need no table: all whole numbers.
struct Pair {
    rows: Vec<u64>,
    columns: Vec<u64>,
    n: u64,
    /// Sums over units of the distance: 1 when unlike, steps, steps squared.
    apart: [u128; 3],
}

impl Pair {
    fn new(labels: usize) -> Self {
        Self {
            rows: vec![0; labels],
            columns: vec![0; labels],
            n: 0,
            apart: [0; 3],
        }
    }

    fn add(&mut self, a: u16, b: u16) {
        let count = |of: &mut Vec<u64>, at: u16| {
            if let Some(n) = of.get_mut(usize::from(at)) {
                *n += 1;
            }
        };
        count(&mut self.rows, a);
        count(&mut self.columns, b);
        self.n += 1;
        let steps = u128::from(a.abs_diff(b));
        let [unlike, linear, quadratic] = &mut self.apart;
        *unlike += u128::from(steps > 0);
        *linear += steps;
        *quadratic += steps * steps;
    }

    fn kappa(&self, weights: Weights) -> Result<f64, Undefined> {
        if self.n == 0 {
            return Err(Undefined::NothingPairable);
        }
        let n = u128::from(self.n);
        let margins = || {
            self.rows
                .iter()
                .zip(&self.columns)
                .map(|(r, c)| (u128::from(*r), u128::from(*c)))
        };
        let [unlike, linear, quadratic] = self.apart;
        // Σ w row column over all cells.
        let (observed, expected) = match weights {
            Weights::Unweighted => (unlike, n * n - margins().map(|(r, c)| r * c).sum::<u128>()),
            Weights::Linear => {
                // A distance is the number of boundaries between: per boundary, one rater below and the other above.
                let (mut low, mut left) = (0, 0);
                let between = margins().map(|(r, c)| {
                    low += r;
                    left += c;
                    low * (n - left) + (n - low) * left
                });
                (linear, between.sum())
            }
            Weights::Quadratic => {
                let (mut squares, mut row, mut column) = (0, 0, 0);
                for (at, (r, c)) in (0_u128..).zip(margins()) {
                    squares += at * at * (r + c);
                    row += at * r;
                    column += at * c;
                }
                (quadratic, n * squares - 2 * row * column)
            }
        };
        if expected == 0 {
            return Err(Undefined::NoVariation);
        }
        Ok(1.0 - (n * observed) as f64 / expected as f64)
    }
}

fn ordered(ratings: &Ratings, weights: Weights) -> Result<(), Undefined> {
    if ratings.scale == Scale::Nominal && weights != Weights::Unweighted {
        return Err(Undefined::NoOrder);
    }
    Ok(())
}

/// Cohen's kappa of the raters `a` and `b` (as positions) over units that both rated: `1 − Σw·O / Σw·E`, with weights
/// on the declared order, unused labels included (Cohen 1960, 1968).
///
/// # Errors
/// No unit rated by both; both used one and the same label only; weights for labels without an order.
pub fn cohen(ratings: &Ratings, a: usize, b: usize, weights: Weights) -> Result<f64, Undefined> {
    ordered(ratings, weights)?;
    let mut pair = Pair::new(ratings.domain.len());
    for (x, y) in both(ratings, a, b) {
        pair.add(x, y);
    }
    pair.kappa(weights)
}

/// Mean of Cohen's kappa over all pairs of raters for which it is defined.
///
/// # Errors
/// It is defined for no pair: the reason of the first pair that has units, else that nothing is pairable.
pub fn light(ratings: &Ratings, weights: Weights) -> Result<Light, Undefined> {
    ordered(ratings, weights)?;
    let [u, l, q] = lights(ratings);
    match weights {
        Weights::Unweighted => u,
        Weights::Linear => l,
        Weights::Quadratic => q,
    }
}

/// As [`light`], for all weights at once, whatever the scale.
pub(super) fn lights(ratings: &Ratings) -> [Result<Light, Undefined>; 3] {
    let raters = ratings.raters();
    let count = raters * raters.saturating_sub(1) / 2;
    let mut pairs: Vec<Pair> = (0..count).map(|_| Pair::new(ratings.domain.len())).collect();
    for unit in &ratings.units {
        let mut at = 0;
        for (a, first) in unit.iter().enumerate() {
            let Some(x) = ratings.label(*first) else {
                at += raters - a - 1;
                continue;
            };
            let rest = unit.get(a + 1..).unwrap_or(&[]);
            for (second, pair) in rest.iter().zip(pairs.get_mut(at..).unwrap_or(&mut [])) {
                if let Some(y) = ratings.label(*second) {
                    pair.add(x, y);
                }
            }
            at += raters - a - 1;
        }
    }
    Weights::ALL.map(|weights| {
        let all: Vec<Result<f64, Undefined>> = pairs.iter().map(|p| p.kappa(weights)).collect();
        let defined: Vec<f64> = all.iter().filter_map(|k| k.ok()).collect();
        if defined.is_empty() {
            let varied = all.contains(&Err(Undefined::NoVariation));
            return Err(if varied {
                Undefined::NoVariation
            } else {
                Undefined::NothingPairable
            });
        }
        Ok(Light {
            value: defined.iter().sum::<f64>() / defined.len() as f64,
            pairs: defined.len(),
        })
    })
}

/// Labels of rater `a` against those of rater `b`, over units that both rated.
pub fn confusion(ratings: &Ratings, a: usize, b: usize) -> Confusion {
    let mut used = vec![false; ratings.domain.len()];
    for (x, y) in both(ratings, a, b) {
        for label in [x, y] {
            if let Some(flag) = used.get_mut(usize::from(label)) {
                *flag = true;
            }
        }
    }
    // Position of every label among the used ones.
    let mut next = 0_usize;
    let place: Vec<usize> = used
        .iter()
        .map(|u| {
            next += usize::from(*u);
            next.saturating_sub(1)
        })
        .collect();
    let mut cells = vec![vec![0_usize; next]; next];
    for (x, y) in both(ratings, a, b) {
        let at = place.get(usize::from(x)).zip(place.get(usize::from(y)));
        if let Some(cell) = at.and_then(|(r, c)| cells.get_mut(*r)?.get_mut(*c)) {
            *cell += 1;
        }
    }
    let named = ratings.domain.iter().zip(&used).filter(|(_, u)| **u);
    Confusion {
        labels: named.map(|(l, _)| l.clone()).collect(),
        cells,
    }
}

/// Labels of the units that both rated.
fn both(ratings: &Ratings, a: usize, b: usize) -> impl Iterator<Item = (u16, u16)> + '_ {
    ratings.units.iter().filter_map(move |unit| {
        let label = |at: usize| ratings.label(unit.get(at).copied().flatten());
        label(a).zip(label(b))
    })
}
