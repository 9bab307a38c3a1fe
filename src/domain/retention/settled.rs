//! A dispute that decisions have settled: the rule is asked once more, of the agreed answers.

use std::collections::HashMap;

use serde_json::Value;

use super::{Review, State};
use crate::domain::adjudicate::decisions;
use crate::domain::consensus::Court;
use crate::domain::form::Retention;

impl<'a> Review<'a> {
    /// The rule and state that follow from what was decided and agreed, where something was decided; `None` where that
    /// settles nothing.
    pub(super) fn settled(&self, reviewers: &[&str]) -> Option<(&'a Retention, State)> {
        let judges = if self.auditors.is_empty() {
            self.people
        } else {
            self.auditors
        };
        let court = Court {
            ledger: self.ledger,
            form: self.form,
            people: self.people,
            auditors: self.auditors,
            wanted: 1,
        };
        let mut by: Vec<String> = Vec::new();
        let mut agreed: HashMap<String, Value> = HashMap::new();
        for q in &self.form.questions {
            for (who, _) in decisions(self.ledger, q, self.subject, judges) {
                if !by.iter().any(|b| b == who) {
                    by.push(who.to_owned());
                }
            }
            if let Some(held) = court.standing(q, self.subject, &[]).agreed() {
                agreed.insert(q.id.clone(), held.value.clone());
            }
        }
        if by.is_empty() {
            return None;
        }
        let applies = |r: &&Retention| r.when.as_ref().is_none_or(|c| c.holds(&agreed) == Some(true));
        let rule = self.form.retention.iter().find(applies)?;
        let vetoed = rule.veto.as_ref().is_some_and(|c| c.holds(&agreed) == Some(true));
        match (rule.pass.holds(&agreed), vetoed) {
            (_, true) | (Some(false), _) => {
                let why = "as decided".to_owned();
                Some((rule, State::Rejected { why, by }))
            }
            (Some(true), false) => Some((rule, self.audited(rule, reviewers, by))),
            (None, false) => None,
        }
    }
}
