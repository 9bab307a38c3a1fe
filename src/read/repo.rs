//! Repositories: files at a commit straight from the object database, never a checkout.
//!
//! libgit2 does the reading; a clone it cannot open (partial clones of newer git) is read through the git
//! program instead. Every way in which a file cannot be had is a [`Fault`] with words for a person.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::base::path::RepoPath;

mod listing;
mod program;
#[cfg(test)]
mod tests;

pub use listing::Entry;

/// Largest file that is shown, in bytes.
pub const LARGEST: u64 = 8 << 20;

/// Why a file cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No repository is linked for this name.
    NoRepository(String),
    /// The case has no base repository.
    NoBase,
    /// The folder is no repository.
    NotARepository {
        /// Where it was looked for.
        dir: PathBuf,
        /// What git said.
        why: String,
    },
    /// The clone does not hold the commit.
    CommitMissing {
        /// The commit.
        commit: String,
        /// The clone is shallow, which is the usual reason.
        shallow: bool,
    },
    /// The commit has no such path.
    PathMissing {
        /// The path.
        path: String,
        /// Paths of the commit that have the same file name.
        same_name: Vec<String>,
    },
    /// The clone knows the blob but does not hold it (partial clone).
    BlobMissing {
        /// The path.
        path: String,
    },
    /// Not text.
    Binary(u64),
    /// Larger than [`LARGEST`].
    TooLarge(u64),
    /// A Git LFS pointer; the content is elsewhere.
    LfsPointer(String),
    /// A folder, a submodule.
    NotAFile(&'static str),
    /// Anything else that git said.
    Git(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRepository(name) => write!(
                out,
                "no repository for {name}: link a clone with  casefile import --repo {name}=DIR -w WORKSPACE"
            ),
            Self::NoBase => out.write_str("this case names no repository or no base commit"),
            Self::NotARepository { dir, why } if why.contains("owned by") => write!(
                out,
                "git refuses {} because somebody else owns it: run  git config --global --add safe.directory {}",
                dir.display(),
                dir.display()
            ),
            Self::NotARepository { dir, why } => write!(out, "{} is no git repository ({why})", dir.display()),
            Self::CommitMissing { commit, shallow } => {
                let short: String = commit.chars().take(12).collect();
                write!(out, "commit {short} is not in this clone")?;
                if *shallow {
                    write!(out, "; the clone is shallow: run  git fetch origin {commit}  in it")
                } else {
                    write!(out, "; run  git fetch origin {commit}  in it")
                }
            }
            Self::PathMissing { path, same_name } => {
                write!(
                    out,
                    "{path} does not exist at this commit: the fix may add it, or it was renamed"
                )?;
                if let [first, ..] = same_name.as_slice() {
                    write!(out, "; there is {first}")?;
                }
                Ok(())
            }
            Self::BlobMissing { path } => write!(
                out,
                "the content of {path} is not in this clone (partial clone): run  git fetch --refetch --no-filter  in it"
            ),
            Self::Binary(bytes) => write!(out, "binary file, {bytes} bytes: nothing to read here"),
            Self::TooLarge(bytes) => {
                write!(
                    out,
                    "too large to show: {} MiB, the limit is {} MiB",
                    bytes >> 20,
                    LARGEST >> 20
                )
            }
            Self::LfsPointer(size) => write!(
                out,
                "Git LFS pointer: the content ({size} bytes) is not in the repository"
            ),
            Self::NotAFile(what) => write!(out, "this is {what}, not a file"),
            Self::Git(why) => write!(out, "git: {why}"),
        }
    }
}

/// An open repository.
pub struct Repo {
    dir: PathBuf,
    inner: Option<git2::Repository>,
}

impl fmt::Debug for Repo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Repo").field("dir", &self.dir).finish_non_exhaustive()
    }
}

