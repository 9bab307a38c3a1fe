//! What Markdown makes of the places of a text: code, links, tags.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

/// Byte ranges of a text, each list in the order of the text.
#[derive(Default)]
pub(super) struct Layout {
    /// Fenced and indented code.
    blocks: Vec<Range<usize>>,
    /// Code within a line.
    spans: Vec<Range<usize>>,
    /// Links with their text and target; HTML, for which it says so.
    links: Vec<(Range<usize>, bool)>,
    /// Images whose address stands elsewhere, `![alt][name]`, with that address.
    pub(super) by_name: Vec<(Range<usize>, String)>,
    /// Where those addresses stand, `[name]: address`.
    definitions: Vec<Range<usize>>,
}

impl Layout {
    /// Of a text in GitHub's Markdown.
    pub(super) fn of(text: &str) -> Self {
        let mut out = Self::default();
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_GFM;
        let parser = Parser::new_ext(text, options);
        let definitions = parser.reference_definitions().iter();
        out.definitions = definitions.map(|(_, d)| d.span.clone()).collect();
        for (event, range) in parser.into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(_)) => out.blocks.push(range),
                Event::Code(_) => out.spans.push(range),
                Event::Start(Tag::Link { .. }) => out.links.push((range, false)),
                Event::Html(_) | Event::InlineHtml(_) => out.links.push((range, true)),
                Event::Start(Tag::Image {
                    link_type: LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut,
                    dest_url,
                    ..
                }) => out.by_name.push((range, dest_url.into_string())),
                _ => {}
            }
        }
        out
    }

    /// Whether `len` bytes at `at` neither touch a block of code nor begin or end within code of a line: an image may
    /// have code in its alternative text.
    pub(super) fn whole(&self, at: usize, len: usize) -> bool {
        let end = at + len;
        touched(&self.blocks, at, end).next().is_none()
            && touched(&self.spans, at, end).all(|r| at <= r.start && r.end <= end)
    }

    /// Whether a byte belongs to the definition of an address.
    pub(super) fn defines(&self, at: usize) -> bool {
        self.definitions.iter().any(|r| r.contains(&at))
    }

    /// The end of what an address that ends at `end` is a part of: a link, a tag, or nothing but itself.
    pub(super) fn after(&self, text: &str, end: usize) -> usize {
        let around = self.links.iter().rev().find(|(r, _)| r.start < end && end <= r.end);
        match around {
            Some((range, false)) => range.end,
            Some((range, true)) => {
                let rest = text.get(end..range.end).unwrap_or_default();
                let tag = rest.find(['<', '>']).filter(|at| {
                    let from = rest.get(*at..);
                    from.is_some_and(|t| t.starts_with('>'))
                });
                tag.map_or(end, |at| end + at + 1)
            }
            None => end,
        }
    }
}

/// The ranges that share a byte with `at..end`; they stand in order and apart from each other.
fn touched(all: &[Range<usize>], at: usize, end: usize) -> impl Iterator<Item = &Range<usize>> {
    let first = all.partition_point(|r| r.end <= at);
    all.iter().skip(first).take_while(move |r| r.start < end)
}
