//! `casefile why`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::base::error::{Problem, Result};
use crate::domain::agree;
use crate::domain::board::Board;
use crate::domain::finding::{Code, Effect, Item};
use crate::domain::level::Level;
use crate::domain::modes::{self, Grid as ModeGrid};
use crate::domain::show;
use crate::domain::slice::Answers;
use crate::domain::tag;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::forms;
use crate::work::inquiry::{self, Inquiry, Told};
use crate::work::office::Office;
use crate::work::{answers, board};

use super::args::Why;
use super::grid::Grid;
use super::list::{LISTED, counted, more};
use super::progress;

/// Tells why a run missed.
///
/// # Errors
/// No workspace, run, case, level, K or class of that name.
pub fn run(args: &Why) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let level = Level::parse(&args.level).map_err(Problem::input)?;
    if !inquiry::KS.contains(&args.k) {
        return Err(
            Problem::input(format!("findings are worked out for K = 1, 3, 5, 10, not {}", args.k)).at_field("--k"),
        );
    }
    let class = args
        .class
        .as_deref()
        .map(Code::parse)
        .transpose()
        .map_err(Problem::input)?;
    let found = progress::show(args.json, |meter| {
        meter.phase("asking why", 0);
        let mut before = 0;
        let office = Office::new(Arc::new(ws.clone()));
        inquiry::inquire(
            &office,
            &args.run,
            &args.cases,
            &|| meter.stopped(),
            &mut |done, all| {
                if before == 0 {
                    meter.phase("asking why", all as u64);
                }
                meter.add(done.saturating_sub(before) as u64);
                before = done;
            },
        )
    })?;
    super::warn_all(&found.problems);
    let paired = Paired::new(&ws, &args.run, level, args.k);
    let people = if forms::secret(&ws) {
        Answers::default()
    } else {
        answers::of(&ws, &tag::question(&args.run, level, args.k), None)?
    };
    let told: Vec<&Told> = found
        .at(level, args.k)
        .iter()
        .filter(|t| class.is_none_or(|c| t.code == c || t.also.contains(&c)))
        .collect();
    super::print(&if args.json {
        super::safe_json(&format!(
            "{:#}\n",
            as_json(&found, level, args.k, &told, &people, &paired)
        ))
    } else if args.cases.is_empty() {
        table(&found, level, args.k)
            + &paired.text(found.at(level, args.k))
            + &by_people(&told, &people)
            + &listed(&told, args.list || class.is_some(), &people)
    } else {
        full(&found, level, args.k, &told, &people)
    })?;
    Ok(0)
}

/// The same cases in the other input modes of the system.
struct Paired {
    board: Board,
    grids: Vec<ModeGrid>,
    run: Option<usize>,
    level: Level,
    k: u32,
}

impl Paired {
    fn new(ws: &Workspace, run: &str, level: Level, k: u32) -> Self {
        let board = board::build(ws, &|| false).map(|b| b.board).unwrap_or_default();
        Self {
            grids: modes::grids(&board),
            run: board.run(run),
            board,
            level,
            k,
        }
    }

    fn of(&self, told: &Told) -> Vec<&'static str> {
        let run = self.run.unwrap_or(usize::MAX);
        let found = modes::effects(&self.board, &self.grids, run, self.level, self.k, told.case);
        found.into_iter().map(Effect::as_str).collect()
    }

    /// How many misses another mode of the system hit.
    fn text(&self, all: &[Told]) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for word in all.iter().flat_map(|t| self.of(t)) {
            *counts.entry(word).or_default() += 1;
        }
        if counts.is_empty() {
            return String::new();
        }
        let parts: Vec<String> = counts.iter().map(|(word, n)| format!("{word} {n}")).collect();
        format!(
            "  against the other input modes of this system: {} (flips also happen by chance: casefile compare)\n",
            parts.join(", ")
        )
    }
}

fn table(found: &Inquiry, level: Level, k: u32) -> String {
    let all = found.at(level, k);
    let (solved, no_gold) = found.counts(level, k);
    let n = all.len() + solved as usize;
    let mut out = format!(
        "{} at {} level, K = {k}: {solved} of {} solved, {} missed{}\n",
        found.run,
        level.word(),
        counted(n, "case"),
        all.len(),
        if no_gold > 0 {
            format!(", {no_gold} without gold")
        } else {
            String::new()
        }
    );
    if all.is_empty() {
        return out;
    }
    let head = ["class", "first", "any"]
        .into_iter()
        .chain(inquiry::Named::ALL.map(inquiry::Named::word));
    let mut grid = Grid::of(1, head.chain(["what it stands for"]).map(str::to_owned).collect());
    for code in Code::ALL.iter().filter(|c| c.is_miss()) {
        let first: Vec<&Told> = all.iter().filter(|t| t.code == *code).collect();
        let any = all.iter().filter(|t| t.code == *code || t.also.contains(code)).count();
        if any == 0 {
            continue;
        }
        let mut row = vec![code.code().to_owned(), first.len().to_string(), any.to_string()];
        row.extend(inquiry::Named::ALL.map(|named| {
            let n = first.iter().filter(|t| t.named == named).count();
            if n == 0 { "·".to_owned() } else { n.to_string() }
        }));
        row.push(code.words().to_owned());
        grid.row(row);
    }
    out.push_str("  first: the one class of each miss, they add up; any: also where another class came first\n");
    out.push_str("  in text … nowhere: how the issue names the missed gold that is hardest to find\n");
    out.push_str(&grid.text("  "));
    let seen = inquiry::SEARCHES.map(|s| (s, all.iter().filter(|t| t.finding.search == s).count()));
    if seen
        .iter()
        .any(|(s, n)| *n > 0 && *s != crate::domain::finding::Search::Unknown)
    {
        let parts: Vec<String> = seen
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(s, n)| format!("{} {n}", inquiry::search_word(*s)))
            .collect();
        out.push_str(&format!("  missed gold was: {}\n", parts.join(", ")));
    }
    if found.without_tree > 0 {
        out.push_str(&format!(
            "  {} without a linked repository: invented paths cannot be told there, some repairs are guesses\n",
            counted(found.without_tree as usize, "case")
        ));
    }
    out
}

