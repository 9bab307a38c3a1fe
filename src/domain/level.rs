//! The two levels at which suspects are held against gold.

/// Files or functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// Gold files against suspect files.
    #[default]
    File,
    /// Gold functions against suspect functions.
    Function,
}

impl Level {
    /// Both.
    pub const ALL: [Self; 2] = [Self::File, Self::Function];

    /// The word on screens and in records.
    pub fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Function => "function",
        }
    }

    /// Reads the word; `func` is `function`.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim().to_lowercase().as_str() {
            "file" | "files" => Ok(Self::File),
            "function" | "functions" | "func" => Ok(Self::Function),
            _ => Err(format!("'{text}' is no level: expected file or function")),
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::File => Self::Function,
            Self::Function => Self::File,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for level in Level::ALL {
            assert_eq!(Level::parse(level.word()), Ok(level));
        }
        assert_eq!(Level::parse("func"), Ok(Level::Function));
        assert!(Level::parse("line").is_err());
    }
}
