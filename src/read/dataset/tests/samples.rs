//! One row of each dataset.

use super::*;
use crate::read::input::Wishes;

fn benchmark(row: &Value) -> String {
    one(row).0.benchmark
}

#[test]
fn swe_bench() {
    let (case, bag) = one(&core(json!({})));
    assert_eq!((case.id.as_str(), case.repo.as_str()), ("o__r-7", "o/r"));
    assert_eq!((case.title.as_str(), case.body.as_str()), ("Title", "body"));
    assert_eq!(case.comments[0].body, "a hint");
    assert_eq!(case.created_at.as_deref(), Some("2023-05-01T10:00:00Z"));
    assert_eq!(case.patch.as_deref(), Some(PATCH));
    assert_eq!(paths(&case.gold.files), ["src/x.ts", "src/y.ts"]);
    assert_eq!(case.gold.functions, None);
    assert_eq!(
        (case.language.as_str(), case.difficulty()),
        ("TypeScript", Some("medium"))
    );
    assert_eq!(case.benchmark, "swe-bench");
    // What has a place of its own is not said twice.
    let left: Vec<&String> = case.extra.keys().collect();
    assert_eq!(
        left,
        [
            "test_patch",
            "version",
            "FAIL_TO_PASS",
            "PASS_TO_PASS",
            "environment_setup_commit"
        ]
    );
    let mapping = &bag.mappings[0];
    assert_eq!(mapping.what, "rows.jsonl: swe-bench");
    assert!(
        mapping
            .mapped
            .contains(&("statement".into(), "problem_statement".into()))
    );
    assert!(mapping.missing.contains(&"images".into()) && !mapping.missing.contains(&"title".into()));
    assert_eq!(bag.mappings.len(), 1);
}

#[test]
fn the_family_of_swe_bench() {
    let verified = core(json!({"difficulty": "<15 min fix"}));
    let (case, _) = one(&verified);
    assert_eq!(case.benchmark, "swe-bench-verified");
    assert_eq!(case.labels.difficulty, None);
    assert_eq!(case.extra["difficulty"], "<15 min fix");
    assert_eq!(
        one_in("SWE-bench_Lite.jsonl", &core(json!({}))).0.benchmark,
        "swe-bench-lite"
    );
    assert_eq!(benchmark(&core(json!({"image_assets": "{}"}))), "swe-bench-multimodal");
    let live = json!({"pull_number": "7", "issue_numbers": ["5"], "all_hints_text": "x", "commit_urls": []});
    assert_eq!(benchmark(&core(live)), "swe-bench-live");
    let windows = json!({"rebuild_cmds": ["make"], "test_cmds": [], "print_cmds": [], "log_parser": "p", "docker_image": "a/b:c"});
    let (case, _) = one(&core(windows));
    assert_eq!((case.benchmark.as_str(), case.exhibits.len()), ("swe-bench-live", 0));
    let java = "--- a/src/A.java\n+++ b/src/A.java\n@@ -1 +1 @@\n-a\n+b\n";
    assert_eq!(benchmark(&core(json!({"patch": java}))), "swe-bench-java");
}

#[test]
fn swe_bench_pro() {
    let (case, _) = one(&json!({
        "repo": "o/r", "instance_id": "instance_o__r-0123abc-vdef", "base_commit": "abc", "patch": PATCH, "test_patch": "",
        "problem_statement": "T\nb", "requirements": "must", "interface": "fn", "repo_language": "js",
        "fail_to_pass": "['a | b']", "pass_to_pass": "[]", "issue_specificity": "[]", "issue_categories": "[\"ui\"]",
        "before_repo_set_cmd": "git", "selected_test_files_to_run": "[]", "dockerhub_tag": "o.r-1",
    }));
    assert_eq!(
        (case.benchmark.as_str(), case.language.as_str()),
        ("swe-bench-pro", "JavaScript")
    );
    // `js` is not what the case says, so the word of the row stays.
    assert_eq!(case.extra["repo_language"], "js");
    assert_eq!(case.extra["fail_to_pass"], "['a | b']");
}

