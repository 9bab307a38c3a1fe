//! `init` and `import`: what is taken, what is refused and where, and that the same input again changes nothing.

use std::fs;

use serde_json::{Value, json};

use crate::study::{Study, lines, picture, row};

#[test]
fn init_makes_a_workspace_once() {
    let study = Study::new();
    for name in ["casefile.toml", "cases.jsonl", ".gitignore", ".gitattributes"] {
        assert!(study.path().join(name).is_file(), "{name}");
    }
    let dir = study.path().display().to_string();
    let toml = study.read("casefile.toml");
    let err = study.home.fails(2, &["init", &dir]);
    assert!(
        err.contains("there is a workspace already") && err.contains("open it with"),
        "{err}"
    );
    assert_eq!(study.read("casefile.toml"), toml);
    study.write("full/x.txt", "x");
    let full = study.home.path().join("full").display().to_string();
    assert!(study.home.fails(2, &["init", &full]).contains("not empty"));
    // A clone that is still empty may become a workspace.
    study.write("clone/.git/HEAD", "x");
    let clone = study.home.path().join("clone").display().to_string();
    study.home.ok(&["init", &clone]);
}

#[test]
fn importing_again_changes_nothing() {
    let study = Study::with(&[row("o__r-1"), row("o__r-2")]);
    let before = study.read("cases.jsonl");
    assert_eq!(before.lines().count(), 2);
    let file = study.write("rows.jsonl", lines(&[row("o__r-1"), row("o__r-2")]));
    let said = study.ok(&["import", &file]);
    assert!(said.contains("nothing new"), "{said}");
    assert_eq!(study.read("cases.jsonl"), before);
    // A changed row changes its case in place, a new one goes to the end.
    let mut changed = row("o__r-1");
    changed["problem_statement"] = "Another title".into();
    let file = study.write("more.jsonl", lines(&[row("o__r-3"), changed]));
    let said: Value = serde_json::from_str(&study.ok(&["import", &file, "--json"])).unwrap();
    assert_eq!(said["cases"], json!({"new": 1, "changed": 1, "same": 0}));
    let after = study.read("cases.jsonl");
    let ids: Vec<Value> = after
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap()["id"].clone())
        .collect();
    assert_eq!(ids, ["o__r-1", "o__r-2", "o__r-3"]);
    assert!(after.lines().next().unwrap().contains("Another title"));
    assert_eq!(after.lines().nth(1), before.lines().nth(1));
}

/// Good and bad rows in turn; the bad ones at lines 2, 3, 4, 6 and 7.
fn mixed() -> String {
    let mut wrong = row("o__r-3");
    wrong["problem_statement"] = 7.into();
    let mut assets = row("o__r-7");
    assets["image_assets"] = "{".into();
    [
        row("o__r-1").to_string(),
        "{\"instance_id\":\"o__r-2\",\"repo\":".to_owned(),
        wrong.to_string(),
        json!({"instance_id": "o__r-4"}).to_string(),
        row("o__r-5").to_string(),
        "[1,2]".to_owned(),
        assets.to_string(),
        row("o__r-8").to_string(),
    ]
    .join("\n")
}

