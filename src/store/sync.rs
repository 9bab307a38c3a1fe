//! A workspace in git: what of it this annotator sends, and how what others sent comes in.
//!
//! Trees, commits and merges are made by libgit2 in memory; the network and the work tree are left to the git
//! program, which knows the user's credentials, hooks and filters. The index and the dirty files of the user stay
//! as they are: only the entries of own journal files are ever touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use git2::{Commit, Index, IndexEntry, IndexTime, ObjectType, Oid, Repository, RepositoryState, Signature, Tree};

use crate::base::error::{Problem, Result};

pub mod checkout;
pub mod head;
pub mod merge;
pub mod own;
pub mod remote;

/// Blobs of journal files by their path from the top of the repository.
pub type Files = BTreeMap<String, Oid>;

/// A workspace that lies in a git work tree, with the branch and the remote it is exchanged through.
pub struct Exchange {
    repo: Repository,
    /// Top of the work tree.
    top: PathBuf,
    /// The workspace.
    root: PathBuf,
    /// Path from the top to the workspace, with a slash at the end; empty when they are the same.
    prefix: String,
    /// The annotator.
    me: String,
    /// The branch that is checked out.
    branch: String,
    /// Name of the remote.
    remote: String,
    /// Name of the branch there.
    upstream: String,
}

impl std::fmt::Debug for Exchange {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Exchange")
            .field("top", &self.top)
            .field("branch", &self.branch)
            .field("remote", &self.remote)
            .finish_non_exhaustive()
    }
}

/// What libgit2 said while doing `doing`.
fn failed(doing: &str, e: &git2::Error) -> Problem {
    Problem::environment(format!("git cannot {doing}: {}", e.message()))
}

impl Exchange {
    /// Opens the repository that the workspace at `root` lies in, for the annotator `me`.
    ///
    /// # Errors
    /// Input: no repository or none with a work tree, no branch checked out, a merge under way, or no remote; each with
    /// the git command that mends it.
    pub fn open(root: &Path, me: &str, remote: Option<&str>) -> Result<Self> {
        let root = fs::canonicalize(root).map_err(|e| Problem::io("resolve", root, &e))?;
        let at = root.display();
        let repo = Repository::discover(&root).map_err(|e| {
            Problem::input(format!("the workspace is in no git repository: {}", e.message()))
                .in_file(&root)
                .mend(format!(
                    "git -C {at} init && git -C {at} add . && git -C {at} commit -m start && git -C {at} remote add origin URL"
                ))
        })?;
        let top = repo
            .workdir()
            .and_then(|d| fs::canonicalize(d).ok())
            .ok_or_else(|| Problem::input("the repository has no work tree").in_file(&root))?;
        let inner = root
            .strip_prefix(&top)
            .ok()
            .and_then(Path::to_str)
            .ok_or_else(|| Problem::input("the workspace is not inside its work tree").in_file(&root))?;
        let prefix = if inner.is_empty() {
            String::new()
        } else {
            format!("{inner}/")
        };
        if repo.state() != RepositoryState::Clean {
            return Err(
                Problem::input("git is in the middle of something: a merge, rebase or pick is not finished")
                    .in_file(&root)
                    .mend(format!("see: git -C {at} status")),
            );
        }
        let head = repo.find_reference("HEAD").map_err(|e| failed("read HEAD", &e))?;
        let branch = head
            .symbolic_target()
            .ok()
            .flatten()
            .and_then(|name| name.strip_prefix("refs/heads/"))
            .map(str::to_owned)
            .ok_or_else(|| {
                Problem::input("no branch is checked out")
                    .in_file(&root)
                    .mend(format!("git -C {at} switch BRANCH"))
            })?;
        drop(head);
        let (remote, upstream) = remote::choose(&repo, &root, &branch, remote)?;
        Ok(Self {
            repo,
            top,
            root,
            prefix,
            me: me.to_owned(),
            branch,
            remote,
            upstream,
        })
    }

    /// The branch that is checked out.
    pub fn branch(&self) -> &str {
        &self.branch
    }

    /// Name of the branch on the remote.
    pub fn upstream(&self) -> &str {
        &self.upstream
    }

