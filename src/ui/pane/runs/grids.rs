//! Two tables in two directions: runs by slices, and systems by input modes.

use crate::app::layout;
use crate::app::model::Model;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::board::Board;
use crate::domain::metric::Metric;
use crate::domain::{modes, show};
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

use super::{NUMBER, heading, widths};

/// Five shades for a share.
fn shade(value: f64) -> &'static str {
    match value {
        v if v >= 0.8 => "█",
        v if v >= 0.6 => "▓",
        v if v >= 0.4 => "▒",
        v if v >= 0.2 => "░",
        _ => " ",
    }
}

pub(super) fn heat(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain) {
    let body = places.body;
    let metric = Metric::Acc(m.desk.k);
    let table = &m.bench.table;
    let most = board.runs.iter().map(|r| width::of(&r.name)).max().unwrap_or(0) + 3;
    let fit = usize::from(body.w.saturating_sub(num::cells(most).clamp(8, 44)) / NUMBER).max(1);
    let left = table.column.saturating_sub(fit - 1);
    let shown: Vec<_> = table.slices.iter().enumerate().skip(left).take(fit).collect();
    let (label, _) = widths(body.w, shown.len(), most);
    let names: Vec<String> = shown.iter().map(|(_, s)| s.value.to_string()).collect();
    heading(
        pen,
        places.head,
        label,
        &format!("{} by {}", metric.name(), table.by.name()),
        &names,
        Some(table.column - left),
    );
    for (y, (n, run)) in board
        .runs
        .iter()
        .enumerate()
        .skip(table.row.top)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let chosen = n == table.row.at;
        if chosen {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if chosen { Role::Selected } else { role };
        let text = width::fit(&run.name, usize::from(label).saturating_sub(2));
        pen.role(
            Area {
                w: label.min(body.w),
                ..body
            },
            1,
            y,
            &text,
            of(Role::Text),
        );
        for (c, (at, slice)) in shown.iter().enumerate() {
            let t = board.tally(run, m.desk.level, metric, &slice.cases);
            let text = t.value().map_or_else(
                || "–".to_owned(),
                |v| format!("{} {}", shade(v), show::percent(Some(v))),
            );
            let role = match t.value() {
                _ if chosen && *at == table.column => Role::Focus,
                _ if t.few() => of(Role::Dim),
                Some(v) if v >= 0.5 => of(Role::Hit),
                Some(v) if v >= 0.25 => of(Role::Near),
                _ => of(Role::Miss),
            };
            let x = label + num::cells(c) * NUMBER;
            pen.role(body, x, y, &width::pad_left(&text, usize::from(NUMBER)), role);
        }
    }
    let y = num::cells(board.runs.len()) + 1;
    pen.role(
        body,
        1,
        y,
        "█ 80 %  ▓ 60 %  ▒ 40 %  ░ 20 % and more; dim: fewer than 30 cases",
        Role::Dim,
    );
}

pub(super) fn by_mode(m: &Model, board: &Board, pen: &mut Pen<'_>, places: &layout::Plain) {
    let body = places.body;
    let grids = modes::grids(board);
    let (level, k) = (m.desk.level, m.desk.k);
    if grids.is_empty() {
        pen.role(
            body,
            2,
            1,
            "no system has runs in two input modes; a run's mode stands in its run.toml (input = …)",
            Role::Dim,
        );
        return;
    }
    let label = 34.min(body.w / 3);
    let names: Vec<String> = modes::MODES
        .iter()
        .map(|n| (*n).to_owned())
        .chain(["Δimg".to_owned(), "ρpix".to_owned()])
        .collect();
    let wide = 13u16;
    pen.role(
        Area {
            w: label,
            ..places.head
        },
        1,
        0,
        "system",
        Role::Heading,
    );
    for (n, name) in names.iter().enumerate() {
        let text = width::pad_left(name, usize::from(wide));
        pen.role(places.head, label + num::cells(n) * wide, 0, &text, Role::Heading);
    }
    let all = board.all();
    let mut y = 0u16;
    for (n, grid) in grids.iter().enumerate() {
        let chosen = n == m.bench.table.row.at;
        if chosen {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if chosen { Role::Selected } else { role };
        let text = width::fit(
            &format!("{} {}", grid.system, grid.model),
            usize::from(label).saturating_sub(2),
        );
        pen.role(Area { w: label, ..body }, 1, y, &text, of(Role::Text));
        for (c, run) in grid.runs.iter().enumerate() {
            let t = run
                .and_then(|r| board.runs.get(r))
                .map(|r| board.tally(r, level, Metric::Acc(k), &all));
            let text = width::pad_left(&show::percent(t.and_then(|t| t.value())), usize::from(wide));
            pen.role(body, label + num::cells(c) * wide, y, &text, of(Role::Text));
        }
        let (image, pixels) = (grid.image(board, level, k, &all), grid.pixels(board, level, k, &all));
        for (c, d) in [image.as_ref(), pixels.as_ref()].into_iter().enumerate() {
            let x = label + num::cells(c + 4) * wide;
            let text = width::pad_left(&show::points(d.map(|d| d.value)), usize::from(wide));
            pen.role(body, x, y, &text, of(Role::Accent));
            if let Some(d) = d {
                let uneven = if d.pair.uneven() { " uneven" } else { "" };
                let text = format!("p {} n {}{uneven}", show::p_value(d.pair.mcnemar.exact), d.pair.n());
                pen.role(body, x, y + 1, &width::pad_left(&text, usize::from(wide)), Role::Dim);
            }
        }
        y += 2;
    }
    for text in [
        "Δimg = text-only − with-image: negative where the image helps",
        "ρpix = VCE+image − VCE: positive where pixels help beside the evidence",
        "both on the cases that the two runs share; uneven: the runs cover different cases",
    ] {
        y += 1;
        pen.role(body, 1, y, text, Role::Dim);
    }
}
