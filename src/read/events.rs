//! Trajectories of every system, brought to one stream of events.

pub mod place;
pub mod shell;
