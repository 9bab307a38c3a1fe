//! The steps of a run: keys, stale replies, blind rounds, hostile text, and outputs read back from the original.

use std::sync::Arc;

use casefile::app::cmd::Cmd;
use casefile::app::model::steps::Prints;
use casefile::app::model::{Screen, Tone};
use casefile::base::ticket::Ticket;
use casefile::work::job::{Job, Reply};
use casefile::work::steps::{Walk, walk};
use serde_json::{Value, json};

use crate::study::Study;
use crate::support::Home;
use crate::update::Bench;

/// The request for steps among commands.
fn asked(cmds: &[Cmd]) -> Option<(Ticket, String)> {
    cmds.iter().find_map(|c| match c {
        Cmd::Run(ticket, Job::Steps { run, .. }) => Some((*ticket, run.to_string())),
        _ => None,
    })
}

fn walk_of(b: &Bench, run: &str) -> Option<Arc<Walk>> {
    let case = &b.m.desk.file.as_ref().unwrap().case;
    walk(&b.office.catalog(), run, &case.id, &case.gold.files)
        .unwrap()
        .map(Arc::new)
}

/// The desk of the first case with its steps at hand.
fn bench() -> Bench {
    let mut b = Bench::new(false);
    b.keys("enter");
    let (ticket, run) = (b.m.steps.ticket, b.m.run_name());
    assert_eq!(b.m.steps.of.as_ref().map(|(r, _)| r.to_string()), Some(run.clone()));
    let walk = walk_of(&b, &run);
    b.reply(ticket, Reply::Steps(Ok(walk)));
    b
}

fn under_cursor(b: &Bench) -> String {
    let w = b.m.steps.walk.as_ref().unwrap();
    w.list.text(&w.trajectory, b.m.steps.cursor)
}

#[test]
fn keys_walk_search_and_jump_to_gold() {
    let mut b = bench();
    b.keys("S");
    assert_eq!(b.m.screen, Screen::Steps);
    // It begins where gold was met first.
    assert_eq!(under_cursor(&b), "output names web/src/TideChart.tsx");
    b.keys("n");
    assert_eq!(under_cursor(&b), "view web/src/TideChart.tsx 116–146");
    b.keys("n");
    assert!(
        under_cursor(&b).starts_with("answer 6 files: drawAxis"),
        "{}",
        under_cursor(&b)
    );
    // Over the end, and back.
    b.keys("n p p");
    assert_eq!(under_cursor(&b), "view web/src/TideChart.tsx 116–146");
    b.keys("g g");
    assert_eq!(b.m.steps.cursor, 0);
    b.keys("G k j");
    assert_eq!(b.m.steps.cursor, b.m.steps.len() - 1);
    b.keys("g g / v i t e s t enter");
    assert_eq!(under_cursor(&b), "run cd web && npx vitest run test/timeAxis.test.ts");
    assert_eq!(b.m.steps.hits.len(), 3);
    let first = b.m.steps.cursor;
    b.keys(">");
    assert!(b.m.steps.cursor > first);
    b.keys("<");
    assert_eq!(b.m.steps.cursor, first);
    b.keys("/ ctrl-u x y z z y enter");
    assert_eq!(b.m.message.as_ref().map(|t| t.tone), Some(Tone::Error));
    assert_eq!(b.m.steps.cursor, first, "nothing found, nothing moved");
    b.keys("q");
    assert_eq!(b.m.screen, Screen::Desk);
}

#[test]
fn enter_opens_the_file_at_its_lines_and_q_leads_back() {
    let mut b = bench();
    b.keys("S n");
    let cmds = b.keys("enter");
    let (ticket, at) = cmds
        .iter()
        .find_map(|c| match c {
            Cmd::Run(ticket, Job::Source(at)) => Some((*ticket, at.clone())),
            _ => None,
        })
        .expect("the file is asked for");
    assert_eq!(at.path.as_str(), "web/src/TideChart.tsx");
    assert_eq!(b.m.screen, Screen::Source);
    b.reply(
        ticket,
        Reply::Source((0..200).map(|n| format!("line {n}").into()).collect()),
    );
    assert_eq!(b.m.source.cursor, 115);
    let page = 45;
    assert!(
        b.m.source.top <= 115 && b.m.source.top + page > 115,
        "{}",
        b.m.source.top
    );
    b.keys("q");
    assert_eq!(
        (b.m.screen, under_cursor(&b).as_str()),
        (Screen::Steps, "view web/src/TideChart.tsx 116–146")
    );
    // A thought names no file.
    b.keys("g g enter");
    assert_eq!(b.m.screen, Screen::Steps);
    assert!(b.m.message.as_ref().unwrap().text.contains("no file"));
}

