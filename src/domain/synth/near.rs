//! What two issues of one repository have in common: words, gold files, directories.

use std::collections::{BTreeMap, HashMap};

use crate::base::path::RepoPath;
use crate::domain::tfidf::Tfidf;

use super::{Issue, plain};

/// The issues of one repository, by id, with their words.
struct Neighbours<'i> {
    issues: Vec<&'i Issue>,
    words: Tfidf,
}

/// All repositories. Cases whose repository is not known have no neighbours.
pub(super) struct Repos<'i> {
    all: Vec<Neighbours<'i>>,
    /// Repository and place in it, by case id.
    places: HashMap<&'i str, (usize, usize)>,
}

impl<'i> Repos<'i> {
    pub(super) fn new(issues: &'i [Issue]) -> Self {
        let mut by_repo: BTreeMap<&str, Vec<&Issue>> = BTreeMap::new();
        for issue in issues.iter().filter(|i| !i.repo.is_empty()) {
            by_repo.entry(&issue.repo).or_default().push(issue);
        }
        let mut out = Self {
            all: Vec::new(),
            places: HashMap::new(),
        };
        for mut issues in by_repo.into_values() {
            issues.sort_by(|a, b| a.id.cmp(&b.id));
            for (at, issue) in issues.iter().enumerate() {
                out.places.insert(&issue.id, (out.all.len(), at));
            }
            let texts = plain::texts(issues.iter().map(|i| (i.title.as_str(), i.body.as_str())));
            let words = Tfidf::new(texts.iter().map(String::as_str));
            out.all.push(Neighbours { issues, words });
        }
        out
    }

    /// The other issues of the repository of a case with the likeness of their texts, 0 to 1, in order of their ids.
    /// Likeness is rounded to 4 digits, as candidates keep it.
    pub(super) fn of(&self, case: &str) -> Vec<(&'i Issue, f64)> {
        let Some((repo, at)) = self.places.get(case) else {
            return Vec::new();
        };
        let Some(here) = self.all.get(*repo) else {
            return Vec::new();
        };
        let cosines = here.words.cosines(*at);
        let all = here.issues.iter().copied().zip(cosines).enumerate();
        all.filter(|(n, _)| n != at)
            .map(|(_, (issue, cosine))| (issue, (cosine * 10_000.0).round() / 10_000.0))
            .collect()
    }
}

/// Whether both edit a file.
pub(super) fn share_gold(a: &Issue, b: &Issue) -> bool {
    a.gold.iter().any(|file| b.gold.contains(file))
}

/// The first directory, by the alphabet, in which gold files of both lie; `.` is the root.
pub(super) fn shared_directory(a: &Issue, b: &Issue) -> Option<String> {
    let theirs: Vec<&str> = b.gold.iter().map(RepoPath::dir).collect();
    let shared = a.gold.iter().map(RepoPath::dir).filter(|d| theirs.contains(d)).min()?;
    Some(if shared.is_empty() { "." } else { shared }.to_owned())
}
