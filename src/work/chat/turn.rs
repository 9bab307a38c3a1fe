//! Whose turn it is: questions in their order, all of them paused when the endpoint wants to be left alone, and one at a
//! time until it is known how it takes requests.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::domain::seen::prompt::Structure;
use crate::work::wait::back_off;

use super::Line;

/// Longest sleep between two looks.
const NAP: Duration = Duration::from_millis(200);

/// Failed questions after which the others do not wait for a first reply any more.
const SCOUTS: usize = 3;

/// Most of the wait of our own when an endpoint says, again, that it need not be long.
const LEAST: Duration = Duration::from_secs(1);

/// Rounds in which nobody listened, one after the other, after which nobody will.
pub(super) const VAIN: u32 = 5;

/// One question on its way.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    /// Place in the list of questions.
    pub place: usize,
    /// Its key.
    pub key: String,
    /// Requests that failed.
    pub tries: u32,
    /// Times it was told to come back later.
    pub busy: u32,
    /// A request ran out of time.
    pub late: bool,
    /// How it is asked, where not as the others.
    pub shape: Option<Structure>,
    not_before: Option<Instant>,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Ask>,
    /// Questions that are not finished.
    open: usize,
    /// Questions that were given out and are not finished: what came of them is not on the disk yet.
    active: usize,
    /// Most of these.
    workers: usize,
    closed: bool,
    /// Nobody asks before this moment.
    resume: Option<Instant>,
    /// Pauses, one after the other, without an answer between them.
    pauses: u32,
    /// Pauses because nobody listened.
    vain: u32,
    shape: Structure,
    /// The structure is known.
    settled: bool,
    /// There was a reply.
    answered: bool,
    /// Questions that failed before there was one.
    scouts: usize,
    /// Requests that may still be made.
    left: usize,
}

/// The order of all questions, shared by the threads.
#[derive(Debug)]
pub(super) struct Turn {
    state: Mutex<State>,
    bell: Condvar,
    clock: fn() -> Instant,
}

