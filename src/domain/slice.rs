//! Slices: groups of cases by a field, in the order in which people expect its values.

use std::collections::HashMap;
use std::sync::Arc;

use super::board::{Board, Facts};

/// Field by which cases are grouped.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum By {
    /// Main language.
    Language,
    /// Image category: the data's.
    Category,
    /// Relevance: the data's.
    Relevance,
    /// Difficulty.
    Difficulty,
    /// Who labelled the data.
    AnnotationBy,
    /// Number of images.
    Images,
    /// Repository.
    Repo,
    /// Benchmark.
    Benchmark,
    /// Number of gold files.
    GoldFiles,
    /// My answer to a question about the case.
    Mine(String),
    /// A field that came with the row.
    Extra(String),
}

/// Fields with a name of their own.
const FIELDS: [(&str, By); 9] = [
    ("language", By::Language),
    ("category", By::Category),
    ("relevance", By::Relevance),
    ("difficulty", By::Difficulty),
    ("annotation_by", By::AnnotationBy),
    ("images", By::Images),
    ("repo", By::Repo),
    ("benchmark", By::Benchmark),
    ("gold_files", By::GoldFiles),
];

impl By {
    /// The fields that every case has a place for.
    pub fn plain() -> impl Iterator<Item = Self> {
        FIELDS.into_iter().map(|(_, by)| by)
    }

    /// Reads a field's name; what is no known field is one that came with the rows.
    ///
    /// # Errors
    /// Nothing of that name on `board`; says what there is.
    pub fn parse(text: &str, board: &Board) -> Result<Self, String> {
        let word = text.trim();
        if let Some((_, by)) = FIELDS.iter().find(|(name, _)| *name == word) {
            return Ok(by.clone());
        }
        if let Some(question) = word.strip_prefix("mine:") {
            return Ok(Self::Mine(question.to_owned()));
        }
        let extra = extra_fields(board);
        if extra.iter().any(|f| **f == *word) {
            return Ok(Self::Extra(word.to_owned()));
        }
        let mut known: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        known.push("mine:QUESTION");
        known.extend(extra.iter().map(|f| &**f));
        Err(format!("no field '{word}' to slice by; there is {}", known.join(", ")))
    }

    /// The name, as [`By::parse`] reads it.
    pub fn name(&self) -> String {
        match self {
            Self::Mine(q) => format!("mine:{q}"),
            Self::Extra(f) => f.clone(),
            plain => FIELDS
                .iter()
                .find(|(_, by)| by == plain)
                .map_or_else(String::new, |(name, _)| (*name).to_owned()),
        }
    }
}

/// Names of the scalar fields that some row has, in order of first appearance.
pub fn extra_fields(board: &Board) -> Vec<Arc<str>> {
    let mut out: Vec<Arc<str>> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (name, _) in board.cases.iter().flat_map(|c| c.extra.iter()) {
        if seen.insert(name.clone()) {
            out.push(name.clone());
        }
    }
    out
}

/// Some cases with one value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// The value; `(none)` where the field is empty.
    pub value: Arc<str>,
    /// The cases.
    pub cases: Vec<u32>,
}

/// The value of cases without one.
pub const NONE: &str = "(none)";

/// My answers by case id, for [`By::Mine`].
pub type Answers = HashMap<Arc<str>, Arc<str>>;

/// The slices of `cases`: declared orders (relevance, difficulty) and numbers ascending, other values by size.
pub fn slices(board: &Board, cases: &[u32], by: &By, mine: &Answers) -> Vec<Slice> {
    let mut at: HashMap<Arc<str>, usize> = HashMap::new();
    let mut out: Vec<Slice> = Vec::new();
    for case in cases {
        let Some(facts) = board.cases.get(*case as usize) else {
            continue;
        };
        let value = value(facts, by, mine);
        let n = *at.entry(value.clone()).or_insert_with(|| {
            out.push(Slice {
                value,
                cases: Vec::new(),
            });
            out.len() - 1
        });
        if let Some(slice) = out.get_mut(n) {
            slice.cases.push(*case);
        }
    }
    out.sort_by(|a, b| {
        let key = |s: &Slice| (&*s.value == NONE, declared(by, &s.value));
        key(a)
            .cmp(&key(b))
            .then_with(|| b.cases.len().cmp(&a.cases.len()))
            .then_with(|| a.value.cmp(&b.value))
    });
    out
}

