//! Endpoints that refuse, want patience, know no schema, or are not there.

use std::net::TcpListener;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::stub::{Stub, answer, plain_speaker};

use super::speaker::{KEY, args, asked, error, evidence, fields, png, say, see, study};

fn pictures(n: usize) -> Vec<Vec<u8>> {
    (0..n).map(png).collect()
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is tested")]
fn now() -> Instant {
    Instant::now()
}

#[test]
fn what_would_fail_for_all_stops_the_command_and_is_held_against_none() {
    let not_found = error("The model `stub-vl` does not exist");
    let long = ["Retry-After: 7200"];
    for (status, headers, body, code, words, requests) in [
        (
            401,
            &[][..],
            error(&format!("Incorrect API key: {KEY}")),
            2,
            "refuses the key",
            1,
        ),
        (403, &[][..], error("no"), 2, "CASEFILE_API_KEY", 1),
        (404, &[][..], not_found, 2, "knows no model 'stub-vl' there", 1),
        (402, &[][..], error("top up"), 3, "wants to be paid first", 1),
        (
            429,
            &long[..],
            error("later"),
            3,
            "asks for more patience than 120 s",
            1,
        ),
        (
            200,
            &[][..],
            b"<html>web chat</html>".to_vec(),
            3,
            "the first 5 questions came to nothing",
            5,
        ),
    ] {
        let headers: Vec<String> = headers.iter().map(|h| (*h).to_owned()).collect();
        let stub = Stub::new(move |_, to| {
            let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
            answer(to, status, &headers, &body)
        });
        let study = study(&pictures(12), 12);
        let (got, _, out) = see(&study, &stub, &["--workers", "1"]);
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(got, code, "{status}: {err}");
        assert!(err.contains(words) && !err.contains(KEY), "{status}: {err}");
        assert!(
            stub.seen().len() <= requests + 1,
            "{status}: {} requests",
            stub.seen().len()
        );
        assert!(!study.path().join("evidence/stub-vl.jsonl").exists());
        // With an endpoint that works, everything is asked.
        let good = Stub::new(|_, to| say(to, &fields("x")));
        assert_eq!(see(&study, &good, &[]).0, 0);
        assert_eq!(good.seen().len(), 12);
    }
}

#[test]
fn nobody_listens_or_no_tls() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let tls = plain_speaker();
    for (url, words) in [
        (format!("http://127.0.0.1:{port}/v1"), "cannot be reached"),
        (format!("https://127.0.0.1:{tls}/v1"), "no secure connection to"),
    ] {
        let study = study(&pictures(9), 9);
        let err = study.fails(3, &args(&url, &[]));
        assert!(err.contains(words), "{err}");
        assert!(!study.path().join("evidence/stub-vl.jsonl").exists());
    }
}

#[test]
fn an_endpoint_without_schemas_is_asked_once_and_remembered() {
    let formats = Arc::new(Mutex::new(Vec::new()));
    let own = formats.clone();
    let stub = Stub::new(move |request, to| {
        let format = asked(request).format;
        own.lock().unwrap().push(format.clone());
        match format.as_str() {
            "json_schema" => answer(
                to,
                400,
                &[],
                &error("response_format of type json_schema is not supported"),
            ),
            _ => say(to, &fields("x")),
        }
    });
    let study = study(&pictures(16), 8);
    assert_eq!(see(&study, &stub, &["c-0"]).0, 0);
    let first = std::mem::take(&mut *formats.lock().unwrap());
    assert_eq!(first[..2], ["json_schema", "json_object"]);
    assert!(
        first.len() == 9 && first[1..].iter().all(|f| f == "json_object"),
        "{first:?}"
    );
    assert_eq!(see(&study, &stub, &["c-1"]).0, 0);
    assert_eq!(*formats.lock().unwrap(), vec!["json_object"; 8]);
}

#[test]
fn an_endpoint_that_takes_words_only() {
    let stub = Stub::new(|request, to| match asked(request).format.as_str() {
        "" => say(to, &fields("x")),
        _ => answer(to, 400, &[], &error("Bad Request")),
    });
    let study = study(&pictures(5), 5);
    let (code, report, _) = see(&study, &stub, &[]);
    assert_eq!(
        (code, &report["read"], &report["cost"]["requests"]),
        (0, &json!(5), &json!(7))
    );
}

