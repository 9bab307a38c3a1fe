//! The reference ranker: BM25 over the files or functions of a commit.
//!
//! score(q, d) = Σ over terms t of  w(t, q) · idf(t) · tf / (tf + k1 · (1 − b + b · len(d) / mean len)),
//! idf(t) = ln(1 + (N − df + 0.5) / (df + 0.5)).
//!
//! Source: Robertson & Zaragoza 2009, in the form of Lucene 8 and later: its idf is never negative, and the constant
//! factor k1 + 1 is left out, which changes no rank. Unlike Lucene, lengths are exact instead of rounded to a byte.
//! w counts a term in the query as often as it occurs: a title, a body and evidence each with its weight. Equal scores
//! are in order of the paths.

pub mod ask;
pub(super) mod clean;
mod english;
pub mod explain;
pub(super) mod fold;
pub mod index;
pub mod pack;

pub mod pool;
mod porter;
mod split;
mod stop;
pub mod words;

#[cfg(test)]
mod tests;

/// A way to make terms of text and to weigh them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Recipe {
    /// Identifiers whole and split, path terms four times, title three times in all; k1 1.2, b 0.75.
    #[default]
    Code,
    /// Lucene's English analyser over path and text, the issue as it stands; k1 0.9, b 0.4. What SWE-bench's own
    /// BM25 retrieval does.
    Lucene,
}

impl Recipe {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Code, Self::Lucene];

    /// Its name, which is the system of its runs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "bm25-code",
            Self::Lucene => "bm25-lucene",
        }
    }

    /// The recipe of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name() == name)
    }

    /// How fast a repeated term saturates.
    pub fn k1(self) -> f64 {
        match self {
            Self::Code => 1.2,
            Self::Lucene => 0.9,
        }
    }

    /// How much the length of a document counts, 0 to 1.
    pub fn b(self) -> f64 {
        match self {
            Self::Code => 0.75,
            Self::Lucene => 0.4,
        }
    }

    /// How often a term of the title counts.
    pub fn title(self) -> f64 {
        match self {
            Self::Code => 3.0,
            Self::Lucene => 1.0,
        }
    }

    /// How often the terms of a document's path stand in it.
    pub fn path(self) -> u32 {
        match self {
            Self::Code => 4,
            Self::Lucene => 1,
        }
    }

    /// All of it in a line, for the note of a run.
    pub fn about(self) -> String {
        let how = match self {
            Self::Code => {
                "identifiers whole and split, code-aware stop list, addresses and comments of the issue left out"
            }
            Self::Lucene => "Lucene's English analyser with Porter stems, the issue as it stands",
        };
        format!(
            "{}: {how}; k1 {}, b {}, path x{}, title x{}; idf ln(1+(N-df+.5)/(df+.5))",
            self.name(),
            self.k1(),
            self.b(),
            self.path(),
            self.title()
        )
    }
}
