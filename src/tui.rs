//! Floor 7: the terminal, the clock and the threads of the workbench.

pub mod editor;
pub mod hook;
pub mod input;
pub mod picture_lane;
pub mod probe;
pub mod run;
pub mod runtime;
pub mod terminal;
