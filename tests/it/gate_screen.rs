//! The gate's screen on a log written by hand: what is listed, a person's verdicts, limits, blind rounds.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::review::{study, write_lines};
use crate::support::Home;

mod judge;

const UI: &str = "ui_screenshot";

/// Name of the case, answers of A to D (an error where the answer is a text, nothing where null), and its row on screen
/// worked out by hand from the four rules of the paper.
fn rows() -> Vec<(&'static str, [Value; 4], &'static str)> {
    let a = |r: i8| json!({"relevance": r, "reason": "it shows the axis"});
    let b = |kind: &str, sure: f64| json!({"category": kind, "confidence": sure, "reason": "a window"});
    let c = |yes: bool| json!({"plausible": yes, "reason": "the fix moves the axis"});
    let d = |r: i8, kind: &str| json!({"relevance": r, "category": kind});
    let none = || Value::Null;
    vec![
        (
            "k01-ok",
            [a(2), b(UI, 0.83), c(true), d(1, UI)],
            "2/2 p +2 p ui .83 p yes p +1 accepted",
        ),
        (
            "k02-flag",
            [a(1), b("log_output", 0.9), c(true), d(0, "log_output")],
            "1/1 p +1 p log .90 p yes p 0 accepted ⚑",
        ),
        ("k03-low", [a(0), none(), none(), none()], "1/1 f 0 – – – failed A"),
        (
            "k04-cut",
            [json!("the reply was cut off"), none(), none(), none()],
            "1/1 e – – – no answer A",
        ),
        (
            "k05-unsure",
            [a(1), b(UI, 0.59), none(), none()],
            "1/1 p +1 f ui .59 – – failed B",
        ),
        (
            "k06-eighth",
            [a(1), b("diagram", 0.9), none(), none()],
            "1/1 p +1 f diagra .90 – – failed B",
        ),
        (
            "k07-numberless",
            [a(1), json!({"category": UI}), none(), none()],
            "1/1 p +1 e ui – – no answer B",
        ),
        (
            "k08-unrelated",
            [a(1), b(UI, 0.7), c(false), none()],
            "1/1 p +1 p ui .70 f no – failed C",
        ),
        (
            "k09-refused",
            [a(1), b(UI, 0.7), json!("the model refused"), none()],
            "1/1 p +1 p ui .70 e – no answer C",
        ),
        (
            "k10-other",
            [a(1), b(UI, 0.7), c(true), d(1, "log_output")],
            "1/1 p +1 p ui .70 p yes f +1 log failed D",
        ),
        (
            "k11-apart",
            [a(2), b(UI, 0.7), c(true), d(0, UI)],
            "1/1 p +2 p ui .70 p yes f 0 failed D",
        ),
        (
            "k12-broken",
            [a(1), b(UI, 0.7), c(true), json!({"category": UI})],
            "1/1 p +1 p ui .70 p yes e no answer D",
        ),
        ("k13-begun", [a(1), none(), none(), none()], "1/1 p +1 ? ? ? open at B"),
        (
            "k14-close",
            [a(1), b("code_screenshot", 0.62), c(true), d(2, "code screenshot")],
            "1/1 p +1 p code .62 p yes p +2 accepted",
        ),
    ]
}

fn workspace(home: &Home) -> PathBuf {
    let ws = study(home);
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    let (mut cases, mut log) = (Vec::new(), Vec::new());
    for (n, (case, outputs, _)) in rows().into_iter().enumerate() {
        let exhibit =
            |id: &str| json!({"id": id, "source": format!("https://x.example/{case}/{id}.png"), "image": null});
        let mut exhibits = vec![exhibit("shot")];
        if n == 0 {
            exhibits.insert(0, exhibit("other"));
        }
        cases.push(
            json!({"v": 1, "id": case, "title": format!("title of {case}"), "body": format!("body of {case}"), "exhibits": exhibits}),
        );
        for (stage, output) in ["A", "B", "C", "D"].into_iter().zip(outputs) {
            let model = if stage == "D" { "second-eye" } else { "first-eye" };
            let record = json!({"v": 1, "case": case, "exhibit": "shot", "stage": stage, "input_sha": "99ffeeddccbbaa00",
                "prompt_sha": "1234567890abcdef", "model": model, "usage": {"prompt_tokens": 801, "completion_tokens": 42},
                "mends": ["fence"], "at": "2026-01-02T03:04:05Z", "output": output, "verdict": "pass", "reason": ""});
            match output {
                Value::Null => {}
                Value::String(why) => {
                    let mut record = record;
                    record["output"] = Value::Null;
                    record["verdict"] = "error".into();
                    record["reason"] = why.into();
                    log.push(record);
                }
                _ => log.push(record),
            }
        }
    }
    write_lines(&ws.join("cases.jsonl"), &cases);
    write_lines(&ws.join("gate.jsonl"), &log);
    ws
}

