//! The form strip: what the form asks about exhibit and case, what I said, and whether it is saved.

use crate::app::model::Model;
use crate::app::model::desk::Target;
use crate::app::model::review::Saved;
use crate::base::area::Area;
use crate::domain::entry::Subject;
use crate::domain::form::{Answer, On, plain};
use crate::domain::queue::NOTE;
use crate::keys::action::Action;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let Some(file) = m.desk.file.as_ref().filter(|_| !area.is_empty()) else {
        return;
    };
    if area.h > 3 {
        let rule = "─".repeat(usize::from(area.w));
        pen.role(area, 0, 0, &rule, Role::Border);
    }
    let mut y = u16::from(area.h > 3);
    let count = file.case.exhibits.len();
    if let Some(e) = m.desk.exhibit() {
        let subject = Subject::Exhibit {
            case: file.case.id.clone(),
            exhibit: e.id.clone(),
        };
        let head = format!("exhibit {}/{count}", m.desk.exhibit + 1);
        line(
            m,
            pen,
            area,
            y,
            &head,
            &subject,
            On::Exhibit,
            m.desk.target == Target::Exhibit,
        );
        y += 1;
    }
    let subject = Subject::Case {
        case: file.case.id.clone(),
    };
    let on_case = m.desk.target == Target::Case || count == 0;
    line(m, pen, area, y, "case", &subject, On::Case, on_case);
    y += 1;
    if y < area.h {
        hints(m, pen, area, y);
    }
}

/// One subject: its questions with answers.
#[expect(
    clippy::too_many_arguments,
    reason = "one call per line of the strip; a struct would only rename them"
)]
fn line(m: &Model, pen: &mut Pen<'_>, area: Area, y: u16, head: &str, subject: &Subject, on: On, target: bool) {
    let (mark, role) = if target {
        ("▸", Role::Focus)
    } else {
        (" ", Role::Heading)
    };
    let mut x = pen.role(area, 0, y, &format!("{mark}{head:<13}"), role) + 1;
    let room = |x: u16| x + 8 < area.w;
    for q in m.settings.form.questions.iter().filter(|q| q.on.contains(&on)) {
        if !room(x) {
            break;
        }
        let (value, saved) = m.review.answer(&m.settings.me, subject, &q.id);
        let text = match (&value, q.answer) {
            (None, _) if saved == Saved::Conflict => {
                let all = m.review.conflict(&m.settings.me, subject, &q.id);
                all.iter().map(plain).collect::<Vec<_>>().join(" / ")
            }
            (None, _) => "—".to_owned(),
            (Some(v), Answer::Text) => {
                let first = plain(v).lines().next().unwrap_or("").to_owned();
                crate::text::width::fit(&crate::text::clean::line(&first), 24)
            }
            (Some(v), _) => {
                let label = q.options.iter().find(|c| c.value == *v).map(|c| c.label.as_str());
                match label {
                    Some(l) if v.is_i64() => format!("{} {l}", plain(v)),
                    _ => plain(v),
                }
            }
        };
        if value.is_none() && !q.required && saved != Saved::Failed && saved != Saved::Conflict && area.w < 120 {
            continue;
        }
        x = pen.role(area, x, y, &format!("{} ", q.label), Role::Dim);
        let (sign, role) = match saved {
            Saved::Yes => (" ✓", Role::Saved),
            Saved::Pending => (" …", Role::Pending),
            Saved::Failed => (" ✗ NOT SAVED", Role::Error),
            Saved::Conflict => (" ! conflict", Role::Error),
            Saved::None => ("", Role::Dim),
        };
        x = pen.role(area, x, y, &format!("{text}{sign}"), role) + 2;
    }
    if on == On::Case
        && !m.hidden()
        && let Some(d) = m.desk.file.as_ref().and_then(|f| f.case.difficulty())
        && room(x)
    {
        x = pen.role(area, x, y, "difficulty ", Role::Dim);
        x = pen.role(area, x, y, d, Role::Text) + 2;
    }
    if !m.settings.blind || !m.hidden() {
        others(m, pen, area, x, y, subject);
    }
}

/// What other annotators said about the subject.
fn others(m: &Model, pen: &mut Pen<'_>, area: Area, x: u16, y: u16, subject: &Subject) {
    let mut told: Vec<String> = Vec::new();
    for by in m.review.ledger.annotators() {
        if by == m.settings.me {
            continue;
        }
        let all: Vec<String> = m
            .settings
            .form
            .questions
            .iter()
            .filter(|q| q.id != NOTE)
            .filter_map(|q| m.review.ledger.value(&by, subject, &q.id).map(plain))
            .collect();
        if !all.is_empty() {
            told.push(format!("{by}: {}", all.join(" ")));
        }
    }
    if !told.is_empty() && x + 12 < area.w {
        pen.role(area, x, y, &told.join("  "), Role::Dim);
    }
}

/// The first word of a value, or the label of a number.
fn short(option: &crate::domain::form::Choice) -> String {
    match option.value.as_str() {
        Some(value) => value.split('_').next().unwrap_or(value).to_owned(),
        None => option.label.clone(),
    }
}

/// Keys of the answers to the target.
fn hints(m: &Model, pen: &mut Pen<'_>, area: Area, y: u16) {
    let context = m.context();
    let mut x = 1;
    for q in &m.settings.form.questions {
        // On narrow screens the numbers of an ordinal question speak for themselves.
        if q.answer == Answer::Ordinal && area.w < crate::app::layout::WIDE {
            let keys: Vec<String> = q
                .options
                .iter()
                .map(|o| Action::Answer {
                    question: q.id.clone(),
                    value: plain(&o.value),
                })
                .map(|a| m.settings.keymap.hint(context, &a))
                .filter(|k| !k.is_empty())
                .collect();
            if !keys.is_empty() {
                x = pen.role(area, x, y, &keys.join(" "), Role::Key);
                x = pen.role(area, x + 1, y, &q.label, Role::Dim) + 2;
            }
            continue;
        }
        for option in &q.options {
            let action = Action::Answer {
                question: q.id.clone(),
                value: plain(&option.value),
            };
            let key = m.settings.keymap.hint(context, &action);
            if key.is_empty() {
                continue;
            }
            let word = short(option);
            let need = crate::base::num::cells(crate::text::width::of(&key) + crate::text::width::of(&word) + 3);
            if x + need > area.w {
                return;
            }
            x = pen.role(area, x, y, &key, Role::Key);
            x = pen.role(area, x + 1, y, &word, Role::Dim) + 2;
        }
    }
    for (action, word) in [
        (Action::Target, "exhibit/case"),
        (Action::Note, "note"),
        (Action::Flag, "flag"),
        (Action::Skip, "skip"),
        (Action::Defer, "defer"),
        (Action::Undo, "undo"),
    ] {
        let key = m.settings.keymap.hint(context, &action);
        let need = crate::base::num::cells(crate::text::width::of(&key) + word.len() + 3);
        if key.is_empty() || x + need > area.w {
            continue;
        }
        x = pen.role(area, x, y, &key, Role::Key);
        x = pen.role(area, x + 1, y, word, Role::Dim) + 2;
    }
}
