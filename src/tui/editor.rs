//! $VISUAL or $EDITOR on a text: for long notes.

use std::io::Write;
use std::process::Command;

/// Lets the user edit `text` with `program` (words; the file name is added).
///
/// # Errors
/// A sentence when the editor cannot be run or failed; the old text then stands.
pub fn edit(program: &str, text: &str) -> Result<String, String> {
    let mut file = tempfile::Builder::new()
        .prefix("casefile-note-")
        .suffix(".txt")
        .tempfile()
        .map_err(|e| format!("no file for the editor: {e}"))?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(|e| format!("no file for the editor: {e}"))?;
    let mut words = program.split_whitespace();
    let Some(name) = words.next() else {
        return Err("no editor: set $EDITOR".to_owned());
    };
    let status = Command::new(name)
        .args(words)
        .arg(file.path())
        .status()
        .map_err(|e| format!("cannot run '{name}': {e}; set $EDITOR"))?;
    if !status.success() {
        return Err(format!("'{name}' ended with {status}; the note is as it was"));
    }
    std::fs::read_to_string(file.path()).map_err(|e| format!("cannot read what the editor left: {e}"))
}
