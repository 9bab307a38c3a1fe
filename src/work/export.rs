//! Export: cases, judgements, candidates and scores as files for other tools, and for another workspace.
//!
//! All files of one export are written beside their folder and moved into it at the end, so that a stop or a full disk
//! leaves nothing half done. What comes out can be imported again and gives the same records.

use std::cell::OnceCell;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::domain::seen::modes::Mode;
use crate::read::meter::Meter;
use crate::store::whole;
use crate::store::workspace::Workspace;

mod agreed;
mod agreement;
mod candidates;
mod cases;
mod folder;
pub mod gate;
mod images;
mod judgements;
mod machine;
mod modes;
mod parquet;
mod scores;
mod sheet;

use agreed::Standings;
pub use sheet::As;
use sheet::{Out, Sheet};

/// What can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The cases, with agreed labels.
    Cases,
    /// Every entry of every journal.
    Judgements,
    /// Harmful-image candidates.
    Candidates,
    /// Accepted candidates as cases of relevance −1.
    Harmful,
    /// How far people agree, question by question.
    Agreement,
    /// The ranks of gold in every run.
    Scores,
    /// The cases as systems outside read them, a file an input mode.
    Modes,
}

impl What {
    /// All, in the order in which they are written.
    pub const ALL: [Self; 7] = [
        Self::Cases,
        Self::Judgements,
        Self::Candidates,
        Self::Harmful,
        Self::Agreement,
        Self::Scores,
        Self::Modes,
    ];

    /// Its word, and the name of its file before the dot, or of its folder.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cases => "cases",
            Self::Judgements => "judgements",
            Self::Candidates => "candidates",
            Self::Harmful => "harmful",
            Self::Agreement => "agreement",
            Self::Scores => "scores",
            Self::Modes => "modes",
        }
    }

    /// What the word says.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|w| w.word() == word)
    }
}

/// What to export and how.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Plan {
    /// What, each once.
    pub what: Vec<What>,
    /// In which form.
    pub form: As,
    /// Labels as they came with the data, without what annotators agreed on.
    pub raw: bool,
    /// Also while a blind round is open.
    pub reveal: bool,
    /// Also when journals are damaged: what can be read of them.
    pub allow_damage: bool,
    /// Copy the images too.
    pub images: bool,
    /// Input modes to write; none for all four.
    pub modes: Vec<Mode>,
    /// Producers whose evidence counts, in this order; none for all in order of name.
    pub producers: Vec<String>,
}

/// One file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// What it holds.
    pub what: What,
    /// Where it is.
    pub file: PathBuf,
    /// Its rows.
    pub rows: usize,
    /// Its size in bytes.
    pub bytes: u64,
}

/// What an export did.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The files.
    pub files: Vec<Written>,
    /// Images that were copied.
    pub images: usize,
    /// Damage in journals that was passed over.
    pub damage: Vec<Problem>,
    /// What should be known.
    pub notes: Vec<Problem>,
}

/// Writes all that `plan` names into `dir`, which must be new, empty, or hold earlier exports only.
///
/// # Errors
/// Something else lies in `dir`, a damaged journal or record, an open blind round, a failed write, a stop. The folder is
/// then as it was.
pub fn export(ws: &Workspace, plan: &Plan, dir: &Path, meter: &Meter) -> Result<Report> {
    check(ws, plan)?;
    let folder = folder::Folder::begin(dir)?;
    let mut report = Report::default();
    let standings = OnceCell::new();
    for what in &plan.what {
        if *what == What::Modes {
            let task = Task {
                ws,
                plan,
                meter,
                report: &mut report,
                standings: &standings,
            };
            let written = modes::files(task, folder.aside(), dir)?;
            report.files.extend(written);
            continue;
        }
        let name = format!("{}.{}", what.word(), plan.form.ending());
        let path = folder.aside().join(&name);
        let file = File::create(&path).map_err(|e| Problem::io("write", &path, &e))?;
        let out = BufWriter::with_capacity(1 << 17, file);
        let task = Task {
            ws,
            plan,
            meter,
            report: &mut report,
            standings: &standings,
        };
        let rows = one(*what, task, Box::new(out))?;
        let bytes = folder::sync(&path)?;
        report.files.push(Written {
            what: *what,
            file: dir.join(&name),
            rows,
            bytes,
        });
    }
    if plan.images {
        report.images = images::copy(ws, folder.aside(), meter)?;
    }
    meter.check()?;
    folder.commit()?;
    Ok(report)
}