#[test]
fn loc_bench() {
    let (case, _) = one(&core(json!({
        "created_at": 1_700_000_000_123_i64, "labels": ["bug"], "category": "Bug Report", "edit_functions_length": 3,
        "edit_functions": ["src/a.py:A.get", "src/a.py:top", "src/b.py:B"], "added_functions": ["src/a.py:new"],
    })));
    assert_eq!(case.benchmark, "loc-bench");
    assert_eq!(
        case.gold.functions.as_deref().unwrap(),
        ["src/a.py:A.get", "src/a.py:top", "src/b.py:B"]
    );
    assert_eq!(
        paths(&case.gold.files),
        ["src/x.ts", "src/y.ts"],
        "the files of the patch"
    );
    let bare = json!({"patch": "", "edit_functions": ["src/a.py:A.get", "src/a.py:top", "src/b.py:B"]});
    assert_eq!(paths(&one(&core(bare)).0.gold.files), ["src/a.py", "src/b.py"]);
    // 1 700 000 000 s is 2023-11-14 22:13:20 UTC.
    assert_eq!(case.created_at.as_deref(), Some("2023-11-14T22:13:20.123Z"));
    assert_eq!(case.labels.category, None);
    assert_eq!(case.extra["category"], "Bug Report");
    assert_eq!(case.extra["created_at"], 1_700_000_000_123_i64);
    assert_eq!(case.extra["$columns"], json!({"gold_functions": "edit_functions"}));
}

#[test]
fn multi_swe_bench() {
    let row = json!({
        "org": "cli", "repo": "cli", "number": 810, "state": "closed", "title": "fix: the PR", "body": "Fixes #7",
        "base": {"label": "cli:trunk", "ref": "trunk", "sha": "0123abcd"}, "lang": "go",
        "resolved_issues": [{"number": 7, "title": "It breaks", "body": "see ![](https://h/a.png)\r\nend"},
                            {"number": 8, "title": "Also", "body": null}],
        "fix_patch": PATCH, "test_patch": "", "fixed_tests": {}, "hints": "a hint",
    });
    let (case, bag) = one(&row);
    assert_eq!((case.id.as_str(), case.repo.as_str()), ("cli__cli-810", "cli/cli"));
    assert_eq!(
        (case.base_commit.as_str(), case.benchmark.as_str()),
        ("0123abcd", "multi-swe-bench")
    );
    assert_eq!(case.title, "It breaks");
    assert_eq!(case.body, "see ![](https://h/a.png)\nend\n\n## Also\n\n");
    assert_eq!((case.exhibits.len(), case.language.as_str()), (1, "Go"));
    assert_eq!(case.patch.as_deref(), Some(PATCH));
    assert_eq!(
        (&case.extra["title"], &case.extra["base"]["ref"]),
        (&json!("fix: the PR"), &json!("trunk"))
    );
    assert!(bag.notes[0].what.contains("resolved_issues"), "{:?}", bag.notes);

    let mut row = row;
    row["resolved_issues"] = json!([]);
    row["body"] = Value::Null;
    row["number"] = "810".into();
    let (case, bag) = one(&row);
    assert_eq!(
        (case.id.as_str(), case.title.as_str(), case.body.as_str()),
        ("cli__cli-810", "fix: the PR", "")
    );
    assert!(bag.notes.is_empty());
}

#[test]
fn swe_polybench_as_csv() {
    let csv = "repo,Instance Id,base_commit,patch,problem_statement,created_at,language,task_category,F2P,P2P,modified_nodes,is_func_only\n\
        o/r,o__r-9,abc,\"--- a/src/A.java\n+++ b/src/A.java\n@@ -1 +1 @@\n-a\n+b\n\",\"T\r\nsays \"\"hi\"\"\",2023-01-01,Java,Bug Fix,\
        \"['a.b', \"\"it's\"\"]\",[],\"[\"\"src/A.java->program->class_declaration:A->method_declaration:get\"\", \"\"src/B.java->program\"\"]\",True\n";
    let bag = read_text("poly.csv", csv);
    assert_eq!(bag.refused, []);
    let case = cases(&bag)[0];
    assert_eq!(
        (case.benchmark.as_str(), case.language.as_str()),
        ("swe-polybench", "Java")
    );
    assert_eq!((case.title.as_str(), case.body.as_str()), ("T", "says \"hi\""));
    assert_eq!(case.gold.functions.as_deref().unwrap(), ["src/A.java:A.get"]);
    assert_eq!(paths(&case.gold.files), ["src/A.java"]);
    assert_eq!(case.extra["F2P"], "['a.b', \"it's\"]");
}

