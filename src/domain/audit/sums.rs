//! Parts and wholes: counts of a partition, hits of the slices of a row, values at growing K.

use std::collections::HashMap;

use super::cells::{Cell, Key, distinct, groups, partition};
use super::number::Number;
use super::paper::{Paper, Partition};
use super::{Finding, Kind, Place};

/// The benchmark of a partition.
fn benchmark<'p>(paper: &'p Paper, p: &'p Partition) -> &'p str {
    if p.benchmark.is_empty() {
        &paper.benchmark
    } else {
        &p.benchmark
    }
}

/// What is declared of `what`, each value once, with the first place that says it.
fn declared<'p>(paper: &'p Paper, what: &str) -> Vec<(u64, &'p str)> {
    let mut out: Vec<(u64, &str)> = Vec::new();
    for d in paper.declared.iter().filter(|d| d.what == what && d.of.is_empty()) {
        if let Some(value) = d.value
            && !out.iter().any(|(v, _)| *v == value)
        {
            out.push((value, &d.place));
        }
    }
    out
}

/// Counts of partitions against the declared whole. `fitted` are counts that the cells of a slice fit instead.
pub(super) fn partitions(
    papers: &[Paper],
    cells: &[Cell],
    fitted: &HashMap<(String, String, String), u64>,
    out: &mut Vec<Finding>,
) {
    for paper in papers {
        for p in paper.partitions.iter().filter(|p| p.complete) {
            let counts: Option<Vec<u64>> = p.parts.iter().map(|(_, n)| *n).collect();
            let Some(counts) = counts else { continue };
            let sum: u64 = counts.iter().sum();
            let unit = if p.unit.is_empty() { "rows" } else { &p.unit };
            let Some((whole, said)) = declared(paper, unit).first().copied() else {
                continue;
            };
            if sum == whole || (p.overlap && sum > whole) {
                if sum != whole {
                    out.push(Finding::note(
                        Kind::PartitionSum,
                        of_partition(p),
                        format!("the parts add up to {sum} {unit}, declared are {whole}: some are in several parts"),
                    ));
                }
                continue;
            }
            let list: Vec<String> = counts.iter().map(u64::to_string).collect();
            let mut right = String::new();
            let others = paper
                .declared
                .iter()
                .find(|d| d.what != unit && d.of.is_empty() && d.value == Some(sum));
            if let Some(other) = others {
                right = format!("{sum} is the number of {} ({})", other.what, other.place);
            }
            // The part that its cells say is miscounted, or the only one without cells.
            let known = |part: &str| fitted.get(&(benchmark(paper, p).to_owned(), p.by.clone(), part.to_owned()));
            for (part, n) in p.parts.iter().filter_map(|(part, n)| Some((part, (*n)?))) {
                if let Some(m) = known(part) {
                    right = format!("the cells of {part} fit {m}, not {n}; then the sum is {}", sum - n + m);
                }
            }
            if right.is_empty() && sum.abs_diff(whole) <= 3 {
                let shown = |part: &String| {
                    cells
                        .iter()
                        .any(|c| c.key.slice.as_ref().is_some_and(|(by, v)| *by == p.by && v == part))
                };
                let silent: Vec<(&String, u64)> = p
                    .parts
                    .iter()
                    .filter(|(part, _)| !shown(part))
                    .filter_map(|(part, n)| Some((part, (*n)?)))
                    .collect();
                if let [(part, n)] = silent.as_slice() {
                    let m = (n + whole).saturating_sub(sum);
                    right = format!(
                        "all parts but {part} have cells that fit them; {part} with {m} instead of {n} would do"
                    );
                }
            }
            out.push(
                Finding::error(
                    Kind::PartitionSum,
                    of_partition(p),
                    format!("{} = {sum}, but {whole} {unit} are declared ({said})", list.join(" + ")),
                )
                .mend(right),
            );
        }
    }
}

fn of_partition(p: &Partition) -> Place {
    Place {
        table: p.place.clone(),
        row: p.by.clone(),
        ..Place::default()
    }
}

