//! One command under way: what is known is told, the rest asked, and what comes is noted before it is told.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use indexmap::IndexMap;

use crate::base::error::{Problem, Result};
use crate::read::chat::Said;
use crate::read::meter::Meter;
use crate::store::replies::{Attempt, Noted, Replies};
use crate::store::workspace::Workspace;
use crate::work::wait::Since;

use super::crew::{Crew, Event, Lost};
use super::turn::Turn;
use super::{Line, Outcome, Question, Totals, outcome, shape, usable};

/// How often to look whether somebody wants to stop, and how long requests may then go on.
const BEAT: Duration = Duration::from_millis(50);
const GRACE: Duration = Duration::from_secs(2);

/// Failures before the first reply of any kind, after which the endpoint is at fault and not the pictures.
const HOPELESS: usize = 5;

/// Failures in a row, for the same reason and without a reply between them, after which an endpoint that gave replies
/// is broken.
const BROKEN: usize = 10;

/// One command under way.
pub(super) struct Run<'a> {
    line: &'a Line,
    memory: &'a mut Replies,
    tell: &'a mut dyn FnMut(usize, Outcome) -> Result<()>,
    /// Open questions by their key, with all their places in the list.
    places: IndexMap<String, Vec<usize>>,
    totals: Totals,
    /// Failures that may be the endpoint's: before the first reply, or in a row for the same reason.
    held: Vec<(String, Lost, u64)>,
    /// The endpoint gave a reply.
    answered: bool,
    /// Requests so far, by key.
    requests: HashMap<String, u32>,
    /// Requests of which it is not known what came of them.
    under_way: usize,
}

impl<'a> Run<'a> {
    /// Nothing is asked yet.
    pub(super) fn new(
        line: &'a Line,
        memory: &'a mut Replies,
        tell: &'a mut dyn FnMut(usize, Outcome) -> Result<()>,
    ) -> Self {
        Self {
            line,
            memory,
            tell,
            places: IndexMap::new(),
            totals: Totals::default(),
            held: Vec::new(),
            answered: false,
            requests: HashMap::new(),
            under_way: 0,
        }
    }

    /// What came of it so far.
    pub(super) fn totals(&self) -> Totals {
        self.totals
    }

    /// Tells what is known; gives the first place and the key of each question that has to be asked.
    pub(super) fn sort_out(&mut self, questions: &[Question], meter: &Meter) -> Result<Vec<(usize, String)>> {
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

    /// Asks, until all is settled or nothing goes on.
    pub(super) fn ask(
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
                turn: Turn::new(asks, known, self.line),
                line: self.line.clone(),
                ws: ws.clone(),
                questions,
                since: Since::new(self.line.clock, &self.line.now),
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
        self.totals.vain += self.under_way;
        // What failed was the pictures' fault, unless the endpoint never gave a reply.
        let all_refused = self.held.iter().all(|(_, lost, _)| lost.refused);
        if end.is_ok() && !self.totals.stopped && !self.answered && !all_refused {
            end = Err(self.hopeless());
        }
        for (key, lost, took) in std::mem::take(&mut self.held) {
            if end.is_ok() && !self.totals.stopped {
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
                    self.under_way += 1;
                    *self.requests.entry(key).or_default() += 1;
                }
                Event::Vain(key, words, took_ms) => {
                    self.under_way = self.under_way.saturating_sub(1);
                    self.vain(&key, words, took_ms)?;
                }
                Event::Shape(shape) => {
                    let host = self.line.endpoint.host();
                    self.memory
                        .keep_structure(&host, &self.line.model, shape::word(shape))?;
                }
                Event::Said(key, said, took_ms) => {
                    self.under_way = self.under_way.saturating_sub(1);
                    self.answered = true;
                    self.release()?;
                    self.replied(&key, said, took_ms)?;
                    crew.turn.finish(true);
                    crew.meter.add(1);
                }
                // Whatever fails after a stop may fail because of it.
                Event::Lost(..) if until.is_some() => {}
                Event::Lost(key, lost, took_ms) => {
                    self.under_way = self.under_way.saturating_sub(usize::from(!lost.own));
                    let own = lost.own;
                    self.lost(key, lost, took_ms)?;
                    let most = if self.answered { BROKEN } else { HOPELESS };
                    if self.held.len() >= most && end.is_ok() {
                        crew.turn.close();
                        end = Err(self.hopeless());
                    }
                    crew.turn.finish(!own);
                    crew.meter.add(1);
                }
                Event::Fatal(problem) => end = end.and(Err(problem)),
            }
            if end.is_err() && until.is_none() {
                crew.turn.close();
                until = (self.line.clock)().checked_add(GRACE);
            }
        }
    }

    /// A question failed: its own fault, or perhaps the endpoint's. That shows when others fail as well, for the same
    /// reason once there were replies.
    fn lost(&mut self, key: String, lost: Lost, took_ms: u64) -> Result<()> {
        if lost.own {
            return self.failed(&key, lost, took_ms);
        }
        self.answered |= lost.replied;
        let same = self
            .held
            .first()
            .is_none_or(|(_, first, _)| first.reason == lost.reason);
        if self.answered && (lost.replied || lost.refused || !same) {
            self.release()?;
        }
        if self.answered && (lost.replied || lost.refused) {
            return self.failed(&key, lost, took_ms);
        }
        self.held.push((key, lost, took_ms));
        Ok(())
    }

    /// What failed before is at fault itself.
    fn release(&mut self) -> Result<()> {
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

    fn replied(&mut self, key: &str, said: Said, took_ms: u64) -> Result<()> {
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
        let (n, host) = (self.held.len(), self.line.endpoint.host());
        if self.answered {
            return Problem::environment(format!(
                "{n} questions in a row came to nothing at {host}; the first: {why}"
            ))
            .mend("what was got is kept; see what is wrong there, and the same command goes on");
        }
        let which = match n {
            1 => "the first question".to_owned(),
            n => format!("the first {n} questions"),
        };
        Problem::environment(format!("{which} came to nothing at {host}; the first: {why}")).mend(
            "see whether address and model are right and the model takes pictures; then run the same command again",
        )
    }
}
