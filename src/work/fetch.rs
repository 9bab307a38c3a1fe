//! Fetching: images that cases name by their address come into the workspace. Only a person starts this, and nothing else
//! in casefile asks the network for anything.
//!
//! Every image is put in place and noted as soon as it is whole; `cases.jsonl` is written once at the end, also after
//! ctrl-c. What a killed command had is found in the notes of this clone.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use indexmap::IndexMap;

use crate::base::error::{Problem, Result};
use crate::domain::address::Address;
use crate::domain::case::StoredImage;
use crate::read::meter::Meter;
use crate::read::web::{Client, Fault, Private, Rules};
use crate::store::fetched::{Fetched, Memory};
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;
use crate::work::wait::Since;

mod cases;
mod crew;
mod plan;
mod queue;

use cases::Outcome;
use crew::{Crew, Done};
pub use plan::{ByReason, Missing, Plan, Report};
use queue::{Ask, Queue};

/// Threads that ask.
const THREADS: usize = 8;

/// How often to look whether somebody wants to stop, and how long requests may then go on.
const BEAT: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(2);

/// Vain attempts, and no answer from anybody, after which the network as a whole is taken for down.
const DOWN: usize = 20;

/// Longest time without a byte.
const SILENCE: Duration = Duration::from_secs(20);

const USER_AGENT: &str = concat!("casefile/", env!("CARGO_PKG_VERSION"));

/// Fetches. `meter` counts images and can stop it.
///
/// # Errors
/// An id that is no case, a damaged `cases.jsonl`, a failed write, a network in which nobody can be reached. What was got
/// before is kept and noted all the same.
pub fn fetch(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Report> {
    let mut stage = Stage::begin(&ws.root)?;
    let found = cases::find(ws, &plan.cases)?;
    let mut run = Run {
        ws,
        plan,
        memory: Memory::read(&ws.root),
        report: Report {
            there: found.there,
            paths: found.paths,
            ..Report::default()
        },
        outcomes: HashMap::new(),
        held: Vec::new(),
        answered: false,
        wanted: &found.wanted,
    };
    let asks = run.sort_out(&found);
    let end = if plan.dry {
        run.leave(asks.iter());
        Ok(())
    } else {
        run.ask(asks, &stage, meter)
    };
    let Run {
        mut report, outcomes, ..
    } = run;
    if !plan.dry {
        // What was got stands, whatever came after.
        let (changed, file) = cases::fill(ws, &plan.cases, &outcomes, &mut stage)?;
        report.cases = changed;
        stage.add(file);
        stage.commit()?;
    }
    end.map(|()| report)
}

/// One command under way.
struct Run<'a> {
    ws: &'a Workspace,
    plan: &'a Plan,
    memory: Memory,
    report: Report,
    outcomes: HashMap<String, Outcome>,
    /// Hosts that could not be reached before anybody answered: it may be the network.
    held: Vec<(String, Fault)>,
    answered: bool,
    wanted: &'a IndexMap<String, String>,
}

