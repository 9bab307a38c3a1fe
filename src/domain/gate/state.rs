//! Where every image stands in the gate.

use std::collections::{BTreeMap, HashMap};

use super::stage::{Before, Call, decide};
use super::{Limits, Over, Record, Stage, Verdict};
use crate::domain::case::Labels;

/// Who labels what the gate accepts: the models, or, where neither category nor relevance is theirs, people.
const AI: &str = "ai";
const HUMAN: &str = "human";

/// One stage of one image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// The verdict that holds; `None` while it is to be asked.
    pub verdict: Option<Verdict>,
    /// Why: the numbers that decided, or what went wrong.
    pub reason: String,
    /// The model that answered; empty when none did.
    pub model: String,
    /// Index in the log of the record that counts.
    pub record: Option<usize>,
    /// Who overrode it; empty when nobody did.
    pub by: Vec<String>,
    /// What the log alone says, where a person says otherwise.
    pub automatic: Option<Verdict>,
    /// People contradict one another about it, so that the log counts.
    pub disputed: bool,
}

/// Where an image stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// All four stages passed.
    Accepted,
    /// This stage failed.
    Failed(Stage),
    /// This stage has no usable answer.
    Broken(Stage),
    /// This stage is to be asked next.
    Open(Stage),
}

/// One image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The case.
    pub case: String,
    /// The exhibit.
    pub exhibit: String,
    /// Its four stages.
    pub steps: [Step; 4],
    /// Where it stands.
    pub state: State,
    /// D says less than A's limit and still agrees within it, as 0 on an admitted +1: to look at.
    pub flagged: bool,
    /// Category, relevance and `annotation_by` of an accepted one. A field is empty where a person let it pass without
    /// giving what the model did not.
    pub labels: Option<Labels>,
}

/// Every image of the log, and of what people said, sorted by case and exhibit.
///
/// Of several records about one stage the last of the log counts, those aside that are `skipped` and hold no answer: a later
/// error stands before an earlier answer, since nobody asks again without a reason. A stage after one that did not pass is skipped, whatever is
/// in the log about it; it counts again once that one passes. What people agree on goes before the log.
pub fn items(log: &[Record], people: &[Over], limits: &Limits) -> Vec<Item> {
    let mut last: BTreeMap<(&str, &str), [Option<usize>; 4]> = BTreeMap::new();
    for (n, record) in log.iter().enumerate() {
        let slots = last.entry((&record.case, &record.exhibit)).or_default();
        if let Some(slot) = slots.get_mut(record.stage as usize).filter(|_| record.says()) {
            *slot = Some(n);
        }
    }
    let mut said: HashMap<(&str, &str, Stage), Vec<&Over>> = HashMap::new();
    for over in people {
        last.entry((&over.case, &over.exhibit)).or_default();
        said.entry((&over.case, &over.exhibit, over.stage))
            .or_default()
            .push(over);
    }
    let all = last.into_iter().map(|((case, exhibit), records)| {
        let said = |stage| said.get(&(case, exhibit, stage)).map_or(&[][..], Vec::as_slice);
        item((case, exhibit), log, records, &said, limits)
    });
    all.collect()
}

/// Sets verdict and reason of a record that has an answer, as they are after `log`: for the line that is written after a
/// call. One that says `error` or `skipped` stays as it is. An answer whose turn has not come is `skipped` and counts when it
/// does.
pub fn settle(record: &mut Record, log: &[Record], limits: &Limits) {
    if matches!(record.verdict, Verdict::Error | Verdict::Skipped) {
        return;
    }
    let own = |r: &&Record| r.case == record.case && r.exhibit == record.exhibit;
    let mut about: Vec<Record> = log.iter().filter(own).cloned().collect();
    about.push(record.clone());
    let all = items(&about, &[], limits);
    let step = all.first().and_then(|i| i.steps.get(record.stage as usize));
    if let Some(step) = step {
        record.verdict = step.verdict.unwrap_or(Verdict::Skipped);
        record.reason.clone_from(&step.reason);
        if step.verdict.is_none() {
            "an earlier stage was not asked".clone_into(&mut record.reason);
        }
    }
}

