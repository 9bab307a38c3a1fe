//! A lane: one thread that runs the newest request and drops those before it. A panic in a job becomes a message.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::base::ticket::Ticket;

use super::cancel::Newest;
use super::job::{Event, Job, Reply};
use super::office::Office;

/// Handle of a lane.
#[derive(Debug)]
pub struct Lane {
    requests: Sender<(Ticket, Job)>,
    newest: Newest,
}

/// What a job has at hand.
pub struct Desk<'a> {
    ticket: Ticket,
    newest: &'a Newest,
    out: &'a dyn Fn(Event),
}

impl std::fmt::Debug for Desk<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Desk")
            .field("ticket", &self.ticket)
            .finish_non_exhaustive()
    }
}

impl Desk<'_> {
    /// Sends one reply.
    pub fn reply(&self, reply: Reply) {
        (self.out)(Event::Reply(self.ticket, reply));
    }

    /// The same question for other threads.
    pub fn stopper(&self) -> impl Fn() -> bool + Sync + use<> {
        let (newest, ticket) = (self.newest.clone(), self.ticket);
        move || newest.stale(ticket)
    }

    /// Whether the job should end: a newer one waits.
    pub fn stop(&self) -> bool {
        self.newest.stale(self.ticket)
    }
}

impl Lane {
    /// Starts the thread `name`; events go to `out`.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(name: &'static str, office: Office, out: impl Fn(Event) + Send + 'static) -> std::io::Result<Self> {
        let (requests, inbox) = channel();
        let newest = Newest::default();
        let shared = newest.clone();
        thread::Builder::new().name(format!("lane-{name}")).spawn(move || {
            work(name, &inbox, &office, &shared, &out);
        })?;
        Ok(Self { requests, newest })
    }

    /// Asks for `job`; older requests of this lane become stale. False when the thread is gone.
    pub fn ask(&self, ticket: Ticket, job: Job) -> bool {
        self.newest.set(ticket);
        self.requests.send((ticket, job)).is_ok()
    }

    /// Makes the running job stale without a new one.
    pub fn cancel(&self, ticket: Ticket) {
        self.newest.set(ticket);
    }
}

fn work(name: &'static str, inbox: &Receiver<(Ticket, Job)>, office: &Office, newest: &Newest, out: &dyn Fn(Event)) {
    while let Ok(mut next) = inbox.recv() {
        for newer in inbox.try_iter() {
            out(Event::Dropped(next.0));
            next = newer;
        }
        let (ticket, job) = next;
        if newest.stale(ticket) {
            out(Event::Dropped(ticket));
            continue;
        }
        let desk = Desk { ticket, newest, out };
        let ran = catch_unwind(AssertUnwindSafe(|| super::job::run(job, office, &desk)));
        if let Err(panic) = ran {
            out(Event::Crashed {
                lane: name,
                what: said(&*panic),
            });
        }
        out(Event::Idle(ticket));
    }
}

/// The words of a panic.
pub fn said(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
