//! The second reviewer sees nothing of the first, neither on the screen nor on the disk.

use std::fs;
use std::path::Path;

use rustix::fs::inotify;

use super::{play, study};
use crate::support::Home;

/// Answers to everything that make a harmful image.
const HARMFUL: &str = "g h enter n \"No file is named\" enter 4 \"Both show a board\" enter enter \"ALARMWARD\" enter \
    \"it shows alarms\" enter 5 \"other module\" enter 4 \"hours lost\" enter 3 \"much\" enter - \"misleads\" enter A";

/// Runs `act` and says which of the files and folders below `dir` were opened or read meanwhile.
fn touched(dir: &Path, act: impl FnOnce()) -> usize {
    let watch = inotify::init(inotify::CreateFlags::NONBLOCK).unwrap();
    let mut all = vec![dir.to_owned()];
    all.extend(fs::read_dir(dir).unwrap().map(|d| d.unwrap().path()));
    for path in &all {
        inotify::add_watch(&watch, path, inotify::WatchFlags::OPEN | inotify::WatchFlags::ACCESS).unwrap();
    }
    act();
    let mut buf = [std::mem::MaybeUninit::uninit(); 4096];
    let mut reader = inotify::Reader::new(&watch, &mut buf);
    let mut count = 0;
    while reader.next().is_ok() {
        count += 1;
    }
    count
}

#[test]
fn a_candidate_is_uncovered_step_by_step() {
    let home = Home::new();
    let ws = study(&home);
    let first = play(&home, &ws, "ann", "g h enter");
    assert!(first.contains("the image is shown when"), "{first}");
    assert!(
        !first.contains("src/alarm.ts") && !first.contains("src/axis.ts"),
        "no gold before its time: {first}"
    );
    assert!(
        !first.contains("similar") && !first.contains("Alarm silent"),
        "nor how it was made: {first}"
    );
    let second = play(&home, &ws, "ann", "g h enter n \"why\" enter");
    assert!(second.contains("image as the solver sees it"), "{second}");
    assert!(
        !second.contains("src/alarm.ts") && !second.contains("original image"),
        "{second}"
    );
    let third = play(
        &home,
        &ws,
        "ann",
        "g h enter 4 \"fits\" enter enter \"there\" enter \"so\" enter",
    );
    for shown in [
        "original image",
        "src/alarm.ts",
        "src/axis.ts",
        "not known to the solver",
        "Alarm silent",
    ] {
        assert!(third.contains(shown), "{shown}: {third}");
    }
}

#[test]
fn the_second_reviewer_reads_nothing_of_the_first() {
    let home = Home::new();
    let ws = study(&home);
    let done = play(&home, &ws, "ann", HARMFUL);
    assert!(done.contains("all questions are answered"), "{done}");

    let theirs = ws.join("journal/ann");
    let reads = touched(&theirs, || {
        let screen = play(&home, &ws, "bob", "g h enter");
        assert!(!screen.contains("ALARMWARD") && !screen.contains("ann"), "{screen}");
        let screen = play(&home, &ws, "bob", HARMFUL);
        assert!(screen.contains("all questions are answered"), "{screen}");
        for keys in ["enter", "enter A", "g h", "ctrl-r"] {
            let screen = play(&home, &ws, "bob", keys);
            assert!(!screen.contains("ann:"), "{keys}: {screen}");
        }
    });
    assert_eq!(reads, 0, "the journal of the first was opened or read");

    // The watch itself works: once the round is closed, the journal is read.
    let toml = ws.join("casefile.toml");
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(&toml, text.replace("closed = false", "closed = true")).unwrap();
    let reads = touched(&theirs, || {
        play(&home, &ws, "bob", "g h");
    });
    assert!(reads > 0);
}

#[test]
fn contradictions_are_told_and_block() {
    let home = Home::new();
    let ws = study(&home);
    let keys = HARMFUL.replace("4 \"hours lost\" enter", "0 \"none\" enter");
    let screen = play(&home, &ws, "ann", &keys);
    assert!(
        screen.contains("✗ harmful, yet it does not mislead (Q5 is 0)"),
        "{screen}"
    );
}
