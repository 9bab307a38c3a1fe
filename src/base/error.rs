//! One shape for everything that goes wrong and reaches a person: what, where, how to mend it.

use std::fmt;
use std::path::{Path, PathBuf};

/// Result with a [`Problem`].
pub type Result<T> = std::result::Result<T, Problem>;

/// Who has to act; decides the exit code of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Wrong use or bad input: exit code 2.
    Input,
    /// Disk, terminal, network or permission failed: exit code 3.
    Environment,
}

/// A failure in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// Who has to act.
    pub kind: Kind,
    /// What is wrong, one sentence without a full stop.
    pub what: String,
    /// File in which it was found.
    pub file: Option<PathBuf>,
    /// Line in that file, counted from 1.
    pub line: Option<usize>,
    /// Field, key or column inside that line.
    pub field: Option<String>,
    /// How to mend it.
    pub mend: Option<String>,
}

impl Problem {
    /// Bad input or wrong use.
    pub fn input(what: impl Into<String>) -> Self {
        Self::new(Kind::Input, what)
    }

    /// The environment failed.
    pub fn environment(what: impl Into<String>) -> Self {
        Self::new(Kind::Environment, what)
    }

    /// An I/O error on `path` while doing `doing` ("read", "write", …).
    pub fn io(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        let kind = match error.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::InvalidInput | std::io::ErrorKind::InvalidData => {
                Kind::Input
            }
            _ => Kind::Environment,
        };
        Self::new(kind, format!("cannot {doing}: {error}")).in_file(path)
    }

    fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
            file: None,
            line: None,
            field: None,
            mend: None,
        }
    }

    /// Names the file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Names the line, counted from 1.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// Names the line in which byte `offset` of `text` stands.
    #[must_use]
    pub fn at_offset(self, text: &str, offset: usize) -> Self {
        self.at_line(text.bytes().take(offset).filter(|b| *b == b'\n').count() + 1)
    }

    /// Names the field.
    #[must_use]
    pub fn at_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn mend(mut self, mend: impl Into<String>) -> Self {
        self.mend = Some(mend.into());
        self
    }

    /// Exit code of a process that ends with this problem.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::Input => 2,
            Kind::Environment => 3,
        }
    }

    /// `file:line` or `file`, empty when no file is known.
    pub fn place(&self) -> String {
        match (&self.file, self.line) {
            (Some(f), Some(l)) => format!("{}:{l}", f.display()),
            (Some(f), None) => f.display().to_string(),
            (None, Some(l)) => format!("line {l}"),
            (None, None) => String::new(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        if !place.is_empty() {
            write!(out, "{place}: ")?;
        }
        if let Some(field) = &self.field {
            write!(out, "field '{field}': ")?;
        }
        out.write_str(&self.what)?;
        if let Some(mend) = &self.mend {
            write!(out, "\n  {mend}")?;
        }
        Ok(())
    }
}
