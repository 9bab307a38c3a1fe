//! The threads that ask: one request at a time each.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::base::error::Problem;
use crate::domain::evidence::Usage;
use crate::domain::seen::prompt::Structure;
use crate::read::chat::{Said, Trouble};
use crate::read::meter::Meter;
use crate::store::workspace::Workspace;
use crate::work::wait::{Since, back_off};

use super::shape::{About, about};
use super::turn::{Ask, Turn};
use super::{Line, Question, fatal, picture};

/// Times that one question may be told to come back later, and all of them together without a reply between: more than
/// a minute where the endpoint does not say how long to wait.
const BUSY: u32 = 8;

/// What happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A request goes out for this key.
    Called(String),
    /// It came to nothing, and the question comes again: why, and milliseconds.
    Vain(String, String, u64),
    /// The endpoint takes requests of this structure.
    Shape(Structure),
    /// A reply, and milliseconds. Whoever takes it says that the question is finished.
    Said(String, Said, u64),
    /// No reply, and milliseconds. Whoever takes it says that the question is finished.
    Lost(String, Lost, u64),
    /// Nothing goes on.
    Fatal(Problem),
}

/// Why there is no reply.
#[derive(Debug)]
pub(super) struct Lost {
    pub(super) reason: String,
    pub(super) why: String,
    pub(super) raw: Option<String>,
    pub(super) usage: Option<Usage>,
    /// The endpoint gave a reply, though none to be used.
    pub(super) replied: bool,
    /// The picture is at fault; nobody was asked.
    pub(super) own: bool,
    /// The endpoint wants nothing of this request: status 400 and its like.
    pub(super) refused: bool,
}

/// What the threads share.
pub(super) struct Crew {
    pub(super) turn: Turn,
    pub(super) line: Line,
    pub(super) ws: Workspace,
    pub(super) questions: Vec<Question>,
    pub(super) since: Since,
    pub(super) meter: Arc<Meter>,
    /// Pictures are decoded one at a time, so that memory holds one.
    pub(super) look: Mutex<()>,
}

impl Crew {
    /// Works until there is nothing to do; tells everything to `tell`.
    pub(super) fn work(&self, tell: &Sender<Event>) {
        while let Some((ask, shape)) = self.turn.take() {
            let mut open = true;
            self.one(ask, shape, &mut |event| open &= tell.send(event).is_ok());
            if !open {
                return;
            }
        }
    }

    fn one(&self, ask: Ask, shape: Structure, tell: &mut dyn FnMut(Event)) {
        let Some(question) = self.questions.get(ask.place) else {
            return self.turn.finish(false);
        };
        let uri = {
            let _one = self.look.lock().unwrap_or_else(PoisonError::into_inner);
            picture::data_uri(&self.ws.image(&question.image), self.line.side)
        };
        let uri = match uri {
            Ok(uri) => uri,
            Err(fault) => {
                let lost = Lost {
                    reason: "the picture cannot be read".to_owned(),
                    why: format!("the picture cannot be read ({fault})"),
                    raw: None,
                    usage: None,
                    replied: false,
                    own: true,
                    refused: false,
                };
                return tell(Event::Lost(ask.key, lost, 0));
            }
        };
        let body = question
            .prompt
            .request(&self.line.model, &[uri], &self.line.parameters, shape);
        tell(Event::Called(ask.key.clone()));
        let begun = (self.line.clock)();
        // What comes after a stop is paid for all the same; who waits for it gives up by themself.
        let got = self.line.endpoint.ask(&body, self.line.time, &|| false);
        let took = (self.line.clock)().saturating_duration_since(begun);
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        if !matches!(&got, Err(Trouble::Fault(f)) if f.is_network()) {
            self.turn.reached(matches!(&got, Err(Trouble::Busy(..))));
        }
        let replied = match &got {
            Ok(_) => true,
            Err(trouble) => trouble.said().is_some(),
        };
        if replied && self.turn.took(shape) {
            tell(Event::Shape(shape));
        }
        match got {
            Ok(said) => tell(Event::Said(ask.key, said, took)),
            Err(trouble) => self.troubled(ask, shape, &trouble, took, tell),
        }
    }

    /// Another try when that may help, else the end: of the question, or of all.
    fn troubled(&self, mut ask: Ask, shape: Structure, trouble: &Trouble, took: u64, tell: &mut dyn FnMut(Event)) {
        let vain = Event::Vain(ask.key.clone(), trouble.to_string(), took);
        let about = about(trouble);
        if about != About::No
            && let Some(looser) = self.turn.looser(shape, about == About::Surely)
        {
            ask.shape = Some(looser);
            tell(vain);
            return self.turn.again(ask, Duration::ZERO);
        }
        if self.meter.stopped() {
            tell(vain);
            return self.turn.finish(true);
        }
        match trouble {
            Trouble::Busy(_, after) => {
                let said = after
                    .as_ref()
                    .and_then(|a| self.since.seconds(a))
                    .map(Duration::from_secs);
                if said.is_some_and(|wait| wait > self.line.patience) {
                    return self.stop(trouble, tell);
                }
                let pauses = self.turn.pause(said, jitter(&ask.key, ask.busy));
                ask.busy += 1;
                // Nobody was told anything else in between.
                if pauses > BUSY {
                    return self.stop(trouble, tell);
                }
                if ask.busy <= BUSY {
                    tell(vain);
                    return self.turn.last(ask);
                }
            }
            Trouble::Fault(fault) if fault.is_network() => {
                if self.turn.vain() {
                    return self.stop(trouble, tell);
                }
                tell(vain);
                return self.turn.again(ask, Duration::ZERO);
            }
            _ if trouble.passes() && ask.tries + 1 < self.line.tries && !(trouble.timed_out() && ask.late) => {
                let wait = back_off(ask.tries);
                ask.tries += 1;
                ask.late |= trouble.timed_out();
                if trouble.timed_out() {
                    self.turn.all();
                }
                tell(vain);
                return self.turn.again(ask, wait);
            }
            _ if fatal::problem(&self.line, trouble, self.turn.answered()).is_some() => {
                return self.stop(trouble, tell);
            }
            _ => {}
        }
        let lost = Lost {
            reason: trouble.reason(),
            why: trouble.to_string(),
            raw: trouble.raw().map(str::to_owned),
            usage: trouble.said().and_then(|s| s.usage),
            replied: trouble.said().is_some(),
            own: false,
            refused: matches!(trouble, Trouble::Refused(..)),
        };
        tell(Event::Lost(ask.key, lost, took));
    }

    fn stop(&self, trouble: &Trouble, tell: &mut dyn FnMut(Event)) {
        self.turn.close();
        if let Some(problem) = fatal::problem(&self.line, trouble, self.turn.answered()) {
            tell(Event::Fatal(problem));
        }
        self.turn.finish(true);
    }
}

/// A number that is the same for the same try of the same question.
fn jitter(key: &str, busy: u32) -> u32 {
    key.bytes()
        .fold(busy, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into()))
}
