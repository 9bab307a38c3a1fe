//! What repairs of form would change about a score: ranks as written, after the ladder of paths and plain name forms,
//! and after a missing or additional qualifier is forgiven.

use std::sync::Arc;

use crate::base::error::Result;
use crate::domain::case::Case;
use crate::domain::ladder::{Ground, NameStep, Rules, file_finds, function_finds_to};
use crate::domain::level::Level;
use crate::domain::run::Suspects;
use crate::domain::{matching, written};
use crate::read::meter::Meter;
use crate::store::workspace::Workspace;

use super::office::Office;
use super::{ground, merge};

/// One run before and after repair.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repaired {
    /// The run.
    pub run: String,
    file: Ranks,
    function: Ranks,
}

/// Complete ranks of one level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranks {
    /// Cases with gold.
    pub n: u32,
    /// Of them, those whose repository is not linked: steps that need its tree are guesses.
    pub without_tree: u32,
    /// Complete rank as written, after format repair, after qualifier repair.
    complete: Vec<[Option<u32>; 3]>,
}

impl Repaired {
    /// One level.
    pub fn at(&self, level: Level) -> &Ranks {
        match level {
            Level::File => &self.file,
            Level::Function => &self.function,
        }
    }
}

impl Ranks {
    /// Solved cases at K: as written, after format repair, after qualifier repair.
    pub fn steps(&self, k: u32) -> [u32; 3] {
        let mut out = [0; 3];
        for ranks in &self.complete {
            for (n, rank) in out.iter_mut().zip(ranks) {
                *n += u32::from(rank.is_some_and(|r| r <= k));
            }
        }
        out
    }
}

/// Goes through all cases once and holds every run against each.
///
/// # Errors
/// `cases.jsonl` cannot be read; stopped.
pub fn repair(ws: &Workspace, runs: &[String], meter: &Arc<Meter>) -> Result<Vec<Repaired>> {
    let office = Office::new(Arc::new(ws.clone()));
    let known = office.catalog();
    let mut out: Vec<Repaired> = runs
        .iter()
        .map(|run| Repaired {
            run: run.clone(),
            ..Repaired::default()
        })
        .collect();
    let path = ws.cases();
    let mut total = 0u64;
    merge::old_lines(&path, &mut |_, _| {
        total += 1;
        Ok(())
    })?;
    meter.phase("repairing forms", total);
    merge::old_lines(&path, &mut |number, line| {
        meter.check()?;
        meter.add(1);
        let case: Case = serde_json::from_slice(line).map_err(|e| merge::no_case(&path, number, &e))?;
        if case.gold.files.is_empty() && case.gold.functions.is_none() {
            return Ok(());
        }
        let stop = || meter.stopped();
        let ground = ground::of(&office, &case, &[], &stop);
        for one in &mut out {
            let run = known.runs.iter().find(|r| r.name == one.run);
            let suspects = match run {
                Some(run) => known.suspects(run, &case.id)?,
                None => Suspects::missing(&case.id),
            };
            note(one, &case, &suspects, &ground);
        }
        Ok(())
    })?;
    Ok(out)
}

fn note(out: &mut Repaired, case: &Case, suspects: &Suspects, ground: &Ground) {
    let blind = u32::from(ground.tree.is_none());
    let files: Vec<String> = case.gold.files.iter().map(ToString::to_string).collect();
    if let Some(ranked) = written::files(&files, &suspects.files) {
        let finds = file_finds(Rules::Lenient, &case.gold.files, &suspects.files, ground);
        let ranks: Vec<Option<u32>> = finds.iter().map(|f| f.map(|f| f.rank)).collect();
        let repaired = matching::complete_rank(&ranks);
        out.file.add(blind, [ranked.complete_rank(), repaired, repaired]);
    }
    let functions = case.gold.functions.as_deref().unwrap_or(&[]);
    if let Some(ranked) = written::functions(functions, &suspects.functions) {
        let upto = |most| {
            let finds = function_finds_to(most, functions, &suspects.functions, ground);
            let ranks: Vec<Option<u32>> = finds.iter().map(|f| f.map(|f| f.rank)).collect();
            matching::complete_rank(&ranks)
        };
        let steps = [
            ranked.complete_rank(),
            upto(NameStep::Format),
            upto(NameStep::UniqueLeaf),
        ];
        out.function.add(blind, steps);
    }
}

impl Ranks {
    /// A repair never takes a hit away: what was complete earlier stays so.
    fn add(&mut self, blind: u32, steps: [Option<u32>; 3]) {
        let [written, format, qualifier] = steps;
        let best = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        let format = best(written, format);
        self.n += 1;
        self.without_tree += blind;
        self.complete.push([written, format, best(format, qualifier)]);
    }
}
