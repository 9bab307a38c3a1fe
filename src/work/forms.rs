//! Forms in use in a workspace, and whether others' answers may be read now.

use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::form::{Form, On};
use crate::store::forms;
use crate::store::workspace::Workspace;

/// All forms in use: that of the desk; those that `casefile.toml` names beside it, else all in `forms/`; and `harmful`
/// where there are candidates and no form asks about them.
///
/// # Errors
/// A form that is not there or has a mistake; two forms that ask the same about the same.
pub fn in_use(ws: &Workspace) -> Result<Vec<Arc<Form>>> {
    let mut out: Vec<Arc<Form>> = Vec::new();
    let beside = ws.config.forms.clone().unwrap_or_else(|| forms::own(&ws.root));
    for id in std::iter::once(&ws.config.form).chain(&beside) {
        let form = forms::load(&ws.root, id)?;
        if out.iter().all(|f| f.id != form.id) {
            out.push(Arc::new(form));
        }
    }
    if ws.candidates().exists() && !out.iter().any(|f| f.is_about(On::Candidate)) {
        out.push(Arc::new(forms::load(&ws.root, "harmful")?));
    }
    for (n, form) in out.iter().enumerate() {
        for other in out.iter().take(n) {
            if let Some((id, on)) = clash(other, form) {
                return Err(Problem::input(format!(
                    "the forms '{}' and '{}' both ask '{id}' about a {on:?} with other answers",
                    other.id, form.id
                ))
                .in_file(ws.root.join("casefile.toml"))
                .at_field("forms")
                .mend("rename the question in one of them, or use one form at a time"));
            }
        }
    }
    Ok(out)
}

/// A question that two forms ask about the same kind of subject and that has other answers in each.
fn clash(a: &Form, b: &Form) -> Option<(String, On)> {
    a.questions.iter().find_map(|q| {
        let p = b.question(&q.id)?;
        let on = q.on.iter().find(|on| p.on.contains(on))?;
        (q.answer != p.answer || q.domain() != p.domain()).then(|| (q.id.clone(), *on))
    })
}

/// Whether others' answers must not be read now: the workspace or a form in use is blind, and the round is open.
pub fn secret(ws: &Workspace, forms: &[Arc<Form>]) -> bool {
    !ws.config.round.closed && (ws.config.blind || forms.iter().any(|f| f.blind))
}
