//! The list of cases.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::base::area::Area;
use crate::domain::order::Column;
use crate::domain::row::{Mine, Outcome, Row};
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

/// Columns and their cells; the title takes what is left.
fn columns(w: u16) -> Vec<(Column, u16)> {
    use Column as C;
    let wide: &[(C, u16)] = if w >= 140 {
        &[
            (C::Progress, 1),
            (C::Flag, 1),
            (C::Id, 28),
            (C::Title, 0),
            (C::Repo, 20),
            (C::Language, 11),
            (C::Category, 18),
            (C::Relevance, 3),
            (C::Difficulty, 6),
            (C::Images, 3),
            (C::Gold, 4),
            (C::Rank, 5),
        ]
    } else if w >= 100 {
        &[
            (C::Progress, 1),
            (C::Flag, 1),
            (C::Id, 24),
            (C::Title, 0),
            (C::Language, 10),
            (C::Category, 12),
            (C::Relevance, 3),
            (C::Difficulty, 6),
            (C::Images, 3),
            (C::Gold, 4),
            (C::Rank, 5),
        ]
    } else if w >= 60 {
        &[
            (C::Progress, 1),
            (C::Flag, 1),
            (C::Id, 20),
            (C::Title, 0),
            (C::Relevance, 3),
            (C::Images, 3),
            (C::Gold, 4),
            (C::Rank, 5),
        ]
    } else {
        &[(C::Progress, 1), (C::Flag, 1), (C::Id, 12), (C::Title, 0)]
    };
    let fixed: u16 = wide.iter().map(|(_, n)| n + 1).sum();
    wide.iter()
        .map(|(c, n)| {
            (
                *c,
                if *c == C::Title {
                    w.saturating_sub(fixed).max(4)
                } else {
                    *n
                },
            )
        })
        .collect()
}

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::plain(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    title(m, &mut pen, places.title);
    let columns = columns(places.body.w);
    head(m, &mut pen, places.head, &columns);
    let none = Mine::default();
    for y in 0..places.body.h {
        let at = m.list.top + usize::from(y);
        let Some(row_at) = m.list.order.get(at).copied() else {
            break;
        };
        let Some(row) = m.list.row(row_at) else { break };
        let mine = m.list.mine.get(&row_at).unwrap_or(&none);
        let outcome = m.list.outcomes.get(row_at as usize).copied().unwrap_or_default();
        let selected = at == m.list.cursor;
        if selected {
            pen.row(places.body, y, Role::Selected);
        }
        line(m, &mut pen, places.body, y, &columns, (row, mine, outcome), selected);
    }
    if m.list.order.is_empty() {
        let text = match (m.list.complete, m.list.rows.is_empty()) {
            (false, _) => "reading cases …",
            (true, true) => "no cases yet; bring some in with: casefile import FILE… -w WORKSPACE",
            (true, false) => "no case passes this filter; \\ shows all again",
        };
        pen.role(places.body, 2, 1, text, Role::Dim);
    }
    pen.scroll_bar(places.body, m.list.top, m.list.order.len());
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::Open, "open"),
            (Action::NextUndecided, "next undecided"),
            (Action::Filter, "filter"),
            (Action::SortNext, "sort"),
            (Action::NextRun, "run"),
            (Action::Quit, "quit"),
        ],
    );
}

fn title(m: &Model, pen: &mut Pen<'_>, area: Area) {
    pen.clear(area, Role::Title);
    let count = if m.list.order.len() == m.list.rows.len() {
        format!("{} cases", m.list.rows.len())
    } else {
        format!("{} of {} cases", m.list.order.len(), m.list.rows.len())
    };
    let mut text = format!(" {}  {count}", m.settings.name);
    if !m.list.complete {
        text.push_str(" …");
    }
    if let Some(s) = m.list.standing() {
        text.push_str(&format!("  my queue {}/{}", s.done + s.skipped, s.assigned));
        for (n, word) in [
            (s.deferred, "deferred"),
            (s.changed, "changed"),
            (s.conflicts, "in conflict"),
        ] {
            if n > 0 {
                text.push_str(&format!(" · {n} {word}"));
            }
        }
    }
    if let Some(subset) = &m.list.subset {
        text.push_str("  of: ");
        text.push_str(&subset.label);
    }
    if !m.list.filter_text.is_empty() {
        text.push_str("  filter: ");
        text.push_str(&m.list.filter_text);
    }
    pen.role(area, 0, 0, &text, Role::Title);
    if let Some(run) = m.run().filter(|_| !m.hidden_in_list()) {
        pen.right(
            area,
            0,
            &format!("run {}/{} {} ", m.run + 1, m.runs.len(), run.name),
            Role::Title,
        );
    }
}

