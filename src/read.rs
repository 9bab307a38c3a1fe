//! Floor 3: files, git and images turned into domain values. Knows neither `store` nor `keys`.

pub mod blame;
pub mod candidates;
pub mod chat;
pub mod color;
pub mod dataset;
pub mod events;
pub mod evidence;
pub mod exchange;
pub mod gold;
pub mod image;
pub mod input;
pub mod judgements;
pub mod lang;
pub mod markdown;
pub mod mend;
pub mod meter;
pub mod ocr;
pub mod outline;
pub mod preds;
pub mod prints;
pub mod reader;
pub mod repo;
pub mod runs;
pub mod tables;
#[cfg(test)]
pub(crate) mod testing;
pub mod web;
