//! Words of an evidence text that also occur in a gold or suspect path or function.

use std::collections::HashMap;

/// What a marked word points at. Gold wins over suspect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Part of a gold path or function.
    Gold,
    /// Part of a suspect's path or function.
    Suspect,
}

/// Words to look for. Built once per case and run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(HashMap<String, Mark>);

/// Shortest word that is marked; shorter ones occur everywhere.
const MIN: usize = 4;

/// Parts of paths that say nothing.
const COMMON: [&str; 14] = [
    "src",
    "lib",
    "main",
    "index",
    "test",
    "tests",
    "java",
    "components",
    "packages",
    "core",
    "utils",
    "app",
    "init",
    "this",
];

impl Words {
    /// Collects the words of paths and function ids; gold first.
    pub fn new<'a>(gold: impl Iterator<Item = &'a str>, suspects: impl Iterator<Item = &'a str>) -> Self {
        let mut all = HashMap::new();
        for id in gold {
            collect(id, Mark::Gold, &mut all);
        }
        for id in suspects {
            collect(id, Mark::Suspect, &mut all);
        }
        Self(all)
    }

    /// Marked byte ranges of `text`, in order, disjoint, on character boundaries.
    pub fn find(&self, text: &str) -> Vec<(std::ops::Range<usize>, Mark)> {
        words(text)
            .filter_map(|(range, word)| self.0.get(&word.to_lowercase()).map(|m| (range, *m)))
            .collect()
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn collect(id: &str, mark: Mark, all: &mut HashMap<String, Mark>) {
    let file_name = id.split(':').next().unwrap_or(id).rsplit('/').next().unwrap_or(id);
    for (_, word) in words(id).chain(std::iter::once((0..0, file_name))) {
        let word = word.to_lowercase();
        if word.chars().count() >= MIN && !COMMON.contains(&word.as_str()) {
            all.entry(word).or_insert(mark);
        }
    }
}

/// Identifier-like words with their byte ranges.
fn words(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    let mut rest = text;
    let mut base = 0;
    std::iter::from_fn(move || {
        let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let start = rest.find(inner)?;
        let (_, from) = rest.split_at(start);
        let len = from.find(|c| !inner(c)).unwrap_or(from.len());
        let (word, tail) = from.split_at(len);
        let at = base + start;
        base = at + len;
        rest = tail;
        Some((at..at + len, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_wins_and_short_or_common_words_do_not_count() {
        let w = Words::new(
            ["src/Tokenizer.js:outputLink"].into_iter(),
            ["src/Tokenizer.js", "lib/rules.js"].into_iter(),
        );
        let text = "at outputLink (src/Tokenizer.js) rules, link";
        let got: Vec<(&str, Mark)> = w
            .find(text)
            .into_iter()
            .map(|(r, m)| (text.get(r).unwrap(), m))
            .collect();
        assert_eq!(
            got,
            [
                ("outputLink", Mark::Gold),
                ("Tokenizer", Mark::Gold),
                ("rules", Mark::Suspect)
            ]
        );
    }

    #[test]
    fn ranges_are_bytes_on_boundaries() {
        let w = Words::new(["a/naïve.rs"].into_iter(), [].into_iter());
        let text = "世界 naïve!";
        assert_eq!(w.find(text), [(7..13, Mark::Gold)]);
    }
}
