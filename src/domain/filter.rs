//! Filters of the list as short expressions: `lang:ts rel:-1 unjudged flag gold>3 !skipped some words`.
//!
//! Terms are joined by *and*; `!` in front turns one around; words without a colon are searched fuzzily in
//! id, title, repository and gold paths (that part is `order`).

use super::row::{Mine, Outcome, Progress, Row};

mod parse;
#[cfg(test)]
mod tests;

pub use parse::{HELP, parse};

/// How a number is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Is,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Greater.
    More,
    /// Greater or equal.
    AtLeast,
}

impl Cmp {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Is => left == right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// Text columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextField {
    /// Case id.
    Id,
    /// Title.
    Title,
    /// Repository.
    Repo,
    /// Language.
    Language,
    /// Benchmark.
    Benchmark,
    /// Image category: own answer, else the data's.
    Category,
    /// Difficulty.
    Difficulty,
    /// Who labelled the data.
    AnnotationBy,
    /// Any gold path.
    Path,
}

/// Number columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberField {
    /// Relevance: own answer, else the data's.
    Relevance,
    /// Exhibits.
    Images,
    /// Exhibits without an image.
    Missing,
    /// Gold files.
    Gold,
    /// Gold functions.
    Functions,
    /// Rank at which the chosen run found all gold files.
    Rank,
}

/// Yes-or-no terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// Not decided and not skipped.
    Unjudged,
    /// All required answers given.
    Judged,
    /// Progress is exactly this.
    Progress(Progress),
    /// Flagged.
    Flagged,
    /// Has a note.
    Noted,
    /// A conflict with oneself.
    Conflict,
    /// In the own queue.
    Assigned,
    /// In the own queue, not decided and not skipped.
    Open,
    /// Changed since it was judged.
    Changed,
    /// The chosen run found all gold files.
    Hit,
    /// The chosen run has an answer but did not find all gold files.
    Miss,
}

/// What one term asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// A text column holds or equals (for languages and categories: by start) the text.
    Text(TextField, String),
    /// A number column compares.
    Number(NumberField, Cmp, i64),
    /// A yes-or-no term.
    Flag(Flag),
}

/// One term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Turned around by `!`.
    pub not: bool,
    /// What it asks.
    pub ask: Ask,
}

/// A parsed expression.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// All of these must hold.
    pub terms: Vec<Term>,
    /// Words for the fuzzy search, joined by blanks.
    pub words: String,
    /// Blind round: labels of the data and gold paths are not looked at.
    pub blind: bool,
}

impl Filter {
    /// Whether a row passes all terms. Words are not looked at.
    pub fn passes(&self, row: &Row, mine: &Mine, outcome: Outcome) -> bool {
        if self.blind {
            let bare = Row {
                category: None,
                relevance: None,
                gold: Box::default(),
                ..row.clone()
            };
            return self.terms.iter().all(|t| t.holds(&bare, mine, outcome));
        }
        self.terms.iter().all(|t| t.holds(row, mine, outcome))
    }

    /// Whether a term asks for what a blind round hides.
    pub fn asks_hidden(&self) -> bool {
        self.terms.iter().any(|t| match &t.ask {
            Ask::Text(field, _) => matches!(field, TextField::Path | TextField::Difficulty),
            Ask::Number(field, ..) => {
                matches!(field, NumberField::Gold | NumberField::Functions | NumberField::Rank)
            }
            Ask::Flag(flag) => matches!(flag, Flag::Hit | Flag::Miss),
        })
    }

    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.words.is_empty()
    }
}

impl Term {
    fn holds(&self, row: &Row, mine: &Mine, outcome: Outcome) -> bool {
        let plain = match &self.ask {
            Ask::Text(field, want) => text(*field, want, row, mine),
            Ask::Number(field, cmp, want) => {
                number(*field, row, mine, outcome).is_some_and(|have| cmp.holds(have, *want))
            }
            Ask::Flag(flag) => flagged(*flag, mine, outcome),
        };
        plain != self.not
    }
}

fn text(field: TextField, want: &str, row: &Row, mine: &Mine) -> bool {
    let has = |have: &str| have.to_lowercase().contains(want);
    let starts = |have: &str| have.to_lowercase().starts_with(want);
    match field {
        TextField::Id => has(&row.id),
        TextField::Title => has(&row.title),
        TextField::Repo => has(&row.repo),
        TextField::Language => row.language.to_lowercase() == want,
        TextField::Benchmark => has(&row.benchmark),
        TextField::Category => mine.category.as_deref().or(row.category.as_deref()).is_some_and(starts),
        TextField::Difficulty => row.difficulty.as_deref().is_some_and(starts),
        TextField::AnnotationBy => row.annotation_by.as_deref().is_some_and(starts),
        TextField::Path => row.gold.iter().any(|p| has(p.as_str())),
    }
}

fn number(field: NumberField, row: &Row, mine: &Mine, outcome: Outcome) -> Option<i64> {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    match field {
        NumberField::Relevance => mine.relevance.or(row.relevance).map(i64::from),
        NumberField::Images => Some(count(row.exhibits.len())),
        NumberField::Missing => Some(i64::from(row.missing)),
        NumberField::Gold => Some(count(row.gold.len())),
        NumberField::Functions => row.functions.map(i64::from),
        NumberField::Rank => match outcome {
            Outcome::Complete(rank) => Some(i64::from(rank)),
            _ => None,
        },
    }
}

fn flagged(flag: Flag, mine: &Mine, outcome: Outcome) -> bool {
    match flag {
        Flag::Unjudged => !matches!(mine.progress, Progress::Done | Progress::Skipped),
        Flag::Judged => mine.progress == Progress::Done,
        Flag::Progress(p) => mine.progress == p,
        Flag::Flagged => mine.flag,
        Flag::Noted => mine.note,
        Flag::Conflict => mine.conflict,
        Flag::Assigned => mine.assigned,
        Flag::Open => mine.assigned && !matches!(mine.progress, Progress::Done | Progress::Skipped),
        Flag::Changed => mine.changed,
        Flag::Hit => matches!(outcome, Outcome::Complete(_)),
        Flag::Miss => matches!(outcome, Outcome::Partial(_) | Outcome::Missed),
    }
}
