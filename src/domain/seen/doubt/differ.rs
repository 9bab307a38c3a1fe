//! Two records of one picture, field by field.

use std::collections::HashSet;

use super::bare;
use crate::domain::evidence::Evidence;

/// Which of two records have a field, and whether they say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Neither has it.
    Neither,
    /// Both say the same, case, blanks, punctuation and the order of lists aside.
    Same,
    /// They say different things.
    Differs,
    /// Only the first has it.
    First,
    /// Only the second has it.
    Second,
}

impl Sides {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Neither => "neither",
            Self::Same => "same",
            Self::Differs => "differs",
            Self::First => "first only",
            Self::Second => "second only",
        }
    }
}

/// One field of two records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Name of the field; `code_hint.file_patterns` for a part of one.
    pub field: &'static str,
    /// How the two stand.
    pub sides: Sides,
    /// Lines or entries that only the first has, as it has them.
    pub first: Vec<String>,
    /// Lines or entries that only the second has.
    pub second: Vec<String>,
}

/// All fields of two records in the order of the record, parts of a field apart.
pub fn differ(a: &Evidence, b: &Evidence) -> Vec<Difference> {
    let one = |((field, a), (_, b)): (Part, Part)| {
        let only = |of: &[String], other: &[String]| -> Vec<String> {
            let known: HashSet<String> = other.iter().map(|t| bare(t)).collect();
            of.iter().filter(|t| !known.contains(&bare(t))).cloned().collect()
        };
        // Lines broken elsewhere are no difference.
        let whole = |all: &[String]| bare(&all.concat());
        let sides = match (a.is_empty(), b.is_empty()) {
            (true, true) => Sides::Neither,
            (false, true) => Sides::First,
            (true, false) => Sides::Second,
            _ if whole(&a) == whole(&b) => Sides::Same,
            _ if only(&a, &b).is_empty() && only(&b, &a).is_empty() => Sides::Same,
            _ => Sides::Differs,
        };
        let (first, second) = match sides {
            Sides::Same => (Vec::new(), Vec::new()),
            _ => (only(&a, &b), only(&b, &a)),
        };
        Difference {
            field,
            sides,
            first,
            second,
        }
    };
    parts(a).into_iter().zip(parts(b)).map(one).collect()
}

/// A field, or a part of one, with its lines or entries.
type Part = (&'static str, Vec<String>);

/// Fields and parts of fields, each as its lines or entries; blank ones do not count. A field that holds nothing but
/// signs stays: `{}` is text of a picture, too.
fn parts(e: &Evidence) -> [Part; 13] {
    let lines = |t: Option<&String>| -> Vec<String> {
        let lines = t.into_iter().flat_map(|t| t.lines()).map(str::trim);
        lines.filter(|l| !l.is_empty()).map(str::to_owned).collect()
    };
    let list = |all: Option<&Vec<String>>| -> Vec<String> {
        let all = all.into_iter().flatten().map(|t| t.trim());
        all.filter(|t| !t.is_empty()).map(str::to_owned).collect()
    };
    let (error, code) = (e.error_signal.as_ref(), e.code_hint.as_ref());
    [
        ("ocr_text", lines(e.ocr_text.as_ref())),
        ("error_signal.kind", lines(error.and_then(|e| e.kind.as_ref()))),
        ("error_signal.type", lines(error.and_then(|e| e.type_name.as_ref()))),
        ("error_signal.message", lines(error.and_then(|e| e.message.as_ref()))),
        ("error_signal.stack_hint", list(error.map(|e| &e.stack_hint))),
        ("ui_elements", list(Some(&e.ui_elements))),
        ("user_action", lines(e.user_action.as_ref())),
        ("code_hint.function_names", list(code.map(|c| &c.function_names))),
        ("code_hint.file_patterns", list(code.map(|c| &c.file_patterns))),
        ("code_hint.frameworks", list(code.map(|c| &c.frameworks))),
        ("visual_saliency", lines(e.visual_saliency.as_ref())),
        (
            "confidence",
            e.confidence.map(|c| format!("{c:.2}")).into_iter().collect(),
        ),
        ("notes", lines(e.notes.as_ref())),
    ]
}
