//! What people say about the gate, what the gate says beside people, and the labels that come of it.

use serde_json::{Value, json};

use super::{UI, gate, of, study};
use crate::study::{Study, lines, row};

/// The exhibit of a case: its id is the first 12 hex digits of the SHA-256 of its address.
pub(super) fn exhibit(study: &Study, case: &str) -> String {
    let mut cases = study.read("cases.jsonl");
    cases.retain(|c| c != '\r');
    let all = cases.lines().map(|l| serde_json::from_str::<Value>(l).unwrap());
    let found = all.into_iter().find(|c| c["id"] == case).unwrap();
    found["exhibits"][0]["id"].as_str().unwrap().to_owned()
}

/// The journal of one person about exhibits: case, question, answer.
pub(super) fn says(study: &Study, by: &str, said: &[(&str, &str, Value)]) {
    let entries: Vec<Value> = (1..)
        .zip(said)
        .map(|(seq, (case, question, value))| {
            let subject = json!({"kind": "exhibit", "case": case, "exhibit": exhibit(study, case)});
            json!({
                "v": 1, "seq": seq, "prev": "", "writer": format!("{by}.1"), "at": "2026-03-01T10:00:00Z", "by": by,
                "subject": subject, "question": question, "value": value, "form_hash": "",
            })
        })
        .collect();
    study.lay(&format!("journal/{by}/{by}.1-0001.jsonl"), lines(&entries));
}

#[test]
fn people_go_before_the_log_and_are_compared_with_it() {
    let study = study();
    let said = [
        ("all-pass", "gate/C", json!("fail")),
        ("fix-elsewhere", "gate/C", json!("pass")),
        ("fix-maybe", "gate/C", json!("fail")),
        ("vital", "gate/C", json!("pass")),
        ("at-the-limit", "gate/D", json!("pass")),
        (
            "eighth",
            "gate/B",
            json!({"verdict": "pass", "category": "rendering_result"}),
        ),
    ];
    says(&study, "ann", &said);
    let report = gate(&study, &[]);
    assert_eq!(of(&report, "all-pass"), "ppfs");
    assert_eq!(of(&report, "fix-elsewhere"), "ppp?");
    assert_eq!(of(&report, "eighth"), "pp??");
    assert_eq!(report["overridden"], 6);
    // C: the log says pass, fail, fail, pass where ann says fail, pass, fail, pass: 2 of 4, and chance alone gives 1/2.
    let c = &report["people"][1];
    assert_eq!(
        (&c["stage"], &c["both"], &c["agreed"]),
        (&json!("C"), &json!(4), &json!(2))
    );
    assert!(c["kappa"].as_f64().unwrap().abs() < 1e-12, "{c}");
    let b = &report["people"][0];
    assert_eq!(
        (&b["stage"], &b["both"], &b["agreed"]),
        (&json!("B"), &json!(1), &json!(0))
    );
    // Of one image on which they differ: no agreement, and none expected by chance. Of one on which they agree, chance
    // alone agrees as well, so there is no kappa.
    assert_eq!(b["kappa"], json!(0.0), "{b}");
    let d = &report["people"][2];
    assert_eq!(
        (&d["stage"], &d["both"], &d["agreed"]),
        (&json!("D"), &json!(1), &json!(1))
    );
    assert!(d["kappa"]["undefined"].is_string(), "{d}");
    let text = study.ok(&["gate"]);
    assert!(
        text.contains("C by the log and by ann: agreed 2 of 4, κ 0.000"),
        "{text}"
    );
    assert!(
        text.contains("D by the log and by ann: agreed 1 of 1, κ undefined ("),
        "{text}"
    );
    // While the round is secret nobody's word is read.
    study.lay("casefile.toml", "version = 1\nblind = true\n");
    let report = gate(&study, &[]);
    assert_eq!(
        (of(&report, "all-pass"), &report["people_read"]),
        ("pppp".to_owned(), &json!(false))
    );
    assert!(study.ok(&["gate"]).contains("what people said is not read"));
}

#[test]
fn the_gate_counts_as_a_rater() {
    let study = study();
    // The gate gives these +1, +2, 0, -1.
    let said: Vec<(&str, &str, Value)> = ["all-pass", "vital", "neutral", "harmful"]
        .into_iter()
        .zip([1, 2, 0, 1])
        .map(|(case, r)| (case, "relevance", json!(r)))
        .collect();
    says(&study, "ann", &said);
    let of = |args: &[&str]| -> Value { serde_json::from_str(&study.ok(args)).unwrap() };
    let alone = of(&["agree", "--json"]);
    assert_eq!(alone["questions"][0]["raters"], json!(["ann"]));
    let both = of(&["agree", "--gate", "--json"]);
    let find = |question: &str| {
        let all = both["questions"].as_array().unwrap();
        all.iter().find(|q| q["question"] == question).unwrap().clone()
    };
    let relevance = find("relevance");
    assert_eq!(relevance["raters"], json!(["ann", "gate"]));
    assert_eq!(
        (&relevance["pairable"], &relevance["percent"]),
        (&json!(4), &json!(0.75))
    );
    assert_eq!(find("category")["raters"], json!(["gate"]));
}