#[test]
fn another_run_starts_anew_and_late_replies_are_dropped() {
    let mut b = bench();
    let old = (b.m.steps.ticket, b.m.steps.walk.clone());
    b.keys("S G");
    let cmds = b.keys("v");
    let (ticket, run) = asked(&cmds).expect("the other run is asked for");
    assert_eq!(run, "plain-text-only");
    assert!(
        b.m.steps.walk.is_none() && b.m.steps.cursor == 0,
        "no position survives"
    );
    let before = b.m.stale;
    b.reply(old.0, Reply::Steps(Ok(old.1)));
    assert!(b.m.steps.walk.is_none() && !b.m.steps.loaded);
    assert_eq!(b.m.stale, before + 1);
    let walk = walk_of(&b, &run);
    b.reply(ticket, Reply::Steps(Ok(walk)));
    assert_eq!(b.m.steps.walk.as_ref().unwrap().trajectory.system, "Plain");
    // The original of the run before comes late.
    b.reply(old.0, Reply::Original(Err("old".into())));
    assert_ne!(b.m.steps.prints, Prints::Away("old".into()));
    let ticket = b.m.steps.original_ticket;
    b.reply(ticket, Reply::Original(Err("it is gone\u{1b}[2J".into())));
    assert_eq!(b.m.steps.prints, Prints::Away("it is gone␛[2J".into()));
}

#[test]
fn a_case_without_steps_says_so() {
    let mut b = bench();
    b.keys("n");
    let ticket = b.m.steps.ticket;
    let run = b.m.run_name();
    assert!(walk_of(&b, &run).is_none());
    b.reply(ticket, Reply::Steps(Ok(None)));
    b.keys("S");
    assert_eq!(b.m.screen, Screen::Desk);
    assert!(b.m.message.as_ref().unwrap().text.contains("left no steps"));
}

#[test]
fn blind_rounds_neither_ask_nor_show() {
    let mut b = Bench::new(true);
    let cmds = b.keys("enter");
    assert!(asked(&cmds).is_none());
    b.keys("S");
    assert_eq!(b.m.screen, Screen::Desk);
    assert!(b.m.message.as_ref().unwrap().text.contains("hidden"));
    let home = Home::new();
    let screen = home.ok(&["play", "enter S", "--blind", "--as", "jun", "--protocol", "none"]);
    assert!(!screen.contains("vitest") && !screen.contains("seen 2"), "{screen}");
    let after = home.ok(&["play", "enter X S", "--blind", "--as", "jun", "--protocol", "none"]);
    assert!(after.contains("vitest"), "{after}");
}

/// A row of OpenHands: one `cat` per file and output.
fn row(case: &str, outputs: &[(&str, &str)]) -> Value {
    let mut history = vec![json!({"id": 0, "source": "user", "action": "message", "args": {"content": "fix it"}})];
    for (n, (file, output)) in outputs.iter().enumerate() {
        let id = 2 * n + 1;
        history.push(json!({"id": id, "source": "agent", "action": "run", "args": {"command": format!("cat {file}")}}));
        history.push(
            json!({"id": id + 1, "source": "agent", "observation": "run", "cause": id, "content": output,
            "extras": {"metadata": {"exit_code": 0}}}),
        );
    }
    json!({"instance_id": case, "test_result": {"git_patch": ""}, "history": history})
}

fn study(outputs: &[(&str, &str)]) -> (Study, String) {
    let case = json!({"instance_id": "a__b-1", "repo": "a/b", "base_commit": "0".repeat(40), "problem_statement": "t",
        "patch": "--- a/src/x.py\n+++ b/src/x.py\n@@ -1 +1 @@\n-a\n+b\n"});
    let study = Study::with(&[case]);
    let file = study.write("output.jsonl", format!("{}\n", row("a__b-1", outputs)));
    study.ok(&["import", &file, "--run", "r"]);
    (study, file)
}

