//! The language of a case: as the row says, else by the endings of the files of its fix.

use crate::base::path::RepoPath;
use crate::read::lang::{canonical_name, language_of_files};

/// A language as a person writes it; one that is not known stays as it is.
pub(super) fn named(raw: &str) -> String {
    let raw = raw.trim();
    canonical_name(raw).map_or_else(|| raw.to_owned(), str::to_owned)
}

/// Language of most of the files, the first one on a tie; empty when none is known.
pub(super) fn of_files(files: &[RepoPath]) -> &'static str {
    language_of_files(files.iter().map(RepoPath::as_str))
}
