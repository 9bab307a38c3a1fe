//! Models asked through a stub endpoint: stage after stage, killed on the way, and nothing asked twice.

use std::collections::HashMap;
use std::fs;
use std::io::Cursor;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use super::{UI, gate, letters};
use crate::stub::{Request, Stub, answer};
use crate::study::{Study, row};

/// What the stub is told while it runs.
#[derive(Default)]
struct Wishes {
    /// Requests so far by case and stage.
    asked: HashMap<(String, char), usize>,
    /// Requests for this stage are not answered from this case on.
    hold: Option<char>,
    /// Bodies and keys of requests, by stage.
    bodies: Vec<(char, String, Option<String>)>,
}

type Shared = Arc<Mutex<Wishes>>;

/// What the models say about a case; `None` is prose the first time.
fn reply(case: &str, stage: char, nth: usize) -> String {
    let relevance = i32::from(case != "c-1");
    let out = match stage {
        'A' if case == "c-6" && nth == 1 => return "I cannot tell.".to_owned(),
        'A' => json!({"relevance": relevance, "reason": "words-of-the-first"}),
        'B' => {
            json!({"category": UI, "confidence": if case == "c-2" { 0.5 } else { 0.9 }, "reason": "words-of-the-first"})
        }
        'C' => json!({"plausible": case != "c-3", "reason": "r"}),
        _ => json!({"relevance": 1, "category": if case == "c-4" { "log_output" } else { UI }, "reason": "r"}),
    };
    if case == "c-5" && stage == 'A' {
        return format!("```json\n{out}\n```");
    }
    out.to_string()
}

fn said(request: &Request, shared: &Shared) -> Option<String> {
    let body: Value = serde_json::from_slice(&request.body).ok()?;
    let stage = match body["response_format"]["json_schema"]["name"].as_str()? {
        "relevance" => 'A',
        "category" => 'B',
        "plausible" => 'C',
        _ => 'D',
    };
    let text = body["messages"].to_string();
    let case = format!("c-{}", text.split("Title of c-").nth(1)?.chars().next()?);
    let (nth, held) = {
        let mut wishes = shared.lock().unwrap();
        let nth = wishes.asked.entry((case.clone(), stage)).or_default();
        *nth += 1;
        let nth = *nth;
        let key = request.header("authorization").map(str::to_owned);
        wishes.bodies.push((stage, body.to_string(), key));
        (nth, wishes.hold == Some(stage) && case.as_str() >= "c-3")
    };
    if held {
        thread::sleep(Duration::from_secs(20));
        return None;
    }
    let out = json!({
        "model": "whatever the server calls it",
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": reply(&case, stage, nth)}}],
        "usage": {"prompt_tokens": 50, "completion_tokens": 5},
    });
    Some(out.to_string())
}

fn stub() -> (Stub, Shared) {
    let shared = Shared::default();
    let own = shared.clone();
    let stub = Stub::new(move |request, to| match said(request, &own) {
        Some(body) => answer(to, 200, &["Content-Type: application/json"], body.as_bytes()),
        None => Ok(()),
    });
    (stub, shared)
}

/// Cases `c-0` and on; the last has no image.
fn study(n: u8) -> Study {
    let rows: Vec<Value> = (0..=n).map(|k| row(&format!("c-{k}"))).collect();
    let study = Study::with(&rows);
    for k in 0..n {
        let mut png = Cursor::new(Vec::new());
        let picture = RgbImage::from_pixel(8, 8, Rgb([k, 10, 20]));
        DynamicImage::ImageRgb8(picture)
            .write_to(&mut png, ImageFormat::Png)
            .unwrap();
        study.write(&format!("pictures/c-{k}.png"), png.into_inner());
    }
    let folder = study.home.path().join("pictures").display().to_string();
    study.ok(&["import", &folder]);
    study
}

fn run(study: &Study, stub: &Stub, more: &[&str]) -> (i32, Value) {
    let url = stub.url("/v1");
    let args = [&["gate", "--json", "--endpoint", &url, "--model", "one"], more].concat();
    let out = study.run(&args);
    let text = String::from_utf8(out.stdout).unwrap();
    let err = String::from_utf8_lossy(&out.stderr);
    let report = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{err}"));
    (out.status.code().unwrap(), report)
}

