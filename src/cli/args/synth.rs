//! Arguments of `casefile synth`.

use std::path::PathBuf;

/// Make harmful-image candidates: cases with the image of another issue in the place of their own, for review.
///
/// Three strategies: `same_repo` takes the image of an issue of the same repository that speaks of something else; similar
/// that of the issues whose texts are most alike (TF-IDF), with gold in other directories first; comment puts an image
/// of the comments into the body. Gold files of the two are always disjoint. Some candidates are controls: nothing is
/// swapped, to see whether reviewers notice.
///
/// Images that are the same, or look the same, are left out, and none is used more than twice. The same seed and cases
/// give the same candidates; what is in candidates.jsonl stays, reviewed or not, and only new ones are added.
#[derive(Debug, clap::Args)]
pub struct Synth {
    /// Case ids; without them, all cases. Images are sought among all of them.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Seed of the draw; another one gives further candidates.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Strategies, with commas between them: `same_repo`, `similar`, `comment`.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "same_repo,similar,comment"
    )]
    pub strategy: Vec<String>,
    /// Candidates of each strategy for a case, at most.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub per_case: usize,
    /// Least likeness of two texts for similar, 0 to 1; below it they are a mismatch, for `same_repo`.
    #[arg(long, value_name = "X", default_value_t = 0.2)]
    pub min_similarity: f64,
    /// Likeness from which two cases are taken for one issue, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = 0.8)]
    pub max_similarity: f64,
    /// Least share of controls among all candidates, 0 to 0.9.
    #[arg(long, value_name = "X", default_value_t = 0.2)]
    pub controls: f64,
    /// Make and tell, but write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Report as JSON, every new candidate included.
    #[arg(long)]
    pub json: bool,
}
