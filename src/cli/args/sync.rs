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
