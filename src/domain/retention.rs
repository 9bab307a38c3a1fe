//! Whether a subject is retained: the verdicts of its reviewers, and the audit at the end, by the rule of the form.
//!
//! Unsure, unfinished and too few never accept. A veto of one reviewer rejects at once.

use serde::Serialize;

mod settled;

use super::adjudicate::{Seek, ids};
use super::cond::{Answers, Cmp, Cond, same};
use super::entry::Subject;
use super::form::{Combine, Form, Retention, plain};
use super::ledger::{Ledger, Said};

/// Where a subject stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// Nobody has begun.
    Pending,
    /// Reviewers are at work.
    UnderReview {
        /// Reviews that are complete.
        given: usize,
        /// Reviews that there must be; 0 while no rule is known to apply.
        wanted: usize,
    },
    /// Accepted, and audited where the rule asks for it.
    Retained {
        /// Reviewers who accepted.
        by: Vec<String>,
        /// Who audited it.
        audited: Option<String>,
    },
    /// Accepted by the reviewers; the audit is to come.
    AwaitingAudit,
    /// Not retained.
    Rejected {
        /// Why.
        why: String,
        /// Who said so.
        by: Vec<String>,
    },
    /// The verdicts do not make one: people have to talk.
    Disputed {
        /// Why.
        why: String,
    },
}

impl State {
    /// The word for it in tables.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::UnderReview { .. } => "under review",
            Self::Retained { .. } => "retained",
            Self::AwaitingAudit => "awaiting audit",
            Self::Rejected { .. } => "rejected",
            Self::Disputed { .. } => "disputed",
        }
    }

    /// What there is to say beyond the word; empty for nothing.
    pub fn words(&self) -> String {
        match self {
            Self::Pending | Self::AwaitingAudit => String::new(),
            Self::UnderReview { given, wanted: 0 } => format!("{given} complete"),
            Self::UnderReview { given, wanted } => format!("{given} of {wanted}"),
            Self::Retained { by, audited: None } => format!("by {}", by.join(", ")),
            Self::Retained { by, audited: Some(who) } => format!("by {}; audited by {who}", by.join(", ")),
            Self::Rejected { why, by } => format!("{why} ({})", by.join(", ")),
            Self::Disputed { why } => why.clone(),
        }
    }
}

/// What one reviewer says.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    Veto(String),
    Accept,
    /// Accepts, but contradicts themself.
    Blocked(String),
    Reject(String),
    Unsure,
    Unfinished,
}

/// A subject before its reviewers.
#[derive(Debug, Clone, Copy)]
pub struct Review<'a> {
    /// Everything said.
    pub ledger: &'a Ledger,
    /// The form.
    pub form: &'a Form,
    /// The subject.
    pub subject: &'a Subject,
    /// Gold files of its case.
    pub gold: &'a [String],
    /// Everyone who may have reviewed it.
    pub people: &'a [String],
    /// Who may audit; empty: whoever did not review it.
    pub auditors: &'a [String],
}

impl<'a> Review<'a> {
    /// The name of the rule that applies, and the state that follows. The name is empty while no rule is known to
    /// apply.
    pub fn state(&self) -> (String, State) {
        let reviewers: Vec<&str> = self
            .people
            .iter()
            .map(String::as_str)
            .filter(|by| self.reviews(by))
            .collect();
        if reviewers.is_empty() {
            return (String::new(), State::Pending);
        }
        let found: Vec<(&Retention, &str)> = reviewers
            .iter()
            .filter_map(|by| Some((self.rule_of(by)?, *by)))
            .collect();
        let Some((rule, _)) = found.first().copied() else {
            return (String::new(), self.without_rule(&reviewers));
        };
        if let Some(vetoed) = self.vetoed(rule, &reviewers) {
            return (rule.name.clone(), vetoed);
        }
        if found.iter().any(|(other, _)| other.name != rule.name) {
            let each: Vec<String> = found.iter().map(|(r, by)| format!("{} ({by})", r.name)).collect();
            let why = format!("reviewers differ on what it is: {}", each.join(", "));
            return self.unless_settled(&reviewers, String::new(), State::Disputed { why });
        }
        self.unless_settled(&reviewers, rule.name.clone(), self.under(rule, &reviewers))
    }

    /// A dispute gives way to what was decided.
    fn unless_settled(&self, reviewers: &[&str], name: String, state: State) -> (String, State) {
        let disputed = matches!(state, State::Disputed { .. });
        match self.settled(reviewers).filter(|_| disputed) {
            Some((rule, settled)) => (rule.name.clone(), settled),
            None => (name, state),
        }
    }

