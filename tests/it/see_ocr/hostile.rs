//! Programs that misbehave, pictures that cannot be decoded, stops and kills.

use std::process::Stdio;
use std::thread;

use super::*;

#[test]
fn a_program_that_misbehaves_is_a_reason_and_no_more() {
    let study = study(&[10, 20, 30, 40, 50, 60, 70]);
    // A child of the child holds the pipes open: both must go.
    let body = r#"case "$width" in
10) sleep 300 & sleep 300;;
20) yes 1234567890 | head -c 1000000000; exit 0;;
30) printf 'cannot \033[31mread\n' >&2; exit 1;;
40) echo 'hello';;
50) kill -9 $$;;
60) head; word 1 1 90 "$(printf 'red\033[31mtext\f')"; yes error | /usr/bin/head -c 3000000 >&2;;
70) head; word 1 1 90 good;;
esac"#
        .replace("| head -c", "| /usr/bin/head -c");
    let engine = engine(&study, &body);
    let begun = now();
    let (code, said) = see(&study, &engine, &["--timeout", "2", "--workers", "2"]);
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    assert_eq!((code, &said["read"]), (1, &json!(2)), "{said}");
    let all = records(&study, "tesseract");
    let of = |n: usize| all[n]["fault"].as_str().unwrap_or_default().to_owned();
    assert_eq!(of(0), "tesseract took longer than 2 s");
    assert_eq!(of(1), "tesseract wrote more than 4 MiB");
    assert_eq!(of(2), "tesseract ended with 1: cannot ␛[31mread");
    assert_eq!(of(3), "tesseract wrote no table of words");
    assert_eq!(of(4), "tesseract was ended by a signal");
    assert_eq!((of(5), &all[5]["ocr_text"]), (String::new(), &json!("red[31mtext")));
    for record in &all[..5] {
        for field in [
            "ocr_text",
            "error_signal",
            "user_action",
            "code_hint",
            "visual_saliency",
            "confidence",
            "notes",
        ] {
            assert_eq!(record[field], Value::Null, "{field} of {record}");
        }
        assert_eq!(record["ui_elements"], json!([]));
        assert!(record["took_ms"].is_u64() && record["prompt"].is_string());
    }
    // Faults are told again, not read again, until somebody asks.
    let good = self::engine(&study, PLAIN);
    let (code, said) = see(&study, &good, &[]);
    assert_eq!((code, said["failed_before"].as_array().unwrap().len()), (1, 5));
    assert_eq!(said["read"], 0);
    let (code, said) = see(&study, &good, &["--retry-failed"]);
    assert_eq!(
        (code, &said["read"], &said["records"]["changed"]),
        (0, &json!(5), &json!(5))
    );
    assert!(!study.read("evidence/tesseract.jsonl").contains("\"fault\""));
    for screen in [study.ok(&["show", "c-5"]), study.play("j j j j j enter", "160x48")] {
        clean("red", &screen);
    }
}

#[test]
fn without_tesseract_it_says_how_to_get_it() {
    let study = study(&[10]);
    let fails = |code: i32, args: &[&str]| study.fails(code, &[&["see"], args].concat());
    let why = fails(3, &["--tesseract", "/nowhere/tesseract"]);
    assert!(
        why.contains("apt install tesseract-ocr") && why.contains("/nowhere/tesseract"),
        "{why}"
    );
    let other = study.write("other", "#!/bin/sh\necho 'convert 1.0'\n");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    let why = fails(3, &["--tesseract", &other]);
    assert!(why.contains("it says: convert 1.0"), "{why}");
    let engine = engine(&study, PLAIN);
    let why = fails(3, &["--tesseract", &engine, "--lang", "eng+jpn"]);
    assert!(
        why.contains("does not know the language 'jpn'; it knows eng, deu"),
        "{why}"
    );
    for wrong in ["--help", "eng;rm", "", "eng+", "/etc"] {
        let why = fails(2, &["--tesseract", &engine, &format!("--lang={wrong}")]);
        assert!(why.contains("is no language"), "{wrong}: {why}");
    }
    for wrong in ["", "///", "..", &"x".repeat(300)] {
        let why = fails(2, &["--tesseract", &engine, "--producer", wrong]);
        assert!(why.contains("cannot be a producer"), "{wrong}: {why}");
    }
    assert!(calls(&study).is_empty());
    assert!(!study.path().join("evidence/tesseract.jsonl").exists());
}

#[test]
fn pictures_that_cannot_be_decoded_are_counted_with_the_reason() {
    let study = crate::hostile::pictures::study();
    let engine = engine(&study, PLAIN);
    let (code, said) = see(&study, &engine, &[]);
    assert_eq!(code, 1);
    let count = |what: &str| said[what].as_array().unwrap().len();
    let rows = study.read("cases.jsonl").lines().count();
    let sum = count("failed") + count("no_image") + count("cannot_be_decoded");
    assert_eq!(
        sum + usize::try_from(said["read"].as_u64().unwrap()).unwrap(),
        rows,
        "{said}"
    );
    // The three that are shown beside the form are read; nothing else can be.
    assert_eq!(said["read"], 3, "{said}");
    let list = study.partly(&["see", "--tesseract", &engine, "--list"]);
    clean("see", &list);
}

#[test]
fn after_a_stop_and_a_kill_nothing_is_read_twice() {
    let widths: Vec<u32> = (1..=24).map(|n| n * 10).collect();
    let study = study(&widths);
    let engine = engine(&study, &format!("sleep 0.2; {PLAIN}"));
    let args = ["see", "--json", "--tesseract", &engine, "--workers", "2"];
    let read = |n: usize| {
        let begun = now();
        while calls(&study).len() < n {
            assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", calls(&study));
            thread::sleep(Duration::from_millis(10));
        }
    };
    // Ctrl-c: what was read is written.
    let child = study.command(&args).stdout(Stdio::piped()).spawn().unwrap();
    read(4);
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(3));
    let said: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(said["stopped"], true);
    let had = records(&study, "tesseract").len();
    assert!((3..24).contains(&had), "{had}");
    assert_eq!(said["left"], 24 - had);
    // A kill: it is remembered.
    let mut child = study.command(&args).stdout(Stdio::null()).spawn().unwrap();
    read(had + 6);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(records(&study, "tesseract").len(), had);
    let (code, said) = see(&study, &engine, &["--workers", "2"]);
    assert_eq!((code, &said["had"], &said["read"]), (0, &json!(had), &json!(24 - had)));
    // Two at a time may have been under way at the kill, and two at the stop.
    assert!(said["remembered"].as_u64().unwrap() >= 4, "{said}");
    let all = calls(&study);
    assert!((24..=28).contains(&all.len()), "{all:?}");
    let kept = records(&study, "tesseract");
    let mut cases: Vec<&str> = kept.iter().map(|r| r["case"].as_str().unwrap()).collect();
    cases.sort_unstable();
    cases.dedup();
    assert_eq!((cases.len(), kept.len()), (24, 24));
}
