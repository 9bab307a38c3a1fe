//! `casefile synth` on two small repositories, and candidates from elsewhere.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::study::{Study, clean, lines};
use crate::support::shared;

/// A picture of 8 by 8 blocks, others for every `kind`.
fn picture(kind: u32) -> DynamicImage {
    let mut state = kind.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let blocks: Vec<u8> = (0..64)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .collect();
    DynamicImage::ImageRgb8(RgbImage::from_fn(96, 64, |x, y| {
        let ink = blocks[(x / 12 + y / 8 * 8) as usize];
        Rgb([ink, ink, 255 - ink / 2])
    }))
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// Case `n` of a repository: a text of its own and words that some share, a patch of one file.
fn row(repo: &str, n: usize, words: &str, file: &str) -> Value {
    let id = format!("{}-{n}", repo.replace('/', "__"));
    let url = format!("https://h/{id}.png");
    json!({"instance_id": id, "repo": repo, "base_commit": "0123456789abcdef0123456789abcdef01234567",
        "problem_statement": format!("Trouble number {n}\n{words}\n![shot]({url})\n### Version\nnewest"),
        "image_assets": json!({"problem_statement": [url]}).to_string(),
        "patch": format!("--- a/{file}\n+++ b/{file}\n@@ -1 +1 @@\n-a\n+b\n")})
}

/// Eight cases; the second of `o/one` shows the first one's picture again, saved as JPEG, and the third one's is no picture.
fn study(seed: &str) -> Study {
    let rows = [
        row("o/one", 1, "legend overlaps axis chart resize window", "src/a/x.ts"),
        row("o/one", 2, "legend overlaps axis wheel zoom steps", "src/b/y.ts"),
        row("o/one", 3, "printer paper margin fails quietly", "src/c/z.ts"),
        row("o/one", 4, "legend overlaps axis tooltip shadow blur", "src/d/w.ts"),
        row("o/one", 5, "keyboard focus jumps around", "src/a/x.ts"),
        row("p/two", 1, "table rows collapse border", "lib/t.js"),
        row("p/two", 2, "table rows collapse header sticky", "lib/u.js"),
        row("p/two", 3, "emoji shortcodes break lists", "lib/v.js"),
    ];
    let study = Study::new();
    let mut map = Vec::new();
    for (n, row) in (0..).zip(&rows) {
        let id = row["instance_id"].as_str().unwrap();
        let bytes = match id {
            "o__one-2" => encoded(&picture(0), ImageFormat::Jpeg),
            "o__one-3" => b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x02\0\0\0".to_vec(),
            _ => encoded(&picture(n), ImageFormat::Png),
        };
        study.write(&format!("images/{id}.png"), bytes);
        map.push(json!({"instance_id": id, "url": format!("https://h/{id}.png"), "file": format!("images/{id}.png")}));
    }
    let mut order: Vec<&Value> = rows.iter().collect();
    if seed == "reversed" {
        order.reverse();
    }
    let rows: Vec<Value> = order.into_iter().cloned().collect();
    let rows = study.write("rows.jsonl", lines(&rows));
    let map = study.write("images.jsonl", lines(&map));
    study.ok(&["import", &rows, &map]);
    study
}

fn candidates(study: &Study) -> Vec<Value> {
    let text = study.read("candidates.jsonl");
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn gold(study: &Study) -> HashMap<String, HashSet<String>> {
    let text = study.read("cases.jsonl");
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).unwrap();
        let files = case["gold"]["files"].as_array().unwrap();
        let files = files.iter().map(|f| f.as_str().unwrap().to_owned()).collect();
        (case["id"].as_str().unwrap().to_owned(), files)
    };
    text.lines().map(case).collect()
}

/// What holds for every set of candidates.
fn check(study: &Study) {
    let (all, gold) = (candidates(study), gold(study));
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for c in &all {
        let (case, donor) = (c["case"].as_str().unwrap(), c["donor"].as_str().unwrap());
        let sha = c["swapped"]["image"]["sha256"].as_str().unwrap();
        if c["strategy"] == "control" {
            assert_eq!(case, donor, "{c}");
            continue;
        }
        *uses.entry(sha).or_default() += 1;
        assert!(donor == case || gold[case].is_disjoint(&gold[donor]), "{c}");
        let named: HashSet<String> = serde_json::from_value(c["donor_gold"].clone()).unwrap();
        assert_eq!(named, gold[donor]);
        assert_eq!(c["swapped"]["phash"].as_str().unwrap().len(), 16);
    }
    assert!(uses.values().all(|n| *n <= 2), "{uses:?}");
    let controls = all.iter().filter(|c| c["strategy"] == "control").count();
    assert!(controls * 5 >= all.len(), "{controls} of {}", all.len());
}

