//! Import of judgements: what casefile exported comes back as it was; label files of others become answers of their
//! annotators, with the time at which they were given; nothing is overwritten in silence, nothing written twice.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::study::{Study, lines, row};

/// All files of the journals with their text.
fn journals(study: &Study) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for who in fs::read_dir(study.path().join("journal")).unwrap().flatten() {
        for file in fs::read_dir(who.path()).unwrap().flatten() {
            let name = format!("{}/{}", who.file_name().display(), file.file_name().display());
            out.insert(name, fs::read_to_string(file.path()).unwrap());
        }
    }
    out
}

/// All entries of an annotator.
fn entries(study: &Study, who: &str) -> Vec<Value> {
    let all = journals(study);
    let own = all.iter().filter(|(name, _)| name.starts_with(&format!("{who}/")));
    own.flat_map(|(_, text)| {
        text.lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect::<Vec<Value>>()
    })
    .collect()
}

fn import(study: &Study, files: &[&str]) -> Value {
    let args = [&["import", "--json"], files].concat();
    serde_json::from_slice(&study.run(&args).stdout).unwrap()
}

fn counts(said: &Value, who: &str) -> [u64; 3] {
    ["new", "known", "refused"].map(|k| said["annotators"][who][k].as_u64().unwrap_or(0))
}

fn study() -> Study {
    Study::with(&[row("o__r-1"), row("o__r-2")])
}

#[test]
fn exported_judgements_come_back_as_the_same_lines() {
    let study = study();
    study.ok(&["play", "enter 2 u ctrl-r", "--as", "mara"]);
    study.ok(&["play", "enter 1", "--as", "mara"]);
    study.ok(&["play", "j enter 0", "--as", "jun", "--blind"]);
    let before = journals(&study);
    assert!(
        before.values().map(|t| t.lines().count()).sum::<usize>() >= 4,
        "{before:?}"
    );
    for form in ["jsonl", "csv", "parquet"] {
        let dir = study.home.path().join(form).display().to_string();
        study.ok(&["export", "--as", form, "--out", &dir]);
        let copy = Study::new();
        let files = ["cases", "judgements"].map(|n| format!("{dir}/{n}.{form}"));
        let said = import(&copy, &[&files[0], &files[1]]);
        assert_eq!(said["refusals"], 0, "{said}");
        assert!(journals(&copy) == before, "{form}: {:?}", journals(&copy));
        let again = import(&copy, &[&files[1]]);
        assert_eq!(again["judgements"]["new"], 0, "{again}");
        assert!(journals(&copy) == before, "{form}: the second import changed journals");
        assert!(copy.ok(&["doctor"]).ends_with("nothing is wrong\n"));
        // Where it came from it is known too.
        assert_eq!(import(&study, &[&files[1]])["judgements"]["new"], 0);
    }
}

#[test]
fn later_entries_of_a_writer_go_behind_those_that_are_there() {
    let study = study();
    let file = |name: &str| {
        let out = study.ok(&["export", "--what", "judgements", "--out", "-"]);
        study.write(name, out)
    };
    study.ok(&["play", "enter 2", "--as", "mara"]);
    let first = file("first.jsonl");
    study.ok(&["play", "enter 1", "--as", "mara"]);
    let all = file("all.jsonl");
    let copy = self::study();
    import(&copy, &[&first]);
    assert_eq!(counts(&import(&copy, &[&all]), "mara"), [1, 1, 0]);
    assert_eq!(entries(&copy, "mara"), entries(&study, "mara"));
    assert!(copy.ok(&["doctor"]).ends_with("nothing is wrong\n"));
    // Another entry under the same number is refused, the one that is there stays.
    let forged = fs::read_to_string(&first)
        .unwrap()
        .replace("\"took_ms\":", "\"took_ms\":9");
    let forged = copy.write("forged.jsonl", forged);
    assert_eq!(counts(&import(&copy, &[&forged]), "mara"), [0, 0, 1]);
    assert_eq!(entries(&copy, "mara"), entries(&study, "mara"));
}

