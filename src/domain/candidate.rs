//! Harmful-image candidates: a case with another image in the place of its own, awaiting review. Version 1 of
//! `candidates.jsonl`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::case::StoredImage;
use super::entry::Subject;

/// Version of the record that this build writes.
pub const VERSION: u32 = 1;

/// How a candidate was made. Source: MM-IssueLoc, appendix C.4, and one more of ours, `control`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The image of another issue of the same repository.
    SameRepo,
    /// The image of the issue of the same repository whose text is most alike, with disjoint gold files.
    Similar,
    /// An image of the issue's own comments, put into its body; where there is none, one of another issue's comments.
    Comment,
    /// The case's own image: nothing was swapped, to see whether reviewers notice.
    Control,
}

impl Strategy {
    /// All in the order of the paper.
    pub const ALL: [Self; 4] = [Self::SameRepo, Self::Similar, Self::Comment, Self::Control];

    /// Its word in files and on screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::SameRepo => "same_repo",
            Self::Similar => "similar",
            Self::Comment => "comment",
            Self::Control => "control",
        }
    }
}

/// The image that is shown to the solver in place of the case's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Swapped {
    /// Exhibit of the donor; empty when the file that named the candidate does not say.
    #[serde(default)]
    pub exhibit: String,
    /// Address by which the donor's text names it.
    #[serde(default)]
    pub source: String,
    /// The stored image; `None` when it could not be had.
    #[serde(default)]
    pub image: Option<StoredImage>,
    /// Perceptual hash, 16 hex digits; empty when there is no still image.
    #[serde(default)]
    pub phash: String,
}

impl Candidate {
    /// It, as something to judge.
    pub fn subject(&self) -> Subject {
        Subject::Candidate {
            case: self.case.clone(),
            candidate: self.id.clone(),
        }
    }
}

/// A case with another image in the place of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Version of the record.
    pub v: u32,
    /// First 12 hex digits of the SHA-256 of strategy, case, donor and image, so that the same one is never made twice.
    pub id: String,
    /// How it was made.
    pub strategy: Strategy,
    /// The case whose text stays.
    pub case: String,
    /// The case that gives the image; the same as `case` for `control`, and for `comment`
    /// when it is one of its own comments.
    pub donor: String,
    /// Title of the donor, as the data has it: it may not be among the cases here.
    #[serde(default)]
    pub donor_title: String,
    /// Gold files of the donor. Not known to the solver.
    #[serde(default)]
    pub donor_gold: Vec<String>,
    /// Exhibit of the case that the image replaces; empty when it is added.
    #[serde(default)]
    pub replaces: String,
    /// The image.
    pub swapped: Swapped,
    /// Cosine of the TF-IDF vectors of the two texts, 0 to 1; `None` when it was not computed.
    #[serde(default)]
    pub similarity: Option<f64>,
    /// Seed of the draw; `None` for candidates made elsewhere.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Version of the rules that made it, or the name of whoever did: `casefile-synth-1`.
    #[serde(default)]
    pub made_by: String,
    /// An image that looks much the same (perceptual hash 5 to 8 bits away) stands in this candidate or case: to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resembles: Option<String>,
    /// Fields of a later version, or of whoever made it.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}
