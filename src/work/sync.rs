//! Exchange of journals through the git remote of the workspace: fetch, merge, commit one's own journal files, push,
//! and once more when somebody was faster. Every step can be done by hand with plain git instead.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use git2::Oid;
use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::read::meter::Meter;
use crate::store::config::Config;
use crate::store::replay::{Whose, replay};
use crate::store::sync::head::unlike_head;
use crate::store::sync::remote::Pushed;
use crate::store::sync::{Exchange, Files};
use crate::store::workspace::Workspace;

pub mod blind;

/// How often a push that came too late is made again, at most.
pub const TRIES: u32 = 5;

/// First pause after a push that came too late, in milliseconds; it doubles each time.
const PAUSE_MS: u64 = 100;

/// What to do.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The annotator.
    pub me: String,
    /// Remote; without it the one the branch follows, else origin, else the only one.
    pub remote: Option<String>,
    /// A form in use is blind.
    pub blind_form: bool,
    /// Fetch and tell, but commit, merge and push nothing.
    pub dry: bool,
    /// Clock and process: makes the pauses of two clones unlike.
    pub salt: String,
}

/// What was exchanged.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Remote.
    pub remote: String,
    /// Branch on the remote that everyone shares.
    pub branch: String,
    /// Branch that took one's own answers, in a blind round that is open.
    pub own_branch: Option<String>,
    /// Own entries that the remote has now and had not before.
    pub sent: usize,
    /// Entries that came in, by annotator; one's own are from another clone.
    pub received: BTreeMap<String, usize>,
    /// Annotators whose branches were joined, since the round is closed.
    pub joined: Vec<String>,
    /// Commits made here, short.
    pub commits: Vec<String>,
    /// The shared branch got other commits than these, as to cases or settings.
    pub others: bool,
    /// Pushes that came too late and were made again.
    pub late: u32,
    /// Journal files kept under a second name, since two sides wrote something else in them.
    pub beside: Vec<String>,
    /// Journal files that somebody had removed or shortened, put back.
    pub restored: Vec<String>,
    /// What is odd in journals, with file and line: not sent, or damaged.
    pub odd: Vec<Problem>,
}

impl Report {
    /// Whether nothing came, went or was made.
    pub fn idle(&self) -> bool {
        self.sent == 0 && self.received.is_empty() && self.joined.is_empty() && self.commits.is_empty() && !self.others
    }
}

/// One exchange under way.
struct Run<'a> {
    ws: &'a Workspace,
    plan: &'a Plan,
    ex: Exchange,
    meter: &'a Meter,
    report: Report,
}

/// Exchanges journals.
///
/// # Errors
/// Input: no repository, branch or remote; both sides changed a file outside the journals, or one of the user's is in
/// the way. Environment: the remote cannot be reached or does not take the answers. What was committed until then
/// stays, and the next run goes on from there.
pub fn sync(ws: &Workspace, plan: &Plan, meter: &Meter) -> Result<Report> {
    let ex = Exchange::open(&ws.root, &plan.me, plan.remote.as_deref())?;
    let report = Report {
        remote: ex.remote().to_owned(),
        branch: ex.upstream().to_owned(),
        ..Report::default()
    };
    let mut run = Run {
        ws,
        plan,
        ex,
        meter,
        report,
    };
    run.exchange()?;
    let Run { mut report, .. } = run;
    let whose = if report.own_branch.is_some() {
        Whose::Own(plan.me.clone())
    } else {
        Whose::All
    };
    let mut damage = replay(&ws.root, &whose, true, &mut |_| {}).damage;
    damage.extend(unlike_head(&ws.root, &whose));
    report
        .odd
        .retain(|o| !damage.iter().any(|d| d.file == o.file && d.line == o.line));
    report.odd.extend(damage);
    Ok(report)
}

