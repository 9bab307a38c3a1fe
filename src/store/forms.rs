//! Forms: embedded ones and a workspace's own, read from TOML and checked.

use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::domain::form::Form;

use super::journal::hash;

/// Name and text of the embedded forms.
pub const EMBEDDED: [(&str, &str); 1] = [("labelling", include_str!("../../assets/forms/labelling.toml"))];

/// The form `id`: `forms/ID.toml` of the workspace, else the embedded one.
///
/// # Errors
/// Unknown form, or a form file with a mistake.
pub fn load(root: &Path, id: &str) -> Result<Form> {
    let own = root.join("forms").join(format!("{id}.toml"));
    if own.exists() {
        let text = std::fs::read_to_string(&own).map_err(|e| Problem::io("read", &own, &e))?;
        return parse(&text).map_err(|p| p.in_file(own));
    }
    match EMBEDDED.iter().find(|(name, _)| *name == id) {
        Some((name, text)) => parse(text).map_err(|p| p.in_file(format!("embedded form {name}"))),
        None => Err(Problem::input(format!("no form '{id}'")).in_file(own).mend(format!(
            "make this file, or use one of: {}",
            EMBEDDED.map(|(name, _)| name).join(", ")
        ))),
    }
}

/// Reads the text of a form.
///
/// # Errors
/// Names line and question.
pub fn parse(text: &str) -> Result<Form> {
    let mut form: Form = toml::from_str(text)
        .map_err(|e| Problem::input(e.message().to_owned()).at_offset(text, e.span().map_or(0, |s| s.start)))?;
    if let Some((question, what)) = form.faults().into_iter().next() {
        return Err(Problem::input(format!("question '{question}' {what}")).at_field("question"));
    }
    form.hash = format!(
        "{}@{}",
        form.id,
        hash(text.as_bytes()).chars().take(12).collect::<String>()
    );
    Ok(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_forms_are_sound() {
        for (name, text) in EMBEDDED {
            let form = parse(text).unwrap();
            assert_eq!(form.id, name);
            assert!(form.hash.starts_with("labelling@") && form.hash.len() == "labelling@".len() + 12);
        }
    }

    #[test]
    fn mistakes_are_named() {
        let typo = "id = 'x'\ntitle = 't'\n[[question]]\nid = 'q'\nlabel = 'l'\nanswr = 'text'\n";
        let err = parse(typo).unwrap_err();
        assert_eq!(err.line, Some(6), "{err}");
        let twice = "id='x'\ntitle='t'\n[[question]]\nid='q'\nlabel='l'\nanswer='text'\non=['case']\n[[question]]\nid='q'\nlabel='l'\nanswer='text'\non=['case']\n";
        assert!(parse(twice).unwrap_err().what.contains("asked twice"));
    }
}
