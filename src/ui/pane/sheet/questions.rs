//! The questions: what I said, what is asked now with its keys, contradictions.

use std::collections::HashMap;

use serde_json::Value;

use crate::app::model::Model;
use crate::app::model::review::Saved;
use crate::app::update::sheet::stage;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::entry::Subject;
use crate::domain::form::{Answer, Form, Question, Reading, keys, plain, why};
use crate::domain::retention::Review;
use crate::text::doc::{Look, Piece};
use crate::text::{clean, width, wrap};
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// One line of the list.
struct Row {
    lead: String,
    text: String,
    role: Role,
    /// Belongs to the question under the cursor.
    here: bool,
    /// Is its first line.
    first: bool,
}

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let (Some(form), Some(subject)) = (m.sheet_form(), &m.sheet.subject) else {
        return;
    };
    if area.is_empty() {
        return;
    }
    let given = m.review.given_about(&m.settings.me, subject, form);
    let mut below = warnings(form, &given, usize::from(area.w.saturating_sub(4)));
    below.extend(verdict(m, form, subject).map(|text| (text, Role::Accent)));
    let (foot, area) = area.bottom(num::cells(below.len()).min(area.h / 3));
    let rows = rows(m, form, subject, &given, usize::from(area.w.saturating_sub(4)));
    let first = rows.iter().position(|r| r.here).unwrap_or(0);
    let last = rows.iter().rposition(|r| r.here).unwrap_or(0);
    let h = usize::from(area.h);
    // The question under the cursor is shown whole where it fits; its first line in any case.
    let top = (last + 1).saturating_sub(h).min(first);
    for (y, row) in rows.iter().skip(top).take(h).enumerate() {
        let y = num::cells(y);
        if row.first && row.here {
            pen.row(area, y, Role::Selected);
        }
        let style = |role| if row.first && row.here { Role::Selected } else { role };
        let x = pen.role(
            area,
            1,
            y,
            &row.lead,
            style(if row.first { Role::Text } else { Role::Key }),
        );
        pen.role(area, x, y, &row.text, style(row.role));
    }
    pen.scroll_bar(area, top, rows.len());
    for (y, (text, role)) in below.iter().take(usize::from(foot.h)).enumerate() {
        pen.role(foot, 1, num::cells(y), text, *role);
    }
}

/// What the reviewers make of the subject by the form's rule; not while others' answers are not read.
fn verdict(m: &Model, form: &Form, subject: &Subject) -> Option<String> {
    if m.settings.secret || form.retention.is_empty() {
        return None;
    }
    let file = m.desk.file.as_ref().filter(|f| f.case.id == subject.case());
    let gold: Vec<String> = file.map_or_else(Vec::new, |f| {
        f.case.gold.files.iter().map(ToString::to_string).collect()
    });
    let people = m.review.ledger.annotators();
    let (rule, state) = Review {
        ledger: &m.review.ledger,
        form,
        subject,
        gold: &gold,
        people: &people,
        auditors: &m.settings.round.auditors,
    }
    .state();
    let rule = if rule.is_empty() {
        String::new()
    } else {
        format!(" ({rule})")
    };
    let words = state.words();
    let words = if words.is_empty() { words } else { format!(": {words}") };
    Some(format!("{}{rule}{words}", state.word()))
}

fn warnings(form: &Form, given: &HashMap<String, Value>, cols: usize) -> Vec<(String, Role)> {
    let mut out = Vec::new();
    for check in form.warnings(given) {
        let (lead, role) = if check.block {
            ("✗ ", Role::Error)
        } else {
            ("! ", Role::Near)
        };
        out.extend(
            folded(&format!("{lead}{}", check.says), cols)
                .into_iter()
                .map(|t| (t, role)),
        );
    }
    out
}

fn folded(text: &str, cols: usize) -> Vec<String> {
    let pieces = [Piece::new(clean::line(text), Look::default())];
    wrap::wrap(&pieces, cols.max(8))
        .into_iter()
        .map(|line| line.iter().map(|p| p.text.as_str()).collect())
        .collect()
}

