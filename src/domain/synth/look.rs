//! How a picture looks, in 64 bits: two that look alike differ in few of them.

use std::fmt;

/// Distance up to which two pictures are the same one to a person.
pub const SAME: u32 = 4;

/// Distance up to which somebody should look whether they are.
pub const ALIKE: u32 = 8;

/// Perceptual hash of a picture; [`of_pixels`] computes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Look(pub u64);

impl Look {
    /// Number of bits that differ, 0 to 64.
    pub fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// From 16 hex digits.
    pub fn parse(raw: &str) -> Option<Self> {
        let hex = raw.len() == 16 && raw.bytes().all(|b| b.is_ascii_hexdigit());
        hex.then(|| u64::from_str_radix(raw, 16).ok()).flatten().map(Self)
    }
}

impl fmt::Display for Look {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// Side of the small grey picture that is transformed, in pixels.
pub const SIDE: usize = 32;

/// Low frequencies taken in each direction.
const LOW: usize = 8;

/// The hash of a grey picture of [`SIDE`] by [`SIDE`] pixels, row by row: the 8 by 8 lowest frequencies of its cosine
/// transform, each a bit that says whether it is above their median.
///
/// Source: `phash` of Python's imagehash (hash size 8, factor 4), after Krawetz, "Looks Like It". Frequencies are
/// rounded to 1/10,000 first, so that a plain area gives the same bits on every machine.
pub fn of_pixels(grey: &[u8]) -> Look {
    let wave = |k: usize, n: usize| {
        let angle = std::f64::consts::PI * (2 * n + 1) as f64 * k as f64 / (2 * SIDE) as f64;
        angle.cos()
    };
    let waves: Vec<[f64; SIDE]> = (0..LOW).map(|k| std::array::from_fn(|n| wave(k, n))).collect();
    // Each row first: its low frequencies.
    let rows: Vec<Vec<f64>> = grey
        .chunks(SIDE)
        .take(SIDE)
        .map(|row| {
            let along = |w: &[f64; SIDE]| row.iter().zip(w).map(|(p, w)| f64::from(*p) * w).sum();
            waves.iter().map(along).collect()
        })
        .collect();
    let mut low = Vec::with_capacity(LOW * LOW);
    for down in &waves {
        for column in 0..LOW {
            let sum: f64 = rows
                .iter()
                .zip(down)
                .filter_map(|(r, w)| Some(r.get(column)? * w))
                .sum();
            low.push((sum * 4.0 * 10_000.0).round());
        }
    }
    let mut sorted = low.clone();
    sorted.sort_by(f64::total_cmp);
    let middle = |at: usize| sorted.get(at).copied().unwrap_or_default();
    let median = f64::midpoint(middle(LOW * LOW / 2 - 1), middle(LOW * LOW / 2));
    Look(low.iter().fold(0, |bits, f| bits << 1 | u64::from(*f > median)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_parses_what_it_prints() {
        let look = Look(0x0b6c_1c12_f4f3_2c9d);
        assert_eq!(look.to_string(), "0b6c1c12f4f32c9d");
        assert_eq!(Look::parse("0b6c1c12f4f32c9d"), Some(look));
        for bad in ["", "b6c1c12f4f32c9d", "+b6c1c12f4f32c9d", "0b6c1c12f4f32c9dd"] {
            assert_eq!(Look::parse(bad), None, "{bad}");
        }
        assert_eq!(Look(0b1011).distance(Look(0b0110)), 3);
    }

    #[test]
    fn a_plain_picture_has_only_its_brightness() {
        // imagehash.phash of any plain picture that is not black: the first frequency alone is above the others.
        assert_eq!(of_pixels(&[200; SIDE * SIDE]).to_string(), "8000000000000000");
        assert_eq!(of_pixels(&[0; SIDE * SIDE]).0, 0);
        assert_eq!(of_pixels(&[]).0, 0);
    }
}
