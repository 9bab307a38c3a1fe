//! Blind rounds: while one is open, answers go to a branch of their own, and others' branches are not fetched, so that
//! what others said is not even in the clone. A closed round joins them.

use std::collections::BTreeMap;

use git2::Oid;

use super::{Run, message};
use crate::base::error::{Problem, Result};
use crate::store::config::Config;
use crate::store::sync::Exchange;
use crate::store::sync::remote::Pushed;
use crate::store::workspace::{Workspace, settle_names};
use crate::work::forms::in_use;

/// Whether others' answers are hidden: the workspace is blind or a form in use is, and the round is not closed.
pub fn hidden(config: &Config, blind_form: bool) -> bool {
    (config.blind || blind_form) && !config.round.closed
}

/// Whether a form in use is blind.
///
/// # Errors
/// A form that cannot be read.
pub fn blind_form(ws: &Workspace) -> Result<bool> {
    Ok(in_use(ws)?.iter().any(|f| f.blind))
}

/// Settings as the branch has them; those on the disk where it has none. What is not committed closes no round.
pub(super) fn config_at(ex: &Exchange, commit: Option<Oid>, ws: &Workspace) -> Result<Config> {
    let Some(raw) = ex.file(commit, "casefile.toml")? else {
        return Ok(ws.config.clone());
    };
    let text = String::from_utf8_lossy(&raw);
    let mut config: Config = toml::from_str(&text).map_err(|e| {
        Problem::input(format!("as committed: {}", e.message().trim()))
            .in_file(ws.root.join("casefile.toml"))
            .at_offset(&text, e.span().map_or(0, |s| s.start))
    })?;
    settle_names(&mut config).map_err(|p| p.in_file(ws.root.join("casefile.toml")))?;
    Ok(config)
}

/// Branch of one annotator in a round; with an empty name the start that all share.
pub fn branch(round: &str, me: &str) -> String {
    format!("casefile/{}/{}", component(round), component(me))
}

/// A name as a part of a branch name: what git refuses there is written as `%` and two hex digits a byte.
fn component(name: &str) -> String {
    let mut out = String::new();
    let lock = name.to_lowercase().ends_with(".lock");
    for (n, c) in name.char_indices() {
        let dot = c == '.' && n > 0 && !out.ends_with('.') && n + 1 < name.len() && !lock;
        if c.is_alphanumeric() || matches!(c, '_') || (c == '-' && n > 0) || dot {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for b in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{b:02x}"));
            }
        }
    }
    out
}

/// The name that a part of a branch name stands for; `None` when no name is written so.
fn decoded(part: &str) -> Option<String> {
    let mut out = Vec::new();
    let mut rest = part;
    while let Some((plain, tail)) = rest.split_once('%') {
        out.extend_from_slice(plain.as_bytes());
        out.push(u8::from_str_radix(tail.get(..2)?, 16).ok()?);
        rest = tail.get(2..)?;
    }
    out.extend_from_slice(rest.as_bytes());
    String::from_utf8(out).ok().filter(|name| component(name) == part)
}

