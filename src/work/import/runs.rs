//! Runs: `run.toml`, `suspects.jsonl` and `events.jsonl`, merged by case.

use crate::base::error::{Problem, Result};
use crate::domain::run::RunInfo;
use crate::domain::seen::modes::Mode;
use crate::read::input::run_name;
use crate::read::meter::Meter;
use crate::store::config;
use crate::store::workspace::Workspace;

use super::Plan;
use super::cases::Cases;
use super::intake::{Intake, RunIntake, complete};
use crate::work::merge;

/// Prepares the files of all runs.
pub(super) fn merge(ws: &Workspace, intake: &mut Intake, plan: &Plan, cases: &Cases, meter: &Meter) -> Result<()> {
    let rows: usize = intake.runs.values().map(|r| r.answers.len()).sum();
    meter.phase("merging runs", rows as u64);
    for (name, mut run) in std::mem::take(&mut intake.runs) {
        notes(&name, &run, cases, intake);
        let path = ws.suspects(&name);
        let fresh = !path.exists();
        let Intake { stage, report, .. } = &mut *intake;
        let answers = merge::merge(&path, &mut run.answers, false, plan.replace, stage, meter)?;
        report.answers.add(answers.count);
        let mut wrote = answers.file.is_some();
        stage.add(answers.file);
        if answers.kept > 0 {
            report.note(
                Problem::input(format!(
                    "run {name}: {} older rows about other cases are kept",
                    answers.kept
                ))
                .mend("drop them with --replace"),
            );
        }
        if !run.trajectories.is_empty() {
            let path = ws.events(&name);
            let events = merge::merge(&path, &mut run.trajectories, false, plan.replace, stage, meter)?;
            report.trajectories.add(events.count);
            wrote |= events.file.is_some();
            stage.add(events.file);
            crate::work::steps::remember(ws, &name, std::mem::take(&mut run.originals), plan.replace, stage)?;
        }
        let told = !run.info.input.is_empty();
        if let Some(mode) = &plan.mode {
            run.info.input.clone_from(mode);
        }
        let toml = path.with_file_name("run.toml");
        if toml.exists() {
            // What a person wrote there stays where the data says nothing.
            complete(&mut run.info, config::read_toml::<RunInfo>(&toml)?);
        }
        if told && run.info.system.is_empty() {
            run.info.system = system(&name, plan.wishes.run.as_deref(), &run.info.imported_from);
        }
        by_name(&mut run.info);
        let text = toml::to_string(&run.info).map_err(|e| Problem::environment(e.to_string()))?;
        wrote |= stage.text(&toml, &text)?;
        if fresh && run.answers.is_empty() {
            // A run without answers would not be seen.
            stage.text(&path, "")?;
        }
        report.runs.note((!fresh).then_some(!wrote));
    }
    Ok(())
}

/// What the name of the file tells where neither its rows nor a person did: files that are named like the export of input
/// modes, `SYSTEM-vce-image.jsonl`.
fn by_name(info: &mut RunInfo) {
    let file = info.imported_from.clone();
    let Some((system, mode)) = Mode::of_name(stem(&file)) else {
        return;
    };
    if info.input.is_empty() {
        mode.word().clone_into(&mut info.input);
    }
    if info.input == mode.word() && info.system.is_empty() {
        system.clone_into(&mut info.system);
    }
}

/// The name of a file before its ending.
fn stem(file: &str) -> &str {
    let at = [".json", ".csv", ".ndjson", ".parquet"]
        .iter()
        .filter_map(|end| file.find(end))
        .min();
    at.and_then(|at| file.get(..at)).unwrap_or(file)
}

/// A system for a run whose rows say their mode and no system, so that different systems do not become one: the name that
/// the person gave, else that of the file, else, where the run is named by something else, that of the run; what tells
/// the mode is taken off.
fn system(run: &str, given: Option<&str>, file: &str) -> String {
    let stem = stem(file);
    let of_file = (!stem.is_empty() && run.starts_with(&run_name(stem))).then_some(stem);
    let name = given.or(of_file).unwrap_or(run);
    match Mode::of_name(name) {
        Some((system, _)) if !system.is_empty() => system.to_owned(),
        _ => name.to_owned(),
    }
}

fn notes(name: &str, run: &RunIntake, cases: &Cases, intake: &mut Intake) {
    let strange = run.answers.keys().filter(|id| !cases.has(id, &intake.cases)).count();
    if strange > 0 {
        intake.report.note(
            Problem::input(format!(
                "run {name}: {strange} of {} rows are about cases that are not here; kept",
                run.answers.len()
            ))
            .mend("import the cases they belong to"),
        );
    }
    if run.twice > 0 {
        intake.report.note(Problem::input(format!(
            "run {name}: {} rows stand twice; the last one counts",
            run.twice
        )));
    }
    if run.elsewhere > 0 {
        intake.report.note(
            Problem::input(format!(
                "run {name}: {} rows are about cases that another file had already; the last file counts",
                run.elsewhere
            ))
            .mend("import each run's files by themselves, or give each its own --run NAME"),
        );
    }
    if run.models.len() > 1 {
        intake.report.note(Problem::input(format!(
            "run {name}: its files name {} models: {}",
            run.models.len(),
            run.models.join(", ")
        )));
    }
}
