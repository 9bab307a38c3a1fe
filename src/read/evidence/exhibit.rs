//! Which exhibit a record names: id, address, file or place, and whether a file counts places from 0.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::text;
use crate::base::error::{Problem, Result};
use crate::read::input::Input;
use crate::read::mend::plain;

/// Keys that name the exhibit, the surest first.
const EXHIBITS: [&str; 15] = [
    "exhibit",
    "exhibitid",
    "imageurl",
    "image",
    "imagepath",
    "imagefile",
    "imagename",
    "imageid",
    "index",
    "imageindex",
    "imageno",
    "url",
    "path",
    "file",
    "filename",
];

/// The highest place that is believed; no case shows so many images.
const LAST: u32 = 9_999;

/// A file, and how it counts the images of a case.
pub(super) struct Counting<'a> {
    pub(super) input: &'a Input,
    /// Number of the first image: 0 or 1.
    first: u32,
    /// Whether a record named number 0.
    zero: Cell<bool>,
}

impl<'a> Counting<'a> {
    pub(super) fn new(input: &'a Input, first: u32) -> Self {
        Self {
            input,
            first,
            zero: Cell::new(false),
        }
    }

    pub(super) fn met_zero(&self) -> bool {
        self.zero.get()
    }

    /// `index:` and the place from 1; `key` is the field as the file writes it.
    fn index(&self, raw: &str, key: &str) -> Result<String> {
        let n: Option<u32> = raw.strip_suffix(".0").unwrap_or(raw).parse().ok();
        self.zero.set(self.zero.get() || n == Some(0));
        match n.filter(|n| (self.first..=LAST).contains(n)) {
            Some(n) => Ok(format!("index:{}", n + 1 - self.first)),
            None => {
                let raw: String = raw.chars().take(40).collect();
                let raw = crate::text::clean::line(&raw);
                Err(Problem::input(format!("'{raw}' is no place of an image"))
                    .at_field(crate::text::clean::line(key))
                    .mend("count the images of a case from 1, or from 0 in the whole file"))
            }
        }
    }

    /// What a text says about where an image is; `None` for pictures in the text itself.
    pub(super) fn place(&self, raw: &str, key: &str) -> Result<Option<String>> {
        let raw = raw.trim();
        if raw.is_empty() || raw.starts_with("data:") || raw.len() > 2_000 {
            return Ok(None);
        }
        if raw.len() == 12 && raw.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return Ok(Some(raw.to_owned()));
        }
        let digits = raw.strip_prefix('-').unwrap_or(raw);
        let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if let Some(n) = raw.strip_prefix("index:").or_else(|| number.then_some(raw)) {
            return self.index(n.trim(), key).map(Some);
        }
        if ["url:", "file:"].iter().any(|p| raw.starts_with(p)) && !raw.starts_with("file://") {
            return Ok(Some(raw.to_owned()));
        }
        let web = raw.starts_with("http://") || raw.starts_with("https://");
        Ok(Some(format!("{}:{raw}", if web { "url" } else { "file" })))
    }

    /// The exhibit that an object names, with its prefix.
    pub(super) fn exhibit(&self, o: &Map<String, Value>) -> Result<Option<String>> {
        for name in EXHIBITS {
            for (key, v) in o.iter().filter(|(k, _)| plain(k) == name) {
                let words = match v {
                    Value::String(s) => Some(s.as_str()),
                    Value::Object(inner) => text(inner, &["url", "path", "file"]),
                    Value::Array(list) if list.len() == 1 => list.first().and_then(Value::as_str),
                    Value::Number(n) => return self.index(&n.to_string(), key).map(Some),
                    _ => None,
                };
                let got = words.map(|w| self.place(w, key)).transpose()?.flatten();
                if got.is_some() {
                    return Ok(got);
                }
            }
        }
        Ok(None)
    }
}
