//! Agreement of annotators over the journals of a workspace, and what their verdicts make of each subject.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::domain::agree::{Agreement, measure};
use crate::domain::case::Case;
use crate::domain::entry::Subject;
use crate::domain::form::{Form, On};
use crate::domain::gate::given;
use crate::domain::ledger::Ledger;
use crate::domain::panel::{Given, Panel, dataset, panels};
use crate::domain::retention::{Review, State};
use crate::read::meter::Meter;
use crate::store::forms;
use crate::store::gate_log;
use crate::store::replay::{Whose, replay};
use crate::store::workspace::Workspace;

use super::forms::in_use;
use super::merge::old_lines;

pub mod whole;

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The form; without it, all in use.
    pub form: Option<String>,
    /// The question; without it, all.
    pub question: Option<String>,
    /// Labels of the dataset count as one more rater.
    pub dataset: bool,
    /// The AI gate counts as one more rater.
    pub gate: bool,
    /// Verdicts instead of agreement.
    pub verdicts: bool,
}

/// One question with how far people agree on it; text has no measure.
#[derive(Debug, Clone)]
pub struct Row {
    /// Who said what.
    pub panel: Panel,
    /// How far they agree; `None` for a text.
    pub agreement: Option<Agreement>,
}

/// What the reviewers make of a subject.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Id of the form.
    pub form: String,
    /// The subject.
    pub subject: Subject,
    /// Name of the rule that applies; empty while none is known to.
    pub rule: String,
    /// Where it stands.
    pub state: State,
}

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Entries read.
    pub entries: usize,
    /// Everyone who said something, sorted.
    pub people: Vec<String>,
    /// Questions, in order of the forms.
    pub rows: Vec<Row>,
    /// Verdicts, when asked for; subjects in order of the data.
    pub verdicts: Vec<Verdict>,
    /// Lines of journals and of cases that could not be read.
    pub problems: Vec<Problem>,
}

/// Reads everybody's journals and works it out. Whether that may be done is for [`super::forms::secret`] to say.
///
/// # Errors
/// A form or question that there is not; no form in use that says what is retained, when verdicts are asked for; a stop.
pub fn agree(ws: &Workspace, plan: &Plan, meter: &Meter) -> Result<Report> {
    let forms = forms_of(ws, plan)?;
    let mut report = Report::default();
    let mut ledger = Ledger::default();
    meter.phase("reading journals", 0);
    let found = replay(&ws.root, &Whose::All, false, &mut |entry| {
        if !meter.stopped() {
            ledger.take(entry);
            meter.add(1);
        }
    });
    meter.check()?;
    report.entries = ledger.len();
    report.people = ledger.annotators();
    report.problems = found.damage;
    if plan.verdicts {
        verdicts(ws, &forms, &ledger, &mut report)?;
        return Ok(report);
    }
    let mut more = Vec::new();
    if plan.dataset {
        meter.phase("reading cases", 0);
        each_case(ws, &mut report.problems, &mut |case| more.extend(dataset(&case)))?;
    }
    if plan.gate {
        meter.phase("reading the gate's log", 0);
        let (log, odd) = gate_log::read(&ws.root)?;
        more.extend(given(&log));
        report.problems.extend(odd);
    }
    meter.phase("comparing answers", 0);
    report.rows = rows(&ledger, &forms, plan, &more, meter)?;
    Ok(report)
}

/// The forms asked about.
fn forms_of(ws: &Workspace, plan: &Plan) -> Result<Vec<Arc<Form>>> {
    let mut out = match &plan.form {
        Some(id) => vec![Arc::new(forms::load(&ws.root, id)?)],
        None => in_use(ws)?,
    };
    if plan.verdicts {
        out.retain(|f| !f.retention.is_empty());
        if out.is_empty() {
            return Err(Problem::input("no form in use says what is retained")
                .in_file(ws.root.join("casefile.toml"))
                .at_field("forms")
                .mend("name one that does, as forms = [\"verification\"], or give --form"));
        }
    }
    if let Some(id) = &plan.question
        && out.iter().all(|f| f.question(id).is_none())
    {
        let all: Vec<&str> = out.iter().flat_map(|f| &f.questions).map(|q| q.id.as_str()).collect();
        let said = crate::text::clean::line(id);
        return Err(Problem::input(format!("no question '{said}' in the forms in use"))
            .mend(format!("questions: {}", all.join(", "))));
    }
    Ok(out)
}

