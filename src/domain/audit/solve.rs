//! Which counts and denominators can be behind the percentages of a row, a slice, a cell.

use std::collections::HashMap;

use super::cells::{Cell, Key, distinct, groups, partition};
use super::number::Number;
use super::paper::Paper;
use super::{Finding, Kind, Place};

/// Range of the n that a row is tried with, in percent of the declared one: failed rows are left out, few are added.
const ROW: (u64, u64) = (85, 101);

/// As [`ROW`], around the count of a slice: miscounts are small.
const NEAR: u64 = 2;

/// Rows that may be missing behind a single value; more would fit by chance.
const DROPPED: u64 = 2;

/// Least distance from the count of a slice that is tried.
const STEPS: u64 = 3;

fn row_range(n: u64) -> (u64, u64) {
    (
        n.saturating_mul(ROW.0).div_ceil(100).max(1),
        n.saturating_mul(ROW.1) / 100,
    )
}

fn near(n: u64) -> (u64, u64) {
    let by = (n.saturating_mul(NEAR) / 100).max(STEPS);
    (n.saturating_sub(by).max(1), n.saturating_add(by))
}

/// All n of the range that fit every value.
fn common(values: &[Number], (low, high): (u64, u64)) -> Vec<u64> {
    // What no n makes possible need not be tried with each.
    if values.iter().any(|v| !(0..=100_000_000).contains(&v.micros())) {
        return Vec::new();
    }
    (low..=high).filter(|n| values.iter().all(|v| v.fits(*n))).collect()
}

/// Finds cells that cannot be, and says what could.
pub(super) fn unreachable(cells: &[Cell], out: &mut Vec<Finding>) {
    let bad = cells.iter().filter(|c| c.impossible());
    for (_, same) in groups(bad, |c| (c.key.clone(), c.value, c.n)) {
        let Some((first, n)) = same.first().and_then(|c| Some((*c, c.n?))) else {
            continue;
        };
        let also: Vec<String> = same.iter().skip(1).map(|c| c.words()).collect();
        let also = if also.is_empty() {
            String::new()
        } else {
            format!(" (also in {})", also.join("; "))
        };
        let mut right = first.value.nearest(n);
        if let Some(k) = first.value.cut(n) {
            right.push_str(&format!("; {k}/{n} cut off instead of rounded gives {}", first.value));
        }
        let close = (n.saturating_sub(DROPPED)..n).rev().find(|m| first.value.fits(*m));
        if let Some((m, (k, _))) = close.and_then(|m| Some((m, first.value.hits(m)?))) {
            right.push_str(&format!("; it fits n = {m} ({k}/{m})"));
        }
        out.push(
            Finding::error(
                Kind::Unreachable,
                first.place.clone(),
                format!("no k of {n} gives {}{also}", first.value),
            )
            .mend(right),
        );
    }
    same_value(cells, out);
}

/// An impossible value that stands somewhere else too, where it is possible.
fn same_value(cells: &[Cell], out: &mut Vec<Finding>) {
    let bad = cells.iter().filter(|c| c.impossible());
    for (_, same) in groups(bad, |c| (c.key.clone(), c.value)) {
        let Some(first) = same.first() else { continue };
        for other in cells.iter().filter(|o| o.value == first.value && o.key != first.key) {
            if let (Some((k, _)), Some(n)) = (other.hits(), other.n) {
                out.push(Finding::note(
                    Kind::SameValue,
                    first.place.clone(),
                    format!(
                        "{} cannot be here, but stands in {}, where it is {k}/{n}",
                        first.value,
                        other.words()
                    ),
                ));
            }
        }
    }
}

/// A row whose cells fit another n.
struct Fitted<'c> {
    n: u64,
    declared: u64,
    cells: Vec<&'c Cell>,
}

/// Rows of which most cells do not fit the declared n: which n do they share?
pub(super) fn rows(cells: &[Cell], out: &mut Vec<Finding>) {
    let shares = cells
        .iter()
        .filter(|c| c.share && c.key.slice.is_none() && c.n.is_some());
    let mut fitted = Vec::new();
    for (_, row) in groups(shares, |c| ((c.at.0, c.at.1, c.at.2), c.key.level.clone(), c.n)) {
        let (Some(first), Some(n)) = (row.first(), row.first().and_then(|c| c.n)) else {
            continue;
        };
        let different = distinct(&row);
        let fits = different.iter().filter(|c| !c.impossible()).count();
        // With half of its cells right the row's n is not in doubt, the other cells are.
        if different.len() < 2 || fits * 2 >= different.len() {
            continue;
        }
        // Digits that were cut off explain the row with its own n.
        if different.iter().all(|c| !c.impossible() || c.value.cut(n).is_some()) {
            continue;
        }
        let values: Vec<Number> = different.iter().map(|c| c.value).collect();
        let (low, high) = row_range(n);
        let found = common(&values, (low, high));
        let list: Vec<String> = values.iter().map(Number::to_string).collect();
        let place = Place {
            column: String::new(),
            ..first.place.clone()
        };
        let what = format!(
            "{} of {} values do not fit n = {n}",
            different.len() - fits,
            different.len()
        );
        let finding = Finding::error(Kind::RowN, place, what);
        out.push(match found.as_slice() {
            [] => finding.mend(format!(
                "no n from {low} to {high} fits {}: counted on different rows, as rounding tells",
                list.join(", ")
            )),
            all => {
                let counts = |n: u64| {
                    values
                        .iter()
                        .filter_map(|v| Some(v.hits(n)?.0.to_string()))
                        .collect::<Vec<_>>()
                };
                let one = |n: &u64| format!("n = {n} ({})", counts(*n).join(", "));
                let first: Vec<String> = all.iter().take(5).map(one).collect();
                let chance = chance(&values, (low, high));
                finding.mend(format!(
                    "of {low} to {high} only {} fits all of {}; by chance {chance:.2} would (inferred from rounding)",
                    first.join(", "),
                    list.join(", ")
                ))
            }
        });
        if let [only] = found.as_slice() {
            fitted.push(Fitted {
                n: *only,
                declared: n,
                cells: row,
            });
        }
    }
    order(cells, &fitted, out);
}

