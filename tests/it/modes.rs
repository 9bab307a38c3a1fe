//! `export --what modes`: the four inputs of a system, what they must not hold, and that answers come back by mode.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use casefile::work::sample;
use serde_json::{Value, json};

use crate::support::Home;

mod back;
mod named;

const SLUGS: [(&str, &str); 4] = [
    ("text-only", "text-only"),
    ("with-image", "with-image"),
    ("vce", "VCE"),
    ("vce-image", "VCE+image"),
];

/// The image of the sample that is not there.
const GONE: &str = "https://images.example/tidewatch/alarm-notification.png";

fn laid(home: &Home) -> PathBuf {
    let ws = home.path().join("sample");
    sample::open(&ws, false).unwrap();
    // Candidates would make the round blind.
    fs::remove_file(ws.join("candidates.jsonl")).unwrap();
    ws
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// Exports with further arguments; folder and report.
fn export(home: &Home, ws: &Path, name: &str, more: &[&str]) -> (PathBuf, String) {
    let out = home.path().join(name);
    let base = [
        "export",
        "-w",
        ws.to_str().unwrap(),
        "--what",
        "modes",
        "--out",
        out.to_str().unwrap(),
    ];
    let told = home.ok(&[&base, more].concat());
    (out.join("modes"), told)
}

fn list<'a>(row: &'a Value, field: &str) -> Vec<&'a Value> {
    row[field].as_array().unwrap().iter().collect()
}

#[test]
fn the_sample_in_four_modes() {
    let home = Home::new();
    let ws = laid(&home);
    let (dir, told) = export(&home, &ws, "out", &[]);
    // 12 cases with 20 images, one of them nowhere; Tesseract read 4, the model all 19.
    let sum = |rows: &[Value], field: &str| rows.iter().map(|r| list(r, field).len()).sum::<usize>();
    for (slug, word) in SLUGS {
        let rows = lines(&dir.join(format!("{slug}.jsonl")));
        assert_eq!(rows.len(), 12, "{slug}");
        assert!(rows.iter().all(|r| r["mode"] == word), "{slug}");
        let (pixels, evidence) = (slug.contains("image"), slug.contains("vce"));
        let images = (sum(&rows, "images"), sum(&rows, "missing"));
        assert_eq!(images, if pixels { (19, 1) } else { (0, 0) }, "{slug}");
        assert_eq!(sum(&rows, "unseen"), usize::from(evidence), "{slug}");
        for row in &rows {
            let text = row["prompt"].as_str().unwrap();
            assert!(text.contains(row["title"].as_str().unwrap().trim()), "{slug}: {text}");
            assert_eq!(text.contains("[Visual evidence]"), evidence, "{slug}: {text}");
            assert!(!text.contains("images.example"), "no link to an image: {slug}: {text}");
            if slug == "text-only" {
                assert!(!text.contains("[Image") && !text.contains("!["), "{text}");
            }
        }
        if pixels {
            let row = rows
                .iter()
                .find(|r| r["instance_id"] == "harbour__tidewatch-163")
                .unwrap();
            assert_eq!(row["missing"], json!([GONE]));
        }
        assert!(told.contains(&format!("modes/{slug}.jsonl")), "{told}");
    }
    assert!(
        told.contains("evidence of 19 of 20 images: tesseract-demo 4, vce-demo-model 15"),
        "{told}"
    );
    assert!(told.contains("1 of 20 images are not in the workspace"), "{told}");
}

#[test]
fn rows_hold_nothing_of_the_answer() {
    let home = Home::new();
    let ws = laid(&home);
    let (dir, _) = export(&home, &ws, "out", &[]);
    let mut said: Vec<Value> = Vec::new();
    for file in ["tesseract-demo", "vce-demo-model"] {
        said.extend(lines(&ws.join(format!("evidence/{file}.jsonl"))));
    }
    let mut asked = 0;
    for case in lines(&ws.join("cases.jsonl")) {
        let own = said.iter().filter(|e| e["case"] == case["id"]);
        let known: String = own.map(Value::to_string).collect::<String>()
            + case["title"].as_str().unwrap()
            + case["body"].as_str().unwrap();
        let gold = case["gold"]["files"].as_array().unwrap();
        let functions = case["gold"]["functions"].as_array().into_iter().flatten();
        let patch = case["patch"].as_str().unwrap_or_default();
        let added = patch
            .lines()
            .filter_map(|l| l.strip_prefix('+'))
            .map(|l| l.trim().to_owned());
        let secrets: Vec<String> = gold
            .iter()
            .chain(functions)
            .map(|v| v.as_str().unwrap().to_owned())
            .chain(added.filter(|l| l.len() > 14))
            .filter(|s| !known.contains(s.as_str()))
            .collect();
        asked += secrets.len();
        for (slug, _) in SLUGS {
            let rows = lines(&dir.join(format!("{slug}.jsonl")));
            let row = rows.iter().find(|r| r["instance_id"] == case["id"]).unwrap();
            let text = row.to_string();
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{slug} {}: {secret}", case["id"]);
            }
            let keys: BTreeSet<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
            let allowed = [
                "instance_id",
                "mode",
                "repo",
                "base_commit",
                "language",
                "title",
                "problem_statement",
                "prompt",
                "images",
                "missing",
                "producers",
                "unseen",
            ];
            assert_eq!(keys, BTreeSet::from(allowed), "{slug}");
        }
    }
    assert!(asked > 50, "only {asked} secrets were looked for");
}

