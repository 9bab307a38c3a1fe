//! Harmful-image candidates: which image of which other issue could mislead whoever reads this one. Pure and seeded: the
//! same seed and data give the same candidates, whatever the order of the cases.
//!
//! Source: MM-IssueLoc, 3.3 and C.4: three strategies, and people decide. Ours are the controls, the limits on likeness
//! of texts and of pictures, and that an image is used twice at most.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::base::num::hex;
use crate::base::path::RepoPath;

use super::candidate::{Candidate, Strategy};
use super::case::{Case, Place, StoredImage};

pub mod audit;
pub mod case;
mod draw;
pub mod look;
mod near;
mod plain;
#[cfg(test)]
mod tests;

pub use draw::draw;

/// Version of the rules, as candidates name it.
pub const MADE_BY: &str = "casefile-synth-1";

/// Field of a candidate's `rest`: a directory in which gold of both issues lies, `.` for the root.
pub const SHARED_DIRECTORY: &str = "shared_directory";

/// Most uses of an image over all candidates, controls not counted.
pub const USES: usize = 2;

/// What to make.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Seed of the order of donors, cases and controls.
    pub seed: u64,
    /// Strategies that swap.
    pub strategies: Vec<Strategy>,
    /// Candidates of each strategy for a case, at most; those that this seed gave it before count.
    pub per_case: usize,
    /// Least cosine of the texts for `similar`; below it `same_repo` begins.
    pub min_similarity: f64,
    /// Cosine from which two issues are taken for one: an umbrella series, or one issue with two fixes.
    pub max_similarity: f64,
    /// Least share of controls among all candidates, 0 to 0.9.
    pub controls: f64,
    /// Cases to make candidates for; none for all. Donors are sought among all of them either way.
    pub cases: Vec<String>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seed: 1,
            strategies: vec![Strategy::SameRepo, Strategy::Similar, Strategy::Comment],
            per_case: 1,
            min_similarity: 0.2,
            max_similarity: 0.8,
            controls: 0.2,
            cases: Vec::new(),
        }
    }
}

/// An image of an issue that can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Exhibit id.
    pub exhibit: String,
    /// Address by which the text names it.
    pub source: String,
    /// Where it stands.
    pub place: Place,
    /// The stored image.
    pub image: StoredImage,
}

/// As much of a case as is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Case id.
    pub id: String,
    /// `OWNER/NAME`.
    pub repo: String,
    /// Title.
    pub title: String,
    /// Body.
    pub body: String,
    /// Gold files.
    pub gold: Vec<RepoPath>,
    /// Its images that can be had, in order.
    pub pictures: Vec<Picture>,
}

impl From<&Case> for Issue {
    fn from(case: &Case) -> Self {
        let stored = case.exhibits.iter().filter_map(|e| {
            let image = e.image.clone().filter(|i| i.format != "bin")?;
            Some(Picture {
                exhibit: e.id.clone(),
                source: e.source.clone(),
                place: e.place,
                image,
            })
        });
        Self {
            id: case.id.clone(),
            repo: case.repo.clone(),
            title: case.title.clone(),
            body: case.body.clone(),
            gold: case.gold.files.clone(),
            pictures: stored.collect(),
        }
    }
}

impl Issue {
    /// Images in the body, or listed and in no text.
    fn shown(&self) -> impl Iterator<Item = &Picture> {
        self.pictures.iter().filter(|p| p.place != Place::Comment)
    }

    /// Images of the comments.
    fn said(&self) -> impl Iterator<Item = &Picture> {
        self.pictures.iter().filter(|p| p.place == Place::Comment)
    }

    /// The image that is replaced: the first of the body, else the first that is listed.
    fn slot(&self) -> Option<&Picture> {
        let first = self.shown().find(|p| p.place == Place::Body);
        first.or_else(|| self.shown().next())
    }
}

/// Why there is no candidate, in the order in which it is found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The case has no gold files.
    NoGold,
    /// The case has no image that could be replaced.
    NoImage,
    /// No other issue of the repository, or none with an image there.
    NoDonor,
    /// The other issue's gold files are not known.
    DonorWithoutGold,
    /// Both edit a file.
    SharedGold,
    /// The texts are those of one issue.
    TooAlike,
    /// The texts are too alike for a mismatch: `similar` may take it.
    Alike,
    /// The texts have too little in common.
    NotAlike,
    /// The image cannot be read.
    Unreadable,
    /// The case has this image, or a candidate of it does.
    SameImage,
    /// It looks like one that the case or a candidate of it has.
    LooksSame,
    /// The image was used twice.
    UsedUp,
}

impl Why {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NoGold => "no gold files",
            Self::NoImage => "no image at hand",
            Self::NoDonor => "no other issue of the repository has an image there",
            Self::DonorWithoutGold => "gold of the other issue is not known",
            Self::SharedGold => "shared gold file",
            Self::TooAlike => "texts too alike: one issue in two cases, or a series",
            Self::Alike => "texts alike: no mismatch",
            Self::NotAlike => "texts not alike enough",
            Self::Unreadable => "image cannot be read",
            Self::SameImage => "duplicate image: the same bytes",
            Self::LooksSame => "duplicate image: looks the same",
            Self::UsedUp => "image used twice already",
        }
    }
}

/// What came out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Made {
    /// Candidates that were not there, by case and id.
    pub new: Vec<Candidate>,
    /// Cases that none can be made for.
    pub left_out: BTreeMap<Why, Vec<String>>,
    /// Cases that a strategy gave none, now or before, by the last reason that was met.
    pub without: BTreeMap<Strategy, BTreeMap<Why, Vec<String>>>,
    /// Donors and images that were passed over.
    pub passed: BTreeMap<Strategy, BTreeMap<Why, usize>>,
    /// Controls that are missing for the share that was asked for: there are no more cases.
    pub controls_missing: usize,
}

impl Made {
    /// New candidates by strategy.
    pub fn by_strategy(&self) -> BTreeMap<Strategy, usize> {
        let mut out = BTreeMap::new();
        for candidate in &self.new {
            *out.entry(candidate.strategy).or_default() += 1;
        }
        out
    }
}

/// Id of a candidate: first 12 hex digits of the SHA-256 of strategy, case, donor and image, each behind a line end.
///
/// `image` is the SHA-256 of its bytes; where it was made elsewhere, what the file calls it by.
pub fn id(strategy: Strategy, case: &str, donor: &str, image: &str) -> String {
    let text = format!("{}\n{case}\n{donor}\n{image}", strategy.word());
    hex(Sha256::digest(text.as_bytes()).iter().take(6))
}

/// Place in a seeded order: SHA-256 of seed, what is drawn for, and what is drawn, with `|` between them.
fn lot(seed: u64, anchor: &str, donor: &str) -> [u8; 32] {
    Sha256::digest(format!("{seed}|{anchor}|{donor}").as_bytes()).into()
}
