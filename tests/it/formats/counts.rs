//! What is in the saved files. The numbers were counted by a short Python script that reads the JSON and takes the
//! lines of `found_related_locs` that match `(function|class|variable): *\S`, and that finds files of patches by
//! `--- a/…` followed by `+++ b/…` and by lines `diff --git`.

use casefile::domain::run::{Status, Suspect, Suspects, What};

use super::{Bag, predictions};

fn flagged(list: &[Suspect], flag: &str) -> usize {
    list.iter().filter(|s| s.flags.iter().any(|f| f == flag)).count()
}

fn sum(bag: &Bag, of: impl Fn(&Suspects) -> usize) -> usize {
    bag.suspects().into_iter().map(of).sum()
}

fn rows(bag: &Bag, of: impl Fn(&Suspects) -> bool) -> usize {
    sum(bag, |s| usize::from(of(s)))
}

/// Rows, files, functions and methods (class: C.m among them), bare classes, variables, functions in other files.
fn shape(bag: &Bag) -> [usize; 6] {
    let what = |w: What| sum(bag, |s| s.functions.iter().filter(|f| f.what == w).count());
    [
        bag.suspects().len(),
        sum(bag, |s| s.files.len()),
        what(What::Function),
        what(What::Class),
        what(What::Variable),
        sum(bag, |s| flagged(&s.functions, "other_file")),
    ]
}

#[test]
fn agentless_family() {
    for (file, want) in [
        (
            "agentless/loc_outputs.related.verified.head150.jsonl",
            [150, 659, 962, 490, 58, 0],
        ),
        (
            "cosil/loc_outputs.file_level.ablation.lite.jsonl",
            [300, 1357, 0, 0, 0, 0],
        ),
        ("cosil/loc_qwen_coder_32b_func.lite.jsonl", [300, 1472, 1465, 24, 0, 0]),
        (
            "locagent/found_related_locs.qwen_coder_32b.lite.jsonl",
            [298, 853, 2639, 0, 0, 1535],
        ),
        // 521 lines `class:`, 260 of them with a dot.
        (
            "orcaloca/orca_qwen_coder_32b_func.lite.jsonl",
            [300, 357, 158 + 260, 261, 0, 0],
        ),
    ] {
        let Some(bag) = predictions(file) else { return };
        assert_eq!(shape(&bag), want, "{file}");
    }
}

#[test]
fn empty_rows_and_raw_answers() {
    let Some(bag) = predictions("agentless/loc_outputs.related.verified.head150.jsonl") else {
        return;
    };
    assert_eq!(rows(&bag, |s| s.functions.is_empty()), 4);
    assert_eq!(rows(&bag, |s| s.functions.len() > 10), 33);
    // The answer of the model names 128 methods, which the parser of Agentless dropped.
    let methods = |s: &Suspects| {
        let raw = s.raw_text.as_deref().unwrap();
        raw.lines().filter(|l| l.split(':').next() == Some("method")).count()
    };
    assert_eq!(sum(&bag, methods), 128);
    // Three lines `function:` and one `variable:` without a name, in one row each or together.
    assert!(bag.mended.iter().all(|m| m == "empty entry") && !bag.mended.is_empty());
    let Some(bag) = predictions("cosil/loc_outputs.file_level.ablation.lite.jsonl") else {
        return;
    };
    assert_eq!(rows(&bag, |s| s.status == Status::Empty), 21);
    assert_eq!(rows(&bag, |s| s.status == Status::Ok), 279);
}

#[test]
fn locagent() {
    for (file, want) in [
        (
            "locagent/loc_outputs.claude_3-5.head30.jsonl",
            [30, 112, 284, 9, 30, 33],
        ),
        (
            "locagent/loc_outputs.claude_3-5.slim.jsonl",
            [150, 565, 1580, 62, 150, 179],
        ),
    ] {
        let Some(bag) = predictions(file) else { return };
        let gold = bag.gold();
        let got = [
            bag.suspects().len(),
            sum(&bag, |s| s.files.len()),
            sum(&bag, |s| s.functions.len()),
            rows(&bag, |s| s.functions.len() > 10),
            gold.iter().map(|g| g.files.as_ref().unwrap().len()).sum(),
            gold.iter().map(|g| g.functions.as_ref().unwrap().len()).sum(),
        ];
        assert_eq!(got, want, "{file}");
        assert_eq!(sum(&bag, |s| flagged(&s.functions, "other_file")), 0);
    }
    // Two raw answers a row in the whole file, none in the slim one.
    let Some(bag) = predictions("locagent/loc_outputs.claude_3-5.head30.jsonl") else {
        return;
    };
    assert!(bag.suspects().iter().all(|s| s.raw_text.is_some()));
    let dotted = |s: &Suspects| {
        s.functions
            .iter()
            .filter(|f| f.name.as_deref().unwrap().contains('.'))
            .count()
    };
    assert_eq!(sum(&bag, dotted), 147);
}

