//! Candidates of a workspace: `candidates.jsonl`.

use std::io::{BufRead, BufReader};

use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::store::whole;
use crate::store::workspace::Workspace;

/// All candidates in file order; none when there is no file.
///
/// # Errors
/// The file cannot be read, or a line that is no candidate, with file and line.
pub fn read(ws: &Workspace) -> Result<Vec<Candidate>> {
    let path = ws.candidates();
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut out = Vec::new();
    for (n, line) in BufReader::new(whole::open(&path)?).lines().enumerate() {
        let line = line.map_err(|e| Problem::io("read", &path, &e))?;
        if line.is_empty() {
            continue;
        }
        let one = serde_json::from_str(&line).map_err(|e| {
            Problem::input(format!("not a candidate: {e}"))
                .in_file(&path)
                .at_line(n + 1)
        })?;
        out.push(one);
    }
    Ok(out)
}
