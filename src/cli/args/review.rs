//! Arguments of the commands about forms and reviews.

use std::path::PathBuf;

/// Forms: list them, or check and show one.
///
/// A form is one TOML file in the workspace's `forms/`, named in `casefile.toml`. Questions are choice, ordinal, scale,
/// `yes_no` or text, about a case, an exhibit, a candidate or a suspect. A mistake is shown with line and caret.
#[derive(Debug, clap::Args)]
pub struct Forms {
    /// Name of a form, or a .toml file to check.
    pub form: Option<String>,
    /// Workspace whose own forms count too.
    #[arg(short, long, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Its text, to start one of your own from: casefile forms harmful --toml > study/forms/ours.toml (and change its id).
    #[arg(long, requires = "form", conflicts_with = "json")]
    pub toml: bool,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}