/// How people class the same misses.
fn by_people(told: &[&Told], people: &Answers) -> String {
    let pairs: Vec<(&str, &str)> = told
        .iter()
        .filter_map(|t| Some((t.code.code(), &**people.get(&t.id)?)))
        .collect();
    if pairs.is_empty() {
        return String::new();
    }
    let same = pairs.iter().filter(|(a, b)| a == b).count();
    let kappa = agree::kappa(&pairs).map_or_else(|| "undefined".to_owned(), |k| format!("{k:.3}"));
    #[expect(clippy::cast_precision_loss, reason = "counts of cases")]
    let share = same as f64 / pairs.len() as f64;
    format!(
        "  people classed {}: {} % the same class, Cohen's kappa {kappa}\n",
        counted(pairs.len(), "miss").replace("misss", "misses"),
        show::percent(Some(share))
    )
}

fn listed(told: &[&Told], all: bool, people: &Answers) -> String {
    let most = if all { told.len() } else { LISTED };
    let mut out = String::new();
    if !told.is_empty() {
        out.push('\n');
    }
    for t in told.iter().take(most) {
        out.push_str(&format!("{}\n  {}\n", clean::line(&t.id), clean::line(&t.finding.why)));
        if let Some(other) = people.get(&t.id).filter(|p| ***p != *t.code.code()) {
            out.push_str(&format!("  people say: {}\n", clean::line(other)));
        }
    }
    if told.len() > most {
        out.push_str(&more("", told.len(), most).replace("--json lists all", "--list shows all"));
    }
    out
}

/// Cases asked for by name.
fn full(found: &Inquiry, level: Level, k: u32, told: &[&Told], people: &Answers) -> String {
    if told.is_empty() {
        let (solved, _) = found.counts(level, k);
        return if solved > 0 {
            format!("not missed at {} level, K = {k}\n", level.word())
        } else {
            format!("no gold at {} level\n", level.word())
        };
    }
    let mut out = String::new();
    for t in told {
        let f = &t.finding;
        out.push_str(&format!("{}\n", clean::line(&t.id)));
        let mut line = |lead: &str, text: &str| {
            if !text.is_empty() {
                out.push_str(&format!("  {lead:<9} {}\n", clean::line(text)));
            }
        };
        line("why", &f.why);
        line("class", &format!("{}: {}", t.code.code(), t.code.words()));
        line("repair", t.code.repair());
        if let Some(other) = people.get(&t.id) {
            line("people", other);
        }
        line("also", &t.also.iter().map(|c| c.code()).collect::<Vec<_>>().join(", "));
        line("search", inquiry::search_word(f.search));
        line(
            "signals",
            &f.signals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        );
        if let Some(exit) = &t.exit {
            line("ended", exit);
        }
        for item in &f.items {
            line("gold", &gold_line(item));
        }
        for e in &f.evidence {
            line("named", &format!("{}: {}", e.id, e.facet));
        }
    }
    out
}

/// One gold item: where it stands, by which steps, or what lies closest.
fn gold_line(item: &Item) -> String {
    let mut parts = vec![item.id.clone()];
    match (&item.found, item.hit) {
        (Some(f), true) => parts.push(format!("rank {}", f.rank)),
        (Some(f), false) if f.via().is_empty() => parts.push(format!("rank {}, beyond K", f.rank)),
        (Some(f), false) => parts.push(format!("rank {} via {}", f.rank, f.via())),
        (None, _) => parts.push("not listed".to_owned()),
    }
    if let Some(why) = item.unreachable {
        parts.push(format!("cannot be named: {why}"));
    }
    if !item.pattern.is_empty() {
        parts.push(format!("{} by {}", item.kind.word(), item.pattern));
    }
    if let Some(near) = &item.near {
        parts.push(format!(
            "closest wrong suspect {} at {} ({})",
            near.suspect, near.rank, near.relation
        ));
    }
    parts.join(" · ")
}

fn as_json(found: &Inquiry, level: Level, k: u32, told: &[&Told], people: &Answers, paired: &Paired) -> Value {
    let (solved, no_gold) = found.counts(level, k);
    let rows: Vec<Value> = told
        .iter()
        .map(|t| {
            let f = &t.finding;
            json!({
                "case": &*t.id, "class": t.code.code(), "also": t.also.iter().map(|c| c.code()).collect::<Vec<_>>(),
                "detail": f.detail.as_ref().map(ToString::to_string), "why": f.why, "repairs": f.repairs,
                "coverage": f.coverage.as_str(), "search": f.search.to_string(),
                "signals": f.signals.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "evidence": f.evidence.iter().map(|e| json!({"gold": e.id, "named": e.facet.to_string()})).collect::<Vec<_>>(),
                "people": people.get(&t.id).map(|p| &**p), "paired": paired.of(t), "exit_status": t.exit, "capped_ok": f.capped_ok,
            })
        })
        .collect();
    json!({
        "run": &*found.run, "level": level.word(), "k": k, "solved": solved, "no_gold": no_gold,
        "missed": found.at(level, k).len(), "without_tree": found.without_tree, "misses": rows,
    })
}
