//! Rows are the inverse of records: as JSON, and as a table that holds nothing but text.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, json};

use super::case::{Agreed, OWN};
use super::*;
use crate::base::path::RepoPath;
use crate::domain::candidate::{Candidate, Strategy as Made, Swapped};
use crate::domain::case::{Case, Comment, Exhibit, Gold, Labels, Origin, Place, Published, StoredImage};
use crate::domain::entry::{Entry, EntryId, Imported, Op, Sight, Subject};

/// Texts that have broken tables: line ends, quotes, delimiters, JSON, emoji, right-to-left, nothing, blanks.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        prop::sample::select(vec![
            "",
            " ",
            "\r",
            "\n",
            "\r\n",
            "\"",
            "\"\"",
            ",",
            ";",
            "\t",
            "null",
            "true",
            "5",
            "-1",
            "1e3",
            "[]",
            "{}",
            "\u{feff}x",
            "a\r\nb,\"c\"\n",
            "👩‍👩‍👧‍👦 é",
            "שלום\u{202e}abc",
            "\u{1b}[31m",
            "casefile",
            "title",
            " padded ",
            "=1+1",
        ])
        .prop_map(str::to_owned),
    ]
}

fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e300f64..1e300).prop_map(Value::from),
        hostile().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec((hostile(), inner), 0..3).prop_map(|all| Value::Object(all.into_iter().collect())),
        ]
    })
}

fn fields() -> impl Strategy<Value = Map<String, Value>> {
    vec((hostile(), anything()), 0..5).prop_map(|all| all.into_iter().collect())
}

fn labels() -> impl Strategy<Value = Labels> {
    (
        option::of(hostile()),
        option::of(-1i8..3),
        option::of(hostile()),
        option::of(hostile()),
    )
        .prop_map(|(category, relevance, difficulty, annotation_by)| Labels {
            category,
            relevance,
            difficulty,
            annotation_by,
        })
}

fn exhibit() -> impl Strategy<Value = Exhibit> {
    (hostile(), hostile(), labels(), any::<bool>()).prop_map(|(source, alt, labels, held)| Exhibit {
        id: "0123456789ab".to_owned(),
        source,
        alt,
        place: Place::Body,
        image: held.then(|| StoredImage {
            sha256: "ab".repeat(32),
            format: "png".to_owned(),
            width: 7,
            height: 9,
            frames: 1,
            bytes: 70,
        }),
        fault: (!held).then(|| "gone".to_owned()),
        labels,
    })
}

prop_compose! {
    fn case_of()(
        words in vec(hostile(), 7),
        patch in option::of(hostile()),
        created_at in option::of(hostile()),
        comments in vec((hostile(), hostile()), 0..3),
        exhibits in vec(exhibit(), 0..3),
        files in vec(hostile(), 0..3),
        functions in option::of(vec(hostile(), 0..3)),
        published in any::<bool>(),
        labels in labels(),
        extra in fields(),
        rest in fields(),
    ) -> Case {
        let mut words = words.into_iter();
        let mut word = || words.next().unwrap();
        let known = serde_json::to_value(bare()).unwrap();
        let files: Vec<RepoPath> = files.into_iter().map(RepoPath::new).collect();
        Case {
            v: 1, id: word(), benchmark: word(), repo: word(), base_commit: word(), language: word(), title: word(), body: word(),
            comments: comments.into_iter().map(|(by, body)| Comment { by, at: String::new(), body }).collect(),
            exhibits, patch,
            gold: Gold {
                published: published.then(|| Published { files: files.clone(), functions: functions.clone() }),
                files, functions, origin: if published { Origin::Computed } else { Origin::Dataset },
            },
            labels, created_at, extra,
            // A field of a later version has a name that none of this one has.
            rest: rest.into_iter().filter(|(k, _)| known.get(k).is_none() && k != "extra" && k != "patch").collect(),
        }
    }
}

