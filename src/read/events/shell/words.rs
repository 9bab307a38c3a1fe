//! Words of a command: what stands for a variable, flags, names of files.

use super::lex::Word;
use super::{Shell, UNKNOWN};

/// Longest value of a variable, in bytes, that is kept.
pub(super) const LONG: usize = 4_096;

impl Shell {
    /// Puts what is known for variables; several values give several words.
    pub(super) fn expand(&self, word: &Word, out: &mut Vec<String>) {
        let text = &word.text;
        if word.fixed || !text.contains('$') {
            return out.push(text.clone());
        }
        let whole = text.strip_prefix("${").and_then(|t| t.strip_suffix('}'));
        if let Some(values) = whole.or_else(|| text.strip_prefix('$')).and_then(|n| self.vars.get(n)) {
            return out.extend(values.iter().cloned());
        }
        let mut made = String::new();
        let mut unknown = false;
        let mut parts = text.split('$');
        made.push_str(parts.next().unwrap_or(""));
        for part in parts {
            let braced = part.strip_prefix('{').and_then(|p| p.split_once('}'));
            let (name, rest) = braced.unwrap_or_else(|| {
                let end = part
                    .find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(part.len());
                part.split_at_checked(end).unwrap_or((part, ""))
            });
            match self.vars.get(name).map(Vec::as_slice) {
                Some([one]) if made.len() < LONG => made.push_str(one),
                _ if name == "PWD" => made.push_str(&self.cwd),
                _ if made.len() > LONG => {}
                _ => {
                    unknown |= !name.is_empty() || part.starts_with('(');
                    made.push('$');
                    made.push_str(part);
                    continue;
                }
            }
            made.push_str(rest);
        }
        out.push(if unknown { format!("{UNKNOWN}{made}") } else { made });
    }

    pub(super) fn assigned(&mut self, word: &str) -> bool {
        let Some((name, value)) = word.split_once('=') else {
            return false;
        };
        let ok = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if ok && self.vars.len() < 200 && value.len() < LONG {
            self.vars.insert(name.to_owned(), vec![value.to_owned()]);
        }
        ok
    }
}

/// Whether a word looks like the name of one file.
pub(in crate::read::events) fn like_file(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let dotted = name.rsplit_once('.').is_some_and(|(_, end)| {
        end.len() <= 10 && end.starts_with(char::is_alphabetic) && end.chars().all(char::is_alphanumeric)
    });
    (dotted || matches!(name, "Makefile" | "Dockerfile" | "LICENSE" | "README")) && !word.contains(['*', UNKNOWN])
}

/// Flags and other words: `valued` are the letters, `long` the words of flags that take a value.
pub(super) fn flags<'a>(args: &'a [String], valued: &str, long: &[&str]) -> (Vec<(String, &'a str)>, Vec<&'a String>) {
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        if word == "--" {
            rest.extend(words.by_ref());
        } else if let Some(name) = word.strip_prefix("--") {
            match name.split_once('=') {
                Some((name, value)) => found.push((name.to_owned(), value)),
                None if long.contains(&name) => found.push((name.to_owned(), words.next().map_or("", |w| w.as_str()))),
                None => found.push((name.to_owned(), "")),
            }
        } else if let Some(cluster) = word.strip_prefix('-').filter(|c| !c.is_empty()) {
            let mut chars = cluster.chars();
            while let Some(c) = chars.next() {
                if valued.contains(c) {
                    let tail = chars.as_str();
                    let value = if tail.is_empty() {
                        words.next().map_or("", |w| w.as_str())
                    } else {
                        tail
                    };
                    found.push((c.to_string(), value));
                    break;
                }
                found.push((c.to_string(), ""));
            }
        } else {
            rest.push(word);
        }
    }
    (found, rest)
}
