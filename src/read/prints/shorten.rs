//! Copies JSON text with its long strings cut.

use std::io::BufRead;

use memchr::{memchr, memchr2};

use crate::base::error::{Problem, Result};
use crate::base::num;

use super::{Part, Span};

/// Bytes of a string that are copied whole, and what stays of a longer one. Long enough for the commands that agents
/// write and the lists that name their calls.
const LONG: usize = 64 << 10;
const KEEP: usize = 2 << 10;
/// The same once the copy holds [`FULL`] bytes.
const SHORT: usize = 2 << 10;
const FULL: usize = 8 << 20;
/// Most bytes of the copy.
const MOST: usize = 32 << 20;

/// Stand around the place of what was cut.
const OPEN: char = '\u{F8E7}';
const CLOSE: char = '\u{F8E8}';

/// A string that is being copied.
struct Quoted {
    /// Where its content begins in the copy and in the file.
    at: usize,
    from: u64,
    /// Bytes of it that stay, once it was cut.
    kept: Option<usize>,
    escaped: bool,
}

/// Copies `len` bytes (all without it) of `from`, whose first one is byte `base` of the file.
///
/// # Errors
/// It cannot be read, the copy would be too large, or `stop` said so.
pub(super) fn shorten(from: &mut dyn BufRead, base: u64, len: Option<u64>, stop: &dyn Fn() -> bool) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut pos = base;
    let mut left = len.unwrap_or(u64::MAX);
    let mut open: Option<Quoted> = None;
    while left > 0 {
        if stop() {
            return Err(Problem::input("stopped"));
        }
        let buf = from
            .fill_buf()
            .map_err(|e| Problem::environment(format!("cannot read: {e}")))?;
        let most = num::size(left).min(buf.len());
        let Some(buf) = buf.get(..most).filter(|b| !b.is_empty()) else {
            break;
        };
        let mut rest = buf;
        while !rest.is_empty() {
            let used = match &mut open {
                None => {
                    let n = memchr(b'"', rest).map_or(rest.len(), |n| n + 1);
                    let part = rest.get(..n).unwrap_or_default();
                    out.extend_from_slice(part);
                    if part.last() == Some(&b'"') {
                        open = Some(Quoted {
                            at: out.len(),
                            from: pos + n as u64,
                            kept: None,
                            escaped: false,
                        });
                    }
                    n
                }
                Some(q) => {
                    let (n, ends) = q.take(rest, &mut out);
                    if ends {
                        q.close(pos + n as u64 - 1, &mut out);
                        open = None;
                    }
                    n
                }
            };
            pos += used as u64;
            rest = rest.get(used..).unwrap_or_default();
        }
        if out.len() > MOST {
            return Err(Problem::input(format!(
                "without its long texts the trajectory still has more than {} MiB",
                MOST >> 20
            )));
        }
        let used = buf.len();
        left -= used as u64;
        from.consume(used);
    }
    Ok(out)
}

impl Quoted {
    /// Takes bytes up to what ends the string or the buffer; their number, and whether the string ended.
    fn take(&mut self, rest: &[u8], out: &mut Vec<u8>) -> (usize, bool) {
        let mut used = 0;
        loop {
            let tail = rest.get(used..).unwrap_or_default();
            if self.escaped && !tail.is_empty() {
                self.escaped = false;
                used += 1;
                continue;
            }
            let Some(n) = memchr2(b'"', b'\\', tail) else {
                self.keep(rest, out);
                return (rest.len(), false);
            };
            used += n + 1;
            if tail.get(n) == Some(&b'"') {
                self.keep(rest.get(..used - 1).unwrap_or_default(), out);
                return (used, true);
            }
            self.escaped = true;
        }
    }

    fn keep(&mut self, part: &[u8], out: &mut Vec<u8>) {
        if self.kept.is_some() {
            return;
        }
        out.extend_from_slice(part);
        let (long, keep) = if out.len() < FULL {
            (LONG, KEEP)
        } else {
            (SHORT, SHORT / 4)
        };
        if out.len() - self.at > long {
            let kept = whole(out.get(self.at..).unwrap_or_default(), keep);
            out.truncate(self.at + kept);
            self.kept = Some(kept);
        }
    }