fn head(m: &Model, pen: &mut Pen<'_>, area: Area, columns: &[(Column, u16)]) {
    let mut x = 0;
    for (column, w) in columns {
        let mut text = column.heading().to_owned();
        if m.list.sort.by == Some(*column) {
            text.push(if m.list.sort.down { '▼' } else { '▲' });
        }
        let text = if numeric(*column) {
            width::pad_left(&text, usize::from(*w))
        } else {
            text
        };
        pen.role(Area { w: x + w, ..area }, x, 0, &text, Role::Heading);
        x += w + 1;
    }
}

fn numeric(column: Column) -> bool {
    matches!(column, Column::Relevance | Column::Images | Column::Gold | Column::Rank)
}

fn line(
    m: &Model,
    pen: &mut Pen<'_>,
    body: Area,
    y: u16,
    columns: &[(Column, u16)],
    (row, mine, outcome): (&Row, &Mine, Outcome),
    selected: bool,
) {
    let mut x = 0;
    for (column, w) in columns {
        let (text, role) = cell(m, *column, row, mine, outcome);
        let text = match column {
            // The number at the end tells cases of one repository apart.
            Column::Id => width::fit_end(&text, usize::from(*w)),
            c if numeric(*c) => width::pad_left(&text, usize::from(*w)),
            _ => text,
        };
        let role = if selected { Role::Selected } else { role };
        pen.role(
            Area {
                w: (x + w).min(body.w),
                ..body
            },
            x,
            y,
            &text,
            role,
        );
        x += w + 1;
    }
}

fn cell(m: &Model, column: Column, row: &Row, mine: &Mine, outcome: Outcome) -> (String, Role) {
    let hidden = m.hidden_in_list();
    let text = |t: &str| (t.to_owned(), Role::Text);
    match column {
        Column::Progress => {
            if mine.conflict {
                return ("!".to_owned(), Role::Error);
            }
            (mine.progress.sign().to_string(), Role::Saved)
        }
        Column::Flag => (
            if mine.flag {
                "⚑"
            } else if mine.note {
                "✎"
            } else {
                ""
            }
            .to_owned(),
            Role::Near,
        ),
        Column::Id => text(&row.id),
        Column::Title => text(&row.title),
        Column::Repo => (row.repo.to_string(), Role::Dim),
        Column::Language => (row.language.to_string(), Role::Dim),
        Column::Category => match (&mine.category, &row.category) {
            (Some(own), _) => (own.clone(), Role::Saved),
            (None, Some(data)) if !hidden => (data.to_string(), Role::Dim),
            _ => text(""),
        },
        Column::Relevance => match (mine.relevance, row.relevance) {
            (Some(own), _) => (own.to_string(), Role::Saved),
            (None, Some(data)) if !hidden => (data.to_string(), Role::Dim),
            _ => text(""),
        },
        Column::Difficulty if hidden => text(""),
        Column::Difficulty => (row.difficulty.as_deref().unwrap_or("").to_owned(), Role::Dim),
        Column::Images => {
            let role = if row.missing > 0 { Role::Near } else { Role::Dim };
            let mark = if row.missing > 0 { "!" } else { "" };
            (format!("{}{mark}", row.exhibits.len()), role)
        }
        Column::Gold if hidden => ("?".to_owned(), Role::Dim),
        Column::Gold => (row.gold.len().to_string(), Role::Dim),
        Column::Rank => rank(outcome),
    }
}

/// The rank at which all gold was found; in brackets the first rank of some of it.
fn rank(outcome: Outcome) -> (String, Role) {
    match outcome {
        Outcome::Unknown => (String::new(), Role::Dim),
        Outcome::Complete(n) => (n.to_string(), if n <= 5 { Role::Hit } else { Role::Near }),
        Outcome::Partial(n) => (format!("({n})"), Role::Near),
        Outcome::Missed => ("miss".to_owned(), Role::Miss),
        Outcome::Void => ("—".to_owned(), Role::Dim),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_every_width() {
        for w in 20..300u16 {
            let total: u16 = columns(w).iter().map(|(_, n)| n + 1).sum();
            assert!(total <= w.max(30) + 1, "{w}: {total}");
        }
    }
}
