//! One clone, one remote: what is committed, what is left alone, what is refused and how it is said.

use std::fs;

use serde_json::json;

use super::{Team, entries, file, ids, read};
use crate::study::{Study, git};

#[test]
fn only_own_complete_lines_are_committed_and_the_users_index_and_changes_stay() {
    let team = Team::small(2);
    let root = team.clones[0].clone();
    team.answer(0, "ann", &[("a", "relevance", json!(1)), ("b", "relevance", json!(2))]);
    team.answer(0, "bob", &[("a", "relevance", json!(0))]);
    // A workbench is in the middle of a line.
    let own = file(&root, "ann");
    let whole = read(&own);
    fs::write(&own, format!("{whole}{{\"v\":1,\"se")).unwrap();
    fs::write(root.join("staged.txt"), "s").unwrap();
    team.git(0, &["add", "staged.txt"]);
    fs::write(root.join("loose.txt"), "l").unwrap();
    let config = read(&root.join("casefile.toml")) + "# mine\n";
    fs::write(root.join("casefile.toml"), &config).unwrap();

    let said = team.sync(0, "ann");
    assert_eq!((&said["sent"], &said["received"]), (&json!(2), &json!({})), "{said}");
    let name = own.strip_prefix(&root).unwrap().to_str().unwrap();
    assert_eq!(team.git(0, &["show", &format!("HEAD:{name}")]) + "\n", whole);
    assert_eq!(team.git(0, &["show", "--name-only", "--format=", "HEAD"]), name);
    assert_eq!(
        team.git(0, &["show", "-s", "--format=%an <%ae>", "HEAD"]),
        "ann <ann@casefile.invalid>"
    );
    let status = team.git(0, &["status", "--porcelain"]);
    let lines: Vec<&str> = status.lines().map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "M casefile.toml",
            &format!("M {name}"),
            "A  staged.txt",
            "?? journal/bob/",
            "?? loose.txt"
        ]
    );
    assert_eq!(read(&root.join("casefile.toml")), config);

    let said = team.sync(1, "bob");
    assert_eq!(said["received"], json!({"ann": 2}), "{said}");
    fs::write(&own, &whole).unwrap();
    let said = team.sync(0, "ann");
    assert_eq!(
        (&said["commits"], &said["sent"]),
        (&json!([]), &json!(0)),
        "nothing new: {said}"
    );
    let text = team.study.home.ok(&team.args(0, "ann", &[]));
    assert!(text.starts_with("nothing new"), "{text}");
}

#[test]
fn a_dry_run_tells_and_changes_nothing() {
    let team = Team::small(2);
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    team.answer(1, "bob", &[("a", "relevance", json!(1)), ("b", "relevance", json!(1))]);
    team.sync(1, "bob");
    let before = team.git(0, &["rev-parse", "HEAD"]);
    let text = team.study.home.ok(&team.args(0, "ann", &["--dry-run"]));
    assert!(text.contains("would be sent      1 entry of ann"), "{text}");
    assert!(text.contains("would be received  2 entries of bob"), "{text}");
    assert_eq!(team.git(0, &["rev-parse", "HEAD"]), before);
    assert_eq!(ids(&team.clones[0]).len(), 1);
}

#[test]
fn a_workspace_inside_a_repository_and_an_empty_remote_will_do() {
    let study = Study::new();
    let home = study.home.path().to_owned();
    git(
        &study,
        &home,
        &["init", "--quiet", "--bare", "-b", "main", "remote.git"],
    );
    git(&study, &home, &["init", "--quiet", "-b", "main", "."]);
    git(&study, &home, &["remote", "add", "origin", "remote.git"]);
    let team = Team {
        clones: vec![study.path().to_owned(), home.join("other/study")],
        study,
    };
    // Nothing to say, and no commit to say it in.
    assert_eq!(team.sync(0, "ann")["commits"], json!([]));
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    assert_eq!(team.sync(0, "ann")["sent"], 1);
    team.git(0, &["add", "."]);
    team.git(0, &["commit", "--quiet", "-m", "the rest"]);
    team.sync(0, "ann");
    git(&team.study, &home, &["clone", "--quiet", "remote.git", "other"]);
    team.answer(1, "bob", &[("a", "relevance", json!(0))]);
    team.sync(1, "bob");
    assert_eq!(team.sync(0, "ann")["received"], json!({"bob": 1}));
    assert_eq!(ids(&team.clones[0]), ids(&team.clones[1]));
}

#[test]
fn a_clone_made_before_the_first_commit_takes_the_remotes_branch() {
    let team = Team::small(1);
    let home = team.study.home.path();
    fs::create_dir(home.join("late")).unwrap();
    let late = home.join("late");
    git(&team.study, &late, &["init", "--quiet", "-b", "main"]);
    git(&team.study, &late, &["remote", "add", "origin", "../remote.git"]);
    fs::copy(team.clones[0].join("casefile.toml"), late.join("casefile.toml")).unwrap();
    let team = Team {
        clones: vec![team.clones[0].clone(), late.clone()],
        study: team.study,
    };
    team.answer(1, "bob", &[("a", "relevance", json!(0))]);
    fs::write(late.join("cases.jsonl"), "mine\n").unwrap();
    let said = team.fails(1, "bob", 2);
    assert!(said.contains("cases.jsonl"), "in the way, named: {said}");
    assert_eq!(
        (read(&late.join("cases.jsonl")).as_str(), ids(&late).len()),
        ("mine\n", 1)
    );
    fs::remove_file(late.join("cases.jsonl")).unwrap();
    // The settings are there already, in the same words: they are in nobody's way.
    assert_eq!(team.sync(1, "bob")["sent"], 1);
    assert_eq!(team.git(1, &["status", "--porcelain"]), "");
    assert_eq!(team.sync(0, "ann")["received"], json!({"bob": 1}));
}

