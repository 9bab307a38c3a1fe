//! A document laid out for a width: lines of pieces, and rows of pictures between them.

use super::doc::{Block, Doc, Inline, Item, Look, Piece};
use super::table;
use super::wrap::wrap;

/// One line of the laid out document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Text.
    Text(Vec<Piece>),
    /// One row of a picture.
    Picture {
        /// As the text names it.
        source: String,
        /// Alternative text.
        alt: String,
        /// Row of the picture, from 0.
        row: u16,
        /// Rows of the whole picture.
        rows: u16,
        /// Columns of the whole picture.
        cols: u16,
        /// Cells to the left of it.
        indent: u16,
    },
}

/// Size in cells of a picture that may take `cols` columns.
pub type Measure<'a> = &'a dyn Fn(&str, u16) -> (u16, u16);

/// Deepest nesting that is indented; deeper blocks stand at the same depth.
const DEEPEST: usize = 12;

/// Lays `doc` out for `cols` cells.
pub fn flow(doc: &Doc, cols: usize, measure: Measure<'_>) -> Vec<Line> {
    let mut out = Flow {
        lines: Vec::new(),
        measure,
    };
    out.blocks(doc, cols.max(4), &[], 0);
    while matches!(out.lines.last(), Some(Line::Text(p)) if p.is_empty()) {
        out.lines.pop();
    }
    out.lines
}

struct Flow<'a> {
    lines: Vec<Line>,
    measure: Measure<'a>,
}

fn dim() -> Look {
    Look {
        dim: true,
        ..Look::default()
    }
}

