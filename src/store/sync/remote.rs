//! The other side: the git program lists, fetches and pushes, since the user's credentials and hooks are its own.
//! It never asks for a password: what needs one fails and says so.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use git2::{Oid, Repository};

use super::Exchange;
use crate::base::error::{Problem, Result};
use crate::text::clean;

/// Pauses between two looks at a running git.
const LOOK: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(25)];

/// What a run of git left.
pub(super) struct Said {
    pub(super) ok: bool,
    pub(super) out: String,
    pub(super) err: String,
}

impl Said {
    /// The lines that matter of what it complained about, as one.
    pub(super) fn why(&self) -> String {
        let lines = self.err.lines().map(str::trim).filter(|l| !l.is_empty());
        let all: Vec<String> = lines
            .filter(|l| !l.starts_with("hint:"))
            .take(6)
            .map(clean::line)
            .collect();
        if all.is_empty() {
            "it gave no reason".to_owned()
        } else {
            all.join("; ")
        }
    }
}

/// How a push went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pushed {
    /// It is there.
    Done,
    /// Somebody else was there first: fetch, merge and push again.
    Behind,
}

/// Remote and branch to exchange through: the one asked for, else what the branch follows, else origin, else the
/// only one.
pub(super) fn choose(repo: &Repository, root: &Path, branch: &str, asked: Option<&str>) -> Result<(String, String)> {
    let names: Vec<String> = match repo.remotes() {
        Ok(all) => all.iter().flatten().flatten().map(str::to_owned).collect(),
        Err(_) => Vec::new(),
    };
    let config = repo.config().and_then(|mut c| c.snapshot()).ok();
    let get = |key: String| config.as_ref().and_then(|c| c.get_string(&key).ok());
    let follows = get(format!("branch.{branch}.remote")).filter(|r| names.contains(r));
    let add = format!("git -C {} remote add origin URL", root.display());
    let name = match asked {
        Some(name) if names.iter().any(|n| n == name) => name.to_owned(),
        Some(name) => {
            return Err(Problem::input(format!("there is no remote '{}'", clean::line(name)))
                .in_file(root)
                .mend(if names.is_empty() {
                    add
                } else {
                    format!("use one of: {}", names.join(", "))
                }));
        }
        None => match (&follows, names.as_slice()) {
            (Some(name), _) => name.clone(),
            (None, []) => {
                return Err(Problem::input("the repository has no remote to exchange with")
                    .in_file(root)
                    .mend(add));
            }
            (None, [only]) => only.clone(),
            (None, all) if all.iter().any(|n| n == "origin") => "origin".to_owned(),
            (None, all) => {
                return Err(Problem::input("there are several remotes")
                    .in_file(root)
                    .mend(format!("choose one: --remote {}", all.join(" or --remote "))));
            }
        },
    };
    let upstream = follows
        .filter(|f| *f == name)
        .and_then(|_| get(format!("branch.{branch}.merge")))
        .and_then(|full| full.strip_prefix("refs/heads/").map(str::to_owned));
    Ok((name, upstream.unwrap_or_else(|| branch.to_owned())))
}

