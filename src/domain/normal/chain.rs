//! A name in components, for comparison only: without kind words, arguments, templates, return types (F2–F5, F7, F8).

/// A name in components.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Chain {
    /// Outermost first: `["Store", "get"]`.
    pub parts: Vec<String>,
    /// Where `<locals>` stood: components before it name the outermost function.
    pub nested: Option<usize>,
}

/// Names in angle brackets that are no template arguments.
const SPECIAL: [&str; 7] = ["locals", "init", "clinit", "lambda", "anonymous", "module", "listcomp"];

/// Words that make the last component a constructor.
const CONSTRUCTORS: [&str; 5] = ["__init__", "constructor", "__construct", "<init>", "__new__"];

impl Chain {
    /// The last component.
    pub fn leaf(&self) -> Option<&str> {
        self.parts.last().map(String::as_str)
    }

    /// The component before the last.
    pub fn parent(&self) -> Option<&str> {
        self.parts.iter().rev().nth(1).map(String::as_str)
    }

    /// Whether all of `self` is the end of `other`, and `other` is longer.
    pub fn ends(&self, other: &Self) -> bool {
        !self.parts.is_empty() && self.parts.len() < other.parts.len() && other.parts.ends_with(&self.parts)
    }

    /// Whether all of `self` is the start of `other`, and `other` is longer.
    pub fn starts(&self, other: &Self) -> bool {
        !self.parts.is_empty() && self.parts.len() < other.parts.len() && other.parts.starts_with(&self.parts)
    }

    /// The class of a constructor (`Class.__init__`, `Class.Class`); `None` when it is no constructor.
    pub fn constructed(&self) -> Option<Self> {
        let (leaf, parent) = (self.leaf()?, self.parent()?);
        (CONSTRUCTORS.contains(&leaf) || leaf == parent).then(|| self.shortened(self.parts.len() - 1))
    }

    /// The outermost function, where `<locals>` says that there is one.
    pub fn outermost(&self) -> Option<Self> {
        self.nested.filter(|n| *n > 0).map(|n| self.shortened(n))
    }

    fn shortened(&self, n: usize) -> Self {
        Self {
            parts: self.parts.iter().take(n).cloned().collect(),
            nested: None,
        }
    }
}

