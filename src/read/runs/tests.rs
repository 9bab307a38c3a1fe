//! Retrievers' files, by hand.

use proptest::prelude::*;

use crate::domain::run::Suspects;
use crate::read::testing::{Bag, read_shared, read_text};

fn list(of: &Suspects, functions: bool) -> Vec<(String, Option<f64>)> {
    let all = if functions { &of.functions } else { &of.files };
    all.iter()
        .map(|s| {
            let name = s.name.as_deref().map(|n| format!("#{n}")).unwrap_or_default();
            (format!("{}{name}", s.path), s.score)
        })
        .collect()
}

fn plain(of: &Suspects, functions: bool) -> Vec<String> {
    list(of, functions).into_iter().map(|(n, _)| n).collect()
}

#[track_caller]
fn read(reader: &str, name: &str, text: &str) -> Bag {
    let bag = read_text(name, text);
    assert_eq!(bag.reader, reader, "{:?}", bag.refused);
    bag
}

#[test]
fn swerank_rows_with_docs() {
    let text = r#"{"repo":"a/b","instance_id":"a__b-1","problem_statement":"p","patch":"d","docs":["x.py/K/m","y.py/f","x.py/g"]}
"#;
    let bag = read("swerank", "model=big_results.json", text);
    let s = bag.suspects();
    assert_eq!(plain(s[0], true), ["x.py#K.m", "y.py#f", "x.py#g"]);
    assert_eq!(plain(s[0], false), ["x.py", "y.py"]);
    assert_eq!(s[0].functions[0].raw, "x.py/K/m");
    assert_eq!(bag.runs()[0].1.system, "SweRank");
}

#[test]
fn swerank_rank_files() {
    let hits = r#"[{"query":"text","hits":[{"qid":"a__b-1","docid":"x.py/f","score":0.5,"content":"c"},
        {"qid":"a__b-1","docid":"y.ts/g","score":0.25,"content":"c"}]}]"#;
    let bag = read("swerank", "function_rank_100.json", hits);
    assert_eq!(
        list(bag.suspects()[0], true),
        [("x.py#f".to_owned(), Some(0.5)), ("y.ts#g".to_owned(), Some(0.25))]
    );

    let table = "Query ID\tCorpus ID\tRelevance Score\na__b-1\tx.py/f\t0.1\na__b-2\tz.py/h\t3\na__b-1\ty.py/g\t0.9\n";
    let bag = read("swerank", "rank.tsv", table);
    let s = bag.suspects();
    assert_eq!((s[0].case.as_str(), s[1].case.as_str()), ("a__b-1", "a__b-2"));
    assert_eq!(plain(s[0], true), ["y.py#g", "x.py#f"]);
}

