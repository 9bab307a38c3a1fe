//! `casefile compare`.

use serde_json::{Value, json};

use crate::base::error::{Problem, Result};
use crate::domain::board::Board;
use crate::domain::level::Level;
use crate::domain::modes::{self, Delta, Grid as ModeGrid, MODES};
use crate::domain::pairs::{Flip, Pair, SlicePair, by_slice, pair};
use crate::domain::show;
use crate::domain::slice::{Answers, By, Slice, slices};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::answers;

use super::args::Compare;
use super::grid::Grid;
use super::list::counted;
use super::score::{find_run, load};

/// p below which a difference is called one.
const ALPHA: f64 = 0.05;

/// Compares two runs, or shows the input modes of every system.
///
/// # Errors
/// No workspace, a run, field or level that there is not.
pub fn run(args: &Compare) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let board = load(&ws, args.json)?;
    let level = Level::parse(&args.level).map_err(Problem::input)?;
    if args.k == 0 {
        return Err(Problem::input("K is counted from 1").at_field("--k"));
    }
    let by = args
        .by
        .as_deref()
        .map(|b| By::parse(b, &board))
        .transpose()
        .map_err(Problem::input)?;
    let mine = match &by {
        Some(By::Mine(question)) => answers::of(&ws, question, args.name.as_deref())?,
        _ => Answers::new(),
    };
    let parts = by.as_ref().map(|by| slices(&board, &board.all(), by, &mine));
    let field = by.as_ref().map(By::name);
    match args.runs.as_slice() {
        [] => {
            let grids = modes::grids(&board);
            super::print(&if args.json {
                super::safe_json(&format!(
                    "{:#}\n",
                    modes_json(&board, &grids, level, args.k, parts.as_deref())
                ))
            } else {
                clean::text(&modes_text(&board, &grids, level, args.k, parts.as_deref()))
            })?;
            Ok(0)
        }
        [a, b] => {
            let (a, b) = (find_run(&board, a)?, find_run(&board, b)?);
            if a == b {
                return Err(Problem::input("a run is the same as itself").mend("name two runs"));
            }
            let (Some(x), Some(y)) = (board.runs.get(a), board.runs.get(b)) else {
                return Ok(0);
            };
            let whole = pair(x, y, level, args.k, &board.all());
            let sliced = parts.map(|parts| by_slice(x, y, level, args.k, parts));
            let told = Told {
                board: &board,
                names: (&x.name, &y.name),
                level,
                k: args.k,
                pair: &whole,
                field: field.as_deref(),
                sliced: sliced.as_deref(),
            };
            super::print(&if args.json {
                super::safe_json(&format!("{:#}\n", told.json()))
            } else {
                clean::text(&told.text(args.list))
            })?;
            let worse = whole.count(Flip::Lost) > whole.count(Flip::Gained) && whole.mcnemar.exact < ALPHA;
            Ok(u8::from(worse))
        }
        _ => Err(Problem::input("expected two runs, or none for the input modes")
            .mend("as in: casefile compare RUN-A RUN-B -w WORKSPACE")),
    }
}

struct Told<'a> {
    board: &'a Board,
    names: (&'a str, &'a str),
    level: Level,
    k: u32,
    pair: &'a Pair,
    field: Option<&'a str>,
    sliced: Option<&'a [SlicePair]>,
}

fn share(hits: u32, n: u32) -> Option<f64> {
    (n > 0).then(|| f64::from(hits) / f64::from(n))
}

