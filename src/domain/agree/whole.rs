//! Everything about the agreement on one question.

use super::boot::{Bootstrap, bootstrap};
use super::counts::{Counts, Disagreement, Prevalence};
use super::pairs::{Light, lights};
use super::ratings::{FEW, Ratings, Scale, Undefined};

/// Agreement on one question.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Units with at least one rating.
    pub units: usize,
    /// Units with at least two ratings.
    pub pairable: usize,
    /// Raters with at least one rating.
    pub raters: usize,
    /// What the labels are to each other.
    pub scale: Scale,
    /// How often each label was given.
    pub prevalence: Vec<Prevalence>,
    /// Mean over pairable units of the share of agreeing pairs, 0 to 1.
    pub percent: Result<f64, Undefined>,
    /// Agreeing pairs by all pairs, 0 to 1.
    pub pooled: Result<f64, Undefined>,
    /// Share of pairable units with one label, 0 to 1.
    pub unanimity: Result<f64, Undefined>,
    /// Share of pairable units with ratings at most one step apart, 0 to 1; undefined for labels without an order.
    pub within_one: Result<f64, Undefined>,
    /// Cohen's kappa, mean over pairs: unweighted, linear, quadratic. The last two are undefined without an order.
    pub cohen: [Result<Light, Undefined>; 3],
    /// Fleiss' kappa.
    pub fleiss: Result<f64, Undefined>,
    /// Krippendorff's alpha: nominal, ordinal, interval. The last two are undefined without an order.
    pub alpha: [Result<f64, Undefined>; 3],
    /// Gwet's AC1.
    pub ac1: Result<f64, Undefined>,
    /// Observed and expected disagreement of alpha at the level of the scale.
    pub disagreement: Result<Disagreement, Undefined>,
    /// Intervals over units.
    pub intervals: Bootstrap,
}

impl Agreement {
    /// Alpha at the level of the scale: the one to quote.
    ///
    /// # Errors
    /// Why there is none.
    pub fn own_alpha(&self) -> Result<f64, Undefined> {
        let [nominal, ordinal, interval] = self.alpha;
        match self.scale {
            Scale::Nominal => nominal,
            Scale::Ordinal => ordinal,
            Scale::Interval => interval,
        }
    }

    /// Whether there are too few pairable units for a coefficient to say much.
    pub fn few(&self) -> bool {
        self.pairable < FEW
    }
}

/// Computes it all.
pub fn measure(ratings: &Ratings) -> Agreement {
    let counts = Counts::of(ratings);
    let ordered = ratings.scale != Scale::Nominal;
    let [unweighted, linear, quadratic] = lights(ratings);
    let mut cohen = [unweighted, Err(Undefined::NoOrder), Err(Undefined::NoOrder)];
    let mut alpha = [
        counts.alpha(Scale::Nominal),
        Err(Undefined::NoOrder),
        Err(Undefined::NoOrder),
    ];
    if ordered {
        cohen = [unweighted, linear, quadratic];
        alpha = [Scale::Nominal, Scale::Ordinal, Scale::Interval].map(|s| counts.alpha(s));
    }
    Agreement {
        units: counts.units(),
        pairable: counts.pairable(),
        raters: counts.raters(),
        scale: ratings.scale,
        prevalence: counts.prevalence(),
        percent: counts.percent(),
        pooled: counts.pooled(),
        unanimity: counts.unanimity(),
        within_one: counts.within(1),
        cohen,
        fleiss: counts.fleiss(),
        alpha,
        ac1: counts.ac1(),
        disagreement: counts.disagreement(ratings.scale),
        intervals: bootstrap(&counts, ratings.scale),
    }
}
