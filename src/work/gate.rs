//! The AI gate: what its log says about every image, with what people said; recorded replies; calls of models.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::gate::ask::{Template, input_sha};
use crate::domain::gate::{Funnel, Item, Limits, Over, Record, State, Usage, funnel, items, overrides};
use crate::domain::ledger::Ledger;
use crate::read::meter::Meter;
use crate::store::gate_log;
use crate::store::replay::{Whose, replay};
use crate::store::workspace::Workspace;

use super::forms::secret;

mod answer;
mod cases;
mod people;
pub mod pick;
pub mod replies;
mod row;
pub mod run;
mod settle;

pub use people::Against;

/// Where every image stands.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The log.
    pub log: Vec<Record>,
    /// Images of the chosen cases that the log or people speak of, sorted by case and exhibit.
    pub items: Vec<Item>,
    /// How many stand where.
    pub funnel: Funnel,
    /// Verdicts of people, whatever the case.
    pub overs: Vec<Over>,
    /// The round is secret, so what people said was not read.
    pub secret: bool,
    /// Images of the chosen cases of which nothing is known.
    pub never: usize,
    /// Images of the log that no case of the workspace shows.
    pub strange: usize,
    /// Records that count and answer an older question: text, image, fix or prompt changed since.
    pub older: usize,
    /// Records that count and do not say which question they answer.
    pub untold: usize,
    /// Each person against the log's own verdicts.
    pub people: Vec<Against>,
    /// Calls and tokens of each model, over the records of the chosen cases.
    pub models: BTreeMap<String, Spent>,
    /// Place of an exhibit among those of its case, from 1, and how many there are.
    pub places: HashMap<(String, String), (usize, usize)>,
    /// Lines of the log, and of journals, that cannot be read.
    pub problems: Vec<Problem>,
}

/// What a model was used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Records.
    pub records: usize,
    /// Those that say what they cost.
    pub told: usize,
    /// Tokens of these.
    pub tokens: Usage,
}

/// Reads log, cases and, unless the round is secret, everybody's journals; without `ids`, all cases.
///
/// # Errors
/// An id that is no case; a damaged `cases.jsonl`; a stop.
pub fn look(ws: &Workspace, ids: &[String], limits: &Limits, meter: &Meter) -> Result<Board> {
    meter.phase("reading the gate's log", 0);
    let (log, problems) = gate_log::read(&ws.root)?;
    meter.check()?;
    let mut out = Board {
        log,
        problems,
        secret: secret(ws),
        ..Board::default()
    };
    if !out.secret {
        out.overs = people_said(ws, &mut out.problems, meter)?;
    }
    let chosen = |case: &str| ids.is_empty() || ids.iter().any(|id| id == case);
    let mut all = items(&out.log, &out.overs, limits);
    all.retain(|i| chosen(&i.case));
    let mut automatic = items(&out.log, &[], limits);
    automatic.retain(|i| chosen(&i.case));
    out.people = people::against(&automatic, &out.overs);
    out.funnel = funnel(&all);
    for record in out.log.iter().filter(|r| chosen(&r.case) && !r.model.is_empty()) {
        let spent = out.models.entry(record.model.clone()).or_default();
        spent.records += 1;
        if let Some(usage) = record.usage {
            spent.told += 1;
            spent.tokens.prompt_tokens = spent.tokens.prompt_tokens.saturating_add(usage.prompt_tokens);
            spent.tokens.completion_tokens = spent.tokens.completion_tokens.saturating_add(usage.completion_tokens);
        }
    }
    out.items = all;
    against_cases(ws, ids, &mut out, meter)?;
    Ok(out)
}

/// What people said about stages.
fn people_said(ws: &Workspace, problems: &mut Vec<Problem>, meter: &Meter) -> Result<Vec<Over>> {
    meter.phase("reading journals", 0);
    let mut ledger = Ledger::default();
    let found = replay(&ws.root, &Whose::All, false, &mut |entry| {
        if !meter.stopped() {
            ledger.take(entry);
        }
    });
    meter.check()?;
    problems.extend(found.damage);
    Ok(overrides(&ledger))
}

/// Holds the images against the cases.
fn against_cases(ws: &Workspace, ids: &[String], out: &mut Board, meter: &Meter) -> Result<()> {
    let template = Template::default();
    let mut by_case: HashMap<&str, Vec<&Item>> = HashMap::new();
    for item in &out.items {
        by_case.entry(&item.case).or_default().push(item);
    }
    let (mut met, mut never, mut older, mut untold) = (0, 0, 0, 0);
    let mut places = HashMap::new();
    meter.phase("reading cases", 0);
    cases::each(ws, ids, &mut |case| {
        meter.check()?;
        let about = by_case.get(case.id.as_str()).map_or(&[][..], Vec::as_slice);
        let known: HashSet<&str> = about.iter().map(|i| i.exhibit.as_str()).collect();
        let all = case.exhibits.len();
        for (n, exhibit) in case.exhibits.iter().enumerate() {
            never += usize::from(!known.contains(exhibit.id.as_str()));
            places.insert((case.id.clone(), exhibit.id.clone()), (n + 1, all));
        }
        for item in about.iter().filter(|i| case.exhibit(&i.exhibit).is_some()) {
            met += 1;
            for record in item.steps.iter().filter_map(|s| out.log.get(s.record?)) {
                match age(record, &case, &template) {
                    Age::Same => {}
                    Age::Older => older += 1,
                    Age::Untold => untold += 1,
                }
            }
        }
        Ok(())
    })?;
    let strange = out.items.len() - met;
    (out.never, out.older, out.untold, out.strange) = (never, older, untold, strange);
    out.places = places;
    Ok(())
}

/// Whether a record answers the question that would be asked today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Age {
    Same,
    Older,
    /// It does not say.
    Untold,
}

fn age(record: &Record, case: &Case, template: &Template) -> Age {
    if record.prompt_sha.is_empty() && record.input_sha.is_empty() {
        return Age::Untold;
    }
    let prompt = record.prompt_sha.is_empty() || record.prompt_sha == template.version(record.stage);
    let image = case.exhibit(&record.exhibit).and_then(|(_, e)| e.image.as_ref());
    let input = record.input_sha.is_empty()
        // An image that went away asks nothing else.
        || image.is_none_or(|i| record.input_sha == input_sha(record.stage, case, &i.sha256));
    if prompt && input { Age::Same } else { Age::Older }
}

/// The word for where an image stands, and the stage that it is about.
pub fn word(state: State) -> (&'static str, &'static str) {
    match state {
        State::Accepted => ("accepted", ""),
        State::Failed(stage) => ("failed", stage.letter()),
        State::Broken(stage) => ("error", stage.letter()),
        State::Open(stage) => ("open", stage.letter()),
    }
}
