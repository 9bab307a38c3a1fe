//! Cohen's kappa of two lists of words.

use std::collections::HashMap;

/// Cohen's kappa of two raters who each gave one label to the same units: `1 − (1 − P_o) / (1 − P_e)` (Cohen 1960).
/// `None` where it is undefined: no units, or both used one and the same label only.
pub fn kappa(pairs: &[(&str, &str)]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "counts of units")]
    let of = |n: usize| n as f64;
    let n = of(pairs.len());
    if pairs.is_empty() {
        return None;
    }
    let (mut a, mut b): (HashMap<&str, usize>, HashMap<&str, usize>) = (HashMap::new(), HashMap::new());
    for (x, y) in pairs {
        *a.entry(x).or_default() += 1;
        *b.entry(y).or_default() += 1;
    }
    let observed = of(pairs.iter().filter(|(x, y)| x == y).count()) / n;
    let expected: f64 = a
        .iter()
        .map(|(label, x)| of(*x) * of(b.get(label).copied().unwrap_or(0)))
        .sum::<f64>()
        / (n * n);
    (expected < 1.0).then(|| (observed - expected) / (1.0 - expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kappa_by_hand() {
        // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: P_o = .70, P_e = .5 * .6 + .5 * .4 = .50, kappa = .40.
        let cells = [(20, "y", "y"), (5, "y", "n"), (10, "n", "y"), (15, "n", "n")];
        let pairs: Vec<(&str, &str)> = cells.iter().flat_map(|(n, a, b)| vec![(*a, *b); *n]).collect();
        assert!((kappa(&pairs).unwrap() - 0.4).abs() < 1e-12);
    }

    #[test]
    fn one_label_alone_says_nothing() {
        assert_eq!(kappa(&[("x", "x"), ("x", "x")]), None);
        assert_eq!(kappa(&[]), None);
        assert!(kappa(&[("x", "y"), ("x", "x")]).is_some_and(|k| k.abs() < 1e-12));
    }
}
