//! `casefile see`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::error::{Problem, Result};
use crate::read::input::run_name;
use crate::read::meter::Meter;
use crate::read::ocr::{Engine as _, Layout, Tesseract, Watch};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::see::{ByReason, Engine, Plan, Report, Row, see};

use super::args::See;
use super::list::{LISTED, counted, more};
use super::progress;

mod hints;
mod model;
mod report;

/// Longest name of a producer, in bytes; the file system sets the limit.
const NAME: usize = 120;

/// Sees and reports.
///
/// # Errors
/// See [`see`]; no engine; a name that no file can have.
pub fn run(args: &See) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    if args.report {
        return report::run(&ws, args.json);
    }
    if args.hints {
        return hints::run(ws, args);
    }
    let name = args.producer.as_deref().or(args.vision.model.as_deref());
    let producer = producer(name.unwrap_or("tesseract"))?;
    let asked = model::engine(args)?.map(Arc::new);
    let report = progress::show(args.json, |meter| {
        let engine = match &asked {
            Some(asked) => Some(asked.clone()),
            None if args.dry_run => None,
            None => Some(Arc::new(engine(args, meter)?)),
        };
        see(&ws, &plan(args, producer.clone(), engine), meter)
    })?;
    super::print(&if args.json {
        super::safe_json(&json(&producer, &report, args.dry_run))
    } else {
        table(args, &producer, &report)
    })?;
    let without = report.missing() + if args.dry_run { 0 } else { report.left };
    Ok(match (report.stopped, without) {
        (true, _) => 3,
        (false, 0) => 0,
        (false, _) => 1,
    })
}

/// The name as it stands in a file name; what import would make of it.
fn producer(raw: &str) -> Result<String> {
    if !raw.chars().any(char::is_alphanumeric) || raw.len() > NAME {
        return Err(Problem::input(format!("'{}' cannot be a producer", clean::line(raw)))
            .at_field("--producer")
            .mend(format!(
                "use letters, digits, '.', '_', '+' or '-', {NAME} bytes at most"
            )));
    }
    Ok(run_name(raw))
}

#[expect(clippy::disallowed_methods, reason = "the clock belongs to this floor")]
fn clock() -> Instant {
    Instant::now()
}

/// What `doctor` says about text recognition on this machine.
pub(super) fn tesseract_told() -> String {
    let watch = Watch { clock, stop: &|| false };
    match Tesseract::find("tesseract", "eng", Layout::Page, Duration::ZERO, watch) {
        Ok(found) => format!("text recognition by {}", found.settings()),
        Err(p) => format!("no text recognition ({}); {}", p.what, p.mend.unwrap_or_default()),
    }
}

fn engine(args: &See, meter: &Meter) -> Result<Engine> {
    let layout = if args.psm == "11" { Layout::Sparse } else { Layout::Page };
    let watch = Watch {
        clock,
        stop: &|| meter.stopped(),
    };
    let time = Duration::from_secs(args.timeout);
    let found = Tesseract::find(&args.tesseract, &args.lang, layout, time, watch)?;
    Ok(Engine::Ocr(Arc::new(found)))
}

fn now() -> String {
    jiff::Timestamp::now().to_string()
}

fn plan(args: &See, producer: String, engine: Option<Arc<Engine>>) -> Plan {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Plan {
        cases: args.cases.clone(),
        producer,
        engine,
        dry: args.dry_run,
        most: args.max,
        workers: args.workers.map_or_else(cores, usize::from),
        again: args.again,
        retry: args.retry_failed,
        now: now(),
        clock,
    }
}

fn json(producer: &str, r: &Report, dry: bool) -> String {
    let listed = |by: &ByReason| {
        let all = by.iter().flat_map(|(reason, all)| {
            all.iter().map(move |m| {
                serde_json::json!({"reason": reason, "case": m.case, "exhibit": m.exhibit, "source": m.source,
                    "why": m.why})
            })
        });
        all.collect::<Vec<_>>()
    };
    let row = |r: &Row| {
        serde_json::json!({"case": r.case, "exhibit": r.exhibit, "took_ms": r.took_ms, "words": r.words,
            "confidence": r.confidence, "error": r.error, "names": r.names, "fault": r.fault,
            "remembered": r.remembered})
    };
    let (cost, estimate) = model::json(r);
    let value = serde_json::json!({
        "producer": producer,
        "settings": r.settings,
        "read": r.read,
        "images": r.pictures,
        "remembered": r.remembered,
        "had": r.had,
        "failed": listed(&r.failed),
        "failed_before": listed(&r.faulty),
        "no_image": listed(&r.no_image),
        "cannot_be_decoded": listed(&r.undecodable),
        "left": r.left,
        "records": {"new": r.records.new, "changed": r.records.changed, "same": r.records.same},
        "exhibits": r.rows.iter().map(row).collect::<Vec<_>>(),
        "cost": cost,
        "estimate": estimate,
        "written": !dry,
        "stopped": r.stopped,
    });
    format!("{value:#}\n")
}

