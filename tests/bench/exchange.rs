//! Taking cases out: 10,000 of them in every form, disk and sync included.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use casefile::read::meter::Meter;
use casefile::store::workspace::Workspace;
use casefile::work::export::{As, Plan, What, export};
use casefile::work::import;
use criterion::Criterion;

use super::{Book, Goal, group, intake};

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let rows = dir.join("export-rows.jsonl");
    fs::write(&rows, intake::dataset(10_000)).unwrap();
    let ws = Workspace::init(&dir.join("export-study")).unwrap();
    let plan = import::Plan {
        paths: vec![rows],
        ..import::Plan::default()
    };
    import::import(&ws, &plan, &Arc::new(Meter::default())).unwrap();
    let half = Goal::Within(Duration::from_millis(500));
    let mut g = group(c, "export", 4.0);
    for form in As::ALL {
        let plan = Plan {
            what: vec![What::Cases],
            form,
            ..Plan::default()
        };
        let to = dir.join(format!("export-{}", form.ending()));
        let name = format!("10,000 cases of 1.4 kB exported as {}", form.ending());
        book.time(&mut g, &name, &half, || {
            let report = export(&ws, &plan, &to, &Meter::default()).unwrap();
            assert_eq!(report.files[0].rows, 10_000);
        });
    }
    g.finish();
}
