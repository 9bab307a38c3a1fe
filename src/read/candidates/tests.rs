//! Rows as others write them.

use super::*;
use crate::domain::synth::audit::Audit;
use crate::read::testing::{read_bytes, read_text};

fn only(text: &str) -> (Candidate, Option<ImageFrom>) {
    let bag = read_text("harm.jsonl", text);
    assert_eq!(bag.reader, "candidates", "{:?}", bag.refused);
    match bag.items.into_iter().next() {
        Some((Item::Candidate { candidate, image }, 1)) => (*candidate, image),
        other => panic!("{other:?} {:?}", bag.refused),
    }
}

#[test]
fn rows_of_the_paper_become_candidates_and_keep_the_rest() {
    let row = r#"{"instance_id":"o__r-1","synthesis_strategy":"TF-IDF similar","image_source_issue_title":"Other",
        "image_source_instance_id":"o__r-2","image_path":"img/x.png","ground_truth_files":["a.ts"],"similarity":"0.41",
        "id":7,"seed":3,"Q1_TEXT_SUFFICIENT":"NO","Q2_SURFACE_RELEVANCE":4,"Q2_REASONING":"fits",
        "Q4_DIRECTION_DEVIATION":5,"Q5_MISLEADING_SCORE":4,"Q7_LABEL":-1}"#
        .replace('\n', "");
    let (got, image) = only(&row);
    assert_eq!(
        (got.strategy, got.case.as_str(), got.donor.as_str()),
        (Strategy::Similar, "o__r-1", "o__r-2")
    );
    assert_eq!(
        (got.donor_title.as_str(), got.similarity, got.seed),
        ("Other", Some(0.41), None)
    );
    assert_eq!(
        (got.swapped.source.as_str(), got.made_by.as_str()),
        ("img/x.png", "harm")
    );
    assert_eq!(got.replaces, "index:1");
    assert_eq!(got.id, id(Strategy::Similar, "o__r-1", "o__r-2", "img/x.png"));
    assert!(image.is_none(), "no such file");
    for (key, value) in [
        ("ground_truth_files", r#"["a.ts"]"#),
        ("their_id", "7"),
        ("their_seed", "3"),
        ("Q2_REASONING", "\"fits\""),
    ] {
        assert_eq!(got.rest[key].to_string(), value, "{key}");
    }
    assert_eq!(Audit::of(&got).unwrap().accepts(), Some(true));
    // It is written and read again as our own.
    let again = only(&serde_json::to_string(&got).unwrap()).0;
    assert_eq!(again, got);
    // As the paper's text has it, its underscores lost.
    let lost = r#"{"instanceid":"a-1","synthesisstrategy":"comment promotion","imagesourceissuetitle":"T","issueimages":["https://h/a.png","b"]}"#;
    let (got, _) = only(lost);
    assert_eq!(
        (got.strategy, got.donor.as_str(), got.swapped.source.as_str()),
        (Strategy::Comment, "a-1", "https://h/a.png")
    );
    assert_eq!(got.rest["issueimages"][1], "b");
}

#[test]
fn what_is_no_candidate_is_refused_or_left_to_others() {
    let good = r#"{"instance_id":"a","synthesis_strategy":"same_repo","image":"x.png"}"#;
    let text = format!(
        "{good}\n{}\n{}\n",
        good.replace("same_repo", "magic"),
        good.replace("\"a\"", "null")
    );
    let bag = read_text("x.jsonl", &text);
    let lines: Vec<_> = bag.refused.iter().map(|p| (p.line, p.field.as_deref())).collect();
    assert_eq!(
        lines,
        [(Some(2), Some("synthesis_strategy")), (Some(3), Some("instance_id"))]
    );
    assert_eq!(bag.items.len(), 1);
    // Rows of a dataset that tells how some of its cases were made are cases.
    let row = r#"{"instance_id":"a","problem_statement":"T\nB","repo":"o/r","patch":"x","synthesis_strategy":"same_repo","image_source_issue_title":"t"}"#;
    assert_eq!(read_text("x.jsonl", row).reader, "dataset");
    let hostile = r#"{"v":1,"id":"x","strategy":"similar","case":"a","donor":"b","swapped":{"image":{"sha256":"../../x","format":"png","width":1,"height":1}}}"#;
    assert_eq!(
        read_text("x.jsonl", hostile).refused[0].field.as_deref(),
        Some("swapped.image")
    );
}

#[test]
fn tables_are_read_too() {
    let csv = "instance_id,synthesis_strategy,image_source_issue_title,image_url,image_source_diff_files\n\
        a-1,same-repo mismatch,T,https://h/a.png,\"[\"\"x.ts\"\", \"\"y.ts\"\"]\"\n";
    let bag = read_bytes("x.csv", csv.as_bytes());
    let Some((Item::Candidate { candidate, .. }, _)) = bag.items.first() else {
        panic!("{:?}", bag.refused)
    };
    assert_eq!(
        (candidate.strategy, candidate.donor_gold.as_slice()),
        (Strategy::SameRepo, &["x.ts".to_owned(), "y.ts".to_owned()][..])
    );
}
