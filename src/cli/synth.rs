//! `casefile synth`.

use std::collections::BTreeMap;

use crate::base::error::{Problem, Result};
use crate::domain::candidate::Strategy;
use crate::domain::synth::{Plan, Why};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::forms::secret;
use crate::work::synth::{Report, make};

use super::args::Synth;
use super::list::{LISTED, counted, more};
use super::progress;

/// Strategies that can be asked for; controls have a share of their own.
const SWAPS: [Strategy; 3] = [Strategy::SameRepo, Strategy::Similar, Strategy::Comment];

/// Makes candidates and reports.
///
/// # Errors
/// See [`make`]; a strategy or number that is none.
pub fn run(args: &Synth) -> Result<u8> {
    let plan = plan(args)?;
    let ws = Workspace::open(&args.workspace)?;
    let before = secret(&ws);
    let report = progress::show(args.json, |meter| make(&ws, &plan, args.dry_run, meter))?;
    super::print(&if args.json {
        super::safe_json(&json(&report, args.dry_run))
    } else {
        table(&report, args.dry_run)
    })?;
    if !before && secret(&ws) && !args.json {
        super::print(
            "note: the form 'harmful' is in use now, and blind: others' answers are not read, and agree and export refuse,\n      \
             until casefile.toml says closed = true under [round]\n",
        )?;
    }
    Ok(0)
}

fn plan(args: &Synth) -> Result<Plan> {
    let mut strategies = Vec::new();
    for word in &args.strategy {
        let found = SWAPS.into_iter().find(|s| s.word() == word.trim());
        let strategy = found.ok_or_else(|| {
            Problem::input(format!("'{word}' is no strategy"))
                .at_field("--strategy")
                .mend("use same_repo, similar or comment; controls are set with --controls SHARE")
        })?;
        strategies.push(strategy);
    }
    let within = |field: &str, x: f64, most: f64| {
        if (0.0..=most).contains(&x) {
            return Ok(x);
        }
        Err(Problem::input(format!("{x} is not between 0 and {most}")).at_field(field))
    };
    let plan = Plan {
        seed: args.seed,
        strategies,
        per_case: args.per_case,
        min_similarity: within("--min-similarity", args.min_similarity, 1.0)?,
        max_similarity: within("--max-similarity", args.max_similarity, 1.0)?,
        controls: within("--controls", args.controls, 0.9)?,
        cases: args.cases.clone(),
    };
    if plan.min_similarity >= plan.max_similarity {
        return Err(Problem::input("no likeness lies between the two")
            .at_field("--min-similarity")
            .mend("it must be less than --max-similarity"));
    }
    Ok(plan)
}

fn json(r: &Report, dry: bool) -> String {
    let made: BTreeMap<&str, usize> = r.made.by_strategy().into_iter().map(|(s, n)| (s.word(), n)).collect();
    let value = serde_json::json!({
        "new": r.made.new.len(),
        "there": r.there,
        "written": !dry,
        "made": made,
        "controls_missing": r.made.controls_missing,
        "left_out": r.made.left_out,
        "without": r.made.without,
        "passed": r.made.passed,
        "unreadable": r.unreadable,
        "candidates": r.made.new,
    });
    format!("{value:#}\n")
}

fn table(r: &Report, dry: bool) -> String {
    let mut out = format!(
        "{} new, {} there already{}\n",
        counted(r.made.new.len(), "candidate"),
        r.there,
        if dry { "  (nothing written)" } else { "" }
    );
    for (strategy, n) in r.made.by_strategy() {
        out.push_str(&format!("  {:<10} {n:>5}\n", strategy.word()));
    }
    if r.made.controls_missing > 0 {
        out.push_str(&format!(
            "  {} more for their share: no further case can be one\n",
            counted(r.made.controls_missing, "control")
        ));
    }
    out.push_str(&listed("cases left out", &r.made.left_out));
    for (strategy, by_why) in &r.made.without {
        out.push_str(&listed(&format!("cases without {}", strategy.word()), by_why));
    }
    if !r.made.passed.is_empty() {
        out.push_str("passed over:\n");
        for (strategy, by_why) in &r.made.passed {
            for (why, n) in by_why {
                out.push_str(&format!("  {:<10} {n:>5} × {}\n", strategy.word(), why.words()));
            }
        }
    }
    if !r.unreadable.is_empty() {
        out.push_str(&format!("cannot be read: {}\n", counted(r.unreadable.len(), "image")));
        for (file, why) in r.unreadable.iter().take(LISTED) {
            out.push_str(&format!("  {}: {}\n", clean::line(file), clean::line(why)));
        }
        out.push_str(&more("  ", r.unreadable.len(), LISTED));
    }
    out
}

/// Cases by reason, with the first of each.
fn listed(lead: &str, by_why: &BTreeMap<Why, Vec<String>>) -> String {
    let n: usize = by_why.values().map(Vec::len).sum();
    if n == 0 {
        return String::new();
    }
    let mut out = format!("{lead}: {n}\n");
    for (why, ids) in by_why {
        let first = ids.first().map(String::as_str).unwrap_or_default();
        out.push_str(&format!(
            "  {:>5} × {} (first: {})\n",
            ids.len(),
            why.words(),
            clean::line(first)
        ));
    }
    out
}
