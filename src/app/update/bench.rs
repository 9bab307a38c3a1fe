//! The screens about runs: opening them, K, level, slices, and from any number to the cases behind it.

use std::collections::HashSet;
use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::layout;
use crate::app::model::bench::{View, metrics};
use crate::app::model::desk::KS;
use crate::app::model::list::Subset;
use crate::app::model::popup::{Entry, Pick, Popup};
use crate::app::model::{Model, Screen};
use crate::base::num;
use crate::domain::answers;
use crate::domain::board::Board;
use crate::domain::modes;
use crate::domain::slice::{Answers, By, extra_fields, slices};
use crate::keys::action::Action;
use crate::work::job::{Job, LaneName};

use super::nav;

pub(super) mod misses;
pub(super) mod versus;

/// Values of a further field above which it is not offered for slices.
const MANY: usize = 40;

/// Whether a screen is one of these.
pub(super) fn is_bench(screen: Screen) -> bool {
    matches!(screen, Screen::Runs | Screen::Compare | Screen::Misses)
}

/// Opens one of these screens; asks for the board when it is not there.
pub(super) fn open(m: &mut Model, screen: Screen, out: &mut Vec<Cmd>) {
    if m.hidden_in_list() {
        return m.say("scores are hidden in this blind round: they tell gold and suspects");
    }
    if m.runs.is_empty() && m.list.complete {
        return m.say("no runs here; import some with: casefile import PREDICTIONS -w WORKSPACE");
    }
    if m.screen == screen {
        return;
    }
    nav::remember(m);
    if !is_bench(m.screen) {
        m.bench.from = Some(m.screen);
    }
    m.screen = screen;
    ask(m, out);
    arrived(m, out);
}

/// Asks for the board.
pub(super) fn ask(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.bench.board.is_none() && !m.bench.loading {
        let ticket = m.tickets.issue();
        m.bench.ticket = ticket;
        m.bench.loading = true;
        out.push(Cmd::Run(ticket, Job::Board));
    }
}

/// Takes the board.
pub(super) fn take(m: &mut Model, board: Arc<Board>, out: &mut Vec<Cmd>) {
    m.bench.loading = false;
    m.bench.board = Some(board);
    arrived(m, out);
}

/// What depends on board, runs, level and K, for the screen that is on.
pub(super) fn arrived(m: &mut Model, out: &mut Vec<Cmd>) {
    match m.screen {
        Screen::Runs => {
            reslice(m);
            if m.bench.table.slices.len() < 2 {
                spread(m);
            }
            if m.bench.table.view == View::Runs {
                m.bench.table.row.at = m.run;
            }
        }
        Screen::Compare => versus::refresh(m, out),
        Screen::Misses => misses::refresh(m, out),
        _ => {}
    }
}

/// My answers to a question, for slices by it.
fn mine(m: &Model, by: &By) -> Answers {
    match by {
        By::Mine(question) => answers::of(&m.review.ledger, question, Some(&m.settings.me)),
        _ => Answers::new(),
    }
}

/// Chooses the first field that tells cases apart.
fn spread(m: &mut Model) {
    let Some(board) = m.bench.board.clone() else { return };
    let all = board.all();
    let many = |by: &By| slices(&board, &all, by, &Answers::new()).len() > 1;
    if let Some(by) = By::plain().find(many) {
        m.bench.table.by = by;
        reslice(m);
    }
}

fn reslice(m: &mut Model) {
    let Some(board) = m.bench.board.clone() else { return };
    let by = m.bench.table.by.clone();
    let mine = mine(m, &by);
    m.bench.table.slices = slices(&board, &board.all(), &by, &mine);
}

/// Rows of the body of these screens.
pub(super) fn page(m: &Model) -> usize {
    usize::from(layout::plain(m.area()).body.h).max(1)
}

/// Rows of the table that is shown.
fn rows(m: &Model) -> usize {
    match m.bench.table.view {
        View::Runs | View::Heat | View::Curve => m.bench.board.as_ref().map_or(0, |b| b.runs.len()),
        View::Slices => m.bench.table.slices.len(),
        View::Modes => m.bench.board.as_ref().map_or(0, |b| modes::grids(b).len()),
    }
}

