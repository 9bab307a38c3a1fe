//! One JSON value read with patience: commas, brackets, words and comments as models write them. No recursion: what
//! is open stands on a stack.

use serde_json::{Map, Number, Value};

use super::quotes::{self, Place};
use super::{DEPTH, Mended};

enum Open {
    List(Vec<Value>),
    Object(Map<String, Value>, String),
}

struct Frame {
    open: Open,
    /// A comma was seen after the last element.
    comma: bool,
    /// Something stands in it already.
    filled: bool,
}

/// Why reading went no further.
enum Stop {
    /// The value is complete.
    Done(Value),
    /// The text ended inside it.
    End,
    /// It is no JSON, not even nearly.
    Fail,
    /// It has more levels than are read.
    Deep,
}

/// What came of reading a value.
#[derive(Debug)]
pub(super) enum Got {
    Value(Mended),
    Nothing,
    /// It has too many levels.
    Deep,
}

pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
    stack: Vec<Frame>,
    objects: usize,
    how: Vec<&'static str>,
    weak: bool,
    cut: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            stack: Vec::new(),
            objects: 0,
            how: Vec::new(),
            weak: false,
            cut: false,
        }
    }

    /// The object or list that the text starts with, and where reading stopped.
    pub(super) fn value(mut self) -> (usize, Got) {
        let mut stop = self.open();
        let value = loop {
            match stop {
                Ok(()) => stop = self.step(),
                Err(Stop::Done(value)) => break value,
                Err(Stop::Fail) => return (self.at, Got::Nothing),
                Err(Stop::Deep) => return (self.at, Got::Deep),
                Err(Stop::End) => {
                    self.note("truncated");
                    stop = self.close();
                    while stop.is_ok() {
                        stop = self.close();
                    }
                }
            }
        };
        let nothing = match &value {
            Value::Array(list) => list.is_empty(),
            Value::Object(map) => map.is_empty(),
            _ => false,
        };
        self.weak |= nothing && self.how.contains(&"truncated");
        let mended = Mended {
            value,
            how: self.how,
            cut: self.cut,
            weak: self.weak,
        };
        (self.at, Got::Value(mended))
    }

    fn note(&mut self, how: &'static str) {
        if !self.how.contains(&how) {
            self.how.push(how);
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips blanks, comments and ellipses; the next byte, not taken.
    fn next(&mut self) -> Result<u8, Stop> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
            self.at += rest.len() - trimmed.len();
            let (how, len) = if trimmed.starts_with("//") || trimmed.starts_with('#') {
                ("comment", trimmed.find('\n').unwrap_or(trimmed.len()))
            } else if let Some(inside) = trimmed.strip_prefix("/*") {
                ("comment", inside.find("*/").map_or(trimmed.len(), |n| n + 4))
            } else if trimmed.starts_with("...") || trimmed.starts_with('…') {
                ("ellipsis", 3)
            } else {
                return self.peek().ok_or(Stop::End);
            };
            self.note(how);
            self.at += len;
        }
    }

    fn open(&mut self) -> Result<(), Stop> {
        if self.stack.len() >= DEPTH {
            return Err(Stop::Deep);
        }
        let object = self.peek() == Some(b'{');
        self.objects += usize::from(object);
        self.at += 1;
        self.stack.push(Frame {
            open: if object {
                Open::Object(Map::new(), String::new())
            } else {
                Open::List(Vec::new())
            },
            comma: false,
            filled: false,
        });
        Ok(())
    }

    /// Ends the innermost bracket.
    fn close(&mut self) -> Result<(), Stop> {
        let Some(frame) = self.stack.pop() else {
            return Err(Stop::Fail);
        };
        let value = match frame.open {
            Open::List(list) => Value::Array(list),
            Open::Object(map, _) => {
                self.objects -= 1;
                Value::Object(map)
            }
        };
        self.put(value)
    }

    /// Puts a value where it belongs.
    fn put(&mut self, value: Value) -> Result<(), Stop> {
        let Some(frame) = self.stack.last_mut() else {
            return Err(Stop::Done(value));
        };
        frame.comma = false;
        frame.filled = true;
        match &mut frame.open {
            Open::List(list) => list.push(value),
            Open::Object(map, key) => {
                map.insert(std::mem::take(key), value);
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Stop> {
        let byte = self.next()?;
        let Some(frame) = self.stack.last_mut() else {
            return Err(Stop::Fail);
        };
        let object = matches!(frame.open, Open::Object(..));
        match byte {
            b',' => {
                let stray = frame.comma || !frame.filled;
                frame.comma = true;
                self.at += 1;
                if stray {
                    self.note("stray comma");
                }
                return Ok(());
            }
            b'}' | b']' if (byte == b'}') == object => {
                let comma = frame.comma;
                self.at += 1;
                if comma {
                    self.note("trailing comma");
                }
                return self.close();
            }
            b'}' | b']' => {
                let other = if byte == b'}' {
                    self.objects > 0
                } else {
                    self.stack.len() > self.objects
                };
                self.note("wrong bracket");
                if other {
                    return self.close();
                }
                self.at += 1;
                return Ok(());
            }
            _ => {}
        }
        let missing = frame.filled && !frame.comma;
        if missing {
            self.note("missing comma");
        }
        if object {
            self.entry(byte)
        } else {
            self.element(byte, Place::List)
        }
    }

    /// A key, its colon and its value.
    fn entry(&mut self, byte: u8) -> Result<(), Stop> {
        let key = if quotes::opening(self.rest()).is_some() {
            self.string(Place::Key)?
        } else {
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80) {
                return Err(Stop::Fail);
            }
            let rest = self.rest();
            let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.' | ' ');
            let len = rest.find(|c| !part(c)).unwrap_or(rest.len());
            let key = rest.get(..len).unwrap_or_default().trim_end();
            if key.len() > 64 {
                return Err(Stop::Fail);
            }
            self.at += len;
            self.note("unquoted key");
            key.to_owned()
        };
        // A key that the end cut off says nothing.
        match self.next()? {
            b':' => self.at += 1,
            b'=' => {
                self.at += if self.rest().starts_with("=>") { 2 } else { 1 };
                self.note("unquoted key");
            }
            _ => return Err(Stop::Fail),
        }
        let byte = self.next()?;
        if let Some(Frame {
            open: Open::Object(_, k),
            ..
        }) = self.stack.last_mut()
        {
            *k = key;
        }
        if matches!(byte, b',' | b'}') {
            self.note("missing value");
            return self.put(Value::Null);
        }
        self.element(byte, Place::Object)
    }

    fn element(&mut self, byte: u8, place: Place) -> Result<(), Stop> {
        if matches!(byte, b'{' | b'[') {
            return self.open();
        }
        let value = if quotes::opening(self.rest()).is_some() {
            let text = self.string(place)?;
            Value::String(text)
        } else {
            self.word()?
        };
        self.put(value)
    }

    fn string(&mut self, place: Place) -> Result<String, Stop> {
        let inside = quotes::Inside {
            place,
            lists: self.stack.len() - self.objects,
            objects: self.objects,
        };
        let read = quotes::string(self.rest(), inside);
        self.at += read.len;
        read.how.iter().for_each(|h| self.note(h));
        if !read.ended {
            if place == Place::Key {
                return Err(Stop::End);
            }
            self.cut = true;
        }
        Ok(read.text)
    }

    /// A value without quotes: a number, a literal, or text up to the next comma, bracket or line end.
    fn word(&mut self) -> Result<Value, Stop> {
        let rest = self.rest();
        let len = rest.find([',', ']', '}', '\n', '[', '{', '"']).unwrap_or(rest.len());
        let word = rest.get(..len).unwrap_or_default();
        let word = word
            .split(" //")
            .next()
            .unwrap_or(word)
            .split(" #")
            .next()
            .unwrap_or(word);
        let size = word.len();
        let word = word.trim_end();
        if word.is_empty() || size > 400 {
            return Err(Stop::Fail);
        }
        self.at += size;
        if self.at == self.text.len() {
            // What the end cut in two is no word.
            return Err(Stop::End);
        }
        let (value, how) = match word {
            "true" => (true.into(), None),
            "false" => (false.into(), None),
            "null" => (Value::Null, None),
            "True" | "TRUE" => (true.into(), Some("Python literal")),
            "False" | "FALSE" => (false.into(), Some("Python literal")),
            "None" | "NULL" | "Null" => (Value::Null, Some("Python literal")),
            "NaN" | "nan" | "undefined" | "Infinity" | "-Infinity" | "inf" | "-inf" => {
                (Value::Null, Some("not a number"))
            }
            other => match (serde_json::from_str::<Number>(other), loose_number(other)) {
                (Ok(n), _) => (Value::Number(n), None),
                (Err(_), Some(n)) => (Value::Number(n), Some("number")),
                (Err(_), None) => {
                    self.weak = true;
                    (other.into(), Some("unquoted text"))
                }
            },
        };
        if let Some(how) = how {
            self.note(how);
        }
        Ok(value)
    }
}

/// `+1`, `.5`, `1.`, `1_000`, `0x1f`.
fn loose_number(word: &str) -> Option<Number> {
    let plain = word.strip_prefix('+').unwrap_or(word).replace('_', "");
    if let Some(hex) = plain.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok().map(Number::from);
    }
    if !plain.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b)) {
        return None;
    }
    match plain.parse::<u64>() {
        Ok(n) => Some(n.into()),
        Err(_) => Number::from_f64(plain.parse().ok()?),
    }
}
