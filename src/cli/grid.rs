//! Plain tables for standard output: columns as wide as their longest cell, numbers to the right.

use crate::text::{clean, width};

/// A table that is filled row by row.
#[derive(Debug, Default)]
pub(super) struct Grid {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl Grid {
    /// With its heading; the first `left` columns are text, the others numbers.
    pub(super) fn new<const N: usize>(left: usize, head: [&str; N]) -> Self {
        Self::of(left, head.iter().map(|h| (*h).to_owned()).collect())
    }

    /// As [`Grid::new`], for headings that are made.
    pub(super) fn of(left: usize, head: Vec<String>) -> Self {
        Self { rows: vec![head], left }
    }

    /// Adds a row. Cells may hold what came from a file.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells.into_iter().map(|c| clean::line(&c)).collect());
    }

    /// The lines, each behind `lead`.
    pub(super) fn text(&self, lead: &str) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|c| {
                self.rows
                    .iter()
                    .filter_map(|r| r.get(c))
                    .map(|t| width::of(t))
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = lead.to_owned();
            for (n, (cell, w)) in row.iter().zip(&widths).enumerate() {
                let pad = " ".repeat(w.saturating_sub(width::of(cell)));
                if n > 0 {
                    line.push_str("  ");
                }
                if n < self.left {
                    line.push_str(cell);
                    line.push_str(&pad);
                } else {
                    line.push_str(&pad);
                    line.push_str(cell);
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stands_left_and_numbers_right() {
        let mut g = Grid::new(1, ["run", "n", "Acc@5"]);
        g.row(vec!["a-long-name".into(), "9".into(), "100.00".into()]);
        g.row(vec!["x\u{1b}[2J".into(), "652".into(), "3.10".into()]);
        assert_eq!(
            g.text(" "),
            " run            n   Acc@5\n a-long-name    9  100.00\n x␛[2J        652    3.10\n"
        );
    }
}