fn columns(m: &Model) -> usize {
    match m.bench.table.view {
        View::Runs | View::Slices => metrics(m.desk.k).len(),
        View::Heat => m.bench.table.slices.len(),
        View::Modes | View::Curve => 1,
    }
}

/// What all three screens do alike; false when the key is not one of these.
fn common(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) -> bool {
    match action {
        Action::KMore | Action::KLess => {
            let at = KS.iter().position(|k| *k == m.desk.k).unwrap_or(2);
            let next = num::step(at, if *action == Action::KMore { 1 } else { -1 }, KS.len());
            m.desk.k = KS.get(next).copied().unwrap_or(5);
            arrived(m, out);
        }
        Action::Level => {
            m.desk.level = m.desk.level.other();
            m.say(format!("{} level", m.desk.level.word()));
            arrived(m, out);
        }
        Action::SliceBy => pick_field(m),
        _ => return false,
    }
    true
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    if common(m, action, out) {
        return;
    }
    match m.screen {
        Screen::Compare => return versus::act(m, action, out),
        Screen::Misses => return misses::act(m, action, out),
        _ => {}
    }
    let (len, page) = (rows(m), page(m));
    let jump = isize::try_from(page).unwrap_or(isize::MAX);
    let mut step = |by: isize| m.bench.table.row.step(by, len, page);
    match action {
        Action::Down => step(1),
        Action::Up => step(-1),
        Action::PageDown => step(jump),
        Action::PageUp => step(-jump),
        Action::First => step(isize::MIN / 2),
        Action::Last => step(isize::MAX / 2),
        Action::Left => m.bench.table.column = m.bench.table.column.saturating_sub(1),
        Action::Right => m.bench.table.column = num::step(m.bench.table.column, 1, columns(m)),
        Action::NextPane => turn(m, 1),
        Action::PrevPane => turn(m, -1),
        Action::PickRival => {
            let at = m.bench.table.row.at;
            let runs = matches!(m.bench.table.view, View::Runs | View::Heat | View::Curve);
            let name = m
                .bench
                .board
                .as_ref()
                .and_then(|b| b.runs.get(at))
                .map(|r| r.name.clone());
            if let Some(name) = name.filter(|_| runs) {
                m.say(format!("{name} is run A; c on another run compares it with A"));
                m.bench.versus.a = Some(name);
            }
        }
        Action::Open => cases_behind(m, out),
        _ => {}
    }
    // The run under the cursor is the chosen one everywhere.
    if matches!(m.bench.table.view, View::Runs | View::Heat | View::Curve) && m.screen == Screen::Runs {
        let at = m.bench.table.row.at;
        if at != m.run && at < m.runs.len() {
            m.run = at;
            super::list::ask_outcomes(m, out);
        }
    }
}

/// Another view of the table.
fn turn(m: &mut Model, by: isize) {
    let at = View::ALL.iter().position(|v| *v == m.bench.table.view).unwrap_or(0);
    let next = (at + View::ALL.len()).saturating_add_signed(by) % View::ALL.len();
    m.bench.table.view = View::ALL.get(next).copied().unwrap_or_default();
    m.bench.table.column = 0;
    let runs = matches!(m.bench.table.view, View::Runs | View::Heat | View::Curve);
    m.bench.table.row.at = if runs { m.run } else { 0 };
    m.bench.table.row.settle(rows(m), page(m));
}

/// Offers the fields by which cases can be sliced.
fn pick_field(m: &mut Model) {
    let Some(board) = &m.bench.board else { return };
    let own = m.settings.form.questions.iter().map(|q| By::Mine(q.id.clone()));
    let extra = extra_fields(board).into_iter().map(|f| By::Extra(f.to_string()));
    let fields: Vec<By> = By::plain().chain(own).chain(extra).collect();
    let all = board.all();
    let entries: Vec<Entry> = fields
        .into_iter()
        .map(|by| (slices(board, &all, &by, &mine(m, &by)).len(), by))
        // What has a value of its own for nearly every case makes no slices.
        .filter(|(n, by)| !matches!(by, By::Extra(_)) || *n <= MANY)
        .map(|(n, by)| Entry {
            label: by.name(),
            hint: format!("{n} value{}", if n == 1 { "" } else { "s" }),
            pick: Pick::Field(by),
        })
        .collect();
    let at = entries
        .iter()
        .position(|e| e.label == m.bench.table.by.name())
        .unwrap_or(0);
    m.popup = Some(Popup::Menu {
        title: "slice by".to_owned(),
        entries,
        at,
    });
}