#[test]
fn paths_of_images_lead_to_images() {
    let home = Home::new();
    let ws = laid(&home);
    let (dir, _) = export(&home, &ws, "out", &["--mode", "with-image", "--images"]);
    let found: Vec<String> = fs::read_dir(&dir)
        .unwrap()
        .map(|f| f.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, ["with-image.jsonl"], "that mode alone");
    let mut count = 0;
    for row in lines(&dir.join("with-image.jsonl")) {
        for image in list(&row, "images") {
            let path = image["path"].as_str().unwrap();
            assert!(
                dir.parent().unwrap().join(path).is_file() && ws.join(path).is_file(),
                "{path}"
            );
            count += 1;
        }
    }
    assert_eq!(count, 19);
    // An image whose file went away is missing, and nothing is sent to it.
    let rows = lines(&dir.join("with-image.jsonl"));
    let first = &rows[0]["images"][0];
    fs::remove_file(ws.join(first["path"].as_str().unwrap())).unwrap();
    let (dir, told) = export(&home, &ws, "again", &["--mode", "with-image"]);
    let rows = lines(&dir.join("with-image.jsonl"));
    assert_eq!(rows[0]["missing"], json!([first["source"]]));
    assert!(told.contains("2 of 20 images are not in the workspace"), "{told}");
}

/// An answer in a journal of `by` about the first image of case 118.
fn said(ws: &Path, by: &str, seq: usize, question: &str, value: &Value) {
    let dir = ws.join("journal").join(by);
    fs::create_dir_all(&dir).unwrap();
    let path = dir.join("hand-0001.jsonl");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let entry = json!({"v": 1, "seq": seq, "prev": "", "writer": "hand", "at": "", "by": by, "question": question, "value": value,
        "subject": {"kind": "exhibit", "case": "harbour__tidewatch-118", "exhibit": "452c402e4577"}});
    fs::write(&path, format!("{old}{entry}\n")).unwrap();
}

/// The prompt of case 118 with evidence, and who read it.
fn of_118(dir: &Path) -> (String, Value) {
    let rows = lines(&dir.join("vce.jsonl"));
    let row = rows
        .into_iter()
        .find(|r| r["instance_id"] == "harbour__tidewatch-118")
        .unwrap();
    (row["prompt"].as_str().unwrap().to_owned(), row["producers"].clone())
}

