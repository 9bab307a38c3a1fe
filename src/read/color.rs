//! Colours of source text: one door over two highlighters.
//!
//! Languages with a grammar are coloured from its tree, which is fast; the rest line by line from syntax
//! definitions found by file name. Both give the same inks, so a file looks alike whichever coloured it. Text
//! that would cost too much is left plain, and the answer says why.

mod grammar;
mod ink;
mod syntax;
#[cfg(test)]
mod tests;

use super::lang::Lang;
use crate::text::layers::Inks;

/// Lines in one call of `emit`.
pub const CHUNK: usize = 200;

/// A file with a longer line (in bytes) stays plain: it is data or minified, and both highlighters choke on it.
pub const LONGEST_LINE: usize = 16 * 1024;

/// A larger text (in bytes) stays plain.
pub const LARGEST: usize = 2 * 1024 * 1024;

/// Who coloured a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The grammar of a language.
    Grammar(Lang),
    /// A syntax definition.
    Syntax,
    /// Nobody: the text stays plain.
    Nobody,
}

/// Why a text stays plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// Line `line` (from 1) has `bytes` bytes.
    LongLine { line: usize, bytes: usize },
    /// The text has `bytes` bytes.
    TooLarge { bytes: usize },
    /// Nothing here knows this kind of file.
    Unknown,
}

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LongLine { line, bytes } => write!(f, "not coloured: line {line} has {bytes} bytes"),
            Self::TooLarge { bytes } => write!(f, "not coloured: the file has {bytes} bytes"),
            Self::Unknown => write!(f, "not coloured: no syntax for this kind of file"),
        }
    }
}

/// How far the colouring went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every line was emitted.
    Whole,
    /// `stop` became true, or the highlighter gave up; lines from here on (counted from 0) were not emitted.
    Stopped { line: usize },
    /// Nothing was emitted.
    Refused(Plain),
}

/// What became of a request for colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct How {
    /// Who did it.
    pub by: By,
    /// Name of the language or syntax; empty for plain text.
    pub syntax: String,
    /// How far it went.
    pub end: End,
}

/// Why `text` should stay plain whatever its language, if it should.
pub fn plain_reason(text: &str) -> Option<Plain> {
    if text.len() > LARGEST {
        return Some(Plain::TooLarge { bytes: text.len() });
    }
    text.split('\n')
        .enumerate()
        .find(|(_, line)| line.len() > LONGEST_LINE)
        .map(|(n, line)| Plain::LongLine {
            line: n + 1,
            bytes: line.len(),
        })
}

/// Colours `text`, which is cleaned text with lines split at `\n`, of the file at `path`.
///
/// `emit` gets the first line of a chunk (counted from 0) and the runs of each of its lines, in order, each
/// line once. `stop` is asked often; once it is true nothing more is emitted.
pub fn color(path: &str, text: &str, stop: &dyn Fn() -> bool, emit: &mut dyn FnMut(usize, Vec<Inks>)) -> How {
    let refused = |why| How {
        by: By::Nobody,
        syntax: String::new(),
        end: End::Refused(why),
    };
    if let Some(why) = plain_reason(text) {
        return refused(why);
    }
    if let Some(lang) = Lang::of(path, text)
        && let Some(palette) = grammar::palette(lang)
    {
        return How {
            by: By::Grammar(lang),
            syntax: lang.name().to_owned(),
            end: grammar::color(lang, palette, text, stop, emit),
        };
    }
    match syntax::find(path, text) {
        Some(found) => How {
            by: By::Syntax,
            syntax: found.name.clone(),
            end: syntax::color(found, text, stop, emit),
        },
        None => refused(Plain::Unknown),
    }
}

/// Appends `start..end` to the runs of a line, joined to the run before when it goes on.
fn push(runs: &mut Inks, start: u32, end: u32, what: crate::text::layers::Ink) {
    if start >= end {
        return;
    }
    match runs.last_mut() {
        Some(last) if last.end == start && last.what == what => last.end = end,
        _ => runs.push(crate::text::layers::Run { start, end, what }),
    }
}
