//! The table of runs: scores, slices, heat, modes, and the curve over K.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::bench::{View, metrics};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::board::{Board, BoardRun, Tally};
use crate::domain::metric::Metric;
use crate::domain::show;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

mod curve;
mod grids;

/// Cells of a number.
const NUMBER: u16 = 9;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::plain(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    title(m, &mut pen, places.title);
    match &m.bench.board {
        None => {
            pen.role(places.body, 2, 1, "reading cases and runs …", Role::Dim);
        }
        Some(board) => match m.bench.table.view {
            View::Runs => runs(m, board, &mut pen, &places),
            View::Slices => slices(m, board, &mut pen, &places),
            View::Heat => grids::heat(m, board, &mut pen, &places),
            View::Modes => grids::by_mode(m, board, &mut pen, &places),
            View::Curve => curve::draw(m, board, &mut pen, &places),
        },
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::NextPane, "view"),
            (Action::Open, "cases"),
            (Action::KMore, "K"),
            (Action::Level, "level"),
            (Action::SliceBy, "slice by"),
            (Action::Compare, "compare"),
            (Action::Misses, "misses"),
        ],
    );
}

fn title(m: &Model, pen: &mut Pen<'_>, area: Area) {
    pen.clear(area, Role::Title);
    let (level, k) = (m.desk.level, m.desk.k);
    let counts = m.bench.board.as_ref().map_or_else(String::new, |b| {
        let with = b.cases.iter().filter(|c| c.gold(level) > 0).count();
        let without = b.cases.len() - with;
        let rest = if without > 0 {
            format!(", {without} without gold")
        } else {
            String::new()
        };
        format!(" · {with} cases{rest}")
    });
    let mut x = pen.role(
        area,
        0,
        0,
        &format!(" {} level · K {k}{counts}  ", level.word()),
        Role::Title,
    );
    for view in View::ALL {
        let role = if view == m.bench.table.view {
            Role::Focus
        } else {
            Role::Title
        };
        x = pen.role(area, x, 0, &format!(" {} ", view.title()), role);
    }
    if matches!(m.bench.table.view, View::Slices | View::Heat) {
        pen.right(area, 0, &format!("by {} ", m.bench.table.by.name()), Role::Title);
    }
}

/// Columns of the label and of the numbers, and what is left for a bar.
fn widths(w: u16, numbers: usize, label: usize) -> (u16, u16) {
    let numbers = num::cells(numbers) * NUMBER;
    // Names give way before numbers do.
    let label = num::cells(label).clamp(8, 44).min(w.saturating_sub(numbers).max(16));
    (label, w.saturating_sub(label + numbers + 3))
}

fn heading(pen: &mut Pen<'_>, area: Area, label: u16, first: &str, names: &[String], chosen: Option<usize>) {
    pen.role(
        Area {
            w: label.min(area.w),
            ..area
        },
        1,
        0,
        first,
        Role::Heading,
    );
    for (n, name) in names.iter().enumerate() {
        let x = label + num::cells(n) * NUMBER;
        let text = width::pad_left(&width::fit(name, usize::from(NUMBER) - 1), usize::from(NUMBER));
        let role = if chosen == Some(n) { Role::Focus } else { Role::Heading };
        pen.role(area, x, 0, &text, role);
    }
}

/// One row: label, n, valid, metrics, and a bar with the interval of Acc@K.
struct Line<'a> {
    label: String,
    run: &'a BoardRun,
    cases: &'a [u32],
    few: bool,
}

fn numbers(m: &Model, board: &Board, line: &Line<'_>) -> Vec<(String, Tally)> {
    metrics(m.desk.k)
        .into_iter()
        .map(|metric| {
            let t = board.tally(line.run, m.desk.level, metric, line.cases);
            (show::metric(metric, t.value()), t)
        })
        .collect()
}

