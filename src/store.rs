//! Floor 3: the workspace on disk and the journals in it. Knows neither `read` nor `keys`.

pub mod cache;
pub mod config;
pub mod disk;
pub mod fetched;
pub mod forms;
pub mod gate_log;
pub mod journal;
pub mod replay;
pub mod replies;
pub mod seen;
pub mod spool;
pub mod stage;
pub mod sync;
mod tail;
pub mod whole;
pub mod workspace;
pub mod writer;
