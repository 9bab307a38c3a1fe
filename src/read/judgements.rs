//! Judgements: what casefile exported itself, and label files of others. Which case, exhibit and question a name means, and
//! whether an answer is allowed, the importer finds out.

pub mod label_studio;
pub mod own;
pub mod potato;
pub mod table;

use serde_json::Value;

/// A name without case, underscores, hyphens, dots and blanks.
fn squeeze(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '_' | '-' | '.' | ' '));
    kept.flat_map(char::to_lowercase).collect()
}

/// Squeezed names of a column of case ids, the best first.
const CASE: [&str; 8] = [
    "instanceid",
    "caseid",
    "issueid",
    "case",
    "itemid",
    "item",
    "taskid",
    "id",
];

/// Squeezed names of a column that says which exhibit is meant.
const EXHIBIT: [&str; 8] = [
    "exhibit",
    "exhibitid",
    "imageid",
    "imageindex",
    "imageurl",
    "imagepath",
    "image",
    "screenshot",
];

/// A name as text: a number counts as its digits.
fn word(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(n) => n.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// The first of the squeezed `names` that the object has, with what it holds.
fn first<'a>(row: &'a serde_json::Map<String, Value>, names: &[&str]) -> Option<(&'a String, &'a Value)> {
    names.iter().find_map(|n| row.iter().find(|(k, _)| squeeze(k) == *n))
}

/// Milliseconds of a number of seconds, or of a text of one.
fn seconds(value: &Value) -> Option<u64> {
    let seconds = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a span of time that fits"
    )]
    let ms = (0.0..1e12)
        .contains(&seconds)
        .then(|| (seconds * 1000.0).round() as u64);
    ms
}
