//! What tests share: temporary workspaces, the binary, the shared data folder when it is there.

use std::path::{Path, PathBuf};

/// A cleared environment's home: no test reads the developer's settings.
pub(crate) struct Home {
    dir: tempfile::TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self {
            dir: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The binary with a cleared environment.
    pub(crate) fn casefile(&self) -> assert_cmd::Command {
        let mut cmd = assert_cmd::Command::new(env!("CARGO_BIN_EXE_casefile"));
        cmd.env_clear().envs(self.env());
        cmd
    }

    /// Variables that keep everything inside this home.
    pub(crate) fn env(&self) -> Vec<(&'static str, String)> {
        let at = |name: &str| self.path().join(name).display().to_string();
        vec![
            ("HOME", at("home")),
            ("XDG_DATA_HOME", at("data")),
            ("XDG_CONFIG_HOME", at("config")),
            ("XDG_STATE_HOME", at("state")),
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("USER", "tester".to_owned()),
            ("TERM", "xterm-256color".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
        ]
    }

    /// Runs `casefile` and gives standard output; the exit code must be 0.
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        let out = self.casefile().args(args).output().expect("the binary runs");
        assert!(
            out.status.success(),
            "casefile {args:?}\n{}{}",
            String::from_utf8_lossy(&out.stdout),
            String::from_utf8_lossy(&out.stderr)
        );
        String::from_utf8(out.stdout).expect("text")
    }

    /// Runs `casefile`, which must end with `code`; gives standard error.
    pub(crate) fn fails(&self, code: i32, args: &[&str]) -> String {
        let out = self.casefile().args(args).output().expect("the binary runs");
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(code), "casefile {args:?}\n{err}");
        err
    }
}

/// The folder with real data beside the project, where there is one.
pub(crate) fn shared() -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    if dir.join("data").is_dir() {
        return Some(dir);
    }
    eprintln!("skipped: no folder with real data beside the project");
    None
}
