//! What a form says beyond its questions: contradictions, how answers become one, what is retained.

use serde::{Deserialize, Serialize};

use crate::domain::cond::Cond;

/// A contradiction between answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// When it is there.
    pub when: Cond,
    /// What to say about it.
    pub says: String,
    /// Whether it keeps the subject from being accepted; else it is a warning.
    pub block: bool,
}

/// How answers about the exhibits of a case make one about the case, where nobody answered about the case itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rollup {
    /// The greatest in declared order.
    Max,
    /// The least in declared order.
    Min,
    /// The least of all if any exhibit has it, else the greatest: one harmful image makes a harmful case.
    AnyLeastElseMax,
    /// The one that all exhibits share; none when they differ.
    Same,
    /// The answer about the exhibit with the greatest `relevance`; none when such exhibits differ.
    OfMostRelevant,
}

/// How the answers of several annotators make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// Only when all gave the same one.
    #[default]
    Unanimous,
    /// The one that more than half gave.
    Majority,
    /// Ordered answers no further apart than this: the median, the lower one of two.
    Within(u32),
}

/// How the verdicts of several reviewers make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// All of them accept.
    All,
    /// More than half accept.
    Majority,
    /// At least so many accept.
    Of(u32),
}

/// When a subject is retained. Source: BeyondSWE, table 11, for the four verification tasks; MM-IssueLoc, C.4, for
/// candidates.
#[derive(Debug, Clone, PartialEq)]
pub struct Retention {
    /// Name of the rule: the task.
    pub name: String,
    /// Subjects it is about; all when absent.
    pub when: Option<Cond>,
    /// Reviewers that must have answered.
    pub reviewers: u32,
    /// What a reviewer says who accepts.
    pub pass: Cond,
    /// What a reviewer says who is not sure: never counts as accepting.
    pub unsure: Option<Cond>,
    /// What one reviewer alone must say to reject it.
    pub veto: Option<Cond>,
    /// Question that gives the reason of a veto or of a rejection.
    pub reason: Option<String>,
    /// How verdicts combine.
    pub combine: Combine,
    /// Questions on which accepting reviewers may differ by no more than this.
    pub within: Vec<(String, u32)>,
    /// What an auditor says at the end who lets it pass; no audit when absent.
    pub audit: Option<Cond>,
}
