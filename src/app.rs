//! Floor 5: the model, the messages that change it, and the commands that come out. No I/O, no clock.

pub mod cmd;
pub mod edit;
pub mod layout;
pub mod model;
pub mod msg;
pub mod update;
