//! `casefile score`.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::board::{Board, BoardRun, State, Tally};
use crate::domain::level::Level;
use crate::domain::metric::Metric;
use crate::domain::metric::rules::Rule;
use crate::domain::show;
use crate::domain::slice::{Answers, By, slices};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::{answers, board, repair, rules};

use super::args::Score;
use super::grid::Grid;
use super::list::counted;
use super::progress;

mod extra;
mod json;

use extra::{repaired_text, ruled_text};
use json::{level_json, repaired_json, ruled_json};

/// What is asked, checked.
struct Ask {
    board: Board,
    runs: Vec<usize>,
    levels: Vec<Level>,
    metrics: Vec<Metric>,
    ks: Vec<u32>,
    by: Vec<(By, Answers)>,
}

/// Scores runs.
///
/// # Errors
/// No workspace, a run, field, metric or level that there is not.
pub fn run(args: &Score) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let built = load(&ws, args.json)?;
    let ask = ask(args, built, &ws)?;
    let mut out = String::new();
    let mut tree = Vec::new();
    for level in &ask.levels {
        if args.json {
            tree.push(level_json(&ask, *level));
        } else {
            out.push_str(&level_text(&ask, *level));
        }
    }
    if !args.rule.is_empty() {
        let wanted = rule_names(&args.rule)?;
        for level in &ask.levels {
            let ruled = progress::show(args.json, |meter| {
                let names: Vec<String> = ask.runs.iter().filter_map(|r| name(&ask.board, *r)).collect();
                rules::score(&ws, &names, &wanted, *level, &ask.ks, &|| meter.stopped())
            })?;
            if args.json {
                tree.push(ruled_json(&ruled, *level, &ask.ks));
            } else {
                out.push_str(&ruled_text(&ruled, *level, &ask.ks));
            }
        }
    }
    if args.repaired {
        let names: Vec<String> = ask.runs.iter().filter_map(|r| name(&ask.board, *r)).collect();
        let repaired = progress::show(args.json, |meter| repair::repair(&ws, &names, meter))?;
        for level in &ask.levels {
            if args.json {
                tree.push(repaired_json(&repaired, *level, &ask.ks));
            } else {
                out.push_str(&repaired_text(&repaired, *level, &ask.ks));
            }
        }
    }
    super::print(&if args.json {
        super::safe_json(&format!("{:#}\n", Value::Array(tree)))
    } else {
        clean::text(&out)
    })?;
    Ok(0)
}

fn name(board: &Board, run: usize) -> Option<String> {
    board.runs.get(run).map(|r| r.name.to_string())
}

/// Builds the board; what could not be read is told on standard error.
///
/// # Errors
/// Stopped; nothing could be read at all.
pub(super) fn load(ws: &Workspace, quiet: bool) -> Result<Board> {
    let no_runs = || {
        Problem::input("no runs in this workspace")
            .in_file(ws.root.join("runs"))
            .mend(format!(
                "bring predictions in with: casefile import FILE… -w {}",
                ws.root.display()
            ))
    };
    let empty = std::fs::metadata(ws.cases()).is_ok_and(|m| m.len() == 0);
    if !empty && ws.runs().is_empty() {
        return Err(no_runs());
    }
    let built = progress::show(quiet, |meter| {
        meter.phase("reading cases and runs", 0);
        board::build(ws, &|| meter.stopped())
    });
    let built = built.ok_or_else(|| Problem::environment("stopped; nothing in the workspace was changed"))?;
    super::warn_all(&built.problems);
    if built.board.cases.is_empty() {
        return Err(Problem::input("no cases in this workspace")
            .in_file(ws.cases())
            .mend(format!(
                "bring some in with: casefile import FILE… -w {}",
                ws.root.display()
            )));
    }
    if built.board.runs.is_empty() {
        return Err(no_runs());
    }
    Ok(built.board)
}

