//! Asking a vision model about pictures: many questions, a few at a time, each paid for once.
//!
//! Whatever comes is noted in `store::replies` before anybody is told. A question that was answered before, by any endpoint,
//! is not asked again; neither is one that failed, unless that is wanted. What would fail for every question (the key is
//! refused, there is no such model, nobody listens) stops the command and is held against no picture.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::base::error::Result;
use crate::domain::case::StoredImage;
use crate::domain::evidence::Usage;
use crate::domain::seen::prompt::{Prompt, cache_key};
use crate::read::chat::Endpoint;
use crate::read::meter::Meter;
use crate::store::replies::{Noted, Replies};
use crate::store::workspace::Workspace;

mod crew;
mod estimate;
mod fatal;
mod picture;
mod run;
mod shape;
mod turn;

pub use estimate::{Estimate, estimate};
use run::Run;

/// Whom to ask, and how.
#[derive(Debug, Clone)]
pub struct Line {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// Environment variable of the endpoint's key, to name it where the key is refused.
    pub key_name: String,
    /// The model, as the endpoint names it.
    pub model: String,
    /// Parameters of the request: temperature, limits, a seed. They are part of what a reply is kept under.
    pub parameters: Map<String, Value>,
    /// Requests at a time, 1 at least.
    pub workers: usize,
    /// Requests for one question when they fail, 1 at least. Being told to come back later does not count.
    pub tries: u32,
    /// Longest time for one request.
    pub time: Duration,
    /// Longest time that the endpoint may ask to be left alone; beyond it the command stops.
    pub patience: Duration,
    /// Longest side of a picture that is sent, in pixels; larger ones are scaled down.
    pub side: u32,
    /// Most requests of this command.
    pub calls: Option<usize>,
    /// Ask again for what failed before.
    pub again: bool,
    /// The clock.
    pub clock: fn() -> Instant,
    /// Now, UTC, RFC 3339.
    pub now: String,
}

impl Line {
    /// The usual settings: temperature 0, 2048 tokens at most for a reply, 4 requests at a time, 3 tries, 120 s for a
    /// request and as much patience, pictures of 2048 pixels.
    pub fn new(endpoint: Endpoint, model: &str, clock: fn() -> Instant, now: String) -> Self {
        let mut parameters = Map::new();
        parameters.insert("temperature".to_owned(), 0.into());
        parameters.insert("max_tokens".to_owned(), 2048.into());
        Self {
            endpoint,
            key_name: "CASEFILE_API_KEY".to_owned(),
            model: model.to_owned(),
            parameters,
            workers: 4,
            tries: 3,
            time: Duration::from_mins(2),
            patience: Duration::from_mins(2),
            side: 2048,
            calls: None,
            again: false,
            clock,
            now,
        }
    }

    /// The key under which the answer to a question is kept. The endpoint's address is not part of it.
    pub fn key(&self, question: &Question) -> String {
        let mut parameters = self.parameters.clone();
        parameters.insert("side".to_owned(), self.side.into());
        let prompt = &question.prompt;
        cache_key(
            &question.image.sha256,
            &prompt.text(),
            &self.model,
            &Value::Object(parameters),
            &prompt.schema,
        )
    }
}

/// One picture and what is asked about it.
#[derive(Debug, Clone)]
pub struct Question {
    /// What is asked.
    pub prompt: Prompt,
    /// The picture, in the workspace.
    pub image: StoredImage,
    /// Ask even if there is a reply: it could not be used.
    pub again: bool,
}

/// A reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// Its text, without the endpoint's key.
    pub content: String,
    /// The model, as the endpoint names it; the one that was asked for where it does not.
    pub model: String,
    /// What it cost, if the endpoint says.
    pub usage: Option<Usage>,
    /// Milliseconds it took.
    pub took_ms: u64,
    /// No request was made for it: it was there, or another question of this command was the same.
    pub cached: bool,
    /// Why it ended, as the endpoint says.
    pub finish: Option<String>,
}

/// What became of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// There is a reply.
    Reply(Reply),
    /// There is none, and asking again at once would not help.
    Failed {
        /// What is the same for all alike: `status 400`.
        reason: String,
        /// All of it.
        why: String,
        /// What the endpoint said, where it said something.
        raw: Option<String>,
        /// What a reply cost that was refused.
        usage: Option<Usage>,
        /// Milliseconds of the last request; 0 when none was made.
        took_ms: u64,
        /// It failed in an earlier command, or as another question of this one.
        cached: bool,
    },
    /// Nobody asked: the limit of requests, or a stop.
    Left,
}

/// What came of it all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Requests that were made.
    pub calls: usize,
    /// Questions with a reply by this command's requests.
    pub replies: usize,
    /// Questions with a reply that was there.
    pub cached: usize,
    /// Questions that failed.
    pub failed: usize,
    /// Questions that failed before and were not asked again.
    pub failed_before: usize,
    /// Questions that nobody asked.
    pub left: usize,
    /// Requests that came to nothing; they may be paid for all the same.
    pub vain: usize,
    /// Questions that took more than one request.
    pub retried: usize,
    /// Tokens of the requests, as far as the endpoint says.
    pub prompt_tokens: u64,
    /// Tokens of the replies, as far as the endpoint says.
    pub completion_tokens: u64,
    /// Somebody stopped it.
    pub stopped: bool,
}

/// Asks all `questions`. `tell` is called once for each with its place in the list, in no order; replies are on the
/// disk before. `meter` counts questions and can stop it: then requests have two seconds to end.
///
/// # Errors
/// What would fail for every question: the key or the model is refused, no credit, no TLS, nobody listens, more patience
/// is asked for than there is, the first five questions, or all of fewer, came to nothing, or ten in a row for the same
/// reason. Also a failed write, and what `tell` returns.
/// What came before was told and is kept all the same; the same command goes on from there.
pub fn ask_all(
    ws: &Workspace,
    line: &Line,
    questions: Vec<Question>,
    memory: &mut Replies,
    meter: &Arc<Meter>,
    tell: &mut dyn FnMut(usize, Outcome) -> Result<()>,
) -> Result<Totals> {
    let mut run = Run::new(line, memory, tell);
    meter.phase("asking the model", questions.len() as u64);
    let asks = run.sort_out(&questions, meter)?;
    run.ask(ws, questions, asks, meter)?;
    Ok(run.totals())
}

/// Whether what is noted settles the question.
fn usable(noted: &Noted, line: &Line, question: &Question) -> bool {
    !question.again && (noted.reason.is_none() || !line.again)
}

/// What was noted, as it is told.
fn outcome(noted: &Noted) -> Outcome {
    match &noted.reason {
        None => Outcome::Reply(Reply {
            content: noted.content.clone().unwrap_or_default(),
            model: noted.served.clone().unwrap_or_else(|| noted.model.clone()),
            usage: noted.usage,
            took_ms: noted.took_ms,
            cached: true,
            finish: noted.finish.clone(),
        }),
        Some(reason) => Outcome::Failed {
            reason: reason.clone(),
            why: noted.fault.clone().unwrap_or_else(|| reason.clone()),
            raw: noted.content.clone(),
            usage: noted.usage,
            took_ms: noted.took_ms,
            cached: true,
        },
    }
}