#[test]
fn omnigirl_and_visual_swe_bench() {
    let row =
        core(json!({"pull_number": 12, "issue_numbers": ["11"], "problem_statement": "T\nsee ![a](https://h/a.png)"}));
    let bag = read_text("omni.json", &json!([row]).to_string());
    assert_eq!(cases(&bag)[0].benchmark, "omnigirl");
    assert_eq!(cases(&bag)[0].exhibits.len(), 1);

    let parts = json!([
        "Title\nfirst",
        "https://h/one.png",
        "second, see https://h/page for more",
        "https://h/two"
    ]);
    let (case, _) = one(&core(json!({"problem_statement": parts})));
    assert_eq!(case.benchmark, "visual-swe-bench");
    assert_eq!(case.title, "Title");
    assert_eq!(
        case.body,
        "first\n\n![](https://h/one.png)\n\nsecond, see https://h/page for more\n\n![](https://h/two)\n"
    );
    let got: Vec<&str> = case.exhibits.iter().map(|e| e.source.as_str()).collect();
    assert_eq!(got, ["https://h/one.png", "https://h/two"]);
    assert_eq!(
        one_in("visual_swe_bench.jsonl", &core(json!({}))).0.benchmark,
        "visual-swe-bench"
    );
}

#[test]
fn codeminer() {
    let blocks = json!([{"file_path": "src/a.py", "start_line": 1, "end_line": 9, "symbol": "A.get"},
                        {"file_path": "src/b.py", "start_line": 3, "end_line": 4, "symbol": "top"}]);
    let (case, _) = one(&core(json!({"gt_symbols_modified": ["top"], "gt_code_blocks": blocks})));
    assert_eq!(case.benchmark, "codeminer-base");
    assert_eq!(case.gold.functions.as_deref().unwrap(), ["src/b.py:top"]);
    assert_eq!(paths(&case.gold.files), ["src/x.ts", "src/y.ts"]);
    let (case, _) = one(&core(json!({"gt_code_blocks": blocks, "patch": ""})));
    assert_eq!(
        case.gold.functions.as_deref().unwrap(),
        ["src/a.py:A.get", "src/b.py:top"]
    );
    assert_eq!(paths(&case.gold.files), ["src/a.py", "src/b.py"]);
    assert_eq!(case.extra["patch"], "");
}

#[test]
fn beyondswe() {
    let row = json!({
        "instance_id": "user_repo_pr7", "dataset_id": "d", "task": "crossrepo", "user": "jo", "repo": "lib",
        "language": "Python", "workdir": "/w", "image_url": "docker.io/x/lib.png:1", "parent_commit": "0123abcd",
        "problem_statement": "T\nb", "patch": PATCH, "FAIL_TO_PASS": ["a"], "test_suite_num": 3,
    });
    let (case, bag) = one(&row);
    assert_eq!((case.repo.as_str(), case.benchmark.as_str()), ("jo/lib", "beyondswe"));
    assert_eq!((case.base_commit.as_str(), case.exhibits.len()), ("0123abcd", 0));
    assert_eq!(case.extra["image_url"], "docker.io/x/lib.png:1");
    assert!(bag.notes.is_empty());

    let mut doc = row;
    doc["task"] = "doc2repo".into();
    doc["problem_statement"] = "".into();
    doc["REPO_DOCUMENT_CONTENT"] = "# Lib\nIt does things.".into();
    let (case, bag) = one(&doc);
    assert_eq!((case.base_commit.as_str(), case.title.as_str()), ("", "# Lib"));
    assert_eq!(case.extra["parent_commit"], "0123abcd");
    assert!(bag.notes[0].what.contains("no base repository"), "{:?}", bag.notes);
}

#[test]
fn mm_issueloc_by_meaning() {
    let (case, bag) = one(&json!({
        "InstanceId": "o__r-1", "repo full name": "https://github.com/o/r.git", "Base-SHA": "abc", "issue_title": "T",
        "issue_body": "see ![](https://h/a.png)\r\n", "repo_language": "typescript", "diff_files": ["src/a.ts", "src/b.ts", "c", "d"],
        "edit_functions": ["src/a.ts:A.get", "src/view.h:draw ( int a, b* )"], "image_category": "UI Screenshot",
        "image_relevance": 2, "annotation_by": "human", "difficulty": "hard", "image_paths": [], "novel": {"x": [1]},
    }));
    assert_eq!(
        (case.id.as_str(), case.repo.as_str(), case.benchmark.as_str()),
        ("o__r-1", "o/r", "mm-issueloc")
    );
    assert_eq!(
        (case.title.as_str(), case.body.as_str()),
        ("T", "see ![](https://h/a.png)\n")
    );
    assert_eq!(case.language, "TypeScript");
    assert_eq!(paths(&case.gold.files), ["src/a.ts", "src/b.ts", "c", "d"]);
    assert_eq!(
        case.gold.functions.as_deref().unwrap(),
        ["src/a.ts:A.get", "src/view.h:draw ( int a, b* )"]
    );
    assert_eq!(case.labels.category.as_deref(), Some("ui_screenshot"));
    assert_eq!(case.labels.relevance, Some(2));
    assert_eq!(case.labels.annotation_by.as_deref(), Some("human"));
    assert_eq!(case.labels.difficulty.as_deref(), Some("hard"));
    assert_eq!(case.extra["$columns"]["id"], "InstanceId");
    assert_eq!(bag.mappings[0].extra, ["novel"]);
    assert_eq!(bag.mappings[0].missing, ["comments", "created_at", "patch"]);
}

