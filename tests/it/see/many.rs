//! A thousand exhibits, a fifth of the replies broken, killed twice: all settled, nothing paid for twice, the key nowhere.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::stub::{Stub, answer, head};
use crate::study::Study;

use super::speaker::{KEY, args, asked, error, evidence, fields, png, said, say, see, sha, study};

const EXHIBITS: usize = 1000;
const WORKERS: usize = 8;
const OPTIONS: [&str; 4] = ["--workers", "8", "--timeout", "1"];

/// What is done to a picture: a fifth of them is treated badly, by their hash.
fn way(picture: &str) -> u32 {
    let n = u32::from_str_radix(&picture[..6], 16).unwrap();
    if n.is_multiple_of(5) { 1 + n / 5 % 16 } else { 0 }
}

/// Requests that a way takes, and the reason it ends with.
fn end(way: u32) -> (usize, Option<&'static str>) {
    match way {
        0..=4 => (1, None),
        5 => (1, Some("the reply was cut off at the limit of tokens")),
        6..=10 => (2, None),
        11 => (3, Some("status 500")),
        12 => (2, Some("not there after 1 s")),
        13 => (2, None),
        14 => (1, Some("larger than 8 MiB")),
        15 => (1, Some("a redirect, which is not followed")),
        _ => (1, Some("the answer is not JSON")),
    }
}

/// Answers the `nth` request for a picture. Some good replies tell the key back.
fn serve(picture: &str, nth: usize, to: &mut TcpStream) -> std::io::Result<()> {
    let good = if picture.ends_with(['0', '1', '2']) {
        fields(&format!("{picture} key {KEY}"))
    } else {
        fields(picture)
    };
    let whole = said(&good, "stop");
    match (way(picture), nth) {
        (1, _) => say(to, &format!("```json\n{good}\n```")),
        (2, _) => say(to, &format!("Of course! {good} I hope this helps.")),
        (3, _) => say(
            to,
            &good
                .replace("[\"Save button\"]", "\"Save button\"")
                .replace("0.75", "\"high\""),
        ),
        (4, _) => say(to, good.split_at(good.find("a red").unwrap()).0),
        (5, _) => answer(to, 200, &[], said(good.split_at(40).0, "length").as_bytes()),
        (6, 1) => answer(to, 429, &["Retry-After: 0"], &error(KEY)),
        (7, 1) => answer(to, 429, &["Retry-After: 1"], &error(KEY)),
        (8, 1) => answer(to, 429, &[], &error(KEY)),
        (9, 1) => answer(to, 500, &[], &error(KEY)),
        (10, 1) => Ok(()),
        (11, _) => answer(to, 500, &[], format!("<p>{KEY}").as_bytes()),
        (12, _) => {
            head(to, Some(4000))?;
            loop {
                to.write_all(b" ")?;
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        (13, 1) => head(to, Some(whole.len() as u64 + 1)).and_then(|()| to.write_all(whole.as_bytes())),
        (14, _) => {
            head(to, None)?;
            (0..32).try_for_each(|_| to.write_all(&vec![b' '; 1 << 19]))
        }
        (15, _) => answer(to, 302, &[&format!("Location: http://169.254.169.254/?k={KEY}")], b""),
        (16, _) => answer(to, 200, &[], format!("<!DOCTYPE html><p>{KEY}").as_bytes()),
        _ => say(to, &good),
    }
}

/// Pictures whose reply is noted.
fn noted(study: &Study) -> HashSet<String> {
    let text = fs::read_to_string(study.path().join(".casefile/cache/replies.jsonl")).unwrap_or_default();
    let lines = text.lines().filter_map(|l| serde_json::from_str::<Value>(l).ok());
    let good = lines.filter(|v| v.get("reason").is_none());
    let shown = |v: Value| {
        Some(
            v["content"]
                .as_str()?
                .split("ocr_text\":\"")
                .nth(1)?
                .get(..64)?
                .to_owned(),
        )
    };
    good.filter_map(shown).collect()
}

/// Every byte that was written, below the home of the test.
fn search(dir: &Path) {
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            search(&path);
        } else {
            without_key(&path.display().to_string(), &fs::read(&path).unwrap());
        }
    }
}

