//! From the ledger to ratings: who answered what to one question, in columns of raters and rows of subjects.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::agree::{Ratings, Scale};
use super::bm25::fold::Seeded;
use super::case::{Case, Labels};
use super::entry::Subject;
use super::form::{Answer, Form, On, Question, Reading, plain};
use super::ledger::{Ledger, agreed};
use super::queue::{FLAG, NOTE, STATUS};
use crate::base::num::small;

/// An answer from elsewhere than the journals, such as a label of the dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// Name of the rater that it counts for.
    pub rater: String,
    /// What it is about.
    pub subject: Subject,
    /// Question that it answers.
    pub question: String,
    /// The answer.
    pub value: Value,
}

/// What was left out of a panel, or taken with a grain of salt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Odd {
    /// Answers that the form no longer allows: missing values.
    pub gone: usize,
    /// Answers of a person that contradict each other: missing values.
    pub conflicts: usize,
    /// Answers that count, given under another version of the form.
    pub versions: usize,
}

/// Answers to one question about one kind of subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Id of the form.
    pub form: String,
    /// The question.
    pub question: Question,
    /// What kind of subject the rows are.
    pub on: On,
    /// Names of the raters, sorted; those of other origin after the annotators.
    pub raters: Vec<String>,
    /// The rows, sorted; each has at least one answer.
    pub subjects: Vec<Subject>,
    /// Per subject the answer of each rater, as this version of the form calls it.
    pub answers: Vec<Vec<Option<Value>>>,
    /// The same as indices into the declared answers; `None` for a text.
    pub ratings: Option<Ratings>,
    /// What is odd about the answers.
    pub odd: Odd,
}

/// A subject on which raters differ, with who said what.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference<'a> {
    /// The subject.
    pub subject: &'a Subject,
    /// Rater and answer, in order of the raters.
    pub said: Vec<(&'a str, &'a Value)>,
}

impl Panel {
    /// Subjects on which two raters differ.
    pub fn differences(&self) -> impl Iterator<Item = Difference<'_>> {
        self.subjects.iter().zip(&self.answers).filter_map(|(subject, row)| {
            let given = self.raters.iter().zip(row);
            let said: Vec<(&str, &Value)> = given.filter_map(|(r, v)| Some((r.as_str(), v.as_ref()?))).collect();
            let (first, rest) = said.split_first()?;
            rest.iter()
                .any(|(_, v)| *v != first.1)
                .then_some(Difference { subject, said })
        })
    }
}

/// What the answers of a question are to each other: a scale has numbers with even steps, an ordinal question an order.
pub fn scale(answer: Answer) -> Scale {
    match answer {
        Answer::Scale => Scale::Interval,
        Answer::Ordinal => Scale::Ordinal,
        Answer::Choice | Answer::YesNo | Answer::Text => Scale::Nominal,
    }
}

/// Whether answers to the question can agree or not: notes, flags and the state of one's own work cannot.
pub fn judges(question: &Question) -> bool {
    !matches!(question.id.as_str(), NOTE | FLAG | STATUS)
}

/// Labels that came with a case, as answers of the rater `dataset`, or `dataset:ai` where the data names who gave them.
pub fn dataset(case: &Case) -> Vec<Given> {
    let whole = Subject::Case { case: case.id.clone() };
    let mut out = Vec::new();
    let by = case.labels.annotation_by.as_deref();
    labels(&case.labels, by, &whole, &mut out);
    for exhibit in &case.exhibits {
        let subject = Subject::Exhibit {
            case: case.id.clone(),
            exhibit: exhibit.id.clone(),
        };
        let own = exhibit.labels.annotation_by.as_deref();
        labels(&exhibit.labels, own.or(by), &subject, &mut out);
    }
    out
}

fn labels(labels: &Labels, by: Option<&str>, subject: &Subject, out: &mut Vec<Given>) {
    let rater = by.map_or_else(|| "dataset".to_owned(), |by| format!("dataset:{by}"));
    let category = labels.category.clone().map(|c| ("category", Value::from(c)));
    let relevance = labels.relevance.map(|r| ("relevance", Value::from(r)));
    for (question, value) in category.into_iter().chain(relevance) {
        out.push(Given {
            rater: rater.clone(),
            subject: subject.clone(),
            question: question.to_owned(),
            value,
        });
    }
}

/// One cell on its way into a panel.
struct Cell<'a> {
    /// Row and column in order of first appearance.
    subject: u32,
    rater: u32,
    /// Asked under an earlier name: counts only where there is nothing under today's.
    former: bool,
    /// `None` is a missing value that nothing else may fill.
    value: Option<&'a Value>,
}

/// Things with a number each, in order of first appearance.
struct Numbered<T> {
    known: HashMap<T, u32, Seeded>,
    all: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            known: HashMap::default(),
            all: Vec::new(),
        }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbered<T> {
    fn number(&mut self, of: T) -> u32 {
        *self.known.entry(of).or_insert_with(|| {
            self.all.push(of);
            small(self.all.len() - 1)
        })
    }

    /// The things that are `used`, sorted, and the new place of each number.
    fn sorted<K: Ord>(&self, used: &[bool], key: impl Fn(&T) -> K) -> (Vec<T>, Vec<Option<usize>>) {
        let all = (0..).zip(self.all.iter().copied()).zip(used);
        let mut order: Vec<(u32, T)> = all.filter(|(_, used)| **used).map(|(pair, _)| pair).collect();
        order.sort_by_cached_key(|(_, t)| key(t));
        let mut place = vec![None; self.all.len()];
        for (at, (n, _)) in order.iter().enumerate() {
            if let Some(slot) = place.get_mut(*n as usize) {
                *slot = Some(at);
            }
        }
        (order.into_iter().map(|(_, t)| t).collect(), place)
    }
}

