//! What becomes of evidence, trajectories, published gold and embedded images, and of an import that is stopped.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::study::{Study, lines, picture, row};

fn report(study: &Study, args: &[&str]) -> Value {
    serde_json::from_str(&study.ok(&[&["import", "--json"], args].concat())).expect("a report")
}

#[test]
fn evidence_finds_its_exhibit_by_id_address_name_and_place() {
    let study = Study::with(&[row("o__r-1"), row("o__r-2")]);
    let case: Value = serde_json::from_str(study.read("cases.jsonl").lines().next().unwrap()).unwrap();
    let id = case["exhibits"][0]["id"].as_str().unwrap().to_owned();
    let vce = |more: Value| {
        let mut out = json!({"instance_id": "o__r-1", "ocr_text": "seen", "confidence": 0.5});
        out.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        out
    };
    for (name, naming) in [
        ("by-id", json!({"exhibit": id})),
        ("by-url", json!({"image_url": "https://h/o__r-1.png"})),
        ("by-file", json!({"image_path": "shots/o__r-1.png"})),
        ("by-place", json!({"index": 1})),
    ] {
        let file = study.write(&format!("{name}.jsonl"), lines(&[vce(naming)]));
        assert_eq!(
            report(&study, &[&file])["evidence"],
            json!({"new": 1, "changed": 0, "same": 0}),
            "{name}"
        );
        let stored: Value = serde_json::from_str(&study.read(&format!("evidence/{name}.jsonl"))).unwrap();
        assert_eq!(stored["exhibit"], id.as_str(), "{name}");
        assert_eq!(
            report(&study, &[&file])["evidence"],
            json!({"new": 0, "changed": 0, "same": 1}),
            "{name}"
        );
    }
    let reply = "Here it is:\n```json\n{\"ocr_text\": \"boom\", \"ui_elements\": \"Save\",}\n```";
    let file = study.write(
        "broken.jsonl",
        lines(&[
            json!({"instance_id": "o__r-1", "image_url": "https://h/o__r-1.png", "response": reply}),
            json!({"instance_id": "o__r-1", "image_url": "https://h/else.png", "ocr_text": "x"}),
            json!({"instance_id": "nobody", "index": 1, "ocr_text": "x"}),
        ]),
    );
    let said = study.partly(&["import", &file]);
    assert!(said.contains("mended:") && said.contains("fence"), "{said}");
    assert!(
        said.contains("broken.jsonl:2: field 'exhibit': case 'o__r-1' shows no image"),
        "{said}"
    );
    assert!(
        said.contains("broken.jsonl:3: field 'case': no case 'nobody'"),
        "{said}"
    );
    let stored: Value = serde_json::from_str(&study.read("evidence/broken.jsonl")).unwrap();
    assert_eq!(
        (&stored["ocr_text"], &stored["ui_elements"]),
        (&json!("boom"), &json!(["Save"]))
    );
    assert!(stored["mended"].as_array().is_some_and(|m| !m.is_empty()), "{stored}");
    assert!(study.play("enter", "160x48").contains("boom"));
}

#[test]
fn evidence_twice_or_without_an_exhibit() {
    let mut two = row("o__r-2");
    two["problem_statement"] = "T\n\n![a](https://h/a.png)\n![b](https://h/b.png)\n".into();
    two["image_assets"] = r#"{"problem_statement": ["https://h/a.png", "https://h/b.png"]}"#.into();
    let study = Study::with(&[row("o__r-1"), two]);
    let say = |case: &str, text: &str| json!({"case": case, "ocr_text": text});
    let file = study.write(
        "eye.jsonl",
        lines(&[
            say("o__r-1", "first"),
            say("o__r-2", "which"),
            say("o__r-1", "last"),
            json!({"case": "o__r-2", "vce": [
                {"image_url": "https://h/b.png", "ocr_text": "one"},
                {"image_url": "https://h/b.png", "ocr_text": "two"}
            ]}),
        ]),
    );
    let said = study.partly(&["import", &file]);
    assert!(
        said.contains("note: evidence of eye: 2 records stand twice; the last one counts"),
        "{said}"
    );
    assert!(
        said.contains("eye.jsonl:2: field 'exhibit': names no exhibit; the case shows 2"),
        "{said}"
    );
    assert!(said.contains("no exhibit named: taken as the only one 2"), "{said}");
    let stored = study.read("evidence/eye.jsonl");
    let texts: Vec<Value> = stored
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap()["ocr_text"].clone())
        .collect();
    assert_eq!(texts, ["last", "two"]);
}

