//! `casefile agree` on journals written by hand: agreement, blind rounds, thresholds, verdicts.

use serde_json::{Value, json};

use crate::study::{Study, lines, row};

const IDS: [&str; 4] = ["o__r-1", "o__r-2", "o__r-3", "o__r-4"];

/// A workspace with four cases.
fn study(toml: &str) -> Study {
    let study = Study::with(&IDS.map(row));
    study.lay("casefile.toml", format!("version = 1\n{toml}"));
    study
}

/// The journal of one person: case, question, answer.
fn journal(study: &Study, by: &str, said: &[(&str, &str, Value)]) {
    let entries: Vec<Value> = (1..)
        .zip(said)
        .map(|(seq, (case, question, value))| {
            json!({
                "v": 1, "seq": seq, "prev": "", "writer": format!("{by}.1"), "at": "2026-03-01T10:00:00Z", "by": by,
                "subject": {"kind": "case", "case": case}, "question": question, "value": value, "form_hash": "",
            })
        })
        .collect();
    study.lay(&format!("journal/{by}/{by}.1-0001.jsonl"), lines(&entries));
}

/// Two people on the relevance of four cases: three alike, one two steps apart; both always say the same category.
fn two(study: &Study) {
    for (by, values) in [("ann", [1, 2, -1, 0]), ("bob", [1, 2, -1, 2])] {
        let mut said: Vec<(&str, &str, Value)> = IDS
            .into_iter()
            .zip(values)
            .map(|(id, v)| (id, "relevance", json!(v)))
            .collect();
        said.extend(IDS.map(|id| (id, "category", json!("log_output"))));
        said.push((IDS[0], "note", json!(by)));
        journal(study, by, &said);
    }
}

#[test]
fn agreement_with_reasons_for_what_is_undefined() {
    let study = study("");
    two(&study);
    let text = study.ok(&["agree"]);
    assert!(text.starts_with("18 entries by 2 annotators: ann, bob\n"), "{text}");
    assert!(
        text.contains("category (case): κ, Fleiss, α undefined (no variation)"),
        "{text}"
    );
    assert!(text.contains("* fewer than 10 pairable items"), "{text}");
    assert!(!text.contains("note"), "{text}");
    let all: Value = serde_json::from_str(&study.ok(&["agree", "--json"])).unwrap();
    let relevance = &all["questions"][1];
    assert_eq!(relevance["question"], "relevance");
    assert_eq!(relevance["percent"], json!(0.75));
    // 1/1, 2/2, -1/-1, 0/2. Nominal alpha: observed 2/8; labels 2, 3, 2, 1 of 8: expected (64 - 18) / 56.
    let alpha = relevance["alpha"]["nominal"].as_f64().unwrap();
    assert!((alpha - (1.0 - 0.25 * 56.0 / 46.0)).abs() < 1e-9, "{alpha}");
    // Cohen, quadratic, in steps from -1: observed 0 + 0 + 0 + 4; ann gave 0, 1, 2, 3 once each, bob 0, 2, 3, 3. Expected
    // is the sum of squared steps over all 16 pairs, by 4.
    let expected: i32 = (0..4)
        .map(|i: i32| [0, 2, 3, 3].map(|j| (i - j).pow(2)).iter().sum::<i32>())
        .sum();
    let kappa = relevance["cohen"]["quadratic"]["value"].as_f64().unwrap();
    assert!(
        (kappa - (1.0 - 4.0 * 4.0 / f64::from(expected))).abs() < 1e-9,
        "{kappa}"
    );
    assert_eq!(relevance["differences"].as_array().unwrap().len(), 1);
    assert_eq!(relevance["differences"][0]["answers"], json!({"ann": 0, "bob": 2}));
    assert_eq!(
        all["questions"][0]["alpha"]["nominal"],
        json!({"undefined": "no variation"})
    );
    let listed = study.ok(&["agree", "--list", "--question", "relevance"]);
    assert!(listed.contains("o__r-4  ann 0, bob 2"), "{listed}");
    assert!(
        listed.contains("ann (rows) against bob (columns), 4 items of both"),
        "{listed}"
    );
    assert!(listed.contains("disagreement observed, expected"), "{listed}");
}

#[test]
fn a_threshold_gives_the_exit_code() {
    let study = study("");
    two(&study);
    let relevance = ["agree", "--question", "relevance", "--measure", "percent", "--min"];
    study.ok(&[&relevance[..], &["0.75"]].concat());
    study.partly(&[&relevance[..], &["0.76"]].concat());
    // All gave one category: agreement is whole, alpha is undefined, and that is not enough.
    study.ok(&["agree", "--question", "category", "--measure", "percent", "--min", "1"]);
    study.partly(&["agree", "--question", "category", "--min", "-1"]);
    let said = study.fails(2, &["agree", "--question", "mood"]);
    assert!(
        said.contains("no question 'mood'") && said.contains("relevance"),
        "{said}"
    );
}

