//! Floor 0: identifiers, tickets, paths and the parts every error shares. No domain words.

pub mod area;
pub mod error;
pub mod near;
pub mod num;
pub mod path;
pub mod pool;
pub mod ticket;