#[test]
fn a_trajectory_gives_an_answer_and_its_events() {
    let study = Study::with(&[row("o__r-1")]);
    let traj = json!({
        "trajectory": [
            {"action": "open src/x.ts 3", "observation": "[File: src/x.ts (9 lines total)]", "response": "", "state": "{\"open_file\": \"/o__r/src/x.ts\", \"working_dir\": \"/o__r\"}", "thought": ""},
            {"action": "submit", "observation": "", "response": "", "state": "{}", "thought": ""}
        ],
        "history": [], "environment": "swe_main",
        "info": {"exit_status": "submitted", "submission": "\ndiff --git a/src/x.ts b/src/x.ts\n--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b\n"}
    });
    let file = study.write("agent-7/o__r-1.traj", traj.to_string());
    let said = report(&study, &[&file]);
    assert_eq!(
        (&said["answers"]["new"], &said["trajectories"]["new"]),
        (&json!(1), &json!(1))
    );
    let events: Value = serde_json::from_str(&study.read("runs/agent-7/events.jsonl")).unwrap();
    assert_eq!((&events["case"], &events["turns"]), (&json!("o__r-1"), &json!(2)));
    assert_eq!(events["events"][0]["kind"], "view");
    let answer: Value = serde_json::from_str(&study.read("runs/agent-7/suspects.jsonl")).unwrap();
    assert_eq!(
        (&answer["status"], &answer["files"][0]["path"]),
        (&json!("ok"), &json!("src/x.ts"))
    );
    assert_eq!(report(&study, &[&file])["trajectories"]["same"], 1);
    // A list of predictions beside it completes the answer and does not take its end away.
    let preds = study.write(
        "agent-7/preds.json",
        json!({"o__r-1": {"model_patch": "--- a/src/y.ts\n+++ b/src/y.ts\n@@ -1 +1 @@\n-a\n+b\n"}}).to_string(),
    );
    study.ok(&["import", &file, &preds]);
    let answer: Value = serde_json::from_str(&study.read("runs/agent-7/suspects.jsonl")).unwrap();
    assert_eq!(
        (&answer["exit_status"], &answer["files"][0]["path"]),
        (&json!("submitted"), &json!("src/y.ts"))
    );
}

#[test]
fn published_gold_goes_where_there_is_none() {
    let study = Study::with(&[row("o__r-1"), row("o__r-2")]);
    let gold = |list: Value| study.write("gt.json", list.to_string());
    let file = gold(json!({"o__r-1": ["src/x.py::C.m", "src/y.py"], "nobody": ["a.py::f"]}));
    let said = report(&study, &[&file]);
    assert_eq!(said["gold"], json!({"new": 1, "changed": 0, "same": 0}));
    assert!(
        said["notes"].to_string().contains("gold of 1 cases that are not here"),
        "{said}"
    );
    let first = || -> Value { serde_json::from_str(study.read("cases.jsonl").lines().next().unwrap()).unwrap() };
    let kept = first()["gold"].clone();
    assert!(kept["functions"].to_string().contains("C.m"), "{kept}");
    let file = gold(json!({"o__r-1": ["src/x.py::other"]}));
    let said = report(&study, &[&file]);
    assert!(said["notes"].to_string().contains("--replace"), "{said}");
    assert_eq!(first()["gold"], kept);
    report(&study, &[&file, "--replace"]);
    assert!(first()["gold"]["functions"].to_string().contains("other"));
}

