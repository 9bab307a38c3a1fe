//! The threads that read: one picture at a time each.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::domain::evidence::Evidence;
use crate::read::image::guard::guarded;
use crate::read::meter::Meter;
use crate::read::ocr;
use crate::store::workspace::Workspace;

use super::Group;
use super::engine::{Outcome, Seat};
use super::pick::Wanted;

/// What became of a group.
pub(super) struct Done {
    /// Its place among the groups.
    pub(super) group: usize,
    pub(super) outcome: Outcome,
}

/// What the threads share.
pub(super) struct Crew {
    ws: Workspace,
    engine: Arc<dyn ocr::Engine>,
    wanted: Arc<Vec<Wanted>>,
    pub(super) groups: Vec<Group>,
    next: AtomicUsize,
    closed: AtomicBool,
    clock: fn() -> Instant,
    pub(super) meter: Arc<Meter>,
}

impl Crew {
    pub(super) fn new(
        ws: &Workspace,
        engine: &Arc<dyn ocr::Engine>,
        wanted: &Arc<Vec<Wanted>>,
        groups: Vec<Group>,
        clock: fn() -> Instant,
        meter: &Arc<Meter>,
    ) -> Self {
        Self {
            ws: ws.clone(),
            engine: engine.clone(),
            wanted: wanted.clone(),
            groups,
            next: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            clock,
            meter: meter.clone(),
        }
    }

    /// Hands out nothing any more.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Works until there is nothing to do; tells everything to `tell`.
    pub(super) fn work(&self, tell: &Sender<Done>) {
        while !self.closed.load(Ordering::Relaxed) {
            let group = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(places) = self.groups.get(group).map(|g| &g.places) else {
                return;
            };
            let Some(one) = places.first().and_then(|p| self.wanted.get(*p)) else {
                continue;
            };
            let path = self.ws.image(&one.image);
            let seat = Seat {
                path: &path,
                clock: self.clock,
                meter: &self.meter,
            };
            let outcome = guarded(|| super::ocr::see(&*self.engine, one, seat));
            let outcome = outcome.unwrap_or_else(|| {
                Outcome::Read(Box::new(Evidence {
                    fault: Some("reading it crashed".to_owned()),
                    ..Evidence::default()
                }))
            });
            if tell.send(Done { group, outcome }).is_err() {
                return;
            }
        }
    }
}
