//! The paths of a repository at one commit, made for lookups: by path, by ending, without regard to case.
//!
//! One text with all paths and three arrays of numbers: 60,000 paths of 60 bytes take 4.5 MB.

use std::cmp::Ordering;

/// Components of a path that are looked at from its end.
const DEEPEST: usize = 64;

/// Paths of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    text: String,
    /// End of each path in `text`; the paths are sorted.
    ends: Vec<u32>,
    /// The paths in order of their bytes from the last to the first.
    by_tail: Vec<u32>,
    /// The paths in order of their lower case.
    by_fold: Vec<u32>,
}

fn fold(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase)
}

/// Order of the lower case; bytes of ASCII have the order of their characters.
fn fold_cmp(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        let lower = |b: u8| b.to_ascii_lowercase();
        return a.bytes().map(lower).cmp(b.bytes().map(lower));
    }
    fold(a).cmp(fold(b))
}

fn tail_cmp(a: &str, b: &str) -> Ordering {
    a.bytes().rev().cmp(b.bytes().rev())
}

impl Snapshot {
    /// From all paths of files, in any order. Paths beyond 4 GiB of text are left out.
    pub fn new(mut paths: Vec<String>) -> Self {
        paths.sort();
        paths.dedup();
        let mut out = Self {
            text: String::with_capacity(paths.iter().map(String::len).sum()),
            ends: Vec::with_capacity(paths.len()),
            ..Self::default()
        };
        for path in &paths {
            let Ok(end) = u32::try_from(out.text.len() + path.len()) else {
                break;
            };
            out.text.push_str(path);
            out.ends.push(end);
        }
        drop(paths);
        let mut order: Vec<u32> = (0..).take(out.ends.len()).collect();
        // Stable sorts: paths come nearly sorted, and their lower case is nearly in the same order.
        let mut folded = order.clone();
        folded.sort_by(|a, b| fold_cmp(out.at(*a), out.at(*b)));
        order.sort_unstable_by(|a, b| tail_cmp(out.at(*a), out.at(*b)));
        (out.by_tail, out.by_fold) = (order, folded);
        out
    }

    fn at(&self, n: u32) -> &str {
        let n = n as usize;
        let start = n
            .checked_sub(1)
            .and_then(|p| self.ends.get(p))
            .map_or(0, |e| *e as usize);
        let end = self.ends.get(n).map_or(start, |e| *e as usize);
        self.text.get(start..end).unwrap_or("")
    }

    /// Number of paths.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All paths, sorted by bytes.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        (0..).take(self.ends.len()).map(|n| self.at(n))
    }

    /// Whether `path` is a file of the tree, byte by byte.
    pub fn has(&self, path: &str) -> bool {
        let (mut low, mut high) = (0, crate::base::num::small(self.ends.len()));
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at(middle).cmp(path) {
                Ordering::Equal => return true,
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        false
    }

    /// Paths below some folder that end in `suffix`, whole components only. `suffix` itself is not among them.
    pub fn below(&self, suffix: &str) -> impl Iterator<Item = &str> {
        let suffix = format!("/{suffix}");
        let first = self
            .by_tail
            .partition_point(|n| tail_cmp(self.at(*n), &suffix) == Ordering::Less);
        self.by_tail
            .get(first..)
            .unwrap_or(&[])
            .iter()
            .map(|n| self.at(*n))
            .take_while(move |p| p.ends_with(&suffix))
    }

    /// The one path below some folder that ends in `suffix`; `None` when there is none, or more than one.
    pub fn only_with_suffix(&self, suffix: &str) -> Option<&str> {
        let mut all = self.below(suffix).filter(|_| !suffix.is_empty());
        all.next().filter(|_| all.next().is_none())
    }

    /// The one path that is `path` but for upper and lower case; `None` when there is none, or more than one.
    pub fn only_folded(&self, path: &str) -> Option<&str> {
        let first = self
            .by_fold
            .partition_point(|n| fold_cmp(self.at(*n), path) == Ordering::Less);
        let mut all = self
            .by_fold
            .get(first..)
            .unwrap_or(&[])
            .iter()
            .map(|n| self.at(*n))
            .take_while(|p| fold(p).eq(fold(path)));
        all.next().filter(|_| all.next().is_none())
    }

    /// The longest ending of `path`, whole components only, that is a file of the tree.
    pub fn longest_suffix_of<'p>(&self, path: &'p str) -> Option<&'p str> {
        let mut starts: Vec<usize> = path.rmatch_indices('/').map(|(at, _)| at + 1).take(DEEPEST).collect();
        starts.reverse();
        std::iter::once(0)
            .chain(starts)
            .filter_map(|at| path.get(at..))
            .find(|p| self.has(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Snapshot {
        let paths = [
            "src/ui/index.ts",
            "src/core/index.ts",
            "index.md",
            "src/A.ts",
            "src/a.ts",
            "src/Straße.ts",
            "x/y/z.py",
            "buz.py",
            "lib/buz.py",
            "src/a.ts",
        ];
        Snapshot::new(paths.map(str::to_owned).to_vec())
    }

    #[test]
    fn finds_paths_by_bytes_only() {
        let t = tree();
        assert_eq!(t.len(), 9, "the double counts once");
        assert!(t.paths().all(|p| t.has(p)) && t.paths().is_sorted());
        assert!(!t.has("") && !t.has("src") && !t.has("src/a.t") && !t.has("src/straße.ts"));
        assert!(!Snapshot::default().has(""));
    }

    #[test]
    fn endings_are_whole_components() {
        let t = tree();
        assert_eq!(t.only_with_suffix("y/z.py"), Some("x/y/z.py"));
        assert_eq!(
            t.only_with_suffix("z.py"),
            Some("x/y/z.py"),
            "lib/buz.py ends in z.py too"
        );
        assert_eq!(t.only_with_suffix("index.ts"), None, "two of them");
        assert_eq!(t.below("index.ts").count(), 2);
        assert_eq!(t.only_with_suffix(""), None);
        assert_eq!(t.longest_suffix_of("/usr/lib/buz.py"), Some("lib/buz.py"));
        assert_eq!(t.longest_suffix_of("~/x/buz.py"), Some("buz.py"));
        assert_eq!(t.longest_suffix_of("xbuz.py"), None);
    }

    #[test]
    fn two_paths_that_differ_by_case_alone_are_no_answer() {
        let t = tree();
        assert_eq!(t.only_folded("SRC/UI/Index.ts"), Some("src/ui/index.ts"));
        assert_eq!(t.only_folded("src/STRAßE.ts"), Some("src/Straße.ts"));
        assert_eq!(t.only_folded("SRC/a.ts"), None);
        assert_eq!(t.only_folded("none"), None);
    }

    proptest::proptest! {
        #[test]
        fn agrees_with_plain_search(paths in proptest::collection::vec("[ab/]{0,5}", 0..30), ask in "[abAB/]{0,5}") {
            let t = Snapshot::new(paths.clone());
            proptest::prop_assert_eq!(t.has(&ask), paths.contains(&ask));
            let mut ends: Vec<&String> = paths.iter().filter(|p| p.ends_with(&format!("/{ask}"))).collect();
            ends.sort_unstable();
            ends.dedup();
            proptest::prop_assert_eq!(t.below(&ask).count(), ends.len());
            let mut folded: Vec<&String> = paths.iter().filter(|p| p.to_lowercase() == ask.to_lowercase()).collect();
            folded.sort_unstable();
            folded.dedup();
            proptest::prop_assert_eq!(t.only_folded(&ask).is_some(), folded.len() == 1);
        }
    }
}
