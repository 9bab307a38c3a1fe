//! The JSON in a text that a model wrote, with the list of what had to be mended to read it.
//!
//! Plain `serde_json` comes first; lenient reading starts only where that fails. Crates for this (`llm_json`,
//! jsonrepair, json-repair, json5, `serde_json_lenient`) were weighed: none says what it mended or bounds its time on
//! hostile text, most guess values that are missing, and json5 knows neither cut ends nor quotes inside texts.

mod lenient;
mod quotes;
#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::Value;

use self::lenient::{Got, Parser};

/// Texts in texts that are unwrapped: `"\"{\\\"a\\\": 1}\""`.
const LEVELS: usize = 3;
/// Levels of brackets, as in `serde_json`.
const DEPTH: usize = 127;
/// How often each byte may be read again after a bracket that led nowhere.
const AGAIN: usize = 16;

/// A value read out of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Mended {
    /// The value.
    pub value: Value,
    /// What was mended, each once: `fence`, `prose`, `several values`, `trailing comma`, `single quotes`,
    /// `unescaped quote`, `truncated`, `double encoded` …
    pub how: Vec<&'static str>,
    /// The text ended inside a string: the last string of the value is not whole.
    pub cut: bool,
    /// It holds bare words, or nothing before the end: perhaps prose in brackets, so it is no answer by itself.
    weak: bool,
}

impl Mended {
    /// Whether the text ended before the value did.
    pub fn truncated(&self) -> bool {
        self.how.contains(&"truncated")
    }

    fn note(&mut self, how: &'static str) {
        if !self.how.contains(&how) {
            self.how.push(how);
        }
    }

    /// 3 when the value itself has a known key, 2 when something in it has, 1 for any other value.
    fn rank(&self, known: &[&str]) -> u8 {
        match holds(&self.value, known, 4) {
            Some(4) => 3,
            Some(_) => 2,
            None if self.weak => 0,
            None => 1,
        }
    }
}

