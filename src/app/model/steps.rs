//! State of the steps of a run: the list, and what the step under the cursor printed.

use std::sync::Arc;

use crate::base::ticket::Ticket;
use crate::domain::steps::{Row, What};
use crate::domain::trajectory::Event;
use crate::read::prints::{Part, Print, Span};
use crate::text::width;
use crate::work::steps::{Original, Walk};

/// Pages kept around the one that is shown.
const AROUND: usize = 1;

/// What is known of the original.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Prints {
    /// Nobody asked yet.
    #[default]
    Unasked,
    /// It is being looked through.
    Asked,
    /// It is here.
    Here(Arc<Original>),
    /// It is not, and why.
    Away(String),
}

/// The steps.
#[derive(Debug, Default)]
pub struct Steps {
    /// Run and case that they are of.
    pub of: Option<(Arc<str>, String)>,
    /// Request of the steps.
    pub ticket: Ticket,
    /// The answer came.
    pub loaded: bool,
    /// The steps; `None` when the run left none.
    pub walk: Option<Arc<Walk>>,
    /// Why they cannot be shown.
    pub fault: Option<String>,
    /// Request of what was printed.
    pub original_ticket: Ticket,
    /// What was printed.
    pub prints: Prints,
    /// Cursor of the list.
    pub cursor: usize,
    /// First shown row.
    pub top: usize,
    /// Search text.
    pub search: String,
    /// Rows with hits.
    pub hits: Vec<usize>,
    /// The printed text has the keys.
    pub reading: bool,
    /// The printed text of the step under the cursor.
    pub pane: Pane,
}

/// A page of the printed text: in memory, or a page of a text in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaf {
    /// The part of that number.
    Text(usize),
    /// A page of a text.
    Away(Span, u64),
}

/// A page that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Its number.
    pub n: usize,
    /// Its lines, clean; or why they cannot be had.
    lines: Vec<Box<str>>,
    /// The lines broken for the width.
    pub rows: Vec<Box<str>>,
}

/// The printed text. Of a large one only the pages around the shown place are held.
#[derive(Debug, Default)]
pub struct Pane {
    /// Turn and place of the event whose text it is.
    pub key: Option<(u32, u32)>,
    /// All pages.
    pub leaves: Vec<Leaf>,
    /// The pages at hand.
    pub sheets: Vec<Sheet>,
    /// Columns they are broken for.
    pub cols: usize,
    /// Page at the top, and its first shown row; [`usize::MAX`] means its last one.
    pub at: (usize, usize),
    /// Request of a page, and the page.
    pub ticket: Ticket,
    /// The page that is asked for.
    pub asked: Option<usize>,
}

impl Steps {
    /// Rows of the list.
    pub fn len(&self) -> usize {
        self.walk.as_ref().map_or(0, |w| w.list.rows.len())
    }

    /// Whether there is nothing to list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row under the cursor.
    pub fn row(&self) -> Option<&Row> {
        self.walk.as_ref()?.list.rows.get(self.cursor)
    }

    /// The event under the cursor.
    pub fn event(&self) -> Option<&Event> {
        let walk = self.walk.as_ref()?;
        walk.list.event(&walk.trajectory, self.cursor)
    }

    /// The action of the row under the cursor.
    pub fn action(&self) -> Option<&Event> {
        let walk = self.walk.as_ref()?;
        walk.list.action(&walk.trajectory, self.cursor)
    }

    /// What the step under the cursor printed, if the original is at hand.
    pub fn print(&self) -> Option<&Print> {
        let Prints::Here(original) = &self.prints else {
            return None;
        };
        let event = self.event()?;
        let condensed = self.row()?.what == What::Condensed;
        original.prints.of(event.step, event.sub).filter(|_| !condensed)
    }

    /// Where the original is.
    pub fn original(&self) -> Option<&Arc<Original>> {
        match &self.prints {
            Prints::Here(original) => Some(original),
            _ => None,
        }
    }
}

impl Pane {
    /// A pane at the start of `print`; the texts at hand are there at once.
    pub fn of(key: Option<(u32, u32)>, print: Option<&Print>, cols: usize) -> Self {
        let mut out = Self {
            key,
            cols,
            ..Self::default()
        };
        for (n, part) in print.map_or(&[][..], |p| &p.parts).iter().enumerate() {
            match part {
                Part::Text(_) => out.leaves.push(Leaf::Text(n)),
                Part::Away(span) => out.leaves.extend((0..span.pages()).map(|p| Leaf::Away(*span, p))),
            }
        }
        out
    }

    /// The sheet of a page.
    pub fn sheet(&self, n: usize) -> Option<&Sheet> {
        self.sheets.iter().find(|s| s.n == n)
    }

    /// Takes a page that came.
    pub fn take(&mut self, n: usize, lines: Vec<Box<str>>) {
        let rows = broken(&lines, self.cols);
        self.sheets.retain(|s| s.n != n);
        self.sheets.push(Sheet { n, lines, rows });
        let at = self.at.0;
        self.sheets.retain(|s| s.n.abs_diff(at) <= AROUND);
    }

    /// Breaks the lines anew when the width changed.
    pub fn fit(&mut self, cols: usize) {
        if self.cols != cols {
            self.cols = cols;
            for s in &mut self.sheets {
                s.rows = broken(&s.lines, cols);
            }
        }
    }

    /// The page that is needed next to fill `height` rows.
    pub fn lacks(&self, height: usize) -> Option<usize> {
        let (page, row) = self.at;
        if page >= self.leaves.len() {
            return None;
        }
        let Some(sheet) = self.sheet(page) else {
            return Some(page);
        };
        let below = sheet.rows.len().saturating_sub(row.min(sheet.rows.len()));
        let next = page + 1;
        // A page ahead, so that scrolling meets what is there already.
        let near = below < height.saturating_mul(2);
        (near && next < self.leaves.len() && self.sheet(next).is_none()).then_some(next)
    }

