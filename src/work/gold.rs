//! Computing gold: for every case the functions of its base that its patch edits, read from the linked
//! repository; only touched files are parsed.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::case::{Case, Origin, Published, difficulty};
use crate::domain::diff::{self, FileDiff};
use crate::domain::gold::{self, Computed, GoldFile, Kind, Known, LeftOut, Why};
use crate::domain::symbol::Outline;
use crate::read::gold::{by_diff, of_file};
use crate::read::meter::Meter;
use crate::read::repo::{self, Fault, Repo};
use crate::store::spool::Spool;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;

use super::import::Count;
use super::merge;
use super::office::Office;

/// What to compute.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Case ids; none for all.
    pub cases: Vec<String>,
    /// Put computed functions in place of published ones.
    pub replace: bool,
    /// Compute and tell, write nothing.
    pub dry: bool,
}

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Records of `gold.jsonl`.
    pub records: Count,
    /// Cases whose own gold changed.
    pub cases: Count,
    /// Cases whose base was read; with those of `problems` they are all that were asked for.
    pub computed: usize,
    /// Cases with at least one edited function.
    pub with_functions: usize,
    /// Edited functions.
    pub functions: usize,
    /// Functions that the fixes add.
    pub new_functions: usize,
    /// Cases that could not be computed, by reason, with their ids.
    pub problems: BTreeMap<String, Vec<String>>,
    /// Hunks and files that gave no function, by reason.
    pub left_out: BTreeMap<Why, usize>,
    /// Cases with published functions that were compared, and those that agree.
    pub compared: usize,
    /// Cases whose published functions equal the computed ones.
    pub agreeing: usize,
    /// Differences from published functions, by reason.
    pub differences: BTreeMap<Kind, usize>,
    /// Cases whose published difficulty is another one than their files give.
    pub other_difficulty: Vec<String>,
    /// Every record, in order of the cases; only when asked for.
    pub rows: Vec<Computed>,
}

