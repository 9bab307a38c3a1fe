//! Floor 2: what casefile is about. Cases, gold, runs, judgements, matching. Pure: no files, no clock.

pub mod symbol;
