//! Who is asked next: at most two requests at a time and so many a second for each host, whatever the number of threads.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::domain::address::Address;

/// Requests at a time to one host.
const AT_ONCE: usize = 2;

/// Vain attempts to reach a host, one after the other, after which it is not asked any more.
const VAIN: u32 = 3;

/// Longest sleep between two looks.
const NAP: Duration = Duration::from_millis(200);

/// One image on its way.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    /// As the case names it.
    pub source: String,
    /// What is asked for next.
    pub at: Address,
    /// Redirects followed.
    pub hops: u8,
    /// Vain tries so far.
    pub tries: u32,
    /// Time that its requests took.
    pub spent: Duration,
    /// Not before this moment.
    pub not_before: Option<Instant>,
}

#[derive(Debug, Default)]
struct Host {
    waiting: VecDeque<Ask>,
    active: usize,
    not_before: Option<Instant>,
    vain: u32,
}

#[derive(Debug, Default)]
struct State {
    hosts: BTreeMap<String, Host>,
    /// Asks that are not finished.
    open: usize,
    closed: bool,
}

/// The queue of all hosts, shared by the threads.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    bell: Condvar,
    gap: Duration,
    clock: fn() -> Instant,
}

impl Queue {
    /// A queue that lets `gap` pass between two requests to one host.
    pub(super) fn new(asks: Vec<Ask>, gap: Duration, clock: fn() -> Instant) -> Self {
        let mut state = State {
            open: asks.len(),
            ..State::default()
        };
        for ask in asks {
            let host = state.hosts.entry(ask.at.host.clone()).or_default();
            host.waiting.push_back(ask);
        }
        Self {
            state: Mutex::new(state),
            bell: Condvar::new(),
            gap,
            clock,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next request; waits for its time. `None` when there is nothing left to do.
    pub(super) fn take(&self) -> Option<Ask> {
        let mut state = self.state();
        loop {
            if state.closed || state.open == 0 {
                return None;
            }
            let now = (self.clock)();
            if let Some(ask) = next(&mut state, now, self.gap) {
                return Some(ask);
            }
            let nap = until(&state, now);
            let (again, _) = self
                .bell
                .wait_timeout(state, nap)
                .unwrap_or_else(PoisonError::into_inner);
            state = again;
        }
    }

    /// A request to `host` is over, and its image is not asked for again.
    pub(super) fn finish(&self, host: &str) {
        let mut state = self.state();
        free(&mut state, host);
        state.open = state.open.saturating_sub(1);
        self.bell.notify_all();
    }

    /// A request to `host` is over, and `ask` comes again: elsewhere, or here after `wait`, for which the whole host is left
    /// alone when `all` says so.
    pub(super) fn again(&self, host: &str, mut ask: Ask, wait: Duration, all: bool) {
        let mut state = self.state();
        free(&mut state, host);
        let at = (self.clock)().checked_add(wait).filter(|_| !wait.is_zero());
        ask.not_before = at;
        if all && let Some(host) = state.hosts.get_mut(host) {
            host.not_before = host.not_before.max(at);
        }
        let next = state.hosts.entry(ask.at.host.clone()).or_default();
        next.waiting.push_front(ask);
        self.bell.notify_all();
    }

    /// The host answered.
    pub(super) fn reached(&self, host: &str) {
        if let Some(host) = self.state().hosts.get_mut(host) {
            host.vain = 0;
        }
    }

    /// The host could not be reached. After some such attempts all that waits for it comes back, finished.
    pub(super) fn vain(&self, host: &str) -> Vec<Ask> {
        let mut state = self.state();
        let Some(host) = state.hosts.get_mut(host) else {
            return Vec::new();
        };
        host.vain += 1;
        if host.vain < VAIN {
            return Vec::new();
        }
        let lost: Vec<Ask> = host.waiting.drain(..).collect();
        state.open = state.open.saturating_sub(lost.len());
        self.bell.notify_all();
        lost
    }

    /// Gives out nothing more.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.bell.notify_all();
    }
}

fn free(state: &mut State, host: &str) {
    if let Some(host) = state.hosts.get_mut(host) {
        host.active = host.active.saturating_sub(1);
    }
}

fn next(state: &mut State, now: Instant, gap: Duration) -> Option<Ask> {
    let due = |at: Option<Instant>| at.is_none_or(|at| at <= now);
    for host in state.hosts.values_mut() {
        if host.active >= AT_ONCE || !due(host.not_before) {
            continue;
        }
        let Some(at) = host.waiting.iter().position(|a| due(a.not_before)) else {
            continue;
        };
        let ask = host.waiting.remove(at)?;
        host.active += 1;
        host.not_before = now.checked_add(gap);
        return Some(ask);
    }
    None
}

/// Time until something may be due; the bell rings besides when a request ends.
fn until(state: &State, now: Instant) -> Duration {
    let soonest = state.hosts.values().filter(|h| h.active < AT_ONCE).filter_map(|host| {
        let ask = host.waiting.iter().map(|a| a.not_before).min()?;
        Some(
            host.not_before
                .max(ask)
                .map_or(Duration::ZERO, |at| at.saturating_duration_since(now)),
        )
    });
    soonest.min().unwrap_or(NAP).clamp(Duration::from_millis(1), NAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(url: &str) -> Ask {
        Ask {
            source: url.to_owned(),
            at: Address::read(url).unwrap(),
            hops: 0,
            tries: 0,
            spent: Duration::ZERO,
            not_before: None,
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the test is about time")]
    fn now() -> Instant {
        Instant::now()
    }

    #[test]
    fn a_host_is_asked_twice_at_a_time_and_not_too_often() {
        let asks = (0..4).map(|n| ask(&format!("http://a/{n}"))).chain([ask("http://b/0")]);
        let mut state = Queue::new(asks.collect(), Duration::ZERO, now)
            .state
            .into_inner()
            .unwrap();
        let begun = now();
        let gap = Duration::from_secs(1);
        let mut at = |after: f64| {
            let moment = begun + Duration::from_secs_f64(after);
            next(&mut state, moment, gap).map(|a| a.source)
        };
        assert_eq!(at(0.0).as_deref(), Some("http://a/0"));
        assert_eq!(at(0.0).as_deref(), Some("http://b/0"));
        assert_eq!(at(0.9), None);
        assert_eq!(at(1.0).as_deref(), Some("http://a/1"));
        // Two are on their way.
        assert_eq!(at(5.0), None);
        free(&mut state, "a");
        assert_eq!(
            next(&mut state, begun + Duration::from_secs(5), gap)
                .map(|a| a.source)
                .as_deref(),
            Some("http://a/2")
        );
    }

    #[test]
    fn what_comes_again_waits_and_a_dead_host_gives_everything_back() {
        let queue = Queue::new(vec![ask("http://a/0"), ask("http://a/1")], Duration::ZERO, now);
        let first = queue.take().unwrap();
        let begun = now();
        queue.again("a", first, Duration::from_millis(60), true);
        assert_eq!(queue.take().unwrap().source, "http://a/0");
        assert!(begun.elapsed() >= Duration::from_millis(60));
        assert!(queue.vain("a").is_empty() && queue.vain("a").is_empty());
        assert_eq!(queue.vain("a").len(), 1);
        queue.finish("a");
        assert!(queue.take().is_none());
    }
}