impl Told<'_> {
    fn text(&self, list: bool) -> String {
        let p = self.pair;
        let (a, b) = self.names;
        let n = p.n();
        let mut out = format!(
            "{} Acc@{}, strict, on the {} that both runs have\n",
            self.level.word(),
            self.k,
            counted(n as usize, "case")
        );
        for (name, run, hits, lacks) in [("A", a, p.hits_a(), p.only_b), ("B", b, p.hits_b(), p.only_a)] {
            let lacks = if lacks > 0 {
                format!("   lacks {} that the other has", counted(lacks as usize, "case"))
            } else {
                String::new()
            };
            out.push_str(&format!(
                "  {name} {run}: {} ({hits}/{n}){lacks}\n",
                show::percent(share(hits, n))
            ));
        }
        if p.uneven() {
            out.push_str("  the runs cover different cases; only the common ones are compared\n");
        }
        if p.neither_ran > 0 {
            out.push_str(&format!(
                "  {} that neither has\n",
                counted(p.neither_ran as usize, "case")
            ));
        }
        for flip in [Flip::Gained, Flip::Lost, Flip::Both, Flip::Neither] {
            out.push_str(&format!("  {:>4}  {}\n", p.count(flip), flip.words()));
        }
        if let Some(boot) = &p.bootstrap {
            out.push_str(&format!(
                "  B − A: {} points, 95 % interval {} to {} (exact paired bootstrap)\n",
                show::points(Some(boot.delta)),
                show::points(Some(boot.lo)),
                show::points(Some(boot.hi))
            ));
            out.push_str(&format!(
                "  McNemar, exact: {} (mid-{})\n",
                show::p_words(p.mcnemar.exact),
                show::p_words(p.mcnemar.mid)
            ));
        }
        out.push_str(&self.verdict());
        if let (Some(sliced), Some(field)) = (self.sliced, self.field) {
            out.push_str(&format!(
                "\nby {field} (p after Holm's correction for {})\n",
                counted(sliced.len(), "slice")
            ));
            let mut grid = Grid::new(1, [field, "n", "A", "B", "B − A", "gained", "lost", "p", "p Holm"]);
            for s in sliced {
                let p = &s.pair;
                let n = p.n();
                let mark = if n < 30 { " *" } else { "" };
                let delta = share(p.hits_b(), n).zip(share(p.hits_a(), n)).map(|(b, a)| b - a);
                grid.row(vec![
                    format!("{}{mark}", s.slice.value),
                    n.to_string(),
                    show::percent(share(p.hits_a(), n)),
                    show::percent(share(p.hits_b(), n)),
                    show::points(delta),
                    p.count(Flip::Gained).to_string(),
                    p.count(Flip::Lost).to_string(),
                    if n == 0 {
                        "–".to_owned()
                    } else {
                        show::p_value(p.mcnemar.exact)
                    },
                    s.holm.map_or_else(|| "–".to_owned(), show::p_value),
                ]);
            }
            out.push_str(&grid.text("  "));
            if sliced.iter().any(|s| s.pair.n() < 30) {
                out.push_str("  * fewer than 30 cases\n");
            }
        }
        if list {
            for flip in [Flip::Lost, Flip::Gained] {
                out.push_str(&format!("\n{}\n", flip.words()));
                for (case, _) in p.cases.iter().filter(|(_, f)| *f == flip) {
                    if let Some(facts) = self.board.cases.get(*case as usize) {
                        out.push_str(&format!("  {}\n", crate::text::clean::line(&facts.id)));
                    }
                }
            }
        }
        out
    }

    /// What may be said, and what it would take.
    fn verdict(&self) -> String {
        let p = self.pair;
        let n = p.n();
        if n == 0 {
            return "  no common case with gold at which both answer: there is nothing to compare\n".to_owned();
        }
        let (gained, lost) = (p.count(Flip::Gained), p.count(Flip::Lost));
        let mut out = if p.mcnemar.exact < ALPHA {
            let better = if gained > lost { "B" } else { "A" };
            format!("  {better} is better (p < .05)\n")
        } else {
            "  no difference can be told from these cases\n".to_owned()
        };
        if n < 30 {
            out.push_str("  fewer than 30 cases: the intervals mean little\n");
        }
        if let Some(net) = p.needed {
            out.push_str(&format!(
                "  with {} of {n} cases flipping, a net of {net} would be needed for p < .05 (here {})\n",
                gained + lost,
                gained.abs_diff(lost)
            ));
        }
        out
    }

    fn json(&self) -> Value {
        let ids = |flip: Flip| -> Vec<&str> {
            let at = self.pair.cases.iter().filter(|(_, f)| *f == flip);
            at.filter_map(|(c, _)| self.board.cases.get(*c as usize))
                .map(|f| &*f.id)
                .collect()
        };
        let mut out = pair_json(self.pair);
        if let Some(map) = out.as_object_mut() {
            map.insert("a".to_owned(), json!(self.names.0));
            map.insert("b".to_owned(), json!(self.names.1));
            map.insert("level".to_owned(), json!(self.level.word()));
            map.insert("k".to_owned(), json!(self.k));
            map.insert("gained_cases".to_owned(), json!(ids(Flip::Gained)));
            map.insert("lost_cases".to_owned(), json!(ids(Flip::Lost)));
            if let (Some(sliced), Some(field)) = (self.sliced, self.field) {
                let rows: Vec<Value> = sliced
                    .iter()
                    .map(|s| json!({"value": &*s.slice.value, "pair": pair_json(&s.pair), "p_holm": s.holm}))
                    .collect();
                map.insert("by".to_owned(), json!({"field": field, "slices": rows}));
            }
        }
        out
    }
}

fn pair_json(p: &Pair) -> Value {
    json!({
        "n": p.n(), "only_a": p.only_a, "only_b": p.only_b, "neither_ran": p.neither_ran,
        "hits_a": p.hits_a(), "hits_b": p.hits_b(),
        "gained": p.count(Flip::Gained), "lost": p.count(Flip::Lost),
        "both": p.count(Flip::Both), "neither": p.count(Flip::Neither),
        "mcnemar": {"exact": p.mcnemar.exact, "mid": p.mcnemar.mid},
        "bootstrap": p.bootstrap.as_ref().map(|b| json!({"delta": b.delta, "lo": b.lo, "hi": b.hi})),
        "needed_net": p.needed,
    })
}

