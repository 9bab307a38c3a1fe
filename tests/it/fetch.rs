//! `casefile fetch` against a server that misbehaves in every way. Nothing outside of loopback is contacted.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::stub::{Request, Stub, answer, head, plain_speaker};
use crate::study::{Study, lines};

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
            let text: String = urls.iter().map(|u| format!("![shot]({u})\n")).collect();
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
    let sum: String = Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect();
    sum[..8].to_owned()
}

fn misbehave(request: &Request, to: &mut TcpStream, sent: &AtomicU64) -> std::io::Result<()> {
    let moved = |to: &mut TcpStream, status, place: &str| answer(to, status, &[&format!("Location: {place}")], b"");
    match request.path.as_str() {
        "/ok.png" => answer(to, 200, &["Content-Type: text/html"], &png(1)),
        "/same.png" => answer(to, 200, &[], &png(1)),
        "/open-half.png" => head(to, None).and_then(|()| to.write_all(&png(2)[..60])),
        "/open-end.png" => head(to, None).and_then(|()| to.write_all(&png(2))),
        "/chunked.png" => {
            to.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")?;
            for piece in png(3).chunks(10) {
                to.write_all(format!("{:x}\r\n", piece.len()).as_bytes())?;
                to.write_all(piece)?;
                to.write_all(b"\r\n")?;
            }
            to.write_all(b"0\r\n\r\n")
        }
        "/moved.png" => moved(to, 302, "a/../ok.png?x"),
        "/ok.png?x" => answer(to, 200, &[], &png(4)),
        "/loop.png" => moved(to, 301, "/loop.png"),
        "/to-file" => moved(to, 302, "file:///etc/passwd"),
        "/to-secret" => moved(to, 307, "http://me:secret@127.0.0.1/x.png"),
        "/nowhere" => answer(to, 302, &[], b""),
        "/html.png" => answer(
            to,
            200,
            &["Content-Type: image/png"],
            b"<!DOCTYPE html><html>sign in</html>",
        ),
        "/empty.png" => answer(to, 200, &[], b""),
        "/svg" => answer(to, 200, &[], b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        "/clip.mp4" => answer(to, 200, &[], b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom"),
        "/half.png" => answer(to, 200, &[], &png(5)[..50]),
        "/drip.png" => {
            head(to, Some(1000))?;
            loop {
                to.write_all(b"x")?;
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        "/silent.png" => {
            head(to, Some(1000))?;
            std::thread::sleep(Duration::from_secs(8));
            Ok(())
        }
        "/closed.png" => Ok(()),
        "/short.png" => head(to, Some(500)).and_then(|()| to.write_all(&png(6))),
        "/said-huge.png" => {
            head(to, Some(1 << 30))?;
            pour(to, sent)
        }
        "/huge.png" => {
            head(to, None)?;
            pour(to, sent)
        }
        "/big-header" => {
            to.write_all(b"HTTP/1.1 200 OK\r\nX: ")?;
            to.write_all(&vec![b'a'; 1 << 20])?;
            to.write_all(b"\r\n\r\n")
        }
        "/no-http" => to.write_all(b"220 mail.example.org ESMTP\r\n\r\n"),
        "/404.png" => answer(to, 404, &[], b"gone"),
        "/500.png" => answer(to, 500, &[], b""),
        "/500-then-ok.png" if request.nth < 3 => answer(to, 500, &[], b""),
        "/500-then-ok.png" => answer(to, 200, &[], &png(7)),
        "/429-told.png" if request.nth == 1 => answer(to, 429, &["Retry-After: 1"], b""),
        "/429-told.png" => answer(to, 200, &[], &png(8)),
        "/429-bare.png" if request.nth == 1 => answer(to, 429, &[], b""),
        "/429-bare.png" => answer(to, 200, &[], &png(9)),
        "/429-long.png" => answer(to, 429, &["Retry-After: 7200"], b""),
        "/503-date.png" => answer(to, 503, &["Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"], b""),
        _ => answer(to, 418, &[], b""),
    }
}

/// A gigabyte, counted.
fn pour(to: &mut TcpStream, sent: &AtomicU64) -> std::io::Result<()> {
    let piece = vec![0x89u8; 1 << 20];
    for _ in 0..1024 {
        to.write_all(&piece)?;
        sent.fetch_add(1 << 20, Ordering::Relaxed);
    }
    Ok(())
}

#[test]
fn the_table_of_refusals_and_successes() {
    let sent = Arc::new(AtomicU64::new(0));
    let own = sent.clone();
    let stub = Stub::new(move |request, to| misbehave(request, to, &own));
    let tls = plain_speaker();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let u = |path: &str| stub.url(path);
    let fault = |why: &str| format!("could not be fetched: {why}");
    let plain = |path: &str| format!("https://127.0.0.1:{}{path}", tls);
    let mut want: BTreeMap<String, String> = BTreeMap::from([
        (u("/ok.png"), short(&png(1))),
        (u("/same.png"), short(&png(1))),
        (u("/open-end.png"), short(&png(2))),
        (u("/chunked.png"), short(&png(3))),
        (u("/moved.png"), short(&png(4))),
        (u("/500-then-ok.png"), short(&png(7))),
        (u("/429-told.png"), short(&png(8))),
        (u("/429-bare.png"), short(&png(9))),
        (
            u("/svg"),
            format!(
                "{}: SVG, open externally",
                short(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
            ),
        ),
        (
            u("/clip.mp4"),
            format!(
                "{}: video (MP4), open externally",
                short(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom")
            ),
        ),
        // As the import takes it: the header is good, and the screen says what is wrong with the rest.
        (u("/half.png"), short(&png(5)[..50])),
        ("shots/by-path.png".to_owned(), "nothing".to_owned()),
    ]);
    let failed = [
        (u("/loop.png"), "more than 5 redirects"),
        (u("/to-file"), "neither http nor https"),
        (u("/to-secret"), "a user name or password in the address"),
        (u("/nowhere"), "a redirect to nowhere"),
        (u("/html.png"), "not a picture but an HTML page"),
        (u("/empty.png"), "the file is empty"),
        (u("/drip.png"), "not there after 3 s"),
        (u("/silent.png"), "silent for 1 s"),
        (u("/closed.png"), "the connection was closed"),
        (u("/short.png"), "cut short"),
        (u("/open-half.png"), "cut short"),
        (u("/said-huge.png"), "larger than 20 MiB"),
        (u("/huge.png"), "larger than 20 MiB"),
        (u("/big-header"), "a header of more than 64 KiB"),
        (u("/no-http"), "the answer is not HTTP"),
        (u("/404.png"), "status 404"),
        (u("/500.png"), "status 500"),
        (u("/429-long.png"), "status 429, and to come back later"),
        (u("/503-date.png"), "status 503, and to come back later"),
        (plain("/x.png"), "the connection is not secure"),
        (format!("http://127.0.0.1:{port}/x.png"), "the host cannot be reached"),
        ("ftp://127.0.0.1/x.png".to_owned(), "neither http nor https"),
        (
            "http://me:secret@127.0.0.1/x.png".to_owned(),
            "a user name or password in the address",
        ),
    ];
    let urls: Vec<String> = want
        .keys()
        .cloned()
        .chain(failed.iter().map(|(url, _)| url.clone()))
        .collect();
    let study = study(&[urls]);
    let limits = ["--timeout", "3", "--max-bytes", "20971520"];
    let (code, report) = fetch(&study, &limits);
    assert_eq!(code, 1, "{report:#}");
    let told: BTreeMap<&str, &str> = report["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| (f["url"].as_str().unwrap(), f["reason"].as_str().unwrap()))
        .collect();
    let expected: BTreeMap<&str, &str> = failed.iter().map(|(url, why)| (url.as_str(), *why)).collect();
    assert_eq!(told, expected);
    let number = |name: &str| report[name].as_u64().unwrap();
    assert_eq!(
        (number("got"), number("known"), number("by_path"), number("cases")),
        (11, 0, 1, 1)
    );
    assert_eq!(report["cannot_be_shown"].as_array().unwrap().len(), 2);
    // What an exhibit says: the reason, and what is special to it.
    let special = [
        ("/short.png", format!("cut short ({} of 500 bytes)", png(6).len())),
        (
            "/429-long.png",
            "status 429, and to come back later (in 7200 s)".to_owned(),
        ),
    ];
    let mut have = exhibits(&study);
    for (path, why) in special {
        assert_eq!(have.remove(&u(path)), Some(fault(&why)));
    }
    for (url, why) in &failed {
        // What follows in brackets are words of the system.
        if let Some(said) = have.get_mut(url)
            && said.starts_with(&fault(&format!("{why} (")))
        {
            *said = fault(why);
        }
        if have.contains_key(url) {
            want.insert(url.clone(), fault(why));
        }
    }
    assert_eq!(have, want);
    // Two bodies of a gigabyte were cut off: at the announcement, and at the limit.
    assert!(
        sent.load(Ordering::Relaxed) < 64 << 20,
        "{} bytes sent",
        sent.load(Ordering::Relaxed)
    );
    let counts = stub.counts();
    for (path, times) in [
        ("/ok.png", 1),
        ("/loop.png", 6),
        ("/500.png", 3),
        ("/404.png", 1),
        ("/closed.png", 3),
        ("/429-long.png", 1),
    ] {
        assert_eq!(counts.get(path), Some(&times), "{path}");
    }
    // The same picture under two addresses lies there once; nothing else lies beside the pictures.
    let files = fs::read_dir(study.path().join("exhibits")).unwrap().flatten();
    assert_eq!(files.flat_map(|d| fs::read_dir(d.path()).unwrap()).count(), 10);
    assert!(study.ok(&["doctor"]).ends_with("nothing is wrong\n"));

    // Again: what is there is not asked for, what failed is remembered; the file stays as it is.
    let before = (study.read("cases.jsonl"), stub.seen().len());
    let (code, again) = fetch(&study, &limits);
    assert_eq!((code, again["got"].as_u64()), (1, Some(0)));
    assert_eq!((study.read("cases.jsonl"), stub.seen().len()), before);
    assert_eq!(again["failed_before"].as_array().unwrap().len(), 21);
    assert_eq!(again["failed"].as_array().unwrap().len(), 2);
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
    let study = study(&[quick.clone(), slow]);
    let before = study.read("cases.jsonl");
    let mut child = study
        .command(&["fetch", "--allow-private", "--per-host", "500"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let notes = study.path().join(".casefile/cache/fetch.jsonl");
    let begun = Instant::now();
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
    let begun = Instant::now();
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
    let begun = Instant::now();
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
