//! `score`, `compare`, `why` and `report` on four small cases whose numbers are worked out by hand.

use serde_json::{Value, json};

use crate::study::{Study, lines};

fn case(id: &str, language: &str, relevance: i8, files: &[&str], functions: Option<&[&str]>) -> Value {
    json!({"v": 1, "id": id, "benchmark": "b", "repo": "", "language": language, "title": format!("issue {id}"),
           "body": "see y.py", "gold": {"files": files, "functions": functions},
           "labels": {"relevance": relevance}, "extra": {"stars": 9, "long": "x".repeat(99), "$columns": {"a": "b"}}})
}

fn answer(id: &str, files: &[&str], functions: &[&str]) -> Value {
    let file = |(n, f): (usize, &&str)| {
        let mended = f.starts_with("./");
        json!({"raw": f, "path": f.trim_start_matches("./"), "rank": n + 1, "flags": if mended { vec!["./"] } else { vec![] }})
    };
    let function = |(n, f): (usize, &&str)| {
        let (path, name) = f.split_once(':').unwrap();
        json!({"raw": f, "path": path, "name": name, "what": "function", "rank": n + 1})
    };
    json!({"v": 1, "case": id, "status": "ok",
           "files": files.iter().enumerate().map(file).collect::<Vec<_>>(),
           "functions": functions.iter().enumerate().map(function).collect::<Vec<_>>()})
}

/// Gold: a x.py · b x.py y.py · c z.py · d none. Functions: a x.py:S.get · b x.py:f, y.py:g.
///
/// good: a x.py (1) · b y.py q.py x.py (complete at 3) · c no row.
/// poor: a q.py ./x.py (x.py only mended) · b y.py (half) · c no submission · zz is no case.
fn study() -> Study {
    let study = Study::new();
    let cases = [
        case("a", "Python", 2, &["x.py"], Some(&["x.py:S.get"])),
        case("b", "Python", -1, &["x.py", "y.py"], Some(&["x.py:f", "y.py:g"])),
        case("c", "Go", 0, &["z.py"], None),
        case("d", "Go", 0, &[], None),
    ];
    study.lay("cases.jsonl", lines(&cases));
    let good = [
        answer("a", &["x.py"], &["x.py:get", "x.py:S.get"]),
        answer("b", &["y.py", "q.py", "q.py", "x.py"], &["x.py:f", "y.py:g"]),
        answer("d", &["x.py"], &[]),
    ];
    study.lay("runs/good/suspects.jsonl", lines(&good));
    study.lay(
        "runs/good/run.toml",
        "system = \"s\"\nmodel = \"m\"\ninput = \"with-image\"\n",
    );
    let mut none = answer("c", &[], &[]);
    none["status"] = json!("no_submission");
    none["exit_status"] = json!("limit");
    let poor = [
        answer("a", &["q.py", "./x.py"], &["x.py:get"]),
        answer("b", &["y.py"], &[]),
        none,
        answer("zz", &["x.py"], &[]),
    ];
    study.lay("runs/poor/suspects.jsonl", lines(&poor));
    study.lay(
        "runs/poor/run.toml",
        "system = \"s\"\nmodel = \"m\"\ninput = \"text-only\"\n",
    );
    study
}

fn scores(study: &Study, args: &[&str]) -> Value {
    let all = [&["score", "--json"], args].concat();
    serde_json::from_str(&study.ok(&all)).unwrap()
}

fn near(value: &Value, want: f64) {
    let got = value.as_f64().unwrap_or(f64::NAN);
    assert!((got - want).abs() < 1e-12, "{got} is not {want}");
}

