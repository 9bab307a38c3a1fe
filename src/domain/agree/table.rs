//! The coincidence table behind Krippendorff's alpha.

use super::counts::Counts;
use super::ratings::Ratings;

/// How often each declared label meets each within a unit: a unit with `m` ratings adds `1 / (m − 1)` for every ordered
/// pair of them, so that the whole table sums to the number of pairable ratings (Krippendorff 2011). Rows and columns in
/// declared order.
pub fn coincidences(ratings: &Ratings) -> Vec<Vec<f64>> {
    let size = ratings.domain.len();
    let mut out = vec![vec![0.0; size]; size];
    let counts = Counts::of(ratings);
    for (pattern, times) in counts.patterns.iter().zip(&counts.times).filter(|(p, _)| p.m >= 2.0) {
        for (c, n) in &pattern.given {
            for (k, o) in &pattern.given {
                let others = if c == k { o - 1.0 } else { *o };
                let cell = out.get_mut(usize::from(*c)).and_then(|r| r.get_mut(usize::from(*k)));
                if let Some(cell) = cell {
                    *cell += f64::from(*times) * n * others / (pattern.m - 1.0);
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::agree::Scale;

    #[test]
    fn pairs_count_by_the_ratings_of_their_unit() {
        let ratings = Ratings {
            domain: vec!["a".into(), "b".into()],
            scale: Scale::Nominal,
            units: vec![
                vec![Some(0), Some(0), None],
                vec![Some(0), Some(1), None],
                vec![Some(1), Some(1), Some(1)],
                vec![Some(0), None, None],
            ],
        };
        // aa gives two ordered pairs, ab one each way, bbb six of weight 1/2; the last unit has no pair.
        assert_eq!(coincidences(&ratings), [[2.0, 1.0], [1.0, 3.0]]);
    }
}
