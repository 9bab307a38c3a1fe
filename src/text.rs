//! Floor 1: text as it is shown. Widths, wrapping, cleaning of text that is not ours, styled runs. No domain words.

pub mod cells;
pub mod clean;
pub mod doc;
pub mod flow;
pub mod layers;
pub mod point;
pub mod table;
pub mod width;
pub mod wrap;
