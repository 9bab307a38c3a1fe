//! Merging cases into `cases.jsonl`: new ones at the end, changed ones in place, images and answers kept.

use std::collections::HashMap;

use crate::base::error::{Problem, Result};
use crate::domain::case::{Case, Exhibit, Origin};
use crate::store::whole;
use crate::store::workspace::Workspace;

use super::Report;

/// The cases of a workspace while an import works on them.
pub(super) struct Known {
    cases: Vec<Case>,
    at: HashMap<String, usize>,
    dirty: bool,
}

impl Known {
    /// Reads `cases.jsonl`. A damaged line stops the import: writing back would lose it.
    pub(super) fn load(ws: &Workspace) -> Result<Self> {
        let path = ws.cases();
        let raw = std::fs::read_to_string(&path).map_err(|e| Problem::io("read", &path, &e))?;
        let mut out = Self {
            cases: Vec::new(),
            at: HashMap::new(),
            dirty: false,
        };
        for (n, line) in raw.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let case: Case = serde_json::from_str(line).map_err(|e| {
                Problem::input(format!("not a case: {e}"))
                    .in_file(&path)
                    .at_line(n + 1)
                    .mend("restore the line from git before importing, so that nothing of it is lost")
            })?;
            out.at.insert(case.id.clone(), out.cases.len());
            out.cases.push(case);
        }
        Ok(out)
    }

    /// Takes cases in; the last of several with one id counts.
    pub(super) fn merge(&mut self, new: Vec<Case>, report: &mut Report) {
        let mut last: HashMap<String, usize> = HashMap::new();
        for (n, case) in new.iter().enumerate() {
            last.insert(case.id.clone(), n);
        }
        for (n, mut case) in new.into_iter().enumerate() {
            if last.get(&case.id) != Some(&n) {
                report.notes.push(Problem::input(format!(
                    "case {} stands twice; the last one counts",
                    case.id
                )));
                continue;
            }
            match self.at.get(&case.id).and_then(|at| self.cases.get_mut(*at)) {
                Some(old) => {
                    keep(old, &mut case);
                    let same = *old == case;
                    report.cases.note(Some(same));
                    if !same {
                        *old = case;
                        self.dirty = true;
                    }
                }
                None => {
                    report.cases.note(None);
                    self.at.insert(case.id.clone(), self.cases.len());
                    self.cases.push(case);
                    self.dirty = true;
                }
            }
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.cases.iter().map(|c| c.id.as_str())
    }

    pub(super) fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The exhibit of `case` with this source, and a mark that it will change.
    pub(super) fn exhibit(&mut self, case: &str, source: &str) -> Option<&mut Exhibit> {
        let at = *self.at.get(case)?;
        self.cases.get_mut(at)?.exhibits.iter_mut().find(|e| e.source == source)
    }

    pub(super) fn has(&self, case: &str) -> bool {
        self.at.contains_key(case)
    }

    pub(super) fn touched(&mut self) {
        self.dirty = true;
    }

    pub(super) fn missing_images(&self) -> usize {
        self.cases
            .iter()
            .flat_map(|c| &c.exhibits)
            .filter(|e| e.image.is_none())
            .count()
    }

    /// Writes `cases.jsonl` when something changed.
    pub(super) fn write(&self, ws: &Workspace) -> Result<()> {
        if !self.dirty {
            return Ok(());
        }
        let path = ws.cases();
        whole::write(&path, |out| {
            for case in &self.cases {
                serde_json::to_writer(&mut *out, case).map_err(|e| Problem::environment(e.to_string()))?;
                out.write_all(b"\n").map_err(|e| Problem::io("write", &path, &e))?;
            }
            Ok(())
        })
    }
}

/// What a new row does not know is kept: stored images, computed gold, labels.
fn keep(old: &Case, new: &mut Case) {
    for exhibit in &mut new.exhibits {
        if let Some(before) = old.exhibits.iter().find(|e| e.source == exhibit.source) {
            if exhibit.image.is_none() {
                exhibit.image.clone_from(&before.image);
                exhibit.fault.clone_from(&before.fault);
            }
            if exhibit.labels == crate::domain::case::Labels::default() {
                exhibit.labels.clone_from(&before.labels);
            }
        }
    }
    if new.gold.functions.is_none() && old.gold.origin == Origin::Computed && old.gold.files == new.gold.files {
        new.gold.clone_from(&old.gold);
    }
    if new.labels == crate::domain::case::Labels::default() {
        new.labels.clone_from(&old.labels);
    }
    if new.rest.is_empty() {
        new.rest.clone_from(&old.rest);
    }
}
