//! Conversions between the number types of screens, files and counts. All saturate.

/// A count as terminal cells; counts above `u16::MAX` saturate.
pub fn cells(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// A count as `u32`, saturating.
pub fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A file size or offset as `usize`, saturating.
pub fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// `at` moved by `by`, kept in `0..len` (0 when `len` is 0).
pub fn step(at: usize, by: isize, len: usize) -> usize {
    at.saturating_add_signed(by).min(len.saturating_sub(1))
}

/// Share of `part` in `whole` in percent, rounded; `None` when `whole` is 0.
pub fn percent(part: usize, whole: usize) -> Option<usize> {
    part.saturating_mul(100).saturating_add(whole / 2).checked_div(whole)
}
