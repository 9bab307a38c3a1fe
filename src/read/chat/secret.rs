//! The key of an endpoint, and how it is kept out of everything that is written or shown.

use std::collections::HashSet;
use std::fmt;

use crate::base::error::{Problem, Result};

/// Bytes of a key that give it away: so many in a row are struck out wherever they stand.
const PART: usize = 8;

/// Fewest and most bytes of a key.
const SHORTEST: usize = 4;
const LONGEST: usize = 4096;

/// What stands in its place.
const STRUCK: char = '…';

/// A key. It has no words of its own: neither `Debug` nor `Display` tells it.
#[derive(Clone)]
pub struct Secret {
    key: String,
    /// The key as it stands in a header, in an address, and in JSON with escaped slashes.
    forms: Vec<String>,
    /// All parts of [`PART`] bytes of these.
    parts: HashSet<[u8; PART]>,
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret")
    }
}

impl Secret {
    /// Takes the value of the environment variable `name`; line feeds at its end do not count.
    ///
    /// # Errors
    /// It is shorter than 4 bytes or longer than 4 KiB, has blanks at its ends, or holds something that cannot stand in a
    /// header. The error names the variable and not the key.
    pub fn new(value: &str, name: &str) -> Result<Self> {
        let key = value.trim_end_matches(['\n', '\r']);
        let wrong = if key.trim() != key {
            "it begins or ends with a blank"
        } else if key.len() < SHORTEST {
            "it is shorter than 4 characters"
        } else if key.len() > LONGEST {
            "it is longer than 4 KiB"
        } else if !key.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
            "it holds control characters or letters beyond ASCII"
        } else {
            return Ok(Self::of(key));
        };
        Err(Problem::input(format!("{wrong}, so it is no key"))
            .at_field(name)
            .mend(format!(
                "set {name} to the endpoint's key, or unset it where none is needed"
            )))
    }

    fn of(key: &str) -> Self {
        let mut forms = vec![key.to_owned(), key.replace('/', "\\/")];
        for upper in [true, false] {
            let escape = |b: u8| match (b.is_ascii_alphanumeric() || b"-._~".contains(&b), upper) {
                (true, _) => char::from(b).to_string(),
                (false, true) => format!("%{b:02X}"),
                (false, false) => format!("%{b:02x}"),
            };
            forms.push(key.bytes().map(escape).collect());
        }
        forms.sort_by_key(|f| std::cmp::Reverse(f.len()));
        forms.dedup();
        let parts = forms.iter().flat_map(|f| f.as_bytes().windows(PART));
        Self {
            key: key.to_owned(),
            parts: parts.filter_map(|w| w.try_into().ok()).collect(),
            forms,
        }
    }

    /// The key, for the header of a request and nothing else.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// `text` with the key struck out: whole, as it stands in an address, and any part of it of 8 bytes or more. Where it
    /// is hidden behind escapes of JSON (`\\u0073`), all of these are written as what they stand for.
    pub fn scrub(&self, text: &str) -> String {
        let plain = unescaped(text);
        let open = plain.as_deref().map(|p| (p, self.strike(p)));
        match open {
            Some((plain, struck)) if struck != plain => struck,
            _ => self.strike(text),
        }
    }

    fn strike(&self, text: &str) -> String {
        let mut marks = vec![false; text.len()];
        let mut mark = |from: usize, len: usize| {
            marks.iter_mut().skip(from).take(len).for_each(|m| *m = true);
        };
        for (at, window) in text.as_bytes().windows(PART).enumerate() {
            if <[u8; PART]>::try_from(window).is_ok_and(|w| self.parts.contains(&w)) {
                mark(at, PART);
            }
        }
        // Keys that are shorter than a part.
        for form in self.forms.iter().filter(|f| f.len() < PART) {
            text.match_indices(form.as_str())
                .for_each(|(at, _)| mark(at, form.len()));
        }
        if !marks.contains(&true) {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut before = false;
        for (at, c) in text.char_indices() {
            let struck = marks.get(at).copied().unwrap_or(false);
            match (struck, before) {
                (false, _) => out.push(c),
                (true, false) => out.push(STRUCK),
                (true, true) => {}
            }
            before = struck;
        }
        out
    }
}

/// `text` with signs of ASCII in the place of their escapes, however many backslashes stand before these; `None` where
/// there are none.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains("\\u00") {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u00") {
        let code = after.get(..2).and_then(|h| u8::from_str_radix(h, 16).ok());
        if let Some(code) = code.filter(u8::is_ascii_graphic) {
            out.push_str(before.trim_end_matches('\\'));
            out.push(char::from(code));
            rest = after.get(2..).unwrap_or_default();
        } else {
            out.push_str(before);
            out.push_str("\\u00");
            rest = after;
        }
    }
    out.push_str(rest);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-Zq7/9+WmX=Lp4";

    #[test]
    fn the_key_is_struck_out_in_every_form() {
        let secret = Secret::new(KEY, "K").unwrap();
        for (text, want) in [
            ("bad key sk-Zq7/9+WmX=Lp4!", "bad key …!"),
            ("ü sk-Zq7/9+WmX=Lp4sk-Zq7/9+WmX=Lp4 ü", "ü … ü"),
            ("?key=sk-Zq7%2F9%2BWmX%3DLp4&", "?key=…&"),
            ("?key=sk-Zq7%2f9%2bWmX%3dLp4&", "?key=…&"),
            (r#""sk-Zq7\/9+WmX=Lp4""#, r#""…""#),
            // Cut by the server: eight bytes of it, from anywhere.
            ("sk-Zq7/9***", "…***"),
            ("begins with sk-Zq7/ (7 bytes)", "begins with sk-Zq7/ (7 bytes)"),
            ("ends with WmX=Lp4 and 9+WmX=Lp4", "ends with WmX=Lp4 and …"),
            // Behind escapes, and escapes of these.
            (r"{\u0073k-Zq7/9+W\u006d\u0058=Lp4}", "{…}"),
            (r"{\\u0073k-Zq7/9+WmX\u003dLp4} \u00fc", r"{…} \u00fc"),
            (r"\u0041 stays \u00", r"\u0041 stays \u00"),
            ("nothing", "nothing"),
            ("", ""),
        ] {
            assert_eq!(secret.scrub(text), want, "{text}");
        }
        let short = Secret::new("abc1", "K").unwrap();
        assert_eq!(short.scrub("xabc1abc1y abc 1"), "x…y abc 1");
        assert_eq!(format!("{secret:?}"), "Secret");
    }

    #[test]
    fn what_is_no_key_is_refused_without_being_told() {
        for bad in [
            "",
            "abc",
            " abcdef",
            "abcdef ",
            "ab\tcdef",
            "ab\ncdef",
            "schlüssel",
            "a\u{7f}bcdef",
        ] {
            let problem = Secret::new(bad, "MY_KEY").unwrap_err();
            let told = problem.to_string();
            assert!(told.contains("MY_KEY"), "{told}");
            assert!(bad.len() < 4 || !told.contains(bad.trim()), "{told}");
        }
        assert_eq!(Secret::new("abcdef\r\n", "K").unwrap().key(), "abcdef");
    }
}