/// Computes. `meter` counts cases and can stop it; `rows` asks for every record in the report.
///
/// # Errors
/// An id that is no case, a damaged `cases.jsonl`, a failed write, a stop. The workspace is then as it was.
pub fn compute(ws: &Workspace, plan: &Plan, rows: bool, meter: &Arc<Meter>) -> Result<Report> {
    let mut report = Report::default();
    let mut stage = Stage::begin(&ws.root)?;
    let mut spool = Spool::new(stage.dir())?;
    let mut wanted: HashSet<&str> = plan.cases.iter().map(String::as_str).collect();
    let all = wanted.is_empty();
    let path = ws.cases();
    let mut total = 0u64;
    merge::old_lines(&path, &mut |_, _| {
        total += 1;
        Ok(())
    })?;
    meter.phase("computing gold", if all { total } else { wanted.len() as u64 });
    let mut shelf = Shelf::new(ws);
    let file = stage.prepare(&path, |to| {
        let mut differs = false;
        merge::old_lines(&path, &mut |number, line| {
            meter.check()?;
            let mut case: Case = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
            if !wanted.remove(case.id.as_str()) && !all {
                return merge::put(to, &path, line);
            }
            let stop = || meter.stopped();
            let record = shelf.compute(&case, &stop);
            meter.check()?;
            meter.add(1);
            note(&mut report, &case, &record);
            let before = case.gold.clone();
            take(&mut case, &record, plan.replace);
            report.cases.note(Some(case.gold == before));
            spool.put(&case.id, &record)?;
            if rows {
                report.rows.push(record);
            }
            if case.gold == before {
                return merge::put(to, &path, line);
            }
            differs = true;
            let raw = serde_json::to_vec(&case).map_err(|e| Problem::environment(e.to_string()))?;
            merge::put(to, &path, &raw)
        })?;
        Ok(differs && !plan.dry)
    })?;
    if let Some(id) = wanted.into_iter().next() {
        return Err(Problem::input(format!("no case '{id}'"))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE"));
    }
    let merged = merge::merge(&ws.gold(), &mut spool, false, all, &mut stage, meter)?;
    report.records = merged.count;
    if !plan.dry {
        meter.check()?;
        stage.add(merged.file);
        stage.add(file);
        stage.commit()?;
    }
    Ok(report)
}

/// Computed functions go where none are published.
fn take(case: &mut Case, record: &Computed, replace: bool) {
    let touched = || record.files.iter().map(|f| f.path.clone()).collect();
    let own = case.gold.origin == Origin::Dataset && case.gold.functions.is_some();
    if record.functions.is_some() && own && replace {
        case.gold.published = Some(Published {
            files: std::mem::replace(&mut case.gold.files, touched()),
            functions: case.gold.functions.take(),
        });
    }
    if record.functions.is_some() && (case.gold.functions.is_none() || case.gold.origin == Origin::Computed) {
        case.gold.functions.clone_from(&record.functions);
        case.gold.origin = Origin::Computed;
    }
    if case.gold.files.is_empty() {
        case.gold.files = touched();
    }
}

fn note(report: &mut Report, case: &Case, record: &Computed) {
    match &record.problem {
        None => report.computed += 1,
        Some(problem) => {
            let ids = report.problems.entry(problem.clone()).or_default();
            ids.push(case.id.clone());
        }
    }
    let functions = record.functions.as_deref().unwrap_or_default();
    report.functions += functions.len();
    report.with_functions += usize::from(!functions.is_empty());
    report.new_functions += record.new_functions.len();
    for left in &record.left_out {
        *report.left_out.entry(left.why).or_default() += 1;
    }
    if published(case).is_some() && record.functions.is_some() {
        report.compared += 1;
        report.agreeing += usize::from(record.differences.is_empty());
    }
    for difference in &record.differences {
        *report.differences.entry(difference.why).or_default() += 1;
    }
    let stated = case.labels.difficulty.as_deref();
    if stated.is_some() && stated != record.difficulty.as_deref() {
        report.other_difficulty.push(case.id.clone());
    }
}

/// Functions that the dataset published.
fn published(case: &Case) -> Option<&[String]> {
    let own = case.gold.origin == Origin::Dataset;
    let replaced = case.gold.published.as_ref().and_then(|p| p.functions.as_deref());
    replaced.or_else(|| case.gold.functions.as_deref().filter(|_| own))
}

/// Repositories, each opened once.
struct Shelf {
    office: Office,
    open: HashMap<String, std::result::Result<Repo, Fault>>,
}

impl Shelf {
    fn new(ws: &Workspace) -> Self {
        Self {
            office: Office::new(Arc::new(ws.clone())),
            open: HashMap::new(),
        }
    }

    fn compute(&mut self, case: &Case, stop: &dyn Fn() -> bool) -> Computed {
        let diff = diff::read(case.patch.as_deref().unwrap_or(""));
        let files = gold::files(&diff);
        let mut out = Computed {
            v: 1,
            case: case.id.clone(),
            base_commit: case.base_commit.clone(),
            difficulty: difficulty(files.len()).map(str::to_owned),
            files,
            ..Computed::default()
        };
        if diff.is_empty() {
            let none = case.patch.as_deref().is_none_or(|p| p.trim().is_empty());
            let why = if none { "no patch" } else { "the patch names no file" };
            out.problem = Some(why.to_owned());
            return out;
        }
        // A branch or tag names another commit tomorrow; no base at all is told by the repository.
        let base = case.base_commit.as_str();
        let id = base.is_empty() || (base.len() >= 7 && base.chars().all(|c| c.is_ascii_hexdigit()));
        if !id {
            out.problem = Some(format!("the base commit '{}' is no commit id", case.base_commit));
            return out;
        }
        let repo = self
            .open
            .entry(case.repo.clone())
            .or_insert_with(|| self.office.repo(&case.repo));
        match repo {
            Ok(repo) => read(repo, case, &diff, &mut out, stop),
            Err(fault) => out.problem = Some(fault.to_string()),
        }
        out
    }
}

fn read(repo: &Repo, case: &Case, diff: &[FileDiff], out: &mut Computed, stop: &dyn Fn() -> bool) {
    let paths: Vec<_> = out.files.iter().map(|f| f.path.clone()).collect();
    match repo.present(&case.base_commit, &paths) {
        Ok(there) => {
            for (file, there) in out.files.iter_mut().zip(there) {
                file.in_base = Some(there);
            }
        }
        Err(fault) => {
            out.problem = Some(fault.to_string());
            return;
        }
    }
    let mut outlines: Vec<(String, Outline)> = Vec::new();
    let mut functions: Option<Vec<String>> = None;
    for file in diff {
        let Some(path) = file.path() else { continue };
        let whole = |why, detail: String| LeftOut {
            path: path.clone(),
            hunk: None,
            line: None,
            why,
            detail,
        };
        if let Some(why) = by_diff(file) {
            out.left_out.push(whole(why, String::new()));
            continue;
        }
        let text = repo.blob(&case.base_commit, path).and_then(|raw| repo::as_text(&raw));
        let text = match text {
            Ok(text) => text,
            Err(fault) => {
                out.left_out.push(whole(Why::NoSource, fault.to_string()));
                continue;
            }
        };
        let mut found = of_file(path, file, &text, stop);
        out.left_out.append(&mut found.left_out);
        let Some(outline) = found.outline else { continue };
        let id = |name: &String| format!("{path}:{name}");
        let add = |to: &mut Vec<String>, names: &[String]| {
            for name in names.iter().map(id) {
                if !to.contains(&name) {
                    to.push(name);
                }
            }
        };
        add(functions.get_or_insert_default(), &found.functions);
        add(&mut out.innermost, &found.innermost);
        add(&mut out.new_functions, &found.new);
        outlines.push((path.to_string(), outline));
    }
    // What was tried and gave none is no gold; what could not be tried is not known.
    out.functions = functions;
    compare(case, diff, &outlines, out);
    if Some(&out.innermost) == out.functions.as_ref() {
        out.innermost.clear();
    }
}

fn compare(case: &Case, diff: &[FileDiff], outlines: &[(String, Outline)], out: &mut Computed) {
    let (Some(published), Some(computed)) = (published(case), &out.functions) else {
        return;
    };
    let of_file = |f: &GoldFile| f.path.as_str().to_owned();
    let files: Vec<String> = out.files.iter().map(of_file).collect();
    let headings = diff
        .iter()
        .filter_map(|f| Some((f.path()?.as_str(), &f.hunks)))
        .flat_map(|(path, hunks)| hunks.iter().map(move |h| (path, h.heading.as_str())));
    let known = Known {
        outlines: outlines.iter().map(|(p, o)| (p.as_str(), o)).collect(),
        files: files.iter().map(String::as_str).collect(),
        headings: headings.collect(),
        innermost: &out.innermost,
        new: &out.new_functions,
    };
    out.differences = gold::differences(published, computed, &known);
}
