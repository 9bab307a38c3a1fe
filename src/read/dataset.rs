//! Datasets: rows of a benchmark turned into cases.

pub mod images;
pub mod swe_bench;
