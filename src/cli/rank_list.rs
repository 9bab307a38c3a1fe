//! `casefile rank --list`: the best rank of gold in every case, the modes side by side.

use std::cmp::Ordering;

use crate::text::clean;
use crate::work::rank::report::{CaseRow, Report};
use crate::work::rank::{Mode, Plan};

/// A table a level.
pub(super) fn told(plan: &Plan, r: &Report) -> String {
    let mut out = String::new();
    if plan.files {
        out.push_str(&level("file", plan, r, |c| &c.ranks));
    }
    if plan.functions {
        out.push_str(&level("function", plan, r, |c| &c.function_ranks));
    }
    out
}

fn level(name: &str, plan: &Plan, r: &Report, ranks: impl Fn(&CaseRow) -> &Vec<Vec<Option<u32>>>) -> String {
    let mut out = format!("\n{:<40} {:>4}", format!("best rank of a gold {name}"), "gold");
    for mode in &plan.modes {
        out.push_str(&format!(" {:>9}", mode.input()));
    }
    out.push('\n');
    let (mut better, mut worse, mut same) = (0usize, 0usize, 0usize);
    for case in &r.cases {
        let all = ranks(case);
        let best: Vec<Option<u32>> = all.iter().map(|ranks| ranks.iter().flatten().min().copied()).collect();
        let gold = all.first().map_or(0, Vec::len);
        out.push_str(&format!("{:<40} {gold:>4}", clean::line(&case.case)));
        for rank in &best {
            out.push_str(&format!(
                " {:>9}",
                rank.map_or_else(|| "-".to_owned(), |r| r.to_string())
            ));
        }
        if let [text, vce] = best.as_slice()
            && plan.modes == [Mode::Text, Mode::Vce]
            && gold > 0
        {
            let order = place(*vce).cmp(&place(*text));
            match order {
                Ordering::Less => better += 1,
                Ordering::Greater => worse += 1,
                Ordering::Equal => same += 1,
            }
            out.push_str(&change(*text, *vce, case.evidence));
        }
        out.push('\n');
    }
    if plan.modes == [Mode::Text, Mode::Vce] {
        out.push_str(&format!(
            "with evidence gold stands higher in {better}, lower in {worse}, the same in {same}\n"
        ));
    }
    out
}

/// What is not found stands behind everything.
fn place(rank: Option<u32>) -> u32 {
    rank.unwrap_or(u32::MAX)
}

/// `  + 12 higher`, in places; nothing when it is the same.
fn change(text: Option<u32>, vce: Option<u32>, evidence: bool) -> String {
    match (text, vce) {
        _ if !evidence => "    no evidence".to_owned(),
        (Some(a), Some(b)) if b < a => format!("  + {} higher", a - b),
        (Some(a), Some(b)) if b > a => format!("  - {} lower", b - a),
        (None, Some(_)) => "  + found".to_owned(),
        (Some(_), None) => "  - lost".to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_in_places() {
        assert_eq!(change(Some(14), Some(2), true), "  + 12 higher");
        assert_eq!(change(Some(1), Some(3), true), "  - 2 lower");
        assert_eq!(change(None, Some(3), true), "  + found");
        assert_eq!(change(Some(3), None, true), "  - lost");
        assert_eq!(change(Some(3), Some(3), true), "");
        assert_eq!(change(None, None, true), "");
        assert_eq!(change(Some(3), Some(3), false), "    no evidence");
    }
}