impl Turn {
    /// All questions, and the structure if it is known.
    pub(super) fn new(asks: Vec<(usize, String)>, known: Option<Structure>, line: &Line) -> Self {
        let fresh = |(place, key)| Ask {
            place,
            key,
            tries: 0,
            busy: 0,
            late: false,
            shape: None,
            not_before: None,
        };
        let state = State {
            open: asks.len(),
            waiting: asks.into_iter().map(fresh).collect(),
            shape: known.unwrap_or_default(),
            settled: known.is_some(),
            left: line.calls.unwrap_or(usize::MAX),
            workers: line.workers.max(1),
            ..State::default()
        };
        Self {
            state: Mutex::new(state),
            bell: Condvar::new(),
            clock: line.clock,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question and the structure to ask with; waits for its time. `None` when nothing is left to do.
    pub(super) fn take(&self) -> Option<(Ask, Structure)> {
        let mut state = self.state();
        loop {
            if state.closed || state.open == 0 || state.left == 0 {
                return None;
            }
            let now = (self.clock)();
            if let Some(ask) = next(&mut state, now) {
                state.left -= 1;
                let shape = ask.shape.unwrap_or(state.shape);
                return Some((ask, shape));
            }
            let nap = until(&state, now);
            let (again, _) = self
                .bell
                .wait_timeout(state, nap)
                .unwrap_or_else(PoisonError::into_inner);
            state = again;
        }
    }

    /// A question is finished, and what came of it is on the disk: so a kill costs no more replies than there are workers.
    /// `asked` unless it needed no request this time.
    pub(super) fn finish(&self, asked: bool) {
        let mut state = self.state();
        state.active = state.active.saturating_sub(1);
        state.open = state.open.saturating_sub(1);
        if asked {
            state.scouts += 1;
        } else {
            state.left = state.left.saturating_add(1);
        }
        self.bell.notify_all();
    }

    /// The question comes again after `wait`.
    pub(super) fn again(&self, mut ask: Ask, wait: Duration) {
        let mut state = self.state();
        state.active = state.active.saturating_sub(1);
        ask.not_before = (self.clock)().checked_add(wait).filter(|_| !wait.is_zero());
        state.waiting.push_front(ask);
        self.bell.notify_all();
    }

    /// The question comes again after the others.
    pub(super) fn last(&self, ask: Ask) {
        let mut state = self.state();
        state.active = state.active.saturating_sub(1);
        state.waiting.push_back(ask);
        self.bell.notify_all();
    }

    /// Nobody asks for a while: as long as the endpoint said, but from the second pause on not at once, else twice as
    /// long as the last time. Those who were on their way when it began do not count. How many pauses there were without
    /// another answer between them.
    pub(super) fn pause(&self, said: Option<Duration>, jitter: u32) -> u32 {
        let mut state = self.state();
        let now = (self.clock)();
        let under_way = state.resume.is_some_and(|at| at > now);
        let own = spread(back_off(state.pauses), jitter);
        let wait = match said {
            Some(said) if state.pauses > 0 && !under_way => said.max(own.min(LEAST)),
            Some(said) => said,
            None => own,
        };
        if !under_way {
            state.pauses += 1;
        }
        if said.is_some() || !under_way {
            state.resume = state.resume.max(now.checked_add(wait));
        }
        self.bell.notify_all();
        state.pauses
    }

    /// The others do not wait for a first reply any more.
    pub(super) fn all(&self) {
        self.state().scouts = SCOUTS;
        self.bell.notify_all();
    }

    /// Nobody listened; true when that happened too often. Else all wait.
    pub(super) fn vain(&self) -> bool {
        let mut state = self.state();
        let now = (self.clock)();
        if state.resume.is_some_and(|at| at > now) {
            return false;
        }
        state.vain += 1;
        let wait = back_off(state.vain - 1);
        // Who never answered may be misspelt.
        let wait = if state.answered { wait } else { wait / 4 };
        state.resume = now.checked_add(wait);
        state.vain >= VAIN
    }

    /// Somebody listened, and was `busy` or not.
    pub(super) fn reached(&self, busy: bool) {
        let mut state = self.state();
        state.vain = 0;
        if !busy {
            state.pauses = 0;
        }
    }

    /// There was a reply to a request with this structure; true when that is news.
    pub(super) fn took(&self, shape: Structure) -> bool {
        let mut state = self.state();
        state.answered = true;
        let news = !state.settled;
        if news {
            state.settled = true;
            state.shape = shape;
            self.bell.notify_all();
        }
        news
    }

    /// A request with `shape` was refused for its structure, `surely` or perhaps. How to ask the same question again;
    /// `None` when it was not that, or there is nothing looser.
    pub(super) fn looser(&self, shape: Structure, surely: bool) -> Option<Structure> {
        let mut state = self.state();
        let looser = shape.looser()?;
        if surely {
            if state.shape == shape {
                state.shape = looser;
                state.settled = false;
            }
            return Some(looser);
        }
        (!state.settled).then_some(looser)
    }

    /// Whether there was a reply.
    pub(super) fn answered(&self) -> bool {
        self.state().answered
    }

    /// Gives out nothing more.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.bell.notify_all();
    }
}

/// `wait`, and up to a quarter more.
fn spread(wait: Duration, jitter: u32) -> Duration {
    wait + wait.saturating_mul(jitter % 256) / 1024
}

/// Whether only one request may be under way.
fn alone(state: &State) -> bool {
    !state.settled && state.scouts < SCOUTS
}

fn next(state: &mut State, now: Instant) -> Option<Ask> {
    let due = |at: Option<Instant>| at.is_none_or(|at| at <= now);
    let most = if alone(state) { 1 } else { state.workers };
    if !due(state.resume) || state.active >= most {
        return None;
    }
    let at = state.waiting.iter().position(|a| due(a.not_before))?;
    state.active += 1;
    state.waiting.remove(at)
}

/// Time until something may be due; the bell rings besides when a request ends.
fn until(state: &State, now: Instant) -> Duration {
    let first = state.waiting.iter().map(|a| a.not_before).min().flatten();
    let soonest = state.resume.max(first);
    let nap = soonest.map_or(NAP, |at| at.saturating_duration_since(now));
    nap.clamp(Duration::from_millis(1), NAP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::chat::Endpoint;

    #[expect(clippy::disallowed_methods, reason = "the test is about time")]
    fn now() -> Instant {
        Instant::now()
    }

    fn turn(questions: usize, known: Option<Structure>, calls: Option<usize>) -> Turn {
        let endpoint = Endpoint::new("http://h", None).unwrap();
        let line = Line {
            workers: 2,
            calls,
            ..Line::new(endpoint, "m", now, String::new())
        };
        Turn::new((0..questions).map(|n| (n, n.to_string())).collect(), known, &line)
    }

    fn due(turn: &Turn) -> Option<usize> {
        next(&mut turn.state(), now()).map(|a| a.place)
    }

    #[test]
    fn one_goes_ahead_until_the_structure_is_known() {
        let turn = turn(5, None, None);
        assert_eq!((due(&turn), due(&turn)), (Some(0), None));
        // A bare refusal changes the question alone, one that says so changes all.
        assert_eq!(turn.looser(Structure::Schema, false), Some(Structure::Object));
        assert_eq!(turn.state().shape, Structure::Schema);
        assert_eq!(turn.looser(Structure::Schema, true), Some(Structure::Object));
        assert_eq!(turn.state().shape, Structure::Object);
        assert!(turn.took(Structure::Object) && !turn.took(Structure::Object));
        turn.finish(true);
        // Two workers, and no third before what came of the first is on the disk.
        assert_eq!((due(&turn), due(&turn), due(&turn)), (Some(1), Some(2), None));
        // Now a bare refusal is about the picture.
        assert_eq!(turn.looser(Structure::Object, false), None);
        assert_eq!(turn.looser(Structure::Words, true), None);
        let known = self::turn(5, Some(Structure::Words), None);
        assert_eq!((due(&known), due(&known)), (Some(0), Some(1)));
        assert!(!known.took(Structure::Words));
    }

    #[test]
    fn three_failures_are_enough_of_going_ahead() {
        let turn = turn(9, None, None);
        for n in 0..3 {
            assert_eq!((due(&turn), due(&turn)), (Some(n), None));
            turn.finish(true);
        }
        assert_eq!((due(&turn), due(&turn)), (Some(3), Some(4)));
    }

    #[test]
    fn all_wait_as_long_as_was_said_and_longer_each_time_where_nothing_was() {
        let turn = turn(5, Some(Structure::Schema), None);
        let (ask, _) = turn.take().unwrap();
        turn.pause(Some(Duration::from_millis(80)), 0);
        turn.again(ask, Duration::ZERO);
        let begun = now();
        assert_eq!(turn.take().unwrap().0.place, 0);
        assert!(begun.elapsed() >= Duration::from_millis(79));
        // The second of two that were told so at once does not make it longer.
        turn.pause(None, 0);
        turn.pause(None, 255);
        let state = turn.state();
        let left = state.resume.unwrap().saturating_duration_since(now());
        // One pause before it: 2 × 0.5 s.
        assert!(
            state.pauses == 2 && left > Duration::from_millis(900) && left <= Duration::from_secs(1),
            "{left:?}"
        );
        // 255 of 1024 more than 4 s.
        assert_eq!(
            spread(Duration::from_secs(4), 255),
            Duration::from_micros(4_996_093) + Duration::from_nanos(750)
        );
    }

    #[test]
    fn nobody_listens_five_times_in_a_row() {
        let turn = turn(5, None, None);
        let vain = || {
            turn.state().resume = None;
            turn.vain()
        };
        assert_eq!([vain(), vain(), vain(), vain()], [false; 4]);
        turn.reached(true);
        let vain = || {
            turn.state().resume = None;
            turn.vain()
        };
        assert_eq!(
            [vain(), vain(), vain(), vain(), vain()],
            [false, false, false, false, true]
        );
        assert!(!turn.vain(), "while all wait, nobody counts");
    }

    #[test]
    fn the_limit_of_requests_counts_requests() {
        let turn = turn(5, Some(Structure::Schema), Some(2));
        assert!(turn.take().is_some());
        turn.finish(false);
        let (ask, _) = turn.take().unwrap();
        turn.again(ask, Duration::ZERO);
        assert_eq!(turn.take().map(|(a, _)| a.place), Some(1));
        assert!(turn.take().is_none());
    }
}
