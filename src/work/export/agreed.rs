//! What annotators agreed on, for the rows of an export: always worked out anew from the journals.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Plan, Report, damaged};
use crate::base::error::Result;
use crate::domain::candidate::Candidate;
use crate::domain::case::Case;
use crate::domain::consensus::{Court, Standing, wanted};
use crate::domain::entry::Subject;
use crate::domain::exchange::case::Agreed;
use crate::domain::form::{Form, On, Question, why};
use crate::domain::gate::{Over, overrides};
use crate::domain::ledger::Ledger;
use crate::domain::panel::judges;
use crate::domain::retention::{Review, State};
use crate::domain::round::Round;
use crate::store::replay::{Whose, replay};
use crate::store::workspace::Workspace;
use crate::work::forms::in_use;

/// Questions whose answers are labels.
const LABELS: [&str; 2] = ["category", "relevance"];

/// Everybody's answers with the forms they answer.
pub(super) struct Standings {
    ledger: Ledger,
    forms: Vec<Arc<Form>>,
    people: Vec<String>,
    round: Round,
}

impl Standings {
    /// Those that were read before, or else now.
    ///
    /// # Errors
    /// A form with a mistake; damage in a journal, unless the plan passes it over.
    pub(super) fn once<'a>(
        held: &'a OnceCell<Self>,
        ws: &Workspace,
        plan: &Plan,
        report: &mut Report,
    ) -> Result<&'a Self> {
        if let Some(known) = held.get() {
            return Ok(known);
        }
        let new = Self::read(ws, plan, report)?;
        Ok(held.get_or_init(|| new))
    }

    fn read(ws: &Workspace, plan: &Plan, report: &mut Report) -> Result<Self> {
        let mut ledger = Ledger::default();
        let found = replay(&ws.root, &Whose::All, false, &mut |entry| ledger.take(entry));
        damaged(plan, found.damage, report)?;
        Ok(Self {
            people: ledger.annotators(),
            forms: in_use(ws)?,
            round: ws.config.round.clone(),
            ledger,
        })
    }

    /// What annotators agreed on about a case, by the rules of the forms in use.
    pub(super) fn of_case(&self, case: &Case) -> Agreed {
        let mut out = Agreed::default();
        if self.people.is_empty() {
            return out;
        }
        let subject = Subject::Case { case: case.id.clone() };
        let exhibits: Vec<String> = case.exhibits.iter().map(|e| e.id.clone()).collect();
        for form in &self.forms {
            let court = self.court(form);
            for q in form.questions.iter().filter(|q| q.on.contains(&On::Case) && judges(q)) {
                let standing = court.standing(q, &subject, &exhibits);
                let Some(agreed) = standing.agreed() else { continue };
                match q.id.as_str() {
                    "category" => out.category = agreed.value.as_str().map(str::to_owned),
                    "relevance" => out.relevance = agreed.value.as_i64().and_then(|n| i8::try_from(n).ok()),
                    _ => {}
                }
                let told = json!({"value": agreed.value, "source": agreed.source});
                out.sources.insert(q.id.clone(), told);
            }
        }
        if out.category.is_some() || out.relevance.is_some() {
            out.annotation_by = Some("human".to_owned());
        }
        out
    }

    /// Whether anybody said anything about category or relevance of a case or an exhibit.
    pub(super) fn labelled(&self, subject: &Subject) -> bool {
        let asks = |q: &Question| q.on.contains(&subject.on()) && LABELS.contains(&q.id.as_str());
        self.forms.iter().any(|form| {
            let court = self.court(form);
            let mut all = form.questions.iter().filter(|q| asks(q));
            all.any(|q| match court.standing(q, subject, &[]) {
                Standing::Agreed(_) | Standing::Disputed(_) => true,
                Standing::Few { given, .. } => given > 0,
                Standing::None => false,
            })
        })
    }

    /// What people said about stages of the gate.
    pub(super) fn overrides(&self) -> Vec<Over> {
        overrides(&self.ledger)
    }

    fn court<'a>(&'a self, form: &'a Form) -> Court<'a> {
        Court {
            ledger: &self.ledger,
            form,
            people: &self.people,
            auditors: &self.round.auditors,
            wanted: wanted(&self.round),
        }
    }

    /// The form about candidates, where one is in use.
    fn form(&self) -> Option<&Form> {
        self.forms.iter().map(Arc::as_ref).find(|f| f.is_about(On::Candidate))
    }

    /// What became of a candidate whose case has this gold.
    pub(super) fn of_candidate(&self, candidate: &Candidate, gold: &[String]) -> State {
        let Some(form) = self.form() else {
            return State::Pending;
        };
        let subject = candidate.subject();
        Review {
            ledger: &self.ledger,
            form,
            subject: &subject,
            gold,
            people: &self.people,
            auditors: &self.round.auditors,
        }
        .state()
        .1
    }

    /// What each reviewer said about a candidate, reasoning included.
    pub(super) fn reviews(&self, candidate: &Candidate) -> Value {
        let subject = candidate.subject();
        let mut out = Vec::new();
        for by in &self.people {
            let mut said = Map::new();
            for q in self.form().into_iter().flat_map(|f| &f.questions) {
                for id in [q.id.clone(), why(&q.id)] {
                    if let Some(value) = self.ledger.value(by, &subject, &id) {
                        said.insert(id, value.clone());
                    }
                }
            }
            if !said.is_empty() {
                out.push(json!({"by": by, "answers": said}));
            }
        }
        Value::Array(out)
    }
}

/// The word for a state in the file of candidates.
pub(super) fn word(state: &State) -> &'static str {
    match state {
        State::Retained { .. } => "accepted",
        other => other.word(),
    }
}