#[test]
fn a_stopped_import_changes_nothing() {
    let study = Study::with(&[row("o__r-1")]);
    let before = study.read("cases.jsonl");
    let mut many = String::new();
    for n in 0..40_000 {
        let mut case = row(&format!("o__r-{n}"));
        case["hints_text"] = "words ".repeat(200).into();
        many.push_str(&case.to_string());
        many.push('\n');
    }
    let file = study.write("many.jsonl", many);
    fs::create_dir_all(study.path().join(".casefile/import-of-the-killed")).unwrap();
    let mut child = study
        .command(&["import", &file])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("casefile starts");
    let local = study.path().join(".casefile");
    let at_work = || {
        let mut names = fs::read_dir(&local).into_iter().flatten().flatten();
        names.any(|d| {
            let name = d.file_name().to_string_lossy().into_owned();
            name.starts_with("import-") && name != "import-of-the-killed"
        })
    };
    for _ in 0..10_000 {
        if at_work() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(
        std::process::Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
    let out = child.wait().unwrap();
    assert_eq!(out.code(), Some(3));
    assert_eq!(study.read("cases.jsonl"), before);
    let left: Vec<String> = fs::read_dir(&local)
        .unwrap()
        .flatten()
        .map(|d| d.file_name().to_string_lossy().into_owned())
        .filter(|n| n.starts_with("import-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn images_inside_a_table_are_stored() {
    use parquet::data_type::{ByteArray, ByteArrayType};
    let study = Study::new();
    let path = study.home.path().join("rows.parquet");
    let schema = "message rows {
        required binary instance_id (UTF8);
        required binary repo (UTF8);
        required binary base_commit (UTF8);
        required binary title (UTF8);
        required binary body (UTF8);
        optional group image { optional binary bytes; optional binary path (UTF8); }
    }";
    let schema = std::sync::Arc::new(parquet::schema::parser::parse_message_type(schema).unwrap());
    let file = fs::File::create(&path).unwrap();
    let mut writer = parquet::file::writer::SerializedFileWriter::new(file, schema, std::sync::Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let png = fs::read(picture("alarm-settings.png")).unwrap();
    let cells: [(&[u8], &[i16]); 7] = [
        (b"o__r-1", &[]),
        (b"o/r", &[]),
        (b"0123456789012345678901234567890123456789", &[]),
        (b"Alarm", &[]),
        (b"It rings.", &[]),
        (&png, &[2]),
        (b"alarm.png", &[2]),
    ];
    for (bytes, levels) in cells {
        let mut column = group.next_column().unwrap().unwrap();
        let levels = Some(levels).filter(|l| !l.is_empty());
        column
            .typed::<ByteArrayType>()
            .write_batch(&[ByteArray::from(bytes.to_vec())], levels, None)
            .unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();
    let file = path.display().to_string();
    let said = report(&study, &[&file]);
    assert_eq!(
        (&said["cases"]["new"], &said["images"]["new"]),
        (&json!(1), &json!(1)),
        "{said}"
    );
    let case: Value = serde_json::from_str(&study.read("cases.jsonl")).unwrap();
    let sha = case["exhibits"][0]["image"]["sha256"].as_str().unwrap();
    let stored = study.path().join(format!("exhibits/{}/{sha}.png", &sha[..2]));
    assert_eq!(fs::read(stored).unwrap(), png);
    assert_eq!(report(&study, &[&file])["images"]["same"], 1);
}

#[test]
fn strict_stops_at_evidence_that_finds_no_exhibit() {
    let study = Study::with(&[json!({"instance_id": "a", "repo": "o/r", "problem_statement": "an issue"})]);
    let lost = json!({"case": "nobody", "exhibit": "x", "producer": "m", "ocr_text": "boom", "confidence": 0.5});
    let file = study.write("evidence.jsonl", lines(&[lost]));
    let err = study.fails(2, &["import", "--as", "evidence", &file, "--strict"]);
    assert!(err.contains("evidence.jsonl:1") && err.contains("nobody"), "{err}");
    assert!(
        study
            .partly(&["import", "--as", "evidence", &file])
            .contains("refused: 1")
    );
}