/// The questions of the forms, measured.
///
/// # Errors
/// A stop.
pub fn rows(ledger: &Ledger, forms: &[Arc<Form>], plan: &Plan, more: &[Given], meter: &Meter) -> Result<Vec<Row>> {
    let mut out: Vec<Row> = Vec::new();
    for form in forms {
        for panel in panels(ledger, form, more, &|_, _| true) {
            meter.check()?;
            let id = panel.question.id.as_str();
            // Two forms that ask the same thing of the same subject share its answers.
            let known = out.iter().any(|r| r.panel.question.id == id && r.panel.on == panel.on);
            if !known && plan.question.as_deref().is_none_or(|q| q == id) {
                let agreement = panel.ratings.as_ref().map(measure);
                out.push(Row { panel, agreement });
            }
        }
    }
    Ok(out)
}

/// Calls `take` with every case; lines that are none become problems.
fn each_case(ws: &Workspace, problems: &mut Vec<Problem>, take: &mut dyn FnMut(Case)) -> Result<()> {
    let path = ws.cases();
    old_lines(&path, &mut |number, line| {
        match serde_json::from_slice::<Case>(line) {
            Ok(case) => take(case),
            Err(e) => problems.push(
                Problem::input(format!("not a case: {e}"))
                    .in_file(&path)
                    .at_line(number),
            ),
        }
        Ok(())
    })
}

#[derive(Deserialize)]
struct Named {
    id: String,
    case: String,
}

/// Verdicts on all that is to be reviewed: every case, every candidate, and whatever else has answers.
fn verdicts(ws: &Workspace, forms: &[Arc<Form>], ledger: &Ledger, report: &mut Report) -> Result<()> {
    let mut gold: HashMap<String, Vec<String>> = HashMap::new();
    let mut cases = Vec::new();
    each_case(ws, &mut report.problems, &mut |case| {
        let files = case.gold.files.iter().map(ToString::to_string).collect();
        gold.insert(case.id.clone(), files);
        cases.push(Subject::Case { case: case.id });
    })?;
    let path = ws.candidates();
    let mut candidates = Vec::new();
    old_lines(&path, &mut |number, line| {
        match serde_json::from_slice::<Named>(line) {
            Ok(Named { id, case }) => candidates.push(Subject::Candidate { case, candidate: id }),
            Err(e) => {
                let what = format!("not a candidate: {e}");
                report
                    .problems
                    .push(Problem::input(what).in_file(&path).at_line(number));
            }
        }
        Ok(())
    })?;
    let mut people: HashMap<&Subject, BTreeSet<&str>> = HashMap::new();
    for (key, heads) in ledger.all() {
        if heads.iter().any(|h| !h.value.is_null()) {
            people.entry(&key.subject).or_default().insert(&key.by);
        }
    }
    let auditors = &ws.config.round.auditors;
    for form in forms {
        let about = |on: On| {
            let mut asked = form.retention.iter().flat_map(|r| r.pass.questions());
            asked.any(|id| form.question(id).is_some_and(|q| q.on.contains(&on)))
        };
        let listed = cases.iter().chain(&candidates).filter(|s| about(s.on()));
        let listed: Vec<&Subject> = listed.collect();
        let known: BTreeSet<&Subject> = listed.iter().copied().collect();
        let mut others: Vec<&Subject> = people
            .keys()
            .copied()
            .filter(|s| about(s.on()) && !known.contains(*s))
            .collect();
        others.sort_unstable();
        for subject in listed.into_iter().chain(others) {
            let names: Vec<String> = people
                .get(subject)
                .map(|all| all.iter().map(|by| (*by).to_owned()).collect())
                .unwrap_or_default();
            let (rule, state) = Review {
                ledger,
                form,
                subject,
                gold: gold.get(subject.case()).map_or(&[], Vec::as_slice),
                people: &names,
                auditors,
            }
            .state();
            report.verdicts.push(Verdict {
                form: form.id.clone(),
                subject: subject.clone(),
                rule,
                state,
            });
        }
    }
    Ok(())
}
