//! Subjects of the chosen line: where people differ, or what verdicts make of them.

use crate::app::model::Model;
use crate::app::model::agree::{Line, Part};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::differ;
use crate::domain::retention::State;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Cells of the name of a subject.
const NAME: usize = 28;

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let (head, body) = area.top(1);
    let role = if m.agree.part == Part::Differences {
        Role::Focus
    } else {
        Role::Heading
    };
    pen.row(head, 0, role);
    let (shown, show) = (m.agree.shown.len(), m.agree.show.word());
    let (what, all) = match m.agree.current() {
        Some(Line::Asked(a)) => (format!("differences on {}", a.row.panel.question.id), a.items.len()),
        Some(Line::Verdicts(ruled)) => (format!("verdicts of {}", ruled.form), ruled.all.len()),
        None => (String::new(), 0),
    };
    pen.role(head, 1, 0, &format!("{what}: {shown} of {all}, {show}"), role);
    if shown == 0 {
        let text = if all == 0 {
            "nobody differs here"
        } else {
            "none of these"
        };
        pen.role(body, 2, 0, text, Role::Dim);
    }
    for (y, (n, at)) in m
        .agree
        .shown
        .iter()
        .enumerate()
        .skip(m.agree.cursor.top)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let here = n == m.agree.cursor.at;
        let focus = here && m.agree.part == Part::Differences;
        if focus {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if focus { Role::Selected } else { role };
        let (name, said, (state, role)) = match m.agree.current() {
            Some(Line::Asked(a)) => {
                let Some(item) = a.items.get(*at) else { continue };
                let said: Vec<String> = item.voices.iter().map(|v| format!("{} {}", v.alias, v.value)).collect();
                (item.subject.name(), said.join("  "), of_item(&item.state))
            }
            Some(Line::Verdicts(ruled)) => {
                let Some(v) = ruled.all.get(*at) else { continue };
                (v.subject.name(), v.rule.clone(), of_verdict(&v.state))
            }
            None => continue,
        };
        let x = pen.role(
            body,
            1,
            y,
            &width::fit(&crate::text::clean::line(&name), NAME),
            of(Role::Text),
        );
        let x = pen.role(body, x.max(num::cells(NAME) + 1) + 1, y, &said, of(Role::Accent));
        pen.role(body, x + 2, y, &state, of(role));
    }
    pen.scroll_bar(body, m.agree.cursor.top, shown);
}

/// The state of a difference in words, and how it looks.
pub(super) fn of_item(state: &differ::State) -> (String, Role) {
    let role = match state {
        differ::State::Open => Role::Near,
        differ::State::Apart | differ::State::Stale { .. } => Role::Miss,
        differ::State::Settled { .. } | differ::State::Ruled { .. } => Role::Hit,
    };
    (state.words(), role)
}

/// The state of a verdict in words, and how it looks.
pub(super) fn of_verdict(state: &State) -> (String, Role) {
    let role = match state {
        State::Retained { .. } => Role::Hit,
        State::Rejected { .. } | State::Disputed { .. } => Role::Miss,
        State::AwaitingAudit | State::UnderReview { .. } => Role::Near,
        State::Pending => Role::Dim,
    };
    let more = state.words();
    let text = if more.is_empty() {
        state.word().to_owned()
    } else {
        format!("{}: {more}", state.word())
    };
    (text, role)
}
