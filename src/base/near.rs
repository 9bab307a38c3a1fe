//! The nearest of known names to what somebody wrote.

/// Edits between two short words (Levenshtein).
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (j, y) in b.iter().enumerate() {
            let up = row.get(j + 1).copied().unwrap_or(usize::MAX);
            let best = (corner + usize::from(x != *y)).min(up + 1).min(left + 1);
            corner = up;
            left = best;
            next.push(best);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

/// The first of `names` with the fewest edits to `raw`, without regard to case.
pub fn nearest<'a>(names: impl IntoIterator<Item = &'a str>, raw: &str) -> Option<&'a str> {
    let raw = raw.to_lowercase();
    names.into_iter().min_by_key(|n| distance(&n.to_lowercase(), &raw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewest_edits_win() {
        assert_eq!(
            (distance("kitten", "sitting"), distance("", "ab"), distance("x", "x")),
            (3, 2, 0)
        );
        assert_eq!(nearest(["file", "function"], "FUNC"), Some("file"), "3 edits against 4");
        assert_eq!(nearest(["file", "function"], "Functoin"), Some("function"));
        assert_eq!(nearest([], "x"), None);
    }
}