impl Run<'_> {
    /// What has to be asked for; everything else is settled.
    fn sort_out(&mut self, found: &cases::Found) -> Vec<Ask> {
        let mut asks = Vec::new();
        let allowed = self.plan.private != Private::No;
        for url in found.wanted.keys() {
            let noted = self.memory.get(url);
            let known = noted.and_then(|n| Some((n.image.clone()?, n.fault.clone())));
            let mut known = known.into_iter().chain(found.had.get(url).cloned());
            if let Some((image, fault)) = known.find(|(i, _)| self.ws.image(i).is_file()) {
                self.report.known += 1;
                self.outcomes.insert(url.clone(), (Some(image), fault));
                continue;
            }
            let at = match Address::read(url) {
                Ok(at) => at,
                Err(wrong) => {
                    self.fail(url, &Fault::Address(wrong));
                    continue;
                }
            };
            let fault = noted.and_then(|n| Some((n.reason.clone()?, n.fault.clone()?)));
            if let Some((reason, why)) = fault.filter(|(r, _)| !(self.plan.retry || allowed && Fault::is_private(r))) {
                self.outcomes.insert(url.clone(), (None, Some(told(&why))));
                let missing = self.missing(url, why);
                self.report.remembered.entry(reason).or_default().push(missing);
                continue;
            }
            asks.push(Ask {
                source: url.clone(),
                at,
                hops: 0,
                tries: 0,
                spent: Duration::ZERO,
                not_before: None,
            });
        }
        let most = self.plan.images.unwrap_or(usize::MAX);
        self.leave(asks.iter().skip(most));
        asks.truncate(most);
        asks
    }

    fn leave<'b>(&mut self, asks: impl Iterator<Item = &'b Ask>) {
        for ask in asks {
            *self.report.left.entry(ask.at.host.clone()).or_default() += 1;
        }
    }

    fn missing(&self, url: &str, why: String) -> Missing {
        Missing {
            case: self.wanted.get(url).cloned().unwrap_or_default(),
            url: url.to_owned(),
            why,
        }
    }

    fn fail(&mut self, url: &str, fault: &Fault) {
        self.outcomes
            .insert(url.to_owned(), (None, Some(told(&fault.to_string()))));
        let missing = self.missing(url, fault.to_string());
        self.report.failed.entry(fault.reason()).or_default().push(missing);
    }

    /// Asks, and takes what comes.
    fn ask(&mut self, asks: Vec<Ask>, stage: &Stage, meter: &Arc<Meter>) -> Result<()> {
        if asks.is_empty() {
            return Ok(());
        }
        let mut open: IndexMap<String, Ask> = asks.iter().map(|a| (a.source.clone(), a.clone())).collect();
        meter.phase("fetching images", asks.len() as u64);
        let rules = Rules {
            private: self.plan.private.clone(),
            bytes: self.plan.bytes,
            silence: SILENCE.min(self.plan.time / 3).max(Duration::from_secs(1)),
        };
        let threads = THREADS.min(asks.len());
        let crew = Arc::new(Crew {
            queue: Queue::new(asks, self.plan.gap, self.plan.clock),
            client: Client::new(rules, USER_AGENT),
            ws: self.ws.clone(),
            dir: stage.dir().to_owned(),
            time: self.plan.time,
            clock: self.plan.clock,
            since: Since::new(self.plan.clock, &self.plan.now),
            meter: meter.clone(),
            look: Mutex::new(()),
        });
        let (tell, told) = mpsc::channel();
        for number in 0..threads {
            // Not scoped: a thread that waits for a silent host must not hold up whoever pressed ctrl-c.
            let (crew, tell) = (crew.clone(), tell.clone());
            let thread = thread::Builder::new().name(format!("fetch-{number}"));
            thread
                .spawn(move || crew.work(number, &tell))
                .map_err(|e| Problem::environment(format!("cannot start a thread: {e}")))?;
        }
        drop(tell);
        let end = self.take(&told, &crew, &mut open);
        crew.queue.close();
        self.report.stopped = meter.stopped();
        self.settle(&mut open);
        self.leave(open.values());
        end
    }

    fn take(&mut self, told: &Receiver<Done>, crew: &Crew, open: &mut IndexMap<String, Ask>) -> Result<()> {
        let mut until: Option<Instant> = None;
        loop {
            let now = (self.plan.clock)();
            if crew.meter.stopped() && until.is_none() {
                crew.queue.close();
                until = now.checked_add(GRACE);
            }
            if until.is_some_and(|until| now >= until) {
                return Ok(());
            }
            match told.recv_timeout(BEAT) {
                Ok(Done::Got(url, image, fault)) => {
                    self.answered = true;
                    self.got(&url, image, fault)?;
                    open.shift_remove(&url);
                }
                Ok(Done::Failed(url, fault)) => {
                    // Whatever fails after a stop may fail because of it.
                    if until.is_some() {
                        continue;
                    }
                    if fault.is_network() && !self.answered {
                        self.held.push((url.clone(), fault));
                        if self.held.len() >= DOWN {
                            return Err(self.down());
                        }
                    } else {
                        self.answered |= !matches!(fault, Fault::Private(_) | Fault::Address(_));
                        self.failed(&url, &fault)?;
                        open.shift_remove(&url);
                    }
                }
                Ok(Done::Disk(p)) => return Err(p),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    let none = !self.held.is_empty() && !self.answered && until.is_none();
                    return if none { Err(self.down()) } else { Ok(()) };
                }
            }
            crew.meter.add(1);
        }
    }

    fn got(&mut self, url: &str, image: StoredImage, fault: Option<String>) -> Result<()> {
        self.report.got += 1;
        self.report.bytes += image.bytes;
        if let Some(fault) = &fault {
            let missing = self.missing(url, fault.clone());
            self.report.unshown.entry(fault.clone()).or_default().push(missing);
        }
        self.outcomes
            .insert(url.to_owned(), (Some(image.clone()), fault.clone()));
        self.note(url, Some(image), fault, None)
    }

    fn failed(&mut self, url: &str, fault: &Fault) -> Result<()> {
        self.fail(url, fault);
        self.note(url, None, Some(fault.to_string()), Some(fault.reason()))
    }

    fn note(
        &mut self,
        url: &str,
        image: Option<StoredImage>,
        fault: Option<String>,
        reason: Option<String>,
    ) -> Result<()> {
        self.memory.note(Fetched {
            url: url.to_owned(),
            at: self.plan.now.clone(),
            image,
            fault,
            reason,
        })
    }

    /// Once somebody answered, hosts that could not be reached are at fault themselves.
    fn settle(&mut self, open: &mut IndexMap<String, Ask>) {
        let held = std::mem::take(&mut self.held);
        if !self.answered {
            return;
        }
        for (url, fault) in held {
            // That it could not be noted costs a request next time.
            let _noted = self.failed(&url, &fault);
            open.shift_remove(&url);
        }
    }

    fn down(&self) -> Problem {
        let first = self.held.first();
        let (url, why) = first
            .map(|(url, fault)| (url.as_str(), fault.to_string()))
            .unwrap_or_default();
        Problem::environment(format!("no host can be reached; first {url}: {why}"))
            .mend("see whether this machine has a network, then run the same command again")
    }
}

/// The fault of an exhibit.
fn told(why: &str) -> String {
    format!("could not be fetched: {why}")
}