/// How many n of the range would fit by chance: a random value with d decimals fits n with probability (n+1)/(100·10^d).
fn chance(values: &[Number], (low, high): (u64, u64)) -> f64 {
    let one = |n: u64| {
        let p = |v: &Number| ((n + 1) as f64 / (100.0 * 10_f64.powi(i32::from(v.decimals)))).min(1.0);
        values.iter().map(p).product::<f64>()
    };
    (low..=high).map(one).sum()
}

/// Rows that fall behind others when the rows they left out count as misses.
fn order(cells: &[Cell], fitted: &[Fitted<'_>], out: &mut Vec<Finding>) {
    let mut real: HashMap<(usize, usize, usize, usize), Number> = HashMap::new();
    for row in fitted {
        for cell in &row.cells {
            if let Some((k, _)) = cell.value.hits(row.n) {
                real.insert(cell.at, Number::percent(k, row.declared, cell.value.decimals));
            }
        }
    }
    let now = |c: &Cell| real.get(&c.at).copied().unwrap_or(c.value);
    for row in fitted {
        for cell in &row.cells {
            let beside = cells
                .iter()
                .filter(|o| (o.at.0, o.at.1, o.at.3) == (cell.at.0, cell.at.1, cell.at.3) && o.at.2 != cell.at.2);
            let behind: Vec<String> = beside
                .filter(|o| cell.value.micros() > o.value.micros() && now(cell).micros() < now(o).micros())
                .map(|o| format!("{} ({} to {})", o.place.row, o.value, now(o)))
                .collect();
            if !behind.is_empty() {
                out.push(Finding::note(
                    Kind::Order,
                    cell.place.clone(),
                    format!(
                        "with {} left-out rows as misses {} becomes {} and falls behind {}",
                        row.declared.saturating_sub(row.n),
                        cell.value,
                        now(cell),
                        behind.join(", ")
                    ),
                ));
            }
        }
    }
}

/// Slices of which most cells do not fit the count: which count do they fit? Gives name, value, and the fitted n.
pub(super) fn slices(
    papers: &[Paper],
    cells: &[Cell],
    out: &mut Vec<Finding>,
) -> HashMap<(String, String, String), u64> {
    let mut fitted = HashMap::new();
    let shares = cells
        .iter()
        .filter(|c| c.share && c.key.slice.is_some() && c.n.is_some());
    let of = |c: &Cell| (c.key.benchmark.clone(), c.key.level.clone(), c.key.slice.clone());
    for ((benchmark, level, slice), all) in groups(shares, of) {
        let (Some((by, value)), Some(n)) = (slice, all.first().and_then(|c| c.n)) else {
            continue;
        };
        let different = distinct(&all);
        let fits = different.iter().filter(|c| !c.impossible()).count();
        if different.len() < 2 || fits * 2 >= different.len() {
            continue;
        }
        let values: Vec<Number> = different.iter().map(|c| c.value).collect();
        let (low, high) = near(n);
        let found = common(&values, (low, high));
        let [only] = found.as_slice() else { continue };
        let counts: Vec<String> = values
            .iter()
            .filter_map(|v| Some(format!("{v} = {}/{only}", v.hits(*only)?.0)))
            .collect();
        let table = all.first().map(|c| c.place.table.clone()).unwrap_or_default();
        let home = all.first().map_or(0, |c| c.at.0);
        let key = Key {
            benchmark: benchmark.clone(),
            level,
            slice: Some((by.clone(), value.clone())),
            ..Key::default()
        };
        let said = partition(papers, home, &key).map_or("", |p| p.place.as_str());
        let place = Place {
            table,
            row: format!("{by} {value}"),
            ..Place::default()
        };
        out.push(
            Finding::error(
                Kind::SliceN,
                place,
                format!(
                    "{n} rows by {said}, but {} of {} values do not fit",
                    different.len() - fits,
                    different.len()
                ),
            )
            .mend(format!("from {low} to {high} only {only} fits: {}", counts.join(", "))),
        );
        fitted.insert((benchmark, by, value), *only);
    }
    fitted
}