/// Pieces of `text` between `mark`s that stand in no brackets and no quotes.
pub fn top_level(text: &str, mark: char) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut depth, mut from) = (0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            c if c == mark && depth == 0 => {
                out.extend(text.get(from..at));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    out.extend(text.get(from..));
    out
}

/// Brings a name into components. The separators are `.`, `::`, `#`, `->`, `/`, and `$` before a capital.
pub fn chain(name: &str) -> Chain {
    let mut text = name.trim().trim_matches(['`', '"', '\'']).trim();
    if let Some((_, rest)) = super::kind(text) {
        text = rest;
    }
    for word in ["func ", "fn ", "def ", "function "] {
        text = text.strip_prefix(word).map_or(text, str::trim_start);
    }
    let (receiver, rest) = receiver(text);
    let walked = walk(rest);
    let word = walked.trim().rsplit(' ').next().unwrap_or("");
    let word = word.trim_start_matches(['*', '&', '^']);
    let mut parts: Vec<String> = receiver.map(str::to_owned).into_iter().collect();
    let mut nested = None;
    for part in word.split(SEPARATOR).map(str::trim).filter(|p| !p.is_empty()) {
        if part == "<locals>" {
            nested = nested.or(Some(parts.len()));
        } else {
            parts.push(part.to_owned());
        }
    }
    if parts.len() > 1
        && parts
            .last()
            .is_some_and(|p| ["setter", "getter", "deleter"].contains(&p.as_str()))
    {
        parts.pop();
    }
    Chain { parts, nested }
}

/// `(s *Store) Get` and `(*Store).Get`: the type in front, and what follows it. `<T as Trait>::f` likewise.
fn receiver(text: &str) -> (Option<&str>, &str) {
    let parts = |open: char, close: char| text.strip_prefix(open)?.split_once(close);
    if let Some((inside, rest)) = parts('(', ')') {
        let rest = rest.trim_start().trim_start_matches('.');
        let kind = inside.rsplit([' ', '*', '&']).next().unwrap_or(inside);
        let kind = kind.split(['[', '<']).next().unwrap_or(kind);
        if !rest.is_empty() && !kind.is_empty() {
            return (Some(kind), rest);
        }
    }
    if let Some((inside, rest)) = parts('<', '>')
        && let Some((kind, _)) = inside.split_once(" as ")
    {
        return (Some(kind.trim()), rest);
    }
    (None, text)
}

/// Stands between components while a name is walked.
const SEPARATOR: char = '\u{1}';

/// Copies a name, with one kind of separator, up to its arguments or the prose behind it.
fn walk(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut operator = false;
    while let Some(c) = rest.chars().next() {
        let start = out.is_empty() || out.ends_with([SEPARATOR, ' ']);
        let blank = out.ends_with(' ');
        if !operator && names_operator(&out) {
            operator = true;
            let (sign, after) = rest.split_at_checked(sign(rest)).unwrap_or((rest, ""));
            out.push_str(sign.trim_start());
            rest = after;
            continue;
        }
        let mut next = rest.get(c.len_utf8()..).unwrap_or("");
        match c {
            '(' if !out.trim().is_empty() => break,
            '<' => match special(rest).filter(|_| start) {
                Some(word) => {
                    out.push_str(word);
                    next = rest.get(word.len()..).unwrap_or("");
                }
                None => next = behind(next, '<', '>'),
            },
            '[' if !start => next = behind(next, '[', ']'),
            '-' if next.starts_with('>') && blank => break,
            '-' | '–' | '—' | '#' if blank && next.starts_with(' ') => break,
            '-' if next.starts_with('>') => {
                out.push(SEPARATOR);
                next = next.strip_prefix('>').unwrap_or(next);
            }
            ':' if next.starts_with(':') => {
                out.push(SEPARATOR);
                next = next.strip_prefix(':').unwrap_or(next);
            }
            '.' | '#' | '/' => out.push(SEPARATOR),
            '$' if !start && next.starts_with(char::is_uppercase) => out.push(SEPARATOR),
            SEPARATOR => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
        rest = next;
    }
    out
}

/// Whether the word `operator` of C++ was just read.
fn names_operator(out: &str) -> bool {
    let before = out.strip_suffix("operator");
    before.is_some_and(|b| b.is_empty() || b.ends_with([SEPARATOR, ' ', '*', '&']))
}

/// Bytes of what belongs to the word `operator`: `()`, `[]`, signs, the name of a type; 0 when it is a plain name.
fn sign(rest: &str) -> usize {
    let from = rest.trim_start();
    let blank = rest.len() - from.len();
    if from.starts_with("()") || from.starts_with("[]") {
        return blank + 2;
    }
    let signs = from.find(|c: char| !"<>=!+-*/%^&|~,".contains(c)).unwrap_or(from.len());
    let word = from
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(from.len());
    match signs.max(word) {
        0 => 0,
        len => blank + len,
    }
}

/// A component such as `<locals>` at the start of `rest`.
fn special(rest: &str) -> Option<&str> {
    let end = rest.bytes().take(12).position(|b| b == b'>')?;
    let word = rest.get(..=end)?;
    let inside = word.strip_prefix('<')?.strip_suffix('>')?;
    SPECIAL.contains(&inside).then_some(word)
}

/// What follows the bracket that closes the one just read; nothing when it is never closed.
fn behind(rest: &str, open: char, close: char) -> &str {
    let mut depth = 1usize;
    let mut last = ' ';
    for (at, c) in rest.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close && !(close == '>' && (last == '-' || last == '=')) {
            depth -= 1;
            if depth == 0 {
                return rest.get(at + c.len_utf8()..).unwrap_or("");
            }
        }
        last = c;
    }
    ""
}