fn play(home: &Home, ws: &Path, who: &str, keys: &str, size: &str) -> String {
    home.ok(&["play", keys, "-w", ws.to_str().unwrap(), "--as", who, "--size", size])
}

/// The screen on which the images stand alone in their lines.
fn tall(home: &Home, ws: &Path, keys: &str) -> String {
    play(home, ws, "ann", keys, "100x60")
}

/// Names and rows that are listed, blanks as one.
fn listed(screen: &str) -> Vec<(String, String)> {
    let from = screen
        .lines()
        .position(|l| l.trim_start().starts_with("case "))
        .expect("the list");
    let lines = screen.lines().skip(from + 1);
    let rows = lines.take_while(|l| l.trim_start().starts_with('k'));
    let parts = rows.map(|l| {
        let words: Vec<&str> = l.split_whitespace().filter(|w| *w != "┃").collect();
        (words[0].to_owned(), words[1..].join(" "))
    });
    parts.collect()
}

fn names(screen: &str) -> String {
    let all: Vec<String> = listed(screen).into_iter().map(|(n, _)| n[1..3].to_owned()).collect();
    all.join(" ")
}

#[test]
fn every_way_through_the_gate_has_its_row() {
    let home = Home::new();
    let ws = workspace(&home);
    let screen = tall(&home, &ws, "g i");
    let want: Vec<(String, String)> = rows().into_iter().map(|(n, _, r)| (n.into(), r.into())).collect();
    assert_eq!(listed(&screen), want, "{screen}");
    assert!(screen.contains("14 of 14 images: all"), "{screen}");
    // Asked, passed, failed, without answer, open, counted from the table above.
    let flat: Vec<String> = screen
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for line in [
        "A relevance 14 12 1 1 0 ",
        "B category 11 8 2 1 1 ",
        "C the fix addresses it 8 6 1 1 1 ",
        "D a second model agrees 6 3 2 1 1 ",
    ] {
        assert!(flat.iter().any(|l| l.starts_with(line)), "{line}\n{screen}");
    }
    assert!(screen.contains("accepted 3 of 14 · 1 flagged ⚑"), "{screen}");
}

#[test]
fn a_against_d_and_confidence_stand_beside_the_funnel() {
    let home = Home::new();
    let ws = workspace(&home);
    let screen = play(&home, &ws, "ann", "g i", "200x60");
    // D answered of k01 (+2, +1), k02 (+1, 0), k10 (+1, +1), k11 (+2, 0), k14 (+1, +2).
    let table: Vec<String> = screen
        .lines()
        .skip(2)
        .take(5)
        .map(|l| l.chars().skip(85).take(30).collect())
        .collect();
    let flat: Vec<String> = table
        .iter()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        flat,
        ["-1 0 +1 +2", "-1 0 0 0 0", "0 0 0 0 0", "+1 0 1 1 1", "+2 0 1 1 0"],
        "{screen}"
    );
    assert!(screen.contains("B's confidence, limit .60"), "{screen}");
    let moved = play(&home, &ws, "ann", "g i ] ]", "200x60");
    assert!(moved.contains("B's confidence, limit .70"), "{moved}");
    assert!(
        moved.contains("what if B asked for .70 in the place of .60 (no file changes)"),
        "{moved}"
    );
}

#[test]
fn one_state_after_the_other_and_words() {
    let home = Home::new();
    let ws = workspace(&home);
    let mut keys = "g i".to_owned();
    for (want, words) in [
        ("01 02 14", "accepted"),
        ("03", "failed A"),
        ("05 06", "failed B"),
        ("08", "failed C"),
        ("10 11", "failed only D"),
        ("04 07 09 12", "no usable answer"),
        ("13", "open"),
        ("02", "flagged"),
        ("", "judged by people"),
        ("14", "confidence .60 to .65"),
        ("01 02 03 04 05 06 07 08 09 10 11 12 13 14", "all"),
    ] {
        keys.push_str(" f");
        let screen = tall(&home, &ws, &keys);
        assert_eq!(names(&screen), want, "{words}: {screen}");
        assert!(screen.contains(&format!("of 14 images: {words}")), "{words}: {screen}");
    }
    for (typed, want) in [
        ("state:failed stage:D", "10 11"),
        ("conf:.60-.65", "14"),
        ("cat:log", "02"),
        ("K1 BE", "13"),
    ] {
        let screen = tall(&home, &ws, &format!("g i / \"{typed}\" enter"));
        assert_eq!(names(&screen), want, "{typed}: {screen}");
    }
    let wrong = tall(&home, &ws, "g i / \"state:done\" enter");
    assert!(wrong.contains("no state 'done'"), "{wrong}");
    // Enter does not leave with the filter of a start of the text (cat:b is one); esc brings back what was.
    for typed in ["cat:bogus", "!state:open"] {
        let wrong = tall(&home, &ws, &format!("g i / \"{typed}\" enter"));
        let at = wrong.lines().position(|l| l.contains(" filter: state:")).unwrap();
        let below: Vec<&str> = wrong.lines().skip(at).take(3).collect();
        assert!(below[1].contains(typed), "{wrong}");
        assert!(
            below[2].contains("no category 'bogus'") || below[2].contains("no '!' here"),
            "{wrong}"
        );
        let left = tall(&home, &ws, &format!("g i / \"{typed}\" enter esc"));
        assert_eq!(listed(&left).len(), 14, "{left}");
    }
    let left = tall(&home, &ws, "g i / \"cat:log\" esc");
    assert_eq!(listed(&left).len(), 14, "what was typed is taken back: {left}");
    let wider = tall(&home, &ws, "g i / \"cat:log\" enter q");
    assert_eq!(listed(&wider).len(), 14, "back widens first: {wider}");
}

