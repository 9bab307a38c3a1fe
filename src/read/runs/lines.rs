//! The lines in which Agentless and its relatives name places: `function: C.m`, `class: C`, `line: 10-20`. A line
//! may name several things; they share one rank. What was cut off a name leaves a flag.

#[cfg(test)]
mod tests;

use crate::base::num::small;
use crate::domain::run::{Sample, Suspect, What};

/// One thing that a line names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// The line as written; of a list its kind word and this item.
    pub raw: String,
    /// What it is. A `class:` with a dotted name is a method.
    pub what: What,
    /// Name without argument list and remarks; `None` for bare lines.
    pub name: Option<String>,
    /// Lines, first and last, from 1.
    pub lines: Option<(u32, u32)>,
    /// What was cut off or is not usual: `arguments`, `trailing text`, `kind word`, `comma list`, `trimmed`;
    /// `method_line` for a kind word (`method:`, `property:`) that Agentless itself drops.
    pub flags: Vec<String>,
}

/// What was odd about an answer, and how many places of it may still be taken: a hostile row must not name one long
/// path a million times.
#[derive(Debug)]
pub struct Told {
    /// `empty entry`, `line left out`, `place without a file`, `list cut`, each once.
    pub odd: Vec<String>,
    left: usize,
}

/// Places taken from one row, and bytes of a path.
const PLACES: usize = 20_000;
const PATH: usize = 4_096;

impl Default for Told {
    fn default() -> Self {
        Self {
            odd: Vec::new(),
            left: PLACES,
        }
    }
}

impl Told {
    fn tell(&mut self, how: &str) {
        add_flag(&mut self.odd, how);
    }
}

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// It names things.
    Names(Vec<Entry>),
    /// It names the file for the lines after it.
    File(String),
    /// A kind word and nothing behind it.
    Nothing,
    /// Blank, or anything else.
    Other,
}

const KINDS: [(&str, What); 14] = [
    ("function", What::Function),
    ("functions", What::Function),
    ("func", What::Function),
    ("method", What::Function),
    ("methods", What::Function),
    ("property", What::Function),
    ("class", What::Class),
    ("classes", What::Class),
    ("variable", What::Variable),
    ("variables", What::Variable),
    ("var", What::Variable),
    ("module", What::Module),
    ("line", What::Line),
    ("lines", What::Line),
];

/// Reads one line.
pub fn read(line: &str) -> Line {
    let bare = line.trim();
    let unmarked = bare
        .trim_start_matches(['-', '*', '•', '`', ' '])
        .trim_end_matches(['`', '*', ' ']);
    let Some((word, what, rest)) = kind(unmarked) else {
        return match unmarked {
            path if is_path(path) => Line::File(path.to_owned()),
            _ => Line::Other,
        };
    };
    let mut entries = if what == What::Line {
        numbers(rest)
    } else {
        names(what, rest)
    };
    if entries.is_empty() {
        return if what == What::Line && !rest.is_empty() {
            Line::Other
        } else {
            Line::Nothing
        };
    }
    let several = entries.len() > 1;
    for entry in &mut entries {
        entry.raw = if several {
            format!("{word}: {}", entry.raw)
        } else {
            bare.to_owned()
        };
        if word.starts_with("method") || word == "property" {
            entry.flags.push("method_line".to_owned());
        }
        if several {
            entry.flags.push("comma list".to_owned());
        }
        if unmarked.len() != bare.len() {
            entry.flags.push("trimmed".to_owned());
        }
    }
    Line::Names(entries)
}

/// Adds what the lines of `text` name to the functions of `found`, each line at the next rank. `file` holds for
/// lines before one that names a file; lines without a file are left out. What could not be used is told.
pub fn add(found: &mut Sample, file: Option<&str>, text: &str, told: &mut Told) {
    let mut file = file.map(str::to_owned);
    for line in text.lines() {
        match (read(line), &file) {
            (Line::File(path), _) => file = Some(path),
            (Line::Names(_), Some(file)) if file.len() > PATH => told.tell("line left out"),
            (Line::Names(entries), Some(file)) => {
                let rank = small(found.functions.len() + 1);
                for entry in entries {
                    if told.left == 0 {
                        told.tell("list cut");
                        return;
                    }
                    told.left -= 1;
                    let raw = format!("{file}:{}", entry.raw);
                    found.add_named(&raw, file, entry.what, entry.name.as_deref(), entry.lines);
                    if let Some(Suspect { rank: r, flags, .. }) = found.functions.last_mut() {
                        *r = rank;
                        flags.extend(entry.flags);
                    }
                }
            }
            (Line::Names(_), None) => told.tell("place without a file"),
            (Line::Nothing, _) => told.tell("empty entry"),
            (Line::Other, _) if line.trim().is_empty() || line.trim_start().starts_with("```") => {}
            (Line::Other, _) => told.tell("line left out"),
        }
    }
}

