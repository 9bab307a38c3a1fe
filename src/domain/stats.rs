//! Statistics of counts and of paired runs: intervals of one share, tests and intervals of a difference, many tests.
//!
//! All exact where exact is affordable, and without a random seed unless the result says so. What is undefined is `None`.

mod interval;
mod many;
mod paired;
mod sign;
mod special;
#[cfg(test)]
mod tests;

pub use interval::{Interval, clopper_pearson, wald, wilson, wilson_cc};
pub use many::{benjamini_hochberg, holm};
pub use paired::{Bootstrap, McNemar, bootstrap, mcnemar, needed};
pub(crate) use sign::next as split_mix;
pub use sign::{By, EXACT_UP_TO, SignFlip, sign_flip};
