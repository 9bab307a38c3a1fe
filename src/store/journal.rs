//! The journal: one annotator's append-only file of judgements, with one writer.
//!
//! The promise: an entry is acknowledged only after one write of its whole line and `sync_data` have returned.
//! A failed write or sync closes the journal for the session and is never retried, for after a failed sync
//! nobody knows what reached the disk. A torn last line is set aside at the next open.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::domain::entry::{Entry, EntryId};

use super::disk::{Disk, Log};
use super::whole;
use super::writer::{self, Writer};

/// Size above which a file is never touched again, in bytes.
pub const ROLL: u64 = 1 << 20;

/// First 16 hex digits of the SHA-256 of `bytes`.
pub fn hash(bytes: &[u8]) -> String {
    crate::base::num::hex(Sha256::digest(bytes).iter().take(8))
}

/// An open journal.
pub struct Journal {
    dir: PathBuf,
    writer: Writer,
    part: u32,
    size: u64,
    next: u64,
    prev: String,
    disk: Box<dyn Disk>,
    log: Option<Box<dyn Log>>,
    closed: Option<Problem>,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Journal")
            .field("writer", &self.writer.name)
            .field("part", &self.part)
            .field("next", &self.next)
            .field("closed", &self.closed)
            .finish_non_exhaustive()
    }
}

/// What is left of opening a writer whose files are gone.
type Lacking = (Box<dyn Disk>, Option<PathBuf>);

/// What opening found and did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opened {
    /// Name of the writer.
    pub writer: String,
    /// Number that the next entry must carry.
    pub next: u64,
    /// A torn last line was set aside in this file.
    pub torn: Option<PathBuf>,
}

impl Journal {
    /// Opens the journal of `by` in the workspace at `root` for writing.
    ///
    /// # Errors
    /// A read-only folder, or a damaged line in one of this writer's own files (named with file and line).
    pub fn open(root: &Path, by: &str, salt: &str, disk: Box<dyn Disk>) -> Result<(Self, Opened)> {
        let dir = root.join("journal").join(by);
        if !dir.exists() {
            fs::create_dir_all(&dir).map_err(|e| Problem::io("make the folder", &dir, &e))?;
            // An entry is safe only when every folder above it is.
            for above in dir.ancestors().skip(1).take(2) {
                whole::sync_dir(above);
            }
        }
        let (mut from, mut disk, mut torn) = (1, disk, None);
        loop {
            let writer = writer::take(root, by, salt, from)?;
            let number = writer.number;
            match Self::with(&dir, writer, disk)? {
                Ok((journal, mut opened)) => {
                    opened.torn = opened.torn.or(torn);
                    return Ok((journal, opened));
                }
                // Files of this writer are gone: its numbers must not be given again.
                Err((back, cut)) => (disk, from, torn) = (back, number + 1, cut.or(torn)),
            }
        }
    }

    /// Opens the files of a writer; gives the disk back, and what was set aside, when fewer entries are there than it had
    /// written.
    fn with(dir: &Path, writer: Writer, disk: Box<dyn Disk>) -> Result<std::result::Result<(Self, Opened), Lacking>> {
        let mut out = Self {
            dir: dir.to_owned(),
            writer,
            part: 1,
            size: 0,
            next: 1,
            prev: String::new(),
            disk,
            log: None,
            closed: None,
        };
        let mut opened = Opened {
            writer: out.writer.name.clone(),
            next: 1,
            torn: None,
        };
        out.part = out.last_part()?;
        for part in 1..=out.part {
            let path = out.path(part);
            if !path.exists() {
                if part == out.part {
                    break;
                }
                // Going on would give the numbers of the lost entries to new ones.
                return Err(Problem::input("a file of this writer is missing; later ones are there")
                    .in_file(path)
                    .mend("nothing was written; restore the file from git, or move the later ones away"));
            }
            if part == out.part {
                opened.torn = cut_torn(&path)?;
            }
            out.walk(&path)?;
        }
        opened.next = out.next;
        if out.next - 1 < out.writer.written {
            return Ok(Err((out.disk, opened.torn)));
        }
        out.writer.remember(out.next - 1);
        Ok(Ok((out, opened)))
    }

    fn path(&self, part: u32) -> PathBuf {
        self.dir.join(format!("{}-{part:04}.jsonl", self.writer.name))
    }

    /// Number of the newest own file; 1 when there is none yet.
    fn last_part(&self) -> Result<u32> {
        let fail = |e: &std::io::Error| Problem::io("list", &self.dir, e);
        let mut last = 1;
        for found in fs::read_dir(&self.dir).map_err(|e| fail(&e))? {
            let name = found.map_err(|e| fail(&e))?.file_name();
            let part = name
                .to_str()
                .and_then(|n| {
                    n.strip_prefix(&self.writer.name)?
                        .strip_prefix('-')?
                        .strip_suffix(".jsonl")
                })
                .filter(|n| n.len() >= 4)
                .and_then(|n| n.parse().ok());
            last = last.max(part.unwrap_or(1));
        }
        Ok(last)
    }

    /// Reads one own file from start to end; any damage refuses writing.
    fn walk(&mut self, path: &Path) -> Result<()> {
        let raw = fs::read(path).map_err(|e| Problem::io("read", path, &e))?;
        self.size = raw.len() as u64;
        for (n, line) in raw.split(|b| *b == b'\n').enumerate() {
            if line.is_empty() {
                continue;
            }
            let damage = |what: String| {
                Problem::input(what)
                    .in_file(path)
                    .at_line(n + 1)
                    .mend("nothing was written; restore the file from git, or move it away to go on in a new one")
            };
            let entry: Entry =
                serde_json::from_slice(line).map_err(|e| damage(format!("damaged journal line: {e}")))?;
            if entry.seq != self.next || entry.prev != self.prev || entry.writer != self.writer.name {
                return Err(damage(format!(
                    "the chain is broken: expected entry {}/{} after {}",
                    self.writer.name,
                    self.next,
                    if self.prev.is_empty() { "nothing" } else { &self.prev }
                )));
            }
            self.next += 1;
            self.prev = hash(line);
        }
        Ok(())
    }

