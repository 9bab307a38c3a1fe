//! State of the desk: the case file on it and where the user is in each pane.

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::layout::Pane;
use crate::app::model::Screen;
use crate::base::path::RepoPath;
use crate::base::ticket::Ticket;
use crate::domain::case::Exhibit;
use crate::domain::entry::Subject;
use crate::domain::finding::Finding;
use crate::domain::ladder::{self, Found, Ground, PathLadder, Rules};
pub use crate::domain::level::Level;
use crate::domain::matching;
use crate::domain::metric::Ranked;
use crate::domain::run::{Suspect, Suspects};
use crate::domain::written;
use crate::text::flow::Line;
use crate::work::casefile::CaseFile;
use crate::work::inquiry::CaseFindings;

/// K lines that can be chosen.
pub const KS: [u32; 4] = [1, 3, 5, 10];

/// Neighbours kept ready.
pub const KEPT: usize = 8;

/// What answers go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Target {
    /// The chosen exhibit.
    #[default]
    Exhibit,
    /// The whole case.
    Case,
}

/// A gold item as the pane lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldItem {
    /// File.
    pub path: RepoPath,
    /// Function; `None` for a file.
    pub name: Option<String>,
    /// Rank at which the chosen run has it, repeated ids left out.
    pub rank: Option<u32>,
    /// The run wrote it in another form, so that a scorer does not find it.
    pub mended: bool,
}

/// Text of the issue laid out for a width.
#[derive(Debug, Clone, Default)]
pub struct Flowed {
    /// Columns, rows of the pane and cell pixels it was laid out for.
    pub for_size: (u16, u16, (u16, u16)),
    /// The lines.
    pub lines: Arc<Vec<Line>>,
}

/// The desk.
#[derive(Debug)]
pub struct Desk {
    /// Row of the case.
    pub row: Option<u32>,
    /// The case file; `None` while it loads.
    pub file: Option<Arc<CaseFile>>,
    /// Why there is none.
    pub fault: Option<String>,
    /// Request of the case file.
    pub ticket: Ticket,
    /// Case to be read again once the rows are: the workspace was opened anew.
    pub again: Option<String>,
    /// Case files at hand: neighbours and the ones just left.
    pub kept: Vec<Arc<CaseFile>>,
    /// Which paths exist at the base commit; the words say why it is not known.
    pub presence: Result<HashMap<RepoPath, bool>, String>,
    /// What the lenient rules know of the repository; `None` until it was asked.
    pub ground: Option<Arc<Ground>>,
    /// Why the runs missed, once that is known.
    pub findings: Arc<CaseFindings>,
    /// Pane with the keys.
    pub focus: Pane,
    /// First line of the issue pane.
    pub issue_top: usize,
    /// First line of the evidence pane.
    pub evidence_top: usize,
    /// Text laid out.
    pub flowed: Flowed,
    /// Chosen exhibit.
    pub exhibit: usize,
    /// Chosen producer of evidence.
    pub producer: usize,
    /// Cursor of the gold pane.
    pub gold: usize,
    /// Cursor of the suspects pane.
    pub suspect: usize,
    /// Level of the suspects.
    pub level: Level,
    /// The K line.
    pub k: u32,
    /// What answers go to.
    pub target: Target,
    /// The animation of the chosen exhibit plays.
    pub playing: bool,
    /// When the user last did something here.
    pub last_ms: u64,
    /// Work on this case so far, idle time capped, in milliseconds.
    pub worked_ms: u64,
    /// Of it, work since the subject came on screen.
    pub subject_ms: u64,
    /// Search text of the issue pane.
    pub search: String,
    /// The screen to which back leads.
    pub from: Screen,
    /// Put the cursor on missed gold as soon as the case file is there.
    pub aim: bool,
    /// Id of the exhibit to choose as soon as the case file is there.
    pub wish: Option<String>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            row: None,
            file: None,
            fault: None,
            ticket: Ticket::default(),
            again: None,
            kept: Vec::new(),
            presence: Err(String::new()),
            ground: None,
            findings: Arc::default(),
            focus: Pane::Issue,
            issue_top: 0,
            evidence_top: 0,
            flowed: Flowed::default(),
            exhibit: 0,
            producer: 0,
            gold: 0,
            suspect: 0,
            level: Level::File,
            k: 5,
            target: Target::Exhibit,
            playing: false,
            last_ms: 0,
            worked_ms: 0,
            subject_ms: 0,
            search: String::new(),
            from: Screen::List,
            aim: false,
            wish: None,
        }
    }
}

impl Desk {
    /// Id of the case.
    pub fn id(&self) -> Option<&str> {
        self.file.as_ref().map(|f| f.case.id.as_str())
    }

