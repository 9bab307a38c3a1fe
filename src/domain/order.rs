//! Which rows the list shows and in which order: filter, fuzzy search, sort by any column.

use std::cmp::Ordering;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::base::path::RepoPath;

use super::filter::Filter;
use super::row::{Mine, Outcome, Row};

/// Columns of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// How far the annotator is.
    Progress,
    /// Case id.
    Id,
    /// Title.
    Title,
    /// Repository.
    Repo,
    /// Language.
    Language,
    /// Category: own, else the data's.
    Category,
    /// Relevance: own, else the data's.
    Relevance,
    /// Difficulty, easy to hard.
    Difficulty,
    /// Number of exhibits.
    Images,
    /// Number of gold files.
    Gold,
    /// Outcome of the chosen run.
    Rank,
    /// Flagged first.
    Flag,
}

impl Column {
    /// All columns in the order in which they stand.
    pub const ALL: [Self; 12] = [
        Self::Progress,
        Self::Flag,
        Self::Id,
        Self::Title,
        Self::Repo,
        Self::Language,
        Self::Category,
        Self::Relevance,
        Self::Difficulty,
        Self::Images,
        Self::Gold,
        Self::Rank,
    ];

    /// Heading of the column.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Progress => "✓",
            Self::Flag => "⚑",
            Self::Id => "case",
            Self::Title => "title",
            Self::Repo => "repository",
            Self::Language => "language",
            Self::Category => "category",
            Self::Relevance => "rel",
            Self::Difficulty => "diff",
            Self::Images => "img",
            Self::Gold => "gold",
            Self::Rank => "rank",
        }
    }
}

/// Sorting: a column and a direction. Ties keep the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// By which column; `None` keeps the order of the file.
    pub by: Option<Column>,
    /// Largest first.
    pub down: bool,
}

/// A row with what changes about it.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// The row.
    pub row: &'a Row,
    /// What the annotator did.
    pub mine: &'a Mine,
    /// What the chosen run did.
    pub outcome: Outcome,
}

/// One search word and the score from which it counts as found.
struct Word {
    pattern: Pattern,
    least: u32,
}

impl Word {
    /// A run of equal characters scores 16 each and more; scattered letters in a long title score far less.
    fn new(raw: &str) -> Self {
        Self {
            pattern: Pattern::parse(raw, CaseMatching::Smart, Normalization::Smart),
            least: 15 * u32::try_from(raw.chars().count()).unwrap_or(u32::MAX / 16),
        }
    }

    /// The best score over the fields; `None` when it is in none of them.
    fn score(&self, fields: &[&str], matcher: &mut Matcher, buffer: &mut Vec<char>) -> Option<u32> {
        fields
            .iter()
            .filter_map(|f| self.pattern.score(Utf32Str::new(f, buffer), matcher))
            .filter(|s| *s >= self.least)
            .max()
    }
}

/// Indices of the rows to show, in order. With search words and no sort column the best match comes first.
pub fn arrange<'a>(len: usize, item: impl Fn(usize) -> Option<Item<'a>>, filter: &Filter, sort: Sort) -> Vec<u32> {
    let mut scored: Vec<(u32, u32)> = Vec::with_capacity(len);
    let words: Vec<Word> = filter.words.split_whitespace().map(Word::new).collect();
    let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
    let mut buffer = Vec::new();
    for n in 0..len {
        let Some(it) = item(n) else { continue };
        if !filter.passes(it.row, it.mine, it.outcome) {
            continue;
        }
        let mut score = 0;
        if !words.is_empty() {
            let paths = it.row.gold.iter().filter(|_| !filter.blind).map(RepoPath::as_str);
            let fields: Vec<&str> = [&*it.row.id, &*it.row.title, &*it.row.repo]
                .into_iter()
                .chain(paths)
                .collect();
            match words
                .iter()
                .map(|w| w.score(&fields, &mut matcher, &mut buffer))
                .sum::<Option<u32>>()
            {
                Some(s) => score = s,
                None => continue,
            }
        }
        scored.push((score, u32::try_from(n).unwrap_or(u32::MAX)));
    }
    if let Some(column) = sort.by {
        scored.sort_by(|(_, a), (_, b)| {
            let at = |n: u32| item(n as usize);
            let cmp = match (at(*a), at(*b)) {
                (Some(x), Some(y)) => compare(column, &x, &y),
                _ => Ordering::Equal,
            };
            if sort.down { cmp.reverse() } else { cmp }
        });
    } else if !filter.words.is_empty() {
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    }
    scored.into_iter().map(|(_, n)| n).collect()
}

