//! Any bytes, as a file that one reader shall read. CASEFILE_READER names the reader; without it the reader is
//! recognised by content, as `import` does.
//!
//!     CASEFILE_READER=agentless cargo +nightly fuzz run --fuzz-dir tests/fuzz reader -- -max_total_time=600
#![no_main]

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use casefile::base::error::{Problem, Result};
use casefile::read::input::Input;
use casefile::read::reader::{self, Item, Mapping, Reader, Sink};
use libfuzzer_sys::fuzz_target;

struct Nothing;

impl Sink for Nothing {
    fn take(&mut self, _: Item, _: &Path, _: usize) -> Result<()> {
        Ok(())
    }

    fn refuse(&mut self, _: Problem) -> Result<()> {
        Ok(())
    }

    fn mended(&mut self, _: &str, _: &Path, _: usize) {}

    fn note(&mut self, _: Problem) {}

    fn mapped(&mut self, _: Mapping) {}
}

struct Bench {
    file: PathBuf,
    reader: Option<&'static dyn Reader>,
    _dir: tempfile::TempDir,
}

fn bench() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        let dir = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let dir = dir.expect("a folder for the file");
        let reader = std::env::var("CASEFILE_READER").ok();
        Bench {
            file: dir.path().join("owner__name-12.json"),
            reader: reader.map(|name| reader::named(&name).expect("a reader of this name")),
            _dir: dir,
        }
    })
}

fuzz_target!(|data: &[u8]| {
    let bench = bench();
    std::fs::write(&bench.file, data).expect("the file");
    let input = Input::new(&bench.file);
    let reader = bench.reader.or_else(|| reader::sniff(&input).ok());
    if let Some(reader) = reader {
        let _read = reader.read(&input, &mut Nothing);
    }
});
