//! Ranked predictions of systems: answers of agents, lists of retrievers.

pub mod bm25;
mod docs;
pub mod mm_issueloc;
pub mod qrels;
pub mod retriever;
mod row;
pub mod swerank;
#[cfg(test)]
mod tests;
pub mod trec;
