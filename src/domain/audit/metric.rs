//! What metric words mean, which spellings are one thing, and which metrics of one ranking bound each other.

use std::collections::HashMap;

use super::cells::{Cell, Key, groups};
use super::paper::{Attrs, Claim, Paper};
use super::{Finding, Kind};

/// A metric that tables print.
#[derive(Debug)]
struct Metric {
    /// Its name in keys.
    name: &'static str,
    /// Other spellings, in lower case and without blanks, `-` and `_`.
    also: &'static [&'static str],
    /// It is 0 or 1 on every row, so that its percentage is a count of n. Every other one is a mean.
    share: bool,
    /// It cannot fall when K grows.
    grows: bool,
}

const fn metric(name: &'static str, also: &'static [&'static str], share: bool, grows: bool) -> Metric {
    Metric {
        name,
        also,
        share,
        grows,
    }
}

/// All that are known.
const METRICS: [Metric; 13] = [
    metric("Acc", &["accuracy"], true, true),
    metric("Hit", &["hits", "hitrate"], true, true),
    metric("Top", &[], true, true),
    metric("Valid", &[], true, false),
    metric("Resolved", &["resolve", "solved"], true, false),
    metric("Recall", &[], false, true),
    metric("Precision", &[], false, false),
    metric("F1", &[], false, false),
    metric("MRR", &["rr"], false, true),
    metric("MAP", &["ap"], false, false),
    metric("nDCG", &[], false, false),
    metric("pass rate", &[], false, false),
    metric("mean", &["avg", "average"], false, false),
];

/// Pairs of metrics of which the first is never above the second, row by row: all of gold found, a part of it, any.
const BOUNDS: [(&str, &str); 4] = [("Acc", "Recall"), ("Recall", "Hit"), ("Acc", "Hit"), ("MRR", "Hit")];

fn fold(word: &str) -> String {
    let kept = word.chars().filter(|c| !c.is_whitespace() && !['-', '_'].contains(c));
    kept.collect::<String>().to_lowercase()
}

/// The metric and the K of `Acc`, `acc@5`, `Hit Rate@10`.
fn known(text: &str) -> Option<(&'static Metric, Option<u32>)> {
    let (word, k) = match text.split_once('@') {
        Some((word, k)) => (word, Some(k.trim().parse().ok()?)),
        None => (text, None),
    };
    let word = fold(word);
    let found = METRICS
        .iter()
        .find(|m| fold(m.name) == word || m.also.contains(&word.as_str()))?;
    Some((found, k))
}

/// Whether `text` names a metric, with or without K.
pub fn is_known(text: &str) -> bool {
    known(text).is_some()
}

/// Says that `text` names no metric, and which there are.
pub fn unknown(text: &str) -> String {
    let names: Vec<&str> = METRICS.iter().map(|m| m.name).collect();
    format!(
        "'{text}' is no known metric; known are {}, each also as in Acc@5",
        names.join(", ")
    )
}

/// Whether a percentage of this metric is a count of n. A cell that names no metric is taken for one.
pub(super) fn share(metric: &str) -> bool {
    known(metric).is_none_or(|(m, _)| m.share)
}

/// Whether more hits at a larger K are certain.
pub(super) fn grows(metric: &str) -> bool {
    known(metric).is_some_and(|(m, _)| m.grows)
}

/// What is wrong with the metric of these attributes.
pub(super) fn fault(attrs: &Attrs) -> Option<String> {
    let text = attrs.metric.as_deref()?;
    match (known(text), attrs.k) {
        (None, _) => Some(unknown(text)),
        (Some((_, Some(own))), Some(k)) if own != k => Some(format!("metric {text}, but k {k}")),
        _ => None,
    }
}

/// Spellings of names as they stood first.
#[derive(Default)]
struct Spelling(HashMap<(&'static str, String), String>);

impl Spelling {
    fn word(&mut self, of: &'static str, text: &mut String) {
        let key = (of, text.trim().to_lowercase());
        let first = self.0.entry(key).or_insert_with(|| text.trim().to_owned());
        text.clone_from(first);
    }

    fn attrs(&mut self, attrs: &mut Attrs) {
        if let Some((metric, k)) = attrs.metric.as_deref().and_then(known) {
            attrs.metric = Some(metric.name.to_owned());
            attrs.k = attrs.k.or(k);
        }
        for (of, text) in [
            ("benchmark", &mut attrs.benchmark),
            ("system", &mut attrs.system),
            ("model", &mut attrs.model),
            ("mode", &mut attrs.mode),
            ("level", &mut attrs.level),
            ("by", &mut attrs.by),
            ("slice", &mut attrs.slice),
        ] {
            if let Some(text) = text {
                self.word(of, text);
            }
        }
    }
}

/// The papers with one spelling of each name (the first; upper and lower case are no difference) and of each metric,
/// and with the K of `Acc@5` as K.
pub(super) fn normal(papers: &[Paper]) -> Vec<Paper> {
    let mut all = papers.to_vec();
    let mut names = Spelling::default();
    for paper in &mut all {
        names.word("benchmark", &mut paper.benchmark);
        for p in &mut paper.partitions {
            names.word("benchmark", &mut p.benchmark);
            names.word("level", &mut p.level);
            names.word("by", &mut p.by);
            p.parts.iter_mut().for_each(|(part, _)| names.word("slice", part));
        }
        for top in &mut paper.ceilings {
            names.word("benchmark", &mut top.benchmark);
            names.word("level", &mut top.level);
        }
        for claim in &mut paper.claims {
            match claim {
                Claim::Best { of, .. } => names.attrs(of),
                Claim::ZeroAbove { metric, .. } | Claim::MissesAll { metric, .. } => {
                    if let Some((found, _)) = known(metric) {
                        found.name.clone_into(metric);
                    }
                }
            }
        }
        for table in &mut paper.tables {
            names.attrs(&mut table.all);
            table.columns.iter_mut().for_each(|c| names.attrs(&mut c.attrs));
            table.rows.iter_mut().for_each(|r| names.attrs(&mut r.attrs));
        }
    }
    all
}

/// Metrics of one ranking on the same rows: at one K none is above what bounds it; without K also what is cut at one.
pub(super) fn order(cells: &[Cell], out: &mut Vec<Finding>) {
    let with_metric = cells.iter().filter(|c| !c.key.metric.is_empty());
    for (_, all) in groups(with_metric, |c| Key {
        metric: String::new(),
        k: None,
        ..c.key.clone()
    }) {
        for less in &all {
            for more in all.iter().filter(|m| bounds(less, m)) {
                let both = (&less.key.metric, &more.key.metric);
                // Recall between the two says it already.
                let between = |c: &&&Cell| c.key.metric == "Recall" && c.key.k == less.key.k && c.n == less.n;
                if both.0 == "Acc" && both.1 == "Hit" && all.iter().any(|c| between(&c)) {
                    continue;
                }
                // Values with as many digits are rounded alike.
                let alike = less.value.decimals == more.value.decimals;
                let slack = if alike {
                    0
                } else {
                    less.value.half() + more.value.half()
                };
                if less.value.micros() > more.value.micros() + slack {
                    let what = format!(
                        "{} {} is above {} {} ({})",
                        name(less),
                        less.value,
                        name(more),
                        more.value,
                        more.words()
                    );
                    let mend = format!(
                        "on no row {} is above {}; columns may be swapped",
                        name(less),
                        name(more)
                    );
                    out.push(Finding::error(Kind::Order, less.place.clone(), what).mend(mend));
                }
            }
        }
    }
}

/// Whether the second is a bound for the first.
fn bounds(less: &Cell, more: &Cell) -> bool {
    let pair = (less.key.metric.as_str(), more.key.metric.as_str());
    let whole = more.key.k.is_none() && pair.0 == "MRR";
    BOUNDS.contains(&pair) && less.n == more.n && (less.key.k == more.key.k || whole)
}

fn name(cell: &Cell) -> String {
    let metric = &cell.key.metric;
    cell.key.k.map_or_else(|| metric.clone(), |k| format!("{metric}@{k}"))
}
