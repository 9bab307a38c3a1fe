//! Blame of one line, by the git program (libgit2 takes ten times as long), off thread and cancellable.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::base::path::RepoPath;
use crate::domain::symbol::Line1;
use crate::text::clean;

use super::repo::git;

/// Who last changed a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Blame {
    /// Commit.
    pub commit: String,
    /// Author.
    pub author: String,
    /// Seconds since 1970 when it was written.
    pub time: i64,
    /// First line of the message.
    pub summary: String,
    /// Path at that commit, where it differs.
    pub path: String,
}

/// Blames `line` of `path` at `commit`. `stop` is asked every few milliseconds and ends git.
///
/// # Errors
/// What git said, or that it was stopped.
pub fn blame(dir: &Path, commit: &str, path: &RepoPath, line: Line1, stop: &dyn Fn() -> bool) -> Result<Blame, String> {
    let range = format!("{},{}", line.0, line.0);
    let mut child = git(dir)
        .args(["blame", "--porcelain", "-L", &range, commit, "--", path.as_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot run git: {e}"))?;
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if stop() => {
                // Gone already is as good as killed.
                let _ignored: std::io::Result<()> = child.kill();
                let _status: std::io::Result<std::process::ExitStatus> = child.wait();
                return Err("stopped".to_owned());
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
            Err(e) => return Err(format!("git: {e}")),
        }
    }
    let out = child.wait_with_output().map_err(|e| format!("git: {e}"))?;
    if !out.status.success() {
        let said = String::from_utf8_lossy(&out.stderr);
        return Err(clean::line(said.lines().next().unwrap_or("git blame failed")));
    }
    Ok(parse(&String::from_utf8_lossy(&out.stdout)))
}

fn parse(porcelain: &str) -> Blame {
    let mut out = Blame::default();
    for (n, line) in porcelain.lines().enumerate() {
        if n == 0 {
            out.commit = clean::line(line.split(' ').next().unwrap_or(""));
        } else if let Some(v) = line.strip_prefix("author ") {
            out.author = clean::line(v);
        } else if let Some(v) = line.strip_prefix("author-time ") {
            out.time = v.parse().unwrap_or(0);
        } else if let Some(v) = line.strip_prefix("summary ") {
            out.summary = clean::line(v);
        } else if let Some(v) = line.strip_prefix("filename ") {
            out.path = clean::line(v);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn porcelain_is_read_and_cleaned() {
        let text = "abc123 1 1 1\nauthor Ann\x1b[1m\nauthor-time 1700000000\nsummary fix: it\nfilename a.js\n\tcode\n";
        let b = parse(text);
        assert_eq!(
            (b.commit.as_str(), b.author.as_str(), b.time),
            ("abc123", "Ann␛[1m", 1_700_000_000)
        );
        assert_eq!(b.summary, "fix: it");
    }
}
