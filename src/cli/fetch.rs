//! `casefile fetch`.

use std::time::{Duration, Instant};

use crate::base::error::{Problem, Result};
use crate::read::web::Private;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::fetch::{ByReason, Plan, Report, fetch};

use super::args::Fetch;
use super::list::{LISTED, counted, more};
use super::progress;

/// Fetches and reports.
///
/// # Errors
/// See [`fetch`]; a rate that is none.
pub fn run(args: &Fetch) -> Result<u8> {
    let plan = plan(args)?;
    let ws = Workspace::open(&args.workspace)?;
    let report = progress::show(args.json, |meter| fetch(&ws, &plan, meter))?;
    super::print(&if args.json {
        super::safe_json(&json(&report, args.dry_run))
    } else {
        table(&report, args.dry_run)
    })?;
    Ok(match (report.stopped, report.missing()) {
        (true, _) => 3,
        (false, 0) => 0,
        (false, _) => 1,
    })
}

#[expect(clippy::disallowed_methods, reason = "the clock belongs to this floor")]
fn plan(args: &Fetch) -> Result<Plan> {
    if !(0.01..=1000.0).contains(&args.per_host) {
        return Err(Problem::input(format!(
            "{} requests a second are not between 0.01 and 1000",
            args.per_host
        ))
        .at_field("--per-host"));
    }
    Ok(Plan {
        cases: args.cases.clone(),
        private: match args.allow_private.as_deref() {
            None => Private::No,
            Some([]) => Private::All,
            Some(hosts) => Private::Only(hosts.iter().map(|h| h.to_lowercase()).collect()),
        },
        bytes: args.max_bytes,
        images: args.max_images,
        time: Duration::from_secs(args.timeout),
        gap: Duration::from_secs_f64(1.0 / args.per_host),
        retry: args.retry_failed,
        dry: args.dry_run,
        now: jiff::Timestamp::now().to_string(),
        clock: Instant::now,
    })
}

fn json(r: &Report, dry: bool) -> String {
    let listed = |by: &ByReason| {
        let all = by.iter().flat_map(|(reason, all)| {
            all.iter()
                .map(move |m| serde_json::json!({"reason": reason, "case": m.case, "url": m.url, "why": m.why}))
        });
        all.collect::<Vec<_>>()
    };
    let value = serde_json::json!({
        "got": r.got,
        "bytes": r.bytes,
        "known": r.known,
        "there": r.there,
        "by_path": r.paths,
        "cannot_be_shown": listed(&r.unshown),
        "failed": listed(&r.failed),
        "failed_before": listed(&r.remembered),
        "left": r.left,
        "cases": r.cases,
        "written": !dry,
        "stopped": r.stopped,
    });
    format!("{value:#}\n")
}

fn table(r: &Report, dry: bool) -> String {
    let left: usize = r.left.values().sum();
    let mut out = String::new();
    if dry {
        out.push_str(&format!(
            "{} would be asked for  (nothing asked, nothing written)\n",
            counted(left, "image")
        ));
    } else {
        out.push_str(&format!(
            "{} got ({}), {} changed\n",
            counted(r.got, "image"),
            bytes(r.bytes),
            counted(r.cases, "case")
        ));
    }
    for (n, what) in [
        (r.known, "known already, without asking"),
        (r.there, "exhibits that had an image before"),
        (r.paths, "exhibits named by a path, not by an address"),
    ] {
        if n > 0 {
            out.push_str(&format!("  {n:>5} {what}\n"));
        }
    }
    out.push_str(&listed("kept, but cannot be shown", &r.unshown));
    out.push_str(&listed("could not be had", &r.failed));
    out.push_str(&listed(
        "could not be had before, not asked for again (--retry-failed does)",
        &r.remembered,
    ));
    if left > 0 {
        if !dry {
            out.push_str(&format!("left for the next time: {left}\n"));
        }
        for (host, n) in r.left.iter().take(LISTED) {
            out.push_str(&format!("  {n:>5} × {}\n", clean::line(host)));
        }
        out.push_str(&more("  ", r.left.len(), LISTED));
    }
    if r.stopped {
        out.push_str("stopped; what was got is kept, and the same command goes on from there\n");
    }
    out
}

fn listed(lead: &str, by: &ByReason) -> String {
    if by.is_empty() {
        return String::new();
    }
    let n: usize = by.values().map(Vec::len).sum();
    let mut out = format!("{lead}: {n}\n");
    for (reason, all) in by.iter().take(LISTED) {
        out.push_str(&format!("  {:>5} × {}", all.len(), clean::line(reason)));
        if let Some(first) = all.first() {
            out.push_str(&format!(
                " (first: {} {}",
                clean::line(&first.case),
                clean::line(&first.url)
            ));
            if first.why != *reason {
                out.push_str(&format!(": {}", clean::line(&first.why)));
            }
            out.push(')');
        }
        out.push('\n');
    }
    out + &more("  ", by.len(), LISTED)
}

fn bytes(n: u64) -> String {
    match n {
        n if n >= 1 << 20 => format!("{:.1} MiB", n as f64 / f64::from(1 << 20)),
        n => format!("{:.1} KiB", n as f64 / 1024.0),
    }
}
