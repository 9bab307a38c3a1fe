//! Everything that the screen of agreement shows, worked out at once from one reading of the journals.

use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::agree::coincidences;
use crate::domain::consensus::{Court, wanted};
use crate::domain::differ::{Item, items};
use crate::domain::form::Form;
use crate::domain::ledger::Ledger;
use crate::domain::panel::dataset;
use crate::read::meter::Meter;
use crate::store::replay::{Whose, replay};
use crate::store::workspace::Workspace;
use crate::work::forms::in_use;

use super::{Plan, Report, Row, Verdict, each_case, rows, verdicts};

/// Entries read between two looks at whether to stop.
const LOOK: usize = 4096;

/// States of verdicts in the order in which they are counted.
const ORDER: [&str; 6] = [
    "retained",
    "rejected",
    "awaiting audit",
    "under review",
    "disputed",
    "pending",
];

/// A question with all that is told of it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Who said what, and how far they agree.
    pub row: Row,
    /// How often each label meets each; empty for a text.
    pub table: Vec<Vec<f64>>,
    /// Subjects on which people differ; none for a text.
    pub items: Vec<Item>,
}

/// What the verdicts under a form make of each subject.
#[derive(Debug, Clone)]
pub struct Ruled {
    /// Id of the form.
    pub form: String,
    /// States that occur, the final ones first, with how many subjects are in them.
    pub counts: Vec<(&'static str, usize)>,
    /// The subjects, in order of the data.
    pub all: Vec<Verdict>,
}

impl Ruled {
    fn of(form: &str, all: Vec<Verdict>) -> Self {
        let count = |word: &'static str| (word, all.iter().filter(|v| v.state.word() == word).count());
        let counts = ORDER.into_iter().map(count).filter(|(_, n)| *n > 0).collect();
        Self {
            form: form.to_owned(),
            counts,
            all,
        }
    }
}

/// All questions, and all verdicts.
#[derive(Debug, Clone, Default)]
pub struct Whole {
    /// Entries read.
    pub entries: usize,
    /// Annotators.
    pub people: usize,
    /// The questions that have a measure, in order of the forms.
    pub asked: Vec<Asked>,
    /// Forms that say what is retained.
    pub verdicts: Vec<Ruled>,
    /// Lines of journals and of cases that could not be read.
    pub problems: Vec<Problem>,
}

/// Reads everybody's journals and works it out; `more` takes the labels of the dataset as one more rater. Whether it may
/// be done is for [`crate::work::forms::secret`] to say: this asks it again.
///
/// # Errors
/// A round that is secret; a form that cannot be read; a stop.
pub fn whole(ws: &Workspace, more: bool, stop: &dyn Fn() -> bool) -> Result<Whole> {
    crate::work::forms::refuse_secret(ws)?;
    let meter = Meter::default();
    let look = |meter: &Meter| {
        if stop() {
            meter.stop();
        }
        meter.check()
    };
    let forms = in_use(ws)?;
    let mut ledger = Ledger::default();
    let mut count = 0;
    let found = replay(&ws.root, &Whose::All, false, &mut |entry| {
        count += 1;
        if count % LOOK == 0 && stop() {
            meter.stop();
        }
        if !meter.stopped() {
            ledger.take(entry);
        }
    });
    look(&meter)?;
    let mut report = Report {
        people: ledger.annotators(),
        problems: found.damage,
        ..Report::default()
    };
    let mut labels = Vec::new();
    if more {
        each_case(ws, &mut report.problems, &mut |case| labels.extend(dataset(&case)))?;
    }
    look(&meter)?;
    let found = rows(&ledger, &forms, &Plan::default(), &labels, &meter)?;
    let mut asked = Vec::new();
    for row in found.into_iter().filter(|r| r.agreement.is_some()) {
        look(&meter)?;
        asked.push(of_row(ws, row, &ledger, &forms, &report.people));
    }
    Ok(Whole {
        entries: ledger.len(),
        people: report.people.len(),
        asked,
        verdicts: all_verdicts(ws, &forms, &ledger, &mut report)?,
        problems: report.problems,
    })
}

fn of_row(ws: &Workspace, row: Row, ledger: &Ledger, forms: &[Arc<Form>], people: &[String]) -> Asked {
    let round = &ws.config.round;
    let items = forms.iter().find(|f| f.id == row.panel.form).map(|form| {
        let court = Court {
            ledger,
            form,
            people,
            auditors: &round.auditors,
            wanted: wanted(round),
        };
        items(&row.panel, &court, &round.seed.to_string())
    });
    Asked {
        table: row.panel.ratings.as_ref().map(coincidences).unwrap_or_default(),
        items: items.unwrap_or_default(),
        row,
    }
}

fn all_verdicts(ws: &Workspace, forms: &[Arc<Form>], ledger: &Ledger, report: &mut Report) -> Result<Vec<Ruled>> {
    let ruled: Vec<Arc<Form>> = forms.iter().filter(|f| !f.retention.is_empty()).cloned().collect();
    if ruled.is_empty() {
        return Ok(Vec::new());
    }
    verdicts(ws, &ruled, ledger, report)?;
    let all = std::mem::take(&mut report.verdicts);
    let of = |form: &Arc<Form>| {
        let mine = all.iter().filter(|v| v.form == form.id).cloned();
        Ruled::of(&form.id, mine.collect())
    };
    Ok(ruled.iter().map(of).collect())
}
