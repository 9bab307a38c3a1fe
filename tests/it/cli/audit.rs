//! `casefile audit` on small workspaces with known faults, on the sample, on published tables, on real cases.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::study::{Study, git, lines};
use crate::support::{Home, shared};

const BASE: &str = "0123456789abcdef0123456789abcdef01234567";
const SHA: &str = "ab00000000000000000000000000000000000000000000000000000000000000";

/// A case without a fault that touches `src/x.ts`.
fn case(id: &str) -> Value {
    json!({
        "v": 1, "id": id, "repo": "o/r", "base_commit": BASE, "language": "TypeScript",
        "title": format!("Title of {id}"), "body": format!("Body of {id}"),
        "patch": "diff --git a/src/x.ts b/src/x.ts\n--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b\n",
        "gold": {"files": ["src/x.ts"], "functions": ["src/x.ts:X.f"], "origin": "dataset"},
        "labels": {"category": "log_output", "relevance": 2, "difficulty": "easy", "annotation_by": "ai"},
    })
}

fn image(sha: &str, side: u32) -> Value {
    json!({"sha256": sha, "format": "png", "width": side, "height": side, "frames": 1, "bytes": 99})
}

fn exhibit(id: &str, image: &Value) -> Value {
    json!({"id": id, "source": format!("https://h/{id}.png"), "place": "body", "image": image})
}

/// All findings as JSON; the exit code must be the one of their severity.
fn audit(study: &Study) -> Vec<Value> {
    let out = study.run(&["audit", "--json"]);
    let said: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|_| panic!("{out:?}"));
    let all = said["findings"].as_array().unwrap().clone();
    let wrong = all.iter().any(|f| f["severity"] == "error");
    assert_eq!(out.status.code(), Some(i32::from(wrong)), "{said:#}");
    all
}

/// One finding of this kind and severity about `case` with all of `words`.
fn has(all: &[Value], kind: &str, severity: &str, case: &str, words: &[&str]) {
    let here: Vec<&Value> = all.iter().filter(|f| f["kind"] == kind).collect();
    let fits = |f: &&&Value| {
        let text = format!(
            "{} {}",
            f["what"].as_str().unwrap_or(""),
            f["mend"].as_str().unwrap_or("")
        );
        let about = f["case"].as_str().unwrap_or("");
        f["severity"] == severity && about == case && words.iter().all(|w| text.contains(w))
    };
    assert!(
        here.iter().any(|f| fits(&f)),
        "no {severity} {kind} of '{case}' with {words:?}: {here:#?}"
    );
}