fn table(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain, first: &str, lines: &[Line<'_>]) {
    let body = places.body;
    let most = lines
        .iter()
        .map(|l| width::of(&l.label))
        .max()
        .unwrap_or(0)
        .max(width::of(first))
        + 3;
    let names: Vec<String> = ["n".to_owned(), "valid".to_owned()]
        .into_iter()
        .chain(metrics(m.desk.k).iter().map(|x| x.name()))
        .collect();
    let (label, bar) = widths(body.w, names.len(), most);
    heading(pen, places.head, label, first, &names, Some(m.bench.table.column + 2));
    if bar >= 16 {
        let x = label + num::cells(names.len()) * NUMBER + 2;
        pen.role(
            places.head,
            x,
            0,
            &format!("Acc@{} with 95 % interval", m.desk.k),
            Role::Heading,
        );
    }
    for (y, (n, line)) in lines
        .iter()
        .enumerate()
        .skip(m.bench.table.row.top)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let chosen = n == m.bench.table.row.at;
        if chosen {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if chosen { Role::Selected } else { role };
        let room = usize::from(label).saturating_sub(2);
        let text = width::fit(&line.label, room);
        pen.role(
            Area {
                w: label.min(body.w),
                ..body
            },
            1,
            y,
            &text,
            of(if line.few { Role::Dim } else { Role::Text }),
        );
        let all = numbers(m, board, line);
        let tally = board.tally(line.run, m.desk.level, Metric::Acc(m.desk.k), line.cases);
        let cells = [(tally.n.to_string(), Role::Dim), (tally.valid().to_string(), Role::Dim)];
        let values = all.iter().map(|(text, _)| (text.clone(), Role::Text));
        for (c, (text, role)) in cells.into_iter().chain(values).enumerate() {
            let x = label + num::cells(c) * NUMBER;
            let text = width::pad_left(&text, usize::from(NUMBER));
            let role = if chosen && c == m.bench.table.column + 2 {
                Role::Focus
            } else {
                of(role)
            };
            pen.role(body, x, y, &text, role);
        }
        if bar >= 16 {
            let x = label + num::cells(names.len()) * NUMBER + 2;
            bar_of(
                pen,
                Area {
                    x: body.x + x,
                    w: bar.min(60),
                    ..body
                },
                y,
                &tally,
                m.desk.k,
                chosen,
            );
        }
    }
    pen.scroll_bar(body, m.bench.table.row.top, lines.len());
}

/// A bar from 0 to 100 % with the point and its interval.
fn bar_of(pen: &mut Pen<'_>, area: Area, y: u16, tally: &Tally, k: u32, chosen: bool) {
    let Some(value) = tally.value() else { return };
    let interval = tally.interval(Metric::Acc(k));
    let cells = area.w.saturating_sub(1).max(1);
    let at = |share: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of the cells"
        )]
        let cell = (share.clamp(0.0, 1.0) * f64::from(cells - 1)).round() as u16;
        cell
    };
    let (lo, hi) = interval.map_or_else(|| (at(value), at(value)), |i| (at(i.lo), at(i.hi)));
    let text: String = (0..cells)
        .map(|x| match x {
            x if x == at(value) => '●',
            x if x == lo => '├',
            x if x == hi => '┤',
            x if x > lo && x < hi => '─',
            x if x < lo => '▂',
            _ => ' ',
        })
        .collect();
    let role = match (chosen, tally.few()) {
        (true, _) => Role::Selected,
        (false, true) => Role::Dim,
        (false, false) => Role::Accent,
    };
    pen.role(area, 0, y, &text, role);
}

fn runs(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain) {
    let all = board.all();
    let lines: Vec<Line<'_>> = board
        .runs
        .iter()
        .map(|run| {
            let mark = if m.bench.versus.a.as_ref() == Some(&run.name) {
                "A "
            } else {
                ""
            };
            let mode = if run.info.input.is_empty() {
                String::new()
            } else {
                format!(" · {}", run.info.input)
            };
            Line {
                label: format!("{mark}{}{mode}", run.name),
                run,
                cases: &all,
                few: false,
            }
        })
        .collect();
    table(m, board, pen, places, "run", &lines);
    below(m, board, pen, places, lines.len());
}

/// What the numbers of the chosen run hide: states of its denominator, and rows about strange cases.
fn below(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain, rows: usize) {
    let y = num::cells(rows) + 1;
    let Some(run) = m.run().and_then(|r| board.run(&r.name)).and_then(|n| board.runs.get(n)) else {
        return;
    };
    if y + 3 >= places.body.h {
        return;
    }
    let t = board.tally(run, m.desk.level, Metric::Acc(m.desk.k), &board.all());
    let states: Vec<String> = [
        crate::domain::board::State::Answered,
        crate::domain::board::State::Empty,
        crate::domain::board::State::Unparseable,
        crate::domain::board::State::NoSubmission,
        crate::domain::board::State::NotRun,
    ]
    .into_iter()
    .filter(|s| t.state(*s) > 0)
    .map(|s| format!("{} {}", t.state(s), s.word()))
    .collect();
    let text = format!("{}: {} = {} cases", run.name, states.join(" + "), t.n);
    pen.role(places.body, 1, y, &text, Role::Dim);
    let text = format!(
        "solved {} of {} at K {}; among valid answers {}; cases with more gold than K: {}",
        t.hits(),
        t.n,
        m.desk.k,
        show::percent(t.among_valid()),
        t.impossible
    );
    pen.role(places.body, 1, y + 1, &text, Role::Dim);
    if run.strange > 0 {
        let text = format!("{} rows are about cases that are not here", run.strange);
        pen.role(places.body, 1, y + 2, &text, Role::Near);
    }
}

fn slices(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain) {
    let Some(run) = m.run().and_then(|r| board.run(&r.name)).and_then(|n| board.runs.get(n)) else {
        return;
    };
    let lines: Vec<Line<'_>> = m
        .bench
        .table
        .slices
        .iter()
        .map(|s| {
            let with = board.tally(run, m.desk.level, Metric::Acc(1), &s.cases).n;
            Line {
                label: format!("{}{}", s.value, if with < 30 { " *" } else { "" }),
                run,
                cases: &s.cases,
                few: with < 30,
            }
        })
        .collect();
    table(m, board, pen, places, &run.name, &lines);
    if lines.iter().any(|l| l.few) {
        let y = num::cells(lines.len()) + 1;
        pen.role(
            places.body,
            1,
            y,
            "* fewer than 30 cases with gold: read the interval, not the number",
            Role::Dim,
        );
    }
}
