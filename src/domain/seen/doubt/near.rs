//! Whether a text occurs in another, with a few slips.

/// Letters of the sought text that are looked at, and of the text it is sought in: a bound for the time it takes.
const MOST: (usize, usize) = (400, 40_000);

/// Whether `value` stands in `text` with at most `slips` edits (Levenshtein). Source: P. Sellers, The theory and
/// computation of evolutionary distances, Journal of Algorithms 1 (1980): the first row of the table is zero, so that an
/// occurrence may begin anywhere. `left` are cells of the table that may still be filled; when they are used up the rest of
/// the text is not looked at.
pub(super) fn occurs(value: &str, text: &str, slips: usize, left: &mut usize) -> bool {
    if text.contains(value) {
        return true;
    }
    if slips == 0 {
        return false;
    }
    let value: Vec<char> = value.chars().take(MOST.0).collect();
    // Of `slips + 1` pieces one is without a slip, and stands in the text as it is: most texts are told apart by that.
    // Source: G. Navarro, A guided tour to approximate string matching, ACM Computing Surveys 33 (2001), section 8.
    let size = value.len().checked_div(slips + 1).unwrap_or(0);
    let mut pieces = value.chunks(size.max(1)).take(slips + 1);
    if size > 0 && !pieces.any(|p| text.contains(&p.iter().collect::<String>())) {
        return false;
    }
    // One column of the table: edits between each start of `value` and what ends here in `text`.
    let mut column: Vec<usize> = (0..=value.len()).collect();
    for c in text.chars().take(MOST.1) {
        *left = left.saturating_sub(value.len());
        if *left == 0 {
            return false;
        }
        let mut corner = 0;
        let mut up = 0;
        for (cell, v) in column.iter_mut().skip(1).zip(&value) {
            let before = *cell;
            let best = (corner + usize::from(*v != c)).min(before + 1).min(up + 1);
            corner = before;
            up = best;
            *cell = best;
        }
        if column.last().is_some_and(|n| *n <= slips) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::near::distance;

    #[test]
    fn slips_are_counted() {
        for (value, text, slips, want) in [
            ("render", "xxrenderxx", 0, true),
            ("render", "xxrendexx", 0, false),
            ("render", "xxrendexx", 1, true),
            ("render", "xxremderxx", 1, true),
            ("render", "xxreenderxx", 1, true),
            ("render", "xxrenxx", 2, false),
            ("render", "xxrenxx", 3, true),
            ("", "", 0, true),
            ("a", "", 0, false),
        ] {
            let mut left = 1000;
            assert_eq!(
                occurs(value, text, slips, &mut left),
                want,
                "{value} in {text} with {slips}"
            );
        }
    }

    #[test]
    fn looking_ends_when_its_steps_are_used_up() {
        // "rem", "der": one stands in the text, so the table is filled, six cells a letter.
        let text = "der".repeat(20) + "render";
        let mut left = 6 * 70;
        assert!(occurs("remder", &text, 1, &mut left));
        assert_eq!(left, 6 * (70 - 66));
        let mut left = 6 * 30;
        assert!(!occurs("remder", &text, 1, &mut left));
        assert_eq!(left, 0);
    }

    proptest::proptest! {
        /// Against all pieces of the text, one by one.
        #[test]
        fn it_finds_what_trying_every_piece_finds(value in "[ab]{1,6}", text in "[ab]{0,9}", slips in 0_usize..3) {
            let n = text.len();
            let pieces = (0..=n).flat_map(|a| (a..=n).map(move |b| (a, b)));
            let want = pieces.map(|(a, b)| distance(&value, text.get(a..b).unwrap_or_default())).any(|d| d <= slips);
            // The empty piece: a value no longer than its slips, which one slip on six letters never allows.
            proptest::prop_assume!(value.len() > slips);
            proptest::prop_assert_eq!(occurs(&value, &text, slips, &mut 1000), want);
        }
    }
}
