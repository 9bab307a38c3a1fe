//! Every way in which an endpoint can misbehave, and what comes of it.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::stub::{Stub, answer, head};

use super::speaker::{KEY, asked, error, evidence, fields, png, said, say, see, sha, study};

/// What the server does every time, and the reason that is told.
const WAYS: [(&str, &str); 26] = [
    ("good", ""),
    ("fence", ""),
    ("prose", ""),
    ("thought", ""),
    ("types", ""),
    ("cut", ""),
    ("parts", ""),
    ("length", "the reply was cut off at the limit of tokens"),
    ("filter", "the reply was held back by a filter"),
    ("refusal", "the model declined"),
    ("empty", "the reply is empty"),
    ("no json", "there is no JSON in the reply"),
    ("other json", "JSON without any of the eight fields of evidence"),
    ("two fields", "fewer than 3 of the eight fields of evidence"),
    ("429", "status 429"),
    ("500", "status 500"),
    ("400", "status 400"),
    ("403", "status 403"),
    ("drip", "not there after 1 s"),
    ("silent", "not there after 1 s"),
    ("closed", "the connection was closed"),
    ("short", "cut short"),
    ("huge", "larger than 8 MiB"),
    ("redirect", "a redirect, which is not followed"),
    ("html", "the answer is not JSON"),
    ("no choice", "the answer holds no reply"),
];

