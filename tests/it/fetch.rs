//! `casefile fetch` against a server that misbehaves in every way. Nothing outside of loopback is contacted.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::stub::{Stub, answer};
use crate::study::{Study, lines};

mod table;

/// A picture of one colour.
fn png(kind: u8) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(RgbImage::from_pixel(3, 2, Rgb([kind, 1, 2])))
        .write_to(&mut out, ImageFormat::Png)
        .unwrap();
    out.into_inner()
}

/// A study with one case `c-N` for each list of addresses.
fn study(cases: &[Vec<String>]) -> Study {
    let rows: Vec<Value> = cases
        .iter()
        .zip(0..)
        .map(|(urls, n)| {
            let shown: Vec<String> = urls.iter().map(|u| format!("![shot]({u})")).collect();
            let text = shown.join("\n");
            json!({"instance_id": format!("c-{n}"), "repo": "o/r", "problem_statement": format!("T\n{text}"),
                "base_commit": "0123456789abcdef0123456789abcdef01234567",
                "image_assets": json!({"problem_statement": urls}).to_string(),
                "patch": "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n"})
        })
        .collect();
    Study::with(&rows)
}

/// The command with what every test needs: loopback allowed, no waiting for politeness.
fn fetch(study: &Study, more: &[&str]) -> (i32, Value) {
    let mut args = vec!["fetch", "--allow-private", "--json"];
    if !more.contains(&"--per-host") {
        args.extend(["--per-host", "500"]);
    }
    args.extend(more);
    let out = study.run(&args);
    let text = String::from_utf8(out.stdout).unwrap();
    let report = serde_json::from_str(&text).unwrap_or(Value::Null);
    (out.status.code().unwrap(), report)
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is tested")]
fn now() -> Instant {
    Instant::now()
}

/// What the exhibits have now: address to `sha256` or fault.
fn exhibits(study: &Study) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for line in study.read("cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        for e in case["exhibits"].as_array().unwrap() {
            let fault = e["fault"].as_str().unwrap_or("nothing").to_owned();
            let what = match e["image"]["sha256"].as_str() {
                Some(sha) if e.get("fault").is_some() => format!("{}: {fault}", &sha[..8]),
                Some(sha) => sha[..8].to_owned(),
                None => fault,
            };
            out.insert(e["source"].as_str().unwrap().to_owned(), what);
        }
    }
    out
}

fn short(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    sum.iter().take(4).fold(String::new(), |out, b| format!("{out}{b:02x}"))
}

#[test]
fn nothing_is_told_about_the_user() {
    let stub = Stub::new(|_, to| answer(to, 200, &["Set-Cookie: a=b"], &png(1)));
    let study = study(&[vec![stub.url("/a.png"), stub.url("/b.png#part")]]);
    assert_eq!(fetch(&study, &[]).0, 0);
    let seen = stub.seen();
    assert_eq!(seen.len(), 2);
    for request in seen {
        let mut names: Vec<&str> = request.headers.iter().map(|(n, _)| n.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "host", "user-agent"], "{request:?}");
        assert_eq!(
            request.header("user-agent"),
            Some(concat!("casefile/", env!("CARGO_PKG_VERSION")))
        );
        assert!(!request.path.contains('#'));
    }
}

#[test]
fn private_addresses_are_refused_unless_allowed() {
    let stub = Stub::new(|_, to| answer(to, 200, &[], &png(1)));
    let port = stub.port();
    let hosts = [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "2130706433",
        "127.1",
        "0x7f.0.0.1",
    ];
    let urls: Vec<String> = hosts.iter().map(|h| format!("http://{h}:{port}/x.png")).collect();
    let study = study(&[urls]);
    let out = study.run(&["fetch", "--json"]);
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(1), "{report:#}");
    let reasons: Vec<&str> = report["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["an address that is not public"; 8]);
    assert_eq!(stub.seen(), []);
    // Once they are allowed, the refusal is no reason any more.
    let (_, report) = fetch(&study, &["--timeout", "5"]);
    assert!(report["got"].as_u64() >= Some(5), "{report:#}");
}