impl Run<'_> {
    fn exchange(&mut self) -> Result<()> {
        loop {
            if self.once()? == Pushed::Done {
                return Ok(());
            }
            self.report.late += 1;
            if self.report.late > TRIES {
                return Err(Problem::environment(format!(
                    "{} pushes came too late: others push all the time",
                    self.report.late
                ))
                .mend("answers are committed here; run casefile sync again"));
            }
            let most = PAUSE_MS << self.report.late;
            thread::sleep(Duration::from_millis(
                most / 2 + chance(&self.plan.salt, self.report.late) % most,
            ));
        }
    }

    /// Lists, fetches, merges, commits and pushes once.
    fn once(&mut self) -> Result<Pushed> {
        let config = blind::config_at(&self.ex, self.ex.head()?, self.ws)?;
        let base = self.ex.upstream().to_owned();
        let theirs = self.fetch(&base, &config)?;
        if self.plan.dry {
            return self.foresee(theirs.get(&base).copied(), &config, &theirs);
        }
        self.take_in(theirs.get(&base).copied())?;
        // The branch may have closed the round just now, or opened one.
        let now = blind::config_at(&self.ex, self.ex.head()?, self.ws)?;
        let theirs = if now.round == config.round && now.blind == config.blind {
            theirs
        } else {
            self.fetch(&base, &now)?
        };
        if now.round.closed {
            self.join(&now, &theirs)?;
        }
        if blind::hidden(&now, self.plan.blind_form) {
            let branch = blind::branch(&now.round.name, &self.plan.me);
            self.report.own_branch = Some(branch.clone());
            if self.own_branch(&branch, theirs.get(&branch).copied())? == Pushed::Behind {
                return Ok(Pushed::Behind);
            }
        } else {
            self.report.own_branch = None;
            self.commit_own()?;
        }
        self.push_base(theirs.get(&base).copied())
    }

    /// Fetches the shared branch, and of the others what this round lets one read; gives the tips that are here.
    fn fetch(&self, base: &str, config: &Config) -> Result<BTreeMap<String, Oid>> {
        self.meter.phase("fetching", 0);
        self.meter.check()?;
        let stopped = || self.meter.stopped();
        let hidden = blind::hidden(config, self.plan.blind_form);
        let more = match (config.round.closed, hidden) {
            (true, _) => Some(blind::branch(&config.round.name, "") + "*"),
            (false, true) => Some(blind::branch(&config.round.name, &self.plan.me)),
            (false, false) => None,
        };
        let patterns: Vec<String> = std::iter::once(base.to_owned()).chain(more).collect();
        let listed = self.ex.list(&patterns, &stopped)?;
        let mut wanted = Vec::new();
        for (name, tip) in &listed {
            if self.ex.tip(&self.ex.tracking(name))? != Some(*tip) {
                wanted.push(name.as_str());
            }
        }
        self.ex.fetch(&wanted, &stopped)?;
        let mut out = BTreeMap::new();
        for name in listed.keys() {
            if let Some(tip) = self.ex.tip(&self.ex.tracking(name))? {
                out.insert(name.clone(), tip);
            }
        }
        Ok(out)
    }

    /// Counts entries that `new` has more than `old`.
    fn count_received(&mut self, old: &Files, new: &Files) -> Result<()> {
        for (path, id) in new {
            if old.get(path) == Some(id) {
                continue;
            }
            let more = self
                .ex
                .entries(Some(id))?
                .saturating_sub(self.ex.entries(old.get(path))?);
            if let Some(who) = self.ex.owner(path).filter(|_| more > 0) {
                *self.report.received.entry(who.to_owned()).or_default() += more;
            }
        }
        Ok(())
    }

    /// Own entries of `new` that `old` has not.
    fn count_own(&self, old: &Files, new: &Files) -> Result<usize> {
        let mut sum = 0;
        for (path, id) in new {
            if old.get(path) != Some(id) && self.ex.owner(path) == Some(&self.plan.me) {
                sum += self
                    .ex
                    .entries(Some(id))?
                    .saturating_sub(self.ex.entries(old.get(path))?);
            }
        }
        Ok(sum)
    }

    /// Merges what the shared branch of the remote has.
    fn take_in(&mut self, theirs: Option<Oid>) -> Result<()> {
        let Some(theirs) = theirs else { return Ok(()) };
        self.meter.phase("merging", 0);
        self.meter.check()?;
        let ours = self.ex.head()?;
        let before = self.ex.journals(ours)?;
        let to = match ours {
            None => theirs,
            Some(ours) => {
                let merged = self.ex.merge(ours, theirs)?;
                self.report.beside.extend(merged.beside);
                self.report.restored.extend(merged.restored);
                if merged.made {
                    self.note(merged.commit);
                }
                merged.commit
            }
        };
        if ours != Some(to) {
            self.ex.advance(ours, to, &|| self.meter.stopped())?;
            let after = self.ex.journals(Some(to))?;
            self.count_received(&before, &after)?;
            self.report.others |= after == before;
        }
        Ok(())
    }

    /// Commits what the own journal files have more than the branch.
    fn commit_own(&mut self) -> Result<()> {
        let head = self.ex.head()?;
        let known = self.ex.journals(head)?;
        let own = self.ex.own(&known)?;
        self.report.odd = own.odd;
        if !own.files.is_empty() {
            let tree = self.ex.tree_with(head, &own.files)?;
            let parents: Vec<Oid> = head.into_iter().collect();
            let message = message(&self.plan.me, own.entries);
            let made = self.ex.commit(Some(&self.ex.head_name()), tree, &parents, &message)?;
            self.note(made);
        }
        self.ex.settle(&self.own_files(self.ex.head()?)?)
    }

    /// Own journal files of a commit.
    fn own_files(&self, commit: Option<Oid>) -> Result<Files> {
        let mut out = self.ex.journals(commit)?;
        out.retain(|path, _| self.ex.owner(path) == Some(&self.plan.me));
        Ok(out)
    }

    /// Pushes the shared branch when the remote has not all of it.
    fn push_base(&mut self, theirs: Option<Oid>) -> Result<Pushed> {
        let Some(head) = self.ex.head()? else {
            return Ok(Pushed::Done);
        };
        if theirs == Some(head) {
            return Ok(Pushed::Done);
        }
        self.meter.phase("pushing", 0);
        self.meter.check()?;
        let pushed = self
            .ex
            .push(&self.ex.head_name(), self.ex.upstream(), &|| self.meter.stopped())?;
        if pushed == Pushed::Done {
            let (old, new) = (self.ex.journals(theirs)?, self.ex.journals(Some(head))?);
            self.report.sent += self.count_own(&old, &new)?;
            self.report.others |= old == new;
        }
        Ok(pushed)
    }

    /// What would come and go.
    fn foresee(&mut self, base: Option<Oid>, config: &Config, theirs: &BTreeMap<String, Oid>) -> Result<Pushed> {
        let head = self.ex.head()?;
        let (here, there) = (self.ex.journals(head)?, self.ex.journals(base)?);
        let mut known = there.clone();
        if blind::hidden(config, self.plan.blind_form) {
            let branch = blind::branch(&config.round.name, &self.plan.me);
            let own = self.ex.journals(theirs.get(&branch).copied())?;
            known.extend(own);
            self.report.own_branch = Some(branch);
        }
        let own = self.ex.own(&known)?;
        self.report.sent = own.entries;
        self.report.odd = own.odd;
        self.count_received(&here, &there)?;
        Ok(Pushed::Done)
    }

    fn note(&mut self, commit: Oid) {
        self.report.commits.push(commit.to_string().chars().take(10).collect());
    }
}

fn message(me: &str, entries: usize) -> String {
    let s = if entries == 1 { "y" } else { "ies" };
    format!("casefile: {entries} entr{s} of {me}")
}

/// A number that follows from the salt and the attempt.
fn chance(salt: &str, attempt: u32) -> u64 {
    let digest = Sha256::digest(format!("{salt}|{attempt}"));
    digest.iter().take(4).fold(0, |n, b| n << 8 | u64::from(*b))
}
