use super::super::table::{Row, Voices, again, cross, histogram, rows, two};
use super::*;

const UI: &str = "ui_screenshot";

/// Five images: accepted with one apart, failed only D, B just above its limit and below, and A alone.
fn five() -> Vec<Record> {
    let of = |exhibit: &str, outputs: Vec<Value>| {
        let made = Stage::ALL.into_iter().zip(outputs);
        made.map(|(stage, o)| record(exhibit, stage, o)).collect::<Vec<_>>()
    };
    let mut log = of("v", vec![a(2), b("UI Screenshot", 0.83), c(true), d(1, UI)]);
    log.extend(of("w", vec![a(2), b(UI, 0.65), c("Yes"), d(0, UI)]));
    log.extend(of("x", vec![a(1), b("log_output", 0.6), c(false)]));
    log.extend(of("y", vec![a(1), b("diagram", "0.59")]));
    log.extend(of("z", vec![a(-1)]));
    for r in &mut log {
        r.case = if r.exhibit == "z" { "Other__repo-7" } else { "c" }.into();
    }
    log
}

#[test]
fn what_stages_said_in_a_word() {
    let all = rows(&five(), &[], &Limits::default());
    let short: Vec<String> = all
        .iter()
        .map(|r| Stage::ALL.map(|s| r.said.short(s)).join("|"))
        .collect();
    // Sorted by case: capitals first.
    let want = [
        "-1|||",
        "+2|ui .83|yes|+1",
        "+2|ui .65|yes|0",
        "+1|log .60|no|",
        "+1|diagra .59||",
    ];
    assert_eq!(short, want);
    assert_eq!((two(1.0), two(0.054)), ("1.00".to_owned(), ".05".to_owned()));
}

#[test]
fn what_people_agree_on_stands_in_its_place() {
    let mut log = five();
    log.retain(|r| r.exhibit == "y");
    let mut kind = over(Stage::B, "ann", true);
    (kind.exhibit, kind.category) = ("y".into(), Some("log_output"));
    let mut fix = over(Stage::C, "ann", true);
    fix.exhibit = "y".into();
    let mut other = fix.clone();
    (other.by, other.pass) = ("bob".into(), false);
    let row = rows(&log, &[kind.clone(), fix.clone()], &Limits::default()).remove(0);
    assert_eq!(
        (row.said.short(Stage::B).as_str(), row.said.short(Stage::C).as_str()),
        ("log .59", "yes")
    );
    let row = rows(&log, &[kind, fix, other], &Limits::default()).remove(0);
    assert_eq!(row.said.short(Stage::C), "", "people differ and the log says nothing");
    assert_eq!(row.people, [Voices::None, Voices::Agree, Voices::Differ, Voices::None]);
}

#[test]
fn a_against_d_and_confidence_by_hand() {
    let all = rows(&five(), &[], &Limits::default());
    // A down, D across, −1 to +2: only v (+2, +1) and w (+2, 0) have both.
    let mut want = [[0; 4]; 4];
    want[3] = [0, 1, 1, 0];
    assert_eq!(cross(all.iter()), want);
    // .83 in [.80, .85), .65 in [.65, .70), .60 in [.60, .65), .59 in [.55, .60).
    let mut bins = [0; 20];
    for n in [16, 13, 12, 11] {
        bins[n] = 1;
    }
    assert_eq!(histogram(all.iter()), bins);
    let ends = [0.0, 0.05, 0.15, 0.35, 0.95, 1.0];
    let log: Vec<Record> = (0..)
        .zip(ends)
        .map(|(n, c)| record(&format!("e{n}"), Stage::B, b(UI, c)))
        .collect();
    let got = histogram(rows(&log, &[], &Limits::default()).iter());
    let filled: Vec<usize> = (0..20).filter(|n| got[*n] > 0).collect();
    assert_eq!(filled, [0, 1, 3, 7, 19]);
}

/// Exhibits that are listed.
fn listed(take: &dyn Fn(&Row) -> bool) -> String {
    let all = rows(&five(), &[over(Stage::A, "ann", true)], &Limits::default());
    all.iter().filter(|r| take(r)).map(|r| r.item.exhibit.clone()).collect()
}

#[test]
fn one_state_after_the_other() {
    // `over` speaks about exhibit x, which is in the log.
    let want = ["zvwxy", "v", "z", "y", "x", "w", "", "", "", "x", "wx"];
    let mut show = Show::default();
    for want in want {
        assert_eq!(listed(&|r| show.takes(r)), want, "{}", show.words());
        show = show.next();
    }
    assert_eq!(show, Show::All, "around the end");
}

#[test]
fn words_narrow_the_list() {
    for (text, want) in [
        ("", "zvwxy"),
        ("OTHER repo", "z"),
        ("other nothing", ""),
        ("state:failed", "zwxy"),
        ("state:failed stage:d", "w"),
        ("state:accepted", "v"),
        ("state:open", ""),
        ("state:error", ""),
        ("conf:.60-.65", "wx"),
        ("conf:.65", "w"),
        ("conf:-.6", "xy"),
        ("conf:.66-", "v"),
        ("cat:ui_screenshot", "vw"),
        ("cat:log", "x"),
        ("cat:UI conf:.8-1", "v"),
    ] {
        let words = Words::parse(text).unwrap();
        assert_eq!(listed(&|r| words.takes(r)), want, "{text}");
    }
    for text in [
        "state:done",
        "stage:E",
        "conf:",
        "conf:2",
        "conf:.5-x",
        "conf:NaN",
        "cat:picture",
        "cat:",
        "!state:open",
        "!",
    ] {
        assert!(Words::parse(text).is_err(), "{text}");
    }
}

#[test]
fn one_image_again_is_as_all_of_them_anew() {
    let log = five();
    let limits = Limits::default();
    let mut people = Vec::new();
    let mut all = rows(&log, &people, &limits);
    let about = |exhibit: &str, stage, by: &str, pass| Over {
        exhibit: exhibit.into(),
        ..over(stage, by, pass)
    };
    // Somebody fails what passed, another differs, a third speaks about an image that the log does not know.
    let steps = [
        about("w", Stage::A, "ann", false),
        about("w", Stage::A, "bob", true),
        about("v", Stage::C, "ann", false),
        about("unknown", Stage::A, "ann", true),
    ];
    for step in steps {
        let image = step.exhibit.clone();
        people.push(step);
        again(&mut all, &log, &people, &limits, ("c", &image));
        assert_eq!(all, rows(&log, &people, &limits), "{image}");
    }
    while let Some(step) = people.pop() {
        again(&mut all, &log, &people, &limits, ("c", &step.exhibit));
        assert_eq!(all, rows(&log, &people, &limits), "{} back", step.exhibit);
    }
}
