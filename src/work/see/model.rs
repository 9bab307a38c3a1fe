//! Evidence by a vision model: what it is asked about an exhibit, and what is made of its reply.

use serde_json::Value;

use crate::domain::evidence::Evidence;
use crate::domain::seen::prompt::Template;
use crate::read::chat::Endpoint;
use crate::read::evidence::from_reply;
use crate::store::replies::Replies;
use crate::work::chat::{Line, Outcome, Question};

use super::pick::Wanted;
use super::plan::Plan;

/// A model behind an endpoint.
#[derive(Debug)]
pub struct Model {
    /// Whom to ask, and how.
    pub line: Line,
    /// What is asked.
    pub template: Template,
    /// Most characters of an issue's body in a question.
    pub body: usize,
}

/// What came of a question.
#[derive(Debug)]
pub(super) struct Seen {
    /// The eight fields, or a fault.
    pub(super) evidence: Evidence,
    /// What the fault has in common with others.
    pub(super) reason: Option<String>,
    /// It was there without a request.
    pub(super) remembered: bool,
}

impl Model {
    /// Model, endpoint and prompt in one line.
    pub fn settings(&self) -> String {
        format!(
            "{} at {}, prompt {}",
            self.line.model,
            self.line.endpoint.host(),
            self.template.version()
        )
    }

    /// What is asked about exhibits, in their order.
    pub(super) fn questions(&self, wanted: &[Wanted], plan: &Plan, memory: &Replies) -> Vec<Question> {
        let ask = |one| self.question(one, plan.again, plan.retry, memory);
        wanted.iter().map(ask).collect()
    }

    /// What is asked about an exhibit. `again`: whatever is remembered. `retry`: unless what is remembered can be used.
    fn question(&self, one: &Wanted, again: bool, retry: bool, memory: &Replies) -> Question {
        let issue = one.issue.as_deref();
        let (title, body) = issue.map_or(("", ""), |i| (&i.title, &i.body));
        let mut question = Question {
            prompt: self.template.prompt(one.category.as_deref(), title, body, self.body),
            image: one.image.clone(),
            again,
        };
        if retry && !again {
            let known = memory.get(&self.line.key(&question));
            let reply = known.and_then(|n| n.content.as_deref());
            question.again = reply.is_some_and(|text| from_reply(text).is_err());
        }
        question
    }

    /// What is made of an outcome; `None` when nobody asked.
    pub(super) fn seen(&self, outcome: Outcome) -> Option<Seen> {
        let (mut evidence, reason, remembered) = match outcome {
            Outcome::Left => return None,
            Outcome::Reply(reply) => {
                let (mut evidence, reason) = match from_reply(&reply.content) {
                    Ok(evidence) => (evidence, None),
                    Err(why) => (fault(why.to_owned()), Some(why.to_owned())),
                };
                evidence.raw = Some(Value::String(reply.content));
                evidence.usage = reply.usage;
                evidence.took_ms = Some(reply.took_ms);
                (evidence, reason, reply.cached)
            }
            Outcome::Failed {
                reason,
                why,
                raw,
                usage,
                took_ms,
                cached,
            } => {
                let mut evidence = fault(why);
                evidence.raw = raw.map(Value::String);
                evidence.usage = usage;
                evidence.took_ms = Some(took_ms);
                (evidence, Some(reason), cached)
            }
        };
        evidence.prompt = Some(self.template.version());
        Some(Seen {
            evidence: scrubbed(evidence, &self.line.endpoint),
            reason,
            remembered,
        })
    }
}

fn fault(why: String) -> Evidence {
    Evidence {
        v: 1,
        fault: Some(why),
        ..Evidence::default()
    }
}

/// Strings of a reply may hold the key in escapes, which reading it has undone.
fn scrubbed(evidence: Evidence, endpoint: &Endpoint) -> Evidence {
    fn walk(value: Value, endpoint: &Endpoint) -> Value {
        match value {
            Value::String(text) => Value::String(endpoint.scrub(&text)),
            Value::Array(list) => list.into_iter().map(|v| walk(v, endpoint)).collect(),
            Value::Object(o) => o.into_iter().map(|(k, v)| (k, walk(v, endpoint))).collect(),
            other => other,
        }
    }
    if !endpoint.has_key() {
        return evidence;
    }
    serde_json::to_value(&evidence)
        .and_then(|value| serde_json::from_value(walk(value, endpoint)))
        .unwrap_or_else(|_| fault("the reply holds the key of the endpoint".to_owned()))
}
