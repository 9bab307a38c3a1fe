use serde_json::{Value, json};

use super::*;

mod asked;
mod people;
mod table;

fn record(exhibit: &str, stage: Stage, output: Value) -> Record {
    Record {
        v: VERSION,
        case: "c".into(),
        exhibit: exhibit.into(),
        stage,
        input_sha: String::new(),
        prompt_sha: String::new(),
        model: if stage == Stage::D { "two" } else { "one" }.into(),
        output,
        verdict: Verdict::Pass,
        reason: String::new(),
        mends: Vec::new(),
        usage: None,
        at: String::new(),
    }
}

fn a(relevance: impl Into<Value>) -> Value {
    json!({"relevance": relevance.into()})
}

fn b(category: &str, confidence: impl Into<Value>) -> Value {
    json!({"category": category, "confidence": confidence.into()})
}

fn c(plausible: impl Into<Value>) -> Value {
    json!({"plausible": plausible.into()})
}

fn d(relevance: i8, category: &str) -> Value {
    json!({"relevance": relevance, "category": category})
}

/// `None` stands for a call that came to nothing.
fn log(outputs: &[Option<Value>]) -> Vec<Record> {
    let made = Stage::ALL.into_iter().zip(outputs).map(|(stage, output)| match output {
        Some(output) => record("x", stage, output.clone()),
        None => Record {
            verdict: Verdict::Error,
            reason: "cut off".into(),
            ..record("x", stage, Value::Null)
        },
    });
    made.collect()
}

/// Four letters: pass, fail, error, skipped, and `?` for what is to be asked.
fn letters(item: &Item) -> String {
    let of = |s: &Step| match s.verdict {
        Some(Verdict::Pass) => 'p',
        Some(Verdict::Fail) => 'f',
        Some(Verdict::Error) => 'e',
        Some(Verdict::Skipped) => 's',
        None => '?',
    };
    item.steps.iter().map(of).collect()
}

