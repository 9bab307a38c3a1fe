//! Forms in use in a workspace, and whether others' answers may be read now.

use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::form::{Form, On};
use crate::store::forms;
use crate::store::workspace::Workspace;

/// The form of harmful-image candidates, in use wherever there are some.
const HARMFUL: &str = "harmful";

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
        out.push(Arc::new(forms::load(&ws.root, HARMFUL)?));
    }
    for (n, form) in out.iter().enumerate() {
        for other in out.iter().take(n) {
            if let Some((id, on)) = clash(other, form) {
                return Err(Problem::input(format!(
                    "the forms '{}' and '{}' both ask '{id}' about {} with other answers",
                    other.id,
                    form.id,
                    format!("{on:?}s").to_lowercase()
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

/// Whether the answers of others must not be read now: the round is not closed, and the workspace or a form in use is
/// blind. A form that cannot be read might be.
pub fn secret(ws: &Workspace) -> bool {
    let blind = || in_use(ws).map_or(true, |all| all.iter().any(|f| f.blind));
    !ws.config.round.closed && (ws.config.blind || blind())
}

/// Refuses while the answers of others are secret.
///
/// # Errors
/// They are; says what to do.
pub fn refuse_secret(ws: &Workspace) -> Result<()> {
    if !secret(ws) {
        return Ok(());
    }
    let round = crate::text::clean::line(&ws.config.round.name);
    Err(
        Problem::input(format!(
            "the round '{round}' is blind and not closed: answers of others are not read{}",
            blinding(ws)
        ))
            .in_file(ws.root.join("casefile.toml"))
            .mend("write closed = true under [round] when all are done; --reveal is for whoever keeps the round and judges nothing"),
    )
}

/// What makes the round blind, in brackets, where the settings do not say it: a form.
pub fn blinding(ws: &Workspace) -> String {
    let forms = in_use(ws).unwrap_or_default();
    match forms.iter().find(|f| f.blind) {
        Some(form) if !ws.config.blind => format!(" (the form '{}' is blind)", crate::text::clean::line(&form.id)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn forms_in_use_and_secrecy() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("w");
        Workspace::init(&root).unwrap();
        let toml = |text: &str| {
            fs::write(root.join("casefile.toml"), format!("version = 1\n{text}")).unwrap();
            Workspace::open(&root).unwrap()
        };
        let ids = |ws: &Workspace| in_use(ws).unwrap().iter().map(|f| f.id.clone()).collect::<Vec<_>>();
        let plain = toml("");
        assert_eq!((ids(&plain), secret(&plain)), (vec!["evidence".to_owned()], false));
        assert!(secret(&toml("blind = true\n")));
        assert!(!secret(&toml("blind = true\n[round]\nclosed = true\n")));
        let both = toml("forms = [\"verification\", \"evidence\"]\n");
        assert_eq!(ids(&both), ["evidence", "verification"]);
        assert!(secret(&both), "verification is blind");
        fs::write(root.join("candidates.jsonl"), "").unwrap();
        let drawn = toml("");
        assert_eq!(ids(&drawn), ["evidence", "harmful"]);
        assert!(refuse_secret(&drawn).unwrap_err().to_string().contains("closed = true"));
        assert!(secret(&toml("form = \"nowhere\"\n")));
    }
}
