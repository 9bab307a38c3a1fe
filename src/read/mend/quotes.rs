//! Strings as models write them: which quote ends one and which is part of it, escapes, raw line ends.

/// Where a string stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Key,
    Object,
    List,
}

/// Where a string stands, and how many lists and objects are open around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inside {
    pub(super) place: Place,
    pub(super) lists: usize,
    pub(super) objects: usize,
}

/// A string as read.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) text: String,
    /// Bytes it takes, quotes included.
    pub(super) len: usize,
    /// Its closing quote was there.
    pub(super) ended: bool,
    pub(super) how: Vec<&'static str>,
}

impl Read {
    fn note(&mut self, how: &'static str) {
        if !self.how.contains(&how) {
            self.how.push(how);
        }
    }
}

/// The quote that ends a string which starts here; `None` when none starts here.
pub(super) fn opening(text: &str) -> Option<char> {
    match text.chars().next()? {
        q @ ('"' | '\'' | '`') => Some(q),
        '“' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

/// Reads the string that `text` starts with.
pub(super) fn string(text: &str, inside: Inside) -> Read {
    let mut out = Read::default();
    let Some(quote) = opening(text) else { return out };
    match quote {
        '"' => {}
        '\'' => out.note("single quotes"),
        _ => out.note("odd quotes"),
    }
    let mut at = text.chars().next().map_or(0, char::len_utf8);
    while let Some(c) = char_at(text, at) {
        at += c.len_utf8();
        if c == quote {
            if ends(text, at, quote, inside) {
                out.len = at;
                out.ended = true;
                return out;
            }
            out.note("unescaped quote");
            out.text.push(c);
        } else if c == '\\' {
            at += escape(text.get(at..).unwrap_or_default(), &mut out);
        } else {
            match c {
                // A line end of two characters is one line end.
                '\r' if text.get(at..).is_some_and(|t| t.starts_with('\n')) => {}
                '\r' | '\n' => {
                    out.note("raw line end");
                    out.text.push('\n');
                }
                c => {
                    if c.is_ascii_control() {
                        out.note("raw control character");
                    }
                    out.text.push(c);
                }
            }
        }
    }
    out.len = text.len();
    out
}

/// A text whose quotes are escaped, read up to its closing quote when it has an opening one (`closed`), else to its
/// end. Tells also whether the closing quote was there.
pub(super) fn unescape(text: &str, closed: bool) -> (String, bool) {
    let mut out = Read::default();
    let mut at = 0;
    while let Some(c) = char_at(text, at) {
        at += c.len_utf8();
        if c == '"' && closed {
            return (out.text, true);
        }
        if c == '\\' {
            at += escape(text.get(at..).unwrap_or_default(), &mut out);
        } else {
            out.text.push(c);
        }
    }
    (out.text, false)
}

fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// Reads an escape behind its backslash; the bytes it takes.
fn escape(rest: &str, out: &mut Read) -> usize {
    let Some(c) = rest.chars().next() else { return 0 };
    let plain = match c {
        '"' | '\\' | '/' => c,
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => return unicode(rest, out),
        'x' => match hex(rest, 1, 2).and_then(char::from_u32) {
            Some(c) => {
                out.note("bad escape");
                out.text.push(c);
                return 3;
            }
            None => {
                out.note("bad escape");
                out.text.push_str("\\x");
                return 1;
            }
        },
        '\'' | '`' => {
            out.note("bad escape");
            c
        }
        '\n' => {
            out.note("raw line end");
            c
        }
        _ => {
            // A path of Windows or a pattern: the backslash was meant.
            out.note("bad escape");
            out.text.push('\\');
            c
        }
    };
    out.text.push(plain);
    c.len_utf8()
}

fn hex(rest: &str, from: usize, len: usize) -> Option<u32> {
    let digits = rest.get(from..from + len)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(digits, 16).ok()
}

/// Reads `uXXXX`, of a pair of surrogates both.
fn unicode(rest: &str, out: &mut Read) -> usize {
    let Some(first) = hex(rest, 1, 4) else {
        out.note("bad escape");
        out.text.push_str("\\u");
        return 1;
    };
    if let Some(c) = char::from_u32(first) {
        out.text.push(c);
        return 5;
    }
    let second = rest
        .get(5..)
        .filter(|r| r.starts_with("\\u"))
        .and_then(|r| hex(r, 2, 4));
    match second {
        Some(low @ 0xDC00..=0xDFFF) if first < 0xDC00 => {
            let code = 0x1_0000 + ((first - 0xD800) << 10) + (low - 0xDC00);
            out.text
                .push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            11
        }
        _ => {
            out.note("bad escape");
            out.text.push(char::REPLACEMENT_CHARACTER);
            5
        }
    }
}

/// What follows at or after `at`, blanks skipped: its place, and whether a line ended before it.
fn after(text: &str, at: usize) -> (usize, Option<char>, bool) {
    let rest = text.get(at..).unwrap_or_default();
    let trimmed = rest.trim_start();
    let gap = rest.len() - trimmed.len();
    let line = rest.get(..gap).is_some_and(|g| g.contains('\n'));
    (at + gap, trimmed.chars().next(), line)
}

/// Whether the quote before `at` ends its string, by what follows: all that follows a string in JSON does, and so
/// does a new line with a new string on it, where a comma is missing.
fn ends(text: &str, at: usize, quote: char, inside: Inside) -> bool {
    let (next, c, line) = after(text, at);
    let Some(c) = c else { return true };
    let rest = text.get(next..).unwrap_or_default();
    if inside.place == Place::Key {
        return c == ':' || (c == '=' && rest.starts_with("=>"));
    }
    match c {
        ',' => comma(text, next + 1, inside.place),
        ']' if inside.lists > 0 => closes(text, next + 1, quote, inside),
        '}' if inside.objects > 0 => closes(text, next + 1, quote, inside),
        '/' => rest.starts_with("//") || rest.starts_with("/*"),
        '#' => next > at,
        '`' => rest.starts_with("```") && line,
        c if opening(rest).is_some() => {
            let other = c == quote || c == '"';
            other && (line || (inside.place == Place::List && next > at))
        }
        _ => line && inside.place == Place::Object && key_at(text, next),
    }
}

/// Whether a bracket before `at` can stand behind a string that ends there: more JSON follows, or nothing that the
/// string could go on with.
fn closes(text: &str, at: usize, quote: char, inside: Inside) -> bool {
    let (next, c, line) = after(text, at);
    match c {
        None | Some(',' | ']' | '}' | '{' | '[' | '`') => true,
        Some(_) if line => true,
        Some('/') => text
            .get(next..)
            .is_some_and(|r| r.starts_with("//") || r.starts_with("/*")),
        Some(_) if inside.lists + inside.objects == 1 => {
            let line = text.get(next..).unwrap_or_default().lines().next().unwrap_or_default();
            let mut near = line.char_indices().take(256);
            !near.any(|(n, c)| {
                let tail = || line.get(n + c.len_utf8()..).unwrap_or_default().trim_start();
                c == quote && tail().starts_with([',', ']', '}', ':'])
            })
        }
        Some(_) => false,
    }
}

/// Whether what follows a comma can be the next element, so that the comma is not part of the text.
fn comma(text: &str, at: usize, place: Place) -> bool {
    let (next, c, line) = after(text, at);
    let Some(c) = c else { return true };
    let rest = text.get(next..).unwrap_or_default();
    if matches!(c, ']' | '}' | '#' | '…') || ["//", "/*", "..."].iter().any(|s| rest.starts_with(s)) {
        return true;
    }
    match place {
        Place::Object => key_at(text, next),
        Place::Key | Place::List => {
            let size = rest.bytes().take(400).position(|b| b",]} \n".contains(&b)).unwrap_or(0);
            let word = rest.get(..size).unwrap_or_default();
            opening(rest).is_some()
                || matches!(c, '{' | '[')
                || line
                || matches!(word, "true" | "false" | "null" | "True" | "False" | "None")
                || (!word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b)))
        }
    }
}

/// Whether a key and its colon stand at `at`, looking at most 200 bytes ahead.
fn key_at(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let mut chars = rest.char_indices().take(200);
    let quoted = opening(rest);
    if quoted.is_some() {
        let _: Option<(usize, char)> = chars.next();
    }
    let mut escaped = false;
    for (n, c) in chars {
        let end = match quoted {
            Some(q) => c == q && !escaped,
            None => c == ':' || !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-')),
        };
        escaped = c == '\\' && !escaped;
        if end {
            let from = if quoted.is_some() { n + c.len_utf8() } else { n };
            let tail = rest.get(from..).unwrap_or_default().trim_start();
            // `http://…` is no key.
            return (n > 0 && tail.starts_with(':') && !tail.starts_with("://")) || tail.is_empty();
        }
    }
    // It goes on for long, or the text ends inside it.
    quoted.is_some()
}
