//! `casefile.toml` of a workspace, the links to repositories of this clone, and the user's own settings.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::error::{Problem, Result};
use crate::domain::round::Round;

use super::whole;

/// `casefile.toml`: what a team shares.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Version of the file.
    pub version: u32,
    /// Form of the desk.
    pub form: String,
    /// Forms in use beside it; without it, every form in `forms/`.
    pub forms: Option<Vec<String>>,
    /// The round.
    pub round: Round,
    /// Gold, suspects and others' answers are hidden until revealed.
    pub blind: bool,
    /// Where repositories are: `OWNER/NAME` to a folder, absolute or relative to the workspace.
    pub repos: BTreeMap<String, PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            version: 1,
            form: "evidence".to_owned(),
            forms: None,
            round: Round::default(),
            blind: false,
            repos: BTreeMap::new(),
        }
    }
}

/// Text of a new `casefile.toml`.
pub const TEMPLATE: &str = r#"# A casefile workspace. See `casefile --help` and ARCHITECTURE.md.
version = 1

# Form that annotators fill in; forms/NAME.toml beside this file, else one that comes with casefile.
form = "evidence"

# Forms beside it. Without this line: every form in forms/, and harmful where there are candidates.
# forms = ["harmful", "verification"]

# true hides gold, suspects and other people's answers until revealed; the reveal is recorded.
blind = false

# Who judges what. Without annotators everyone judges everything. While a round is not closed, nobody reads the
# answers of others to a blind form; a seed and an overlap say who gets which item, the same on every machine.
[round]
name = "main"
closed = false
# annotators = ["mara", "jun", "ines"]
# overlap = 2
# seed = 1
# auditors = ["mara"]

# Where repositories are. Links of this machine alone are kept in .casefile/repos.toml by `casefile import --repo`.
[repos]
# "markedjs/marked" = "../clones/marked"
"#;

/// Lines that keep a clone's own files out of git.
pub const GITIGNORE: &str = "/.casefile/\n/repos/\n*.torn\n";

/// The user's own `config.toml` under the XDG config folder.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct User {
    /// Annotator name.
    pub name: Option<String>,
    /// `dark`, `light`, `mono`, or a file.
    pub theme: Option<String>,
    /// `default`, `vim`, `one-hand`, or a file.
    pub keymap: Option<String>,
    /// `kitty`, `sixel`, `iterm2`, `halfblocks`, `none`.
    pub protocol: Option<String>,
    /// Stay on the item after an answer instead of moving on.
    pub stay: Option<bool>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Links {
    #[serde(default)]
    repos: BTreeMap<String, PathBuf>,
}

/// Reads a TOML file into `T`.
///
/// # Errors
/// Names file, line and what was expected.
pub fn read_toml<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T> {
    let mut text = String::new();
    whole::open(path)?
        .take(1 << 20)
        .read_to_string(&mut text)
        .map_err(|e| Problem::io("read", path, &e))?;
    toml::from_str(&text).map_err(|e| {
        Problem::input(e.message().trim().to_owned())
            .in_file(path)
            .at_offset(&text, e.span().map_or(0, |s| s.start))
    })
}

/// Links of this clone: `.casefile/repos.toml`.
///
/// # Errors
/// When the file is there but wrong.
pub fn links(root: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let path = root.join(".casefile/repos.toml");
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    Ok(read_toml::<Links>(&path)?.repos)
}

/// Adds links; true when something changed.
///
/// # Errors
/// When the file cannot be read or written.
pub fn link(root: &Path, new: &BTreeMap<String, PathBuf>) -> Result<bool> {
    let mut all = links(root)?;
    all.extend(new.iter().map(|(k, v)| (k.clone(), v.clone())));
    let text = toml::to_string(&Links { repos: all }).map_err(|e| Problem::environment(e.to_string()))?;
    let text = format!("# Where this clone of the workspace finds repositories. Written by `casefile import`.\n{text}");
    whole::write_text(&root.join(".casefile/repos.toml"), &text)
}
