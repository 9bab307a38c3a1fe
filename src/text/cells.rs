//! How many cells a picture takes. Pure arithmetic, so that the layout can place a picture before it is decoded.

/// Columns and rows for a picture of `width_px` by `height_px` on cells of `cell_px` pixels (width, height).
///
/// The natural size when it fits, else the largest with the same proportions inside `max_cols` by `max_rows`;
/// never enlarged. At least one cell each way, (0, 0) when there is no picture or no room.
pub fn size_in_cells(width_px: u32, height_px: u32, cell_px: (u16, u16), max_cols: u16, max_rows: u16) -> (u16, u16) {
    if width_px == 0 || height_px == 0 || max_cols == 0 || max_rows == 0 {
        return (0, 0);
    }
    let (cell_w, cell_h) = (u64::from(cell_px.0.max(1)), u64::from(cell_px.1.max(1)));
    let (w, h) = (u64::from(width_px), u64::from(height_px));
    let (room_w, room_h) = (u64::from(max_cols) * cell_w, u64::from(max_rows) * cell_h);
    // `num / den` is the factor: 1, or the smaller of the two ratios of room to picture.
    let (num, den) = if w <= room_w && h <= room_h {
        (1, 1)
    } else if room_w * h <= room_h * w {
        (room_w, w)
    } else {
        (room_h, h)
    };
    (
        whole_cells(w * num, den * cell_w, max_cols),
        whole_cells(h * num, den * cell_h, max_rows),
    )
}

fn whole_cells(px: u64, px_per_cell: u64, max: u16) -> u16 {
    u16::try_from(px.div_ceil(px_per_cell))
        .unwrap_or(u16::MAX)
        .clamp(1, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_keeps_its_size() {
        assert_eq!(size_in_cells(80, 32, (8, 16), 80, 40), (10, 2));
        assert_eq!(size_in_cells(81, 33, (8, 16), 80, 40), (11, 3));
        assert_eq!(size_in_cells(1, 1, (8, 16), 80, 40), (1, 1));
    }

    #[test]
    fn a_large_picture_keeps_its_proportions() {
        // 3840x2160 on 640x640 px of room: 640x360, that is 80 columns and 22.5 rows.
        assert_eq!(size_in_cells(3840, 2160, (8, 16), 80, 40), (80, 23));
        // Height decides: 400 px for 1000 px, so 40 % of 500 px.
        assert_eq!(size_in_cells(500, 1000, (10, 20), 80, 20), (20, 20));
    }

    #[test]
    fn extreme_sides_stay_inside_and_visible() {
        assert_eq!(size_in_cells(1, 1_000_000, (8, 16), 80, 24), (1, 24));
        assert_eq!(
            size_in_cells(u32::MAX, 1, (u16::MAX, u16::MAX), u16::MAX, u16::MAX),
            (u16::MAX, 1)
        );
        assert_eq!(size_in_cells(100, 0, (8, 16), 80, 24), (0, 0));
        assert_eq!(size_in_cells(100, 100, (0, 0), 10, 10), (10, 10));
        assert_eq!(size_in_cells(100, 100, (8, 16), 0, 10), (0, 0));
    }
}