fn exported(study: &Study, more: &[&str]) -> Vec<Value> {
    let args = [&["export", "--what", "cases", "--out", "-"], more].concat();
    let text = study.ok(&args);
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

#[test]
fn what_passes_is_labelled_by_ai_where_nobody_else_did() {
    let study = study();
    // One was labelled by a person, one by the data.
    says(
        &study,
        "ann",
        &[
            ("vital", "relevance", json!(0)),
            ("vital", "category", json!("log_output")),
        ],
    );
    let mut cases = study.read("cases.jsonl");
    let before = cases.clone();
    let at = cases.find("\"id\":\"fenced\"").unwrap();
    // The first labels of a case are those of its exhibit.
    let field = "\"labels\":{";
    let labels = at + cases[at..].find(field).unwrap() + field.len();
    cases.insert_str(labels, "\"relevance\":2");
    study.lay("cases.jsonl", &cases);
    let rows = exported(&study, &[]);
    let of = |case: &str| rows.iter().find(|r| r["instance_id"] == case).unwrap().clone();
    let three = |row: &Value| ["category", "relevance", "annotation_by"].map(|k| row[k].clone());
    let all = of("all-pass");
    assert_eq!(three(&all), [json!(UI), json!(1), json!("ai")]);
    assert_eq!(
        all["casefile"]["agreed"]["relevance"],
        json!({"value": 1, "source": "gate", "flagged": false})
    );
    let shown = &all["casefile"]["exhibits"][0];
    assert_eq!(
        shown["labels"],
        json!({"category": UI, "relevance": 1, "annotation_by": "ai"})
    );
    let told = &all["casefile"]["gate"][shown["id"].as_str().unwrap()];
    assert_eq!(told, &json!({"source": "gate", "flagged": false, "labels": {}}));
    let flagged = of("flagged");
    let id = flagged["casefile"]["exhibits"][0]["id"].as_str().unwrap();
    assert_eq!(flagged["casefile"]["gate"][id]["flagged"], true);
    // What failed has no label; what people said, and what came with the data, stands.
    assert_eq!(three(&of("neutral")), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(three(&of("vital")), [json!("log_output"), json!(0), json!("human")]);
    assert_eq!(of("vital")["casefile"].get("gate"), None);
    let fenced = of("fenced");
    assert_eq!(fenced["casefile"].get("gate"), None);
    assert_eq!(fenced["casefile"]["exhibits"][0]["labels"], json!({"relevance": 2}));
    // Raw: nothing of it.
    for row in exported(&study, &["--raw"]) {
        assert_ne!(row["annotation_by"], "ai");
        assert_eq!(row["casefile"].get("gate"), None);
    }
    // What comes back is what was there: the gate's labels follow from its log.
    study.lay("cases.jsonl", &before);
    let file = study.write("export.jsonl", study.ok(&["export", "--what", "cases", "--out", "-"]));
    let other = Study::new();
    other.ok(&["import", &file]);
    assert_eq!(other.read("cases.jsonl"), before);
}

#[test]
fn a_case_takes_the_labels_of_its_most_relevant_image() {
    let mut two = row("c-1");
    let urls = ["https://h/a.png", "https://h/b.png"];
    two["problem_statement"] = format!("T\n![a]({}) ![b]({})", urls[0], urls[1]).into();
    two["image_assets"] = json!({"problem_statement": urls}).to_string().into();
    let study = Study::with(&[two]);
    let mut rows = Vec::new();
    for (url, relevance, category) in [(urls[0], 1, UI), (urls[1], 2, "log_output")] {
        for (stage, reply) in [
            ("A", json!({"relevance": relevance})),
            ("B", json!({"category": category, "confidence": 0.9})),
            ("C", json!({"plausible": true})),
            ("D", json!({"relevance": relevance, "category": category})),
        ] {
            let model = if stage == "D" { "two" } else { "one" };
            rows.push(json!({"case": "c-1", "url": url, "stage": stage, "model": model, "reply": reply}));
        }
    }
    let file = study.write("r.jsonl", lines(&rows));
    study.ok(&["gate", "--replies", &file]);
    let row = exported(&study, &[]).remove(0);
    assert_eq!((&row["category"], &row["relevance"]), (&json!("log_output"), &json!(2)));
}

/// An image of each of two cases passes; a person looked at the second one, which has another image besides.
#[test]
fn who_looked_at_one_image_of_a_case_is_not_overruled_by_the_gate() {
    let study = Study::new();
    let case = |id: &str, images: &[&str]| {
        let exhibits: Vec<Value> = images
            .iter()
            .map(|x| json!({"id": x, "source": format!("https://h/{x}.png")}))
            .collect();
        json!({"v": 1, "id": id, "title": "t", "exhibits": exhibits})
    };
    study.lay("cases.jsonl", lines(&[case("one", &["a"]), case("two", &["b", "c"])]));
    let mut log = Vec::new();
    for (id, exhibit) in [("one", "a"), ("two", "b")] {
        for (stage, model, output) in [
            ("A", "m", json!({"relevance": 2})),
            ("B", "m", json!({"category": UI, "confidence": 0.9})),
            ("C", "m", json!({"plausible": true})),
            ("D", "n", json!({"relevance": 2, "category": UI})),
        ] {
            log.push(
                json!({"v": 1, "case": id, "exhibit": exhibit, "stage": stage, "model": model, "output": output,
                "verdict": "pass"}),
            );
        }
    }
    study.lay("gate.jsonl", lines(&log));
    let labels = |study: &Study| -> Vec<[Value; 3]> {
        let of = |row: &Value| ["category", "relevance", "annotation_by"].map(|k| row[k].clone());
        exported(study, &[]).iter().map(of).collect()
    };
    let ai = [json!(UI), json!(2), json!("ai")];
    assert_eq!(labels(&study), [ai.clone(), ai.clone()]);
    // The image that passes, in the eyes of a person.
    says(&study, "ann", &[("two", "relevance", json!(0))]);
    let got = labels(&study);
    assert_eq!(got[0], ai);
    assert!(got[1][0].is_null() && got[1][2] != "ai", "{got:?}");
}
