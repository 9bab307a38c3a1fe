//! Means over cases, with their denominators.

/// Mean over cases, with its denominator.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mean {
    /// Sum of the values; of a binary metric the number of hits.
    pub sum: f64,
    /// Number of cases.
    pub n: u32,
}

impl Mean {
    /// Counts one more case.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.n += 1;
    }

    /// The mean; `None` over no case.
    pub fn value(self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / f64::from(self.n))
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        values.into_iter().for_each(|v| mean.add(v));
        mean
    }
}

/// What one case gives to a mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// A row, and its value.
    Value(f64),
    /// The run has no row for it.
    Missing,
    /// It has no gold at this level: nothing can be asked of it.
    NoGold,
}

/// One metric over all cases, by both denominators in use.
///
/// `pytrec_eval` drops missing rows from the mean, `ir_measures` counts them as 0: a run that answers only easy cases
/// looks better by the first. casefile leads with the second.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Means {
    /// Over all cases with gold; a missing row counts as 0 (intention to treat).
    pub intended: Mean,
    /// Over rows that are there.
    pub submitted: Mean,
    /// Cases without gold, in neither denominator.
    pub no_gold: u32,
}

impl Means {
    /// Counts one more case.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Value(value) => {
                self.intended.add(value);
                self.submitted.add(value);
            }
            Outcome::Missing => self.intended.add(0.0),
            Outcome::NoGold => self.no_gold += 1,
        }
    }

    /// Cases whose row is missing.
    pub fn missing(self) -> u32 {
        self.intended.n - self.submitted.n
    }
}

impl FromIterator<Outcome> for Means {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let mut means = Self::default();
        outcomes.into_iter().for_each(|o| means.add(o));
        means
    }
}

/// `k` of `n` in percent with two decimals, halves up, as tables print it; `None` of no case.
pub fn percent2(k: u32, n: u32) -> Option<f64> {
    let (k, n) = (u64::from(k), u64::from(n));
    let hundredths = (k * 20_000 + n).checked_div(2 * n)?;
    Some(hundredths as f64 / 100.0)
}