    /// Moves by rows; stays where the next page has yet to come.
    pub fn step(&mut self, by: isize, height: usize) {
        let (mut page, row) = self.at;
        let rows = |n: usize| self.sheet(n).map(|s| s.rows.len());
        let Some(here) = rows(page) else { return };
        let mut row = isize::try_from(row.min(here)).unwrap_or(isize::MAX).saturating_add(by);
        while row < 0 && page > 0 {
            page -= 1;
            match rows(page) {
                Some(n) => row = row.saturating_add(isize::try_from(n).unwrap_or(isize::MAX)),
                None => {
                    self.at = (page, usize::MAX);
                    return;
                }
            }
        }
        let mut row = usize::try_from(row).unwrap_or(0);
        while let Some(n) = rows(page)
            && row >= n
            && page + 1 < self.leaves.len()
        {
            row -= n;
            page += 1;
        }
        let most = rows(page).unwrap_or(0);
        if page + 1 == self.leaves.len() {
            row = row.min(most.saturating_sub(height));
        }
        self.at = (page, if rows(page).is_some() { row } else { 0 });
    }

    /// To the start or to the end.
    pub fn go(&mut self, end: bool, height: usize) {
        let last = self.leaves.len().saturating_sub(1);
        self.at = if end { (last, usize::MAX) } else { (0, 0) };
        self.settle(height);
    }

    /// Turns "the last row" into a number once the page is there.
    pub fn settle(&mut self, height: usize) {
        let (page, row) = self.at;
        if let (usize::MAX, Some(sheet)) = (row, self.sheet(page)) {
            self.at.1 = sheet.rows.len().saturating_sub(height);
        }
    }

    /// Rows to show, at most `height`; the last one says so where a page has yet to come.
    pub fn shown(&self, height: usize) -> Vec<&str> {
        let (mut page, row) = self.at;
        let mut skip = row;
        let mut out = Vec::with_capacity(height);
        while page < self.leaves.len() && out.len() < height {
            let Some(sheet) = self.sheet(page) else {
                out.push("reading …");
                break;
            };
            let rows = sheet.rows.iter().skip(skip).map(|r| &**r);
            out.extend(rows.take(height - out.len()));
            (page, skip) = (page + 1, 0);
        }
        out
    }
}

/// Lines broken into rows of at most `cols` cells, wherever that falls: printed text is no prose.
fn broken(lines: &[Box<str>], cols: usize) -> Vec<Box<str>> {
    let cols = cols.max(1);
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        let mut rest: &str = line;
        loop {
            let (head, tail) = if rest.is_ascii() {
                rest.split_at(cols.min(rest.len()))
            } else {
                width::split(rest, cols)
            };
            // A character wider than the pane is left out.
            let stuck = head.is_empty() && !tail.is_empty();
            out.push(Box::from(if stuck { "…" } else { head }));
            if tail.is_empty() || stuck {
                break;
            }
            rest = tail;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of so many rows, of which the first two are there.
    fn pane(pages: &[usize]) -> Pane {
        let mut pane = Pane {
            leaves: (0..pages.len()).map(Leaf::Text).collect(),
            cols: 10,
            ..Pane::default()
        };
        for (n, rows) in pages.iter().enumerate().take(2) {
            pane.take(n, (0..*rows).map(|r| format!("{n}.{r}").into()).collect());
        }
        pane
    }

    #[test]
    fn scrolling_crosses_pages_and_waits_for_those_that_have_yet_to_come() {
        let mut p = pane(&[5, 4, 6]);
        assert_eq!(p.lacks(3), None);
        p.step(4, 3);
        assert_eq!(p.shown(3), ["0.4", "1.0", "1.1"]);
        p.step(3, 3);
        assert_eq!((p.at, p.lacks(3)), ((1, 2), Some(2)));
        assert_eq!(p.shown(3), ["1.2", "1.3", "reading …"]);
        p.take(2, (0..6).map(|r| format!("2.{r}").into()).collect());
        // Only the neighbours stay.
        assert_eq!(p.sheets.iter().map(|s| s.n).collect::<Vec<_>>(), [0, 1, 2]);
        p.step(100, 3);
        assert_eq!(p.shown(9), ["2.3", "2.4", "2.5"]);
        p.step(-4, 3);
        assert_eq!(p.shown(2), ["1.3", "2.0"]);
    }

    #[test]
    fn the_end_and_the_start_are_one_step_away() {
        let mut p = pane(&[5, 4, 6]);
        p.go(true, 3);
        assert_eq!((p.lacks(3), p.shown(3)), (Some(2), vec!["reading …"]));
        p.take(2, (0..6).map(|r| format!("2.{r}").into()).collect());
        p.settle(3);
        assert_eq!(p.shown(3), ["2.3", "2.4", "2.5"]);
        assert!(p.sheet(0).is_none(), "far pages go");
        p.step(-100, 3);
        assert_eq!(p.at, (0, usize::MAX), "waits for the page before");
        p.go(false, 3);
        assert_eq!(p.lacks(3), Some(0));
    }

    #[test]
    fn long_lines_are_broken_and_wide_characters_kept_whole() {
        let rows = broken(&["abcdef".into(), "".into(), "世界x".into()], 3);
        assert_eq!(rows, ["abc", "def", "", "世", "界x"].map(Box::from));
        assert_eq!(broken(&["世".into()], 1), ["…"].map(Box::from));
        let p = Pane::of(None, None, 3);
        assert!(p.shown(5).is_empty() && p.lacks(5).is_none());
    }
}
