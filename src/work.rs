//! Floor 4: slow work. Jobs run on lanes of plain threads and answer with the ticket of their request.

pub mod agree;
pub mod answers;
pub mod audit;
pub mod board;
pub mod cancel;
pub mod candidates;
pub mod casefile;
pub mod catalog;
pub mod forms;
pub mod gold;
mod ground;
pub mod import;
pub mod index;
pub mod inquiry;
pub mod job;
pub mod journal_lane;
pub mod lane;
mod looks;
mod merge;
pub mod office;
pub mod rank;
pub mod repair;
pub mod rules;
pub mod sample;
pub mod steps;
pub mod sync;
pub mod synth;