fn one(log: &[Record], people: &[Over], limits: &Limits) -> Item {
    let mut all = items(log, people, limits);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Worked out by hand from the paper's four rules. Name, answers of A to D, verdicts, flagged.
#[test]
fn each_way_to_pass_and_to_fail() {
    const UI: &str = "ui_screenshot";
    let ok = |n: usize| {
        vec![Some(a(1)), Some(b(UI, 0.8)), Some(c(true)), Some(d(1, UI))]
            .into_iter()
            .take(n)
            .collect()
    };
    let with = |at: usize, output: Option<Value>| {
        let mut all: Vec<Option<Value>> = ok(at);
        all.push(output);
        all
    };
    let rows: Vec<(&str, Vec<Option<Value>>, &str, bool)> = vec![
        ("all pass", ok(4), "pppp", false),
        (
            "A +2, D +1: one apart",
            vec![Some(a(2)), Some(b(UI, 0.8)), Some(c("yes")), Some(d(1, UI))],
            "pppp",
            false,
        ),
        ("A +1, D 0: one apart, flagged", with(3, Some(d(0, UI))), "pppp", true),
        ("A +1, D +2", with(3, Some(d(2, UI))), "pppp", false),
        ("A says 0", with(0, Some(a(0))), "fsss", false),
        ("A says -1", with(0, Some(a("-1"))), "fsss", false),
        ("A says 3, which is no relevance", with(0, Some(a(3))), "esss", false),
        ("A says one and a half", with(0, Some(a(1.5))), "esss", false),
        ("A has no relevance", with(0, Some(json!({"score": 1}))), "esss", false),
        ("A came to nothing", with(0, None), "esss", false),
        ("B at the limit", with(1, Some(b("UI Screenshot", 0.6))), "pp??", false),
        ("B below it", with(1, Some(b(UI, 0.59))), "pfss", false),
        (
            "B names an eighth category",
            with(1, Some(b("diagram", 0.9))),
            "pfss",
            false,
        ),
        (
            "B has no confidence",
            with(1, Some(json!({"category": UI}))),
            "pess",
            false,
        ),
        ("B is 70 sure", with(1, Some(b(UI, 70))), "pess", false),
        (
            "B has no category",
            with(1, Some(json!({"confidence": 0.9}))),
            "pess",
            false,
        ),
        ("B came to nothing", with(1, None), "pess", false),
        ("C says no", with(2, Some(c(false))), "ppfs", false),
        (
            "C says maybe, which is no yes",
            with(2, Some(c("maybe"))),
            "ppfs",
            false,
        ),
        ("C says nothing", with(2, Some(json!({}))), "ppes", false),
        ("C came to nothing", with(2, None), "ppes", false),
        (
            "D two apart: A +2, D 0",
            vec![Some(a("+2")), Some(b(UI, 1)), Some(c(true)), Some(d(0, UI))],
            "pppf",
            false,
        ),
        ("D two apart: A +1, D -1", with(3, Some(d(-1, UI))), "pppf", false),
        ("D another category", with(3, Some(d(1, "log_output"))), "pppf", false),
        ("D an eighth category", with(3, Some(d(1, "diagram"))), "pppf", false),
        (
            "D has no relevance",
            with(3, Some(json!({"category": UI}))),
            "pppe",
            false,
        ),
        ("D came to nothing", with(3, None), "pppe", false),
        ("only A was asked", ok(1), "p???", false),
    ];
    for (name, outputs, want, flagged) in rows {
        let item = one(&log(&outputs), &[], &Limits::default());
        assert_eq!(letters(&item), want, "{name}: {:?}", item.steps);
        assert_eq!(item.flagged, flagged, "{name}");
        let accepted = want == "pppp";
        assert_eq!(item.state == State::Accepted, accepted, "{name}");
        assert_eq!(item.labels.is_some(), accepted, "{name}");
        for step in &item.steps {
            assert_eq!(
                step.reason.is_empty(),
                step.verdict.is_none(),
                "{name}: a verdict has a reason"
            );
        }
        if let Some(labels) = item.labels {
            let relevance = if name.starts_with("A +2") { 2 } else { 1 };
            assert_eq!(labels.relevance, Some(relevance), "{name}: A's counts");
            assert_eq!(labels.category.as_deref(), Some(UI), "{name}");
            assert_eq!(labels.annotation_by.as_deref(), Some("ai"), "{name}");
        }
    }
}

fn passing() -> Vec<Record> {
    log(&[
        Some(a(1)),
        Some(b("log_output", 0.7)),
        Some(c(true)),
        Some(d(1, "log_output")),
    ])
}

#[test]
fn moving_a_limit_needs_no_call() {
    let log = passing();
    let at = |limits: Limits| letters(&one(&log, &[], &limits));
    let usual = Limits::default();
    assert_eq!(at(usual), "pppp");
    assert_eq!(
        at(Limits {
            confidence: 0.71,
            ..usual
        }),
        "pfss"
    );
    assert_eq!(at(Limits { relevance: 2, ..usual }), "fsss");
    assert_eq!(at(usual), "pppp", "and back");
    let zero = self::log(&[
        Some(a(1)),
        Some(b("log_output", 0.7)),
        Some(c(true)),
        Some(d(0, "log_output")),
    ]);
    assert_eq!(letters(&one(&zero, &[], &Limits { apart: 0, ..usual })), "pppf");
}

#[test]
fn the_second_model_is_another_one() {
    let mut log = passing();
    log[3].model = "one".into();
    let usual = Limits::default();
    let item = one(&log, &[], &usual);
    assert_eq!(letters(&item), "pppe");
    assert!(
        item.steps[3].reason.contains("second model"),
        "{}",
        item.steps[3].reason
    );
    assert_eq!(letters(&one(&log, &[], &Limits { second: false, ..usual })), "pppp");
}

#[test]
fn the_last_record_counts_and_a_skipped_one_says_nothing() {
    let mut log = passing();
    log.push(Record {
        verdict: Verdict::Skipped,
        ..record("x", Stage::B, Value::Null)
    });
    assert_eq!(letters(&one(&log, &[], &Limits::default())), "pppp");
    log.push(record("x", Stage::A, a(0)));
    let item = one(&log, &[], &Limits::default());
    assert_eq!((letters(&item).as_str(), item.steps[0].record), ("fsss", Some(5)));
    log.push(record("x", Stage::A, a(2)));
    assert_eq!(
        letters(&one(&log, &[], &Limits::default())),
        "pppp",
        "the others still count"
    );
    log.push(Record {
        verdict: Verdict::Error,
        ..record("x", Stage::C, Value::Null)
    });
    assert_eq!(
        letters(&one(&log, &[], &Limits::default())),
        "ppes",
        "an error never passes"
    );
}

fn over(stage: Stage, by: &str, pass: bool) -> Over {
    Over {
        case: "c".into(),
        exhibit: "x".into(),
        stage,
        by: by.into(),
        pass,
        relevance: None,
        category: None,
    }
}

#[test]
fn the_funnel_counts_every_image_once_a_stage() {
    let mut log = passing();
    log.push(record("y", Stage::A, a(0)));
    log.push(record("z", Stage::A, a(1)));
    log.push(record("z", Stage::B, json!({})));
    log.push(record("w", Stage::A, a(1)));
    let mut flagged = passing();
    for r in &mut flagged {
        r.exhibit = "v".into();
    }
    flagged[3].output = d(0, "log_output");
    log.extend(flagged);
    let all = items(&log, &[over(Stage::C, "ann", true)], &Limits::default());
    let names: Vec<(&str, String)> = all.iter().map(|i| (i.exhibit.as_str(), letters(i))).collect();
    let want = [
        ("v", "pppp"),
        ("w", "p???"),
        ("x", "pppp"),
        ("y", "fsss"),
        ("z", "pess"),
    ];
    assert_eq!(names, want.map(|(n, l)| (n, l.to_owned())));
    let got = funnel(&all);
    assert_eq!(
        got,
        Funnel {
            stages: [[4, 1, 0, 0, 0], [2, 0, 1, 1, 1], [2, 0, 0, 2, 1], [2, 0, 0, 2, 1]],
            all: 5,
            accepted: 2,
            flagged: 1,
            overridden: 1,
        }
    );
}

#[test]
fn a_record_is_settled_by_what_came_before() {
    let log = passing();
    let mut new = record("x", Stage::D, d(-1, "log_output"));
    settle(&mut new, &log[..3], &Limits::default());
    assert_eq!(new.verdict, Verdict::Fail);
    assert_eq!(new.reason, "relevance -1 against +1");
    let mut error = Record {
        verdict: Verdict::Error,
        reason: "cut off".into(),
        ..record("x", Stage::A, a(1))
    };
    settle(&mut error, &[], &Limits::default());
    assert_eq!((error.verdict, error.reason.as_str()), (Verdict::Error, "cut off"));
}

#[test]
fn records_are_read_as_they_are_written() {
    let line = r#"{"v":1,"case":"c","exhibit":"x","stage":"B","input_sha":"i","prompt_sha":"p","model":"m","output":{"category":"log_output","confidence":0.7},"verdict":"pass","reason":"r","mends":["fence"],"usage":{"prompt_tokens":9,"completion_tokens":2},"at":"t"}"#;
    let record: Record = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap(), line);
    let short: Record = serde_json::from_str(r#"{"case":"c","exhibit":"x","stage":"A","verdict":"error"}"#).unwrap();
    assert_eq!((short.verdict, short.usage), (Verdict::Error, None));
}

proptest::proptest! {
    /// Any answer gives a verdict, and one that is no answer never passes.
    #[test]
    fn only_good_answers_pass(
        relevance in proptest::option::of(-9_i64..9), category in "(ui_screenshot|log output|x|)", confidence in -1.0_f64..2.0,
        plausible in "(yes|no|)", stage in 0_usize..4,
    ) {
        let output = json!({"relevance": relevance, "category": category, "confidence": confidence, "plausible": plausible});
        let mut log = passing();
        log.push(record("x", Stage::ALL[stage], output));
        let good = match stage {
            0 => relevance.is_some_and(|r| r == 1 || r == 2),
            1 => category == "log output" && (0.6..=1.0).contains(&confidence),
            2 => plausible == "yes",
            _ => category == "log output" && relevance.is_some_and(|r| (0..=2).contains(&r)),
        };
        // B may change the category; then D, who answered before, no longer agrees.
        let step_passes = good || (stage == 1 && category == "ui_screenshot" && (0.6..=1.0).contains(&confidence));
        let last = if stage == 3 { "two" } else { "one" };
        log.last_mut().unwrap().model = last.into();
        let item = one(&log, &[], &Limits::default());
        proptest::prop_assert_eq!(item.steps[stage].verdict == Some(Verdict::Pass), step_passes);
        proptest::prop_assert_eq!(item.state == State::Accepted, good);
    }
}
