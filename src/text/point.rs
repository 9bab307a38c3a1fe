//! Pointing at a mistake in a text that a person wrote: file, line and caret.

use std::ops::Range;

use crate::base::error::Problem;

/// A problem that shows the line of `text` with a caret under `span` (bytes); `file` is its name in the message.
pub fn caret(text: &str, file: &str, span: &Range<usize>, what: &str) -> Problem {
    let start = span.start.min(text.len());
    let (before, after) = text.split_at_checked(start).unwrap_or((text, ""));
    let line = before.matches('\n').count() + 1;
    let head = before.rsplit('\n').next().unwrap_or("");
    let rest = after.split('\n').next().unwrap_or("");
    let width = span.len().clamp(1, rest.chars().count().max(1));
    let number = line.to_string();
    let gap = " ".repeat(number.len());
    let shown = format!(
        "{what}\n{gap} |\n{number} | {head}{rest}\n{gap} | {}{}",
        " ".repeat(super::width::of(head)),
        "^".repeat(width)
    );
    Problem::input(shown).in_file(file).at_line(line)
}