impl Run<'_> {
    /// Puts own answers on the own branch and pushes it; what another clone of the same person sent comes here.
    pub(super) fn own_branch(&mut self, branch: &str, there: Option<Oid>) -> Result<Pushed> {
        let name = format!("refs/heads/{branch}");
        let here = self.ex.tip(&name)?;
        let base = self.ex.head()?;
        let (local, remote) = (self.own_files(here)?, self.own_files(there)?);
        let (mut files, beside) = self.ex.together(&local, &remote)?;
        self.ex.lay_own(&remote)?;
        let own = self.ex.own(&files)?;
        self.report.beside.extend(beside);
        self.report.odd = own.odd;
        self.count_received(&local, &remote)?;
        files.extend(own.files);
        let mut tip = here;
        if let (Some(a), Some(b)) = (here, there) {
            if self.ex.holds(b, a)? {
                tip = Some(b);
            }
        } else if here.is_none() {
            tip = there;
        }
        let known = self.own_files(tip)?;
        let apart = match (tip, there) {
            (Some(a), Some(b)) => !self.ex.holds(a, b)?,
            _ => false,
        };
        if (files != known || apart) && !files.is_empty() {
            let tree = self.ex.tree_with(base, &files)?;
            let parents: Vec<Oid> = match tip {
                Some(tip) => std::iter::once(tip).chain(there.filter(|_| apart)).collect(),
                None => base.into_iter().collect(),
            };
            let made = self
                .ex
                .commit(None, tree, &parents, &message(&self.plan.me, own.entries))?;
            self.note(made);
            tip = Some(made);
        }
        let Some(tip) = tip else { return Ok(Pushed::Done) };
        if here != Some(tip) {
            self.ex.move_ref(&name, here, tip, "casefile sync")?;
        }
        if there == Some(tip) {
            return Ok(Pushed::Done);
        }
        self.meter.phase("pushing", 0);
        self.meter.check()?;
        let pushed = self.ex.push(&name, branch, &|| self.meter.stopped())?;
        if pushed == Pushed::Done {
            self.report.sent += self.count_own(&remote, &files)?;
        }
        Ok(pushed)
    }

    /// Joins the branches of a closed round: each one's journal files, and nothing else of them.
    pub(super) fn join(&mut self, config: &Config, theirs: &BTreeMap<String, Oid>) -> Result<()> {
        let start = branch(&config.round.name, "");
        let Some(head) = self.ex.head()? else { return Ok(()) };
        let before = self.ex.journals(Some(head))?;
        let mut files = before.clone();
        let mut parents = vec![head];
        for (name, tip) in theirs {
            let Some(who) = name.strip_prefix(&start).and_then(decoded) else {
                continue;
            };
            if self.ex.holds(head, *tip)? {
                continue;
            }
            let mut all = self.ex.journals(Some(*tip))?;
            all.retain(|path, _| self.ex.owner(path) == Some(&who));
            let (more, beside) = self.ex.together(&files, &all)?;
            files = more;
            self.report.beside.extend(beside);
            self.report.joined.push(who);
            parents.push(*tip);
        }
        if parents.len() == 1 {
            return Ok(());
        }
        let tree = self.ex.tree_with(Some(head), &files)?;
        let text = format!("casefile: round {} is closed, answers joined", config.round.name);
        let made = self.ex.commit(None, tree, &parents, &text)?;
        self.ex.advance(Some(head), made, &|| self.meter.stopped())?;
        self.note(made);
        let mut news = files;
        news.retain(|path, _| self.ex.owner(path) != Some(&self.plan.me));
        self.count_received(&before, &news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branch_names_are_ones_that_git_takes_and_lead_back_to_the_annotator() {
        for name in [
            "mara",
            "mara-óð-lund",
            "a..b",
            "x.lock",
            "x.LOCK",
            "dr.no",
            "_",
            "j%20",
            "日本",
        ] {
            let made = branch("round 1/β", name);
            let full = format!("refs/heads/{made}");
            assert!(git2::Reference::is_valid_name(&full), "{full}");
            let part = made.strip_prefix(&branch("round 1/β", "")).unwrap();
            assert_eq!(decoded(part).as_deref(), Some(name), "{made}");
        }
        assert_eq!(branch("main", "mara"), "casefile/main/mara");
        assert_eq!(branch("a/b", "m"), "casefile/a%2fb/m");
        assert_eq!(decoded("%zz"), None);
        assert_eq!(decoded("x/y"), None);
    }

    #[test]
    fn a_round_hides_until_it_is_closed() {
        let mut config = Config::default();
        assert!(!hidden(&config, false));
        assert!(hidden(&config, true));
        config.blind = true;
        assert!(hidden(&config, false));
        config.round.closed = true;
        assert!(!hidden(&config, true));
    }
}
