//! Queues of a round: who gets what, how far everyone is, what changed since it was judged.

use casefile::domain::entry::{Entry, Op, Sight, Subject};
use casefile::store::disk::RealDisk;
use casefile::store::forms;
use casefile::store::journal::Journal;
use serde_json::{Value, json};

use crate::study::{Study, row};

/// Queues of the round below, worked out with Python's hashlib: the cases for which the name has one of the two highest
/// sha256("1|case|name"), in the order of sha256("1|name|case").
const MARA: &str = "fe";
const JUN: &str = "bcda";
const INES: &str = "fdebca";

/// Six cases `a` to `f` in a round of three with an overlap of two.
fn study() -> Study {
    let study = Study::with(&["a", "b", "c", "d", "e", "f"].map(row));
    let text = study.read("casefile.toml").replace(
        "closed = false\n",
        "closed = false\nannotators = [\"mara\", \"jun\", \"ines\"]\noverlap = 2\nseed = 1\n",
    );
    study.lay("casefile.toml", text);
    study
}

fn queue(study: &Study, me: &str, more: &[&str]) -> Value {
    serde_json::from_str(&study.ok(&[&["queue", "--json", "--as", me], more].concat())).unwrap()
}

/// Cases of a queue in order.
fn order(line: &Value) -> String {
    let items = line["items"].as_array().unwrap();
    items.iter().map(|i| i["case"].as_str().unwrap()).collect()
}

/// Answers everything required about a case, in `ms` in all.
fn decide(study: &Study, me: &str, case: &str, ms: u64) {
    let form = forms::load(study.path(), "evidence").unwrap();
    let records = study.read("cases.jsonl");
    let record: casefile::domain::case::Case = records
        .lines()
        .find_map(|l| {
            serde_json::from_str::<casefile::domain::case::Case>(l)
                .ok()
                .filter(|c| c.id == case)
        })
        .unwrap();
    let subject = |exhibit: Option<&str>| match exhibit {
        None => Subject::Case { case: case.to_owned() },
        Some(e) => Subject::Exhibit {
            case: case.to_owned(),
            exhibit: e.to_owned(),
        },
    };
    let (mut journal, opened) = Journal::open(study.path(), me, "salt", Box::new(RealDisk)).unwrap();
    let subjects = record
        .exhibits
        .iter()
        .map(|e| subject(Some(&e.id)))
        .chain([subject(None)]);
    let asked = subjects.flat_map(|s| {
        let ids: Vec<String> = form
            .questions
            .iter()
            .filter(|q| q.required && q.on.contains(&s.on()))
            .map(|q| q.id.clone())
            .collect();
        ids.into_iter().map(move |q| (s.clone(), q))
    });
    for (seq, (subject, question)) in (opened.next..).zip(asked) {
        let value = if question == "category" {
            json!("ui_screenshot")
        } else {
            json!(1)
        };
        let entry = Entry {
            v: 1,
            seq,
            prev: String::new(),
            writer: String::new(),
            at: "2026-03-01T10:00:00Z".to_owned(),
            by: me.to_owned(),
            // One exhibit and the case.
            took_ms: ms / 2,
            subject,
            question,
            op: Op::Set,
            value,
            supersedes: Vec::new(),
            about: None,
            form_hash: form.hash.clone(),
            sight: Sight::Open,
            saw: record.print(),
            imported: None,
        };
        journal.append(entry).unwrap();
    }
}

#[test]
fn who_gets_what_in_which_order() {
    let study = study();
    let all = queue(&study, "mara", &["--all"]);
    let got: Vec<(&str, String)> = all["annotators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| (l["annotator"].as_str().unwrap(), order(l)))
        .collect();
    assert_eq!(
        got,
        [
            ("ines", INES.to_owned()),
            ("jun", JUN.to_owned()),
            ("mara", MARA.to_owned())
        ]
    );
    let list = study.ok(&["queue", "--list", "--as", "mara"]);
    let first: String = list.lines().map(|l| l.chars().nth(2).unwrap()).collect();
    assert_eq!(first, MARA);
    // Somebody whom the round does not name has nothing to do.
    assert_eq!(queue(&study, "zoe", &[])["annotators"][0]["assigned"], 0);
    let free = Study::with(&["a", "b"].map(row));
    assert_eq!(order(&queue(&free, "zoe", &[])["annotators"][0]), "ab");
}

#[test]
fn items_are_counted_and_what_changed_since_is_told() {
    let study = study();
    let mut mine = MARA.chars().map(String::from);
    let (one, two) = (mine.next().unwrap(), mine.next().unwrap());
    decide(&study, "mara", &one, 30_000);
    decide(&study, "mara", &two, 800);
    let at = |study: &Study| queue(study, "mara", &[])["annotators"][0].clone();
    let line = at(&study);
    assert_eq!(
        (
            &line["done"],
            &line["changed"],
            &line["timed"],
            &line["under_a_second"],
            &line["median_ms"]
        ),
        (&json!(2), &json!(0), &json!(2), &json!(1), &json!(30_000)),
        "{line}"
    );
    let text = study.ok(&["queue", "--as", "mara"]);
    assert!(
        text.contains("note: mara decided 1 of 2 timed items in under a second"),
        "{text}"
    );

    let cases = study.read("cases.jsonl");
    study.lay(
        "cases.jsonl",
        cases.replace(&format!("Title of {one}"), "Another title"),
    );
    let line = at(&study);
    assert_eq!((&line["done"], &line["changed"]), (&json!(2), &json!(1)), "{line}");
    assert_eq!(line["items"][0]["changed"], true);

    study.lay("cases.jsonl", cases);
    assert_eq!(at(&study)["changed"], 0);
    let form = include_str!("../../assets/forms/evidence.toml");
    study.lay("forms/evidence.toml", format!("{form}\n# another version\n"));
    assert_eq!(at(&study)["changed"], 2, "the form is another one");
}

#[test]
fn a_blind_round_shows_no_other_line_until_it_is_closed() {
    let study = study();
    decide(&study, "jun", "a", 5_000);
    let text = study.read("casefile.toml");
    study.lay("casefile.toml", text.replace("blind = false", "blind = true"));
    let lines = |study: &Study| queue(study, "mara", &["--all"])["annotators"].as_array().unwrap().len();
    assert_eq!(lines(&study), 1);
    assert!(
        study
            .ok(&["queue", "--all", "--as", "mara"])
            .contains("only your own line")
    );
    let text = study.read("casefile.toml");
    study.lay("casefile.toml", text.replace("closed = false", "closed = true"));
    assert_eq!(lines(&study), 3);
}

#[test]
fn the_list_tells_the_own_queue_and_goes_through_it_in_its_order() {
    let study = study();
    let play = |keys: &str| study.ok(&["play", keys, "--as", "mara", "--size", "120x24"]);
    let many = MARA.len();
    let screen = play("");
    assert!(screen.contains(&format!("my queue 0/{many}")), "{screen}");
    let mut order = MARA.chars();
    let (one, two) = (order.next().unwrap(), order.next().unwrap());
    let screen = play("down down N");
    assert!(screen.contains(&format!("Title of {one}")), "{screen}");
    decide(&study, "mara", &one.to_string(), 9_000);
    let screen = play("N");
    assert!(screen.contains(&format!("Title of {two}")), "{screen}");
    let screen = play("/ \"queue:open\" enter");
    assert!(
        screen.contains(&format!("my queue 1/{many}")) && screen.contains(&format!("{} of 6 cases", many - 1)),
        "{screen}"
    );
    let free = Study::with(&["a", "b"].map(row));
    assert!(!free.play("", "120x24").contains("my queue"));
}
