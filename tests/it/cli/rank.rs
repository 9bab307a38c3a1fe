//! `casefile rank` on a small repository: what is in the pool, what a run looks like, and why gold stands where.

use std::fs;
use std::sync::Arc;

use casefile::read::meter::Meter;
use casefile::store::workspace::Workspace;
use casefile::work::rank::{Plan, rank};
use serde_json::{Value, json};

use crate::study::{Study, clean, git, lines, row};

const LEGEND: &str = "\
class Legend {
  drawLabels(items) {
    return items.map(fitBoxes);
  }
}
export function unused() {
  return 1;
}
";

/// Three cases of one repository, and one of a repository that is not here.
fn study() -> Study {
    let study = Study::new();
    let source = study.home.path().join("source");
    for (name, text) in [
        ("src/plugins/legend.js", LEGEND),
        (
            "src/axis.js",
            "export function tick(axis) {\n  return axis.grid + labels;\n}\n",
        ),
        (
            "src/lexer.js",
            "export function token(rule) {\n  return rule.exec(this.source);\n}\n",
        ),
        ("test/legend.test.js", "legend legend legend drawLabels labels\n"),
        ("dist/chart.min.js", "legend legend legend labels\n"),
        ("README.md", "legend legend legend labels\n"),
        ("src/logo.js", "legend\0legend"),
    ] {
        study.write(&format!("source/{name}"), text);
    }
    study.write("source/src/data.js", format!("legend = '{}'", "x".repeat(20_000)));
    git(&study, &source, &["init", "-q", "-b", "main", "."]);
    git(&study, &source, &["add", "."]);
    git(&study, &source, &["commit", "-qm", "one"]);
    let base = git(&study, &source, &["rev-parse", "HEAD"]);
    let case = |id: &str, text: &str, gold: &[&str]| {
        let mut out = row(id);
        out["base_commit"] = base.as_str().into();
        out["problem_statement"] = format!("{text} ![shot](https://h/{id}.png)").into();
        let patch: Vec<String> = gold
            .iter()
            .map(|g| format!("--- a/{g}\n+++ b/{g}\n@@ -1 +1 @@\n-a\n+b\n"))
            .collect();
        out["patch"] = patch.concat().into();
        out
    };
    let mut lone = row("o__gone-4");
    lone["repo"] = "o/gone".into();
    let rows = [
        case(
            "o__r-1",
            "Labels of the legend overlap\nsee drawLabels",
            &["src/plugins/legend.js"],
        ),
        case(
            "o__r-2",
            "Grid is wrong\nlabels of the axis",
            &["src/lexer.js", "README.md"],
        ),
        case("o__r-3", "Token lost\nin the lexer", &["src/lexer.js"]),
        lone,
    ];
    let file = study.write("rows.jsonl", lines(&rows));
    study.ok(&["import", &file, "--repo", &format!("o/r={}", source.display())]);
    study
}

fn evidence(study: &Study) {
    let read = |id: &str, text: &str| json!({"case": id, "exhibit": format!("https://h/{id}.png"), "producer": "tess", "ocr_text": text});
    let file = study.write(
        "evidence.jsonl",
        lines(&[
            read("o__r-1", "Legend"),
            read("o__r-2", "token rule exec\u{1b}[31m lexer"),
            read("o__r-3", "goodbye"),
        ]),
    );
    study.ok(&["import", &file]);
}

