//! Opening the sheet: for what the desk is at, or for a candidate; the next form.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::model::sheet::Sheet;
use crate::app::model::{Model, Screen};
use crate::app::update::nav;
use crate::domain::candidate::Candidate;
use crate::domain::entry::Subject;
use crate::domain::form::On;

use super::next_open;

/// What the sheet can be opened for from the desk, with the form that asks: forms beside that of the desk first, what the
/// cursor is at before the case as a whole.
fn choices(m: &Model) -> Vec<(Subject, usize)> {
    let suspect = m.desk_suspect();
    let target = m.desk.subject();
    let whole = m.desk.case_subject();
    let mut subjects: Vec<Subject> = Vec::new();
    for subject in [suspect, target, whole].into_iter().flatten() {
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    let of = |s: &Subject| {
        m.settings
            .forms_about(s.on())
            .map(|n| (s.clone(), n))
            .collect::<Vec<_>>()
    };
    let (desk, beside): (Vec<_>, Vec<_>) = subjects.iter().flat_map(of).partition(|(_, n)| *n == 0);
    beside.into_iter().chain(desk).collect()
}

/// Opens the sheet for what the desk is at.
pub(in crate::app::update) fn open(m: &mut Model) {
    if m.desk.case_subject().is_none() {
        return m.fail("no case is open yet");
    }
    let Some((subject, form)) = choices(m).into_iter().next() else {
        return m.fail("no form in use asks anything about this");
    };
    let from = m.screen;
    show(m, subject, None, form, from);
}

/// Opens the sheet of a candidate; its case comes on the desk behind it.
pub(in crate::app::update) fn open_candidate(
    m: &mut Model,
    candidate: &Arc<Candidate>,
    from: Screen,
    out: &mut Vec<Cmd>,
) {
    let Some(form) = m.settings.forms_about(On::Candidate).next() else {
        return m.fail("no form in use asks about candidates; add forms = [\"harmful\"] to casefile.toml");
    };
    match m.list.index.get(candidate.case.as_str()).copied() {
        Some(row) => nav::show_case(m, row, out),
        None => m.desk = crate::app::model::desk::Desk::default(),
    }
    let subject = candidate.subject();
    show(m, subject, Some(candidate.clone()), form, from);
}

/// Opens the sheet of an exhibit whose case is in `row` of the list; the case comes on the desk behind it.
pub(in crate::app::update) fn open_exhibit(
    m: &mut Model,
    subject: Subject,
    row: u32,
    from: Screen,
    out: &mut Vec<Cmd>,
) {
    let Some(form) = m.settings.forms_about(On::Exhibit).next() else {
        return m.fail("no form in use asks anything about an exhibit");
    };
    nav::show_case(m, row, out);
    m.desk.wish = subject.exhibit().map(str::to_owned);
    nav::first_open(m);
    show(m, subject, None, form, from);
}

pub(super) fn show(m: &mut Model, subject: Subject, candidate: Option<Arc<Candidate>>, form: usize, from: Screen) {
    m.sheet = Sheet {
        subject: Some(subject),
        candidate,
        form,
        from: Some(from),
        ..Sheet::default()
    };
    m.screen = Screen::Sheet;
    m.desk.subject_ms = 0;
    m.desk.worked_ms = 0;
    m.sheet.at = next_open(m, 0).unwrap_or(0);
}

/// The next form in use that asks about what the desk is at.
pub(super) fn next_form(m: &mut Model) {
    let all = if m.sheet.candidate.is_some() {
        Vec::new()
    } else {
        choices(m)
    };
    let at = all
        .iter()
        .position(|(s, n)| Some(s) == m.sheet.subject.as_ref() && *n == m.sheet.form)
        .map_or(0, |n| n + 1);
    match all.get(at % all.len().max(1)).cloned() {
        Some((subject, form)) if all.len() > 1 => {
            let from = m.sheet.from.unwrap_or(Screen::Desk);
            show(m, subject, None, form, from);
        }
        _ => m.say("no other form in use asks about this"),
    }
}
