//! The cases that the gate is about.

use std::collections::HashSet;

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::store::workspace::Workspace;
use crate::work::merge::{no_case, old_lines};

/// Hands out the cases with these ids, or all without any, in their order.
///
/// # Errors
/// An id that is no case; a line that is none; `take` fails.
pub(super) fn each(ws: &Workspace, ids: &[String], take: &mut dyn FnMut(Case) -> Result<()>) -> Result<()> {
    let path = ws.cases();
    let mut unmet: HashSet<&str> = ids.iter().map(String::as_str).collect();
    old_lines(&path, &mut |number, line| {
        let case: Case = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
        unmet.remove(case.id.as_str());
        if ids.is_empty() || ids.contains(&case.id) {
            take(case)?;
        }
        Ok(())
    })?;
    match unmet.into_iter().min() {
        None => Ok(()),
        Some(id) => Err(Problem::input(format!("no case '{}'", crate::text::clean::line(id)))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE")),
    }
}