    /// Hash of what is judged, when this is the case on the desk or one kept; else empty.
    pub fn print_of(&self, case: &str) -> String {
        self.file
            .iter()
            .chain(&self.kept)
            .find(|f| f.case.id == case)
            .map(|f| f.case.print())
            .unwrap_or_default()
    }

    /// The chosen exhibit.
    pub fn exhibit(&self) -> Option<&Exhibit> {
        self.file.as_ref()?.case.exhibits.get(self.exhibit)
    }

    /// What answers go to; the case where there is no exhibit.
    pub fn subject(&self) -> Option<Subject> {
        let case = self.id()?.to_owned();
        Some(match (self.target, self.exhibit()) {
            (Target::Exhibit, Some(e)) => Subject::Exhibit {
                case,
                exhibit: e.id.clone(),
            },
            _ => Subject::Case { case },
        })
    }

    /// The case as a subject.
    pub fn case_subject(&self) -> Option<Subject> {
        Some(Subject::Case {
            case: self.id()?.to_owned(),
        })
    }

    /// The record of a run.
    pub fn suspects(&self, run: &str) -> Option<&Suspects> {
        self.file
            .as_ref()?
            .suspects
            .iter()
            .find(|(name, _)| &**name == run)
            .map(|(_, s)| s)
    }

    /// Suspects of a run at the chosen level.
    pub fn ranked(&self, run: &str) -> &[Suspect] {
        match (self.suspects(run), self.level) {
            (Some(s), Level::File) => &s.files,
            (Some(s), Level::Function) => &s.functions,
            (None, _) => &[],
        }
    }

    /// Whether a path exists at the base commit, if that is known.
    pub fn present(&self, path: &RepoPath) -> Option<bool> {
        self.presence.as_ref().ok()?.get(path).copied()
    }

    /// The file that a suspect's path stands for: as it is, or what the tree has for it when it has no such path.
    pub fn place(&self, suspect: &Suspect) -> RepoPath {
        match &self.ground {
            Some(ground) if ground.tree.is_some() => {
                let ladder = PathLadder::new(suspect, ground.tree.as_ref(), &ground.repo);
                RepoPath::new(ladder.settled())
            }
            _ => suspect.path.clone(),
        }
    }

    /// How a suspect of the chosen level is gold under the lenient rules, without regard to the others.
    pub fn lenient(&self, suspect: &Suspect) -> Option<Found> {
        let (ground, gold) = (self.ground.as_deref()?, &self.file.as_ref()?.case.gold);
        let one = std::slice::from_ref(suspect);
        let found = match self.level {
            Level::File => ladder::file_finds(Rules::Lenient, &gold.files, one, ground),
            Level::Function => {
                let functions = gold.functions.as_deref().unwrap_or(&[]);
                ladder::function_finds(Rules::Lenient, functions, one, ground)
            }
        };
        found
            .into_iter()
            .flatten()
            .min_by_key(|f| (f.unverified, f.name, f.path))
    }

    /// Why `run` missed gold of the chosen level within K, or that it did not.
    pub fn finding(&self, run: &str) -> Option<&Finding> {
        self.findings.get(&(Arc::from(run), self.level, self.k))
    }

    /// Gold files, then gold functions, with the rank at which `run` has each.
    pub fn gold_items(&self, run: &str) -> Vec<GoldItem> {
        let Some(file) = &self.file else { return Vec::new() };
        let gold = &file.case.gold;
        let empty = Suspects::missing("");
        let suspects = self.suspects(run).unwrap_or(&empty);
        let ids: Vec<String> = gold.files.iter().map(ToString::to_string).collect();
        let written = written::files(&ids, &suspects.files).unwrap_or_default();
        let mended = matching::file_ranks(gold, &suspects.files);
        let mut out: Vec<GoldItem> = gold
            .files
            .iter()
            .zip(ranks(&written, mended))
            .map(|(path, (rank, mended))| GoldItem {
                path: path.clone(),
                name: None,
                rank,
                mended,
            })
            .collect();
        if let Some(functions) = &gold.functions {
            let written = written::functions(functions, &suspects.functions).unwrap_or_default();
            let mended = matching::function_ranks(functions, &suspects.functions);
            out.extend(
                functions
                    .iter()
                    .zip(ranks(&written, mended))
                    .map(|(id, (rank, mended))| {
                        let (path, name) = matching::split_function(id);
                        GoldItem {
                            path: path.into(),
                            name: Some(name.to_owned()),
                            rank,
                            mended,
                        }
                    }),
            );
        }
        out
    }
}

/// Ranks as written; where there is none, the rank of what reading mended.
fn ranks(written: &Ranked, mended: Vec<Option<u32>>) -> impl Iterator<Item = (Option<u32>, bool)> + '_ {
    let as_written = written.ranks.iter().copied().chain(std::iter::repeat(None));
    as_written
        .zip(mended)
        .map(|(w, m)| (w.or(m), w.is_none() && m.is_some()))
}
