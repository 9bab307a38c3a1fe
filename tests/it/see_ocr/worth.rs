//! What evidence is worth and what it points at.

use super::*;

/// Gold is `src/x.ts`; a run suspects `src/menu.ts` first.
fn seen() -> Study {
    let study = study(&[10, 20, 30, 40]);
    let body = r#"if [ "$width" = 40 ]; then exit 1; fi
head
case "$width" in
10) word 1 1 90 see; word 1 2 90 'renderer/legend.ts';;
20) word 1 1 50 menu; word 1 2 50 menu; word 1 3 50 Save;;
30) word 1 1 70 nothing;;
esac"#;
    let engine = engine(&study, body);
    assert_eq!(see(&study, &engine, &[]).0, 1);
    let mut row = row("c-0");
    row["patch"] = "--- a/src/plot/legend.ts\n+++ b/src/plot/legend.ts\n@@ -1 +1 @@\n-a\n+b\n".into();
    let rows = study.write("again.jsonl", lines(&[row]));
    study.ok(&["import", &rows]);
    let runs: Vec<Value> = (0..4)
        .map(|n| json!({"instance_id": format!("c-{n}"), "found_files": ["lib/menu.ts", "src/plot/legend.ts"]}))
        .collect();
    let file = study.write("loc_outputs.jsonl", lines(&runs));
    study.ok(&["import", &file, "--run", "guess"]);
    study
}

#[test]
fn words_of_gold_and_of_suspects_are_told_apart() {
    let study = seen();
    let out: Value = serde_json::from_str(&study.ok(&["see", "--hints", "--json"])).unwrap();
    assert_eq!((&out["exhibits"], &out["name_gold"]), (&json!(3), &json!(1)), "{out}");
    assert_eq!(
        (&out["name_suspects_alone"], &out["name_either"]),
        (&json!(1), &json!(2))
    );
    let hints = out["hints"].as_array().unwrap();
    // `src` and `ts` say nothing; `legend` is gold, though the run suspects it as well.
    assert_eq!(
        (&hints[0]["gold"], &hints[0]["suspects"]),
        (&json!(["legend"]), &json!([]))
    );
    assert_eq!(
        (&hints[1]["gold"], &hints[1]["suspects"]),
        (&json!([]), &json!(["menu"]))
    );
    let told = study.ok(&["see", "--hints"]);
    clean("hints", &told);
    assert!(
        told.ends_with("1 of 3 exhibits name gold; 1 a suspect that gold does not have (top 10 of 1 run); 2 either\n"),
        "{told}"
    );
    // The repository is not here: rare words are not looked for, and that is said.
    let told = study.ok(&["see", "--hints", "--rare"]);
    assert!(
        told.contains("0 of 3 exhibits have a word of at most 10 files") && told.contains("o/r"),
        "{told}"
    );
}

#[test]
fn a_blind_round_keeps_hints_and_what_people_said() {
    let study = seen();
    let toml = study.read("casefile.toml");
    study.lay("casefile.toml", toml.replace("blind = false", "blind = true"));
    let why = study.fails(2, &["see", "--hints"]);
    assert!(
        why.contains("hidden in this blind round") && !why.contains("legend"),
        "{why}"
    );
    assert!(study.ok(&["see", "--hints", "--reveal"]).contains("legend"));
    let told = study.ok(&["see", "--report"]);
    assert!(
        told.ends_with("what people said is not read: the round is blind and not closed\n"),
        "{told}"
    );
}

#[test]
fn a_report_tells_cost_doubt_and_judgements() {
    let study = seen();
    let model = |case: &str, text: &str, confidence: f64, fault: Option<&str>| {
        let mut out = json!({"v": 1, "case": case, "exhibit": format!("https://h/{case}.png"), "producer": "eye",
            "ocr_text": text, "confidence": confidence, "usage": {"prompt_tokens": 1000, "completion_tokens": 50},
            "took_ms": 2000});
        if let Some(fault) = fault {
            out["fault"] = fault.into();
            out["ocr_text"] = Value::Null;
            out["confidence"] = Value::Null;
        }
        out
    };
    let file = study.write(
        "eye.jsonl",
        lines(&[
            // Stands in what Tesseract read; is made up; is unsure as well.
            model("c-0", "renderer/legend.ts", 0.9, None),
            model("c-1", "a completely different sentence", 0.8, None),
            model("c-2", "nothing", 0.1, None),
            model("c-3", "", 0.0, Some("the reply was cut off")),
        ]),
    );
    study.ok(&["import", &file]);
    let out: Value = serde_json::from_str(&study.ok(&["see", "--report", "--json"])).unwrap();
    let eye = &out["producers"][0];
    assert_eq!(
        (&eye["producer"], &eye["exhibits"]),
        (&json!("eye"), &json!(3)),
        "{out}"
    );
    assert_eq!(eye["faults"], json!({"the reply was cut off": 1}));
    assert_eq!(
        (&eye["prompt_tokens"], &eye["completion_tokens"]),
        (&json!(4000), &json!(200))
    );
    assert_eq!((&eye["median_ms"], &eye["longest_ms"]), (&json!(2000), &json!(2000)));
    // (0.9 + 0.8 + 0.1) / 3.
    assert!((eye["confidence"].as_f64().unwrap() - 0.6).abs() < 1e-9);
    assert_eq!((&eye["doubtful"], &eye["in_no_other_reading"]), (&json!(2), &json!(1)));
    let tess = &out["producers"][1];
    assert_eq!(
        (&tess["exhibits"], &tess["faults"]),
        (&json!(3), &json!({"tesseract ended with 1": 1}))
    );
    // Nobody said anything yet; then a person accepts the text of c-0 and rejects the first part of c-1.
    assert!(eye["said"].as_object().unwrap().is_empty(), "{out}");
    for keys in ["enter C a", "enter n C x"] {
        study.ok(&["play", keys, "--as", "mara"]);
    }
    let out: Value = serde_json::from_str(&study.ok(&["see", "--report", "--json"])).unwrap();
    assert_eq!(
        out["producers"][0]["said"],
        json!({"ocr_text": {"accepted": 1, "corrected": 0, "rejected": 1}})
    );
    let told = study.ok(&["see", "--report"]);
    clean("report", &told);
    assert!(
        told.contains("4000/200") && told.contains("eye: 1 × the reply was cut off"),
        "{told}"
    );
}
