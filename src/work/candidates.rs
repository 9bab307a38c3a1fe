//! `candidates.jsonl`: read whole; written whole with every line that is there as it is.

use std::collections::HashSet;

use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::store::stage::{Prepared, Stage};
use crate::store::workspace::Workspace;

use super::merge::{old_lines, put};

/// The candidates of a workspace in the order of the file; none when there is no such file. Of lines with the same id,
/// as a merge of two clones leaves them, the first counts.
///
/// # Errors
/// A line that is no candidate, with file and line; the file cannot be read.
pub fn read(ws: &Workspace) -> Result<Vec<Candidate>> {
    let path = ws.candidates();
    let mut out: Vec<Candidate> = Vec::new();
    let mut ids: HashSet<String> = HashSet::new();
    old_lines(&path, &mut |number, line| {
        let candidate: Candidate = serde_json::from_slice(line).map_err(|e| {
            Problem::input(format!("not a candidate: {e}"))
                .in_file(&path)
                .at_line(number)
                .mend("restore the line from git, or remove it: synth and import make it again")
        })?;
        if ids.insert(candidate.id.clone()) {
            out.push(candidate);
        }
        Ok(())
    })?;
    Ok(out)
}

/// Prepares the file with `new` behind what is there, which stays byte for byte. Nothing is prepared without new ones.
///
/// # Errors
/// The disk is full or the old file cannot be read.
pub(in crate::work) fn prepare(ws: &Workspace, new: &[Candidate], stage: &mut Stage) -> Result<Option<Prepared>> {
    let path = ws.candidates();
    stage.prepare(&path, |to| {
        old_lines(&path, &mut |_, line| put(to, &path, line))?;
        for candidate in new {
            let raw = serde_json::to_vec(candidate).map_err(|e| Problem::environment(e.to_string()))?;
            put(to, &path, &raw)?;
        }
        Ok(!new.is_empty())
    })
}

/// Adds candidates whose id is not there; how many were added.
///
/// # Errors
/// A damaged line, another command at work on the workspace, a failed write. The file is then as it was.
pub fn write(ws: &Workspace, candidates: &[Candidate]) -> Result<usize> {
    let mut stage = Stage::begin(&ws.root)?;
    let mut ids: HashSet<String> = read(ws)?.into_iter().map(|c| c.id).collect();
    let new = candidates.iter().filter(|c| ids.insert(c.id.clone()));
    let new: Vec<Candidate> = new.cloned().collect();
    let file = prepare(ws, &new, &mut stage)?;
    stage.add(file);
    stage.commit()?;
    Ok(new.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        r#"{"v":1,"id":"0123456789ab","strategy":"similar","case":"a","donor":"b","swapped":{},"novel":[1]}"#;

    #[test]
    fn lines_stay_as_they_are_and_known_ids_are_not_added() {
        let dir = tempfile::tempdir().unwrap();
        let ws = Workspace::init(&dir.path().join("w")).unwrap();
        assert!(read(&ws).unwrap().is_empty());
        let odd = format!("{}\n{LINE}\n", LINE.replace("\"v\":1", "\"v\" : 1"));
        std::fs::write(ws.candidates(), &odd).unwrap();
        let mut all = read(&ws).unwrap();
        assert_eq!((all.len(), &all[0].rest["novel"][0]), (1, &1.into()));
        assert_eq!(write(&ws, &all).unwrap(), 0);
        assert_eq!(std::fs::read_to_string(ws.candidates()).unwrap(), odd);
        all[0].id = "new".into();
        assert_eq!(write(&ws, &all).unwrap(), 1);
        let text = std::fs::read_to_string(ws.candidates()).unwrap();
        assert!(text.starts_with(&odd) && text.lines().count() == 3, "{text}");
        assert!(text.contains("\"novel\":[1]"));
    }

    #[test]
    fn a_damaged_line_is_named_and_nothing_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let ws = Workspace::init(&dir.path().join("w")).unwrap();
        let text = format!("{LINE}\n\n{{\"v\":1,\n");
        std::fs::write(ws.candidates(), &text).unwrap();
        let p = write(&ws, &[]).unwrap_err();
        assert_eq!((p.line, p.exit_code()), (Some(3), 2), "{p}");
        assert_eq!(std::fs::read_to_string(ws.candidates()).unwrap(), text);
    }
}