    /// Why nothing can be written any more this session.
    pub fn closed(&self) -> Option<&Problem> {
        self.closed.as_ref()
    }

    /// Writes `entry` (whose number must be the next one) and returns once it is on the disk.
    ///
    /// # Errors
    /// On the first failed write or sync, and ever after: the journal stays closed for the session.
    pub fn append(&mut self, mut entry: Entry) -> Result<EntryId> {
        if let Some(why) = &self.closed {
            return Err(why.clone());
        }
        let out = self.put(&mut entry);
        if let Err(why) = &out {
            self.closed = Some(why.clone());
            self.log = None;
        }
        out
    }

    /// Writes `entries`, numbered from the next number on, with one write and one sync for about every MiB. Their number
    /// comes back once all of them are on the disk.
    ///
    /// They are acknowledged together or not at all: after an error the first of them may stand in the journal all the
    /// same, as after a power cut, so whoever repeats the work must look for what is there. The chain holds in any case.
    ///
    /// # Errors
    /// As [`Journal::append`].
    pub fn append_all(&mut self, entries: Vec<Entry>) -> Result<usize> {
        if let Some(why) = &self.closed {
            return Err(why.clone());
        }
        let count = entries.len();
        let out = self.put_all(entries);
        if let Err(why) = &out {
            self.closed = Some(why.clone());
            self.log = None;
        }
        out.map(|()| count)
    }

    fn put_all(&mut self, entries: Vec<Entry>) -> Result<()> {
        let mut held = Vec::new();
        for mut entry in entries {
            if self.size + held.len() as u64 >= ROLL {
                self.write(&held)?;
                held.clear();
                self.roll();
            }
            held.extend(self.line(&mut entry)?);
        }
        if held.is_empty() { Ok(()) } else { self.write(&held) }
    }

    fn put(&mut self, entry: &mut Entry) -> Result<EntryId> {
        let chain = (self.next, self.prev.clone());
        let line = self.line(entry)?;
        if self.size >= ROLL {
            self.roll();
        }
        if let Err(why) = self.write(&line) {
            (self.next, self.prev) = chain;
            return Err(why);
        }
        Ok(entry.id())
    }

    /// From here on the next file is written.
    fn roll(&mut self) {
        self.part += 1;
        self.size = 0;
        self.log = None;
    }

    /// The line of `entry` as the next one of the chain.
    fn line(&mut self, entry: &mut Entry) -> Result<Vec<u8>> {
        if entry.seq != self.next {
            return Err(Problem::environment(format!(
                "entry {} came where {} was due",
                entry.seq, self.next
            )));
        }
        entry.writer.clone_from(&self.writer.name);
        entry.prev.clone_from(&self.prev);
        let mut line = serde_json::to_vec(&entry).map_err(|e| Problem::environment(e.to_string()))?;
        self.prev = hash(&line);
        self.next += 1;
        line.push(b'\n');
        Ok(line)
    }

    /// Writes lines at the end of the newest file and returns once they are on the disk.
    fn write(&mut self, lines: &[u8]) -> Result<()> {
        let path = self.path(self.part);
        let fail = |doing: &str, e: &std::io::Error| {
            let mut p = Problem::io(doing, &path, e);
            p.kind = crate::base::error::Kind::Environment;
            p.mend("answers can no longer be saved in this session; free the disk or fix the folder, then start again")
        };
        if self.log.is_none() {
            let fresh = !path.exists();
            self.log = Some(self.disk.open(&path, fresh).map_err(|e| fail("open", &e))?);
            if fresh {
                whole::sync_dir(&self.dir);
            }
        }
        let Some(log) = self.log.as_mut() else {
            return Err(Problem::environment("the journal file is gone"));
        };
        let mut rest = lines;
        while !rest.is_empty() {
            match log.write(rest) {
                Ok(0) => return Err(fail("write", &std::io::ErrorKind::WriteZero.into())),
                Ok(n) => rest = rest.get(n..).unwrap_or(&[]),
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(fail("write", &e)),
            }
        }
        log.sync_data().map_err(|e| fail("sync", &e))?;
        self.size += lines.len() as u64;
        self.writer.remember(self.next - 1);
        Ok(())
    }
}

/// Moves an unfinished last line to `FILE.torn` and cuts it off. Returns where it went.
fn cut_torn(path: &Path) -> Result<Option<PathBuf>> {
    let fail = |e: &std::io::Error| Problem::io("mend the last line of", path, e);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .map_err(|e| fail(&e))?;
    let mut raw = Vec::new();
    file.read_to_end(&mut raw).map_err(|e| fail(&e))?;
    let keep = memchr::memrchr(b'\n', &raw).map_or(0, |n| n + 1);
    let tail = raw.get(keep..).unwrap_or(&[]);
    if tail.is_empty() {
        return Ok(None);
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".torn");
    let torn = PathBuf::from(name);
    let mut aside: File = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&torn)
        .map_err(|e| fail(&e))?;
    aside
        .write_all(tail)
        .and_then(|()| aside.write_all(b"\n"))
        .and_then(|()| aside.sync_all())
        .map_err(|e| fail(&e))?;
    file.set_len(keep as u64).map_err(|e| fail(&e))?;
    file.seek(SeekFrom::End(0)).map_err(|e| fail(&e))?;
    file.sync_all().map_err(|e| fail(&e))?;
    Ok(Some(torn))
}
