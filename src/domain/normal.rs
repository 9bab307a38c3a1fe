//! What a system wrote, brought to a path and a name. These are the strict rules, which every prediction goes
//! through when it is read; each rule that changed something leaves a flag, and the raw text stays beside.

use crate::base::path::RepoPath;

use super::run::What;

/// Parts of one entry that names a function, class, variable or lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    /// File.
    pub path: RepoPath,
    /// Qualified name; `None` when the entry names no more than a file.
    pub name: Option<String>,
    /// What it names.
    pub what: What,
    /// Lines, first and last, from 1.
    pub lines: Option<(u32, u32)>,
    /// Rules that changed something.
    pub flags: Vec<String>,
}

/// The path of a file as a system wrote it.
pub fn path(raw: &str) -> (RepoPath, Vec<String>) {
    let mut flags = Vec::new();
    let trimmed = raw.trim().trim_matches(['"', '\'', '`']);
    if trimmed != raw {
        flags.push("trimmed".to_owned());
    }
    let mut out = trimmed;
    while let Some(rest) = out.strip_prefix("./") {
        out = rest;
    }
    if out.len() != trimmed.len() {
        flags.push("./".to_owned());
    }
    (RepoPath::new(out), flags)
}

/// The parts of an entry such as `src/a.ts:Store.get`.
pub fn function(raw: &str) -> Parts {
    let (file, name) = super::matching::split_function(raw);
    let (path, flags) = path(file);
    Parts {
        path,
        name: (!name.is_empty()).then(|| name.to_owned()),
        what: if name.is_empty() { What::File } else { What::Function },
        lines: None,
        flags,
    }
}
