//! What all lanes share: the workspace, and the catalog of what is in it, built once on the first need.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::read::repo::{Fault, Repo};
use crate::store::workspace::Workspace;

use super::catalog::Catalog;
use super::rank::bench::Held;

/// Shared by all lanes of one opened workspace.
#[derive(Debug, Clone)]
pub struct Office {
    /// The workspace.
    pub ws: Arc<Workspace>,
    catalog: Arc<Mutex<Option<Arc<Catalog>>>>,
    /// The commit that the ranker looked at last.
    pub(super) held: Arc<Mutex<Option<Held>>>,
}

impl Office {
    /// For one workspace.
    pub fn new(ws: Arc<Workspace>) -> Self {
        Self {
            ws,
            catalog: Arc::default(),
            held: Arc::default(),
        }
    }

    /// The catalog; the first caller builds it, the others wait.
    pub fn catalog(&self) -> Arc<Catalog> {
        let mut slot = self.catalog.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert_with(|| Arc::new(Catalog::build(&self.ws))).clone()
    }

    /// Opens the repository of a case.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn repo(&self, name: &str) -> Result<Repo, Fault> {
        if name.is_empty() {
            return Err(Fault::NoBase);
        }
        let dir = self.ws.repo(name).ok_or_else(|| Fault::NoRepository(name.to_owned()))?;
        Repo::open(&dir)
    }

    /// Where the repository of a case is.
    pub fn repo_dir(&self, name: &str) -> Option<PathBuf> {
        self.ws.repo(name)
    }
}

/// Where a record of one case stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    /// First byte.
    pub offset: u64,
    /// Bytes.
    pub len: u32,
}

/// Lines of a file by case id; the last one of a case counts where it stands twice.
pub type Lines = HashMap<Box<str>, Slice>;
