//! Acc@K over K, one line a run.

use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::Span;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};

use crate::app::layout;
use crate::app::model::Model;
use crate::base::num;
use crate::domain::board::Board;
use crate::domain::metric::Metric;
use crate::domain::show;
use crate::text::width;
use crate::ui::paint::{Pen, rect};
use crate::ui::theme::Role;

/// Largest K of the curve.
const MOST: u32 = 20;

/// Looks of the lines, repeated where there are more runs.
const LOOKS: [Role; 6] = [Role::Accent, Role::Hit, Role::Near, Role::Miss, Role::Link, Role::Key];

pub(super) fn draw(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain) {
    let all = board.all();
    let lines: Vec<Vec<(f64, f64)>> = board
        .runs
        .iter()
        .map(|run| {
            (1..=MOST)
                .filter_map(|k| {
                    let t = board.tally(run, m.desk.level, Metric::Acc(k), &all);
                    Some((f64::from(k), t.value()? * 100.0))
                })
                .collect()
        })
        .collect();
    let legend = board.runs.iter().map(|r| width::of(&r.name)).max().unwrap_or(0) + 12;
    let (side, chart) = places.body.left(num::cells(legend).min(places.body.w / 2));
    pen.role(
        places.head,
        1,
        0,
        &format!("Acc@K over K, {} level", m.desk.level.word()),
        Role::Heading,
    );
    let look = |n: usize| LOOKS.get(n % LOOKS.len()).copied().unwrap_or(Role::Text);
    for (n, run) in board.runs.iter().enumerate().take(usize::from(side.h)) {
        let y = num::cells(n);
        let chosen = n == m.bench.table.row.at;
        if chosen {
            pen.row(side, y, Role::Selected);
        }
        let x = pen.role(side, 1, y, if chosen { "▶ " } else { "━ " }, look(n));
        pen.role(side, x, y, &run.name, if chosen { Role::Selected } else { Role::Text });
        let at = board.tally(run, m.desk.level, Metric::Acc(m.desk.k), &all);
        pen.right(
            side,
            y,
            &format!("{} ", show::percent(at.value())),
            if chosen { Role::Selected } else { Role::Dim },
        );
    }
    let styles: Vec<Style> = (0..lines.len()).map(|n| pen.style(look(n))).collect();
    let axis = pen.style(Role::Dim);
    // The chosen run is drawn last, over the others.
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|n| *n == m.bench.table.row.at);
    let sets: Vec<Dataset<'_>> = order
        .into_iter()
        .filter_map(|n| {
            let chosen = n == m.bench.table.row.at;
            Some(
                Dataset::default()
                    .data(lines.get(n)?)
                    .marker(if chosen { Marker::Dot } else { Marker::Braille })
                    .graph_type(GraphType::Line)
                    .style(*styles.get(n)?),
            )
        })
        .collect();
    let ticks = |all: &[&str]| {
        all.iter()
            .map(|t| Span::styled((*t).to_owned(), axis))
            .collect::<Vec<_>>()
    };
    let chart_area = rect(chart).intersection(pen.buf.area);
    Chart::new(sets)
        .x_axis(
            Axis::default()
                .title("K")
                .style(axis)
                .bounds([1.0, f64::from(MOST)])
                .labels(ticks(&["1", "5", "10", "15", "20"])),
        )
        .y_axis(
            Axis::default()
                .title("%")
                .style(axis)
                .bounds([0.0, 100.0])
                .labels(ticks(&["0", "25", "50", "75", "100"])),
        )
        .legend_position(None)
        .render(chart_area, pen.buf);
}
