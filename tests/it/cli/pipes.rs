//! `show` and `play` into pipes and files.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::study::{Study, clean, row};
use crate::support::Home;

#[test]
fn show_in_a_pipe_is_text_alone() {
    let home = Home::new();
    for id in ["harbour__tidewatch-101", "harbour__tidewatch-152"] {
        let text = home.ok(&["show", id]);
        clean(id, &text);
        assert!(!text.contains(['▀', '▄']), "an image in a pipe");
        assert!(
            text.contains(id) && text.contains("\nGold\n") && text.contains("\nSuspects of "),
            "{text}"
        );
        assert!(text.contains("[exhibit 1"), "{text}");
    }
    let list = home.ok(&["show"]);
    assert_eq!(list.lines().count(), 12);
    let case: Value = serde_json::from_str(&home.ok(&["show", "harbour__tidewatch-101", "--json"])).unwrap();
    assert_eq!(case["id"], "harbour__tidewatch-101");
    for width in ["20", "60", "200"] {
        let text = home.ok(&["show", "harbour__tidewatch-101", "--width", width]);
        assert!(text.contains("Hours under the tide"), "{text}");
    }
}

#[test]
fn show_helps_with_an_unknown_id() {
    let home = Home::new();
    let err = home.fails(2, &["show", "tidewatch-10"]);
    assert!(
        err.contains("no case 'tidewatch-10'") && err.contains("there is harbour__tidewatch-101"),
        "{err}"
    );
    let err = home.fails(2, &["show", "zebra"]);
    assert!(err.contains("lists all cases"), "{err}");
    let err = home.fails(2, &["show", "zebra", "--json"]);
    let told: Value = serde_json::from_str(&err).expect("the error as JSON");
    assert_eq!(told["error"], "no case 'zebra'");
}

#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let mut long = row("o__r-1");
    long["problem_statement"] = format!("Title\n{}", "a line of text\n\n".repeat(40_000)).into();
    let study = Study::with(&[long]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_casefile"))
        .env_clear()
        .envs(study.home.env())
        .args(["show", "o__r-1", "-w", &study.path().display().to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert_eq!(first, "Title\n");
    // The pipe is closed now, long before all of it was written.
    let out = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn a_full_disk_is_a_failure_of_the_environment() {
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let home = Home::new();
    let out = Command::new(env!("CARGO_BIN_EXE_casefile"))
        .env_clear()
        .envs(home.env())
        .args(["show", "harbour__tidewatch-101"])
        .stdout(std::fs::OpenOptions::new().write(true).open(full).unwrap())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&out.stderr).contains("cannot write to standard output"));
}

#[test]
fn the_workbench_needs_a_terminal() {
    let err = Home::new().fails(3, &["--as", "me"]);
    assert!(
        err.contains("needs a terminal") && err.contains("casefile play"),
        "{err}"
    );
}

#[test]
fn play_writes_text_svg_and_png() {
    let home = Home::new();
    let at = |name: &str| home.path().join(name).display().to_string();
    let screen = home.ok(&["play", "enter", "--as", "me", "--size", "100x30"]);
    assert_eq!(screen.lines().count(), 30);
    assert!(screen.lines().all(|l| l.chars().count() <= 100));
    clean("play", &screen);
    home.ok(&["play", "enter", "--as", "me", "--size", "100x30", "--out", &at("s.txt")]);
    assert_eq!(std::fs::read_to_string(at("s.txt")).unwrap(), screen);
    home.ok(&["play", "enter", "--as", "me", "--size", "100x30", "--out", &at("s.svg")]);
    let svg = std::fs::read_to_string(at("s.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    home.ok(&["play", "enter", "--as", "me", "--size", "100x30", "--out", &at("s.PNG")]);
    let png = image::open(at("s.PNG")).expect("a picture");
    // All cells of a size, eight pixels wide.
    assert_eq!((png.width(), png.height() % 30), (800, 0));
}

#[test]
fn play_refuses_what_it_cannot_do() {
    let home = Home::new();
    for (args, what) in [
        (&["gd"][..], "'gd' is no key"),
        (&["\"x"], "a double quote is not closed"),
        (&["ctrl-"], "'ctrl-' is no key"),
        (&["", "--size", "0x10"], "no size"),
        (&["", "--size", "80"], "as in 160x48"),
        (&["", "--size", "5000x10"], "no size"),
        (&["", "--protocol", "oils"], "oils"),
        (&["", "--theme", "beige"], "no theme 'beige'"),
        (&["", "--keymap", "emacs"], "no keymap 'emacs'"),
    ] {
        let err = home.fails(2, &[&["play"], args, &["--as", "me"]].concat());
        assert!(err.contains(what), "{args:?}: {err}");
    }
    // A wrong ending is told before a key is typed: keys save answers.
    let out = home.path().join("s.pdf").display().to_string();
    let err = home.fails(2, &["play", "enter 2", "--as", "me", "--out", &out]);
    assert!(err.contains(".pdf"), "{err}");
    assert!(!home.ok(&["play", "", "--as", "me"]).contains('◐'));
    let err = home.fails(2, &["play", "", "--as", "../.."]);
    assert!(err.contains("cannot stand in an annotator name"), "{err}");
}

#[test]
fn nothing_piped_has_colours() {
    let home = Home::new();
    for args in [
        &["--help"][..],
        &["import", "--help"],
        &["keys"],
        &["keys", "--markdown"],
        &["doctor"],
        &["show"],
        &["play", "?", "--as", "me"],
    ] {
        clean(&format!("{args:?}"), &home.ok(args));
    }
    for args in [&["show", "zebra"][..], &["keys", "--nonsense"], &["completions", "csh"]] {
        clean(&format!("{args:?}"), &home.fails(2, args));
    }
}

#[test]
fn no_color_gives_the_mono_theme() {
    let home = Home::new();
    let svg = |name: &str, theme: &[&str], no_color: &str| {
        let out = home.path().join(name).display().to_string();
        let args = [&["play", "enter", "--as", "me", "--out", &out], theme].concat();
        home.casefile().env("NO_COLOR", no_color).args(args).assert().success();
        std::fs::read_to_string(&out).unwrap()
    };
    let mono = svg("mono.svg", &["--theme", "mono"], "");
    let dark = svg("dark.svg", &[], "");
    assert_ne!(mono, dark);
    assert_eq!(svg("asked.svg", &[], "1"), mono);
    // What is asked for on the command line counts more.
    assert_eq!(svg("both.svg", &["--theme", "dark"], "1"), dark);
}
