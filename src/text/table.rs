//! Laying out a table: column widths that fit, cells wrapped inside their column.

use super::doc::{Look, Piece};
use super::width;
use super::wrap::wrap;

/// Lines of a table at most `cols` wide, as pieces; the first row is the head.
pub fn layout(rows: &[Vec<Vec<Piece>>], cols: usize) -> Vec<Vec<Piece>> {
    let dim = Look {
        dim: true,
        ..Look::default()
    };
    let widths = widths(rows, cols);
    let mut out = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<Vec<Piece>>> = widths
            .iter()
            .enumerate()
            .map(|(c, w)| row.get(c).map_or_else(Vec::new, |pieces| wrap(pieces, *w)))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for at in 0..height {
            let mut line = Vec::new();
            for (cell, w) in cells.iter().zip(&widths) {
                if !line.is_empty() {
                    line.push(Piece::new(" │ ", dim));
                }
                let pieces = cell.get(at).cloned().unwrap_or_default();
                let used: usize = pieces.iter().map(|p| width::of(&p.text)).sum();
                line.extend(pieces.into_iter().map(|mut p| {
                    p.look.strong |= n == 0;
                    p
                }));
                line.push(Piece::new(" ".repeat(w.saturating_sub(used)), Look::default()));
            }
            out.push(line);
        }
        if n == 0 {
            let bars: Vec<String> = widths.iter().map(|w| "─".repeat(*w)).collect();
            out.push(vec![Piece::new(bars.join("─┼─"), dim)]);
        }
    }
    out
}

/// Natural widths, the widest column narrowed again and again until the row fits.
fn widths(rows: &[Vec<Vec<Piece>>], cols: usize) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = vec![1usize; count];
    for row in rows {
        for (cell, w) in row.iter().zip(out.iter_mut()) {
            *w = (*w).max(cell.iter().map(|p| width::of(&p.text)).sum());
        }
    }
    let room = cols.saturating_sub(3 * count.saturating_sub(1)).max(count);
    while out.iter().sum::<usize>() > room {
        let Some(widest) = out.iter_mut().max() else { break };
        if *widest <= 1 {
            break;
        }
        *widest -= 1;
    }
    out
}