fn asked(shared: &Shared, stage: char) -> usize {
    let wishes = shared.lock().unwrap();
    wishes
        .asked
        .iter()
        .filter(|((_, s), _)| *s == stage)
        .map(|(_, n)| n)
        .sum()
}

fn wait(what: &str, until: impl Fn() -> bool) {
    for _ in 0..600 {
        if until() {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("{what} did not come");
}

/// Starts the command, kills it once `until` holds.
fn killed(study: &Study, stub: &Stub, until: impl Fn() -> bool) {
    let url = stub.url("/v1");
    let args = [
        "gate",
        "--endpoint",
        &url,
        "--model",
        "one",
        "--second-model",
        "two",
        "--workers",
        "2",
    ];
    let mut child = study
        .command(&args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait("the moment to kill it", until);
    child.kill().unwrap();
    child.wait().unwrap();
}

fn replies(study: &Study) -> usize {
    let path = study.path().join(".casefile/cache/replies.jsonl");
    let text = fs::read_to_string(path).unwrap_or_default();
    text.matches("\"content\":").count()
}

#[test]
fn a_killed_run_goes_on_and_pays_for_nothing_twice() {
    let (stub, shared) = stub();
    let study = study(7);
    // Nothing is asked in a dry run: at most 7 images in each stage.
    let (code, dry) = run(&study, &stub, &["--second-model", "two", "--dry-run"]);
    assert_eq!(code, 1, "one image is not there");
    for stage in dry["ran"]["stages"].as_array().unwrap() {
        assert_eq!(stage["estimate"]["calls"], 7, "{stage}");
    }
    assert!(stub.seen().is_empty() && !study.path().join("gate.jsonl").exists());
    // Killed in the middle of A, when c-0 to c-2 were answered.
    shared.lock().unwrap().hold = Some('A');
    killed(&study, &stub, || replies(&study) >= 3 && asked(&shared, 'A') >= 4);
    assert!(
        !study.path().join("gate.jsonl").exists(),
        "a stage is written at its end"
    );
    // Killed in the middle of C: A and B are written.
    shared.lock().unwrap().hold = Some('C');
    killed(&study, &stub, || asked(&shared, 'C') >= 2 && replies(&study) > 7 + 5);
    let log = study.read("gate.jsonl");
    assert_eq!((log.lines().count(), asked(&shared, 'B')), (7 + 5, 5));
    let first: Vec<((String, char), usize)> = shared.lock().unwrap().asked.clone().into_iter().collect();
    shared.lock().unwrap().hold = None;
    let (code, report) = run(&study, &stub, &["--second-model", "two"]);
    assert_eq!(code, 1);
    // By hand: c-1 is neutral, B of c-2 is unsure, the fix is elsewhere in c-3, D sees a log in c-4, A of c-6 is prose.
    let list = report["list"].as_array().unwrap();
    let got: Vec<String> = list.iter().map(letters).collect();
    assert_eq!(got, ["pppp", "fsss", "pfss", "ppfs", "pppf", "pppp", "esss"]);
    assert_eq!(list[5]["steps"][0]["mends"], json!(["fence"]));
    assert_eq!(list[0]["steps"][3]["model"], "two");
    assert_eq!(report["not_met"], 1);
    let unasked = report["ran"]["unasked"].as_object().unwrap();
    assert_eq!(unasked.values().next().unwrap(), &json!(["c-7"]));
    // 7 A, 5 B, 4 C, 3 D. Only what was on its way when a command was killed, two requests at a time, is asked again.
    let all = shared.lock().unwrap().asked.clone();
    assert_eq!(all.len(), 7 + 5 + 4 + 3);
    let again: usize = all.values().map(|n| n - 1).sum();
    assert!(again <= 4, "{all:?}");
    for ((case, stage), n) in first {
        let held = stage == 'C' && case.as_str() >= "c-3" || stage == 'A' && case.as_str() >= "c-3";
        assert!(
            held || all[&(case.clone(), stage)] == n,
            "{case} {stage} was asked again"
        );
    }
    // D sees nothing of what A and B said, and only C sees the fix; the second model is asked in D alone.
    for (stage, body, _) in &shared.lock().unwrap().bodies {
        assert!(!body.contains("words-of-the-first"));
        assert_eq!(body.contains("let a = 2"), *stage == 'C');
        assert_eq!(body.contains("\"model\":\"two\""), *stage == 'D');
    }
    // All is known: no request, no new line.
    let (before, requests) = (study.read("gate.jsonl"), stub.seen().len());
    assert_eq!(before.lines().count(), 7 + 5 + 4 + 3);
    run(&study, &stub, &["--second-model", "two"]);
    assert_eq!((study.read("gate.jsonl"), stub.seen().len()), (before, requests));
    let tokens = &gate(&study, &[])["models"];
    assert_eq!(
        (&tokens[0]["model"], &tokens[0]["prompt_tokens"]),
        (&json!("one"), &json!(16 * 50))
    );
    assert_eq!(
        (&tokens[1]["model"], &tokens[1]["prompt_tokens"]),
        (&json!("two"), &json!(3 * 50))
    );
}

#[test]
fn what_failed_or_changed_is_asked_again_when_wished() {
    let (stub, shared) = stub();
    let study = study(7);
    let only = |case: &'static str, more: &[&str]| {
        let (_, report) = run(&study, &stub, &[&[case], more].concat());
        letters(&report["list"][0])
    };
    // Without a second model D stays open.
    assert_eq!(only("c-6", &[]), "esss");
    assert_eq!((only("c-6", &[]), asked(&shared, 'A')), ("esss".to_owned(), 1));
    assert_eq!(only("c-6", &["--retry-failed"]), "ppp?");
    assert_eq!((asked(&shared, 'A'), asked(&shared, 'D')), (2, 0));
    assert_eq!(only("c-6", &["--second-model", "two"]), "pppp");
    assert_eq!(
        asked(&shared, 'A') + asked(&shared, 'B') + asked(&shared, 'C') + asked(&shared, 'D'),
        5
    );
    // Another text: four answers to an older question.
    let cases = study
        .read("cases.jsonl")
        .replace("\"Title of c-6\"", "\"Title of c-6, edited\"");
    study.lay("cases.jsonl", cases);
    assert_eq!(gate(&study, &["c-6"])["older"], 4);
    assert!(study.ok(&["gate", "c-6"]).contains("4 records answer older questions"));
    assert_eq!(only("c-6", &["--second-model", "two"]), "pppp");
    assert_eq!(stub.seen().len(), 5, "not without --again");
    assert_eq!(only("c-6", &["--second-model", "two", "--again"]), "pppp");
    assert_eq!(stub.seen().len(), 9);
    assert_eq!(gate(&study, &["c-6"])["older"], 0);
    // At most so many requests.
    let (_, report) = run(&study, &stub, &["--max-calls", "3"]);
    assert_eq!(stub.seen().len(), 12);
    let left: u64 = report["ran"]["stages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["left"].as_u64().unwrap())
        .sum();
    assert!(left >= 3, "{}", report["ran"]);
}

#[test]
fn keys_go_to_their_own_endpoint_and_into_no_file() {
    let (stub, shared) = stub();
    let (other, second) = self::stub();
    let study = study(1);
    let key = "sk-very-secret-0123456789";
    let (url, second_url) = (stub.url("/v1"), other.url("/v1"));
    let args = [
        "gate",
        "c-0",
        "--endpoint",
        &url,
        "--model",
        "one",
        "--second-endpoint",
        &second_url,
        "--second-model",
        "two",
    ];
    let out = study.command(&args).env("CASEFILE_API_KEY", key).output().unwrap();
    let told = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("accepted: 1") && !told.contains(key), "{told}");
    let keys = |shared: &Shared| -> Vec<Option<String>> {
        shared
            .lock()
            .unwrap()
            .bodies
            .iter()
            .map(|(_, _, key)| key.clone())
            .collect()
    };
    assert_eq!(keys(&shared), vec![Some(format!("Bearer {key}")); 3]);
    assert_eq!(keys(&second), [None]);
    let mut folders = vec![study.home.path().to_owned()];
    while let Some(dir) = folders.pop() {
        for entry in fs::read_dir(dir).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                let found = bytes.windows(key.len()).any(|w| w == key.as_bytes());
                assert!(!found, "{} holds the key", path.display());
            }
        }
    }
    let same = ["gate", "--endpoint", &url, "--model", "one", "--second-model", "one"];
    assert!(study.fails(2, &same).contains("--second-model"));
    let nobody = study.fails(2, &["gate", "--second-model", "two"]);
    assert!(nobody.contains("--endpoint"), "{nobody}");
}
