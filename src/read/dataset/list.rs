//! Lists as datasets write them: real ones, JSON text of one, or Python's way of printing one.

use serde_json::Value;

/// Levels of lists in lists that are read.
const DEPTH: usize = 16;

/// The elements of a list, in whichever way it is written; a single text that is no list is one element.
pub(super) fn values(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(all) => Some(all.clone()),
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(match parsed(text) {
            Some(Value::Array(all)) => all,
            Some(other) => vec![other],
            None => text
                .lines()
                .map(str::trim)
                .filter(|l| !l.is_empty())
                .map(Value::from)
                .collect(),
        }),
        Value::Object(_) => Some(vec![value.clone()]),
        _ => None,
    }
}

/// The list or object that a text holds, as JSON or as Python prints it.
pub(super) fn parsed(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['[', '{', '(']) {
        return None;
    }
    serde_json::from_str(text).ok().or_else(|| python(text))
}

/// A list, tuple or dictionary of Python. Commas may be missing, as they are in printed arrays.
fn python(text: &str) -> Option<Value> {
    let mut p = Python {
        rest: text.chars().peekable(),
    };
    let out = p.value(DEPTH)?;
    p.skip();
    p.rest.peek().is_none().then_some(out)
}

struct Python<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Python<'_> {
    fn skip(&mut self) {
        while self.rest.next_if(|c| c.is_whitespace() || *c == ',').is_some() {}
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        self.skip();
        match *self.rest.peek()? {
            open @ ('[' | '(' | '{') => {
                self.rest.next();
                self.many(open, depth)
            }
            quote @ ('\'' | '"') => {
                self.rest.next();
                self.text(quote).map(Value::String)
            }
            _ => self.word(),
        }
    }

    fn many(&mut self, open: char, depth: usize) -> Option<Value> {
        let close = match open {
            '[' => ']',
            '(' => ')',
            _ => '}',
        };
        let mut list = Vec::new();
        let mut map = serde_json::Map::new();
        loop {
            self.skip();
            if self.rest.next_if_eq(&close).is_some() {
                return Some(if open == '{' && list.is_empty() {
                    Value::Object(map)
                } else {
                    Value::Array(list)
                });
            }
            let value = self.value(depth)?;
            self.skip();
            if open == '{' && self.rest.next_if_eq(&':').is_some() {
                let key = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                map.insert(key, self.value(depth)?);
            } else {
                list.push(value);
            }
        }
    }

    fn text(&mut self, quote: char) -> Option<String> {
        let mut out = String::new();
        loop {
            match self.rest.next()? {
                c if c == quote => return Some(out),
                '\\' => match self.rest.next()? {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    'x' => out.push(self.code(2)?),
                    'u' => out.push(self.code(4)?),
                    c @ ('\\' | '\'' | '"') => out.push(c),
                    c => out.extend(['\\', c]),
                },
                c => out.push(c),
            }
        }
    }

    fn code(&mut self, digits: usize) -> Option<char> {
        let mut n = 0;
        for _ in 0..digits {
            n = n * 16 + self.rest.next()?.to_digit(16)?;
        }
        char::from_u32(n)
    }

    fn word(&mut self) -> Option<Value> {
        let mut out = String::new();
        while let Some(c) = self.rest.next_if(|c| c.is_alphanumeric() || "._+-".contains(*c)) {
            out.push(c);
        }
        match out.as_str() {
            "None" | "nan" => Some(Value::Null),
            "True" => Some(true.into()),
            "False" => Some(false.into()),
            _ => serde_json::from_str(&out).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn three_ways_to_write_a_list() {
        let all = json!(["a", "b's"]);
        assert_eq!(values(&all).unwrap(), ["a", "b's"]);
        assert_eq!(values(&json!(r#"["a", "b's"]"#)).unwrap(), ["a", "b's"]);
        assert_eq!(values(&json!(r#"['a', "b's"]"#)).unwrap(), ["a", "b's"]);
        assert_eq!(values(&json!("['a' 'b'\n 'c']")).unwrap(), ["a", "b", "c"]);
        assert_eq!(values(&json!("a.py")).unwrap(), ["a.py"]);
        assert_eq!(values(&json!("[]")).unwrap().len(), 0);
        assert_eq!(values(&json!(" ")), None);
    }

    #[test]
    fn python_prints_more_than_texts() {
        let got = parsed(r"{'a': [1, -2.5, None, True], 'b': ('x\n', '\x41')}").unwrap();
        assert_eq!(got, json!({"a": [1, -2.5, null, true], "b": ["x\n", "A"]}));
        for bad in ["['a", "[a]", "['a']x", "{'a':}", "[1e999]", "(", "['\\u12']"] {
            assert_eq!(parsed(bad), None, "{bad}");
        }
        assert_eq!(parsed(&"[".repeat(100_000)), None);
    }
}
