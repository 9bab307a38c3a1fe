//! One page of a string in a JSON file, by its place alone: what stands before it is not read.

use std::io::Read;
use std::path::Path;

use crate::base::error::{Problem, Result};
use crate::base::num;
use crate::read::input::Input;
use crate::text::clean;

use super::Span;

/// Bytes of a page, as they stand in the file.
pub const PAGE: u64 = 64 << 10;
/// How far before its place a page may begin, so that it begins with a line.
const BACK: u64 = 4 << 10;
/// Bytes before the place of a page that are looked at more, to count the backslashes of a run.
const RUN: u64 = 256;
/// Bytes after a place that tell whether it stands inside of a character.
const AHEAD: u64 = 16;

impl Span {
    /// Number of its pages.
    pub fn pages(&self) -> u64 {
        self.len.div_ceil(PAGE)
    }
}

/// Lines of page `n` (from 0) of the string at `span`: without escapes, clean. A line longer than a page is in several.
///
/// # Errors
/// The file cannot be read, or is shorter than it was.
pub fn page(path: &Path, span: Span, n: u64) -> Result<Vec<Box<str>>> {
    let first = n.saturating_mul(PAGE).min(span.len);
    let next = first.saturating_add(PAGE).min(span.len);
    let from = first.saturating_sub(BACK + RUN);
    let to = next.saturating_add(AHEAD).min(span.len);
    let fail = |e: std::io::Error| Problem::io("read", path, &e);
    let mut raw = Vec::new();
    Input::new(path)
        .open_at(span.offset.saturating_add(from))?
        .take(to - from)
        .read_to_end(&mut raw)
        .map_err(fail)?;
    if (raw.len() as u64) < to - from {
        return Err(Problem::input("the original is shorter than it was").in_file(path));
    }
    let start = edge(&raw, num::size(first - from), first == 0);
    let end = edge(&raw, num::size(next - from), next == span.len);
    let last = next == span.len;
    Ok(lines(&unescape(raw.get(start..end).unwrap_or_default()), last))
}

/// The lines of a text, clean. The line feed at the end of all but the last page ends its last line.
pub(super) fn lines(text: &str, last: bool) -> Vec<Box<str>> {
    let text = if last {
        text
    } else {
        text.strip_suffix('\n').unwrap_or(text)
    };
    let line = |l: &str| clean::line(l.strip_suffix('\r').unwrap_or(l)).into_boxed_str();
    text.split('\n').map(line).collect()
}

/// The place at or shortly before `at` where a page begins: after a line feed, else between two characters. The ends
/// of the string are taken as they are.
fn edge(raw: &[u8], at: usize, fixed: bool) -> usize {
    if fixed {
        return at;
    }
    let back = raw.get(..at).unwrap_or_default();
    let from = at.saturating_sub(num::size(BACK));
    let mut tail = back.get(from..).unwrap_or_default();
    while let Some(found) = memchr::memmem::rfind(tail, b"\\n") {
        if starts(raw, from + found) {
            return from + found + 2;
        }
        tail = tail.get(..found).unwrap_or_default();
    }
    between(raw, at)
}

/// Whether the backslash at `at` begins an escape: those before it pair up. Both pages at an edge come to the same
/// answer, since neither looks further than [`RUN`] bytes.
fn starts(raw: &[u8], at: usize) -> bool {
    let before = raw.get(..at).unwrap_or_default();
    let run = before.iter().rev().take(num::size(RUN)).take_while(|b| **b == b'\\');
    run.count() % 2 == 0
}

/// The place at or before `at` that is inside of no character and no escape.
fn between(raw: &[u8], at: usize) -> usize {
    let mut at = at;
    while at > 0 && raw.get(at).is_some_and(|b| b & 0xC0 == 0x80) {
        at -= 1;
    }
    let begun = (1..=5usize).find_map(|back| {
        let p = at.checked_sub(back)?;
        let len = if raw.get(p + 1) == Some(&b'u') { 6 } else { 2 };
        (raw.get(p) == Some(&b'\\') && starts(raw, p) && p + len > at).then_some(p)
    });
    let at = begun.unwrap_or(at);
    let pair = at.checked_sub(6).filter(|p| {
        let half = raw.get(*p..*p + 4).unwrap_or_default().to_ascii_lowercase();
        matches!(half.as_slice(), [b'\\', b'u', b'd', b'8'..=b'9' | b'a'..=b'b']) && starts(raw, *p)
    });
    pair.unwrap_or(at)
}

