//! Asking models: what is open, stage after stage. Each stage's records are written at its end, also after a stop; what a
//! killed command had is found among the replies of this clone.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::base::error::Result;
use crate::domain::case::{Case, Exhibit};
use crate::domain::gate::ask::{Room, Template, input_sha};
use crate::domain::gate::{Item, Limits, Over, Record, Stage, State, Step, VERSION, Verdict, items};
use crate::read::meter::Meter;
use crate::store::gate_log;
use crate::store::replies::Replies;
use crate::store::stage::Stage as Lock;
use crate::store::workspace::Workspace;
use crate::work::chat::{Estimate, Line, Outcome, Question, Totals, ask_all, estimate};
use crate::work::forms::secret;

use super::{Age, age, answer, cases, people_said, settle};

/// What is asked, and whom.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Case ids; without them, all cases.
    pub cases: Vec<String>,
    /// When a stage passes, and so which image comes to the next one.
    pub limits: Limits,
    /// Whom A to C are asked.
    pub first: Line,
    /// Whom D is asked; without it, D stays open.
    pub second: Option<Line>,
    /// Ask again where there is no usable answer.
    pub retry: bool,
    /// Ask again where text, image, fix, prompt or model changed since.
    pub again: bool,
    /// Most requests of the command.
    pub calls: Option<usize>,
    /// Ask nobody: tell how much there is to ask.
    pub dry: bool,
}

/// One stage of a command.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The stage.
    pub stage: Stage,
    /// The model; empty when there is none for it.
    pub model: String,
    /// Images to ask about; in a dry run the most there can be.
    pub images: usize,
    /// What came of it.
    pub totals: Totals,
    /// In a dry run, what it would cost at most.
    pub estimate: Option<Estimate>,
}

/// What came of a command.
#[derive(Debug, Clone, Default)]
pub struct Ran {
    /// The stages it came to.
    pub stages: Vec<Asked>,
    /// Images that cannot be asked about, by reason, with their cases.
    pub unasked: BTreeMap<String, Vec<String>>,
    /// Records that are new.
    pub new: usize,
    /// Of these, answers that cannot be used.
    pub unusable: usize,
    /// Somebody stopped it.
    pub stopped: bool,
}

/// Asks what is open and writes what comes to `gate.jsonl`. `meter` can stop it.
///
/// # Errors
/// An id that is no case, a damaged `cases.jsonl`, a failed write, what would fail for every question. What came before is
/// written all the same.
pub fn run(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Ran> {
    let _lock = Lock::begin(&ws.root)?;
    let mut run = Run {
        ws,
        plan,
        meter,
        template: Template::default(),
        memory: Replies::read(&ws.root),
        overs: Vec::new(),
        log: gate_log::read(&ws.root)?.0,
        out: Ran::default(),
    };
    if !secret(ws) {
        run.overs = people_said(ws, &mut Vec::new(), meter)?;
    }
    for stage in Stage::ALL {
        if meter.stopped() {
            break;
        }
        run.stage(stage)?;
    }
    run.out.stopped = meter.stopped();
    Ok(run.out)
}

struct Run<'a> {
    ws: &'a Workspace,
    plan: &'a Plan,
    meter: &'a Arc<Meter>,
    template: Template,
    memory: Replies,
    overs: Vec<Over>,
    log: Vec<Record>,
    out: Ran,
}

/// A question before its answer.
struct Ask {
    case: String,
    exhibit: String,
    input_sha: String,
    prompt_sha: String,
}

