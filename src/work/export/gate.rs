//! Whether answers may leave the workspace now.

use crate::base::error::{Problem, Result};
use crate::store::forms;
use crate::store::workspace::Workspace;

/// Whether a blind round is open: nobody is to read the answers of others yet.
pub fn secret(ws: &Workspace) -> bool {
    let names = || std::iter::once(&ws.config.form).chain(&ws.config.forms);
    let blind = || names().any(|n| forms::load(&ws.root, n).is_ok_and(|f| f.blind));
    !ws.config.round.closed && (ws.config.blind || blind())
}

/// Refuses while a blind round is open.
///
/// # Errors
/// Says how to close the round, or to export all the same.
pub(super) fn open(ws: &Workspace) -> Result<()> {
    if !secret(ws) {
        return Ok(());
    }
    Err(Problem::input(format!(
        "the blind round '{}' is open: answers stay unread until it is closed",
        ws.config.round.name
    ))
    .in_file(ws.root.join("casefile.toml"))
    .mend("set closed = true under [round]; or export --what cases,candidates --raw; or say --reveal"))
}