#[test]
fn scores_and_their_denominators_are_those_worked_out_by_hand() {
    let study = study();
    let got = scores(
        &study,
        &[
            "--level",
            "file",
            "--metric",
            "acc@1,acc@3,hit@1,recall@1,mrr,mrr_all,ap",
        ],
    );
    let of = |run: usize| &got[0]["runs"][run]["all"];
    let metric = |run: usize, name: &str| of(run)["metrics"][name]["value"].clone();
    // Three cases have gold. good: a 1 of 1, b at 3 without the double, c was not run.
    assert_eq!(
        (&of(0)["n"], &of(0)["no_gold"], &of(0)["valid"]),
        (&json!(3), &json!(1), &json!(2))
    );
    near(&metric(0, "Acc@1"), 1.0 / 3.0);
    near(&metric(0, "Acc@3"), 2.0 / 3.0);
    near(&metric(0, "Hit@1"), 2.0 / 3.0);
    near(&metric(0, "Recall@1"), (1.0 + 0.5) / 3.0);
    near(&metric(0, "MRR"), 2.0 / 3.0);
    near(&metric(0, "MRR_all"), (1.0 + f64::midpoint(1.0, 1.0 / 3.0)) / 3.0);
    near(&metric(0, "MAP"), (1.0 + f64::midpoint(1.0, 2.0 / 3.0)) / 3.0);
    assert_eq!(of(0)["states"]["not_run"], 1);
    assert_eq!(of(0)["metrics"]["Acc@1"]["impossible"], 1, "b has two gold files");
    // poor: './x.py' is not x.py as written; b has y.py only.
    near(&metric(1, "Acc@3"), 0.0);
    near(&metric(1, "MRR"), 1.0 / 3.0);
    assert_eq!(of(1)["states"]["no_submission"], 1);
    assert_eq!(got[0]["runs"][1]["strange_rows"], 1, "zz");
    let interval = &of(0)["metrics"]["Acc@3"]["wilson_95"];
    // Wilson, k = 2, n = 3, z = 1.959964: centre .57303, half .36530 (worked with the formula).
    assert!((interval[0].as_f64().unwrap() - 0.207_655).abs() < 1e-5, "{interval}");
    assert!((interval[1].as_f64().unwrap() - 0.938_505).abs() < 1e-5, "{interval}");
}

#[test]
fn functions_repairs_and_rules_stand_beside_the_strict_score() {
    let study = study();
    let got = scores(
        &study,
        &[
            "--level",
            "function",
            "--k",
            "1,5",
            "--repaired",
            "--rule",
            "locagent,cosil",
        ],
    );
    let acc = |run: usize, k: &str| got[0]["runs"][run]["all"]["metrics"][k]["sum"].clone();
    // good: a at 2, b at 2. poor: a only without its class, b nothing.
    assert_eq!((acc(0, "Acc@1"), acc(0, "Acc@5")), (json!(0.0), json!(2.0)));
    assert_eq!(acc(1, "Acc@5"), json!(0.0));
    let rule = |n: usize, k: &str| got[1]["rules"][n]["at"][k]["hits"].clone();
    // LocAgent at 1: a misses, b has one of min(1, 2). CoSIL: any hit, b too; a has 'get' only, not 'S.get'.
    assert_eq!((rule(0, "1"), rule(0, "5")), (json!(1), json!(2)));
    let repaired = &got[2]["repaired"];
    assert_eq!(
        repaired[0]["hits"]["5"],
        json!({"as_written": 2, "format": 2, "qualifier": 2})
    );
    assert_eq!(
        repaired[1]["hits"]["5"],
        json!({"as_written": 0, "format": 0, "qualifier": 1})
    );
    let files = scores(&study, &["--level", "file", "--k", "5", "--repaired", "poor"]);
    assert_eq!(
        files[1]["repaired"][0]["hits"]["5"],
        json!({"as_written": 0, "format": 1, "qualifier": 1})
    );
}

#[test]
fn slices_add_up_to_the_whole() {
    let study = study();
    for by in ["language", "relevance", "images", "stars"] {
        let got = scores(&study, &["--level", "file", "--metric", "acc@3", "--by", by, "good"]);
        let run = &got[0]["runs"][0];
        let slices = run["by"][0]["slices"].as_array().unwrap();
        let sum = |f: fn(&Value) -> f64| slices.iter().map(|s| f(&s["scores"])).sum::<f64>();
        near(&run["all"]["n"], sum(|s| s["n"].as_f64().unwrap()));
        near(
            &run["all"]["metrics"]["Acc@3"]["sum"],
            sum(|s| s["metrics"]["Acc@3"]["sum"].as_f64().unwrap()),
        );
    }
    let text = study.ok(&["score", "--by", "relevance", "--level", "file", "good"]);
    let order: Vec<usize> = ["  -1 *", "  0 *", "  2 *"]
        .iter()
        .map(|v| text.find(v).unwrap())
        .collect();
    assert!(order.is_sorted(), "{text}");
    assert!(text.contains("fewer than 30 cases"), "{text}");
    let err = study.fails(2, &["score", "--by", "colour"]);
    assert!(
        err.contains("no field 'colour'") && err.contains("stars") && !err.contains("long"),
        "{err}"
    );
    let err = study.fails(2, &["score", "god"]);
    assert!(err.contains("no run 'god'") && err.contains("good, poor"), "{err}");
    study.fails(2, &["score", "--metric", "akk@5"]);
}

