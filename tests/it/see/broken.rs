//! Endpoints that break while they are asked: no picture is blamed for it.

use crate::stub::{Stub, answer};

use super::speaker::{asked, error, evidence, fields, png, say, see, study};

#[test]
fn an_endpoint_that_breaks_in_the_middle_stops_the_command() {
    let pictures: Vec<Vec<u8>> = (0..30).map(png).collect();
    let study = study(&pictures, 30);
    let stub = Stub::new(|request, to| {
        asked(request);
        match request.nth {
            1..=8 => say(to, &fields("x")),
            _ => answer(to, 200, &[], b"<html>sign in</html>"),
        }
    });
    let (code, _, out) = see(&study, &stub, &["--workers", "1"]);
    let err = String::from_utf8_lossy(&out.stderr);
    assert!(
        code == 3 && err.contains("10 questions in a row came to nothing") && err.contains("sign in"),
        "{code} {err}"
    );
    let all = evidence(&study);
    assert_eq!((all.len(), stub.seen().len()), (8, 18));
    assert!(all.values().all(|e| e["fault"].is_null()));
    let good = Stub::new(|_, to| say(to, &fields("x")));
    assert_eq!(see(&study, &good, &[]).0, 0);
    assert_eq!((evidence(&study).len(), good.seen().len()), (30, 22));
}

#[test]
fn the_last_few_that_fail_are_to_blame_themselves() {
    let pictures: Vec<Vec<u8>> = (0..12).map(png).collect();
    let study = study(&pictures, 12);
    let stub = Stub::new(|request, to| match request.nth {
        1..=8 => say(to, &fields("x")),
        _ => answer(to, 200, &[], b"<html>"),
    });
    assert_eq!(see(&study, &stub, &["--workers", "1"]).0, 1);
    let all = evidence(&study);
    let faults = all.values().filter(|e| !e["fault"].is_null()).count();
    assert_eq!((all.len(), faults), (12, 4));
}

#[test]
fn a_single_question_that_comes_to_nothing_says_nothing_about_its_picture() {
    let study = study(&[png(1)], 1);
    let stub = Stub::new(|_, to| answer(to, 200, &[], b"<html>"));
    let (code, _, out) = see(&study, &stub, &[]);
    let err = String::from_utf8_lossy(&out.stderr);
    assert!(
        code == 3 && err.contains("the first question came to nothing"),
        "{code} {err}"
    );
    assert!(!study.path().join("evidence/stub-vl.jsonl").exists());
}

#[test]
fn an_endpoint_that_stays_busy_stops_the_command() {
    let pictures: Vec<Vec<u8>> = (0..20).map(png).collect();
    let study = study(&pictures, 20);
    let stub = Stub::new(|request, to| match request.nth {
        1..=3 => say(to, &fields("x")),
        _ => answer(to, 429, &["Retry-After: 0"], &error("later")),
    });
    let (code, _, out) = see(&study, &stub, &["--workers", "1"]);
    let err = String::from_utf8_lossy(&out.stderr);
    assert!(code == 3 && err.contains("is busy"), "{code} {err}");
    // Three replies, and nine times in a row "later".
    assert_eq!(stub.seen().len(), 12);
    assert!(evidence(&study).len() == 3 && evidence(&study).values().all(|e| e["fault"].is_null()));
}
