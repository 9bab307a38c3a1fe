//! What the tests of `see` share: workspaces with tiny pictures, and what a chat endpoint is asked and says.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::net::TcpStream;
use std::process::Output;

use base64::Engine as _;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::stub::{Request, Stub, answer};
use crate::study::{Study, lines};

/// A key that stands nowhere else.
pub(super) const KEY: &str = "sk-Vq83kLw/0pZr+Tn5";

pub(super) fn sha(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    sum.iter().fold(String::new(), |out, b| format!("{out}{b:02x}"))
}

/// A picture like no other of the test.
pub(super) fn png(number: usize) -> Vec<u8> {
    let [low, high, ..] = number.to_le_bytes();
    let pixel = Rgb([low, high, 7]);
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(RgbImage::from_pixel(3, 2, pixel))
        .write_to(&mut out, ImageFormat::Png)
        .unwrap();
    out.into_inner()
}

/// A workspace with `per_case` pictures a case, `c-0`, `c-1` …, and nothing but a title and a body in each.
pub(super) fn study(pictures: &[Vec<u8>], per_case: usize) -> Study {
    let study = Study::new();
    let mut cases = Vec::new();
    for (n, some) in pictures.chunks(per_case).enumerate() {
        let exhibits: Vec<Value> = some
            .iter()
            .enumerate()
            .map(|(m, bytes)| {
                let (source, sum) = (format!("https://h/{n}-{m}.png"), sha(bytes));
                study.lay(&format!("exhibits/{}/{sum}.png", &sum[..2]), bytes);
                json!({"id": &sha(source.as_bytes())[..12], "source": source, "image": {"sha256": sum, "format": "png",
                    "width": 3, "height": 2, "frames": 1, "bytes": bytes.len()}})
            })
            .collect();
        cases.push(
            json!({"v": 1, "id": format!("c-{n}"), "title": "It breaks", "body": "See below.",
            "exhibits": exhibits}),
        );
    }
    study.lay("cases.jsonl", lines(&cases));
    study
}

/// Arguments of `see` that ask the stub.
pub(super) fn args<'a>(url: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["see", "--endpoint", url, "--model", "stub-vl", "--json"];
    [&fixed, more].concat()
}

/// Runs it with the key.
pub(super) fn see(study: &Study, stub: &Stub, more: &[&str]) -> (i32, Value, Output) {
    let url = stub.url("/v1");
    let out = study
        .command(&args(&url, more))
        .env("CASEFILE_API_KEY", KEY)
        .output()
        .unwrap();
    let report = serde_json::from_slice(&out.stdout).unwrap_or(Value::Null);
    (out.status.code().unwrap(), report, out)
}

/// What was asked.
pub(super) struct Asked {
    /// SHA-256 of the picture.
    pub(super) picture: String,
    /// `json_schema`, `json_object`, or nothing.
    pub(super) format: String,
}

/// Reads a request, which must be as the protocol wants it and carry the key.
pub(super) fn asked(request: &Request) -> Asked {
    assert_eq!(
        (request.method.as_str(), request.path.as_str()),
        ("POST", "/v1/chat/completions")
    );
    assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!((&body["model"], &body["temperature"]), (&json!("stub-vl"), &json!(0)));
    let user = &body["messages"][1]["content"];
    assert!(user[0]["text"].as_str().unwrap().contains("It breaks"));
    let uri = user[1]["image_url"]["url"].as_str().unwrap();
    let data = uri.strip_prefix("data:image/png;base64,").unwrap();
    let bytes = base64::engine::general_purpose::STANDARD.decode(data).unwrap();
    Asked {
        picture: sha(&bytes),
        format: body["response_format"]["type"].as_str().unwrap_or_default().to_owned(),
    }
}

/// All eight fields, with `text` for the text in the picture.
pub(super) fn fields(text: &str) -> String {
    json!({"ocr_text": text, "error_signal": {"kind": "exception", "type": "TypeError", "message": "boom",
            "stack_hint": ["at f (a.ts:1)"]},
        "ui_elements": ["Save button"], "user_action": null, "code_hint": null, "visual_saliency": "a red box",
        "confidence": 0.75, "notes": null})
    .to_string()
}

/// An answer of the protocol.
pub(super) fn said(content: &str, finish: &str) -> String {
    json!({"id": "x", "object": "chat.completion", "model": "stub-vl-1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}})
    .to_string()
}

/// Says it with status 200.
pub(super) fn say(to: &mut TcpStream, content: &str) -> std::io::Result<()> {
    answer(
        to,
        200,
        &["Content-Type: application/json"],
        said(content, "stop").as_bytes(),
    )
}

/// An error as servers give it.
pub(super) fn error(words: &str) -> Vec<u8> {
    json!({"error": {"message": words, "type": "x"}})
        .to_string()
        .into_bytes()
}

/// Evidence of the producer by the picture of its exhibit.
pub(super) fn evidence(study: &Study) -> BTreeMap<String, Value> {
    let mut pictures = BTreeMap::new();
    for line in study.read("cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        for e in case["exhibits"].as_array().unwrap() {
            let key = format!("{} {}", case["id"], e["id"]);
            pictures.insert(key, e["image"]["sha256"].as_str().unwrap().to_owned());
        }
    }
    let mut out = BTreeMap::new();
    for line in study.read("evidence/stub-vl.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let picture = &pictures[&format!("{} {}", record["case"], record["exhibit"])];
        assert!(
            out.insert(picture.clone(), record).is_none(),
            "two records for {picture}"
        );
    }
    out
}