#[test]
fn bad_rows_are_named_and_good_ones_taken() {
    let study = Study::new();
    let file = study.write("mixed.jsonl", mixed());
    let said = study.partly(&["import", &file]);
    for words in [
        "mixed.jsonl:2: not JSON at column 31: EOF",
        "mixed.jsonl:3: field 'problem_statement': expected text, found a number",
        "mixed.jsonl:4: field 'problem_statement': expected the text of the issue",
        "mixed.jsonl:6: expected an object",
        "mixed.jsonl:7: field 'image_assets'",
        "refused: 5",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let list = study.ok(&["show"]);
    let ids: Vec<&str> = list.lines().filter_map(|l| l.split("  ").next()).collect();
    assert_eq!(ids, ["o__r-1", "o__r-5", "o__r-8"]);
    let said: Value = serde_json::from_str(&study.partly(&["import", &file, "--json"])).unwrap();
    let lines: Vec<u64> = said["refused"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|p| p["line"].as_u64())
        .collect();
    assert_eq!(
        {
            let mut l = lines;
            l.sort_unstable();
            l
        },
        [2, 3, 4, 6, 7]
    );
}

#[test]
fn strict_stops_and_changes_nothing() {
    let study = Study::with(&[row("o__r-9")]);
    let before = study.read("cases.jsonl");
    let file = study.write("mixed.jsonl", mixed());
    let err = study.fails(2, &["import", &file, "--strict"]);
    assert!(err.contains("mixed.jsonl:"), "{err}");
    let bad = study.write("bad.jsonl", format!("{}\n{{\n", row("o__r-1")));
    assert!(
        study
            .fails(2, &["import", &bad, "--strict"])
            .contains("bad.jsonl:2: not JSON at column 1")
    );
    assert_eq!(study.read("cases.jsonl"), before);
}

#[test]
fn files_that_are_no_data_are_refused_with_a_way_out() {
    let study = Study::new();
    let before = study.read("cases.jsonl");
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    for (name, bytes, what, mend) in [
        ("empty.jsonl", &b""[..], "the file is empty", ""),
        ("lfs.jsonl", pointer.as_bytes(), "Git LFS pointer", "git lfs pull"),
        ("rows.jsonl.gz", b"\x1f\x8b\x08\x00\x00\x00", "damaged or cut off", ""),
        ("rows.zst", b"\x28\xb5\x2f\xfd\x00", "damaged or cut off", ""),
        ("rows.zip", b"PK\x03\x04\x00", "a ZIP archive", "unpack it first"),
        (
            "page.jsonl",
            b"<html><body>404</body></html>\n",
            "it is not JSON",
            "--as",
        ),
        ("other.jsonl", b"{\"a\":1,\"b\":2}\n", "its first keys are a, b", "--as"),
        ("list.json", b"[]", "it is a JSON list", "--as"),
        ("bytes.bin", b"\x00\x01\x02\xff\xfe", "it is not JSON", "--as"),
    ] {
        let file = study.write(name, bytes);
        let err = study.fails(2, &["import", &file]);
        assert!(
            err.contains(name) && err.contains(what) && err.contains(mend),
            "{name}: {err}"
        );
    }
    assert!(
        study
            .fails(2, &["import", "nowhere.jsonl"])
            .contains("nowhere.jsonl: cannot read")
    );
    assert!(study.fails(2, &["import"]).contains("nothing to import"));
    assert_eq!(study.read("cases.jsonl"), before);
}

#[test]
fn formats_and_modes_are_named() {
    let study = Study::new();
    let file = study.write("rows.jsonl", lines(&[row("o__r-1")]));
    let err = study.fails(2, &["import", &file, "--as", "csv"]);
    assert!(err.contains("no format 'csv'") && err.contains("swe-bench"), "{err}");
    let err = study.fails(2, &["import", &file, "--input", "smell"]);
    assert!(
        err.contains("'smell' is no input mode") && err.contains("text-only"),
        "{err}"
    );
    study.ok(&["import", &file, "--as", "swe-bench"]);
}

#[test]
fn the_image_mapping_says_what_it_could_not_use() {
    let study = Study::with(&[row("o__r-1")]);
    fs::copy(picture("alarm-settings.png"), study.home.path().join("shot.png")).unwrap();
    let url = "https://h/o__r-1.png";
    let mapping = study.write(
        "images.jsonl",
        lines(&[
            json!({"instance_id": "o__r-1", "url": url, "file": "missing.png"}),
            json!({"instance_id": "nobody", "url": url, "file": "shot.png"}),
            json!({"instance_id": "o__r-1", "url": "https://h/other.png", "file": "shot.png"}),
            json!({"instance_id": "o__r-1", "file": "shot.png"}),
            json!({"instance_id": "o__r-1", "url": url, "file": "shot.png"}),
        ]),
    );
    let said = study.partly(&["import", &mapping]);
    for words in [
        "images.jsonl:1: field 'file': the file is missing",
        "images.jsonl:2: field 'instance_id': no case 'nobody'",
        "import the cases first",
        "images.jsonl:3: field 'url': case 'o__r-1' shows no image",
        "images.jsonl:4: field 'url': expected text",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let case: Value = serde_json::from_str(&study.read("cases.jsonl")).unwrap();
    let image = &case["exhibits"][0]["image"];
    let sha = image["sha256"].as_str().expect("a stored image");
    let stored = study.path().join(format!("exhibits/{}/{sha}.png", &sha[..2]));
    assert_eq!(
        fs::read(stored).unwrap(),
        fs::read(picture("alarm-settings.png")).unwrap()
    );
    let before = study.read("cases.jsonl");
    assert!(study.partly(&["import", &mapping]).contains("nothing new"));
    assert_eq!(study.read("cases.jsonl"), before);
}

#[test]
fn a_damaged_cases_file_refuses_import_and_loses_nothing() {
    let study = Study::with(&[row("o__r-1"), row("o__r-2")]);
    let damaged = format!("{}{{\"v\":1,\"id\":\n", study.read("cases.jsonl"));
    study.lay("cases.jsonl", &damaged);
    let file = study.write("rows.jsonl", lines(&[row("o__r-3")]));
    let err = study.fails(2, &["import", &file]);
    assert!(
        err.contains("cases.jsonl:3: not a case") && err.contains("restore"),
        "{err}"
    );
    assert_eq!(study.read("cases.jsonl"), damaged);
    // The screens show what is whole, and say what is not.
    let screen = study.play("", "120x20");
    assert!(
        screen.contains("o__r-2") && screen.contains("cases.jsonl:3"),
        "{screen}"
    );
    let out = study.run(&["doctor"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stdout).contains("BAD  cases"));
}

#[test]
fn escaped_ids_are_ids() {
    let study = Study::with(&[row("o__r-\"q\" \\ é")]);
    assert!(study.ok(&["show"]).starts_with("o__r-\"q\" \\ é  Title of"));
    assert!(study.play("enter 2", "120x40").contains("relevance 2"));
    // The same, as a program writes it that escapes everything but ASCII.
    let ascii = study.read("cases.jsonl").replace('é', "\\u00e9");
    study.lay("cases.jsonl", &ascii);
    assert!(study.ok(&["show"]).starts_with("o__r-\"q\" \\ é  Title of"));
    assert!(study.play("enter", "120x40").contains("relevance 2"));
}

#[test]
fn a_report_counts_refusals_by_kind() {
    let study = Study::new();
    let rows: Vec<Value> = (1..=30)
        .map(|n| json!({"instance_id": format!("o__r-{n}"), "problem_statement": 7}))
        .chain([json!({"instance_id": "o__r-31"})])
        .collect();
    let file = study.write("rows.jsonl", lines(&rows));
    let said = study.partly(&["import", &file]);
    assert!(
        said.contains("refused: 31\n  30 × problem_statement: expected text"),
        "{said}"
    );
    assert!(
        said.contains("rows.jsonl:3:") && !said.contains("rows.jsonl:4:"),
        "{said}"
    );
    let said: Value = serde_json::from_str(&study.partly(&["import", &file, "--json"])).unwrap();
    assert_eq!(said["refusals"], 31);
    assert_eq!(said["refused"].as_array().unwrap().len(), 31);
    assert_eq!(said["refused_by_kind"][0]["count"], 30);
    assert_eq!(said["refused_by_kind"][1]["count"], 1);
}

#[test]
fn a_cut_list_says_so_and_what_was_not_used_is_told() {
    let study = Study::with(&[row("o__r-1")]);
    for n in 0..5 {
        study.write(&format!("in/{n}.txt"), "words");
    }
    study.write(
        "in/vce.jsonl",
        lines(&[json!({"case": "o__r-1", "image_index": 0, "ocr_text": "t"})]),
    );
    let dir = study.home.path().join("in").display().to_string();
    let said = study.ok(&["import", &dir, "--run", "agent", "--input", "VCE", "--map", "body=text"]);
    assert!(said.contains("skipped, no data in them: 5 files"), "{said}");
    assert!(said.contains("  … and 2 more; --json lists all"), "{said}");
    for note in [
        "note: --run was not used: no run among the files",
        "note: --input was not used: no run among the files",
        "note: --map was not used: no dataset among the files",
    ] {
        assert!(said.contains(note), "{note} in {said}");
    }
    // Evidence brings neither cases nor images: what they lack is no news.
    assert!(!said.contains("no image"), "{said}");
    let file = study.write("rows.jsonl", lines(&[row("o__r-2")]));
    let said = study.ok(&["import", &file]);
    assert!(said.contains("no image") && !said.contains("not used"), "{said}");
}

#[test]
fn a_folder_gives_its_data_and_says_what_it_skipped() {
    let study = Study::new();
    study.write("in/rows.jsonl", lines(&[row("o__r-1")]));
    study.write(
        "in/deep/agent.preds.json",
        r#"{"o__r-1": {"model_patch": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"}}"#,
    );
    study.write("in/README.txt", "words");
    study.write(
        "in/lfs.jsonl",
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    );
    let dir = study.home.path().join("in").display().to_string();
    let said: Value = serde_json::from_str(&study.ok(&["import", &dir, "--json"])).unwrap();
    assert_eq!((&said["cases"]["new"], &said["answers"]["new"]), (&json!(1), &json!(1)));
    let skipped: Vec<&str> = said["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["what"].as_str().unwrap())
        .collect();
    assert_eq!(skipped.len(), 2, "{skipped:?}");
    assert!(skipped.iter().any(|w| w.contains("Git LFS pointer")), "{skipped:?}");
}

#[test]
fn rows_of_a_run_are_merged_by_case() {
    let study = Study::with(&[row("o__r-1"), row("o__r-2")]);
    let patch = |f: &str| format!("--- a/{f}\n+++ b/{f}\n@@ -1 +1 @@\n-a\n+b\n");
    let preds = |id: &str, f: &str| json!({"instance_id": id, "model_patch": patch(f)});
    let file = study.write(
        "agent.jsonl",
        lines(&[preds("o__r-1", "x.js"), preds("o__r-2", "y.js")]),
    );
    study.ok(&["import", &file, "--input", "VCE"]);
    let file = study.write("more.jsonl", lines(&[preds("o__r-2", "z.js")]));
    let said = study.ok(&["import", &file, "--run", "agent"]);
    assert!(said.contains("1 older rows about other cases are kept"), "{said}");
    let rows = study.read("runs/agent/suspects.jsonl");
    let files: Vec<Value> = rows
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap()["files"][0]["path"].clone())
        .collect();
    assert_eq!(files, ["x.js", "z.js"]);
    // What is known of the run stays.
    assert!(study.read("runs/agent/run.toml").contains("input = \"VCE\""));
    study.ok(&["import", &file, "--run", "agent", "--replace"]);
    assert_eq!(study.read("runs/agent/suspects.jsonl").lines().count(), 1);
    assert!(
        study
            .fails(2, &["import", &file, "--run", "../x"])
            .contains("cannot name a run")
    );
    assert!(
        study
            .fails(2, &["import", &file, "--map", "body"])
            .contains("--map FIELD=COLUMN")
    );
}

#[test]
fn two_runs_in_one_are_told() {
    let study = Study::with(&[row("o__r-1")]);
    let preds = |name: &str, model: &str| {
        let text = json!({"instance_id": "o__r-1", "model_name_or_path": model, "model_patch": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"});
        study.write(name, lines(&[text]))
    };
    let (a, b) = (preds("a.jsonl", "claude"), preds("b.jsonl", "gpt"));
    let said = study.ok(&["import", "--run", "one", &a, &b]);
    assert!(
        said.contains("1 rows are about cases that another file had already"),
        "{said}"
    );
    assert!(said.contains("its files name 2 models: claude, gpt"), "{said}");
}

#[test]
fn a_workspace_is_no_data() {
    let study = Study::with(&[row("o__r-1")]);
    let before = study.read("cases.jsonl");
    let root = study.path().display().to_string();
    let err = study.fails(2, &["import", &root]);
    assert!(
        err.contains("this is a workspace, not data to import") && err.contains("journal/"),
        "{err}"
    );
    let err = study.fails(2, &["import", &format!("{root}/cases.jsonl")]);
    assert!(err.contains("records of a workspace"), "{err}");
    // One among other data is passed over.
    study.write("more.jsonl", lines(&[row("o__r-2")]));
    let home = study.home.path().display().to_string();
    study.ok(&["import", &home]);
    let after = study.read("cases.jsonl");
    assert!(after.starts_with(&before) && after.lines().count() == 2, "{after}");
}
