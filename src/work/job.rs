//! The jobs, their replies, and how each is run. A job reads; only the journal lane and imports write.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::error::Problem;
use crate::base::path::RepoPath;
use crate::base::ticket::Ticket;
use crate::domain::bm25::ask::Dials;
use crate::domain::board::Board;
use crate::domain::candidate::Candidate;
use crate::domain::filter::Filter;
use crate::domain::ladder::Ground;
use crate::domain::order::Sort;
use crate::domain::row::{Mine, Outcome, Row};
use crate::domain::run::RunInfo;
use crate::domain::symbol::{Line1, Outline};
use crate::read::blame::Blame;
use crate::read::prints::Span;
use crate::read::repo;
use crate::text::layers::Inks;

use super::agree::whole::Whole;
use super::casefile::CaseFile;
use super::inquiry::{CaseFindings, Inquiry};
use super::journal_lane::JournalEvent;
use super::office::Slice;
use super::rank::bench::{Bench, Weighed};
use super::sieve::Sieve;
use super::steps::{Original, Walk};
mod run;

pub use run::arrange;
pub(super) use run::run;

/// Which lane runs a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LaneName {
    /// Rows, runs, orders.
    Index,
    /// Case files.
    Case,
    /// Source files.
    Source,
    /// Blame.
    Blame,
    /// The board.
    Board,
    /// Findings.
    Why,
    /// The reference ranker.
    Rank,
    /// Steps of trajectories.
    Steps,
    /// Candidates and agreement.
    Review,
}

/// Where a file of a repository is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// `OWNER/NAME`.
    pub repo: String,
    /// Commit.
    pub commit: String,
    /// Path at that commit.
    pub path: RepoPath,
}

/// A request.
#[derive(Debug, Clone)]
pub enum Job {
    /// All rows of the list, then the runs.
    Rows,
    /// What a run did on the rows.
    Outcomes {
        /// Name of the run.
        run: Arc<str>,
        /// The rows.
        rows: Arc<Vec<Row>>,
    },
    /// Filter, search and sort.
    Arrange(Box<Arrange>),
    /// One case file, then the ones that may be wanted next.
    Case {
        /// Where the record stands.
        slice: Slice,
        /// Neighbours.
        ahead: Vec<Slice>,
    },
    /// A source file.
    Source(Location),
    /// The steps of a run on a case.
    Steps {
        /// Name of the run.
        run: Arc<str>,
        /// The case.
        case: String,
        /// Its gold files.
        gold: Vec<RepoPath>,
    },
    /// What the steps printed.
    Original {
        /// Name of the run.
        run: Arc<str>,
        /// The steps.
        walk: Arc<Walk>,
    },
    /// A page of what a step printed.
    Page {
        /// The original.
        path: PathBuf,
        /// The text in it.
        span: Span,
        /// The page of it.
        n: u64,
    },
    /// Who last changed a line.
    Blame {
        /// The file.
        at: Location,
        /// The line.
        line: Line1,
    },
    /// The candidates.
    Candidates,
    /// How far people agree, where they differ, and what was made of it.
    Agree {
        /// Labels of the dataset count as one more rater.
        dataset: bool,
    },
    /// What the AI gate's log says, with the images it is about.
    Gate,
    /// What every run did on every case.
    Board,
    /// Why a run missed.
    Why {
        /// Name of the run.
        run: Arc<str>,
    },
    /// A case made ready for the reference ranker.
    Bench(Arc<CaseFile>),
    /// Ranks of gold, and terms, under these dials; the number of the wrong file to look at.
    Weigh(Arc<Bench>, Box<Dials>, usize),
}

/// Input of [`Job::Arrange`].
#[derive(Debug, Clone)]
pub struct Arrange {
    /// The rows.
    pub rows: Arc<Vec<Row>>,
    /// What the annotator did, by row.
    pub mine: Arc<HashMap<u32, Mine>>,
    /// What the chosen run did, by row.
    pub outcomes: Arc<Vec<Outcome>>,
    /// The filter.
    pub filter: Filter,
    /// Rows that are left; `None` for all.
    pub subset: Option<Arc<HashSet<u32>>>,
    /// The order.
    pub sort: Sort,
}