fn bare() -> Case {
    serde_json::from_str(r#"{"v":1,"id":"c","title":"t"}"#).unwrap()
}

/// The row as CSV gives it back: every column there, every cell a text, nothing and null alike.
fn as_text(row: &Row, columns: &[Column]) -> Row {
    let cell_of = |c: &Column| row.get(&c.name).and_then(cell).unwrap_or_default();
    columns.iter().map(|c| (c.name.clone(), cell_of(c).into())).collect()
}

proptest! {
    #[test]
    fn a_case_comes_back_from_its_row(case in case_of(), with in option::of((hostile(), -1i8..3))) {
        let agreed = with.map_or_else(Agreed::default, |(category, relevance)| Agreed {
            category: Some(category),
            relevance: Some(relevance),
            sources: json!({"category": {"source": "unanimous"}}).as_object().unwrap().clone(),
            ..Agreed::default()
        });
        let line = serde_json::to_string(&case).unwrap();
        // The text decides: what stands in cases.jsonl must stand there again.
        let same = |back: Case| serde_json::to_string(&back).unwrap() == line;
        let row = super::case::to_row(&case, &agreed, &|_| true);
        let again: Row = serde_json::from_str(&serde_json::to_string(&row).unwrap()).unwrap();
        prop_assert!(same(super::case::from_row(again).unwrap()));
        let columns = super::case::columns(case.extra.keys().map(String::as_str).chain(["another"]));
        prop_assert!(same(super::case::from_row(as_text(&row, &columns)).unwrap()));
        // A table that has no room for the extra fields loses none of them.
        let row = super::case::to_row(&case, &agreed, &|_| false);
        let columns = super::case::columns([]);
        prop_assert!(row.keys().all(|k| columns.iter().any(|c| c.name == *k)));
        prop_assert!(same(super::case::from_row(as_text(&row, &columns)).unwrap()));
    }

    #[test]
    fn an_entry_comes_back_from_its_row(
        words in vec(hostile(), 4), subject in 0..4, value in anything(), op in 0usize..4, seq in 1u64.., took_ms: u64,
        replaced in vec(1u64.., 0..3), imported in option::of(hostile()), saw in hostile(),
    ) {
        let full = |n: usize| format!("x{}", words[n]);
        let (case, id) = (full(0), full(1));
        let entry = Entry {
            v: 1, seq, prev: "0123456789abcdef".to_owned(), writer: "m7.1".to_owned(), at: words[2].clone(), by: "ann".to_owned(),
            subject: match subject {
                0 => Subject::Case { case },
                1 => Subject::Exhibit { case, exhibit: id },
                2 => Subject::Candidate { case, candidate: id },
                _ => Subject::Suspect { case, run: id, suspect: words[3].clone() },
            },
            question: full(3),
            op: [Op::Set, Op::Undo, Op::Redo, Op::Reveal][op],
            value,
            supersedes: replaced.iter().map(|seq| EntryId { writer: "m7.1".to_owned(), seq: *seq }).collect(),
            about: replaced.first().map(|seq| EntryId { writer: "a/b".to_owned(), seq: *seq }),
            form_hash: words[1].clone(), sight: [Sight::Open, Sight::Blind, Sight::Revealed, Sight::Open][op], took_ms, saw,
            imported: imported.map(|from| Imported { at: "2026-01-01T00:00:00Z".to_owned(), from }),
        };
        let line = serde_json::to_string(&entry).unwrap();
        let row = super::entry::to_row(&entry);
        let columns = super::entry::columns();
        prop_assert!(row.keys().eq(columns.iter().map(|c| &c.name)));
        prop_assert!(super::entry::is_row(&|name| row.contains_key(name)));
        for row in [serde_json::from_str(&serde_json::to_string(&row).unwrap()).unwrap(), as_text(&row, &columns)] {
            let back = super::entry::from_row(&row).unwrap();
            prop_assert_eq!(serde_json::to_string(&back).unwrap(), line.as_str());
        }
    }

    #[test]
    fn a_candidate_comes_back_from_its_row(words in vec(hostile(), 6), similarity in option::of(0.0f64..=1.0), seed: Option<u64>) {
        let candidate = Candidate {
            v: 1, id: words[0].clone(), strategy: Made::Similar, case: words[1].clone(), donor: words[2].clone(),
            donor_title: words[3].clone(), donor_gold: words.clone(), replaces: words[4].clone(),
            swapped: Swapped { exhibit: String::new(), source: words[5].clone(), image: None, phash: "00ff".to_owned() },
            similarity, seed, made_by: "casefile-synth-1".to_owned(), resembles: Some("other".to_owned()),
            rest: json!({"note": words[0], "novel": {"a": null}}).as_object().unwrap().clone(),
        };
        let row = super::candidate::to_row(&candidate, "accepted");
        prop_assert_eq!(&row["relevance"], -1);
        let columns = super::candidate::columns();
        prop_assert!(row.keys().eq(columns.iter().map(|c| &c.name)));
        for row in [row.clone(), as_text(&row, &columns)] {
            prop_assert_eq!(super::candidate::from_row(&row).unwrap(), candidate.clone());
        }
    }
}

#[test]
fn agreed_labels_stand_in_front_and_the_first_ones_come_back() {
    let mut case = bare();
    case.labels.relevance = Some(1);
    case.labels.annotation_by = Some("ai".to_owned());
    let agreed = Agreed {
        category: Some("log_output".to_owned()),
        relevance: Some(-1),
        sources: json!({"relevance": {"value": -1, "source": "adjudicated"}})
            .as_object()
            .unwrap()
            .clone(),
        ..Agreed::default()
    };
    let row = super::case::to_row(&case, &agreed, &|_| true);
    assert_eq!(
        (&row["category"], &row["relevance"]),
        (&"log_output".into(), &(-1).into())
    );
    assert_eq!(row[OWN]["labels"], json!({"relevance": 1, "annotation_by": "ai"}));
    assert_eq!(row[OWN]["agreed"]["relevance"]["source"], "adjudicated");
    assert_eq!(super::case::from_row(row).unwrap(), case);
}

#[test]
fn a_column_added_after_the_export_is_one_more_unknown_field() {
    let mut row = super::case::to_row(&bare(), &Agreed::default(), &|_| true);
    row.insert("priority".to_owned(), "high".into());
    assert_eq!(super::case::from_row(row).unwrap().extra["priority"], "high");
}

#[test]
fn what_does_not_fit_is_told_by_its_column() {
    let row = |column: &str, value: Value| {
        let mut row = super::case::to_row(&bare(), &Agreed::default(), &|_| true);
        row.insert(column.to_owned(), value);
        super::case::from_row(row).unwrap_err()
    };
    assert!(row("relevance", "much".into()).contains("'relevance' is no JSON"));
    assert!(row("title", 7.into()).contains("'title' is no text"));
    assert!(row(OWN, json!({"export": 2})).contains("version 2"));
    assert!(row(OWN, json!({})).contains("version 0"));
}
