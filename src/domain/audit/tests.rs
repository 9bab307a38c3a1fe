//! The published tables of two papers. What is wrong with them was worked out by hand before this code was written;
//! the numbers below are from there, not from a run.

use super::paper::Paper;
use super::tables::{check, faults, size};
use super::{Finding, Kind, Severity};

mod small;

const MM: &str = include_str!("../../../samples/tables/mm-issueloc.json");
const BEYOND: &str = include_str!("../../../samples/tables/beyondswe.json");

fn paper(text: &str) -> Paper {
    let paper: Paper = serde_json::from_str(text).unwrap();
    assert_eq!(faults(&paper), Vec::<String>::new());
    paper
}

fn found(text: &str) -> Vec<Finding> {
    check(&[paper(text)])
}

/// One table with two rows, `a` and `b`.
fn small(more: &str, columns: &str, a: &str, b: &str) -> Vec<Finding> {
    let text = format!(
        r#"{{"v":1,"benchmark":"B",{more}"tables":[{{"id":"t","all":{{"level":"file","metric":"Acc"}},"columns":[{columns}],
        "rows":[{{"system":"a","cells":[{a}]}},{{"system":"b","cells":[{b}]}}]}}]}}"#
    );
    found(&text)
}

/// The one finding of this kind whose place holds `place`; its words must hold all of `words`.
fn has(all: &[Finding], kind: Kind, severity: Severity, place: &str, words: &[&str]) {
    let here: Vec<&Finding> = all
        .iter()
        .filter(|f| f.kind == kind && f.place.words().contains(place))
        .collect();
    let text = |f: &Finding| format!("{} | {}", f.what, f.mend);
    let fits = |f: &&&Finding| f.severity == severity && words.iter().all(|w| text(f).contains(w));
    assert!(
        here.iter().any(|f| fits(&f)),
        "no {} at {place} with {words:?}; there are {:#?}",
        kind.word(),
        here.iter().map(|f| text(f)).collect::<Vec<_>>()
    );
}

use Kind::*;
use Severity::{Error, Note};

#[test]
fn counts_that_do_not_add_up() {
    let all = found(MM);
    has(
        &all,
        PartitionSum,
        Error,
        "difficulty",
        &["214 + 263 + 176 = 653", "652", "easy fit 213"],
    );
    has(
        &all,
        SliceN,
        Error,
        "difficulty easy",
        &["83.10 = 177/213", "74.18 = 158/213", "only 213"],
    );
    has(
        &all,
        PartitionSum,
        Error,
        "category",
        &["177 + 99 + 92 + 85 + 84 + 66 + 50 = 653", "error_message with 91"],
    );
    has(
        &all,
        SliceN,
        Error,
        "language Java",
        &["44 rows", "39.53 = 17/43", "30.23 = 13/43"],
    );
    has(&all, Declared, Error, "languages", &["24", "23"]);
    has(&all, Declared, Note, "snapshots", &["650", "652"]);
    has(
        &all,
        PartitionSum,
        Error,
        "relevance",
        &["= 652", "1050 images", "652 is the number of rows"],
    );
    has(
        &all,
        Bins,
        Error,
        "files changed",
        &["no part holds 4", "hard begins at 5"],
    );
}

