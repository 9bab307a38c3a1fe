//! The sheet: opening it, walking through its questions, answering with the keys of the form.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::model::popup::{Ask, Popup};
use crate::app::model::review::Draft;
use crate::app::model::sheet::{Other, Part};
use crate::app::model::{Model, Screen};
use crate::app::msg::Now;
use crate::base::num;
use crate::domain::case::StoredImage;
use crate::domain::entry::{Op, Subject};
use crate::domain::form::{Answer, Form, On, Question, Shows, keys, plain, why};
use crate::keys::action::Action;
use crate::keys::stroke::Stroke;

use super::judge;

mod open;
pub mod queue;

pub(super) use open::open;
use open::{next_form, show};
pub(super) use open::{open_candidate, open_exhibit};

/// Answers about the subject that the screen shows.
pub(super) fn given(m: &Model) -> HashMap<String, Value> {
    match (&m.sheet.subject, m.sheet_form()) {
        (Some(subject), Some(form)) => m.review.given_about(&m.settings.me, subject, form),
        _ => HashMap::new(),
    }
}

/// Whether a question has all that belongs to its answer.
fn complete(q: &Question, given: &HashMap<String, Value>) -> bool {
    given.contains_key(&q.id) && (!q.reason || given.contains_key(&why(&q.id)))
}

/// The first required question without a whole answer at or after `from`, around the end.
fn next_open(m: &Model, from: usize) -> Option<usize> {
    let (form, given) = (m.sheet_form()?, given(m));
    let on = m.sheet.subject.as_ref()?.on();
    let open: Vec<bool> = form
        .asked(on, &given)
        .map(|q| q.required && !complete(q, &given))
        .collect();
    (0..open.len())
        .map(|n| (from + n) % open.len())
        .find(|n| open.get(*n) == Some(&true))
}

/// What of a candidate may be seen: what the first open required question shows, everything once all are answered.
pub fn stage(m: &Model) -> Shows {
    let (Some(subject), Some(form)) = (&m.sheet.subject, m.sheet_form()) else {
        return Shows::Gold;
    };
    if subject.on() != On::Candidate {
        return Shows::Gold;
    }
    let given = given(m);
    let first = form
        .asked(On::Candidate, &given)
        .find(|q| q.required && !complete(q, &given));
    first.map_or(Shows::Gold, |q| q.shows)
}

/// The question under the cursor.
fn question(m: &Model) -> Option<(Arc<Form>, Question)> {
    let (form, given) = (m.sheet_form()?.clone(), given(m));
    let on = m.sheet.subject.as_ref()?.on();
    let q = form.asked(on, &given).nth(m.sheet.at)?.clone();
    Some((form, q))
}

/// The question under the cursor, for drawing.
pub fn focused(m: &Model) -> Option<Question> {
    question(m).map(|(_, q)| q)
}

/// Lays the text out again when its width or the case changed.
pub(super) fn reflow(m: &mut Model) {
    let Some(file) = m.desk.file.clone().filter(|_| m.screen == Screen::Sheet) else {
        return;
    };
    let area = crate::app::layout::sheet(m.area(), m.sheet.part).text;
    let cols = area.w.saturating_sub(3).max(4);
    if m.sheet.flowed.0 != cols || m.sheet.flowed.1 != file.case.id {
        // Pictures stand beside the text, so that what is hidden stays hidden.
        let lines = crate::text::flow::flow(&file.doc, usize::from(cols), &|_, _| (0, 1));
        m.sheet.flowed = (cols, file.case.id.clone(), Arc::new(lines));
    }
}

/// Takes a key that answers: of the question under the cursor, or one that the form names for another question.
/// False when no question has a use for it.
pub(super) fn key(m: &mut Model, stroke: Stroke, now: Now, out: &mut Vec<Cmd>) -> bool {
    let Some(c) = stroke.letter().filter(|_| m.sheet.subject.is_some()) else {
        return false;
    };
    let (Some((form, here)), given) = (question(m), given(m)) else {
        return false;
    };
    let word = c.to_string();
    let of = |q: &Question, own: bool| {
        let named = |k: &str| q.options.iter().any(|o| o.key == k);
        keys::keys(q)
            .into_iter()
            .find(|(k, _)| *k == word && (own || named(k)))
            .map(|(_, v)| v)
    };
    let on = m.sheet.subject.as_ref().map_or(On::Case, Subject::on);
    let named = || form.asked(on, &given).find_map(|q| Some((q.clone(), of(q, false)?)));
    let found = match of(&here, true) {
        Some(value) => Some((here.clone(), value)),
        None => named(),
    };
    let Some((q, value)) = found else { return false };
    m.message = None;
    give(m, &q, value, now, out);
    true
}

