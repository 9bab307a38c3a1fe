//! Cuts a stream of JSON into its records without parsing them: the elements of a list, the entries of an
//! object, or values one after another. Memory holds one record.

use std::io::{BufRead, Read};
use std::path::Path;

use memchr::memchr2;

use crate::base::error::{Problem, Result};

use super::LONGEST;

/// What the records stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// `[…, …]`.
    List,
    /// `{"key": …, …}`.
    Map,
    /// Values, one after another.
    Row,
}

/// The text of one record.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) key: Option<String>,
    pub(super) raw: Vec<u8>,
    /// Line it starts on, from 1.
    pub(super) line: usize,
    /// Byte it starts at in the unpacked file.
    pub(super) offset: u64,
    /// The file ended inside it.
    pub(super) cut: bool,
}

pub(super) struct Splitter<'p, R> {
    from: R,
    path: &'p Path,
    frame: Frame,
    line: usize,
    offset: u64,
    inside: bool,
}

impl<'p, R: BufRead> Splitter<'p, R> {
    pub(super) fn new(from: R, path: &'p Path, frame: Frame) -> Self {
        Self {
            from,
            path,
            frame,
            line: 1,
            offset: 0,
            inside: false,
        }
    }

    fn peek(&mut self) -> Result<Option<u8>> {
        let path = self.path;
        let buf = self.from.fill_buf().map_err(|e| Problem::io("read", path, &e))?;
        Ok(buf.first().copied())
    }

    fn next_byte(&mut self) -> Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(b) = byte {
            self.from.consume(1);
            self.offset += 1;
            self.line += usize::from(b == b'\n');
        }
        Ok(byte)
    }

    /// Skips blanks and commas; the next byte, not taken.
    fn skip(&mut self) -> Result<Option<u8>> {
        while let Some(b) = self.peek()? {
            if !b.is_ascii_whitespace() && b != b',' {
                return Ok(Some(b));
            }
            let _: Option<u8> = self.next_byte()?;
        }
        Ok(None)
    }

    /// The next record; `None` at the end.
    pub(super) fn piece(&mut self) -> Result<Option<Piece>> {
        if !self.inside && self.frame != Frame::Row {
            let _: Option<u8> = self.skip()?;
            let _: Option<u8> = self.next_byte()?;
            self.inside = true;
        }
        let Some(first) = self.skip()? else { return Ok(None) };
        if matches!(first, b']' | b'}') {
            let _: Option<u8> = self.next_byte()?;
            // A stray bracket between rows must not end the file.
            return if self.frame == Frame::Row {
                self.piece_after_stray()
            } else {
                Ok(None)
            };
        }
        let mut out = Piece::default();
        if self.frame == Frame::Map {
            let mut key = Piece::default();
            self.value(&mut key)?;
            out.key = serde_json::from_slice(&key.raw).ok();
            while let Some(b) = self.peek()? {
                if !b.is_ascii_whitespace() && b != b':' {
                    break;
                }
                let _: Option<u8> = self.next_byte()?;
            }
        }
        self.value(&mut out)?;
        Ok(Some(out))
    }

    fn piece_after_stray(&mut self) -> Result<Option<Piece>> {
        while let Some(b) = self.skip()? {
            if !matches!(b, b']' | b'}') {
                return self.piece();
            }
            let _: Option<u8> = self.next_byte()?;
        }
        Ok(None)
    }

    /// Takes one value, up to the bracket that ends it or the byte after a bare word.
    fn value(&mut self, out: &mut Piece) -> Result<()> {
        out.line = self.line;
        out.offset = self.offset;
        let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
        loop {
            let path = self.path;
            let buf = self.from.fill_buf().map_err(|e| Problem::io("read", path, &e))?;
            if buf.is_empty() {
                out.cut = depth > 0 || quoted;
                return Ok(());
            }
            let mut used = 0;
            let mut done = false;
            while let Some(&b) = buf.get(used) {
                if escaped {
                    escaped = false;
                    used += 1;
                } else if quoted {
                    let rest = buf.get(used..).unwrap_or_default();
                    let Some(n) = memchr2(b'"', b'\\', rest) else {
                        used = buf.len();
                        break;
                    };
                    quoted = rest.get(n) != Some(&b'"');
                    escaped = quoted;
                    used += n + 1;
                    done = !quoted && depth == 0;
                } else {
                    match b {
                        b'"' => quoted = true,
                        b'{' | b'[' => depth += 1,
                        b'}' | b']' if depth <= 1 => {
                            // A bracket that closes what is around a bare word is not part of it.
                            done = true;
                            used += depth;
                            break;
                        }
                        b'}' | b']' => depth -= 1,
                        // A stray colon at the start must not be met for ever.
                        b':' if depth == 0 && used == 0 && out.raw.is_empty() => {}
                        b',' | b'\n' | b':' if depth == 0 => {
                            done = true;
                            break;
                        }
                        _ => {}
                    }
                    used += 1;
                }
                if done {
                    break;
                }
            }
            let part = buf.get(..used).unwrap_or_default();
            self.line += memchr::memchr_iter(b'\n', part).count();
            self.offset += used as u64;
            out.raw.extend_from_slice(part);
            self.from.consume(used);
            if out.raw.len() > LONGEST {
                return Err(Problem::input(format!("one record of more than {} MiB", LONGEST >> 20))
                    .in_file(self.path)
                    .at_line(out.line));
            }
            if done {
                return Ok(());
            }
        }
    }
}

