//! How the numbers of one question come about.

use crate::domain::agree::{Scale, Undefined, Weights, cohen, confusion};
use crate::domain::show::three;
use crate::text::clean;
use crate::work::agree::Row;

use super::super::grid::Grid;
use super::{PAIRS, name, number};

/// Labels above which a table would not fit a screen.
const WIDE: usize = 12;

/// The parts of every coefficient, and a table for each pair of raters.
pub(super) fn text(row: &Row) -> String {
    let (Some(a), Some(ratings)) = (&row.agreement, &row.panel.ratings) else {
        return format!("\n{}: a text; nothing to count\n", clean::line(&name(&row.panel)));
    };
    let mut out = format!("\n{}, {}\n", clean::line(&name(&row.panel)), a.scale.word());
    let share = |v: Result<f64, Undefined>| v.map_or_else(said, |x| format!("{:.2} %", 100.0 * x));
    let mut line = |what: &str, value: String| out.push_str(&format!("  {what:<34} {value}\n"));
    line("agreeing pairs, mean over items", share(a.percent));
    line("agreeing pairs of all pairs", share(a.pooled));
    line("items with one answer", share(a.unanimity));
    if a.within_one != Err(Undefined::NoOrder) {
        line("items at most one step apart", share(a.within_one));
    }
    for (scale, alpha) in [Scale::Nominal, Scale::Ordinal, Scale::Interval]
        .into_iter()
        .zip(a.alpha)
    {
        if alpha != Err(Undefined::NoOrder) {
            line(&format!("α {}", scale.word()), alpha.map_or_else(said, three));
        }
    }
    if let Ok(d) = a.disagreement {
        line(
            "disagreement observed, expected",
            format!("{:.6}, {:.6}: α = 1 − D_o / D_e", d.observed, d.expected),
        );
    }
    for (what, interval) in [
        ("agreement", a.intervals.percent),
        ("Fleiss", a.intervals.fleiss),
        ("α", a.intervals.alpha),
        ("AC1", a.intervals.ac1),
    ] {
        if let Ok(i) = interval {
            line(
                &format!("95 % of {} resamples, {what}", a.intervals.resamples),
                format!("{} to {}", three(i.lo), three(i.hi)),
            );
        }
    }
    let raters = &row.panel.raters;
    let pairs: Vec<(usize, usize)> = (0..raters.len())
        .flat_map(|x| (x + 1..raters.len()).map(move |y| (x, y)))
        .collect();
    for (x, y) in pairs.iter().take(PAIRS) {
        let (Some(first), Some(second)) = (raters.get(*x), raters.get(*y)) else {
            continue;
        };
        let table = confusion(ratings, *x, *y);
        let n: usize = table.cells.iter().flatten().sum();
        out.push_str(&format!(
            "\n  {} (rows) against {} (columns), {n} items of both",
            clean::line(first),
            clean::line(second)
        ));
        for w in Weights::ALL {
            let kappa = cohen(ratings, *x, *y, w);
            if kappa != Err(Undefined::NoOrder) {
                out.push_str(&format!(", κ {} {}", w.word(), number(kappa)));
            }
        }
        out.push('\n');
        if table.labels.is_empty() || table.labels.len() > WIDE {
            continue;
        }
        let head = std::iter::once(String::new()).chain(table.labels.iter().cloned());
        let mut grid = Grid::of(1, head.collect());
        for (label, cells) in table.labels.iter().zip(&table.cells) {
            let cells = cells.iter().map(ToString::to_string);
            grid.row(std::iter::once(label.clone()).chain(cells).collect());
        }
        out.push_str(&grid.text("    "));
    }
    if pairs.len() > PAIRS {
        out.push_str(&format!("  … and {} more pairs; --json has all\n", pairs.len() - PAIRS));
    }
    out
}

fn said(u: Undefined) -> String {
    format!("undefined ({})", u.words())
}
