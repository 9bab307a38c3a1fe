//! Taking data in: rows of a dataset, runs, and the bare reading of JSON Lines against `serde_json` alone.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use casefile::read::input::Input;
use casefile::read::meter::Meter;
use casefile::store::workspace::Workspace;
use casefile::work::import::{Plan, import};
use criterion::Criterion;
use serde_json::Value;

use super::made::Dice;
use super::{Book, Goal, group};

const BARE: &str = "serde_json alone, line by line, same file";

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let mut g = group(c, "import", 4.0);
    let half = Goal::Within(Duration::from_millis(500));
    let rows = dir.join("rows.jsonl");
    fs::write(&rows, dataset(10_000)).unwrap();
    let mut fresh = 0;
    let mut into = |paths: Vec<PathBuf>| {
        fresh += 1;
        let ws = Workspace::init(&dir.join(format!("import-{fresh}"))).unwrap();
        let plan = Plan {
            paths,
            ..Plan::default()
        };
        let report = import(&ws, &plan, &Arc::new(Meter::default())).unwrap();
        assert_eq!(report.refusals, 0);
        report
    };
    book.time(&mut g, "10,000 cases of 1.4 kB imported", &half, || {
        assert_eq!(into(vec![rows.clone()]).cases.new, 10_000);
    });
    let runs: Vec<PathBuf> = (0..13)
        .map(|n| {
            let path = dir.join(format!("run-{n}.preds.jsonl"));
            fs::write(&path, predictions(n, 652)).unwrap();
            path
        })
        .collect();
    book.time(&mut g, "13 runs of 652 rows imported", &half, || {
        assert_eq!(into(runs.clone()).answers.new, 13 * 652);
    });
    g.finish();

    // Long texts and many keys, as rows of predictions and trajectories have them; 64 MiB.
    let large = dir.join("large.jsonl");
    fs::write(&large, dataset(42_000)).unwrap();
    let mut g = group(c, "records", 6.0);
    let bare = || {
        let raw = fs::read(&large).unwrap();
        let lines = raw.split(|b| *b == b'\n').filter(|l| !l.is_empty());
        lines.filter(|l| serde_json::from_slice::<Value>(l).is_ok()).count()
    };
    let ours = || {
        let mut n = 0;
        let mut take = |_| {
            n += 1;
            Ok(())
        };
        Input::new(&large).records(&mut take, &mut |p| panic!("{p}")).unwrap();
        n
    };
    assert_eq!(ours(), bare());
    book.race(&mut g, "records of a 60 MB JSONL", (BARE, 1.25), ours, bare);
    g.finish();
}

/// Rows of about 1.4 kB with the fields of SWE-bench.
pub(crate) fn dataset(count: u64) -> String {
    let mut dice = Dice(77_003);
    let mut out = String::new();
    for n in 0..count {
        let project = dice.roll(17);
        let (a, b) = (dice.word(), dice.word());
        let row = serde_json::json!({
            "instance_id": format!("owner__project{project}-{n}"), "repo": format!("owner/project{project}"),
            "base_commit": format!("{n:040x}"),
            "problem_statement": format!("{}\n{}\n![{a}](https://images.example/{n}.png)", dice.text(8), dice.text(95)),
            "hints_text": dice.text(20), "created_at": "2021-03-04T05:06:07Z", "version": "1.0",
            "patch": format!("diff --git a/src/{a}.ts b/src/{a}.ts\n--- a/src/{a}.ts\n+++ b/src/{a}.ts\n@@ -1,2 +1,2 @@\n {b}\n-{a}\n+{b}\n"),
            "FAIL_TO_PASS": "[\"one\"]", "PASS_TO_PASS": "[]",
        });
        writeln!(out, "{row}").unwrap();
    }
    out
}

fn predictions(run: u64, count: u64) -> String {
    let mut dice = Dice(5_511 + run);
    let mut out = String::new();
    for n in 0..count {
        let mut patch = String::new();
        for _ in 0..=dice.roll(4) {
            let (a, b) = (dice.word(), dice.word());
            let text = dice.text(20);
            writeln!(
                patch,
                "diff --git a/{a}/{b}.ts b/{a}/{b}.ts\n--- a/{a}/{b}.ts\n+++ b/{a}/{b}.ts\n@@ -1 +1 @@\n-{a}\n+{text}"
            )
            .unwrap();
        }
        let row = serde_json::json!({
            "instance_id": format!("owner__project-{n}"), "model_name_or_path": format!("model-{run}"), "model_patch": patch,
        });
        writeln!(out, "{row}").unwrap();
    }
    out
}
