//! Floor 1: text as it is shown. Widths, wrapping, cleaning of text that is not ours, styled runs. No domain words.

pub mod clean;
pub mod layers;
pub mod width;
