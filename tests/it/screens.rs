//! Screens as snapshots at three sizes. Pictures are off: their cells depend on the processor's rounding.

use crate::support::Home;

fn shot(home: &Home, keys: &str, size: &str) -> String {
    home.ok(&["play", keys, "--size", size, "--as", "mara", "--protocol", "none"])
}

macro_rules! screens {
    ($($name:ident: $keys:literal;)*) => {
        $(#[test]
        fn $name() {
            let home = Home::new();
            for size in ["160x48", "120x40", "80x24"] {
                insta::assert_snapshot!(format!("{}-{size}", stringify!($name)), shot(&home, $keys, size));
            }
        })*
    };
}

screens! {
    list: "";
    list_filtered_and_sorted: "/ \"lang:go\" enter o o o";
    desk: "enter";
    desk_without_function_gold: "/ \"178\" enter enter tab tab tab";
    desk_with_three_exhibits: "/ \"184\" enter enter . .";
    desk_run_that_gave_no_answer: "/ \"152\" enter enter v tab tab tab tab";
    desk_functions_and_k: "/ \"127\" enter enter tab tab tab tab F [ [";
    desk_labelled: "enter u 2 r 1 f";
    help: "enter ?";
    menu_of_gold: "/ \"184\" enter enter g d";
    pending_keys: "enter g";
    note: "enter i \"seen on two boards\"";
    source: "enter g d enter";
    source_outline: "enter g d enter o";
    diff: "/ \"118\" enter enter D";
    zoom: "enter m";
    evidence: "/ \"184\" enter enter C tab j j";
    evidence_as_a_model_gets_it: "/ \"118\" enter enter C tab v";
    terms: "/ \"184\" enter enter E j tab j space";
    steps: "enter S";
    steps_of_another_run: "enter S v G";
}

#[test]
fn blind_hides_gold_suspects_and_labels_until_revealed() {
    let home = Home::new();
    let play = |keys: &str| {
        home.ok(&[
            "play",
            keys,
            "--size",
            "160x48",
            "--as",
            "jun",
            "--blind",
            "--protocol",
            "none",
        ])
    };
    let before = play("enter");
    for secret in ["web/src/TideChart.tsx", "drawAxis", "rank 1", "easy", "rel 2"] {
        assert!(!before.contains(secret), "{secret} shows in a blind round");
    }
    let list = play("");
    assert!(!list.contains("rendering_result") && !list.contains("easy"), "{list}");
    assert!(play("g d").contains("does nothing") || !play("enter g d").contains("TideChart.tsx"));
    let after = play("enter X");
    assert!(
        after.contains("web/src/TideChart.tsx") && after.contains("rank 1"),
        "{after}"
    );
    // The reveal holds in the next session as well.
    assert!(play("enter").contains("web/src/TideChart.tsx"));
}

#[test]
fn terms_are_weighed_again_and_hidden_in_a_blind_round() {
    let home = Home::new();
    let plain = shot(&home, "enter E", "160x48");
    assert!(
        plain.contains("evidence x0.5") && plain.contains("BM25 proxy"),
        "{plain}"
    );
    let row = |screen: &str, lead: &str| {
        let line = screen
            .lines()
            .find(|l| l.trim_start().starts_with(lead))
            .map(str::to_owned);
        line.unwrap_or_else(|| panic!("{lead}: {screen}"))
    };
    // Without weight the images change nothing: every setting ranks as the text does.
    let none = shot(&home, "enter E - - - - - -", "160x48");
    assert!(none.contains("evidence x0.0"), "{none}");
    let rank = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    assert_eq!(rank(&row(&none, "+VCE")), rank(&row(&none, "text")));
    // A term that is off is marked, stays in its place, and takes its part of the score away.
    let off = shot(&home, "enter E space", "160x48");
    assert!(
        off.contains("1 off · ") && off.matches("× ").count() == plain.matches("× ").count() + 1,
        "{off}"
    );
    let scores = |screen: &str| -> Vec<String> {
        let from = screen.lines().skip_while(|l| !l.starts_with(" wrong files")).skip(1);
        from.filter_map(|l| l.split_whitespace().nth(2).map(str::to_owned))
            .take(5)
            .collect()
    };
    assert_ne!(scores(&off), scores(&plain), "scores of the wrong files change");
    assert_eq!(shot(&home, "enter E space space", "160x48"), plain);
    let blind = home.ok(&[
        "play",
        "enter E",
        "--size",
        "160x48",
        "--as",
        "jun",
        "--blind",
        "--protocol",
        "none",
    ]);
    assert!(
        !blind.contains("rank of gold") && blind.contains("hidden in this blind round"),
        "{blind}"
    );
}

#[test]
fn pictures_stand_in_the_text_and_in_their_pane() {
    let home = Home::new();
    let screen = home.ok(&["play", "enter", "--size", "160x48", "--as", "mara"]);
    let blocks = |line: &str| line.chars().filter(|c| matches!(c, '▀' | '▄')).count();
    let rich = screen.lines().filter(|l| blocks(l) > 40).count();
    assert!(rich >= 10, "only {rich} rows with a picture:\n{screen}");
}

#[test]
fn tiny_screens_do_not_crash() {
    let home = Home::new();
    for size in ["1x1", "5x2", "19x5", "20x6", "30x8", "109x12", "300x100"] {
        for keys in [
            "",
            "enter",
            "enter m",
            "enter g d enter",
            "enter ?",
            "enter i",
            "enter g d enter o",
        ] {
            home.ok(&["play", keys, "--size", size, "--as", "mara"]);
        }
    }
}