fn item<'a>(
    (case, exhibit): (&str, &str),
    log: &'a [Record],
    records: [Option<usize>; 4],
    said: &dyn Fn(Stage) -> &'a [&'a Over],
    limits: &Limits,
) -> Item {
    let mut before = Before::default();
    let mut state = State::Accepted;
    let mut second = None;
    let mut by_models = false;
    let steps = Stage::ALL.map(|stage| {
        let at = records.get(stage as usize).copied().flatten();
        let record = at.and_then(|n| log.get(n));
        let mut step = Step {
            stage,
            verdict: Some(Verdict::Skipped),
            reason: String::new(),
            model: record.map(|r| r.model.clone()).unwrap_or_default(),
            record: at,
            by: Vec::new(),
            automatic: None,
            disputed: false,
        };
        if state != State::Accepted {
            step.reason = match state {
                State::Failed(s) => format!("{s} failed"),
                State::Broken(s) => format!("{s} has no usable answer"),
                _ => String::new(),
            };
            if matches!(state, State::Open(_)) {
                step.verdict = None;
            }
            return step;
        }
        let call = record.map(|r| match r.verdict {
            Verdict::Error => Call {
                verdict: Verdict::Error,
                reason: r.reason.clone(),
                relevance: None,
                category: None,
            },
            _ => decide(stage, &r.output, &r.model, limits, before),
        });
        step.verdict = call.as_ref().map(|c| c.verdict);
        step.reason = call.as_ref().map(|c| c.reason.clone()).unwrap_or_default();
        let person = overridden(&mut step, said(stage));
        let relevance = person.and_then(|p| p.relevance).or_else(|| call.as_ref()?.relevance);
        let category = person.and_then(|p| p.category).or_else(|| call.as_ref()?.category);
        let given = |p: &Over| match stage {
            Stage::A => p.relevance.is_some(),
            _ => p.category.is_some(),
        };
        by_models |= matches!(stage, Stage::A | Stage::B) && !person.is_some_and(given);
        match stage {
            Stage::A => before.relevance = relevance,
            Stage::B => before.category = category,
            Stage::C => {}
            Stage::D => second = relevance,
        }
        if let (Some(record), Some(slot)) = (record, before.models.get_mut(stage as usize)) {
            *slot = &record.model;
        }
        state = match step.verdict {
            Some(Verdict::Pass) => State::Accepted,
            Some(Verdict::Fail) => State::Failed(stage),
            Some(Verdict::Error | Verdict::Skipped) => State::Broken(stage),
            None => State::Open(stage),
        };
        step
    });
    let accepted = state == State::Accepted;
    let low = |r: Option<i8>| r.is_some_and(|r| r < limits.relevance);
    Item {
        case: case.to_owned(),
        exhibit: exhibit.to_owned(),
        flagged: accepted && low(second) && !low(before.relevance),
        labels: accepted.then(|| Labels {
            category: before.category.map(str::to_owned),
            relevance: before.relevance,
            difficulty: None,
            annotation_by: Some(if by_models { AI } else { HUMAN }.to_owned()),
        }),
        steps,
        state,
    }
}

/// Puts what people agree on in the place of the log's verdict; the one whose values count.
fn overridden<'a>(step: &mut Step, said: &'a [&'a Over]) -> Option<&'a Over> {
    let first = *said.first()?;
    step.by = said.iter().map(|o| o.by.clone()).collect();
    let same = |o: &&Over| o.pass == first.pass && o.relevance == first.relevance && o.category == first.category;
    if !said.iter().all(same) {
        step.disputed = true;
        let word = |o: &&Over| format!("{}: {}", o.by, if o.pass { "pass" } else { "fail" });
        let words: Vec<String> = said.iter().map(word).collect();
        let told = format!("{} (people differ: {})", step.reason, words.join(", "));
        told.trim_start().clone_into(&mut step.reason);
        return None;
    }
    let verdict = if first.pass { Verdict::Pass } else { Verdict::Fail };
    if step.verdict != Some(verdict) {
        step.automatic = step.verdict;
    }
    let log = match (step.verdict, step.reason.as_str()) {
        (Some(v), "") => v.word().to_owned(),
        (Some(v), why) => format!("{}, {why}", v.word()),
        (None, _) => "not asked".to_owned(),
    };
    step.reason = format!("{} by {} (the log: {log})", verdict.word(), step.by.join(", "));
    step.verdict = Some(verdict);
    Some(first)
}

/// How many images stand where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Funnel {
    /// Per stage: passed, failed, without a usable answer, skipped, still to be asked.
    pub stages: [[usize; 5]; 4],
    /// Images.
    pub all: usize,
    /// Accepted ones.
    pub accepted: usize,
    /// Accepted ones that are flagged.
    pub flagged: usize,
    /// Images of which a person decided a stage.
    pub overridden: usize,
}

/// Counts images by where they stand.
pub fn funnel(items: &[Item]) -> Funnel {
    Funnel::of(items.iter())
}

impl Funnel {
    /// Counts images by where they stand.
    pub fn of<'a>(items: impl Iterator<Item = &'a Item>) -> Self {
        count(items)
    }
}

fn count<'a>(items: impl Iterator<Item = &'a Item>) -> Funnel {
    let mut out = Funnel::default();
    for item in items {
        out.all += 1;
        for (step, counts) in item.steps.iter().zip(&mut out.stages) {
            let at = match step.verdict {
                Some(Verdict::Pass) => 0,
                Some(Verdict::Fail) => 1,
                Some(Verdict::Error) => 2,
                Some(Verdict::Skipped) => 3,
                None => 4,
            };
            if let Some(count) = counts.get_mut(at) {
                *count += 1;
            }
        }
        out.accepted += usize::from(item.state == State::Accepted);
        out.flagged += usize::from(item.flagged);
        let decided = item.steps.iter().any(|s| !s.by.is_empty() && !s.disputed);
        out.overridden += usize::from(decided);
    }
    out
}