/// A key on the desk that no keymap knows: the answer of the desk's form that names it, about the target.
pub(super) fn desk_key(m: &mut Model, typed: &[Stroke], now: Now, out: &mut Vec<Cmd>) -> bool {
    let [Some(c)] = typed.iter().map(Stroke::letter).collect::<Vec<_>>()[..] else {
        return false;
    };
    let (Some(subject), word) = (m.desk.subject(), c.to_string()) else {
        return false;
    };
    let form = m.settings.form.clone();
    let given = m.review.given_about(&m.settings.me, &subject, &form);
    let found = form.asked(subject.on(), &given).find_map(|q| {
        let option = q.options.iter().find(|o| o.key == word)?;
        Some((q.id.clone(), plain(&option.value)))
    });
    let Some((question, word)) = found else { return false };
    judge::answer(m, &question, &word, false, now, out);
    true
}

/// Whether a question's turn has come: what it is about is shown.
fn turn(m: &mut Model, q: &Question) -> bool {
    let open = q.shows <= stage(m);
    if !open {
        m.say("the questions before it come first: what this one is about is not shown yet");
    }
    open
}

fn give(m: &mut Model, q: &Question, value: Value, now: Now, out: &mut Vec<Cmd>) {
    let Some(subject) = m.sheet.subject.clone().filter(|_| turn(m, q)) else {
        return;
    };
    let draft = Draft {
        subject,
        question: q.id.clone(),
        op: Op::Set,
        value,
        about: None,
        took_ms: m.desk.subject_ms,
    };
    judge::submit(m, draft, now, out);
    focus(m, &q.id);
    if q.reason && !given(m).contains_key(&why(&q.id)) {
        return reason(m, q);
    }
    advance(m);
}

/// Puts the cursor on a question.
fn focus(m: &mut Model, id: &str) {
    let (Some(form), given) = (m.sheet_form(), given(m)) else {
        return;
    };
    let on = m.sheet.subject.as_ref().map_or(On::Case, Subject::on);
    let at = form.asked(on, &given).position(|q| q.id == id);
    m.sheet.at = at.unwrap_or(m.sheet.at);
}

/// On to the next open question; says so when there is none.
pub(super) fn advance(m: &mut Model) {
    let (Some(form), given) = (m.sheet_form().cloned(), given(m)) else {
        return;
    };
    let blocked = form.warnings(&given).first().map(|c| (c.says.clone(), c.block));
    match (next_open(m, m.sheet.at), blocked) {
        (Some(n), _) => m.sheet.at = n,
        (None, Some((says, true))) => m.fail(format!("contradiction: {says}")),
        (None, Some((says, false))) => m.say(format!("all questions are answered; look again: {says}")),
        (None, None) => {
            let key = m.settings.keymap.hint(m.context(), &Action::NextUndecided);
            m.say(format!("all questions are answered; {key} opens the next one"));
        }
    }
}

fn reason(m: &mut Model, q: &Question) {
    let Some(subject) = m.sheet.subject.clone() else { return };
    let id = why(&q.id);
    let (old, _) = m.review.answer(&m.settings.me, &subject, &id);
    let old = old.map(|v| plain(&v)).unwrap_or_default();
    text(m, subject, id, format!("{}: why, in one sentence", q.label), &old);
}

fn text(m: &mut Model, subject: Subject, id: String, title: String, old: &str) {
    m.popup = Some(Popup::Input {
        ask: Ask::Answer { subject, id, title },
        edit: Box::new(Edit::line(old)),
        fault: None,
    });
}

/// Opens the field of a text, or of the reasoning of another question.
fn write(m: &mut Model) {
    let Some((_, q)) = question(m) else { return };
    if q.required && !turn(m, &q) {
        return;
    }
    let Some(subject) = m.sheet.subject.clone() else { return };
    if q.answer == Answer::Text {
        let (old, _) = m.review.answer(&m.settings.me, &subject, &q.id);
        let old = old.map(|v| plain(&v)).unwrap_or_default();
        text(m, subject, q.id.clone(), q.label.clone(), &old);
    } else if q.reason {
        reason(m, &q);
    } else {
        m.say("this question takes no reasoning");
    }
}

/// A text was written.
pub(super) fn written(m: &mut Model, subject: &Subject, id: &str) {
    if m.screen != Screen::Sheet || m.sheet.subject.as_ref() != Some(subject) {
        return;
    }
    // After a text that needs reasoning comes the reasoning.
    if let Some((_, q)) = question(m)
        && q.id == id
        && q.reason
        && !given(m).contains_key(&why(id))
    {
        return reason(m, &q);
    }
    advance(m);
}

