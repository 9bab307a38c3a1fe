//! The open blocks while a document is read.

use crate::text::clean;
use crate::text::doc::{Block, Doc, Inline, Item, Look, Piece};

/// Deepest nesting of blocks; deeper ones join the block they stand in.
const DEEPEST: usize = 40;

/// A block that is still open.
pub(super) enum Frame {
    Quote,
    Code {
        language: String,
        text: String,
    },
    List {
        start: Option<u64>,
        items: Vec<Item>,
    },
    Item(Option<bool>),
    Table(Vec<Vec<Vec<Inline>>>),
    Details {
        summary: Vec<Inline>,
        in_summary: bool,
    },
    /// Opened beyond the deepest nesting: its content joins the block around it.
    Flat,
}

pub(super) struct Builder<'a> {
    picture: &'a dyn Fn(&str) -> bool,
    stack: Vec<(Frame, Vec<Block>)>,
    root: Vec<Block>,
    line: Vec<Inline>,
    looks: Vec<Look>,
    links: Vec<(String, usize)>,
    image: Option<(String, String)>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(picture: &'a dyn Fn(&str) -> bool) -> Self {
        Self {
            picture,
            stack: Vec::new(),
            root: Vec::new(),
            line: Vec::new(),
            looks: Vec::new(),
            links: Vec::new(),
            image: None,
        }
    }

    pub(super) fn look(&self) -> Look {
        self.looks.last().copied().unwrap_or_default()
    }

    pub(super) fn push_look(&mut self, change: impl FnOnce(&mut Look)) {
        let mut look = self.look();
        change(&mut look);
        self.looks.push(look);
    }

    pub(super) fn pop_look(&mut self) {
        self.looks.pop();
    }

    /// Plain words: emoji short codes and bare picture addresses are found in them.
    pub(super) fn words(&mut self, raw: &str) {
        if let Some((_, alt)) = &mut self.image {
            alt.push_str(raw);
            return;
        }
        if let Some((Frame::Code { text, .. }, _)) = self.stack.last_mut() {
            text.push_str(raw);
            return;
        }
        let look = self.look();
        if raw.contains("http") && raw.split(' ').any(|w| (self.picture)(w)) {
            for (n, word) in raw.split(' ').enumerate() {
                if n > 0 {
                    self.piece(" ", look);
                }
                if (self.picture)(word) {
                    self.inline(Inline::Picture {
                        source: word.to_owned(),
                        alt: String::new(),
                    });
                } else {
                    self.piece(&emoji(word), look);
                }
            }
        } else {
            self.piece(&emoji(raw), look);
        }
    }

    pub(super) fn piece(&mut self, raw: &str, look: Look) {
        if let Some((_, alt)) = &mut self.image {
            alt.push_str(raw);
            return;
        }
        for (n, part) in raw.split('\n').enumerate() {
            if n > 0 {
                self.inline(Inline::Break);
            }
            if !part.is_empty() {
                self.inline(Inline::Text(Piece::new(clean::line(part), look)));
            }
        }
    }

    pub(super) fn inline(&mut self, inline: Inline) {
        if let Some((_, alt)) = &mut self.image {
            if inline == Inline::Break {
                alt.push(' ');
            }
            return;
        }
        match self.stack.last_mut() {
            Some((Frame::Table(rows), _)) => {
                if let Some(cell) = rows.last_mut().and_then(|r| r.last_mut()) {
                    cell.push(inline);
                }
            }
            Some((
                Frame::Details {
                    summary,
                    in_summary: true,
                },
                _,
            )) => summary.push(inline),
            _ => self.line.push(inline),
        }
    }

    /// Ends the paragraph that is being written.
    pub(super) fn flush(&mut self) {
        while self.line.last() == Some(&Inline::Break) {
            self.line.pop();
        }
        let line = std::mem::take(&mut self.line);
        let blank = |i: &Inline| matches!(i, Inline::Text(p) if p.text.trim().is_empty()) || *i == Inline::Break;
        if !line.iter().all(blank) {
            self.block(Block::Paragraph(line));
        }
    }

    /// Puts a finished block into the innermost open one.
    pub(super) fn block(&mut self, block: Block) {
        match self.stack.iter_mut().rev().find(|(f, _)| !matches!(f, Frame::Flat)) {
            Some((_, blocks)) => blocks.push(block),
            None => self.root.push(block),
        }
    }

    pub(super) fn open(&mut self, frame: Frame) {
        self.flush();
        let frame = if self.stack.len() < DEEPEST { frame } else { Frame::Flat };
        self.stack.push((frame, Vec::new()));
    }

    pub(super) fn close(&mut self) {
        self.flush();
        let Some((frame, blocks)) = self.stack.pop() else {
            return;
        };
        match frame {
            Frame::Quote => self.block(Block::Quote(blocks)),
            Frame::Code { language, text } => {
                let text = text.strip_suffix('\n').unwrap_or(&text);
                let lines = clean::text(text).split('\n').map(str::to_owned).collect();
                self.block(Block::Code { language, lines });
            }
            Frame::List { start, items } => self.block(Block::List { start, items }),
            Frame::Item(task) => {
                let item = Item { task, blocks };
                match self.stack.last_mut() {
                    Some((Frame::List { items, .. }, _)) => items.push(item),
                    _ => item.blocks.into_iter().for_each(|b| self.block(b)),
                }
            }
            Frame::Table(rows) => self.block(Block::Table(rows)),
            Frame::Details { summary, .. } => self.block(Block::Details { summary, blocks }),
            Frame::Flat => {}
        }
    }

    /// Closes the innermost `<details>` and what is open inside it; nothing when there is none.
    pub(super) fn close_details(&mut self) {
        let depth = self.stack.iter().rposition(|(f, _)| matches!(f, Frame::Details { .. }));
        if let Some(depth) = depth {
            while self.stack.len() > depth {
                self.close();
            }
        }
    }

    pub(super) fn summary(&mut self, on: bool) {
        if on {
            self.flush();
        }
        if let Some((Frame::Details { in_summary, .. }, _)) = self.stack.last_mut() {
            *in_summary = on;
        }
    }

    pub(super) fn task(&mut self, done: bool) {
        if let Some((Frame::Item(task), _)) = self.stack.last_mut() {
            *task = Some(done);
        }
    }

    pub(super) fn row(&mut self) {
        if let Some((Frame::Table(rows), _)) = self.stack.last_mut() {
            rows.push(Vec::new());
        }
    }

    pub(super) fn cell(&mut self) {
        if let Some((Frame::Table(rows), _)) = self.stack.last_mut()
            && let Some(row) = rows.last_mut()
        {
            row.push(Vec::new());
        }
    }

    pub(super) fn link(&mut self, url: &str) {
        self.links.push((url.to_owned(), self.line.len()));
        self.push_look(|l| l.link = true);
    }

    pub(super) fn link_end(&mut self) {
        self.pop_look();
        let Some((url, from)) = self.links.pop() else { return };
        let told: String = self
            .line
            .iter()
            .skip(from)
            .map(|i| if let Inline::Text(p) = i { p.text.as_str() } else { "" })
            .collect();
        let host = url
            .split("://")
            .nth(1)
            .unwrap_or("")
            .split(['/', '?', '#'])
            .next()
            .unwrap_or("");
        if !host.is_empty() && !told.contains(host) {
            let look = Look {
                dim: true,
                ..Look::default()
            };
            self.piece(&format!(" ↗{host}"), look);
        }
    }

    pub(super) fn image(&mut self, url: &str) {
        self.image = Some((url.to_owned(), String::new()));
    }

    pub(super) fn image_end(&mut self) {
        if let Some((source, alt)) = self.image.take() {
            self.inline(Inline::Picture {
                source,
                alt: clean::line(&alt),
            });
        }
    }

    pub(super) fn finish(mut self) -> Doc {
        self.image_end();
        while !self.stack.is_empty() {
            self.close();
        }
        self.flush();
        self.root
    }
}

/// Replaces `:short_codes:` that name an emoji.
fn emoji(raw: &str) -> String {
    if !raw.contains(':') {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((head, tail)) = rest.split_once(':') {
        out.push_str(head);
        let code = tail.split(':').next().unwrap_or("");
        let sound = !code.is_empty()
            && code.len() < tail.len()
            && code.bytes().all(|b| b.is_ascii_alphanumeric() || b"_+-".contains(&b));
        match sound.then(|| emojis::get_by_shortcode(code)).flatten() {
            Some(found) => {
                out.push_str(found.as_str());
                rest = tail.split_at(code.len() + 1).1;
            }
            None => {
                out.push(':');
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}
