//! Linking repositories: bare, shallow, worktrees, folders of clones. Linked, never copied.

use serde_json::json;

use crate::study::{Study, git, row};

/// A study with one case at the first of two commits of the repository in `source`.
fn study() -> Study {
    let study = Study::new();
    study.write("source/src/x.ts", "let a = 1\nlet early = true\n");
    let source = study.home.path().join("source");
    git(&study, &source, &["init", "-q", "-b", "main", "."]);
    git(&study, &source, &["add", "."]);
    git(&study, &source, &["commit", "-qm", "one"]);
    let base = git(&study, &source, &["rev-parse", "HEAD"]);
    study.write("source/src/x.ts", "let a = 2\nlet late = true\n");
    git(&study, &source, &["commit", "-qam", "two"]);
    let mut case = row("o__r-1");
    case["base_commit"] = base.into();
    let file = study.write("rows.jsonl", format!("{case}\n"));
    study.ok(&["import", &file]);
    study
}

/// The source screen at the gold file.
fn source(study: &Study) -> String {
    study.play("enter g d", "120x30")
}

fn link(study: &Study, dir: &str) -> String {
    let at = study.home.path().join(dir).display().to_string();
    study.ok(&["import", "--repo", &format!("o/r={at}")])
}

#[test]
fn every_kind_of_clone_shows_the_source_at_the_base_commit() {
    let study = study();
    let home = study.home.path().to_owned();
    assert!(!source(&study).contains("let early"), "no repository is linked yet");
    let listed = String::from_utf8(study.run(&["doctor"]).stdout).unwrap();
    assert!(listed.contains("o/r: none linked"), "{listed}");
    git(&study, &home, &["clone", "-q", "--bare", "source", "bare.git"]);
    git(&study, &home.join("source"), &["worktree", "add", "-q", "../tree"]);
    for dir in ["source", "bare.git", "tree"] {
        link(&study, dir);
        let screen = source(&study);
        assert!(
            screen.contains("let early = true") && !screen.contains("let late"),
            "{dir}:\n{screen}"
        );
        assert!(link(&study, dir).contains("nothing new"), "{dir}");
    }
    let listed = study.ok(&["doctor"]);
    assert!(listed.contains("1 commits there"), "{listed}");
}

#[test]
fn a_shallow_clone_says_what_it_lacks() {
    let study = study();
    let home = study.home.path().to_owned();
    let from = format!("file://{}", home.join("source").display());
    git(&study, &home, &["clone", "-q", "--depth", "1", &from, "shallow"]);
    link(&study, "shallow");
    let screen = source(&study);
    assert!(!screen.contains("let late"), "the wrong commit shows:\n{screen}");
    assert!(
        screen.to_lowercase().contains("shallow") || screen.contains("not in"),
        "{screen}"
    );
    let out = study.run(&["doctor"]);
    assert_eq!(out.status.code(), Some(1));
    let said = String::from_utf8(out.stdout).unwrap();
    assert!(said.contains("1 of 1 commits are missing"), "{said}");
}

#[test]
fn folders_of_clones_are_searched_by_name() {
    let study = study();
    let home = study.home.path().to_owned();
    git(&study, &home, &["clone", "-q", "--bare", "source", "pool/o__r.git"]);
    git(&study, &home, &["clone", "-q", "source", "forest/o/r"]);
    for (dir, found) in [("pool", "pool/o__r.git"), ("forest", "forest/o/r")] {
        let at = home.join(dir).display().to_string();
        study.ok(&["import", &at]);
        let links = study.read(".casefile/repos.toml");
        assert!(links.contains(found), "{dir}: {links}");
        assert!(source(&study).contains("let early = true"), "{dir}");
        assert!(study.ok(&["import", &at]).contains("nothing new"));
    }
}

#[test]
fn wrong_repositories_are_refused() {
    let study = study();
    study.write("plain/x.txt", "x");
    let plain = study.home.path().join("plain").display().to_string();
    for (arg, what) in [
        ("o/r".to_owned(), "no folder"),
        (format!("nonsense={plain}"), "'nonsense' is no repository name"),
        (format!("a/b/c={plain}"), "'a/b/c' is no repository name"),
        (format!("o/r={plain}"), "is no git repository"),
        ("o/r=/nowhere/at/all".to_owned(), "/nowhere/at/all: cannot find"),
    ] {
        let err = study.fails(2, &["import", "--repo", &arg]);
        assert!(err.contains(what), "{arg}: {err}");
        assert!(
            arg.contains("nowhere") || err.contains("write --repo OWNER/NAME=DIR"),
            "{arg}: {err}"
        );
    }
    let err = study.fails(2, &["import", &plain]);
    assert!(err.contains("neither data, nor a repository, nor images"), "{err}");
    assert!(!study.path().join(".casefile/repos.toml").exists());
}

#[test]
fn images_of_a_folder_are_found_by_name() {
    let study = study();
    let dir = study.home.path().join("shots/o__r-1");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::copy(crate::study::picture("units-board.png"), dir.join("0-o__r-1.png")).unwrap();
    let shots = study.home.path().join("shots").display().to_string();
    let said: serde_json::Value = serde_json::from_str(&study.ok(&["import", &shots, "--json"])).unwrap();
    assert_eq!(said["images"], json!({"new": 1, "changed": 0, "same": 0}));
    assert_eq!(said["missing_images"], 0);
}
