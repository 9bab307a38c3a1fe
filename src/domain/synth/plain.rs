//! The words of issues that are their own: without addresses, and without the lines of the repository's template.

use std::collections::{HashMap, HashSet};

use crate::domain::bm25::clean;

/// Issues of a repository in which a line recurs before it counts as one of its template.
const TIMES: usize = 3;

/// And the share of its issues, as one in so many.
const ONE_IN: usize = 5;

/// Title and body of each issue of one repository, cleaned: no images, addresses, comments of the form, and no line that
/// stands in at least 3 of the issues and a fifth of them.
pub(super) fn texts<'i>(issues: impl Iterator<Item = (&'i str, &'i str)>) -> Vec<String> {
    let cleaned: Vec<String> = issues
        .map(|(title, body)| clean::issue(&format!("{title}\n{body}")))
        .collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    for text in &cleaned {
        let lines: HashSet<&str> = text.lines().map(str::trim).collect();
        for line in lines {
            *times.entry(line).or_default() += 1;
        }
    }
    let own = |line: &&str| {
        let n = times.get(*line).copied().unwrap_or_default();
        n < TIMES || n * ONE_IN < cleaned.len()
    };
    cleaned
        .iter()
        .map(|text| text.lines().map(str::trim).filter(own).collect::<Vec<_>>().join("\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_template_go_and_others_stay() {
        let body = |own: &str| format!("## Steps to reproduce\n{own}\n![s](https://h/a.png)\n  ## Expected  \nworks");
        let bodies = [body("drag it"), body("drop it"), body("drag it"), "works".to_owned()];
        let got = texts(bodies.iter().map(|b| ("Title", b.as_str())));
        // The heading stands in 3 of 4, "works" and the title in all; "drag it" in 2.
        assert_eq!(
            got.iter().map(|t| t.trim()).collect::<Vec<_>>(),
            ["drag it", "drop it", "drag it", ""]
        );
        // Three of sixteen are fewer than a fifth.
        let many: Vec<String> = (0..16)
            .map(|n| if n < 3 { "same".into() } else { format!("own {n}") })
            .collect();
        assert!(texts(many.iter().map(|b| ("", b.as_str())))[0].contains("same"));
    }
}
