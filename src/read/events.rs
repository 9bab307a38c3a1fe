//! Trajectories of every system, brought to one stream of events.

pub mod agentless;
mod answer;
pub mod aweagent;
mod calls;
mod chat;
pub mod codex;
mod json;
pub mod locagent;
mod mentions;
pub mod mini;
pub mod moatless;
pub mod openhands;
pub mod openhands_sdk;
mod own_fix;
pub mod place;
pub mod shell;
pub mod swe_agent;
mod tape;
#[cfg(test)]
mod tests;
mod tools;
