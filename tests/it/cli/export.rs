//! `casefile export`: what comes out, that it comes in again as it was, and what it refuses.

use std::fs;

use serde_json::{Value, json};

use crate::study::{Study, clean, lines, picture, row};

/// Rows whose text has broken exports: line ends of all kinds, quotes, delimiters, emoji, right-to-left, length.
fn hostile() -> Vec<Value> {
    let texts = [
        "a\rb\nc\r\nd \"quoted\" , ; \t 'x'",
        "👩‍👩‍👧‍👦 é 한글 \u{1F1E9}\u{1F1EA}",
        "שלום \u{202e}abc\u{202c} \u{200f}",
        "\u{1b}[31mred\u{1b}[0m \u{7}",
        "=1+1, null, true, [1], {\"a\":1}",
        "",
    ];
    let mut out: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| {
            let mut row = row(&format!("o__r-{n}"));
            row["problem_statement"] = format!("Title {n}\n{text}\n![s](https://h/{n}.png)").into();
            row["hints_text"] = (*text).into();
            row["weird, \"field\"\n"] = (*text).into();
            row[" padded "] = json!({"deep": [text, null, 1.5, 0.1, 1e300, -7, {"b": true}]});
            row["maybe"] = if n % 2 == 0 { json!(null) } else { json!(text) };
            row["tile"] = json!(n);
            row["casefile_"] = json!([]);
            row
        })
        .collect();
    let mut long = row("o__r-long");
    long["problem_statement"] = format!("Long\n{}", "wörd \"x\"\r\n".repeat(200_000)).into();
    out.push(long);
    // A row whose unknown fields have the names of our own columns.
    let mut odd = row("o__r-odd");
    for name in [
        "issue_images",
        "diff_files_",
        "benchmark_name",
        "category",
        "relevance",
        "by",
    ] {
        odd[name] = json!({"n": name});
    }
    out.push(odd);
    out
}

fn back(from: &Study, form: &str) {
    let dir = from.home.path().join(format!("out-{form}")).display().to_string();
    from.ok(&["export", "--as", form, "--out", &dir]);
    let copy = Study::new();
    copy.ok(&["import", &format!("{dir}/cases.{form}")]);
    assert!(
        copy.read("cases.jsonl") == from.read("cases.jsonl"),
        "{form} changed cases.jsonl"
    );
    // Again, from the copy: the files are the same too.
    let again = copy.home.path().join("again").display().to_string();
    copy.ok(&["export", "--as", form, "--what", "cases", "--out", &again]);
    let file = |dir: &str| fs::read(format!("{dir}/cases.{form}")).unwrap();
    assert!(file(&dir) == file(&again), "{form} of the copy is another file");
    let said: Value = serde_json::from_str(&copy.ok(&["import", "--json", &format!("{dir}/cases.{form}")])).unwrap();
    assert_eq!(said["cases"]["same"], from.read("cases.jsonl").lines().count());
    assert_eq!(
        (&said["cases"]["new"], &said["cases"]["changed"]),
        (&json!(0), &json!(0))
    );
}

#[test]
fn hostile_cases_come_back_byte_for_byte_in_every_form() {
    let study = Study::with(&hostile());
    for form in ["jsonl", "csv", "parquet"] {
        back(&study, form);
    }
}

#[test]
fn rows_have_the_names_of_the_benchmark() {
    let mut one = row("o__r-1");
    one["relevance"] = 2.into();
    one["category"] = "log_output".into();
    one["annotation_by"] = "ai".into();
    one["edit_functions"] = json!(["src/x.ts:f"]);
    one["novel"] = json!({"kept": [1]});
    let study = Study::with(&[one]);
    let out = study.ok(&["export", "--what", "cases", "--out", "-"]);
    let row: Value = serde_json::from_str(&out).unwrap();
    let want = json!({
        "instance_id": "o__r-1", "repo": "o/r", "title": "Title of o__r-1", "category": "log_output", "relevance": 2,
        "annotation_by": "ai", "diff_files": ["src/x.ts"], "edit_functions": ["src/x.ts:f"], "repo_language": "TypeScript",
        "issue_images": ["https://h/o__r-1.png"], "novel": {"kept": [1]},
    });
    for (name, value) in want.as_object().unwrap() {
        assert_eq!(&row[name], value, "{name}");
    }
}

