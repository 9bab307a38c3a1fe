//! All files of a commit by path.

use std::path::Path;

use super::{Fault, Repo, git};

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

fn too_many() -> Fault {
    Fault::Git(format!("this commit has more than {MOST} files"))
}

fn by_program(dir: &Path, commit: &str) -> Result<Vec<String>, Fault> {
    super::program::has_commit(dir, commit)?;
    let listed = git(dir)
        .args(["ls-tree", "-r", "-z", "--full-tree", commit])
        .output()
        .map_err(|e| Fault::Git(e.to_string()))?;
    if !listed.status.success() {
        return Err(Fault::Git(String::from_utf8_lossy(&listed.stderr).trim().to_owned()));
    }
    let mut out = Vec::new();
    for line in listed.stdout.split(|b| *b == 0) {
        let mut parts = line.splitn(2, |b| *b == b'\t');
        let (Some(head), Some(path)) = (parts.next(), parts.next()) else {
            continue;
        };
        if head.split(|b| *b == b' ').nth(1) == Some(b"blob") {
            out.push(String::from_utf8_lossy(path).into_owned());
        }
        if out.len() > MOST {
            return Err(too_many());
        }
    }
    Ok(out)
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
}