    /// Name of the remote.
    pub fn remote(&self) -> &str {
        &self.remote
    }

    /// Commit of a full reference name; `None` when there is none yet.
    ///
    /// # Errors
    /// Environment: git cannot read it.
    pub fn tip(&self, name: &str) -> Result<Option<Oid>> {
        match self.repo.find_reference(name) {
            Ok(found) => match found.peel_to_commit() {
                Ok(commit) => Ok(Some(commit.id())),
                Err(e) => Err(failed(&format!("read {name}"), &e)),
            },
            Err(e) if e.code() == git2::ErrorCode::NotFound => Ok(None),
            Err(e) => Err(failed(&format!("read {name}"), &e)),
        }
    }

    /// Commit of the branch that is checked out; `None` before the first one.
    ///
    /// # Errors
    /// As [`Exchange::tip`].
    pub fn head(&self) -> Result<Option<Oid>> {
        self.tip(&self.head_name())
    }

    /// Full name of the branch that is checked out.
    pub fn head_name(&self) -> String {
        format!("refs/heads/{}", self.branch)
    }

    fn commit_of(&self, id: Oid) -> Result<Commit<'_>> {
        self.repo.find_commit(id).map_err(|e| failed("read a commit", &e))
    }

    fn tree(&self, commit: Option<Oid>) -> Result<Option<Tree<'_>>> {
        let Some(id) = commit else { return Ok(None) };
        let tree = self.commit_of(id)?.tree().map_err(|e| failed("read a tree", &e))?;
        Ok(Some(tree))
    }

    fn empty_tree(&self) -> Result<Tree<'_>> {
        let id = self.repo.treebuilder(None).and_then(|t| t.write());
        id.and_then(|id| self.repo.find_tree(id))
            .map_err(|e| failed("write a tree", &e))
    }

    fn blob(&self, id: Oid) -> Result<Vec<u8>> {
        let blob = self.repo.find_blob(id).map_err(|e| failed("read a file", &e))?;
        Ok(blob.content().to_vec())
    }

    /// Bytes of a file of the workspace at a commit; `None` when it is not there.
    ///
    /// # Errors
    /// Environment: git cannot read it.
    pub fn file(&self, commit: Option<Oid>, name: &str) -> Result<Option<Vec<u8>>> {
        let Some(tree) = self.tree(commit)? else {
            return Ok(None);
        };
        match tree.get_path(Path::new(&format!("{}{name}", self.prefix))) {
            Ok(entry) if entry.kind() == Some(ObjectType::Blob) => Ok(Some(self.blob(entry.id())?)),
            _ => Ok(None),
        }
    }

    /// Journal files of a commit.
    ///
    /// # Errors
    /// Environment: git cannot read it.
    pub fn journals(&self, commit: Option<Oid>) -> Result<Files> {
        let mut out = Files::new();
        let Some(tree) = self.tree(commit)? else { return Ok(out) };
        let dir = format!("{}journal", self.prefix);
        let Ok(entry) = tree.get_path(Path::new(&dir)) else {
            return Ok(out);
        };
        let Ok(journal) = self.repo.find_tree(entry.id()) else {
            return Ok(out);
        };
        journal
            .walk(git2::TreeWalkMode::PreOrder, |above, entry| {
                if let Ok(name) = entry.name()
                    && entry.kind() == Some(ObjectType::Blob)
                    && Path::new(name).extension().is_some_and(|e| e == "jsonl")
                {
                    out.insert(format!("{dir}/{above}{name}"), entry.id());
                }
                git2::TreeWalkResult::Ok
            })
            .map_err(|e| failed("read the journals", &e))?;
        Ok(out)
    }

    /// Annotator that a journal path of the repository belongs to.
    pub fn owner<'p>(&self, path: &'p str) -> Option<&'p str> {
        let inner = path.strip_prefix(&self.prefix)?.strip_prefix("journal/")?;
        inner.split_once('/').map(|(who, _)| who)
    }

    /// Entries of a journal blob: its lines.
    ///
    /// # Errors
    /// Environment: git cannot read it.
    pub fn entries(&self, id: Option<&Oid>) -> Result<usize> {
        let Some(id) = id else { return Ok(0) };
        let raw = self.blob(*id)?;
        Ok(raw.split(|b| *b == b'\n').filter(|l| !l.is_empty()).count())
    }

    /// Whether `old` is `new` or lies before it.
    ///
    /// # Errors
    /// Environment: git cannot read the history.
    pub fn holds(&self, new: Oid, old: Oid) -> Result<bool> {
        if new == old {
            return Ok(true);
        }
        self.repo
            .graph_descendant_of(new, old)
            .map_err(|e| failed("read the history", &e))
    }

    /// Makes a commit of `tree` and, with a name, moves that reference from the first parent to it.
    ///
    /// # Errors
    /// Environment: git cannot write it, or the reference moved meanwhile.
    pub fn commit(&self, name: Option<&str>, tree: Oid, parents: &[Oid], message: &str) -> Result<Oid> {
        let who = self
            .repo
            .signature()
            .or_else(|_| Signature::now(&self.me, &format!("{}@casefile.invalid", self.me)))
            .map_err(|e| failed("sign a commit", &e))?;
        let tree = self.repo.find_tree(tree).map_err(|e| failed("read a tree", &e))?;
        let parents = parents
            .iter()
            .map(|p| self.commit_of(*p))
            .collect::<Result<Vec<Commit<'_>>>>()?;
        let parents: Vec<&Commit<'_>> = parents.iter().collect();
        self.repo
            .commit(name, &who, &who, message, &tree, &parents)
            .map_err(|e| failed("commit", &e))
    }

    /// Moves a reference from `from`, where it must be, to `to`.
    ///
    /// # Errors
    /// Environment: it is elsewhere by now, or cannot be written.
    pub fn move_ref(&self, name: &str, from: Option<Oid>, to: Oid, why: &str) -> Result<()> {
        let moved = match from {
            Some(from) => self.repo.reference_matching(name, to, true, from, why),
            None => self.repo.reference(name, to, false, why),
        };
        moved.map(drop).map_err(|e| failed(&format!("move {name}"), &e))
    }

    /// A tree like that of `base`, with these journal files put in.
    ///
    /// # Errors
    /// Environment: git cannot write it.
    pub fn tree_with(&self, base: Option<Oid>, files: &Files) -> Result<Oid> {
        let base = match self.tree(base)? {
            Some(tree) => tree,
            None => self.empty_tree()?,
        };
        let mut update = git2::build::TreeUpdateBuilder::new();
        for (path, id) in files {
            update.upsert(path.as_str(), *id, git2::FileMode::Blob);
        }
        update
            .create_updated(&self.repo, &base)
            .map_err(|e| failed("write a tree", &e))
    }

    fn index(&self) -> Result<Index> {
        let mut index = self.repo.index().map_err(|e| failed("read its index", &e))?;
        // The git program may have written it since it was last read.
        index.read(true).map_err(|e| failed("read its index", &e))?;
        Ok(index)
    }

    /// Makes the index say that these files are as committed, and nothing else about it.
    ///
    /// # Errors
    /// Environment: another git holds the index.
    pub fn settle(&self, files: &Files) -> Result<()> {
        let mut index = self.index()?;
        let mut dirty = false;
        for (path, id) in files {
            if index.get_path(Path::new(path), 0).is_none_or(|e| e.id != *id) {
                index
                    .add(&index_entry(path, *id))
                    .map_err(|e| failed("write its index", &e))?;
                dirty = true;
            }
        }
        if dirty {
            index.write().map_err(|e| {
                failed("write its index", &e).mend("another git may be at work; when none is, run casefile sync again")
            })?;
        }
        Ok(())
    }
}

/// An entry of an index that git looks at again before it believes it.
pub fn index_entry(path: &str, id: Oid) -> IndexEntry {
    IndexEntry {
        ctime: IndexTime::new(0, 0),
        mtime: IndexTime::new(0, 0),
        dev: 0,
        ino: 0,
        mode: 0o100_644,
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_bytes().to_vec(),
    }
}
