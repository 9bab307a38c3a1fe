//! A round of labelling: who takes part, how often each item is judged, and whether it is over.

use serde::{Deserialize, Serialize};

/// Settings of a round, as they stand under `[round]` in `casefile.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Round {
    /// Name; part of the branch names of a blind round.
    pub name: String,
    /// Over: everybody's answers are read, blind or not.
    pub closed: bool,
    /// Seed of the assignment.
    pub seed: u64,
    /// Who takes part, as annotator names; empty: whoever comes, and everyone judges everything.
    pub annotators: Vec<String>,
    /// How many of them judge each item; 0: all.
    pub overlap: usize,
    /// Who may settle disagreements and audit; empty: whoever comes.
    pub auditors: Vec<String>,
}

impl Default for Round {
    fn default() -> Self {
        Self {
            name: "main".to_owned(),
            closed: false,
            seed: 1,
            annotators: Vec::new(),
            overlap: 0,
            auditors: Vec::new(),
        }
    }
}
