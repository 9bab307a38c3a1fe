//! The AI gate as data: four questions that models answer about an image, one record a call. Whether an image passes
//! follows from the records, the limits and what people said; it is stored nowhere, so that moving a limit costs no call.
//! Source: MM-IssueLoc, appendix C.3.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::domain::evidence::Usage;

pub mod ask;
mod given;
mod over;
mod pick;
mod stage;
mod state;
pub mod table;
#[cfg(test)]
mod tests;

pub use given::given;
pub use over::{Over, overrides};
pub use pick::{Show, Words};
pub use state::{Funnel, Item, State, Step, funnel, items, settle};

/// Version of the record that this build writes.
pub const VERSION: u32 = 1;

/// A stage of the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Relevance: +1 and +2 are admitted.
    A,
    /// Category: one of seven, with enough confidence.
    B,
    /// Whether the fix plausibly addresses what the image shows.
    C,
    /// Relevance and category again, by a second model.
    D,
}

impl Stage {
    /// All in their order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        }
    }

    /// What it asks.
    pub fn words(self) -> &'static str {
        match self {
            Self::A => "relevance",
            Self::B => "category",
            Self::C => "the fix addresses it",
            Self::D => "a second model agrees",
        }
    }

    /// The question under which a person's verdict about it is kept, about the exhibit.
    pub fn question(self) -> &'static str {
        match self {
            Self::A => "gate/A",
            Self::B => "gate/B",
            Self::C => "gate/C",
            Self::D => "gate/D",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.letter())
    }
}

/// What came of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds.
    Pass,
    /// It does not.
    Fail,
    /// There is no answer that can be used: refused, cut off, not of the shape asked for. Never passes.
    Error,
    /// Not asked, since an earlier stage did not pass.
    Skipped,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }
}

/// One call about one image, or the note that there was none. A line of the gate's log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the record.
    #[serde(default)]
    pub v: u32,
    /// The case.
    pub case: String,
    /// The exhibit.
    pub exhibit: String,
    /// The stage.
    pub stage: Stage,
    /// SHA-256 of what the model was given: text, image, fix.
    #[serde(default)]
    pub input_sha: String,
    /// SHA-256 of the prompt's template.
    #[serde(default)]
    pub prompt_sha: String,
    /// The model, as the endpoint names it.
    #[serde(default)]
    pub model: String,
    /// Its answer after mending: `relevance` (A, D), `category` (B, D), `confidence` (B), `plausible` (C). Null when
    /// there is none.
    #[serde(default)]
    pub output: Value,
    /// The verdict when it was written. Only `error`, and `skipped` without an answer, still count later; the others are
    /// worked out again.
    pub verdict: Verdict,
    /// Why, in the model's words or ours.
    #[serde(default)]
    pub reason: String,
    /// What had to be mended in the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mends: Vec<String>,
    /// What it cost; `None` when the endpoint did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// When, UTC, RFC 3339. For display only.
    #[serde(default)]
    pub at: String,
}

impl Record {
    /// Confidence of an answer of B, 0 to 1.
    pub fn confidence(&self) -> Option<f64> {
        (self.stage == Stage::B).then(|| stage::confidence(&self.output).ok())?
    }

    /// Whether it says anything: a note that nothing was asked does not.
    pub fn says(&self) -> bool {
        self.verdict != Verdict::Skipped || !self.output.is_null()
    }
}

/// A relevance as it is written everywhere: `+2`, `0`, `-1`.
pub fn signed(relevance: i8) -> String {
    if relevance == 0 {
        "0".to_owned()
    } else {
        format!("{relevance:+}")
    }
}

/// When a stage passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Least relevance that A admits, −1 to 2.
    pub relevance: i8,
    /// Least confidence that B asks for, 0 to 1.
    pub confidence: f64,
    /// Most by which D's relevance may differ from A's.
    pub apart: u8,
    /// Whether D must be another model than A and B.
    pub second: bool,
}

impl Default for Limits {
    /// Those of the paper.
    fn default() -> Self {
        Self {
            relevance: 1,
            confidence: 0.6,
            apart: 1,
            second: true,
        }
    }
}
