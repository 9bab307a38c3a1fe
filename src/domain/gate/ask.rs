//! What a model is asked at each stage of the gate: prompt, shape of the answer, and what its input was.

use serde_json::{Value, json};

use super::Stage;
use crate::base::num::hex;
use crate::domain::case::{CATEGORIES, Case};
use crate::domain::diff;
use crate::domain::seen::cut;
use crate::domain::seen::prompt::{Prompt, canonical, digest, fill, marks};

/// Characters of a fix that a prompt holds unless told otherwise.
pub const FIX: usize = 6000;

/// The texts prompts are made of. `{title}`, `{body}`, and in C `{files}` and `{fix}` are filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Rules that hold at every stage.
    pub system: String,
    /// What is asked at each stage, A to D.
    pub stages: [String; 4],
}

/// How much of an issue and its fix a prompt holds, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Of the body.
    pub body: usize,
    /// Of the fix.
    pub fix: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self {
            body: crate::domain::seen::prompt::BODY,
            fix: FIX,
        }
    }
}

impl Default for Template {
    /// The one that comes with casefile.
    fn default() -> Self {
        let text = |t: &str| t.trim_end().to_owned();
        Self {
            system: text(include_str!("../../../assets/prompts/gate-system.txt")),
            stages: [
                text(include_str!("../../../assets/prompts/gate-a.txt")),
                text(include_str!("../../../assets/prompts/gate-b.txt")),
                text(include_str!("../../../assets/prompts/gate-c.txt")),
                text(include_str!("../../../assets/prompts/gate-d.txt")),
            ],
        }
    }
}

impl Template {
    /// What is asked at a stage, before anything is filled in.
    fn text(&self, stage: Stage) -> &str {
        self.stages.get(stage as usize).map_or("", String::as_str)
    }

    /// First 12 hex digits of the SHA-256 of the texts of a stage and of its [`schema`]: changes with every change of
    /// either. A record keeps it as `prompt_sha`.
    pub fn version(&self, stage: Stage) -> String {
        let schema = canonical(&schema(stage));
        hex(digest(&[&self.system, self.text(stage), &schema]).iter().take(6))
    }

    /// The prompt of a stage about a picture of `case`, ready but for the picture. Nothing of what other stages answered is in
    /// it. The names of the files that the fix changes are always whole; body and fix are cut, and it says so.
    pub fn prompt(&self, stage: Stage, case: &Case, room: Room) -> Prompt {
        let (body, left_out) = short(&case.body, room.body);
        let (fix, _) = short(case.patch.as_deref().unwrap_or_default(), room.fix);
        let values = [
            ("title", case.title.trim()),
            ("body", body.as_str()),
            ("files", &files(case).join("\n")),
            ("fix", fix.as_str()),
        ];
        Prompt {
            // The rules speak of the marks.
            system: marks(&self.system, self.text(stage), &values),
            user: fill(self.text(stage), &values),
            version: self.version(stage),
            left_out,
            name: name(stage),
            schema: schema(stage),
        }
    }
}

/// A text that is cut after `most` characters and says how many are missing.
fn short(text: &str, most: usize) -> (String, usize) {
    let (head, left_out) = cut::chars(text.trim(), most);
    let text = match left_out {
        0 => head.to_owned(),
        n => format!("{head}\n[{n} more characters left out]"),
    };
    (text, left_out)
}

/// Files that the fix changes, by gold and by the diff, each once.
fn files(case: &Case) -> Vec<String> {
    let mut out: Vec<String> = case.gold.files.iter().map(ToString::to_string).collect();
    for file in diff::read(case.patch.as_deref().unwrap_or_default()) {
        if let Some(path) = file.new.or(file.old).map(|p| p.to_string())
            && !out.contains(&path)
        {
            out.push(path);
        }
    }
    out
}

/// SHA-256, 64 hex digits, of what a stage is asked about: title, body, the picture's own hash, and in C the fix.
pub fn input_sha(stage: Stage, case: &Case, image_sha: &str) -> String {
    let fix = match stage {
        Stage::C => case.patch.as_deref().unwrap_or_default(),
        _ => "",
    };
    hex(&digest(&[case.title.trim(), case.body.trim(), image_sha, fix]))
}

/// Name of the schema in a request.
fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::A => "relevance",
        Stage::B => "category",
        Stage::C => "plausible",
        Stage::D => "relevance_and_category",
    }
}

/// Keys of the answer that decide, `reason` aside.
pub fn keys(stage: Stage) -> &'static [&'static str] {
    match stage {
        Stage::A => &["relevance"],
        Stage::B => &["category", "confidence"],
        Stage::C => &["plausible"],
        Stage::D => &["relevance", "category"],
    }
}

/// JSON Schema of the answer at a stage, as endpoints with strict structured output take it.
pub fn schema(stage: Stage) -> Value {
    let mut properties = serde_json::Map::new();
    for key in keys(stage) {
        let kind = match *key {
            "relevance" => json!({"type": "integer", "enum": [-1, 0, 1, 2]}),
            "category" => json!({"type": "string", "enum": CATEGORIES}),
            "confidence" => json!({"type": "number"}),
            _ => json!({"type": "boolean"}),
        };
        properties.insert((*key).to_owned(), kind);
    }
    properties.insert("reason".to_owned(), json!({"type": "string"}));
    let required: Vec<String> = properties.keys().cloned().collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}
