//! Colours line by line from syntax definitions, for files without a grammar.
//!
//! Ten times slower than a grammar, so it looks at `stop` before every line and hands out what it has.

use std::collections::HashMap;
use std::sync::OnceLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::ink::{Mark, SCOPES};
use super::{CHUNK, End, push};
use crate::base::num::small;
use crate::text::layers::{Ink, Inks};

fn set() -> &'static SyntaxSet {
    static SET: OnceLock<SyntaxSet> = OnceLock::new();
    SET.get_or_init(two_face::syntax::extra_newlines)
}

/// The syntax of the file at `path`: by its name, its extension, then its first line.
pub(super) fn find(path: &str, text: &str) -> Option<&'static SyntaxReference> {
    let set = set();
    let file = path.rsplit('/').next().unwrap_or(path);
    let first = text.split('\n').next().unwrap_or_default();
    set.find_syntax_by_extension(file)
        .or_else(|| set.find_syntax_by_extension(file.rsplit_once('.')?.1))
        .or_else(|| set.find_syntax_by_first_line(first))
        .filter(|s| s.name != "Plain Text")
}

pub(super) fn color(
    syntax: &SyntaxReference,
    text: &str,
    stop: &dyn Fn() -> bool,
    emit: &mut dyn FnMut(usize, Vec<Inks>),
) -> End {
    let mut state = ParseState::new(syntax);
    let mut reader = Reader::new();
    let mut chunk = Vec::with_capacity(CHUNK);
    let mut first = 0;
    let mut line = String::new();
    for raw in text.split('\n') {
        if stop() {
            return End::Stopped { line: first };
        }
        line.clear();
        line.push_str(raw);
        line.push('\n');
        let Some(runs) = reader.line(&mut state, &line) else {
            let end = first + chunk.len();
            emit(first, chunk);
            return End::Stopped { line: end };
        };
        chunk.push(runs);
        if chunk.len() == CHUNK {
            emit(first, std::mem::replace(&mut chunk, Vec::with_capacity(CHUNK)));
            first += CHUNK;
        }
    }
    if !chunk.is_empty() {
        emit(first, chunk);
    }
    End::Whole
}

/// Turns scopes into inks, remembering what each scope means.
struct Reader {
    stack: ScopeStack,
    prefixes: Vec<(Scope, Mark)>,
    keys: Vec<Scope>,
    known: HashMap<Scope, Option<Mark>>,
}

impl Reader {
    fn new() -> Self {
        let scope = |name: &str| Scope::new(name).ok();
        Self {
            stack: ScopeStack::new(),
            prefixes: SCOPES
                .iter()
                .filter_map(|(name, mark)| Some((scope(name)?, *mark)))
                .collect(),
            keys: ["meta.mapping.key", "meta.structure.dictionary.key"]
                .into_iter()
                .filter_map(scope)
                .collect(),
            known: HashMap::new(),
        }
    }

    /// The runs of `line`, which ends in `\n`; `None` when the definition is broken.
    fn line(&mut self, state: &mut ParseState, line: &str) -> Option<Inks> {
        let ops = state.parse_line(line, set()).ok()?;
        let shown = line.len() - 1;
        let mut runs = Inks::new();
        let mut at = 0;
        for (to, op) in ops {
            self.run(&mut runs, line, at, to.min(shown));
            at = at.max(to.min(shown));
            self.stack.apply(&op).ok()?;
        }
        self.run(&mut runs, line, at, shown);
        Some(runs)
    }

    fn run(&mut self, runs: &mut Inks, line: &str, start: usize, end: usize) {
        if start < end
            && line.is_char_boundary(start)
            && line.is_char_boundary(end)
            && let Some(ink) = self.ink()
        {
            // Definitions call `export`, `typeof` and their like operators.
            let word = ink == Ink::Operator && line.as_bytes().get(start).is_some_and(u8::is_ascii_alphabetic);
            let ink = if word { Ink::Keyword } else { ink };
            push(runs, small(start), small(end), ink);
        }
    }

    /// What the scopes around say: the innermost that says anything.
    fn ink(&mut self) -> Option<Ink> {
        let Self {
            stack,
            prefixes,
            keys,
            known,
        } = self;
        let mark = stack.as_slice().iter().rev().find_map(|scope| {
            *known
                .entry(*scope)
                .or_insert_with(|| prefixes.iter().find(|(p, _)| p.is_prefix_of(*scope)).map(|(_, m)| *m))
        })?;
        match mark {
            Mark::Ink(Ink::String) if stack.as_slice().iter().any(|s| keys.iter().any(|k| k.is_prefix_of(*s))) => {
                Some(Ink::Property)
            }
            Mark::Ink(ink) => Some(ink),
            Mark::Plain => None,
        }
    }
}