fn table(args: &See, producer: &str, r: &Report) -> String {
    let mut out = String::new();
    if args.dry_run {
        out.push_str(&format!(
            "{} with {} would be looked at for {producer}  (nothing done, nothing written)\n",
            counted(r.left, "exhibit"),
            counted(r.pictures, "different image")
        ));
    } else {
        out.push_str(&format!(
            "{}: evidence for {}; {} new, {} changed, {} unchanged\n",
            clean::line(&r.settings),
            counted(r.read, "exhibit"),
            counted(r.records.new, "record"),
            r.records.changed,
            r.records.same,
        ));
    }
    for (n, what) in [
        (r.remembered, "images read by an earlier command, taken from memory"),
        (r.had, "exhibits that had evidence before"),
    ] {
        if n > 0 {
            out.push_str(&format!("  {n:>5} {what}\n"));
        }
    }
    if !args.dry_run && r.left > 0 {
        out.push_str(&format!("  {:>5} left for the next time\n", r.left));
    }
    out.push_str(&model::table(r));
    out.push_str(&times(&r.rows));
    if args.list {
        out.push_str(&rows(&r.rows));
        out.push_str(&without(r));
    }
    out.push_str(&listed("could not be read", &r.failed));
    out.push_str(&listed("could not be read before; --retry-failed", &r.faulty));
    out.push_str(&listed("cannot be decoded", &r.undecodable));
    out.push_str(&listed("without an image", &r.no_image));
    if !r.no_image.is_empty() {
        out.push_str("  bring them in with: casefile fetch, or casefile import FOLDER\n");
    }
    if r.stopped {
        out.push_str("stopped; what was read is kept, and the same command goes on from there\n");
    }
    out
}

/// Median and longest time of what was read now.
fn times(rows: &[Row]) -> String {
    let mut all: Vec<u64> = rows
        .iter()
        .filter(|r| !r.remembered)
        .filter_map(|r| r.took_ms)
        .collect();
    all.sort_unstable();
    match (median(&all), all.last()) {
        (Some(median), Some(most)) => {
            format!(
                "  an image took {} in the median, {} at most\n",
                seconds(median),
                seconds(*most)
            )
        }
        _ => String::new(),
    }
}

/// The middle of sorted times, or the middle between the two in the middle.
fn median(times: &[u64]) -> Option<u64> {
    let last = times.len().checked_sub(1)?;
    let (below, above) = (times.get(last / 2)?, times.get(times.len() / 2)?);
    Some(below.midpoint(*above))
}

fn seconds(ms: u64) -> String {
    format!("{:.2} s", ms as f64 / 1000.0)
}

fn rows(rows: &[Row]) -> String {
    let mut out = format!(
        "  {:<36} {:<12} {:>8} {:>6} {:>5} {:>5}  error or fault\n",
        "case", "exhibit", "time", "words", "sure", "names"
    );
    for r in rows {
        let time = r.took_ms.map_or_else(|| "-".to_owned(), seconds);
        let sure = r.confidence.map_or_else(|| "-".to_owned(), |c| format!("{c:.2}"));
        let what = r.fault.as_deref().or(r.error.as_deref()).unwrap_or_default();
        out.push_str(&format!(
            "  {:<36} {:<12} {time:>8} {:>6} {sure:>5} {:>5}  {}{}\n",
            clean::line(&r.case),
            clean::line(&r.exhibit),
            r.words,
            r.names,
            clean::line(what),
            if r.remembered { " (from memory)" } else { "" }
        ));
    }
    out
}

/// Exhibits that were not looked at for a reason, one a line.
fn without(r: &Report) -> String {
    let mut out = String::new();
    for all in [&r.faulty, &r.undecodable, &r.no_image]
        .into_iter()
        .flat_map(|by| by.values())
    {
        for m in all {
            out.push_str(&format!(
                "  {:<36} {:<12} {:>8}  {}\n",
                clean::line(&m.case),
                clean::line(&m.exhibit),
                "-",
                clean::line(&m.why)
            ));
        }
    }
    out
}

fn listed(what: &str, by: &ByReason) -> String {
    if by.is_empty() {
        return String::new();
    }
    let n: usize = by.values().map(Vec::len).sum();
    let mut out = format!("{what}: {}\n", counted(n, "exhibit"));
    for (why, all) in by.iter().take(LISTED) {
        let mut first = all.first().map(|m| clean::line(&m.case)).unwrap_or_default();
        // The words of the first one say more than what all have in common.
        if let Some(more) = all.first().filter(|m| m.why != *why) {
            first.push_str(&format!(": {}", clean::line(&more.why)));
        }
        out.push_str(&format!("  {:>5} {} (first: {first})\n", all.len(), clean::line(why)));
    }
    out + &more("  ", by.len(), LISTED)
}
