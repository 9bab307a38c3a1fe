//! Input that means harm: nothing of it steers the terminal, hides, crashes, hangs or takes the machine's memory.

pub(crate) mod pictures;
mod text;
