//! Seeing: evidence for exhibits that lack it. A person starts this; what reads is an engine on this machine or a model.
//!
//! An answer is remembered as soon as it is there. `evidence/PRODUCER.jsonl` is written as a whole, every so many answers
//! and at the end, also after ctrl-c. Records of other producers are never touched.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Evidence;
use crate::read::meter::Meter;
use crate::read::ocr::Engine as Recogniser;
use crate::store::replies::Replies;
use crate::store::seen::Memory;
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;
use crate::work::chat;

mod crew;
pub mod engine;
pub mod hints;
mod model;
mod ocr;
mod pick;
mod plan;
pub mod worth;
mod write;

use crew::{Crew, Done};
pub use engine::{Engine, Outcome, Seat};
pub use model::Model;
pub use pick::{Issue, Wanted};
pub use plan::{ByReason, Missing, Plan, Report, Row};
use write::Writer;

/// How often to look whether somebody wants to stop, and how long readings may then go on.
const BEAT: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(2);

/// Sees. `meter` counts pictures and can stop it.
///
/// # Errors
/// An id that is no case, a damaged `cases.jsonl` or evidence file, a failed write, an engine with which nothing can be
/// read at all. What was read before is kept all the same.
pub fn see(ws: &Workspace, plan: &Plan, meter: &Arc<Meter>) -> Result<Report> {
    let mut stage = Stage::begin(&ws.root)?;
    let wants_issue = plan.engine.as_ref().is_some_and(|e| e.wants_issue());
    let (mut wanted, mut report) = pick::pick(ws, plan, wants_issue)?;
    let most = plan.most.unwrap_or(usize::MAX);
    let Some(engine) = plan.engine.as_ref().filter(|_| !plan.dry) else {
        report.left = wanted.len();
        report.pictures = wanted.iter().map(|w| &w.image.sha256).collect::<HashSet<_>>().len();
        if let Some(Engine::Model(model)) = plan.engine.as_deref() {
            wanted.truncate(most);
            let memory = Replies::read(&ws.root);
            report.estimate = Some(chat::estimate(
                &model.line,
                &model.questions(&wanted, plan, &memory),
                &memory,
            ));
        }
        return Ok(report);
    };
    report.settings = engine.settings();
    report.left = wanted.len().saturating_sub(most);
    wanted.truncate(most);
    let mut run = Run {
        writer: Writer::new(ws, plan, &mut stage),
        wanted: Arc::new(wanted),
        report,
        plan,
    };
    let end = match &**engine {
        Engine::Ocr(engine) => run.recognise(ws, engine, meter),
        Engine::Model(model) => run.ask(ws, model, meter),
    };
    // What was read stands, whatever came after.
    let kept = run.writer.flush();
    run.report.records = run.writer.count;
    run.report.rows.sort_by_key(|r| r.place);
    end.and(kept).map(|()| run.report)
}

/// Exhibits whose answer is the same one: its key, and their places among those wanted.
pub(super) struct Group {
    pub(super) key: String,
    pub(super) places: Vec<usize>,
}

/// One command under way.
struct Run<'a> {
    plan: &'a Plan,
    writer: Writer<'a>,
    wanted: Arc<Vec<Wanted>>,
    report: Report,
}

