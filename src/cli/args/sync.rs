//! Arguments of `sync` and `queue`.

use std::path::PathBuf;

/// Exchange journals with the team through the git remote of the workspace.
///
/// Commits your own journal files and nothing else, fetches, merges, pushes; when somebody was faster it does so again,
/// up to five times. Your index and your other changes stay as they are. It can all be done by hand instead: git add
/// journal, git commit, git pull, git push.
///
/// While a blind round is open, your answers go to the branch casefile/ROUND/NAME of the remote, and those of others are
/// not fetched. Once casefile.toml on the shared branch says closed = true, the next sync joins all of them.
#[derive(Debug, clap::Args)]
pub struct Sync {
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Annotator; without it config.toml, then git's user.name.
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// Remote; without it the one that the branch follows, else origin, else the only one.
    #[arg(long, value_name = "NAME")]
    pub remote: Option<String>,
    /// Fetch and tell what would come and go, but commit, merge and push nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Tell who is to judge what in the round, and how far everyone is.
///
/// The round in casefile.toml names annotators, an overlap and a seed; who gets which case, and in which order, follows
/// from these alone, the same on every machine. Without annotators everyone judges everything. Items are counted, not
/// answers: an item is done when every required question that applies to it is answered. In a blind round that is open
/// only your own line is shown.
#[derive(Debug, clap::Args)]
pub struct Queue {
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Annotator; without it config.toml, then git's user.name.
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// Everybody's line, not only your own.
    #[arg(long)]
    pub all: bool,
    /// List your cases in the order to take them, with how far each is.
    #[arg(long, conflicts_with_all = ["all", "json"])]
    pub list: bool,
    /// As JSON, with everyone's cases in order.
    #[arg(long)]
    pub json: bool,
}