fn without_key(what: &str, bytes: &[u8]) {
    for part in [KEY.as_bytes(), &KEY.as_bytes()[3..14]] {
        let there = bytes.windows(part.len()).any(|w| w == part);
        assert!(!there, "the key stands in {what}");
    }
}

#[test]
fn a_thousand_exhibits_killed_twice() {
    let pictures: Vec<Vec<u8>> = (0..EXHIBITS).map(png).collect();
    let counts = Arc::new(Mutex::new(HashMap::<String, usize>::new()));
    let own = counts.clone();
    let stub = Stub::new(move |request, to| {
        let picture = asked(request).picture;
        let nth = {
            let mut counts = own.lock().unwrap();
            let nth = counts.entry(picture.clone()).or_default();
            *nth += 1;
            *nth
        };
        serve(&picture, nth, to)
    });
    let study = study(&pictures, 10);
    let url = stub.url("/v1");
    let asked_for = || counts.lock().unwrap().values().sum::<usize>();
    let mut safe: Vec<(HashSet<String>, HashMap<String, usize>)> = Vec::new();
    for kill_at in [300, 700] {
        let mut child = study
            .command(&args(&url, &OPTIONS))
            .env("CASEFILE_API_KEY", KEY)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while asked_for() < kill_at {
            assert!(
                child.try_wait().unwrap().is_none(),
                "it ended before {kill_at} requests"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What was on its way may still be counted.
        std::thread::sleep(Duration::from_millis(300));
        safe.push((noted(&study), counts.lock().unwrap().clone()));
    }
    let (code, report, out) = see(&study, &stub, &OPTIONS);
    assert_eq!(code, 1, "{}", String::from_utf8_lossy(&out.stderr));
    without_key("the output", &out.stdout);
    without_key("the errors", &out.stderr);

    // Every exhibit has evidence or its reason.
    let records = evidence(&study);
    assert_eq!((records.len(), &report["left"]), (EXHIBITS, &json!(0)));
    let mut met = BTreeMap::<u32, usize>::new();
    for picture in pictures.iter().map(|p| sha(p)) {
        let (record, way) = (&records[&picture], way(&picture));
        *met.entry(way).or_default() += 1;
        match end(way).1 {
            Some(reason) => {
                let fault = record["fault"].as_str().unwrap_or_else(|| panic!("{way}: {record}"));
                assert!(fault.starts_with(reason), "{way}: {fault}");
            }
            None => assert!(
                record["ocr_text"].as_str().is_some_and(|t| t.starts_with(&picture)),
                "{way}: {record}"
            ),
        }
    }
    let bad: usize = met.iter().filter(|(way, _)| **way > 0).map(|(_, n)| n).sum();
    assert!(met.len() == 17 && (150..250).contains(&bad), "{met:?}");

    // Nothing that was noted before a kill was asked for again, and little besides was.
    let last = counts.lock().unwrap().clone();
    for (noted, then) in &safe {
        assert!(noted.len() > 100, "{}", noted.len());
        for picture in noted {
            assert_eq!(last[picture], then[picture], "{picture} was paid for twice");
        }
    }
    let more = |picture: &String| last[picture].saturating_sub(end(way(picture)).0);
    let twice: usize = last.keys().filter(|p| !matches!(way(p), 6..=13)).map(more).sum();
    assert!(twice <= 2 * WORKERS, "{twice} requests too many");

    // And again: no request.
    let before = asked_for();
    let (code, again, out) = see(&study, &stub, &OPTIONS);
    assert_eq!((code, asked_for(), &again["cost"]["requests"]), (1, before, &json!(0)));
    without_key("the output", &out.stdout);
    search(study.home.path());
}