#[test]
fn gold_files() {
    for (file, want) in [
        ("cosil/gt.lite.json", [300, 300, 343, 7]),
        // One value is a text instead of a list.
        ("cosil/gt_verified.json", [500, 608, 955, 11]),
        ("reposearcher/gt_verified.json", [500, 611, 949, 15]),
        ("locagent/gt_location.swe-bench-live-lite.head20.jsonl", [20, 40, 49, 3]),
    ] {
        let Some(bag) = predictions(file) else { return };
        let gold = bag.gold();
        let functions = |g: &&casefile::read::reader::GoldRow| g.functions.as_ref().unwrap().len();
        let got = [
            gold.len(),
            gold.iter().map(|g| g.files.as_ref().unwrap().len()).sum(),
            gold.iter().map(functions).sum(),
            gold.iter().filter(|g| functions(g) == 0).count(),
        ];
        assert_eq!(got, want, "{file}");
    }
}

#[test]
fn the_heading_of_a_hunk_is_no_gold() {
    // astropy-14182: CoSIL names the function of the heading above the edited class; LocAgent does not.
    let (Some(cosil), Some(locagent)) = (
        predictions("cosil/gt.lite.json"),
        predictions("locagent/loc_outputs.claude_3-5.slim.jsonl"),
    ) else {
        return;
    };
    let heading = "astropy/io/ascii/rst.py:get_fixedwidth_params".to_owned();
    let names = |bag: &Bag| {
        let gold = bag.gold().into_iter().find(|g| g.case == "astropy__astropy-14182")?;
        gold.functions.clone()
    };
    assert!(names(&cosil).unwrap().contains(&heading));
    assert!(names(&locagent).is_some_and(|n| !n.is_empty() && !n.contains(&heading)));
}

#[test]
fn patches() {
    // Rows, null, empty, files, rows with a new file; then rows mended by each way.
    let ways = [
        "no diff --git",
        "leading blanks",
        "hunk counts",
        "fence",
        "carriage returns",
    ];
    for (file, want, mended) in [
        (
            "agentless/repair_preds.agentless_4o.lite.jsonl",
            [300, 0, 2, 298, 0],
            [0, 0, 0, 0, 0],
        ),
        (
            "swe-bench-preds/CodeR.all_preds.mix40.jsonl",
            [40, 6, 0, 45, 5],
            [0, 34, 0, 0, 0],
        ),
        (
            "swe-bench-preds/OmniGIRL.gpt4o.text_image.agentlessX.jsonl",
            [10, 0, 4, 6, 0],
            [0, 0, 0, 0, 0],
        ),
        (
            "swe-bench-preds/OmniGIRL.gpt4o.text_image.autocoderoverX.json",
            [15, 0, 0, 16, 0],
            [0, 0, 0, 0, 0],
        ),
        (
            "swe-bench-preds/OmniGIRL.gpt4o.text_image.oracle_retrieval.jsonl",
            [19, 0, 0, 21, 0],
            [19, 0, 12, 0, 0],
        ),
        // A file of 5766 lines is cut in the middle.
        ("openhands-v0/preds.json", [1, 0, 0, 4, 1], [0, 0, 1, 0, 0]),
        ("mini-swe-agent/preds.json", [1, 0, 0, 5, 1], [0, 0, 0, 0, 0]),
        ("swe-agent/all_preds.v0.jsonl", [1, 0, 0, 1, 0], [0, 1, 0, 0, 0]),
        (
            "../real/predictions/claude-swe-agent-m.preds.json",
            [20, 0, 0, 78, 15],
            [0, 0, 0, 0, 0],
        ),
        (
            "../real/predictions/claude-swe-agent.preds.json",
            [20, 0, 1, 55, 10],
            [0, 0, 0, 0, 0],
        ),
        (
            "../real/predictions/gpt-4o-swe-agent-m.preds.json",
            [20, 0, 5, 48, 9],
            [0, 0, 0, 0, 0],
        ),
        (
            "../real/predictions/gpt-4o-swe-agent.preds.json",
            [20, 0, 2, 36, 3],
            [0, 0, 0, 0, 0],
        ),
    ] {
        let Some(bag) = predictions(file) else { return };
        let got = [
            bag.suspects().len(),
            rows(&bag, |s| s.status == Status::NoSubmission),
            rows(&bag, |s| s.status == Status::Empty),
            sum(&bag, |s| s.files.len()),
            rows(&bag, |s| flagged(&s.files, "new_file") > 0),
        ];
        assert_eq!(got, want, "{file}");
        let told = ways.map(|way| bag.mended.iter().filter(|m| *m == way).count());
        assert_eq!(told, mended, "{file}: {ways:?}");
        assert_eq!(rows(&bag, |s| s.status == Status::InvalidJson), 0, "{file}");
    }
}

#[test]
fn the_answer_around_a_patch_is_kept() {
    let file = "swe-bench-preds/OmniGIRL.gpt4o.text_image.oracle_retrieval.jsonl";
    let Some(bag) = predictions(file) else { return };
    assert!(bag.suspects().iter().all(|s| s.raw_text.is_some() && s.patch.is_some()));
}
