//! `casefile report`: one self-contained file with tables and charts; every number names the command that gives it again.

use std::path::Path;
use std::sync::Arc;

use crate::app::model::bench::metrics;
use crate::base::error::{Problem, Result};
use crate::domain::board::{Board, BoardRun};
use crate::domain::level::Level;
use crate::domain::metric::Metric;
use crate::domain::show;
use crate::domain::slice::{Answers, By, slices};
use crate::store::whole;
use crate::store::workspace::Workspace;
use crate::work::inquiry::{self, Inquiry};
use crate::work::office::Office;

use super::args::Report as Args;
use super::list::counted;
use super::{progress, score};

mod block;
mod html;
mod markdown;
mod pairs;
mod svg;

use block::{Bar, Block, Section, Series};

/// Largest K of the curves.
const MOST: u32 = 20;

/// Writes the report.
///
/// # Errors
/// No workspace or runs, a name that there is not, a file that cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let board = score::load(&ws, false)?;
    let runs: Vec<usize> = if args.runs.is_empty() {
        (0..board.runs.len()).collect()
    } else {
        args.runs
            .iter()
            .map(|r| score::find_run(&board, r))
            .collect::<Result<Vec<_>>>()?
    };
    if !inquiry::KS.contains(&args.k) {
        return Err(Problem::input(format!("a report is made for K = 1, 3, 5 or 10, not {}", args.k)).at_field("--k"));
    }
    let fields = if args.by.is_empty() {
        usual_fields(&board)
    } else {
        args.by
            .iter()
            .map(|b| By::parse(b, &board).map_err(Problem::input))
            .collect::<Result<Vec<_>>>()?
    };
    let markdown = match args.out.extension().and_then(|e| e.to_str()) {
        Some("md" | "markdown") => true,
        Some("html" | "htm") => false,
        _ => {
            return Err(Problem::input("a report is a .html or .md file")
                .in_file(&args.out)
                .mend("as in: --out report.html"));
        }
    };
    let parent = args.out.parent().filter(|p| !p.as_os_str().is_empty());
    if let Some(dir) = parent.filter(|p| !p.is_dir()) {
        return Err(Problem::input("there is no such folder")
            .in_file(dir)
            .mend("make it first"));
    }
    let mut found = Vec::new();
    let office = Office::new(Arc::new(ws.clone()));
    if !args.no_why {
        for run in runs.iter().filter_map(|r| board.runs.get(*r)) {
            found.push(why(&office, run)?);
        }
    }
    let ask = Ask {
        board: &board,
        runs: &runs,
        k: args.k,
        fields: &fields,
        ws: &args.workspace,
        found: &found,
    };
    let title = format!("casefile report: {}", name_of(&ws.root));
    let sections = ask.sections();
    let text = if markdown {
        markdown::render(&title, &sections)
    } else {
        html::render(&title, &sections)
    };
    whole::write_text(&args.out, &text)?;
    super::print(&format!("wrote {}\n", args.out.display()))?;
    Ok(0)
}

fn name_of(root: &Path) -> String {
    let full = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    full.file_name()
        .map_or_else(|| "workspace".to_owned(), |n| n.to_string_lossy().into_owned())
}

fn why(office: &Office, run: &BoardRun) -> Result<Inquiry> {
    progress::show(false, |meter| {
        let mut before = 0;
        inquiry::inquire(office, &run.name, &[], &|| meter.stopped(), &mut |done, all| {
            if done == 0 {
                meter.phase(&format!("asking why {} missed", run.name), all as u64);
            }
            meter.add(done.saturating_sub(before) as u64);
            before = done;
        })
    })
}

/// Fields with more than one value, in the usual order.
fn usual_fields(board: &Board) -> Vec<By> {
    let all = board.all();
    By::plain()
        .filter(|by| !matches!(by, By::Repo | By::GoldFiles))
        .filter(|by| slices(board, &all, by, &Answers::new()).len() > 1)
        .collect()
}

struct Ask<'a> {
    board: &'a Board,
    runs: &'a [usize],
    k: u32,
    fields: &'a [By],
    ws: &'a Path,
    found: &'a [Inquiry],
}