fn kinds(all: &[Value]) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    for f in all {
        *out.entry(f["kind"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    out
}

#[test]
fn a_sound_case_has_marginals_alone() {
    let study = Study::new();
    study.lay("cases.jsonl", lines(&[case("a-1")]));
    let found = audit(&study);
    // Nobody linked the repository; five labels are counted.
    assert_eq!(
        kinds(&found),
        BTreeMap::from([("marginal".to_owned(), 5), ("unlinked".to_owned(), 1)])
    );
    has(&found, "marginal", "note", "", &["relevance: 2 1"]);
    has(
        &found,
        "unlinked",
        "note",
        "",
        &["1 case ", "casefile import --repo o/r"],
    );
    assert!(study.ok(&["audit"]).contains("0 errors, 6 notes"));
}

#[test]
fn ids_and_doubles_and_splits() {
    let study = Study::new();
    let mut rows: Vec<Value> = ["a-1", "a-1", "A-1", "", "b-1", "b-2", "b-3", "c-1", "c-2", "d-1", "d-2"]
        .map(case)
        .into();
    // The same issue twice; the same text under another base; the same base on two sides of a split.
    rows[5]["title"] = rows[4]["title"].clone();
    rows[6]["title"] = rows[4]["title"].clone();
    rows[6]["body"] = rows[4]["body"].clone();
    for (n, row) in rows.iter_mut().enumerate() {
        row["base_commit"] = format!("{n:040x}").into();
    }
    rows[5]["base_commit"] = rows[4]["base_commit"].clone();
    rows[8]["base_commit"] = rows[7]["base_commit"].clone();
    rows[7]["extra"] = json!({"split": "train"});
    rows[8]["extra"] = json!({"split": "test"});
    // One image in two benchmarks.
    for (n, benchmark) in [(9, "one"), (10, "two")] {
        rows[n]["benchmark"] = benchmark.into();
        rows[n]["exhibits"] = json!([exhibit("e", &image(SHA, 40))]);
    }
    // The same text without any base, on two sides.
    for (id, split) in [("e-1", "train"), ("e-2", "test")] {
        let mut row = case(id);
        row["title"] = "One title".into();
        row["body"] = "One body".into();
        row["base_commit"] = "".into();
        row["extra"] = json!({"split": split});
        rows.push(row);
    }
    let text = lines(&rows) + "{\"v\":1,\"id\":\n";
    study.lay("cases.jsonl", text);
    let found = audit(&study);
    has(&found, "line", "error", "", &["not a case"]);
    has(&found, "id", "error", "", &["empty"]);
    has(&found, "id", "error", "a-1", &["first at line 1"]);
    has(&found, "id", "note", "A-1", &["differ by upper and lower case"]);
    has(
        &found,
        "duplicate_case",
        "error",
        "b-2",
        &["repository, base and title as b-1 (line 5)"],
    );
    has(&found, "duplicate_case", "note", "b-3", &["same text as b-1"]);
    has(
        &found,
        "leak",
        "error",
        "c-2",
        &["base commit as c-1", "test here, train there"],
    );
    has(
        &found,
        "leak",
        "note",
        "d-2",
        &["same image as d-1", "two here, one there"],
    );
    has(&found, "same_image", "note", "d-1", &["2 cases: d-1, d-2"]);
    has(
        &found,
        "leak",
        "error",
        "e-2",
        &["same issue as e-1", "test here, train there"],
    );
    // The doubled id has the same title and text under another base: that is told once.
    assert_eq!(kinds(&found)["duplicate_case"], 4);
    assert_eq!(kinds(&found)["leak"], 3);
    let line = found.iter().find(|f| f["kind"] == "line").unwrap();
    assert_eq!(
        (line["file"].as_str(), line["line"].as_u64()),
        (Some("cases.jsonl"), Some(14))
    );
}

#[test]
fn gold_and_labels() {
    let study = Study::new();
    let mut rows: Vec<Value> = (0..8).map(|n| case(&format!("g-{n}"))).collect();
    for (n, row) in rows.iter_mut().enumerate() {
        row["base_commit"] = format!("{n:040x}").into();
    }
    rows[0]["gold"] =
        json!({"files": ["src/x.ts", "./src/y.ts", "src/x.ts"], "functions": ["src/x.ts:f(int a)", "src/z.ts:g"]});
    rows[1]["gold"] = json!({"files": [], "functions": null});
    rows[2]["patch"] =
        "diff --git a/n.ts b/n.ts\nnew file mode 100644\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n+b\n".into();
    rows[2]["gold"] = json!({"files": ["n.ts", "docs/guide.md", "src/x.spec.ts", "package.json"], "functions": null});
    rows[3]["labels"] = json!({"category": "selfie", "relevance": 3, "difficulty": "tricky", "annotation_by": "cat"});
    rows[4]["labels"]["difficulty"] = "hard".into();
    rows[5]["base_commit"] = "main".into();
    rows[6]["base_commit"] = "".into();
    rows[7]["exhibits"] =
        json!([{"id": "e", "source": "x.png", "image": null, "fault": "404", "labels": {"relevance": 9}}]);
    study.lay("cases.jsonl", lines(&rows));
    let record = json!({
        "v": 1, "case": "g-7", "base_commit": BASE, "files": [], "functions": [], "difficulty": "easy",
        "differences": [{"published": "src/x.ts:X.f", "computed": null, "why": "namespace"},
                        {"published": null, "computed": "src/x.ts:h", "why": "unpublished"}],
    });
    study.lay("gold.jsonl", lines(&[record]));
    let found = audit(&study);
    has(&found, "gold_path", "error", "g-0", &["./src/y.ts"]);
    has(&found, "gold_twice", "error", "g-0", &["'src/x.ts' is there twice"]);
    has(&found, "gold_grammar", "error", "g-0", &["f(int a)", "argument list"]);
    has(&found, "gold_file", "error", "g-0", &["src/z.ts is no gold file"]);
    has(
        &found,
        "gold_not_in_patch",
        "error",
        "g-0",
        &["./src/y.ts is gold, but not in the patch"],
    );
    has(&found, "gold_none", "note", "g-1", &["no gold files"]);
    has(
        &found,
        "gold_new",
        "note",
        "g-2",
        &["n.ts does not exist before the fix"],
    );
    has(
        &found,
        "gold_kind",
        "note",
        "g-2",
        &["docs/guide.md: doc by the pattern"],
    );
    has(&found, "gold_kind", "note", "g-2", &["src/x.spec.ts: test"]);
    has(
        &found,
        "gold_kind",
        "note",
        "g-2",
        &["package.json: config by the pattern"],
    );
    has(&found, "gold_not_function", "error", "g-7", &["X.f: namespace"]);
    for (word, right) in [
        ("relevance 3", "2 vital"),
        ("'selfie'", "log_output"),
        ("'tricky'", "medium"),
        ("'cat'", "human, ai"),
    ] {
        has(&found, "label", "error", "g-3", &[word, right]);
    }
    has(&found, "label", "note", "g-4", &["hard, but 1 gold files make it easy"]);
    has(&found, "label", "note", "g-2", &["easy, but 4 gold files make it hard"]);
    has(&found, "label", "error", "g-7", &["exhibit e: relevance 9"]);
    has(&found, "base_commit", "error", "g-5", &["'main' is no commit id"]);
    has(&found, "base_commit", "note", "g-6", &["no base commit"]);
    has(&found, "unreferenced", "note", "g-7", &["x.png is listed"]);
    has(&found, "image", "note", "g-7", &["no image for x.png: 404"]);
    // Of seven cases with gold files two have more than one (3 and 4), one has more than three.
    has(
        &found,
        "gold_size",
        "note",
        "",
        &["2 of 7 cases have more than 1 gold files", "at most 71.43"],
    );
    has(
        &found,
        "gold_size",
        "note",
        "",
        &["1 of 7 cases have more than 3 gold files", "at most 85.71"],
    );
    has(
        &found,
        "marginal",
        "note",
        "",
        &["difficulty: easy 6, hard 1, tricky 1"],
    );
    assert_eq!(kinds(&found)["gold_not_function"], 1);
}

#[test]
fn images_on_the_disk() {
    let study = Study::new();
    let picture = |w: u32, h: u32| {
        let mut out = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(w, h)
            .write_to(&mut out, image::ImageFormat::Png)
            .unwrap();
        out.into_inner()
    };
    let shas: Vec<String> = (0..5).map(|n| format!("{n:064x}")).collect();
    let mut row = case("i-1");
    row["exhibits"] = json!([
        exhibit("gone", &image(&shas[0], 40)),
        exhibit("torn", &image(&shas[1], 40)),
        exhibit("other", &image(&shas[2], 40)),
        exhibit("good", &image(&shas[3], 40)),
        exhibit("dot", &image(&shas[4], 1)),
    ]);
    study.lay("cases.jsonl", lines(&[row]));
    let at = |n: usize| format!("exhibits/00/{}.png", shas[n]);
    study.lay(&at(1), &picture(40, 40)[..20]);
    study.lay(&at(2), picture(30, 40));
    study.lay(&at(3), picture(40, 40));
    study.lay(&at(4), picture(1, 1));
    let found = audit(&study);
    has(&found, "image", "error", "i-1", &[&shas[0], "is gone"]);
    has(&found, "image", "error", "i-1", &[&shas[1]]);
    has(
        &found,
        "image",
        "error",
        "i-1",
        &[&shas[2], "30×40 pixels, its record says 40×40"],
    );
    has(&found, "image", "note", "i-1", &["dot.png is 1×1 pixels"]);
    assert_eq!(kinds(&found)["image"], 4);
}

#[test]
fn bases_and_paths_in_a_repository() {
    let study = Study::new();
    let source = study.home.path().join("source");
    study.write(
        "source/src/x.ts",
        "class X {\n  f() {\n    return 1;\n  }\n}\nexport function g() {}\n",
    );
    study.write("source/notes.xyz", "no grammar\n");
    git(&study, &source, &["init", "-q", "-b", "main", "."]);
    git(&study, &source, &["add", "."]);
    git(&study, &source, &["commit", "-qm", "one"]);
    let base = git(&study, &source, &["rev-parse", "HEAD"]);
    let mut rows: Vec<Value> = ["r-1", "r-2", "r-3", "r-4"].map(case).into();
    rows[0]["base_commit"] = base.clone().into();
    rows[2]["base_commit"] = base.clone().into();
    rows[3]["base_commit"] = base.into();
    rows[3]["patch"] = Value::Null;
    rows[3]["gold"] = json!({
        "files": ["src/x.ts", "notes.xyz"],
        "functions": ["src/x.ts:X.f", "src/x.ts:g", "src/x.ts:X.h", "src/x.ts:f", "notes.xyz:any"],
    });
    // What gold.jsonl says of the same function is not told twice.
    let record = json!({
        "v": 1, "case": "r-4", "base_commit": BASE, "files": [], "functions": [], "difficulty": "easy",
        "differences": [{"published": "src/x.ts:X.h", "computed": null, "why": "not_in_base"}],
    });
    study.lay("gold.jsonl", lines(&[record]));
    rows[2]["patch"] = Value::Null;
    rows[2]["gold"] = json!({"files": ["src/x.ts", "src/absent.ts"], "functions": ["src/x.ts:X.f"]});
    study.lay("cases.jsonl", lines(&rows));
    study.ok(&["import", "--repo", &format!("o/r={}", source.display())]);
    let suspect = |path: &str, rank: u32| json!({"raw": path, "path": path, "rank": rank});
    let row =
        json!({"v": 1, "case": "r-1", "status": "ok", "files": [suspect("src/x.ts", 1), suspect("made/up.ts", 2)]});
    study.lay("runs/m/suspects.jsonl", lines(&[row]));
    let found = audit(&study);
    has(&found, "base_commit", "error", "r-2", &["is not in this clone"]);
    has(
        &found,
        "gold_path",
        "error",
        "r-3",
        &["src/absent.ts is not in the base"],
    );
    has(
        &found,
        "run_path",
        "note",
        "",
        &["1 of 2 paths are not in the base, in 1 rows: r-1"],
    );
    assert_eq!((kinds(&found)["gold_path"], kinds(&found)["base_commit"]), (1, 1));
    // `X.h` and `f` are no names of src/x.ts; X.f and g are; of notes.xyz nobody knows the names.
    has(
        &found,
        "gold_not_function",
        "error",
        "r-4",
        &["src/x.ts:X.h is no name in its file at the base"],
    );
    has(
        &found,
        "gold_not_function",
        "error",
        "r-4",
        &["src/x.ts:f is no name", "the file has X.f"],
    );
    assert_eq!(kinds(&found)["gold_not_function"], 2);
    assert!(!kinds(&found).contains_key("unlinked"));
}

#[test]
fn runs_events_and_evidence() {
    let study = Study::new();
    let mut first = case("a-1");
    first["exhibits"] = json!([exhibit("abc", &Value::Null)]);
    let mut second = case("a-2");
    second["base_commit"] = "1123456789abcdef0123456789abcdef01234567".into();
    let mut third = case("a-3");
    third["base_commit"] = "2123456789abcdef0123456789abcdef01234567".into();
    study.lay("cases.jsonl", lines(&[first, second, third]));
    let f = |rank: u32| json!({"raw": "src/x.ts", "path": "src/x.ts", "rank": rank});
    let rows = [
        json!({"v": 1, "case": "a-1", "status": "ok", "files": [f(1), f(2), f(3)]}),
        json!({"v": 1, "case": "zz", "status": "ok", "files": []}),
        json!({"v": 1, "case": "a-2", "status": "no_submission"}),
        json!({"v": 1, "case": "a-2", "status": "crashed"}),
    ];
    study.lay("runs/m/suspects.jsonl", lines(&rows) + "[]\n");
    let events = [
        json!({"v": 1, "case": "a-1", "system": "agent", "turns": 9, "events": [], "own_fix": [4, 7]}),
        json!({"v": 1, "case": "a-2", "system": "agent", "turns": 9, "events": []}),
    ];
    study.lay("runs/m/events.jsonl", lines(&events));
    let evidence = [
        json!({"case": "a-1", "exhibit": "abc", "producer": "p", "confidence": 1.0}),
        json!({"case": "a-1", "exhibit": "abd", "producer": "p"}),
        json!({"case": "a-1", "exhibit": "abc", "producer": "p", "confidence": 1.5}),
        json!({"case": "zz", "exhibit": "abc", "producer": "p"}),
    ];
    study.lay("evidence/p.jsonl", lines(&evidence));
    let found = audit(&study);
    has(&found, "line", "error", "", &["not a row of a run"]);
    has(
        &found,
        "run_case",
        "error",
        "",
        &["1 rows about cases that are not there: zz"],
    );
    has(
        &found,
        "run_case",
        "error",
        "",
        &["1 rows about a case that has one: a-2"],
    );
    has(&found, "run_missing", "note", "", &["1 of 3 cases have no row: a-3"]);
    has(&found, "run_status", "note", "", &["no_submission: 1 of 3 rows: a-2"]);
    has(&found, "run_status", "note", "", &["crashed: 1 of 3 rows: a-2"]);
    has(
        &found,
        "run_twice",
        "note",
        "",
        &["2 repeated entries in 1 rankings: a-1"],
    );
    has(
        &found,
        "own_fix",
        "error",
        "a-1",
        &["agent looked up the fix itself at step 4, 7"],
    );
    has(&found, "evidence", "error", "a-1", &["no exhibit 'abd'"]);
    has(&found, "evidence", "error", "a-1", &["confidence 1.5"]);
    has(&found, "evidence", "error", "zz", &["case that is not there"]);
    assert_eq!((kinds(&found)["evidence"], kinds(&found)["own_fix"]), (3, 1));
    // Kinds can be picked; an unknown one lists them.
    let said = study.partly(&["audit", "--kind", "own_fix"]);
    assert!(
        said.ends_with("1 error, 0 notes\n") && !said.contains("run_case"),
        "{said}"
    );
    assert!(
        study
            .ok(&["audit", "--kind", "run_status", "--list"])
            .contains("0 errors, 2 notes")
    );
    assert!(study.fails(2, &["audit", "--kind", "nonsense"]).contains("own_fix"));
}

#[test]
fn the_sample_is_sound() {
    let home = Home::new();
    home.ok(&["play", "enter", "--as", "me"]);
    let sample = home.path().join("data/casefile/sample");
    assert!(
        sample.join("casefile.toml").is_file(),
        "the sample lies in {}",
        sample.display()
    );
    let out = home
        .casefile()
        .args(["audit", "--json", "-w", &sample.display().to_string()])
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&out.stdout).unwrap();
    let errors: Vec<&Value> = said["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|f| f["severity"] == "error")
        .collect();
    // One made-up agent looks up the fix itself, so that the screens have such a step to show.
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!((&errors[0]["kind"], out.status.code()), (&"own_fix".into(), Some(1)));
    assert!(said["looked_at"]["cases"].as_u64() > Some(5) && said["looked_at"]["bases"].as_u64() > Some(5));
}

#[test]
fn published_tables_from_the_command_line() {
    let home = Home::new();
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/tables");
    let at = |name: &str| tables.join(name).display().to_string();
    let run = |args: &[&str]| home.casefile().args(args).output().unwrap();
    let out = run(&[
        "audit",
        "--table",
        &at("mm-issueloc.json"),
        &at("beyondswe.json"),
        "--json",
    ]);
    assert_eq!(out.status.code(), Some(1));
    let said: Value = serde_json::from_slice(&out.stdout).unwrap();
    // Twelve of figure 3 and tables 10 and 11 aside: 24 values of 652 rows, nine of 343 (tests of the rules name them).
    assert_eq!(said["kinds"]["unreachable"]["errors"], 23 + 9 + 2 + 2 + 2 + 5);
    assert_eq!(said["kinds"]["identity"]["errors"], 3);
    let text = run(&[
        "audit",
        "--table",
        &at("mm-issueloc.json"),
        "--kind",
        "mixture",
        "--list",
    ]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("162/450 + 75/202 = 237 of 652 = 36.35"), "{text}");
    // A table that adds up: nothing to say, exit code 0.
    let own = home.path().join("own.csv");
    std::fs::write(&own, "# n = 652\n# level = file\nsystem,Acc@1,Acc@5\na,23.93,38.96\n").unwrap();
    assert_eq!(
        home.ok(&["audit", "--table", &own.display().to_string()]),
        "1 file read\nnothing to say\n"
    );
    let err = home.fails(2, &["audit", "--table", &at("README.md")]);
    assert!(
        err.contains("samples/tables/README.md") || err.contains("fields"),
        "{err}"
    );
}

#[test]
fn real_cases_are_sound() {
    let Some(shared) = shared() else { return };
    let study = Study::new();
    let at = |name: &str| shared.join("data/real").join(name).display().to_string();
    study.ok(&[
        "import",
        &at("cases.swe-bench-m.jsonl"),
        &at("images.jsonl"),
        &at("predictions/claude-swe-agent-m.preds.json"),
    ]);
    let found = audit(&study);
    let errors: Vec<&Value> = found.iter().filter(|f| f["severity"] == "error").collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // One address that the dataset lists could not be had; nine repositories are not linked.
    assert_eq!(kinds(&found)["unlinked"], 9);
    assert_eq!(kinds(&found)["image"], 1, "{found:#?}");
}
