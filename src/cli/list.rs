//! Words for counts and for lists that are cut short.

use std::collections::BTreeMap;

use crate::text::clean;

/// Lines of a list that are shown.
pub(super) const LISTED: usize = 20;

/// `1 case`, `2 cases`.
pub(super) fn counted(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// The line that ends a list of `all` of which `shown` stand there; nothing when that is all.
pub(super) fn more(lead: &str, all: usize, shown: usize) -> String {
    match all.checked_sub(shown) {
        None | Some(0) => String::new(),
        Some(n) => format!("{lead}… and {n} more; --json lists all\n"),
    }
}

/// Cases that nothing could be done for, by reason, with the first of each; nothing when there are none.
pub(super) fn failures(word: &str, problems: &BTreeMap<String, Vec<String>>) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let n: usize = problems.values().map(Vec::len).sum();
    let mut out = format!("{word}: {n}\n");
    for (why, ids) in problems.iter().take(LISTED) {
        let first = ids.first().map(String::as_str).unwrap_or_default();
        out.push_str(&format!(
            "  {} × {} (first: {})\n",
            ids.len(),
            clean::line(why),
            clean::line(first)
        ));
    }
    out + &more("  ", problems.len(), LISTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_list_says_how_much_is_missing() {
        assert_eq!(more("  ", 23, 20), "  … and 3 more; --json lists all\n");
        assert_eq!((more("", 20, 20), more("", 0, 20)), (String::new(), String::new()));
        assert_eq!(
            (counted(1, "case"), counted(0, "case")),
            ("1 case".into(), "0 cases".into())
        );
    }
}
