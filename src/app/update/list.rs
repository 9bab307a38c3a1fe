//! The list: moving, filtering, sorting, loading.

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::model::Model;
use crate::app::model::list::List;
use crate::app::model::popup::{Ask, Popup};
use crate::base::num;
use crate::domain::order::{Column, Sort};
use crate::domain::queue;
use crate::domain::row::Mine;
use crate::domain::{assign, filter};
use crate::keys::action::Action;
use crate::work::job::{Arrange, Job, arrange};

/// Rows above which filtering and sorting go to a lane.
const INLINE: usize = 5_000;

/// Asks for all rows.
pub(super) fn load(m: &mut Model, out: &mut Vec<Cmd>) {
    let ticket = m.tickets.issue();
    m.list.rows_ticket = ticket;
    out.push(Cmd::Run(ticket, Job::Rows));
}

/// Reads the workspace again; filter, order and cursor stay.
pub(super) fn reload(m: &mut Model, out: &mut Vec<Cmd>) {
    out.push(Cmd::Reload);
    // By its name: rows may be others then. One that was to be read again already is not in any row now.
    let row = m.desk.row.and_then(|row| m.list.row(row)).map(|r| r.id.to_string());
    let again = m.desk.again.take().or_else(|| m.desk.id().map(str::to_owned)).or(row);
    m.desk.again = again;
    m.list = List {
        filter_text: std::mem::take(&mut m.list.filter_text),
        filter: std::mem::take(&mut m.list.filter),
        sort: m.list.sort,
        cursor: m.list.cursor,
        top: m.list.top,
        ..List::default()
    };
    m.desk.kept.clear();
    // What the old lanes still find is not taken.
    m.desk.ticket = m.tickets.issue();
    (m.bench.board, m.bench.loading) = (None, false);
    m.bench.misses.known.clear();
    m.agree.dirty = true;
    m.gate.dirty = true;
    m.steps = crate::app::model::steps::Steps::default();
    load(m, out);
    (m.review.replayed, m.review.again) = (false, true);
    m.say("reading the workspace again");
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let page = m.list_page().max(1);
    let len = m.list.order.len();
    let jump = isize::try_from(page).unwrap_or(isize::MAX);
    match action {
        Action::Down => m.list.cursor = num::step(m.list.cursor, 1, len),
        Action::Up => m.list.cursor = num::step(m.list.cursor, -1, len),
        Action::PageDown => m.list.cursor = num::step(m.list.cursor, jump, len),
        Action::PageUp => m.list.cursor = num::step(m.list.cursor, -jump, len),
        Action::First => m.list.cursor = 0,
        Action::Last => m.list.cursor = len.saturating_sub(1),
        Action::Open | Action::Right => {
            if let Some(row) = m.list.current() {
                super::nav::open_case(m, row, out);
            }
        }
        Action::Filter => {
            let text = m.list.filter_text.clone();
            m.popup = Some(Popup::Input {
                edit: Box::new(Edit::line(&text)),
                ask: Ask::Filter(text),
                fault: None,
            });
        }
        Action::ClearFilter => {
            m.list.subset = None;
            unfilter(m, out);
        }
        Action::SortNext => sort(m, 1, out),
        Action::SortPrev => sort(m, -1, out),
        Action::SortTurn => {
            m.list.sort.down = !m.list.sort.down;
            order(m, out);
        }
        _ => {}
    }
}

fn sort(m: &mut Model, by: isize, out: &mut Vec<Cmd>) {
    let at = m
        .list
        .sort
        .by
        .and_then(|c| Column::ALL.iter().position(|x| *x == c))
        .map_or(0, |n| n + 1);
    let len = Column::ALL.len() + 1;
    let next = (at + len).saturating_add_signed(by) % len;
    let column = next.checked_sub(1).and_then(|n| Column::ALL.get(n).copied());
    let secret = matches!(
        column,
        Some(Column::Category | Column::Relevance | Column::Difficulty | Column::Gold | Column::Rank)
    );
    if secret && m.hidden_in_list() {
        m.list.sort.by = column;
        return sort(m, by, out);
    }
    sort_by(m, column, out);
}

/// Sorts by a column; the same column again turns the order around.
pub(super) fn sort_by(m: &mut Model, column: Option<Column>, out: &mut Vec<Cmd>) {
    m.list.sort = Sort {
        by: column,
        down: false,
    };
    order(m, out);
    match column {
        Some(c) => m.say(format!("sorted by {}", c.heading())),
        None => m.say("in the order of the file"),
    }
}

/// Puts a filter in force.
///
/// # Errors
/// Says what is not understood, or hidden now; the old filter stays.
pub(super) fn filter(m: &mut Model, text: &str, out: &mut Vec<Cmd>) -> Result<(), String> {
    let mut f = filter::parse(text)?;
    if m.hidden_in_list() && f.asks_hidden() {
        return Err("that is hidden in this blind round".to_owned());
    }
    f.blind = m.hidden_in_list();
    text.clone_into(&mut m.list.filter_text);
    m.list.filter = f;
    order(m, out);
    Ok(())
}

