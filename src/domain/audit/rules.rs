//! Rules on single quantities: the same number twice, differences, means, ceilings, valid answers; the form of a table.

use super::cells::{Cell, distinct, groups, number, row_name};
use super::number::Number;
use super::paper::{Paper, Table};
use super::{Finding, Kind, Place};

/// One quantity with two values.
pub(super) fn identity(cells: &[Cell], out: &mut Vec<Finding>) {
    for (key, all) in groups(cells.iter(), |c| c.key.clone()) {
        let values = distinct(&all);
        let Some((first, others)) = values.split_first().filter(|(_, o)| !o.is_empty()) else {
            continue;
        };
        let list: Vec<String> = others.iter().map(|c| format!("{} in {}", c.value, c.words())).collect();
        let count = |c: &&Cell| c.hits().zip(c.n).map(|((k, _), n)| format!("{} = {k}/{n}", c.value));
        let counts: Vec<String> = values.iter().filter_map(count).collect();
        out.push(
            Finding::error(
                Kind::Identity,
                first.place.clone(),
                format!("{} here, {}: {}", first.value, list.join(", "), key.words()),
            )
            .mend(counts.join(", ")),
        );
    }
}

/// Difference columns, and means of columns.
pub(super) fn computed(papers: &[Paper], cells: &[Cell], out: &mut Vec<Finding>) {
    for (p, paper) in papers.iter().enumerate() {
        for (t, table) in paper.tables.iter().enumerate() {
            for (r, row) in table.rows.iter().enumerate() {
                for (c, column) in table.columns.iter().enumerate() {
                    let Some(value) = number(table, row, c) else { continue };
                    let place = Place {
                        table: table.id.clone(),
                        row: row_name(row),
                        column: column.name.clone(),
                        ..Place::default()
                    };
                    let at = |name: &String| table.columns.iter().position(|c| c.name == *name);
                    if let Some((a, b)) = &column.delta
                        && let (Some(a), Some(b)) = (at(a), at(b))
                        && let (Some(x), Some(y)) = (number(table, row, a), number(table, row, b))
                    {
                        let n = |c: usize| cells.iter().find(|o| o.at == (p, t, r, c) && o.share).and_then(|o| o.n);
                        delta(value, x, y, n(a).filter(|m| n(b) == Some(*m)), &place, out);
                    }
                    if !column.mean_of.is_empty() {
                        let parts: Option<Vec<Number>> = column
                            .mean_of
                            .iter()
                            .map(|name| number(table, row, at(name)?))
                            .collect();
                        if let Some(parts) = parts {
                            mean(value, &parts, &place, out);
                        }
                    }
                }
            }
        }
    }
}

/// A published difference d = a − b: within rounding of the three, and of two counts on the same n rows.
fn delta(d: Number, a: Number, b: Number, n: Option<u64>, place: &Place, out: &mut Vec<Finding>) {
    let exact = a.micros() - b.micros();
    let slack = a.half() + b.half();
    if (d.micros() - exact).abs() > slack + d.half() {
        let right = Number {
            units: exact,
            decimals: 6,
        };
        let rounded = format!("{:.*}", usize::from(a.decimals.max(b.decimals)), right.value());
        out.push(
            Finding::error(Kind::Delta, place.clone(), format!("{a} - {b} is not {d}"))
                .mend(format!("{a} - {b} = {rounded}")),
        );
    }
    let Some(n) = n.filter(|n| *n > 0) else { return };
    // Where d has the digits of a and b it is their difference, else it was rounded once more.
    let slack = slack + if d.decimals < a.decimals { d.half() } else { 0 };
    let one = 100_000_000 / i128::from(n);
    let scaled = i128::from(d.micros()) * i128::from(n);
    let rows = (2 * scaled + 100_000_000 * scaled.signum()) / 200_000_000;
    let off = (scaled - rows * 100_000_000).abs();
    if off > i128::from(slack) * i128::from(n) {
        let step = |rows: i128| format!("{rows:+} = {:+.2}", rows as f64 * 100.0 / n as f64);
        let next = if scaled > rows * 100_000_000 {
            rows + 1
        } else {
            rows - 1
        };
        out.push(
            Finding::error(
                Kind::Delta,
                place.clone(),
                format!(
                    "{d} is no whole number of rows: one row of {n} is {:.3}",
                    one as f64 / 1e6
                ),
            )
            .mend(format!(
                "{} or {}; else the two were counted on different rows",
                step(rows),
                step(next)
            )),
        );
    }
}

