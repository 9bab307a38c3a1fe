//! Attacks on reviews: images before their time, journals taken away, halves of exports, names with blanks.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{entries, play, study, write_lines};
use crate::support::Home;

fn git(dir: &Path, args: &[&str]) -> String {
    let out = Command::new("git")
        .args(["-c", "user.name=ann", "-c", "user.email=ann@x.example", "-C"])
        .arg(dir)
        .args(args)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", dir)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "git {args:?}: {text}");
    text
}

#[test]
fn over_the_full_screen_a_candidate_shows_its_image_alone_and_takes_no_labels() {
    let home = Home::new();
    let ws = study(&home);
    let path = ws.join("candidates.jsonl");
    let mut candidate: Value = serde_json::from_str(fs::read_to_string(&path).unwrap().trim()).unwrap();
    // A stored image that is not there: what matters is which one is asked for.
    candidate["swapped"]["image"] =
        json!({"sha256": "ab".repeat(32), "format": "png", "width": 8, "height": 8, "frames": 1, "bytes": 10});
    write_lines(&path, &[candidate]);
    let begun = "g h enter n \"why\" enter m";
    for (n, keys) in [".", ",", "e", "2", "n", "N", "t", "i"].into_iter().enumerate() {
        let screen = play(&home, &ws, &format!("ann{n}"), &format!("{begun} {keys}"));
        assert!(screen.contains("image as the solver sees it"), "{keys}: {screen}");
        assert!(
            screen.contains("this is the image of the screen before"),
            "{keys}: {screen}"
        );
    }
    for n in 0..8 {
        let said = entries(&ws, &format!("ann{n}"));
        assert!(said.iter().all(|(kind, ..)| kind == "candidate"), "{said:?}");
    }
}

#[test]
fn a_question_about_what_is_hidden_waits_for_its_turn() {
    let home = Home::new();
    let ws = study(&home);
    let screen = play(&home, &ws, "ann", "g h enter j 5 A");
    assert!(screen.contains("not shown yet"), "{screen}");
    assert!(!ws.join("journal/ann").exists() || entries(&ws, "ann").is_empty());
}

#[test]
fn names_of_a_round_are_those_of_their_journals() {
    let home = Home::new();
    let ws = study(&home);
    let toml = ws.join("casefile.toml");
    let round = "version = 1\n[round]\nclosed = true\nannotators = [\"Mara Ray\", \"bob\", \"Çağla Ö\"]\n";
    fs::write(&toml, round).unwrap();
    let told = home.ok(&["queue", "--all", "-w", ws.to_str().unwrap(), "--as", "Mara Ray"]);
    for name in ["mara-ray", "çağla-ö", "bob"] {
        let line = told
            .lines()
            .find(|l| l.starts_with(name))
            .unwrap_or_else(|| panic!("{name}: {told}"));
        assert_eq!(line.split_whitespace().nth(1), Some("2"), "{told}");
    }
    assert!(told.contains("candidates of mara-ray: 0 of 1 reviewed"), "{told}");
    fs::write(&toml, round.replace("bob", "bob@x.example")).unwrap();
    let err = home.fails(2, &["queue", "-w", ws.to_str().unwrap(), "--as", "bob"]);
    assert!(
        err.contains("casefile.toml") && err.contains("round.annotators") && err.contains('@'),
        "{err}"
    );
}