#[test]
fn what_is_missing_is_said_with_the_command_that_mends_it() {
    let study = Study::new();
    let dir = study.path().to_owned();
    let said = study.fails(2, &["sync", "--as", "ann"]);
    assert!(said.contains("git -C") && said.contains("init"), "{said}");
    git(&study, &dir, &["init", "--quiet", "-b", "main"]);
    let said = study.fails(2, &["sync", "--as", "ann"]);
    assert!(said.contains("remote add origin URL"), "{said}");
    git(&study, &dir, &["remote", "add", "origin", "/nowhere/at/all.git"]);
    let said = study.fails(3, &["sync", "--as", "ann"]);
    assert!(said.contains("cannot reach the remote 'origin'"), "{said}");
    let said = study.fails(2, &["sync", "--as", "ann", "--remote", "other"]);
    assert!(said.contains("use one of: origin"), "{said}");
    git(&study, &dir, &["commit", "--quiet", "--allow-empty", "-m", "x"]);
    git(&study, &dir, &["checkout", "--quiet", "--detach"]);
    let said = study.fails(2, &["sync", "--as", "ann"]);
    assert!(said.contains("no branch is checked out"), "{said}");
}

#[test]
fn a_conflict_outside_the_journals_stops_with_the_path_and_is_mended_by_hand() {
    let team = Team::small(2);
    for (clone, title) in [(0, "here"), (1, "there")] {
        let path = team.clones[clone].join("cases.jsonl");
        fs::write(&path, read(&path).replace("Title of a", title)).unwrap();
        team.git(clone, &["commit", "--quiet", "-am", title]);
    }
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    team.answer(1, "bob", &[("a", "relevance", json!(1))]);
    team.sync(1, "bob");
    let head = team.git(0, &["rev-parse", "HEAD"]);
    let said = team.fails(0, "ann", 2);
    assert!(
        said.contains("same lines of cases.jsonl") && said.contains("pull --no-rebase"),
        "{said}"
    );
    assert_eq!(team.git(0, &["rev-parse", "HEAD"]), head);
    assert_eq!(
        team.git(0, &["status", "--porcelain"]),
        "?? journal/",
        "nothing else is touched"
    );
    // As the message says.
    let pulled = std::panic::catch_unwind(|| team.git(0, &["pull", "--quiet", "--no-rebase", "origin", "main"]));
    assert!(pulled.is_err(), "git stops as well");
    team.git(0, &["checkout", "--quiet", "--ours", "cases.jsonl"]);
    team.git(0, &["commit", "--quiet", "-am", "put right"]);
    assert_eq!(team.sync(0, "ann")["sent"], 1);
    team.sync(1, "bob");
    assert_eq!(ids(&team.clones[1]), ids(&team.clones[0]));
    assert!(read(&team.clones[1].join("cases.jsonl")).contains("here"));
}

#[test]
fn a_dirty_file_in_the_way_is_named_and_kept() {
    let team = Team::small(2);
    let edit = |clone: usize, title: &str| {
        let path = team.clones[clone].join("cases.jsonl");
        let text = read(&path).replace("Title of a", title);
        fs::write(&path, &text).unwrap();
        text
    };
    edit(1, "there");
    team.git(1, &["commit", "--quiet", "-am", "there"]);
    team.git(1, &["push", "--quiet"]);
    let mine = edit(0, "here");
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    let said = team.fails(0, "ann", 2);
    assert!(said.contains("cases.jsonl") && said.contains("stash"), "{said}");
    assert_eq!(read(&team.clones[0].join("cases.jsonl")), mine);
    team.git(0, &["stash", "--quiet"]);
    assert_eq!(team.sync(0, "ann")["sent"], 1);
    assert_eq!(entries(&team.clones[0]).1.damage, []);
}

#[test]
fn a_remote_that_refuses_is_not_asked_five_times() {
    let team = Team::small(1);
    let hook = team.study.home.path().join("remote.git/hooks/pre-receive");
    fs::write(&hook, "#!/bin/sh\necho not today >&2\nexit 1\n").unwrap();
    std::process::Command::new("chmod")
        .arg("+x")
        .arg(&hook)
        .status()
        .unwrap();
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    let said = team.fails(0, "ann", 3);
    assert!(said.contains("pre-receive hook declined"), "{said}");
    fs::remove_file(&hook).unwrap();
    let said = team.sync(0, "ann");
    assert_eq!(
        (&said["sent"], &said["commits"]),
        (&json!(1), &json!([])),
        "it was committed before: {said}"
    );
}
