//! Where gold stands in every run: one row a run, case and level, from which every metric at every K follows.

use serde_json::Value;

use super::{Out, Sheet, Task};
use crate::base::error::{Problem, Result};
use crate::domain::exchange::{Column, Kind, Row};
use crate::domain::level::Level;
use crate::work::board;

/// The columns, in their order.
const COLUMNS: [(&str, Kind); 10] = [
    ("run", Kind::Text),
    ("system", Kind::Text),
    ("model", Kind::Text),
    ("input", Kind::Text),
    ("case", Kind::Text),
    ("level", Kind::Text),
    ("state", Kind::Text),
    ("gold", Kind::Int),
    ("listed", Kind::Int),
    ("ranks", Kind::Any),
];

/// Writes the ranks of gold, ids compared as written; a case without gold at a level has no row there.
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
    meter.phase("exporting scores", 0);
    let columns = COLUMNS.iter().map(|(n, k)| Column::new(*n, *k)).collect();
    let mut sheet = Sheet::new(plan.form, out, columns)?;
    let Some(built) = board::build(ws, &|| meter.stopped()) else {
        meter.check()?;
        return Err(Problem::environment("stopped"));
    };
    report.notes.extend(built.problems);
    for run in &built.board.runs {
        for (facts, cell) in built.board.cases.iter().zip(&run.cells) {
            meter.check()?;
            for level in Level::ALL {
                let Some(ranked) = cell.ranked(level).filter(|_| run.answers(level)) else {
                    continue;
                };
                let cells: [Value; 10] = [
                    (*run.name).into(),
                    run.info.system.as_str().into(),
                    run.info.model.as_str().into(),
                    run.info.input.as_str().into(),
                    (*facts.id).into(),
                    level.word().into(),
                    cell.state.word().replace(' ', "_").into(),
                    ranked.ranks.len().into(),
                    ranked.listed.into(),
                    ranked.ranks.clone().into(),
                ];
                let names = COLUMNS.iter().map(|(n, _)| (*n).to_owned());
                sheet.row(names.zip(cells).collect::<Row>())?;
            }
        }
    }
    sheet.end()
}
