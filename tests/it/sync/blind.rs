//! Blind rounds: until the round is closed a clone does not hold what others said, in no file and in no object.

use std::fs;

use serde_json::json;

use super::{Team, ids, read};

/// A team whose workspace is blind; the settings are on the remote.
fn blind(count: usize) -> Team {
    let team = Team::small(1);
    let path = team.clones[0].join("casefile.toml");
    fs::write(&path, read(&path).replace("blind = false", "blind = true")).unwrap();
    team.git(0, &["commit", "--quiet", "-am", "blind"]);
    team.git(0, &["push", "--quiet"]);
    let home = team.study.home.path();
    let mut clones = team.clones.clone();
    for n in 1..count {
        let name = format!("blind-{n}");
        crate::study::git(&team.study, home, &["clone", "--quiet", "remote.git", &name]);
        clones.push(home.join(name));
    }
    Team {
        clones,
        study: team.study,
    }
}

/// Whether any object of the clone's database holds the text.
fn in_objects(team: &Team, clone: usize, text: &str) -> bool {
    let repo = git2::Repository::open(&team.clones[clone]).unwrap();
    let odb = repo.odb().unwrap();
    let mut found = false;
    odb.foreach(|id| {
        let object = odb.read(*id).unwrap();
        found |= String::from_utf8_lossy(object.data()).contains(text);
        true
    })
    .unwrap();
    found
}

fn close(team: &Team, clone: usize) {
    let path = team.clones[clone].join("casefile.toml");
    fs::write(&path, read(&path).replace("closed = false", "closed = true")).unwrap();
    team.git(clone, &["commit", "--quiet", "-am", "closed"]);
}

#[test]
fn nothing_of_the_others_is_in_a_clone_until_the_round_is_closed() {
    let team = blind(3);
    let mut written = ids(&team.clones[0]);
    written.extend(team.answer(0, "ann", &[("a", "note", json!("secret of ann"))]));
    let said = team.sync(0, "ann");
    assert_eq!(
        (&said["sent"], &said["own_branch"]),
        (&json!(1), &json!("casefile/main/ann")),
        "{said}"
    );
    written.extend(team.answer(1, "bob", &[("a", "note", json!("secret of bob"))]));
    assert_eq!(team.sync(1, "bob")["received"], json!({}));
    // Again, with a branch that is there already.
    written.extend(team.answer(0, "ann", &[("b", "note", json!("second of ann"))]));
    assert_eq!(team.sync(0, "ann")["sent"], 1);
    team.sync(1, "bob");
    team.sync(2, "cem");
    for (clone, other) in [(0, "secret of bob"), (1, "of ann"), (2, "secret")] {
        assert!(!in_objects(&team, clone, other), "clone {clone}");
        assert!(
            !ids(&team.clones[clone])
                .iter()
                .any(|i| clone == 2 || i.starts_with(["bob", "ann"][clone]))
        );
    }
    assert!(in_objects(&team, 0, "second of ann"), "the walk finds what is there");
    assert_eq!(
        team.git(1, &["ls-tree", "-r", "--name-only", "origin/main", "journal"]),
        ""
    );
    let tip = "refs/remotes/origin/casefile/main/ann";
    assert_eq!(
        team.git(0, &["rev-list", "--count", &format!("origin/main..{tip}")]),
        "2"
    );

    // Closing in the work tree alone closes nothing for the others; committed and synced it joins all branches.
    close(&team, 2);
    let said = team.sync(2, "cem");
    assert_eq!(said["joined"], json!(["ann", "bob"]), "{said}");
    assert_eq!(said["received"], json!({"ann": 2, "bob": 1}));
    written.extend(team.answer(0, "ann", &[("c", "note", json!("late"))]));
    for _ in 0..2 {
        for (clone, me) in [(0, "ann"), (1, "bob"), (2, "cem")] {
            let said = team.sync(clone, me);
            assert_eq!(said["own_branch"], json!(null));
        }
    }
    for clone in 0..3 {
        assert_eq!(ids(&team.clones[clone]), written, "clone {clone}");
        assert_eq!(team.damage(clone), Vec::<String>::new());
        assert_eq!(team.git(clone, &["status", "--porcelain"]), "");
    }
}

#[test]
fn two_clones_of_one_person_share_their_branch() {
    let team = blind(2);
    let mut written = ids(&team.clones[0]);
    for round in 0..3 {
        for clone in 0..2 {
            written.extend(team.answer(clone, "ann", &[("a", "note", json!(format!("{round} on {clone}")))]));
        }
        // Both have something new, so that the branches part ways.
        team.sync(round % 2, "ann");
        let said = team.sync(1 - round % 2, "ann");
        assert!(said["received"]["ann"].as_u64() >= Some(1), "{said}");
    }
    team.sync(0, "ann");
    team.sync(1, "ann");
    assert_eq!((ids(&team.clones[0]), ids(&team.clones[1])), (written.clone(), written));
    assert_eq!(team.sync(0, "ann")["commits"], json!([]));
}

#[test]
fn a_round_closed_by_another_while_lines_were_being_written_takes_them_in() {
    let team = blind(2);
    team.answer(0, "ann", &[("a", "note", json!("first"))]);
    team.sync(0, "ann");
    team.answer(0, "ann", &[("a", "note", json!("second"))]);
    close(&team, 1);
    team.sync(1, "bob");
    assert_eq!(ids(&team.clones[1]).len(), 1);
    // The own file on the disk has more than what was joined: it stays, and the rest is sent.
    let said = team.sync(0, "ann");
    assert_eq!(said["sent"], 1, "{said}");
    team.sync(1, "bob");
    assert_eq!(ids(&team.clones[1]).len(), 2);
    assert_eq!(team.git(0, &["status", "--porcelain"]), "");
}