/// A run as the screens need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunHead {
    /// Name.
    pub name: Arc<str>,
    /// Where it came from.
    pub info: RunInfo,
    /// Cases it has a row for.
    pub cases: usize,
}

/// Part of an answer.
#[derive(Debug)]
pub enum Reply {
    /// Some more rows.
    Rows(Vec<Row>),
    /// All rows came; lines that are no case.
    RowsDone(Vec<Problem>),
    /// The runs, and what could not be read.
    Runs(Vec<RunHead>, Vec<Problem>),
    /// What the run did, by row.
    Outcomes(Arc<str>, Vec<Outcome>),
    /// Rows to show, in order.
    Order(Vec<u32>),
    /// The case file.
    Case(Arc<CaseFile>),
    /// The case file cannot be had.
    CaseFault(Problem),
    /// A neighbour's case file.
    Ahead(Arc<CaseFile>),
    /// Which paths exist at the base commit, or why that is not known.
    Presence(Result<HashMap<RepoPath, bool>, String>),
    /// What the lenient rules know of the repository.
    Ground(Arc<Ground>),
    /// Why the runs missed gold of the case, or did not.
    Findings(Arc<CaseFindings>),
    /// Text of the source file, clean, one entry a line.
    Source(Vec<Box<str>>),
    /// Why there is none.
    SourceFault(repo::Fault),
    /// Functions of the file; the language, if it has a grammar here.
    Outline(Outline, Option<&'static str>),
    /// Colours of some lines, from this one on (counted from 0).
    Inks(usize, Vec<Inks>),
    /// Colouring is over; a note where there is something to say.
    Inked(String),
    /// The steps; `None` when the run left none.
    Steps(Result<Option<Arc<Walk>>, Problem>),
    /// What the steps printed, or why that is not known.
    Original(Result<Arc<Original>, String>),
    /// Lines of a page of a text.
    Page(Span, u64, Result<Vec<Box<str>>, String>),
    /// Who last changed the line, or why that is not known.
    Blame(Line1, Result<Blame, String>),
    /// The candidates, or why they cannot be read.
    Candidates(Result<Vec<Candidate>, Problem>),
    /// How far people agree, or why that is not known.
    Agree(Result<Arc<Whole>, Problem>),
    /// The gate's log, or why it cannot be read.
    Gate(Result<Arc<Sieve>, Problem>),
    /// The board, and what could not be read.
    Board(Arc<Board>, Vec<Problem>),
    /// How many cases of how many were gone through for findings.
    Asking(usize, usize),
    /// Why a run missed, or why that is not known.
    Why(Result<Arc<Inquiry>, Problem>),
    /// How many files of how many were read for the ranker.
    Reading(usize, usize),
    /// The case is ready for the ranker, or why not.
    Bench(Result<Arc<Bench>, Problem>),
    /// What the dials give.
    Weighed(Box<Weighed>),
}

/// What reaches the main loop from the lanes.
#[derive(Debug)]
pub enum Event {
    /// An answer.
    Reply(Ticket, Reply),
    /// The request was dropped for a newer one.
    Dropped(Ticket),
    /// The request is done.
    Idle(Ticket),
    /// A job panicked; the lane goes on.
    Crashed {
        /// Which lane.
        lane: &'static str,
        /// What the panic said.
        what: String,
    },
    /// News of the journal.
    Journal(JournalEvent),
}

impl Job {
    /// Which lane runs it.
    pub fn lane(&self) -> LaneName {
        match self {
            Self::Rows | Self::Outcomes { .. } | Self::Arrange(_) => LaneName::Index,
            Self::Case { .. } => LaneName::Case,
            Self::Source(_) => LaneName::Source,
            Self::Blame { .. } => LaneName::Blame,
            Self::Candidates | Self::Agree { .. } | Self::Gate => LaneName::Review,
            Self::Board => LaneName::Board,
            Self::Why { .. } => LaneName::Why,
            Self::Bench(_) | Self::Weigh(..) => LaneName::Rank,
            Self::Steps { .. } | Self::Original { .. } | Self::Page { .. } => LaneName::Steps,
        }
    }
}