#[test]
fn rerankers_scores_also_glued() {
    let one = r#"{"a__b-1":{"x.py/f":1,"y.py/g":3,"z.py/h":1}}"#;
    let bag = read("swerank", "rerank_100_llm_gen_num.json", one);
    // Equal scores keep their order.
    assert_eq!(plain(bag.suspects()[0], true), ["y.py#g", "x.py#f", "z.py#h"]);
    let glued = r#"{"a__b-1":{"x.py/f":1}}{"a__b-2":{"y.py/g":2}}{"a__b-1":{"w.py/k":5}}"#;
    let bag = read("swerank", "rerank.json", glued);
    let s = bag.suspects();
    assert_eq!(s.len(), 2);
    assert_eq!(plain(s[0], true), ["w.py#k", "x.py#f"]);
    let lines = glued.replace("}{", "}\n{");
    assert_eq!(read("swerank", "rerank.json", &lines).suspects().len(), 2);
    // A report of metrics has the same shape, but names no documents.
    assert_eq!(read_text("m.json", r#"{"lite":{"acc@1":0.5}}"#).reader, "");
}

#[test]
fn scored_files() {
    let text = concat!(
        r#"{"instance_id":"a__b-1","hits":[{"docid":"src/x.py","score":12.5},{"docid":"a__b-1/src/y.py","score":3}]}"#,
        "\n",
        r#"{"instance_id":"a__b-2","hits":[]}"#,
        "\n{\"instance_id\":\"a__b-3\"}\n",
    );
    let bag = read("bm25", "file_name_and_contents.retrieval.jsonl", text);
    let s = bag.suspects();
    assert_eq!(
        list(s[0], false),
        [("src/x.py".to_owned(), Some(12.5)), ("src/y.py".to_owned(), Some(3.0))]
    );
    assert_eq!(
        (s[0].files[1].raw.as_str(), s[0].files[1].flags.as_slice()),
        ("a__b-1/src/y.py", ["case prefix".to_owned()].as_slice())
    );
    assert_eq!(s[1].status.word(), "empty");
    assert_eq!(bag.refused[0].field.as_deref(), Some("hits"));

    let top = r#"{"instance_id":"a__b-1","top_files":[{"file":"x.py","score":2.5,"line_numbers":[7,3]}]}"#;
    let bag = read("bm25", "ir.jsonl", top);
    assert_eq!(bag.suspects()[0].files[0].lines, Some((3, 7)));
}

#[test]
fn lists_of_any_retriever() {
    for (row, files, functions) in [
        (
            r#"{"instance_id":"c","results":["x.py","y.py"]}"#,
            vec!["x.py", "y.py"],
            vec![],
        ),
        (
            r#"{"qid":"c","ranked":[{"docid":"x.py","score":2},{"docid":"y.py","score":1}]}"#,
            vec!["x.py", "y.py"],
            vec![],
        ),
        (
            r#"{"query_id":"c","retrieved":[{"doc_id":"x.py/f","score":2}]}"#,
            vec!["x.py"],
            vec!["x.py#f"],
        ),
        (
            r#"{"instance_id":"c","top_k":[["x.py:f",0.5],["x.py:g",0.25]]}"#,
            vec!["x.py"],
            vec!["x.py#f", "x.py#g"],
        ),
        (
            r#"{"instance_id":"c","predictions":[{"file":"x.py","function":"K.m"}]}"#,
            vec!["x.py"],
            vec!["x.py#K.m"],
        ),
        (
            r#"{"instance_id":"c","candidates":{"x.py":0.1,"y.py":0.9}}"#,
            vec!["y.py", "x.py"],
            vec![],
        ),
    ] {
        let bag = read("retriever", "bge-m3.jsonl", row);
        let s = bag.suspects();
        assert_eq!(plain(s[0], false), files, "{row}");
        assert_eq!(plain(s[0], true), functions, "{row}");
        assert_eq!(s[0].case, "c");
    }
    let rising = r#"{"qid":"c","ranked":[{"docid":"x.py","score":1},{"docid":"y.py","score":2}]}"#;
    let bag = read("retriever", "r.jsonl", rising);
    assert_eq!(plain(bag.suspects()[0], false), ["x.py", "y.py"]);
    assert!(bag.notes[0].what.contains("order of the list counts"));
    let lists = r#"{"instance_id":"c__c-1","files":[{"path":"x.py","score":1}],"functions":["x.py:f"]}"#;
    assert_eq!(
        read("mm-issueloc", "r.jsonl", lists).suspects()[0].files[0].score,
        Some(1.0)
    );
}

#[test]
fn relevance_tables_are_gold() {
    let table = "query-id\tcorpus-id\tscore\nq1\tx.py/K/m\t1\nq1\tx.py/g\t1\nq1\ty.py/h\t0\nq2\tsrc/z.py\t2\n";
    let bag = read("qrels", "qrels/test.tsv", table);
    let gold = bag.gold();
    assert_eq!(gold[0].functions.as_deref().unwrap(), ["x.py:K.m", "x.py:g"]);
    assert_eq!(gold[0].files, None);
    assert_eq!(gold[1].files.as_deref().unwrap()[0].as_str(), "src/z.py");
    let opaque = "query-id\tcorpus-id\tscore\n1\t4711\t1\n";
    let bag = read("qrels", "test.tsv", opaque);
    assert!(bag.gold().is_empty());
    assert_eq!(
        (bag.refused[0].line, bag.refused[0].field.as_deref()),
        (Some(2), Some("corpus-id"))
    );
}

#[test]
fn real_files_of_other_systems_are_left_to_others() {
    let own = [
        "swerank",
        "bm25",
        "trec",
        "retriever",
        "qrels",
        "mm-issueloc",
        "evidence",
    ];
    for rel in [
        "swerank/accuracy_summary.txt",
        "agentless/loc_outputs.related.verified.head150.jsonl",
        "cosil/gt.lite.json",
        "cosil/loc_qwen_coder_32b_func.lite.jsonl",
        "locagent/found_related_locs.qwen_coder_32b.lite.jsonl",
        "locagent/gt_location.swe-bench-live-lite.head20.jsonl",
        "locagent/loc_outputs.claude_3-5.head30.jsonl",
        "mini-swe-agent/github_issue.traj.json",
        "mini-swe-agent/local.traj.json",
        "mini-swe-agent/preds.json",
        "mini-swe-agent/results.json",
        "moatless/traj_haiku.json",
        "openhands-sdk/base_state.v1_11_5.json",
        "openhands-sdk/events.goal.jsonl",
        "openhands-v0/multi_swe_bench.output.slim.jsonl",
        "orcaloca/searcher_astropy__astropy-12907.json",
        "reposearcher/gt_verified.json",
        "swe-agent/pydicom__pydicom-1458.v0.traj",
        "swe-bench-preds/OmniGIRL.gpt4o.text_image.oracle_retrieval.jsonl",
        "codex/exec-json.stream-output-2.jsonl",
        "codex/rollout-2025-09-24.excerpt60.jsonl",
    ] {
        let Some(bag) = read_shared(&format!("predictions/{rel}")) else {
            return;
        };
        assert!(!own.contains(&bag.reader.as_str()), "{rel} taken as {}", bag.reader);
    }
}

const SEEDS: [&str; 6] = [
    r#"{"instance_id":"a__b-1","docs":["x.py/K/m","é.py/f"]}"#,
    r#"[{"query":"t","hits":[{"qid":"a","docid":"x.py/f","score":0.5}]}]"#,
    "Query ID\tCorpus ID\tRelevance Score\na\tx.py/f\t0.1\n",
    r#"{"a":{"x.py/f":1}}{"b":{"y.py/g":2}}"#,
    "a Q0 x y.py 1 2.5 tag\nb Q0 z.py 2 1 tag\n",
    "query-id\tcorpus-id\tscore\nq1\tx.py/K/m\t1\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_panics(raw in ".{0,120}", at in 0usize..90, with in "[\\[\\]{}\",:/. \t0x\\\\\n]{0,3}") {
        drop(read_text("a.json", &raw));
        for seed in SEEDS {
            let mut text: Vec<char> = seed.chars().collect();
            let at = at.min(text.len());
            text.splice(at..(at + 1).min(text.len()), with.chars());
            drop(read_text("a.json", &text.into_iter().collect::<String>()));
        }
    }
}
