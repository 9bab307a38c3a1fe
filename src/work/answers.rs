//! What annotators answered, for commands that need it beside the data.

use crate::base::error::Result;
use crate::domain::answers;
use crate::domain::ledger::Ledger;
use crate::domain::slice::Answers;
use crate::store::replay::{Whose, replay};
use crate::store::workspace::{self, Workspace};

use super::forms::refuse_secret;

/// The ledger of all annotators, or of one.
///
/// # Errors
/// `by` cannot be a name.
pub fn ledger(ws: &Workspace, by: Option<&str>) -> Result<Ledger> {
    let whose = match by {
        Some(name) => Whose::Own(workspace::annotator_given(name)?),
        None => Whose::All,
    };
    let mut out = Ledger::default();
    replay(&ws.root, &whose, false, &mut |entry| out.take(entry));
    Ok(out)
}

/// Answers to `question` about whole cases: of the annotator `by`, else those on which all who answered agree.
///
/// # Errors
/// `by` cannot be a name; everybody is asked for while others' answers are not read.
pub fn of(ws: &Workspace, question: &str, by: Option<&str>) -> Result<Answers> {
    if by.is_none() {
        refuse_secret(ws)?;
    }
    Ok(answers::of(&ledger(ws, by)?, question, None))
}