#[test]
fn candidates_follow_from_seed_and_cases_alone() {
    let one = study("");
    let out = one.ok(&["synth"]);
    clean("synth", &out);
    assert!(
        out.contains("similar") && out.contains("control") && out.contains("0 there already"),
        "{out}"
    );
    let text = one.read("candidates.jsonl");
    check(&one);
    // Again: nothing. Cases the other way round: the same bytes.
    assert!(
        one.ok(&["synth"]).starts_with("0 candidates new"),
        "{}",
        one.ok(&["synth"])
    );
    assert_eq!(one.read("candidates.jsonl"), text);
    let other = study("reversed");
    other.ok(&["synth"]);
    assert_eq!(other.read("candidates.jsonl"), text);
    // Another seed only adds.
    one.ok(&["synth", "--seed", "2"]);
    let more = one.read("candidates.jsonl");
    assert!(more.starts_with(&text) && more.len() > text.len(), "{more}");
    check(&one);
    let ids: HashSet<String> = candidates(&one).iter().map(|c| c["id"].to_string()).collect();
    assert_eq!(ids.len(), candidates(&one).len());
}

#[test]
fn duplicates_and_broken_pictures_stay_out() {
    let study = study("");
    let told: Value = serde_json::from_str(&study.ok(&["synth", "--json", "--per-case", "9", "--dry-run"])).unwrap();
    assert!(!study.path().join("candidates.jsonl").exists());
    // The first and second case of o/one show one picture; neither gets that of the other.
    let of = |case: &str, donor: &str| {
        let all = told["candidates"].as_array().unwrap();
        all.iter().any(|c| c["case"] == case && c["donor"] == donor)
    };
    assert!(!of("o__one-1", "o__one-2") && !of("o__one-2", "o__one-1"));
    assert!(of("o__one-1", "o__one-4") || of("o__one-2", "o__one-4"), "{told:#}");
    assert!(told["passed"]["similar"]["looks_same"].as_u64() >= Some(2), "{told:#}");
    // The third one has no picture that could be shown: it takes none and gives none.
    assert!(
        told["candidates"]
            .as_array()
            .unwrap()
            .iter()
            .all(|c| c["donor"] != "o__one-3")
    );
    assert_eq!(told["left_out"]["no_image"], json!(["o__one-3"]));
    // The first and fifth edit the same file.
    assert!(
        told["passed"]["same_repo"]["shared_gold"].as_u64() >= Some(2),
        "{told:#}"
    );
    assert!(!of("o__one-1", "o__one-5") && !of("o__one-5", "o__one-1"));
}

#[test]
fn an_image_that_is_lost_or_damaged_is_told_and_left_out() {
    let study = study("");
    let files: Vec<String> = study
        .read("cases.jsonl")
        .lines()
        .filter(|l| l.contains("\"p__two-1\"") || l.contains("\"p__two-2\""))
        .map(|l| {
            let case: Value = serde_json::from_str(l).unwrap();
            let sha = case["exhibits"][0]["image"]["sha256"].as_str().unwrap().to_owned();
            format!("exhibits/{}/{sha}.png", &sha[..2])
        })
        .collect();
    let whole = fs::read(study.path().join(&files[0])).unwrap();
    study.lay(&files[0], &whole[..whole.len() / 2]);
    fs::remove_file(study.path().join(&files[1])).unwrap();
    let out = study.ok(&["synth"]);
    assert!(
        out.contains("cannot be read: 2 images") && out.contains("the file is missing"),
        "{out}"
    );
    let swapped = candidates(&study);
    assert!(
        swapped
            .iter()
            .all(|c| c["donor"] != "p__two-1" && c["donor"] != "p__two-2")
    );
    check(&study);
}