/// Takes the filter away.
pub(super) fn unfilter(m: &mut Model, out: &mut Vec<Cmd>) {
    m.list.filter_text.clear();
    m.list.filter = filter::Filter {
        blind: m.hidden_in_list(),
        ..filter::Filter::default()
    };
    order(m, out);
}

/// Filters and sorts again: at once for short lists, on a lane for long ones.
pub(super) fn order(m: &mut Model, out: &mut Vec<Cmd>) {
    let input = Arrange {
        rows: m.list.rows.clone(),
        mine: m.list.mine.clone(),
        outcomes: m.list.outcomes.clone(),
        filter: m.list.filter.clone(),
        subset: m.list.subset.as_ref().map(|s| s.rows.clone()),
        sort: m.list.sort,
    };
    if m.list.rows.len() <= INLINE {
        set_order(m, arrange(&input));
    } else {
        let ticket = m.tickets.issue();
        m.list.order_ticket = ticket;
        out.push(Cmd::Run(ticket, Job::Arrange(Box::new(input))));
    }
}

/// Takes a new order and keeps the cursor on its case.
pub(super) fn set_order(m: &mut Model, order: Vec<u32>) {
    let current = m.list.current();
    m.list.order = order;
    if let Some(at) = current.and_then(|row| m.list.position(row)) {
        m.list.cursor = at;
    }
}

/// Takes more rows.
pub(super) fn rows(m: &mut Model, more: Vec<crate::domain::row::Row>, out: &mut Vec<Cmd>) {
    let first = num::small(m.list.rows.len());
    for (n, row) in more.iter().enumerate() {
        m.list.index.insert(row.id.clone(), first + num::small(n));
    }
    let count = num::small(more.len());
    Arc::make_mut(&mut m.list.rows).extend(more);
    if m.list.filter.is_empty() && m.list.subset.is_none() && m.list.sort.by.is_none() {
        m.list.order.extend(first..first + count);
    } else if m.list.complete || first == 0 {
        order(m, out);
    }
    // The ledger is gone through for the first screen and once more at the end, not for every chunk.
    if first == 0 {
        touched(m);
    }
}

/// Works out the own queue for the rows that are there.
fn assigned(m: &mut Model) {
    if m.list.queue_of == m.list.rows.len() {
        return;
    }
    let ids: Vec<&str> = m.list.rows.iter().map(|r| &*r.id).collect();
    let queue = assign::mine(&m.settings.round, &ids, &m.settings.me);
    m.list.queue = queue.map(|q| q.into_iter().map(num::small).collect());
    m.list.queue_of = m.list.rows.len();
}

/// Works out what the annotator did with every case, from the ledger.
pub(super) fn touched(m: &mut Model) {
    assigned(m);
    if !m.review.replayed {
        return;
    }
    let me = &m.settings.me;
    let mut rows: Vec<u32> = m
        .review
        .ledger
        .all()
        .filter(|(key, _)| key.by == *me)
        .filter_map(|(key, _)| m.list.index.get(key.subject.case()).copied())
        .collect();
    rows.sort_unstable();
    rows.dedup();
    let mut mine: HashMap<u32, Mine> = HashMap::new();
    for row in rows {
        if let Some(r) = m.list.rows.get(row as usize) {
            mine.insert(row, queue::mine(r, &m.settings.form, &m.review.ledger, me));
        }
    }
    for row in m.list.queue.iter().flatten() {
        mine.entry(*row).or_default().assigned = true;
    }
    m.list.mine = Arc::new(mine);
}

/// Works out again what the annotator did with one case.
pub(super) fn touch(m: &mut Model, case: &str) {
    if let Some(row) = m.list.index.get(case).copied()
        && let Some(r) = m.list.rows.get(row as usize)
    {
        let (form, ledger, me) = (&m.settings.form, &m.review.ledger, &m.settings.me);
        let mut mine = queue::mine(r, form, ledger, me);
        let print = Some(m.desk.print_of(case)).filter(|p| !p.is_empty());
        mine.changed = queue::changed(r, form, ledger, me, print.as_deref());
        mine.assigned = m.list.mine.get(&row).is_some_and(|before| before.assigned);
        Arc::make_mut(&mut m.list.mine).insert(row, mine);
    }
}

/// Asks what the chosen run did on all rows.
pub(super) fn ask_outcomes(m: &mut Model, out: &mut Vec<Cmd>) {
    m.list.outcomes = Arc::default();
    if !m.list.complete || m.hidden_in_list() {
        return;
    }
    if let Some(run) = m.run().map(|r| r.name.clone()) {
        let ticket = m.tickets.issue();
        m.list.outcomes_ticket = ticket;
        out.push(Cmd::Run(
            ticket,
            Job::Outcomes {
                run,
                rows: m.list.rows.clone(),
            },
        ));
    }
}
