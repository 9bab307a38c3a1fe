//! `casefile sync`.

use crate::base::error::{Problem, Result};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::sync::{Plan, Report, blind, sync};

use super::args::Sync;
use super::env::Env;
use super::{progress, session};

/// Exchanges and reports. Exit code 1 when something in the journals is odd.
///
/// # Errors
/// See [`sync`]; who the annotator is not known; a form cannot be read.
pub fn run(args: &Sync, env: &Env) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let plan = Plan {
        me: session::annotator_of(args.name.as_deref(), &ws, env)?,
        remote: args.remote.clone(),
        blind_form: blind::blind_form(&ws)?,
        dry: args.dry_run,
        salt: salt(),
    };
    let report = progress::show(args.json, |meter| sync(&ws, &plan, meter))?;
    super::print(&if args.json {
        super::safe_json(&json(&report))
    } else {
        text(&report, &plan)
    })?;
    super::warn_all(&report.odd);
    Ok(u8::from(!report.odd.is_empty()))
}

/// Unlike that of any other process.
#[expect(clippy::disallowed_methods, reason = "the clock belongs to this floor")]
fn salt() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("{:?}|{}", now.unwrap_or_default(), std::process::id())
}

fn json(r: &Report) -> String {
    let odd = |p: &Problem| serde_json::json!({"what": p.what, "file": p.file, "line": p.line, "mend": p.mend});
    let value = serde_json::json!({
        "remote": r.remote,
        "branch": r.branch,
        "own_branch": r.own_branch,
        "sent": r.sent,
        "received": r.received,
        "joined": r.joined,
        "commits": r.commits,
        "late": r.late,
        "kept_beside": r.beside,
        "put_back": r.restored,
        "odd": r.odd.iter().map(odd).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn entries(n: usize) -> String {
    format!("{n} {}", if n == 1 { "entry" } else { "entries" })
}

fn text(r: &Report, plan: &Plan) -> String {
    let branch = format!("{}/{}", r.remote, r.branch);
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(&clean::line(text));
        out.push('\n');
    };
    let would = if plan.dry { "would be " } else { "" };
    if r.idle() {
        line(&format!("nothing new: {branch} and this clone have the same"));
    }
    if r.sent > 0 {
        let to = r
            .own_branch
            .as_ref()
            .map_or_else(|| branch.clone(), |b| format!("{}/{b}", r.remote));
        line(&format!("{would}sent      {} of {} to {to}", entries(r.sent), plan.me));
    }
    for (who, n) in &r.received {
        let own = if *who == plan.me {
            " (another clone of yours)"
        } else {
            ""
        };
        line(&format!("{would}received  {} of {who}{own}", entries(*n)));
    }
    if !r.joined.is_empty() {
        line(&format!(
            "the round is closed; joined the branches of {}",
            r.joined.join(", ")
        ));
    }
    if r.others {
        line(&format!("{branch} and this clone also exchanged other changes"));
    }
    if !r.commits.is_empty() {
        line(&format!("commits   {}", r.commits.join(" ")));
    }
    if r.late > 0 {
        line(&format!("pushed again {} times: others were faster", r.late));
    }
    for path in &r.restored {
        line(&format!(
            "put back {path}: somebody removed it or cut it; a journal only grows"
        ));
    }
    for path in &r.beside {
        line(&format!(
            "kept both: two clones wrote something else under one name, the other is {path}"
        ));
    }
    if r.own_branch.is_some() {
        line("the round is blind and open: others' answers are not fetched");
    }
    if !r.odd.is_empty() {
        line(&format!(
            "{} odd in journals; see below, and casefile doctor",
            r.odd.len()
        ));
    }
    out
}
