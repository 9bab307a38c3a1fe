//! Opening a workspace: rows of the list, catalog of the runs; filtering and sorting many rows.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use casefile::domain::filter;
use casefile::domain::order::{Column, Sort};
use casefile::domain::row::Row;
use casefile::work::catalog::Catalog;
use casefile::work::index;
use casefile::work::job::{Arrange, arrange};
use criterion::Criterion;

use super::{Book, Goal, group, made};

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let small = made::cases(&dir.join("small"), 652);
    made::runs(&small, 10, 652);
    let large = made::cases(&dir.join("large"), 100_000);
    let mut g = group(c, "open", 3.0);
    let frame = Goal::Within(Duration::from_millis(16));
    book.time(&mut g, "652 cases: all rows", &frame, || {
        index::rows(&small, &mut |_| true)
    });
    book.time(&mut g, "100,000 cases: rows of the first screen", &frame, || {
        index::rows(&large, &mut |_| false)
    });
    book.time(&mut g, "100,000 cases: all rows", &Goal::Told, || {
        index::rows(&large, &mut |_| true)
    });
    book.time(&mut g, "catalog of 10 runs over 652 cases", &Goal::Told, || {
        Catalog::build(&small)
    });
    g.finish();

    let mut rows: Vec<Row> = Vec::new();
    let problems = index::rows(&large, &mut |more| {
        rows.extend(more);
        true
    });
    assert_eq!((rows.len(), problems.len()), (100_000, 0));
    let mut g = group(c, "arrange", 2.0);
    let mut input = Arrange {
        rows: Arc::new(rows),
        mine: Arc::default(),
        outcomes: Arc::default(),
        filter: filter::Filter::default(),
        subset: None,
        sort: Sort {
            by: Some(Column::Title),
            down: true,
        },
    };
    book.time(&mut g, "100,000 rows: sort by title", &Goal::Told, || arrange(&input));
    input.filter = filter::parse("lang:typescript rel>0 chart axis").unwrap();
    book.time(&mut g, "100,000 rows: filter, fuzzy search, sort", &Goal::Told, || {
        arrange(&input)
    });
    assert!(!arrange(&input).is_empty());
    g.finish();
}
