//! `gate.jsonl`: one record of the gate a line, the order of the file the order of the calls. It is written whole, what was
//! there before byte for byte, lines that cannot be read included.

use std::io::{BufRead, BufReader, Read};
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

/// Puts records at the end of the file; none leave it as it is. Only one command at a time may do so, which holds the
/// workspace's [`super::stage::Stage`].
///
/// # Errors
/// The file cannot be read or written; it is then as it was.
pub fn append(root: &Path, records: &[Record]) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let path = path(root);
    whole::write(&path, |out| {
        let fail = |e: &std::io::Error| Problem::io("write", &path, e);
        if path.exists() {
            let mut from = BufReader::with_capacity(1 << 18, whole::open(&path)?);
            let (mut piece, mut last) = (vec![0; 1 << 16], b'\n');
            loop {
                let n = from.read(&mut piece).map_err(|e| Problem::io("read", &path, &e))?;
                let Some(part) = piece.get(..n).filter(|p| !p.is_empty()) else {
                    break;
                };
                out.write_all(part).map_err(|e| fail(&e))?;
                last = part.last().copied().unwrap_or(last);
            }
            if last != b'\n' {
                out.write_all(b"\n").map_err(|e| fail(&e))?;
            }
        }
        for record in records {
            let mut line = serde_json::to_vec(record).map_err(|e| Problem::environment(e.to_string()))?;
            line.push(b'\n');
            out.write_all(&line).map_err(|e| fail(&e))?;
        }
        Ok(())
    })
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
    #[test]
    fn what_was_there_stays_byte_for_byte() {
        let dir = tempfile::tempdir().unwrap();
        let old = "{\"case\":\n\r\n  no line end";
        std::fs::write(path(dir.path()), old).unwrap();
        let record: Record =
            serde_json::from_str(r#"{"v":1,"case":"c","exhibit":"x","stage":"A","verdict":"error"}"#).unwrap();
        append(dir.path(), &[]).unwrap();
        assert_eq!(std::fs::read_to_string(path(dir.path())).unwrap(), old);
        append(dir.path(), std::slice::from_ref(&record)).unwrap();
        let new = std::fs::read_to_string(path(dir.path())).unwrap();
        let (before, after) = new.split_at(old.len());
        assert_eq!(before, old);
        assert_eq!(serde_json::from_str::<Record>(after.trim()).unwrap(), record);
        assert_eq!(read(dir.path()).unwrap().0, [record]);
    }
}