fn rows(m: &Model, form: &Form, subject: &Subject, given: &HashMap<String, Value>, cols: usize) -> Vec<Row> {
    let mut out = Vec::new();
    let open = stage(m);
    for (n, q) in form.asked(subject.on(), given).enumerate() {
        let here = n == m.sheet.at;
        let (answer, role) = answer(m, subject, q);
        let need = if q.required && answer.is_empty() { "•" } else { " " };
        let late = q.shows > open && q.required;
        let mut push = |lead: String, text: String, role: Role, first: bool| {
            out.push(Row {
                lead,
                text,
                role,
                here,
                first,
            });
        };
        let lead = format!("{need} {:<22} ", width::fit(&clean::line(&q.label), 22));
        push(lead, answer, if late { Role::Dim } else { role }, true);
        if q.reason {
            let (text, _) = m.review.answer(&m.settings.me, subject, &why(&q.id));
            let missing = given.contains_key(&q.id);
            match text.map(|v| plain(&v)) {
                Some(text) if here => {
                    for line in folded(&text, cols.saturating_sub(4)) {
                        push("    ".to_owned(), line, Role::Dim, false);
                    }
                }
                Some(text) => {
                    let line = width::fit(&clean::line(&text), cols.saturating_sub(4));
                    push("    ".to_owned(), line, Role::Dim, false);
                }
                None if missing => push(
                    "    ".to_owned(),
                    "a reasoning sentence is missing".to_owned(),
                    Role::Near,
                    false,
                ),
                None => {}
            }
        }
        if here {
            focused(m, q, cols, &mut push);
        }
    }
    out
}

/// Help and answers of the question under the cursor.
fn focused(m: &Model, q: &Question, cols: usize, push: &mut dyn FnMut(String, String, Role, bool)) {
    for line in folded(&q.help, cols.saturating_sub(4)) {
        push("    ".to_owned(), line, Role::Text, false);
    }
    let of = |value: &Value| q.options.iter().find(|o| o.value == *value);
    for (key, value) in keys::keys(q) {
        let (label, help) = match (of(&value), q.answer) {
            (Some(o), _) => (o.label.clone(), o.help.clone()),
            (None, Answer::Scale) => {
                let end = match value.as_i64() {
                    Some(n) if n == q.range.0 => q.ends[0].clone(),
                    Some(n) if n == q.range.1 => q.ends[1].clone(),
                    _ => String::new(),
                };
                (plain(&value), end)
            }
            (None, _) => (plain(&value), String::new()),
        };
        let text = if help.is_empty() {
            label
        } else {
            format!("{label}  {help}")
        };
        push(
            format!("    {key}  "),
            width::fit(&clean::line(&text), cols.saturating_sub(8)),
            Role::Text,
            false,
        );
    }
    if q.answer == Answer::Text {
        let key = m.settings.keymap.hint(m.context(), &crate::keys::action::Action::Open);
        push(format!("    {key}  "), "write".to_owned(), Role::Dim, false);
    }
    push(String::new(), String::new(), Role::Text, false);
}

/// What I said, with its state.
fn answer(m: &Model, subject: &Subject, q: &Question) -> (String, Role) {
    let (value, saved) = m.review.answer(&m.settings.me, subject, &q.id);
    let words = |v: &Value| match q.reading(v) {
        Reading::Gone => format!("{} (no longer an answer)", plain(v)),
        Reading::Current(v) | Reading::Renamed(v) => {
            let label = q.options.iter().find(|c| c.value == *v).map(|c| c.label.as_str());
            match label {
                Some(l) if v.is_i64() => format!("{} {l}", plain(v)),
                Some(l) => l.to_owned(),
                None => plain(v),
            }
        }
    };
    match (&value, saved) {
        (None, Saved::Conflict) => {
            let all = m.review.conflict(&m.settings.me, subject, &q.id);
            let all: Vec<String> = all.iter().map(plain).collect();
            (format!("{} ! conflict", all.join(" / ")), Role::Error)
        }
        (None, Saved::Failed) => ("✗ NOT SAVED".to_owned(), Role::Error),
        (None, _) => (String::new(), Role::Dim),
        (Some(v), Saved::Yes) => {
            let old = if m.is_old(subject, &q.id) { " ° older form" } else { "" };
            (format!("{} ✓{old}", words(v)), Role::Saved)
        }
        (Some(v), Saved::Pending) => (format!("{} …", words(v)), Role::Pending),
        (Some(v), _) => (format!("{} ✗ NOT SAVED", words(v)), Role::Error),
    }
}
