//! `casefile gold`.

use crate::base::error::Result;
use crate::domain::gold::Computed;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::gold::{Plan, Report, compute};

use super::args::Gold;
use super::list::{counted, failures};
use super::progress;

/// Computes gold and reports.
///
/// # Errors
/// See [`compute`].
pub fn run(args: &Gold) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let plan = Plan {
        cases: args.cases.clone(),
        replace: args.replace,
        dry: args.dry_run,
    };
    let rows = args.json || args.list;
    let report = progress::show(args.json, |meter| compute(&ws, &plan, rows, meter))?;
    super::print(&if args.json {
        super::safe_json(&json(&report))
    } else {
        let list: String = report.rows.iter().map(listed).collect();
        list + &table(&report, args.dry_run)
    })?;
    Ok(u8::from(!report.problems.is_empty()))
}

fn json(r: &Report) -> String {
    let count =
        |c: &crate::work::import::Count| serde_json::json!({"new": c.new, "changed": c.changed, "same": c.same});
    let value = serde_json::json!({
        "computed": r.computed,
        "with_functions": r.with_functions,
        "functions": r.functions,
        "new_functions": r.new_functions,
        "records": count(&r.records),
        "cases": count(&r.cases),
        "problems": r.problems,
        "left_out": r.left_out,
        "compared": r.compared,
        "agreeing": r.agreeing,
        "differences": r.differences,
        "other_difficulty": r.other_difficulty,
        "rows": r.rows,
    });
    format!("{value:#}\n")
}

/// One case, for reading beside its diff.
fn listed(c: &Computed) -> String {
    let mut out = format!("{}  {}\n", clean::line(&c.case), c.difficulty.as_deref().unwrap_or("-"));
    let mut line = |lead: &str, text: &str| out.push_str(&format!("  {lead:<10} {}\n", clean::line(text)));
    for file in &c.files {
        let gone = if file.in_base == Some(false) && file.change != "new" {
            ", not in the base"
        } else {
            ""
        };
        line("file", &format!("{}  {}{gone}", file.path, file.change));
    }
    match &c.functions {
        None => line(
            "functions",
            c.problem
                .as_deref()
                .unwrap_or("none: no file could be read for functions"),
        ),
        Some(list) if list.is_empty() => line("functions", "none edited"),
        Some(list) => list.iter().for_each(|f| line("function", f)),
    }
    c.innermost.iter().for_each(|f| line("innermost", f));
    c.new_functions.iter().for_each(|f| line("new", f));
    for left in &c.left_out {
        let at = match (left.hunk, left.line) {
            (Some(h), Some(l)) => format!(" hunk {h} at line {l}"),
            (Some(h), None) => format!(" hunk {h}"),
            _ => String::new(),
        };
        let detail = if left.detail.is_empty() {
            String::new()
        } else {
            format!(" ({})", left.detail)
        };
        line("left out", &format!("{}{at}: {}{detail}", left.path, left.why.words()));
    }
    for d in &c.differences {
        let text = match (&d.published, &d.computed) {
            (Some(p), Some(c)) => format!("{p} -> {c}: {}", d.why.words()),
            (Some(p), None) => format!("{p}: {}", d.why.words()),
            (None, c) => format!("{}: {}", c.as_deref().unwrap_or(""), d.why.words()),
        };
        line("differs", &text);
    }
    out
}

fn table(r: &Report, dry: bool) -> String {
    let mut out = format!(
        "              new  changed  unchanged{}\n",
        if dry { "  (nothing written)" } else { "" }
    );
    for (name, c) in [("gold records", r.records), ("cases", r.cases)] {
        out.push_str(&format!("{name:<12} {:>4}  {:>7}  {:>9}\n", c.new, c.changed, c.same));
    }
    out.push_str(&format!(
        "{} computed, {} with edited functions; {} edited, {} added by the fixes\n",
        counted(r.computed, "case"),
        r.with_functions,
        counted(r.functions, "function"),
        r.new_functions
    ));
    if !r.left_out.is_empty() {
        out.push_str("edits no function of the base, and why:\n");
        for (why, n) in &r.left_out {
            out.push_str(&format!("  {n:>5} × {}\n", why.words()));
        }
    }
    if r.compared > 0 {
        out.push_str(&format!(
            "published functions: {} of {} cases agree\n",
            r.agreeing, r.compared
        ));
        for (why, n) in &r.differences {
            out.push_str(&format!("  {n:>5} × {}\n", why.words()));
        }
    }
    if !r.other_difficulty.is_empty() {
        out.push_str(&format!(
            "published difficulty differs from the number of files: {}\n",
            counted(r.other_difficulty.len(), "case")
        ));
    }
    out.push_str(&failures("not computed", &r.problems));
    out
}