#[test]
fn pairs_count_common_cases_only() {
    let study = study();
    let got: Value = serde_json::from_str(&study.ok(&["compare", "good", "poor", "--k", "3", "--json"])).unwrap();
    // Common: a (hit, miss) and b (hit, miss). c is poor's alone.
    assert_eq!(
        (&got["n"], &got["only_a"], &got["only_b"]),
        (&json!(2), &json!(0), &json!(1))
    );
    assert_eq!(
        (&got["lost"], &got["gained"], &got["both"], &got["neither"]),
        (&json!(2), &json!(0), &json!(0), &json!(0))
    );
    assert_eq!(got["lost_cases"], json!(["a", "b"]));
    near(&got["mcnemar"]["exact"], 0.5);
    near(&got["bootstrap"]["delta"], -1.0);
    let text = study.ok(&["compare", "good", "poor", "--k", "3", "--list"]);
    assert!(text.contains("lacks 1 case that the other has"), "{text}");
    assert!(text.contains("no difference can be told"), "{text}");
    let modes: Value = serde_json::from_str(&study.ok(&["compare", "--k", "3", "--json"])).unwrap();
    let all = &modes["systems"][0]["all"];
    // Δimg = text-only (poor, 0 of 2) − with-image (good, 2 of 2) on the common cases.
    near(&all["delta_img"]["value"], -1.0);
    assert_eq!(all["rho_pix"], Value::Null);
    study.fails(2, &["compare", "good", "good"]);
    study.fails(2, &["compare", "good"]);
}

/// Columns and differences have other denominators where a run lacks rows; the text says so, and only then.
#[test]
fn the_modes_side_by_side_say_what_they_count() {
    let study = study();
    let text = study.ok(&["compare", "--k", "3"]);
    // With c the columns are of 3 cases, the difference of the two that both have.
    assert!(text.contains("n 2, uneven"), "{text}");
    let (uneven, misses) = (
        "uneven: the two runs cover different cases\n",
        "in the columns a case that a run has no row for counts as a miss",
    );
    assert!(text.contains(uneven) && text.contains(misses), "{text}");
    // Neither has c: as many rows in both, and still fewer than cases.
    let poor = [answer("a", &["q.py"], &[]), answer("b", &["y.py"], &[])];
    study.lay("runs/poor/suspects.jsonl", lines(&poor));
    let text = study.ok(&["compare", "--k", "3"]);
    assert!(!text.contains("uneven") && text.contains(misses), "{text}");
    // All have all.
    for run in ["good", "poor"] {
        let rows = ["a", "b", "c"].map(|id| answer(id, &["x.py"], &[]));
        study.lay(&format!("runs/{run}/suspects.jsonl"), lines(&rows));
    }
    let text = study.ok(&["compare", "--k", "3"]);
    assert!(
        text.contains("n 3") && !text.contains("uneven") && !text.contains(misses),
        "{text}"
    );
}

#[test]
fn every_miss_has_one_class_and_a_reason() {
    let study = study();
    let got: Value = serde_json::from_str(&study.ok(&["why", "poor", "--k", "3", "--json"])).unwrap();
    let class = |n: usize| got["misses"][n]["class"].clone();
    assert_eq!(
        (class(0), class(1), class(2)),
        (json!("F_PATH_FORMAT"), json!("P_PARTIAL"), json!("S_NO_SUBMISSION"))
    );
    assert_eq!(
        (&got["solved"], &got["no_gold"], &got["missed"]),
        (&json!(0), &json!(1), &json!(3))
    );
    let why = got["misses"][0]["why"].as_str().unwrap();
    assert!(why.contains("./x.py") && why.contains("x.py"), "{why}");
    let text = study.ok(&["why", "poor", "--k", "3", "--class", "S_NO_SUBMISSION"]);
    assert!(text.contains("\nc\n") && !text.contains("\na\n"), "{text}");
    let one = study.ok(&["why", "good", "c", "--k", "3"]);
    assert!(one.contains("S_NOT_RUN"), "{one}");
    let two = study.ok(&["why", "poor", "a", "b", "--k", "3"]);
    let at = |text: &str| two.find(text).unwrap_or(usize::MAX);
    let order = [at("a\n"), at("F_PATH_FORMAT"), at("\nb\n"), at("why       P_PARTIAL")];
    assert!(order.is_sorted(), "each case with its own reasons: {two}");
    study.fails(2, &["why", "good", "nobody"]);
    study.fails(2, &["why", "good", "--k", "4"]);
    study.fails(2, &["why", "good", "--class", "X"]);
}

