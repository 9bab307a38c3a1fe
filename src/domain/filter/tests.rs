use super::*;

fn row() -> Row {
    Row {
        id: "markedjs__marked-1683".into(),
        title: "Alt text breaks image links".into(),
        repo: "markedjs/marked".into(),
        language: "JavaScript".into(),
        benchmark: "swe-bench-m".into(),
        category: Some("rendering_result".into()),
        relevance: Some(2),
        difficulty: Some("medium".into()),
        annotation_by: None,
        exhibits: Box::new(["a".into(), "b".into()]),
        missing: 0,
        gold: Box::new(["src/Tokenizer.js".into(), "src/rules.js".into()]),
        functions: None,
        offset: 0,
        len: 0,
    }
}

fn passes(expr: &str, mine: &Mine, outcome: Outcome) -> bool {
    parse(expr).unwrap().passes(&row(), mine, outcome)
}

#[test]
fn columns_compare() {
    let none = Mine::default();
    for yes in [
        "lang:js",
        "lang:JavaScript",
        "rel:2",
        "rel>0",
        "!rel:-1",
        "gold>1",
        "gold<=2",
        "images:2",
        "cat:rend",
        "diff:med",
        "repo:marked",
        "path:rules",
        "unjudged",
        "id:1683",
        "!flag",
        "",
    ] {
        assert!(passes(yes, &none, Outcome::Unknown), "{yes}");
    }
    for no in [
        "lang:java",
        "lang:ts",
        "rel<2",
        "gold>2",
        "flag",
        "judged",
        "hit",
        "miss",
        "funcs:0",
        "by:ai",
    ] {
        assert!(!passes(no, &none, Outcome::Unknown), "{no}");
    }
}

#[test]
fn own_answers_win_over_the_data() {
    let mine = Mine {
        relevance: Some(-1),
        progress: Progress::Done,
        flag: true,
        ..Mine::default()
    };
    assert!(passes("rel:-1 judged flag", &mine, Outcome::Unknown));
    assert!(!passes("rel:2", &mine, Outcome::Unknown));
}

#[test]
fn outcome_terms() {
    let mine = Mine::default();
    assert!(passes("hit rank<=5", &mine, Outcome::Complete(5)));
    assert!(passes("miss", &mine, Outcome::Partial(1)));
    assert!(!passes("miss", &mine, Outcome::Void));
    assert!(!passes("rank<=5", &mine, Outcome::Missed));
}

#[test]
fn words_are_kept_and_mistakes_are_named() {
    assert_eq!(parse("axis lang:ts label").unwrap().words, "axis label");
    for (bad, say) in [
        ("rel:x", "whole number"),
        ("rel:9", "-1, 0, 1 or 2"),
        ("rel>-3", "-1, 0, 1 or 2"),
        ("nope:1", "no column"),
        ("lang>3", "is text"),
        ("!axis", "not on words"),
    ] {
        let err = parse(bad).unwrap_err();
        assert!(err.contains(say), "{bad}: {err}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_parses_or_says_why(text in ".{0,40}") {
        if let Err(why) = parse(&text) {
            proptest::prop_assert!(!why.is_empty());
        }
    }
}

#[test]
fn queue_words_ask_for_ones_own_part() {
    let mine = |assigned: bool, progress: Progress, changed: bool| Mine {
        progress,
        assigned,
        changed,
        ..Mine::default()
    };
    let is = |expr: &str, m: &Mine| passes(expr, m, Outcome::Unknown);
    let todo = mine(true, Progress::Untouched, false);
    assert!(is("queue:mine", &todo) && is("queue:open", &todo) && !is("queue:deferred", &todo));
    let done = mine(true, Progress::Done, true);
    assert!(is("queue:mine queue:changed", &done) && !is("queue:open", &done));
    let others = mine(false, Progress::Untouched, false);
    assert!(!is("queue:mine", &others) && !is("queue:open", &others));
    assert!(is("queue:deferred", &mine(true, Progress::Deferred, false)));
    assert!(parse("queue:all").unwrap_err().contains("queue:open"));
}
