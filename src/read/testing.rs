//! What tests of readers share: a sink that keeps everything, and ways to fill it.

use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Suspects};
use crate::domain::trajectory::Trajectory;

use super::input::{Input, Wishes};
use super::reader::{GoldRow, Item, Mapping, Sink, named, sniff};

/// All that a reader told.
#[derive(Debug, Default)]
pub(crate) struct Bag {
    /// Name of the reader that took the file.
    pub(crate) reader: String,
    /// Items with the lines they were read from.
    pub(crate) items: Vec<(Item, usize)>,
    /// Records that were refused.
    pub(crate) refused: Vec<Problem>,
    /// How records were mended, with their lines.
    pub(crate) mended: Vec<(String, usize)>,
    /// Notes.
    pub(crate) notes: Vec<Problem>,
    /// How columns were understood.
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

impl Bag {
    /// Suspects in order.
    pub(crate) fn suspects(&self) -> Vec<&Suspects> {
        let all = self.items.iter().filter_map(|(item, _)| match item {
            Item::Suspects { suspects, .. } => Some(&**suspects),
            _ => None,
        });
        all.collect()
    }

    /// Runs in order.
    pub(crate) fn runs(&self) -> Vec<(&str, &RunInfo)> {
        let all = self.items.iter().filter_map(|(item, _)| match item {
            Item::Run { run, info } => Some((run.as_str(), info)),
            _ => None,
        });
        all.collect()
    }

    /// Gold in order.
    pub(crate) fn gold(&self) -> Vec<&GoldRow> {
        let all = self.items.iter().filter_map(|(item, _)| match item {
            Item::Gold(gold) => Some(gold),
            _ => None,
        });
        all.collect()
    }

    /// Trajectories in order.
    pub(crate) fn trajectories(&self) -> Vec<&Trajectory> {
        let all = self.items.iter().filter_map(|(item, _)| match item {
            Item::Trajectory { trajectory, .. } => Some(&**trajectory),
            _ => None,
        });
        all.collect()
    }
}

/// Recognises and reads the file at `path`; a file that nobody knows is told as refused.
pub(crate) fn read_file(path: &Path) -> Bag {
    read_with(path, Wishes::default())
}

/// As [`read_file`], with what a person said about it.
pub(crate) fn read_with(path: &Path, wishes: Wishes) -> Bag {
    let input = Input::with(path, std::sync::Arc::default(), std::sync::Arc::new(wishes));
    let mut bag = Bag::default();
    let done = sniff(&input).and_then(|reader| {
        reader.name().clone_into(&mut bag.reader);
        reader.read(&input, &mut bag)
    });
    bag.refused.extend(done.err());
    bag
}

/// As [`read_file`], with a reader by name.
pub(crate) fn read_as(path: &Path, name: &str) -> Bag {
    let mut bag = Bag::default();
    let done = named(name).and_then(|reader| reader.read(&Input::new(path), &mut bag));
    bag.refused.extend(done.err());
    bag
}

/// A file of the real data beside the project; tests go without where it is not there.
pub(crate) fn shared(rel: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")).join(rel);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: no {rel}");
    None
}

/// Reads a file of the real data.
pub(crate) fn read_shared(rel: &str) -> Option<Bag> {
    Some(read_file(&shared(rel)?))
}

/// Reads `text` as a file with this name, or path below a temporary folder.
pub(crate) fn read_text(name: &str, text: &str) -> Bag {
    read_bytes(name, text.as_bytes())
}

/// As [`read_text`], of any bytes.
pub(crate) fn read_bytes(name: &str, bytes: &[u8]) -> Bag {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    read_file(&path)
}