#[test]
fn impossible_percentages_are_these_and_no_others() {
    let all = found(MM);
    let mut got: Vec<(String, String)> = all
        .iter()
        .filter(|f| f.kind == Unreachable)
        .map(|f| {
            let value = f.what.split(" gives ").nth(1).unwrap();
            (
                f.what.split(' ').nth(3).unwrap().to_owned(),
                value.split(' ').next().unwrap().to_owned(),
            )
        })
        .collect();
    // n, and the values that no count of it gives; 12.14, 12.92 and 12.98 stand at two K each.
    let wanted = [
        (
            "652",
            "18.15 32.74 17.87 27.70 30.11 21.36 25.39 25.70 12.11 26.93 29.59 28.38",
        ),
        (
            "652",
            "28.75 28.15 29.07 29.10 24.38 27.73 30.93 19.13 16.12 35.04 23.35",
        ),
        ("343", "12.14 12.14 12.92 12.92 12.98 12.98 20.95 27.82 33.86"),
        ("450", "27.39"),
        ("202", "28.00"),
        ("214", "83.10 74.18"),
        ("44", "39.53 30.23"),
    ];
    let mut wanted: Vec<(String, String)> = wanted
        .iter()
        .flat_map(|(n, list)| list.split(' ').map(|p| ((*n).to_owned(), p.to_owned())))
        .collect();
    got.sort();
    wanted.sort();
    assert_eq!(got, wanted);
    has(
        &all,
        Unreachable,
        Error,
        "Qwen3-VL-Emb-8B · File@1",
        &["79/652 = 12.12"],
    );
    has(
        &all,
        Unreachable,
        Error,
        "MM-IssueLoc-VL-Emb-8B · no-image",
        &["185/652 = 28.37"],
    );
    has(
        &all,
        Unreachable,
        Error,
        "LocAgent Qwen3.5-122B · File@5",
        &["25.70", "also in table 4"],
    );
    has(
        &all,
        Unreachable,
        Error,
        "abstract",
        &["33.86", "116/343 = 33.82", "table 2", "table 13"],
    );
    has(
        &all,
        SameValue,
        Note,
        "MM-IssueLoc-VL-Emb-8B · Func@10",
        &["33.86", "129/381", "helpful"],
    );
    has(&all, Unreachable, Error, "table 11", &["27.39", "n = 449 (123/449)"]);
    has(&all, Unreachable, Error, "table 11", &["28.00", "n = 200 (56/200)"]);
}

#[test]
fn denominators_of_rows() {
    let all = found(MM);
    has(
        &all,
        RowN,
        Error,
        "table 2 · AgentLess Kimi",
        &["n = 562 (102, 162, 184)"],
    );
    has(
        &all,
        RowN,
        Error,
        "table 2 · AgentLess Gemini",
        &["n = 621 (111, 172, 187)"],
    );
    has(&all, RowN, Error, "table 2 · LocAgent", &["n = 646 (138, 164, 166)"]);
    has(
        &all,
        Order,
        Note,
        "AgentLess Kimi-K2.5 · File@5",
        &["32.74 becomes 28.22", "Gemini-3-Pro (30.11 to 28.68)"],
    );
    has(&all, RowN, Error, "SWERank-large", &["no n from", "20.95, 27.82"]);
    has(
        &all,
        RowN,
        Error,
        "table 3 · AgentLess GPT-5.2",
        &["no n from", "26.93, 29.59"],
    );
    has(
        &all,
        RowN,
        Error,
        "table 4 · AgentLess GPT-5.2",
        &["no n from", "28.15, 29.07, 29.10"],
    );
    has(
        &all,
        Delta,
        Error,
        "table 4 · AgentLess GPT-5.2",
        &["0.03", "one row of 652 is 0.153"],
    );
}