#[derive(Default)]
struct Draft<'a> {
    subjects: Numbered<&'a Subject>,
    raters: Numbered<&'a str>,
    cells: Vec<Cell<'a>>,
    odd: Odd,
}

impl<'a> Draft<'a> {
    /// Adds an answer, as today's form reads it.
    fn add(&mut self, question: &'a Question, subject: &'a Subject, rater: &'a str, given: Option<&'a Value>) {
        let value = given.and_then(|v| match question.reading(v) {
            Reading::Current(v) | Reading::Renamed(v) => Some(v),
            Reading::Gone => {
                self.odd.gone += 1;
                None
            }
        });
        self.cells.push(Cell {
            subject: self.subjects.number(subject),
            rater: self.raters.number(rater),
            former: false,
            value,
        });
    }
}

/// Panels of all questions of `form` that judge something, in order of the form, for each kind of subject that has
/// answers. `keep` says whose answers about what are taken; `more` are answers from elsewhere.
pub fn panels(ledger: &Ledger, form: &Form, more: &[Given], keep: &dyn Fn(&str, &Subject) -> bool) -> Vec<Panel> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (at, q) in form.questions.iter().enumerate().filter(|(_, q)| judges(q)) {
        known.insert(&q.id, at);
        for former in &q.former {
            known.entry(former).or_insert(at);
        }
    }
    let mut drafts: HashMap<(usize, On), Draft> = HashMap::new();
    for (key, heads) in ledger.all() {
        let Some((at, q)) = known
            .get(key.question.as_str())
            .and_then(|at| Some((*at, form.questions.get(*at)?)))
        else {
            continue;
        };
        if heads.is_empty() || !q.on.contains(&key.subject.on()) || !keep(&key.by, &key.subject) {
            continue;
        }
        let draft = drafts.entry((at, key.subject.on())).or_default();
        let one = agreed(heads);
        if one.is_none() {
            draft.odd.conflicts += 1;
        }
        let value = one.filter(|v| !v.is_null());
        if value.is_some() && heads.iter().any(|h| !form.is_version(&h.form)) {
            draft.odd.versions += 1;
        }
        draft.add(q, &key.subject, &key.by, value);
        if let Some(cell) = draft.cells.last_mut() {
            cell.former = key.question != q.id;
        }
    }
    for given in more {
        let found = known.get(given.question.as_str());
        let Some((at, q)) = found.and_then(|at| Some((*at, form.questions.get(*at)?))) else {
            continue;
        };
        if q.on.contains(&given.subject.on()) && keep(&given.rater, &given.subject) {
            let draft = drafts.entry((at, given.subject.on())).or_default();
            draft.add(q, &given.subject, &given.rater, Some(&given.value));
        }
    }
    let elsewhere: HashSet<&str> = more.iter().map(|g| g.rater.as_str()).collect();
    let mut drafts: Vec<((usize, On), Draft)> = drafts.into_iter().collect();
    drafts.sort_by_key(|(place, _)| *place);
    drafts
        .into_iter()
        .filter_map(|((at, on), draft)| panel(form, form.questions.get(at)?, on, draft, &elsewhere))
        .collect()
}

/// Lays the cells out in rows and columns; `None` when no answer is left.
fn panel(form: &Form, question: &Question, on: On, draft: Draft<'_>, elsewhere: &HashSet<&str>) -> Option<Panel> {
    let mut cells = draft.cells;
    cells.sort_by_key(|c| c.former);
    let mut used = (
        vec![false; draft.subjects.all.len()],
        vec![false; draft.raters.all.len()],
    );
    for cell in cells.iter().filter(|c| c.value.is_some()) {
        for (list, n) in [(&mut used.0, cell.subject), (&mut used.1, cell.rater)] {
            if let Some(flag) = list.get_mut(n as usize) {
                *flag = true;
            }
        }
    }
    let (subjects, row) = draft.subjects.sorted(&used.0, |s| *s);
    let (raters, column) = draft.raters.sorted(&used.1, |r| (elsewhere.contains(*r), *r));
    if subjects.is_empty() {
        return None;
    }
    let mut answers: Vec<Vec<Option<Value>>> = vec![vec![None; raters.len()]; subjects.len()];
    let mut taken = vec![false; raters.len() * subjects.len()];
    let place = |of: &[Option<usize>], n: u32| of.get(n as usize).copied().flatten();
    for cell in &cells {
        let Some((r, c)) = place(&row, cell.subject).zip(place(&column, cell.rater)) else {
            continue;
        };
        let slot = answers.get_mut(r).and_then(|a| a.get_mut(c));
        if let (Some(answer), Some(taken)) = (slot, taken.get_mut(r * raters.len() + c))
            && !*taken
        {
            *taken = true;
            *answer = cell.value.cloned();
        }
    }
    Some(Panel {
        form: form.id.clone(),
        ratings: (question.answer != Answer::Text).then(|| ratings(question, &answers)),
        question: question.clone(),
        on,
        raters: raters.into_iter().map(str::to_owned).collect(),
        subjects: subjects.into_iter().cloned().collect(),
        answers,
        odd: draft.odd,
    })
}

/// Answers as indices into the declared ones.
fn ratings(question: &Question, answers: &[Vec<Option<Value>>]) -> Ratings {
    let domain = question.domain();
    let index = |v: &Value| u16::try_from(domain.iter().position(|d| d == v)?).ok();
    Ratings {
        scale: scale(question.answer),
        units: answers
            .iter()
            .map(|row| row.iter().map(|v| index(v.as_ref()?)).collect())
            .collect(),
        domain: domain.iter().map(plain).collect(),
    }
}

#[cfg(test)]
mod tests;
