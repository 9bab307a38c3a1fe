//! Harmful-image candidates as rows.

use std::io::Write;

use super::{Plan, Sheet, lines};
use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::domain::exchange::candidate::{columns, to_row};
use crate::read::meter::Meter;
use crate::store::workspace::Workspace;
use crate::work::merge::old_lines;

/// Writes all candidates.
pub(super) fn write(ws: &Workspace, plan: &Plan, out: Box<dyn Write + Send + '_>, meter: &Meter) -> Result<usize> {
    let path = ws.candidates();
    meter.phase("exporting candidates", lines(&path));
    let mut sheet = Sheet::new(plan.form, out, columns())?;
    old_lines(&path, &mut |number, line| {
        meter.check()?;
        meter.add(1);
        let candidate: Candidate = serde_json::from_slice(line).map_err(|e| {
            Problem::input(format!("not a candidate: {e}"))
                .in_file(&path)
                .at_line(number)
                .mend("restore the line from git before exporting, so that nothing of it is lost")
        })?;
        // What became of it follows from the reviews.
        sheet.row(to_row(&candidate, ""))
    })?;
    sheet.end()
}
