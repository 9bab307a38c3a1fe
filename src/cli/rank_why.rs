//! `casefile rank CASE --explain`: where gold stands with and without each part of the evidence, and the terms.

use crate::base::error::{Problem, Result};
use crate::domain::bm25::ask::Dials;
use crate::domain::bm25::explain::{Swap, Versus};
use crate::domain::case::Case;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::office::Office;
use crate::work::rank::Plan;
use crate::work::rank::bench::{Bench, SEED, Weighed};

use super::list::{counted, more};
use super::progress;

/// Terms that are listed for one wrong suspect.
const TERMS: usize = 12;

/// Explains one case.
///
/// # Errors
/// Not one case, or its repository cannot be read.
pub(super) fn run(ws: &Workspace, plan: &Plan, as_json: bool) -> Result<u8> {
    let [id] = plan.cases.as_slice() else {
        return Err(
            Problem::input("--explain is about one case").mend("write: casefile rank CASE --explain -w WORKSPACE")
        );
    };
    let case = find(ws, id)?;
    let office = Office::new(std::sync::Arc::new(ws.clone()));
    let bench = progress::show(as_json, |meter| {
        let producer = plan.producer.as_deref();
        Bench::make(&office, &case, plan.recipe, plan.tests, producer, &mut |done, total| {
            if done == 0 {
                meter.phase("reading files", total as u64);
            }
            meter.add((done as u64).saturating_sub(meter.read()));
            !meter.stopped()
        })
    })?;
    let Some(bench) = bench else {
        return Err(Problem::environment("stopped; nothing in the workspace was changed"));
    };
    let dials = Dials::new(plan.recipe, plan.weight);
    let first = bench.weigh(&dials, 0);
    let all: Vec<Weighed> = (0..first.wrong.len()).map(|at| bench.weigh(&dials, at)).collect();
    super::print(&if as_json {
        super::safe_json(&json(plan, &bench, &first, &all))
    } else {
        told(plan, &bench, &first, &all)
    })?;
    Ok(0)
}

fn find(ws: &Workspace, id: &str) -> Result<Case> {
    let mut found = None;
    crate::work::rank::each_of(ws, &mut |case| {
        if case.id == id {
            found = Some(case);
        }
    })?;
    found.ok_or_else(|| {
        Problem::input(format!("no case '{}'", clean::line(id)))
            .in_file(ws.cases())
            .mend("list the ids with: casefile show -w WORKSPACE")
    })
}

fn rank(r: Option<u32>) -> String {
    r.map_or_else(|| "-".to_owned(), |r| r.to_string())
}

fn told(plan: &Plan, bench: &Bench, first: &Weighed, all: &[Weighed]) -> String {
    let mut out = format!(
        "{}  BM25 proxy: what words could do, not what a model does\n{}; evidence x{}; {} in the pool\n\n",
        clean::line(&bench.case),
        plan.recipe.about(),
        plan.weight,
        counted(bench.pool(), "file")
    );
    if bench.gold.is_empty() {
        out.push_str("no gold files\n");
    }
    for (n, path) in bench.gold.iter().enumerate() {
        out.push_str(&format!("gold {}  {}\n", n + 1, clean::line(path.as_str())));
    }
    out.push_str(&format!("\n{:<26} rank of gold\n", ""));
    for s in &first.standings {
        let ranks: Vec<String> = s.ranks.iter().map(|r| rank(*r)).collect();
        out.push_str(&format!("{:<26} {}\n", s.name, ranks.join("  ")));
    }
    if !bench.has_evidence() {
        out.push_str("no evidence: nothing was read out of the images of this case\n");
    }
    if let Some(swap) = &first.swap {
        out.push_str(&swapped(bench, swap));
    }
    for one in all {
        let (Some((gold, at)), Some((wrong, place, _))) = (&one.gold, one.wrong.get(one.at)) else {
            continue;
        };
        out.push_str(&format!(
            "\n{} (rank {}) against {} (rank {})\n",
            clean::line(gold.as_str()),
            rank(*at),
            clean::line(wrong.as_str()),
            rank(*place)
        ));
        out.push_str(&terms(&one.terms));
    }
    out
}

/// `best rank of gold: 3 with the true images; with 20 donors …`.
fn swapped(bench: &Bench, swap: &Swap) -> String {
    let ranks: Vec<String> = swap.donors.iter().map(|r| rank(*r)).collect();
    let percentile = swap.percentile().map_or_else(String::new, |p| format!("{p:.0}"));
    format!(
        "best rank of gold {} with the true images; with those of {} (seed {SEED}, {} of the same repository): {}\n\
         percentile of the true images among them: {percentile} (50 is no information; better is more)\n",
        rank(swap.own),
        counted(swap.donors.len(), "other case"),
        bench.near_donors,
        ranks.join(" ")
    )
}

fn terms(all: &[Versus]) -> String {
    let mut out = format!(
        "  {:<28} {:<10} {:>7} {:>8} {:>8} {:>8}\n",
        "term", "from", "files", "gold", "wrong", "diff"
    );
    for v in all.iter().take(TERMS) {
        let sum = |parts: &[f64; 2]| parts.iter().sum::<f64>();
        out.push_str(&format!(
            "  {:<28} {:<10} {:>7} {:>8.2} {:>8.2} {:>+8.2}\n",
            clean::line(&v.term),
            v.source(),
            v.df,
            sum(&v.gold),
            sum(&v.wrong),
            v.difference()
        ));
    }
    out.push_str(&more("  ", all.len(), TERMS));
    out
}

fn json(plan: &Plan, bench: &Bench, first: &Weighed, all: &[Weighed]) -> String {
    let standings: Vec<serde_json::Value> = first
        .standings
        .iter()
        .map(|s| serde_json::json!({"name": s.name, "ranks": s.ranks}))
        .collect();
    let pairs: Vec<serde_json::Value> = all
        .iter()
        .filter_map(|w| {
            let (wrong, place, score) = w.wrong.get(w.at)?;
            let terms: Vec<serde_json::Value> = w
                .terms
                .iter()
                .map(|v| {
                    serde_json::json!({"term": v.term, "from": v.source(), "files": v.df,
                        "gold_text": v.gold.first(), "gold_image": v.gold.last(),
                        "wrong_text": v.wrong.first(), "wrong_image": v.wrong.last(), "difference": v.difference()})
                })
                .collect();
            Some(serde_json::json!({"gold": w.gold, "wrong": wrong, "rank": place, "score": score, "terms": terms}))
        })
        .collect();
    let swap = first.swap.as_ref().map(|s| {
        serde_json::json!({"own": s.own, "donors": s.donors, "same_repository": bench.near_donors,
            "seed": SEED, "percentile": s.percentile()})
    });
    let value = serde_json::json!({
        "proxy": "BM25", "case": bench.case, "recipe": plan.recipe.about(), "evidence_weight": plan.weight,
        "pool_files": bench.pool(), "gold": bench.gold, "standings": standings, "swap": swap, "pairs": pairs,
    });
    format!("{value:#}\n")
}