/// A key without case, blanks and signs: `File level` and `file_level` are one.
pub fn plain(key: &str) -> String {
    key.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Levels left (from `levels`) where a known key was found, looking through objects and the first elements of lists.
fn holds(value: &Value, known: &[&str], levels: usize) -> Option<usize> {
    let below = levels.checked_sub(1)?;
    match value {
        Value::Object(o) if o.keys().any(|k| known.contains(&plain(k).as_str())) => Some(levels),
        Value::Object(o) => o.values().filter_map(|v| holds(v, known, below)).max(),
        Value::Array(list) => list.iter().take(64).filter_map(|v| holds(v, known, below)).max(),
        _ => None,
    }
}

/// The JSON value that `text` is about: the whole of it when it is JSON, else the last object or list in it that
/// holds one of the `known` keys, else the last one. `known` are keys as [`plain`] makes them. `None` when the text
/// holds no value. Time is linear in the length of the text.
pub fn mend(text: &str, known: &[&str]) -> Option<Mended> {
    let mut found = all(text, known);
    let best = found.iter().map(|m| m.rank(known)).max()?;
    let at = found.iter().rposition(|m| m.rank(known) == best)?;
    (best > 0).then(|| found.swap_remove(at))
}

/// All values of `text` in order, as [`mend`] reads them; one when the whole text is JSON.
pub fn all(text: &str, known: &[&str]) -> Vec<Mended> {
    at_level(text, known, LEVELS)
}

fn at_level(text: &str, known: &[&str], level: usize) -> Vec<Mended> {
    if let Ok(value) = serde_json::from_str(text.trim()) {
        return whole(value, known, level);
    }
    let mut how = Vec::new();
    let mut clean = std::borrow::Cow::Borrowed(text);
    if text.starts_with('\u{FEFF}') {
        how.push("byte order mark");
        clean = text.trim_start_matches('\u{FEFF}').to_owned().into();
    }
    if clean.contains('\0') {
        how.push("NUL");
        clean = clean.replace('\0', "").into();
    }
    let text = clean.as_ref();
    let mut out = match serde_json::from_str(text.trim()) {
        Ok(value) if !how.is_empty() => whole(value, known, level),
        _ => scan(text, known),
    };
    let none = |out: &[Mended]| out.iter().all(|m| m.rank(known) == 0);
    if none(&out) && level > 0 && text.contains("\\\"") {
        out = inner(text, known, level - 1).unwrap_or(out);
    }
    for m in &mut out {
        for h in &how {
            m.note(h);
        }
    }
    out
}

/// A text that is JSON as it stands; a string may hold JSON once more.
fn whole(value: Value, known: &[&str], level: usize) -> Vec<Mended> {
    if let (Value::String(inner), true) = (&value, level > 0)
        && inner.contains(['{', '['])
    {
        let mut out = at_level(inner, known, level - 1);
        if out.iter().any(|m| m.rank(known) > 0) {
            for m in &mut out {
                m.note("double encoded");
            }
            return out;
        }
    }
    vec![Mended {
        value,
        how: Vec::new(),
        cut: false,
        weak: false,
    }]
}

/// Values of a text whose quotes all stand escaped, as inside a string: `{\"a\": 1}`.
fn inner(text: &str, known: &[&str], level: usize) -> Option<Vec<Mended>> {
    let body = text.trim();
    let at = body.find("\\\"")?;
    let opened = body.get(..at)?.find('"');
    let (body, closed) = match opened {
        Some(n) => (body.get(n + 1..)?, true),
        None => (body, false),
    };
    let (inside, ended) = quotes::unescape(body, closed);
    let mut out = at_level(&inside, known, level);
    for m in &mut out {
        m.note("double encoded");
        if closed && !ended {
            m.note("truncated");
        }
    }
    Some(out)
}

/// Reads what starts at each bracket of `text`.
fn scan(text: &str, known: &[&str]) -> Vec<Mended> {
    let mut found: Vec<(Range<usize>, Mended)> = Vec::new();
    let mut unfinished: Option<(Range<usize>, Mended)> = None;
    let mut budget = text.len().saturating_mul(AGAIN).saturating_add(4_096);
    let (mut at, mut fenced, mut seen) = (0, false, 0);
    while let Some(start) = next_bracket(text, at) {
        let gap = text.get(seen..start).unwrap_or_default();
        fenced ^= gap.matches("```").count() % 2 == 1;
        seen = start;
        let (end, read) = read_at(text, start, fenced);
        let cost = end.saturating_sub(start);
        let again = budget > cost && !matches!(read, Got::Deep);
        budget = budget.saturating_sub(cost);
        let (done, retry) = match read {
            Got::Deep | Got::Nothing => (None, again),
            // What swallowed the rest without a known key may only be a bracket in prose.
            Got::Value(m) if m.truncated() && m.rank(known) < 3 && again => {
                unfinished.get_or_insert((start..end, m));
                (None, true)
            }
            Got::Value(m) => (Some(m), false),
        };
        found.extend(done.map(|m| (start..end, m)));
        at = if retry { start + 1 } else { end.max(start + 1) };
    }
    if let Some(cut) = unfinished
        && found
            .iter()
            .all(|(r, m)| m.rank(known) < 2 && (m.weak || cut.0.contains(&r.start)))
    {
        found.retain(|(r, _)| !cut.0.contains(&r.start));
        found.push(cut);
    }
    tell_rest(text, known, &mut found);
    found.into_iter().map(|(_, m)| m).collect()
}

fn next_bracket(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    Some(at + memchr::memchr2(b'{', b'[', rest)?)
}

/// The value that starts at `start`, and where reading stopped.
fn read_at(text: &str, start: usize, fenced: bool) -> (usize, Got) {
    let rest = text.get(start..).unwrap_or_default();
    let mut strict = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    if let Some(Ok(value)) = strict.next() {
        let plain = Mended {
            value,
            how: Vec::new(),
            cut: false,
            weak: false,
        };
        return (start + strict.byte_offset(), Got::Value(plain));
    }
    let (used, read) = Parser::new(rest).value();
    // Inside a fence a value that has no end stops at the latest where the fence does.
    if fenced
        && !matches!(&read, Got::Value(m) if !m.truncated())
        && let Some(close) = rest.find("```")
        && let (used, Got::Value(read)) = Parser::new(rest.get(..close).unwrap_or_default()).value()
    {
        return (start + used, Got::Value(read));
    }
    (start + used, read)
}

/// Notes what stands around the values: fences, prose, other values.
fn tell_rest(text: &str, known: &[&str], found: &mut [(Range<usize>, Mended)]) {
    let mut outside = String::new();
    let mut at = 0;
    for (range, m) in found.iter() {
        if m.rank(known) == 0 {
            continue;
        }
        outside.push_str(text.get(at..range.start).unwrap_or_default());
        outside.push('\n');
        at = at.max(range.end);
    }
    outside.push_str(text.get(at..).unwrap_or_default());
    let fence = outside.contains("```");
    let tags = [
        "json",
        "json5",
        "jsonc",
        "javascript",
        "js",
        "python",
        "py",
        "text",
        "txt",
        "",
    ];
    let prose = outside.split("```").flat_map(str::lines).any(|l| {
        let l = l.trim();
        !tags.contains(&l.to_lowercase().as_str()) && l.chars().any(char::is_alphanumeric)
    });
    let several = found.iter().filter(|(_, m)| m.rank(known) > 0).count() > 1;
    for (_, m) in found {
        for (how, is) in [("fence", fence), ("prose", prose), ("several values", several)] {
            if is {
                m.note(how);
            }
        }
    }
}