    fn close(&self, end: u64, out: &mut Vec<u8>) {
        if let Some(kept) = self.kept {
            let offset = self.from + kept as u64;
            out.extend_from_slice(format!("{OPEN}{offset}+{}{CLOSE}", end.saturating_sub(offset)).as_bytes());
        }
        out.push(b'"');
    }
}

/// The most bytes of `raw`, at most `most`, that cut no character and no escape; up to a line feed, if there is one.
fn whole(raw: &[u8], most: usize) -> usize {
    let (mut at, mut line) = (0, 0);
    while let Some(b) = raw.get(at) {
        let rest = raw.get(at..).unwrap_or_default();
        let n = match b {
            b'\\' if rest.starts_with(b"\\u") => match rest.get(2..4) {
                // The first half of a pair goes with the other one.
                Some([b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B']) => 12,
                _ => 6,
            },
            b'\\' => 2,
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        };
        if at + n > most {
            break;
        }
        at += n;
        if rest.starts_with(b"\\n") {
            line = at;
        }
    }
    if line > 0 { line } else { at }
}

/// The pieces of a text with marks in it.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let Some((mark, tail)) = after.split_once(CLOSE) else {
            break;
        };
        if !before.is_empty() {
            out.push(Part::Text(before.to_owned()));
        }
        let span = mark.split_once('+').and_then(|(offset, len)| {
            Some(Span {
                offset: offset.parse().ok()?,
                len: len.parse().ok()?,
            })
        });
        out.extend(span.filter(|s| s.len > 0).map(Part::Away));
        rest = tail;
    }
    if !rest.is_empty() {
        out.push(Part::Text(rest.to_owned()));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn cut(text: &str, base: u64, buffer: usize) -> String {
        let mut from = BufReader::with_capacity(buffer, text.as_bytes());
        String::from_utf8(shorten(&mut from, base, None, &|| false).unwrap()).unwrap()
    }

    #[test]
    fn short_things_stay_as_they_are() {
        let text = r#"{"a":"x\"y\\","b":[1,"é\u00e9",{}],"":"\\"} {"#;
        for buffer in [1, 2, 3, 7, 100] {
            assert_eq!(cut(text, 0, buffer), text);
        }
    }

    #[test]
    fn a_long_text_is_told_by_its_place() {
        let long = "x".repeat(LONG + 1);
        let text = format!(r#"{{"a":"{long}","b":1}}"#);
        let got = cut(&text, 1_000, 4_096);
        // The text begins at byte 6; 2,048 bytes of it stay and 63,489 do not.
        let mark = format!("{OPEN}{}+{}{CLOSE}", 1_000 + 6 + 2_048, 65_537 - 2_048);
        assert_eq!(got, format!(r#"{{"a":"{}{mark}","b":1}}"#, "x".repeat(2_048)));
        let value: serde_json::Value = serde_json::from_str(&got).unwrap();
        let parts = parts(value["a"].as_str().unwrap());
        assert_eq!(
            parts,
            [
                Part::Text("x".repeat(2_048)),
                Part::Away(Span {
                    offset: 3_054,
                    len: 63_489
                })
            ]
        );
    }

    #[test]
    fn cuts_are_between_characters_and_escapes() {
        assert_eq!(whole(b"ab\\u00e9c", 7), 2);
        assert_eq!(whole(b"ab\\u00e9c", 8), 8);
        assert_eq!(whole("aé".as_bytes(), 2), 1);
        assert_eq!(whole(b"\\ud83d\\ude00z", 11), 0);
        assert_eq!(whole(b"\\ud83d\\ude00z", 12), 12);
        assert_eq!(whole(b"a\\\\b", 2), 1);
        assert_eq!(whole(b"ab\\ncd\\\\nef", 10), 4);
    }

    #[test]
    fn a_bare_mark_is_text() {
        assert_eq!(parts("a\u{F8E7}b"), [Part::Text("a\u{F8E7}b".into())]);
        assert_eq!(
            parts("a\u{F8E7}x+y\u{F8E8}b"),
            [Part::Text("a".into()), Part::Text("b".into())]
        );
    }

    #[test]
    fn a_copy_that_is_too_large_is_refused() {
        let text = "[".repeat(MOST + 10);
        let mut from = text.as_bytes();
        assert!(shorten(&mut from, 0, None, &|| false).is_err());
        assert!(shorten(&mut text.as_bytes(), 0, None, &|| true).is_err());
    }
}
