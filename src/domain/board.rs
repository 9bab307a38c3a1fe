//! The board: what every run did on every case, small enough to hold, complete enough for every metric at every K.

use std::sync::Arc;

use super::level::Level;
use super::metric::{Metric, Ranked};
use super::run::{RunInfo, Status};
use super::stats::{Interval, wilson};

/// What slices need of a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Case id.
    pub id: Arc<str>,
    /// Benchmark; empty when unknown.
    pub benchmark: Arc<str>,
    /// `OWNER/NAME`.
    pub repo: Arc<str>,
    /// Language; empty when unknown.
    pub language: Arc<str>,
    /// Category that came with the data.
    pub category: Option<Arc<str>>,
    /// Relevance that came with the data.
    pub relevance: Option<i8>,
    /// easy, medium, hard.
    pub difficulty: Option<Arc<str>>,
    /// `human` or `ai`.
    pub annotation_by: Option<Arc<str>>,
    /// Exhibits.
    pub images: u16,
    /// Distinct gold files.
    pub files: u32,
    /// Distinct gold functions; `None` when there is no function gold.
    pub functions: Option<u32>,
    /// Short scalar fields that came with the row, in its order: field, value.
    pub extra: Box<[(Arc<str>, Arc<str>)]>,
}

impl Facts {
    /// Gold items of a level; 0 where there is none.
    pub fn gold(&self, level: Level) -> u32 {
        match level {
            Level::File => self.files,
            Level::Function => self.functions.unwrap_or(0),
        }
    }
}

/// What became of a run on a case. These are four different things, and none of them is a miss with suspects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum State {
    /// The run has no row for the case.
    #[default]
    NotRun,
    /// The run ended without an answer: limit, crash.
    NoSubmission,
    /// There is an answer that could not be parsed or was cut off.
    Unparseable,
    /// The answer names nothing.
    Empty,
    /// The answer names something.
    Answered,
}

impl State {
    /// Of a record: what it names is scored, whatever became of the run (an agent that hits its limit submits too).
    pub fn of(status: Status, names_something: bool) -> Self {
        match status {
            _ if names_something => Self::Answered,
            Status::Ok => Self::Answered,
            Status::Empty => Self::Empty,
            Status::InvalidJson | Status::Truncated => Self::Unparseable,
            Status::NoSubmission | Status::Crashed => Self::NoSubmission,
            Status::Missing => Self::NotRun,
        }
    }

    /// Whether an answer was submitted that can be used.
    pub fn valid(self) -> bool {
        self == Self::Answered
    }

    /// The word on screens.
    pub fn word(self) -> &'static str {
        match self {
            Self::NotRun => "not run",
            Self::NoSubmission => "no submission",
            Self::Unparseable => "unparseable",
            Self::Empty => "empty",
            Self::Answered => "answered",
        }
    }
}

/// A run on a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// What became of it.
    pub state: State,
    /// Gold files in its ranking, ids compared as written; `None` without gold files.
    pub file: Option<Ranked>,
    /// Gold functions in its ranking, ids compared as written; `None` without gold functions.
    pub function: Option<Ranked>,
}

impl Cell {
    /// Gold of a level in the ranking.
    pub fn ranked(&self, level: Level) -> Option<&Ranked> {
        match level {
            Level::File => self.file.as_ref(),
            Level::Function => self.function.as_ref(),
        }
    }

    /// Whether all gold stands within the top `k`; `None` without gold.
    pub fn solved(&self, level: Level, k: u32) -> Option<bool> {
        let ranked = self.ranked(level)?;
        Some(ranked.complete_rank().is_some_and(|r| r <= k))
    }
}

/// A run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardRun {
    /// Name of its folder.
    pub name: Arc<str>,
    /// Where it came from.
    pub info: RunInfo,
    /// What it did, by case; as many as there are cases.
    pub cells: Vec<Cell>,
    /// Rows about cases that are not in the workspace.
    pub strange: u32,
}

impl BoardRun {
    /// Whether it answers at a level: a run that names files in some rows and functions in none is not scored for
    /// functions, and the other way round.
    pub fn answers(&self, level: Level) -> bool {
        let names = |level| self.cells.iter().any(|c| c.ranked(level).is_some_and(|r| r.listed > 0));
        names(level) || !names(level.other())
    }

    /// What it did on a case.
    pub fn cell(&self, case: u32) -> Option<&Cell> {
        self.cells.get(case as usize)
    }

    /// Cases it has a row for.
    pub fn rows(&self) -> usize {
        self.cells.iter().filter(|c| c.state != State::NotRun).count()
    }
}

/// Cases and runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    /// Cases in the order of the file.
    pub cases: Vec<Facts>,
    /// Runs by name.
    pub runs: Vec<BoardRun>,
}

/// A metric of a run over some cases, with everything its denominator hides.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// Sum of the values; a row that is missing or names nothing adds 0.
    pub sum: f64,
    /// Cases with gold: the denominator. A run that lacks some of them is told so, not excused.
    pub n: u32,
    /// Cases without gold at this level; they count nowhere.
    pub no_gold: u32,
    /// Of `n`: cases with more gold than K, which no ranking can solve. Only for Acc@K.
    pub impossible: u32,
    /// Of `n`, by [`State`]: not run, no submission, unparseable, empty, answered.
    pub states: [u32; 5],
}

impl Tally {
    /// The mean; `None` when no case has gold.
    pub fn value(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / f64::from(self.n))
    }

    /// The mean over the cases whose submission names something; `None` when there are none.
    pub fn among_valid(&self) -> Option<f64> {
        let n = self.valid();
        (n > 0).then(|| self.sum / f64::from(n))
    }

    /// Submissions that name something.
    pub fn valid(&self) -> u32 {
        self.state(State::Answered)
    }

    /// Cases in a state.
    pub fn state(&self, state: State) -> u32 {
        self.states.get(state as usize).copied().unwrap_or(0)
    }

    /// Wilson's interval at 95 %, for metrics that are 0 or 1 on a case.
    pub fn interval(&self, metric: Metric) -> Option<Interval> {
        metric.binary().then(|| wilson(self.hits(), self.n)).flatten()
    }

    /// The sum as a count, for metrics that are 0 or 1 on a case.
    pub fn hits(&self) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count of at most n"
        )]
        let hits = self.sum.round().max(0.0) as u32;
        hits.min(self.n)
    }

    /// Whether there are too few cases to say much (under 30, STATS).
    pub fn few(&self) -> bool {
        self.n < 30
    }
}

impl Board {
    /// Index of a run by name.
    pub fn run(&self, name: &str) -> Option<usize> {
        self.runs.iter().position(|r| &*r.name == name)
    }

    /// All cases.
    pub fn all(&self) -> Vec<u32> {
        (0..crate::base::num::small(self.cases.len())).collect()
    }

    /// A metric of a run over `cases`; of none where the run does not [answer](BoardRun::answers) at the level.
    pub fn tally(&self, run: &BoardRun, level: Level, metric: Metric, cases: &[u32]) -> Tally {
        let mut out = Tally::default();
        if !run.answers(level) {
            return out;
        }
        let k = match metric {
            Metric::Acc(k) => Some(k),
            _ => None,
        };
        for case in cases {
            let Some(cell) = run.cell(*case) else { continue };
            let Some(ranked) = cell.ranked(level) else {
                out.no_gold += 1;
                continue;
            };
            out.n += 1;
            if let Some(slot) = out.states.get_mut(cell.state as usize) {
                *slot += 1;
            }
            out.impossible += u32::from(k.is_some_and(|k| ranked.gold() > k));
            out.sum += ranked.value(metric);
        }
        out
    }
}
