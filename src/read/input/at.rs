//! Reading a file from a place in it on.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use crate::base::error::{Problem, Result};

use super::Input;

impl Input {
    /// Opens it for reading from byte `offset` of its unpacked content on, as [`Input::open`] counts it. A plain file
    /// is not read up to there; a packed one has to be.
    ///
    /// # Errors
    /// As [`Input::open`]; or it is shorter.
    pub fn open_at(&self, offset: u64) -> Result<Box<dyn Read>> {
        let fail = |e: std::io::Error| Problem::io("read", self.path(), &e);
        // This looks at what it is, and refuses what cannot be read.
        let mut whole = self.open()?;
        if offset == 0 {
            return Ok(whole);
        }
        let mut file = File::open(self.path()).map_err(fail)?;
        let mut start = Vec::new();
        (&mut file).take(4).read_to_end(&mut start).map_err(fail)?;
        if start.starts_with(b"\x1f\x8b") || start.starts_with(b"\x28\xb5\x2f\xfd") {
            let skipped = std::io::copy(&mut (&mut whole).take(offset), &mut std::io::sink()).map_err(fail)?;
            if skipped < offset {
                return Err(Problem::input("the file is shorter than it was").in_file(self.path()));
            }
            return Ok(whole);
        }
        let mark = if start.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        file.seek(SeekFrom::Start(offset.saturating_add(mark))).map_err(fail)?;
        Ok(Box::new(BufReader::with_capacity(1 << 17, file)))
    }
}
