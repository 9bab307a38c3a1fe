//! Records set aside on disk while a command works: appended, found again by key, the last of a key counts.
//! Memory holds keys and places only.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use indexmap::IndexMap;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::error::{Problem, Result};
use crate::base::num;

/// A temporary file of JSON records with an index.
#[derive(Debug)]
pub struct Spool {
    out: BufWriter<File>,
    at: u64,
    /// In order of first appearance.
    places: IndexMap<Box<str>, (u64, u32)>,
    scratch: Vec<u8>,
}

impl Spool {
    /// An empty one; its file lies in `dir` without a name and goes with it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn new(dir: &Path) -> Result<Self> {
        let file = tempfile::tempfile_in(dir).map_err(|e| Problem::io("write in", dir, &e))?;
        Ok(Self {
            out: BufWriter::with_capacity(1 << 17, file),
            at: 0,
            places: IndexMap::new(),
            scratch: Vec::new(),
        })
    }

    /// Sets `record` aside under `key`. True when there was one already, which no longer counts.
    ///
    /// # Errors
    /// The disk is full.
    pub fn put(&mut self, key: &str, record: &impl Serialize) -> Result<bool> {
        self.scratch.clear();
        serde_json::to_writer(&mut self.scratch, record).map_err(|e| Problem::environment(e.to_string()))?;
        let fail = |e: std::io::Error| {
            Problem::environment(format!(
                "cannot set a record aside in .casefile/: {e}; nothing in the workspace was changed"
            ))
        };
        self.out.write_all(&self.scratch).map_err(fail)?;
        let place = (self.at, num::small(self.scratch.len()));
        self.at += self.scratch.len() as u64;
        if let Some(old) = self.places.get_mut(key) {
            *old = place;
            return Ok(true);
        }
        self.places.insert(key.into(), place);
        Ok(false)
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether nothing was set aside.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether there is a record of this key.
    pub fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// Keys in order of first appearance.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(|k| &**k)
    }

    /// Place of a key in that order, from 0.
    pub fn place(&self, key: &str) -> Option<usize> {
        self.places.get_index_of(key)
    }

    /// The text of the record of `key`.
    ///
    /// # Errors
    /// The disk failed.
    pub fn raw(&mut self, key: &str) -> Result<Option<Vec<u8>>> {
        match self.place(key) {
            Some(at) => self.raw_at(at),
            None => Ok(None),
        }
    }

    /// The text of the record whose key stands at `at`.
    ///
    /// # Errors
    /// The disk failed.
    pub fn raw_at(&mut self, at: usize) -> Result<Option<Vec<u8>>> {
        let Some((_, &(offset, len))) = self.places.get_index(at) else {
            return Ok(None);
        };
        let fail = |e: std::io::Error| Problem::environment(format!("cannot read a record set aside: {e}"));
        self.out.flush().map_err(fail)?;
        let mut raw = vec![0; usize::try_from(len).unwrap_or(0)];
        self.out.get_ref().read_exact_at(&mut raw, offset).map_err(fail)?;
        Ok(Some(raw))
    }

    /// The record of `key`.
    ///
    /// # Errors
    /// The disk failed, or the record is of another kind.
    pub fn get<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>> {
        let Some(raw) = self.raw(key)? else { return Ok(None) };
        let record = serde_json::from_slice(&raw).map_err(|e| Problem::environment(e.to_string()))?;
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_key_counts_and_order_is_of_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let mut spool = Spool::new(dir.path()).unwrap();
        assert!(!spool.put("b", &"one").unwrap());
        assert!(!spool.put("a", &vec![1, 2]).unwrap());
        assert!(spool.put("b", &"two").unwrap());
        assert_eq!(spool.get::<String>("b").unwrap().as_deref(), Some("two"));
        assert_eq!(spool.raw("a").unwrap().as_deref(), Some(&b"[1,2]"[..]));
        assert_eq!(spool.raw("c").unwrap(), None);
        assert_eq!(spool.keys().collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
