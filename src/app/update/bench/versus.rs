//! Two runs: choosing them, which flips are listed, and into the case.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::model::Model;
use crate::app::model::popup::{Entry, Pick, Popup};
use crate::domain::pairs::{Flip, by_slice, pair, rival};
use crate::keys::action::Action;

use crate::app::update::nav;

/// Works the pair out again.
pub(in crate::app::update) fn refresh(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(board) = m.bench.board.clone() else { return };
    let (level, k) = (m.desk.level, m.desk.k);
    let Some(mut b) = m.run().and_then(|r| board.run(&r.name)) else {
        return;
    };
    let known = m.bench.versus.a.as_ref().and_then(|a| board.run(a)).filter(|a| *a != b);
    let a = match known {
        Some(a) => a,
        None => {
            let Some(a) = rival(&board, b, level, k) else {
                m.bench.versus.pair = None;
                return;
            };
            // Nothing was chosen: the better of the two is A, so that what B lost comes first.
            let solved = |n: usize| {
                board.runs.get(n).map_or(0, |r| {
                    r.cells.iter().filter(|c| c.solved(level, k) == Some(true)).count()
                })
            };
            if m.bench.versus.a.is_none() && solved(b) > solved(a) {
                let name = board.runs.get(a).map(|r| r.name.clone());
                if let Some(n) = m.runs.iter().position(|r| Some(&r.name) == name.as_ref()) {
                    nav::choose_run(m, n, out);
                    m.message = None;
                }
                let first = b;
                b = a;
                first
            } else {
                a
            }
        }
    };
    let (Some(x), Some(y)) = (board.runs.get(a), board.runs.get(b)) else {
        return;
    };
    m.bench.versus.a = Some(x.name.clone());
    let found = pair(x, y, level, k, &board.all());
    if m.bench.versus.pair.is_none() && m.bench.versus.flip.is_none() {
        m.bench.versus.flip = Flip::ALL.into_iter().find(|f| found.count(*f) > 0);
    }
    if m.bench.table.slices.is_empty() {
        super::reslice(m);
    }
    m.bench.versus.sliced = by_slice(x, y, level, k, m.bench.table.slices.clone());
    m.bench.versus.pair = Some(Arc::new(found));
    show(m);
}

/// Lists the cases of the chosen flip; a field's slices order them.
fn show(m: &mut Model) {
    let page = page(m);
    let versus = &mut m.bench.versus;
    let Some(pair) = &versus.pair else { return };
    versus.shown = pair
        .cases
        .iter()
        .filter(|(_, f)| versus.flip.is_none_or(|want| want == *f))
        .map(|(case, _)| *case)
        .collect();
    versus.cursor.settle(versus.shown.len(), page);
}

/// Rows of the list of cases.
pub(in crate::app::update) fn page(m: &Model) -> usize {
    usize::from(crate::app::layout::versus(m.area()).cases.h.saturating_sub(1)).max(1)
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let (len, page) = (m.bench.versus.shown.len(), page(m));
    let jump = isize::try_from(page).unwrap_or(isize::MAX);
    let mut step = |by: isize| m.bench.versus.cursor.step(by, len, page);
    match action {
        Action::Down => step(1),
        Action::Up => step(-1),
        Action::PageDown => step(jump),
        Action::PageUp => step(-jump),
        Action::First => step(isize::MIN / 2),
        Action::Last => step(isize::MAX / 2),
        Action::NextPane | Action::Right | Action::NextFlip => flip(m, 1),
        Action::PrevPane | Action::Left => flip(m, -1),
        Action::SwapRuns => swap(m, out),
        Action::PickRival => pick_rival(m),
        Action::Open => open(m, out),
        _ => {}
    }
}

fn flip(m: &mut Model, by: isize) {
    let all: Vec<Option<Flip>> = Flip::ALL.into_iter().map(Some).chain([None]).collect();
    let at = all.iter().position(|f| *f == m.bench.versus.flip).unwrap_or(0);
    let next = (at + all.len()).saturating_add_signed(by) % all.len();
    m.bench.versus.flip = all.get(next).copied().flatten();
    m.bench.versus.cursor = crate::app::model::bench::Cursor::default();
    show(m);
}

fn swap(m: &mut Model, out: &mut Vec<Cmd>) {
    let (Some(a), Some(b)) = (m.bench.versus.a.clone(), m.run().map(|r| r.name.clone())) else {
        return;
    };
    let Some(n) = m.runs.iter().position(|r| r.name == a) else {
        return;
    };
    m.bench.versus.a = Some(b);
    nav::choose_run(m, n, out);
    refresh(m, out);
}

/// Offers the runs for A.
fn pick_rival(m: &mut Model) {
    let b = m.run_name();
    let entries: Vec<Entry> = m
        .runs
        .iter()
        .filter(|r| *r.name != *b)
        .map(|r| Entry {
            label: r.name.to_string(),
            hint: format!("{} {}", r.info.model, r.info.input),
            pick: Pick::Rival(r.name.clone()),
        })
        .collect();
    if entries.is_empty() {
        return m.say("there is no other run here");
    }
    let at = entries
        .iter()
        .position(|e| m.bench.versus.a.as_deref() == Some(e.label.as_str()))
        .unwrap_or(0);
    m.popup = Some(Popup::Menu {
        title: "run A".to_owned(),
        entries,
        at,
    });
}

/// Takes run A from the menu.
pub(in crate::app::update) fn choose_rival(m: &mut Model, name: Arc<str>, out: &mut Vec<Cmd>) {
    m.bench.versus.a = Some(name);
    m.bench.versus.cursor = crate::app::model::bench::Cursor::default();
    refresh(m, out);
}

fn open(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(case) = m.bench.versus.shown.get(m.bench.versus.cursor.at).copied() else {
        return m.say("no case here; f shows other flips");
    };
    let words = m.bench.versus.flip.map_or("common cases", Flip::words);
    let label = format!(
        "{words} (A {}, B {})",
        m.bench.versus.a.as_deref().unwrap_or(""),
        m.run_name()
    );
    let shown = m.bench.versus.shown.clone();
    super::narrow(m, label, &shown, out);
    super::open_board_case(m, case, out);
}
