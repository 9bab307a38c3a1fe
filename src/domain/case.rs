//! The case record: one issue with all that belongs to it. Version 1 of `cases.jsonl`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::base::path::RepoPath;

/// Version of the case record that this build writes.
pub const VERSION: u32 = 1;

/// Categories of images in the spelling of MM-IssueLoc.
pub const CATEGORIES: [&str; 7] = [
    "ui_screenshot",
    "behavior_demo",
    "error_message",
    "rendering_result",
    "code_screenshot",
    "data_visualization",
    "log_output",
];

/// One issue with its text, exhibits, gold and labels. Unknown fields are kept in `rest`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Version of the record.
    pub v: u32,
    /// Identifier, unique in a workspace.
    pub id: String,
    /// Benchmark the case came from.
    #[serde(default)]
    pub benchmark: String,
    /// `OWNER/NAME`.
    #[serde(default)]
    pub repo: String,
    /// Commit before the fix, 40 hex digits; empty when the benchmark has no base repository.
    #[serde(default)]
    pub base_commit: String,
    /// Main language of the repository, as a person writes it; empty when unknown.
    #[serde(default)]
    pub language: String,
    /// Title of the issue.
    pub title: String,
    /// Body of the issue in GitHub's Markdown.
    #[serde(default)]
    pub body: String,
    /// Comments, oldest first.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// Images of the case in order of first appearance.
    #[serde(default)]
    pub exhibits: Vec<Exhibit>,
    /// The fix, a unified diff without the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// What the fix touched.
    #[serde(default)]
    pub gold: Gold,
    /// Labels that came with the data.
    #[serde(default)]
    pub labels: Labels,
    /// When the issue was opened, as the data has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// Fields of the imported row that have no place of their own.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Fields of a later version of this record.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// One comment of an issue.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Comment {
    /// Who wrote it; empty when unknown.
    #[serde(default)]
    pub by: String,
    /// When, as the data has it.
    #[serde(default)]
    pub at: String,
    /// Text in GitHub's Markdown.
    pub body: String,
}

/// Where in the case an exhibit stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the body.
    Body,
    /// In a comment.
    Comment,
    /// Listed by the data but not found in the text.
    #[default]
    Attached,
}

/// One image of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exhibit {
    /// First 12 hex digits of the SHA-256 of `source`; stays the same whether or not the image could be had.
    pub id: String,
    /// URL or path by which the text names it.
    pub source: String,
    /// Alternative text.
    #[serde(default)]
    pub alt: String,
    /// Where it stands first.
    #[serde(default)]
    pub place: Place,
    /// The stored image; `None` when there is none.
    pub image: Option<StoredImage>,
    /// Why there is no image, or why it cannot be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Labels of this exhibit that came with the data.
    #[serde(default)]
    pub labels: Labels,
}

/// An image in `exhibits/`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredImage {
    /// SHA-256 of the bytes, 64 hex digits.
    pub sha256: String,
    /// Format by content: `png`, `jpeg`, `gif`, `webp`, `bmp`, `tiff`, or `bin` when it is none of them.
    pub format: String,
    /// Width in pixels after orientation; 0 when unknown.
    pub width: u32,
    /// Height in pixels after orientation; 0 when unknown.
    pub height: u32,
    /// Number of frames; 1 for a still image, 0 for an animation of unknown length.
    #[serde(default = "one")]
    pub frames: u32,
    /// Size of the file in bytes.
    #[serde(default)]
    pub bytes: u64,
}

fn one() -> u32 {
    1
}

impl StoredImage {
    /// Path under the workspace.
    pub fn file(&self) -> String {
        let dir: String = self.sha256.chars().take(2).collect();
        format!("exhibits/{dir}/{}.{}", self.sha256, self.format)
    }

    /// Whether there is more than one frame.
    pub fn animated(&self) -> bool {
        self.frames != 1
    }
}

/// Where gold came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Published with the dataset, or the files of its patch.
    #[default]
    Dataset,
    /// Computed by casefile from patch and repository.
    Computed,
}

/// Files and functions that the real fix touched.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gold {
    /// Edited files in order of the patch.
    #[serde(default)]
    pub files: Vec<RepoPath>,
    /// Edited functions as `path:Class.method`; `None` means that there is no function gold, which is not the same as empty.
    #[serde(default)]
    pub functions: Option<Vec<String>>,
    /// Where it came from.
    #[serde(default)]
    pub origin: Origin,
    /// What the dataset published, where computed gold was put in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// Gold as a dataset published it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Published {
    /// Edited files.
    pub files: Vec<RepoPath>,
    /// Edited functions.
    pub functions: Option<Vec<String>>,
}

/// Labels that came with the data.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Labels {
    /// Image category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// −1 harmful, 0 neutral, 1 helpful, 2 vital.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relevance: Option<i8>,
    /// easy, medium or hard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// `human` or `ai`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation_by: Option<String>,
}

/// Difficulty from the number of changed files: easy 1, medium 2–3, hard 4 or more; `None` for 0.
///
/// Source: MM-IssueLoc, which prints "hard > 4" and leaves 4 unassigned; 4 counts as hard here.
pub fn difficulty(files: usize) -> Option<&'static str> {
    match files {
        0 => None,
        1 => Some("easy"),
        2 | 3 => Some("medium"),
        _ => Some("hard"),
    }
}

impl Case {
    /// Difficulty by the data, else from the number of gold files.
    pub fn difficulty(&self) -> Option<&str> {
        self.labels
            .difficulty
            .as_deref()
            .or_else(|| difficulty(self.gold.files.len()))
    }

    /// First 12 hex digits of the SHA-256 of what an annotator judges: title, body, comments and which images there are.
    /// Gold, labels and fields of other tools do not count.
    pub fn print(&self) -> String {
        let mut sum = Sha256::new();
        let mut add = |text: &str| {
            sum.update((text.len() as u64).to_le_bytes());
            sum.update(text.as_bytes());
        };
        add(&self.title);
        add(&self.body);
        for comment in &self.comments {
            add(&comment.body);
        }
        for exhibit in &self.exhibits {
            add(&exhibit.source);
            add(exhibit.image.as_ref().map_or("", |i| &i.sha256));
        }
        crate::base::num::hex(sum.finalize().iter().take(6))
    }

    /// The exhibit with this id and its index.
    pub fn exhibit(&self, id: &str) -> Option<(usize, &Exhibit)> {
        self.exhibits.iter().enumerate().find(|(_, e)| e.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_files_are_hard() {
        let got: Vec<_> = (0..=5).map(difficulty).collect();
        assert_eq!(
            got,
            [
                None,
                Some("easy"),
                Some("medium"),
                Some("medium"),
                Some("hard"),
                Some("hard")
            ]
        );
    }

    #[test]
    fn unknown_fields_come_back() {
        let line = r#"{"v":1,"id":"a","title":"t","exhibits":[],"novel":{"x":1}}"#;
        let case: Case = serde_json::from_str(line).unwrap();
        let back = serde_json::to_value(&case).unwrap();
        assert_eq!(back["novel"]["x"], 1);
        assert_eq!(case.gold.functions, None);
    }
}