impl Run<'_> {
    fn stage(&mut self, stage: Stage) -> Result<()> {
        let (asks, questions) = self.open(stage)?;
        if self.meter.stopped() {
            return Ok(());
        }
        let plan = self.plan;
        let line = if stage == Stage::D {
            plan.second.as_ref()
        } else {
            Some(&plan.first)
        };
        let mut asked = Asked {
            stage,
            model: line.map(|l| l.model.clone()).unwrap_or_default(),
            images: asks.len(),
            totals: Totals::default(),
            estimate: None,
        };
        let Some(line) = line else {
            asked.totals.left = asks.len();
            self.out.stages.push(asked);
            return Ok(());
        };
        let made: usize = self.out.stages.iter().map(|s| s.totals.calls).sum();
        let mut line = line.clone();
        line.calls = plan.calls.map(|most| most.saturating_sub(made));
        line.again = plan.retry;
        if plan.dry {
            asked.estimate = Some(estimate(&line, &questions, &self.memory));
            self.out.stages.push(asked);
            return Ok(());
        }
        let mut got: Vec<(usize, Record)> = Vec::new();
        let mut unseen: Vec<(usize, String)> = Vec::new();
        let end = ask_all(
            self.ws,
            &line,
            questions,
            &mut self.memory,
            self.meter,
            &mut |place, outcome| {
                match asks.get(place).and_then(|ask| record(ask, stage, &line, outcome)) {
                    Some(Ok(record)) => got.push((place, record)),
                    Some(Err(why)) => unseen.push((place, why)),
                    None => {}
                }
                Ok(())
            },
        );
        for (place, why) in unseen {
            if let Some(ask) = asks.get(place) {
                self.out.unasked.entry(why).or_default().push(ask.case.clone());
            }
        }
        // In the order of the cases, whoever answered first.
        got.sort_by_key(|(place, _)| *place);
        let mut new: Vec<Record> = got.into_iter().map(|(_, record)| record).collect();
        settle::all(&mut new, &self.log, &self.plan.limits);
        gate_log::append(&self.ws.root, &new)?;
        self.out.new += new.len();
        self.out.unusable += new.iter().filter(|r| r.verdict == Verdict::Error).count();
        self.log.append(&mut new);
        asked.totals = end?;
        self.out.stages.push(asked);
        Ok(())
    }

    /// Whom a stage is asked, if anybody.
    fn model(&self, stage: Stage) -> Option<&str> {
        let second = self.plan.second.as_ref();
        let line = if stage == Stage::D {
            second
        } else {
            Some(&self.plan.first)
        };
        line.map(|l| l.model.as_str())
    }

    /// What is to be asked at a stage; in a dry run also what may come to it.
    fn open(&mut self, stage: Stage) -> Result<(Vec<Ask>, Vec<Question>)> {
        let known = items(&self.log, &self.overs, &self.plan.limits);
        let mut by_case: HashMap<&str, Vec<&Item>> = HashMap::new();
        for item in &known {
            by_case.entry(&item.case).or_default().push(item);
        }
        let second = self.plan.second.as_ref().map(|l| l.model.as_str());
        let (mut asks, mut questions) = (Vec::new(), Vec::new());
        let mut unasked: Vec<(String, String)> = Vec::new();
        cases::each(self.ws, &self.plan.cases, &mut |case| {
            // What earlier stages wrote stands, so a stop is no error.
            if self.meter.stopped() {
                return Ok(());
            }
            let about = by_case.get(case.id.as_str()).map_or(&[][..], Vec::as_slice);
            for exhibit in &case.exhibits {
                let item = about.iter().find(|i| i.exhibit == exhibit.id).copied();
                let Some(again) = self.wanted(stage, item, &case) else {
                    continue;
                };
                if let Some(why) = cannot(stage, &case, exhibit, item, second) {
                    unasked.push((why, case.id.clone()));
                } else if let Some(image) = &exhibit.image {
                    let prompt = self.template.prompt(stage, &case, Room::default());
                    asks.push(Ask {
                        case: case.id.clone(),
                        exhibit: exhibit.id.clone(),
                        input_sha: input_sha(stage, &case, &image.sha256),
                        prompt_sha: prompt.version.clone(),
                    });
                    questions.push(Question {
                        prompt,
                        image: image.clone(),
                        again,
                    });
                }
            }
            Ok(())
        })?;
        for (why, case) in unasked {
            let known = self.out.unasked.entry(why).or_default();
            // A dry run comes by here at every stage.
            if !(self.plan.dry && known.contains(&case)) {
                known.push(case);
            }
        }
        Ok((asks, questions))
    }

    /// Whether an image is asked about at a stage; then, whether even though there is a reply.
    fn wanted(&self, stage: Stage, item: Option<&Item>, case: &Case) -> Option<bool> {
        let comes = |at: Stage| at == stage || (self.plan.dry && at < stage);
        let Some(item) = item else {
            return comes(Stage::A).then_some(false);
        };
        match item.state {
            State::Open(at) if comes(at) => Some(false),
            State::Broken(at) if self.plan.retry && comes(at) => Some(at == stage),
            _ => {
                // In a dry run an answer that is given anew may let an image come as far as here.
                let first = if self.plan.dry { 0 } else { stage as usize };
                let steps = item.steps.get(first..=stage as usize)?;
                let older = |step: &Step| {
                    let asked = !matches!(step.verdict, None | Some(Verdict::Skipped)) && step.by.is_empty();
                    let record = step.record.filter(|_| asked).and_then(|n| self.log.get(n));
                    record.is_some_and(|r| {
                        let other = self.model(step.stage).is_some_and(|m| m != r.model);
                        other || age(r, case, &self.template) == Age::Older
                    })
                };
                (self.plan.again && steps.iter().any(older)).then_some(false)
            }
        }
    }
}

