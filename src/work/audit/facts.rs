//! What is kept of each case: who it is, which exhibits it has, and hashes of what another case may share.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use sha2::{Digest, Sha256};

use crate::domain::audit::{Finding, Kind, Place};
use crate::domain::case::{Case, StoredImage};

use super::{Seen, examples};

/// The first 16 bytes of the SHA-256 of some texts.
pub(super) fn digest(parts: &[&str]) -> [u8; 16] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    let mut out = [0; 16];
    for (to, from) in out.iter_mut().zip(hash.finalize()) {
        *to = from;
    }
    out
}

/// One case.
#[derive(Debug)]
pub(super) struct Fact {
    pub(super) id: Box<str>,
    line: usize,
    pub(super) repo: Box<str>,
    pub(super) base: Box<str>,
    split: Box<str>,
    benchmark: Box<str>,
    exhibits: Box<[Box<str>]>,
}

impl Fact {
    pub(super) fn has(&self, exhibit: &str) -> bool {
        self.exhibits.iter().any(|e| **e == *exhibit)
    }

    fn side(&self) -> String {
        let parts: Vec<&str> = [&*self.benchmark, &*self.split]
            .into_iter()
            .filter(|p| !p.is_empty())
            .collect();
        parts.join(" ")
    }
}

/// An image and who shows it.
#[derive(Debug, Default)]
pub(super) struct Image {
    pub(super) first: Option<First>,
    cases: Vec<usize>,
}

/// Where an image stands first.
#[derive(Debug)]
pub(super) struct First {
    pub(super) stored: StoredImage,
    pub(super) place: Place,
}

/// All cases.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) all: Vec<Fact>,
    by_id: HashMap<Box<str>, usize>,
    folded: HashMap<String, usize>,
    issues: Seen,
    texts: Seen,
    bases: Seen,
    pub(super) images: IndexMap<String, Image>,
}

impl Facts {
    pub(super) fn case(&self, id: &str) -> Option<&Fact> {
        self.all.get(*self.by_id.get(id)?)
    }