#[test]
fn the_chosen_image_is_told_in_full() {
    let home = Home::new();
    let ws = workspace(&home);
    let screen = play(&home, &ws, "ann", "g i", "150x50");
    for part in [
        "k01-ok, image 2 of 2",
        "title of k01-ok",
        "https://x.example/k01-ok/shot.png",
        "▶ A relevance: pass",
        "the model: it shows the axis",
        "first-eye · prompt 12345678 · input 99ffeedd",
        "801 + 42 tokens",
        "mended: fence",
        "D a second model agrees: pass",
        "second-eye",
    ] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    let other = play(&home, &ws, "ann", "g i l l", "150x50");
    let at = |what: &str| other.find(what).unwrap_or_else(|| panic!("{what}\n{other}"));
    assert!(
        at("▶ C the fix") < at("A relevance: pass"),
        "the chosen stage stands first"
    );
}

#[test]
fn to_the_case_the_sheet_and_back() {
    let home = Home::new();
    let ws = workspace(&home);
    let desk = play(&home, &ws, "ann", "g i enter", "150x44");
    assert!(
        desk.contains("body of k01-ok") && desk.contains("exhibit 2/2"),
        "{desk}"
    );
    let back = play(&home, &ws, "ann", "g i j enter q", "150x44");
    assert!(
        back.contains("AI gate") && back.contains("k02-flag, image 1 of 1"),
        "{back}"
    );
    let sheet = play(&home, &ws, "ann", "g i A", "150x44");
    assert!(sheet.contains("exhibit shot of k01-ok"), "{sheet}");
    let back = play(&home, &ws, "ann", "g i A q", "150x44");
    assert!(back.contains("AI gate"), "{back}");
    let list = play(&home, &ws, "ann", "g i enter q q", "150x44");
    assert!(!list.contains("AI gate"), "{list}");
    let none = play(&home, &ws, "ann", "g i m", "150x44");
    assert!(none.contains("there is no image to show"), "{none}");
}

