//! GitHub's Markdown, with the HTML that issue forms and people put in it, as a document for the screen.
//!
//! Pictures keep their place. All text passes the cleaner here. Nesting is bounded, so hostile text cannot
//! exhaust the stack of whoever walks the document.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::text::clean;
use crate::text::doc::{Block, Doc, Inline, Item, Look, Piece};

mod build;
mod html;
#[cfg(test)]
mod tests;

use build::{Builder, Frame};

/// Reads `text`. A bare address for which `picture` says yes becomes a picture, as an image link would.
pub fn read(text: &str, picture: &dyn Fn(&str) -> bool) -> Doc {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let text = text.replace("\r\n", "\n");
    let mut b = Builder::new(picture);
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::Start(tag) => start(&mut b, tag),
            Event::End(tag) => end(&mut b, tag),
            Event::Text(t) => b.words(&t),
            Event::Code(t) => {
                let look = Look { code: true, ..b.look() };
                b.piece(&t, look);
            }
            Event::InlineMath(t) | Event::DisplayMath(t) => b.words(&t),
            Event::Html(t) => html::feed(&mut b, &t, true),
            Event::InlineHtml(t) => html::feed(&mut b, &t, false),
            // GitHub keeps the line breaks of issues.
            Event::SoftBreak | Event::HardBreak => b.inline(Inline::Break),
            Event::Rule => b.block(Block::Rule),
            Event::TaskListMarker(done) => b.task(done),
            Event::FootnoteReference(name) => {
                let look = Look { dim: true, ..b.look() };
                b.piece(&format!("[{name}]"), look);
            }
        }
    }
    b.finish()
}

fn start(b: &mut Builder<'_>, tag: Tag<'_>) {
    match tag {
        Tag::Paragraph | Tag::HtmlBlock => b.flush(),
        Tag::Heading { level, .. } => {
            b.flush();
            let level = level as u8;
            b.push_look(|l| l.heading = level);
        }
        Tag::BlockQuote(kind) => {
            b.open(Frame::Quote);
            if let Some(kind) = kind {
                let look = Look {
                    strong: true,
                    ..Look::default()
                };
                b.piece(&format!("{kind:?}").to_uppercase(), look);
                b.flush();
            }
        }
        Tag::CodeBlock(kind) => {
            let language = match kind {
                CodeBlockKind::Fenced(info) => clean::line(info.split([' ', ',']).next().unwrap_or("")),
                CodeBlockKind::Indented => String::new(),
            };
            b.open(Frame::Code {
                language,
                text: String::new(),
            });
        }
        Tag::List(start) => b.open(Frame::List {
            start,
            items: Vec::new(),
        }),
        Tag::Item | Tag::FootnoteDefinition(_) => b.open(Frame::Item(None)),
        Tag::Table(_) => b.open(Frame::Table(Vec::new())),
        Tag::TableHead | Tag::TableRow => b.row(),
        Tag::TableCell => b.cell(),
        Tag::Emphasis => b.push_look(|l| l.emphasis = true),
        Tag::Strong => b.push_look(|l| l.strong = true),
        Tag::Strikethrough => b.push_look(|l| l.strike = true),
        Tag::Link { dest_url, .. } => b.link(&dest_url),
        Tag::Image { dest_url, .. } => b.image(&dest_url),
        _ => {}
    }
}

fn end(b: &mut Builder<'_>, tag: TagEnd) {
    match tag {
        TagEnd::Paragraph | TagEnd::HtmlBlock => b.flush(),
        TagEnd::Heading(_) => {
            b.flush();
            b.pop_look();
        }
        TagEnd::BlockQuote(_)
        | TagEnd::CodeBlock
        | TagEnd::List(_)
        | TagEnd::Item
        | TagEnd::FootnoteDefinition
        | TagEnd::Table => b.close(),
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => b.pop_look(),
        TagEnd::Link => b.link_end(),
        TagEnd::Image => b.image_end(),
        _ => {}
    }
}

/// One paragraph of plain text.
pub fn plain(text: &str, look: Look) -> Block {
    Block::Paragraph(vec![Inline::Text(Piece::new(clean::line(text), look))])
}

/// Pictures of a document in order, each address once.
pub fn pictures(doc: &Doc) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut stack: Vec<&Block> = doc.iter().rev().collect();
    let take = |inlines: &[Inline], out: &mut Vec<String>| {
        for i in inlines {
            if let Inline::Picture { source, .. } = i
                && !out.contains(source)
            {
                out.push(source.clone());
            }
        }
    };
    while let Some(block) = stack.pop() {
        match block {
            Block::Paragraph(inlines) => take(inlines, &mut out),
            Block::Quote(blocks) => stack.extend(blocks.iter().rev()),
            Block::List { items, .. } => {
                stack.extend(items.iter().rev().flat_map(|i: &Item| i.blocks.iter().rev()));
            }
            Block::Details { summary, blocks } => {
                take(summary, &mut out);
                stack.extend(blocks.iter().rev());
            }
            Block::Table(rows) => rows.iter().flatten().for_each(|c| take(c, &mut out)),
            Block::Code { .. } | Block::Rule => {}
        }
    }
    out
}
