//! The environment, read once. Nothing else looks at it.

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

use crate::tui::probe;

/// What casefile takes from the environment.
#[derive(Debug, Clone, Default)]
pub struct Env {
    /// Variables of the terminal.
    pub terminal: probe::Env,
    /// `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// $VISUAL, else $EDITOR, else `vi`.
    pub editor: String,
    /// $USER, else $LOGNAME.
    pub user: Option<String>,
    /// `casefile/` under the XDG data folder.
    pub data: Option<PathBuf>,
    /// `casefile/config.toml` under the XDG config folder.
    pub config: Option<PathBuf>,
    /// `casefile/log` under the XDG state folder.
    pub log: Option<PathBuf>,
}

impl Env {
    /// Reads it.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn read() -> Self {
        let get = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        let base = choose_base_strategy().ok();
        Self {
            terminal: probe::Env::read(get),
            no_color: get("NO_COLOR").is_some(),
            editor: get("VISUAL")
                .or_else(|| get("EDITOR"))
                .unwrap_or_else(|| "vi".to_owned()),
            user: get("USER").or_else(|| get("LOGNAME")),
            data: base.as_ref().map(|b| b.data_dir().join("casefile")),
            config: base.as_ref().map(|b| b.config_dir().join("casefile/config.toml")),
            log: base
                .as_ref()
                .and_then(BaseStrategy::state_dir)
                .map(|d| d.join("casefile/log")),
        }
    }
}

/// The value of the variable `name`, which holds the key of an endpoint; `None` when it is unset or empty. What is not
/// Unicode in it comes as signs that no key has.
pub fn key(name: &str) -> Option<String> {
    let value = std::env::var_os(name)?;
    Some(value.to_string_lossy().into_owned()).filter(|v| !v.is_empty())
}
