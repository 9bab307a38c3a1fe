//! Ratings of units by raters, and why a number about them may be undefined.

use serde::{Deserialize, Serialize};

/// Pairable units below which a coefficient says little.
pub const FEW: usize = 10;

/// What the labels are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Names without an order.
    Nominal,
    /// Ordered as declared; steps need not be alike.
    Ordinal,
    /// Numbers whose differences mean something.
    Interval,
}

impl Scale {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nominal => "nominal",
            Self::Ordinal => "ordinal",
            Self::Interval => "interval",
        }
    }
}

/// Why there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undefined {
    /// Nothing was rated.
    NoUnits,
    /// Only one unit was rated.
    OneUnit,
    /// Only one rater gave ratings.
    OneRater,
    /// No unit has two ratings.
    NothingPairable,
    /// All pairable ratings are one and the same label: chance alone would agree as well.
    NoVariation,
    /// The labels are no numbers.
    NoNumbers,
    /// The labels have no order.
    NoOrder,
    /// Too few resamples had a value.
    Unstable,
}

impl Undefined {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NoUnits => "nothing rated",
            Self::OneUnit => "one unit only",
            Self::OneRater => "one rater only",
            Self::NothingPairable => "no unit with two ratings",
            Self::NoVariation => "no variation",
            Self::NoNumbers => "labels are no numbers",
            Self::NoOrder => "labels have no order",
            Self::Unstable => "too few resamples have a value",
        }
    }
}

/// Ratings of units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratings {
    /// All labels in declared order, those that nobody used included.
    pub domain: Vec<String>,
    /// What they are to each other.
    pub scale: Scale,
    /// Per unit the rating of each rater as an index into the domain; all units have the same raters.
    pub units: Vec<Vec<Option<u16>>>,
}

impl Ratings {
    /// Number of raters, those without a rating included.
    pub fn raters(&self) -> usize {
        self.units.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The rating as an index, where it is one of the domain.
    pub(super) fn label(&self, rating: Option<u16>) -> Option<u16> {
        rating.filter(|r| usize::from(*r) < self.domain.len())
    }

    /// The labels as numbers, where all are.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        let all = self.domain.iter().map(|l| l.trim_start_matches('+').parse::<f64>());
        let all: Vec<f64> = all.collect::<Result<_, _>>().ok()?;
        all.iter().all(|n| n.is_finite()).then_some(all)
    }
}
