//! `casefile gold` on a small repository: what is edited, what is left out and why, what a dataset says otherwise.

use serde_json::{Value, json};

use crate::study::{Study, git, lines, row};

const OLD: &str = "\
import os

LIMIT = 1


class Store:
    size = 0

    def len(self):
        return 0

    def get(self, key):
        return self.data[key]

    def put(self, key, value):
        self.data[key] = value


def helper():
    def inner():
        return 1
    return inner()
";

const NEW: &str = "\
import os

LIMIT = 2


class Store:
    size = 1

    def len(self):
        return 0

    def get(self, key):
        return self.data.get(key)

    def put(self, key, value):
        self.data[key] = value

    def drop(self, key):
        del self.data[key]


def helper():
    def inner():
        return 2
    return inner()
";

/// A repository with an old and a new version, and the diff between them as the fix of `o__r-1`.
fn study(more: impl FnOnce(&mut Value)) -> Study {
    let study = Study::new();
    let source = study.home.path().join("source");
    for (name, text) in [
        ("source/src/store.py", OLD),
        (
            "source/src/old name.js",
            "function moved() {\n  return 1;\n}\nfunction still() {\n  return 2;\n}\n",
        ),
        ("source/src/gone.js", "export const a = () => 1;\nfunction b() {}\n"),
        ("source/style.css", "p { color: red }\n"),
        ("source/logo.bin", "\0\u{1}\u{2}"),
    ] {
        study.write(name, text);
    }
    git(&study, &source, &["init", "-q", "-b", "main", "."]);
    git(&study, &source, &["add", "."]);
    git(&study, &source, &["commit", "-qm", "one"]);
    let base = git(&study, &source, &["rev-parse", "HEAD"]);
    git(&study, &source, &["mv", "src/old name.js", "src/new name.js"]);
    git(&study, &source, &["rm", "-q", "src/gone.js"]);
    for (name, text) in [
        ("source/src/store.py", NEW),
        (
            "source/src/new name.js",
            "function moved() {\n  return 3;\n}\nfunction still() {\n  return 2;\n}\n",
        ),
        ("source/src/fresh.js", "function fresh() {}\n"),
        ("source/style.css", "p { color: blue }\n"),
        ("source/logo.bin", "\0\u{1}\u{3}"),
    ] {
        study.write(name, text);
    }
    git(&study, &source, &["add", "-A"]);
    git(&study, &source, &["commit", "-qm", "two"]);
    let patch = git(&study, &source, &["diff", "-M", "-U1", "HEAD~1", "HEAD"]);
    let mut case = row("o__r-1");
    case["base_commit"] = base.into();
    case["patch"] = format!("{patch}\n").into();
    more(&mut case);
    let mut lone = row("o__other-2");
    lone["repo"] = "o/other".into();
    let file = study.write("rows.jsonl", lines(&[case, lone]));
    study.ok(&["import", &file, "--repo", &format!("o/r={}", source.display())]);
    study
}

