//! Asking a vision model about pictures: many questions, a few at a time, each paid for once.
//!
//! Whatever comes is noted in `store::replies` before anybody is told. A question that was answered before, by any endpoint,
//! is not asked again; neither is one that failed, unless that is wanted. What would fail for every question (the key is
//! refused, there is no such model, nobody listens) stops the command and is held against no picture.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::case::StoredImage;
use crate::domain::evidence::Usage;
use crate::domain::seen::prompt::{Prompt, cache_key};
use crate::read::chat::Endpoint;
use crate::read::meter::Meter;
use crate::store::replies::{Attempt, Noted, Replies};
use crate::store::workspace::Workspace;

mod crew;
mod estimate;
mod fatal;
mod picture;
mod shape;
mod turn;

use crew::{Crew, Event, Lost};
pub use estimate::{Estimate, estimate};
use turn::Turn;

/// How often to look whether somebody wants to stop, and how long requests may then go on.
const BEAT: Duration = Duration::from_millis(50);
const GRACE: Duration = Duration::from_secs(2);

/// Failures before the first reply of any kind, after which the endpoint is at fault and not the pictures.
const HOPELESS: usize = 5;

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
            time: Duration::from_secs(120),
            patience: Duration::from_secs(120),
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
/// What would fail for every question (see [`Line`]), a failed write, or what `tell` returns. What came before was told and
/// is kept all the same; the same command goes on from there.
pub fn ask_all(
    ws: &Workspace,
    line: &Line,
    questions: Vec<Question>,
    memory: &mut Replies,
    meter: &Arc<Meter>,
    tell: &mut dyn FnMut(usize, Outcome) -> Result<()>,
) -> Result<Totals> {
    let mut run = Run {
        line,
        memory,
        tell,
        places: IndexMap::new(),
        totals: Totals::default(),
        held: Vec::new(),
        answered: false,
        requests: HashMap::new(),
    };
    meter.phase("asking the model", questions.len() as u64);
    let asks = run.sort_out(&questions, meter)?;
    run.ask(ws, questions, asks, meter)?;
    Ok(run.totals)
}

/// One command under way.
struct Run<'a> {
    line: &'a Line,
    memory: &'a mut Replies,
    tell: &'a mut dyn FnMut(usize, Outcome) -> Result<()>,
    /// Open questions by their key, with all their places in the list.
    places: IndexMap<String, Vec<usize>>,
    totals: Totals,
    /// Failures before the first reply: it may be the endpoint.
    held: Vec<(String, Lost, u64)>,
    /// The endpoint gave a reply.
    answered: bool,
    /// Requests so far, by key.
    requests: HashMap<String, u32>,
}

