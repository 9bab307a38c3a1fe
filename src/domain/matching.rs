//! How suspects and gold relate. Strict equality decides hits; the other relations explain misses.
//!
//! The relations follow the geometry of TAXONOMY: same file, same name elsewhere, same directory, elsewhere.

use crate::base::path::RepoPath;

use super::case::Gold;
use super::run::Suspect;

/// Relation of one suspect to the gold of its level; closer relations come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// Equal to a gold item.
    Exact,
    /// The function's file is gold, the function is not.
    SameFile,
    /// Same file name as a gold file, other directory.
    SameName,
    /// Same directory as a gold file.
    SameDir,
    /// Somewhere else in the repository.
    Elsewhere,
    /// The path is not in the repository at the base commit.
    NotInRepo,
    /// There is no gold to compare with.
    NoGold,
}

impl Relation {
    /// A short word for a column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::SameFile => "same file",
            Self::SameName => "same name",
            Self::SameDir => "same dir",
            Self::Elsewhere => "elsewhere",
            Self::NotInRepo => "not in repo",
            Self::NoGold => "no gold",
        }
    }

    /// One sign that says the same without colour.
    pub fn sign(self) -> char {
        match self {
            Self::Exact => '●',
            Self::SameFile => '◐',
            Self::SameName => '≈',
            Self::SameDir => '○',
            Self::Elsewhere => '·',
            Self::NotInRepo => '×',
            Self::NoGold => ' ',
        }
    }
}

/// Splits a gold function id at the first `:` after the path: `a/b.ts:Class.m` → `a/b.ts`, `Class.m`.
pub fn split_function(id: &str) -> (&str, &str) {
    match id.split_once("::") {
        Some((path, name)) if path.rsplit('/').next().is_some_and(|n| n.contains('.')) && !path.contains(':') => {
            (path, name)
        }
        _ => id.split_once(':').unwrap_or((id, "")),
    }
}

/// Relation of a file to the gold files. `in_repo` is `None` when the tree is not known.
pub fn file_relation(path: &RepoPath, gold: &Gold, in_repo: Option<bool>) -> Relation {
    if gold.files.contains(path) {
        return Relation::Exact;
    }
    if in_repo == Some(false) {
        return Relation::NotInRepo;
    }
    let near = gold.files.iter().map(|g| {
        if g.name() == path.name() {
            Relation::SameName
        } else if g.dir() == path.dir() {
            Relation::SameDir
        } else {
            Relation::Elsewhere
        }
    });
    near.min().unwrap_or(Relation::NoGold)
}

/// Relation of a suspect function to the gold functions.
pub fn function_relation(suspect: &Suspect, gold: &Gold, in_repo: Option<bool>) -> Relation {
    let Some(functions) = &gold.functions else {
        return Relation::NoGold;
    };
    let name = suspect.name.as_deref().unwrap_or("");
    let mut same_file = false;
    for id in functions {
        let (path, gold_name) = split_function(id);
        if path == suspect.path.as_str() {
            if gold_name == name {
                return Relation::Exact;
            }
            same_file = true;
        }
    }
    if same_file || gold.files.contains(&suspect.path) {
        return Relation::SameFile;
    }
    file_relation(&suspect.path, gold, in_repo)
}

/// Rank at which each gold file stands among the suspects; `None` where it was not found.
pub fn file_ranks(gold: &Gold, suspects: &[Suspect]) -> Vec<Option<u32>> {
    gold.files
        .iter()
        .map(|g| suspects.iter().filter(|s| s.path == *g).map(|s| s.rank).min())
        .collect()
}

/// Rank at which each gold function stands among the suspects; `None` where it was not found.
pub fn function_ranks(functions: &[String], suspects: &[Suspect]) -> Vec<Option<u32>> {
    functions
        .iter()
        .map(|g| suspects.iter().filter(|s| is_function(s, g)).map(|s| s.rank).min())
        .collect()
}

/// Whether a suspect is the gold function `id`: file and name equal as written.
pub fn is_function(suspect: &Suspect, id: &str) -> bool {
    let (path, name) = split_function(id);
    suspect.path.as_str() == path && suspect.name.as_deref().unwrap_or("") == name
}

/// The smallest K for which all gold is within the top K; `None` when some of it was not found or there is none.
///
/// Strict Acc@K of a case is 1 exactly when this is at most K (MM-IssueLoc, section 4).
pub fn complete_rank(ranks: &[Option<u32>]) -> Option<u32> {
    let all: Option<Vec<u32>> = ranks.iter().copied().collect();
    all?.into_iter().max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suspect(path: &str, name: Option<&str>, rank: u32) -> Suspect {
        Suspect {
            raw: path.into(),
            path: path.into(),
            name: name.map(str::to_owned),
            rank,
            ..Suspect::default()
        }
    }

    fn gold() -> Gold {
        Gold {
            files: vec!["src/core/index.ts".into(), "src/ui/Menu.tsx".into()],
            functions: Some(vec!["src/ui/Menu.tsx:Menu.open".into()]),
            ..Gold::default()
        }
    }

    #[test]
    fn nearest_relation_wins() {
        let of = |p: &str, known| file_relation(&p.into(), &gold(), known);
        assert_eq!(of("src/core/index.ts", Some(true)), Relation::Exact);
        assert_eq!(of("lib/index.ts", Some(true)), Relation::SameName);
        assert_eq!(of("lib/index.ts", Some(false)), Relation::NotInRepo);
        assert_eq!(of("src/ui/Button.tsx", None), Relation::SameDir);
        assert_eq!(of("docs/a.md", None), Relation::Elsewhere);
        assert_eq!(file_relation(&"a".into(), &Gold::default(), None), Relation::NoGold);
    }

    #[test]
    fn functions_need_file_and_name() {
        let of = |p: &str, n: &str| function_relation(&suspect(p, Some(n), 1), &gold(), None);
        assert_eq!(of("src/ui/Menu.tsx", "Menu.open"), Relation::Exact);
        assert_eq!(of("src/ui/Menu.tsx", "Menu.close"), Relation::SameFile);
        assert_eq!(of("src/ui/Button.tsx", "Menu.open"), Relation::SameDir);
    }

    #[test]
    fn all_gold_must_be_found() {
        let s = [
            suspect("src/ui/Menu.tsx", None, 1),
            suspect("x", None, 2),
            suspect("src/core/index.ts", None, 3),
        ];
        let ranks = file_ranks(&gold(), &s);
        assert_eq!(ranks, [Some(3), Some(1)]);
        assert_eq!(complete_rank(&ranks), Some(3));
        assert_eq!(complete_rank(&[Some(1), None]), None);
        assert_eq!(complete_rank(&[]), None);
    }

    #[test]
    fn function_ids_split_at_the_first_colon_after_the_path() {
        assert_eq!(
            split_function("a/b.c:f ( int x, struct y *z )"),
            ("a/b.c", "f ( int x, struct y *z )")
        );
        assert_eq!(split_function("a.py::C.m"), ("a.py", "C.m"));
        assert_eq!(split_function("a.cc:ns::C::m"), ("a.cc", "ns::C::m"));
        assert_eq!(split_function("a.cc"), ("a.cc", ""));
    }
}
