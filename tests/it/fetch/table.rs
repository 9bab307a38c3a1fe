//! Every way in which a host can misbehave, and what comes of it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::stub::{Request, Stub, answer, head, plain_speaker};
use crate::study::Study;

use super::{exhibits, fetch, png, short, study};

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

/// What is kept: address to the first digits of its hash, and why it cannot be shown.
fn had(u: &dyn Fn(&str) -> String) -> BTreeMap<String, String> {
    BTreeMap::from([
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
    ])
}

/// What is not, and the reason.
fn not_had(u: &dyn Fn(&str) -> String, tls: u16, port: u16) -> Vec<(String, &'static str)> {
    vec![
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
        (format!("https://127.0.0.1:{tls}/x.png"), "the connection is not secure"),
        (format!("http://127.0.0.1:{port}/x.png"), "the host cannot be reached"),
        ("ftp://127.0.0.1/x.png".to_owned(), "neither http nor https"),
        (
            "http://me:secret@127.0.0.1/x.png".to_owned(),
            "a user name or password in the address",
        ),
    ]
}

/// Every exhibit holds what came, or the reason and what is special to it.
fn exhibits_say(
    study: &Study,
    u: &dyn Fn(&str) -> String,
    mut want: BTreeMap<String, String>,
    failed: &[(String, &str)],
) {
    let fault = |why: &str| format!("could not be fetched: {why}");
    let special = [
        ("/short.png", format!("cut short ({} of 500 bytes)", png(6).len())),
        (
            "/429-long.png",
            "status 429, and to come back later (in 7200 s)".to_owned(),
        ),
    ];
    let mut have = exhibits(study);
    for (path, why) in special {
        assert_eq!(have.remove(&u(path)), Some(fault(&why)));
    }
    for (url, why) in failed {
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
}

#[test]
fn the_table_of_refusals_and_successes() {
    let sent = Arc::new(AtomicU64::new(0));
    let own = sent.clone();
    let stub = Stub::new(move |request, to| misbehave(request, to, &own));
    let tls = plain_speaker();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let u = |path: &str| stub.url(path);
    let want = had(&u);
    let failed = not_had(&u, tls, port);
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
    exhibits_say(&study, &u, want, &failed);
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
