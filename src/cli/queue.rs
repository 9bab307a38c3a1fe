//! `casefile queue`.

use crate::base::error::Result;
use crate::store::workspace::Workspace;
use crate::text::{clean, width};
use crate::work::queue::{Line, Report, queues};

use super::args::Queue;
use super::env::Env;
use super::session;

/// Tells who is to judge what, and how far everyone is.
///
/// # Errors
/// See [`queues`]; no workspace; who the annotator is not known.
pub fn run(args: &Queue, env: &Env) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let me = session::annotator_of(args.name.as_deref(), &ws, env)?;
    let report = queues(&ws, &me, args.all)?;
    super::print(&if args.json {
        super::safe_json(&json(&report))
    } else if args.list {
        listed(&report)
    } else {
        table(&report, args.all)
    })?;
    super::warn_all(&report.problems);
    Ok(u8::from(!report.problems.is_empty()))
}

fn json(r: &Report) -> String {
    let lines: Vec<serde_json::Value> = r
        .lines
        .iter()
        .map(|l| {
            let s = &l.standing;
            let items: Vec<serde_json::Value> = l
                .items
                .iter()
                .map(|(case, m)| {
                    serde_json::json!({
                        "case": case, "progress": m.progress.word(), "changed": m.changed, "conflict": m.conflict,
                    })
                })
                .collect();
            serde_json::json!({
                "annotator": l.by, "assigned": s.assigned, "done": s.done, "deferred": s.deferred,
                "skipped": s.skipped, "partial": s.partial, "changed": s.changed, "conflicts": s.conflicts,
                "candidates": l.candidates.0, "candidates_done": l.candidates.1, "timed": s.times.len(), "median_ms": s.median_ms(), "under_a_second": s.hasty(), "items": items,
            })
        })
        .collect();
    let value =
        serde_json::json!({"round": r.round, "assigned": r.assigned, "blind_and_open": r.hidden, "annotators": lines});
    format!("{value:#}\n")
}

fn listed(r: &Report) -> String {
    let mut out = String::new();
    for (case, mine) in r.lines.iter().flat_map(|l| &l.items) {
        let changed = if mine.changed { "  changed since" } else { "" };
        let conflict = if mine.conflict { "  in conflict" } else { "" };
        out.push_str(&format!(
            "{} {}{changed}{conflict}\n",
            mine.progress.sign(),
            clean::line(case)
        ));
    }
    out
}

fn table(r: &Report, all: bool) -> String {
    let mut out = format!(
        "round {}: {}\n",
        clean::line(&r.round),
        if r.assigned {
            "items by seed and overlap of casefile.toml"
        } else {
            "no annotators named, everyone judges everything"
        }
    );
    let wide = r.lines.iter().map(|l| width::of(&l.by)).max().unwrap_or(0).max(9);
    out.push_str(&format!(
        "{:wide$}  {:>5} {:>5} {:>8} {:>7} {:>4} {:>7} {:>9}  {:>8}\n",
        "annotator", "items", "done", "deferred", "skipped", "part", "changed", "conflicts", "an item"
    ));
    r.lines.iter().for_each(|l| out.push_str(&row(l, wide)));
    out.push_str(
        "done: items with an answer to every required question that applies; time: median, idle time capped\n",
    );
    for l in r.lines.iter().filter(|l| l.candidates.0 > 0) {
        let (all, done) = l.candidates;
        out.push_str(&format!(
            "candidates of {}: {done} of {all} reviewed\n",
            clean::line(&l.by)
        ));
    }
    for l in r.lines.iter().filter(|l| l.standing.hasty() > 0) {
        out.push_str(&format!(
            "note: {} decided {} of {} timed items in under a second\n",
            clean::line(&l.by),
            l.standing.hasty(),
            l.standing.times.len()
        ));
    }
    if r.hidden && all {
        out.push_str("the round is blind and open: only your own line is shown\n");
    }
    out
}

fn row(l: &Line, wide: usize) -> String {
    let s = &l.standing;
    let time = s
        .median_ms()
        .map_or_else(|| "-".to_owned(), |ms| format!("{}.{} s", ms / 1000, ms % 1000 / 100));
    let pad = " ".repeat(wide.saturating_sub(width::of(&l.by)));
    format!(
        "{}{pad}  {:>5} {:>5} {:>8} {:>7} {:>4} {:>7} {:>9}  {time:>8}\n",
        clean::line(&l.by),
        s.assigned,
        s.done,
        s.deferred,
        s.skipped,
        s.partial,
        s.changed,
        s.conflicts
    )
}
