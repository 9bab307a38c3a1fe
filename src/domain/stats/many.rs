//! Many tests at once: adjusted p-values, in the order given. What is not a number counts as 1.

/// Holm's step-down (1979): holds the chance of any false finding.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let m = p.len();
    let mut out = vec![1.0; m];
    let mut high = 0.0_f64;
    for (rank, (at, p)) in rising(p).into_iter().enumerate() {
        high = high.max(p * (m - rank) as f64).min(1.0);
        if let Some(slot) = out.get_mut(at) {
            *slot = high;
        }
    }
    out
}

/// Benjamini and Hochberg's step-up (1995): holds the share of false findings.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let m = p.len();
    let mut out = vec![1.0; m];
    let mut low = 1.0_f64;
    for (rank, (at, p)) in rising(p).into_iter().enumerate().rev() {
        low = low.min(p * m as f64 / (rank + 1) as f64);
        if let Some(slot) = out.get_mut(at) {
            *slot = low;
        }
    }
    out
}

/// p-values with their places, smallest first.
fn rising(p: &[f64]) -> Vec<(usize, f64)> {
    let within = |p: f64| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) };
    let mut all: Vec<(usize, f64)> = p.iter().map(|p| within(*p)).enumerate().collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all
}
