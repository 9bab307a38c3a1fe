//! The misses of the chosen run: classes by facet, the cases of a cell, and a person's class.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::layout;
use crate::app::model::bench::{Cursor, Facet, Part, classes};
use crate::app::model::popup::{Entry, Pick, Popup};
use crate::app::model::{Model, Screen};
use crate::base::error::Problem;
use crate::domain::entry::Subject;
use crate::domain::finding::Code;
use crate::domain::tag;
use crate::keys::action::Action;
use crate::work::inquiry::{Inquiry, Named, SEARCHES, Told};
use crate::work::job::Job;

/// Asks why the chosen run missed, when that is not known yet.
pub(in crate::app::update) fn refresh(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(run) = m.run().map(|r| r.name.clone()) else {
        return;
    };
    if m.bench.misses.known.contains_key(&run) {
        m.bench.misses.progress = None;
        return show(m);
    }
    let ticket = m.tickets.issue();
    let misses = &mut m.bench.misses;
    (misses.ticket, misses.progress, misses.fault) = (ticket, Some((0, 0)), None);
    misses.shown.clear();
    out.push(Cmd::Run(ticket, Job::Why { run }));
}

/// Takes the findings of a run, or why there are none.
pub(in crate::app::update) fn take(m: &mut Model, found: Result<Arc<Inquiry>, Problem>) {
    m.bench.misses.progress = None;
    match found {
        Ok(found) => {
            m.bench.misses.known.insert(found.run.clone(), found);
            show(m);
        }
        Err(p) => m.bench.misses.fault = Some(crate::text::clean::line(&p.to_string().replace('\n', "; "))),
    }
}

/// The findings of the chosen run.
fn inquiry(m: &Model) -> Option<Arc<Inquiry>> {
    m.bench.inquiry(&m.run_name()).cloned()
}

/// Number of columns, that of all cases included.
fn columns(facet: Facet) -> usize {
    1 + match facet {
        Facet::Evidence => Named::ALL.len(),
        Facet::Search => SEARCHES.len(),
    }
}

/// Whether a miss stands in a column.
pub fn in_column(told: &Told, facet: Facet, column: usize) -> bool {
    let Some(n) = column.checked_sub(1) else { return true };
    match facet {
        Facet::Evidence => Named::ALL.get(n) == Some(&told.named),
        Facet::Search => SEARCHES.get(n) == Some(&told.finding.search),
    }
}

/// Lists the cases of the cell under the cursor.
fn show(m: &mut Model) {
    let Some(found) = inquiry(m) else { return };
    let (level, k) = (m.desk.level, m.desk.k);
    let rows = classes(&found, level, k);
    let (table, cases) = pages(m);
    let misses = &mut m.bench.misses;
    misses.row.settle(rows.len() + 1, table);
    let code = misses.row.at.checked_sub(1).and_then(|n| rows.get(n)).map(|(c, ..)| *c);
    misses.shown = found
        .at(level, k)
        .iter()
        .enumerate()
        .filter(|(_, t)| code.is_none_or(|c| t.code == c) && in_column(t, misses.facet, misses.column))
        .map(|(n, _)| n)
        .collect();
    misses.cursor.settle(misses.shown.len(), cases);
}

