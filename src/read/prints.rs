//! What the actions of a trajectory printed, found again in the file that it was imported from.
//!
//! An output may be larger than memory, and only a screenful of it is ever looked at. So the original is not parsed:
//! its text is copied with every long string cut to its start and a mark that says where the rest stands. The usual
//! reader walks over this short text and tells which action printed which string; the rest is read page by page.

mod page;
mod shorten;
#[cfg(test)]
mod tests;

use std::io::BufReader;
use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::domain::trajectory::Trajectory;

use super::input::{Form, Input};
use super::reader::{Item, Mapping, Sink, sniff};

pub use page::{PAGE, page};

/// Bytes of a string in a file: the inside of its quotes, as they stand there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte, in the unpacked file.
    pub offset: u64,
    /// Bytes.
    pub len: u64,
}

/// A piece of what an action printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Text at hand.
    Text(String),
    /// Text that stays in the file.
    Away(Span),
}

/// What one action printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Print {
    /// Turn of the action.
    pub step: u32,
    /// Place of its first event within the turn.
    pub sub: u32,
    /// Its pieces in order.
    pub parts: Vec<Part>,
}

/// The prints of a trajectory, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prints(pub Vec<Print>);

impl Prints {
    /// What the action of the event at `step` and `sub` printed: events of one script share one output.
    pub fn of(&self, step: u32, sub: u32) -> Option<&Print> {
        let after = self.0.partition_point(|p| (p.step, p.sub) <= (step, sub));
        let found = self.0.get(after.checked_sub(1)?)?;
        (found.step == step).then_some(found)
    }
}

/// Finds what `case` printed in the original at `path`. `region` is where its record stands; without it the whole
/// file is the record.
///
/// # Errors
/// The file is no longer what it was, is a table, or holds too many events; `stop` said so.
pub fn find(path: &Path, region: Option<Span>, case: &str, stop: &dyn Fn() -> bool) -> Result<Prints> {
    let input = Input::new(path);
    if let Form::Csv | Form::Parquet = quick_form(&input)? {
        return Err(Problem::input("the original is a table, whose cells cannot be read by themselves").in_file(path));
    }
    let base = region.map_or(0, |r| r.offset);
    let mut from = BufReader::with_capacity(1 << 18, input.open_at(base)?);
    let short = shorten::shorten(&mut from, base, region.map(|r| r.len), stop).map_err(|p| p.in_file(path))?;
    let short = Input::shortened(path, short);
    let mut found = Found { case, trajectory: None };
    let changed = |why: &str| {
        Problem::input(format!("the original is not what it was when it was imported{why}"))
            .in_file(path)
            .mend("import it again")
    };
    sniff(&short)
        .and_then(|reader| reader.read(&short, &mut found))
        .map_err(|p| changed(&format!(": {}", p.what)))?;
    match found.trajectory {
        Some(t) => Ok(Prints(t.printed.iter().map(print).collect())),
        None => Err(changed("")),
    }
}

/// What the file is, as far as its first bytes tell.
fn quick_form(input: &Input) -> Result<Form> {
    use std::io::BufRead;
    let mut from = input.open()?;
    let start = from.fill_buf().map_err(|e| Problem::io("read", input.path(), &e))?;
    Ok(match start.trim_ascii_start().first() {
        _ if start.starts_with(b"PAR1") => Form::Parquet,
        Some(b'{' | b'[') | None => Form::Document,
        Some(_) => Form::Csv,
    })
}

fn print(printed: &crate::domain::trajectory::Printed) -> Print {
    Print {
        step: printed.step,
        sub: printed.sub,
        parts: shorten::parts(&printed.text),
    }
}

/// Keeps the trajectory of the case that is asked for.
struct Found<'a> {
    case: &'a str,
    trajectory: Option<Box<Trajectory>>,
}

impl Sink for Found<'_> {
    fn take(&mut self, item: Item, _file: &Path, _line: usize) -> Result<()> {
        if let Item::Trajectory { trajectory, .. } = item
            && trajectory.case == self.case
        {
            self.trajectory = Some(trajectory);
        }
        Ok(())
    }

    fn refuse(&mut self, _problem: Problem) -> Result<()> {
        Ok(())
    }

    fn mended(&mut self, _how: &str, _file: &Path, _line: usize) {}

    fn note(&mut self, _problem: Problem) {}

    fn mapped(&mut self, _mapping: Mapping) {}
}
