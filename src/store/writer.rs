//! Who writes: the identity of this clone of the workspace, and the lock that gives each process its own files.
//!
//! The identity lives in `.casefile/writer.json`, outside git, with the place and host it was made for: a clone
//! or a copied folder gets an identity of its own, so no two machines ever append to the same file.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::error::{Problem, Result};

use super::whole;

#[derive(Debug, Serialize, Deserialize)]
struct Identity {
    id: String,
    place: PathBuf,
    host: String,
}

/// A writer name with the lock that makes it ours; the lock goes with the process.
#[derive(Debug)]
pub struct Writer {
    /// Name, as in entry ids and file names.
    pub name: String,
    /// Its number among the processes of this clone, from 1.
    pub number: u32,
    /// Entries that it had written when it was last opened or closed.
    pub written: u64,
    lock: File,
}

impl Writer {
    /// Remembers how many entries it has written, so that a missing file is noticed before its numbers are used again.
    /// Only this clone relies on it, and only where it is more than what is found: a lost write costs nothing.
    pub fn remember(&mut self, written: u64) {
        if written > self.written {
            let put = self.lock.rewind().and_then(|()| write!(self.lock, "{written:020}"));
            if put.is_ok() {
                self.written = written;
            }
        }
    }
}

/// Most processes of one clone at a time.
const MOST: u32 = 64;

/// Takes the first free writer of this clone for `by`, from number `from` on. `salt` makes a new identity unlike any other: clock and process.
///
/// # Errors
/// When `.casefile` cannot be written (a read-only folder) or all writers are taken.
pub fn take(root: &Path, by: &str, salt: &str, from: u32) -> Result<Writer> {
    let local = root.join(".casefile");
    let lock_dir = local.join("lock");
    fs::create_dir_all(&lock_dir).map_err(|e| Problem::io("make the folder", &lock_dir, &e))?;
    let id = identity(root, &local, salt)?;
    for n in from..=MOST {
        let name = format!("{id}.{n}");
        let path = lock_dir.join(format!("{by}.{name}"));
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(|e| Problem::io("open the lock", &path, &e))?;
        match file.try_lock() {
            Ok(()) => {
                let mut text = String::new();
                let read = file.read_to_string(&mut text);
                let written = read.ok().and_then(|_| text.trim().parse().ok()).unwrap_or(0);
                return Ok(Writer {
                    name,
                    number: n,
                    written,
                    lock: file,
                });
            }
            Err(fs::TryLockError::WouldBlock) => {}
            Err(fs::TryLockError::Error(e)) => return Err(Problem::io("lock", &path, &e)),
        }
    }
    Err(Problem::environment(format!("{MOST} processes of '{by}' have this workspace open")).in_file(lock_dir))
}

/// Identity of this clone, once something was written here: names of its writers are this, a dot and a number.
pub fn known(root: &Path) -> Option<String> {
    let place = fs::canonicalize(root).ok()?;
    stored(&root.join(".casefile/writer.json"), &place, &host())
}

fn host() -> String {
    fs::read_to_string("/etc/machine-id")
        .or_else(|_| fs::read_to_string("/etc/hostname"))
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// The identity in the file, if it was made for this place.
fn stored(path: &Path, place: &Path, host: &str) -> Option<String> {
    let raw = fs::read_to_string(path).ok()?;
    let known: Identity = serde_json::from_str(&raw).ok()?;
    (known.place == place && known.host == host).then_some(known.id)
}

fn identity(root: &Path, local: &Path, salt: &str) -> Result<String> {
    let path = local.join("writer.json");
    let place = fs::canonicalize(root).map_err(|e| Problem::io("resolve", root, &e))?;
    let host = host();
    if let Some(id) = stored(&path, &place, &host) {
        return Ok(id);
    }
    let id = super::journal::hash(format!("{salt}\n{}\n{host}", place.display()).as_bytes());
    let id: String = id.chars().take(8).collect();
    let made = Identity {
        id: id.clone(),
        place,
        host,
    };
    let text = serde_json::to_string_pretty(&made).map_err(|e| Problem::environment(e.to_string()))?;
    whole::write_text(&path, &text)?;
    Ok(id)
}