/// The kind word at the start, what it stands for, and the rest behind its colon.
fn kind(line: &str) -> Option<(String, What, &str)> {
    let (word, rest) = line.split_once(':')?;
    if word.len() > 12 {
        return None;
    }
    let word = word.trim_matches(['*', '`', ' ']).to_lowercase();
    let (_, what) = KINDS.iter().find(|(k, _)| *k == word)?;
    Some((word, *what, rest.trim_matches(['*', '`', ' ', '\t', '"', '\''])))
}

/// One word that ends like a file.
fn is_path(text: &str) -> bool {
    let ending = text.rsplit('/').next().and_then(|n| n.rsplit_once('.'));
    ending.is_some_and(|(stem, end)| {
        !stem.is_empty() && (1..=6).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_alphanumeric())
    }) && !text.contains(|c: char| c.is_whitespace() || c == ':' || c == '(')
}

fn names(what: What, rest: &str) -> Vec<Entry> {
    split(rest).into_iter().filter_map(|part| name(what, part)).collect()
}

/// Splits at commas outside brackets.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let mut from = 0;
    let mut out = Vec::new();
    let angles = text.matches('<').count() == text.matches('>').count() && !text.contains("operator");
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '<' if angles => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '>' if angles => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                out.extend(text.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    out.extend(text.get(from..));
    out
}

fn name(what: What, part: &str) -> Option<Entry> {
    let mut flags: Vec<String> = Vec::new();
    let mut out = part.trim_matches(['`', '"', '\'', ' ', '\t']);
    for mark in [" # ", " // ", " - ", " – ", " — ", " (", "  "] {
        let cut = out.split_once(mark).filter(|(lead, _)| !lead.ends_with("operator"));
        if let Some((lead, _)) = cut {
            out = lead;
            add_flag(&mut flags, "trailing text");
        }
    }
    if let Some((lead, _)) = out.split_once('(')
        && !lead.is_empty()
        && !lead.ends_with("operator")
    {
        out = lead;
        add_flag(&mut flags, "arguments");
    }
    for word in ["async def ", "def ", "function ", "func ", "fn ", "method ", "class "] {
        if let Some(rest) = out.strip_prefix(word) {
            out = rest;
            add_flag(&mut flags, "kind word");
        }
    }
    // `Axes.function: bar` is how some writers join a class and its method.
    let mut parts: Vec<&str> = Vec::new();
    for one in out.split('.') {
        let bare = kind(one).map_or(one, |(_, _, rest)| rest);
        if bare.len() != one.len() {
            add_flag(&mut flags, "kind word");
        }
        parts.push(bare);
    }
    let name = parts.join(".");
    let name = name.trim_matches(['`', ' ', '.', ':', ',']);
    if name.is_empty() || ["n/a", "none", "-"].contains(&name.to_lowercase().as_str()) {
        return None;
    }
    let method = what == What::Class && name.contains('.');
    Some(Entry {
        raw: part.trim().to_owned(),
        what: if method { What::Function } else { what },
        name: Some(name.to_owned()),
        lines: None,
        flags,
    })
}

fn add_flag(flags: &mut Vec<String>, flag: &str) {
    if !flags.iter().any(|f| f == flag) {
        flags.push(flag.to_owned());
    }
}

/// `10`, `10-20`, `L10-L20`, `10, 15`, `34  # where`.
fn numbers(rest: &str) -> Vec<Entry> {
    let mut out: Vec<Entry> = Vec::new();
    for part in rest.split(',') {
        let (first, tail) = number(part);
        let Some(first) = first else {
            // Words after a number: a remark that holds commas.
            if let Some(last) = out.last_mut().filter(|_| !part.trim().is_empty()) {
                add_flag(&mut last.flags, "trailing text");
            }
            continue;
        };
        let joined = tail.trim_start();
        let second = ["-", "–", "—", "to "]
            .iter()
            .find_map(|mark| joined.strip_prefix(mark))
            .map(number);
        let (last, tail) = match second {
            Some((Some(last), tail)) => (last, tail),
            _ => (first, tail),
        };
        let mut entry = Entry {
            raw: part.trim().to_owned(),
            what: What::Line,
            name: None,
            lines: Some((first.min(last), first.max(last))),
            flags: Vec::new(),
        };
        if !tail.trim().is_empty() {
            add_flag(&mut entry.flags, "trailing text");
        }
        out.push(entry);
    }
    out
}

/// A line number at the start, and what follows it.
fn number(text: &str) -> (Option<u32>, &str) {
    let text = text.trim_start().trim_start_matches(['L', 'l']);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits.parse().ok().filter(|n| *n > 0), rest)
}
