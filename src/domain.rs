//! Floor 2: what casefile is about. Cases, gold, runs, judgements, matching. Pure: no files, no clock.

pub mod case;
pub mod diff;
pub mod edits;
pub mod entry;
pub mod evidence;
pub mod filekind;
pub mod filter;
pub mod finding;
pub mod form;
pub mod gold;
pub mod ladder;
pub mod ledger;
pub mod level;
pub mod marks;
pub mod matching;
pub mod metric;
pub mod normal;
pub mod order;
pub mod queue;
pub mod row;
pub mod run;
pub mod snapshot;
pub mod stats;
pub mod symbol;
pub mod trajectory;
