//! Where the parts of the gate's screen stand.

use crate::app::model::gate::Part;
use crate::base::area::Area;

/// Columns from which the counts stand beside the funnel.
const BROAD: u16 = 150;

/// Columns from which the picture is shown.
const PICTURE: u16 = 160;

/// Columns of the funnel where something stands beside it.
const FUNNEL: u16 = 84;

/// Rows of the funnel: a heading, four stages, what came out.
const ROWS: u16 = 6;

/// Parts of the screen. Parts but title and status begin with a heading row; empty ones are not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gate {
    /// Title line.
    pub title: Area,
    /// The stages with their counts.
    pub funnel: Area,
    /// A against D.
    pub cross: Area,
    /// B's confidence.
    pub histogram: Area,
    /// The images.
    pub images: Area,
    /// What was said about the one under the cursor.
    pub detail: Area,
    /// Its picture.
    pub picture: Area,
    /// Status line.
    pub status: Area,
}

/// Funnel above, images below, the chosen one beside or below them; on a low screen `part` alone.
pub fn gate(screen: Area, part: Part) -> Gate {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let high = if rest.h >= 3 * ROWS { ROWS } else { ROWS.min(rest.h / 3) };
    let (high, low) = rest.top(high);
    let mut out = Gate {
        title,
        status,
        ..Gate::default()
    };
    if screen.w >= BROAD {
        let (funnel, beside) = high.left(FUNNEL);
        out.funnel = funnel;
        // One column between the parts stays empty.
        let (cross, beside) = beside.left(1).1.left(30);
        out.cross = cross;
        out.histogram = beside.left(1).1;
    } else {
        out.funnel = high;
    }
    let detail = if screen.w >= super::WIDE {
        let (images, detail) = low.left(low.w * 11 / 20);
        out.images = images;
        detail.left(1).1
    } else if low.h >= 12 {
        let (images, detail) = low.top(low.h.div_ceil(2));
        out.images = images;
        detail
    } else if part == Part::Detail {
        low
    } else {
        out.images = low;
        Area::default()
    };
    if screen.w >= PICTURE && detail.h >= 24 {
        (out.picture, out.detail) = detail.top(detail.h * 9 / 20);
    } else {
        out.detail = detail;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_leaves_the_screen_or_lies_on_another() {
        for (w, h) in [
            (1, 1),
            (20, 6),
            (30, 8),
            (80, 24),
            (109, 12),
            (150, 20),
            (164, 50),
            (300, 100),
        ] {
            for part in [Part::Images, Part::Detail] {
                let g = gate(Area::new(0, 0, w, h), part);
                let all = [
                    g.title,
                    g.funnel,
                    g.cross,
                    g.histogram,
                    g.images,
                    g.detail,
                    g.picture,
                    g.status,
                ];
                let mut cells = vec![false; usize::from(w) * usize::from(h)];
                for a in all {
                    for (x, y) in (a.x..a.x + a.w).flat_map(|x| (a.y..a.y + a.h).map(move |y| (x, y))) {
                        assert!(x < w && y < h, "{w}x{h} {a:?}");
                        let at = usize::from(y) * usize::from(w) + usize::from(x);
                        assert!(!std::mem::replace(&mut cells[at], true), "{w}x{h} {a:?}");
                    }
                }
            }
        }
        let small = gate(Area::new(0, 0, 20, 6), Part::Images);
        assert!(small.images.h >= 2, "an image has a row");
        let wide = gate(Area::new(0, 0, 200, 60), Part::Images);
        assert!(!wide.picture.is_empty() && !wide.histogram.is_empty());
    }
}