/// Index of a run by name; the nearest name stands in the error.
///
/// # Errors
/// There is none of that name.
pub(super) fn find_run(board: &Board, wanted: &str) -> Result<usize> {
    board.run(wanted).ok_or_else(|| {
        let names: Vec<&str> = board.runs.iter().map(|r| &*r.name).collect();
        Problem::input(format!("no run '{wanted}' here")).mend(format!("there is: {}", names.join(", ")))
    })
}

fn ask(args: &Score, board: Board, ws: &Workspace) -> Result<Ask> {
    let wrong = |why: String| Problem::input(why);
    let runs = if args.runs.is_empty() {
        (0..board.runs.len()).collect()
    } else {
        args.runs
            .iter()
            .map(|r| find_run(&board, r))
            .collect::<Result<Vec<_>>>()?
    };
    let levels = match args.level.as_deref() {
        None | Some("both") => Level::ALL.to_vec(),
        Some(word) => vec![Level::parse(word).map_err(wrong)?],
    };
    let mut ks = args.k.clone();
    let mut seen = std::collections::HashSet::new();
    ks.retain(|k| seen.insert(*k));
    if ks.contains(&0) {
        return Err(Problem::input("K is counted from 1").at_field("--k"));
    }
    let metrics = if args.metric.is_empty() {
        let mut all: Vec<Metric> = ks.iter().map(|k| Metric::Acc(*k)).collect();
        let k = args
            .k
            .iter()
            .copied()
            .find(|k| *k == 5)
            .or_else(|| ks.iter().copied().max())
            .unwrap_or(5);
        all.extend([
            Metric::Hit(k),
            Metric::Recall(k),
            Metric::Ndcg(k),
            Metric::Mrr,
            Metric::MrrAll,
            Metric::MeanAp,
        ]);
        all
    } else {
        args.metric
            .iter()
            .map(|m| Metric::parse(m).map_err(wrong))
            .collect::<Result<Vec<_>>>()?
    };
    let mut by = Vec::new();
    for field in &args.by {
        let field = By::parse(field, &board).map_err(wrong)?;
        let mine = match &field {
            By::Mine(question) => answers::of(ws, question, args.name.as_deref())?,
            _ => Answers::new(),
        };
        by.push((field, mine));
    }
    Ok(Ask {
        board,
        runs,
        levels,
        metrics,
        ks,
        by,
    })
}

fn level_text(ask: &Ask, level: Level) -> String {
    let all = ask.board.all();
    let with_gold = ask.board.cases.iter().filter(|c| c.gold(level) > 0).count();
    let without = ask.board.cases.len() - with_gold;
    let mut out = format!("{} level: {} with gold", level.word(), counted(with_gold, "case"));
    if without > 0 {
        out.push_str(&format!(", {without} without (they count nowhere)"));
    }
    out.push('\n');
    if with_gold == 0 {
        let hint = if level == Level::Function {
            "; compute it with: casefile gold"
        } else {
            ""
        };
        return format!("{out}  nothing to score{hint}\n\n");
    }
    let head = ["run", "n", "valid"].into_iter().map(str::to_owned);
    let first = ask
        .metrics
        .iter()
        .copied()
        .find(|m| *m == Metric::Acc(5))
        .or_else(|| ask.metrics.first().copied());
    let first = first.unwrap_or(Metric::Acc(5));
    let head = head.chain(ask.metrics.iter().map(|m| m.name()));
    let mut grid = Grid::of(1, head.chain([format!("{} 95 %", first.name())]).collect());
    let mut notes = Vec::new();
    for run in ask.runs.iter().filter_map(|r| ask.board.runs.get(*r)) {
        let mut row = cells(ask, run, level, &run.name, &all);
        row.push(show::interval(ask.board.tally(run, level, first, &all).interval(first)));
        grid.row(row);
        notes.extend(note(&ask.board, run, level, &all));
    }
    out.push_str(&grid.text("  "));
    out.push_str(&notes.concat());
    out.push_str(&ceilings(ask, level, with_gold));
    for (by, mine) in &ask.by {
        for run in ask.runs.iter().filter_map(|r| ask.board.runs.get(*r)) {
            out.push_str(&format!("\n{} by {}\n", run.name, by.name()));
            let head = [by.name(), "n".to_owned(), "valid".to_owned()];
            let head = head.into_iter().chain(ask.metrics.iter().map(|m| m.name()));
            let mut grid = Grid::of(1, head.chain([format!("{} 95 %", first.name())]).collect());
            let mut few = false;
            for slice in slices(&ask.board, &all, by, mine) {
                let tally = ask.board.tally(run, level, first, &slice.cases);
                let mark = if tally.few() { " *" } else { "" };
                few |= tally.few();
                let mut row = cells(ask, run, level, &format!("{}{mark}", slice.value), &slice.cases);
                row.push(show::interval(tally.interval(first)));
                grid.row(row);
            }
            out.push_str(&grid.text("  "));
            if few {
                out.push_str("  * fewer than 30 cases: read the interval, not the number\n");
            }
        }
    }
    out.push('\n');
    out
}