/// Place of a value in the order of its field; the same for all values of fields without an order.
fn declared(by: &By, value: &str) -> i64 {
    match by {
        By::Difficulty => match value {
            "easy" => 0,
            "medium" => 1,
            "hard" => 2,
            _ => 3,
        },
        By::Relevance | By::Images | By::GoldFiles | By::Mine(_) => value.parse::<i64>().unwrap_or(i64::MAX),
        _ => 0,
    }
}

fn value(facts: &Facts, by: &By, mine: &Answers) -> Arc<str> {
    let text = match by {
        By::Language => Some(facts.language.clone()),
        By::Category => facts.category.clone(),
        By::Relevance => facts.relevance.map(|r| Arc::from(r.to_string())),
        By::Difficulty => facts.difficulty.clone(),
        By::AnnotationBy => facts.annotation_by.clone(),
        By::Images => Some(Arc::from(facts.images.to_string())),
        By::Repo => Some(facts.repo.clone()),
        By::Benchmark => Some(facts.benchmark.clone()),
        By::GoldFiles => Some(Arc::from(facts.files.to_string())),
        By::Mine(_) => mine.get(&facts.id).cloned(),
        By::Extra(field) => facts
            .extra
            .iter()
            .find(|(name, _)| **name == **field)
            .map(|(_, v)| v.clone()),
    };
    text.filter(|t| !t.is_empty()).unwrap_or_else(|| Arc::from(NONE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        let case = |id: &str, language: &str, difficulty: &str, relevance| Facts {
            id: id.into(),
            language: language.into(),
            difficulty: Some(difficulty.into()),
            relevance,
            extra: [(Arc::from("stars"), Arc::from("9"))].into(),
            ..Facts::default()
        };
        Board {
            cases: vec![
                case("a", "Rust", "hard", Some(2)),
                case("b", "Go", "easy", Some(-1)),
                case("c", "Go", "medium", None),
                case("d", "", "easy", Some(0)),
            ],
            runs: Vec::new(),
        }
    }

    fn values(by: &By) -> Vec<(String, usize)> {
        let b = board();
        slices(&b, &b.all(), by, &Answers::new())
            .into_iter()
            .map(|s| (s.value.to_string(), s.cases.len()))
            .collect()
    }

    #[test]
    fn slices_partition_the_cases_in_the_expected_order() {
        let of = |v: &[(&str, usize)]| v.iter().map(|(a, n)| ((*a).to_owned(), *n)).collect::<Vec<_>>();
        assert_eq!(values(&By::Language), of(&[("Go", 2), ("Rust", 1), (NONE, 1)]));
        assert_eq!(values(&By::Difficulty), of(&[("easy", 2), ("medium", 1), ("hard", 1)]));
        assert_eq!(values(&By::Relevance), of(&[("-1", 1), ("0", 1), ("2", 1), (NONE, 1)]));
        assert_eq!(values(&By::Extra("stars".into())), of(&[("9", 4)]));
    }

    #[test]
    fn unknown_fields_are_told_with_what_there_is() {
        let b = board();
        for by in By::plain() {
            assert_eq!(By::parse(&by.name(), &b), Ok(by));
        }
        assert_eq!(By::parse("stars", &b), Ok(By::Extra("stars".into())));
        assert_eq!(By::parse("mine:category", &b), Ok(By::Mine("category".into())));
        assert!(
            By::parse("colour", &b)
                .unwrap_err()
                .contains("gold_files, mine:QUESTION, stars")
        );
    }
}
