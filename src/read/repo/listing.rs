//! All files of a commit by path, and their contents by id.

use std::path::Path;

use super::{Fault, Repo, git, program};

/// Paths that are listed, at most: the largest known repositories have a third of it.
const MOST: usize = 1_500_000;

impl Repo {
    /// Paths of all files at `commit`, symbolic links among them, submodules not. Undecodable bytes become U+FFFD.
    /// Ends early, with what it has, when `stop` becomes true.
    ///
    /// # Errors
    /// When the commit is not there, or has more files than can be listed.
    pub fn paths(&self, commit: &str, stop: &dyn Fn() -> bool) -> Result<Vec<String>, Fault> {
        let Some(repo) = &self.inner else {
            return by_program(&self.dir, commit);
        };
        let tree = Self::tree(repo, commit)?;
        let mut out = Vec::new();
        let walked = tree.walk(git2::TreeWalkMode::PreOrder, |dir, entry| {
            if entry.kind() == Some(git2::ObjectType::Blob) {
                out.push(format!("{dir}{}", String::from_utf8_lossy(entry.name_bytes())));
            }
            if stop() || out.len() > MOST {
                git2::TreeWalkResult::Abort
            } else {
                git2::TreeWalkResult::Ok
            }
        });
        match walked {
            _ if out.len() > MOST => Err(too_many()),
            Ok(()) => Ok(out),
            Err(_) if stop() => Ok(out),
            // A tree that is not in this clone, or a folder whose name is no text.
            Err(_) => by_program(&self.dir, commit),
        }
    }
}

/// A regular file of a commit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its path; undecodable bytes became U+FFFD.
    pub path: String,
    /// Id of its content, hex digits.
    pub id: String,
}

/// Mode of a symbolic link.
const LINK: i32 = 0o120_000;

impl Repo {
    /// The regular files at `commit`, sorted by path; symbolic links and submodules are none. Empty once `stop` says so.
    ///
    /// # Errors
    /// When the commit is not there, or has more files than can be listed.
    pub fn files(&self, commit: &str, stop: &dyn Fn() -> bool) -> Result<Vec<Entry>, Fault> {
        let mut out = match &self.inner {
            None => files_by_program(&self.dir, commit)?,
            Some(repo) => {
                let tree = Self::tree(repo, commit)?;
                let mut out = Vec::new();
                let walked = tree.walk(git2::TreeWalkMode::PreOrder, |dir, entry| {
                    if entry.kind() == Some(git2::ObjectType::Blob) && entry.filemode() != LINK {
                        out.push(Entry {
                            path: format!("{dir}{}", String::from_utf8_lossy(entry.name_bytes())),
                            id: entry.id().to_string(),
                        });
                    }
                    if stop() || out.len() > MOST {
                        git2::TreeWalkResult::Abort
                    } else {
                        git2::TreeWalkResult::Ok
                    }
                });
                match walked {
                    _ if out.len() > MOST => return Err(too_many()),
                    Ok(()) => out,
                    Err(_) if stop() => Vec::new(),
                    Err(_) => files_by_program(&self.dir, commit)?,
                }
            }
        };
        out.sort_unstable();
        Ok(out)
    }

    /// The content of a file of [`Repo::files`].
    ///
    /// # Errors
    /// It has more than `most` bytes, or is not in this clone.
    pub fn content(&self, entry: &Entry, most: u64) -> Result<Vec<u8>, Fault> {
        let missing = || Fault::BlobMissing {
            path: entry.path.clone(),
        };
        let Some(repo) = &self.inner else {
            return program::content(&self.dir, &entry.id, most, &missing);
        };
        let read = || -> Result<Result<Vec<u8>, Fault>, git2::Error> {
            let id = git2::Oid::from_str(&entry.id)?;
            let (bytes, _) = repo.odb()?.read_header(id)?;
            if bytes as u64 > most {
                return Ok(Err(Fault::TooLarge(bytes as u64)));
            }
            Ok(Ok(repo.find_blob(id)?.content().to_vec()))
        };
        read().unwrap_or_else(|_| program::content(&self.dir, &entry.id, most, &missing))
    }
}

