//! Which exhibits lack evidence, and which of them can have any.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::domain::case::{Case, Exhibit, StoredImage};
use crate::store::workspace::Workspace;
use crate::work::merge;

use super::plan::{Missing, Plan, Report};

/// The text of a case, for engines that are told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Title.
    pub title: String,
    /// Body in Markdown.
    pub body: String,
    /// Category of its images by the data.
    pub category: Option<String>,
}

/// An exhibit to be looked at.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Its case.
    pub case: String,
    /// Its id.
    pub exhibit: String,
    /// Address or path by which the case names it.
    pub source: String,
    /// The stored picture.
    pub image: StoredImage,
    /// Category of this exhibit by the data; else that of the case.
    pub category: Option<String>,
    /// The text, where the engine wants it.
    pub issue: Option<Arc<Issue>>,
}

impl Wanted {
    pub(super) fn missing(&self, why: &str) -> Missing {
        Missing {
            case: self.case.clone(),
            exhibit: self.exhibit.clone(),
            source: self.source.clone(),
            why: why.to_owned(),
        }
    }
}

/// A record that is there, as far as it matters here.
#[derive(Deserialize)]
struct There {
    case: String,
    #[serde(default)]
    exhibit: String,
    #[serde(default)]
    fault: Option<String>,
}

/// What the producer has: case and exhibit, and the fault of a record that tells one.
fn there(ws: &Workspace, producer: &str) -> Result<HashMap<String, Option<String>>> {
    let path = ws.root.join("evidence").join(format!("{producer}.jsonl"));
    let mut out = HashMap::new();
    merge::old_lines(&path, &mut |number, line| {
        let one: There = serde_json::from_slice(line).map_err(|e| merge::damaged(&path, number, &e))?;
        out.insert(merge::key(&one.case, &one.exhibit), one.fault);
        Ok(())
    })?;
    Ok(out)
}

/// Exhibits to be looked at, in the order of the cases; all others are in the report.
pub(super) fn pick(ws: &Workspace, plan: &Plan, wants_issue: bool) -> Result<(Vec<Wanted>, Report)> {
    let there = there(ws, &plan.producer)?;
    let path = ws.cases();
    let (mut wanted, mut report) = (Vec::new(), Report::default());
    let mut unmet: HashSet<&str> = plan.cases.iter().map(String::as_str).collect();
    merge::old_lines(&path, &mut |number, line| {
        let case: Case = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
        if !(unmet.remove(case.id.as_str()) || plan.cases.is_empty() || plan.cases.contains(&case.id)) {
            return Ok(());
        }
        let issue = wants_issue.then(|| {
            Arc::new(Issue {
                title: case.title.clone(),
                body: case.body.clone(),
                category: case.labels.category.clone(),
            })
        });
        let mut met: HashSet<&str> = HashSet::new();
        for exhibit in case.exhibits.iter().filter(|e| met.insert(&e.id)) {
            let had = there.get(&merge::key(&case.id, &exhibit.id));
            wanted.extend(one(&case, exhibit, had, issue.as_ref(), plan, &mut report));
        }
        Ok(())
    })?;
    if let Some(id) = unmet.into_iter().min() {
        return Err(Problem::input(format!("no case '{id}'"))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE"));
    }
    Ok((wanted, report))
}

fn one(
    case: &Case,
    exhibit: &Exhibit,
    had: Option<&Option<String>>,
    issue: Option<&Arc<Issue>>,
    plan: &Plan,
    report: &mut Report,
) -> Option<Wanted> {
    let missing = |why: &str| Missing {
        case: case.id.clone(),
        exhibit: exhibit.id.clone(),
        source: exhibit.source.clone(),
        why: why.to_owned(),
    };
    match had {
        Some(None) if !plan.again => {
            report.had += 1;
            return None;
        }
        Some(Some(why)) if !(plan.again || plan.retry) => {
            report.faulty.entry(why.clone()).or_default().push(missing(why));
            return None;
        }
        _ => {}
    }
    let fault = exhibit.fault.as_deref();
    let Some(image) = &exhibit.image else {
        let why = fault.unwrap_or("not in the workspace");
        report.no_image.entry(why.to_owned()).or_default().push(missing(why));
        return None;
    };
    let why = fault.or_else(|| (image.format == "bin").then_some("not a picture that can be decoded"));
    if let Some(why) = why {
        report.undecodable.entry(why.to_owned()).or_default().push(missing(why));
        return None;
    }
    Some(Wanted {
        case: case.id.clone(),
        exhibit: exhibit.id.clone(),
        source: exhibit.source.clone(),
        image: image.clone(),
        category: exhibit.labels.category.clone().or_else(|| case.labels.category.clone()),
        issue: issue.cloned(),
    })
}
