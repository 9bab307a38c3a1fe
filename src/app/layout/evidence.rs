//! Where the parts of the screen of evidence stand.

use crate::base::area::Area;

/// Columns from which the picture stands beside the table.
const BESIDE: u16 = 120;

/// Rows from which it stands above, where there are fewer columns.
const ABOVE: u16 = 30;

/// Columns of a table below which one producer alone is shown.
const BOTH: u16 = 50;

/// Parts of the screen of evidence; empty areas are not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evidence {
    /// Title line.
    pub title: Area,
    /// The picture, with a heading row.
    pub picture: Area,
    /// Producers of the two columns, two rows each: who, and what is doubtful about the whole.
    pub heads: [Area; 2],
    /// The two columns; one of them is empty where there is no room, or nothing to compare.
    pub columns: [Area; 2],
    /// Both columns with what is between them.
    pub table: Area,
    /// Status line.
    pub status: Area,
}

/// Lays the screen out for one or two producers; where there is room for one, that of `side`.
pub fn evidence(screen: Area, two: bool, side: usize) -> Evidence {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let (picture, right) = if screen.w >= BESIDE {
        let (picture, right) = rest.left(rest.w * 2 / 5);
        // One column between them carries a line.
        (picture, right.left(1).1)
    } else if screen.h >= ABOVE {
        rest.top(rest.h / 3)
    } else {
        (Area::default(), rest)
    };
    let (head, table) = right.top(right.h.min(2));
    let halves = |area: Area| -> [Area; 2] {
        match (two, area.w >= BOTH, side) {
            (true, true, _) => {
                let (a, b) = area.left(area.w / 2);
                [a, b.left(1).1]
            }
            (true, false, 1) => [Area::default(), area],
            _ => [area, Area::default()],
        }
    };
    Evidence {
        title,
        picture,
        heads: halves(head),
        columns: halves(table),
        table,
        status,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_stands_beside_above_or_not_at_all() {
        let of = |w, h| evidence(Area::new(0, 0, w, h), true, 0);
        let wide = of(120, 24);
        assert_eq!((wide.picture.w, wide.picture.h), (48, 22));
        assert_eq!(wide.table, Area::new(49, 3, 71, 20));
        let tall = of(80, 32);
        assert_eq!((tall.picture.w, tall.picture.h), (80, 10));
        assert_eq!(tall.table, Area::new(0, 13, 80, 18));
        let small = of(80, 24);
        assert!(small.picture.is_empty() && small.table.h == 20);
        assert_eq!(
            (small.columns[0].w, small.columns[1].x, small.columns[1].w),
            (40, 41, 39)
        );
        let narrow = evidence(Area::new(0, 0, 40, 24), true, 1);
        assert!(narrow.columns[0].is_empty() && narrow.columns[1].w == 40);
    }

    #[test]
    fn no_size_leaves_the_screen() {
        for w in 1..130_u16 {
            for h in 1..40_u16 {
                for (two, side) in [(false, 0), (true, 0), (true, 1)] {
                    let e = evidence(Area::new(0, 0, w, h), two, side);
                    let all = [
                        e.title,
                        e.picture,
                        e.heads[0],
                        e.heads[1],
                        e.columns[0],
                        e.columns[1],
                        e.status,
                    ];
                    let mut cells = 0;
                    for a in all {
                        assert!(a.x + a.w <= w && a.y + a.h <= h, "{w}x{h} {a:?}");
                        cells += u32::from(a.w) * u32::from(a.h);
                    }
                    assert!(cells <= u32::from(w) * u32::from(h), "{w}x{h}");
                }
            }
        }
    }
}
