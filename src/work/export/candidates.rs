//! Harmful-image candidates as rows, and the accepted ones as cases.

use std::collections::HashMap;

use serde_json::Map;

use super::agreed::{Standings, word};
use super::{Out, Sheet, Task, lines};
use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::domain::case::Case;
use crate::domain::exchange::candidate::{columns, to_row};
use crate::domain::exchange::case::{self, Agreed};
use crate::domain::retention::State;
use crate::domain::synth::case::as_case;
use crate::store::workspace::Workspace;
use crate::work::candidates::read;
use crate::work::merge::{no_case, old_lines};

/// The cases that candidates are about.
fn anchors(ws: &Workspace, all: &[Candidate]) -> Result<HashMap<String, Case>> {
    let mut out: HashMap<String, Case> = HashMap::new();
    let wanted: std::collections::HashSet<&str> = all.iter().map(|c| c.case.as_str()).collect();
    if wanted.is_empty() {
        return Ok(out);
    }
    let path = ws.cases();
    old_lines(&path, &mut |number, line| {
        let case: Case = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
        if wanted.contains(case.id.as_str()) {
            out.insert(case.id.clone(), case);
        }
        Ok(())
    })?;
    Ok(out)
}

fn gold(case: Option<&Case>) -> Vec<String> {
    case.map_or_else(Vec::new, |c| c.gold.files.iter().map(ToString::to_string).collect())
}

/// Writes all candidates, each with what became of it; with `raw` without.
pub(super) fn write(
    Task {
        ws,
        plan,
        meter,
        report,
        standings: held,
    }: Task<'_>,
    out: Out<'_>,
) -> Result<usize> {
    meter.phase("exporting candidates", lines(&ws.candidates()));
    let all = read(ws)?;
    let standings = if plan.raw {
        None
    } else {
        Some(Standings::once(held, ws, plan, report)?)
    };
    let cases = anchors(ws, &all)?;
    let mut sheet = Sheet::new(plan.form, out, columns())?;
    for candidate in &all {
        meter.check()?;
        meter.add(1);
        let state = standings.as_ref().map_or("", |s| {
            word(&s.of_candidate(candidate, &gold(cases.get(&candidate.case))))
        });
        sheet.row(to_row(candidate, state))?;
    }
    sheet.end()
}

/// Writes the accepted candidates as cases: relevance −1, with their provenance and what the reviewers said.
pub(super) fn harmful(
    Task {
        ws,
        plan,
        meter,
        report,
        standings: held,
    }: Task<'_>,
    out: Out<'_>,
) -> Result<usize> {
    meter.phase("exporting harmful cases", 0);
    let all = read(ws)?;
    let standings = Standings::once(held, ws, plan, report)?;
    let cases = anchors(ws, &all)?;
    let mut found = Vec::new();
    for candidate in &all {
        meter.check()?;
        let anchor = cases.get(&candidate.case);
        let State::Retained { by, .. } = standings.of_candidate(candidate, &gold(anchor)) else {
            continue;
        };
        let Some(anchor) = anchor else {
            let note = format!(
                "the accepted candidate {} has no case '{}' here",
                candidate.id, candidate.case
            );
            report.notes.push(Problem::input(note).in_file(ws.candidates()));
            continue;
        };
        let mut provenance = Map::new();
        provenance.insert("accepted_by".to_owned(), by.into());
        provenance.insert("reviews".to_owned(), standings.reviews(candidate));
        // A control that was taken for harmful says something about the reviewers, and is no case.
        found.extend(as_case(anchor, candidate, provenance));
    }
    let mut names: Vec<&str> = Vec::new();
    for name in found.iter().flat_map(|c| c.extra.keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut sheet = Sheet::new(plan.form, out, case::columns(names.iter().copied()))?;
    for case in &found {
        sheet.row(case::to_row(case, &Agreed::default(), &|_| true))?;
    }
    sheet.end()
}