#[test]
fn outputs_come_back_from_the_original_page_by_page() {
    let long: Vec<String> = (0..40_000).map(|n| format!("line {n} of it")).collect();
    let long = long.join("\n");
    let (study, file) = study(&[("src/x.py", "short output"), ("src/y.py", &long)]);
    let play = |keys: &str| study.ok(&["play", keys, "--as", "mara", "--size", "160x48"]);
    let first = play("enter S g g");
    assert!(first.contains("short output"), "{first}");
    let second = play("enter S G");
    assert!(
        second.contains("line 0 of it") && second.contains("part 1 of "),
        "{second}"
    );
    let end = play("enter S G tab G");
    assert!(end.contains("line 39999 of it"), "{end}");
    // Half a screen up from the end there is no gap.
    let up = play("enter S G tab G pageup");
    assert!(up.contains("line 39950 of it"), "{up}");
    // From page to page downwards.
    let down = "pagedown ".repeat(120);
    let deep = play(&format!("enter S G tab {down}"));
    let shown: Vec<usize> = deep
        .lines()
        .filter_map(|l| l.split("line ").nth(1)?.split(' ').next()?.parse().ok())
        .collect();
    assert!(shown.len() > 20 && shown[0] > 3_000, "{deep}");
    assert!(shown.windows(2).all(|w| w[1] == w[0] + 1), "{shown:?}");
    // Another clone does not know where it was; a file that is gone is named.
    std::fs::remove_file(&file).unwrap();
    let gone = play("enter S");
    assert!(gone.contains("not at hand") && gone.contains("output.jsonl"), "{gone}");
    std::fs::remove_dir_all(study.path().join(".casefile/originals")).unwrap();
    assert!(play("enter S").contains("output.jsonl was imported elsewhere"));
}

#[test]
fn an_original_that_changed_is_told() {
    let (study, file) = study(&[("src/x.py", "short output")]);
    std::fs::write(&file, format!("{}\n", row("a__b-2", &[("z", "q")]))).unwrap();
    let screen = study.ok(&["play", "enter S", "--as", "mara"]);
    assert!(screen.contains("not what it was"), "{screen}");
}

#[test]
fn hostile_text_steers_no_terminal() {
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2Jx\u{202e}y\u{9b}31m";
    let (study, _) = study(&[(&format!("'src/{evil}'"), evil), ("src/x.py", &evil.repeat(9_000))]);
    for keys in ["enter S g g", "enter S G", "enter S G tab G"] {
        let screen = study.ok(&["play", keys, "--as", "mara"]);
        assert!(!screen.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']), "{keys}");
        assert!(screen.contains("␛]0;owned"), "{screen}");
    }
    let text = study.ok(&["show", "a__b-1", "--steps"]);
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']));
    let json = study.ok(&["show", "a__b-1", "--steps", "--json"]);
    assert!(!json.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']));
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["case"], "a__b-1");
}

#[test]
fn show_lists_steps_and_names_what_is_missing() {
    let home = Home::new();
    let text = home.ok(&[
        "show",
        "harbour__tidewatch-101",
        "--steps",
        "--run",
        "lantern-vce-image",
    ]);
    assert!(
        text.contains("gold web/src/TideChart.tsx: seen 2 · opened 5 · submitted"),
        "{text}"
    );
    assert!(
        text.contains("    5 ▤ ● view web/src/TideChart.tsx 116–146  [first opened]"),
        "{text}"
    );
    assert!(
        text.contains("9 turns, 2 images sent, ended: submitted") && text.contains("↻3"),
        "{text}"
    );
    assert!(!text.contains("plain-text-only"));
    let json = home.ok(&["show", "harbour__tidewatch-101", "--steps", "--json"]);
    let runs: Vec<String> = json
        .lines()
        .map(|l| {
            serde_json::from_str::<Value>(l).unwrap()["run"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(runs, ["lantern-vce-image", "plain-text-only"]);
    let why = home.fails(2, &["show", "harbour__tidewatch-101", "--steps", "--run", "no"]);
    assert!(why.contains("lantern-vce-image, plain-text-only"), "{why}");
    let why = home.fails(2, &["show", "harbour__tidewatch-118", "--steps"]);
    assert!(why.contains("no steps are known"), "{why}");
}