fn record(study: &Study) -> Value {
    let text = study.read("gold.jsonl");
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

#[test]
fn edited_functions_of_the_base_are_gold() {
    let study = study(|_| {});
    let said = study.partly(&["gold"]);
    assert!(
        said.contains("not computed: 1\n  1 × no repository for o/other"),
        "{said}"
    );
    assert!(said.contains("1 case computed, "), "{said}");
    let record = record(&study);
    assert_eq!(
        record["functions"],
        json!([
            "src/gone.js:a",
            "src/gone.js:b",
            "src/old name.js:moved",
            "src/store.py:Store.get",
            "src/store.py:helper"
        ])
    );
    assert_eq!(record["new_functions"], json!(["src/store.py:Store.drop"]));
    let files: Vec<(&str, &str, &Value)> = record["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            (
                f["path"].as_str().unwrap(),
                f["change"].as_str().unwrap(),
                &f["in_base"],
            )
        })
        .collect();
    assert_eq!(
        files,
        [
            ("logo.bin", "binary", &json!(true)),
            ("src/fresh.js", "new", &json!(false)),
            ("src/gone.js", "deleted", &json!(true)),
            ("src/old name.js", "renamed", &json!(true)),
            ("src/store.py", "modified", &json!(true)),
            ("style.css", "modified", &json!(true)),
        ]
    );
    let left: Vec<(&str, u64, &str, &str)> = record["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| {
            (
                l["path"].as_str().unwrap(),
                l["hunk"].as_u64().unwrap_or(0),
                l["why"].as_str().unwrap(),
                l["detail"].as_str().unwrap_or(""),
            )
        })
        .collect();
    assert_eq!(
        left,
        [
            ("logo.bin", 0, "binary", ""),
            ("src/fresh.js", 0, "new_file", ""),
            ("src/store.py", 1, "module_level", ""),
            ("src/store.py", 2, "class_level", ""),
            ("src/store.py", 4, "new_function", "Store.drop"),
            ("style.css", 0, "not_code", ""),
        ]
    );
    assert_eq!(record["difficulty"], "hard");
    let case: Value = serde_json::from_str(study.read("cases.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!(case["gold"]["origin"], "computed");
    assert_eq!(case["gold"]["functions"], record["functions"]);
    // Again, and importing the same rows again: nothing changes.
    let before = study.read("cases.jsonl");
    let said: Value = serde_json::from_str(&study.partly(&["gold", "--json"])).unwrap();
    assert_eq!(said["records"], json!({"new": 0, "changed": 0, "same": 2}));
    assert_eq!(said["cases"]["changed"], 0);
    let rows = study.home.path().join("rows.jsonl").display().to_string();
    assert!(study.ok(&["import", &rows]).contains("nothing new"));
    assert_eq!(study.read("cases.jsonl"), before);
}

#[test]
fn published_functions_stay_and_differences_are_explained() {
    let study = study(|case| {
        case["edit_functions"] = json!([
            "src/store.py:Store.get",
            "src/store.py:Store.drop",
            "src/store.py:inner",
            "src/store.py:Store",
            "src/gone.js:a",
            "elsewhere.py:f"
        ]);
    });
    let said = study.partly(&["gold", "o__r-1", "o__other-2"]);
    assert!(said.contains("published functions: 0 of 1 cases agree"), "{said}");
    let record = record(&study);
    let found: Vec<(&Value, &Value, &str)> = record["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| (&d["published"], &d["computed"], d["why"].as_str().unwrap()))
        .collect();
    let null = Value::Null;
    assert_eq!(
        found,
        [
            (&json!("src/store.py:Store.drop"), &null, "new_function"),
            (&json!("src/store.py:inner"), &json!("src/store.py:helper"), "nested"),
            (&json!("src/store.py:Store"), &json!("src/store.py:Store.get"), "class"),
            (&json!("elsewhere.py:f"), &null, "other_file"),
            (&null, &json!("src/gone.js:b"), "unpublished"),
            (&null, &json!("src/old name.js:moved"), "unpublished"),
        ]
    );
    let gold = |study: &Study| -> Value {
        let text = study.read("cases.jsonl");
        serde_json::from_str::<Value>(text.lines().next().unwrap()).unwrap()["gold"].clone()
    };
    assert_eq!(gold(&study)["origin"], "dataset");
    assert_eq!(gold(&study)["functions"][1], "src/store.py:Store.drop");
    study.partly(&["gold", "--dry-run", "--replace"]);
    assert_eq!(gold(&study)["origin"], "dataset");
    study.partly(&["gold", "--replace"]);
    let replaced = gold(&study);
    assert_eq!(
        (&replaced["origin"], &replaced["functions"][0]),
        (&json!("computed"), &json!("src/gone.js:a"))
    );
    assert_eq!(replaced["files"].as_array().unwrap().len(), 6);
    assert_eq!(replaced["published"]["functions"][1], "src/store.py:Store.drop");
    // What was published is compared again, and comes back by nothing but a change of it.
    let before = (study.read("cases.jsonl"), study.read("gold.jsonl"));
    study.partly(&["gold"]);
    study.partly(&["gold", "--replace"]);
    let rows = study.home.path().join("rows.jsonl").display().to_string();
    assert!(study.ok(&["import", &rows]).contains("nothing new"));
    assert!(before == (study.read("cases.jsonl"), study.read("gold.jsonl")));
}

#[test]
fn what_cannot_be_computed_says_why() {
    let of = |key: &str, value: &str| {
        let study = study(|case| case[key] = value.into());
        study.partly(&["gold", "o__r-1"])
    };
    assert!(of("base_commit", "HEAD").contains("the base commit 'HEAD' is no commit id"));
    assert!(of("patch", "not a diff").contains("the patch names no file"));
    assert!(of("patch", " ").contains("no patch"));
}

#[test]
fn a_patch_that_does_not_fit_says_so() {
    let study = study(|case| {
        let patch = "--- a/src/store.py\n+++ b/src/store.py\n@@ -3,1 +3,1 @@\n-def helper():\n+def help():\n@@ -90,1 +90,1 @@\n-no such line\n+x\n";
        case["patch"] = patch.into();
    });
    let said = study.ok(&["gold", "o__r-1", "--list"]);
    // The first hunk stands elsewhere and is found, the second nowhere.
    assert!(said.contains("function   src/store.py:helper"), "{said}");
    assert!(
        said.contains("left out   src/store.py hunk 2 at line 90: patch does not fit the base"),
        "{said}"
    );
    let err = study.fails(2, &["gold", "nobody"]);
    assert!(
        err.contains("no case 'nobody'") && err.contains("casefile show"),
        "{err}"
    );
    assert!(study.ok(&["show", "o__r-1"]).contains("helper"));
}