/// Why nobody can be asked about an image.
fn cannot(stage: Stage, case: &Case, exhibit: &Exhibit, item: Option<&Item>, second: Option<&str>) -> Option<String> {
    let Some(image) = &exhibit.image else {
        return match &exhibit.fault {
            Some(why) => Some(why.clone()),
            None => Some("the image is not there; casefile fetch, or import, brings it".to_owned()),
        };
    };
    if image.width == 0 || image.format == "bin" {
        let why = exhibit.fault.as_deref().unwrap_or("the image cannot be shown");
        return Some(why.to_owned());
    }
    if stage == Stage::C && case.patch.as_deref().is_none_or(|p| p.trim().is_empty()) {
        return Some("the case has no fix, which C asks about".to_owned());
    }
    let mut first = item.into_iter().flat_map(|i| i.steps.iter().take(2));
    match second {
        Some(model) if stage == Stage::D && first.any(|s| s.model == model) => {
            Some(format!("'{model}' answered A or B too: D asks for a second model"))
        }
        _ => None,
    }
}

/// The record of an outcome; or why the picture could not be sent; `None` when nobody was asked.
fn record(ask: &Ask, stage: Stage, line: &Line, outcome: Outcome) -> Option<std::result::Result<Record, String>> {
    let mut record = Record {
        v: VERSION,
        case: ask.case.clone(),
        exhibit: ask.exhibit.clone(),
        stage,
        input_sha: ask.input_sha.clone(),
        prompt_sha: ask.prompt_sha.clone(),
        model: line.model.clone(),
        output: serde_json::Value::Null,
        verdict: Verdict::Pass,
        reason: String::new(),
        mends: Vec::new(),
        usage: None,
        at: line.now.clone(),
    };
    match outcome {
        Outcome::Left => return None,
        Outcome::Reply(reply) => {
            let got = answer::read(stage, &reply.content.into(), reply.finish.as_deref());
            record.usage = reply.usage;
            record.output = got.output;
            record.mends = got.mends;
            if let Some(why) = got.fault {
                (record.verdict, record.reason) = (Verdict::Error, why);
            }
        }
        // No request was made: the picture could not be made ready.
        Outcome::Failed {
            why,
            took_ms: 0,
            cached: false,
            usage: None,
            ..
        } => return Some(Err(why)),
        Outcome::Failed { why, usage, .. } => {
            record.usage = usage;
            (record.verdict, record.reason) = (Verdict::Error, why);
        }
    }
    Some(Ok(record))
}
