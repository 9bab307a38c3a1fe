//! What about a record of evidence is doubtful, and where two records of one picture differ. Nothing is decided here:
//! a person looks at what is marked.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::domain::evidence::Evidence;

mod differ;
mod near;
#[cfg(test)]
mod tests;

pub use differ::{Difference, Sides, differ};

/// The eight fields as letters and digits alone.
const PLAIN: [&str; 8] = [
    "ocrtext",
    "errorsignal",
    "uielements",
    "useraction",
    "codehint",
    "visualsaliency",
    "confidence",
    "notes",
];

/// Values of a record that are looked for, and steps that looking for slips may take for all of them: bounds for the time
/// it takes, beyond what a person reads.
const MOST: (usize, usize) = (400, 50_000_000);

/// When something is doubtful.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Confidence below which a record is doubtful, 0 to 1.
    pub confidence: f64,
    /// Fields, of eight, that a reply must have, if only as null.
    pub keys: usize,
    /// Letters on which one slip of reading is allowed.
    pub letters: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            confidence: 0.6,
            keys: 6,
            letters: 6,
        }
    }
}

/// Why something is doubtful.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Why {
    /// The producer itself is not sure: its confidence.
    Unsure(f64),
    /// The reply had so few of the eight fields.
    Few(usize),
    /// It stands in no text that another producer read out of the picture.
    Unread,
}

/// One doubt.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt {
    /// Field of the record; `error_signal.message` for a part of one. Empty when it is about the whole.
    pub field: &'static str,
    /// The value that is doubtful; empty when it is about the whole.
    pub value: String,
    /// Why.
    pub why: Why,
}

impl Doubt {
    /// The doubt in words.
    pub fn words(&self) -> String {
        match self.why {
            Why::Unsure(c) => format!("confidence {c:.2}"),
            Why::Few(n) => format!("the reply had {n} of 8 fields"),
            Why::Unread => format!("{}: no other reading of the image has '{}'", self.field, self.value),
        }
    }
}

/// Letters and digits of a text in small ones: what is left when case, blanks, punctuation and ligatures do not count.
pub fn bare(text: &str) -> String {
    text.nfkc()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// All that is doubtful about a record. `others` are records of the case; those of the same exhibit by other producers
/// count, and of these the ones with text. What describes rather than copies (action, what stands out, notes, kind of
/// error) is not looked for in them; of an element of the interface one word is enough. The first 400 values count,
/// and what could not be looked for in reasonable time is not doubted.
pub fn doubts(record: &Evidence, others: &[&Evidence], rules: Rules) -> Vec<Doubt> {
    let mut out = Vec::new();
    let whole = |why| Doubt {
        field: "",
        value: String::new(),
        why,
    };
    out.extend(
        record
            .confidence
            .filter(|c| *c < rules.confidence)
            .map(|c| whole(Why::Unsure(c))),
    );
    let keys = record.raw.as_ref().and_then(keys);
    out.extend(keys.filter(|n| *n < rules.keys).map(|n| whole(Why::Few(n))));
    let texts: Vec<String> = others
        .iter()
        .filter(|o| o.exhibit == record.exhibit && o.producer != record.producer)
        .filter_map(|o| o.ocr_text.as_deref())
        .map(bare)
        .filter(|t| !t.is_empty())
        .collect();
    if texts.is_empty() {
        return out;
    }
    let mut left = MOST.1;
    let mut read = |value: &str| {
        let value = bare(value);
        let slips = value.chars().count().checked_div(rules.letters).unwrap_or(0);
        let found = texts.iter().any(|t| near::occurs(&value, t, slips, &mut left));
        found || left == 0
    };
    for (field, value) in copied(record).into_iter().take(MOST.0) {
        let found = if field == "ui_elements" {
            // "Save button": the sort of an element is nowhere to be read.
            let mut words = value
                .split_whitespace()
                .filter(|w| bare(w).chars().count() > 2)
                .peekable();
            words.peek().is_none() || words.any(&mut read)
        } else {
            read(value)
        };
        if !found {
            let value = value.to_owned();
            out.push(Doubt {
                field,
                value,
                why: Why::Unread,
            });
        }
    }
    out
}

/// What of a record claims to stand in the picture, each with its field; blank values left out.
fn copied(record: &Evidence) -> Vec<(&'static str, &str)> {
    fn all<'a>(name: &'static str, list: &'a [String]) -> impl Iterator<Item = (&'static str, &'a str)> {
        list.iter().map(move |t| (name, t.as_str()))
    }
    let mut out: Vec<(&'static str, &str)> = Vec::new();
    let ocr = record.ocr_text.as_deref().unwrap_or_default();
    out.extend(ocr.lines().map(|l| ("ocr_text", l.trim())));
    if let Some(error) = &record.error_signal {
        out.extend(error.type_name.as_deref().map(|t| ("error_signal.type", t)));
        out.extend(error.message.as_deref().map(|t| ("error_signal.message", t)));
        out.extend(all("error_signal.stack_hint", &error.stack_hint));
    }
    out.extend(all("ui_elements", &record.ui_elements));
    if let Some(code) = &record.code_hint {
        out.extend(all("code_hint.function_names", &code.function_names));
        out.extend(all("code_hint.file_patterns", &code.file_patterns));
        out.extend(all("code_hint.frameworks", &code.frameworks));
    }
    out.retain(|(_, t)| !bare(t).is_empty());
    out
}

/// How many of the eight fields a reply has, in any spelling; `None` when it cannot be told.
pub fn keys(raw: &Value) -> Option<usize> {
    let names: Vec<String> = match raw {
        Value::Object(o) => o.keys().map(|k| bare(k)).collect(),
        Value::String(reply) => {
            // Escaped quotes end no text.
            let reply = reply.replace("\\\\", "").replace("\\\"", "");
            let mut pieces = reply.split('"').peekable();
            let mut names = Vec::new();
            while let Some(piece) = pieces.next() {
                if pieces.peek().is_some_and(|next| next.trim_start().starts_with(':')) {
                    names.push(bare(piece));
                }
            }
            names
        }
        _ => return None,
    };
    Some(PLAIN.iter().filter(|p| names.iter().any(|n| n == *p)).count())
}