impl Exchange {
    /// Runs git at the top of the work tree until it ends, or `stopped` says to end it.
    pub(super) fn git(&self, args: &[&str], stopped: &dyn Fn() -> bool) -> Result<Said> {
        let mut cmd = Command::new("git");
        cmd.arg("-C").arg(&self.top);
        let own_ssh = self.repo.config().and_then(|c| c.get_string("core.sshCommand"));
        if own_ssh.is_err() {
            cmd.args(["-c", "core.sshCommand=ssh -oBatchMode=yes"]);
        }
        for inherited in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
            cmd.env_remove(inherited);
        }
        cmd.args(args)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = cmd.spawn().map_err(|e| {
            Problem::environment(format!("the git program cannot be started: {e}"))
                .mend("install git, version 2.20 or later")
        })?;
        let out = drain(child.stdout.take());
        let err = drain(child.stderr.take());
        let mut pause = LOOK[0];
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if stopped() => {
                    // Both fail only when it has just ended by itself.
                    drop(child.kill());
                    drop(child.wait());
                    return Err(Problem::environment(
                        "stopped; answers stay safe here, run casefile sync again",
                    ));
                }
                Ok(None) => {}
                Err(e) => return Err(Problem::environment(format!("cannot wait for git: {e}"))),
            }
            thread::sleep(pause);
            pause = LOOK[1].min(pause * 2);
        };
        Ok(Said {
            ok: status.success(),
            out: out.join().unwrap_or_default(),
            err: err.join().unwrap_or_default(),
        })
    }

    fn by_hand(&self, what: &str) -> String {
        format!(
            "see what it says by hand: git -C {} {what} {}",
            self.top.display(),
            self.remote
        )
    }

    /// Branches of the remote that match the patterns (`main`, `casefile/main/*`), with their commits.
    ///
    /// # Errors
    /// Environment: the remote cannot be reached.
    pub fn list(&self, patterns: &[String], stopped: &dyn Fn() -> bool) -> Result<BTreeMap<String, Oid>> {
        let full: Vec<String> = patterns.iter().map(|p| format!("refs/heads/{p}")).collect();
        let mut args = vec!["ls-remote", self.remote.as_str()];
        args.extend(full.iter().map(String::as_str));
        let said = self.git(&args, stopped)?;
        if !said.ok {
            return Err(
                Problem::environment(format!("cannot reach the remote '{}': {}", self.remote, said.why()))
                    .mend(self.by_hand("ls-remote")),
            );
        }
        let lines = said.out.lines().filter_map(|line| {
            let (id, name) = line.split_once('\t')?;
            let name = name.strip_prefix("refs/heads/")?;
            let asked = patterns
                .iter()
                .any(|p| p.strip_suffix('*').map_or(p == name, |start| name.starts_with(start)));
            Some((name.to_owned(), Oid::from_str(id).ok()?)).filter(|_| asked)
        });
        Ok(lines.collect())
    }

    /// Full name under which this clone keeps a branch of the remote.
    pub fn tracking(&self, branch: &str) -> String {
        format!("refs/remotes/{}/{branch}", self.remote)
    }

    /// Fetches just these branches and nothing beside them.
    ///
    /// # Errors
    /// Environment: the remote cannot be reached.
    pub fn fetch(&self, branches: &[&str], stopped: &dyn Fn() -> bool) -> Result<()> {
        if branches.is_empty() {
            return Ok(());
        }
        let specs: Vec<String> = branches
            .iter()
            .map(|b| format!("+refs/heads/{b}:{}", self.tracking(b)))
            .collect();
        let mut args = vec![
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-recurse-submodules",
            self.remote.as_str(),
        ];
        args.extend(specs.iter().map(String::as_str));
        let said = self.git(&args, stopped)?;
        if !said.ok {
            return Err(
                Problem::environment(format!("cannot fetch from '{}': {}", self.remote, said.why()))
                    .mend(self.by_hand("fetch")),
            );
        }
        Ok(())
    }

    /// Pushes the reference `from` as `branch` of the remote.
    ///
    /// # Errors
    /// Environment: the remote refuses it for another reason than that somebody was there first.
    pub fn push(&self, from: &str, branch: &str, stopped: &dyn Fn() -> bool) -> Result<Pushed> {
        let spec = format!("{from}:refs/heads/{branch}");
        let said = self.git(
            &["push", "--porcelain", "--quiet", self.remote.as_str(), &spec],
            stopped,
        )?;
        if said.ok {
            if let Some(now) = self.tip(from)? {
                let name = self.tracking(branch);
                let before = self.tip(&name)?;
                if before != Some(now) {
                    self.move_ref(&name, before, now, "casefile sync: pushed")?;
                }
            }
            return Ok(Pushed::Done);
        }
        if behind(&said.out) {
            return Ok(Pushed::Behind);
        }
        let refusal = said.out.lines().find_map(|l| l.strip_prefix("!\t")).map(clean::line);
        let why = refusal.unwrap_or_else(|| said.why());
        Err(Problem::environment(format!("'{}' does not take {branch}: {why}", self.remote)).mend(self.by_hand("push")))
    }
}

/// Whether what `git push --porcelain` says means that another push was faster.
fn behind(out: &str) -> bool {
    out.lines().filter(|l| l.starts_with('!')).any(|l| {
        let l = l.to_lowercase();
        let raced = ["lock", "failed to update ref", "incorrect old value", "already exists"];
        l.contains("[rejected]") || (l.contains("[remote rejected]") && raced.iter().any(|w| l.contains(w)))
    })
}

/// Reads a pipe to its end beside whoever waits.
fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut raw = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read until then is all there is to tell.
            let _ignored = pipe.read_to_end(&mut raw);
        }
        String::from_utf8_lossy(&raw).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_is_told_from_a_refusal() {
        let line = |why: &str| format!("To /x\n!\trefs/heads/main:refs/heads/main\t{why}\nDone\n");
        assert!(behind(&line("[rejected] (fetch first)")));
        assert!(behind(&line("[rejected] (non-fast-forward)")));
        assert!(behind(&line(
            "[remote rejected] (cannot lock ref 'refs/heads/main': is at 1 but expected 2)"
        )));
        assert!(!behind(&line("[remote rejected] (pre-receive hook declined)")));
        assert!(!behind("error: failed to push some refs"));
    }
}
