//! What a command keeps for the next one in `.casefile/cache/`: this clone's own, never in git, made anew when it is
//! lost. Reading and writing it never fails a command.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::base::error::{Problem, Result};

use super::whole;

/// Largest file, in bytes.
pub const LARGEST: u64 = 192 << 20;

/// Bytes of all files; the ones written longest ago go first.
const ALL: u64 = 1 << 30;

fn dir(root: &Path) -> PathBuf {
    root.join(".casefile").join("cache")
}

/// The file `name`; `None` when there is none, or none that could be used.
pub fn load(root: &Path, name: &str) -> Option<Vec<u8>> {
    let file = whole::open(&dir(root).join(name)).ok()?;
    let len = file.metadata().ok()?.len();
    if len > LARGEST {
        return None;
    }
    let mut out = Vec::new();
    file.take(LARGEST).read_to_end(&mut out).ok()?;
    Some(out)
}

/// Writes the file `name` and makes room.
///
/// # Errors
/// The folder cannot be written; whoever asks may go on without.
pub fn save(root: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    if bytes.len() as u64 > LARGEST {
        return Ok(());
    }
    let dir = dir(root);
    let path = dir.join(name);
    whole::write(&path, |out| {
        out.write_all(bytes).map_err(|e| Problem::io("write", &path, &e))
    })?;
    make_room(&dir, ALL);
    Ok(())
}

fn make_room(dir: &Path, most: u64) {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|f| {
            let meta = f.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((meta.modified().ok()?, meta.len(), f.path()))
        })
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    let mut sum = 0;
    for (_, len, path) in files {
        sum += len;
        if sum > most {
            // Another command may have removed it.
            let _ignored: std::io::Result<()> = fs::remove_file(path);
        }
    }
}

/// A file name for `OWNER/NAME` and a purpose.
pub fn name(repo: &str, purpose: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' || c == '.' {
            c
        } else {
            '_'
        }
    };
    let repo: String = repo.replace('/', "__").chars().map(plain).take(120).collect();
    format!("{repo}.{purpose}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_files_make_room() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(load(root.path(), "a"), None);
        for (n, name) in (1..).zip(["a", "b", "c"]) {
            save(root.path(), name, b"12345").unwrap();
            let file = fs::File::open(dir(root.path()).join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(n))
                .unwrap();
        }
        make_room(&dir(root.path()), 12);
        assert_eq!(load(root.path(), "a"), None);
        assert_eq!(load(root.path(), "c").as_deref(), Some(&b"12345"[..]));
        assert!(load(root.path(), "b").is_some());
        assert_eq!(name("a/../b c", "x"), "a__..__b_c.x");
    }
}
