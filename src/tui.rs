//! Floor 7: the terminal, the clock and the threads of the workbench.

pub mod picture_lane;
pub mod probe;
