//! `gate.jsonl`: one record of the gate a line, the order of the file the order of the calls.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::domain::gate::Record;

use super::whole;

/// Where it is.
pub fn path(root: &Path) -> PathBuf {
    root.join("gate.jsonl")
}

/// All records in their order, and the lines that are none; no file is no record.
///
/// # Errors
/// The file cannot be read.
pub fn read(root: &Path) -> Result<(Vec<Record>, Vec<Problem>)> {
    let path = path(root);
    let (mut out, mut odd) = (Vec::new(), Vec::new());
    if !path.exists() {
        return Ok((out, odd));
    }
    let from = BufReader::with_capacity(1 << 18, whole::open(&path)?);
    for (n, line) in from.split(b'\n').enumerate() {
        let line = line.map_err(|e| Problem::io("read", &path, &e))?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match serde_json::from_slice::<Record>(&line) {
            Ok(record) => out.push(record),
            Err(e) => odd.push(
                Problem::input(format!("not a record of the gate: {e}"))
                    .in_file(&path)
                    .at_line(n + 1)
                    .mend("restore the line from git, or remove it; the others were read"),
            ),
        }
    }
    Ok((out, odd))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::gate::{Stage, Verdict};

    #[test]
    fn records_come_in_order_and_a_bad_line_is_named() {
        let dir = tempfile::tempdir().unwrap();
        assert!(read(dir.path()).unwrap().0.is_empty());
        let line = |stage: &str| {
            format!(
                r#"{{"v":1,"case":"c","exhibit":"x","stage":"{stage}","model":"m","output":{{"relevance":1}},"verdict":"pass"}}"#
            )
        };
        let text = format!("{}\n\n{{\"case\":\n{}\n", line("A"), line("B"));
        std::fs::write(path(dir.path()), text).unwrap();
        let (all, odd) = read(dir.path()).unwrap();
        let stages: Vec<Stage> = all.iter().map(|r| r.stage).collect();
        assert_eq!((stages, all[0].verdict), (vec![Stage::A, Stage::B], Verdict::Pass));
        assert_eq!((odd.len(), odd[0].line), (1, Some(3)));
    }
}
