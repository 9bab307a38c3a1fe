//! What the verdicts make of every item.

use std::collections::BTreeMap;

use crate::text::clean;
use crate::work::agree::Report;

use super::super::grid::Grid;
use super::super::list::counted;

/// Counts by form and state, then every item that somebody has begun.
pub(super) fn text(report: &Report) -> String {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for v in &report.verdicts {
        *counts.entry((&v.form, v.state.word())).or_default() += 1;
    }
    let mut head = Grid::new(2, ["form", "state", "items"]);
    for ((form, state), n) in &counts {
        head.row(vec![(*form).to_owned(), (*state).to_owned(), n.to_string()]);
    }
    let mut out = head.text("");
    let begun = || report.verdicts.iter().filter(|v| v.state.word() != "pending");
    if begun().next().is_none() {
        out.push_str("no reviews yet\n");
        return out;
    }
    out.push('\n');
    let mut grid = Grid::new(4, ["item", "rule", "state", ""]);
    for v in begun() {
        grid.row(vec![
            v.subject.name(),
            v.rule.clone(),
            v.state.word().to_owned(),
            v.state.words(),
        ]);
    }
    out.push_str(&grid.text(""));
    let pending = report.verdicts.len() - begun().count();
    if pending > 0 {
        out.push_str(&clean::text(&format!("{} not begun\n", counted(pending, "more item"))));
    }
    out
}
