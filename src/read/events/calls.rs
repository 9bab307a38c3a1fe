//! Calls that a model writes as text: `name("a", key=["b"])`, `<function=name><parameter=key>…`.

use serde_json::{Map, Value};

/// Longest text of one call that is read, in bytes.
const LONG: usize = 1 << 16;

/// Calls of the functions `names` in `text`, in order, at most 50; `places` names arguments without a name.
pub(super) fn in_text<'n>(text: &str, names: &[(&'n str, &[&str])]) -> Vec<(&'n str, Value)> {
    let mut found: Vec<(usize, &'n str, Value)> = Vec::new();
    for (name, places) in names {
        for (at, _) in text.match_indices(name).take(50) {
            let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let before = text.get(..at).and_then(|b| b.chars().next_back());
            let rest = text.get(at + name.len()..).and_then(|r| r.strip_prefix('('));
            if let (false, Some(rest)) = (before.is_some_and(inside), rest) {
                let rest = rest.get(..rest.floor_char_boundary(LONG)).unwrap_or("");
                found.push((at, name, arguments(rest, places)));
            }
        }
    }
    found.sort_by_key(|(at, ..)| *at);
    found.into_iter().take(50).map(|(_, name, args)| (name, args)).collect()
}

/// Calls in the form of tags: `<function=NAME><parameter=KEY>VALUE</parameter></function>`.
pub(super) fn in_tags(text: &str) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    for part in text.split("<function=").skip(1).take(50) {
        let Some((name, rest)) = part.split_once('>') else {
            continue;
        };
        let body = rest.split("</function>").next().unwrap_or(rest);
        let mut args = Map::new();
        for parameter in body.split("<parameter=").skip(1).take(30) {
            if let Some((key, value)) = parameter.split_once('>') {
                let value = value.split("</parameter>").next().unwrap_or(value).trim();
                args.insert(key.to_owned(), list(value).unwrap_or_else(|| value.into()));
            }
        }
        out.push((name.to_owned(), Value::Object(args)));
    }
    out
}

/// A Python or JSON list of texts.
fn list(raw: &str) -> Option<Value> {
    if !raw.starts_with('[') {
        return None;
    }
    let mut reader = Reader { rest: raw };
    Some(reader.value())
}

fn arguments(rest: &str, places: &[&str]) -> Value {
    let mut reader = Reader { rest };
    let mut out = Map::new();
    let mut place = 0;
    loop {
        reader.blank();
        if reader.rest.is_empty() || reader.rest.starts_with(')') || out.len() > 30 {
            return Value::Object(out);
        }
        let named = reader.key();
        let value = reader.value();
        let key = named.or_else(|| places.get(place).copied());
        if let Some(key) = key {
            out.insert(key.to_owned(), value);
        }
        place += 1;
        reader.blank();
        if !reader.eat(',') && !reader.rest.starts_with(')') {
            return Value::Object(out);
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn blank(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// `key=` in front of a value.
    fn key(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let (key, rest) = self.rest.split_at_checked(end)?;
        let rest = rest
            .trim_start()
            .strip_prefix('=')
            .filter(|r| !key.is_empty() && !r.starts_with('='))?;
        self.rest = rest.trim_start();
        Some(key)
    }

    fn value(&mut self) -> Value {
        self.blank();
        if self.eat('[') {
            let mut out = Vec::new();
            loop {
                self.blank();
                if self.rest.is_empty() || self.eat(']') || out.len() > 200 {
                    return Value::Array(out);
                }
                let before = self.rest.len();
                out.push(self.single());
                self.blank();
                let _: bool = self.eat(',');
                if self.rest.len() == before {
                    return Value::Array(out);
                }
            }
        }
        self.single()
    }

    fn single(&mut self) -> Value {
        self.rest = self
            .rest
            .strip_prefix(['r', 'f', 'b'])
            .filter(|r| r.starts_with(['"', '\'']))
            .unwrap_or(self.rest);
        for quote in ["\"\"\"", "'''"] {
            if let Some(rest) = self.rest.strip_prefix(quote) {
                let (inside, rest) = rest.split_once(quote).unwrap_or((rest, ""));
                self.rest = rest;
                return inside.into();
            }
        }
        if let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let mut out = String::new();
            let mut chars = self.rest.chars();
            chars.next();
            while let Some(c) = chars.next() {
                match c {
                    '\\' => out.extend(chars.next()),
                    c if c == quote => break,
                    c => out.push(c),
                }
            }
            self.rest = chars.as_str();
            return out.into();
        }
        let end = self.rest.find([',', ')', ']', '\n']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        match word.trim().parse::<u64>() {
            Ok(n) => n.into(),
            Err(_) => word.trim().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn calls() {
        let names: &[(&str, &[&str])] = &[("get_code", &["file", "name"]), ("open_file", &["path", "line"])];
        assert_eq!(
            in_text(
                "I call get_code(\"a.py\", 'f') and open_file(path='x/[y].ts', line=12)",
                names
            ),
            [
                ("get_code", json!({"file": "a.py", "name": "f"})),
                ("open_file", json!({"path": "x/[y].ts", "line": 12}))
            ]
        );
        assert_eq!(
            in_text("get_code(a.py, f)", names),
            [("get_code", json!({"file": "a.py", "name": "f"}))]
        );
        assert_eq!(in_text("my_get_code('x') get_codes('y')", names), []);
        assert_eq!(
            in_text("open_file(['a', \"b\"],", names),
            [("open_file", json!({"path": ["a", "b"]}))]
        );
        assert_eq!(
            in_tags("<function=s>\n<parameter=q>['a', 'b']</parameter>\n<parameter=p>x y</parameter>\n</function>"),
            [("s".to_owned(), json!({"q": ["a", "b"], "p": "x y"}))]
        );
    }

    #[test]
    fn hostile_text_ends() {
        for piece in ["f(", "f([", "f('", "f(\"\"\"", "f(,", "f(a=", "<function=f><parameter="] {
            in_text(&piece.repeat(20_000), &[("f", &["a"])]);
            in_tags(&piece.repeat(20_000));
        }
    }
}