#[test]
fn a_blind_round_shows_nothing_but_what_is_uncovered() {
    let home = Home::new();
    let ws = workspace(&home);
    let path = ws.join("casefile.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("blind = false", "blind = true")).unwrap();
    for keys in [
        "g i",
        "g i 3 y",
        "g i f f / \"k01\" enter",
        "g i c",
        "g i enter",
        "g i ctrl-r",
    ] {
        let screen = play(&home, &ws, "ann", keys, "150x44");
        assert!(screen.contains("is blind and not closed"), "{keys}: {screen}");
        for word in ["first-eye", "it shows", "accepted", "k01"] {
            assert!(!screen.contains(word), "{keys}: {word}: {screen}");
        }
    }
    // What I uncovered may be seen, and no more.
    let screen = tall(&home, &ws, "enter X g i");
    assert_eq!(names(&screen), "01", "{screen}");
    assert!(screen.contains("13 of cases that I have not uncovered"), "{screen}");
    assert!(screen.contains("accepted 1 of 1"), "{screen}");
    // A form that is blind of itself: closed, then open.
    let round = |closed: bool| {
        let head = text.split("\n[round]").next().unwrap();
        fs::write(
            &path,
            format!("{head}\nforms = [\"verification\"]\n[round]\nclosed = {closed}\n"),
        )
        .unwrap();
    };
    round(false);
    let screen = tall(&home, &ws, "g i");
    assert!(
        screen.contains("is blind and not closed") && !screen.contains("k02"),
        "{screen}"
    );
    round(true);
    assert_eq!(listed(&tall(&home, &ws, "g i")).len(), 14);
}

#[test]
fn without_a_log_the_screen_says_how_to_get_one() {
    let home = Home::new();
    let ws = workspace(&home);
    fs::remove_file(ws.join("gate.jsonl")).unwrap();
    let screen = tall(&home, &ws, "g i");
    assert!(screen.contains("casefile gate --replies FILE -w WORKSPACE"), "{screen}");
    assert!(screen.contains("casefile gate --endpoint"), "{screen}");
    tall(&home, &ws, "g i y x c enter m A f / \"k\" enter ] j k tab");
    // A line that is no record is told, and the others are shown.
    fs::write(ws.join("gate.jsonl"), "{\"case\":\n{\"case\":\"k03-low\",\"exhibit\":\"shot\",\"stage\":\"A\",\"output\":{\"relevance\":0},\"verdict\":\"fail\"}\n{\"case\":\"nowhere\",\"exhibit\":\"x\",\"stage\":\"A\",\"output\":{\"relevance\":2},\"verdict\":\"pass\"}\n").unwrap();
    let screen = tall(&home, &ws, "g i");
    assert!(screen.contains("1 lines of gate.jsonl could not be read"), "{screen}");
    assert!(screen.contains("nowhere") && screen.contains("gone"), "{screen}");
    let there = tall(&home, &ws, "g i G enter");
    assert!(there.contains("the list has no such case"), "{there}");
}

#[test]
fn text_of_a_model_cannot_steer_the_terminal() {
    let home = Home::new();
    let ws = workspace(&home);
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2Jred\u{202e}\u{9b}31m\r\nnext";
    let record = |stage: &str, output: Value, verdict: &str| {
        json!({"case": "k01-ok", "exhibit": "shot", "stage": stage, "model": evil, "output": output, "verdict": verdict,
            "reason": evil, "mends": [evil], "prompt_sha": evil, "at": evil})
    };
    let log = [
        record("A", json!({"relevance": 2, "reason": evil}), "pass"),
        record(
            "B",
            json!({"category": evil, "confidence": 0.9, "reason": evil}),
            "fail",
        ),
        record("C", Value::Null, "error"),
        json!({"case": evil, "exhibit": evil, "stage": "A", "output": {"relevance": 1}, "verdict": "pass"}),
    ];
    write_lines(&ws.join("gate.jsonl"), &log);
    for keys in ["g i", "g i G", "g i k 2", "g i k 2 c", "g i k 2 x"] {
        let screen = play(&home, &ws, "ann", keys, "150x50");
        let bad = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202e}' | '\u{9b}');
        assert!(!screen.contains(bad), "{keys}: {screen:?}");
    }
}

#[test]
fn every_size_draws() {
    let home = Home::new();
    let ws = workspace(&home);
    for size in [
        "1x1", "20x6", "30x8", "66x14", "80x24", "109x12", "150x20", "164x50", "300x100",
    ] {
        for keys in [
            "g i",
            "g i tab j j",
            "g i c",
            "g i ?",
            "g i G space k ] f f / \"k0\" enter",
            "g i 2 y z",
        ] {
            let screen = play(&home, &ws, "eve", keys, size);
            let (w, h) = size.split_once('x').unwrap();
            assert!(screen.lines().count() <= h.parse().unwrap(), "{size} {keys}");
            assert!(
                screen.lines().all(|l| l.chars().count() <= w.parse().unwrap()),
                "{size} {keys}"
            );
        }
    }
    // A small screen still lists an image with its verdicts.
    let small = play(&home, &ws, "eve", "g i", "30x8");
    assert!(
        small.contains("k01-ok") && small.lines().any(|l| l.contains("p  p  p  p")),
        "{small}"
    );
}

#[test]
fn the_picture_stands_beside_and_over_the_full_screen() {
    let home = Home::new();
    let ws = home.path().join("sample");
    casefile::work::sample::open(&ws, false).unwrap();
    // Candidates would make the round blind.
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    let record = json!({"case": "harbour__tidewatch-101", "exhibit": "4344033ffac0", "stage": "A", "model": "m",
        "output": {"relevance": 2}, "verdict": "pass"});
    write_lines(&ws.join("gate.jsonl"), &[record]);
    let half = |screen: &str| screen.chars().filter(|c| matches!(c, '▀' | '▄')).count();
    let beside = play(&home, &ws, "ann", "g i", "180x70");
    assert!(beside.contains("image  ") && half(&beside) > 200, "{beside}");
    let over = play(&home, &ws, "ann", "g i m", "180x70");
    assert!(over.contains("harbour__tidewatch-101, image 1 of 1"), "{over}");
    assert!(half(&over) > 2 * half(&beside), "larger than beside");
    let moved = play(&home, &ws, "ann", "g i m + +", "180x70");
    assert!(moved.contains("image 1 of 1") && moved != over, "it can be made larger");
    let stays = play(&home, &ws, "ann", "g i m n", "180x70");
    assert!(stays.contains("go back to answer or to go on"), "{stays}");
    let back = play(&home, &ws, "ann", "g i m q", "180x70");
    assert!(back.contains("AI gate"), "{back}");
}