/// Writes the rows of one thing to `out`, as JSON Lines or CSV.
///
/// # Errors
/// As [`export`]; Parquet cannot be streamed.
pub fn stream(ws: &Workspace, plan: &Plan, out: Box<dyn Write + Send + '_>, meter: &Meter) -> Result<Report> {
    let (Some(what), true) = (plan.what.first(), plan.what.len() == 1) else {
        return Err(Problem::input("standard output takes one thing").mend("name it, as in: --what cases --out -"));
    };
    if plan.form == As::Parquet || plan.images {
        return Err(Problem::input("standard output takes JSON Lines or CSV alone").mend("name a folder with --out"));
    }
    check(ws, plan)?;
    let mut report = Report::default();
    let task = Task {
        ws,
        plan,
        meter,
        report: &mut report,
        standings: &OnceCell::new(),
    };
    one(*what, task, out)?;
    Ok(report)
}

/// Whether the plan may be carried out now.
fn check(ws: &Workspace, plan: &Plan) -> Result<()> {
    modes::check(plan)?;
    let tells = |what: &What| match what {
        What::Cases | What::Candidates => !plan.raw,
        What::Modes => !plan.raw && modes::reads(plan),
        What::Judgements | What::Harmful | What::Agreement => true,
        What::Scores => false,
    };
    if plan.what.iter().any(tells) && !plan.reveal {
        gate::open(ws)?;
    }
    Ok(())
}

/// One thing to write: where from, how, and what to tell about it.
struct Task<'a> {
    ws: &'a Workspace,
    plan: &'a Plan,
    meter: &'a Meter,
    report: &'a mut Report,
    /// What people agreed on; read by the first file that needs it.
    standings: &'a OnceCell<Standings>,
}

fn one(what: What, task: Task<'_>, out: Out<'_>) -> Result<usize> {
    match what {
        What::Cases => cases::write(task, out),
        What::Judgements => judgements::write(task, out),
        What::Candidates => candidates::write(task, out),
        What::Harmful => candidates::harmful(task, out),
        What::Agreement => agreement::write(task, out),
        What::Scores => scores::write(task, out),
        What::Modes => modes::stream(task, out),
    }
}

/// Damage in journals stops the export unless it is to be passed over.
fn damaged(plan: &Plan, damage: Vec<Problem>, report: &mut Report) -> Result<()> {
    match damage.first() {
        Some(first) if !plan.allow_damage => {
            let mut p = first.clone();
            let more = match damage.len() {
                1 => String::new(),
                n => format!("; {} more lines like this", n - 1),
            };
            p.what = format!(
                "a journal is damaged, so the export would not be whole: {}{more}",
                p.what
            );
            let mend = p.mend.take().unwrap_or_default();
            Err(p.mend(format!("{mend}, or export what can be read with --allow-damage")))
        }
        _ => {
            // Several files of one export read the same journals.
            for p in damage {
                if !report.damage.contains(&p) {
                    report.damage.push(p);
                }
            }
            Ok(())
        }
    }
}

/// Number of lines of a file of the workspace, for progress.
fn lines(path: &Path) -> u64 {
    let Ok(raw) = fs::read(path) else { return 0 };
    memchr::memchr_iter(b'\n', &raw).count() as u64
}

/// Makes the names of a folder durable.
fn settle(dir: &Path) {
    whole::sync_dir(dir);
}