fn suspects(study: &Study, run: &str) -> Vec<Value> {
    let text = study.read(&format!("runs/{run}/suspects.jsonl"));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn names(row: &Value, level: &str) -> Vec<String> {
    let all = row[level].as_array().unwrap();
    all.iter().map(|s| s["raw"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_run_ranks_source_files_without_tests_and_generated_ones() {
    let study = study();
    let out = study.partly(&["rank"]);
    clean("rank", &out);
    assert!(
        out.contains("3 cases ranked; files in a pool: 3 in the median"),
        "{out}"
    );
    assert!(out.contains("o/gone") && out.contains("not ranked: 1"), "{out}");
    assert!(
        out.contains("not ranked (no source code, a test, generated): 1 case (first: o__r-2)"),
        "{out}"
    );
    // Complete ranks: 1, none (README.md is no source code), 1; first ranks 1, none, 1.
    let line = out.lines().find(|l| l.starts_with("bm25-code-text-only")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        cells[1..8],
        ["file", "3", "66.67", "66.67", "66.67", "66.67", "0.667"],
        "{line}"
    );
    let rows = suspects(&study, "bm25-code-text-only");
    assert_eq!(rows.len(), 3, "no row for a case without its repository");
    assert_eq!(names(&rows[0], "files"), ["src/plugins/legend.js", "src/axis.js"]);
    assert_eq!(
        (&rows[0]["status"], &rows[0]["files"][0]["rank"]),
        (&json!("ok"), &json!(1))
    );
    let scores: Vec<f64> = (0..2).map(|n| rows[0]["files"][n]["score"].as_f64().unwrap()).collect();
    assert!(scores[0] > scores[1] && scores[1] > 0.0, "{scores:?}");
    let toml = study.read("runs/bm25-code-text-only/run.toml");
    for said in [
        "system = \"bm25-code\"",
        "model = \"\"",
        "input = \"text-only\"",
        "k1 1.2",
        "title x3",
        "top 100",
    ] {
        assert!(toml.contains(said), "{said}: {toml}");
    }
    // Tests come in when asked for, under a name of their own; minified files do not.
    study.partly(&["rank", "--tests"]);
    let rows = suspects(&study, "bm25-code-text-only-tests");
    let files = names(&rows[0], "files");
    assert!(
        files.contains(&"test/legend.test.js".to_owned()) && files.len() == 3,
        "{files:?}"
    );
}

#[test]
fn the_same_command_again_changes_nothing_with_or_without_its_cache() {
    let study = study();
    study.partly(&["rank", "--level", "both", "--recipe", "bm25-lucene"]);
    let first = study.read("runs/bm25-lucene-text-only/suspects.jsonl");
    let cache = study.path().join(".casefile/cache/o__r.bm25-lucene");
    assert!(cache.is_file());
    let again = |what: &str| {
        let out = study.partly(&["rank", "--level", "both", "--recipe", "bm25-lucene"]);
        assert!(out.contains("0/0/3"), "{what}: {out}");
        assert_eq!(study.read("runs/bm25-lucene-text-only/suspects.jsonl"), first, "{what}");
    };
    again("with the cache");
    let mut bytes = fs::read(&cache).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&cache, bytes).unwrap();
    again("with a damaged cache");
    fs::write(&cache, "").unwrap();
    again("with an empty one");
    fs::remove_dir_all(cache.parent().unwrap()).unwrap();
    fs::write(cache.parent().unwrap(), "in the way").unwrap();
    again("where none can be written");
}

#[test]
fn functions_are_documents_of_their_own() {
    let study = study();
    study.ok(&["rank", "o__r-1", "o__r-3", "--level", "function"]);
    let rows = suspects(&study, "bm25-code-text-only");
    assert_eq!(
        names(&rows[0], "functions")[0],
        "src/plugins/legend.js:Legend.drawLabels"
    );
    let first = &rows[0]["functions"][0];
    assert_eq!(
        (&first["name"], &first["what"], &first["lines"]),
        (&json!("Legend.drawLabels"), &json!("function"), &json!([2, 4]))
    );
    assert_eq!(rows[0]["files"], json!([]));
    assert_eq!(names(&rows[1], "functions")[0], "src/lexer.js:token");
}

#[test]
fn evidence_makes_another_run_and_the_explanation_tells_what_it_did() {
    let study = study();
    evidence(&study);
    let out = study.partly(&["rank", "--mode", "both"]);
    assert!(
        out.contains("bm25-code-VCE") && out.contains("bm25-code-text-only"),
        "{out}"
    );
    let gold = "src/lexer.js";
    let text = names(&suspects(&study, "bm25-code-text-only")[1], "files");
    let vce = names(&suspects(&study, "bm25-code-VCE")[1], "files");
    assert!(!text.contains(&gold.to_owned()), "{text:?}");
    assert!(vce.contains(&gold.to_owned()), "{vce:?}");
    let runs = fs::read_dir(study.path().join("runs")).unwrap().count();

    let out = study.ok(&["rank", "o__r-2", "--explain", "--evidence-weight", "3"]);
    clean("explain", &out);
    assert!(out.contains("BM25 proxy"), "{out}");
    let told = |lead: &str| {
        let line = out
            .lines()
            .find(|l| l.starts_with(lead))
            .unwrap_or_else(|| panic!("{lead}: {out}"));
        line[lead.len()..].split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // By the text alone lexer.js shares no term; the other gold file is no source code and never has a rank.
    assert_eq!(told("text"), "- -");
    assert_eq!(told("+OCR"), "1 -");
    assert_eq!(told("+VCE"), "1 -");
    assert_eq!(told("without ocr_text"), "- -");
    assert!(
        out.contains("those of 2 other cases (seed 1, 2 of the same repository): - -"),
        "{out}"
    );
    assert!(out.contains("among them: 100 "), "{out}");
    let line = out.lines().find(|l| l.trim_start().starts_with("rule ")).unwrap();
    assert!(line.contains("image") && line.contains('+'), "{line}");
    assert_eq!(
        fs::read_dir(study.path().join("runs")).unwrap().count(),
        runs,
        "explaining writes no run"
    );

    let json: Value = serde_json::from_str(&study.ok(&["rank", "o__r-2", "--explain", "--json"])).unwrap();
    assert_eq!(json["swap"]["percentile"], json!(100.0));
    let sum = |part: &Value| {
        part.as_array()
            .unwrap()
            .iter()
            .map(|t| t["difference"].as_f64().unwrap())
            .sum::<f64>()
    };
    assert!(
        json["pairs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|p| sum(&p["terms"]).is_finite())
    );
}

#[test]
fn runs_of_others_and_other_settings_are_not_mixed() {
    let study = study();
    study.lay("runs/mine/suspects.jsonl", "");
    study.lay("runs/mine/run.toml", "system = \"agent\"\n");
    let err = study.fails(2, &["rank", "--run", "mine"]);
    assert!(
        err.contains("not made by this ranker") && err.contains("--run NAME"),
        "{err}"
    );
    study.ok(&["rank", "o__r-1", "o__r-2", "o__r-3", "--run", "trial"]);
    let err = study.fails(2, &["rank", "o__r-1", "--run", "trial", "--top", "1"]);
    assert!(err.contains("other settings"), "{err}");
    // All cases: the old rows go as a whole.
    study.partly(&["rank", "--run", "trial", "--top", "1"]);
    let rows = suspects(&study, "trial");
    assert!(rows.len() == 3 && rows.iter().all(|r| r["files"].as_array().unwrap().len() <= 1));
    for (args, said) in [
        (&["rank", "--recipe", "bm99"][..], "bm25-lucene"),
        (&["rank", "--level", "class"], "file, function or both"),
        (&["rank", "--mode", "image"], "text-only, VCE or both"),
        (&["rank", "--evidence-weight", "NaN"], "0 to 100"),
        (&["rank", "--top", "0"], "at least one"),
        (&["rank", "--run", "../x"], "no name of a run"),
        (&["rank", "nope"], "no case 'nope'"),
        (&["rank", "--explain"], "one case"),
    ] {
        let err = study.fails(2, args);
        assert!(err.contains(said), "{args:?}: {err}");
    }
}

#[test]
fn a_stopped_ranking_changes_nothing() {
    let study = study();
    let ws = Workspace::open(study.path()).unwrap();
    let meter = Arc::new(Meter::default());
    meter.stop();
    let err = rank(&ws, &Plan::default(), &meter).unwrap_err();
    assert!(err.what.contains("nothing in the workspace was changed"), "{err}");
    assert_eq!(fs::read_dir(study.path().join("runs")).unwrap().count(), 0);
    let left = fs::read_dir(study.path().join(".casefile")).unwrap().flatten();
    let staged = left.filter(|d| d.file_name().to_string_lossy().starts_with("import-"));
    assert_eq!(staged.count(), 0);
}

#[test]
fn modes_stand_side_by_side_and_one_producer_counts_alone() {
    let study = study();
    evidence(&study);
    let failed = json!({"case": "o__r-1", "exhibit": "https://h/o__r-1.png", "producer": "other", "ocr_text": null,
        "fault": "took longer than 1 s"});
    let says = json!({"case": "o__r-3", "exhibit": "https://h/o__r-3.png", "producer": "other", "ocr_text": "axis"});
    let file = study.write("other.jsonl", lines(&[failed, says]));
    study.ok(&["import", &file]);
    let line = |out: &str, case: &str| {
        let mut lines = out.lines().skip_while(|l| !l.starts_with("best rank of a gold file"));
        lines.find(|l| l.starts_with(case)).unwrap_or_default().to_owned()
    };
    let out = study.partly(&["rank", "--mode", "both", "--list"]);
    clean("rank", &out);
    // "grid", "labels" and "axis" of the text stand in no gold file; "token", "rule", "exec" of the image do.
    let words: Vec<String> = line(&out, "o__r-2").split_whitespace().map(str::to_owned).collect();
    assert_eq!(
        (&words[1..3], words[4..].join(" ")),
        (&["2".to_owned(), "-".to_owned()][..], "+ found".to_owned()),
        "{out}"
    );
    assert_eq!(
        line(&out, "o__r-1").split_whitespace().collect::<Vec<_>>(),
        ["o__r-1", "1", "1", "1"]
    );
    assert!(
        out.contains("with evidence gold stands higher in 1, lower in 0, the same in 2"),
        "{out}"
    );
    // A record that tells a fault is no evidence, and neither is another producer's.
    let out = study.partly(&["rank", "--mode", "both", "--list", "--producer", "other"]);
    assert!(
        line(&out, "o__r-1").ends_with("no evidence") && line(&out, "o__r-2").ends_with("no evidence"),
        "{out}"
    );
    assert!(
        out.contains("without evidence, so ranked by the text alone: 2 cases"),
        "{out}"
    );
    assert_eq!(suspects(&study, "bm25-code-VCE-other").len(), 3);
    assert!(
        study
            .read("runs/bm25-code-VCE-other/run.toml")
            .contains("evidence of other x0.5")
    );
    let why = study.fails(2, &["rank", "--mode", "VCE", "--producer", "nobody"]);
    assert!(
        why.contains("no evidence of 'nobody'") && why.contains("other, tess"),
        "{why}"
    );
    let why = study.ok(&["rank", "o__r-1", "--explain", "--producer", "other"]);
    assert!(why.contains("no evidence: nothing was read"), "{why}");
}
