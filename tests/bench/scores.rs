//! Scores: reading 13 runs over 652 cases, and everything that follows from the board without reading again.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use casefile::domain::level::Level;
use casefile::domain::metric::Metric;
use casefile::domain::pairs::{by_slice, pair};
use casefile::domain::slice::{Answers, By, slices};
use casefile::store::workspace::Workspace;
use casefile::work::board;
use criterion::Criterion;

use super::made::Dice;
use super::{Book, Goal, group};

const CASES: u64 = 652;
const RUNS: u64 = 13;
const KS: [u32; 4] = [1, 3, 5, 10];

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let ws = lay(&dir.join("scores"));
    let mut g = group(c, "scores", 2.0);
    let open = Goal::Within(Duration::from_millis(100));
    book.time(&mut g, "13 runs x 652 cases read for the runs screen", &open, || {
        board::build(&ws, &|| false).unwrap()
    });
    let board = board::build(&ws, &|| false).unwrap().board;
    let all = board.all();
    let fields = [
        By::Language,
        By::Category,
        By::Relevance,
        By::Difficulty,
        By::AnnotationBy,
        By::Images,
    ];
    let metrics: Vec<Metric> = KS
        .iter()
        .flat_map(|k| {
            [
                Metric::Acc(*k),
                Metric::Hit(*k),
                Metric::Recall(*k),
                Metric::Precision(*k),
                Metric::Ndcg(*k),
                Metric::Ap(*k),
            ]
        })
        .chain([Metric::Mrr, Metric::MrrAll, Metric::MeanAp])
        .collect();
    book.time(
        &mut g,
        "27 metrics, both levels, all runs, whole and by six fields",
        &Goal::Told,
        || {
            let mut sum = 0.0;
            for level in Level::ALL {
                for run in &board.runs {
                    for metric in &metrics {
                        sum += board.tally(run, level, *metric, &all).sum;
                        for by in &fields {
                            for slice in slices(&board, &all, by, &Answers::new()) {
                                sum += board.tally(run, level, *metric, &slice.cases).sum;
                            }
                        }
                    }
                }
            }
            sum
        },
    );
    let frame = Goal::Within(Duration::from_millis(16));
    let parts = slices(&board, &all, &By::Category, &Answers::new());
    let mut k = 0;
    book.time(&mut g, "K moved: table of runs, a pair and its slices", &frame, || {
        k = k % 20 + 1;
        let table: f64 = board
            .runs
            .iter()
            .flat_map(|r| metrics.iter().map(move |m| (r, m)))
            .map(|(r, m)| board.tally(r, Level::File, *m, &all).sum)
            .sum();
        let (a, b) = (&board.runs[0], &board.runs[1]);
        (
            table,
            pair(a, b, Level::File, k, &all),
            by_slice(a, b, Level::File, k, parts.clone()),
        )
    });
    g.finish();
}

/// Cases with one to five gold files; runs with ten files, ten functions and the answer as text.
fn lay(root: &Path) -> Workspace {
    let ws = Workspace::init(root).unwrap();
    let mut dice = Dice(3_141_592);
    let pick = |dice: &mut Dice, all: &[&str]| all[dice.roll(all.len() as u64) as usize].to_owned();
    let mut golds = Vec::new();
    let mut cases = String::new();
    for n in 0..CASES {
        let files: Vec<String> = (0..=dice.roll(3) * dice.roll(3))
            .map(|f| format!("src/{}/file{n}_{f}.ts", dice.word()))
            .collect();
        let functions: Vec<String> = files.iter().map(|f| format!("{f}:{}", dice.word())).collect();
        let functions = dice.roll(2).eq(&0).then_some(functions);
        let row = serde_json::json!({
            "v": 1, "id": format!("owner__project-{n}"), "repo": format!("owner/p{}", dice.roll(600)),
            "language": pick(&mut dice, &["Go", "Java", "Rust", "C++", "Python", "TypeScript", "JavaScript", "Ruby"]),
            "title": dice.text(8), "body": dice.text(120), "exhibits": [],
            "gold": {"files": files, "functions": functions},
            "labels": {
                "category": pick(&mut dice, &["ui_screenshot", "error_message", "code_screenshot", "log_output", "behavior_demo"]),
                "relevance": i64::try_from(dice.roll(4)).unwrap() - 1,
                "annotation_by": pick(&mut dice, &["human", "ai"]),
            },
        });
        writeln!(cases, "{row}").unwrap();
        golds.push((files, functions.unwrap_or_default()));
    }
    fs::write(ws.cases(), cases).unwrap();
    for run in 0..RUNS {
        let mut out = String::new();
        for (n, (files, functions)) in golds.iter().enumerate() {
            let list = |dice: &mut Dice, gold: &[String], function: bool| -> Vec<serde_json::Value> {
                (1..=10u32)
                    .map(|rank| {
                        let found = gold.get(dice.roll(12) as usize).cloned();
                        let id = found.unwrap_or_else(|| format!("src/{}/{}{rank}.ts:{}", dice.word(), dice.word(), dice.word()));
                        let (path, name) = id.split_once(':').map_or((id.as_str(), None), |(p, n)| (p, Some(n)));
                        let name = name.filter(|_| function);
                        serde_json::json!({"raw": id, "path": path, "name": name, "rank": rank, "score": null, "flags": []})
                    })
                    .collect()
            };
            let (files, functions) = (list(&mut dice, files, false), list(&mut dice, functions, true));
            let row = serde_json::json!({
                "v": 1, "case": format!("owner__project-{n}"), "status": "ok", "files": files, "functions": functions,
                "raw_text": dice.text(150), "patch": null, "exit_status": null,
            });
            writeln!(out, "{row}").unwrap();
        }
        let file = ws.suspects(&format!("run-{run:02}"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, out).unwrap();
    }
    ws
}
