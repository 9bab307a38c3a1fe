//! How numbers are written, the same on the command line, on screens and in reports.

use super::metric::Metric;
use super::stats::Interval;

/// A share in percent with two decimals, as the field prints it; `–` when it is undefined.
pub fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |v| format!("{:.2}", v * 100.0))
}

/// A share in percent points with its sign.
pub fn points(value: Option<f64>) -> String {
    value.map_or_else(
        || "–".to_owned(),
        |v| {
            let text = format!("{:+.2}", v * 100.0);
            if text == "-0.00" {
                "+0.00".to_owned()
            } else {
                text.replace('-', "−")
            }
        },
    )
}

/// A p value: three decimals, `<.001` below.
pub fn p_value(p: f64) -> String {
    if p < 0.001 {
        "<.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// A p value as a sentence has it: `p = 0.016`, `p < .001`.
pub fn p_words(p: f64) -> String {
    match p_value(p).strip_prefix('<') {
        Some(below) => format!("p < {below}"),
        None => format!("p = {}", p_value(p)),
    }
}

/// A metric's value: shares in percent, reciprocal ranks and gains as fractions.
pub fn metric(of: Metric, value: Option<f64>) -> String {
    match of {
        Metric::Rr(_)
        | Metric::Mrr
        | Metric::MrrAll
        | Metric::Ap(_)
        | Metric::ApMin(_)
        | Metric::MeanAp
        | Metric::Ndcg(_)
        | Metric::NdcgAll
        | Metric::RPrecision => value.map_or_else(|| "–".to_owned(), |v| format!("{v:.4}")),
        _ => percent(value),
    }
}

/// An interval in percent: `[20.11, 58.37]`.
pub fn interval(of: Option<Interval>) -> String {
    of.map_or_else(String::new, |i| format!("[{:.2}, {:.2}]", i.lo * 100.0, i.hi * 100.0))
}

/// A coefficient with three decimals and a real minus; never a negative zero.
pub fn three(x: f64) -> String {
    let out = format!("{x:.3}");
    if out == "-0.000" {
        "0.000".to_owned()
    } else {
        out.replace('-', "−")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_is_said_and_never_zero() {
        assert_eq!((percent(None), percent(Some(0.0))), ("–".to_owned(), "0.00".to_owned()));
        assert_eq!(percent(Some(254.0 / 652.0)), "38.96");
        assert_eq!(points(Some(-0.0491)), "−4.91");
        assert_eq!(points(Some(-0.000_001)), "+0.00");
        assert_eq!(
            (p_value(0.0004), p_value(0.5)),
            ("<.001".to_owned(), "0.500".to_owned())
        );
        assert_eq!(metric(Metric::Mrr, Some(0.5)), "0.5000");
    }
}
