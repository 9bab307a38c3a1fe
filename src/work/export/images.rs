//! The images of exported cases, beside the rows that name them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::read::meter::Meter;
use crate::store::workspace::Workspace;
use crate::work::merge::{no_case, old_lines};

/// Copies every stored image of the cases into `to`, under the names that they have in the workspace.
pub(super) fn copy(ws: &Workspace, to: &Path, meter: &Meter) -> Result<usize> {
    meter.phase("copying images", 0);
    let path = ws.cases();
    let mut done: HashSet<String> = HashSet::new();
    old_lines(&path, &mut |number, line| {
        let case: Case = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
        for image in case.exhibits.iter().filter_map(|e| e.image.as_ref()) {
            meter.check()?;
            let (from, name) = (ws.image(image), image.file());
            // One that is missing is told by doctor; the rows do not depend on it.
            if done.contains(&name) || !from.is_file() {
                continue;
            }
            let target = to.join(&name);
            let dir = target.parent().unwrap_or(to);
            fs::create_dir_all(dir).map_err(|e| Problem::io("make the folder", dir, &e))?;
            fs::copy(&from, &target).map_err(|e| Problem::io("copy", &from, &e))?;
            done.insert(name);
        }
        Ok(())
    })?;
    Ok(done.len())
}
