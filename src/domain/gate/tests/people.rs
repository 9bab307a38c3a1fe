use super::*;
use crate::domain::entry::Subject;
use crate::domain::ledger::Ledger;
use crate::domain::testing::says;

#[test]
fn a_person_goes_before_the_log_and_is_told() {
    let usual = Limits::default();
    let item = one(&passing(), &[over(Stage::C, "ann", false)], &usual);
    assert_eq!((letters(&item).as_str(), item.state), ("ppfs", State::Failed(Stage::C)));
    assert_eq!(item.steps[2].automatic, Some(Verdict::Pass));
    assert_eq!(item.steps[2].by, ["ann"]);
    assert!(
        item.steps[2].reason.starts_with("fail by ann (the log: pass"),
        "{}",
        item.steps[2].reason
    );

    // C came to nothing; a person lets it pass.
    let broken = log(&[Some(a(1)), Some(b("log_output", 0.7)), None, Some(d(1, "log_output"))]);
    assert_eq!(letters(&one(&broken, &[over(Stage::C, "ann", true)], &usual)), "pppp");
    // A person on a later stage mends no earlier one.
    let early = log(&[Some(a(0))]);
    assert_eq!(letters(&one(&early, &[over(Stage::D, "ann", true)], &usual)), "fsss");
    // Who lets B pass must say the category where the model did not, or D has nothing to agree with.
    let eighth = log(&[
        Some(a(1)),
        Some(b("diagram", 0.9)),
        Some(c(true)),
        Some(d(1, "log_output")),
    ]);
    assert_eq!(letters(&one(&eighth, &[over(Stage::B, "ann", true)], &usual)), "pppe");
    let told = Over {
        category: Some("log_output"),
        ..over(Stage::B, "ann", true)
    };
    let item = one(&eighth, &[told], &usual);
    assert_eq!(letters(&item), "pppp");
    assert_eq!(item.labels.unwrap().category.as_deref(), Some("log_output"));
    assert_eq!(
        one(
            &eighth,
            &[Over {
                category: Some("log_output"),
                ..over(Stage::B, "ann", true)
            }],
            &usual
        )
        .labels
        .unwrap()
        .annotation_by
        .as_deref(),
        Some("ai"),
        "the relevance is the model's"
    );
    // Where both values are a person's, so is the label.
    let both = [
        Over {
            relevance: Some(2),
            ..over(Stage::A, "ann", true)
        },
        Over {
            category: Some("log_output"),
            ..over(Stage::B, "ann", true)
        },
        over(Stage::C, "ann", true),
        over(Stage::D, "ann", true),
    ];
    let labels = one(&log(&[Some(a(0))]), &both, &usual).labels.unwrap();
    assert_eq!(
        (
            labels.relevance,
            labels.category.as_deref(),
            labels.annotation_by.as_deref()
        ),
        (Some(2), Some("log_output"), Some("human"))
    );
    // Two who differ settle nothing.
    let item = one(
        &passing(),
        &[over(Stage::C, "ann", false), over(Stage::C, "bob", true)],
        &usual,
    );
    assert_eq!(letters(&item), "pppp");
    assert!(item.steps[2].disputed && item.steps[2].reason.contains("ann: fail, bob: pass"));
    // Nobody asked a model: people alone.
    let all = Stage::ALL.map(|s| over(s, "ann", true));
    let item = one(&[], &all, &usual);
    assert_eq!(
        (letters(&item).as_str(), item.labels.unwrap().relevance),
        ("pppp", None)
    );
}

#[test]
fn judgements_become_overrides() {
    let mut ledger = Ledger::default();
    let subject = || Subject::Exhibit {
        case: "c".into(),
        exhibit: "x".into(),
    };
    let mut say = |seq, question: &str, value| says(&mut ledger, "ann", seq, subject(), question, value, "", None);
    say(1, "gate/C", json!("fail"));
    say(
        2,
        "gate/B",
        json!({"verdict": "pass", "category": "Log output", "relevance": 9}),
    );
    say(3, "gate/A", json!("perhaps"));
    say(4, "gate/E", json!("pass"));
    say(5, "gate/D", json!("pass"));
    say(6, "gate/D", json!("fail"));
    let b = Over {
        category: Some("log_output"),
        ..over(Stage::B, "ann", true)
    };
    assert_eq!(
        overrides(&ledger),
        [b, over(Stage::C, "ann", false)],
        "D contradicts itself"
    );
}