impl Ask<'_> {
    fn runs(&self) -> impl Iterator<Item = &BoardRun> {
        self.runs.iter().filter_map(|r| self.board.runs.get(*r))
    }

    fn command(&self, rest: &str) -> String {
        format!("casefile {rest} -w {}", self.ws.display())
    }

    /// The same command for every run.
    fn each(&self, rest: &str) -> String {
        let names: Vec<&str> = self.runs().map(|r| &*r.name).collect();
        format!("for RUN in {}; do {}; done", names.join(" "), self.command(rest))
    }

    fn sections(&self) -> Vec<Section> {
        let mut out = vec![self.data()];
        for level in Level::ALL {
            if self.board.cases.iter().any(|c| c.gold(level) > 0) {
                out.push(self.scores(level));
                out.extend(self.fields.iter().map(|by| self.slices(level, by)));
                out.extend(self.modes(level));
                out.extend(self.pairs(level));
                out.extend(self.misses(level));
            }
        }
        out
    }

    fn data(&self) -> Section {
        let b = self.board;
        let images: u32 = b.cases.iter().map(|c| u32::from(c.images)).sum();
        let with = |level| b.cases.iter().filter(|c| c.gold(level) > 0).count();
        let mut rows = vec![
            vec!["cases".to_owned(), b.cases.len().to_string()],
            vec!["images".to_owned(), images.to_string()],
            vec!["cases with file gold".to_owned(), with(Level::File).to_string()],
            vec!["cases with function gold".to_owned(), with(Level::Function).to_string()],
            vec!["runs".to_owned(), b.runs.len().to_string()],
        ];
        for run in self.runs() {
            rows.push(vec![
                format!("run {}", run.name),
                format!(
                    "{} {} {}, {}",
                    run.info.system,
                    run.info.model,
                    run.info.input,
                    counted(run.rows(), "row")
                ),
            ]);
        }
        Section {
            title: "Data".to_owned(),
            command: self.command("score --json"),
            blocks: vec![Block::table(2, &["", ""], rows)],
        }
    }

    fn scores(&self, level: Level) -> Section {
        let (b, all, k) = (self.board, self.board.all(), self.k);
        let metrics = metrics(k);
        let names: Vec<String> = metrics.iter().map(|m| m.name()).collect();
        let head: Vec<&str> = ["run", "n", "valid"]
            .into_iter()
            .chain(names.iter().map(String::as_str))
            .collect();
        let mut rows = Vec::new();
        let mut bars = Vec::new();
        let mut lines = Vec::new();
        for run in self.runs() {
            let t = b.tally(run, level, Metric::Acc(k), &all);
            let mut row = vec![run.name.to_string(), t.n.to_string(), t.valid().to_string()];
            row.extend(
                metrics
                    .iter()
                    .map(|m| show::metric(*m, b.tally(run, level, *m, &all).value())),
            );
            rows.push(row);
            bars.push(Bar::of(&run.name, &t, Metric::Acc(k)));
            lines.push(Series {
                name: run.name.to_string(),
                points: (1..=MOST)
                    .filter_map(|k| Some((k, b.tally(run, level, Metric::Acc(k), &all).value()?)))
                    .collect(),
            });
        }
        Section {
            title: format!("{} level: scores", sentence(level)),
            command: self.command(&format!("score --level {} --k 1,3,5,10", level.word())),
            blocks: vec![
                Block::table(1, &head, rows),
                Block::Note(
                    "Acc@K is strict: all gold within the top K, ids as written, repeated ids removed. A case that a run lacks, or \
                     answered with nothing, counts as a miss in n; valid says how many answers can be read."
                        .to_owned(),
                ),
                Block::Bars(format!("Acc@{k} with Wilson's 95 % interval"), bars),
                Block::Curve("Acc@K over K".to_owned(), lines),
            ],
        }
    }

    fn slices(&self, level: Level, by: &By) -> Section {
        let (b, all, k) = (self.board, self.board.all(), self.k);
        let parts = slices(b, &all, by, &Answers::new());
        let values: Vec<String> = parts.iter().map(|s| s.value.to_string()).collect();
        let mut heat = Vec::new();
        let mut rows = Vec::new();
        for run in self.runs() {
            let tallies: Vec<_> = parts
                .iter()
                .map(|s| b.tally(run, level, Metric::Acc(k), &s.cases))
                .collect();
            heat.push((
                run.name.to_string(),
                tallies.iter().map(|t| (t.value(), t.few())).collect(),
            ));
            for (value, t) in values.iter().zip(&tallies) {
                rows.push(vec![
                    run.name.to_string(),
                    format!("{value}{}", if t.few() { " *" } else { "" }),
                    t.n.to_string(),
                    t.hits().to_string(),
                    show::percent(t.value()),
                    show::interval(t.interval(Metric::Acc(k))),
                ]);
            }
        }
        let acc = format!("Acc@{k}");
        Section {
            title: format!("{} level: by {}", sentence(level), by.name()),
            command: self.command(&format!(
                "score --level {} --metric acc@{k} --by {}",
                level.word(),
                by.name()
            )),
            blocks: vec![
                Block::Heat(acc.clone(), values, heat),
                Block::table(2, &["run", &by.name(), "n", "solved", &acc, "95 % interval"], rows),
                Block::Note("* fewer than 30 cases: read the interval, not the number.".to_owned()),
            ],
        }
    }
}

fn sentence(level: Level) -> &'static str {
    match level {
        Level::File => "File",
        Level::Function => "Function",
    }
}
