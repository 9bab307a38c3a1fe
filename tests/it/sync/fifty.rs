//! Three people, three clones, fifty exchanges in random order, some by hand: every clone ends with the same.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use super::{Team, entries, holds, read};
use crate::study::{Study, row};
use crate::support::shared;

/// `SplitMix64`, so that the order is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % sides as u64).unwrap()
    }
}

const PEOPLE: [&str; 3] = ["ann", "bob", "óð-日本"];

/// The twenty real cases where they lie beside the project, else as many made ones.
fn study() -> Study {
    match shared() {
        Some(dir) => {
            let study = Study::new();
            let cases = dir.join("data/real/cases.swe-bench-m.jsonl").display().to_string();
            study.ok(&["import", &cases]);
            study
        }
        None => Study::with(&(0..20).map(|n| row(&format!("made-{n}"))).collect::<Vec<Value>>()),
    }
}

#[test]
fn fifty_exchanges_in_random_order_end_with_the_same_complete_set_everywhere() {
    let team = Team::of(study(), 3);
    let cases: Vec<String> = read(&team.clones[0].join("cases.jsonl"))
        .lines()
        .map(|l| {
            serde_json::from_str::<Value>(l).unwrap()["id"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(cases.len(), 20);

    let mut dice = Dice(5);
    let mut written = BTreeSet::new();
    let mut hands = 0;
    let mut judge = |dice: &mut Dice, clone: usize, me: &str, count: usize| {
        let answers: Vec<(&str, &str, Value)> = (0..count)
            .map(|_| {
                let case = cases[dice.roll(20)].as_str();
                match dice.roll(2) {
                    0 => (case, "relevance", json!([-1, 0, 1, 2][dice.roll(4)])),
                    _ => (case, "note", json!(format!("n{} 🧭", dice.roll(1000)))),
                }
            })
            .collect();
        written.extend(team.answer(clone, me, &answers));
    };
    // Everyone answers everything once, so that later answers are changes.
    for (clone, me) in PEOPLE.iter().enumerate() {
        for _ in 0..10 {
            judge(&mut dice, clone, me, 4);
        }
    }
    for step in 0..50 {
        let clone = dice.roll(3);
        // Now and then somebody sits at the machine of another.
        let me = if dice.roll(5) == 0 {
            PEOPLE[dice.roll(3)]
        } else {
            PEOPLE[clone]
        };
        let count = dice.roll(4);
        judge(&mut dice, clone, me, count);
        if clone == 0 && dice.roll(3) == 0 {
            let path = team.clones[0].join("cases.jsonl");
            let text = read(&path).replacen("\"title\":\"", "\"title\":\"again ", step % 3 + 1);
            fs::write(&path, text).unwrap();
            if dice.roll(2) == 0 {
                team.git(0, &["commit", "--quiet", "-m", "cases", "--", "cases.jsonl"]);
            }
        }
        if dice.roll(4) == 0 {
            hands += 1;
            team.by_hand(clone, me);
        } else {
            team.sync(clone, me);
        }
    }
    assert!(hands > 5, "{hands}");
    team.git(
        0,
        &["commit", "--quiet", "--allow-empty", "-m", "cases", "--", "cases.jsonl"],
    );
    for _ in 0..2 {
        for clone in 0..3 {
            for me in PEOPLE {
                team.sync(clone, me);
            }
        }
    }

    let (first, _) = entries(&team.clones[0]);
    assert_eq!(
        first.keys().cloned().collect::<BTreeSet<_>>(),
        written,
        "all that was written"
    );
    for (clone, me) in PEOPLE.iter().enumerate() {
        let (all, found) = entries(&team.clones[clone]);
        assert_eq!(found.damage, []);
        assert_eq!(all, first, "clone {clone}");
        assert_eq!(holds(&team.clones[clone]), holds(&team.clones[0]));
        assert_eq!(
            read(&team.clones[clone].join("cases.jsonl")),
            read(&team.clones[0].join("cases.jsonl"))
        );
        assert_eq!(team.damage(clone), Vec::<String>::new());
        assert_eq!(team.git(clone, &["status", "--porcelain"]), "", "clone {clone}");
        let head = team.git(clone, &["rev-parse", "HEAD"]);
        assert_eq!(head, team.git(0, &["rev-parse", "HEAD"]));
        assert_eq!(team.sync(clone, me)["commits"], json!([]), "nothing more to do");
    }
}

#[test]
fn a_push_that_comes_too_late_is_made_again_after_a_merge() {
    let team = Team::small(2);
    team.answer(0, "ann", &[("a", "relevance", json!(1))]);
    team.answer(1, "bob", &[("a", "relevance", json!(0))]);
    team.git(1, &["add", "journal"]);
    team.git(1, &["commit", "--quiet", "-m", "by hand"]);
    // The other clone pushes at the very moment, once.
    let (hook, other) = (team.clones[0].join(".git/hooks/pre-push"), team.clones[1].display());
    let script = format!(
        "#!/bin/sh\nunset $(git rev-parse --local-env-vars)\n[ -e \"$0.done\" ] && exit 0\ntouch \"$0.done\"\n\
         exec git -C {other} push --quiet\n"
    );
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, script).unwrap();
    std::process::Command::new("chmod")
        .arg("+x")
        .arg(&hook)
        .status()
        .unwrap();
    let said = team.sync(0, "ann");
    assert_eq!(
        (&said["late"], &said["sent"], &said["received"]),
        (&json!(1), &json!(1), &json!({"bob": 1})),
        "{said}"
    );
    team.sync(1, "bob");
    assert_eq!(
        (super::ids(&team.clones[0]), super::ids(&team.clones[1]).len()),
        (super::ids(&team.clones[1]), 2)
    );
}

#[test]
fn clones_that_push_at_the_same_time_try_again_until_all_is_there() {
    let team = Team::small(6);
    let mut written = BTreeSet::new();
    for clone in 0..6 {
        let me = format!("p{clone}");
        written.extend(team.answer(
            clone,
            &me,
            &[("a", "relevance", json!(1)), ("b", "relevance", json!(0))],
        ));
    }
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..6)
            .map(|clone| {
                let team = &team;
                scope.spawn(move || team.sync(clone, &format!("p{clone}")))
            })
            .collect();
        for one in all {
            one.join().unwrap();
        }
    });
    for clone in 0..6 {
        team.sync(clone, &format!("p{clone}"));
        assert_eq!(super::ids(&team.clones[clone]), written);
    }
}
