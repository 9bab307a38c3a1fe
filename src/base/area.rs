//! Rectangles of cells, for layouts that both `update` and `view` compute. Never reaches outside its parent.

/// A rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Area {
    /// Left column.
    pub x: u16,
    /// Top row.
    pub y: u16,
    /// Columns.
    pub w: u16,
    /// Rows.
    pub h: u16,
}

impl Area {
    /// From left, top, columns, rows.
    pub fn new(x: u16, y: u16, w: u16, h: u16) -> Self {
        Self { x, y, w, h }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.w == 0 || self.h == 0
    }

    /// Whether the cell lies inside.
    pub fn holds(self, x: u16, y: u16) -> bool {
        x >= self.x && x < self.x.saturating_add(self.w) && y >= self.y && y < self.y.saturating_add(self.h)
    }

    /// The upper `rows` and the rest.
    pub fn top(self, rows: u16) -> (Self, Self) {
        let n = rows.min(self.h);
        (
            Self { h: n, ..self },
            Self {
                y: self.y + n,
                h: self.h - n,
                ..self
            },
        )
    }

    /// The lower `rows` and the rest above them.
    pub fn bottom(self, rows: u16) -> (Self, Self) {
        let n = rows.min(self.h);
        (
            Self {
                y: self.y + self.h - n,
                h: n,
                ..self
            },
            Self { h: self.h - n, ..self },
        )
    }

    /// The left `cols` and the rest.
    pub fn left(self, cols: u16) -> (Self, Self) {
        let n = cols.min(self.w);
        (
            Self { w: n, ..self },
            Self {
                x: self.x + n,
                w: self.w - n,
                ..self
            },
        )
    }

    /// Without `by` cells at each side.
    #[must_use]
    pub fn inner(self, by: u16) -> Self {
        Self {
            x: self.x + by.min(self.w / 2),
            y: self.y + by.min(self.h / 2),
            w: self.w.saturating_sub(2 * by),
            h: self.h.saturating_sub(2 * by),
        }
    }

    /// A rectangle of at most `w` by `h` in the middle.
    #[must_use]
    pub fn middle(self, w: u16, h: u16) -> Self {
        let (w, h) = (w.min(self.w), h.min(self.h));
        Self {
            x: self.x + (self.w - w) / 2,
            y: self.y + (self.h - h) / 2,
            w,
            h,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stay_inside() {
        let a = Area::new(2, 3, 10, 4);
        assert_eq!(a.top(1), (Area::new(2, 3, 10, 1), Area::new(2, 4, 10, 3)));
        assert_eq!(a.bottom(9), (a, Area::new(2, 3, 10, 0)));
        assert_eq!(a.left(4).1, Area::new(6, 3, 6, 4));
        assert_eq!(a.middle(100, 2), Area::new(2, 4, 10, 2));
        assert!(a.holds(11, 6) && !a.holds(12, 6));
        assert!(Area::new(0, 0, 1, 1).inner(1).is_empty());
    }
}
