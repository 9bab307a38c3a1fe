//! What cases lack, and what they get: exhibits without an image, found and filled in.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::address;
use crate::domain::case::{Case, StoredImage};
use crate::store::stage::{Prepared, Stage};
use crate::store::workspace::Workspace;
use crate::work::merge;

/// Exhibits by what they have.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Addresses without an image, in order of the cases, with the first case that names it.
    pub(super) wanted: IndexMap<String, String>,
    /// Images of exhibits that have one, by address, and why they cannot be shown.
    pub(super) had: HashMap<String, (StoredImage, Option<String>)>,
    /// Exhibits with an image.
    pub(super) there: usize,
    /// Exhibits without an image that are named by a path.
    pub(super) paths: usize,
}

/// What becomes of an exhibit: its image and why it cannot be shown, or why there is none.
pub(super) type Outcome = (Option<StoredImage>, Option<String>);

/// Reads the cases; with `ids`, only those lack anything.
pub(super) fn find(ws: &Workspace, ids: &[String]) -> Result<Found> {
    let path = ws.cases();
    let mut found = Found::default();
    let mut unmet: HashSet<&str> = ids.iter().map(String::as_str).collect();
    merge::old_lines(&path, &mut |number, line| {
        let case: Case = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
        let chosen = unmet.remove(case.id.as_str()) || ids.is_empty() || ids.contains(&case.id);
        for exhibit in case.exhibits {
            let web = address::is_address(&exhibit.source);
            match exhibit.image {
                Some(image) => {
                    found.there += usize::from(chosen);
                    if web {
                        found.had.entry(exhibit.source).or_insert((image, exhibit.fault));
                    }
                }
                None if chosen && web => {
                    found.wanted.entry(exhibit.source).or_insert_with(|| case.id.clone());
                }
                None => found.paths += usize::from(chosen),
            }
        }
        Ok(())
    })?;
    if let Some(id) = unmet.into_iter().next() {
        return Err(Problem::input(format!("no case '{id}'"))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE"));
    }
    Ok(found)
}

/// Fills outcomes in; gives the number of cases that change, and the new file when there are any.
pub(super) fn fill(
    ws: &Workspace,
    ids: &[String],
    outcomes: &HashMap<String, Outcome>,
    stage: &mut Stage,
) -> Result<(usize, Option<Prepared>)> {
    let path = ws.cases();
    let mut changed = 0;
    let file = stage.prepare(&path, |to| {
        merge::old_lines(&path, &mut |number, line| {
            let mut case: Case = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
            let chosen = ids.is_empty() || ids.contains(&case.id);
            let own = serde_json::to_vec(&case).is_ok_and(|own| own == line);
            let mut edits: Vec<(usize, &Outcome)> = Vec::new();
            for (at, exhibit) in case.exhibits.iter_mut().enumerate().filter(|_| chosen) {
                let Some(outcome) = outcomes.get(&exhibit.source).filter(|_| exhibit.image.is_none()) else {
                    continue;
                };
                if outcome.0 != exhibit.image || outcome.1 != exhibit.fault {
                    (exhibit.image, exhibit.fault) = outcome.clone();
                    edits.push((at, outcome));
                }
            }
            if edits.is_empty() {
                return merge::put(to, &path, line);
            }
            changed += 1;
            let broken = |e: serde_json::Error| Problem::environment(e.to_string());
            // A line that we did not write may hold more than the record knows, inside of an exhibit as well.
            let raw = if own {
                serde_json::to_vec(&case).map_err(broken)?
            } else {
                let mut value: Value = serde_json::from_slice(line).map_err(broken)?;
                for (at, outcome) in edits {
                    edit(&mut value, at, outcome).map_err(broken)?;
                }
                serde_json::to_vec(&value).map_err(broken)?
            };
            merge::put(to, &path, &raw)
        })?;
        Ok(changed > 0)
    })?;
    Ok((changed, file))
}

fn edit(case: &mut Value, at: usize, (image, fault): &Outcome) -> std::result::Result<(), serde_json::Error> {
    let exhibit = case.get_mut("exhibits").and_then(|list| list.get_mut(at));
    if let Some(exhibit) = exhibit.and_then(Value::as_object_mut) {
        exhibit.insert("image".to_owned(), serde_json::to_value(image)?);
        match fault {
            Some(fault) => exhibit.insert("fault".to_owned(), Value::String(fault.clone())),
            None => exhibit.shift_remove("fault"),
        };
    }
    Ok(())
}
