//! Every entry of every journal as a row, in the order of the files.

use std::collections::HashSet;

use super::{Out, Sheet, Task, damaged};
use crate::base::error::{Problem, Result};
use crate::domain::exchange::entry::{columns, to_row};
use crate::store::replay::{Whose, replay};

/// Writes all entries; a second copy of the same one is left out.
pub(super) fn write(
    Task {
        ws,
        plan,
        meter,
        report,
        ..
    }: Task<'_>,
    out: Out<'_>,
) -> Result<usize> {
    meter.phase("exporting judgements", 0);
    let mut sheet = Sheet::new(plan.form, out, columns())?;
    let mut seen: HashSet<(String, String, u64)> = HashSet::new();
    let mut failed: Result<()> = Ok(());
    let found = replay(&ws.root, &Whose::All, true, &mut |entry| {
        if failed.is_err() {
            return;
        }
        failed = meter.check();
        if failed.is_ok() && seen.insert((entry.by.clone(), entry.writer.clone(), entry.seq)) {
            failed = sheet.row(to_row(&entry));
        }
    });
    failed?;
    damaged(plan, found.damage, report)?;
    for path in found.unfinished {
        let p =
            Problem::input("the last line is unfinished: its writer may be at work; the lines before were exported");
        report.notes.push(p.in_file(path));
    }
    sheet.end()
}
