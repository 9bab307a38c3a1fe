//! Evidence out of pictures, the part without files and wires: what a model is asked, what rules find in text that was
//! read out of a picture, how evidence is put to a system, and what about it is doubtful.

pub mod block;
pub mod cut;
pub mod doubt;
pub mod field;
pub mod modes;
pub mod prompt;
pub mod rules;