fn mean(value: Number, parts: &[Number], place: &Place, out: &mut Vec<Finding>) {
    let count = i64::try_from(parts.len()).unwrap_or(1).max(1);
    let sum: i64 = parts.iter().map(|p| p.micros()).sum();
    let slack: i64 = parts.iter().map(|p| p.half()).sum();
    if (value.micros() * count - sum).abs() > slack + value.half() * count {
        let list: Vec<String> = parts.iter().map(Number::to_string).collect();
        let exact = sum as f64 / count as f64 / 1e6;
        out.push(
            Finding::error(
                Kind::Mean,
                place.clone(),
                format!("{value} is not the mean of {}", list.join(", ")),
            )
            .mend(format!("their mean is {exact:.2}")),
        );
    }
}

/// Values above what the gold allows.
pub(super) fn ceilings(papers: &[Paper], cells: &[Cell], out: &mut Vec<Finding>) {
    for paper in papers {
        for top in &paper.ceilings {
            let benchmark = if top.benchmark.is_empty() {
                &paper.benchmark
            } else {
                &top.benchmark
            };
            let most = Number::percent(top.count, top.n, 2);
            for cell in cells.iter().filter(|c| {
                let k = &c.key;
                k.metric == "Acc"
                    && k.slice.is_none()
                    && k.k == Some(top.k)
                    && k.level == top.level
                    && k.benchmark == *benchmark
            }) {
                if cell.value.micros() - cell.value.half() > most.micros() + most.half() {
                    out.push(
                        Finding::error(
                            Kind::Ceiling,
                            cell.place.clone(),
                            format!(
                                "{} is more than rows with at most {} gold items allow",
                                cell.value, top.k
                            ),
                        )
                        .mend(format!("at most {}/{} = {most}", top.count, top.n)),
                    );
                }
            }
        }
    }
}

/// Accuracy among the valid answers, where a table says how many there were.
pub(super) fn valid(cells: &[Cell], out: &mut Vec<Finding>) {
    let mut all: Vec<(&Cell, &Cell, f64)> = Vec::new();
    for share in cells.iter().filter(|c| c.key.metric == "Valid") {
        let Some((valid, _)) = share.hits() else { continue };
        for cell in cells.iter().filter(|c| {
            c.key.metric != "Valid"
                && c.key.slice.is_none()
                && c.n == share.n
                && c.key.who() == share.key.who()
                && c.at.1 == share.at.1
        }) {
            let Some((hits, _)) = cell.hits() else { continue };
            if hits > valid {
                out.push(Finding::error(
                    Kind::Order,
                    cell.place.clone(),
                    format!("{hits} hits, but only {valid} valid answers"),
                ));
            } else if valid > 0 {
                all.push((share, cell, hits as f64 * 100.0 / valid as f64));
            }
        }
    }
    for (at, (share, one, among)) in all.iter().enumerate() {
        for (other_share, other, there) in all.iter().skip(at + 1) {
            let same =
                one.key.level == other.key.level && one.key.metric == other.key.metric && one.key.k == other.key.k;
            let turns = (one.value.micros() - other.value.micros()).signum() != 0
                && (one.value.micros() > other.value.micros()) != (among > there);
            if same && turns {
                let words = |share: &Cell, cell: &Cell, among: f64| {
                    let (hits, valid) = (cell.hits().unwrap_or_default().0, share.hits().unwrap_or_default().0);
                    format!("{hits}/{valid} = {among:.1} ({})", cell.place.row)
                };
                out.push(Finding::note(
                    Kind::Order,
                    one.place.clone(),
                    format!(
                        "among valid answers the order turns: {}, {}",
                        words(share, one, *among),
                        words(other_share, other, *there)
                    ),
                ));
            }
        }
    }
}

/// What is wrong with a table itself, so that nothing can be said about it.
pub(super) fn shape(table: &Table) -> Option<String> {
    let wide = table.rows.iter().find(|r| r.cells.len() != table.columns.len());
    if let Some(row) = wide {
        return Some(format!(
            "row '{}' has {} cells, the table has {} columns",
            row_name(row),
            row.cells.len(),
            table.columns.len()
        ));
    }
    let named = |name: &String| table.columns.iter().any(|c| c.name == *name);
    let refers = table
        .columns
        .iter()
        .flat_map(|c| c.delta.iter().flat_map(|(a, b)| [a, b]).chain(&c.mean_of));
    if let Some(name) = refers.into_iter().find(|n| !named(n)) {
        return Some(format!("there is no column '{name}'"));
    }
    let unread = table.rows.iter().find_map(|row| {
        let bad = |(c, v): &(usize, &serde_json::Value)| !v.is_null() && number(table, row, *c).is_none();
        let (c, value) = row.cells.iter().enumerate().find(bad)?;
        let column = table.columns.get(c)?;
        Some(format!(
            "row '{}', column '{}': {value} is no number",
            row_name(row),
            column.name
        ))
    });
    let extra = table
        .columns
        .iter()
        .map(|c| &c.rest)
        .chain(table.rows.iter().map(|r| &r.rest));
    let extra = extra
        .flat_map(|rest| rest.keys())
        .next()
        .map(|k| format!("'{k}' is no attribute"));
    unread.or(extra)
}
