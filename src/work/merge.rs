//! Lines of a workspace file, old and new, merged by key: new ones replace old ones in place or go to the end.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::read::meter::Meter;
use crate::store::spool::Spool;
use crate::store::stage::{Prepared, Stage};
use crate::store::whole;

use super::import::Count;

#[derive(Deserialize)]
struct Key<'a> {
    #[serde(borrow)]
    case: Cow<'a, str>,
    #[serde(borrow, default)]
    exhibit: Option<Cow<'a, str>>,
}

/// What became of the lines.
#[derive(Default)]
pub(in crate::work) struct Merged {
    pub(in crate::work) count: Count,
    /// Old lines that no new one replaces.
    pub(in crate::work) kept: usize,
    pub(in crate::work) file: Option<Prepared>,
}

/// Key of a record about an exhibit.
pub(in crate::work) fn key(case: &str, exhibit: &str) -> String {
    format!("{case}\n{exhibit}")
}

/// Calls `each` with the number and text of every line of `path` that is not blank; no file is no lines.
pub(in crate::work) fn old_lines(path: &Path, each: &mut dyn FnMut(usize, &[u8]) -> Result<()>) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let mut from = BufReader::with_capacity(1 << 18, whole::open(path)?);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let n = from
            .read_until(b'\n', &mut line)
            .map_err(|e| Problem::io("read", path, &e))?;
        if n == 0 {
            return Ok(());
        }
        number += 1;
        let text = line.trim_ascii_end();
        if !text.is_empty() {
            each(number, text)?;
        }
    }
}

/// A line that cannot be read stops the command: writing back would lose it.
pub(in crate::work) fn damaged(path: &Path, line: usize, e: &serde_json::Error) -> Problem {
    Problem::input(format!("not a record of this file: {e}"))
        .in_file(path)
        .at_line(line)
        .mend("restore the line from git before importing, so that nothing of it is lost")
}

/// A line of `cases.jsonl` that is left out.
pub(super) fn unreadable(path: &Path, number: usize, e: &serde_json::Error) -> Problem {
    Problem::input(format!("not a case: {e}"))
        .in_file(path)
        .at_line(number)
        .mend("restore the line from git, or import the case again; the others were read")
}

/// As [`damaged`], of a line of `cases.jsonl`.
pub(in crate::work) fn no_case(path: &Path, line: usize, e: &serde_json::Error) -> Problem {
    let mut p = damaged(path, line, e);
    p.what = format!("not a case: {e}");
    p
}

/// Writes a line.
pub(in crate::work) fn put(out: &mut dyn Write, path: &Path, raw: &[u8]) -> Result<()> {
    out.write_all(raw)
        .and_then(|()| out.write_all(b"\n"))
        .map_err(|e| Problem::io("write", path, &e))
}

/// Merges the records of `new` into the lines of `path`; with `replace`, old lines without a new one go.
pub(in crate::work) fn merge(
    path: &Path,
    new: &mut Spool,
    by_exhibit: bool,
    replace: bool,
    stage: &mut Stage,
    meter: &Meter,
) -> Result<Merged> {
    let mut out = Merged::default();
    let mut there = vec![false; new.len()];
    let (count, kept) = (&mut out.count, &mut out.kept);
    let file = stage.prepare(path, |to| {
        let mut differs = false;
        old_lines(path, &mut |number, line| {
            meter.check()?;
            let row: Key<'_> = serde_json::from_slice(line).map_err(|e| damaged(path, number, &e))?;
            let key = match (by_exhibit, row.exhibit) {
                (true, exhibit) => key(&row.case, exhibit.as_deref().unwrap_or("")),
                (false, _) => row.case.into_owned(),
            };
            match new.place(&key) {
                Some(at) => match there.get_mut(at) {
                    Some(met) if !*met => {
                        *met = true;
                        let raw = new.raw_at(at)?.unwrap_or_default();
                        let same = raw == line;
                        count.note(Some(same));
                        differs |= !same;
                        put(to, path, &raw)
                    }
                    // A second line of the same key never counted.
                    _ => {
                        differs = true;
                        Ok(())
                    }
                },
                None if replace => {
                    differs = true;
                    Ok(())
                }
                None => {
                    *kept += 1;
                    put(to, path, line)
                }
            }
        })?;
        for (at, met) in there.iter().enumerate() {
            if !met && let Some(raw) = new.raw_at(at)? {
                meter.check()?;
                count.note(None);
                differs = true;
                put(to, path, &raw)?;
            }
        }
        Ok(differs)
    })?;
    out.file = file;
    Ok(out)
}
