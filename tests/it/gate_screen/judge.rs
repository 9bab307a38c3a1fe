//! A person's verdicts about stages, and limits moved to see what would be.

use std::fs;

use serde_json::{Value, json};

use super::{listed, names, play, tall, workspace};
use crate::review::entries;
use crate::support::Home;

#[test]
fn moving_the_limit_changes_verdicts_and_no_file() {
    let home = Home::new();
    let ws = workspace(&home);
    let before = fs::read(ws.join("gate.jsonl")).unwrap();
    let up = tall(&home, &ws, "g i ]");
    let row = |screen: &str, name: &str| listed(screen).into_iter().find(|(n, _)| n.starts_with(name)).unwrap().1;
    assert_eq!(row(&up, "k14"), "1/1 p +1 f code .62 – yes – +2 failed B", "{up}");
    assert!(up.contains("accepted 2 of 14"), "{up}");
    let down = tall(&home, &ws, "g i [");
    assert_eq!(row(&down, "k05"), "1/1 p +1 p ui .59 ? ? open at C", "{down}");
    let back = tall(&home, &ws, "g i ] [");
    assert!(back.contains("accepted 3 of 14") && !back.contains("what if"), "{back}");
    assert_eq!(fs::read(ws.join("gate.jsonl")).unwrap(), before);
}

#[test]
fn a_verdict_of_mine_is_saved_counts_and_is_undone() {
    let home = Home::new();
    let ws = workspace(&home);
    let row = |screen: &str, name: &str| listed(screen).into_iter().find(|(n, _)| n.starts_with(name)).unwrap().1;
    // The fix does address what k08 shows; then D is to be asked.
    let screen = tall(&home, &ws, "g i / \"k08\" enter 3 y");
    assert_eq!(row(&screen, "k08"), "1/1 p +1 p ui .70 p* yes ? open at D", "{screen}");
    assert!(
        screen.contains("pass by ann (the log: fail, plausible: no)"),
        "{screen}"
    );
    assert!(screen.contains("1 decided by people"), "{screen}");
    let key = |v: Value| ("exhibit".to_owned(), "gate/C".to_owned(), v);
    assert_eq!(entries(&ws, "ann"), [key("pass".into())]);
    let people = tall(&home, &ws, "g i f f f f f f f f f");
    assert_eq!(names(&people), "08", "{people}");

    // The same key takes it back; undo brings it again, and once more takes the first one back.
    let off = tall(&home, &ws, "g i / \"k08\" enter 3 y");
    assert_eq!(row(&off, "k08"), "1/1 p +1 p ui .70 f no – failed C", "{off}");
    let on = tall(&home, &ws, "g i / \"k08\" enter z");
    assert_eq!(row(&on, "k08"), "1/1 p +1 p ui .70 p* yes ? open at D", "{on}");
    let none = tall(&home, &ws, "g i / \"k08\" enter z");
    assert_eq!(row(&none, "k08"), "1/1 p +1 p ui .70 f no – failed C", "{none}");

    // Fail what passed.
    let screen = tall(&home, &ws, "g i 1 x");
    assert!(row(&screen, "k01").starts_with("2/2 f* +2 –"), "{screen}");
    assert!(row(&screen, "k01").ends_with("failed A"), "{screen}");
}

#[test]
fn relevance_and_category_of_mine_stand_in_their_place() {
    let home = Home::new();
    let ws = workspace(&home);
    let row = |screen: &str, name: &str| listed(screen).into_iter().find(|(n, _)| n.starts_with(name)).unwrap().1;
    // The menu runs from +2 to -1; the second entry is +1.
    let screen = tall(&home, &ws, "g i / \"k03\" enter c 2");
    assert_eq!(row(&screen, "k03"), "1/1 p* +1 ? ? ? open at B", "{screen}");
    let last = entries(&ws, "ann").pop().unwrap();
    assert_eq!(
        (last.1.as_str(), last.2),
        ("gate/A", json!({"verdict": "pass", "relevance": 1}))
    );
    // An eighth category cannot pass as it is: the menu asks which one it is.
    let asked = tall(&home, &ws, "g i / \"k06\" enter 2 y");
    assert!(
        asked.contains("stage B, category, of") && asked.contains("log_output"),
        "{asked}"
    );
    let screen = tall(&home, &ws, "g i / \"k06\" enter 2 y 7");
    assert_eq!(row(&screen, "k06"), "1/1 p +1 p* log .90 ? ? open at C", "{screen}");
    let last = entries(&ws, "ann").pop().unwrap();
    assert_eq!(
        (last.1.as_str(), last.2),
        ("gate/B", json!({"verdict": "pass", "category": "log_output"}))
    );
    // Bob thinks otherwise: disputed, and the log counts.
    play(&home, &ws, "bob", "g i / \"k03\" enter 1 x", "100x60");
    let screen = tall(&home, &ws, "g i / \"k03\" enter");
    assert_eq!(row(&screen, "k03"), "1/1 f! 0 – – – failed A", "{screen}");
    assert!(screen.contains("people differ: ann: pass, bob: fail"), "{screen}");
    assert!(
        screen.contains("ann: pass, relevance +1") && screen.contains("bob: fail"),
        "{screen}"
    );
    // The last entry of the menu takes mine back.
    let screen = tall(&home, &ws, "g i / \"k03\" enter c 5");
    assert_eq!(row(&screen, "k03"), "1/1 f* 0 – – – failed A", "{screen}");
}