#[test]
fn tables_that_contradict_each_other() {
    let all = found(MM);
    let figure = "figure 3 A · OpenHands GPT-5.2";
    has(
        &all,
        Monotone,
        Error,
        figure,
        &[
            "250",
            "254",
            "250/652 = 38.34 is the value of table 3 · OpenHands Claude",
        ],
    );
    has(&all, SliceSum, Error, "table 8 · OpenHands GPT-5.2", &["248", "254"]);
    has(
        &all,
        SliceSum,
        Error,
        "table 8 · retriever Qwen3-VL-Emb-8B",
        &["205", "209"],
    );
    has(
        &all,
        SliceSum,
        Error,
        "table 8 · retriever MM-IssueLoc-VL-Emb-8B",
        &["207", "214"],
    );
    has(&all, Identity, Error, "vital", &["30.20", "31.19", "table 13"]);
    has(&all, Identity, Error, "helpful", &["32.28", "33.33", "table 13"]);
    let whole = "table 11 · OpenHands Claude";
    has(
        &all,
        Mixture,
        Error,
        whole,
        &["37.42 is not between", "36.00 and 37.13", "237 of 652 = 36.35"],
    );
    has(
        &all,
        Mixture,
        Error,
        "table 11 · AgentLess Claude",
        &["25.15 is not between", "27.39 and 28.00"],
    );
    has(
        &all,
        Identity,
        Error,
        "table 3 · AgentLess GPT-5.2",
        &["29.59", "28.15", "table 4"],
    );
    has(&all, Claim, Error, "section 5.2", &["43.14", "45.10"]);
    has(
        &all,
        Claim,
        Error,
        "section 4.3 · Acc@3",
        &["2 to 3 gold items can have it"],
    );
    has(
        &all,
        Claim,
        Error,
        "section 5.1",
        &["cannot say that all gold was missed", "Hit@5"],
    );
    has(&all, Order, Note, "figure 3 C", &["244/643 = 37.9", "122/307 = 39.7"]);
    for (who, rest, of) in [
        ("OpenHands GPT-5.2", 38, 254),
        ("Qwen3-VL-Emb-8B", 37, 209),
        ("MM-IssueLoc-VL-Emb-8B", 37, 214),
    ] {
        has(
            &all,
            Residual,
            Note,
            &format!("{who} · category"),
            &["error_message (92 rows)", &format!("{rest} of {of} hits")],
        );
    }
    has(
        &all,
        Declared,
        Note,
        "functions in an answer",
        &["OpenHands 10", "Mini-SWE-Agent 20", "AgentLess 10", "LocAgent none"],
    );
    has(&all, Declared, Note, "steps at most", &["harness 10", "prompt 8"]);
    // Of the two sentences about strict accuracy only the one on K = 3 is wrong, of the two bests only one.
    assert_eq!(all.iter().filter(|f| f.kind == Claim).count(), 3);
    assert_eq!(all.iter().filter(|f| f.kind == Identity).count(), 3);
    assert!(!all.iter().any(|f| f.kind == Ceiling));
}

#[test]
fn consistent_tables_give_nothing() {
    let all = found(MM);
    for table in ["table 14", "table 15 Lite", "table 15 Verified", "table 15 M"] {
        let here: Vec<&Finding> = all.iter().filter(|f| f.place.table == table).collect();
        assert!(here.is_empty(), "{here:#?}");
    }
    // Rows that fit their n in all they print, besides.
    for row in [
        "OpenHands",
        "Mini-SWE-Agent",
        "BM25",
        "bge-m3",
        "SWERank-small",
        "Qwen3-VL-Emb-2B",
        "MM-IssueLoc-VL-Emb-2B",
    ] {
        let own = |f: &&Finding| f.place.table == "table 2" && f.place.row.contains(row);
        assert_eq!(all.iter().find(own), None);
    }
    let stages = |f: &&Finding| f.place.table == "table 12";
    assert_eq!(all.iter().find(stages), None);
    // Alone, without the paper around them.
    let mut own = paper(MM);
    own.tables
        .retain(|t| t.id.starts_with("table 14") || t.id.starts_with("table 15"));
    (own.declared, own.partitions, own.claims) = Default::default();
    assert_eq!(size(&[own.clone()]), 5 * 3 + 13 * 5);
    assert_eq!(check(&[own]), []);
}

#[test]
fn a_mean_of_four_tasks_and_shares_of_two() {
    let all = found(BEYOND);
    assert!(
        !all.iter().any(|f| f.kind == Mean),
        "every average is the mean of its row"
    );
    // 110/200 = 55.00 and 111/200 = 55.50; all shares of 72 fit (44 = 61.11 down to 17 = 23.61).
    has(
        &all,
        Unreachable,
        Error,
        "CrossRepo",
        &["55.17", "110/200 = 55.00 or 111/200 = 55.50"],
    );
    has(&all, Unreachable, Error, "DepMigrate", &["48.59", "86/177"]);
    assert!(!all.iter().any(|f| f.place.words().contains("DomainFix")));
    // 67 + 12 + 120 + 50 repositories of 246: one can serve two tasks.
    has(&all, PartitionSum, Note, "task repositories", &["249", "246"]);
    let both = check(&[paper(MM), paper(BEYOND)]);
    assert_eq!(
        both.len(),
        found(MM).len() + all.len(),
        "two papers do not disturb each other"
    );
}