#[test]
fn nothing_on_standard_output_steers_a_terminal() {
    let study = Study::with(&hostile());
    let out = study.ok(&["export", "--what", "cases", "--out", "-"]);
    clean("export", &out);
    let told: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(told.iter().any(|r| r["body"].as_str().unwrap().contains("\u{1b}[31m")));
    let err = study.fails(2, &["export", "--out", "-"]);
    assert!(err.contains("takes one thing"), "{err}");
    let err = study.fails(2, &["export", "--what", "cases", "--as", "parquet", "--out", "-"]);
    assert!(err.contains("JSON Lines or CSV"), "{err}");
}

#[test]
fn a_folder_with_other_things_in_it_is_left_alone() {
    let study = Study::with(&[row("o__r-1")]);
    study.write("taken/notes.txt", "mine");
    let dir = study.home.path().join("taken").display().to_string();
    let err = study.fails(2, &["export", "--out", &dir]);
    assert!(err.contains("notes.txt") && err.contains("no export wrote"), "{err}");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
    // Without --out it lies beside the workspace, and a second time replaces the first.
    for _ in 0..2 {
        let told = study.ok(&["export"]);
        assert!(told.contains("study-export/cases.jsonl"), "{told}");
    }
    let made = study.home.path().join("study-export");
    let mut names: Vec<_> = fs::read_dir(&made).unwrap().map(|f| f.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["candidates.jsonl", "cases.jsonl", "harmful.jsonl", "judgements.jsonl"]
    );
    assert_eq!(
        fs::read_dir(study.home.path())
            .unwrap()
            .flatten()
            .filter(|f| { f.file_name().to_string_lossy().starts_with(".casefile") })
            .count(),
        0,
        "something was left beside it"
    );
}

#[test]
fn a_blind_round_keeps_answers_until_it_is_closed() {
    let study = Study::with(&[row("o__r-1")]);
    study.ok(&["play", "enter 2", "--as", "mara"]);
    study.lay("casefile.toml", "version = 1\nblind = true\n");
    for what in ["judgements", "cases", "cases,candidates"] {
        let err = study.fails(2, &["export", "--what", what]);
        assert!(
            err.contains("blind round 'main' is open") && err.contains("--reveal"),
            "{err}"
        );
    }
    assert!(!study.home.path().join("study-export").exists());
    study.ok(&["export", "--what", "cases,candidates", "--raw"]);
    study.ok(&["export", "--what", "judgements", "--reveal"]);
    study.lay("casefile.toml", "version = 1\nblind = true\n[round]\nclosed = true\n");
    study.ok(&["export"]);
    // A form can be blind in a workspace that is not.
    study.lay("casefile.toml", "version = 1\nforms = [\"harmful\"]\n");
    study.fails(2, &["export", "--what", "judgements"]);
}

