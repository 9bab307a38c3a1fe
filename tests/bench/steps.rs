//! Huge trajectories: taking one in, opening its steps, reading what a step printed. One has a thousand outputs of
//! 50 kB, the other one output of 50 MB.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use casefile::app::msg::{Msg, Now};
use casefile::base::path::RepoPath;
use casefile::keys::stroke;
use casefile::read::input::Wishes;
use casefile::read::meter::Meter;
use casefile::read::prints::Part;
use casefile::store::workspace::Workspace;
use casefile::tui::runtime::Runtime;
use casefile::work::catalog::Catalog;
use casefile::work::import::{Plan, import};
use casefile::work::office::Office;
use casefile::work::steps::{original, page, walk};
use criterion::Criterion;
use serde_json::json;

use super::made::Dice;
use super::screens::{screen, start};
use super::{Book, Goal, group};

const CASE: &str = "owner__project-1";
const GOLD: &str = "src/kelp/wrack.py";

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let open = Goal::Within(Duration::from_millis(300));
    let step = Goal::Within(Duration::from_millis(30));
    for (name, steps, each, huge) in [
        ("1,000 outputs of 50 kB", 1_000, 50_000, 0),
        ("one of 50 MB", 300, 2_000, 50 << 20),
    ] {
        let folder = dir.join(format!("steps-{steps}"));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("output.jsonl");
        trajectory(&file, steps, each, huge);
        let mut g = group(c, &format!("steps, {name}"), 4.0);
        let mut fresh = 0;
        let mut into = || {
            fresh += 1;
            laid(&folder.join(format!("ws-{fresh}")), &file)
        };
        book.time(&mut g, &format!("trajectory imported, {name}"), &Goal::Told, &mut into);
        let ws = into();
        let gold = [RepoPath::from(GOLD)];
        let office = Office::new(Arc::new(ws.clone()));
        book.time(&mut g, &format!("its steps listed, {name}"), &open, || {
            walk(&Catalog::build(&ws), "r", CASE, &gold).unwrap().unwrap()
        });
        let known = walk(&office.catalog(), "r", CASE, &gold).unwrap().unwrap();
        assert_eq!(known.trajectory.turns as usize, steps);
        book.time(&mut g, &format!("what it printed found again, {name}"), &open, || {
            original(&office, "r", &known, &|| false).unwrap()
        });
        let found = original(&office, "r", &known, &|| false).unwrap();
        let away = found.prints.0.iter().flat_map(|p| &p.parts).find_map(|p| match p {
            Part::Away(span) => Some(*span),
            Part::Text(_) => None,
        });
        if let Some(span) = away {
            book.time(&mut g, "a page from the middle of an output of 50 MB", &step, || {
                page(&found.path, span, span.pages() / 2).unwrap()
            });
        }
        let mut runtime = start(ws);
        let mut buf = screen();
        // The huge output is the one of the last step.
        for key in ["enter", "S", "G"] {
            press(&mut runtime, key);
            settle(&mut runtime);
        }
        // Two rows, since the last step has one for its action and one for the gold that it names.
        let mut up = false;
        book.time(
            &mut g,
            &format!("a step on and its output drawn, {name}"),
            &step,
            || {
                up = !up;
                let before = runtime.model.steps.pane.key;
                press(&mut runtime, if up { "k k" } else { "j j" });
                settle(&mut runtime);
                assert_ne!(runtime.model.steps.pane.key, before, "another output");
            },
        );
        press(&mut runtime, "G tab");
        settle(&mut runtime);
        let mut end = false;
        book.time(
            &mut g,
            &format!("to the other end of the output, {name}"),
            &step,
            || {
                end = !end;
                let before = runtime.model.steps.pane.at;
                press(&mut runtime, if end { "G" } else { "g g" });
                settle(&mut runtime);
                assert_ne!(runtime.model.steps.pane.at, before, "another place");
            },
        );
        book.time(&mut g, &format!("a frame of the steps, {name}"), &step, || {
            buf.reset();
            runtime.draw(&mut buf);
        });
        g.finish();
    }
}

/// Draws until nothing is under way. Unlike the one of the screens it waits for nothing once that is so: what is
/// measured here is shorter than its wait.
fn settle(runtime: &mut Runtime) {
    let mut buf = screen();
    loop {
        if runtime.dirty {
            buf.reset();
            runtime.draw(&mut buf);
        }
        if runtime.settled() {
            return;
        }
        if let Some(incoming) = runtime.next(Duration::from_millis(20)) {
            runtime.take(incoming, Now::default());
        }
    }
}

fn press(runtime: &mut Runtime, key: &str) {
    for s in stroke::sequence(key).unwrap() {
        runtime.message(Msg::Key(s), Now::default());
    }
}

fn laid(root: &Path, file: &Path) -> Workspace {
    let ws = Workspace::init(root).unwrap();
    let rows = root.join("rows.jsonl");
    let patch = format!("--- a/{GOLD}\n+++ b/{GOLD}\n@@ -1 +1 @@\n-a\n+b\n");
    let row = json!({"instance_id": CASE, "repo": "owner/project", "base_commit": "0".repeat(40),
        "problem_statement": "it fails", "patch": patch});
    fs::write(&rows, format!("{row}\n")).unwrap();
    let take = |paths: Vec<PathBuf>, run: Option<&str>| {
        let plan = Plan {
            paths,
            wishes: Wishes {
                run: run.map(str::to_owned),
                ..Wishes::default()
            },
            ..Plan::default()
        };
        let report = import(&ws, &plan, &Arc::new(Meter::default())).unwrap();
        assert_eq!(report.refusals, 0);
    };
    take(vec![rows], None);
    take(vec![file.to_owned()], Some("r"));
    ws
}

/// A row of OpenHands with so many steps whose outputs have about `each` bytes, the last one `huge`.
fn trajectory(path: &Path, steps: usize, each: usize, huge: usize) {
    let mut dice = Dice(91_117);
    let mut out = BufWriter::new(fs::File::create(path).unwrap());
    write!(
        out,
        r#"{{"instance_id":"{CASE}","test_result":{{"git_patch":""}},"history":["#
    )
    .unwrap();
    for n in 0..steps {
        let (a, b) = (dice.word(), dice.word());
        let most = if n + 1 == steps { each.max(huge) } else { each };
        let mut text = String::with_capacity(most);
        while text.len() < most {
            text.push_str(&dice.text(9));
            text.push_str(if dice.roll(40) == 0 {
                " \"src/kelp/wrack.py\"\n"
            } else {
                " “q”\n"
            });
        }
        let id = 2 * n + 1;
        let action =
            json!({"id": id, "source": "agent", "action": "run", "args": {"command": format!("cat src/{a}/{b}.py")}});
        let seen = json!({"id": id + 1, "source": "agent", "observation": "run", "cause": id, "content": text,
            "extras": {"metadata": {"exit_code": 0}}});
        write!(out, "{}{action},{seen}", if n > 0 { "," } else { "" }).unwrap();
    }
    out.write_all(b"]}\n").unwrap();
}
