//! `casefile show CASE --steps`: what runs did on the way to their answers, as lines.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::steps::{Row, What, images, sign};
use crate::text::clean;
use crate::work::office::Office;
use crate::work::steps::{Walk, walk};

use super::args::Show;
use super::print;

/// Prints the steps of one run, or of all that left some.
///
/// # Errors
/// No such run; no steps; the record cannot be read.
pub(super) fn run(office: &Office, case: &Case, args: &Show) -> Result<u8> {
    let catalog = office.catalog();
    let names: Vec<&str> = catalog.runs.iter().map(|r| r.name.as_str()).collect();
    let wanted: Vec<&str> = match &args.run {
        Some(name) if !names.contains(&name.as_str()) => {
            return Err(Problem::input(format!("no run '{}'", clean::line(name)))
                .mend(format!("the runs are {}", clean::line(&names.join(", ")))));
        }
        Some(name) => vec![name],
        None => names,
    };
    let mut any = false;
    for name in wanted {
        let Some(walk) = walk(&catalog, name, &case.id, &case.gold.files)? else {
            continue;
        };
        if args.json {
            print(&format!("{}\n", super::safe_json(&record(name, &walk)?)))?;
        } else {
            let gap = if any { "\n" } else { "" };
            print(&format!("{gap}{}", text(name, &walk)))?;
        }
        any = true;
    }
    if any {
        return Ok(0);
    }
    Err(
        Problem::input(format!("no steps are known of '{}'", clean::line(&case.id)))
            .mend("import the trajectories of a run; predictions alone have no steps"),
    )
}

fn record(name: &str, walk: &Walk) -> Result<String> {
    let broken = |e: serde_json::Error| Problem::environment(e.to_string());
    let mut out = serde_json::Map::new();
    out.insert("run".to_owned(), name.into());
    if let Value::Object(fields) = serde_json::to_value(&walk.trajectory).map_err(broken)? {
        out.extend(fields);
    }
    serde_json::to_string(&out).map_err(broken)
}

fn text(name: &str, walk: &Walk) -> String {
    let t = &walk.trajectory;
    let mut out = String::new();
    let mut put = |line: &str| {
        out.push_str(clean::line(line).trim_end());
        out.push('\n');
    };
    put(&format!("Steps of {name} ({})", t.system));
    let ended = t
        .exit_status
        .as_deref()
        .map(|e| format!(", ended: {e}"))
        .unwrap_or_default();
    put(&format!("  {} turns, {}{ended}", t.turns, images(t)));
    for g in &walk.list.gold {
        let told = g.wordings().into_iter().next().unwrap_or_default();
        put(&format!("  gold {}: {told}", g.path));
    }
    for (n, row) in walk.list.rows.iter().enumerate() {
        put(&line(walk, n, row));
    }
    out
}

/// `   5 ▤ ● view src/a.ts 10–60 [first opened]`; gold has the sign of an exact hit.
fn line(walk: &Walk, n: usize, row: &Row) -> String {
    let step = if row.first { row.step.to_string() } else { String::new() };
    let kind = walk.list.event(&walk.trajectory, n).map(|e| e.kind);
    let sign = match (row.what, kind) {
        _ if row.marks.failed => '×',
        (What::Event(_), Some(kind)) => sign(kind),
        _ => '·',
    };
    let gold = if row.marks.gold.is_some() { '●' } else { ' ' };
    let told = row.marks.told();
    let told = if told.is_empty() { told } else { format!("  [{told}]") };
    format!("{step:>5} {sign} {gold} {}{told}", walk.list.text(&walk.trajectory, n))
}