#[test]
fn a_redirect_leads_to_no_other_private_host() {
    let stub = Stub::new(|request, to| match request.path.strip_prefix("/to/") {
        Some(host) => answer(to, 302, &[&format!("Location: http://{host}/x.png")], b""),
        None => answer(to, 200, &[], &png(1)),
    });
    let port = stub.port();
    let to = |host: &str| stub.url(&format!("/to/{host}:{port}"));
    let metadata = stub.url("/to/169.254.169.254");
    let study = study(&[vec![
        to("localhost"),
        to("127.1"),
        to("[::ffff:7f00:1]"),
        metadata,
        to("127.0.0.1"),
    ]]);
    let out = study.run(&["fetch", "--allow-private=127.0.0.1", "--per-host", "500", "--json"]);
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((out.status.code(), &report["got"]), (Some(1), &json!(1)), "{report:#}");
    let why: Vec<&str> = report["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["why"].as_str().unwrap())
        .collect();
    assert_eq!(why.len(), 4);
    assert!(
        why.iter().all(|w| w.starts_with("an address that is not public (")),
        "{why:?}"
    );
    // Five requests led elsewhere, and only one of them was followed.
    assert_eq!(stub.seen().len(), 6);
}

#[test]
fn a_killed_command_goes_on_and_asks_for_nothing_twice() {
    let stub = Stub::new(|request, to| {
        if request.path.starts_with("/slow") && request.nth == 1 {
            std::thread::sleep(Duration::from_secs(5));
        }
        answer(to, 200, &[], &png(u8::try_from(request.path.len()).unwrap()))
    });
    let quick: Vec<String> = (0..12)
        .map(|n| stub.url(&format!("/{}.png", "q".repeat(n + 1))))
        .collect();
    let slow: Vec<String> = (0..2)
        .map(|n| stub.url(&format!("/slow{}", "s".repeat(40 + n))))
        .collect();
    let study = study(&[quick, slow]);
    let before = study.read("cases.jsonl");
    let mut child = study
        .command(&["fetch", "--allow-private", "--per-host", "500"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let notes = study.path().join(".casefile/cache/fetch.jsonl");
    let begun = now();
    let noted = || {
        fs::read_to_string(&notes)
            .unwrap_or_default()
            .matches("\"url\"")
            .count()
    };
    while noted() < 12 {
        assert!(begun.elapsed() < Duration::from_secs(20), "{} noted", noted());
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(study.read("cases.jsonl"), before, "nothing half written");
    let (code, report) = fetch(&study, &[]);
    let number = |name: &str| report[name].as_u64().unwrap();
    assert_eq!((code, number("known"), number("got")), (0, 12, 2), "{report:#}");
    for (path, times) in stub.counts() {
        assert_eq!(times, if path.starts_with("/slow") { 2 } else { 1 }, "{path}");
    }
    assert!(
        exhibits(&study).values().all(|v| v.len() == 8),
        "{:?}",
        exhibits(&study)
    );
}

#[test]
fn ctrl_c_keeps_what_was_got() {
    let stub = Stub::new(|request, to| {
        if request.path == "/slow.png" {
            std::thread::sleep(Duration::from_secs(20));
        }
        answer(to, 200, &[], &png(1))
    });
    let study = study(&[vec![stub.url("/a.png"), stub.url("/slow.png")]]);
    let child = study
        .command(&["fetch", "--allow-private", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let begun = now();
    let notes = study.path().join(".casefile/cache/fetch.jsonl");
    while !notes.exists() || stub.seen().len() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let out = child.wait_with_output().unwrap();
    assert!(
        begun.elapsed() < Duration::from_secs(15),
        "it does not wait for a silent host"
    );
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (out.status.code(), &report["got"], &report["left"]),
        (Some(3), &json!(1), &json!({"127.0.0.1": 1}))
    );
    assert_eq!(exhibits(&study)[&stub.url("/a.png")], short(&png(1)));
    assert_eq!(exhibits(&study)[&stub.url("/slow.png")], "nothing");
}

#[test]
fn failures_are_asked_for_again_only_on_demand() {
    let stub = Stub::new(|request, to| match request.nth {
        1 => answer(to, 404, &[], b""),
        _ => answer(to, 200, &[], &png(1)),
    });
    let study = study(&[vec![stub.url("/a.png")], vec![stub.url("/a.png")]]);
    assert_eq!(fetch(&study, &[]).0, 1);
    assert_eq!(
        exhibits(&study)[&stub.url("/a.png")],
        "could not be fetched: status 404"
    );
    let text = study.partly(&["fetch"]);
    assert!(
        text.contains("could not be had before, not asked for again (--retry-failed does): 1\n"),
        "{text}"
    );
    assert!(text.contains("1 × status 404 (first: c-0 http://127.0.0.1"), "{text}");
    assert_eq!(stub.seen().len(), 1);
    let (code, report) = fetch(&study, &["--retry-failed"]);
    assert_eq!((code, &report["got"], &report["cases"]), (0, &json!(1), &json!(2)));
    assert_eq!(exhibits(&study)[&stub.url("/a.png")], short(&png(1)));
    assert!(!study.read("cases.jsonl").contains("could not be fetched"));
}

#[test]
fn limits_dry_run_and_chosen_cases() {
    let stub = Stub::new(|request, to| answer(to, 200, &[], &png(u8::try_from(request.path.len()).unwrap())));
    let study = study(&[
        vec![stub.url("/a.png"), stub.url("/bb.png")],
        vec![stub.url("/ccc.png")],
    ]);
    let before = study.read("cases.jsonl");
    let text = study.ok(&["fetch", "--dry-run"]);
    assert!(
        text.starts_with("3 images would be asked for  (nothing asked, nothing written)\n"),
        "{text}"
    );
    assert!(text.contains("3 × 127.0.0.1"), "{text}");
    assert_eq!((stub.seen().len(), study.read("cases.jsonl")), (0, before));
    let (code, report) = fetch(&study, &["--max-images", "1"]);
    assert_eq!(
        (code, &report["got"], &report["left"]),
        (0, &json!(1), &json!({"127.0.0.1": 2}))
    );
    let (code, report) = fetch(&study, &["c-1"]);
    assert_eq!((code, &report["got"], &report["left"]), (0, &json!(1), &json!({})));
    assert_eq!(exhibits(&study)[&stub.url("/bb.png")], "nothing");
    assert!(study.fails(2, &["fetch", "c-9"]).contains("no case 'c-9'"));
    assert!(study.fails(2, &["fetch", "--per-host", "0"]).contains("--per-host"));
    // The workbench and `show` work with what there is.
    assert!(study.ok(&["show", "c-0"]).contains("c-0"));
}

#[test]
fn fields_that_nobody_knows_stay() {
    let stub = Stub::new(|_, to| answer(to, 200, &[], &png(1)));
    let study = study(&[vec![stub.url("/a.png")]]);
    let mut case: Value = serde_json::from_str(study.read("cases.jsonl").trim()).unwrap();
    case["novel"] = json!({"x": [1, 2.5]});
    case["exhibits"][0]["seen_by"] = json!("somebody");
    case["exhibits"][0]["labels"]["mood"] = json!("grim");
    study.lay("cases.jsonl", lines(&[case.clone()]));
    assert_eq!(fetch(&study, &[]).0, 0);
    let mut now: Value = serde_json::from_str(study.read("cases.jsonl").trim()).unwrap();
    assert_eq!(now["exhibits"][0]["image"]["width"], 3);
    now["exhibits"][0]["image"] = Value::Null;
    assert_eq!(now, case);
}

#[test]
fn a_host_is_asked_politely() {
    let most = Arc::new(AtomicU64::new(0));
    let own = (AtomicU64::new(0), most.clone());
    let stub = Stub::new(move |_, to| {
        own.1
            .fetch_max(1 + own.0.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(50));
        own.0.fetch_sub(1, Ordering::SeqCst);
        answer(to, 200, &[], &png(1))
    });
    let urls = |n: usize| (0..n).map(|n| stub.url(&format!("/{n}.png"))).collect::<Vec<_>>();
    let quick = study(&[urls(20)]);
    assert_eq!(fetch(&quick, &[]).0, 0);
    assert_eq!(most.load(Ordering::SeqCst), 2);
    // Five requests at ten a second: four gaps of 100 ms.
    let slow = study(&[urls(5)]);
    let begun = now();
    assert_eq!(fetch(&slow, &["--per-host", "10"]).0, 0);
    assert!(begun.elapsed() >= Duration::from_millis(400), "{:?}", begun.elapsed());
}

#[test]
fn a_network_that_is_down_is_no_fault_of_the_images() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let urls: Vec<String> = (0..30).map(|n| format!("http://127.0.0.1:{port}/{n}.png")).collect();
    let study = study(&[urls]);
    let before = study.read("cases.jsonl");
    let err = study.fails(3, &["fetch", "--allow-private", "--per-host", "500"]);
    assert!(err.contains("no host can be reached; first http://127.0.0.1"), "{err}");
    assert_eq!(study.read("cases.jsonl"), before);
    assert!(!study.path().join(".casefile/cache/fetch.jsonl").exists());
}