/// Rows of the table and of the list below it.
fn pages(m: &Model) -> (usize, usize) {
    let places = layout::misses(m.area());
    let rows = |h: u16| usize::from(h.saturating_sub(1)).max(1);
    // A case takes two rows: its id and why.
    (rows(places.classes.h), (rows(places.cases.h) / 2).max(1))
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let (table, cases) = pages(m);
    let jump = |n: usize| isize::try_from(n).unwrap_or(isize::MAX);
    let (by, far) = match action {
        Action::Down => (1, false),
        Action::Up => (-1, false),
        Action::PageDown => (1, true),
        Action::PageUp => (-1, true),
        Action::First => (isize::MIN / 2, false),
        Action::Last => (isize::MAX / 2, false),
        Action::Left => return column(m, -1),
        Action::Right => return column(m, 1),
        Action::NextPane | Action::PrevPane => {
            m.bench.misses.facet = match m.bench.misses.facet {
                Facet::Evidence => Facet::Search,
                Facet::Search => Facet::Evidence,
            };
            m.bench.misses.column = 0;
            return show(m);
        }
        Action::Open => return open(m, out),
        Action::Tag => return tag(m),
        _ => return,
    };
    match m.bench.misses.part {
        Part::Classes => {
            let len = inquiry(m).map_or(1, |f| classes(&f, m.desk.level, m.desk.k).len() + 1);
            m.bench
                .misses
                .row
                .step(if far { by * jump(table) } else { by }, len, table);
            m.bench.misses.cursor = Cursor::default();
            show(m);
        }
        Part::Cases => {
            let len = m.bench.misses.shown.len();
            m.bench
                .misses
                .cursor
                .step(if far { by * jump(cases) } else { by }, len, cases);
        }
    }
}

fn column(m: &mut Model, by: isize) {
    m.bench.misses.part = Part::Classes;
    m.bench.misses.column = crate::base::num::step(m.bench.misses.column, by, columns(m.bench.misses.facet));
    m.bench.misses.cursor = Cursor::default();
    show(m);
}

fn told(m: &Model) -> Option<Told> {
    let n = *m.bench.misses.shown.get(m.bench.misses.cursor.at)?;
    inquiry(m)?.at(m.desk.level, m.desk.k).get(n).cloned()
}

/// From the table to the cases of the cell, from a case to the desk.
fn open(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.bench.misses.part == Part::Classes {
        if m.bench.misses.shown.is_empty() {
            return m.say("no case in this cell");
        }
        m.bench.misses.part = Part::Cases;
        return;
    }
    let (Some(told), Some(found)) = (told(m), inquiry(m)) else {
        return;
    };
    let all = found.at(m.desk.level, m.desk.k);
    let cases: Vec<u32> = m
        .bench
        .misses
        .shown
        .iter()
        .filter_map(|n| all.get(*n))
        .map(|t| t.case)
        .collect();
    let label = format!("misses of {}, {}", m.run_name(), told.code.code());
    if m.bench.board.is_some() {
        super::narrow(m, label, &cases, out);
        super::open_board_case(m, told.case, out);
    }
}

/// Back from the cases to the table; false when the keys were in the table already.
pub(in crate::app::update) fn up(m: &mut Model) -> bool {
    let inside = m.screen == Screen::Misses && m.bench.misses.part == Part::Cases;
    if inside {
        m.bench.misses.part = Part::Classes;
    }
    inside
}

/// Offers the classes, for a person's own opinion of this miss.
fn tag(m: &mut Model) {
    let Some(told) = told(m) else {
        return m.say("no miss under the cursor");
    };
    let question = tag::question(&m.run_name(), m.desk.level, m.desk.k);
    let subject = Subject::Case {
        case: told.id.to_string(),
    };
    let mut entries: Vec<Entry> = Code::ALL
        .iter()
        .filter(|c| c.is_miss())
        .map(|c| Entry {
            label: c.code().to_owned(),
            hint: if *c == told.code {
                "as found".to_owned()
            } else {
                c.words().to_owned()
            },
            pick: Pick::Tag(subject.clone(), question.clone(), Some(c.code().to_owned())),
        })
        .collect();
    let at = entries.iter().position(|e| e.label == told.code.code()).unwrap_or(0);
    entries.push(Entry {
        label: "no opinion".to_owned(),
        hint: "takes my class away".to_owned(),
        pick: Pick::Tag(subject, question, None),
    });
    m.popup = Some(Popup::Menu {
        title: format!("my class of this miss: {}", told.id),
        entries,
        at,
    });
}