impl Flow<'_> {
    fn blocks(&mut self, blocks: &[Block], cols: usize, lead: &[Piece], depth: usize) {
        for (n, block) in blocks.iter().enumerate() {
            if n > 0 && !matches!(block, Block::List { .. } if depth > 0) {
                self.text(Vec::new(), lead);
            }
            self.block(block, cols, lead, depth);
        }
    }

    fn text(&mut self, line: Vec<Piece>, lead: &[Piece]) {
        let mut all: Vec<Piece> = lead.to_vec();
        all.extend(line);
        if all.iter().all(|p| p.text.trim().is_empty()) {
            all.clear();
        }
        self.lines.push(Line::Text(all));
    }

    fn block(&mut self, block: &Block, cols: usize, lead: &[Piece], depth: usize) {
        match block {
            Block::Paragraph(inlines) => self.inlines(inlines, cols, lead),
            Block::Code { lines, language } => {
                let mut bar = lead.to_vec();
                bar.push(Piece::new("▏", dim()));
                let code = Look {
                    code: true,
                    ..Look::default()
                };
                if !language.is_empty() {
                    self.text(vec![Piece::new(language.clone(), dim())], &bar);
                }
                for line in lines {
                    for part in wrap(&[Piece::new(line.clone(), code)], cols.saturating_sub(1)) {
                        self.text(part, &bar);
                    }
                }
            }
            Block::Quote(blocks) => {
                let mut bar = lead.to_vec();
                bar.push(Piece::new("▌ ", dim()));
                self.blocks(blocks, narrower(cols, 2, depth), &bar, depth + 1);
            }
            Block::List { start, items } => self.list(*start, items, cols, lead, depth),
            Block::Table(rows) => {
                let cells: Vec<Vec<Vec<Piece>>> = rows.iter().map(|r| r.iter().map(|c| pieces(c)).collect()).collect();
                for line in table::layout(&cells, cols) {
                    self.text(line, lead);
                }
                let pictures = rows
                    .iter()
                    .flatten()
                    .flatten()
                    .filter(|i| matches!(i, Inline::Picture { .. }));
                let pictures: Vec<Inline> = pictures.cloned().collect();
                if !pictures.is_empty() {
                    self.inlines(&pictures, cols, lead);
                }
            }
            Block::Rule => self.text(vec![Piece::new("─".repeat(cols), dim())], lead),
            Block::Details { summary, blocks } => {
                let mut head = vec![Inline::Text(Piece::new("▾ ", dim()))];
                head.extend(summary.iter().cloned().map(|i| match i {
                    Inline::Text(mut p) => {
                        p.look.strong = true;
                        Inline::Text(p)
                    }
                    other => other,
                }));
                self.inlines(&head, cols, lead);
                let mut bar = lead.to_vec();
                bar.push(Piece::new("┊ ", dim()));
                self.blocks(blocks, narrower(cols, 2, depth), &bar, depth + 1);
            }
        }
    }

    fn list(&mut self, start: Option<u64>, items: &[Item], cols: usize, lead: &[Piece], depth: usize) {
        let mut number = start;
        for item in items {
            let mark = match (item.task, number) {
                (Some(true), _) => "☑ ".to_owned(),
                (Some(false), _) => "☐ ".to_owned(),
                (None, Some(n)) => format!("{n}. "),
                (None, None) => if depth.is_multiple_of(2) { "• " } else { "◦ " }.to_owned(),
            };
            number = number.map(|n| n.saturating_add(1));
            let wide = if depth < DEEPEST { super::width::of(&mark) } else { 0 };
            let mut inner = lead.to_vec();
            inner.push(Piece::new(" ".repeat(wide), Look::default()));
            let first = self.lines.len();
            self.blocks(&item.blocks, narrower(cols, wide, depth), &inner, depth + 1);
            if self.lines.len() == first {
                self.text(Vec::new(), &inner);
            }
            let head = Piece::new(mark, dim());
            match self.lines.get_mut(first) {
                Some(Line::Text(line)) if line.len() > lead.len() => {
                    if let Some(slot) = line.get_mut(lead.len()) {
                        *slot = head;
                    }
                }
                _ => {
                    let mut line = lead.to_vec();
                    line.push(head);
                    self.lines.insert(first, Line::Text(line));
                }
            }
        }
    }

    fn inlines(&mut self, inlines: &[Inline], cols: usize, lead: &[Piece]) {
        let mut run: Vec<Piece> = Vec::new();
        let mut any = false;
        for inline in inlines {
            match inline {
                Inline::Text(piece) => run.push(piece.clone()),
                Inline::Break => {
                    self.paragraph(&mut run, cols, lead, true);
                    any = true;
                }
                Inline::Picture { source, alt } => {
                    self.paragraph(&mut run, cols, lead, false);
                    any = true;
                    self.picture(source, alt, cols, lead);
                }
            }
        }
        self.paragraph(&mut run, cols, lead, !any);
    }

    fn paragraph(&mut self, run: &mut Vec<Piece>, cols: usize, lead: &[Piece], even_empty: bool) {
        let taken = std::mem::take(run);
        let empty = taken.iter().all(|p| p.text.trim().is_empty());
        if empty && !even_empty {
            return;
        }
        for line in wrap(&taken, cols) {
            self.text(line, lead);
        }
    }

    fn picture(&mut self, source: &str, alt: &str, cols: usize, lead: &[Piece]) {
        let indent: usize = lead.iter().map(|p| super::width::of(&p.text)).sum();
        let (wide, rows) = (self.measure)(source, crate::base::num::cells(cols));
        for row in 0..rows.max(1) {
            self.lines.push(Line::Picture {
                source: source.to_owned(),
                alt: alt.to_owned(),
                row,
                rows: rows.max(1),
                cols: wide,
                indent: crate::base::num::cells(indent),
            });
        }
    }
}

fn narrower(cols: usize, by: usize, depth: usize) -> usize {
    if depth < DEEPEST {
        cols.saturating_sub(by).max(4)
    } else {
        cols
    }
}

fn pieces(inlines: &[Inline]) -> Vec<Piece> {
    inlines
        .iter()
        .map(|i| match i {
            Inline::Text(p) => p.clone(),
            Inline::Picture { alt, .. } => Piece::new(format!("[{alt}]"), dim()),
            Inline::Break => Piece::new(" ", Look::default()),
        })
        .collect()
}
