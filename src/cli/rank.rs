//! `casefile rank`.

use crate::base::error::{Problem, Result};
use crate::domain::bm25::Recipe;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::catalog::Catalog;
use crate::work::rank::report::{CaseRow, KS, Measures, Report, spread};
use crate::work::rank::{Mode, Plan, check_producer, rank};

use super::args::Rank;
use super::list::{counted, failures};
use super::{progress, rank_list, rank_why};

/// Ranks and reports.
///
/// # Errors
/// A word that is no recipe, level or mode; see [`rank`].
pub fn run(args: &Rank) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    let plan = plan(args)?;
    if args.explain {
        if let Some(name) = &plan.producer {
            check_producer(&ws, name)?;
        }
        return rank_why::run(&ws, &plan, args.json);
    }
    let report = progress::show(args.json, |meter| rank(&ws, &plan, meter))?;
    if plan.modes.contains(&Mode::Vce) {
        super::warn_all(&Catalog::of_evidence(&ws).problems);
    }
    super::print(&if args.json {
        super::safe_json(&json(&plan, &report))
    } else {
        let list = if args.list {
            rank_list::told(&plan, &report)
        } else {
            String::new()
        };
        table(&plan, &report) + &list
    })?;
    Ok(u8::from(!report.problems.is_empty()))
}

fn plan(args: &Rank) -> Result<Plan> {
    let wrong = |option: &str, said: &str, words: &str| {
        Problem::input(format!("'{}' is no {option}", clean::line(said))).mend(format!("write --{option} {words}"))
    };
    let recipe = Recipe::named(&args.recipe)
        .ok_or_else(|| wrong("recipe", &args.recipe, "bm25-code or --recipe bm25-lucene"))?;
    let (files, functions) = match args.level.as_str() {
        "file" => (true, false),
        "function" => (false, true),
        "both" => (true, true),
        other => return Err(wrong("level", other, "file, function or both")),
    };
    let modes = match args.mode.to_ascii_lowercase().as_str() {
        "text-only" => vec![Mode::Text],
        "vce" => vec![Mode::Vce],
        "both" => vec![Mode::Text, Mode::Vce],
        _ => return Err(wrong("mode", &args.mode, "text-only, VCE or both")),
    };
    if !(0.0..=100.0).contains(&args.evidence_weight) {
        return Err(
            Problem::input("the weight of evidence is a number from 0 to 100").mend("write --evidence-weight 0.5")
        );
    }
    if args.top == 0 {
        return Err(Problem::input("a run lists at least one suspect").mend("write --top 100"));
    }
    Ok(Plan {
        cases: args.cases.clone(),
        recipe,
        files,
        functions,
        modes,
        tests: args.tests,
        weight: args.evidence_weight,
        producer: args.producer.clone(),
        top: args.top,
        run: args.run.clone(),
    })
}

fn json(plan: &Plan, r: &Report) -> String {
    let measures = |m: &Measures| {
        let acc: serde_json::Map<String, serde_json::Value> = KS
            .iter()
            .zip(m.acc)
            .map(|(k, hits)| (format!("acc@{k}"), hits.into()))
            .collect();
        serde_json::json!({"n": m.n, "complete_within": acc, "mrr": m.mrr})
    };
    let runs: Vec<serde_json::Value> = r
        .runs
        .iter()
        .map(|run| {
            serde_json::json!({
                "run": run.name, "mode": run.mode.input(),
                "rows": {"new": run.rows.new, "changed": run.rows.changed, "same": run.rows.same},
                "file": measures(&run.files), "function": measures(&run.functions),
            })
        })
        .collect();
    let case = |c: &CaseRow| {
        let gold: Vec<serde_json::Value> = c
            .gold
            .iter()
            .map(|g| serde_json::json!({"path": g.path, "in_base": g.in_base, "in_pool": g.in_pool}))
            .collect();
        serde_json::json!({"case": c.case, "gold": gold, "ranks": c.ranks, "function_ranks": c.function_ranks,
            "evidence": c.evidence})
    };
    let value = serde_json::json!({
        "recipe": plan.recipe.about(),
        "ranked": r.cases.len(),
        "problems": r.problems,
        "pool_files": spread(&r.pools),
        "pool_functions": spread(&r.function_pools),
        "gold_absent_at_base": r.absent(),
        "gold_outside_pool": r.outside(),
        "runs": runs,
        "cases": r.cases.iter().map(case).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn table(plan: &Plan, r: &Report) -> String {
    let mut out = format!("{}\n", plan.recipe.about());
    out.push_str(&format!("{} ranked", counted(r.cases.len(), "case")));
    for (sizes, what) in [(&r.pools, "files"), (&r.function_pools, "functions")] {
        if let Some((least, median, most)) = spread(sizes) {
            out.push_str(&format!(
                "; {what} in a pool: {median} in the median, {least} to {most}"
            ));
        }
    }
    out.push_str(&format!(
        "; tests {}\n\n",
        if plan.tests { "in the pool" } else { "left out" }
    ));
    let mut head = format!("{:<34} {:<9} {:>4}", "run", "level", "n");
    for k in KS {
        head.push_str(&format!(" {:>7}", format!("Acc@{k}")));
    }
    out.push_str(&format!("{head} {:>6}   new/changed/unchanged\n", "MRR"));
    for run in &r.runs {
        let mut levels = Vec::new();
        if plan.files {
            levels.push(("file", &run.files));
        }
        if plan.functions {
            levels.push(("function", &run.functions));
        }
        for (level, m) in levels {
            out.push_str(&format!("{:<34} {level:<9} {:>4}", clean::line(&run.name), m.n));
            for hits in m.acc {
                let share = if m.n == 0 {
                    "-".to_owned()
                } else {
                    format!("{:.2}", 100.0 * hits as f64 / m.n as f64)
                };
                out.push_str(&format!(" {share:>7}"));
            }
            let mrr = m.mrr.map_or_else(|| "-".to_owned(), |x| format!("{x:.3}"));
            out.push_str(&format!(
                " {mrr:>6}   {}/{}/{}\n",
                run.rows.new, run.rows.changed, run.rows.same
            ));
        }
    }
    if plan.modes.contains(&Mode::Vce) {
        let without = r.cases.iter().filter(|c| !c.evidence).count();
        if without == r.cases.len() {
            out.push_str("no case has evidence: a VCE run would be the text-only one, and was not written\n");
        } else if without > 0 {
            out.push_str(&format!(
                "without evidence, so ranked by the text alone: {}\n",
                counted(without, "case")
            ));
        }
    }
    out.push_str(&listed(
        "gold that the base does not have, so strict Acc is 0",
        &r.absent(),
    ));
    out.push_str(&listed(
        "gold of the base that is not ranked (no source code, a test, generated)",
        &r.outside(),
    ));
    out.push_str(&failures("not ranked", &r.problems));
    out
}

fn listed(what: &str, ids: &[&str]) -> String {
    match ids {
        [] => String::new(),
        [first, ..] => format!(
            "{what}: {} (first: {})\n",
            counted(ids.len(), "case"),
            clean::line(first)
        ),
    }
}