#[test]
fn producers_in_the_order_given_and_what_people_say() {
    let home = Home::new();
    let ws = laid(&home);
    let dir = ws.to_str().unwrap();
    let vce = |name: &str, more: &[&str]| export(&home, &ws, name, &[&["--mode", "vce"], more].concat());
    let (out, told) = vce("one", &["--producer", "vce-demo-model"]);
    assert!(
        told.contains("evidence of 19 of 20 images: vce-demo-model 19"),
        "{told}"
    );
    assert_eq!(of_118(&out).1, json!(["vce-demo-model"]));
    let (out, told) = vce("two", &["--producer", "vce-demo-model", "--producer", "tesseract-demo"]);
    assert!(told.contains("vce-demo-model 19, tesseract-demo 0"), "{told}");
    assert_eq!(of_118(&out).1, json!(["vce-demo-model"]));
    let (out, _) = vce("ocr", &["--producer", "tesseract-demo"]);
    assert!(of_118(&out).0.contains("channe1"), "as Tesseract read it");

    // Ann and bob agree on a correction; on the notes they differ.
    let text = "vce/tesseract-demo/ocr_text";
    for (n, by) in ["ann", "bob"].into_iter().enumerate() {
        said(&ws, by, 1, text, &json!({"correct": "close of closed channel, truly"}));
        said(
            &ws,
            by,
            2,
            "vce/tesseract-demo/notes",
            &json!({"correct": format!("note {n}")}),
        );
    }
    let (out, told) = vce("settled", &["--producer", "tesseract-demo"]);
    let (prompt, _) = of_118(&out);
    assert!(
        prompt.contains("close of closed channel, truly") && !prompt.contains("channe1"),
        "{prompt}"
    );
    assert!(!prompt.contains("note 0") && !prompt.contains("note 1"), "{prompt}");
    assert!(told.contains("1 fields as people say"), "{told}");
    let (out, _) = vce("raw", &["--producer", "tesseract-demo", "--raw"]);
    assert!(of_118(&out).0.contains("channe1"), "as it came");

    // What a person wrote is taken under that person's name, and only then.
    said(
        &ws,
        "eve",
        1,
        "vce/eve/user_action",
        &json!({"correct": "reads the log of the hub"}),
    );
    let (out, told) = vce("eve", &["--producer", "eve", "--producer", "vce-demo-model"]);
    let (prompt, by) = of_118(&out);
    assert!(prompt.contains("- action: reads the log of the hub"), "{prompt}");
    assert_eq!(by, json!(["eve"]));
    assert!(told.contains("eve 1, vce-demo-model 18"), "{told}");
    let (out, _) = vce("nobody", &[]);
    assert!(!of_118(&out).0.contains("reads the log"), "not without being named");
    let base = [
        "export",
        "-w",
        dir,
        "--what",
        "modes",
        "--out",
        "/nowhere/x",
        "--producer",
    ];
    let err = home.fails(2, &[&base[..], &["zoe"]].concat());
    assert!(
        err.contains("no evidence of 'zoe'") && err.contains("eve, tesseract-demo, vce-demo-model"),
        "{err}"
    );
    let err = home.fails(2, &[&base[..], &["eve", "--raw"]].concat());
    assert!(err.contains("no evidence of 'eve'") && err.contains("--raw"), "{err}");

    // A record that says why there is none is none.
    let path = ws.join("evidence/tesseract-demo.jsonl");
    let mut rows = lines(&path);
    rows[0]["fault"] = "the engine gave up".into();
    let text: Vec<String> = rows.iter().map(Value::to_string).collect();
    fs::write(&path, text.join("\n") + "\n").unwrap();
    let (out, told) = vce("fault", &["--raw"]);
    assert_eq!(of_118(&out).1, json!(["vce-demo-model"]));
    assert!(told.contains("tesseract-demo 3, vce-demo-model 16"), "{told}");
}

#[test]
fn what_is_refused_and_what_is_streamed() {
    let home = Home::new();
    let ws = laid(&home);
    let dir = ws.to_str().unwrap();
    let base = ["export", "-w", dir, "--what", "modes"];
    for form in ["csv", "parquet"] {
        let err = home.fails(2, &[&base[..], &["--as", form]].concat());
        assert!(
            err.contains(&format!("cannot be exported as {form}")) && err.contains("JSON Lines"),
            "{err}"
        );
    }
    let err = home.fails(2, &[&base[..], &["--mode", "audio"]].concat());
    assert!(
        err.contains("'audio' is no input mode") && err.contains("text-only, with-image, vce, vce-image"),
        "{err}"
    );
    let err = home.fails(2, &["export", "-w", dir, "--what", "cases", "--mode", "vce"]);
    assert!(err.contains("--what modes"), "{err}");
    let err = home.fails(2, &[&base[..], &["--out", "-"]].concat());
    assert!(err.contains("one input mode"), "{err}");
    let text = home.ok(&[&base[..], &["--out", "-", "--mode", "VCE+image"]].concat());
    let rows: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((rows.len(), &rows[0]["mode"]), (12, &json!("VCE+image")));

    // In an open blind round what people corrected stays in; what came with the data may go out.
    let path = ws.join("casefile.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("blind = false"), "{text}");
    fs::write(&path, text.replace("blind = false", "blind = true")).unwrap();
    let out = home.path().join("blind").display().to_string();
    let err = home.fails(2, &[&base[..], &["--out", &out]].concat());
    assert!(err.contains("blind") && err.contains("--raw"), "{err}");
    home.ok(&[&base[..], &["--out", &out, "--raw"]].concat());
    // Rows without evidence hold nothing that anybody said.
    home.ok(&[&base[..], &["--out", &out, "--mode", "text-only,with-image"]].concat());
}