fn misbehave(way: &str, to: &mut TcpStream) -> std::io::Result<()> {
    let good = fields(way);
    let cut = good.split_at(good.find("a red").unwrap()).0;
    let reply = |to: &mut TcpStream, body: &str| answer(to, 200, &[], body.as_bytes());
    match way {
        "good" => say(to, &good),
        "fence" => say(to, &format!("```json\n{good}\n```")),
        "prose" => say(to, &format!("Here is what I see:\n\n{good}\n\nAnything else?")),
        "thought" => say(to, &format!("<think>Is it {{\"ocr_text\": 1}}?</think>{good}")),
        "types" => say(
            to,
            &good
                .replace("[\"Save button\"]", "\"Save button\"")
                .replace("0.75", "\"75%\""),
        ),
        "cut" => say(to, cut),
        "parts" => {
            let mut body: Value = serde_json::from_str(&said("", "stop")).unwrap();
            body["choices"][0]["message"]["content"] = json!([{"type": "text", "text": good}]);
            reply(to, &body.to_string())
        }
        "length" => reply(to, &said(cut, "length")),
        "filter" => reply(to, &said("", "content_filter")),
        "refusal" => {
            let mut body: Value = serde_json::from_str(&said("", "stop")).unwrap();
            body["choices"][0]["message"]["refusal"] = json!(format!("Not with {KEY}"));
            reply(to, &body.to_string())
        }
        "empty" => say(to, " "),
        "no json" => say(to, &format!("I see {KEY} and nothing else.")),
        "other json" => say(to, "{\"answer\": 42}"),
        "two fields" => say(to, "{\"ocr_text\": \"a\", \"confidence\": 1}"),
        "429" => answer(to, 429, &["Retry-After: 0"], &error("slower")),
        "500" => answer(to, 500, &[], &error(&format!("broke on {KEY}"))),
        "400" => answer(to, 400, &[], &error("this picture is odd")),
        "403" => answer(to, 403, &[], &error("flagged")),
        "drip" => {
            head(to, Some(1000))?;
            loop {
                to.write_all(b" ")?;
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        "silent" => {
            std::thread::sleep(Duration::from_secs(3));
            Ok(())
        }
        "closed" => Ok(()),
        "short" => {
            let body = said(&good, "stop");
            head(to, Some(body.len() as u64 + 7)).and_then(|()| to.write_all(body.as_bytes()))
        }
        "huge" => {
            head(to, None)?;
            (0..64).try_for_each(|_| to.write_all(&vec![b' '; 1 << 20]))
        }
        "redirect" => answer(to, 307, &[&format!("Location: http://169.254.169.254/{KEY}")], b""),
        "html" => answer(to, 200, &[], b"<!DOCTYPE html><title>Sign in</title>"),
        "no choice" => reply(to, "{\"choices\": []}"),
        other => panic!("{other}"),
    }
}

#[test]
fn every_way_to_misbehave_has_its_reason() {
    let pictures: Vec<Vec<u8>> = (0..WAYS.len()).map(png).collect();
    let ways: HashMap<String, &str> = pictures.iter().map(|p| sha(p)).zip(WAYS.map(|w| w.0)).collect();
    let counts = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
    let (own, own_ways) = (counts.clone(), ways.clone());
    let stub = Stub::new(move |request, to| {
        let way = own_ways[&asked(request).picture];
        *own.lock().unwrap().entry(way.to_owned()).or_default() += 1;
        misbehave(way, to)
    });
    let study = study(&pictures, 100);
    let (code, report, out) = see(&study, &stub, &["--timeout", "1"]);
    assert_eq!(code, 1, "{}", String::from_utf8_lossy(&out.stderr));
    let records = evidence(&study);
    let told: BTreeMap<&str, &str> = report["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            let exhibit = records.iter().find(|(_, r)| r["exhibit"] == f["exhibit"]).unwrap().0;
            (ways[exhibit], f["reason"].as_str().unwrap())
        })
        .collect();
    let want: BTreeMap<&str, &str> = WAYS.into_iter().filter(|(_, why)| !why.is_empty()).collect();
    assert_eq!(told, want);
    // What was mended is told, what was refused is kept.
    let of = |way: &str| &records[ways.iter().find(|(_, w)| **w == way).unwrap().0];
    for (way, mended) in [
        ("good", json!(null)),
        ("fence", json!(["fence"])),
        ("types", json!(["ui_elements: text for a list", "confidence: percent"])),
        ("parts", json!(null)),
    ] {
        let got = of(way).get("mended").cloned().unwrap_or_default();
        assert_eq!(
            got.as_array().map(Vec::len),
            mended.as_array().map(Vec::len),
            "{way}: {got}"
        );
        assert_eq!(
            (of(way)["ocr_text"].as_str(), of(way).get("fault")),
            (Some(way), None),
            "{way}"
        );
    }
    assert_eq!(of("thought")["ocr_text"], "thought");
    assert!(of("cut")["mended"].to_string().contains("truncated"), "{}", of("cut"));
    assert!(of("length")["raw"].as_str().unwrap().starts_with("{\"ocr_text\""));
    assert_eq!(of("no json")["raw"], "I see … and nothing else.");
    assert_eq!(of("500")["fault"], "status 500 (broke on …)");
    assert_eq!(
        of("redirect")["fault"],
        "a redirect, which is not followed (http://169.254.169.254/…)"
    );
    assert_eq!(of("length")["usage"]["completion_tokens"], 10);
    for (_, record) in records.iter().filter(|(_, r)| r.get("fault").is_some()) {
        let empty = ["ocr_text", "error_signal", "user_action", "code_hint", "confidence"];
        assert!(empty.iter().all(|f| record[f].is_null()), "{record}");
    }
    // Tries: three for what may pass, two where time ran out, nine for being told to wait, one for the rest.
    let counts = counts.lock().unwrap().clone();
    for (way, times) in [
        ("500", 3),
        ("closed", 3),
        ("short", 3),
        ("drip", 2),
        ("429", 9),
        ("400", 1),
        ("html", 1),
    ] {
        assert_eq!(counts[way], times, "{way}");
    }
    let cost = &report["cost"];
    assert_eq!(cost["requests"], counts.values().sum::<usize>());
    // Fourteen replies with usage: seven good, length, filter, refusal, empty, and three that are no evidence.
    assert_eq!(
        (&cost["prompt_tokens"], &cost["completion_tokens"]),
        (&json!(1400), &json!(140))
    );
    // Again: nothing is asked.
    let before = stub.seen().len();
    let (code, again, _) = see(&study, &stub, &["--timeout", "1"]);
    assert_eq!(
        (code, stub.seen().len(), &again["cost"]["requests"]),
        (1, before, &json!(0))
    );
    assert_eq!(again["failed_before"].as_array().unwrap().len(), want.len());
}
