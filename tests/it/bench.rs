//! The screens about runs on the embedded sample: four keys from the start to a missed gold function, and what the
//! screens say is what the commands say.

use std::sync::Arc;

use casefile::domain::level::Level;
use casefile::domain::metric::Metric;
use casefile::store::workspace::Workspace;
use casefile::work::office::Office;
use casefile::work::{board, inquiry, sample};

use crate::support::Home;

fn play(home: &Home, keys: &str, size: &str) -> String {
    home.ok(&["play", keys, "--size", size, "--as", "mara", "--protocol", "none"])
}

#[test]
fn four_keys_lead_to_the_gold_function_of_a_miss_that_the_other_run_hit() {
    let home = Home::new();
    let screen = play(&home, "c", "160x48");
    assert!(
        screen.contains("A lantern-vce-image  against  B plain-text-only"),
        "{screen}"
    );
    assert!(screen.contains("A hit, B missed 7"), "{screen}");
    let screen = play(&home, "c enter g d", "160x48");
    assert!(screen.contains("in a gold function  ·  found by name"), "{screen}");
    assert!(screen.contains("func (s *Server) stream("), "{screen}");
}

#[test]
fn from_a_number_to_its_cases_and_back() {
    let home = Home::new();
    let list = play(&home, "t down enter", "160x48");
    assert!(list.contains("of: plain-text-only, all, file gold"), "{list}");
    assert!(list.contains("12 cases"), "{list}");
    let slices = play(&home, "t tab b down down enter", "160x48");
    assert!(
        slices.contains("by difficulty") && slices.contains("easy *"),
        "{slices}"
    );
    let one = play(&home, "t tab b down down enter enter", "160x48");
    assert!(one.contains("difficulty easy"), "{one}");
    let back = play(&home, "t enter q", "160x48");
    assert!(back.contains("12 cases") && !back.contains("of: "), "{back}");
}

#[test]
fn k_and_level_move_all_numbers() {
    let home = Home::new();
    let at = |keys: &str| play(&home, keys, "160x48");
    assert!(at("t").contains("file level · K 5"));
    assert!(at("t ]").contains("solved 12 of 12 at K 10"));
    assert!(at("t [ [").contains("solved 5 of 12 at K 1"));
    assert!(at("t F").contains("function level · K 5"));
}

#[test]
fn misses_open_cell_by_cell_down_to_the_case() {
    let home = Home::new();
    let table = play(&home, "v m", "160x48");
    assert!(
        table.contains("misses of plain-text-only") && table.contains("9 missed, 3 solved"),
        "{table}"
    );
    assert!(
        table.contains("S_NO_SUBMISSION") && table.contains("S_UNPARSEABLE") && table.contains("S_NOT_RUN"),
        "{table}"
    );
    let desk = play(&home, "v m enter enter", "160x48");
    assert!(
        desk.contains("suspects") && desk.contains("harbour__tidewatch"),
        "{desk}"
    );
    let again = play(&home, "v m enter enter q", "160x48");
    assert!(again.contains("misses of plain-text-only"), "{again}");
}

#[test]
fn a_blind_round_shows_no_scores() {
    let home = Home::new();
    for keys in ["t", "c", "m", "g t"] {
        let screen = home.ok(&["play", keys, "--blind", "--as", "jun", "--protocol", "none"]);
        assert!(screen.contains("scores are hidden in this blind round"), "{screen}");
    }
}

#[test]
fn narrow_screens_show_the_same_screens() {
    let home = Home::new();
    for keys in [
        "t",
        "t tab",
        "t tab tab",
        "t tab tab tab",
        "t tab tab tab tab",
        "c",
        "v m",
    ] {
        for size in ["80x24", "40x12", "20x6"] {
            let screen = play(&home, keys, size);
            assert!(!screen.trim().is_empty(), "{keys} {size}");
        }
    }
}

#[test]
fn findings_and_scores_agree_on_what_is_solved() {
    let home = Home::new();
    let ws: Workspace = sample::open(&home.path().join("s"), false).unwrap();
    let built = board::build(&ws, &|| false).unwrap();
    assert!(built.problems.is_empty());
    let office = Office::new(Arc::new(ws));
    for run in &built.board.runs {
        let found = inquiry::inquire(&office, &run.name, &[], &|| false, &mut |_, _| {}).unwrap();
        for level in Level::ALL {
            for k in inquiry::KS {
                let t = built.board.tally(run, level, Metric::Acc(k), &built.board.all());
                let (solved, no_gold) = found.counts(level, k);
                let missed = u32::try_from(found.at(level, k).len()).unwrap();
                assert_eq!(
                    (t.hits(), t.n, t.no_gold),
                    (solved, solved + missed, no_gold),
                    "{} {level:?} {k}",
                    run.name
                );
            }
        }
    }
}
