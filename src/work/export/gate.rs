//! Whether answers may leave the workspace now.

use crate::base::error::{Problem, Result};
use crate::store::workspace::Workspace;
use crate::work::forms::{blinding, secret};

/// Refuses while a blind round is open.
///
/// # Errors
/// Says how to close the round, or to export all the same.
pub(super) fn open(ws: &Workspace) -> Result<()> {
    if !secret(ws) {
        return Ok(());
    }
    Err(Problem::input(format!(
        "the blind round '{}' is open: answers stay unread until it is closed{}",
        ws.config.round.name,
        blinding(ws)
    ))
    .in_file(ws.root.join("casefile.toml"))
    .mend("set closed = true under [round]; or export --what cases,candidates,modes --raw; or say --reveal"))
}
