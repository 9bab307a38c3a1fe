//! The level at which a ranking is judged.

use crate::base::near;

/// Files, or functions written as `path:Class.method`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Files.
    File,
    /// Functions.
    Function,
}

impl Level {
    /// Its word on the command line and in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Function => "function",
        }
    }

    /// Reads its word, in any case; `func` is accepted too.
    ///
    /// # Errors
    /// A sentence with the nearest word.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim().to_lowercase().as_str() {
            "file" | "files" => Ok(Self::File),
            "function" | "functions" | "func" => Ok(Self::Function),
            other => {
                let near = near::nearest(["file", "function"], other).unwrap_or("file");
                Err(format!("no level '{text}'; did you mean '{near}'?"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for level in [Level::File, Level::Function] {
            assert_eq!(Level::parse(level.word()), Ok(level));
        }
        assert_eq!(Level::parse(" Func"), Ok(Level::Function));
        assert!(Level::parse("functoin").unwrap_err().contains("'function'"));
    }
}
