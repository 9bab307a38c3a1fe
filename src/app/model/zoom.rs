//! State of the zoomed exhibit: scale and place. Scale 0 fits the screen; 100 is one image pixel per screen pixel.

/// Steps of the scale in percent.
pub const STEPS: [u32; 9] = [25, 50, 75, 100, 150, 200, 300, 400, 800];

/// The zoomed exhibit.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Zoom {
    /// An image that is no exhibit of the case on the desk.
    pub other: Option<super::sheet::Other>,
    /// Percent; 0 fits.
    pub scale: u32,
    /// Left edge in image pixels.
    pub x: u32,
    /// Top edge in image pixels.
    pub y: u32,
}

/// Part of an image to show, and the cells it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Left, top, width, height in image pixels; `None` for the whole image.
    pub crop: Option<(u32, u32, u32, u32)>,
    /// Columns and rows.
    pub cells: (u16, u16),
    /// Percent of the original size.
    pub percent: u32,
}

impl Zoom {
    /// What is visible of an image of `size` pixels in `room` cells of `cell` pixels.
    pub fn view(&self, size: (u32, u32), room: (u16, u16), cell: (u16, u16)) -> View {
        let room_px = (
            u32::from(room.0) * u32::from(cell.0.max(1)),
            u32::from(room.1) * u32::from(cell.1.max(1)),
        );
        if self.scale == 0 {
            let cells = crate::text::cells::size_in_cells(size.0, size.1, cell, room.0, room.1);
            let shown = u32::from(cells.0) * u32::from(cell.0.max(1));
            let percent = (shown * 100).checked_div(size.0.max(1)).unwrap_or(100).min(100);
            return View {
                crop: None,
                cells,
                percent,
            };
        }
        let scale = self.scale;
        let part = |room: u32, size: u32| (room * 100 / scale).clamp(1, size.max(1));
        let (w, h) = (part(room_px.0, size.0), part(room_px.1, size.1));
        let x = self.x.min(size.0.saturating_sub(w));
        let y = self.y.min(size.1.saturating_sub(h));
        let cells = |px: u32, cell: u16, most: u16| {
            u16::try_from((px * scale / 100).div_ceil(u32::from(cell.max(1))))
                .unwrap_or(most)
                .clamp(1, most.max(1))
        };
        View {
            crop: Some((x, y, w, h)),
            cells: (cells(w, cell.0, room.0), cells(h, cell.1, room.1)),
            percent: scale,
        }
    }

    /// Scale `by` steps larger (positive) or smaller, keeping the middle of `view` in place.
    pub fn step(&mut self, by: isize, view: View) {
        let at = STEPS.iter().position(|s| *s > view.percent).unwrap_or(STEPS.len());
        let next = if by > 0 {
            at
        } else {
            STEPS.iter().rposition(|s| *s < view.percent).unwrap_or(0)
        };
        let scale = STEPS.get(next.min(STEPS.len() - 1)).copied().unwrap_or(100);
        if let Some((x, y, w, h)) = view.crop {
            let grow = |at: u32, len: u32| {
                let middle = at + len / 2;
                middle.saturating_sub(len * view.percent / scale.max(1) / 2)
            };
            (self.x, self.y) = (grow(x, w), grow(y, h));
        }
        self.scale = scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fit_and_full_size() {
        let zoom = Zoom::default();
        let view = zoom.view((1000, 500), (50, 40), (10, 20));
        assert_eq!((view.crop, view.cells, view.percent), (None, (50, 13), 50));
        let full = Zoom {
            other: None,
            scale: 100,
            x: 900,
            y: 0,
        };
        let view = full.view((1000, 500), (50, 40), (10, 20));
        // 500 x 800 pixels of room: 500 wide, clamped to the right edge; all 500 rows fit.
        assert_eq!((view.crop, view.cells), (Some((500, 0, 500, 500)), (50, 25)));
    }

    #[test]
    fn steps_go_up_and_down_and_end() {
        let mut zoom = Zoom::default();
        let size = (1000, 500);
        for want in [75, 100, 150, 200, 300, 400, 800, 800] {
            zoom.step(1, zoom.view(size, (50, 40), (10, 20)));
            assert_eq!(zoom.scale, want);
        }
        for want in [400, 300, 200, 150, 100, 75, 50, 25, 25] {
            zoom.step(-1, zoom.view(size, (50, 40), (10, 20)));
            assert_eq!(zoom.scale, want);
        }
    }
}
