//! What is odd travels no further than it must, is counted by `sync` and named with file and line by `doctor`.

use std::fs;

use serde_json::{Value, json};

use super::{Team, answer, entries, file, holds, ids, key, ledger, read};

/// Syncs a clone with something odd in it: exit code 1, and what is odd.
fn odd(team: &Team, clone: usize, me: &str) -> Vec<(String, u64, String)> {
    let args = team.args(clone, me, &["--json"]);
    let out = team.study.home.casefile().args(args).output().unwrap();
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stderr));
    let said: Value = serde_json::from_slice(&out.stdout).unwrap();
    let all = said["odd"].as_array().unwrap().iter();
    all.map(|o| {
        let name = o["file"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (
            name,
            o["line"].as_u64().unwrap_or(0),
            o["what"].as_str().unwrap().to_owned(),
        )
    })
    .collect()
}

fn three() -> [(&'static str, &'static str, Value); 3] {
    ["a", "b", "c"].map(|case| (case, "relevance", json!(1)))
}

#[test]
fn a_damaged_own_file_is_not_sent_and_named_by_line() {
    let team = Team::small(2);
    team.answer(0, "ann", &three());
    team.sync(0, "ann");
    team.answer(0, "ann", &three());
    let path = file(&team.clones[0], "ann");
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let good = read(&path);
    fs::write(&path, format!("{good}<<<<<<< HEAD\n")).unwrap();
    let found = odd(&team, 0, "ann");
    assert_eq!((found.len(), &found[0].0, found[0].1), (1, &name, 7), "{found:?}");
    assert!(found[0].2.contains("conflict mark"), "{found:?}");
    let doctor = team.damage(0);
    assert!(
        doctor.len() == 1 && doctor[0].contains(&format!("{name}:7")),
        "{doctor:?}"
    );
    team.sync(1, "bob");
    assert_eq!(ids(&team.clones[1]).len(), 3, "damage did not travel");
    fs::write(&path, &good).unwrap();
    assert_eq!(team.sync(0, "ann")["sent"], 3);
}

#[test]
fn a_shortened_own_file_takes_nothing_back_on_the_remote() {
    let team = Team::small(2);
    team.answer(0, "ann", &three());
    team.sync(0, "ann");
    let path = file(&team.clones[0], "ann");
    let good = read(&path);
    let first = good.lines().next().unwrap().to_owned() + "\n";
    fs::write(&path, &first).unwrap();
    let found = odd(&team, 0, "ann");
    assert!(found[0].2.contains("shorter"), "{found:?}");
    team.sync(1, "bob");
    assert_eq!(ids(&team.clones[1]).len(), 3);
}

#[test]
fn conflict_marks_that_git_committed_are_named_and_the_rest_is_read() {
    let team = Team::small(2);
    team.answer(1, "bob", &three());
    team.sync(1, "bob");
    let path = file(&team.clones[1], "bob");
    let lines: Vec<String> = read(&path).lines().map(str::to_owned).collect();
    let marked = [
        "<<<<<<< HEAD",
        &lines[0],
        &lines[1],
        "=======",
        &lines[1],
        ">>>>>>> x",
        &lines[2],
    ]
    .join("\n");
    fs::write(&path, marked + "\n").unwrap();
    team.git(1, &["commit", "--quiet", "-am", "a bad merge"]);
    team.git(1, &["push", "--quiet"]);
    let found = odd(&team, 0, "ann");
    assert_eq!(found.iter().map(|f| f.1).collect::<Vec<_>>(), [1, 4, 6], "{found:?}");
    assert_eq!(team.damage(0).len(), 3);
    assert_eq!(ids(&team.clones[0]).len(), 3, "nothing else of the file is lost");
}