pub(super) fn act(m: &mut Model, action: &Action, now: Now, out: &mut Vec<Cmd>) {
    let count = {
        let (form, given) = (m.sheet_form().cloned(), given(m));
        let on = m.sheet.subject.as_ref().map_or(On::Case, Subject::on);
        form.map_or(0, |f| f.asked(on, &given).count())
    };
    let page = isize::try_from(m.area().h / 3).unwrap_or(8);
    match action {
        Action::Down if m.sheet.part == Part::Text => scroll(m, 1),
        Action::Up if m.sheet.part == Part::Text => scroll(m, -1),
        Action::Down => m.sheet.at = num::step(m.sheet.at, 1, count),
        Action::Up => m.sheet.at = num::step(m.sheet.at, -1, count),
        Action::First => m.sheet.at = 0,
        Action::Last => m.sheet.at = count.saturating_sub(1),
        Action::PageDown => scroll(m, page),
        Action::PageUp => scroll(m, -page),
        Action::NextPane | Action::Right => part(m, 1),
        Action::PrevPane | Action::Left => part(m, -1),
        Action::Open | Action::Note => write(m),
        Action::ClearAnswer => clear(m, now, out),
        Action::Guide => {
            m.sheet.guide = !m.sheet.guide;
            m.sheet.top = 0;
        }
        Action::NextForm => next_form(m),
        Action::NextItem => queue::step(m, 1, out),
        Action::PrevItem => queue::step(m, -1, out),
        Action::NextExhibit | Action::PrevExhibit if m.sheet.candidate.is_some() => m.sheet.look ^= 1,
        Action::NextExhibit => exhibit(m, 1),
        Action::PrevExhibit => exhibit(m, -1),
        Action::Zoom => zoom(m),
        Action::OpenGold | Action::Diff if stage(m) != Shows::Gold => {
            m.say("what the fix touched is shown when the questions before it are answered");
        }
        Action::OpenGold => super::open::open_gold(m, out),
        Action::Diff => super::fix::open_diff(m),
        _ => {}
    }
}

pub(super) fn scroll(m: &mut Model, by: isize) {
    m.sheet.top = m.sheet.top.saturating_add_signed(by);
}

fn part(m: &mut Model, by: isize) {
    let at = Part::ALL.iter().position(|p| *p == m.sheet.part).unwrap_or(0);
    let next = (at + Part::ALL.len()).saturating_add_signed(by) % Part::ALL.len();
    m.sheet.part = Part::ALL.get(next).copied().unwrap_or_default();
}

fn exhibit(m: &mut Model, by: isize) {
    let count = m.desk.file.as_ref().map_or(0, |f| f.case.exhibits.len());
    if count > 0 {
        m.desk.exhibit = (m.desk.exhibit + count).saturating_add_signed(by) % count;
    }
}

/// The answer to the question under the cursor goes, with its reasoning.
fn clear(m: &mut Model, now: Now, out: &mut Vec<Cmd>) {
    let Some((_, q)) = question(m) else { return };
    let Some(subject) = m.sheet.subject.clone() else { return };
    for id in [q.id.clone(), why(&q.id)] {
        if m.review.answer(&m.settings.me, &subject, &id).0.is_some() {
            let draft = Draft {
                subject: subject.clone(),
                question: id,
                op: Op::Set,
                value: Value::Null,
                about: None,
                took_ms: m.desk.subject_ms,
            };
            judge::submit(m, draft, now, out);
        }
    }
}

/// Whether an action works over the full screen of the sheet's image: a candidate's stands alone there, and nothing
/// leads to another case.
pub(super) fn in_zoom(m: &Model, action: &Action) -> bool {
    match action {
        Action::NextCase | Action::PrevCase | Action::NextUndecided | Action::Evidence => false,
        Action::NextExhibit
        | Action::PrevExhibit
        | Action::Answer { .. }
        | Action::AnswerCase { .. }
        | Action::Clear { .. }
        | Action::Target
        | Action::Note
        | Action::NoteEditor
        | Action::Flag
        | Action::Play => m.zoom.other.is_none(),
        _ => true,
    }
}

/// The image that a candidate replaces, or the first of its case.
pub fn original(m: &Model) -> Option<StoredImage> {
    let (candidate, file) = (m.sheet.candidate.as_ref()?, m.desk.file.as_ref()?);
    let own = match candidate.replaces.as_str() {
        "" => file.case.exhibits.first(),
        id => file.case.exhibit(id).map(|(_, e)| e),
    };
    own?.image.clone()
}

fn zoom(m: &mut Model) {
    let swapped = m.sheet.candidate.as_ref().map(|c| c.swapped.image.clone());
    let other = match swapped {
        Some(_) if stage(m) == Shows::Text => return m.say("the image is shown when the first question is answered"),
        Some(image) if m.sheet.look == 0 || stage(m) != Shows::Gold => image.map(|image| Other {
            image,
            name: "image as the solver sees it".to_owned(),
        }),
        Some(_) => original(m).map(|image| Other {
            image,
            name: "original image".to_owned(),
        }),
        None => None,
    };
    if other.is_none() && (m.sheet.candidate.is_some() || m.desk.exhibit().is_none()) {
        return m.say("there is no image to show");
    }
    m.zoom = crate::app::model::zoom::Zoom {
        other,
        ..crate::app::model::zoom::Zoom::default()
    };
    m.zoom_from = Screen::Sheet;
    m.screen = Screen::Zoom;
}
