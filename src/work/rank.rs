//! The reference ranker: every case's files and functions at its base commit by BM25, written as runs like any other.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::base::num::small;
use crate::base::path::RepoPath;
use crate::domain::bm25::Recipe;
use crate::domain::bm25::ask::{Ask, Dials};
use crate::domain::case::Case;
use crate::domain::matching;
use crate::domain::run::{RunInfo, Status, Suspect, Suspects, What};
use crate::read::meter::Meter;
use crate::store::config;
use crate::store::spool::Spool;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;

use self::library::Shelves;
use self::shelf::{Level, Pool, Want};
use super::merge;
use super::office::Office;

pub mod bench;
mod library;
mod plan;
pub mod rare;
pub mod report;
pub mod shelf;

pub use plan::{Mode, Plan, check_producer};
use report::{CaseRow, Gold, Report, RunReport};

/// A run on its way.
struct Out {
    mode: Mode,
    name: String,
    info: RunInfo,
    rows: Spool,
    /// Rows that are there were made with other settings.
    replace: bool,
}

/// Ranks. `meter` counts cases and can stop it.
///
/// # Errors
/// An id that is no case, a producer without evidence, a run of that name that is another system's or was made with other settings, a damaged
/// `cases.jsonl`, a failed write, a stop. The workspace is then as it was.
pub fn rank(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Report> {
    if let Some(name) = &plan.producer {
        check_producer(ws, name)?;
    }
    let mut stage = Stage::begin(&ws.root)?;
    let mut outs = Vec::new();
    for mode in &plan.modes {
        let (name, info) = (plan.run_name(*mode), plan.info(*mode));
        outs.push(Out {
            mode: *mode,
            replace: differs(ws, plan, &name, &info)?,
            rows: Spool::new(stage.dir())?,
            name,
            info,
        });
    }
    let office = Office::new(Arc::new(ws.clone()));
    let mut report = Report::default();
    let ranked = each_case(ws, plan, meter, &office, &mut report, &mut outs);
    // A failure because of a stop is told as the stop.
    ranked.map_err(|p| meter.check().err().unwrap_or(p))?;
    for mut out in outs {
        let path = ws.suspects(&out.name);
        let fresh = !path.exists();
        // Without any evidence the run would be the text-only one under another name.
        let same = out.mode == Mode::Vce && !report.cases.iter().any(|c| c.evidence);
        if (out.rows.is_empty() || same) && fresh {
            report.runs.push(RunReport::new(out.mode, &out.name));
            continue;
        }
        let merged = merge::merge(&path, &mut out.rows, false, out.replace, &mut stage, meter)?;
        stage.add(merged.file);
        let text = toml::to_string(&out.info).map_err(|e| Problem::environment(e.to_string()))?;
        stage.text(&path.with_file_name("run.toml"), &text)?;
        let mut one = RunReport::new(out.mode, &out.name);
        one.rows = merged.count;
        report.runs.push(one);
    }
    report.score();
    meter.check()?;
    stage.commit()?;
    Ok(report)
}

/// Whether the run has rows that were made with other settings.
fn differs(ws: &Workspace, plan: &Plan, name: &str, info: &RunInfo) -> Result<bool> {
    let sound = !name.is_empty()
        && !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+'));
    if !sound {
        return Err(Problem::input(format!("'{name}' is no name of a run"))
            .mend("use letters, digits, '.', '_', '+' or '-', as in: --run bm25-trial"));
    }
    let toml = ws.suspects(name).with_file_name("run.toml");
    if !toml.exists() && !ws.suspects(name).exists() {
        return Ok(false);
    }
    let old: RunInfo = if toml.exists() {
        config::read_toml(&toml)?
    } else {
        RunInfo::default()
    };
    if Recipe::named(&old.system).is_none() {
        return Err(
            Problem::input(format!("run {name} is there and was not made by this ranker"))
                .in_file(toml)
                .mend("give this one another name with --run NAME"),
        );
    }
    if old == *info {
        return Ok(false);
    }
    if !plan.cases.is_empty() {
        return Err(Problem::input(format!(
            "run {name} was made with other settings, and some of its cases would keep them"
        ))
        .in_file(toml)
        .mend("rank all cases, or give this one another name with --run NAME"));
    }
    Ok(true)
}

fn each_case(
    ws: &Workspace,
    plan: &Plan,
    meter: &Arc<Meter>,
    office: &Office,
    report: &mut Report,
    outs: &mut [Out],
) -> Result<()> {
    let path = ws.cases();
    let mut wanted: std::collections::HashSet<&str> = plan.cases.iter().map(String::as_str).collect();
    let all = wanted.is_empty();
    let mut total = 0;
    merge::old_lines(&path, &mut |_, _| {
        total += 1;
        Ok(())
    })?;
    meter.phase("ranking", if all { total } else { wanted.len() as u64 });
    let mut shelves = Shelves::new(office, plan.recipe);
    merge::old_lines(&path, &mut |number, line| {
        meter.check()?;
        let case: Case = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
        if !wanted.remove(case.id.as_str()) && !all {
            return Ok(());
        }
        one_case(&case, plan, meter, office, &mut shelves, report, outs)?;
        meter.add(1);
        Ok(())
    })?;
    shelves.keep();
    match wanted.into_iter().next() {
        Some(id) => Err(Problem::input(format!("no case '{id}'"))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE")),
        None => Ok(()),
    }
}

fn one_case(
    case: &Case,
    plan: &Plan,
    meter: &Arc<Meter>,
    office: &Office,
    shelves: &mut Shelves<'_>,
    report: &mut Report,
    outs: &mut [Out],
) -> Result<()> {
    let want = Want {
        functions: plan.functions,
        tests: plan.tests,
    };
    let pool = shelves.pool(&case.repo, &case.base_commit, want, &mut |_, _| !meter.stopped());
    let pool = match pool {
        Ok(Some(pool)) => pool,
        Ok(None) => return meter.check(),
        Err(fault) => {
            report.problems.entry(fault).or_default().push(case.id.clone());
            return Ok(());
        }
    };
    let Some(shelf) = shelves.shelf(&case.repo) else {
        return Ok(());
    };
    let mut row = CaseRow::new(&case.id);
    let present = shelf.present(&case.base_commit, &case.gold.files).unwrap_or_default();
    let mut there = present.into_iter();
    row.gold = case
        .gold
        .files
        .iter()
        .map(|path| Gold::new(path, there.next(), &pool))
        .collect();
    for out in outs {
        let evidence = match out.mode {
            Mode::Text => Vec::new(),
            Mode::Vce => office.catalog().evidence_of(&case.id, plan.producer.as_deref())?,
        };
        row.evidence |= !evidence.is_empty();
        let ask = shelf.ask(case, &evidence);
        let found = suspects(case, plan, &pool, &ask);
        row.ranks.push(matching::file_ranks(&case.gold, &found.files));
        if let Some(functions) = &case.gold.functions {
            row.function_ranks
                .push(matching::function_ranks(functions, &found.functions));
        }
        out.rows.put(&case.id, &found)?;
    }
    report.pools.push(pool.files.docs.len());
    report
        .function_pools
        .extend(pool.functions.as_ref().map(|f| f.docs.len()));
    report.cases.push(row);
    Ok(())
}

fn suspects(case: &Case, plan: &Plan, pool: &Pool, ask: &Ask) -> Suspects {
    let dials = Dials::new(plan.recipe, plan.weight);
    let list = |level: &Level| -> Vec<Suspect> {
        let top = level.index.top(ask, &dials, plan.top);
        let one = |(n, (doc, score)): (usize, (u32, f64))| {
            let doc = level.doc(doc)?;
            let raw = match &doc.name {
                None => doc.path.to_string(),
                Some(name) => format!("{}:{name}", doc.path),
            };
            Some(Suspect {
                raw,
                path: doc.path.clone(),
                name: doc.name.as_deref().map(str::to_owned),
                what: if doc.name.is_some() { What::Function } else { What::File },
                lines: doc.lines,
                rank: small(n + 1),
                score: Some((score * 1e6).round() / 1e6),
                flags: Vec::new(),
            })
        };
        top.into_iter().enumerate().filter_map(one).collect()
    };
    let files = if plan.files { list(&pool.files) } else { Vec::new() };
    let functions = pool.functions.as_ref().map(list).unwrap_or_default();
    let empty = files.is_empty() && functions.is_empty();
    Suspects {
        status: if empty { Status::Empty } else { Status::Ok },
        files,
        functions,
        ..Suspects::missing(&case.id)
    }
}

/// Problems by their words.
pub type Problems = BTreeMap<String, Vec<String>>;

/// The gold files' numbers in the pool.
fn gold_docs(pool: &Pool, gold: &[RepoPath]) -> Vec<Option<u32>> {
    gold.iter().map(|g| pool.files.file(g)).collect()
}

/// Calls `take` with every case of the workspace.
///
/// # Errors
/// A damaged `cases.jsonl`.
pub fn each_of(ws: &Workspace, take: &mut dyn FnMut(Case)) -> Result<()> {
    let path = ws.cases();
    merge::old_lines(&path, &mut |number, line| {
        take(serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?);
        Ok(())
    })
}