#[test]
fn a_persons_class_stands_beside_the_one_found() {
    let study = study();
    study.ok(&["play", "m down enter i down enter", "--as", "mara", "--size", "120x40"]);
    let got: Value = serde_json::from_str(&study.ok(&["why", "good", "--json"])).unwrap();
    let missed = &got["misses"][0];
    assert_eq!(
        (&missed["case"], &missed["class"], &missed["people"]),
        (&json!("c"), &json!("S_NOT_RUN"), &json!("S_NO_SUBMISSION"))
    );
    let text = study.ok(&["why", "good"]);
    assert!(text.contains("people classed 1 miss: 0.00 % the same class"), "{text}");
}

#[test]
fn a_report_is_one_file_whose_numbers_name_their_command() {
    let study = study();
    for name in ["r.html", "r.md"] {
        let file = study.home.path().join(name).display().to_string();
        study.ok(&["report", "--out", &file, "--k", "3"]);
        let text = std::fs::read_to_string(&file).unwrap();
        for part in [
            "score --level file --k 1,3,5,10",
            "for RUN in good poor; do casefile compare good",
            "casefile why",
            "66.67",
            "F_PATH_FORMAT",
        ] {
            assert!(text.contains(part), "{name} lacks {part}");
        }
        assert!(
            !text.contains("http://") && !text.contains("https://") && !text.contains("<script"),
            "{name} fetches nothing"
        );
    }
    study.fails(2, &["report", "--out", "r.pdf"]);
}

#[test]
fn without_cases_or_runs_the_way_on_is_told() {
    let study = Study::new();
    let err = study.fails(2, &["score"]);
    assert!(err.contains("no cases") && err.contains("casefile import"), "{err}");
    study.lay("cases.jsonl", lines(&[case("a", "Go", 0, &["x.go"], None)]));
    let err = study.fails(2, &["score"]);
    assert!(err.contains("no runs") && err.contains("casefile import"), "{err}");
}

#[test]
fn a_submitted_answer_is_scored_whatever_became_of_its_run() {
    let study = study();
    let mut crashed = answer("a", &["x.py"], &[]);
    crashed["status"] = json!("crashed");
    study.lay("runs/crash/suspects.jsonl", lines(&[crashed]));
    let got = scores(&study, &["--level", "file", "--metric", "acc@1", "crash"]);
    let all = &got[0]["runs"][0]["all"];
    assert_eq!(
        (&all["metrics"]["Acc@1"]["sum"], &all["valid"]),
        (&json!(1.0), &json!(1))
    );
    assert_eq!(all["states"]["not_run"], 2);
    let why: Value = serde_json::from_str(&study.ok(&["why", "crash", "--k", "1", "--json"])).unwrap();
    assert_eq!((&why["solved"], &why["missed"]), (&json!(1), &json!(2)));
}

#[test]
fn a_run_that_names_no_functions_is_not_scored_for_them() {
    let study = study();
    study.lay(
        "runs/files/suspects.jsonl",
        lines(&[answer("a", &["x.py"], &[]), answer("b", &["x.py"], &[])]),
    );
    let got = scores(&study, &["--level", "function", "--metric", "acc@5", "files"]);
    assert_eq!(
        (
            &got[0]["runs"][0]["all"]["n"],
            &got[0]["runs"][0]["all"]["metrics"]["Acc@5"]["value"]
        ),
        (&json!(0), &Value::Null)
    );
    let text = study.ok(&["score", "--level", "function", "files"]);
    assert!(text.contains("files: names no function at all"), "{text}");
    let text = study.ok(&["compare", "good", "files", "--level", "function"]);
    assert!(text.contains("nothing to compare"), "{text}");
}

#[test]
fn orcaloca_counts_what_the_run_answered() {
    let study = study();
    let got = scores(&study, &["--level", "file", "--k", "1", "--rule", "orcaloca,strict"]);
    let n = |at: usize| got[1]["rules"][at]["at"]["1"]["n"].clone();
    // good has rows for a, b and d; strict counts the three cases with gold.
    assert_eq!((n(0), n(1)), (json!(3), json!(3)));
    assert_eq!(n(2), json!(3), "poor has rows for a, b and c");
    study.lay("runs/one/suspects.jsonl", lines(&[answer("a", &["x.py"], &[])]));
    let got = scores(&study, &["--level", "file", "--k", "1", "--rule", "orcaloca", "one"]);
    assert_eq!(got[1]["rules"][0]["at"]["1"], json!({"hits": 1, "n": 1}));
}

