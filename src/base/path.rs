//! Paths inside a repository: relative, with `/`, compared byte by byte.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A path as it stands in a repository tree: relative, `/` between parts, never normalised further.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RepoPath(String);

impl RepoPath {
    /// Takes `raw` as it is.
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    /// The whole path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Everything before the last `/`; empty at the root.
    pub fn dir(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(dir, _)| dir)
    }

    /// Text after the last `.` of the last part, lower case; empty when there is none.
    pub fn extension(&self) -> String {
        match self.name().rsplit_once('.') {
            Some((stem, ext)) if !stem.is_empty() => ext.to_lowercase(),
            _ => String::new(),
        }
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<&str> for RepoPath {
    fn from(raw: &str) -> Self {
        Self::new(raw)
    }
}