#[test]
fn everybody_waits_when_the_endpoint_wants_to_be_left_alone() {
    let times = Arc::new(Mutex::new(Vec::new()));
    let own = times.clone();
    let stub = Stub::new(move |request, to| {
        own.lock().unwrap().push(now());
        match request.nth {
            1 => answer(to, 429, &["Retry-After: 1"], &error("later")),
            _ => say(to, &fields("x")),
        }
    });
    let study = study(&pictures(6), 6);
    assert_eq!(see(&study, &stub, &[]).0, 0);
    let times = times.lock().unwrap();
    assert_eq!(times.len(), 7);
    for later in &times[1..] {
        assert!(later.duration_since(times[0]) >= Duration::from_millis(990));
    }
}

#[test]
fn a_dry_run_asks_nobody() {
    let stub = Stub::new(|_, to| say(to, &fields("x")));
    let study = study(&pictures(10), 10);
    let (code, report, _) = see(&study, &stub, &["--dry-run", "--max-calls", "7"]);
    let estimate = &report["estimate"];
    assert_eq!(
        (code, &estimate["requests"], &estimate["left"]),
        (0, &json!(7), &json!(3))
    );
    // 2048 tokens at most for each reply; a prompt of some 1,800 characters by 4, and one token for six pixels.
    assert_eq!(estimate["most_completion_tokens"], 7 * 2048);
    let each = estimate["prompt_tokens"].as_u64().unwrap() / 7;
    assert!((350..650).contains(&each), "{each}");
    assert!(stub.seen().is_empty() && !study.path().join(".casefile/cache/replies.jsonl").exists());
    // The limit holds when it is meant.
    let (_, report, _) = see(&study, &stub, &["--max-calls", "7"]);
    assert_eq!((stub.seen().len(), &report["left"]), (7, &json!(3)));
    let (code, report, _) = see(&study, &stub, &[]);
    assert_eq!((code, stub.seen().len(), &report["left"]), (0, 10, &json!(0)));
}

#[test]
fn no_key_is_sent_but_the_one_that_is_named() {
    let stub = Stub::new(|_, to| say(to, &fields("x")));
    let study = study(&pictures(2), 1);
    let url = stub.url("/v1");
    let run = |more: &[&str]| {
        let mut command = study.command(&args(&url, more));
        let out = command
            .env("OPENAI_API_KEY", KEY)
            .env("OTHER", "sk-other-1234")
            .output()
            .unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    };
    run(&["c-0"]);
    run(&["c-1", "--key-env", "OTHER"]);
    let sent: Vec<Option<String>> = stub
        .seen()
        .iter()
        .map(|r| r.header("authorization").map(str::to_owned))
        .collect();
    assert_eq!(sent, [None, Some("Bearer sk-other-1234".to_owned())]);
    let bad = study.fails(
        2,
        &[
            "see",
            "--endpoint",
            "http://8.8.8.8/v1",
            "--model",
            "m",
            "--key-env",
            "HOME",
        ],
    );
    assert!(bad.contains("use https"), "{bad}");
}

#[test]
fn a_reply_that_is_no_evidence_is_asked_for_again_only_when_wanted() {
    let good = Arc::new(AtomicUsize::new(0));
    let own = good.clone();
    let stub = Stub::new(move |_, to| match own.load(Ordering::SeqCst) {
        0 => say(to, "Sorry."),
        _ => say(to, &fields("now")),
    });
    let study = study(&pictures(3), 3);
    assert_eq!((see(&study, &stub, &[]).0, stub.seen().len()), (1, 3));
    good.store(1, Ordering::SeqCst);
    assert_eq!((see(&study, &stub, &[]).0, stub.seen().len()), (1, 3));
    assert_eq!((see(&study, &stub, &["--retry-failed"]).0, stub.seen().len()), (0, 6));
    assert!(
        evidence(&study)
            .values()
            .all(|r| r["ocr_text"] == "now" && r.get("fault").is_none())
    );
    // Lost evidence comes back without a request.
    std::fs::remove_file(study.path().join("evidence/stub-vl.jsonl")).unwrap();
    assert_eq!((see(&study, &stub, &[]).0, stub.seen().len()), (0, 6));
}

#[test]
fn ctrl_c_keeps_what_came() {
    let stub = Stub::new(|request, to| {
        if request.nth > 4 {
            std::thread::sleep(Duration::from_secs(20));
        }
        say(to, &fields("x"))
    });
    let study = study(&pictures(12), 12);
    let url = stub.url("/v1");
    let child = study.command(&args(&url, &[])).stdout(Stdio::piped()).spawn().unwrap();
    let begun = now();
    while stub.seen().len() < 8 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let out = child.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (out.status.code(), &report["read"], &report["left"]),
        (Some(3), &json!(4), &json!(8))
    );
    assert!(begun.elapsed() < Duration::from_secs(15));
    assert_eq!(evidence(&study).len(), 4);
}