#[test]
fn lines_that_cannot_be_read_are_told_and_the_others_count() {
    let study = study();
    let rows = study.read("runs/good/suspects.jsonl");
    study.lay("runs/good/suspects.jsonl", format!("{{broken\n{rows}"));
    let cases = study.read("cases.jsonl");
    study.lay("cases.jsonl", format!("{cases}{{\"id\": 7}}\n"));
    for args in [&["score", "good"][..], &["why", "good"], &["compare", "good", "poor"]] {
        let out = study.run(args);
        assert_eq!(out.status.code(), Some(0), "{args:?}");
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(
            err.contains("suspects.jsonl:1") && err.contains("cases.jsonl:5"),
            "{args:?}: {err}"
        );
    }
}

#[test]
fn names_of_folders_cannot_steer_the_terminal() {
    let study = study();
    let name = "runs/r\u{1b}[31mred/suspects.jsonl";
    study.lay(name, lines(&[answer("a", &["x.py"], &[])]));
    for args in [
        &["score"][..],
        &["score", "--by", "language"],
        &["compare", "r\u{1b}[31mred", "poor", "--by", "language"],
    ] {
        let out = study.run(args);
        assert!(!out.stdout.contains(&0x1b), "{args:?}");
    }
}

#[test]
fn the_desk_counts_ranks_as_the_scores_do() {
    let study = study();
    study.lay(
        "runs/twice/suspects.jsonl",
        lines(&[answer("a", &["q.py", "q.py", "q.py", "x.py"], &[])]),
    );
    let screen = study.ok(&["play", "v v enter [ [ ]", "--as", "mara", "--size", "160x48"]);
    assert!(
        screen.contains("run 3/3 twice") || screen.contains("3/3 twice"),
        "{screen}"
    );
    assert!(screen.contains("x.py") && screen.contains("rank 2"), "{screen}");
    let gold = screen.lines().position(|l| l.contains("● x.py")).unwrap();
    let line = screen.lines().position(|l| l.contains("── K=3")).unwrap();
    assert!(gold < line, "x.py is within K = 3: doubles take no slot\n{screen}");
}

#[test]
fn a_blind_workspace_keeps_its_gold_from_show() {
    let study = study();
    let toml = study.read("casefile.toml");
    study.lay("casefile.toml", toml.replace("blind = false", "blind = true"));
    let text = study.ok(&["show", "a"]);
    assert!(
        text.contains("hidden in this blind round") && !text.contains("  x.py"),
        "{text}"
    );
    assert!(study.ok(&["show", "a", "--reveal"]).contains("  x.py"));
    study.fails(2, &["show", "a", "--json"]);
}

#[test]
fn locagents_shipped_outputs_score_as_their_formats_say() {
    let Some(shared) = crate::support::shared() else { return };
    let file = shared.join("data/predictions/locagent/loc_outputs.claude_3-5.slim.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let ids = text
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap()["instance_id"].clone());
    let rows: Vec<Value> = ids
        .map(|id| json!({"instance_id": id, "repo": "o/r", "problem_statement": "an issue"}))
        .collect();
    let study = Study::with(&rows);
    study.ok(&[
        "import",
        "--as",
        "locagent",
        "--run",
        "claude",
        &file.display().to_string(),
    ]);
    let got = scores(
        &study,
        &[
            "--level",
            "function",
            "--k",
            "1,5,10",
            "--rule",
            "locagent,strict,cosil",
        ],
    );
    let hits = |rule: usize| ["1", "5", "10"].map(|k| got[1]["rules"][rule]["at"][k]["hits"].as_u64().unwrap());
    // FORMATS, section 8: LocAgent's rule, strict, any hit; of 149 rows with gold.
    assert_eq!(hits(0), [74, 115, 120]);
    assert_eq!(hits(1), [60, 115, 120]);
    assert_eq!(hits(2), [74, 126, 129]);
    assert_eq!(got[1]["rules"][1]["at"]["1"]["n"], 149);
    let ours = &got[0]["runs"][0]["all"]["metrics"];
    assert_eq!(
        (&ours["Acc@1"]["sum"], &ours["Acc@5"]["sum"]),
        (&json!(60.0), &json!(115.0))
    );
}