#[test]
fn labels_of_the_dataset_are_one_more_annotator() {
    let mut rows = IDS.map(row);
    for (row, relevance) in rows.iter_mut().zip([1, 2, 0, 0]) {
        row["image_relevance"] = json!(relevance);
        row["annotation_by"] = json!("ai");
    }
    let study = Study::with(&rows);
    journal(&study, "ann", &IDS.map(|id| (id, "relevance", json!(1))));
    let cases = study.read("cases.jsonl");
    assert!(cases.contains("\"annotation_by\":\"ai\""), "{cases}");
    let out: Value = serde_json::from_str(&study.ok(&["agree", "--with-dataset", "--json"])).unwrap();
    let q = out["questions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|q| q["question"] == "relevance")
        .unwrap();
    assert_eq!(q["raters"], json!(["ann", "dataset:ai"]));
    assert_eq!((&q["percent"], &q["within_one"]), (&json!(0.25), &json!(1.0)));
}

#[test]
fn an_open_blind_round_is_not_read() {
    let study = study("blind = true\n");
    two(&study);
    let said = study.fails(2, &["agree"]);
    assert!(
        said.contains("blind and not closed") && said.contains("closed = true"),
        "{said}"
    );
    assert!(!said.contains("ann") && !said.contains("bob"), "{said}");
    study.fails(2, &["agree", "--verdicts"]);
    assert!(study.ok(&["agree", "--reveal"]).contains("relevance"));
    study.lay("casefile.toml", "version = 1\nblind = true\n[round]\nclosed = true\n");
    study.ok(&["agree"]);
}

#[test]
fn damage_is_told_and_what_a_name_hides_is_shown() {
    let study = study("");
    two(&study);
    let path = "journal/bob/bob.1-0001.jsonl";
    let text = study.read(path);
    study.lay(path, format!("{text}<<<<<<< HEAD\n"));
    let out = study.run(&["agree"]);
    assert_eq!(out.status.code(), Some(0));
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        err.contains("bob.1-0001.jsonl:10") && err.contains("conflict mark"),
        "{err}"
    );
    journal(&study, "eve", &[("x\u{1b}[2J", "relevance", json!(1))]);
    journal(&study, "zed", &[("x\u{1b}[2J", "relevance", json!(2))]);
    crate::study::clean("agree", &study.ok(&["agree", "--list"]));
    crate::study::clean("agree", &study.ok(&["agree", "--json"]));
}

/// A complete review of a case of the task `DomainFix`.
fn review<'a>(case: &'a str, criterion: &str, veto: &str) -> Vec<(&'a str, &'static str, Value)> {
    vec![
        (case, "task", json!("DomainFix")),
        (case, "environment_runs", json!("yes")),
        (case, "needs_domain", json!("yes")),
        (case, "not_trivial", json!(criterion)),
        (case, "veto", json!(veto)),
    ]
}

#[test]
fn three_accept_and_one_veto_end_as_the_rule_says() {
    let study = study("form = \"verification\"\n[round]\nclosed = true\nauditors = [\"pat\"]\n");
    let [first, second, third, _] = IDS;
    for by in ["ann", "bob", "cyd"] {
        let mut said = review(first, "yes", "none");
        said.extend(review(second, "yes", "none"));
        said.extend(review(third, if by == "cyd" { "unsure" } else { "yes" }, "none"));
        journal(&study, by, &said);
    }
    journal(&study, "dan", &review(second, "yes", "leakage"));
    let awaiting = study.ok(&["agree", "--verdicts"]);
    assert!(awaiting.contains("o__r-1  DomainFix  awaiting audit"), "{awaiting}");
    journal(
        &study,
        "pat",
        &[(first, "audit", json!("pass")), (second, "audit", json!("pass"))],
    );
    let text = study.ok(&["agree", "--verdicts"]);
    for want in [
        "o__r-1  DomainFix  retained  by ann, bob, cyd; audited by pat",
        "o__r-2  DomainFix  rejected  veto: solution leakage (dan)",
        "o__r-3  DomainFix  disputed  2 accept, 1 unsure",
        "1 more item not begun",
    ] {
        assert!(text.contains(want), "{want}\n{text}");
    }
    let all: Value = serde_json::from_str(&study.ok(&["agree", "--verdicts", "--json"])).unwrap();
    assert_eq!(
        all["verdicts"][1],
        json!({
            "form": "verification", "subject": {"kind": "case", "case": second}, "rule": "DomainFix",
            "state": "rejected", "why": "veto: solution leakage", "by": ["dan"],
        })
    );
    assert_eq!(all["verdicts"][3]["state"], "pending");
    let none = self::study("");
    let said = none.fails(2, &["agree", "--verdicts"]);
    assert!(said.contains("no form in use says what is retained"), "{said}");
}