/// The text that stands in a JSON string; what is no escape and no UTF-8 becomes U+FFFD.
fn unescape(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let mut out = String::with_capacity(text.len());
    let mut rest: &str = &text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = after.chars();
        let c = chars.next();
        rest = chars.as_str();
        match c {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some(c @ ('"' | '\\' | '/')) => out.push(c),
            Some('u') => {
                let (c, tail) = unit(rest);
                out.push(c);
                rest = tail;
            }
            Some(_) | None => out.push(clean::REPLACEMENT),
        }
    }
    out.push_str(rest);
    out
}

/// The character of an escape after its `u`, and what follows.
fn unit(rest: &str) -> (char, &str) {
    let four = |s: &str| s.get(..4).and_then(|h| u32::from_str_radix(h, 16).ok());
    let Some(first) = four(rest) else {
        return (clean::REPLACEMENT, rest);
    };
    let tail = rest.get(4..).unwrap_or("");
    if let (0xD800..=0xDBFF, Some(low)) = (first, tail.strip_prefix("\\u").and_then(four))
        && (0xDC00..=0xDFFF).contains(&low)
    {
        let c = 0x1_0000 + ((first - 0xD800) << 10) + (low - 0xDC00);
        return (
            char::from_u32(c).unwrap_or(clean::REPLACEMENT),
            tail.get(6..).unwrap_or(""),
        );
    }
    (char::from_u32(first).unwrap_or(clean::REPLACEMENT), tail)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// All pages of a text in one string, which stands between `{"a":"` and `"}`.
    fn pages(text: &str) -> Vec<Vec<Box<str>>> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        let raw = serde_json::to_string(text).unwrap();
        fs::write(&path, format!("{{\"a\":{raw}}}")).unwrap();
        let span = Span {
            offset: 6,
            len: raw.len() as u64 - 2,
        };
        (0..span.pages()).map(|n| page(&path, span, n).unwrap()).collect()
    }

    #[test]
    fn pages_hold_every_line_once() {
        let all: Vec<String> = (0..20_000).map(|n| format!("line {n} \\n \"é😀\"")).collect();
        let got = pages(&all.join("\n"));
        assert!(got.len() > 5, "{}", got.len());
        let flat: Vec<String> = got.into_iter().flatten().map(String::from).collect();
        assert_eq!(flat, all);
    }

    #[test]
    fn a_line_without_end_is_cut_between_characters() {
        for piece in ["a", "é", "😀", "a\\", "\"", "\u{1}", "ab\\\\n"] {
            let text = piece.repeat(150_000 / piece.len());
            let got = pages(&text);
            let flat: String = got.into_iter().flatten().map(String::from).collect();
            assert!(flat == clean::line(&text), "{piece:?}");
        }
        // A run of backslashes without end may lose one at an edge, not more.
        let got = pages(&"\\".repeat(150_000));
        let flat: String = got.into_iter().flatten().map(String::from).collect();
        assert!(flat.chars().count().abs_diff(150_000) <= 5, "{}", flat.len());
    }

    #[test]
    fn escapes_of_all_kinds() {
        assert_eq!(unescape(br#"a\n\t\"\\\/\u00e9\ud83d\ude00\b"#), "a\n\t\"\\/é😀\u{8}");
        assert_eq!(unescape(br"\ud83dx\u12\q"), "\u{fffd}x\u{fffd}12\u{fffd}");
        assert_eq!(unescape(b"a\xff"), "a\u{fffd}");
        let esc: Vec<String> = lines("\u{1b}[2J\r\nb", true).into_iter().map(String::from).collect();
        assert_eq!(esc, ["␛[2J", "b"]);
    }

    #[test]
    fn a_file_that_shrank_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        fs::write(&path, "{\"a\":\"bc\"}").unwrap();
        let span = Span { offset: 6, len: 100 };
        assert!(page(&path, span, 0).unwrap_err().what.contains("shorter"));
    }

    proptest::proptest! {
        #[test]
        fn edges_cut_no_escape(text in "[a\\\\\"\n\u{1}é😀]{0,60}", at in 0usize..200) {
            let raw = serde_json::to_string(&text).unwrap();
            let raw = &raw.as_bytes()[1..raw.len() - 1];
            let at = edge(raw, at.min(raw.len()), false);
            let both = format!("{}{}", unescape(&raw[..at]), unescape(&raw[at..]));
            proptest::prop_assert_eq!(both, text);
        }
    }
}