    fn said<'s>(&self, by: &'s str) -> Said<'s>
    where
        'a: 's,
    {
        Said {
            ledger: self.ledger,
            by,
            subject: self.subject,
            gold: self.gold,
        }
    }

    fn holds(&self, cond: &Cond, by: &str) -> bool {
        cond.holds(&self.said(by)) == Some(true)
    }

    /// The first rule whose subjects this is one of, by the answers of `by`.
    fn rule_of(&self, by: &str) -> Option<&'a Retention> {
        let applies = |r: &&Retention| r.when.as_ref().is_none_or(|c| self.holds(c, by));
        self.form.retention.iter().find(applies)
    }

    /// Whether `by` answered something that verdicts are made of. Who only said what it is, and audits, has not.
    fn reviews(&self, by: &str) -> bool {
        let said = |cond: &Cond| cond.questions().into_iter().any(|q| self.answered(by, q));
        let rules = || self.form.retention.iter();
        let verdict = |r: &Retention| {
            let more = [r.unsure.as_ref(), r.veto.as_ref()];
            said(&r.pass) || more.into_iter().flatten().any(said)
        };
        let what = |r: &Retention| r.when.as_ref().is_some_and(said);
        let audits = |r: &Retention| r.audit.as_ref().is_some_and(said);
        rules().any(verdict) || rules().any(what) && !rules().any(audits)
    }

    /// Whether something of `by` holds under the question, in conflict or not.
    fn answered(&self, by: &str, question: &str) -> bool {
        let mut seek = Seek::new(self.ledger, self.subject);
        let heads = match self.form.question_ever(question) {
            Some(q) => seek.held(by, "", ids(q)),
            None => seek.held(by, "", std::iter::once(question)),
        };
        heads.iter().any(|h| !h.value.is_null())
    }

    /// No reviewer has said yet what the rule depends on.
    fn without_rule(&self, reviewers: &[&str]) -> State {
        let vetoed = self.form.retention.iter().find_map(|r| self.vetoed(r, reviewers));
        vetoed.unwrap_or(State::UnderReview { given: 0, wanted: 0 })
    }

    fn vetoed(&self, rule: &Retention, reviewers: &[&str]) -> Option<State> {
        let mut by = Vec::new();
        let mut why: Vec<String> = Vec::new();
        for name in reviewers {
            if let Verdict::Veto(reason) = self.verdict(rule, name) {
                by.push((*name).to_owned());
                if !why.contains(&reason) {
                    why.push(reason);
                }
            }
        }
        (!by.is_empty()).then(|| State::Rejected {
            why: format!("veto: {}", why.join(", ")),
            by,
        })
    }

    fn verdict(&self, rule: &Retention, by: &str) -> Verdict {
        let said = self.said(by);
        if rule.veto.as_ref().is_some_and(|c| self.holds(c, by)) {
            return Verdict::Veto(self.reason(rule, by));
        }
        let missing = |id: String| said.answer(&id).is_none();
        if self.form.required(self.subject.on(), &said).any(missing) {
            return Verdict::Unfinished;
        }
        if rule.unsure.as_ref().is_some_and(|c| self.holds(c, by)) {
            return Verdict::Unsure;
        }
        match rule.pass.holds(&said) {
            None => Verdict::Unfinished,
            Some(false) => Verdict::Reject(self.reason(rule, by)),
            Some(true) => match self.form.warnings(&said).first().filter(|c| c.block) {
                Some(check) => Verdict::Blocked(check.says.clone()),
                None => Verdict::Accept,
            },
        }
    }

    /// What `by` answered where the rule asks for the reason, in the words of the form.
    fn reason(&self, rule: &Retention, by: &str) -> String {
        let veto = rule.veto.as_ref().filter(|c| !self.holds(c, by));
        // Where a reason is that of a veto, and there is none, what is said there tells nothing.
        let told = |id: &&str| !veto.is_some_and(|c| c.questions().contains(id));
        let question = rule
            .reason
            .as_deref()
            .filter(told)
            .and_then(|id| self.form.question(id));
        let said = self.said(by);
        let given = question.and_then(|q| Some((q, said.answer(&q.id)?)));
        // An answer that speaks for it is no reason against it.
        let given = given.filter(|(q, value)| !speaks_for(&rule.pass, &q.id, value));
        given.map_or_else(
            || {
                let blocked = self.form.warnings(&said).into_iter().find(|c| c.block);
                blocked.map_or_else(|| "criteria not met".to_owned(), |c| c.says.clone())
            },
            |(q, value)| {
                let option = q.options.iter().find(|c| c.value == *value);
                option
                    .map(|c| c.label.clone())
                    .filter(|l| !l.is_empty())
                    .unwrap_or_else(|| plain(value))
            },
        )
    }

    /// The state under a rule, when nobody vetoes.
    fn under(&self, rule: &Retention, reviewers: &[&str]) -> State {
        let (mut accept, mut reject, mut unsure, mut blocked) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for by in reviewers {
            match self.verdict(rule, by) {
                Verdict::Accept => accept.push((*by).to_owned()),
                Verdict::Reject(why) => reject.push(((*by).to_owned(), why)),
                Verdict::Blocked(why) => blocked.push(format!("{by}: {why}")),
                Verdict::Unsure => unsure.push(*by),
                Verdict::Veto(_) | Verdict::Unfinished => {}
            }
        }
        let given = accept.len() + reject.len() + unsure.len() + blocked.len();
        let wanted = rule.reviewers as usize;
        if given < wanted || given == 0 {
            return State::UnderReview { given, wanted };
        }
        if !blocked.is_empty() {
            let why = format!("an acceptance contradicts itself: {}", blocked.join("; "));
            return State::Disputed { why };
        }
        let enough = match rule.combine {
            Combine::All => given,
            // More than half of those who were to review, or of those who did where they are more.
            Combine::Majority => given / 2 + 1,
            Combine::Of(k) => k as usize,
        };
        if accept.len() >= enough {
            return match self.apart(rule, &accept) {
                Some(why) => State::Disputed { why },
                None => self.audited(rule, reviewers, accept),
            };
        }
        // Rejected when those who are neither unsure nor against could not have been enough.
        let against = match rule.combine {
            Combine::All => reject.len() == given,
            Combine::Majority => reject.len() * 2 > given,
            Combine::Of(k) => reject.len() + k as usize > given,
        };
        if against {
            let mut why: Vec<String> = Vec::new();
            for (_, reason) in &reject {
                if !why.contains(reason) {
                    why.push(reason.clone());
                }
            }
            return State::Rejected {
                why: why.join(", "),
                by: reject.into_iter().map(|(by, _)| by).collect(),
            };
        }
        let count = |n: usize, what: &str| (n > 0).then(|| format!("{n} {what}"));
        let counts = [
            count(accept.len(), "accept"),
            count(reject.len(), "reject"),
            count(unsure.len(), "unsure"),
        ];
        State::Disputed {
            why: counts.into_iter().flatten().collect::<Vec<_>>().join(", "),
        }
    }

    /// Where accepting reviewers lie too far apart, in words.
    fn apart(&self, rule: &Retention, accept: &[String]) -> Option<String> {
        rule.within.iter().find_map(|(id, most)| {
            let question = self.form.question(id)?;
            let domain = question.domain();
            let places = accept.iter().filter_map(|by| {
                let said = self.said(by);
                let value = said.answer(id)?;
                domain.iter().position(|v| v == value)
            });
            let places: Vec<usize> = places.collect();
            let gap = places.iter().max()? - places.iter().min()?;
            (gap > *most as usize).then(|| {
                format!(
                    "those who accept are {gap} apart on '{}'; at most {most} is allowed",
                    question.label
                )
            })
        })
    }

    /// The state of what the reviewers accepted.
    fn audited(&self, rule: &Retention, reviewers: &[&str], by: Vec<String>) -> State {
        let Some(audit) = &rule.audit else {
            return State::Retained { by, audited: None };
        };
        let may = |name: &&String| {
            !reviewers.contains(&name.as_str()) && (self.auditors.is_empty() || self.auditors.contains(name))
        };
        let mut said: Vec<(String, bool)> = Vec::new();
        for name in self.people.iter().filter(may) {
            if let Some(passed) = audit.holds(&self.said(name)) {
                said.push((name.clone(), passed));
            }
        }
        let (passed, failed): (Vec<_>, Vec<_>) = said.into_iter().partition(|(_, p)| *p);
        let names = |of: Vec<(String, bool)>| of.into_iter().map(|(by, _)| by).collect::<Vec<_>>();
        match (passed.is_empty(), failed.is_empty()) {
            (true, true) => State::AwaitingAudit,
            (false, true) => State::Retained {
                by,
                audited: Some(names(passed).join(", ")),
            },
            (true, false) => State::Rejected {
                why: "audit".to_owned(),
                by: names(failed),
            },
            (false, false) => State::Disputed {
                why: format!(
                    "audits differ: {} let it pass, {} did not",
                    names(passed).join(", "),
                    names(failed).join(", ")
                ),
            },
        }
    }
}

/// Whether the condition asks for just this answer to the question.
fn speaks_for(cond: &Cond, question: &str, value: &serde_json::Value) -> bool {
    match cond {
        Cond::Is(q, Cmp::Is, wanted) => q == question && same(wanted, value),
        Cond::All(parts) | Cond::Any(parts) => parts.iter().any(|c| speaks_for(c, question, value)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