impl Run<'_> {
    /// Asks a model.
    fn ask(&mut self, ws: &Workspace, model: &Model, meter: &Arc<Meter>) -> Result<()> {
        let mut memory = Replies::read(&ws.root);
        let wanted = self.wanted.clone();
        let questions = model.questions(&wanted, self.plan, &memory);
        self.report.pictures = questions.len();
        let totals = chat::ask_all(
            ws,
            &model.line,
            questions,
            &mut memory,
            meter,
            &mut |place, outcome| match model.seen(outcome) {
                Some(seen) => {
                    let reason = seen.reason.as_deref();
                    self.settle(&[place], &seen.evidence, reason, seen.remembered);
                    self.writer.tick((self.plan.clock)())
                }
                None => {
                    self.report.left += 1;
                    Ok(())
                }
            },
        );
        self.report.stopped = meter.stopped();
        let totals = totals?;
        self.report.remembered = totals.cached + totals.failed_before;
        self.report.pictures = self.report.pictures.saturating_sub(self.report.remembered);
        self.report.totals = Some(totals);
        Ok(())
    }

    /// Lets an engine on this machine read.
    fn recognise(&mut self, ws: &Workspace, engine: &Arc<dyn Recogniser>, meter: &Arc<Meter>) -> Result<()> {
        let mut memory = Memory::read(&ws.root, "ocr.jsonl");
        let groups = self.remembered(&**engine, &memory);
        self.read(ws, engine, groups, &mut memory, meter)
    }

    /// Settles what was read before; the rest in groups of one answer.
    fn remembered(&mut self, engine: &dyn Recogniser, memory: &Memory) -> Vec<Group> {
        let mut groups: indexmap::IndexMap<String, Vec<usize>> = indexmap::IndexMap::new();
        for (place, one) in self.wanted.iter().enumerate() {
            groups.entry(ocr::key(engine, one)).or_default().push(place);
        }
        let mut open = Vec::new();
        for (key, places) in groups {
            let known = memory.get(&key).filter(|_| !self.plan.again).cloned();
            match known {
                Some(evidence) => {
                    self.report.remembered += 1;
                    self.settle(&places, &evidence, None, true);
                }
                None => open.push(Group { key, places }),
            }
        }
        self.report.pictures = open.len();
        open
    }

    /// Lets the crew read, and takes what comes.
    fn read(
        &mut self,
        ws: &Workspace,
        engine: &Arc<dyn Recogniser>,
        groups: Vec<Group>,
        memory: &mut Memory,
        meter: &Arc<Meter>,
    ) -> Result<()> {
        if groups.is_empty() {
            return Ok(());
        }
        meter.phase("reading pictures", groups.len() as u64);
        let threads = self.plan.workers.clamp(1, groups.len());
        let mut open: usize = groups.iter().map(|g| g.places.len()).sum();
        let crew = Arc::new(Crew::new(ws, engine, &self.wanted, groups, self.plan.clock, meter));
        let (tell, told) = mpsc::channel();
        for number in 0..threads {
            // Not scoped: a thread that waits for a silent endpoint must not hold up whoever pressed ctrl-c.
            let (crew, tell) = (crew.clone(), tell.clone());
            let thread = thread::Builder::new().name(format!("see-{number}"));
            thread
                .spawn(move || crew.work(&tell))
                .map_err(|e| Problem::environment(format!("cannot start a thread: {e}")))?;
        }
        drop(tell);
        let end = self.take(&told, &crew, memory, &mut open);
        crew.close();
        self.report.stopped = meter.stopped();
        self.report.left += open;
        end
    }

    fn take(&mut self, told: &Receiver<Done>, crew: &Crew, memory: &mut Memory, open: &mut usize) -> Result<()> {
        let mut until: Option<Instant> = None;
        loop {
            let now = (self.plan.clock)();
            if crew.meter.stopped() && until.is_none() {
                crew.close();
                until = now.checked_add(GRACE);
            }
            if until.is_some_and(|until| now >= until) {
                return Ok(());
            }
            match told.recv_timeout(BEAT) {
                Ok(Done { group, outcome }) => {
                    let Some(group) = crew.groups.get(group) else { continue };
                    match outcome {
                        Outcome::Read(evidence) => {
                            if evidence.fault.is_none() {
                                memory.note(&group.key, &evidence)?;
                            }
                            *open = open.saturating_sub(group.places.len());
                            self.settle(&group.places, &evidence, None, false);
                            self.writer.tick(now)?;
                            crew.meter.add(1);
                        }
                        Outcome::Missing(why) => {
                            *open = open.saturating_sub(group.places.len());
                            self.missing(&group.places, &why);
                            crew.meter.add(1);
                        }
                        Outcome::Stopped => {}
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.writer.tick(now)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Writes an answer down for all exhibits that it is about. `reason` is what its fault has in common with others.
    fn settle(&mut self, places: &[usize], evidence: &Evidence, reason: Option<&str>, remembered: bool) {
        for place in places {
            let Some(one) = self.wanted.get(*place) else { continue };
            let record = Evidence {
                v: 1,
                case: one.case.clone(),
                exhibit: one.exhibit.clone(),
                producer: self.plan.producer.clone(),
                at: self.plan.now.clone(),
                ..evidence.clone()
            };
            match &record.fault {
                Some(why) => {
                    let reason = reason.unwrap_or(why).to_owned();
                    let alike = self.report.failed.entry(reason).or_default();
                    alike.push(one.missing(why));
                }
                None => self.report.read += 1,
            }
            self.report.rows.push(Row::new(*place, &record, remembered));
            self.writer.put(*place, record);
        }
    }

    fn missing(&mut self, places: &[usize], why: &str) {
        for one in places.iter().filter_map(|p| self.wanted.get(*p)) {
            let reason = self.report.no_image.entry(why.to_owned()).or_default();
            reason.push(one.missing(why));
        }
    }
}
