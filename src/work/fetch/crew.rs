//! The threads that ask: one request at a time each, an image kept as soon as it is whole.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::base::error::{Problem, Result};
use crate::domain::case::StoredImage;
use crate::read::image::guard::guarded;
use crate::read::image::{self, ImageFault, Limits};
use crate::read::meter::Meter;
use crate::read::web::{Answer, Client, Fault};
use crate::store::whole;
use crate::store::workspace::Workspace;
use crate::work::import::describe;
use crate::work::wait::{Since, back_off};

use super::queue::{Ask, Queue};

/// Redirects that are followed.
const REDIRECTS: u8 = 5;

/// Tries after the first one when a host fails, and when it asks to come back later.
const TRIES: u32 = 2;
const TRIES_BUSY: u32 = 4;

/// Longest wait that a host may ask for, in seconds.
const PATIENCE: u64 = 60;

/// What became of an image.
#[derive(Debug)]
pub(super) enum Done {
    /// It lies in the workspace; the text says why it cannot be shown, if so.
    Got(String, StoredImage, Option<String>),
    /// It could not be had.
    Failed(String, Fault),
    /// The disk failed; nothing goes on.
    Disk(Problem),
}

/// What the threads share.
pub(super) struct Crew {
    pub(super) queue: Queue,
    pub(super) client: Client,
    pub(super) ws: Workspace,
    /// Where answers lie until they are whole.
    pub(super) dir: PathBuf,
    /// Longest time for one image.
    pub(super) time: Duration,
    pub(super) clock: fn() -> Instant,
    /// When the command began.
    pub(super) since: Since,
    pub(super) meter: Arc<Meter>,
    /// Images are looked at one at a time, so that memory holds one.
    pub(super) look: Mutex<()>,
}

impl Crew {
    /// Works until there is nothing to do; tells everything to `tell`.
    pub(super) fn work(&self, number: usize, tell: &Sender<Done>) {
        let file = self.dir.join(format!("answer-{number}"));
        while let Some(ask) = self.queue.take() {
            let host = ask.at.host.clone();
            let done = match self.one(ask, &file) {
                Ok(None) => continue,
                Ok(Some(done)) => done,
                Err(p) => {
                    self.queue.close();
                    Done::Disk(p)
                }
            };
            if let Done::Failed(_, fault) = &done
                && fault.is_network()
            {
                for lost in self.queue.vain(&host) {
                    // Nobody listens any more once the command stops.
                    let _told = tell.send(Done::Failed(lost.source, fault.clone()));
                }
            }
            self.queue.finish(&host);
            if tell.send(done).is_err() {
                return;
            }
        }
    }

    /// One request; `None` when the ask went back to the queue.
    fn one(&self, mut ask: Ask, file: &Path) -> Result<Option<Done>> {
        let host = ask.at.host.clone();
        let failed = |ask: Ask, fault: Fault| Ok(Some(Done::Failed(ask.source, fault)));
        let left = self.time.saturating_sub(ask.spent);
        if left.is_zero() {
            return failed(ask, Fault::TooSlow(self.time.as_secs()));
        }
        let begun = (self.clock)();
        let mut out = File::create(file).map_err(|e| Problem::io("write", file, &e))?;
        // Whatever a host says, an image must not be lost without a word.
        let answer = guarded(|| self.client.get(&ask.at, left, &mut out, &|| self.meter.stopped()))
            .unwrap_or_else(|| Err(Fault::Protocol("reading it crashed".to_owned())));
        drop(out);
        ask.spent += (self.clock)().saturating_duration_since(begun);
        if !matches!(&answer, Err(f) if f.is_network()) {
            self.queue.reached(&host);
        }
        match answer {
            Ok(Answer::Body(marked)) => Ok(match self.keep(file, marked)? {
                Ok((image, fault)) => Some(Done::Got(ask.source, image, fault)),
                Err(fault) => self.later(ask, &host, fault),
            }),
            Ok(Answer::Moved(to)) => match to {
                Ok(_) if ask.hops >= REDIRECTS => failed(ask, Fault::Redirects(REDIRECTS)),
                Ok(to) => {
                    ask.hops += 1;
                    ask.at = to;
                    self.queue.again(&host, ask, Duration::ZERO, false);
                    Ok(None)
                }
                Err(fault) => failed(ask, fault),
            },
            Ok(Answer::Status(status @ (429 | 503), after)) => {
                let wait = match after.and_then(|after| self.since.seconds(&after)) {
                    Some(seconds) if seconds > PATIENCE => return failed(ask, Fault::Busy(status, seconds)),
                    Some(seconds) => Duration::from_secs(seconds),
                    None => back_off(ask.tries),
                };
                if ask.tries >= TRIES_BUSY {
                    return failed(ask, Fault::Status(status));
                }
                ask.tries += 1;
                self.queue.again(&host, ask, wait, true);
                Ok(None)
            }
            Ok(Answer::Status(status, _)) => Ok(self.later(ask, &host, Fault::Status(status))),
            Err(Fault::Disk(why)) => Err(Problem::environment(format!("cannot write: {why}")).in_file(file)),
            // What is left of the time for one image is told as the whole of it.
            Err(Fault::TooSlow(_)) => failed(ask, Fault::TooSlow(self.time.as_secs())),
            Err(fault) => Ok(self.later(ask, &host, fault)),
        }
    }

    /// Another try when that may help, else the end.
    fn later(&self, mut ask: Ask, host: &str, fault: Fault) -> Option<Done> {
        if !fault.passes() || ask.tries >= TRIES || self.meter.stopped() {
            return Some(Done::Failed(ask.source, fault));
        }
        let wait = back_off(ask.tries);
        ask.tries += 1;
        self.queue.again(host, ask, wait, false);
        None
    }

    /// Puts an image into the workspace, unless it is none, or half of one where the end of the answer was not marked.
    fn keep(&self, file: &Path, marked: bool) -> Result<std::result::Result<(StoredImage, Option<String>), Fault>> {
        let _one = self.look.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = match image::read_file(file, &Limits::default()) {
            Ok(bytes) => bytes,
            Err(fault @ (ImageFault::Empty | ImageFault::TooLarge { .. })) => {
                return Ok(Err(Fault::NotAnImage(fault.to_string())));
            }
            Err(fault) => return Err(Problem::environment(fault.to_string()).in_file(file)),
        };
        if let Err(fault @ ImageFault::NotAnImage(_)) = image::probe(&bytes) {
            return Ok(Err(Fault::NotAnImage(fault.to_string())));
        }
        let len = bytes.len() as u64;
        if !marked && matches!(image::decode(&bytes, &Limits::default()), Err(ImageFault::Truncated(_))) {
            return Ok(Err(Fault::Short(len, None)));
        }
        let (stored, fault) = describe(&bytes);
        drop(bytes);
        let to = self.ws.image(&stored);
        if !to.exists() {
            whole::adopt(file, &to)?;
        }
        Ok(Ok((stored, fault)))
    }
}