#[test]
fn damage_in_a_journal_stops_the_export() {
    let study = Study::with(&[row("o__r-1")]);
    study.ok(&["play", "enter 2", "--as", "mara"]);
    let good = study
        .ok(&["export", "--what", "judgements", "--out", "-"])
        .lines()
        .count();
    assert_eq!(good, 1);
    study.lay("journal/ines/x.1-0001.jsonl", "<<<<<<< ours\n");
    let err = study.fails(2, &["export"]);
    assert!(
        err.contains("x.1-0001.jsonl:1") && err.contains("conflict mark"),
        "{err}"
    );
    assert!(!study.home.path().join("study-export").exists());
    let said: Value = serde_json::from_str(&study.ok(&["export", "--allow-damage", "--json"])).unwrap();
    assert_eq!(said["files"][1]["rows"], 1);
    assert!(said["damage"][0].as_str().unwrap().contains("conflict mark"));
    assert_eq!(
        said["damage"].as_array().unwrap().len(),
        1,
        "told once, whoever read it: {said}"
    );
    study.lay("cases.jsonl", "{\"id\":\n");
    let err = study.fails(2, &["export", "--what", "cases", "--raw"]);
    assert!(err.contains("cases.jsonl:1"), "{err}");
}

#[test]
fn images_come_along_when_asked_for() {
    let study = Study::with(&[row("o__r-1")]);
    let png = fs::read_dir(picture(""))
        .unwrap()
        .flatten()
        .map(|f| f.path())
        .find(|p| p.extension().is_some_and(|e| e == "png"))
        .unwrap();
    let map = json!({"instance_id": "o__r-1", "url": "https://h/o__r-1.png", "file": png});
    let map = study.write("images.jsonl", lines(&[map]));
    study.ok(&["import", &map]);
    let dir = study.home.path().join("out").display().to_string();
    study.ok(&["export", "--what", "cases", "--images", "--out", &dir]);
    let copy = Study::new();
    let said: Value = serde_json::from_str(&copy.ok(&["import", "--json", &format!("{dir}/cases.jsonl")])).unwrap();
    assert_eq!(said["notes"], json!([]));
    assert_eq!(copy.read("cases.jsonl"), study.read("cases.jsonl"));
    assert!(copy.ok(&["doctor"]).ends_with("nothing is wrong\n"));
    // Without them the record is the same, and the import says what is not there.
    let bare = study.home.path().join("bare").display().to_string();
    study.ok(&["export", "--what", "cases", "--out", &bare]);
    let copy = Study::new();
    let said = copy.ok(&["import", &format!("{bare}/cases.jsonl")]);
    assert!(said.contains("1 images do not lie beside the file"), "{said}");
    assert_eq!(copy.read("cases.jsonl"), study.read("cases.jsonl"));
}

#[test]
fn an_export_cannot_name_files_outside_of_the_workspace() {
    let study = Study::with(&[row("o__r-1")]);
    let out = study.ok(&["export", "--what", "cases", "--out", "-"]);
    let mut row: Value = serde_json::from_str(&out).unwrap();
    row["casefile"]["exhibits"][0]["image"] =
        json!({"sha256": "../../../../etc/passwd", "format": "png", "width": 1, "height": 1});
    let file = study.write("evil.jsonl", lines(&[row.clone()]));
    let copy = Study::new();
    let told = copy.partly(&["import", &file]);
    assert!(
        told.contains("evil.jsonl:1") && told.contains("no import stored"),
        "{told}"
    );
    row["casefile"]["exhibits"] = json!([]);
    row["instance_id"] = "../x".into();
    let file = study.write("evil.jsonl", lines(&[row]));
    assert!(copy.partly(&["import", &file]).contains("without '/'"));
    assert_eq!(copy.read("cases.jsonl"), "");
}

#[test]
fn scores_are_ranks_from_which_all_metrics_follow() {
    let study = Study::with(&[row("o__r-1")]);
    let preds = study.write("p.preds.json", json!({"o__r-1": {"instance_id": "o__r-1", "model_name_or_path": "m",
        "model_patch": "--- a/src/y.ts\n+++ b/src/y.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b\n"}}).to_string());
    study.ok(&["import", "--run", "m", &preds]);
    let out = study.ok(&["export", "--what", "scores", "--out", "-"]);
    let row: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    // The gold file stands second of two.
    assert_eq!(
        (&row["ranks"], &row["listed"], &row["level"]),
        (&json!([2]), &json!(2), &json!("file"))
    );
}