/// Takes a field from the menu.
pub(super) fn choose_field(m: &mut Model, by: By, out: &mut Vec<Cmd>) {
    m.bench.table.by = by;
    reslice(m);
    if m.screen == Screen::Runs && m.bench.table.view == View::Runs {
        turn(m, 1);
    }
    arrived(m, out);
}

/// From the number under the cursor to its cases.
fn cases_behind(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(board) = m.bench.board.clone() else { return };
    let table = &m.bench.table;
    let slice = match table.view {
        View::Slices => table.slices.get(table.row.at),
        View::Heat => table.slices.get(table.column),
        View::Modes => return modes_pair(m, out),
        View::Runs | View::Curve => None,
    };
    let level = m.desk.level;
    let with_gold = |case: &u32| board.cases.get(*case as usize).is_some_and(|c| c.gold(level) > 0);
    let (label, cases) = match slice {
        Some(s) => (format!("{} {}", table.by.name(), s.value), s.cases.clone()),
        None => ("all".to_owned(), board.all()),
    };
    let run = m.run_name();
    let cases: Vec<u32> = cases.into_iter().filter(with_gold).collect();
    narrow(m, format!("{run}, {label}, {} gold", level.word()), &cases, out);
    m.list.sort = crate::domain::order::Sort {
        by: Some(crate::domain::order::Column::Rank),
        down: false,
    };
    super::list::order(m, out);
    nav::remember(m);
    m.bench.narrowed = Some(m.screen);
    m.screen = Screen::List;
    m.list.cursor = 0;
}

/// From the modes of a system to the pair behind Δimg.
fn modes_pair(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(board) = m.bench.board.clone() else { return };
    let grids = modes::grids(&board);
    let Some(grid) = grids.get(m.bench.table.row.at) else {
        return;
    };
    let present: Vec<usize> = grid.runs.iter().flatten().copied().collect();
    if let [a, .., b] = present.as_slice() {
        m.bench.versus.a = board.runs.get(*a).map(|r| r.name.clone());
        m.bench.versus.flip = None;
        nav::choose_run(m, *b, out);
        open(m, Screen::Compare, out);
    }
}

/// Narrows the list to some cases of the board.
pub(super) fn narrow(m: &mut Model, label: String, cases: &[u32], out: &mut Vec<Cmd>) {
    let Some(board) = &m.bench.board else { return };
    let rows: HashSet<u32> = cases
        .iter()
        .filter_map(|c| board.cases.get(*c as usize))
        .filter_map(|c| m.list.index.get(&*c.id).copied())
        .collect();
    m.list.subset = Some(Subset {
        label,
        rows: Arc::new(rows),
    });
    super::list::order(m, out);
}

/// Opens a case of the board on the desk, with the pane of gold in focus; back leads here again.
pub(super) fn open_board_case(m: &mut Model, case: u32, out: &mut Vec<Cmd>) {
    let id = m
        .bench
        .board
        .as_ref()
        .and_then(|b| b.cases.get(case as usize))
        .map(|c| c.id.clone());
    let Some(row) = id.and_then(|id| m.list.index.get(&*id).copied()) else {
        return m.say("the list has no such case; ctrl-r reads the workspace again");
    };
    let from = m.screen;
    nav::open_case(m, row, out);
    m.desk.from = from;
    m.desk.focus = crate::app::layout::Pane::Gold;
    m.desk.aim = true;
    nav::first_open(m);
}

/// Takes away what these screens narrowed the list to.
pub(super) fn widen(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.list.subset.take().is_some() {
        m.list.sort = crate::domain::order::Sort { by: None, down: false };
        super::list::order(m, out);
    }
}

/// Stops what runs for a screen that is left.
pub(super) fn leave(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.screen == Screen::Misses && m.bench.misses.progress.is_some() {
        m.bench.misses.progress = None;
        let ticket = m.tickets.issue();
        m.bench.misses.ticket = ticket;
        out.push(Cmd::Cancel(LaneName::Why, ticket));
    }
}
