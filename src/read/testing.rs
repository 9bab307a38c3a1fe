//! What tests of readers share: a sink that keeps all it hears, and reading text and the real files beside the project.

use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};

use super::input::{Input, Wishes};
use super::reader::{self, Item, Mapping, Reader, Sink};

/// Keeps everything.
#[derive(Debug, Default)]
pub(crate) struct Bag {
    pub(crate) items: Vec<(Item, usize)>,
    pub(crate) refused: Vec<Problem>,
    pub(crate) mended: Vec<(String, usize)>,
    pub(crate) notes: Vec<Problem>,
    pub(crate) mappings: Vec<Mapping>,
}

impl Sink for Bag {
    fn take(&mut self, item: Item, _file: &Path, line: usize) -> Result<()> {
        self.items.push((item, line));
        Ok(())
    }

    fn refuse(&mut self, problem: Problem) -> Result<()> {
        self.refused.push(problem);
        Ok(())
    }

    fn mended(&mut self, how: &str, _file: &Path, line: usize) {
        self.mended.push((how.to_owned(), line));
    }

    fn note(&mut self, problem: Problem) {
        self.notes.push(problem);
    }

    fn mapped(&mut self, mapping: Mapping) {
        self.mappings.push(mapping);
    }
}

/// Reads a file with the reader that knows it; what ends the reading is refused.
pub(crate) fn read_file(path: &Path, wishes: Wishes) -> Bag {
    let input = Input::with(path, std::sync::Arc::default(), std::sync::Arc::new(wishes));
    let mut bag = Bag::default();
    let done = reader::sniff(&input).and_then(|r| r.read(&input, &mut bag));
    bag.refused.extend(done.err());
    bag
}

/// As [`read_file`], with a reader by name.
pub(crate) fn read_as(path: &Path, name: &str) -> Bag {
    let mut bag = Bag::default();
    let done = reader::named(name).and_then(|r: &dyn Reader| r.read(&Input::new(path), &mut bag));
    bag.refused.extend(done.err());
    bag
}

/// Reads `text` as a file of this name.
pub(crate) fn read_text(name: &str, text: &str) -> Bag {
    read_bytes(name, text.as_bytes())
}

/// Reads bytes as a file of this name.
pub(crate) fn read_bytes(name: &str, bytes: &[u8]) -> Bag {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read_file(&path, Wishes::default())
}

/// A file of the real data beside the project; tests go without where it is not there.
pub(crate) fn shared(rel: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")).join(rel);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: no {}", path.display());
    None
}

/// Reads a file of the real data.
pub(crate) fn read_shared(rel: &str) -> Option<Bag> {
    Some(read_file(&shared(rel)?, Wishes::default()))
}
