//! Colours from a syntax tree: parse once, then one pass of a query, handed out in chunks.
//!
//! The query of a language is the one its grammar ships, with a few patterns of ours behind it; among patterns
//! for the same node the last one wins, and the innermost node wins over those around it.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use tree_sitter::{Query, QueryCapture, QueryCursor, QueryCursorOptions, QueryCursorState, StreamingIterator};

use super::ink::{Mark, of_capture};
use super::{CHUNK, End, push};
use crate::base::num::small;
use crate::read::lang::{Lang, parse};
use crate::text::layers::Inks;

/// The query of one language, ready for use.
pub(super) struct Palette {
    query: Query,
    /// By capture index.
    marks: Vec<Option<Mark>>,
}

/// The palette of `lang`, built once (tens of milliseconds); `None` when it has no query
/// that fits the grammar.
pub(super) fn palette(lang: Lang) -> Option<&'static Palette> {
    static BUILT: [OnceLock<Option<Palette>>; Lang::COUNT] = [const { OnceLock::new() }; Lang::COUNT];
    BUILT.get(lang.place())?.get_or_init(|| build(lang)).as_ref()
}

fn build(lang: Lang) -> Option<Palette> {
    let sources = sources(lang);
    if sources.is_empty() {
        return None;
    }
    let mut query = Query::new(&lang.grammar()?, &sources.concat()).ok()?;
    for pattern in 0..query.pattern_count() {
        // These need the scopes of local variables, which are not tracked.
        if query
            .property_predicates(pattern)
            .iter()
            .any(|(p, _)| &*p.key == "local")
        {
            query.disable_pattern(pattern);
        }
    }
    let marks = query.capture_names().iter().map(|name| of_capture(name)).collect();
    Some(Palette { query, marks })
}

pub(super) fn sources(lang: Lang) -> Vec<&'static str> {
    let javascript = tree_sitter_javascript::HIGHLIGHT_QUERY;
    let jsx = tree_sitter_javascript::JSX_HIGHLIGHT_QUERY;
    let typescript = tree_sitter_typescript::HIGHLIGHTS_QUERY;
    let script = include_str!("../../../assets/queries/script.scm");
    let types = include_str!("../../../assets/queries/typescript.scm");
    match lang {
        Lang::JavaScript => vec![javascript, jsx, script],
        Lang::TypeScript => vec![javascript, typescript, script, types],
        Lang::Tsx => vec![javascript, jsx, typescript, script, types],
        Lang::Python => vec![
            tree_sitter_python::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/python.scm"),
        ],
        Lang::Java => vec![
            tree_sitter_java::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/java.scm"),
        ],
        Lang::C => vec![
            tree_sitter_c::HIGHLIGHT_QUERY,
            include_str!("../../../assets/queries/c.scm"),
        ],
        Lang::Cpp => vec![
            tree_sitter_c::HIGHLIGHT_QUERY,
            tree_sitter_cpp::HIGHLIGHT_QUERY,
            include_str!("../../../assets/queries/c.scm"),
            include_str!("../../../assets/queries/cpp.scm"),
        ],
        Lang::Go => vec![
            tree_sitter_go::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/go.scm"),
        ],
        Lang::Rust => vec![
            tree_sitter_rust::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/rust.scm"),
        ],
        Lang::CSharp => vec![
            tree_sitter_c_sharp::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/csharp.scm"),
        ],
        Lang::Php => vec![
            tree_sitter_php::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/php.scm"),
        ],
        Lang::Ruby => vec![
            tree_sitter_ruby::HIGHLIGHTS_QUERY,
            include_str!("../../../assets/queries/ruby.scm"),
        ],
        // The rest is coloured from syntax definitions.
        _ => Vec::new(),
    }
}

/// A captured node.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    start: usize,
    end: Reverse<usize>,
    pattern: usize,
    mark: usize,
}