impl Repo {
    /// Opens the repository in `dir`: bare, with a work tree, a linked worktree, shallow or partial.
    ///
    /// # Errors
    /// [`Fault::NotARepository`].
    pub fn open(dir: &Path) -> Result<Self, Fault> {
        let not = |why: &str| Fault::NotARepository {
            dir: dir.to_owned(),
            why: why.to_owned(),
        };
        if !dir.exists() {
            return Err(not("the folder does not exist"));
        }
        match git2::Repository::open(dir) {
            Ok(repo) => Ok(Self {
                dir: dir.to_owned(),
                inner: Some(repo),
            }),
            Err(_) if program::is_repository(dir) => Ok(Self {
                dir: dir.to_owned(),
                inner: None,
            }),
            Err(e) => Err(not(e.message())),
        }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Bytes of `path` at `commit`.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn blob(&self, commit: &str, path: &RepoPath) -> Result<Vec<u8>, Fault> {
        let Some(repo) = &self.inner else {
            return program::blob(&self.dir, commit, path);
        };
        let tree = Self::tree(repo, commit)?;
        let entry = match tree.get_path(Path::new(path.as_str())) {
            Ok(entry) => entry,
            Err(e) if e.code() == git2::ErrorCode::NotFound && !missing_tree(&e) => {
                return Err(Fault::PathMissing {
                    path: path.to_string(),
                    same_name: same_name(&tree, path.name()),
                });
            }
            Err(_) => return program::blob(&self.dir, commit, path),
        };
        match entry.kind() {
            Some(git2::ObjectType::Tree) => return Err(Fault::NotAFile("a folder")),
            Some(git2::ObjectType::Commit) => return Err(Fault::NotAFile("a submodule")),
            _ => {}
        }
        let Ok(odb) = repo.odb() else {
            return Err(Fault::Git("no object database".to_owned()));
        };
        let missing = || Fault::BlobMissing { path: path.to_string() };
        let (size, _) = odb.read_header(entry.id()).map_err(|_e| missing())?;
        if size as u64 > LARGEST {
            return Err(Fault::TooLarge(size as u64));
        }
        let blob = repo.find_blob(entry.id()).map_err(|_e| missing())?;
        Ok(blob.content().to_vec())
    }

    fn tree<'r>(repo: &'r git2::Repository, commit: &str) -> Result<git2::Tree<'r>, Fault> {
        let missing = || Fault::CommitMissing {
            commit: commit.to_owned(),
            shallow: repo.is_shallow(),
        };
        let object = repo.revparse_single(commit).map_err(|_e| missing())?;
        object.peel_to_tree().map_err(|_e| missing())
    }

    /// Whether each path exists at `commit`.
    ///
    /// # Errors
    /// When the commit is not there.
    pub fn present(&self, commit: &str, paths: &[RepoPath]) -> Result<Vec<bool>, Fault> {
        let Some(repo) = &self.inner else {
            return program::present(&self.dir, commit, paths);
        };
        let tree = Self::tree(repo, commit)?;
        Ok(paths
            .iter()
            .map(|p| tree.get_path(Path::new(p.as_str())).is_ok())
            .collect())
    }
}

fn missing_tree(e: &git2::Error) -> bool {
    e.class() == git2::ErrorClass::Odb
}

/// Paths with this file name, at most three.
fn same_name(tree: &git2::Tree<'_>, name: &str) -> Vec<String> {
    let mut out = Vec::new();
    // An aborted walk is reported as an error; what was found stands.
    drop(tree.walk(git2::TreeWalkMode::PreOrder, |dir, entry| {
        if entry.name_bytes() == name.as_bytes() && entry.kind() == Some(git2::ObjectType::Blob) {
            out.push(format!("{}{name}", String::from_utf8_lossy(dir.as_bytes())));
        }
        if out.len() < 3 {
            git2::TreeWalkResult::Ok
        } else {
            git2::TreeWalkResult::Abort
        }
    }));
    out
}

/// Bytes as text for the screen, or why not. Undecodable bytes become U+FFFD.
///
/// # Errors
/// Binary content or an LFS pointer.
pub fn as_text(bytes: &[u8]) -> Result<String, Fault> {
    if bytes.starts_with(b"version https://git-lfs") {
        let text = String::from_utf8_lossy(bytes);
        let size = text.lines().find_map(|l| l.strip_prefix("size ")).unwrap_or("unknown");
        return Err(Fault::LfsPointer(crate::text::clean::line(size)));
    }
    if bytes.iter().take(8192).any(|b| *b == 0) {
        return Err(Fault::Binary(bytes.len() as u64));
    }
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// `git` in `dir`, without the user's configuration getting in the way, never asking, never fetching.
pub(super) fn git(dir: &Path) -> Command {
    let mut out = Command::new("git");
    out.arg("-C")
        .arg(dir)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .stdin(std::process::Stdio::null());
    out
}