fn files_by_program(dir: &Path, commit: &str) -> Result<Vec<Entry>, Fault> {
    let mut out = Vec::new();
    listed(dir, commit, &mut |mode, id, path| {
        if !mode.starts_with(b"120") {
            out.push(Entry {
                path,
                id: String::from_utf8_lossy(id).into_owned(),
            });
        }
        out.len() <= MOST
    })?;
    if out.len() > MOST { Err(too_many()) } else { Ok(out) }
}

fn too_many() -> Fault {
    Fault::Git(format!("this commit has more than {MOST} files"))
}

fn by_program(dir: &Path, commit: &str) -> Result<Vec<String>, Fault> {
    let mut out = Vec::new();
    listed(dir, commit, &mut |_, _, path| {
        out.push(path);
        out.len() <= MOST
    })?;
    if out.len() > MOST { Err(too_many()) } else { Ok(out) }
}

type Take<'a> = dyn FnMut(&[u8], &[u8], String) -> bool + 'a;

/// Calls `take` with mode, id and path of every blob of the commit until it says no.
fn listed(dir: &Path, commit: &str, take: &mut Take<'_>) -> Result<(), Fault> {
    program::has_commit(dir, commit)?;
    let listed = git(dir)
        .args(["ls-tree", "-r", "-z", "--full-tree", commit])
        .output()
        .map_err(|e| Fault::Git(e.to_string()))?;
    if !listed.status.success() {
        return Err(Fault::Git(String::from_utf8_lossy(&listed.stderr).trim().to_owned()));
    }
    for line in listed.stdout.split(|b| *b == 0) {
        let mut parts = line.splitn(2, |b| *b == b'\t');
        let (Some(head), Some(path)) = (parts.next(), parts.next()) else {
            continue;
        };
        let mut words = head.split(|b| *b == b' ');
        let (Some(mode), Some(b"blob"), Some(id)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        if !take(mode, id, String::from_utf8_lossy(path).into_owned()) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{origin, run};
    use super::*;

    #[test]
    fn both_ways_list_the_same_files() {
        let root = tempfile::tempdir().unwrap();
        let (dir, _, second) = origin(root.path());
        std::fs::create_dir_all(dir.join("d\u{e9}/e")).unwrap();
        std::fs::write(dir.join("d\u{e9}/e/\u{6587} x.c"), "x").unwrap();
        run(&dir, &["add", "."]);
        run(&dir, &["commit", "-qm", "three"]);
        let head = run(&dir, &["rev-parse", "HEAD"]);
        let mut listed = Repo::open(&dir).unwrap().paths(&head, &|| false).unwrap();
        let mut told = by_program(&dir, &head).unwrap();
        listed.sort_unstable();
        told.sort_unstable();
        assert_eq!(listed, told);
        assert!(listed.contains(&"b/a.txt".to_owned()) && listed.contains(&"d\u{e9}/e/\u{6587} x.c".to_owned()));
        let before = Repo::open(&dir).unwrap().paths(&second, &|| false).unwrap();
        assert!(before.contains(&"b/a.txt".to_owned()) && before.len() + 1 == listed.len());
        assert!(Repo::open(&dir).unwrap().paths("0123", &|| false).is_err());
    }

    #[test]
    fn both_ways_give_the_same_contents() {
        let root = tempfile::tempdir().unwrap();
        let (dir, _, _) = origin(root.path());
        std::os::unix::fs::symlink("b/a.txt", dir.join("link.txt")).unwrap();
        std::fs::write(dir.join("big.txt"), "x".repeat(100)).unwrap();
        run(&dir, &["add", "."]);
        run(&dir, &["commit", "-qm", "three"]);
        let head = run(&dir, &["rev-parse", "HEAD"]);
        let repo = Repo::open(&dir).unwrap();
        let files = repo.files(&head, &|| false).unwrap();
        let mut told = files_by_program(&dir, &head).unwrap();
        told.sort_unstable();
        assert_eq!(files, told);
        assert!(files.iter().all(|f| f.path != "link.txt"));
        let program = Repo { dir, inner: None };
        for file in &files {
            let (one, other) = (repo.content(file, 99), program.content(file, 99));
            assert_eq!(one, other);
            assert_eq!(one.is_err(), file.path == "big.txt", "{}", file.path);
        }
        let gone = Entry {
            path: "gone.txt".into(),
            id: "0".repeat(40),
        };
        assert!(matches!(repo.content(&gone, 9), Err(Fault::BlobMissing { .. })));
        assert!(repo.files("0123", &|| false).is_err());
    }
}