    pub(super) fn index(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub(super) fn note(&mut self, case: &Case, line: usize, out: &mut Vec<Finding>, place: &Place) {
        let at = self.all.len();
        let split = case.extra.get("split").and_then(|v| v.as_str()).unwrap_or_default();
        self.all.push(Fact {
            id: case.id.as_str().into(),
            line,
            repo: case.repo.as_str().into(),
            base: case.base_commit.as_str().into(),
            split: split.into(),
            benchmark: case.benchmark.as_str().into(),
            exhibits: case.exhibits.iter().map(|e| e.id.as_str().into()).collect(),
        });
        self.id(case, at, out, place);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (title, body) = (words(&case.title), words(&case.body));
        let mut doubles = Vec::new();
        if !case.base_commit.is_empty() && !title.is_empty() {
            let key = digest(&[&case.repo, &case.base_commit, &title]);
            doubles.extend(first(&mut self.issues, key, at).map(|f| (f, true, "repository, base and title")));
        }
        // A title alone says little: empty bodies are all alike.
        if !body.is_empty() {
            let key = digest(&[&title, &body]);
            doubles.extend(first(&mut self.texts, key, at).map(|f| (f, false, "text")));
        }
        if let Some((double, sure, same)) = doubles.first().copied()
            && let Some(other) = self.all.get(double)
        {
            let what = format!("same {same} as {} (line {})", other.id, other.line);
            let kind = Kind::DuplicateCase;
            let finding = if sure {
                Finding::error(kind, place.clone(), what)
            } else {
                Finding::note(kind, place.clone(), what)
            };
            out.push(finding.mend("keep one of the two"));
        }
        let mut shared: Vec<(usize, &str)> = doubles.iter().map(|(f, _, _)| (*f, "issue")).collect();
        if !case.base_commit.is_empty() {
            let key = digest(&[&case.repo, &case.base_commit]);
            shared.extend(first(&mut self.bases, key, at).map(|f| (f, "repository and base commit")));
        }
        // One leak of a case is enough to act on.
        shared
            .iter()
            .any(|(other, same)| self.leak(*other, at, same, out, place));
        for exhibit in &case.exhibits {
            if let Some(stored) = &exhibit.image {
                let image = self.images.entry(stored.sha256.clone()).or_default();
                image.first.get_or_insert_with(|| First {
                    stored: stored.clone(),
                    place: place.clone(),
                });
                if image.cases.last() != Some(&at) {
                    image.cases.push(at);
                }
            }
        }
    }

    fn id(&mut self, case: &Case, at: usize, out: &mut Vec<Finding>, place: &Place) {
        if case.id.trim().is_empty() {
            out.push(
                Finding::error(Kind::Id, place.clone(), "the id is empty").mend("give it one; answers are kept by id"),
            );
            return;
        }
        let line = |facts: &Self, n: usize| facts.all.get(n).map_or(0, |f| f.line);
        if let Some(first) = self.by_id.get(case.id.as_str()).copied() {
            let what = format!("'{}' is there twice, first at line {}", case.id, line(self, first));
            out.push(
                Finding::error(Kind::Id, place.clone(), what).mend("rename or remove one; answers are kept by id"),
            );
            return;
        }
        self.by_id.insert(case.id.as_str().into(), at);
        if let Some(first) = self.folded.insert(case.id.to_lowercase(), at) {
            let other = self.all.get(first).map_or("", |f| &f.id);
            let what = format!("'{}' and '{other}' differ by upper and lower case alone", case.id);
            out.push(
                Finding::note(Kind::Id, place.clone(), what).mend("some file systems and tables take them for one"),
            );
        }
    }

    /// Two cases that share something must stand on one side; true when they do not.
    fn leak(&self, one: usize, other: usize, same: &str, out: &mut Vec<Finding>, place: &Place) -> bool {
        let (Some(a), Some(b)) = (self.all.get(one), self.all.get(other)) else {
            return false;
        };
        let what = format!("same {same} as {}: {} here, {} there", a.id, b.side(), a.side());
        if a.split != b.split {
            let mend = "put both on one side of the split";
            out.push(Finding::error(Kind::Leak, place.clone(), what).mend(mend));
        } else if a.benchmark != b.benchmark {
            let mend = "results on the two benchmarks are not independent";
            out.push(Finding::note(Kind::Leak, place.clone(), what).mend(mend));
        } else {
            return false;
        }
        true
    }

    /// Images that several cases show.
    pub(super) fn images_shared(&self, out: &mut Vec<Finding>) {
        for image in self.images.values().filter(|i| i.cases.len() > 1) {
            let Some(first) = &image.first else { continue };
            let ids: Vec<String> = image
                .cases
                .iter()
                .filter_map(|n| Some(self.all.get(*n)?.id.to_string()))
                .collect();
            let short: String = first.stored.sha256.chars().take(12).collect();
            let what = format!(
                "image {short} stands in {} cases: {}",
                ids.len(),
                examples(&ids, ids.len())
            );
            out.push(
                Finding::note(Kind::SameImage, first.place.clone(), what)
                    .mend("a logo or template says nothing of the issue"),
            );
            let mut sides = HashSet::new();
            for (n, at) in image.cases.iter().enumerate() {
                let Some(fact) = self.all.get(*at) else { continue };
                if sides.insert((&fact.split, &fact.benchmark)) && n > 0 {
                    let place = Place::line(&first.place.file, fact.line, &fact.id);
                    self.leak(image.cases.first().copied().unwrap_or(0), *at, "image", out, &place);
                }
            }
        }
    }
}

/// The first row with this key, when there is one before `at`.
fn first(seen: &mut Seen, key: [u8; 16], at: usize) -> Option<usize> {
    let first = *seen.entry(key).or_insert(at);
    (first != at).then_some(first)
}