/// Slices of one row against its whole.
pub(super) fn slices(papers: &[Paper], cells: &[Cell], out: &mut Vec<Finding>) {
    let sliced = cells.iter().filter(|c| c.key.slice.is_some());
    // Slices of one table belong together; two tables may show different values of one slice.
    for ((table, whole, by), all) in groups(sliced, |c| ((c.at.0, c.at.1), c.key.whole(), c.key.by().to_owned())) {
        let Some(first) = all.first() else { continue };
        let known = partition(papers, first.at.0, &first.key);
        let parts: Vec<&Cell> = distinct_slices(&all);
        let names: Vec<&String> = parts.iter().filter_map(|c| Some(&c.key.slice.as_ref()?.1)).collect();
        let complete = known.is_some_and(|p| p.complete && p.parts.iter().all(|(k, _)| names.contains(&k)));
        let named = [whole.system.as_str(), whole.model.as_str()];
        let place = Place {
            table: first.place.table.clone(),
            row: named.join(" ").trim().to_owned(),
            column: by,
            ..Place::default()
        };
        let of_whole: Vec<&Cell> = cells.iter().filter(|c| c.key == whole).collect();
        let found = Sliced {
            parts,
            complete,
            place,
            hidden: known.and_then(|p| hidden(p, &names)),
        };
        for cell in distinct(&of_whole) {
            found.against(cell, out);
        }
        if complete {
            // The same table can show several K; each is a group of its own.
            let other_k = cells.iter().filter(|c| {
                c.key.k != whole.k
                    && Key {
                        k: whole.k,
                        ..c.key.clone()
                    } == whole
                    && whole.grows()
                    && table == (c.at.0, table.1)
            });
            for cell in distinct(&other_k.collect::<Vec<_>>()) {
                found.across_k(cell, whole.k, cells, out);
            }
        }
    }
}

/// Names and counts of the parts that have no cell.
fn hidden(p: &Partition, shown: &[&String]) -> Option<(Vec<String>, u64)> {
    if !p.complete {
        return None;
    }
    let rest = p.parts.iter().filter(|(k, _)| !shown.contains(&k));
    let mut names = Vec::new();
    let mut sum = 0;
    for (name, n) in rest {
        names.push(name.clone());
        sum += (*n)?;
    }
    Some((names, sum)).filter(|(names, _)| !names.is_empty())
}

fn distinct_slices<'c>(cells: &[&'c Cell]) -> Vec<&'c Cell> {
    let mut out: Vec<&Cell> = Vec::new();
    for cell in cells {
        if !out.iter().any(|c| c.key == cell.key) {
            out.push(cell);
        }
    }
    out
}

/// The slices of one row and metric.
struct Sliced<'c> {
    parts: Vec<&'c Cell>,
    complete: bool,
    place: Place,
    /// Parts that are not shown, and how many rows they have.
    hidden: Option<(Vec<String>, u64)>,
}

