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

/// The number in sorted `all` after (or before) `at`, around the end.
pub fn around(all: &[usize], at: usize, forward: bool) -> Option<usize> {
    let next = if forward {
        all.iter().find(|n| **n > at).or_else(|| all.first())
    } else {
        all.iter().rev().find(|n| **n < at).or_else(|| all.last())
    };
    next.copied()
}

/// Bytes as lower case hex digits.
pub fn hex<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let digit = |n: u8| DIGITS.get(usize::from(n)).copied().unwrap_or('0');
    bytes.into_iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_goes_over_the_end() {
        assert_eq!(around(&[2, 5], 5, true), Some(2));
        assert_eq!(around(&[2, 5], 2, false), Some(5));
        assert_eq!(around(&[2, 5], 3, true), Some(5));
        assert_eq!(around(&[], 3, true), None);
    }

    #[test]
    fn hex_and_percent() {
        assert_eq!(hex(&[0, 10, 255]), "000aff");
        assert_eq!(
            (percent(1, 3), percent(2, 3), percent(1, 0)),
            (Some(33), Some(67), None)
        );
        assert_eq!((step(0, -1, 5), step(4, 9, 5), step(3, 1, 0)), (0, 4, 0));
    }
}