#[test]
fn numbers_of_a_journal_that_is_gone_are_not_given_again_and_doctor_tells() {
    let home = Home::new();
    let ws = study(&home);
    let dir = ws.to_str().unwrap();
    play(&home, &ws, "ann", "enter e");
    git(&ws, &["init", "-q"]);
    git(&ws, &["add", "."]);
    git(&ws, &["commit", "-qm", "start"]);
    let file = fs::read_dir(ws.join("journal/ann"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let kept = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let told = home.casefile().args(["doctor", "-w", dir]).output().unwrap();
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(
        told.contains("committed and not on the disk") && told.contains("git checkout"),
        "{told}"
    );
    // A new answer goes to a new writer, so the old file can come back beside it.
    play(&home, &ws, "ann", "enter 2");
    assert!(!file.exists(), "the name of the lost file is not used again");
    fs::write(&file, kept).unwrap();
    let questions: Vec<String> = entries(&ws, "ann").into_iter().map(|(_, q, _)| q).collect();
    assert_eq!(questions, ["category", "relevance"]);
    fs::write(&file, &fs::read(&file).unwrap()[..40]).unwrap();
    let told = home.casefile().args(["doctor", "-w", dir]).output().unwrap();
    assert!(String::from_utf8_lossy(&told.stdout).contains("shorter than what was committed"));
}

#[test]
fn a_journal_that_somebody_removed_comes_back_with_the_next_sync() {
    let home = Home::new();
    let ws = study(&home);
    play(&home, &ws, "ann", "enter e");
    git(&ws, &["init", "-q", "-b", "main"]);
    git(&ws, &["add", "."]);
    git(&ws, &["commit", "-qm", "start"]);
    let bare = home.path().join("bare.git");
    git(
        home.path(),
        &["clone", "-q", "--bare", ws.to_str().unwrap(), bare.to_str().unwrap()],
    );
    git(&ws, &["remote", "add", "origin", bare.to_str().unwrap()]);
    let other = home.path().join("other");
    git(
        home.path(),
        &["clone", "-q", bare.to_str().unwrap(), other.to_str().unwrap()],
    );
    git(&other, &["rm", "-rq", "journal/ann"]);
    git(&other, &["commit", "-qm", "tidy up"]);
    git(&other, &["push", "-q", "origin", "main"]);

    let toml = ws.join("casefile.toml");
    let text = fs::read_to_string(&toml)
        .unwrap()
        .replace("closed = false", "closed = true");
    fs::write(&toml, text).unwrap();
    git(&ws, &["commit", "-qam", "close"]);
    let told = home.ok(&["sync", "-w", ws.to_str().unwrap(), "--as", "ann"]);
    assert!(told.contains("put back journal/ann/"), "{told}");
    assert_eq!(entries(&ws, "ann").len(), 1);
    git(&other, &["pull", "-q", "origin", "main"]);
    assert_eq!(entries(&other, "ann").len(), 1, "and for everybody");
}

#[test]
fn a_part_of_an_export_damages_no_journal() {
    let home = Home::new();
    let ws = study(&home);
    let dir = ws.to_str().unwrap();
    play(&home, &ws, "ann", "enter e 2 e 1");
    let out = home.path().join("out");
    home.ok(&["export", "-w", dir, "--out", out.to_str().unwrap(), "--reveal"]);
    let text = fs::read_to_string(out.join("judgements.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() >= 3, "{text}");
    let other = home.path().join("other");
    home.ok(&["init", other.to_str().unwrap()]);
    let there = other.to_str().unwrap().to_owned();
    let import = |name: &str, text: String| {
        let file = home.path().join(name);
        fs::write(&file, text).unwrap();
        home.casefile()
            .args(["import", file.to_str().unwrap(), "-w", &there])
            .output()
            .unwrap()
    };
    let half = import("half.jsonl", format!("{}\n{}\n", lines[0], lines[2]));
    let said = String::from_utf8_lossy(&half.stdout).into_owned() + &String::from_utf8_lossy(&half.stderr);
    assert!(said.contains("number 2 is missing"), "{said}");
    assert_eq!(half.status.code(), Some(1));
    let edited = lines[0].replace("error_message", "log_output");
    assert_ne!(edited, lines[0]);
    let changed = import("changed.jsonl", format!("{edited}\n{}\n", lines[1]));
    let said = String::from_utf8_lossy(&changed.stdout).into_owned() + &String::from_utf8_lossy(&changed.stderr);
    assert!(said.contains("is not what its writer wrote"), "{said}");
    assert!(!other.join("journal/ann").exists(), "nothing was written");
    // The whole export by a glob, empty files included, and what follows from it.
    let all: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|f| f.unwrap().path().display().to_string())
        .collect();
    assert!(all.iter().any(|f| fs::metadata(f).unwrap().len() == 0), "{all:?}");
    let mut args = vec!["import", "-w", &there];
    args.extend(all.iter().map(String::as_str));
    home.ok(&args);
    assert_eq!(entries(&other, "ann"), entries(&ws, "ann"));
    let told = home.ok(&["doctor", "-w", &there]);
    assert!(told.ends_with("nothing is wrong\n"), "{told}");
}

#[test]
fn doctor_names_a_form_that_stops_the_start() {
    let home = Home::new();
    let ws = study(&home);
    fs::create_dir_all(ws.join("forms")).unwrap();
    fs::write(
        ws.join("forms/bad.toml"),
        "id = 'bad'\ntitle = 't'\n[[question]]\nid = 3\n",
    )
    .unwrap();
    let told = home
        .casefile()
        .args(["doctor", "-w", ws.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("BAD  forms") && told.contains("bad.toml:4"), "{told}");
}

#[test]
fn a_form_to_start_from_is_printed() {
    let home = Home::new();
    let text = home.ok(&["forms", "harmful", "--toml"]);
    let path = home.path().join("ours.toml");
    fs::write(&path, text.replace("id = \"harmful\"", "id = \"ours\"")).unwrap();
    assert!(home.ok(&["forms", path.to_str().unwrap()]).contains("Q7 label"));
}
