//! Words for how strongly a text names an item, and in which text.

use std::fmt;

/// How strongly a text names an item; weaker first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strength {
    /// Not at all.
    #[default]
    None,
    /// It shares a word with path or name.
    Weak,
    /// The stem of the file as a word.
    Stem,
    /// The function's last name.
    Symbol,
    /// The file's name.
    Basename,
    /// The path, its last two parts, or the module with dots.
    Path,
}

impl Strength {
    /// The word within an evidence word.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Weak => "WEAK",
            Self::Stem => "STEM",
            Self::Symbol => "SYMBOL",
            Self::Basename => "BASENAME",
            Self::Path => "PATH",
        }
    }
}

/// Where a missed item is named, and how strongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Facet {
    /// In the text, at least by stem.
    Text(Strength),
    /// In the evidence of the images only, at least by stem.
    VceOnly(Strength),
    /// By a shared word only.
    Weak,
    /// Nowhere.
    None,
}

impl Facet {
    /// From the strengths in text and evidence.
    pub fn of(text: Strength, vce: Strength) -> Self {
        if text >= Strength::Stem {
            Self::Text(text)
        } else if vce >= Strength::Stem {
            Self::VceOnly(vce)
        } else if text.max(vce) == Strength::Weak {
            Self::Weak
        } else {
            Self::None
        }
    }
}

impl fmt::Display for Facet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Text(s) => format!("TEXT_{}", s.word()),
            Self::VceOnly(s) => format!("VCE_ONLY_{}", s.word()),
            Self::Weak => "LEXICAL_WEAK".to_owned(),
            Self::None => "LEXICAL_NONE".to_owned(),
        };
        out.pad(&word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_facets() {
        use Strength::{Basename, None, Stem, Weak};
        for (text, vce, want) in [
            (Basename, None, "TEXT_BASENAME"),
            (Stem, Basename, "TEXT_STEM"),
            (Weak, Basename, "VCE_ONLY_BASENAME"),
            (None, Weak, "LEXICAL_WEAK"),
            (None, None, "LEXICAL_NONE"),
        ] {
            assert_eq!(Facet::of(text, vce).to_string(), want);
        }
    }
}