impl Run<'_> {
    /// Tells what is known; gives the first place and the key of each question that has to be asked.
    fn sort_out(&mut self, questions: &[Question], meter: &Meter) -> Result<Vec<(usize, String)>> {
        let mut asks = Vec::new();
        for (place, question) in questions.iter().enumerate() {
            let key = self.line.key(question);
            let known = self.memory.get(&key).filter(|n| usable(n, self.line, question));
            match (known.map(outcome), self.places.get_mut(&key)) {
                (Some(known), _) => {
                    match &known {
                        Outcome::Reply(_) => self.totals.cached += 1,
                        _ => self.totals.failed_before += 1,
                    }
                    meter.add(1);
                    (self.tell)(place, known)?;
                }
                (None, Some(places)) => places.push(place),
                (None, None) => {
                    self.places.insert(key.clone(), vec![place]);
                    asks.push((place, key));
                }
            }
        }
        Ok(asks)
    }

    fn ask(
        &mut self,
        ws: &Workspace,
        questions: Vec<Question>,
        asks: Vec<(usize, String)>,
        meter: &Arc<Meter>,
    ) -> Result<()> {
        let mut end = Ok(());
        if !asks.is_empty() {
            let (host, model) = (self.line.endpoint.host(), &self.line.model);
            let known = self.memory.structure(&host, model).and_then(shape::of_word);
            let threads = self.line.workers.clamp(1, asks.len());
            let crew = Arc::new(Crew {
                turn: Turn::new(asks, known, self.line.calls, self.line.clock),
                line: self.line.clone(),
                ws: ws.clone(),
                questions,
                since: super::wait::Since::new(self.line.clock, &self.line.now),
                meter: meter.clone(),
                look: Mutex::new(()),
            });
            let (tell, told) = mpsc::channel();
            for number in 0..threads {
                // Not scoped: a thread that waits for a silent host must not hold up whoever pressed ctrl-c.
                let (crew, tell) = (crew.clone(), tell.clone());
                let thread = thread::Builder::new().name(format!("chat-{number}"));
                thread
                    .spawn(move || crew.work(&tell))
                    .map_err(|e| Problem::environment(format!("cannot start a thread: {e}")))?;
            }
            drop(tell);
            end = self.take(&told, &crew);
            crew.turn.close();
        }
        self.totals.stopped = meter.stopped();
        // What failed was the pictures' fault, unless the endpoint never gave a reply and the command failed for it.
        for (key, lost, took) in std::mem::take(&mut self.held) {
            if end.is_ok() {
                self.failed(&key, lost, took)?;
            }
        }
        for place in std::mem::take(&mut self.places).into_values().flatten() {
            self.totals.left += 1;
            if end.is_ok() {
                (self.tell)(place, Outcome::Left)?;
            }
        }
        end
    }

    fn take(&mut self, told: &Receiver<Event>, crew: &Crew) -> Result<()> {
        let mut until: Option<Instant> = None;
        let mut end = Ok(());
        loop {
            let now = (self.line.clock)();
            if crew.meter.stopped() && until.is_none() {
                crew.turn.close();
                until = now.checked_add(GRACE);
            }
            if until.is_some_and(|until| now >= until) {
                return end;
            }
            let event = match told.recv_timeout(BEAT) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return end,
            };
            match event {
                Event::Called(key) => {
                    self.totals.calls += 1;
                    *self.requests.entry(key).or_default() += 1;
                }
                Event::Vain(key, words, took_ms) => self.vain(&key, words, took_ms)?,
                Event::Shape(shape) => {
                    let host = self.line.endpoint.host();
                    self.memory
                        .keep_structure(&host, &self.line.model, shape::word(shape))?;
                }
                Event::Said(key, said, took_ms) => {
                    self.answered = true;
                    self.release()?;
                    self.replied(&key, said, took_ms)?;
                    crew.meter.add(1);
                }
                // Whatever fails after a stop may fail because of it.
                Event::Lost(..) if until.is_some() => {}
                Event::Lost(key, lost, took_ms) => {
                    crew.meter.add(1);
                    self.answered |= lost.replied;
                    if self.answered || lost.own {
                        self.release()?;
                        self.failed(&key, lost, took_ms)?;
                    } else {
                        self.held.push((key, lost, took_ms));
                        if self.held.len() >= HOPELESS && end.is_ok() {
                            end = Err(self.hopeless());
                        }
                    }
                }
                Event::Fatal(problem) => end = end.and(Err(problem)),
            }
            if end.is_err() && until.is_none() {
                crew.turn.close();
                until = (self.line.clock)().checked_add(GRACE);
            }
        }
    }

    /// Once there was a reply, what failed before it is at fault itself.
    fn release(&mut self) -> Result<()> {
        if !self.answered {
            return Ok(());
        }
        for (key, lost, took) in std::mem::take(&mut self.held) {
            self.failed(&key, lost, took)?;
        }
        Ok(())
    }

    fn vain(&mut self, key: &str, words: String, took_ms: u64) -> Result<()> {
        self.totals.vain += 1;
        self.memory.attempt(&Attempt {
            key: key.to_owned(),
            endpoint: self.line.endpoint.host(),
            at: self.line.now.clone(),
            attempt: self.requests.get(key).copied().unwrap_or(0),
            vain: words,
            took_ms,
        })
    }

    fn noted(&mut self, key: &str, took_ms: u64) -> Noted {
        let attempts = self.requests.remove(key).unwrap_or(0);
        self.totals.retried += usize::from(attempts > 1);
        Noted {
            key: key.to_owned(),
            model: self.line.model.clone(),
            endpoint: self.line.endpoint.host(),
            at: self.line.now.clone(),
            took_ms,
            attempts,
            ..Noted::default()
        }
    }

    fn replied(&mut self, key: &str, said: crate::read::chat::Said, took_ms: u64) -> Result<()> {
        let noted = Noted {
            content: Some(said.content),
            finish: said.finish,
            served: Some(said.model).filter(|m| !m.is_empty()),
            usage: said.usage,
            ..self.noted(key, took_ms)
        };
        self.settle(noted, true)
    }

    fn failed(&mut self, key: &str, lost: Lost, took_ms: u64) -> Result<()> {
        self.totals.vain += usize::from(!lost.own && !lost.replied);
        let noted = Noted {
            content: lost.raw,
            usage: lost.usage,
            fault: Some(lost.why),
            reason: Some(lost.reason),
            ..self.noted(key, took_ms)
        };
        self.settle(noted, !lost.own)
    }

    /// Notes, counts, and tells all who asked the same.
    fn settle(&mut self, noted: Noted, keep: bool) -> Result<()> {
        if let Some(usage) = noted.usage {
            self.totals.prompt_tokens += usage.prompt_tokens;
            self.totals.completion_tokens += usage.completion_tokens;
        }
        let (key, mut outcome) = (noted.key.clone(), outcome(&noted));
        if keep {
            self.memory.note(noted)?;
        }
        for (n, place) in self.places.shift_remove(&key).into_iter().flatten().enumerate() {
            match &mut outcome {
                Outcome::Reply(reply) => {
                    reply.cached = n > 0;
                    let count = if n > 0 {
                        &mut self.totals.cached
                    } else {
                        &mut self.totals.replies
                    };
                    *count += 1;
                }
                Outcome::Failed { cached, .. } => {
                    *cached = n > 0;
                    self.totals.failed += 1;
                }
                Outcome::Left => {}
            }
            (self.tell)(place, outcome.clone())?;
        }
        Ok(())
    }

    fn hopeless(&self) -> Problem {
        let why = self
            .held
            .first()
            .map(|(_, lost, _)| lost.why.as_str())
            .unwrap_or_default();
        Problem::environment(format!(
            "the first {HOPELESS} questions came to nothing at {}; the first: {why}",
            self.line.endpoint.host()
        ))
        .mend("see whether address and model are right and the model takes pictures; then run the same command again")
    }
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
