//! Forms: embedded ones and a workspace's own, read from TOML and checked.

use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::domain::form::Form;
use crate::text::point::caret;

use super::journal::hash;

mod check;
mod raw;

/// Name and text of the embedded forms.
pub const EMBEDDED: [(&str, &str); 3] = [
    ("evidence", include_str!("../../assets/forms/evidence.toml")),
    ("harmful", include_str!("../../assets/forms/harmful.toml")),
    ("verification", include_str!("../../assets/forms/verification.toml")),
];

/// Names that forms had in earlier versions.
const FORMER: [(&str, &str); 1] = [("labelling", "evidence")];

/// Largest form that is read, in bytes.
const MOST: u64 = 1 << 20;

/// The form `id`: `forms/ID.toml` of the workspace, else the embedded one.
///
/// # Errors
/// Unknown form, or a form file with a mistake.
pub fn load(root: &Path, id: &str) -> Result<Form> {
    let own = root.join("forms").join(format!("{id}.toml"));
    if own.exists() {
        return file(&own);
    }
    let id = FORMER.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| new);
    match EMBEDDED.iter().find(|(name, _)| *name == id) {
        Some((name, text)) => parse(text, &format!("embedded form {name}")),
        None => Err(Problem::input(format!("no form '{}'", crate::text::clean::line(id)))
            .in_file(own)
            .mend(format!(
                "make this file, or use one of: {}",
                EMBEDDED.map(|(name, _)| name).join(", ")
            ))),
    }
}

/// Text of the form `name`, a name as in [`load`] or a file.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn source(root: &Path, name: &str) -> Result<String> {
    let own = root.join("forms").join(format!("{name}.toml"));
    let path = if own.exists() { own } else { Path::new(name).to_owned() };
    match EMBEDDED.iter().find(|(n, _)| *n == name && !path.exists()) {
        Some((_, text)) => Ok((*text).to_owned()),
        None => std::fs::read_to_string(&path).map_err(|e| Problem::io("read", &path, &e)),
    }
}

/// Names of the forms in `forms/`, sorted.
pub fn own(root: &Path) -> Vec<String> {
    let mut out: Vec<String> = std::fs::read_dir(root.join("forms"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|d| {
            let path = d.path();
            let toml = path.extension().is_some_and(|e| e == "toml");
            toml.then(|| path.file_stem()?.to_str().map(str::to_owned)).flatten()
        })
        .collect();
    out.sort();
    out
}

/// Names of all forms that `root` can use: its own first, then those that come with casefile.
pub fn names(root: &Path) -> Vec<String> {
    let mut out = own(root);
    for (name, _) in EMBEDDED {
        if !out.iter().any(|n| n == name) {
            out.push(name.to_owned());
        }
    }
    out
}

/// Reads a form file.
///
/// # Errors
/// The file cannot be read, or has a mistake.
pub fn file(path: &Path) -> Result<Form> {
    let size = std::fs::metadata(path)
        .map_err(|e| Problem::io("read", path, &e))?
        .len();
    if size > MOST {
        return Err(Problem::input(format!("{size} bytes; a form has at most {MOST}")).in_file(path));
    }
    let text = std::fs::read_to_string(path).map_err(|e| Problem::io("read", path, &e))?;
    parse(&text, &path.display().to_string())
}

/// Reads the text of a form; `name` is its file in messages.
///
/// # Errors
/// File, line and caret of the first mistake.
pub fn parse(text: &str, name: &str) -> Result<Form> {
    let raw: raw::Form = toml::from_str(text).map_err(|e| {
        let what = e.message().lines().next().unwrap_or("wrong TOML").to_owned();
        caret(text, name, &e.span().unwrap_or(0..0), &what)
    })?;
    let mut form = check::form(raw, text).map_err(|(span, what)| caret(text, name, &span, &what))?;
    form.hash = format!(
        "{}@{}",
        form.id,
        hash(text.as_bytes()).chars().take(12).collect::<String>()
    );
    Ok(form)
}

#[cfg(test)]
mod tests;
