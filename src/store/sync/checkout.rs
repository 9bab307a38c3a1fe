//! Into the work tree: files that changed between two commits, and no other. What the user has changed is never
//! overwritten; a journal file on the disk that already has more than the commit stays.

use std::fs;
use std::path::Path;

use git2::{IndexEntry, Oid};

use super::own::complete;
use super::{Exchange, Files, failed, index_entry};
use crate::base::error::{Problem, Result};
use crate::store::whole;

impl Exchange {
    /// Brings work tree, index and the current branch from `from` to `to`.
    ///
    /// # Errors
    /// Input: a changed file is in the way; nothing is touched then. Environment: the disk or the index.
    pub fn advance(&self, from: Option<Oid>, to: Oid, stopped: &dyn Fn() -> bool) -> Result<()> {
        if from == Some(to) {
            return Ok(());
        }
        let leave = self.leave(from, to)?;
        let before = self.note(&leave)?;
        let done = self.lay(from, to, &leave, stopped);
        if done.is_err() {
            self.restore(before)?;
        }
        done?;
        self.move_ref(&self.head_name(), from, to, "casefile sync")
    }

    /// Journal files whose change needs no writing: the disk has it, and maybe more; or they go from the branch, but
    /// are one's own and stay on the disk. Each with its content at `to`.
    fn leave(&self, from: Option<Oid>, to: Oid) -> Result<Vec<(String, Option<Oid>)>> {
        let (old, new) = (self.journals(from)?, self.journals(Some(to))?);
        let mut out = Vec::new();
        for (path, id) in &new {
            if old.get(path) == Some(id) {
                continue;
            }
            let Ok(disk) = fs::read(self.top.join(path)) else {
                continue;
            };
            let target = self.blob(*id)?;
            if disk.starts_with(&target) {
                out.push((path.clone(), Some(*id)));
            } else if self.written_here(path) {
                return Err(Problem::input(
                    "the remote has other content for a journal file that this clone writes; nothing was changed",
                )
                .in_file(self.top.join(path))
                .mend("with the workbench closed, move the file away, then casefile sync again; casefile doctor tells what is in both"));
            }
        }
        for (path, id) in self.added(from, to)? {
            // What the user has there already in the same words is in nobody's way.
            if fs::read(self.top.join(&path)).is_ok_and(|disk| self.blob(id).is_ok_and(|blob| blob == disk)) {
                out.push((path, Some(id)));
            }
        }
        let gone = old.keys().filter(|p| !new.contains_key(*p));
        out.extend(
            gone.filter(|p| self.owner(p) == Some(&self.me))
                .map(|p| (p.clone(), None)),
        );
        Ok(out)
    }

    /// Plain files outside the journals that `to` has and `from` has not.
    fn added(&self, from: Option<Oid>, to: Oid) -> Result<Files> {
        let (old, new) = (self.tree(from)?, self.tree(Some(to))?);
        let diff = self
            .repo
            .diff_tree_to_tree(old.as_ref(), new.as_ref(), None)
            .map_err(|e| failed("compare two commits", &e))?;
        let mut out = Files::new();
        for delta in diff.deltas().filter(|d| d.status() == git2::Delta::Added) {
            let file = delta.new_file();
            let path = file.path().and_then(Path::to_str).unwrap_or_default();
            if file.mode() == git2::FileMode::Blob && self.owner(path).is_none() {
                out.insert(path.to_owned(), file.id());
            }
        }
        Ok(out)
    }

    /// Tells the index about files that are left as they are; gives back what it said before.
    fn note(&self, leave: &[(String, Option<Oid>)]) -> Result<Vec<(String, Option<IndexEntry>)>> {
        let mut before = Vec::new();
        if leave.is_empty() {
            return Ok(before);
        }
        let mut index = self.index()?;
        for (path, id) in leave {
            before.push((path.clone(), index.get_path(Path::new(path), 0)));
            match id {
                Some(id) => index.add(&index_entry(path, *id)),
                None => index.remove(Path::new(path), 0),
            }
            .map_err(|e| failed("write its index", &e))?;
        }
        index.write().map_err(|e| failed("write its index", &e))?;
        Ok(before)
    }

    fn restore(&self, before: Vec<(String, Option<IndexEntry>)>) -> Result<()> {
        if before.is_empty() {
            return Ok(());
        }
        let mut index = self.index()?;
        for (path, entry) in before {
            match entry {
                Some(entry) => index.add(&entry),
                None => index.remove(Path::new(&path), 0),
            }
            .map_err(|e| failed("write its index", &e))?;
        }
        index.write().map_err(|e| failed("write its index", &e))
    }

    /// The two-tree merge that `git switch` does: it refuses to write over what is not committed.
    fn lay(
        &self,
        from: Option<Oid>,
        to: Oid,
        leave: &[(String, Option<Oid>)],
        stopped: &dyn Fn() -> bool,
    ) -> Result<()> {
        let base = match self.tree(from)? {
            Some(tree) => tree,
            None => self.empty_tree()?,
        };
        // A file that git is not told to have been there is not one that it would take away.
        let mut kept = git2::build::TreeUpdateBuilder::new();
        for (path, _) in leave.iter().filter(|(_, id)| id.is_none()) {
            kept.remove(path.as_str());
        }
        let old = kept
            .create_updated(&self.repo, &base)
            .map_err(|e| failed("write a tree", &e))?
            .to_string();
        // Stale times would look like changes. That some file needs an update is no failure.
        self.git(&["update-index", "-q", "--refresh"], stopped)?;
        let said = self.git(&["read-tree", "-m", "-u", &old, &to.to_string()], stopped)?;
        if said.ok {
            return Ok(());
        }
        Err(
            Problem::input(format!("a file of yours is in the way of what came in: {}", said.why()))
                .in_file(&self.root)
                .mend(format!(
                    "commit or stash it (git -C {} stash), then casefile sync again; answers are safe",
                    self.top.display()
                )),
        )
    }

    /// Writes journal files that another clone of the same person sent, where the disk has nothing or only their
    /// start.
    ///
    /// # Errors
    /// Environment: the disk.
    pub fn lay_own(&self, files: &Files) -> Result<()> {
        for (path, id) in files {
            let at = self.top.join(path);
            let target = self.blob(*id)?;
            let disk = fs::read(&at).unwrap_or_default();
            let known = complete(&disk);
            if self.written_here(path) || target.len() <= known.len() || !target.starts_with(known) {
                continue;
            }
            whole::write(&at, |out| {
                out.write_all(&target).map_err(|e| Problem::io("write", &at, &e))
            })?;
        }
        Ok(())
    }
}