#[test]
fn tables_with_an_answer_a_row_or_a_question_a_column() {
    let study = study();
    let wide = study.write(
        "wide.csv",
        "annotator,instance_id,image_url,category,relevance,created_at,lead_time\n\
         Mara Lund,o__r-1,,log_output,+2,2024-05-01T10:00:00+02:00,12.5\n\
         Mara Lund,o__r-1,https://h/o__r-1.png,UI screenshot,-1,,\n\
         jun,o__r-2,1,,7,,\n",
    );
    let said = import(&study, &[&wide]);
    assert_eq!(
        (counts(&said, "mara-lund"), counts(&said, "jun")),
        ([4, 0, 0], [0, 0, 1]),
        "{said}"
    );
    let told = said["refused"][0].to_string();
    assert!(
        told.contains("wide.csv") && told.contains("expected one of -1, 0, 1, 2"),
        "{told}"
    );
    assert_eq!(said["refused"][0]["line"], 4);
    let all = entries(&study, "mara-lund");
    let case = all
        .iter()
        .find(|e| e["subject"]["kind"] == "case" && e["question"] == "relevance")
        .unwrap();
    assert_eq!((&case["value"], &case["took_ms"]), (&json!(2), &json!(12_500)));
    assert_eq!(case["at"], "2024-05-01T08:00:00Z");
    assert_eq!(case["imported"]["from"], "judgements: wide.csv");
    assert_ne!(case["imported"]["at"], case["at"]);
    let exhibits = all.iter().filter(|e| e["subject"]["kind"] == "exhibit");
    assert_eq!(
        exhibits.map(|e| e["value"].clone()).collect::<Vec<_>>(),
        [json!("ui_screenshot"), json!(-1)]
    );
    // The same again appends nothing, not even an answer without a time.
    let before = journals(&study);
    assert_eq!(counts(&import(&study, &[&wide]), "mara-lund"), [0, 4, 0]);
    assert!(journals(&study) == before);
    let long = study.write(
        "long.jsonl",
        lines(&[
            json!({"user_id": "ines", "case": "o__r-2#1", "question": "relevance", "value": 1, "at": 1_714_557_600}),
            json!({"user_id": "ines", "case": "o__r-2", "question": "mood", "value": "good"}),
            json!({"user_id": "ines", "case": "o__r-9", "question": "relevance", "value": 1}),
            json!({"user_id": "ines", "case": "o__r-2#2", "question": "relevance", "value": 1}),
        ]),
    );
    let said = import(&study, &[&long]);
    assert_eq!(counts(&said, "ines"), [1, 0, 3]);
    let told = said["refused"].to_string();
    for words in [
        "asks no 'mood'; expected one of category",
        "no case 'o__r-9'",
        "shows no image '2'; it shows 1",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(entries(&study, "ines")[0]["at"], "2024-05-01T10:00:00Z");
    assert!(study.ok(&["doctor"]).ends_with("nothing is wrong\n"));
}

#[test]
fn a_newer_answer_replaces_one_of_the_same_source_and_stands_beside_others() {
    let study = study();
    let line = |value: i64, at: &str| json!({"annotator": "me", "case": "o__r-1", "question": "relevance", "value": value, "at": at});
    let bring = |name: &str, row: Value| {
        let file = study.write(name, lines(&[row]));
        assert_eq!(counts(&import(&study, &[&file]), "me"), [1, 0, 0]);
        entries(&study, "me").last().unwrap()["supersedes"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(bring("a.jsonl", line(1, "2024-05-01T10:00:00Z")), 0);
    assert_eq!(
        bring("a.jsonl", line(2, "2024-05-02T10:00:00Z")),
        1,
        "newer, same source"
    );
    assert_eq!(bring("b.jsonl", line(0, "2024-05-03T10:00:00Z")), 0, "another source");
    assert_eq!(bring("a.jsonl", line(-1, "2024-04-01T10:00:00Z")), 0, "older");
    // Three heads now, which nobody resolves but the annotator.
    let screen = study.play("enter", "160x48");
    assert!(screen.contains("conflict"), "{screen}");
}

#[test]
fn strict_imports_write_nothing_when_an_answer_is_refused() {
    let study = study();
    let file = study.write(
        "x.csv",
        "annotator,case,question,value\nme,o__r-1,relevance,2\nme,o__r-1,relevance,high\n",
    );
    let err = study.fails(2, &["import", "--strict", &file]);
    assert!(
        err.contains("x.csv:3") && err.contains("'high' is no answer to 'relevance'"),
        "{err}"
    );
    assert_eq!(journals(&study).len(), 0);
}

#[test]
fn label_studio_tasks_become_answers() {
    let study = study();
    let result =
        |name: &str, kind: &str, value: Value| json!({"from_name": name, "to_name": "t", "type": kind, "value": value});
    let tasks = json!([
        {"id": 101, "data": {"instance_id": "o__r-1", "text": "…"}, "predictions": [], "annotations": [
            {"id": 1, "completed_by": {"id": 3, "email": "mara@example.org"}, "was_cancelled": false, "lead_time": 4.288,
             "created_at": "2024-05-01T10:00:00.5Z", "updated_at": "2024-05-01T10:00:00.6Z", "result": [
                result("category", "choices", json!({"choices": ["log_output"]})),
                result("relevance", "choices", json!({"choices": ["vital"]})),
                result("note", "textarea", json!({"text": ["one", "two"]})),
                result("box", "rectanglelabels", json!({"x": 1})),
            ]},
            {"id": 2, "completed_by": 7, "was_cancelled": true, "result": []},
            {"id": 3, "completed_by": 7, "was_cancelled": false, "created_at": "2024-05-01T11:00:00Z", "result": [
                result("relevance", "rating", json!({"rating": 1})),
                result("category", "choices", json!({"choices": ["log_output", "error_message"]})),
            ]},
        ]},
        {"id": 102, "data": {"case": "o__r-2", "image": "https://h/o__r-2.png"}, "annotations": [
            {"id": 4, "completed_by": 7, "result": [result("relevance", "number", json!({"number": -1}))]},
        ]},
        {"id": 103, "data": {"text": "nameless"}, "annotations": []},
    ]);
    let file = study.write("project-1.json", tasks.to_string());
    let said = import(&study, &[&file]);
    assert_eq!(
        (counts(&said, "mara-example.org"), counts(&said, "user-7")),
        ([3, 0, 0], [2, 0, 1]),
        "{said}"
    );
    let told = said["refused"].to_string();
    for words in ["marks a region", "2 answers to 'category'", "name no case"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(said["notes"].to_string().contains("1 annotations were skipped"));
    let mara = entries(&study, "mara-example.org");
    let all: Vec<_> = mara
        .iter()
        .map(|e| (&e["question"], &e["value"], &e["took_ms"]))
        .collect();
    let took = json!(4288);
    assert_eq!(
        all,
        [
            (&json!("category"), &json!("log_output"), &took),
            (&json!("relevance"), &json!(2), &took),
            (&json!("note"), &json!("one\ntwo"), &took),
        ]
    );
    assert_eq!(mara[0]["at"], "2024-05-01T10:00:00.6Z");
    // What has no time counts as the oldest.
    assert_eq!(entries(&study, "user-7")[0]["subject"]["kind"], "exhibit");
    let again = import(&study, &[&file]);
    assert_eq!(again["judgements"]["new"], 0, "{again}");
}

#[test]
fn potato_outputs_become_answers() {
    let study = study();
    let both = json!({"ui_screenshot": "true", "log_output": "true"});
    let file = study.write(
        "annotation_output/mara/annotated_instances.jsonl",
        lines(&[
            json!({"id": "o__r-1", "displayed_text": "…", "label_annotations": {
                "category": {"log_output": "true"}, "relevance": {"scale": "2"}, "note": {"text_box": "seen"}}}),
            json!({"id": "o__r-2", "label_annotations": {"category": both, "relevance": {"1": "on"}}}),
        ]),
    );
    let said = import(&study, &[&file]);
    assert_eq!(counts(&said, "mara"), [4, 0, 1], "{said}");
    let told = said["refused"][0].to_string();
    assert!(
        told.contains("2 answers to 'category'") && told.contains("cannot be told"),
        "{told}"
    );
    assert_eq!(said["refused"][0]["line"], 2);
    let values = |who: &str| {
        entries(&study, who)
            .iter()
            .map(|e| e["value"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(values("mara"), [json!("log_output"), json!(2), json!("seen"), json!(1)]);
    // The state of an annotator, in both shapes that it had.
    let state = json!({"user_id": "Jun", "instance_id_ordering": ["o__r-1"], "instance_id_to_label_to_value": {
        "o__r-1": [[{"schema": "category", "name": "error_message"}, true], [{"schema": "relevance", "name": "-1"}, "-1"]],
        "o__r-2": {"category": {"log_output": "true"}},
    }});
    let file = study.write("annotation_output/jun/user_state.json", state.to_string());
    assert_eq!(counts(&import(&study, &[&file]), "jun"), [3, 0, 0]);
    assert_eq!(values("jun"), [json!("error_message"), json!(-1), json!("log_output")]);
    let table = "user\tinstance_id\tdisplayed_text\tcategory:::log_output\tcategory:::ui_screenshot\trelevance:::0\n\
                 ines\to__r-1\t…\t\ttrue\t\nines\to__r-2\t…\ttrue\t\ttrue\n";
    let file = study.write("annotated_instances.tsv", table);
    assert_eq!(counts(&import(&study, &[&file]), "ines"), [3, 0, 0]);
    assert_eq!(values("ines"), [json!("ui_screenshot"), json!("log_output"), json!(0)]);
}

#[test]
fn renamed_options_and_questions_mean_the_new_ones() {
    let study = study();
    study.lay(
        "forms/own.toml",
        "id = \"own\"\ntitle = \"Own\"\n[[question]]\nid = \"kind\"\nformer = [\"category\"]\nlabel = \"kind\"\nanswer = \"choice\"\non = [\"case\"]\n\
         [[question.option]]\nvalue = \"log\"\nlabel = \"log\"\nformer = [\"log_output\"]\n[[question.option]]\nvalue = \"ui\"\nlabel = \"ui\"\n",
    );
    study.lay("casefile.toml", "version = 1\nform = \"own\"\n");
    let file = study.write("x.csv", "annotator,case,category\nme,o__r-1,log_output\n");
    import(&study, &[&file]);
    let entry = &entries(&study, "me")[0];
    assert_eq!((&entry["question"], &entry["value"]), (&json!("kind"), &json!("log")));
    assert!(entry["form_hash"].as_str().unwrap().starts_with("own@"));
}

#[test]
fn many_answers_cost_few_syncs_and_keep_the_chain() {
    let study = study();
    let mut text = String::from("annotator,case,question,value,at\n");
    for n in 0..5_000 {
        text.push_str(&format!(
            "mara,o__r-1,note,n{n},2024-05-01T10:{:02}:{:02}Z\n",
            n / 60 % 60,
            n % 60
        ));
    }
    let file = study.write("many.csv", text);
    assert_eq!(counts(&import(&study, &[&file]), "mara"), [5_000, 0, 0]);
    let files = journals(&study);
    assert!(files.len() > 1, "files roll at 1 MiB");
    assert!(files.values().all(|t| t.len() <= (1 << 20) + 4_096));
    assert!(study.ok(&["doctor"]).ends_with("nothing is wrong\n"));
}

#[test]
fn lines_of_a_table_are_those_of_the_file_whatever_ends_them() {
    for end in ["\n", "\r\n"] {
        let study = Study::with(&[row("o__r-1")]);
        let lines = [
            "annotator,case,question,value",
            "ann,o__r-1,relevance,2",
            "ann,o__r-1,relevance,9",
            "",
        ];
        let file = study.write("labels.csv", lines.join(end));
        let said = study.partly(&["import", &file]);
        assert!(said.contains("labels.csv:3: field 'relevance'"), "{end:?}: {said}");
    }
}
