//! Checks of published tables: everything that can be said from the numbers alone.
//!
//! Nothing here looks at data. A finding is an *error* when the numbers contradict each other or arithmetic, a *note*
//! when they only say something that a reader should know. Denominators found by rounding are inferences and say so.

use super::Finding;
use super::paper::{Claim, Paper};
use super::{cells, metric, rules, said, solve, sums};

/// What is wrong with the form of a paper's tables, so that they cannot be checked.
pub fn faults(paper: &Paper) -> Vec<String> {
    let mut out = Vec::new();
    if paper.v != 1 {
        out.push(format!(
            "version {} of the format is not known; this is version 1",
            paper.v
        ));
    }
    for table in &paper.tables {
        out.extend(rules::shape(table).map(|what| format!("{}: {what}", table.id)));
        let columns = table.columns.iter().map(|c| &c.attrs);
        let attrs = std::iter::once(&table.all).chain(columns);
        let attrs = attrs.chain(table.rows.iter().map(|r| &r.attrs));
        out.extend(
            attrs
                .filter_map(metric::fault)
                .map(|what| format!("{}: {what}", table.id)),
        );
    }
    for claim in &paper.claims {
        if let Claim::Best { place, of, .. } = claim {
            out.extend(metric::fault(of).map(|what| format!("{place}: {what}")));
        }
    }
    out
}

/// All findings on these papers, errors first, in the order of the rules.
pub fn check(papers: &[Paper]) -> Vec<Finding> {
    let papers = &metric::normal(papers);
    let cells = cells::cells(papers);
    let mut out = Vec::new();
    let fitted = solve::slices(papers, &cells, &mut out);
    sums::partitions(papers, &cells, &fitted, &mut out);
    said::declared(papers, &mut out);
    solve::unreachable(&cells, &mut out);
    solve::rows(&cells, &mut out);
    sums::slices(papers, &cells, &mut out);
    sums::monotone(&cells, &mut out);
    metric::order(&cells, &mut out);
    rules::identity(&cells, &mut out);
    rules::computed(papers, &cells, &mut out);
    rules::ceilings(papers, &cells, &mut out);
    rules::valid(&cells, &mut out);
    said::claims(papers, &cells, &mut out);
    out.sort_by_key(|f| f.severity);
    out
}

/// Number of cells with a number.
pub fn size(papers: &[Paper]) -> usize {
    cells::cells(papers).len()
}