pub(super) fn color(
    lang: Lang,
    palette: &Palette,
    text: &str,
    stop: &dyn Fn() -> bool,
    emit: &mut dyn FnMut(usize, Vec<Inks>),
) -> End {
    let Some(tree) = parse(lang, text, stop) else {
        return End::Stopped { line: 0 };
    };
    let starts: Vec<usize> = std::iter::once(0)
        .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1))
        .collect();
    let mut progress = |_: &QueryCursorState| {
        if stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = QueryCursorOptions::new().progress_callback(&mut progress);
    let mut cursor = QueryCursor::new();
    let mut captures = cursor.captures_with_options(&palette.query, tree.root_node(), text.as_bytes(), options);
    let mut spans: Vec<Span> = Vec::new();
    let mut ahead: Option<Span> = None;
    let mut brush = Brush {
        lines: &starts,
        text,
        row: 0,
        first: 0,
        runs: Vec::new(),
        at: 0,
        open: Vec::new(),
    };
    for first in (0..starts.len()).step_by(CHUNK) {
        let lines = CHUNK.min(starts.len() - first);
        let to = starts.get(first + lines).copied().unwrap_or(text.len());
        spans.extend(ahead.take());
        if spans.last().is_none_or(|s| s.start < to) {
            // Captures come in order of their start.
            while let Some((found, index)) = captures.next() {
                let Some(span) = found
                    .captures()
                    .get(*index)
                    .and_then(|c| span(c, found.pattern_index, palette, text))
                else {
                    continue;
                };
                if span.start >= to {
                    ahead = Some(span);
                    break;
                }
                spans.push(span);
            }
        } else {
            ahead = spans.pop();
        }
        if stop() {
            return End::Stopped { line: first };
        }
        spans.sort_unstable();
        brush.first = first;
        brush.runs = vec![Inks::new(); lines];
        brush.paint(&spans, to, palette);
        spans.clear();
        emit(first, std::mem::take(&mut brush.runs));
    }
    End::Whole
}

fn span(capture: &QueryCapture<'_>, pattern: usize, palette: &Palette, text: &str) -> Option<Span> {
    let mark = usize::try_from(capture.index).ok()?;
    palette.marks.get(mark).copied().flatten()?;
    let (start, end) = (capture.node.start_byte(), capture.node.end_byte());
    (start < end && text.is_char_boundary(start) && text.is_char_boundary(end)).then_some(Span {
        start,
        end: Reverse(end),
        pattern,
        mark,
    })
}

/// Lays nested spans on lines, from left to right.
struct Brush<'a> {
    /// Where the lines of the text start.
    lines: &'a [usize],
    text: &'a str,
    /// The line the brush is on.
    row: usize,
    /// The line that `runs` starts with.
    first: usize,
    runs: Vec<Inks>,
    at: usize,
    /// Ends and marks of the nodes the brush is in.
    open: Vec<(usize, Option<Mark>)>,
}

impl Brush<'_> {
    /// Paints up to `to`; `spans` start before it and may end behind it.
    fn paint(&mut self, spans: &[Span], to: usize, palette: &Palette) {
        for span in spans {
            self.close(span.start);
            self.draw(span.start, self.open.last().and_then(|o| o.1));
            // Nodes nest; the cut keeps this true even if a grammar breaks the rule.
            let end = self.open.last().map_or(span.end.0, |o| o.0.min(span.end.0));
            self.open.push((end, palette.marks.get(span.mark).copied().flatten()));
        }
        self.close(to);
        self.draw(to, self.open.last().and_then(|o| o.1));
    }

    /// Leaves the nodes that end at or before `at`.
    fn close(&mut self, at: usize) {
        while let Some((end, mark)) = self.open.pop_if(|(end, _)| *end <= at) {
            self.draw(end, mark);
        }
    }

    /// Carries `mark` from where the brush is to `end`, over line ends.
    fn draw(&mut self, end: usize, mark: Option<Mark>) {
        while self.at < end {
            while self.lines.get(self.row + 1).is_some_and(|&next| next <= self.at) {
                self.row += 1;
            }
            let start = self.lines.get(self.row).copied().unwrap_or(self.at);
            let next = self.lines.get(self.row + 1).copied().unwrap_or(usize::MAX);
            let stroke = end.min(next);
            if let (Some(Mark::Ink(ink)), Some(runs)) = (mark, self.runs.get_mut(self.row.wrapping_sub(self.first))) {
                let newline = self.text.as_bytes().get(stroke - 1) == Some(&b'\n');
                let stroke = stroke - usize::from(newline);
                push(runs, small(self.at - start), small(stroke.saturating_sub(start)), ink);
            }
            self.at = stroke;
        }
    }
}
