//! Whether a command or address looks up the fix of the case itself: its pull request, a patch or commit of it.

/// What is known of the case's own fix.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnFix {
    number: Option<String>,
    repo: Option<String>,
}

impl OwnFix {
    /// Told from the id: `OWNER__NAME-NUMBER` or `…_prNUMBER`.
    pub(super) fn of(case: &str) -> Self {
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        if let Some((repo, number)) = case.rsplit_once('-').filter(|(_, n)| digits(n)) {
            return Self {
                number: Some(number.to_owned()),
                repo: repo.contains("__").then(|| repo.replacen("__", "/", 1).to_lowercase()),
            };
        }
        let number = case.rsplit_once("_pr").map(|(_, n)| n).filter(|n| digits(n));
        Self {
            number: number.map(str::to_owned),
            repo: None,
        }
    }

    /// Whether `text` looks it up. When the number of the case is known, other numbers do not count.
    pub(super) fn in_text(&self, text: &str) -> bool {
        let after = |mark: &str| -> Vec<(&str, &str)> {
            text.match_indices(mark)
                .take(50)
                .filter_map(|(at, _)| Some((text.get(..at)?, text.get(at + mark.len()..)?)))
                .collect()
        };
        for mark in ["pull/", "pulls/", "gh pr view ", "gh pr diff ", "gh pr checkout "] {
            for (before, rest) in after(mark) {
                let number = rest.trim_start_matches(['#', ' ']);
                let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
                let number = number.get(..end).unwrap_or("");
                if !number.is_empty()
                    && self.number.as_deref().is_none_or(|own| own == number)
                    && self.same_repo(before)
                {
                    return true;
                }
            }
        }
        for (before, _) in after("/commit/") {
            let known = self.repo.is_some() && self.same_repo(before);
            if before.contains("github") && (known || self.number.is_none()) {
                return true;
            }
        }
        let ends = |word: &str| {
            let word = word.trim_matches(['"', '\'', ')', '(']);
            word.contains("://") && [".diff", ".patch"].iter().any(|end| word.ends_with(end))
        };
        self.number.is_none() && text.contains("://") && text.split_whitespace().any(ends)
    }

    /// Whether the address that ends in `before` names the case's repository, or none.
    fn same_repo(&self, before: &str) -> bool {
        let Some(own) = &self.repo else { return true };
        let from = before.rfind("://").and_then(|at| before.get(at..));
        let Some(address) = from.filter(|a| !a.contains(char::is_whitespace)) else {
            return true;
        };
        let mut parts = address.trim_end_matches('/').rsplit('/');
        match (parts.next(), parts.next()) {
            (Some(name), Some(owner)) => format!("{owner}/{name}").to_lowercase() == *own,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OwnFix;

    #[test]
    fn only_the_own_number_counts() {
        let own = OwnFix::of("pylons__pyramid-3054");
        assert!(own.in_text("curl https://github.com/Pylons/pyramid/pull/3054.diff"));
        assert!(own.in_text("https://api.github.com/repos/Pylons/pyramid/pulls/3054/files"));
        assert!(own.in_text("git fetch origin pull/3054/head:x") && own.in_text("gh pr view 3054"));
        assert!(own.in_text("https://github.com/Pylons/pyramid/commit/abc123"));
        assert!(!own.in_text("https://github.com/Pylons/pyramid/pull/3055"));
        assert!(!own.in_text("https://github.com/Pylons/webob/pull/3054"));
        assert!(!own.in_text("https://github.com/Pylons/pyramid/pull/30541"));
        assert!(!own.in_text("https://github.com/Pylons/pyramid/issues/3054"));
        let pr = OwnFix::of("pylons_pyramid_pr3054");
        assert!(pr.in_text("https://github.com/Pylons/pyramid/pull/3054") && !pr.in_text("pull/1"));
        let none = OwnFix::of("session");
        assert!(none.in_text("https://github.com/a/b/pull/1") && none.in_text("wget https://x.org/y.patch"));
    }
}
