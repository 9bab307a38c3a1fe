//! What rules find in text that was read out of a picture: an error, files, functions, frameworks. Nothing is made up:
//! every string handed out stands in the text as it is, but for the kind of an error, which is a word of ours. What a
//! person does and what stands out cannot be told from text and stay empty.

use super::cut;
use crate::domain::evidence::{CodeHint, ErrorSignal, Evidence};
use crate::domain::finding::trace;

mod error;
mod files;
mod frameworks;
mod functions;
#[cfg(test)]
mod tests;

pub use error::KINDS;

/// Words of one string at most. Source: the method's prompt.
pub const WORDS: usize = 25;

/// Lines of a stack at most.
pub const FRAMES: usize = 8;

/// Entries of each list of names at most.
pub const LIST: usize = 16;

/// The error a text tells of, the strongest one, the first of equals; `None` when it tells of none.
pub fn error(text: &str) -> Option<ErrorSignal> {
    let lines: Vec<&str> = text.lines().collect();
    let stack_hint: Vec<String> = lines
        .iter()
        .filter(|l| is_frame(l))
        .map(|l| cut::words(l, WORDS).to_owned())
        .take(FRAMES)
        .collect();
    let short = |t: &str| Some(cut::words(t, WORDS).to_owned()).filter(|t| !t.is_empty());
    match error::strongest(&lines) {
        Some(found) => Some(ErrorSignal {
            kind: Some(found.kind.to_owned()),
            type_name: found.type_name.and_then(short),
            message: found.message.and_then(short),
            stack_hint,
        }),
        None if stack_hint.len() > 1 => Some(ErrorSignal {
            kind: Some(error::TRACE.to_owned()),
            stack_hint,
            ..ErrorSignal::default()
        }),
        None => None,
    }
}

/// Whether a line is one of a stack trace or of a compiler's message with its place.
fn is_frame(line: &str) -> bool {
    let text = line.trim();
    let call = text.strip_prefix("at ").is_some_and(|rest| {
        // Without a file: `at Object.<anonymous>`, `at a.B.c(Native Method)`.
        let native = ["(Native Method)", "(Unknown Source)", "(<anonymous>)", "(native)"];
        native.iter().any(|n| rest.ends_with(n))
    });
    call || trace::frame(line).is_some()
}

/// Names that point into code; `None` when there are none.
pub fn hint(text: &str) -> Option<CodeHint> {
    let owned = |list: Vec<&str>| -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for name in list {
            if out.len() < LIST && !out.iter().any(|o| o == name) {
                out.push(name.to_owned());
            }
        }
        out
    };
    let hint = CodeHint {
        function_names: owned(functions::all(text)),
        file_patterns: owned(files::all(text)),
        frameworks: owned(frameworks::all(text)),
    };
    (hint != CodeHint::default()).then_some(hint)
}

/// Fills what the record lacks of error and names from its own `ocr_text`. Fields that are there stay. Tells whether
/// anything was filled in.
pub fn fill(evidence: &mut Evidence) -> bool {
    let Some(text) = evidence.ocr_text.as_deref() else {
        return false;
    };
    let (error, hint) = (error(text), hint(text));
    let mut filled = false;
    if evidence.error_signal.is_none() && error.is_some() {
        evidence.error_signal = error;
        filled = true;
    }
    if evidence.code_hint.is_none() && hint.is_some() {
        evidence.code_hint = hint;
        filled = true;
    }
    filled
}
