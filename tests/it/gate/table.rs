//! Replies for each way to pass and to fail, with the verdicts worked out by hand.

use serde_json::{Value, json};

use super::UI;

/// One image: its name, the replies about it in order of the stages, the verdicts (pass, fail, error, skipped, ? for what
/// is to be asked), and a word of the reason at the stage that decided.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) replies: Vec<Value>,
    pub(super) want: &'static str,
    pub(super) why: &'static str,
}

fn a(relevance: impl Into<Value>) -> Value {
    json!({"reply": {"relevance": relevance.into(), "reason": "seen"}})
}

fn b(category: &str, confidence: impl Into<Value>) -> Value {
    json!({"reply": {"category": category, "confidence": confidence.into(), "reason": "seen"}})
}

fn c(plausible: impl Into<Value>) -> Value {
    json!({"reply": {"plausible": plausible.into(), "reason": "seen"}})
}

fn d(relevance: i8, category: &str) -> Value {
    json!({"reply": {"relevance": relevance, "category": category, "reason": "seen"}})
}

fn text(reply: &str) -> Value {
    json!({"reply": reply})
}

fn make(name: &'static str, replies: Vec<Value>, want: &'static str, why: &'static str) -> Row {
    Row {
        name,
        replies,
        want,
        why,
    }
}

/// Worked out by hand from the paper's four rules: A admits +1 and +2; B needs one of seven categories with .6 or more; C
/// is yes or no; D is another model, at most one apart from A and of the same category.
pub(super) fn table() -> Vec<Row> {
    let upto = |n: usize, last: Value| {
        let mut all: Vec<Value> = [a(1), b(UI, 0.8), c(true)].into_iter().take(n).collect();
        all.push(last);
        all
    };
    vec![
        make("all-pass", upto(3, d(1, UI)), "pppp", "+1 against +1"),
        make(
            "vital",
            vec![a("+2"), b("UI Screenshot", "0.9"), c("yes"), d(1, UI)],
            "pppp",
            "+1 against +2",
        ),
        make("flagged", upto(3, d(0, UI)), "pppp", "0 against +1"),
        make(
            "at-the-limit",
            vec![a(1), b(UI, 0.6), c(true), d(2, UI)],
            "pppp",
            "+2 against +1",
        ),
        make(
            "fenced",
            vec![text("```json\n{\"relevance\": 1}\n```"), b(UI, 0.8), c(true), d(1, UI)],
            "pppp",
            "against",
        ),
        make("neutral", vec![a(0)], "fsss", "relevance 0"),
        make("harmful", vec![a(-1)], "fsss", "relevance -1"),
        make("one-and-a-half", vec![a(1.5)], "esss", "1.5 is none of"),
        make(
            "four-words",
            vec![text("It is certainly helpful.")],
            "esss",
            "no JSON in the reply: 'It is certainly",
        ),
        make(
            "cut-off",
            vec![json!({"reply": "{\"relevance\": 2, \"reason\": \"whole all the same\"}", "finish_reason": "length"})],
            "esss",
            "cut off",
        ),
        make(
            "ends-inside",
            vec![text("{\"relevance\": 1, \"reason\": \"the bu")],
            "esss",
            "ends inside its JSON",
        ),
        make("empty", vec![text("")], "esss", "the reply is empty"),
        make("below", upto(1, b(UI, 0.59)), "pfss", "0.59 < 0.60"),
        make(
            "eighth",
            upto(1, b("diagram", 0.95)),
            "pfss",
            "'diagram' is none of the seven",
        ),
        make(
            "no-confidence",
            upto(1, json!({"reply": {"category": UI}})),
            "pess",
            "no 'confidence'",
        ),
        make("seventy", upto(1, b(UI, 70)), "pess", "70 is not within 0 and 1"),
        make("fix-elsewhere", upto(2, c(false)), "ppfs", "plausible: no"),
        make("fix-maybe", upto(2, c("maybe")), "ppfs", "plausible: maybe"),
        make(
            "fix-unsaid",
            upto(2, json!({"reply": {"reason": "hm"}})),
            "ppes",
            "no 'plausible'",
        ),
        make(
            "two-apart",
            vec![a(2), b(UI, 0.8), c(true), d(0, UI)],
            "pppf",
            "0 against +2",
        ),
        make(
            "other-category",
            upto(3, d(1, "log_output")),
            "pppf",
            "'log_output' against ui_screenshot",
        ),
        make(
            "same-model",
            upto(3, json!({"model": "one", "reply": {"relevance": 1, "category": UI}})),
            "pppe",
            "D asks for a second model",
        ),
        make("second-broken", upto(3, text("<html>busy</html>")), "pppe", "no JSON"),
        make("half-way", upto(1, b(UI, 0.8)), "pp??", "0.80 ≥ 0.60"),
        // All were asked, though A does not pass: another limit finds the answers.
        make(
            "asked-anyway",
            vec![a(0), b(UI, 0.8), c(true), d(1, UI)],
            "fsss",
            "relevance 0",
        ),
    ]
}

/// Names of an exhibit in turn: address, place, file name, and nothing where there is only one.
fn name_exhibit(row: &mut Value, case: &str, n: usize) {
    match n % 4 {
        0 => row["exhibit"] = format!("https://h/{case}.png").into(),
        1 => row["index"] = 1.into(),
        2 => row["file"] = format!("shots/{case}.png").into(),
        _ => {}
    }
}

pub(super) fn replies() -> Vec<Value> {
    let mut out = Vec::new();
    for (n, row) in table().into_iter().enumerate() {
        for (reply, stage) in row.replies.into_iter().zip(["A", "B", "C", "D"]) {
            let mut line = json!({"instance_id": row.name, "stage": stage,
                "model": if stage == "D" { "two" } else { "one" },
                "usage": {"prompt_tokens": 100, "completion_tokens": 10}});
            for (key, value) in reply.as_object().unwrap() {
                line[key] = value.clone();
            }
            name_exhibit(&mut line, row.name, n + out.len());
            out.push(line);
        }
    }
    out
}
