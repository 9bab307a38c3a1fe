//! Making harmful-image candidates: cases are read, their images looked at once, the draw is `domain::synth`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::synth::{Issue, Made, Plan, draw};
use crate::read::meter::Meter;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;

use super::{candidates, looks, merge};

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// What was made, and what was not and why.
    pub made: Made,
    /// Candidates that were there before.
    pub there: usize,
    /// Images that cannot be read, by file, with the reason.
    pub unreadable: BTreeMap<String, String>,
}

/// Makes candidates and adds them to `candidates.jsonl`; with `dry` it only tells. `meter` counts images and can stop it.
///
/// # Errors
/// An id that is no case, a damaged line of `cases.jsonl` or `candidates.jsonl`, a failed write, a stop. The workspace
/// is then as it was.
pub fn make(ws: &Workspace, plan: &Plan, dry: bool, meter: &Arc<Meter>) -> Result<Report> {
    let mut stage = Stage::begin(&ws.root)?;
    let there = candidates::read(ws)?;
    let issues = issues(ws, plan, meter)?;
    let images = issues.iter().flat_map(|i| &i.pictures).map(|p| &p.image);
    let looks = looks::of(ws, images, meter)?;
    meter.phase("drawing", 0);
    let made = draw(&issues, &looks.known, &there, plan);
    meter.check()?;
    if !dry {
        let file = candidates::prepare(ws, &made.new, &mut stage)?;
        stage.add(file);
        stage.commit()?;
    }
    Ok(Report {
        made,
        there: there.len(),
        unreadable: looks.faults,
    })
}

/// All cases, as far as the draw needs them.
fn issues(ws: &Workspace, plan: &Plan, meter: &Meter) -> Result<Vec<Issue>> {
    let path = ws.cases();
    let mut wanted: HashSet<&str> = plan.cases.iter().map(String::as_str).collect();
    let mut out = Vec::new();
    meter.phase("reading cases", 0);
    merge::old_lines(&path, &mut |number, line| {
        meter.check()?;
        let case: Case = serde_json::from_slice(line).map_err(|e| {
            merge::no_case(&path, number, &e).mend("restore the line from git: another set of cases is another draw")
        })?;
        wanted.remove(case.id.as_str());
        out.push(Issue::from(&case));
        Ok(())
    })?;
    match wanted.into_iter().min() {
        Some(id) => Err(Problem::input(format!("no case '{id}'"))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE")),
        None => Ok(out),
    }
}