fn cells(ask: &Ask, run: &BoardRun, level: Level, label: &str, cases: &[u32]) -> Vec<String> {
    let tallies: Vec<(Metric, Tally)> = ask
        .metrics
        .iter()
        .map(|m| (*m, ask.board.tally(run, level, *m, cases)))
        .collect();
    let first = tallies.first().map(|(_, t)| *t).unwrap_or_default();
    let mut out = vec![label.to_owned(), first.n.to_string(), first.valid().to_string()];
    out.extend(tallies.iter().map(|(m, t)| show::metric(*m, t.value())));
    out
}

/// What the denominator holds besides answers.
fn note(board: &Board, run: &BoardRun, level: Level, cases: &[u32]) -> Option<String> {
    if !run.answers(level) {
        return Some(format!(
            "  {}: names no {} at all, so it is not scored here\n",
            run.name,
            level.word()
        ));
    }
    let t = board.tally(run, level, Metric::Acc(1), cases);
    let mut parts: Vec<String> = [State::NotRun, State::NoSubmission, State::Unparseable, State::Empty]
        .into_iter()
        .filter(|s| t.state(*s) > 0)
        .map(|s| format!("{} {}", t.state(s), s.word()))
        .collect();
    if run.strange > 0 {
        parts.push(format!(
            "{} about cases that are not here",
            counted(run.strange as usize, "row")
        ));
    }
    let miss = if t.n > t.state(State::Answered) {
        " (in n, as misses)"
    } else {
        ""
    };
    (!parts.is_empty()).then(|| format!("  {}: {}{miss}\n", run.name, parts.join(", ")))
}

/// What no run can reach, since some cases have more gold than K.
fn ceilings(ask: &Ask, level: Level, n: usize) -> String {
    let most: Vec<String> = ask
        .metrics
        .iter()
        .filter_map(|m| match m {
            Metric::Acc(k) => Some(*k),
            _ => None,
        })
        .filter_map(|k| {
            let reach = ask
                .board
                .cases
                .iter()
                .filter(|c| (1..=k).contains(&c.gold(level)))
                .count();
            (reach < n).then(|| {
                #[expect(clippy::cast_precision_loss, reason = "counts of cases")]
                let share = reach as f64 / n as f64;
                format!("Acc@{k} ≤ {}", show::percent(Some(share)))
            })
        })
        .collect();
    if most.is_empty() {
        String::new()
    } else {
        format!(
            "  ceilings, since some cases have more gold than K: {}\n",
            most.join(", ")
        )
    }
}

fn rule_names(words: &[String]) -> Result<Vec<Rule>> {
    if words.iter().any(|w| w == "all") {
        return Ok(Rule::ALL.to_vec());
    }
    words.iter().map(|w| Rule::parse(w).map_err(Problem::input)).collect()
}