#[test]
fn no_function_gold_is_not_empty_function_gold() {
    assert_eq!(
        one(&core(json!({"edit_functions": []}))).0.gold.functions,
        Some(Vec::new())
    );
    assert_eq!(one(&core(json!({"edit_functions": null}))).0.gold.functions, None);
    let files = one(&core(json!({"edit_functions": [], "files": 3}))).0.gold.files;
    assert_eq!(paths(&files), ["src/x.ts", "src/y.ts"]);
}

#[test]
fn a_person_settles_what_names_do_not_say() {
    let row =
        json!({"key": "a-1", "repo": "o/r", "instance_id": "wrong", "text": "T\nb", "kind": "odd", "patch": PATCH});
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.jsonl");
    std::fs::write(&path, row.to_string()).unwrap();
    let with = |pairs: &[(&str, &str)]| {
        let map = pairs.iter().map(|(f, c)| ((*f).to_owned(), (*c).to_owned())).collect();
        let input = crate::read::input::Input::with(
            &path,
            std::sync::Arc::default(),
            std::sync::Arc::new(Wishes { run: None, map }),
        );
        let mut bag = Bag::default();
        let done = crate::read::reader::named("dataset").unwrap().read(&input, &mut bag);
        bag.refused.extend(done.err());
        bag
    };
    let bag = with(&[("id", "key"), ("statement", "Text"), ("Category", "kind")]);
    assert_eq!(bag.refused, []);
    let case = cases(&bag)[0];
    assert_eq!((case.id.as_str(), case.title.as_str()), ("a-1", "T"));
    assert_eq!(case.labels.category.as_deref(), Some("odd"));
    assert_eq!(case.extra["instance_id"], "wrong");

    let p = &with(&[("colour", "kind")]).refused[0];
    assert!(
        p.what.contains("no field 'colour'") && p.mend.as_deref().unwrap().contains("gold_functions"),
        "{p}"
    );
    let p = &with(&[("id", "key"), ("statement", "text"), ("title", "nowhere")]).refused[0];
    assert!(
        p.what.contains("no column 'nowhere'") && p.mend.as_deref().unwrap().contains("key, repo"),
        "{p}"
    );
}

#[test]
fn a_person_may_name_the_benchmark() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.jsonl");
    std::fs::write(&path, core(json!({})).to_string()).unwrap();
    for (name, found) in [
        ("swe-bench", "swe-bench"),
        ("omnigirl", "omnigirl"),
        ("mm-issueloc-bench", "mm-issueloc"),
        ("dataset", "swe-bench"),
    ] {
        let bag = crate::read::testing::read_as(&path, name);
        assert_eq!(cases(&bag)[0].benchmark, found);
    }
    let map = json!({"o__r-1": {"problem_statement": "T"}, "o__r-2": {"problem_statement": "U"}});
    let bag = read_text("x.json", &map.to_string());
    let ids: Vec<&str> = cases(&bag).iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["o__r-1", "o__r-2"]);
}

#[test]
fn wrong_fields_are_named_and_other_rows_read() {
    let bad = |key: &str, value: Value| {
        let rows = format!(
            "{}\n{}\n",
            core(json!({ key: value })),
            core(json!({"instance_id": "good"}))
        );
        let bag = read_text("x.jsonl", &rows);
        assert_eq!(cases(&bag).len(), 1, "{key}");
        bag.refused[0].clone()
    };
    let p = bad("patch", 7.into());
    assert_eq!((p.field.as_deref(), p.line), (Some("patch"), Some(1)));
    assert!(p.what.contains("found a number"));
    for (key, value) in [
        ("image_assets", json!("{")),
        ("instance_id", json!("a/b")),
        ("instance_id", json!("")),
        ("problem_statement", json!(null)),
        ("base_commit", json!([])),
        ("repo", json!({"x": 1})),
    ] {
        assert_eq!(bad(key, value).field.as_deref(), Some(key));
    }
}