fn delta_text(delta: Option<&Delta>) -> [String; 2] {
    match delta {
        None => ["–".to_owned(), String::new()],
        Some(d) => {
            let uneven = if d.pair.uneven() { ", uneven" } else { "" };
            let p = show::p_value(d.pair.mcnemar.exact);
            [show::points(Some(d.value)), format!("p {p}, n {}{uneven}", d.pair.n())]
        }
    }
}

fn modes_text(board: &Board, grids: &[ModeGrid], level: Level, k: u32, parts: Option<&[Slice]>) -> String {
    if grids.is_empty() {
        return "no system has runs in two input modes here\n  the mode of a run stands in its run.toml (input = \"with-image\"); \
                import sets it with --input\n  two runs are compared with: casefile compare RUN-A RUN-B\n"
            .to_owned();
    }
    let all = board.all();
    let mut out = format!(
        "{} Acc@{k} by input mode\n  Δimg = text-only − with-image: negative where the image helps\n  ρpix = VCE+image − VCE: \
         positive where pixels help beside the evidence\n",
        level.word()
    );
    let (mut uneven, mut fewer) = (false, false);
    let whole = [("all".to_owned(), all.as_slice())];
    let parts: Vec<(String, &[u32])> = parts
        .unwrap_or(&[])
        .iter()
        .map(|s| (s.value.to_string(), s.cases.as_slice()))
        .collect();
    for grid in grids {
        out.push_str(&format!("\n{} {}\n", grid.system, grid.model));
        let head = ["cases"].into_iter().chain(MODES).chain(["Δimg", "", "ρpix", ""]);
        let mut table = Grid::of(1, head.map(str::to_owned).collect());
        for (label, cases) in whole.iter().chain(&parts) {
            let mark = if cases.len() < 30 { " *" } else { "" };
            let mut row = vec![format!("{label}{mark}")];
            let mut most = 0;
            for run in grid.runs {
                let tally = run
                    .and_then(|n| board.runs.get(n))
                    .map(|r| board.tally(r, level, crate::domain::metric::Metric::Acc(k), cases));
                most = most.max(tally.as_ref().map_or(0, |t| t.n));
                row.push(show::percent(tally.and_then(|t| t.value())));
            }
            for delta in [grid.image(board, level, k, cases), grid.pixels(board, level, k, cases)] {
                uneven |= delta.as_ref().is_some_and(|d| d.pair.uneven());
                fewer |= delta.as_ref().is_some_and(|d| d.pair.n() < most);
                row.extend(delta_text(delta.as_ref()));
            }
            table.row(row);
        }
        out.push_str(&table.text("  "));
        if !grid.more.is_empty() {
            let names: Vec<&str> = grid
                .more
                .iter()
                .filter_map(|n| board.runs.get(*n))
                .map(|r| &*r.name)
                .collect();
            out.push_str(&format!(
                "  not in the grid, same system and mode: {}\n",
                names.join(", ")
            ));
        }
    }
    out.push_str(&legend(uneven, fewer));
    out
}

/// What must be known to set a difference beside the columns.
fn legend(uneven: bool, fewer: bool) -> String {
    let mut out = String::new();
    if uneven || fewer {
        out.push('\n');
    }
    if uneven {
        out.push_str("uneven: the two runs cover different cases\n");
    }
    if fewer {
        out.push_str(
            "in the columns a case that a run has no row for counts as a miss; Δimg and ρpix are over the n cases \
             that both runs have,\nso they need not be the difference of two columns\n",
        );
    }
    out
}

fn modes_json(board: &Board, grids: &[ModeGrid], level: Level, k: u32, parts: Option<&[Slice]>) -> Value {
    let all = board.all();
    let delta = |d: Option<Delta>| d.map(|d| json!({"value": d.value, "pair": pair_json(&d.pair)}));
    let rows: Vec<Value> = grids
        .iter()
        .map(|g| {
            let runs: Vec<Option<&str>> =
                g.runs.iter().map(|r| r.and_then(|n| board.runs.get(n)).map(|r| &*r.name)).collect();
            let at = |cases: &[u32]| json!({"delta_img": delta(g.image(board, level, k, cases)), "rho_pix": delta(g.pixels(board, level, k, cases))});
            let slices: Vec<Value> = parts
                .unwrap_or(&[])
                .iter()
                .map(|s| json!({"value": &*s.value, "differences": at(&s.cases)}))
                .collect();
            json!({"system": g.system, "model": g.model, "modes": MODES, "runs": runs, "all": at(&all), "slices": slices})
        })
        .collect();
    json!({"level": level.word(), "k": k, "systems": rows})
}
