//! Labels that the AI gate gives to what neither people nor the data labelled.

use std::collections::HashMap;

use serde_json::json;

use super::Report;
use super::agreed::Standings;
use crate::base::error::Result;
use crate::domain::case::{Case, Labels};
use crate::domain::entry::Subject;
use crate::domain::exchange::case::{Agreed, Machine};
use crate::domain::gate::{Limits, items};
use crate::store::gate_log;
use crate::store::workspace::Workspace;

/// Images that the gate accepts, by case and exhibit.
pub(super) struct Accepted {
    all: HashMap<String, HashMap<String, Machine>>,
}

impl Accepted {
    /// Those of the gate's log and of what people said about it, under the limits of the paper. Lines that are no record
    /// are told.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(super) fn read(ws: &Workspace, standings: &Standings, report: &mut Report) -> Result<Self> {
        let (log, odd) = gate_log::read(&ws.root)?;
        for p in odd {
            if !report.notes.contains(&p) {
                report.notes.push(p);
            }
        }
        let mut all: HashMap<String, HashMap<String, Machine>> = HashMap::new();
        for item in items(&log, &standings.overrides(), &Limits::default()) {
            if let Some(labels) = item.labels {
                let flagged = item.flagged;
                let case = all.entry(item.case).or_default();
                case.insert(item.exhibit, Machine { labels, flagged });
            }
        }
        Ok(Self { all })
    }

    /// Adds the gate's labels where there are none: to exhibits, and to a case of which people and data label no exhibit
    /// those of its most relevant one, the first of several.
    pub(super) fn label(&self, case: &Case, standings: &Standings, agreed: &mut Agreed) {
        let Some(known) = self.all.get(&case.id) else { return };
        let mut best: Option<&Machine> = None;
        // Who looked at one image of a case gave a part of its label.
        let whole = Subject::Case { case: case.id.clone() };
        let mut looked = standings.labelled(&whole);
        for exhibit in &case.exhibits {
            let subject = Subject::Exhibit {
                case: case.id.clone(),
                exhibit: exhibit.id.clone(),
            };
            let taken = !bare(&exhibit.labels) || standings.labelled(&subject);
            looked |= taken;
            let Some(found) = known.get(&exhibit.id).filter(|_| !taken) else {
                continue;
            };
            agreed.machine.insert(exhibit.id.clone(), found.clone());
            if best.is_none_or(|b| found.labels.relevance > b.labels.relevance) {
                best = Some(found);
            }
        }
        let none = agreed.category.is_none() && agreed.relevance.is_none() && bare(&case.labels);
        if let Some(Machine { labels, flagged }) = best.filter(|_| none && !looked) {
            let category = labels.category.as_ref().map(|c| ("category", json!(c)));
            let relevance = labels.relevance.map(|r| ("relevance", json!(r)));
            for (question, value) in category.into_iter().chain(relevance) {
                let told = json!({"value": value, "source": "gate", "flagged": flagged});
                agreed.sources.insert(question.to_owned(), told);
            }
            agreed.category.clone_from(&labels.category);
            agreed.relevance = labels.relevance;
            agreed.annotation_by.clone_from(&labels.annotation_by);
        }
    }
}

/// Without category and relevance.
fn bare(labels: &Labels) -> bool {
    labels.category.is_none() && labels.relevance.is_none()
}