fn compare(column: Column, a: &Item<'_>, b: &Item<'_>) -> Ordering {
    let category = |i: &Item<'_>| {
        i.mine
            .category
            .clone()
            .or_else(|| i.row.category.as_deref().map(str::to_owned))
    };
    let level = |i: &Item<'_>| match i.row.difficulty.as_deref() {
        Some("easy") => 1,
        Some("medium") => 2,
        Some("hard") => 3,
        Some(_) => 4,
        None => 0,
    };
    match column {
        Column::Progress => a.mine.progress.cmp(&b.mine.progress),
        Column::Flag => b.mine.flag.cmp(&a.mine.flag),
        Column::Id => natural(&a.row.id, &b.row.id),
        Column::Title => a.row.title.to_lowercase().cmp(&b.row.title.to_lowercase()),
        Column::Repo => a.row.repo.cmp(&b.row.repo),
        Column::Language => a.row.language.cmp(&b.row.language),
        Column::Category => category(a).cmp(&category(b)),
        Column::Relevance => a
            .mine
            .relevance
            .or(a.row.relevance)
            .cmp(&b.mine.relevance.or(b.row.relevance)),
        Column::Difficulty => level(a).cmp(&level(b)),
        Column::Images => a.row.exhibits.len().cmp(&b.row.exhibits.len()),
        Column::Gold => a.row.gold.len().cmp(&b.row.gold.len()),
        Column::Rank => a.outcome.cmp(&b.outcome),
    }
}

/// Compares with runs of digits as numbers: `x-9` before `x-10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.chars().peekable(), b.chars().peekable());
    loop {
        match (a.peek().copied(), b.peek().copied()) {
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let take = |it: &mut std::iter::Peekable<std::str::Chars<'_>>| {
                    let mut digits = String::new();
                    while let Some(d) = it.next_if(char::is_ascii_digit) {
                        digits.push(d);
                    }
                    let cut = digits.trim_start_matches('0').to_owned();
                    (cut.len(), cut)
                };
                let order = take(&mut a).cmp(&take(&mut b));
                if order != Ordering::Equal {
                    return order;
                }
            }
            (Some(x), Some(y)) => {
                if x != y {
                    return x.cmp(&y);
                }
                let _: (Option<char>, Option<char>) = (a.next(), b.next());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::filter;

    fn rows() -> Vec<Row> {
        [
            ("p-10", "Axis label cut", 1i8),
            ("p-9", "Menu closes", -1),
            ("q-1", "axis drifts", 2),
        ]
        .into_iter()
        .map(|(id, title, rel)| Row {
            id: id.into(),
            title: title.into(),
            repo: "o/r".into(),
            language: "".into(),
            benchmark: "".into(),
            category: None,
            relevance: Some(rel),
            difficulty: None,
            annotation_by: None,
            exhibits: Box::new([]),
            missing: 0,
            gold: Box::new(["src/ui/Menu.tsx".into()]),
            functions: None,
            offset: 0,
            len: 0,
        })
        .collect()
    }

    fn order(expr: &str, by: Option<Column>, down: bool) -> Vec<u32> {
        let rows = rows();
        let mine = Mine::default();
        let get = |n: usize| {
            rows.get(n).map(|row| Item {
                row,
                mine: &mine,
                outcome: Outcome::Unknown,
            })
        };
        arrange(rows.len(), get, &filter::parse(expr).unwrap(), Sort { by, down })
    }

    #[test]
    fn numbers_in_ids_sort_as_numbers() {
        assert_eq!(order("", Some(Column::Id), false), [1, 0, 2]);
        assert_eq!(order("", Some(Column::Relevance), true), [2, 0, 1]);
        assert_eq!(order("", None, false), [0, 1, 2]);
    }

    #[test]
    fn words_search_title_and_path_and_terms_narrow() {
        let mut hits = order("axis", None, false);
        hits.sort_unstable();
        assert_eq!(hits, [0, 2]);
        assert_eq!(order("axis rel>1", None, false), [2]);
        assert_eq!(order("menutsx", None, false).len(), 3);
    }
}
