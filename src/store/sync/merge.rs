//! Two histories into one, in memory. Journal files follow a rule of their own: a journal only grows, so of two
//! versions the one that goes on from the other holds; two that part ways are both kept, under two names.

use std::path::Path;

use git2::{Index, Oid};

use super::{Exchange, Files, failed, index_entry};
use crate::base::error::{Problem, Result};

/// What a merge came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The commit that holds both.
    pub commit: Oid,
    /// It had to be made; else it was there already.
    pub made: bool,
    /// Journal files kept under a second name, since both sides wrote something else in them.
    pub beside: Vec<String>,
    /// Journal files that the other side had removed or shortened, put back.
    pub restored: Vec<String>,
}

/// Which of two versions of a journal file holds.
enum Pick {
    Ours,
    Theirs,
    Both,
}

impl Exchange {
    fn pick(&self, ours: Oid, theirs: Oid) -> Result<Pick> {
        if ours == theirs {
            return Ok(Pick::Ours);
        }
        let (a, b) = (self.blob(ours)?, self.blob(theirs)?);
        Ok(if a.starts_with(&b) {
            Pick::Ours
        } else if b.starts_with(&a) {
            Pick::Theirs
        } else {
            Pick::Both
        })
    }

    /// Journal files of both; those of `theirs` that part ways are put beside.
    ///
    /// # Errors
    /// Environment: git cannot read the content.
    pub fn together(&self, ours: &Files, theirs: &Files) -> Result<(Files, Vec<String>)> {
        let (mut out, mut beside) = (ours.clone(), Vec::new());
        for (path, id) in theirs {
            let Some(own) = ours.get(path) else {
                out.insert(path.clone(), *id);
                continue;
            };
            match self.pick(*own, *id)? {
                Pick::Ours => {}
                Pick::Theirs => {
                    out.insert(path.clone(), *id);
                }
                Pick::Both => {
                    let name = second_name(path, *id);
                    out.insert(name.clone(), *id);
                    beside.push(name);
                }
            }
        }
        Ok((out, beside))
    }

    /// Puts `theirs` into `ours`: nothing to do, a fast-forward, or a merge commit that no reference points to yet.
    ///
    /// # Errors
    /// Input: both changed the same lines of a file outside the journals; the paths are named and nothing is touched.
    pub fn merge(&self, ours: Oid, theirs: Oid) -> Result<Merged> {
        let there = |commit| Merged {
            commit,
            made: false,
            beside: Vec::new(),
            restored: Vec::new(),
        };
        if self.holds(ours, theirs)? {
            return Ok(there(ours));
        }
        if self.holds(theirs, ours)? {
            return self.whole(ours, there(theirs));
        }
        let (a, b) = (self.commit_of(ours)?, self.commit_of(theirs)?);
        let mut index = self.repo.merge_commits(&a, &b, None).map_err(|e| failed("merge", &e))?;
        let base = self.repo.merge_base(ours, theirs).ok();
        let beside = self.settle_journals(&mut index, base, ours, theirs)?;
        if index.has_conflicts() {
            return Err(self.conflict(&index));
        }
        let tree = index
            .write_tree_to(&self.repo)
            .map_err(|e| failed("write a tree", &e))?;
        let message = format!("casefile: merge {}/{}", self.remote, self.upstream);
        let merged = Merged {
            commit: self.commit(None, tree, &[ours, theirs], &message)?,
            made: true,
            beside,
            restored: Vec::new(),
        };
        self.whole(ours, merged)
    }

    /// A journal only grows: what the result lacks of the journals of `ours` is put back by one commit more.
    fn whole(&self, ours: Oid, mut merged: Merged) -> Result<Merged> {
        let (had, has) = (self.journals(Some(ours))?, self.journals(Some(merged.commit))?);
        let mut back = Files::new();
        for (path, own) in &had {
            match has.get(path) {
                Some(now) if now == own => {}
                Some(now) => match self.pick(*own, *now)? {
                    Pick::Theirs => {}
                    Pick::Ours => {
                        back.insert(path.clone(), *own);
                        merged.restored.push(path.clone());
                    }
                    Pick::Both => {
                        back.insert(path.clone(), *own);
                        let name = second_name(path, *now);
                        back.insert(name.clone(), *now);
                        merged.beside.push(name);
                    }
                },
                None => {
                    back.insert(path.clone(), *own);
                    merged.restored.push(path.clone());
                }
            }
        }
        if !back.is_empty() {
            let tree = self.tree_with(Some(merged.commit), &back)?;
            let message = "casefile: put back what was removed from journals";
            merged.commit = self.commit(None, tree, &[merged.commit], message)?;
            merged.made = true;
        }
        Ok(merged)
    }

    /// Decides every journal file that both sides touched.
    fn settle_journals(&self, index: &mut Index, base: Option<Oid>, ours: Oid, theirs: Oid) -> Result<Vec<String>> {
        let base = self.journals(base)?;
        let (ours, theirs) = (self.journals(Some(ours))?, self.journals(Some(theirs))?);
        let touched = |side: &Files, path: &String| side.get(path) != base.get(path);
        let (mut a, mut b) = (Files::new(), Files::new());
        for path in ours.keys().chain(theirs.keys()) {
            if touched(&ours, path) && touched(&theirs, path) {
                a.extend(ours.get(path).map(|id| (path.clone(), *id)));
                b.extend(theirs.get(path).map(|id| (path.clone(), *id)));
            }
        }
        let (settled, beside) = self.together(&a, &b)?;
        for (path, id) in &settled {
            // There may be no conflict to take away.
            let _none = index.conflict_remove(Path::new(path));
            index
                .add(&index_entry(path, *id))
                .map_err(|e| failed("merge the journals", &e))?;
        }
        Ok(beside)
    }

    fn conflict(&self, index: &Index) -> Problem {
        let mut paths: Vec<String> = index
            .conflicts()
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|c| c.our.or(c.their).or(c.ancestor))
            .map(|e| String::from_utf8_lossy(&e.path).into_owned())
            .collect();
        paths.sort();
        paths.dedup();
        let at = self.top.display();
        Problem::input(format!(
            "both sides changed the same lines of {}; nothing was merged",
            paths.join(", ")
        ))
        .in_file(&self.root)
        .mend(format!(
            "git -C {at} pull --no-rebase {} {}, put the files right, git -C {at} commit -a, then casefile sync again",
            self.remote, self.upstream
        ))
    }
}

/// Name for the version of a journal file that could not keep its own; it is read like any other.
fn second_name(path: &str, id: Oid) -> String {
    let short: String = id.to_string().chars().take(8).collect();
    let stem = path.strip_suffix(".jsonl").unwrap_or(path);
    format!("{stem}.{short}.jsonl")
}