#[test]
fn a_missing_and_a_doubled_file_are_told_and_lose_nothing_else() {
    let team = Team::small(2);
    let note = json!("n".repeat(700_000));
    let big: Vec<(&str, &str, Value)> = (0..5).map(|_| ("a", "note", note.clone())).collect();
    team.answer(1, "bob", &big);
    team.sync(1, "bob");
    let all = casefile::store::whole::lines_in(&team.clones[1].join("journal/bob"));
    assert_eq!(all.len(), 3);
    fs::copy(&all[0], all[0].with_file_name("copy of it.jsonl")).unwrap();
    fs::remove_file(&all[1]).unwrap();
    team.git(1, &["add", "-A", "journal"]);
    team.git(1, &["commit", "--quiet", "-m", "mangled"]);
    team.git(1, &["push", "--quiet"]);
    let found = odd(&team, 0, "ann");
    assert_eq!(found.len(), 1, "a copy is no damage: {found:?}");
    assert!(found[0].1 == 1 && found[0].2.contains("gap"), "{found:?}");
    assert!(found[0].0.ends_with("-0003.jsonl"), "{found:?}");
    assert_eq!(ids(&team.clones[0]).len(), 3);
}

#[test]
fn own_files_that_the_remote_removed_stay_here_and_go_back() {
    let team = Team::small(2);
    let written = team.answer(0, "ann", &three());
    team.sync(0, "ann");
    team.sync(1, "bob");
    team.git(1, &["rm", "--quiet", "-r", "journal/ann"]);
    team.git(1, &["commit", "--quiet", "-m", "away with ann"]);
    team.git(1, &["push", "--quiet"]);
    assert_eq!(team.sync(0, "ann")["sent"], 3);
    team.sync(1, "bob");
    assert_eq!(ids(&team.clones[1]), written.into_iter().collect());
}

#[test]
fn two_clones_that_pass_for_one_writer_are_both_kept_and_told() {
    let team = Team::small(3);
    team.answer(0, "ann", &three());
    let name = file(&team.clones[0], "ann");
    let name = name.file_name().unwrap();
    // The same identity by a copied machine: the same name, other content.
    let other = read(&file(&team.clones[0], "ann")).replace("\"value\":1", "\"value\":2");
    fs::create_dir_all(team.clones[1].join("journal/ann")).unwrap();
    fs::write(team.clones[1].join("journal/ann").join(name), &other).unwrap();
    team.git(1, &["add", "journal"]);
    team.git(1, &["commit", "--quiet", "-m", "other"]);
    team.git(1, &["push", "--quiet"]);
    team.git(0, &["add", "journal"]);
    team.git(0, &["commit", "--quiet", "-m", "mine"]);
    let found = odd(&team, 0, "ann");
    assert!(found.iter().any(|f| f.2.contains("two different entries")), "{found:?}");
    let files = casefile::store::whole::lines_in(&team.clones[0].join("journal/ann"));
    let contents: Vec<String> = files.iter().map(|f| read(f)).collect();
    assert_eq!((contents.len(), contents.contains(&other)), (2, true));
    odd(&team, 2, "cem");
    assert_eq!(entries(&team.clones[2]).0, entries(&team.clones[0]).0);
}

#[test]
fn a_clock_an_hour_off_and_another_form_between_decide_nothing() {
    let team = Team::small(2);
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    team.sync(0, "ann");
    team.sync(1, "ann");
    // The second machine runs an hour behind and has another version of the form.
    let root = &team.clones[1];
    let head = ledger(root);
    let (mut journal, opened) =
        casefile::store::journal::Journal::open(root, "ann", "other", Box::new(casefile::store::disk::RealDisk))
            .unwrap();
    let mut e = answer("ann", "a", "relevance", json!(2), opened.next);
    e.at = "2026-03-01T09:00:01Z".to_owned();
    e.form_hash = "evidence@ffffffffffff".to_owned();
    e.supersedes = head.heads(&key(&e)).iter().map(|h| h.id.clone()).collect();
    assert_eq!(e.supersedes.len(), 1);
    journal.append(e.clone()).unwrap();
    drop(journal);
    team.sync(1, "ann");
    team.sync(0, "ann");
    for root in &team.clones {
        let ledger = ledger(root);
        let heads = ledger.heads(&key(&e));
        assert_eq!(heads.len(), 1, "the later answer by its chain, not by its clock");
        assert_eq!((&heads[0].value, &*heads[0].form), (&json!(2), "evidence@ffffffffffff"));
    }
    assert_eq!(holds(&team.clones[0]), holds(&team.clones[1]));
}
