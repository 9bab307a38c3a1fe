//! Agreement of raters on the same units: shares, chance-corrected coefficients, tables. Definitions stand beside each;
//! missing ratings are simply absent, and what is undefined is said in words, never 0 or 1.

mod boot;
mod counts;
mod pairs;
mod plain;
mod ratings;
mod table;
#[cfg(test)]
mod tests;
mod whole;

pub use boot::{Bootstrap, Interval, bootstrap};
pub use counts::{Counts, Disagreement, Prevalence};
pub use pairs::{Confusion, Light, Weights, cohen, confusion, light};
pub use plain::kappa;
pub use ratings::{FEW, Ratings, Scale, Undefined};
pub use table::coincidences;
pub use whole::{Agreement, measure};