/// All of `from`, at most [`LONGEST`] bytes.
pub(super) fn all(from: impl Read, path: &Path) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    from.take(LONGEST as u64)
        .read_to_end(&mut out)
        .map_err(|e| Problem::io("read", path, &e))?;
    if out.len() >= LONGEST {
        return Err(
            Problem::input(format!("one document of more than {} MiB", LONGEST >> 20))
                .in_file(path)
                .mend("write it with one record a line (JSONL)"),
        );
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn cut(text: &str, frame: Frame) -> Vec<(Option<String>, String, usize, bool)> {
        // A buffer of three bytes, so that every state crosses its edge.
        let mut s = Splitter::new(BufReader::with_capacity(3, text.as_bytes()), Path::new("x"), frame);
        let mut out = Vec::new();
        while let Some(p) = s.piece().unwrap() {
            out.push((p.key, String::from_utf8(p.raw).unwrap(), p.line, p.cut));
        }
        out
    }

    #[test]
    fn lists_maps_and_rows() {
        let plain = |list: Vec<(Option<String>, String, usize, bool)>| -> Vec<(String, usize)> {
            list.into_iter().map(|(_, raw, line, _)| (raw, line)).collect()
        };
        assert_eq!(
            plain(cut(" [{\"a\":\"]\\\"}\"},\n [1,2] , 3,\n\"x,y\"]\n", Frame::List)),
            [
                ("{\"a\":\"]\\\"}\"}".into(), 1),
                ("[1,2]".into(), 2),
                ("3".into(), 2),
                ("\"x,y\"".into(), 3)
            ]
        );
        assert_eq!(
            plain(cut("{\"a\":1}{\"b\":\n2}\n\n{\"c\":3}", Frame::Row)),
            [
                ("{\"a\":1}".into(), 1),
                ("{\"b\":\n2}".into(), 1),
                ("{\"c\":3}".into(), 4)
            ]
        );
        let map = cut("{\"k\" : {\"a\":1},\n\"l\\u00e9\": \"v\"}", Frame::Map);
        assert_eq!(map[0], (Some("k".into()), "{\"a\":1}".into(), 1, false));
        assert_eq!(map[1], (Some("lé".into()), "\"v\"".into(), 2, false));
    }

    #[test]
    fn a_cut_end_and_stray_brackets() {
        let got = cut("[{\"a\":1},{\"b\":", Frame::List);
        assert_eq!(got.len(), 2);
        assert!(got[1].3 && !got[0].3);
        assert_eq!(cut("}}]{\"a\":1}", Frame::Row).len(), 1);
        assert!(cut("", Frame::List).is_empty());
        assert!(cut("[", Frame::List).is_empty());
        // A colon where a record should start is taken, not met for ever.
        assert_eq!(cut("[x\"k\":1, {\"a\":1}]", Frame::List).last().unwrap().1, "{\"a\":1}");
        assert_eq!(cut(": 1\n:::\n{\"a\":1}", Frame::Row).last().unwrap().1, "{\"a\":1}");
    }
}
