//! What a paper says in words: declared facts, legends, sentences.

use super::cells::{Cell, Key, parse};
use super::paper::{Attrs, Claim, Paper, Partition};
use super::{Finding, Kind, Place};

/// One fact with two numbers.
pub(super) fn declared(papers: &[Paper], out: &mut Vec<Finding>) {
    for paper in papers {
        for (at, one) in paper.declared.iter().enumerate() {
            let place = Place {
                table: one.place.clone(),
                row: one.what.clone(),
                ..Place::default()
            };
            let number = |v: Option<u64>| v.map_or_else(|| "none".to_owned(), |v| v.to_string());
            let before = paper.declared.iter().take(at);
            let same = before.clone().find(|d| d.what == one.what && d.of == one.of);
            if let Some(first) = same.filter(|d| d.value != one.value) {
                let what = format!(
                    "{} {}, but {} ({})",
                    number(one.value),
                    one.what,
                    number(first.value),
                    first.place
                );
                out.push(Finding::error(Kind::Declared, place.clone(), what));
            }
            // Systems may have limits of their own; told once, at the first that differs.
            let all: Vec<_> = paper
                .declared
                .iter()
                .filter(|d| d.what == one.what && !d.of.is_empty())
                .collect();
            let first = all.first().is_some_and(|d| std::ptr::eq(*d, one));
            if first && all.iter().any(|d| d.of != one.of && d.value != one.value) {
                let list: Vec<String> = all.iter().map(|d| format!("{} {}", d.of, number(d.value))).collect();
                out.push(Finding::note(
                    Kind::Declared,
                    place.clone(),
                    format!("differs by system: {}", list.join(", ")),
                ));
            }
            let whole = paper
                .declared
                .iter()
                .find(|d| !one.per.is_empty() && d.what == one.per && d.of.is_empty());
            if let Some((whole, own)) = whole.and_then(|w| w.value.zip(one.value)).filter(|(w, o)| w != o) {
                let what = format!(
                    "{own} {} for {whole} {}: {} without one of their own",
                    one.what,
                    one.per,
                    whole.abs_diff(own)
                );
                out.push(Finding::note(Kind::Declared, place, what));
            }
        }
        paper.partitions.iter().for_each(|p| bins(p, out));
    }
}

/// Values from 1 that no part of a legend holds, or two do.
fn bins(p: &Partition, out: &mut Vec<Finding>) {
    let mut all: Vec<&(String, u64, Option<u64>)> = p.bins.iter().collect();
    all.sort_by_key(|(_, low, _)| *low);
    let place = Place {
        table: p.place.clone(),
        row: p.by.clone(),
        ..Place::default()
    };
    let mut next = Some(1);
    for (name, low, high) in all.iter().copied() {
        match next {
            Some(want) if *low > want => {
                let gap = if low - 1 == want {
                    want.to_string()
                } else {
                    format!("{want} to {}", low - 1)
                };
                out.push(Finding::error(
                    Kind::Bins,
                    place.clone(),
                    format!("no part holds {gap}; {name} begins at {low}"),
                ));
            }
            Some(want) if *low < want => {
                out.push(Finding::error(
                    Kind::Bins,
                    place.clone(),
                    format!("{name} begins at {low}, which another part holds"),
                ));
            }
            None => out.push(Finding::error(
                Kind::Bins,
                place.clone(),
                format!("{name} stands after a part without end"),
            )),
            Some(_) => {}
        }
        next = high.map(|h| h + 1);
    }
    if let (Some(end), false) = (next, all.is_empty()) {
        out.push(Finding::note(
            Kind::Bins,
            place,
            format!("no part holds {end} and more"),
        ));
    }
}

/// Sentences against cells and metrics.
pub(super) fn claims(papers: &[Paper], cells: &[Cell], out: &mut Vec<Finding>) {
    for paper in papers {
        for claim in &paper.claims {
            let at = |place: &String, row: &str| Place {
                table: place.clone(),
                row: row.to_owned(),
                ..Place::default()
            };
            match claim {
                Claim::Best { place, of, value } => {
                    let best = cells
                        .iter()
                        .filter(|c| meant(of, &c.key, &paper.benchmark))
                        .max_by_key(|c| c.value.micros());
                    if let (Some(best), Some(value)) = (best, parse(value, None))
                        && best.value.micros() != value.micros()
                    {
                        let what = format!(
                            "the best is said to be {value}, but {} has {}",
                            best.words(),
                            best.value
                        );
                        out.push(Finding::error(Kind::Claim, at(place, "best"), what).mend(best.value.to_string()));
                    }
                }
                Claim::ZeroAbove {
                    place,
                    metric,
                    k,
                    gold_above,
                } => {
                    // Strict accuracy is zero for sure only where gold does not fit into the first K.
                    if metric != "Acc" || k > gold_above {
                        let what = format!("{metric}@{k} is said to be zero for more than {gold_above} gold item");
                        let right = if metric == "Acc" {
                            format!(
                                "rows with {} to {k} gold items can have it; it is zero for more than {k}",
                                gold_above + 1
                            )
                        } else {
                            format!("{metric}@{k} can be above zero for any number of gold items")
                        };
                        out.push(Finding::error(Kind::Claim, at(place, &format!("{metric}@{k}")), what).mend(right));
                    }
                }
                Claim::MissesAll { place, metric, k } => {
                    if metric != "Hit" {
                        let what = format!(
                            "{metric}@{k} cannot say that all gold was missed: a row with some gold found fails it too"
                        );
                        let right = format!("1 - Hit@{k} says it");
                        out.push(Finding::error(Kind::Claim, at(place, &format!("{metric}@{k}")), what).mend(right));
                    }
                }
            }
        }
    }
}

/// Whether a cell has the attributes of a claim.
fn meant(of: &Attrs, key: &Key, benchmark: &str) -> bool {
    let is = |wanted: &Option<String>, has: &str| wanted.as_deref().is_none_or(|w| w == has);
    let bench = of.benchmark.as_deref().unwrap_or(benchmark);
    let slice = of.by.clone().zip(of.slice.clone());
    bench == key.benchmark
        && is(&of.system, &key.system)
        && is(&of.model, &key.model)
        && is(&of.mode, &key.mode)
        && is(&of.level, &key.level)
        && is(&of.metric, &key.metric)
        && of.k.is_none_or(|k| key.k == Some(k))
        && key.slice == slice
}