#[test]
fn what_is_there_stays_and_a_damaged_line_stops() {
    let study = study("");
    let old = r#"{"v":1, "id":"aaaaaaaaaaaa","strategy":"similar","case":"o__one-1","donor":"x","swapped":{},"novel":{"b":1,"a":2}}"#;
    study.lay("candidates.jsonl", format!("{old}\n"));
    study.ok(&["synth", "o__one-1", "o__one-4"]);
    let text = study.read("candidates.jsonl");
    assert!(text.starts_with(&format!("{old}\n")), "{text}");
    let of: HashSet<String> = candidates(&study).iter().map(|c| c["case"].to_string()).collect();
    assert_eq!(of, ["\"o__one-1\"", "\"o__one-4\""].map(str::to_owned).into());
    study.lay("candidates.jsonl", format!("{text}{{\"v\":1,\n"));
    let said = study.fails(2, &["synth"]);
    let line = text.lines().count() + 1;
    assert!(
        said.contains(&format!("candidates.jsonl:{line}: not a candidate")),
        "{said}"
    );
    assert!(study.read("candidates.jsonl").ends_with("{\"v\":1,\n"));
    for (wrong, words) in [
        (&["synth", "--strategy", "similar,magic"][..], "'magic' is no strategy"),
        (&["synth", "--controls", "1"], "not between 0 and 0.9"),
        (&["synth", "--min-similarity", "0.9"], "less than --max-similarity"),
        (&["synth", "--max-similarity", "NaN"], "not between 0 and 1"),
        (&["synth", "nope"], "candidate"),
    ] {
        let said = study.fails(2, wrong);
        assert!(said.contains(words), "{said}");
    }
    fs::remove_file(study.path().join("candidates.jsonl")).unwrap();
    assert!(study.fails(2, &["synth", "nope"]).contains("no case 'nope'"));
}

#[test]
fn candidates_of_others_come_in_with_their_image_and_stay_reviewed() {
    let study = study("");
    study.write("img/fresh.png", encoded(&picture(11), ImageFormat::Png));
    let rows = [
        json!({"instance_id": "o__one-1", "synthesis_strategy": "same-repo mismatch", "image_source_issue_title": "T\u{1b}[2J",
            "image_path": "img/fresh.png", "Q2_SURFACE_RELEVANCE": 4, "Q7_LABEL": -1}),
        json!({"instance_id": "p__two-1", "synthesis_strategy": "tf-idf similar", "image_source_instance_id": "p__two-2",
            "image_url": "https://h/p__two-2.png"}),
        json!({"instance_id": "o__none-1", "synthesis_strategy": "similar", "image_url": "https://h/x.png"}),
    ];
    let file = study.write("harm.jsonl", lines(&rows));
    let out = study.partly(&["import", &file]);
    clean("import", &out);
    assert!(
        out.contains("candidates      2") && out.contains("no case 'o__none-1'"),
        "{out}"
    );
    let all = candidates(&study);
    let exhibit = |case: &str| {
        let text = study.read("cases.jsonl");
        let line = text
            .lines()
            .find(|l| l.contains(&format!("\"id\":\"{case}\"")))
            .unwrap();
        serde_json::from_str::<Value>(line).unwrap()["exhibits"][0].clone()
    };
    assert_eq!(all[0]["replaces"], exhibit("o__one-1")["id"]);
    assert_eq!((&all[0]["Q7_LABEL"], &all[0]["seed"]), (&json!(-1), &Value::Null));
    let sha = all[0]["swapped"]["image"]["sha256"].as_str().unwrap();
    assert!(study.path().join(format!("exhibits/{}/{sha}.png", &sha[..2])).is_file());
    assert_eq!(all[1]["swapped"]["image"], exhibit("p__two-2")["image"]);
    assert_eq!(all[1]["swapped"]["phash"].as_str().map(str::len), Some(16));
    // Again: nothing. Our own records go in elsewhere, images with them.
    let text = study.read("candidates.jsonl");
    study.partly(&["import", &file]);
    assert_eq!(study.read("candidates.jsonl"), text);
    study.ok(&["synth"]);
    assert!(study.read("candidates.jsonl").starts_with(&text));
    let clone = Study::new();
    clone.ok(&["import", study.home.path().join("rows.jsonl").to_str().unwrap()]);
    let own = study.path().join("candidates.jsonl").display().to_string();
    clone.ok(&["import", &own]);
    assert_eq!(clone.read("candidates.jsonl"), study.read("candidates.jsonl"));
    for c in candidates(&clone) {
        let sha = c["swapped"]["image"]["sha256"].as_str().unwrap();
        assert!(
            clone
                .path()
                .join(format!(
                    "exhibits/{}/{sha}.{}",
                    &sha[..2],
                    c["swapped"]["image"]["format"].as_str().unwrap()
                ))
                .is_file()
        );
    }
}

#[test]
fn real_cases_give_candidates_with_disjoint_gold() {
    let Some(dir) = shared() else { return };
    let real = dir.join("data/real");
    let at = |name: &str| real.join(name).display().to_string();
    let study = Study::new();
    study.ok(&["import", &at("cases.swe-bench-m.jsonl"), &at("images.jsonl")]);
    let out = study.ok(&["synth"]);
    eprintln!("{out}");
    let all = candidates(&study);
    assert!(all.iter().any(|c| c["strategy"] != "control"), "{out}");
    check(&study);
    let text = study.read("candidates.jsonl");
    study.ok(&["synth"]);
    assert_eq!(study.read("candidates.jsonl"), text);
}
