//! Getting things from the web: one request at a time, limited in time and bytes, to addresses that are allowed.
//!
//! Nothing is sent but a plain user agent, and what a caller posts: no cookies, no referrer. Proxies of the environment are
//! not used, since the address would be resolved behind them and could not be checked.

mod client;
mod fault;
mod post;
mod public;

pub use client::{Answer, Client, Private, RetryAfter, Rules};
pub use fault::Fault;
pub use post::Posted;
pub use public::is_public;
