//! Small workspaces that a test makes for itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::support::Home;

/// A workspace in a home of its own.
pub(crate) struct Study {
    pub(crate) home: Home,
    dir: String,
}

impl Study {
    /// An empty workspace.
    pub(crate) fn new() -> Self {
        let home = Home::new();
        let dir = home.path().join("study").display().to_string();
        home.ok(&["init", &dir]);
        Self { home, dir }
    }

    /// A workspace with these rows.
    pub(crate) fn with(rows: &[Value]) -> Self {
        let study = Self::new();
        let file = study.write("rows.jsonl", lines(rows));
        study.ok(&["import", &file]);
        study
    }

    /// Its folder.
    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.dir)
    }

    /// A file of the workspace as text.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file of the workspace")
    }

    /// Writes a file beside the workspace and gives its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        put(&self.home.path().join(name), bytes)
    }

    /// Writes a file of the workspace.
    pub(crate) fn lay(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        put(&self.path().join(name), bytes)
    }

    fn args<'a>(&'a self, args: &[&'a str]) -> Vec<&'a str> {
        [args, &["-w", &self.dir]].concat()
    }

    /// Runs a subcommand on it; standard output comes back.
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        self.home.ok(&self.args(args))
    }

    /// Runs a subcommand that does its work but for some refusals: exit code 1. Standard output comes back.
    pub(crate) fn partly(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert_eq!(
            out.status.code(),
            Some(1),
            "{args:?} {}",
            String::from_utf8_lossy(&out.stderr)
        );
        String::from_utf8(out.stdout).expect("text")
    }

    /// Runs a subcommand that must fail with `code`; standard error comes back.
    pub(crate) fn fails(&self, code: i32, args: &[&str]) -> String {
        self.home.fails(code, &self.args(args))
    }

    /// Runs a subcommand, whatever comes of it.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.home
            .casefile()
            .args(self.args(args))
            .output()
            .expect("the binary runs")
    }

    /// A subcommand to be started by hand.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut out = Command::new(env!("CARGO_BIN_EXE_casefile"));
        out.env_clear().envs(self.home.env()).args(self.args(args));
        out
    }

    /// The last screen after `keys`.
    pub(crate) fn play(&self, keys: &str, size: &str) -> String {
        self.ok(&["play", keys, "--as", "me", "--size", size])
    }
}

fn put(path: &Path, bytes: impl AsRef<[u8]>) -> String {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).expect("a folder");
    }
    fs::write(path, bytes).expect("a file");
    path.display().to_string()
}

/// One JSON value a line.
pub(crate) fn lines(rows: &[Value]) -> String {
    rows.iter().fold(String::new(), |out, row| format!("{out}{row}\n"))
}

/// A row as a dataset gives it: one image in the text, a patch that touches `src/x.ts`.
pub(crate) fn row(id: &str) -> Value {
    json!({
        "instance_id": id,
        "repo": "o/r",
        "base_commit": "0123456789abcdef0123456789abcdef01234567",
        "problem_statement": format!("Title of {id}\nBody ![shot](https://h/{id}.png) end"),
        "image_assets": json!({"problem_statement": [format!("https://h/{id}.png")]}).to_string(),
        "patch": "--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-let a = 1\n+let a = 2\n",
    })
}

/// A picture of the sample.
pub(crate) fn picture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/images").join(name)
}

/// No output may steer a terminal or hide something: no control characters besides line feeds, nothing invisible.
#[track_caller]
pub(crate) fn clean(what: &str, text: &str) {
    let odd = text.char_indices().find(|(_, c)| {
        c.is_control() && *c != '\n'
            || matches!(*c,
                '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
                | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200C}' | '\u{200E}' | '\u{200F}'
                | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
                | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
                | '\u{F0000}'..='\u{10FFFF}')
    });
    if let Some((at, c)) = odd {
        let around: String = text
            .get(at.saturating_sub(80)..)
            .unwrap_or(text)
            .chars()
            .take(160)
            .collect();
        panic!("{what}: U+{:04X} at byte {at}: {around:?}", u32::from(c));
    }
}

/// Runs git in `dir`; standard output comes back without the line feed.
pub(crate) fn git(study: &Study, dir: &Path, args: &[&str]) -> String {
    let out = Command::new("git")
        .current_dir(dir)
        .env_clear()
        .envs(study.home.env())
        .envs([
            ("GIT_AUTHOR_NAME", "a"),
            ("GIT_AUTHOR_EMAIL", "a@example.org"),
            ("GIT_COMMITTER_NAME", "a"),
            ("GIT_COMMITTER_EMAIL", "a@example.org"),
            ("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z"),
            ("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z"),
        ])
        .args(args)
        .output()
        .expect("git runs");
    assert!(
        out.status.success(),
        "git {args:?}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).unwrap().trim_end().to_owned()
}
