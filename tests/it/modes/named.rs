//! What the runs of a file with a column `mode` are called, and whose they are.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::back::scored;
use super::{SLUGS, laid, lines};
use crate::support::Home;

/// A file with an answer to every case of the sample in each of these modes.
fn file(home: &Home, ws: &Path, name: &str, modes: &[&str]) -> String {
    let path = home.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let cases = lines(&ws.join("cases.jsonl"));
    let rows = modes.iter().flat_map(|mode| {
        let row = |case: &Value| {
            let reply = json!({"file_level": ["web/src/TideChart.tsx"]}).to_string();
            format!("{}\n", json!({"instance_id": case["id"], "mode": mode, "reply": reply}))
        };
        cases.iter().map(row).collect::<Vec<_>>()
    });
    fs::write(&path, rows.collect::<String>()).unwrap();
    path.display().to_string()
}

fn import(home: &Home, ws: &Path, more: &[&str]) -> String {
    home.ok(&[&["import", "-w", ws.to_str().unwrap()], more].concat())
}

/// Names of the runs of a system with their modes.
fn of(home: &Home, ws: &Path, system: &str) -> Vec<(String, String)> {
    let all = scored(home, ws).into_iter().filter(|(_, s, _)| s == system);
    all.map(|(run, _, mode)| (run, mode)).collect()
}

/// The rows of the table of modes: a system with the names of its runs.
fn grid(home: &Home, ws: &Path) -> Vec<(String, Vec<Value>)> {
    let text = home.ok(&["compare", "-w", ws.to_str().unwrap(), "--level", "file", "--json"]);
    let all: Value = serde_json::from_str(&text).unwrap();
    let rows = all["systems"].as_array().unwrap().iter().map(|s| {
        let runs = s["runs"].as_array().unwrap();
        (s["system"].as_str().unwrap().to_owned(), runs.clone())
    });
    rows.collect()
}

/// The table without what the sample brings along.
fn new(home: &Home, ws: &Path, old: &[(String, Vec<Value>)]) -> Vec<(String, Vec<Value>)> {
    grid(home, ws).into_iter().filter(|row| !old.contains(row)).collect()
}

#[test]
fn systems_with_a_mode_each_are_not_thrown_together() {
    let home = Home::new();
    let ws = laid(&home);
    let old = grid(&home, &ws);
    // One mode each: two systems, of which neither has two modes to set side by side.
    let (one, two) = (
        file(&home, &ws, "left.jsonl", &["vce"]),
        file(&home, &ws, "right.jsonl", &["text-only"]),
    );
    import(&home, &ws, &[&one, &two]);
    assert_eq!(of(&home, &ws, "left"), [("left".to_owned(), "VCE".to_owned())]);
    assert_eq!(of(&home, &ws, "right"), [("right".to_owned(), "text-only".to_owned())]);
    assert_eq!(new(&home, &ws, &old), [], "no row of two systems");
    // A further file each, and each has a row of its own.
    let (one, two) = (
        file(&home, &ws, "left-vce-image.jsonl", &["vce+image"]),
        file(&home, &ws, "right_with-image.jsonl", &["with-image"]),
    );
    import(&home, &ws, &[&one, &two]);
    let want = [
        (
            "left",
            [json!(null), json!(null), json!("left"), json!("left-vce-image")],
        ),
        (
            "right",
            [json!("right"), json!("right_with-image"), json!(null), json!(null)],
        ),
    ];
    let got = new(&home, &ws, &old);
    assert_eq!(got, want.map(|(system, runs)| (system.to_owned(), runs.to_vec())));
}

#[test]
fn the_name_that_a_person_gives_is_the_system() {
    let home = Home::new();
    let ws = laid(&home);
    let some = file(&home, &ws, "some-vce.jsonl", &["vce"]);
    import(&home, &ws, &["--run", "gpt", &some]);
    assert_eq!(of(&home, &ws, "gpt"), [("gpt".to_owned(), "VCE".to_owned())]);
    import(&home, &ws, &["--run", "llama-vce", &some]);
    assert_eq!(of(&home, &ws, "llama"), [("llama-vce".to_owned(), "VCE".to_owned())]);
    // What a person wrote into run.toml goes before what is guessed.
    let toml = ws.join("runs/gpt/run.toml");
    let text = fs::read_to_string(&toml)
        .unwrap()
        .replace("\"gpt\"", "\"GPT, own prompt\"");
    fs::write(&toml, text).unwrap();
    import(&home, &ws, &["--run", "gpt", &some]);
    assert_eq!(of(&home, &ws, "GPT, own prompt").len(), 1);
}

#[test]
fn a_file_of_all_modes_is_named_by_itself_and_not_by_its_folder() {
    let home = Home::new();
    let ws = laid(&home);
    let all = file(&home, &ws, "folder/all.jsonl", &SLUGS.map(|(_, word)| word));
    import(&home, &ws, &[&all]);
    let want = [
        ("all", "text-only"),
        ("all-VCE", "VCE"),
        ("all-VCE+image", "VCE+image"),
        ("all-with-image", "with-image"),
    ];
    let want = want.map(|(run, mode)| (run.to_owned(), mode.to_owned()));
    assert_eq!(of(&home, &ws, "all"), want);
    // Without modes the folder is what tells one run from another.
    let path = home.path().join("other/all.jsonl");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(
        &path,
        "{\"instance_id\": \"harbour__tidewatch-118\", \"file_level\": [\"x.ts\"]}\n",
    )
    .unwrap();
    import(&home, &ws, &[path.to_str().unwrap()]);
    assert!(ws.join("runs/other/run.toml").is_file());
}

#[test]
fn what_is_no_mode_is_told_with_the_modes_there_are() {
    let home = Home::new();
    let ws = laid(&home);
    let path = file(&home, &ws, "odd.jsonl", &["bogus-mode\u{1b}[2J"]);
    let told = import(&home, &ws, &[&path]);
    assert!(told.contains("'bogus-mode␛[2J' is no input mode"), "{told}");
    assert!(told.contains("text-only, with-image, VCE, VCE+image"), "{told}");
    let runs: Vec<_> = scored(&home, &ws)
        .into_iter()
        .filter(|(run, ..)| run.starts_with("odd"))
        .collect();
    assert_eq!(runs, [("odd".to_owned(), String::new(), String::new())]);
}