impl Sliced<'_> {
    /// Least and largest sum of hits, and the rows they are of.
    fn sum(&self) -> Option<(u64, u64, u64)> {
        let mut out = (0, 0, 0);
        for part in &self.parts {
            let (low, high) = part.bounds()?;
            out = (out.0 + low, out.1 + high, out.2 + part.n?);
        }
        Some(out)
    }

    /// `73/202 + 153/381`, impossible ones as `177..178/214`.
    fn terms(&self) -> String {
        let one = |c: &&Cell| {
            let n = c.n.unwrap_or(0);
            match c.bounds() {
                Some((low, high)) if low == high => format!("{low}/{n}"),
                Some((low, high)) => format!("{low}..{high}/{n}"),
                None => c.value.to_string(),
            }
        };
        self.parts.iter().map(one).collect::<Vec<_>>().join(" + ")
    }

    fn against(&self, whole: &Cell, out: &mut Vec<Finding>) {
        let values = || self.parts.iter().map(|p| (p.value.micros(), p.value.half()));
        let least = values().map(|(v, half)| v - half).min().unwrap_or(0);
        let most = values().map(|(v, half)| v + half).max().unwrap_or(0);
        let (v, half) = (whole.value.micros(), whole.value.half());
        let outside = v + half < least || v - half > most;
        let sum = self.sum();
        let at = whole.words();
        if self.complete && outside {
            let list: Vec<String> = self.parts.iter().map(|p| p.value.to_string()).collect();
            let what = format!("{} is not between its parts {} ({at})", whole.value, list.join(" and "));
            let right = sum.map(|(low, high, n)| {
                let p = |k| Number::percent(k, n, whole.value.decimals);
                let exact = if low == high {
                    p(low).to_string()
                } else {
                    format!("{} to {}", p(low), p(high))
                };
                format!("{} = {} of {n} = {exact}", self.terms(), range(low, high))
            });
            out.push(Finding::error(Kind::Mixture, self.place.clone(), what).mend(right.unwrap_or_default()));
            return;
        }
        let (Some((low, high, _)), Some((least, most))) = (sum, whole.bounds()) else {
            return;
        };
        if self.complete {
            if high < least || low > most {
                out.push(
                    Finding::error(
                        Kind::SliceSum,
                        self.place.clone(),
                        format!(
                            "the slices have {} hits, the whole has {} ({at})",
                            range(low, high),
                            range(least, most)
                        ),
                    )
                    .mend(self.terms()),
                );
            }
        } else if let Some((names, n)) = &self.hidden {
            if low > most || high + n < least {
                out.push(
                    Finding::error(
                        Kind::SliceSum,
                        self.place.clone(),
                        format!(
                            "the shown slices have {} hits, the whole has {} ({at}); the other {n} rows cannot make up for it",
                            range(low, high),
                            range(least, most)
                        ),
                    )
                    .mend(self.terms()),
                );
            } else {
                let rest = range(least.saturating_sub(high), most.saturating_sub(low));
                out.push(Finding::note(
                    Kind::Residual,
                    self.place.clone(),
                    format!(
                        "not shown: {} ({n} rows), which leaves {rest} of {} hits",
                        names.join(", "),
                        range(least, most)
                    ),
                ));
            }
        }
    }

    /// The sum of these slices at one K against the whole at another.
    fn across_k(&self, whole: &Cell, k: Option<u32>, cells: &[Cell], out: &mut Vec<Finding>) {
        let (Some((low, high, n)), Some((least, most)), Some(own), Some(other)) =
            (self.sum(), whole.bounds(), k, whole.key.k)
        else {
            return;
        };
        let falls = own > other && high < least;
        let rises = own < other && low > most;
        if !(falls || rises) {
            return;
        }
        let total = whole.n.unwrap_or(n);
        let p = Number::percent(low, total, whole.value.decimals);
        let copied = cells
            .iter()
            .find(|c| c.value == p && c.key.slice.is_none() && c.key.who() != whole.key.who());
        let copied = copied.map_or(String::new(), |c| {
            format!("; {low}/{total} = {p} is the value of {}", c.words())
        });
        out.push(
            Finding::error(
                Kind::Monotone,
                self.place.clone(),
                format!(
                    "{} hits at K = {own}, {} at K = {other} ({})",
                    range(low, high),
                    range(least, most),
                    whole.words()
                ),
            )
            .mend(format!("{}{copied}", self.terms())),
        );
    }
}

fn range(low: u64, high: u64) -> String {
    if low == high {
        low.to_string()
    } else {
        format!("{low} to {high}")
    }
}

/// Values of one quantity at growing K.
pub(super) fn monotone(cells: &[Cell], out: &mut Vec<Finding>) {
    let measured = cells.iter().filter(|c| c.key.k.is_some() && c.key.grows());
    for (_, all) in groups(measured, |c| Key {
        k: None,
        ..c.key.clone()
    }) {
        for (at, one) in all.iter().enumerate() {
            for other in all.iter().skip(at + 1) {
                let (less, more) = if one.key.k < other.key.k {
                    (one, other)
                } else {
                    (other, one)
                };
                if less.key.k != more.key.k && less.n == more.n && less.value.micros() > more.value.micros() {
                    out.push(
                        Finding::error(
                            Kind::Monotone,
                            more.place.clone(),
                            format!(
                                "{} is less than {} at a smaller K ({})",
                                more.value,
                                less.value,
                                less.words()
                            ),
                        )
                        .mend(format!("at least {}", less.value)),
                    );
                }
            }
        }
    }
}
